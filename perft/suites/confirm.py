#!/usr/bin/env python3
"""Confirm the counts of EPD suites with two independent generators.

Needs python-chess (`pip install chess`) and Stockfish. Every `Dn` is counted by Stockfish, and by
python-chess, which is some hundred times slower, where the count is at most --python-nodes.
"""

import argparse
import re
import subprocess
import sys

import chess


class Stockfish:
    def __init__(self, path):
        self.process = subprocess.Popen(
            [path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )
        # Set before any position: castling rights are read by it.
        self.send("setoption name UCI_Chess960 value true")

    def send(self, line):
        print(line, file=self.process.stdin, flush=True)

    def perft(self, fen, depth):
        self.send(f"position fen {fen}")
        self.send(f"go perft {depth}")
        for line in self.process.stdout:
            if line.startswith("Nodes searched:"):
                return int(line.split(":")[1])
        raise RuntimeError(f"Stockfish ended on {fen}")


def python_perft(board, depth):
    if depth <= 1:
        return board.legal_moves.count() if depth else 1
    nodes = 0
    for move in board.legal_moves:
        board.push(move)
        nodes += python_perft(board, depth - 1)
        board.pop()
    return nodes


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="+", metavar="FILE")
    parser.add_argument("--stockfish", default="stockfish", help="path of Stockfish")
    parser.add_argument("--python-nodes", type=int, default=1_000_000, metavar="N")
    args = parser.parse_args()
    stockfish = Stockfish(args.stockfish)
    counts = wrong = 0
    for path in args.files:
        for number, line in enumerate(open(path, encoding="utf-8"), 1):
            line = line.strip()
            if not line or line.startswith("#"):
                continue
            fen = line.split(";")[0].strip()
            for depth, nodes in re.findall(r";\s*D(\d+)\s+(\d+)", re.sub('"[^"]*"', "", line)):
                depth, nodes = int(depth), int(nodes)
                counts += 1
                found = {"Stockfish": stockfish.perft(fen, depth)}
                if nodes <= args.python_nodes:
                    found["python-chess"] = python_perft(chess.Board(fen, chess960=True), depth)
                for who, got in found.items():
                    if got != nodes:
                        wrong += 1
                        print(f"{path}:{number}: D{depth} {nodes}, but {who} counts {got}")
    stockfish.send("quit")
    print(f"{counts} counts, {wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
