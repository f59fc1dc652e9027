//! Ending games early when the result is clear.

use std::fmt;

use portcullis_movegen::Color;

use crate::games::{Ending, Outcome};

/// When a game is called off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Adjudication {
    /// A side wins when both sides' scores have agreed on at least so many centipawns ..
    pub win_score: i16,
    /// .. for so many plies.
    pub win_plies: usize,
    /// The game is drawn when scores have been at most so many centipawns either way ..
    pub draw_score: i16,
    /// .. for so many plies ..
    pub draw_plies: usize,
    /// .. and so many moves have been played, random ones included.
    pub draw_from_ply: usize,
    /// The game is drawn after so many plies whatever the scores.
    pub longest: usize,
}

impl Default for Adjudication {
    fn default() -> Self {
        Self {
            win_score: 2000,
            win_plies: 4,
            draw_score: 5,
            draw_plies: 12,
            draw_from_ply: 80,
            longest: 400,
        }
    }
}

impl fmt::Display for Adjudication {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "win from {} cp for {} plies, draw within {} cp for {} plies from ply {} on, or at ply {}",
            self.win_score,
            self.win_plies,
            self.draw_score,
            self.draw_plies,
            self.draw_from_ply,
            self.longest
        )
    }
}

/// The course of the scores of one game.
#[derive(Clone, Copy, Debug, Default)]
pub struct Verdict {
    /// How many plies in a row White has been winning; negative for Black.
    winning: i32,
    /// How many plies in a row the scores have been drawish.
    drawish: usize,
}

impl Verdict {
    /// Takes the score of the move that was played in a position with `side` to move after `ply`
    /// moves; gives the result when the game is to be called off.
    pub fn after(
        &mut self,
        rules: &Adjudication,
        (side, ply): (Color, usize),
        score: i16,
    ) -> Option<(Outcome, Ending)> {
        let white = match side {
            Color::White => i32::from(score),
            Color::Black => -i32::from(score),
        };
        let direction = if white >= rules.win_score.into() {
            1
        } else if white <= -i32::from(rules.win_score) {
            -1
        } else {
            0
        };
        let goes_on = self.winning * direction > 0;
        self.winning = if goes_on { self.winning + direction } else { direction };
        self.drawish = if white.abs() <= rules.draw_score.into() { self.drawish + 1 } else { 0 };

        if self.winning.unsigned_abs() as usize >= rules.win_plies.max(1) {
            let winner = if self.winning > 0 { Color::White } else { Color::Black };
            Some((Outcome::win_of(winner), Ending::AdjudicatedWin))
        } else if self.drawish >= rules.draw_plies && ply >= rules.draw_from_ply {
            Some((Outcome::Draw, Ending::AdjudicatedDraw))
        } else if ply + 1 >= rules.longest {
            Some((Outcome::Draw, Ending::TooLong))
        } else {
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The verdict over scores from White's view, from a ply on.
    fn judged(first_ply: usize, white_scores: &[i16]) -> Option<(usize, Outcome, Ending)> {
        let (rules, mut verdict) = (Adjudication::default(), Verdict::default());
        white_scores.iter().enumerate().find_map(|(index, &white)| {
            let ply = first_ply + index;
            let side = if ply.is_multiple_of(2) { Color::White } else { Color::Black };
            let score = if side == Color::White { white } else { -white };
            let result = verdict.after(&rules, (side, ply), score);
            result.map(|(outcome, ending)| (index, outcome, ending))
        })
    }

    #[test]
    fn a_win_needs_both_sides_to_agree_for_four_plies() {
        let won = Some((4, Outcome::WhiteWins, Ending::AdjudicatedWin));
        assert_eq!(judged(20, &[100, 2000, 2500, 3000, 31_990]), won);
        let lost = Some((3, Outcome::BlackWins, Ending::AdjudicatedWin));
        assert_eq!(judged(21, &[-2000, -2500, -3000, -3000]), lost);
        assert_eq!(judged(20, &[2000, 2500, 1999, 3000, 3000, 3000]), None);
        assert_eq!(judged(20, &[2000, -2500, 2500, -2500, 2500, -2500]), None);
    }

    #[test]
    fn a_draw_needs_twelve_plies_late_in_the_game() {
        assert_eq!(judged(20, &[0; 30]), None);
        assert_eq!(judged(90, &[3; 30]), Some((11, Outcome::Draw, Ending::AdjudicatedDraw)));
        assert_eq!(judged(90, &[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 6, 0, 0, 0]), None);
    }

    #[test]
    fn no_game_is_longer_than_the_limit() {
        assert_eq!(judged(390, &[50; 30]), Some((9, Outcome::Draw, Ending::TooLong)));
    }
}
