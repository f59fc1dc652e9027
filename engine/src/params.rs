//! Every tuned number of the search, one line each.
//!
//! Depths are in plies; `_milli` depths and reductions in 1024ths of a ply; margins in centipawns.

/// Declares tunable numbers as functions: `doc, name = value`.
macro_rules! params {
    ($($(#[$doc:meta])* $name:ident = $value:expr;)*) => {
        $($(#[$doc])* #[inline] pub(crate) const fn $name() -> i32 { $value })*
    };
}

params! {
    // Aspiration windows.
    /// Depth from which the root window is narrow.
    aspiration_min_depth = 4;
    /// Half width of the first window.
    aspiration_delta = 14;
    /// Growth of the window after a failure, in percent.
    aspiration_growth_percent = 50;
    /// Beyond this half width the window is opened.
    aspiration_delta_max = 500;
    /// After failing high, the search is repeated at most so many plies less deep.
    aspiration_max_lessening = 2;

    // Before the moves.
    /// Depth up to which reverse futility pruning is tried.
    rfp_max_depth = 8;
    /// Margin for each ply of depth.
    rfp_margin = 75;
    /// What is taken off the margin when the position improves.
    rfp_improving = 65;
    /// Depth up to which razoring is tried.
    razor_max_depth = 3;
    /// Margin at depth 0.
    razor_base = 180;
    /// Margin for each ply of depth.
    razor_margin = 220;
    /// Depth from which the null move is tried.
    nmp_min_depth = 3;
    /// Reduction of the null move search.
    nmp_base = 4;
    /// Another ply of reduction for each of so many plies.
    nmp_depth_divisor = 4;
    /// Another ply of reduction for each of so many centipawns above beta.
    nmp_eval_divisor = 190;
    /// At most so many plies for the evaluation.
    nmp_eval_max = 3;
    /// Margin that the static evaluation may lack at depth 0.
    nmp_margin = 150;
    /// What the margin loses for each ply of depth.
    nmp_margin_per_depth = 18;
    /// Depth from which a null move's cut-off is verified.
    nmp_verify_depth = 14;
    /// Depth from which ProbCut is tried.
    probcut_min_depth = 5;
    /// Margin above beta.
    probcut_margin = 190;
    /// What the margin loses when the position improves.
    probcut_improving = 50;
    /// Reduction of the ProbCut search.
    probcut_reduction = 4;
    /// Depth from which a node without hash move is reduced.
    iir_min_depth = 4;

    // Move by move.
    /// Late move pruning: moves allowed at depth 0.
    lmp_base = 3;
    /// Depth up to which futility pruning of quiet moves is tried.
    futility_max_depth = 8;
    /// Margin at depth 0.
    futility_base = 90;
    /// Margin for each ply of reduced depth.
    futility_margin = 85;
    /// Depth up to which quiet moves of bad history are pruned.
    history_pruning_max_depth = 5;
    /// History below which a quiet move is pruned, for each ply.
    history_pruning_margin = -2800;
    /// Loss that a quiet move may have by exchanges, for each squared ply.
    see_quiet_margin = -22;
    /// Loss that a capture may have by exchanges, for each ply.
    see_noisy_margin = -95;
    /// Depth up to which moves that lose by exchanges are pruned.
    see_max_depth = 9;

    // Extensions.
    /// Depth from which a hash move may be singular.
    singular_min_depth = 7;
    /// How many plies shallower the hash entry may be.
    singular_depth_slack = 3;
    /// Margin below the hash value for each ply, in 16ths of a centipawn.
    singular_margin = 24;
    /// How far below the singular bound extends by two plies.
    double_extension_margin = 16;
    /// How far below the singular bound extends by three plies.
    triple_extension_margin = 90;

    // Late move reductions, in 1024ths of a ply.
    /// Reduction of any late quiet move.
    lmr_quiet_base = 900;
    /// Divisor of the product of logarithms for quiet moves, in 1024ths.
    lmr_quiet_divisor = 2300;
    /// Reduction of any late capture.
    lmr_noisy_base = 100;
    /// Divisor of the product of logarithms for captures, in 1024ths.
    lmr_noisy_divisor = 3300;
    /// Less reduction on the principal variation.
    lmr_pv = 900;
    /// Less reduction where the hash table remembers a principal variation.
    lmr_tt_pv = 700;
    /// More reduction in a node expected to be cut.
    lmr_cut_node = 1600;
    /// More reduction when the position does not improve.
    lmr_not_improving = 700;
    /// More reduction when the hash move is a capture.
    lmr_tt_capture = 900;
    /// Less reduction for a move that gives check.
    lmr_check = 800;
    /// More reduction when the next ply keeps being cut.
    lmr_cutoffs = 700;
    /// History that takes away a ply of reduction.
    lmr_history_divisor = 7500;
    /// History changes the reduction by no more than this.
    lmr_history_max = 2600;
    /// Value above the best one, in centipawns, that makes the re-search deeper.
    lmr_deeper_margin = 45;

    // Quiescence.
    /// Margin of futility pruning in quiescence.
    qs_futility_margin = 140;

    // Histories.
    /// Bonus for each ply of depth.
    history_bonus = 170;
    /// Taken off the bonus.
    history_bonus_offset = 90;
    /// The greatest bonus.
    history_bonus_max = 1700;
    /// Malus for each ply of depth.
    history_malus = 190;
    /// Taken off the malus.
    history_malus_offset = 80;
    /// The greatest malus.
    history_malus_max = 1500;

    // Correction of the static evaluation: weights in 1024ths.
    /// Weight of the pawn structure's correction.
    correction_pawns = 1000;
    /// Weight of the minor pieces' correction.
    correction_minors = 700;
    /// Weight of each side's men other than pawns.
    correction_non_pawns = 700;
    /// Weight of the last two moves' correction.
    correction_continuation = 700;

    // Time, in percent unless named otherwise.
    /// Moves that the remaining time is shared among when each brings an increment.
    time_horizon_increment = 27;
    /// Moves that the remaining time is shared among when nothing is added.
    time_horizon_sudden_death = 44;
    /// Moves whose overhead is kept back when there is no control to say how many come.
    time_reserve_moves = 100;
    /// The most that is kept back, as a share of all that is left.
    time_reserve_percent = 65;
    /// Share of what an increment brings beyond the overhead that is spent at once.
    time_increment_percent = 75;
    /// The most that a move may take, as a share of its planned time.
    time_maximum_percent = 450;
    /// The most that a move may take, as a share of all that is left.
    time_ceiling_percent = 45;
}
