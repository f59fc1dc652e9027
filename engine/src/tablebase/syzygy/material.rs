//! Which men are on the board: what names a table.

use portcullis_movegen::{Board, Color, PieceType};

use super::MAX_MEN;

/// The kinds of men that a name counts, in its order.
const KINDS: [PieceType; 5] =
    [PieceType::Queen, PieceType::Rook, PieceType::Bishop, PieceType::Knight, PieceType::Pawn];

/// The numbers of men of both sides beside the kings: four bits each, White's first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Material(u64);

const fn shift(color: Color, kind: PieceType) -> usize {
    4 * (5 * color.index() + kind.index())
}

impl Material {
    pub(super) fn of(board: &Board) -> Material {
        let mut bits = 0;
        for color in [Color::White, Color::Black] {
            for kind in KINDS {
                bits |= u64::from(board.colored(color, kind).count()) << shift(color, kind);
            }
        }
        Material(bits)
    }

    /// The material of a name such as `KQPvKR`.
    pub(super) fn from_name(name: &str) -> Option<Material> {
        let (white, black) = name.split_once('v')?;
        let mut material = Material(0);
        for (color, men) in [(Color::White, white), (Color::Black, black)] {
            for letter in men.strip_prefix('K')?.chars() {
                let kind = PieceType::from_char(letter).filter(|_| letter.is_ascii_uppercase())?;
                if kind == PieceType::King || material.men() == MAX_MEN {
                    return None;
                }
                material.0 += 1 << shift(color, kind);
            }
        }
        (material.men() > 2).then_some(material)
    }

    pub(super) fn name(self) -> String {
        let men = |color| {
            let men = KINDS.into_iter().flat_map(move |kind| {
                std::iter::repeat_n(kind.to_char().to_ascii_uppercase(), self.count(color, kind))
            });
            std::iter::once('K').chain(men).collect::<String>()
        };
        format!("{}v{}", men(Color::White), men(Color::Black))
    }

    /// The colours exchanged.
    pub(super) const fn swapped(self) -> Material {
        Material((self.0 & 0xF_FFFF) << 20 | self.0 >> 20)
    }

    /// The number of men of a kind; kings are not counted.
    pub(super) fn count(self, color: Color, kind: PieceType) -> usize {
        match kind {
            PieceType::King => 1,
            _ => (self.0 >> shift(color, kind) & 0xF) as usize,
        }
    }

    /// The number of all men.
    pub(super) fn men(self) -> usize {
        let color = |color| KINDS.iter().map(|&kind| self.count(color, kind)).sum::<usize>();
        2 + color(Color::White) + color(Color::Black)
    }

    pub(super) fn pawns(self, color: Color) -> usize {
        self.count(color, PieceType::Pawn)
    }

    pub(super) fn has_pawns(self) -> bool {
        self.pawns(Color::White) + self.pawns(Color::Black) > 0
    }

    pub(super) fn is_symmetric(self) -> bool {
        self == self.swapped()
    }

    /// Some side has just one man of a kind, kings left out.
    pub(super) fn has_single_man(self) -> bool {
        [Color::White, Color::Black]
            .into_iter()
            .any(|color| KINDS.into_iter().any(|kind| self.count(color, kind) == 1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_and_written() {
        for name in ["KQvK", "KRPvKR", "KBBvKN", "KPvKP", "KQRBNPvK", "KNNNvKQQ"] {
            let material = Material::from_name(name).expect(name);
            assert_eq!(material.name(), name);
            assert_eq!(material.swapped().swapped(), material);
        }
        for name in ["", "K", "KvK", "KQ", "QvK", "KQvk", "KQKvK", "KXvK", "KQQQvKQQQ", "kqvk"] {
            assert_eq!(Material::from_name(name), None, "{name}");
        }
    }

    #[test]
    fn a_board_has_the_material_of_its_men() {
        let board = Board::from_fen("8/8/8/3k4/8/3K4/3Q4/7r w - - 0 1").expect("a FEN");
        let material = Material::of(&board);
        assert_eq!(material, Material::from_name("KQvKR").expect("a name"));
        assert!(!material.is_symmetric() && !material.has_pawns() && material.men() == 4);
    }
}
