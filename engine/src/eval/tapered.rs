//! Two values in one: for the middlegame and for the endgame.

use std::fmt;
use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

use crate::value::Value;

/// The phase of a position with all pieces on the board; with none it is 0.
pub(crate) const FULL_PHASE: i32 = 24;

/// A value that fades from the middlegame's into the endgame's as pieces leave the board.
///
/// Both lie in one integer, the endgame's in the upper half, so that adding is one instruction.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Tapered(i32);

/// Shorthand for the tables.
pub(crate) const fn tapered(middlegame: i32, endgame: i32) -> Tapered {
    Tapered((endgame << 16).wrapping_add(middlegame))
}

impl Tapered {
    pub(crate) const ZERO: Tapered = Tapered(0);

    pub(crate) const fn middlegame(self) -> Value {
        self.0 as i16 as Value
    }

    pub(crate) const fn endgame(self) -> Value {
        // A negative lower half has borrowed from the upper one.
        ((self.0.wrapping_add(0x8000)) >> 16) as i16 as Value
    }

    pub(crate) const fn plus(self, other: Tapered) -> Tapered {
        Tapered(self.0.wrapping_add(other.0))
    }

    pub(crate) const fn negated(self) -> Tapered {
        Tapered(self.0.wrapping_neg())
    }
}

impl Add for Tapered {
    type Output = Tapered;
    fn add(self, other: Tapered) -> Tapered {
        self.plus(other)
    }
}

impl AddAssign for Tapered {
    fn add_assign(&mut self, other: Tapered) {
        *self = *self + other;
    }
}

impl Sub for Tapered {
    type Output = Tapered;
    fn sub(self, other: Tapered) -> Tapered {
        Tapered(self.0.wrapping_sub(other.0))
    }
}

impl SubAssign for Tapered {
    fn sub_assign(&mut self, other: Tapered) {
        *self = *self - other;
    }
}

impl Neg for Tapered {
    type Output = Tapered;
    fn neg(self) -> Tapered {
        self.negated()
    }
}

impl Mul<i32> for Tapered {
    type Output = Tapered;
    fn mul(self, factor: i32) -> Tapered {
        Tapered(self.0.wrapping_mul(factor))
    }
}

impl fmt::Debug for Tapered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {})", self.middlegame(), self.endgame())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_halves_keep_their_values_and_signs() {
        for mg in [-9000, -300, -1, 0, 1, 77, 9000] {
            for eg in [-9000, -250, -1, 0, 1, 123, 9000] {
                let value = tapered(mg, eg);
                assert_eq!((value.middlegame(), value.endgame()), (mg, eg));
                let negated = -value;
                assert_eq!((negated.middlegame(), negated.endgame()), (-mg, -eg));
                let zero = value - value;
                assert_eq!(zero, Tapered::ZERO);
                let tripled = value * 3;
                assert_eq!((tripled.middlegame(), tripled.endgame()), (3 * mg, 3 * eg));
            }
        }
    }
}
