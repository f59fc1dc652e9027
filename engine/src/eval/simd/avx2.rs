//! For x86-64 CPUs with AVX2: 16 numbers at a time.

use std::arch::x86_64::*;
use std::ptr;

use portcullis_movegen::Board;

use super::{Block, Line, QA, portable};

#[target_feature(enable = "avx2")]
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

#[target_feature(enable = "avx2")]
pub(super) fn refresh<const N: usize>(
    to: &mut [Block; N],
    bias: &[Block; N],
    weights: &[[Block; N]],
    features: &[usize],
) {
    portable::refresh(to, bias, weights, features);
}

#[target_feature(enable = "avx2")]
pub(super) fn forward<const N: usize>(
    us: &[Block; N],
    them: &[Block; N],
    [ours, theirs]: &[[Block; N]; 2],
) -> i32 {
    let sum = _mm256_add_epi32(dot(us, ours), dot(them, theirs));
    let sum = _mm_add_epi32(_mm256_castsi256_si128(sum), _mm256_extracti128_si256::<1>(sum));
    let sum = _mm_add_epi32(sum, _mm_unpackhi_epi64(sum, sum));
    let sum = _mm_add_epi32(sum, _mm_shuffle_epi32::<0b01>(sum));
    _mm_cvtsi128_si32(sum)
}

#[inline]
#[target_feature(enable = "avx2")]
fn dot<const N: usize>(accumulator: &[Block; N], weights: &[Block; N]) -> __m256i {
    let mut sums = [_mm256_setzero_si256(); 2];
    for block in 0..N {
        let (values, weights) = (load(&accumulator[block]), load(&weights[block]));
        for half in 0..2 {
            let value = _mm256_max_epi16(values[half], _mm256_setzero_si256());
            let value = _mm256_min_epi16(value, _mm256_set1_epi16(QA as i16));
            // At most 255 * 127: it fits. The next step multiplies once more and adds in pairs.
            let weighted = _mm256_mullo_epi16(value, weights[half]);
            sums[half] = _mm256_add_epi32(sums[half], _mm256_madd_epi16(weighted, value));
        }
    }
    _mm256_add_epi32(sums[0], sums[1])
}

#[inline]
#[target_feature(enable = "avx2")]
fn load(block: &Block) -> [__m256i; 2] {
    // SAFETY: a block has the size of the two vectors and more than their alignment, and all bits
    // are valid in a vector.
    unsafe { ptr::from_ref(block).cast::<[__m256i; 2]>().read() }
}
