//! How a table keeps its values: [recursive pairing](https://www.larsson.dogma.net/dcc99.pdf) (Larsson
//! and Moffat 1999), with a canonical Huffman code for the symbols that stand for the pairs.
//!
//! The values lie in blocks of equal length in bytes. The first value of a block is found through a
//! sparse index: one entry for every so many positions names a block and a place in it.

use super::file::Bytes;

/// The right half of a symbol that is no pair but a value.
const NO_PAIR: u16 = 0xFFF;
/// A symbol stands for at most 256 values.
const MAX_LEN: u32 = 255;
/// Blocks are some 32 to 1024 bytes long.
const MAX_BLOCK_BITS: u8 = 16;
/// The longest code: more than this is not read at a time.
const MAX_CODE_BITS: u8 = 32;

/// The values of one table.
#[derive(Debug)]
pub(super) enum Pairs {
    /// All values are the same.
    Constant(u16),
    /// Values in blocks.
    Blocks(Box<Blocks>),
}

/// Where the parts of the values begin in the file, and how they are coded.
#[derive(Debug)]
pub(super) struct Blocks {
    /// Binary logarithm of the length of a block in bytes.
    block_bits: u32,
    /// Binary logarithm of the number of positions from one entry of the index to the next.
    span_bits: u32,
    /// Blocks that hold values, and those that only have a size.
    blocks: usize,
    padding: usize,
    code: Code,
    index_at: usize,
    sizes_at: usize,
    data_at: usize,
}

#[derive(Debug)]
struct Code {
    /// The length in bits of the shortest codes.
    min_bits: u32,
    /// By length of the code: the lowest code of it, at the upper end of the word.
    lowest: Vec<u64>,
    /// By length of the code: the symbol of the lowest.
    first_symbol: Vec<u16>,
    symbols: Vec<Symbol>,
}

/// Two symbols or, without a right half, a value.
#[derive(Clone, Copy, Debug, Default)]
struct Symbol {
    left: u16,
    right: u16,
    /// How many values it stands for, less one.
    len: u32,
}

impl Pairs {
    /// Reads the head of the values from `at` on, which is moved behind it. None if it is damaged.
    pub(super) fn read(bytes: &Bytes, at: &mut usize) -> Option<(u8, Pairs)> {
        let flags = bytes.byte(*at)?;
        if flags & 0x80 != 0 {
            let value = bytes.byte(*at + 1)?;
            *at += 2;
            return Some((flags, Pairs::Constant(value.into())));
        }
        let [block_bits, span_bits, padding] = bytes.array(*at + 1)?;
        let blocks = bytes.u32_le(*at + 4)? as usize;
        *at += 8;
        let code = Code::read(bytes, at)?;
        let sane = block_bits <= MAX_BLOCK_BITS && (1..32).contains(&span_bits) && blocks > 0;
        let blocks = Blocks {
            block_bits: block_bits.into(),
            span_bits: span_bits.into(),
            blocks,
            padding: padding.into(),
            code,
            index_at: 0,
            sizes_at: 0,
            data_at: 0,
        };
        sane.then(|| (flags, Pairs::Blocks(Box::new(blocks))))
    }

    fn blocks_mut(&mut self) -> Option<&mut Blocks> {
        match self {
            Pairs::Constant(_) => None,
            Pairs::Blocks(blocks) => Some(blocks),
        }
    }

    /// The index over so many positions begins at `at`, which is moved behind it.
    pub(super) fn place_index(&mut self, at: &mut usize, positions: u64) {
        if let Some(blocks) = self.blocks_mut() {
            blocks.index_at = *at;
            *at += 6 * positions.div_ceil(1 << blocks.span_bits) as usize;
        }
    }

    /// The sizes of the blocks begin at `at`, which is moved behind them.
    pub(super) fn place_sizes(&mut self, at: &mut usize) {
        if let Some(blocks) = self.blocks_mut() {
            blocks.sizes_at = *at;
            *at += 2 * (blocks.blocks + blocks.padding);
        }
    }

    /// The blocks begin at `at`, or where 64 bytes are full behind it; it is moved behind them.
    pub(super) fn place_data(&mut self, at: &mut usize) {
        if let Some(blocks) = self.blocks_mut() {
            blocks.data_at = at.next_multiple_of(64);
            *at = blocks.data_at + (blocks.blocks << blocks.block_bits);
        }
    }

    /// The value of a position. None where the file is damaged.
    pub(super) fn value(&self, bytes: &Bytes, index: u64) -> Option<u16> {
        match self {
            Pairs::Constant(value) => Some(*value),
            Pairs::Blocks(blocks) => blocks.value(bytes, index),
        }
    }
}

impl Blocks {
    fn value(&self, bytes: &Bytes, index: u64) -> Option<u16> {
        let (block, place) = self.find(bytes, index)?;
        let at = self.data_at + (block << self.block_bits);
        self.code.value(bytes, at, place)
    }

    /// The block of a position, and its place among the values of the block.
    fn find(&self, bytes: &Bytes, index: u64) -> Option<(usize, u32)> {
        let entry = self.index_at + 6 * (index >> self.span_bits) as usize;
        let mut block = bytes.u32_le(entry)? as usize;
        // The entry describes the middle of its span.
        let from_middle = (index & ((1 << self.span_bits) - 1)) as i64 - (1 << self.span_bits >> 1);
        let mut place = i64::from(bytes.u16_le(entry + 4)?) + from_middle;
        while place < 0 {
            block = block.checked_sub(1)?;
            place += self.size(bytes, block)? + 1;
        }
        loop {
            let size = self.size(bytes, block)?;
            if place <= size {
                break;
            }
            place -= size + 1;
            block += 1;
        }
        (block < self.blocks).then_some((block, place as u32))
    }

    /// The number of values in a block, less one.
    fn size(&self, bytes: &Bytes, block: usize) -> Option<i64> {
        if block >= self.blocks + self.padding {
            return None;
        }
        bytes.u16_le(self.sizes_at + 2 * block).map(i64::from)
    }
}

impl Code {
    fn read(bytes: &Bytes, at: &mut usize) -> Option<Code> {
        let [max_bits, min_bits] = bytes.array(*at)?;
        if min_bits == 0 || max_bits < min_bits || max_bits > MAX_CODE_BITS {
            return None;
        }
        *at += 2;
        let lengths = usize::from(max_bits - min_bits) + 1;
        let first_symbol =
            (0..lengths).map(|nth| bytes.u16_le(*at + 2 * nth)).collect::<Option<Vec<u16>>>()?;
        *at += 2 * lengths;
        let count = usize::from(bytes.u16_le(*at)?);
        *at += 2;
        let symbols = read_symbols(bytes, *at, count)?;
        *at += 3 * count + count % 2;
        let lowest = lowest_codes(&first_symbol, min_bits.into());
        Some(Code { min_bits: min_bits.into(), lowest, first_symbol, symbols })
    }

    /// The value at a place of the block that begins at `at`.
    fn value(&self, bytes: &Bytes, mut at: usize, mut place: u32) -> Option<u16> {
        let mut word =
            u64::from(bytes.u32_be_or_zero(at)) << 32 | u64::from(bytes.u32_be_or_zero(at + 4));
        at += 8;
        let mut used = 0;
        loop {
            let nth = self.lowest.iter().position(|&lowest| word >= lowest)?;
            let bits = self.min_bits + nth as u32;
            let rank = (word - self.lowest.get(nth)?) >> (64 - bits);
            let number = u64::from(*self.first_symbol.get(nth)?) + rank;
            let symbol = self.symbols.get(number as usize)?;
            if place <= symbol.len {
                return self.value_in(*symbol, place);
            }
            place -= symbol.len + 1;
            word <<= bits;
            used += bits;
            if used >= 32 {
                used -= 32;
                word |= u64::from(bytes.u32_be_or_zero(at)) << used;
                at += 4;
            }
        }
    }

    /// The value at a place of those that a symbol stands for.
    fn value_in(&self, mut symbol: Symbol, mut place: u32) -> Option<u16> {
        while symbol.len > 0 {
            let left = *self.symbols.get(usize::from(symbol.left))?;
            symbol = if place <= left.len {
                left
            } else {
                place -= left.len + 1;
                *self.symbols.get(usize::from(symbol.right))?
            };
        }
        Some(symbol.left)
    }
}

/// The lowest codes by their length. Longer codes are lower, and those of one length follow each
/// other without a gap.
fn lowest_codes(first_symbol: &[u16], min_bits: u32) -> Vec<u64> {
    let mut lowest = vec![0_u64; first_symbol.len()];
    let mut code = 0_u64;
    let nexts = first_symbol.windows(2).rev();
    for (slot, pair) in lowest.iter_mut().rev().skip(1).zip(nexts) {
        if let &[own, next] = pair {
            code = code.wrapping_add(own.into()).wrapping_sub(next.into()) / 2;
            *slot = code;
        }
    }
    for (bits, slot) in (min_bits..).zip(&mut lowest) {
        *slot <<= 64 - bits;
    }
    lowest
}

/// The symbols with the number of values they stand for. None if one stands for itself.
fn read_symbols(bytes: &Bytes, at: usize, count: usize) -> Option<Vec<Symbol>> {
    let mut symbols = Vec::with_capacity(count);
    for nth in 0..count {
        let [a, b, c] = bytes.array(at + 3 * nth)?.map(u16::from);
        symbols.push(Symbol { left: a | (b & 0xF) << 8, right: c << 4 | b >> 4, len: 0 });
    }
    let mut known = vec![false; count];
    for nth in 0..count {
        measure(&mut symbols, &mut known, nth, 0)?;
    }
    Some(symbols)
}

/// Finds out how many values a symbol stands for, less one. Symbols are nested no deeper than the
/// number of values, so that more depth means a circle.
fn measure(symbols: &mut [Symbol], known: &mut [bool], nth: usize, depth: u32) -> Option<u32> {
    let Symbol { left, right, len } = *symbols.get(nth)?;
    if *known.get(nth)? {
        return Some(len);
    }
    let len = match right {
        NO_PAIR => 0,
        _ if depth > MAX_LEN => return None,
        _ => {
            let left = measure(symbols, known, left.into(), depth + 1)?;
            let right = measure(symbols, known, right.into(), depth + 1)?;
            left + right + 1
        }
    };
    symbols.get_mut(nth)?.len = len;
    *known.get_mut(nth)? = true;
    (len <= MAX_LEN).then_some(len)
}
