//! A network's evaluation taken apart, for people.

use std::fmt;

use portcullis_movegen::{Board, Color, File, Piece, PieceType, Rank, Square};

use super::features::{OUTPUT_BUCKETS, men, output_bucket};
use super::network::Network;

/// How a network sees a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NetworkTrace {
    /// The network: its name and sizes.
    pub network: String,
    /// The output layer that the number of men on the board chooses, from 0.
    pub bucket: usize,
    /// What each output layer would say, in centipawns from White's view.
    pub buckets_white_cp: [i32; OUTPUT_BUCKETS],
    /// What the value, in centipawns from White's view, owes to each man: how much it would fall if
    /// the man were not there and the output layer stayed the same. Kings cannot be taken away.
    pub men: Vec<(Square, Piece, Option<i32>)>,
}

impl NetworkTrace {
    pub(super) fn new(network: &Network, board: &Board) -> NetworkTrace {
        let white = |value: i32| if board.side_to_move() == Color::White { value } else { -value };
        let men: Vec<(Piece, Square)> = men(board).collect();
        let bucket = output_bucket(men.len() as u32);
        let buckets_white_cp =
            std::array::from_fn(|bucket| white(network.evaluate_men(board, bucket, &men)));
        let share = |index: usize| {
            let (piece, square) = men[index];
            let mut others = men.clone();
            others.remove(index);
            let without = white(network.evaluate_men(board, bucket, &others));
            let is_king = piece.piece_type() == PieceType::King;
            (square, piece, (!is_king).then_some(buckets_white_cp[bucket] - without))
        };
        NetworkTrace {
            network: network.to_string(),
            bucket,
            buckets_white_cp,
            men: (0..men.len()).map(share).collect(),
        }
    }
}

fn pawns(cp: i32) -> f64 {
    f64::from(cp) / 100.0
}

impl fmt::Display for NetworkTrace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "Network: {}", self.network)?;
        writeln!(f, "What each man adds (pawns, White's view):")?;
        for rank in Rank::ALL.into_iter().rev() {
            let on = |file| {
                let square = Square::new(file, rank);
                self.men.iter().find(|&&(other, ..)| other == square)
            };
            for file in File::ALL {
                write!(f, "{:>8}", on(file).map_or('.', |(_, piece, _)| piece.to_char()))?;
            }
            writeln!(f)?;
            let mut line = String::new();
            for file in File::ALL {
                let share = on(file).and_then(|&(_, _, share)| share);
                line += &match share {
                    Some(cp) => format!("{:>+8.2}", pawns(cp)),
                    None => format!("{:8}", ""),
                };
            }
            writeln!(f, "{}", line.trim_end())?;
        }
        write!(f, "Output layers by men on the board:")?;
        for (bucket, &cp) in self.buckets_white_cp.iter().enumerate() {
            let mark = if bucket == self.bucket { "*" } else { "" };
            let (fewest, most) = (4 * bucket + 2, 4 * bucket + 5);
            write!(f, " {fewest}-{} {:+.2}{mark}", most.min(32), pawns(cp))?;
        }
        writeln!(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::random_network::{file, random_network};

    #[test]
    fn the_trace_agrees_with_the_value() {
        let network = Network::from_bytes(&random_network(64, 2)).expect("a network");
        let board = Board::from_fen("4k3/pp6/8/3n4/8/2N5/1PPP4/4K3 b - - 0 1").expect("valid");
        let trace = NetworkTrace::new(&network, &board);
        assert_eq!(trace.bucket, 1);
        assert_eq!(trace.buckets_white_cp[1], -network.evaluate(&board));
        assert_eq!(trace.men.len(), 9);
        let kings = trace.men.iter().filter(|(_, _, share)| share.is_none());
        assert!(kings.map(|(_, piece, _)| *piece).eq([Piece::WhiteKing, Piece::BlackKing]));
        let text = trace.to_string();
        assert!(text.contains("random") && text.contains("6-9 "), "{text}");
    }

    #[test]
    fn a_man_that_is_worth_something_to_its_side_is_shown_with_the_right_sign() {
        // Of all inputs only one's own knights count, and only for the side that owns them.
        let mut parts = [vec![0; 768 * 64], vec![0; 64], vec![0; 8 * 128], vec![0; 8]];
        for feature in 64..128 {
            parts[0][feature * 64] = 200;
        }
        for bucket in 0..8 {
            (parts[2][bucket * 128], parts[2][bucket * 128 + 64]) = (100, -100);
        }
        let network = Network::from_bytes(&file(64, "", &parts)).expect("a network");
        for turn in ["w", "b"] {
            let fen = format!("4k3/8/8/3n4/8/2N2N2/8/4K3 {turn} - - 0 1");
            let board = Board::from_fen(&fen).expect("valid");
            let share = |square| {
                let trace = NetworkTrace::new(&network, &board);
                trace.men.into_iter().find(|&(other, ..)| other == square).and_then(|man| man.2)
            };
            assert!(share(Square::C3) > Some(0));
            assert!(share(Square::D5) < Some(0));
            assert_eq!(share(Square::E1), None);
        }
    }
}
