//! `position`.

use portcullis_movegen::Board;

use super::Session;
use crate::position::Position;
use crate::uci::command::{PositionParams, Start};

impl Session {
    /// Sets up the position. A FEN that means nothing leaves the board as it was; the moves are
    /// played up to the first one that cannot be.
    pub(super) fn position(&mut self, params: &PositionParams) {
        if self.refuses_during_search("position") {
            return;
        }
        let mode = self.settings.castling_mode;
        let board = match &params.start {
            Start::Startpos => Board::startpos(),
            Start::Fen(fen) => match Board::from_fen_lenient(fen, mode) {
                Ok((board, repairs)) => {
                    for repair in repairs.iter() {
                        self.tell(&format!("FEN mended: {repair}"));
                    }
                    board
                }
                Err(error) => {
                    self.tell(&format!("FEN refused, the board stays as it was: {error}"));
                    return;
                }
            },
        };
        let mut position = Position::new(board);
        for (index, text) in params.moves.iter().enumerate() {
            match position.board().parse_uci(text, mode) {
                Ok(chess_move) => position.play(chess_move),
                Err(error) => {
                    let ply = index + 1;
                    let reason = error.into_reason();
                    let text = crate::uci::parse::shorten(text);
                    self.tell(&format!("illegal move {text} at ply {ply}: {reason}"));
                    break;
                }
            }
        }
        self.set_position(position);
    }

    pub(super) fn set_position(&mut self, position: Position) {
        if self.settings.debug {
            self.tell(&format!("position {}", position.board().fen()));
        }
        let done = self.engine.set_position(position);
        self.tell_error(done);
    }
}
