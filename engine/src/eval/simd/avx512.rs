//! For x86-64 CPUs with AVX-512 F and BW: 32 numbers at a time.

use std::arch::x86_64::*;
use std::ptr;

use portcullis_movegen::Board;

use super::{Block, Line, QA, portable};

#[target_feature(enable = "avx512f,avx512bw")]
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

#[target_feature(enable = "avx512f,avx512bw")]
pub(super) fn refresh<const N: usize>(
    to: &mut [Block; N],
    bias: &[Block; N],
    weights: &[[Block; N]],
    features: &[usize],
) {
    portable::refresh(to, bias, weights, features);
}

#[target_feature(enable = "avx512f,avx512bw")]
pub(super) fn forward<const N: usize>(
    us: &[Block; N],
    them: &[Block; N],
    [ours, theirs]: &[[Block; N]; 2],
) -> i32 {
    _mm512_reduce_add_epi32(_mm512_add_epi32(dot(us, ours), dot(them, theirs)))
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn dot<const N: usize>(accumulator: &[Block; N], weights: &[Block; N]) -> __m512i {
    let mut sum = _mm512_setzero_si512();
    for block in 0..N {
        let value = _mm512_max_epi16(load(&accumulator[block]), _mm512_setzero_si512());
        let value = _mm512_min_epi16(value, _mm512_set1_epi16(QA as i16));
        // At most 255 * 127: it fits. The next step multiplies once more and adds in pairs.
        let weighted = _mm512_mullo_epi16(value, load(&weights[block]));
        sum = _mm512_add_epi32(sum, _mm512_madd_epi16(weighted, value));
    }
    sum
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn load(block: &Block) -> __m512i {
    // SAFETY: a block has the size and the alignment of the vector, and all bits are valid in it.
    unsafe { ptr::from_ref(block).cast::<__m512i>().read() }
}
