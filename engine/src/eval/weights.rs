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
    Material = "Material" [t(91, 134), t(323, 353), t(338, 374), t(459, 641), t(1001, 1117), t(0, 0)];
    /// Both bishops.
    BishopPair = "Bishop pair" [t(13, 57)];

    /// By the number of squares that are not taken or guarded by a pawn.
    KnightMobility = "Mobility" [
        t(-24, -31), t(-21, -67), t(-16, 3), t(-11, 4), t(-2, 18), t(4, 25), t(10, 23), t(13, 30),
        t(17, 15),
    ];
    BishopMobility = "Mobility" [
        t(-22, -23), t(-17, -36), t(-12, -16), t(-6, 2), t(0, 19), t(3, 23), t(6, 25), t(4, 30),
        t(10, 29), t(3, 31), t(14, 23), t(15, 37), t(27, 20), t(26, 19),
    ];
    RookMobility = "Mobility" [
        t(-57, -75), t(-20, -22), t(-11, -9), t(-7, -6), t(-7, 6), t(-6, 18), t(0, 27), t(1, 24),
        t(1, 33), t(5, 40), t(7, 39), t(7, 43), t(10, 47), t(8, 53), t(26, 45),
    ];
    QueenMobility = "Mobility" [
        t(-33, -62), t(-10, -54), t(-12, -52), t(-1, -44), t(-8, -44), t(-3, -25), t(2, -11),
        t(1, 2), t(2, 19), t(3, 16), t(5, 12), t(3, 33), t(7, 32), t(-1, 54), t(5, 54), t(-2, 53),
        t(0, 57), t(-5, 65), t(7, 43), t(0, 55), t(15, 56), t(13, 52), t(25, 43), t(4, 22),
        t(19, 35), t(14, 18), t(22, 28), t(26, 24),
    ];

    /// No own pawn on the files beside it.
    IsolatedPawn = "Pawns" [t(-10, -10)];
    /// An own pawn in front of it on its file.
    DoubledPawn = "Pawns" [t(-16, -12)];
    /// Cannot be guarded by a pawn and cannot advance safely; on a half-open file or not.
    BackwardPawn = "Pawns" [t(-11, -12), t(-13, -19)];
    /// Guarded by a pawn, by rank.
    GuardedPawn = "Pawns" [
        t(0, 0), t(0, 0), t(8, 15), t(10, 12), t(15, 16), t(62, 35), t(79, 59), t(0, 0),
    ];
    /// Side by side with another pawn, by rank.
    PhalanxPawn = "Pawns" [
        t(0, 0), t(1, 1), t(7, 2), t(7, 11), t(17, 42), t(54, 62), t(81, 93), t(0, 0),
    ];

    /// No enemy pawn can stop or take it, by rank.
    PassedPawn = "Passed pawns" [
        t(0, 0), t(2, 16), t(-18, 15), t(3, 43), t(17, 75), t(39, 107), t(98, 137), t(0, 0),
    ];
    /// The square in front of it is free, by rank.
    FreePasser = "Passed pawns" [
        t(0, 0), t(-5, 0), t(17, -2), t(1, 8), t(8, 22), t(-5, 44), t(47, 64), t(0, 0),
    ];
    /// No enemy attack on its way to promotion, by rank.
    SafePasser = "Passed pawns" [
        t(0, 0), t(3, 13), t(-1, 7), t(-31, 21), t(-13, 39), t(-2, 74), t(36, 111), t(0, 0),
    ];
    /// Distance of its own king from the square in front of it.
    PasserOwnKing = "Passed pawns" [
        t(11, 51), t(9, 55), t(2, 20), t(-9, -5), t(-2, -19), t(1, -26), t(14, -40), t(-10, -20),
    ];
    /// Distance of the enemy king from the square in front of it.
    PasserEnemyKing = "Passed pawns" [
        t(-5, -34), t(12, -49), t(2, -27), t(-1, 7), t(-6, 29), t(3, 56), t(-17, 60), t(33, 42),
    ];

    /// No pawn on its file; no own pawn.
    RookFile = "Pieces" [t(28, 2), t(13, 18)];
    /// Guarded by a pawn where no enemy pawn can drive it away: a knight, a bishop.
    Outpost = "Pieces" [t(16, 7), t(11, 16)];
    /// Own pawns on squares of the bishop's colour.
    BishopPawns = "Pieces" [t(-1, -6)];
    /// A knight or bishop behind a pawn.
    ShieldedMinor = "Pieces" [t(5, 9)];
    /// A bishop that sees both middle squares of a long diagonal.
    LongDiagonal = "Pieces" [t(11, 14)];

    /// Enemy pieces attacked by a pawn, by kind.
    PawnThreat = "Threats" [t(0, 0), t(65, 49), t(64, 57), t(68, 36), t(62, 22), t(0, 0)];
    /// Enemy men attacked by a knight or bishop, by kind.
    MinorThreat = "Threats" [t(6, 19), t(21, 34), t(35, 15), t(71, 13), t(51, 50), t(0, 0)];
    /// Enemy men attacked by a rook, by kind.
    RookThreat = "Threats" [t(8, 26), t(22, 27), t(18, 39), t(-1, 9), t(41, 27), t(0, 0)];
    /// Enemy men attacked by the king.
    KingThreat = "Threats" [t(-5, 49)];
    /// Enemy pieces that hang: attacked and not guarded.
    Hanging = "Threats" [t(18, 32)];
    /// Enemy pieces that a safe pawn step would attack.
    PushThreat = "Threats" [t(17, 20)];

    /// How far the nearest own pawn stands before the king on each of three files, by rank (0: none).
    Shelter = "King" [t(-11, 0), t(15, -8), t(8, -6), t(0, 2), t(-11, -5), t(-7, 1), t(-4, 27)];
    /// How far the nearest enemy pawn has come on these files, by rank from the king's side (0: none).
    Storm = "King" [t(-9, -5), t(24, 42), t(-2, 20), t(-11, -4), t(-4, -7), t(1, -7), t(2, -8)];
    /// Danger to the enemy king as a whole, see [`super::king`].
    Danger = "King" [];

    /// Squares behind and beside the own pawns in the middle of the board that are not attacked.
    Space = "Space" [t(2, -1)];
    /// The right to move.
    Tempo = "Tempo" [t(31, 30)];
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
    attacker: [0, 44, 14, 15, 35, 0],
    adjacent_attack: 14,
    weak_square: 30,
    safe_check: [0, 99, 65, 107, 89, 0],
    no_queen: -111,
    shelter_percent: 56,
    base: 7,
};
