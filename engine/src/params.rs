//! Every tuned number of the search, one line each.
//!
//! Depths are in plies; reductions in 1024ths of a ply; margins in centipawns. In a build with the
//! feature `tune` the numbers can be changed at run time, within the range that stands beside them.

/// Declares tunable numbers as functions: `doc, name = value in least..=most`.
macro_rules! params {
    ($($(#[$doc:meta])* $name:ident = $value:literal in $least:literal..=$most:literal;)*) => {
        $(
            $(#[$doc])*
            #[cfg(not(feature = "tune"))]
            #[inline]
            pub(crate) const fn $name() -> i32 {
                $value
            }

            $(#[$doc])*
            #[cfg(feature = "tune")]
            pub(crate) fn $name() -> i32 {
                values::$name.load(std::sync::atomic::Ordering::Relaxed)
            }
        )*

        #[cfg(feature = "tune")]
        #[expect(non_upper_case_globals, reason = "called like the numbers they hold")]
        mod values {
            $(
                pub(super) static $name: std::sync::atomic::AtomicI32 =
                    std::sync::atomic::AtomicI32::new($value);
            )*
        }

        /// All tunable numbers.
        #[cfg(feature = "tune")]
        pub static TUNABLES: &[Tunable] = &[
            $(Tunable {
                name: stringify!($name),
                default: $value,
                range: $least..=$most,
                value: &values::$name,
            }),*
        ];

        #[cfg(test)]
        const RANGES: &[(&str, i32, std::ops::RangeInclusive<i32>)] =
            &[$((stringify!($name), $value, $least..=$most)),*];
    };
}

/// A number of the search that can be changed at run time, for all searches of the process: use it
/// before any search begins.
#[cfg(feature = "tune")]
#[derive(Debug)]
pub struct Tunable {
    /// Its name.
    pub name: &'static str,
    /// Its value in a normal build.
    pub default: i32,
    /// The values that make sense.
    pub range: std::ops::RangeInclusive<i32>,
    value: &'static std::sync::atomic::AtomicI32,
}

#[cfg(feature = "tune")]
impl Tunable {
    /// Changes the value, which is kept within the range.
    pub fn set(&self, value: i32) {
        let value = value.clamp(*self.range.start(), *self.range.end());
        self.value.store(value, std::sync::atomic::Ordering::Relaxed);
    }
}

params! {
    // Aspiration windows.
    /// Depth from which the root window is narrow.
    aspiration_min_depth = 4 in 0..=10;
    /// Half width of the first window.
    aspiration_delta = 14 in 4..=35;
    /// Growth of the window after a failure, in percent.
    aspiration_growth_percent = 50 in 16..=125;
    /// Beyond this half width the window is opened.
    aspiration_delta_max = 500 in 166..=1250;
    /// After failing high, the search is repeated at most so many plies less deep.
    aspiration_max_lessening = 3 in 0..=8;

    // Before the moves.
    /// Depth up to which reverse futility pruning is tried.
    rfp_max_depth = 8 in 4..=14;
    /// Margin for each ply of depth.
    rfp_margin = 58 in 25..=187;
    /// What is taken off the margin when the position improves.
    rfp_improving = 58 in 21..=162;
    /// Depth up to which razoring is tried.
    razor_max_depth = 3 in 0..=9;
    /// Margin at depth 0.
    razor_base = 210 in 60..=450;
    /// Margin for each ply of depth.
    razor_margin = 220 in 73..=550;
    /// Depth from which the null move is tried.
    nmp_min_depth = 1 in 0..=9;
    /// Reduction of the null move search.
    nmp_base = 4 in 0..=12;
    /// Another ply of reduction for each of so many plies.
    nmp_depth_divisor = 3 in 0..=10;
    /// Another ply of reduction for each of so many centipawns above beta.
    nmp_eval_divisor = 170 in 63..=475;
    /// At most so many plies for the evaluation.
    nmp_eval_max = 3 in 0..=10;
    /// Margin that the static evaluation may lack at depth 0.
    nmp_margin = 150 in 50..=375;
    /// What the margin loses for each ply of depth.
    nmp_margin_per_depth = 18 in 14..=24;
    /// Depth from which a null move's cut-off is verified.
    nmp_verify_depth = 14 in 10..=20;
    /// Depth from which ProbCut is tried.
    probcut_min_depth = 5 in 1..=11;
    /// Margin above beta.
    probcut_margin = 190 in 63..=475;
    /// What the margin loses when the position improves.
    probcut_improving = 50 in 16..=125;
    /// Reduction of the ProbCut search.
    probcut_reduction = 4 in 0..=12;
    /// Margin above beta at which the hash table's lower bound cuts a node off.
    small_probcut_margin = 380 in 126..=950;
    /// How many plies shallower the hash entry may be.
    small_probcut_depth_slack = 4 in 0..=9;
    /// Depth from which a node without hash move is reduced.
    iir_min_depth = 4 in 0..=10;

    // Move by move.
    /// Late move pruning: moves allowed at depth 0.
    lmp_base = 4 in 0..=10;
    /// Late move pruning: moves allowed for each squared ply, in percent of a move.
    lmp_depth_percent = 130 in 50..=300;
    /// Depth up to which futility pruning of quiet moves is tried.
    futility_max_depth = 8 in 4..=14;
    /// Margin at depth 0.
    futility_base = 85 in 30..=225;
    /// Margin for each ply of reduced depth.
    futility_margin = 78 in 28..=212;
    /// Depth up to which quiet moves of bad history are pruned.
    history_pruning_max_depth = 4 in 1..=11;
    /// History below which a quiet move is pruned, for each ply.
    history_pruning_margin = -3900 in -7000..=-934;
    /// Loss that a quiet move may have by exchanges, for each squared ply.
    see_quiet_margin = -18 in -55..=-8;
    /// Loss that a capture may have by exchanges, for each ply.
    see_noisy_margin = -80 in -238..=-32;
    /// So many points of a capture's history let it lose another centipawn.
    see_noisy_history_divisor = 40 in 13..=100;
    /// The most that history changes this loss, for each ply.
    see_noisy_history_max = 60 in 20..=150;
    /// Depth up to which moves that lose by exchanges are pruned.
    see_max_depth = 8 in 5..=15;

    // Extensions.
    /// Depth from which a hash move may be singular.
    singular_min_depth = 6 in 3..=13;
    /// How many plies shallower the hash entry may be.
    singular_depth_slack = 3 in 0..=9;
    /// Margin below the hash value for each ply, in 16ths of a centipawn.
    singular_margin = 24 in 8..=60;
    /// How far below the singular bound extends by two plies.
    double_extension_margin = 15 in 5..=40;
    /// How much further that must be on the principal variation.
    double_extension_pv = 60 in 0..=300;
    /// How far below the singular bound extends by three plies.
    triple_extension_margin = 80 in 30..=225;

    // Late move reductions, in 1024ths of a ply.
    /// Reduction of any late quiet move.
    lmr_quiet_base = 700 in 300..=2250;
    /// Divisor of the product of logarithms for quiet moves, in 1024ths.
    lmr_quiet_divisor = 2700 in 766..=5750;
    /// Reduction of any late capture.
    lmr_noisy_base = 130 in 33..=250;
    /// Divisor of the product of logarithms for captures, in 1024ths.
    lmr_noisy_divisor = 3300 in 1100..=8250;
    /// Less reduction on the principal variation.
    lmr_pv = 800 in 300..=2250;
    /// Less reduction where the hash table remembers a principal variation.
    lmr_tt_pv = 700 in 233..=1750;
    /// More reduction in a node expected to be cut.
    lmr_cut_node = 1900 in 533..=4000;
    /// More reduction when the position does not improve.
    lmr_not_improving = 800 in 233..=1750;
    /// More reduction when the hash move is a capture.
    lmr_tt_capture = 1000 in 300..=2250;
    /// Less reduction for a move that gives check.
    lmr_check = 800 in 266..=2000;
    /// More reduction when the next ply keeps being cut.
    lmr_cutoffs = 700 in 233..=1750;
    /// Less reduction where the hash table knows the node to this depth.
    lmr_deep_hit = 700 in 200..=2000;
    /// History that takes away a ply of reduction from a quiet move.
    lmr_history_divisor = 8500 in 2500..=18750;
    /// History that takes away a ply of reduction from a capture.
    lmr_noisy_history_divisor = 6540 in 2500..=18750;
    /// History changes the reduction by no more than this.
    lmr_history_max = 2100 in 866..=6500;
    /// Value above the best one, in centipawns, that makes the re-search deeper.
    lmr_deeper_margin = 35 in 15..=112;

    // Quiescence.
    /// Margin of futility pruning in quiescence.
    qs_futility_margin = 165 in 46..=350;

    // Histories.
    /// Bonus for each ply of depth.
    history_bonus = 185 in 56..=425;
    /// Taken off the bonus.
    history_bonus_offset = 100 in 30..=225;
    /// The greatest bonus.
    history_bonus_max = 1700 in 566..=4250;
    /// Malus for each ply of depth.
    history_malus = 160 in 63..=475;
    /// Taken off the malus.
    history_malus_offset = 65 in 26..=200;
    /// The greatest malus.
    history_malus_max = 1250 in 500..=3750;
    /// So many quiet moves that were tried in vain get the whole malus.
    history_malus_full_moves = 5 in 0..=20;
    /// The others get this share of it.
    history_malus_late_percent = 50 in 0..=100;

    /// Bonus of a quiet move for each centipawn that it has raised the static evaluation.
    history_eval_factor = 5 in 2..=15;
    /// The greatest such bonus, and malus.
    history_eval_max = 1200 in 400..=3000;
    /// Bonus of a move that has refuted all replies, as a share of the usual one.
    history_refutation_percent = 67 in 20..=150;
    /// Weight of a quiet move's butterfly history, where that of each continuation is 100.
    history_butterfly_percent = 65 in 0..=300;
    /// Weight of its history under the same pawns.
    history_pawns_percent = 75 in 0..=300;

    // Correction of the static evaluation: weights in 1024ths.
    /// Weight of the pawn structure's correction.
    correction_pawns = 930 in 333..=2500;
    /// Weight of the minor pieces' correction.
    correction_minors = 700 in 233..=1750;
    /// Weight of each side's men other than pawns.
    correction_non_pawns = 640 in 233..=1750;
    /// Weight of the last two moves' correction.
    correction_continuation = 480 in 233..=1750;
    /// The most that each can come to, in centipawns and before it is weighed.
    correction_limit = 36 in 8..=120;

    // Ordering.
    /// How much the worth of what is captured counts against capture history.
    order_gain_factor = 29 in 8..=80;
    /// A capture of good history may lose a centipawn by exchanges for so many points, and still comes early.
    order_history_per_cp = 300 in 80..=900;
    /// Bonus of a quiet move that gives check.
    order_check = 10000 in 0..=30000;
    /// What it may lose by exchanges.
    order_check_loss = 75 in 0..=300;
    /// For a queen that leaves the attack of a lesser man.
    threat_queen = 9700 in 3000..=20000;
    /// For a rook.
    threat_rook = 8200 in 2000..=16000;
    /// For a knight or bishop.
    threat_minor = 5000 in 2000..=14000;

    // Time, in percent unless named otherwise.
    /// Moves that the remaining time is shared among when each brings an increment.
    time_horizon_increment = 27 in 15..=50;
    /// Moves that the remaining time is shared among when nothing is added.
    time_horizon_sudden_death = 44 in 25..=80;
    /// Moves more than are left of a control that its time is shared among.
    time_spare_moves = 5 in 1..=12;
    /// Moves whose overhead is kept back when there is no control to say how many come.
    time_reserve_moves = 100 in 50..=200;
    /// The most that is kept back, as a share of all that is left.
    time_reserve_percent = 80 in 30..=90;
    /// Share of what an increment brings beyond the overhead that is spent at once.
    time_increment_percent = 75 in 40..=100;
    /// The most that a move may take, as a share of its planned time.
    time_maximum_percent = 450 in 200..=800;
    /// The most that a move may take, as a share of all that is left.
    time_ceiling_percent = 45 in 25..=70;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_lies_in_its_range() {
        for (name, value, range) in RANGES {
            assert!(range.contains(value), "{name}");
        }
    }
}
