#!/usr/bin/env python3
"""Black-box checks of a UCI engine, from small scripts.

A file holds cases.  A case starts with `case ID what it checks`; each case gets a fresh engine.
Sending
    > TEXT               send a line            >> TEXT   send without a newline; \\n \\r \\t \\xNN work in both, so
                         `>> go infinite\\nstop\\n` is two lines in one write.  In both, 150x(g1f3 g8f6) stands for
                         150 times these words, and {syzygy} for the folder of tables given with --syzygy (a case
                         that names it is skipped, and said to be, without)
    play                 add the last bestmove to the game and send the position; a game that is over starts again
    clock MS INC LAG N   N times go with both clocks at MS (+ INC a move; LAG ms are lost on each move), bestmove legal,
                         play; the flag may not fall.  `clock MS INC LAG N togo`: N moves to the control
Waiting
    < REGEX              wait (5 s) for a line in which REGEX is found;  <20 REGEX waits 20 s
    !2 REGEX             no such line may come in the next 2 s (`!0.3` works too)
    bestmove legal       wait (10 s; `bestmove 30 legal`) for bestmove; the Nth bestmove of a case must be legal in the
                         position of its Nth `go` (a list of moves is followed up to its first illegal move)
    bestmove none        ... it must say that there is no move: (none) or 0000
    bestmove in M ...    ... it must be one of these     bestmove not M ...   ... none of these
    bestmove first-of-pv ... legal, and the first move of the last exact (or the very last) line of multipv 1; the ponder
                         move, if both are given, is that line's second
    sleep S              seconds                 sleep_random LO HI   a random time
    alive                isready is answered within 5 s
Looking back (these do not wait)
    seen REGEX           some line since the last `go` (or `here`) matches
    count LO HI REGEX    so many lines since the last `go` (or `here`) match; `count all LO HI REGEX`: of the whole case
    !! REGEX             no line so far in this case may match
    here                 what has come so far does not count for `seen` and `count`
    ponder legal         the ponder move of the last bestmove, if any, is legal after it
    pv legal             every pv since the last `go` is a legal line from the position sent, at least one was given
    pv ends              ... and none goes on after a third repetition, 100 half-moves without progress, mate, stalemate
    score mate N | score cp LO HI | score >= N | score <= N
                         the last exact score of multipv 1 since the last `go`; for >= and <= a mate is beyond any cp
    multipv distinct N   every depth up to the last full one has exactly N lines, first moves distinct, scores not rising
    wdl                  every `wdl` since the last `go` sums to 1000; at least one was given
    took LO HI           milliseconds from the last `go` (or stop/ponderhit, `took stop LO HI`) to the bestmove
    depth >= N           the last completed depth
    options              every option line so far is well formed: type, default, min <= default <= max, default among the
                         vars, nothing more; no name twice; no name with a word of the protocol (min, default, ...)
    mark                 remember nodes, score, bestmove of the last search, and the resident memory; then later
    same K ...           nodes, score, bestmove (those named) equal the marked ones
    nodes ratio MAX      nodes of the last search over the marked ones
    rss LO HI            resident memory in MB       rss grown MAX   ... since `mark` (Linux; elsewhere these and
    cpu_ratio MAX        CPU time over wall time since the last `go`  `cpu_ratio` pass)
The process and the script
    repeat N ... end     the lines between, N times
    restart              end the engine, start a fresh one in the same case
    needs OPTION         a case about an option is skipped, and said to be, while the engine does not declare it
    needs NAME.rtbw      ... while the folder given with --syzygy does not hold this table
    tries N              a case about time may be tried N times: noise of a busy machine
    eof                  close its input
    exits S              it must exit by itself within S seconds, with code 0, no panic text on stderr
A case also fails on: a crash, a panic text, a line that is not UTF-8.
The exit code is 1 if any case failed; the last line counts them: `uci: N passed, N failed, N skipped`.
"""

import argparse
import codecs
import random
import re
import shlex
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

try:
    import chess
except ImportError:
    sys.exit("uci_script.py: python-chess is missing: pip install chess")

from uci_engine import EngineFault, Info, UciEngine

PROTOCOL_WORDS = {"name", "type", "default", "min", "max", "var", "value"}  # no option name may hold one of these


@dataclass
class Script:
    """A case as it stands in its file: numbered lines."""

    title: str
    lines: list[tuple[int, str]] = field(default_factory=list)

    @property
    def id(self) -> str:
        return self.title.split()[0]

    @property
    def tries(self) -> int:
        return max([int(line.split()[1]) for _, line in self.lines if line.startswith("tries ")], default=1)

    def lacks(self, options: set[str], syzygy: str) -> str | None:
        """What the case needs and is not there, or None."""
        needed = [line.removeprefix("needs ") for _, line in self.lines if line.startswith("needs ")]
        tables = [name for name in needed if name.endswith(".rtbw")]
        missing = [f"the option {name}" for name in needed if name not in tables and name.lower() not in options]
        missing += [f"the table {name}" for name in tables if syzygy and not (Path(syzygy) / name).exists()]
        if not syzygy and any("{syzygy}" in line for _, line in self.lines):
            missing.append("--syzygy")
        return " and ".join(missing) or None

    def unrolled(self) -> list[tuple[int, str]]:
        """The lines with the `repeat N ... end` blocks written out, without comments and empty lines.

        >>> Script("t", [(1, "repeat 2"), (2, "> a"), (3, "# b"), (4, "end"), (5, "alive")]).unrolled()
        [(2, '> a'), (2, '> a'), (5, 'alive')]
        """
        lines, outer = [], []
        for number, line in self.lines:
            words = line.split()
            if words[:1] == ["repeat"]:
                outer.append((lines, int(words[1])))
                lines = []
            elif words == ["end"]:
                block, (lines, times) = lines, outer.pop()
                lines += block * times
            elif words and not line.startswith("#"):
                lines.append((number, line))
        return lines


def read_scripts(path: str) -> list[Script]:
    scripts = []
    with open(path, encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            if line.startswith("case "):
                scripts.append(Script(line[5:].strip()))
            elif scripts:
                scripts[-1].lines.append((number, line.rstrip("\n")))
    return scripts


class Game:
    """The position that the engine was told of, followed up to the first move that is none."""

    def __init__(self):
        self.chess960 = False
        self.board = chess.Board()
        self.sent = "position startpos"

    def follow(self, text: str) -> None:
        words = text.split()
        if words[0] == "setoption" and "UCI_Chess960" in words:
            self.chess960 = words[-1].lower() == "true"
        elif words[0] == "position":
            self.sent = text
            split = words.index("moves") if "moves" in words else len(words)
            start, moves = words[1:split], words[split + 1 :]
            try:
                fen = chess.STARTING_FEN if start[:1] == ["startpos"] else " ".join(start[1:])
                self.board = chess.Board(fen, chess960=self.chess960)
                for move in moves:
                    self.board.push_uci(move)
            except (ValueError, IndexError):
                pass  # on purpose: the scripts send what no engine may play, and look at what it does then


class Case:
    """One run of a script. The method `do_WORD` plays the line that starts with WORD."""

    def __init__(self, script: Script, argv: list[str], trace: bool, syzygy: str):
        self.script, self.argv, self.trace, self.syzygy = script, argv, trace, syzygy
        self.marked: dict = {}
        self.start()

    def start(self) -> None:
        self.engine = UciEngine(self.argv)
        self.game = Game()
        self.searched: list[chess.Board] = []  # the position of each `go`
        self.since = 0  # the first line that `seen` and `count` look at
        self.go_at = self.stop_at = self.best_at = 0.0
        self.cpu_at_go: float | None = None
        self.best: list[str] = []
        self.best_board = self.game.board

    def run(self) -> None:
        for number, line in self.script.unrolled():
            try:
                self.step(line)
            except EngineFault as fault:
                raise EngineFault(f"line {number} `{line[:80]}`: {fault}") from fault
        self.engine.check_alive_and_well()

    def step(self, line: str) -> None:
        waiting = re.match(r"([<!])([\d.]*) (.*)", line)
        if line.startswith(">"):
            self.send(line)
        elif line.startswith("!! "):
            self.never(line[3:])
        elif waiting and waiting[1] == "<":
            self.wait_for(waiting[3], float(waiting[2] or 5))
        elif waiting:
            self.not_within(float(waiting[2]), waiting[3])
        else:
            word, _, rest = line.partition(" ")
            directive = getattr(self, "do_" + word, None)
            if directive is None:
                raise EngineFault("this is no directive")
            directive(rest)

    # Sending

    def send(self, line: str) -> None:
        """A `>` or `>>` line of the script."""
        text = line.lstrip(">").removeprefix(" ").replace("{syzygy}", self.syzygy)
        text = re.sub(r"(\d+)x\(([^)]*)\)", lambda found: " ".join([found[2]] * int(found[1])), text)
        self.send_text(codecs.decode(text, "unicode_escape"), "" if line.startswith(">>") else "\n")

    def send_text(self, text: str, end: str = "\n") -> None:
        self.note("> " + text[:120].encode("unicode_escape").decode())
        for part in filter(str.strip, text.split("\n")):
            self.game.follow(part)
            word, *arguments = part.split()
            if word == "go":
                self.since, self.best = len(self.engine.lines), []
                self.go_at, self.cpu_at_go = time.monotonic(), self.engine.cpu_seconds()
                if "perft" not in arguments:  # which ends without a bestmove
                    self.searched.append(self.game.board)
            elif word in ("stop", "ponderhit"):
                self.stop_at = time.monotonic()
        self.engine.send(text.encode("latin-1") + end.encode())

    def do_play(self, _rest: str = "") -> None:
        board = self.searched[-1].copy()
        board.push_uci(self.best[1])
        line = self.game.sent + ("" if " moves " in self.game.sent else " moves") + " " + self.best[1]
        self.send_text(line if any(board.legal_moves) else self.game.sent.split(" moves")[0])

    def do_clock(self, rest: str) -> None:
        numbers, togo = rest.removesuffix(" togo"), rest.endswith(" togo")
        left, increment, lag, moves = map(int, numbers.split())
        for played in range(moves):
            go = f"go wtime {int(left)} btime {int(left)}"
            go += f" winc {increment} binc {increment}" if increment else ""
            self.send_text(go + (f" movestogo {moves - played}" if togo else ""))
            self.do_bestmove(f"{left / 1000 + 2:g} legal")
            left -= (self.best_at - self.go_at) * 1000 + lag
            if left <= 0:
                raise EngineFault(f"the flag fell at move {played + 1} ({left:.0f} ms)")
            left += increment
            self.do_play()

    # Waiting

    def wait_for(self, pattern: str, seconds: float) -> tuple[float, str]:
        at, line = self.engine.wait_for(pattern, seconds)
        self.note("< " + line)
        return at, line

    def not_within(self, seconds: float, pattern: str) -> None:
        until = time.monotonic() + seconds
        while (line := self.engine.next_line(until)[1]) is not None:
            self.note("< " + line)
            if re.search(pattern, line):
                raise EngineFault(f"unwanted line: {line[:120]}")

    def do_bestmove(self, rest: str) -> None:
        words = rest.split()
        seconds = float(words.pop(0)) if words[0].replace(".", "").isdigit() else 10
        self.best_at, line = self.wait_for(r"^bestmove\b", seconds)
        self.best = line.split()
        move = self.best[1] if len(self.best) > 1 else ""
        number = sum(line.startswith("bestmove") for line in self.engine.lines)
        self.best_board = self.searched[number - 1] if number <= len(self.searched) else self.game.board
        wanted, *moves = words
        if wanted == "none":
            if move not in ("(none)", "0000"):
                raise EngineFault(f"it said `{line}`")
            return
        try:
            self.best_board.parse_uci(move)
        except ValueError as error:
            raise EngineFault(f"`{line}` is not legal in {self.best_board.fen()}") from error
        if (wanted == "in" and move not in moves) or (wanted == "not" and move in moves):
            raise EngineFault(f"it said `{line}`")
        if wanted == "first-of-pv":
            self.check_first_of_pv(line, move)

    def check_first_of_pv(self, line: str, move: str) -> None:
        last = [[info.pv for info in self.main_lines(exact) if info.pv][-1:] for exact in (True, False)]
        pvs = [pv for found in last for pv in found if pv[0] == move]
        ponder_fits = "ponder" not in self.best or any(len(pv) < 2 or pv[1] == self.best[3] for pv in pvs)
        if not pvs or not ponder_fits:
            raise EngineFault(f"`{line}` does not fit the last pv: {last}")

    def do_alive(self, _rest: str) -> None:
        self.engine.send("isready")
        self.wait_for(r"^readyok$", 5)

    def do_sleep(self, rest: str) -> None:
        time.sleep(float(rest))

    def do_sleep_random(self, rest: str) -> None:
        time.sleep(random.uniform(*map(float, rest.split())))

    # Looking back

    def infos(self) -> list[Info]:
        return self.engine.infos(self.since)

    def main_lines(self, exact: bool = True) -> list[Info]:
        """The scores of multipv 1."""
        return [info for info in self.infos() if info.kind and info.multipv == 1 and not (exact and info.bound)]

    def last_score(self) -> Info:
        scores = self.main_lines()
        if not scores:
            raise EngineFault("no score was given")
        return scores[-1]

    def last_nodes(self) -> int:
        counts = [info.nodes for info in self.infos() if info.nodes is not None]
        if not counts:
            raise EngineFault("no node count was given")
        return counts[-1]

    def facts(self) -> dict:
        """What `mark` remembers and `same` compares."""
        facts = {"rss": self.engine.resident_mb()}
        if self.best:
            score = self.last_score()
            facts |= {"bestmove": self.best[1], "nodes": self.last_nodes(), "score": (score.kind, score.value)}
        return facts

    def pv_moves(self) -> Iterator[tuple[Info, chess.Board, str]]:
        """Each move of each pv since the last go, with the position before it."""
        infos = [info for info in self.infos() if info.pv]
        if not infos:
            raise EngineFault("no pv was given")
        for info in infos:
            board = self.searched[-1].copy()
            for move in info.pv:
                yield info, board, move
                try:
                    board.push_uci(move)
                except ValueError as error:
                    raise EngineFault(f"illegal {move} in `{info.line}`") from error

    def never(self, pattern: str) -> None:
        for line in self.engine.lines:
            if re.search(pattern, line):
                raise EngineFault(f"unwanted line: {line[:120]}")

    def do_seen(self, pattern: str) -> None:
        if not any(re.search(pattern, line) for line in self.engine.lines[self.since :]):
            raise EngineFault("no such line")

    def do_count(self, rest: str) -> None:
        self.engine.drain()
        lines = self.engine.lines[0 if rest.startswith("all ") else self.since :]
        low, high, pattern = rest.removeprefix("all ").split(None, 2)
        count = sum(bool(re.search(pattern, line)) for line in lines)
        if not int(low) <= count <= int(high):
            raise EngineFault(f"{count} such lines")

    def do_here(self, _rest: str) -> None:
        self.engine.drain()
        self.since = len(self.engine.lines)

    def do_ponder(self, _rest: str) -> None:
        if "ponder" in self.best:
            board = self.best_board.copy()
            board.push_uci(self.best[1])
            try:
                board.parse_uci(self.best[3])
            except ValueError as error:
                raise EngineFault(f"the ponder move is not legal: {self.best}") from error

    def do_pv(self, rest: str) -> None:
        root = len(self.searched[-1].move_stack)
        for info, board, move in self.pv_moves():
            over = board.is_repetition(3) or board.halfmove_clock >= 100
            if rest == "ends" and over and len(board.move_stack) > root:
                raise EngineFault(f"the game is drawn, yet {move} follows in `{info.line}`")

    def do_score(self, rest: str) -> None:
        score = self.last_score()
        kind, *numbers = rest.split()
        low, high = int(numbers[0]), int(numbers[-1])
        if kind in (">=", "<="):
            fits = score.rank >= low if kind == ">=" else score.rank <= low
        else:
            fits = score.kind == kind and low <= score.value <= high
        if not fits:
            raise EngineFault(f"the score is {score.kind} {score.value}")

    def do_multipv(self, rest: str) -> None:
        want = int(rest.split()[-1])
        batches = multipv_batches(self.infos())
        full = [depth for depth, found in batches.items() if any(len(batch) == want for batch in found)]
        if not full:
            raise EngineFault(f"no depth has {want} lines")
        for depth, found in sorted(batches.items()):
            if depth <= max(full) and depth not in full:
                raise EngineFault(f"depth {depth} has {max(map(len, found))} lines")
            for batch in found:
                ranks = [info.rank for info in batch]
                if len(batch) > want:
                    raise EngineFault(f"depth {depth} has {len(batch)} lines")
                if len({info.pv[0] for info in batch}) < len(batch):
                    raise EngineFault(f"depth {depth}: one first move twice")
                if len(batch) == want and ranks != sorted(ranks, reverse=True):
                    raise EngineFault(f"depth {depth}: the scores rise: {ranks}")

    def do_wdl(self, _rest: str) -> None:
        sums = {sum(info.wdl) for info in self.infos() if info.wdl}
        if sums != {1000}:
            raise EngineFault(f"the sums are {sorted(sums)}")

    def do_took(self, rest: str) -> None:
        start = self.stop_at if rest.startswith("stop ") else self.go_at
        low, high = map(float, rest.removeprefix("stop ").split())
        took_ms = (self.best_at - start) * 1000
        if not low <= took_ms <= high:
            raise EngineFault(f"it took {took_ms:.0f} ms")

    def do_depth(self, rest: str) -> None:
        depths = [info.depth for info in self.infos() if info.depth is not None]
        if not depths or depths[-1] < int(rest.split()[-1]):
            raise EngineFault(f"the depth is {depths[-1:] or 'not given'}")

    def do_options(self, _rest: str) -> None:
        lines = [line for line in self.engine.lines if line.startswith("option")]
        names = [option_name(line) for line in lines]
        if not names:
            raise EngineFault("there is no option line")
        if len(set(names)) < len(names):
            raise EngineFault("an option is given twice")

    def do_mark(self, _rest: str) -> None:
        self.marked = self.facts()

    def do_same(self, rest: str) -> None:
        now = self.facts()
        for fact in rest.split():
            if now[fact] != self.marked[fact]:
                raise EngineFault(f"{fact} is {now[fact]}, and was {self.marked[fact]}")

    def do_nodes(self, rest: str) -> None:
        if self.last_nodes() > float(rest.split()[-1]) * self.marked["nodes"]:
            raise EngineFault(f"{self.last_nodes()} nodes, and before {self.marked['nodes']}")

    def do_rss(self, rest: str) -> None:
        megabytes = self.engine.resident_mb()
        if megabytes is None:
            return
        low, high = rest.split()
        if low == "grown":
            low, megabytes = "-inf", megabytes - self.marked["rss"]
        if not float(low) <= megabytes <= float(high):
            raise EngineFault(f"{megabytes:.1f} MB")

    def do_cpu_ratio(self, rest: str) -> None:
        cpu = self.engine.cpu_seconds()
        if cpu is not None:
            ratio = (cpu - self.cpu_at_go) / (time.monotonic() - self.go_at)
            if ratio > float(rest):
                raise EngineFault(f"the ratio is {ratio:.2f}")

    # The process

    def do_tries(self, _rest: str) -> None:
        """Read before the case starts."""

    do_needs = do_tries

    def do_restart(self, _rest: str) -> None:
        self.engine.close()
        self.start()

    def do_eof(self, _rest: str) -> None:
        self.engine.process.stdin.close()

    def do_exits(self, rest: str) -> None:
        try:
            code = self.engine.process.wait(float(rest))
        except subprocess.TimeoutExpired as error:
            raise EngineFault("it is still running") from error
        if code != 0:
            raise EngineFault(f"exit code {code}; stderr: {self.engine.errors[-3:]}")

    def note(self, text: str) -> None:
        if self.trace:
            print("   ", text)


def multipv_batches(infos: list[Info]) -> dict[int, list[list[Info]]]:
    """By depth, the runs of lines 1, 2, 3 .. as they were printed; a line printed again replaces the one before."""
    batches: dict[int, list[list[Info]]] = {}
    current, at = [], None
    for info in infos:
        if info.bound or not info.pv or info.kind is None or info.depth is None or " multipv " not in info.line:
            continue
        if info.multipv == 1:
            current, at = [info], info.depth
            batches.setdefault(at, []).append(current)
        elif current and info.depth == at and info.multipv == len(current) + 1:
            current.append(info)
        elif current and info.depth == at and info.multipv == len(current):
            current[-1] = info
        else:
            current = []  # a line of another depth, printed again
    return batches


def option_name(line: str) -> str:
    """The name in a well-formed option line, in small letters; an EngineFault for any other line.

    >>> option_name("option name Hash type spin default 16 min 1 max 1024")
    'hash'
    """
    found = re.match(r"option name (\S.*?) type (check|spin|combo|button|string)( .*)?$", line)
    name, kind, rest = (found[1].lower(), found[2], (found[3] or "").strip()) if found else ("name", "", "")
    well_formed = not PROTOCOL_WORDS & set(name.split())
    if kind == "check":
        well_formed &= rest in ("default true", "default false")
    elif kind == "button":
        well_formed &= not rest
    elif kind == "string":
        well_formed &= bool(re.match(r"default\b", rest)) and not re.search(r" (min|max) -?\d", rest)
    elif kind == "spin":
        numbers = re.match(r"default (-?\d+) min (-?\d+) max (-?\d+)$", rest)
        well_formed &= bool(numbers) and int(numbers[2]) <= int(numbers[1]) <= int(numbers[3])
    else:
        value, *choices = re.split(r" var ", rest)
        well_formed &= value.removeprefix("default ") in choices
    if not well_formed:
        raise EngineFault(f"an odd option line: {line}")
    return name


def declared_options(argv: list[str]) -> set[str]:
    """The names of the engine's options, in small letters."""
    engine = UciEngine(argv)
    try:
        engine.send("uci")
        engine.wait_for("^uciok$", 10)
        return {found[1].lower() for line in engine.lines if (found := re.match(r"option name (.*?) type ", line))}
    finally:
        engine.close()


def run_case(script: Script, args: argparse.Namespace) -> str | None:
    """What failed, or None. A case that may be tried again passes if one try does."""
    fault = None
    for _ in range(script.tries):
        case = None
        try:
            case = Case(script, shlex.split(args.engine), args.trace, args.syzygy)
            case.run()
            return None
        except EngineFault as error:
            fault = str(error)
        finally:
            if case:
                case.engine.close()
    return fault


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--engine", default="target/release/portcullis", help="with its arguments (default %(default)s)"
    )
    parser.add_argument("--only", help="the cases with these IDs, separated by commas")
    parser.add_argument("--syzygy", default="", help="folder of tables for the cases that need them")
    parser.add_argument("--trace", action="store_true", help="print the conversations")
    parser.add_argument("--times", action="store_true", help="print what each case takes")
    parser.add_argument("files", nargs="+", metavar="FILE.uci")
    args = parser.parse_args()
    passed = failed = skipped = 0
    try:
        options = declared_options(shlex.split(args.engine))
    except EngineFault as fault:
        sys.exit(f"uci_script.py: {fault}")
    for path in args.files:
        for script in read_scripts(path):
            if args.only and script.id not in args.only.split(","):
                continue
            if missing := script.lacks(options, args.syzygy):
                skipped += 1
                print(f"skip {script.title}: it needs {missing}", flush=True)
                continue
            if args.trace:
                print("case", script.title)
            began = time.monotonic()
            fault = run_case(script, args)
            if fault:
                failed += 1
                print(f"FAIL {Path(path).name}: {script.title}: {fault}", flush=True)
            else:
                passed += 1
            if args.times:
                print(f"{time.monotonic() - began:6.1f} s  {script.title}", flush=True)
    print(f"uci: {passed} passed, {failed} failed, {skipped} skipped")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
