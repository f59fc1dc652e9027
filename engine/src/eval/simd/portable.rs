//! For every CPU. What the compiler turns into good vectors by itself is inlined into the other
//! kernels, and so is compiled once more for each set of instructions. Loops are plain ones there:
//! the compiler does not inline closures and iterators into functions with more instructions.

use portcullis_movegen::Board;

use super::{Block, Line, QA};

pub(super) fn evaluate<const N: usize>(
    line: &mut Line<'_, N>,
    board: &Board,
    ply: usize,
    bucket: usize,
) -> i32 {
    line.bring_up_to_date(board, ply);
    let ([us, them], weights) = line.inputs(board, ply, bucket);
    forward(us, them, weights)
}

/// Adds some rows of weights to the accumulators of both sides and takes others away.
#[inline(always)]
pub(in crate::eval) fn update<const N: usize, const A: usize, const R: usize>(
    to: &mut [[Block; N]; 2],
    from: &[[Block; N]; 2],
    added: [[&[Block; N]; 2]; A],
    removed: [[&[Block; N]; 2]; R],
) {
    for perspective in 0..2 {
        for block in 0..N {
            let mut sum = from[perspective][block];
            for rows in &added {
                add(&mut sum, &rows[perspective][block]);
            }
            for rows in &removed {
                subtract(&mut sum, &rows[perspective][block]);
            }
            to[perspective][block] = sum;
        }
    }
}

#[inline(always)]
pub(super) fn refresh<const N: usize>(
    to: &mut [Block; N],
    bias: &[Block; N],
    weights: &[[Block; N]],
    features: &[usize],
) {
    if N.is_multiple_of(4) {
        refresh_in_groups::<N, 4>(to, bias, weights, features);
    } else {
        refresh_in_groups::<N, 2>(to, bias, weights, features);
    }
}

/// Adds up `G` blocks at a time, which stay in registers.
#[inline(always)]
fn refresh_in_groups<const N: usize, const G: usize>(
    to: &mut [Block; N],
    bias: &[Block; N],
    weights: &[[Block; N]],
    features: &[usize],
) {
    let (groups, bias) = (to.as_chunks_mut::<G>().0, bias.as_chunks::<G>().0);
    for group in 0..groups.len() {
        let mut sums = bias[group];
        for &feature in features {
            let row = &weights[feature].as_chunks::<G>().0[group];
            for block in 0..G {
                add(&mut sums[block], &row[block]);
            }
        }
        groups[group] = sums;
    }
}

#[inline(always)]
fn add(sum: &mut Block, block: &Block) {
    for i in 0..Block::LEN {
        sum.0[i] = sum.0[i].wrapping_add(block.0[i]);
    }
}

#[inline(always)]
fn subtract(sum: &mut Block, block: &Block) {
    for i in 0..Block::LEN {
        sum.0[i] = sum.0[i].wrapping_sub(block.0[i]);
    }
}

pub(super) fn forward<const N: usize>(
    us: &[Block; N],
    them: &[Block; N],
    [ours, theirs]: &[[Block; N]; 2],
) -> i32 {
    dot(us, ours) + dot(them, theirs)
}

fn dot<const N: usize>(accumulator: &[Block; N], weights: &[Block; N]) -> i32 {
    let mut sum = 0;
    for (values, weights) in accumulator.iter().zip(weights) {
        for (value, weight) in values.0.iter().zip(weights.0) {
            let value = *value.max(&0).min(&(QA as i16));
            // At most 255 * 127.
            let weighted = value * weight;
            sum += i32::from(weighted) * i32::from(value);
        }
    }
    sum
}
