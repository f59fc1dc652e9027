//! Positions and moves in words.

use std::fmt::Write as _;

use portcullis_movegen::{
    Bitboard, Board, BoardBuilder, BoardError, CastlingMode, CastlingRights, CastlingSide, Color,
    File, IllegalMove, Move, Piece, Rank, Square,
};

use super::parse::shorten;
use crate::position::Position;

/// The board as a picture, and what is known of the position.
pub(super) fn position(position: &Position, mode: CastlingMode) -> String {
    let board = position.board();
    let fen = match mode {
        CastlingMode::Standard => board.fen(),
        CastlingMode::Chess960 => board.shredder_fen(),
    };
    let checkers = board.checkers();
    let checkers = if checkers.is_empty() { " none".to_owned() } else { squares(checkers) };
    format!(
        "{}Fen: {fen}\nKey: {:016x}\nCheckers:{checkers}\n{}Repetitions: {}\n",
        picture(board),
        board.key(),
        castlings(board, mode),
        position.repetitions(),
    )
}

fn picture(board: &Board) -> String {
    let line = "+---+---+---+---+---+---+---+---+\n";
    let mut text = line.to_owned();
    for rank in Rank::ALL.into_iter().rev() {
        for file in File::ALL {
            let piece = board.piece_at(Square::new(file, rank));
            let letter = piece.map_or(' ', |piece| piece.to_char());
            let _ = write!(text, "| {letter} ");
        }
        let _ = write!(text, "| {rank}\n{line}");
    }
    text.push_str("  a   b   c   d   e   f   g   h\n");
    text
}

fn squares(squares: Bitboard) -> String {
    squares.into_iter().map(|square| format!(" {square}")).collect()
}

/// A line for each of the four castlings: legal, or why not.
pub(super) fn castlings(board: &Board, mode: CastlingMode) -> String {
    let mut text = String::new();
    for color in Color::ALL {
        for side in CastlingSide::ALL {
            let castling = castling_move(board, color, side)
                .map_or("-".to_owned(), |castling| castling.uci(mode).to_string());
            let _ = write!(text, "castling {} {} {castling}: ", color.name(), side.name());
            let _ = match board.castling(color, side) {
                Ok(_) => writeln!(text, "legal"),
                Err(refusal) => {
                    let sentence = refusal.explain(board, color, side);
                    writeln!(text, "refused {refusal}: {sentence}")
                }
            };
        }
    }
    text
}

/// The move that a right allows, legal or not.
fn castling_move(board: &Board, color: Color, side: CastlingSide) -> Option<Move> {
    let rook = board.castling_rights().rook_file(color, side)?;
    let rook = Square::new(rook, color.back_rank());
    Some(Move::new(board.king(color), rook, side.move_kind()))
}

/// Whether a move, in UCI or SAN, can be played, or why not; nothing without a move.
pub(super) fn explanation(board: &Board, text: &str, mode: CastlingMode) -> Option<String> {
    let text = text.split_whitespace().next()?;
    let name = shorten(text);
    let answer = match board.parse_move(text, mode) {
        Ok(chess_move) => {
            format!("legal, {} in UCI and {} in SAN", chess_move.uci(mode), board.san(chess_move))
        }
        Err(error) => match error.into_reason() {
            IllegalMove::Castling { refusal, sentence, .. } => {
                format!("refused {refusal}: {sentence}")
            }
            reason => format!("refused: {reason}"),
        },
    };
    Some(format!("explain {name}: {answer}"))
}

/// The board turned round: White's men are Black's, and the ranks change places.
///
/// # Errors
///
/// None for a board that is playable itself.
pub(super) fn flipped(board: &Board) -> Result<Board, BoardError> {
    let mut builder = BoardBuilder::empty();
    for square in board.occupied() {
        let piece = board.piece_at(square);
        let flipped = piece.map(|piece| Piece::new(!piece.color(), piece.piece_type()));
        builder.put(square.flip_rank(), flipped);
    }
    let mut rights = CastlingRights::NONE;
    for color in Color::ALL {
        for side in CastlingSide::ALL {
            rights.set(!color, side, board.castling_rights().rook_file(color, side));
        }
    }
    builder
        .side_to_move(!board.side_to_move())
        .castling_rights(rights)
        .en_passant(board.en_passant().map(Square::flip_rank))
        .counters(board.halfmove_clock(), board.fullmove_number())
        .build()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Turned round twice, a position is itself again, and nothing but colours has changed.
    #[test]
    fn flipping() {
        for (fen, flipped) in [
            (
                "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
                "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1",
            ),
            (
                "rnbqkbnr/ppp1pppp/8/3pP3/8/8/PPPP1PPP/RNBQK2R w KQq d6 0 3",
                "rnbqk2r/pppp1ppp/8/8/3Pp3/8/PPP1PPPP/RNBQKBNR b Qkq d3 0 3",
            ),
        ] {
            let board = Board::from_fen(fen).expect("a FEN");
            let turned = super::flipped(&board).expect("playable");
            assert_eq!(turned.fen(), flipped);
            assert_eq!(super::flipped(&turned), Ok(board));
        }
    }

    /// The lines about castling, one word for the reason and all its squares.
    #[test]
    fn castling_lines() {
        let board = Board::from_fen("r3k3/8/8/8/2b3b1/8/8/R3K2R w KQq - 0 1").expect("a FEN");
        let text = castlings(&board, CastlingMode::Standard);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), 4);
        assert!(
            lines[0].starts_with("castling white kingside e1g1: refused crosses-attacked f1: ")
        );
        assert!(
            lines[1].starts_with("castling white queenside e1c1: refused crosses-attacked d1: ")
        );
        assert!(lines[2].starts_with("castling black kingside -: refused no-right: "));
        assert_eq!(lines[3], "castling black queenside e8c8: legal");
        let board = Board::from_fen("4k3/8/8/8/8/8/8/5KR1 w G - 0 1").expect("a FEN");
        let text = castlings(&board, CastlingMode::Chess960);
        assert!(text.starts_with("castling white kingside f1g1: legal\n"), "{text}");
    }
}
