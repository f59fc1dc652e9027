"""What `spsa` and `screen` reckon with: the numbers that an engine declares, the sizes of `spsa`'s steps and
the effects of `screen`'s ideas."""

import math
import re
import subprocess
from dataclasses import dataclass

from rig import Engine, RigError

# The exponents of the gains' sequences, and the share of all iterations that delays them (Spall 1998).
ALPHA, GAMMA, DELAY = 0.602, 0.101, 0.1


@dataclass(frozen=True)
class Number:
    """A tunable number as the engine declares it."""

    name: str
    default: int
    least: int
    most: int

    def last_shift(self, share: float) -> float:
        """How far the last iteration moves it: this share of its range, and at least by half.

        >>> Number("a", 5, 0, 20).last_shift(0.05), Number("a", 1, 0, 2).last_shift(0.05)
        (1.0, 0.5)
        """
        return max(0.5, (self.most - self.least) * share)

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


def ask_numbers(engine: Engine, names: list[str]) -> list[Number]:
    """The numbers of these names, or all, as the engine declares them."""
    try:
        answer = subprocess.run([engine.program], input="uci\nquit\n", capture_output=True, text=True, timeout=20)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise RigError(f"{engine.program} does not answer `uci`: {error}") from error
    numbers = declared_numbers(answer.stdout)
    if not numbers:
        raise RigError(f"{engine.program} declares no tunable numbers: build it with --features tune")
    unknown = set(names) - {number.name for number in numbers}
    if unknown:
        raise RigError(f"{engine.program} has no tunable number called {', '.join(sorted(unknown))}")
    return [number for number in numbers if not names or number.name in names]


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


@dataclass(frozen=True)
class Idea:
    """A number of the search, and its values with and without the idea."""

    name: str
    on: int
    off: int

    @classmethod
    def parse(cls, text: str, numbers: dict[str, Number]) -> "Idea":
        """Reads NAME=ON or NAME=ON:OFF.

        >>> Idea.parse("a=3", {"a": Number("a", 1, 0, 9)}), Idea.parse("a=0:2", {"a": Number("a", 1, 0, 9)})
        (Idea(name='a', on=3, off=1), Idea(name='a', on=0, off=2))
        """
        name, _, values = text.partition("=")
        number = numbers[name]
        try:
            on, off = (int(value) for value in (values if ":" in values else f"{values}:{number.default}").split(":"))
        except ValueError:
            raise RigError(f"`{text}` is not of the form name=on or name=on:off, with whole numbers") from None
        if on == off or any(value != number.kept(value) for value in (on, off)):
            raise RigError(f"`{text}`: {name} takes two values between {number.least} and {number.most}")
        return cls(name, on, off)


def effect(blocks: list[dict], place: int) -> tuple[float, float]:
    """What the idea in this place gains, in points a game, and the error of that at 95 %.

    >>> [round(x, 3) for x in effect([{"signs": [1], "lead": 0.1}, {"signs": [-1], "lead": 0.1}, {"signs": [1], "lead": 0.3}], 0)]
    [0.1, 0.226]
    """
    leads = [block["lead"] * block["signs"][place] for block in blocks]
    mean = sum(leads) / len(leads)
    spread = sum((lead - mean) ** 2 for lead in leads) / max(1, len(leads) - 1)
    return mean, 1.96 * math.sqrt(spread / len(leads))
