//! For 64-bit ARM CPUs: 8 numbers at a time.

use std::arch::aarch64::*;
use std::ptr;

use portcullis_movegen::Board;

use super::{Block, Line, QA, portable};

#[target_feature(enable = "neon")]
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

#[target_feature(enable = "neon")]
pub(super) fn refresh<const N: usize>(
    to: &mut [Block; N],
    bias: &[Block; N],
    weights: &[[Block; N]],
    features: &[usize],
) {
    portable::refresh(to, bias, weights, features);
}

#[target_feature(enable = "neon")]
pub(super) fn forward<const N: usize>(
    us: &[Block; N],
    them: &[Block; N],
    [ours, theirs]: &[[Block; N]; 2],
) -> i32 {
    vaddvq_s32(vaddq_s32(dot(us, ours), dot(them, theirs)))
}

#[inline]
#[target_feature(enable = "neon")]
fn dot<const N: usize>(accumulator: &[Block; N], weights: &[Block; N]) -> int32x4_t {
    let mut sums = [vdupq_n_s32(0); 4];
    for block in 0..N {
        let (values, weights) = (load(&accumulator[block]), load(&weights[block]));
        for quarter in 0..4 {
            let value = vmaxq_s16(values[quarter], vdupq_n_s16(0));
            let value = vminq_s16(value, vdupq_n_s16(QA as i16));
            // At most 255 * 127: it fits.
            let weighted = vmulq_s16(value, weights[quarter]);
            let sum = &mut sums[quarter];
            *sum = vmlal_s16(*sum, vget_low_s16(weighted), vget_low_s16(value));
            *sum = vmlal_high_s16(*sum, weighted, value);
        }
    }
    vaddq_s32(vaddq_s32(sums[0], sums[1]), vaddq_s32(sums[2], sums[3]))
}

#[inline]
#[target_feature(enable = "neon")]
fn load(block: &Block) -> [int16x8_t; 4] {
    // SAFETY: a block has the size of the four vectors and more than their alignment, and all bits
    // are valid in a vector.
    unsafe { ptr::from_ref(block).cast::<[int16x8_t; 4]>().read() }
}
