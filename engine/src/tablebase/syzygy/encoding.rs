//! How a table numbers its positions.
//!
//! The men stand in the order that the file gives. Those at the head lead: the board is turned and
//! mirrored until they stand in a fixed part of it, and their places are counted together. Every
//! further group of equal men is numbered by the places that are left. Squares are counted from a1,
//! file by file within a rank, 0 to 63.

use arrayvec::ArrayVec;
use portcullis_movegen::{Color, Piece, PieceType};

use super::MAX_MEN;
use super::material::Material;

/// The squares of the men, in the order of the table.
pub(super) type Squares = ArrayVec<usize, MAX_MEN>;

/// Places of three different men, turned so that the first stands in the triangle a1-d1-d4.
const THREE_PLACES: u64 = 31_332;
/// Places of two kings, turned in the same way.
const KING_PLACES: u64 = 462;

/// Which men are at the head of the order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Leading {
    /// The kings, where no side has a single man of some other kind.
    Kings,
    /// Three men that differ from all others.
    Three,
    /// The pawns of the side that is named first.
    Pawns,
}

/// Equal men whose places are numbered together.
#[derive(Clone, Copy, Debug)]
struct Group {
    len: usize,
    /// Their places begin at the second rank.
    pawns: bool,
    /// What one step of this group's number adds to the index.
    factor: u64,
}

/// The numbering of one table.
#[derive(Debug)]
pub(super) struct Encoding {
    men: ArrayVec<Piece, MAX_MEN>,
    leading: Leading,
    groups: ArrayVec<Group, MAX_MEN>,
    positions: u64,
}

impl Encoding {
    /// The numbering of these men. `orders` are the ranks of the leading group and of the other
    /// side's pawns among the groups, `file` the one of the leading pawn, 0 to 3 from the edge.
    /// None if a damaged file asks for what cannot be.
    pub(super) fn new(
        men: ArrayVec<Piece, MAX_MEN>,
        orders: [u8; 2],
        material: Material,
        file: usize,
    ) -> Option<Encoding> {
        let first = *men.first()?;
        let leading = if material.has_pawns() {
            Leading::Pawns
        } else if material.has_single_man() {
            Leading::Three
        } else {
            Leading::Kings
        };
        let lengths = group_lengths(&men, leading, material)?;
        let places = group_places(&lengths, leading, material, first.color(), file);
        let second_pawns = has_second_pawns(material, leading);
        let mut groups: ArrayVec<Group, MAX_MEN> = lengths
            .iter()
            .enumerate()
            .map(|(nth, &len)| Group { len, pawns: nth == 1 && second_pawns, factor: 0 })
            .collect();
        let mut positions = 1;
        for nth in order(groups.len(), orders, second_pawns)? {
            let group = groups.get_mut(nth)?;
            group.factor = positions;
            positions *= places.get(nth)?;
        }
        Some(Encoding { men, leading, groups, positions })
    }

    /// How many positions are numbered.
    pub(super) fn positions(&self) -> u64 {
        self.positions
    }

    /// The men in the order in which their squares are wanted.
    pub(super) fn men(&self) -> &[Piece] {
        &self.men
    }

    /// The number of the position with the men on these squares; leading pawns come first, the
    /// foremost of them by [`pawn_rank`] at the head.
    pub(super) fn index(&self, squares: &mut Squares) -> Option<u64> {
        let (lead, others) = self.groups.split_first()?;
        let number = match self.leading {
            Leading::Pawns => pawns_number(squares, lead.len)?,
            Leading::Three => three_number(turn(squares, 3)?)?,
            Leading::Kings => kings_number(turn(squares, 2)?)?,
        };
        let mut index = number * lead.factor;
        let mut placed = lead.len;
        for group in others {
            let (before, rest) = squares.split_at_mut_checked(placed)?;
            let own = rest.get_mut(..group.len)?;
            own.sort_unstable();
            let lowest = if group.pawns { 8 } else { 0 };
            let mut number = 0;
            for (nth, &square) in own.iter().enumerate() {
                let taken = before.iter().filter(|&&other| other < square).count();
                number += binomial(square.checked_sub(lowest + taken)?, nth + 1);
            }
            index += number * group.factor;
            placed += group.len;
        }
        Some(index)
    }
}

fn has_second_pawns(material: Material, leading: Leading) -> bool {
    leading == Leading::Pawns
        && material.pawns(Color::White) > 0
        && material.pawns(Color::Black) > 0
}

/// The lengths of the groups in the order of the men; none if the men cannot stand so.
fn group_lengths(
    men: &[Piece],
    leading: Leading,
    material: Material,
) -> Option<ArrayVec<usize, MAX_MEN>> {
    let first = *men.first()?;
    let head = match leading {
        Leading::Kings => 2,
        Leading::Three => 3,
        Leading::Pawns => material.pawns(first.color()),
    };
    let (head, mut rest) = men.split_at_checked(head)?;
    let fits = match leading {
        Leading::Kings => head.iter().all(|man| man.piece_type() == PieceType::King),
        Leading::Three => true,
        Leading::Pawns => head.iter().all(|&man| man == first && is_pawn(man)),
    };
    let mut lengths: ArrayVec<usize, MAX_MEN> = ArrayVec::new();
    lengths.push(head.len());
    let mut second = has_second_pawns(material, leading);
    while let Some(&man) = rest.first() {
        let len = rest.iter().take_while(|&&other| other == man).count();
        if second && (!is_pawn(man) || len != material.pawns(man.color())) {
            return None;
        }
        second = false;
        lengths.push(len);
        rest = rest.get(len..)?;
    }
    (fits && !head.is_empty()).then_some(lengths)
}

fn is_pawn(man: Piece) -> bool {
    man.piece_type() == PieceType::Pawn
}

/// In how many ways each group can stand once those before it stand.
fn group_places(
    lengths: &[usize],
    leading: Leading,
    material: Material,
    leader: Color,
    file: usize,
) -> ArrayVec<u64, MAX_MEN> {
    let second_pawns = has_second_pawns(material, leading);
    let mut free = 64;
    let place = |(nth, &len): (usize, &usize)| {
        let places = match (nth, leading) {
            (0, Leading::Kings) => KING_PLACES,
            (0, Leading::Three) => THREE_PLACES,
            (0, Leading::Pawns) => leading_pawn_places(len, file),
            (1, _) if second_pawns => binomial(48 - material.pawns(leader), len),
            _ => binomial(free, len),
        };
        free -= len;
        places
    };
    lengths.iter().enumerate().map(place).collect()
}

/// The groups from the one that counts fastest to the slowest.
fn order(groups: usize, orders: [u8; 2], second_pawns: bool) -> Option<ArrayVec<usize, MAX_MEN>> {
    let [lead, second] = orders.map(usize::from);
    let mut others = 1 + usize::from(second_pawns)..groups;
    let mut order = ArrayVec::new();
    for rank in 0..groups {
        let group = if rank == lead {
            0
        } else if second_pawns && rank == second {
            1
        } else {
            others.next()?
        };
        order.push(group);
    }
    others.next().is_none().then_some(order)
}

/// Rank among the squares of leading pawns: the foremost of several stands highest. It falls from
/// the edge files to the middle and from the second rank to the seventh; of two mirrored squares the
/// one on the queenside stands higher.
pub(super) const fn pawn_rank(square: usize) -> usize {
    let (file, rank) = (square & 7, square >> 3);
    let from_edge = if file < 4 { file } else { 7 - file };
    let kingside = (file > 3) as usize;
    (47 - 12 * from_edge + 2).saturating_sub(2 * rank + kingside)
}

/// Places of so many leading pawns, the foremost on a file of the left half below this rank.
const fn leading_pawns_below(pawns: usize, file: usize, rank: usize) -> u64 {
    let (mut places, mut below) = (0, 1);
    while below < rank {
        places += binomial(pawn_rank(8 * below + file), pawns - 1);
        below += 1;
    }
    places
}

fn leading_pawn_places(pawns: usize, file: usize) -> u64 {
    leading_pawns_below(pawns, file, 7)
}

/// The number of the leading pawns. The board is mirrored so that the foremost, which comes first,
/// stands on the left half.
fn pawns_number(squares: &mut Squares, pawns: usize) -> Option<u64> {
    if squares.first()? & 7 > 3 {
        squares.iter_mut().for_each(|square| *square ^= 7);
    }
    let (foremost, others) = squares.get_mut(..pawns)?.split_first_mut()?;
    others.sort_unstable_by_key(|&square| std::cmp::Reverse(pawn_rank(square)));
    let mut number = leading_pawns_below(pawns, *foremost & 7, *foremost >> 3);
    for (nth, &square) in others.iter().enumerate() {
        number += binomial(pawn_rank(square), pawns - 1 - nth);
    }
    Some(number)
}

/// Turns and mirrors the board until the first man stands in the triangle a1-d1-d4, and the first
/// of the leading men that leaves the diagonal a1-h8 below it. Returns the leading men.
fn turn(squares: &mut Squares, leading: usize) -> Option<&[usize]> {
    let first = *squares.first()?;
    let mirror = if first & 7 > 3 { 7 } else { 0 } | if first >> 3 > 3 { 56 } else { 0 };
    squares.iter_mut().for_each(|square| *square ^= mirror);
    let off_diagonal = squares.get(..leading)?.iter().find(|&&square| is_off_diagonal(square));
    if off_diagonal.is_some_and(|square| square >> 3 > square & 7) {
        squares.iter_mut().for_each(|square| *square = (*square & 7) << 3 | *square >> 3);
    }
    squares.get(..leading)
}

const fn is_off_diagonal(square: usize) -> bool {
    square & 7 != square >> 3
}

/// The number of a square below the diagonal a1-h8, rank by rank, on a board of so many files.
const fn below_diagonal(square: usize, files: usize) -> usize {
    let (file, rank) = (square & 7, square >> 3);
    (rank * (2 * files - 1 - rank) / 2 + file).saturating_sub(rank + 1)
}

/// The number of a square of the triangle a1-d1-d4, those on the diagonal last.
const fn triangle(square: usize) -> usize {
    if is_off_diagonal(square) { below_diagonal(square, 4) } else { 6 + (square >> 3) }
}

/// The number of three different men.
fn three_number(men: &[usize]) -> Option<u64> {
    let &[a, b, c] = men else { return None };
    let b_skips = usize::from(b > a);
    let c_skips = usize::from(c > a) + usize::from(c > b);
    let on_diagonal = |square: usize| square >> 3;
    let number = if is_off_diagonal(a) {
        (triangle(a) * 63 + b - b_skips) * 62 + c - c_skips
    } else if is_off_diagonal(b) {
        6 * 63 * 62 + (on_diagonal(a) * 28 + below_diagonal(b, 8)) * 62 + c - c_skips
    } else if is_off_diagonal(c) {
        (6 * 63 + 4 * 28) * 62
            + (on_diagonal(a) * 7 + on_diagonal(b) - b_skips) * 28
            + below_diagonal(c, 8)
    } else {
        (6 * 63 + 4 * 28) * 62
            + 4 * 7 * 28
            + (on_diagonal(a) * 7 + on_diagonal(b) - b_skips) * 6
            + on_diagonal(c)
            - c_skips
    };
    Some(number as u64)
}

/// The number of two kings.
fn kings_number(kings: &[usize]) -> Option<u64> {
    let &[a, b] = kings else { return None };
    KINGS.get(triangle(a))?.get(b).map(|&number| u64::from(number))
}

/// Numbers of two kings by triangle number of the first and square of the second: in this order,
/// but those that both stand on the diagonal last.
static KINGS: [[u16; 64]; 10] = number_kings();

#[expect(
    clippy::indexing_slicing,
    reason = "runs in the compiler, where a wrong index is an error"
)]
const fn number_kings() -> [[u16; 64]; 10] {
    let mut numbers = [[0; 64]; 10];
    let mut next = 0;
    let mut both_on_diagonal = false;
    loop {
        let mut place = 0;
        while place < 10 {
            let first = triangle_square(place);
            let mut second = 0;
            while second < 64 {
                let first_off = is_off_diagonal(first);
                let second_off = is_off_diagonal(second);
                let above = !first_off && second >> 3 > second & 7;
                let both_on = !first_off && !second_off;
                if !above && both_on == both_on_diagonal && !are_close(first, second) {
                    numbers[place][second] = next;
                    next += 1;
                }
                second += 1;
            }
            place += 1;
        }
        if both_on_diagonal {
            assert!(next as u64 == KING_PLACES);
            return numbers;
        }
        both_on_diagonal = true;
    }
}

/// The square that [`triangle`] gives this number.
const fn triangle_square(number: usize) -> usize {
    let mut square = 0;
    while triangle(square) != number || square & 7 > 3 || square >> 3 > square & 7 {
        square += 1;
    }
    square
}

/// The same square, or neighbours.
const fn are_close(a: usize, b: usize) -> bool {
    (a & 7).abs_diff(b & 7) <= 1 && (a >> 3).abs_diff(b >> 3) <= 1
}

/// The number of ways to choose `k` of `n`.
const fn binomial(n: usize, k: usize) -> u64 {
    let (mut ways, mut chosen) = (1, 0);
    while chosen < k {
        if chosen >= n {
            return 0;
        }
        ways = ways * (n - chosen) as u64 / (chosen + 1) as u64;
        chosen += 1;
    }
    ways
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn binomials() {
        assert_eq!(
            [(64, 1), (48, 2), (5, 5), (4, 5), (0, 0)].map(|(n, k)| binomial(n, k)),
            [64, 1128, 1, 0, 1]
        );
    }

    /// The numbers of the places that the format counts.
    #[test]
    fn pawns_are_ranked_from_the_edge_to_the_middle() {
        let mut ranks: Vec<usize> = (8..56).map(pawn_rank).collect();
        assert_eq!((ranks[0], ranks[7], ranks[44]), (47, 46, 0), "a2, h2, e7");
        ranks.sort_unstable();
        assert_eq!(ranks, (0..48).collect::<Vec<_>>());
        let files = [0, 1, 2, 3].map(|file| leading_pawn_places(2, file));
        assert_eq!(
            files.iter().sum::<u64>(),
            576,
            "half of 1128 pairs, and of 24 that mirror themselves"
        );
    }

    /// Every place of three men, and no other number.
    #[test]
    fn three_men_have_numbers_without_gaps() {
        let mut seen = vec![0_u32; THREE_PLACES as usize];
        for a in 0..64 {
            for b in (0..64).filter(|&b| b != a) {
                for c in (0..64).filter(|&c| c != a && c != b) {
                    let mut squares: Squares = [a, b, c].into_iter().collect();
                    let number = three_number(turn(&mut squares, 3).expect("three")).expect("one");
                    seen[number as usize] += 1;
                }
            }
        }
        assert!(seen.iter().all(|&count| count > 0));
    }
}
