//! Which thread's move to play.

use portcullis_movegen::Move;

use crate::search::ThreadResult;
use crate::value::{is_loss, is_win};

/// The index of the thread whose line is chosen. A mate found is preferred to everything, a
/// shorter one to a longer one; otherwise every thread votes for its move, with the more weight the
/// deeper it has searched and the better its value.
pub(crate) fn vote(results: &[ThreadResult]) -> usize {
    let Some(worst) = results.iter().map(|result| result.value).min() else { return 0 };
    let weight =
        |result: &ThreadResult| i64::from(result.value - worst + 20) * i64::from(result.depth);
    let votes = |mv: Option<Move>| -> i64 {
        results.iter().filter(|result| result.best_move() == mv).map(weight).sum()
    };
    let mut chosen = 0;
    for (index, result) in results.iter().enumerate().skip(1) {
        let best = &results[chosen];
        let better = if is_win(best.value) || is_win(result.value) || is_loss(best.value) {
            result.value > best.value && result.depth > 0
        } else {
            let (ours, theirs) = (votes(result.best_move()), votes(best.best_move()));
            ours > theirs || (ours == theirs && weight(result) > weight(best))
        };
        if better {
            chosen = index;
        }
    }
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::{mate_in, mated_in};

    fn result(mv: u16, value: i32, depth: i32) -> ThreadResult {
        let pv = Move::from_bits(mv).into_iter().collect();
        ThreadResult { value, depth, seldepth: depth, pv }
    }

    #[test]
    fn the_majority_wins_and_depth_weighs() {
        assert_eq!(vote(&[result(1, 10, 10), result(2, 12, 10), result(2, 11, 10)]), 1);
        assert_eq!(vote(&[result(1, 10, 20), result(2, 10, 9)]), 0);
        assert_eq!(vote(&[result(1, 10, 9), result(2, 10, 20)]), 1);
        assert_eq!(vote(&[result(1, 10, 9)]), 0);
    }

    #[test]
    fn the_shortest_mate_wins_and_a_loss_is_put_off() {
        let mate = |plies| mate_in(plies);
        assert_eq!(vote(&[result(1, 500, 20), result(2, mate(9), 8), result(3, mate(7), 8)]), 2);
        assert_eq!(vote(&[result(1, mate(7), 8), result(2, 900, 30), result(2, 900, 30)]), 0);
        assert_eq!(vote(&[result(1, mated_in(4), 9), result(2, mated_in(8), 9)]), 1);
    }
}
