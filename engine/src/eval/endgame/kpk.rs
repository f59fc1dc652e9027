//! King and pawn against king, solved: which positions are won.
//!
//! [Retrograde analysis](https://www.chessprogramming.org/Retrograde_Analysis) when first asked, in about a
//! millisecond: for each place of the pawn and of its king, a set holds all squares of the other king
//! at once. White has the pawn, on one of the files a to d; the others are mirror images.

use std::sync::LazyLock;

use portcullis_movegen::{Bitboard, Board, Color, File, Rank, Square, attacks};

static SOLUTION: LazyLock<Solution> = LazyLock::new(Solution::new);

/// Whether the pawn wins if it, the kings and the turn are all there is.
pub(super) fn wins(board: &Board, strong: Color, pawn: Square) -> bool {
    let mirrored = pawn.file() > File::D;
    let seen = |square: Square| {
        let square = square.relative_to(strong);
        if mirrored { square.flip_file() } else { square }
    };
    let place = Place { pawn: seen(pawn), king: seen(board.king(strong)) };
    let turn = if board.side_to_move() == strong { Color::White } else { Color::Black };
    SOLUTION.won(turn, place).contains(seen(board.king(!strong)))
}

/// Where White's men stand.
#[derive(Clone, Copy, Debug)]
struct Place {
    pawn: Square,
    king: Square,
}

impl Place {
    /// For pawns on the second to the seventh rank.
    fn all() -> impl Iterator<Item = Place> {
        let pawns = Square::all().filter(|pawn| {
            pawn.file() <= File::D && !matches!(pawn.rank(), Rank::First | Rank::Eighth)
        });
        pawns.flat_map(|pawn| {
            let kings = Square::all().filter(move |&king| king != pawn);
            kings.map(move |king| Place { pawn, king })
        })
    }

    fn index(self) -> usize {
        64 * self.pawn.index() + self.king.index()
    }

    /// Where the black king may step.
    fn open_to_black(self) -> Bitboard {
        let attacked = attacks::king(self.king) | attacks::pawn(Color::White, self.pawn);
        !(attacked | self.king.bitboard())
    }
}

/// By place: the squares of the black king with which White wins, with White to move and with Black.
#[derive(Debug)]
struct Solution([Vec<Bitboard>; 2]);

impl Solution {
    fn new() -> Solution {
        let mut solution =
            Solution([vec![Bitboard::EMPTY; 64 * 64], vec![Bitboard::EMPTY; 64 * 64]]);
        let mut changed = true;
        while changed {
            changed = false;
            for place in Place::all() {
                let won = [solution.with_white_to_move(place), solution.with_black_to_move(place)];
                for (sets, won) in solution.0.iter_mut().zip(won) {
                    changed |= sets[place.index()] != won;
                    sets[place.index()] = won;
                }
            }
        }
        solution
    }

    fn won(&self, turn: Color, place: Place) -> Bitboard {
        self.0[turn.index()][place.index()]
    }

    /// With which squares of the black king one of White's moves wins, as far as is known.
    fn with_white_to_move(&self, place: Place) -> Bitboard {
        let Place { pawn, king } = place;
        let mut won = Bitboard::EMPTY;
        for to in attacks::king(king) - pawn.bitboard() {
            won |= self.won(Color::Black, Place { pawn, king: to });
        }
        let Some(once) = pawn.offset(0, 1).filter(|&to| to != king) else {
            return won & place.open_to_black();
        };
        won |= if once.rank() == Rank::Eighth {
            // The new queen must not be taken; where it would be stalemate, a rook wins.
            let guarded = attacks::king(once).contains(king);
            if guarded { !once.bitboard() } else { !(attacks::king(once) | once.bitboard()) }
        } else {
            self.won(Color::Black, Place { pawn: once, king })
        };
        let on_second = pawn.rank() == Rank::Second;
        if let Some(twice) = once.offset(0, 1).filter(|&to| on_second && to != king) {
            won |= self.won(Color::Black, Place { pawn: twice, king }) - once.bitboard();
        }
        // With White to move, the black king cannot stand in check.
        won & (place.open_to_black() - pawn.bitboard())
    }

    /// On which squares the black king can move, and only to where it loses. Taking the pawn leads to
    /// no won position; nor does stalemate, and the pawn cannot mate.
    fn with_black_to_move(&self, place: Place) -> Bitboard {
        let targets = place.open_to_black();
        let saving = targets - self.won(Color::White, place);
        let standing = !(attacks::king(place.king) | place.king.bitboard() | place.pawn.bitboard());
        standing & (neighbours(targets) - neighbours(saving))
    }
}

/// All squares that a king reaches from some square of these.
fn neighbours(squares: Bitboard) -> Bitboard {
    let beside = squares.east() | squares.west();
    let row = squares | beside;
    beside | row.north() | row.south()
}
