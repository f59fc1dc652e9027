//! The numbers of the evaluation, by what they count.

use super::tapered::{Tapered, tapered as t};

/// Declares the terms of the evaluation with their weights.
macro_rules! terms {
    ($($(#[$doc:meta])* $name:ident = $label:literal [$($weight:expr),* $(,)?];)*) => {
        /// What the evaluation counts.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum Term {
            $($(#[$doc])* $name,)*
        }

        impl Term {
            /// The weights of a term, by what is counted.
            #[inline]
            pub(crate) const fn weights(self) -> &'static [Tapered] {
                match self {
                    $(Term::$name => const { &[$($weight),*] },)*
                }
            }

            /// How the term is called in explanations.
            pub(crate) const fn label(self) -> &'static str {
                match self {
                    $(Term::$name => $label,)*
                }
            }
        }
    };
}

terms! {
    /// By kind; the king counts nothing.
    Material = "Material" [t(85, 115), t(345, 330), t(360, 345), t(480, 600), t(1010, 1080), t(0, 0)];
    /// Both bishops.
    BishopPair = "Bishop pair" [t(28, 55)];

    /// By the number of squares that are not taken or guarded by a pawn.
    KnightMobility = "Mobility" [
        t(-45, -60), t(-28, -35), t(-14, -14), t(-4, 0), t(4, 8), t(11, 14), t(17, 18), t(22, 18),
        t(26, 14),
    ];
    BishopMobility = "Mobility" [
        t(-38, -50), t(-22, -32), t(-10, -16), t(-2, -4), t(5, 4), t(11, 12), t(15, 18), t(18, 22),
        t(20, 25), t(22, 26), t(25, 26), t(29, 24), t(32, 26), t(36, 22),
    ];
    RookMobility = "Mobility" [
        t(-36, -60), t(-24, -36), t(-16, -18), t(-11, -5), t(-8, 4), t(-4, 11), t(0, 17), t(4, 22),
        t(8, 27), t(11, 31), t(14, 35), t(17, 38), t(19, 41), t(22, 41), t(25, 38),
    ];
    QueenMobility = "Mobility" [
        t(-30, -60), t(-24, -52), t(-18, -44), t(-14, -34), t(-11, -25), t(-8, -16), t(-5, -8),
        t(-2, 0), t(0, 7), t(2, 13), t(4, 18), t(6, 23), t(7, 27), t(8, 31), t(9, 34), t(10, 37),
        t(10, 40), t(10, 42), t(11, 44), t(11, 46), t(12, 47), t(14, 46), t(16, 44), t(18, 42),
        t(20, 38), t(22, 34), t(24, 30), t(26, 26),
    ];

    /// No own pawn on the files beside it.
    IsolatedPawn = "Pawns" [t(-12, -14)];
    /// An own pawn in front of it on its file.
    DoubledPawn = "Pawns" [t(-6, -20)];
    /// Cannot be guarded by a pawn and cannot advance safely; on a half-open file or not.
    BackwardPawn = "Pawns" [t(-8, -10), t(-18, -14)];
    /// Guarded by a pawn, by rank.
    GuardedPawn = "Pawns" [t(0, 0), t(0, 0), t(14, 8), t(12, 8), t(15, 14), t(30, 30), t(60, 50), t(0, 0)];
    /// Side by side with another pawn, by rank.
    PhalanxPawn = "Pawns" [t(0, 0), t(2, -2), t(6, 2), t(10, 10), t(24, 28), t(45, 60), t(80, 90), t(0, 0)];

    /// No enemy pawn can stop or take it, by rank.
    PassedPawn = "Passed pawns" [
        t(0, 0), t(-6, 8), t(-8, 12), t(-6, 34), t(16, 62), t(44, 110), t(80, 160), t(0, 0),
    ];
    /// The square in front of it is free, by rank.
    FreePasser = "Passed pawns" [
        t(0, 0), t(0, 2), t(0, 4), t(2, 8), t(4, 18), t(10, 34), t(22, 56), t(0, 0),
    ];
    /// No enemy attack on its way to promotion, by rank.
    SafePasser = "Passed pawns" [
        t(0, 0), t(0, 2), t(0, 4), t(2, 8), t(6, 16), t(14, 40), t(30, 70), t(0, 0),
    ];
    /// Distance of its own king from the square in front of it.
    PasserOwnKing = "Passed pawns" [
        t(0, 20), t(0, 18), t(0, 10), t(0, 2), t(0, -4), t(0, -8), t(0, -10), t(0, -10),
    ];
    /// Distance of the enemy king from the square in front of it.
    PasserEnemyKing = "Passed pawns" [
        t(0, -30), t(0, -26), t(0, -12), t(0, 4), t(0, 16), t(0, 24), t(0, 28), t(0, 30),
    ];

    /// No pawn on its file; no own pawn.
    RookFile = "Pieces" [t(32, 12), t(14, 10)];
    /// Guarded by a pawn where no enemy pawn can drive it away: a knight, a bishop.
    Outpost = "Pieces" [t(28, 18), t(20, 8)];
    /// Own pawns on squares of the bishop's colour.
    BishopPawns = "Pieces" [t(-3, -6)];
    /// A knight or bishop behind a pawn.
    ShieldedMinor = "Pieces" [t(5, 2)];
    /// A bishop that sees both middle squares of a long diagonal.
    LongDiagonal = "Pieces" [t(18, 8)];

    /// Enemy pieces attacked by a pawn, by kind.
    PawnThreat = "Threats" [t(0, 0), t(58, 36), t(62, 48), t(80, 40), t(70, 40), t(0, 0)];
    /// Enemy men attacked by a knight or bishop, by kind.
    MinorThreat = "Threats" [t(2, 18), t(24, 28), t(26, 30), t(56, 44), t(50, 60), t(0, 0)];
    /// Enemy men attacked by a rook, by kind.
    RookThreat = "Threats" [t(-2, 18), t(20, 26), t(24, 26), t(0, 16), t(48, 30), t(0, 0)];
    /// Enemy men attacked by the king.
    KingThreat = "Threats" [t(12, 36)];
    /// Enemy pieces that hang: attacked and not guarded.
    Hanging = "Threats" [t(24, 14)];
    /// Enemy pieces that a safe pawn step would attack.
    PushThreat = "Threats" [t(16, 16)];

    /// How far the nearest own pawn stands before the king on each of three files, by rank (0: none).
    Shelter = "King" [
        t(-18, 2), t(18, -6), t(12, -4), t(0, 0), t(-6, 0), t(-8, 0), t(-10, 0),
    ];
    /// How far the nearest enemy pawn has come on these files, by rank from the king's side (0: none).
    Storm = "King" [
        t(0, 0), t(-4, 0), t(-26, 4), t(-14, 2), t(-4, 0), t(0, 0), t(2, 0),
    ];
    /// Danger to the enemy king as a whole, see [`super::king`].
    Danger = "King" [];

    /// Squares behind and beside the own pawns in the middle of the board that are not attacked.
    Space = "Space" [t(3, 0)];
    /// The right to move.
    Tempo = "Tempo" [t(20, 16)];
}

/// Units of danger to a king, by what threatens it.
#[derive(Clone, Copy, Debug)]
pub(super) struct DangerWeights {
    /// Each knight, bishop, rook or queen that attacks the king's zone, by kind.
    pub(super) attacker: [i32; 6],
    /// Each attack on a square next to the king.
    pub(super) adjacent_attack: i32,
    /// Each square of the zone that only the king (or queen) guards, though attacked.
    pub(super) weak_square: i32,
    /// Safe checks, by kind.
    pub(super) safe_check: [i32; 6],
    /// No enemy queen.
    pub(super) no_queen: i32,
    /// Weakness of the shelter, for each centipawn.
    pub(super) shelter_percent: i32,
    /// What is always there.
    pub(super) base: i32,
}

pub(super) const DANGER: DangerWeights = DangerWeights {
    attacker: [0, 26, 20, 16, 12, 0],
    adjacent_attack: 18,
    weak_square: 30,
    safe_check: [0, 62, 38, 70, 56, 0],
    no_queen: -120,
    shelter_percent: 60,
    base: -20,
};
