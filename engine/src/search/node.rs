//! What the search knows at a node.

use portcullis_movegen::{Bitboard, Move};

use crate::ordering::{MoveContext, PieceTo};
use crate::search::checks::Checks;
use crate::tt::Entry;
use crate::value::{NO_VALUE, Value};

/// The kind of a node, known when the search is compiled.
pub(crate) trait NodeKind {
    /// The window is open: the exact value is wanted.
    const PV: bool;
    /// The root of the tree.
    const ROOT: bool;
}

#[derive(Debug)]
pub(crate) struct Root;
#[derive(Debug)]
pub(crate) struct Pv;
#[derive(Debug)]
pub(crate) struct NonPv;

impl NodeKind for Root {
    const PV: bool = true;
    const ROOT: bool = true;
}

impl NodeKind for Pv {
    const PV: bool = true;
    const ROOT: bool = false;
}

impl NodeKind for NonPv {
    const PV: bool = false;
    const ROOT: bool = false;
}

/// What stays of a ply while the search is below it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StackEntry {
    /// The move being searched; none at a null move.
    pub(crate) mv: Option<Move>,
    /// The man it moves, and where to.
    pub(crate) piece_to: PieceTo,
    /// The corrected static evaluation, or [`NO_VALUE`] in check.
    pub(crate) static_eval: Value,
    /// The move left out while its singularity is tested.
    pub(crate) excluded: Option<Move>,
    /// The position is, or was, on the principal variation.
    pub(crate) tt_pv: bool,
    /// Squares that the other side attacks.
    pub(crate) threats: Bitboard,
    /// How often this ply has been cut off since its parent was entered.
    pub(crate) cutoffs: u32,
}

impl Default for StackEntry {
    fn default() -> Self {
        StackEntry {
            mv: None,
            piece_to: PieceTo::NONE,
            static_eval: NO_VALUE,
            excluded: None,
            tt_pv: false,
            threats: Bitboard::EMPTY,
            cutoffs: 0,
        }
    }
}

/// The facts of a node on which the rules of pruning, reduction and extension are built.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    pub(crate) ply: usize,
    pub(crate) depth: i32,
    pub(crate) alpha: Value,
    pub(crate) beta: Value,
    pub(crate) pv: bool,
    /// Expected to be cut off by one of its first moves.
    pub(crate) cut_node: bool,
    pub(crate) in_check: bool,
    /// What the hash table knows; its value is relative to the root.
    pub(crate) hit: Option<Entry>,
    pub(crate) tt_pv: bool,
    /// The static evaluation as the evaluation gives it.
    pub(crate) raw_eval: Value,
    /// The static evaluation as experience corrects it; [`NO_VALUE`] in check.
    pub(crate) static_eval: Value,
    /// In an ending that is known from the root on, the static evaluation says how near the win is, and
    /// the way there leads down as well as up: a quiet move that is now behind is no worse for that.
    pub(crate) is_graded: bool,
    /// The best estimate: the static evaluation, or the hash table's value where that bounds it.
    pub(crate) estimate: Value,
    /// The static evaluation has risen since this side's last turn.
    pub(crate) improving: bool,
}

/// A move of a node that is to be searched, or left out.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Candidate {
    pub(crate) mv: Move,
    /// Counted from 1 in the order of search.
    pub(crate) number: usize,
    /// How promising the histories find it.
    pub(crate) history: i32,
}

/// The facts of a node that only its moves need.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MoveFacts {
    pub(crate) context: MoveContext,
    pub(crate) checks: Checks,
}

impl Node {
    pub(crate) fn hash_move(&self) -> Option<Move> {
        self.hit.and_then(|entry| entry.mv)
    }
}
