//! From the accumulators to a value.

use super::network::Parameters;

/// What stands for 1.0 in the accumulators and the weights that go into them.
pub(super) const QA: i32 = 255;
/// What stands for 1.0 in the output weights.
pub(super) const QB: i32 = 64;
/// Centipawns of an output of 1.0.
pub(super) const SCALE: i32 = 400;

impl<const N: usize> Parameters<N> {
    /// The value in centipawns by a kernel's sum.
    #[inline]
    pub(super) fn scale(&self, sum: i32, bucket: usize) -> i32 {
        let output = sum / QA + self.output_bias[bucket];
        // In 64 bits: a network may be legal and yet be far off.
        (i64::from(output) * i64::from(SCALE) / i64::from(QA * QB)) as i32
    }
}

#[cfg(test)]
mod tests {
    use portcullis_movegen::{Board, BoardBuilder, Color, Piece, PieceType, Square};

    use crate::eval::features::men;
    use crate::eval::network::Network;
    use crate::eval::random_network::{file, random_network};
    use crate::eval::simd::Kernel;

    const FENS: [&str; 6] = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 0 1",
        "2kr3r/p1p2ppp/2n1b3/2b1p3/8/2P2N2/PP2BPPP/R1B1K2R w KQ - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "8/8/8/4k3/8/8/3PK3/8 b - - 0 1",
        "7k/8/8/8/8/8/8/K7 w - - 0 1",
    ];

    /// The value by the description of the file, from the file's bytes.
    fn value_by_description(bytes: &[u8], board: &Board) -> i32 {
        let hidden = usize::from(u16::from_le_bytes([bytes[14], bytes[15]]));
        let body = 32 + usize::from(u16::from_le_bytes([bytes[24], bytes[25]]));
        let word = |index: usize| {
            let offset = body + 2 * index;
            i64::from(i16::from_le_bytes([bytes[offset], bytes[offset + 1]]))
        };
        let output_weights = body + 2 * 769 * hidden;
        let accumulator = |perspective: Color| -> Vec<i64> {
            let king = board.king(perspective).index();
            let flip = if perspective == Color::Black { 56 } else { 0 }
                ^ if king % 8 >= 4 { 7 } else { 0 };
            let mut sums: Vec<i64> = (0..hidden).map(|i| word(768 * hidden + i)).collect();
            for (piece, square) in men(board) {
                let owner = if piece.color() == perspective { 0 } else { 384 };
                let kind = PieceType::ALL.iter().position(|&kind| kind == piece.piece_type());
                let feature = owner + kind.unwrap() * 64 + (square.index() ^ flip);
                for (i, sum) in sums.iter_mut().enumerate() {
                    *sum += word(feature * hidden + i);
                }
            }
            sums
        };
        let us = board.side_to_move();
        let values = [us, !us].map(accumulator).concat();
        let bucket = (board.occupied().count() as usize - 2) / 4;
        let mut sum = 0;
        for (i, value) in values.iter().enumerate() {
            let weight = bytes[output_weights + bucket * 2 * hidden + i] as i8;
            sum += value.clamp(&0, &255).pow(2) * i64::from(weight);
        }
        let bias = output_weights + 16 * hidden + 4 * bucket;
        let bias = i32::from_le_bytes(bytes[bias..bias + 4].try_into().unwrap());
        ((sum / 255 + i64::from(bias)) * 400 / (255 * 64)) as i32
    }

    #[test]
    fn values_are_those_of_the_description() {
        for (hidden, seed) in [(64, 1), (64, 2), (128, 3), (256, 4), (384, 5), (256, 6), (512, 7)] {
            let bytes = random_network(hidden, seed);
            let network = Network::from_bytes(&bytes).expect("a network");
            for kernel in Kernel::available() {
                let network = network.clone().with_kernel(kernel);
                for fen in FENS {
                    let board = Board::from_fen(fen).expect("valid");
                    let value = value_by_description(&bytes, &board);
                    assert_eq!(network.evaluate(&board), value, "{kernel} {fen}");
                }
            }
        }
    }

    #[test]
    fn a_network_of_one_neuron_gives_the_number_that_pencil_and_paper_give() {
        // A white knight on c3, seen by a White whose king is on the right: on f3. It alone wakes
        // the first neuron, to 100 of 255; 3 bishops' worth of 40 go the other way.
        let mut parts =
            [vec![0; 768 * 64], vec![0; 64], vec![0; 8 * 128], vec![0, 640, 0, 0, 0, 0, 0, 0]];
        parts[0][(64 + 21) * 64] = 100;
        parts[2][128] = 51;
        let network = Network::from_bytes(&file(64, "", &parts)).expect("a network");
        let board = |fen| Board::from_fen(fen).expect("valid");
        // Six men: bucket 1. 100 * 100 * 51 / 255 = 2000; (2000 + 640) * 400 / (255 * 64) = 64.7.
        let us = board("4k3/8/8/8/8/2N5/1PPP4/4K3 w - - 0 1");
        assert_eq!(network.evaluate(&us), 64);
        // For the other side to move the neuron is in the second half, which has no weights.
        let them = board("4k3/8/8/8/8/2N5/1PPP4/4K3 b - - 0 1");
        assert_eq!(network.evaluate(&them), 640 * 400 / (255 * 64));
        // The king on the left: the knight is on c3, and another neuron's business.
        let left = board("4k3/8/8/8/8/2N5/1PPP4/K7 w - - 0 1");
        assert_eq!(network.evaluate(&left), 640 * 400 / (255 * 64));
    }

    #[test]
    fn colours_and_wings_are_treated_alike() {
        let network = Network::from_bytes(&random_network(64, 2)).expect("a network");
        for fen in FENS {
            let board = Board::from_fen(fen).expect("valid");
            let turned = |turn: fn(Square) -> Square, colors: bool| {
                let of = |color: Color| if colors { !color } else { color };
                let mut builder = BoardBuilder::empty();
                for (piece, square) in men(&board) {
                    let piece = Piece::new(of(piece.color()), piece.piece_type());
                    builder.put(turn(square), Some(piece));
                }
                builder.side_to_move(of(board.side_to_move())).build().expect("valid")
            };
            let value = network.evaluate(&board);
            assert_eq!(network.evaluate(&turned(Square::flip_rank, true)), value, "{fen}");
            assert_eq!(network.evaluate(&turned(Square::flip_file, false)), value, "{fen}");
        }
    }
}
