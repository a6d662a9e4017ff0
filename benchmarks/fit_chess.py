"""Fits the numbers of zermelo/experts/chess/weights.ini to Stockfish's opinion.

    python benchmarks/fit_chess.py play positions.txt --minutes 15     # needs stockfish and python-chess
    python benchmarks/fit_chess.py fit positions.txt

`play` lets Stockfish play itself at few nodes a move from random openings and writes quiet positions as lines
FEN;score;result (hundredths of a pawn and points, both White's); it may be stopped and goes on where it was.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import subprocess
import time
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

import zermelo
from zermelo.experts.chess.evaluator import BLENDED, FULL, features_of
from zermelo.experts.chess.weights import COUNTED, OF_COUNTED, TABLES

Array = NDArray[Any]

OPENING = (6, 12)  # random plies before Stockfish takes over, at least and at most
BLUNDERS = (0.0, 0.0, 0.05, 0.15)  # how often a move is random, by game: positions of good play alone teach too little
LONGEST = 240  # plies a game
DECIDED = 1200  # hundredths of a pawn; a game that has been decided for a while need not be played out
MOST = 1000  # positions with a higher score teach nothing
TRUST = 0.95  # the teacher's score counts so much, the game's result the rest
SMALL, SMOOTH = 10.0, 20.0  # how strongly numbers are held near their first guess and near their neighbours
STEPS = 8  # of Newton's, at most
STEEP = 0.6  # points = sigmoid(STEEP score): scores near 0 count most


class Stockfish:
    """A process that answers with its best move and score."""

    def __init__(self, nodes: int):
        program = shutil.which("stockfish", path=f"{os.environ.get('PATH', '')}:/usr/games")
        if program is None:
            raise SystemExit("no stockfish found; Debian has it as the package stockfish")
        self.nodes = nodes
        self.process = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.ask("uci", "uciok")

    def say(self, text: str) -> None:
        print(text, file=self.process.stdin, flush=True)

    def ask(self, text: str, until: str) -> list[str]:
        self.say(text)
        answers: list[str] = []
        for line in self.process.stdout or ():
            answers.append(line)
            if line.startswith(until):
                return answers
        raise SystemExit(f"stockfish ended while asked: {text}")

    def new_game(self) -> None:
        self.say("ucinewgame")
        self.ask("isready", "readyok")

    def best(self, fen: str) -> tuple[str, int]:
        """A move and its score in hundredths of a pawn for the one to move; a mate counts as a hundred pawns."""
        self.say(f"position fen {fen}")
        answers = self.ask(f"go nodes {self.nodes}", "bestmove")
        score = next(line.split(" score ")[1].split() for line in reversed(answers) if " score " in line)
        value = int(score[1])
        return answers[-1].split()[1], value if score[0] == "cp" else 10000 if value > 0 else -10000


def play(path: Path, minutes: float, nodes: int, seed: int) -> None:
    """Plays games and adds their quiet positions to a file."""
    teacher = Stockfish(nodes)
    before = len(path.read_text().splitlines()) if path.exists() else 0
    chance = random.Random(seed * 1_000_003 + before)
    end = time.monotonic() + 60 * minutes
    with path.open("a") as file:
        while time.monotonic() < end:
            positions, result = one_game(teacher, chance)
            for fen, score in positions:
                print(f"{fen};{score};{result}", file=file)
            file.flush()


def one_game(teacher: Stockfish, chance: random.Random) -> tuple[list[tuple[str, int]], float]:
    """Quiet positions with their scores, and the points that White got."""
    import chess

    teacher.new_game()
    board = chess.Board()
    for _ in range(chance.randint(*OPENING)):
        if board.is_game_over():
            return [], 0.5
        board.push(chance.choice(list(board.legal_moves)))
    blunders, decided = chance.choice(BLUNDERS), 0
    found: list[tuple[str, int]] = []
    while board.ply() < LONGEST and not board.is_game_over() and not board.is_repetition(3):
        text, score = teacher.best(board.fen())
        score = score if board.turn == chess.WHITE else -score
        move = board.parse_uci(text)
        if abs(score) <= MOST and not board.is_check() and not board.is_capture(move) and not move.promotion:
            found.append((board.fen(), score))
        decided = decided + 1 if abs(score) > DECIDED else 0
        if decided >= 6:
            return found, 1.0 if score > 0 else 0.0
        if chance.random() < blunders:
            move = chance.choice(list(board.legal_moves))
        board.push(move)
    outcome = board.outcome()
    points = {True: 1.0, False: 0.0, None: 0.5}
    return found, points[outcome.winner] if outcome else 0.5


# --- which entries of the tables an evaluation uses -----------------------------------------------------------------


class Tally:
    """A sum of unknown numbers: how often each occurs. It goes through an evaluation in place of tables' entries."""

    def __init__(self, counts: dict[int, float], known: Array | None = None):
        self.counts, self.known = counts, known

    def __add__(self, other: Tally | float) -> Tally:
        counts = dict(self.counts)
        for index, times in other.counts.items() if isinstance(other, Tally) else ():
            counts[index] = counts.get(index, 0) + times
        return Tally(counts, self.known)

    __radd__ = __add__

    def __neg__(self) -> Tally:
        return self * -1

    def __sub__(self, other: Tally | float) -> Tally:
        return self + -other

    def __rsub__(self, other: Tally | float) -> Tally:
        return -self + other

    def __mul__(self, times: float) -> Tally:
        return Tally({index: times * count for index, count in self.counts.items()}, self.known)

    __rmul__ = __mul__

    def __gt__(self, other: float) -> bool:
        assert self.known is not None
        return sum(self.known[index] * times for index, times in self.counts.items()) > other


class Entries:
    """Stands for a table: entry i is the unknown number first + i."""

    def __init__(self, first: int):
        self.first = first

    def __getitem__(self, i: int) -> Tally:
        return Tally({self.first + int(i): 1})


class Unknowns:
    """All numbers of the evaluation in a row: the tables for the middle game, for the ending, and the counted ones."""

    def __init__(self) -> None:
        self.first: dict[str, int] = {}
        self.entries = 0
        for name, (middle, _) in TABLES.items():
            self.first[name] = self.entries
            self.entries += len(middle)
        self.size = 2 * self.entries + len(COUNTED)
        middles = [number / 100 for middle, _ in TABLES.values() for number in middle]
        endings = [number / 100 for _, ending in TABLES.values() for number in ending]
        self.present = np.array([*middles, *endings, *COUNTED.values()])  # in pawns
        counted = tuple(Tally({2 * self.entries + i: 1}, self.present) for i in range(len(COUNTED)))
        self.features = features_of(lambda name: Entries(self.first[name]), self.blend, counted)
        self.counted = counted

    def blend(self, pair: Tally | int, phase: int) -> Tally:
        counts = pair.counts if isinstance(pair, Tally) else {}
        middle = {index: times * phase / FULL for index, times in counts.items() if times and phase}
        ending = {index + self.entries: times * (1 - phase / FULL) for index, times in counts.items() if times}
        return Tally(middle | ending, self.present)

    def coefficients(self, state: Any) -> dict[int, float]:
        """How the evaluation of a state depends on each number: their products add up to it (but for `mating`)."""
        found = self.features(state)
        blended, counts, drawish = found[: len(BLENDED)], found[len(BLENDED) : -2], found[-1]
        total = sum(blended, drawish)
        for weight, times in zip(self.counted, counts, strict=True):
            total = total + weight * times
        return {index: times for index, times in total.counts.items() if times}


def design(lines: list[str], unknowns: Unknowns) -> Array:
    """The coefficients of each position [position, unknown]."""
    game = zermelo.load("chess")
    rows = np.zeros((len(lines), unknowns.size), np.float32)
    for row, line in zip(rows, lines, strict=True):
        found = unknowns.coefficients(game.read_state(line.split(";")[0]))
        row[list(found)] = list(found.values())
    return rows


# --- the fit --------------------------------------------------------------------------------------------------------


def sigmoid(value: Array) -> Array:
    return 1 / (1 + np.exp(-value))


def first_guess(unknowns: Unknowns) -> Array:
    """What is believed before any position is seen; it holds where there are few, as for kings that walk out early."""
    guess = np.zeros(unknowns.size)

    def put(name: str, middle: Any, ending: Any) -> None:
        for half, numbers in ((0, middle), (unknowns.entries, ending)):
            first = half + unknowns.first[name]
            guess[first : first + len(TABLES[name][0])] = numbers

    put("material", (0.7, 3.2, 3.3, 4.5, 9.0), (0.8, 2.8, 2.9, 4.8, 9.0))
    square = np.arange(64)
    row, off_centre = square // 8, np.maximum(abs(square % 8 - 3.5), abs(square // 8 - 3.5))
    put(
        "king squares",
        np.array([-0.6] * 5 + [-0.4, -0.15, 0.1])[row] - 0.1 * (row == 7) * (off_centre < 3),
        0.3 - 0.1 * off_centre,
    )
    for name, each in (("knight", 0.05), ("bishop", 0.04), ("rook", 0.03), ("queen", 0.015)):
        reach = each * np.arange(len(TABLES[f"{name} mobility"][0]))
        put(f"{name} mobility", reach - reach.mean(), reach - reach.mean())
    put("passed pawns", np.array([0, 0, 0, 0.1, 0.2, 0.4, 0.6, 0]), np.array([0, 0.1, 0.1, 0.2, 0.3, 0.6, 1.0, 0]))
    put("own king to passed pawn", 0.0, np.array([0.3, 0.3, 0.2, 0.1, 0, 0, 0, 0]))
    put("their king to passed pawn", 0.0, np.array([0, 0, 0.1, 0.2, 0.3, 0.35, 0.4, 0.4]))
    put("king attack", -(np.arange(32) ** 2) / 250, 0.0)
    return guess


def penalty(unknowns: Unknowns) -> Array:
    """How strongly numbers are held near the first guess, and neighbours to differ as they do there: a matrix."""
    matrix = np.diag(np.full(unknowns.size, SMALL))
    for half in (0, unknowns.entries):
        for name, (middle, _) in TABLES.items():
            start, size = half + unknowns.first[name], len(middle)
            pairs = [(i, i + 1) for i in range(size - 1)]
            if size == 64:
                pairs = [(i, i + 1) for i in range(64) if i % 8 < 7] + [(i, i + 8) for i in range(56)]
                pairs += [(i, i ^ 7) for i in range(64) if i % 8 < 4]
            if name in ("material", "threats"):
                continue
            for one, other in pairs:
                at = np.ix_([start + one, start + other], [start + one, start + other])
                matrix[at] += SMOOTH * np.array([[1, -1], [-1, 1]])
    return matrix


def solve(rows: Array, targets: Array, unknowns: Unknowns) -> Array:
    """Logistic regression by Newton's steps."""
    matrix, guess = penalty(unknowns), first_guess(unknowns)
    theta = guess.copy()
    for _ in range(STEPS):
        chance = sigmoid(STEEP * (rows @ theta.astype(np.float32)))
        slope = STEEP * (rows.T @ (chance - targets).astype(np.float32)) + matrix @ (theta - guess)
        weight = (STEEP * np.sqrt(chance * (1 - chance))).astype(np.float32)
        bend = matrix.copy()
        for part in range(0, len(rows), 20_000):
            some = rows[part : part + 20_000] * weight[part : part + 20_000, None]
            bend += some.T @ some
        step = np.linalg.solve(bend, slope)
        theta -= step
        if np.abs(step).max() < 1e-3:
            break
    return theta


def fit(path: Path, output: Path) -> None:
    """Fits to nine tenths of the positions, tells the error on the last tenth, and writes the numbers."""
    lines = path.read_text().splitlines()
    scores, results = np.array([[float(word) for word in line.split(";")[1:]] for line in lines]).T
    scores /= 100
    teacher = sigmoid(STEEP * scores)
    unknowns = Unknowns()
    rows = design(lines, unknowns)
    kept = len(lines) * 9 // 10
    theta = np.round(solve(rows[:kept], (TRUST * teacher + (1 - TRUST) * results)[:kept], unknowns), 2)
    first = unknowns.first["material"]
    material = np.zeros(unknowns.size)
    material[first : first + 5] = material[unknowns.entries + first :][:5] = first_guess(unknowns)[first : first + 5]
    print(f"{len(lines)} positions; error in points on the {len(lines) - kept} that were held out:")
    for name, numbers in (("material alone", material), ("as it was", unknowns.present), ("fitted", theta)):
        off = sigmoid(STEEP * (rows[kept:] @ numbers)) - teacher[kept:]
        print(f"    {np.sqrt(np.mean(off**2)):.4f} {name}")
    output.write_text(layout(theta, unknowns, len(lines)))


def layout(theta: Array, unknowns: Unknowns, positions: int) -> str:
    """The numbers as `zermelo.experts.chess.weights` reads them."""
    text = [HEAD.format(positions=positions)]
    hundredths = np.round(100 * theta).astype(int)
    for name, (middle, _) in TABLES.items():
        start = unknowns.first[name]
        text.append(f"\n[{name}]")
        for half, first in (("middle game", start), ("ending", start + unknowns.entries)):
            numbers = hundredths[first : first + len(middle)]
            wide = 8 if len(numbers) == 64 else 14
            rows = [" ".join(f"{n:4d}" for n in numbers[i : i + wide]) for i in range(0, len(numbers), wide)]
            text += [f"{half} =", *(f"    {row}" for row in rows)]
    text.append(f"\n[{OF_COUNTED}]")
    text += [f"{name} = {theta[2 * unknowns.entries + i]:.2f}" for i, name in enumerate(COUNTED)]
    return "\n".join(text) + "\n"


HEAD = """\
# The numbers of the chess evaluation. benchmarks/fit_chess.py fitted them, rounded to a hundredth of a pawn, to
# {positions} positions that Stockfish scored. Tables are in hundredths of a pawn, squares as White sees them, a8 first;
# what is counted is in pawns."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("play", "fit"))
    parser.add_argument("positions", type=Path)
    parser.add_argument("--minutes", type=float, default=15.0)
    parser.add_argument("--nodes", type=int, default=600)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--output", type=Path, default=Path("zermelo/experts/chess/weights.ini"))
    options = parser.parse_args()
    if options.what == "play":
        play(options.positions, options.minutes, options.nodes, options.seed)
    else:
        fit(options.positions, options.output)


if __name__ == "__main__":
    main()
