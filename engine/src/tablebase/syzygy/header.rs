//! The head of a table's file: which men it numbers how, and where the values are.

use arrayvec::ArrayVec;
use portcullis_movegen::{Color, Piece, PieceType};

use super::MAX_MEN;
use super::encoding::Encoding;
use super::file::Bytes;
use super::material::Material;
use super::pairs::Pairs;
use super::table::{DistanceMap, Kind, Side, Table, TableError};

const MAGIC_LEN: usize = 4;
const WDL_MAGIC: [u8; MAGIC_LEN] = [0x71, 0xE8, 0x23, 0x5D];
const DTZ_MAGIC: [u8; MAGIC_LEN] = [0xD7, 0x66, 0x0C, 0xA5];

/// In the flags of the file: there is a table for each side to move.
const SPLIT: u8 = 1;
/// In the flags of the file: there are pawns, and a table for each file of the foremost.
const PAWNS: u8 = 2;
/// In the flags of a table of distances: they are mapped, and by words.
pub(super) const MAPPED: u8 = 2;
const WIDE_MAP: u8 = 16;

/// A place in the file that moves on.
struct Reader<'a> {
    bytes: &'a Bytes,
    at: usize,
}

impl Reader<'_> {
    fn byte(&mut self) -> Option<u8> {
        self.at += 1;
        self.bytes.byte(self.at - 1)
    }

    fn align(&mut self) {
        self.at = self.at.next_multiple_of(2);
    }
}

pub(super) fn read(bytes: Bytes, kind: Kind, material: Material) -> Result<Table, TableError> {
    let magic = match kind {
        Kind::Wdl => WDL_MAGIC,
        Kind::Dtz => DTZ_MAGIC,
    };
    if bytes.array(0) != Some(magic) {
        return Err(TableError::Magic(kind));
    }
    let flags = bytes.byte(MAGIC_LEN).ok_or(TableError::Damaged("flags"))?;
    if (flags & PAWNS != 0) != material.has_pawns() {
        return Err(TableError::Material(material.name()));
    }
    let sides = if kind == Kind::Wdl && flags & SPLIT != 0 { 2 } else { 1 };
    if kind == Kind::Wdl && (sides == 2) == material.is_symmetric() {
        return Err(TableError::Material(material.name()));
    }
    let mut reader = Reader { bytes: &bytes, at: MAGIC_LEN + 1 };
    let encodings = read_encodings(&mut reader, material, sides)?;
    let pairs = read_pairs(&mut reader, encodings.len()).ok_or(TableError::Damaged("head"))?;
    let maps = match kind {
        Kind::Wdl => vec![DistanceMap::default(); pairs.len()],
        Kind::Dtz => read_maps(&mut reader, &pairs).ok_or(TableError::Damaged("map"))?,
    };
    let mut at = reader.at;
    let parts = encodings.into_iter().zip(pairs).zip(maps);
    let mut sides_of_files: Vec<Side> = parts
        .map(|((encoding, (flags, pairs)), map)| Side { encoding, pairs, flags, map })
        .collect();
    for side in &mut sides_of_files {
        side.pairs.place_index(&mut at, side.encoding.positions());
    }
    for side in &mut sides_of_files {
        side.pairs.place_sizes(&mut at);
    }
    for side in &mut sides_of_files {
        side.pairs.place_data(&mut at);
    }
    if at > bytes.len() {
        return Err(TableError::Short { found: bytes.len(), expected: at });
    }
    Table::new(bytes, material, sides, sides_of_files)
}

/// The numbering for each side to move on each file of the foremost pawn, in the order of the file.
fn read_encodings(
    reader: &mut Reader<'_>,
    material: Material,
    sides: usize,
) -> Result<Vec<Encoding>, TableError> {
    let files = if material.has_pawns() { 4 } else { 1 };
    let both_have_pawns = material.pawns(Color::White) > 0 && material.pawns(Color::Black) > 0;
    let mut encodings = Vec::new();
    let wrong = || TableError::Material(material.name());
    for file in 0..files {
        let mut orders = [0; 2];
        let listed = 1 + usize::from(both_have_pawns);
        for order in orders.iter_mut().take(listed) {
            *order = reader.byte().ok_or(TableError::Damaged("order"))?;
        }
        let men: Vec<u8> = (0..material.men())
            .map(|_| reader.byte())
            .collect::<Option<_>>()
            .ok_or(TableError::Damaged("men"))?;
        for shift in [0, 4].into_iter().take(sides) {
            let men = read_men(&men, shift).filter(|men| are_of(men, material));
            let orders = orders.map(|order| order >> shift & 0xF);
            let encoding = Encoding::new(men.ok_or_else(wrong)?, orders, material, file);
            encodings.push(encoding.ok_or(TableError::Damaged("order of the men"))?);
        }
    }
    reader.align();
    Ok(encodings)
}

fn read_men(codes: &[u8], shift: u32) -> Option<ArrayVec<Piece, MAX_MEN>> {
    codes
        .iter()
        .map(|code| {
            let code = code >> shift & 0xF;
            let color = if code & 8 == 0 { Color::White } else { Color::Black };
            let kind = usize::from(code & 7).checked_sub(1)?;
            Some(Piece::new(color, *PieceType::ALL.get(kind)?))
        })
        .collect()
}

fn are_of(men: &[Piece], material: Material) -> bool {
    Piece::ALL.iter().all(|&man| {
        let count = men.iter().filter(|&&other| other == man).count();
        count == material.count(man.color(), man.piece_type())
    })
}

/// Flags and values of so many tables.
fn read_pairs(reader: &mut Reader<'_>, count: usize) -> Option<Vec<(u8, Pairs)>> {
    (0..count).map(|_| Pairs::read(reader.bytes, &mut reader.at)).collect()
}

/// What the distances of each table are mapped by.
fn read_maps(reader: &mut Reader<'_>, pairs: &[(u8, Pairs)]) -> Option<Vec<DistanceMap>> {
    let mut maps = Vec::new();
    for &(flags, _) in pairs {
        let mut map = DistanceMap { wide: flags & WIDE_MAP != 0, ..DistanceMap::default() };
        if flags & MAPPED != 0 {
            if map.wide {
                reader.align();
            }
            for part in &mut map.parts {
                let width = if map.wide { 2 } else { 1 };
                let len = if map.wide {
                    reader.bytes.u16_le(reader.at)?.into()
                } else {
                    reader.bytes.byte(reader.at)?.into()
                };
                *part = (reader.at + width, len);
                reader.at += width * (1 + len);
            }
        }
        maps.push(map);
    }
    reader.align();
    Some(maps)
}
