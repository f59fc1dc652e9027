//! Translation between the oracle and the crate under test, and the comparison of the two.
//!
//! Positions cross as FEN text; squares by their number (a1 = 0, b1 = 1, .., h8 = 63).

use portcullis_movegen as movegen;

use movegen::{Bitboard, Board, CastlingRefusal, CastlingSide, MoveKind, PieceType};

use crate::oracle::{Color, Kind, Man, Move, Place, Position, Refusal, Wing};

/// The board of a position, read from a FEN that names every passed square, useful or not.
pub(crate) fn board(position: &Position) -> Board {
    read(&position.naive_fen())
}

pub(crate) fn read(fen: &str) -> Board {
    Board::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

pub(crate) fn color(color: Color) -> movegen::Color {
    match color {
        Color::White => movegen::Color::White,
        Color::Black => movegen::Color::Black,
    }
}

pub(crate) fn side(wing: Wing) -> CastlingSide {
    match wing {
        Wing::King => CastlingSide::Kingside,
        Wing::Queen => CastlingSide::Queenside,
    }
}

pub(crate) fn square(place: Place) -> movegen::Square {
    movegen::Square::from_index(place.rank as usize * 8 + place.file as usize)
        .expect("places are on the board")
}

pub(crate) fn place(square: movegen::Square) -> Place {
    Place::new((square.index() % 8) as i8, (square.index() / 8) as i8)
}

pub(crate) fn places(squares: Bitboard) -> Vec<Place> {
    Place::all().filter(|&place| squares.contains(square(place))).collect()
}

fn kind(piece_type: PieceType) -> Kind {
    match piece_type {
        PieceType::Pawn => Kind::Pawn,
        PieceType::Knight => Kind::Knight,
        PieceType::Bishop => Kind::Bishop,
        PieceType::Rook => Kind::Rook,
        PieceType::Queen => Kind::Queen,
        PieceType::King => Kind::King,
    }
}

pub(crate) fn man(piece: movegen::Piece) -> Man {
    let color = match piece.color() {
        movegen::Color::White => Color::White,
        movegen::Color::Black => Color::Black,
    };
    Man { color, kind: kind(piece.piece_type()) }
}

pub(crate) fn move_of(mv: movegen::Move) -> Move {
    Move { from: place(mv.from()), to: place(mv.to()), promotion: mv.promotion().map(kind) }
}

/// The legal moves of a board in the oracle's terms and order.
pub(crate) fn moves(board: &Board) -> Vec<Move> {
    let mut moves: Vec<Move> = board.legal_moves().iter().map(|&mv| move_of(mv)).collect();
    moves.sort();
    moves
}

/// The move of the board that is the oracle's `mv`.
pub(crate) fn find(board: &Board, mv: Move) -> movegen::Move {
    let found = board.legal_moves().iter().copied().find(|&other| move_of(other) == mv);
    found.unwrap_or_else(|| panic!("{mv} is not generated in {board}"))
}

/// What the board says of castling, in the oracle's terms.
pub(crate) fn castling(board: &Board, of: Color, wing: Wing) -> Result<Move, Refusal> {
    board.castling(color(of), side(wing)).map(move_of).map_err(|refusal| match refusal {
        CastlingRefusal::NoRight => Refusal::NoRight,
        CastlingRefusal::Blocked(squares) => Refusal::Blocked(places(squares)),
        CastlingRefusal::InCheck(squares) => Refusal::InCheck(places(squares)),
        CastlingRefusal::CrossesAttacked(squares) => Refusal::CrossesAttacked(places(squares)),
        CastlingRefusal::LandsOnAttacked(square) => Refusal::LandsOnAttacked(place(square)),
        CastlingRefusal::ExposesKing(squares) => Refusal::ExposesKing(places(squares)),
    })
}

/// The kind that the crate must give a move.
pub(crate) fn move_kind(position: &Position, mv: Move) -> MoveKind {
    match position.castling_wing(mv) {
        Some(Wing::King) => return MoveKind::KingsideCastling,
        Some(Wing::Queen) => return MoveKind::QueensideCastling,
        None => {}
    }
    if position.is_en_passant(mv) {
        return MoveKind::EnPassant;
    }
    match (mv.promotion, position.is_capture(mv)) {
        (None, true) => MoveKind::Capture,
        (None, false) if position.after(mv).passed.is_some() => MoveKind::DoublePush,
        (None, false) => MoveKind::Quiet,
        (Some(Kind::Knight), false) => MoveKind::PromoteKnight,
        (Some(Kind::Bishop), false) => MoveKind::PromoteBishop,
        (Some(Kind::Rook), false) => MoveKind::PromoteRook,
        (Some(_), false) => MoveKind::PromoteQueen,
        (Some(Kind::Knight), true) => MoveKind::CapturePromoteKnight,
        (Some(Kind::Bishop), true) => MoveKind::CapturePromoteBishop,
        (Some(Kind::Rook), true) => MoveKind::CapturePromoteRook,
        (Some(_), true) => MoveKind::CapturePromoteQueen,
    }
}

/// The board has the men, the player, the rights, the clocks and the checks of the position.
pub(crate) fn assert_same_state(board: &Board, position: &Position) {
    let fen = position.naive_fen();
    for at in Place::all() {
        assert_eq!(board.piece_at(square(at)).map(man), position.at(at), "{at} in {fen}");
    }
    assert_eq!(board.side_to_move(), color(position.turn), "player of {fen}");
    assert_same_rights(board, position);
    for of in Color::BOTH {
        assert_eq!(place(board.king(color(of))), position.king(of), "{of:?} king in {fen}");
    }
    let en_passant = board.en_passant().map(place);
    assert_eq!(en_passant, position.open_en_passant(), "en passant square in {fen}");
    assert_eq!(u32::from(board.halfmove_clock()), position.clock, "clock in {fen}");
    assert_eq!(u32::from(board.fullmove_number()), position.number, "number in {fen}");
    assert_eq!(places(board.checkers()), position.checkers(position.turn), "checkers in {fen}");
    assert_eq!(places(board.pinned()), position.pinned(position.turn), "pinned men in {fen}");
}

/// The board has the castling rights of the position.
pub(crate) fn assert_same_rights(board: &Board, position: &Position) {
    for of in Color::BOTH {
        for wing in Wing::BOTH {
            let file = board.castling_rights().rook_file(color(of), side(wing));
            let file = file.map(|file| file.index() as i8);
            let fen = position.naive_fen();
            assert_eq!(file, position.right(of, wing), "{of:?} {wing:?} right in {fen}");
        }
    }
}

/// The board has exactly the oracle's legal moves, each of the right kind.
pub(crate) fn assert_same_moves(board: &Board, position: &Position) {
    let fen = position.naive_fen();
    let expected = position.legal_moves();
    let generated = moves(board);
    if generated != expected {
        let missing: Vec<_> = expected.iter().filter(|mv| !generated.contains(mv)).collect();
        let wrong: Vec<_> = generated.iter().filter(|mv| !expected.contains(mv)).collect();
        panic!("{fen}\nnot generated: {missing:?}\nillegal: {wrong:?}\n{generated:?}");
    }
    for &mv in &board.legal_moves() {
        let expected = move_kind(position, move_of(mv));
        assert_eq!(mv.kind(), Some(expected), "kind of {mv} in {fen}");
    }
}

/// The board and the oracle agree on castling of both colours, reasons and squares included.
pub(crate) fn assert_same_castling(board: &Board, position: &Position) {
    for of in Color::BOTH {
        for wing in Wing::BOTH {
            let expected = position.castling(of, wing);
            let answer = castling(board, of, wing);
            assert_eq!(answer, expected, "{of:?} {wing:?} castling in {}", position.naive_fen());
        }
    }
}
