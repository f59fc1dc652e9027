//! The positions by which the speed of generators is compared.

/// A position with a depth that takes a fraction of a second, and the counts there.
#[derive(Clone, Copy, Debug)]
pub struct BenchPosition {
    /// A short name.
    pub name: &'static str,
    /// The position; castling rights in the notation that other libraries read too.
    pub fen: &'static str,
    /// Whether the rights are written in Shredder-FEN (`HFhf`).
    pub is_chess960: bool,
    /// The depth of a count whose last ply is only counted.
    pub depth: u8,
    /// Leaves at `depth`.
    pub nodes: u64,
    /// The depth of a count that plays every leaf, which takes about as long.
    pub unbulked_depth: u8,
    /// Leaves at `unbulked_depth`.
    pub unbulked_nodes: u64,
}

/// The six positions of the Chess Programming Wiki's perft page and one of Chess960.
pub const BENCH_POSITIONS: [BenchPosition; 7] = [
    BenchPosition {
        name: "start",
        fen: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        is_chess960: false,
        depth: 6,
        nodes: 119_060_324,
        unbulked_depth: 5,
        unbulked_nodes: 4_865_609,
    },
    BenchPosition {
        name: "kiwipete",
        fen: "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        is_chess960: false,
        depth: 5,
        nodes: 193_690_690,
        unbulked_depth: 4,
        unbulked_nodes: 4_085_603,
    },
    BenchPosition {
        name: "cpw3",
        fen: "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        is_chess960: false,
        depth: 7,
        nodes: 178_633_661,
        unbulked_depth: 6,
        unbulked_nodes: 11_030_083,
    },
    BenchPosition {
        name: "cpw4",
        fen: "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        is_chess960: false,
        depth: 5,
        nodes: 15_833_292,
        unbulked_depth: 5,
        unbulked_nodes: 15_833_292,
    },
    BenchPosition {
        name: "cpw5",
        fen: "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
        is_chess960: false,
        depth: 5,
        nodes: 89_941_194,
        unbulked_depth: 4,
        unbulked_nodes: 2_103_487,
    },
    BenchPosition {
        name: "cpw6",
        fen: "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
        is_chess960: false,
        depth: 5,
        nodes: 164_075_551,
        unbulked_depth: 4,
        unbulked_nodes: 3_894_594,
    },
    BenchPosition {
        name: "chess960",
        fen: "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
        is_chess960: true,
        depth: 6,
        nodes: 227_689_589,
        unbulked_depth: 5,
        unbulked_nodes: 8_146_062,
    },
];

/// The geometric mean, the mean of rates that differ by factors; 0 of nothing.
#[must_use]
pub fn geometric_mean(values: &[f64]) -> f64 {
    if values.is_empty() {
        return 0.0;
    }
    (values.iter().map(|value| value.ln()).sum::<f64>() / values.len() as f64).exp()
}
