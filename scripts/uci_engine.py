"""A UCI engine as a child process, its output with times, and its info lines taken apart."""

import os
import queue
import re
import shutil
import subprocess
import threading
import time
from dataclasses import dataclass
from pathlib import Path


class EngineFault(Exception):
    """What the engine did wrong, as a sentence."""


@dataclass(frozen=True)
class Info:
    """One `info` line with something of a search in it."""

    line: str
    depth: int | None
    multipv: int
    kind: str | None
    value: int | None
    bound: bool
    nodes: int | None
    wdl: tuple[int, int, int] | None
    pv: tuple[str, ...]

    @property
    def rank(self) -> int:
        """The score as one number: a mate is beyond any centipawns."""
        if self.kind == "cp":
            return self.value
        return 100_000 - self.value if self.value > 0 else -100_000 - self.value


def parse_info(line: str) -> Info | None:
    """Takes an info line apart; None for any other line, `info string` too.

    >>> i = parse_info("info depth 7 multipv 2 score mate -3 upperbound nodes 99 pv e2e4 e7e5")
    >>> i.depth, i.multipv, i.kind, i.value, i.bound, i.nodes, i.pv, i.rank
    (7, 2, 'mate', -3, True, 99, ('e2e4', 'e7e5'), -99997)
    """
    if not line.startswith("info ") or line.startswith("info string"):
        return None

    def numbers(pattern: str) -> list[int]:
        found = re.search(pattern, line)
        return [int(group) for group in found.groups()] if found else []

    score = re.search(r" score (cp|mate) (-?\d+)", line)
    return Info(
        line=line,
        depth=next(iter(numbers(r" depth (\d+)")), None),
        multipv=next(iter(numbers(r" multipv (\d+)")), 1),
        kind=score[1] if score else None,
        value=int(score[2]) if score else None,
        bound=" lowerbound" in line or " upperbound" in line,
        nodes=next(iter(numbers(r" nodes (\d+)")), None),
        wdl=tuple(numbers(r" wdl (\d+) (\d+) (\d+)")) or None,
        pv=tuple(line.split(" pv ", 1)[1].split()) if " pv " in line else (),
    )


class UciEngine:
    """The process. Everything it prints is kept in `lines`; its end, other than by `quit`, is an EngineFault."""

    def __init__(self, argv: list[str]):
        try:
            argv = [shutil.which(argv[0]) or argv[0], *argv[1:]]
            self.process = subprocess.Popen(argv, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        except OSError as error:
            raise EngineFault(f"{argv[0]} cannot be started: {error.strerror}") from error
        self.lines: list[str] = []
        self.errors: list[str] = []
        self._queue: queue.Queue = queue.Queue()
        threading.Thread(target=self._read_output, daemon=True).start()
        threading.Thread(target=self._read_errors, daemon=True).start()

    def _read_output(self) -> None:
        for raw in self.process.stdout:
            try:
                self._queue.put((time.monotonic(), raw.decode().rstrip("\r\n")))
            except UnicodeDecodeError:
                self._queue.put((time.monotonic(), raw))
        self._queue.put((time.monotonic(), None))

    def _read_errors(self) -> None:
        for raw in self.process.stderr:
            self.errors.append(raw.decode(errors="replace").rstrip())

    def send(self, data: str | bytes) -> None:
        """Sends text as a line, bytes as they are."""
        try:
            self.process.stdin.write(data if isinstance(data, bytes) else data.encode() + b"\n")
            self.process.stdin.flush()
        except (OSError, ValueError) as error:
            raise EngineFault(f"the engine is gone; it said on stderr: {self.errors[-3:]}") from error

    def next_line(self, until: float) -> tuple[float | None, str | None]:
        """The next line and when it came, or (None, None) if none comes until then."""
        try:
            at, line = self._queue.get(timeout=max(0.0, until - time.monotonic()))
        except queue.Empty:
            return None, None
        return at, self._accept(at, line)

    def _accept(self, at: float, line: str | bytes | None) -> str:
        if line is None:
            self._queue.put((at, None))
            raise EngineFault(f"the engine ended with code {self.process.wait()}; stderr: {self.errors[-3:]}")
        if isinstance(line, bytes):
            raise EngineFault(f"a line that is not UTF-8: {line!r}")
        self.lines.append(line)
        return line

    def wait_for(self, pattern: str, seconds: float) -> tuple[float, str]:
        """The first line in which the pattern is found, and when it came."""
        until = time.monotonic() + seconds
        while True:
            at, line = self.next_line(until)
            if line is None:
                raise EngineFault(f"no line matching {pattern!r} in {seconds:g} s; the last lines: {self.lines[-3:]}")
            if re.search(pattern, line):
                return at, line

    def drain(self) -> None:
        """Takes what has come so far, without waiting."""
        while not self._queue.empty():
            at, line = self._queue.get()
            if line is None:
                self._queue.put((at, None))
                return
            self._accept(at, line)

    def infos(self, since: int = 0) -> list[Info]:
        """The info lines from that line on."""
        return [info for info in map(parse_info, self.lines[since:]) if info]

    def resident_mb(self) -> float | None:
        """Resident memory, None where /proc is missing."""
        try:
            return int(re.search(r"VmRSS:\s*(\d+)", Path(f"/proc/{self.process.pid}/status").read_text())[1]) / 1024
        except (OSError, TypeError):
            return None

    def cpu_seconds(self) -> float | None:
        """CPU time of all threads, None where /proc is missing."""
        try:
            fields = Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        except OSError:
            return None
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def check_alive_and_well(self) -> None:
        """An EngineFault if it ended with another code than 0 or panicked on a thread."""
        if self.process.poll() not in (None, 0):
            raise EngineFault(f"exit code {self.process.poll()}; stderr: {self.errors[-3:]}")
        if any("panicked" in line for line in self.errors):
            raise EngineFault(f"a panic: {self.errors[-3:]}")

    def close(self) -> None:
        """Asks it to quit, and kills it if it does not within two seconds."""
        if self.process.poll() is None:
            try:
                self.process.stdin.write(b"quit\n")
                self.process.stdin.close()
            except (OSError, ValueError):
                pass  # already closed or gone: the wait below tells
            try:
                self.process.wait(2)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
