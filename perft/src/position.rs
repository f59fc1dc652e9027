//! Positions as perft's users write them.

use portcullis_movegen::{Board, CastlingMode, CastlingSide, Color, FenError, File};

/// A position from a FEN, or from the four fields with which an EPD line begins.
///
/// Chess and Chess960 alike, rights in either notation (`KQkq`, `HAha`).
///
/// # Errors
/// If the text is not a position that can be played.
pub fn parse_position(text: &str) -> Result<Board, FenError> {
    const EPD_FIELDS: usize = 4;
    if text.split_whitespace().count() == EPD_FIELDS {
        return Board::from_fen(&format!("{} 0 1", text.trim()));
    }
    Board::from_fen(text)
}

/// How castling is written in this position: as in standard chess, unless a right belongs to a
/// king that is not on the e-file or to a rook that is not in its corner.
#[must_use]
pub fn castling_mode(board: &Board) -> CastlingMode {
    let is_standard = Color::ALL.into_iter().all(|color| {
        CastlingSide::ALL.into_iter().all(|side| {
            let corner = match side {
                CastlingSide::Kingside => File::H,
                CastlingSide::Queenside => File::A,
            };
            board
                .castling_rights()
                .rook_file(color, side)
                .is_none_or(|file| file == corner && board.king(color).file() == File::E)
        })
    });
    if is_standard { CastlingMode::Standard } else { CastlingMode::Chess960 }
}
