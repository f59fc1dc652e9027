"""What `sprt`, `ladder` and `calibrate` share: engines as written on the command line, one fastchess match in a folder of
its own (played, or continued where it stopped), and its result read from the games."""

import argparse
import json
import math
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

OPENINGS = Path(__file__).resolve().parent / "openings"
# `go` with the clock of one side alone makes some engines forfeit, so a side that plays on nodes, depth or time a move
# also gets a clock, one that it cannot use up.
ENDLESS_CLOCK = "1000+10"
LIMITS = ("tc", "nodes", "depth", "st")
FASTCHESS_KEYS = (*LIMITS, "timemargin", "args", "name")
TERMINATIONS = {"time forfeit": "time losses", "illegal move": "illegal moves", "abandoned": "crashes or hangs"}

ENGINES_HELP = """engines:
  A program, on PATH or by its path, and its settings behind an @:
      stockfish@nodes=2500     ./portcullis@nodes=40000,Hash=64     "old/engine@tc=2+0.02,Move Overhead=10,name=old"
  tc, nodes, depth and st (seconds a move) replace the limit that all others play with; timemargin (ms), args and name
  are fastchess's; every other word is a UCI option of the engine."""


class RigError(Exception):
    """A sentence for the user."""


@dataclass
class Engine:
    program: str
    settings: dict[str, str] = field(default_factory=dict)
    options: dict[str, str] = field(default_factory=dict)

    @classmethod
    def parse(cls, text: str) -> "Engine":
        """Reads PROGRAM@KEY=VALUE,KEY=VALUE.

        >>> e = Engine.parse("sh@nodes=2500,Hash=64,Move Overhead=10")
        >>> e.settings, e.options
        ({'nodes': '2500', 'name': 'sh@nodes=2500'}, {'Hash': '64', 'Move Overhead': '10'})
        """
        program, _, tail = text.partition("@")
        found = shutil.which(program)
        if not found:
            raise RigError(f"no program `{program}` is on PATH or at that path")
        engine = cls(os.path.abspath(found))
        for pair in filter(None, tail.split(",")):
            key, _, value = pair.partition("=")
            if not key or not value:
                raise RigError(f"`{pair}` in `{text}` is not of the form key=value")
            (engine.settings if key in FASTCHESS_KEYS else engine.options)[key] = value
        limits = ",".join(f"{key}={engine.settings[key]}" for key in LIMITS if key in engine.settings)
        engine.settings.setdefault("name", Path(program).stem + (f"@{limits}" if limits else ""))
        return engine

    @property
    def name(self) -> str:
        return self.settings["name"]

    def arguments(self, limit: dict[str, str], options: dict[str, str]) -> list[str]:
        """The engine as fastchess's command line wants it; its own settings go before the common ones."""
        settings = dict(self.settings)
        if not any(key in settings for key in LIMITS):
            settings |= limit
        settings.setdefault("tc", ENDLESS_CLOCK)
        words = [f"{key}={value}" for key, value in settings.items()]
        words += [f"option.{key}={value}" for key, value in (options | self.options).items()]
        return ["-engine", f"cmd={self.program}", "proto=uci", *words]


@dataclass
class Score:
    """A match as the first engine sees it."""

    wins: int = 0
    draws: int = 0
    losses: int = 0
    openings: int = 0
    faults: Counter = field(default_factory=Counter)
    rounds: dict[str, list[float]] = field(default_factory=dict)

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    @classmethod
    def of_games(cls, pgn: str, first: str) -> "Score":
        """Counts the games of a PGN text; a game that was written twice (a match continued after a crash) counts once.

        >>> game = '[Event "e"]\\n[Round "%d"]\\n[White "%s"]\\n[Black "%s"]\\n[Result "%s"]\\n[FEN "f"]\\n'
        >>> s = Score.of_games(game % (1, "a", "b", "1-0") + game % (1, "b", "a", "1/2-1/2") * 2, "a")
        >>> s.wins, s.draws, s.losses, s.openings, s.rounds
        (1, 1, 0, 1, {'1': [1.0, 0.5]})
        """
        games = {}
        for text in pgn.split("[Event ")[1:]:
            tags = dict(re.findall(r'^\[(\w+) "(.*)"\]$', text, re.MULTILINE))
            games[tags["Round"], tags["White"]] = (tags, text)
        score, openings = cls(), set()
        for tags, text in games.values():
            white_points = {"1-0": 1.0, "0-1": 0.0, "1/2-1/2": 0.5}.get(tags["Result"])
            if white_points is None:
                continue
            points = white_points if tags["White"] == first else 1.0 - white_points
            score.wins += points == 1.0
            score.draws += points == 0.5
            score.losses += points == 0.0
            score.rounds.setdefault(tags["Round"], []).append(points)
            openings.add(tags.get("FEN") or " ".join(re.sub(r"\{[^}]*\}", "", text.split("]\n\n")[-1]).split()[:24]))
            fault = TERMINATIONS.get(tags.get("Termination", ""))
            if fault:
                loser = tags["Black"] if white_points == 1.0 else tags["White"]
                score.faults[loser, fault] += 1
        score.openings = len(openings)
        return score

    def interval(self) -> tuple[float, float, float]:
        """The score and the ends of its 95 % interval; the two games of an opening are taken as one draw of luck.

        >>> s = Score(wins=1, draws=2, losses=1, rounds={"1": [1.0, 0.5], "2": [0.5, 0.0]})
        >>> [round(x, 3) for x in s.interval()]
        [0.5, 0.01, 0.99]
        """
        games = self.games
        mean = (self.wins + self.draws / 2) / games
        if mean in (0.0, 1.0):  # no spread to go by: the least even score that would give this with a chance of 5 %
            edge = 0.05 ** (1 / games)
            return mean, min(mean, edge), max(mean, 1.0 - edge)
        pairs = len(self.rounds)
        spread = sum((sum(points) - len(points) * mean) ** 2 for points in self.rounds.values())
        error = 1.96 * math.sqrt(spread * pairs / max(1, pairs - 1)) / games
        return mean, max(0.0, mean - error), min(1.0, mean + error)

    def summary(self) -> str:
        """Two lines: the result with its error, and what should be looked at."""
        if not self.games:
            return "no game was finished"
        mean, low, high = self.interval()
        lines = [
            f"{self.games} games: +{self.wins} ={self.draws} -{self.losses}, {100 * mean:.1f} %, "
            f"Elo {elo(mean):+.1f} [{elo(low):+.1f}, {elo(high):+.1f}] (95 %)",
            f"different openings: {self.openings}; time losses, illegal moves, crashes: "
            + (", ".join(f"{who}: {n} {what}" for (who, what), n in self.faults.items()) or "none"),
        ]
        if self.openings < len(self.rounds):
            lines.append("the openings repeat: give a larger book with --book")
        return "\n".join(lines)


def elo(score: float) -> float:
    """The difference in Elo that a score means.

    >>> round(elo(0.75), 1), elo(0.5), elo(1.0)
    (190.8, 0.0, inf)
    """
    if score in (0.0, 1.0):
        return math.inf if score else -math.inf
    return -400 * math.log10(1 / score - 1) + 0.0


def conditions_parser(description: str, examples: str, tc: str) -> argparse.ArgumentParser:
    """The options that every match has."""
    parser = argparse.ArgumentParser(
        description=description,
        epilog=f"{ENGINES_HELP}\n\n{examples}\n\n"
        "A match that was stopped (Ctrl-C, too) goes on when the same command is given again with the same --out.\n"
        "fastchess must be on PATH (https://github.com/Disservin/fastchess).",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    limit = parser.add_mutually_exclusive_group()
    limit.add_argument("--tc", default=tc, help="clock of both sides, seconds + increment (default %(default)s)")
    limit.add_argument("--nodes", type=positive, help="no clock: this many nodes a move (exact on a noisy machine)")
    parser.add_argument(
        "--book", type=Path, help="openings, .epd or .pgn (default: the small sample beside this script)"
    )
    parser.add_argument("--chess960", action="store_true", help="play Chess960")
    parser.add_argument("--hash", type=positive, default=16, help="MB of each engine (default %(default)s)")
    parser.add_argument("--threads", type=positive, default=1, help="of each engine (default %(default)s)")
    parser.add_argument(
        "--concurrency", type=positive, default=os.cpu_count(), help="games at a time (default: the cores)"
    )
    parser.add_argument("--seed", type=int, default=1, help="of the order of the openings (default %(default)s)")
    parser.add_argument("--no-adjudication", action="store_true", help="play every game to its end by the rules")
    parser.add_argument("--dry-run", action="store_true", help="print the fastchess command and play nothing")
    return parser


def positive(text: str) -> int:
    if not text.isdigit() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text} is not a whole number above 0")
    return int(text)


def match_command(first: Engine, second: Engine, args: argparse.Namespace, rounds: int, extra: list[str]) -> list[str]:
    """The fastchess command of a match, to be run in the folder of the match."""
    if first.name == second.name:
        raise RigError(f"both engines are called {first.name}: give one a name, as in PROGRAM@name=old")
    book = args.book or OPENINGS / ("chess960.epd" if args.chess960 else "standard.epd")
    if not book.is_file():
        raise RigError(f"there is no book {book}")
    book_format = book.suffix.removeprefix(".")
    if book_format not in ("epd", "pgn"):
        raise RigError(f"the book {book} is neither .epd nor .pgn")
    limit = {"nodes": str(args.nodes)} if args.nodes else {"tc": args.tc}
    options = {"Hash": str(args.hash), "Threads": str(args.threads)}
    command = ["fastchess"]
    command += first.arguments(limit, options) + second.arguments(limit, options)
    command += [
        "-openings",
        f"file={book.resolve()}",
        f"format={book_format}",
        "order=random",
        "-srand",
        str(args.seed),
    ]
    command += ["-variant", "fischerandom"] if args.chess960 else []
    command += ["-rounds", str(rounds), "-games", "2", "-repeat", "-concurrency", str(args.concurrency), "-recover"]
    if not args.no_adjudication:
        # Both sides must agree: no game is decided by one engine's opinion of itself.
        command += ["-resign", "movecount=3", "score=600", "twosided=true"]
        command += ["-draw", "movenumber=40", "movecount=8", "score=10"]
    command += ["-pgnout", "file=games.pgn", "nodes=true", "nps=true", "append=true", "-autosaveinterval", "2"]
    return command + extra


def play_match(folder: Path, command: list[str], first: str) -> Score:
    """Plays the match in its folder, or what is still missing of it."""
    if not shutil.which("fastchess"):
        raise RigError("fastchess is not on PATH; it is at https://github.com/Disservin/fastchess")
    folder.mkdir(parents=True, exist_ok=True)
    written, saved, pgn = folder / "command.txt", folder / "config.json", folder / "games.pgn"
    text = shlex.join(command)
    if written.exists() and comparable(written.read_text()) != comparable(text):
        raise RigError(f"{folder} holds another match (see {written}); give another --out")
    written.write_text(text + "\n")
    if saved.exists():
        rounds = command[command.index("-rounds") + 1]
        if json.loads(saved.read_text())["rounds"] != int(rounds):
            state = json.loads(saved.read_text()) | {"rounds": int(rounds)}
            saved.write_text(json.dumps(state, indent=4))
        command = ["fastchess", "-config", f"file={saved.name}"]
    if finished_test(folder):
        print(f"the test in {folder} has ended before", flush=True)
    else:
        print(f"playing in {folder}", flush=True)
        run_fastchess(folder, command)
    return Score.of_games(pgn.read_text(errors="replace") if pgn.exists() else "", first)


def finished_test(folder: Path) -> bool:
    """Whether a sequential test in this folder has come to its end."""
    output = folder / "fastchess.out"
    return output.exists() and re.search(r"^SPRT .* completed", output.read_text(errors="replace"), re.M) is not None


def comparable(command: str) -> str:
    """A command without what may change when a match goes on: its length and the games at a time.

    >>> comparable("fastchess -rounds 5 -concurrency 2 -recover")
    'fastchess -recover'
    """
    return re.sub(r"-(rounds|concurrency) \d+ ", "", command.strip())


def run_fastchess(folder: Path, command: list[str]) -> None:
    """Runs fastchess, keeps all that it prints in fastchess.out and shows its reports and the games' progress."""
    live = sys.stdout.isatty()
    with (
        open(folder / "fastchess.out", "a", encoding="utf-8") as keep,
        subprocess.Popen(
            command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace"
        ) as process,
    ):
        lines = iter(process.stdout.readline, "")
        while True:
            try:
                line = next(lines, None)
            except KeyboardInterrupt:
                continue  # fastchess got it as well: it finishes by itself and saves the match
            if line is None:
                break
            keep.write(line)
            if line.startswith("Finished game"):
                if live:
                    print("\r\x1b[K" + line.strip()[:100], end="", flush=True)
            elif re.match(r"(Results|Elo:|LOS:|Games:|Ptnml|LLR:|SPRT|Error|Fatal)", line):
                print(("\r\x1b[K" if live else "") + line, end="", flush=True)
        if live:
            print("\r\x1b[K", end="")
    if process.returncode not in (0, 1, -2, 130):
        raise RigError(f"fastchess ended with code {process.returncode}; see {folder / 'fastchess.out'}")


def main_with_errors(main) -> None:
    """Runs a script's main and turns a RigError into a sentence and exit code 2."""
    try:
        sys.exit(main())
    except RigError as error:
        print(f"{Path(sys.argv[0]).name}: {error}", file=sys.stderr)
        sys.exit(2)
