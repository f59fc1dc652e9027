"""Clocks in the games of fastchess and cutechess-cli, which write the time of each move into its comment."""

import re
from dataclasses import dataclass
from pathlib import Path

HEADER = re.compile(r'^\[(\w+) "(.*)"\]$', re.MULTILINE)
MOVE_TIME = re.compile(r"\{[^{}]*?([\d.]+)s(?:,[^{}]*)?\}")
CONTROL = re.compile(r"^(?:(\d+)/)?([\d.]+)(?:\+([\d.]+))?$")


@dataclass
class Control:
    """A time control in seconds.

    >>> Control.parse("40/2"), Control.parse("1+0.01")
    (Control(moves=40, base=2.0, increment=0.0), Control(moves=0, base=1.0, increment=0.01))
    """

    moves: int
    base: float
    increment: float

    @classmethod
    def parse(cls, text: str) -> "Control | None":
        found = CONTROL.match(text)
        return cls(int(found[1] or 0), float(found[2]), float(found[3] or 0)) if found else None

    def left(self, times: list[float]) -> list[float]:
        """The clock after each move, before the increment and a new control.

        >>> Control(2, 1.0, 0.0).left([0.5, 0.25, 0.5])
        [0.5, 0.25, 0.75]
        """
        clock, left = self.base, []
        for number, time in enumerate(times, 1):
            clock -= time
            left.append(clock)
            clock += self.increment + (self.base if self.moves and number % self.moves == 0 else 0)
        return left

    def share(self, times: list[float]) -> float:
        """The used share of what has been given for these moves.

        >>> Control(0, 1.0, 0.1).share([0.5, 0.3])
        0.6
        >>> Control(4, 1.0, 0.0).share([0.25, 0.25])
        1.0
        """
        given = self.base * len(times) / self.moves if self.moves else self.base
        return round((sum(times) - self.increment * len(times)) / given, 9)


@dataclass
class Game:
    headers: dict[str, str]
    comments: list[str]

    def side(self, engine: str) -> str | None:
        return next((color for color in ("White", "Black") if self.headers.get(color) == engine), None)

    def times(self, color: str) -> list[float]:
        """The times of one side's moves in seconds.

        >>> Game({}, ["{book}", "{+0.1/8 0.040s}", "{-0.2/9 0.050s, White mates}"]).times("White")
        [0.05]
        """
        begins = "Black" if self.headers.get("FEN", "- w").split()[1] == "b" else "White"
        first = 0 if color == begins else 1
        found = (MOVE_TIME.fullmatch(comment) for comment in self.comments[first::2])
        return [float(time[1]) for time in found if time]


def games(path: Path) -> list[Game]:
    texts = re.split(r"\n(?=\[Event )", path.read_text(encoding="utf-8", errors="replace"))
    return [Game(dict(HEADER.findall(text)), re.findall(r"\{[^{}]*\}", text)) for text in texts if text.strip()]
