"""What `spsa` reckons with: the numbers that an engine declares, and the sizes of the steps."""

import re
from dataclasses import dataclass

# The exponents of the gains' sequences, and the share of all iterations that delays them (Spall 1998).
ALPHA, GAMMA, DELAY = 0.602, 0.101, 0.1


@dataclass(frozen=True)
class Number:
    """A tunable number as the engine declares it."""

    name: str
    default: int
    least: int
    most: int

    def last_shift(self) -> float:
        """How far the last iteration moves it: a twentieth of its range, and at least by half."""
        return max(0.5, (self.most - self.least) / 20)

    def kept(self, value: float) -> float:
        return min(max(value, self.least), self.most)


def declared_numbers(output: str) -> list[Number]:
    """The tunable numbers among the options that an engine declares: their names are those of functions.

    >>> declared_numbers("option name Hash type spin default 16 min 1 max 9\\noption name lmr_pv type spin default 9 min -3 max 20")
    [Number(name='lmr_pv', default=9, least=-3, most=20)]
    """
    pattern = r"^option name ([a-z][a-z0-9_]*) type spin default (-?\d+) min (-?\d+) max (-?\d+)"
    found = re.findall(pattern, output, re.MULTILINE)
    return [Number(name, int(default), int(least), int(most)) for name, default, least, most in found]


def gains(iteration: int, iterations: int, rate: float) -> tuple[float, float]:
    """The size of an iteration's shift and of its step, as shares of those of the last iteration's shift.

    >>> [round(x, 4) for x in gains(999, 1000, 0.002)]
    [1.0, 0.002]
    >>> gains(0, 1000, 0.002)[0] > 1
    True
    """
    delay = DELAY * iterations
    shift = (iterations / (iteration + 1)) ** GAMMA
    step = rate * ((delay + iterations) / (delay + iteration + 1)) ** ALPHA / shift
    return shift, step
