//! The arithmetic of a network, in the widest vectors that the CPU has.
//!
//! All kernels give the same numbers to the last bit: they work on integers, and the limits that a
//! network is checked against when it is loaded leave no sum to overflow.
#![expect(unsafe_code, reason = "a CPU's own vector instructions halve the cost of the evaluation")]

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
#[cfg(target_arch = "aarch64")]
mod neon;
mod portable;

use std::fmt;

use portcullis_movegen::Board;

use super::accumulator::Line;
use super::forward::QA;

pub(super) use portable::update;

/// The unit of all numbers that vectors work on: as much as the widest vector and a cache line hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
pub(super) struct Block(pub(super) [i16; Block::LEN]);

impl Block {
    pub(super) const LEN: usize = 32;
    pub(super) const ZERO: Block = Block([0; Block::LEN]);
}

/// A set of vector instructions that this CPU has.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Kernel(Instructions);

/// Those besides `Portable` are only made where the CPU has been found to have them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Instructions {
    Portable,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    #[cfg(target_arch = "x86_64")]
    Avx512,
    #[cfg(target_arch = "aarch64")]
    Neon,
}

/// Calls a function of the kernel's module.
macro_rules! call {
    ($kernel:expr, $function:ident($($argument:expr),*)) => {
        match $kernel.0 {
            Instructions::Portable => portable::$function($($argument),*),
            #[cfg(target_arch = "x86_64")]
            // SAFETY: `available` has found AVX2 in this CPU.
            Instructions::Avx2 => unsafe { avx2::$function($($argument),*) },
            #[cfg(target_arch = "x86_64")]
            // SAFETY: `available` has found AVX-512 F and BW in this CPU.
            Instructions::Avx512 => unsafe { avx512::$function($($argument),*) },
            #[cfg(target_arch = "aarch64")]
            // SAFETY: `available` has found NEON in this CPU.
            Instructions::Neon => unsafe { neon::$function($($argument),*) },
        }
    };
}

impl Kernel {
    /// Those of this CPU, the best first. The last one, which every CPU has, is made of no special
    /// instructions.
    #[must_use]
    pub fn available() -> Vec<Kernel> {
        let mut kernels = Vec::new();
        #[cfg(target_arch = "x86_64")]
        {
            if is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512bw") {
                kernels.push(Kernel(Instructions::Avx512));
            }
            if is_x86_feature_detected!("avx2") {
                kernels.push(Kernel(Instructions::Avx2));
            }
        }
        #[cfg(target_arch = "aarch64")]
        if std::arch::is_aarch64_feature_detected!("neon") {
            kernels.push(Kernel(Instructions::Neon));
        }
        kernels.push(Kernel(Instructions::Portable));
        kernels
    }

    /// The best one.
    #[must_use]
    pub fn best() -> Kernel {
        Kernel::available().first().copied().unwrap_or(Kernel(Instructions::Portable))
    }

    /// Brings the accumulators of a line up to date at `ply`, and gives the sum of
    /// [`forward`](Kernel::forward).
    #[inline]
    pub(super) fn evaluate<const N: usize>(
        self,
        line: &mut Line<'_, N>,
        board: &Board,
        ply: usize,
        bucket: usize,
    ) -> i32 {
        call!(self, evaluate(line, board, ply, bucket))
    }

    /// Adds up the rows of all `features`, beginning with the bias.
    #[inline]
    pub(super) fn refresh<const N: usize>(
        self,
        to: &mut [Block; N],
        bias: &[Block; N],
        weights: &[[Block; N]],
        features: &[usize],
    ) {
        call!(self, refresh(to, bias, weights, features));
    }

    /// The sum of all values times weights, before scaling: a value is the square of an accumulator
    /// that has been clamped to 0..=[`QA`]. The first row of weights is for `us`.
    #[inline]
    pub(super) fn forward<const N: usize>(
        self,
        us: &[Block; N],
        them: &[Block; N],
        weights: &[[Block; N]; 2],
    ) -> i32 {
        call!(self, forward(us, them, weights))
    }
}

impl fmt::Display for Kernel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.0 {
            Instructions::Portable => "portable",
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx2 => "AVX2",
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx512 => "AVX-512",
            #[cfg(target_arch = "aarch64")]
            Instructions::Neon => "NEON",
        })
    }
}

impl fmt::Debug for Kernel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Kernel({:?})", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::random_network::Rng;

    fn blocks<const N: usize>(rng: &mut Rng, limit: i32) -> [Block; N] {
        [Block::ZERO; N].map(|_| Block([0; Block::LEN].map(|_| rng.within(limit) as i16)))
    }

    fn numbers(blocks: &[Block]) -> Vec<i64> {
        blocks.iter().flat_map(|block| block.0).map(i64::from).collect()
    }

    fn multiply<const N: usize>(rng: &mut Rng) {
        // A bucket's weights may add up to 33,024 without signs.
        let weight = 127.min(33_024 / (2 * 32 * N as i32));
        for limit in [1, 300, 32_767] {
            let [us, them]: [[Block; N]; 2] = [(); 2].map(|()| blocks(rng, limit));
            let weights = [(); 2].map(|()| blocks(rng, weight));
            let values = numbers(&us).into_iter().chain(numbers(&them));
            let sum: i64 = values
                .zip(numbers(weights.as_flattened()))
                .map(|(value, weight)| value.clamp(0, 255).pow(2) * weight)
                .sum();
            for kernel in Kernel::available() {
                assert_eq!(i64::from(kernel.forward(&us, &them, &weights)), sum, "{kernel} {N}");
            }
        }
    }

    #[test]
    fn all_kernels_multiply_alike() {
        let mut rng = Rng(1);
        for _ in 0..20 {
            multiply::<2>(&mut rng);
            multiply::<4>(&mut rng);
            multiply::<8>(&mut rng);
            multiply::<12>(&mut rng);
            multiply::<16>(&mut rng);
        }
    }

    #[test]
    fn the_largest_sums_do_not_overflow() {
        // 260 weights of 127 and one of 4: 33,024.
        for sign in [1, -1] {
            let mut weights = [[Block::ZERO; 8]; 2];
            let flat = weights.as_flattened_mut().iter_mut().flat_map(|block| &mut block.0);
            for (index, weight) in flat.enumerate() {
                *weight = sign * if index < 260 { 127 } else { i16::from(index == 260) * 4 };
            }
            let accumulator = [Block([i16::MAX; Block::LEN]); 8];
            for kernel in Kernel::available() {
                let sum = kernel.forward(&accumulator, &accumulator, &weights);
                assert_eq!(sum, i32::from(sign) * 33_024 * 255 * 255, "{kernel}");
            }
        }
    }

    fn add<const N: usize>(rng: &mut Rng) {
        let bias: [Block; N] = blocks(rng, 32_767);
        let rows: [[Block; N]; 4] = [(); 4].map(|()| blocks(rng, 32_767));
        // Exact sums modulo 2^16.
        let mut sums = numbers(&bias);
        for row in [2, 3, 0] {
            for (sum, number) in sums.iter_mut().zip(numbers(&rows[row])) {
                *sum += number;
            }
        }
        let expected: Vec<i64> = sums.into_iter().map(|sum| i64::from(sum as i16)).collect();
        for kernel in Kernel::available() {
            let mut sum = [Block::ZERO; N];
            kernel.refresh(&mut sum, &bias, &rows, &[2, 3, 0]);
            assert_eq!(numbers(&sum), expected, "{kernel} {N}");
        }
    }

    #[test]
    fn all_kernels_add_alike() {
        let mut rng = Rng(2);
        for _ in 0..20 {
            add::<2>(&mut rng);
            add::<4>(&mut rng);
            add::<8>(&mut rng);
            add::<12>(&mut rng);
            add::<16>(&mut rng);
        }
    }
}
