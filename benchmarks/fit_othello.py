"""Fits the Othello evaluation to the results of games that it plays against itself.

    python benchmarks/fit_othello.py play FILE --seconds 300   # plays games, adds their positions to FILE (.npz)
    python benchmarks/fit_othello.py fit FILE…                 # fits to them, writes the tables, prints the weights

Repeat both: better weights play better games. A game begins with random and half random moves; from some ply on both
sides play as well as they can, the last squares exactly, and each position from there on is labelled with the final
difference in discs.
"""

from __future__ import annotations

import argparse
import math
import time
from pathlib import Path
from typing import Any

import numba
import numpy as np
from numpy.typing import NDArray

import zermelo
from zermelo.bits import count, fraction, mix, step
from zermelo.compile.kernel.prepare import prepare
from zermelo.compile.kernel.rules import Rules
from zermelo.evaluate import opinion
from zermelo.experts.othello import lines
from zermelo.experts.othello.counts import counter
from zermelo.experts.othello.evaluator import moment_of

TABLE = Path(lines.__file__).with_suffix(".txt")
GAME = zermelo.load("othello")
DEPTH = 4  # plies that the players look ahead
SOLVED = 12  # squares left, from where on they play exactly
ROW = 160  # words of memory a ply: moves, and how urgent they are
TO_THE_END = 200


# --- games -----------------------------------------------------------------------------------------------------------


def self_play(rules: Rules) -> Any:
    """The kernel: play(state, seed, record, memory) plays a game and records it."""
    from zermelo.compile.numba.intrinsics import offset

    fill, play_move, is_terminal, utility = rules.fill, rules.play, rules.is_terminal, rules.utility
    evaluate = rules.evaluate
    order = rules.register(opinion(GAME).tactics.order)

    @rules.jit
    def value(state, depth, alpha, beta, ply, memory):
        """Alpha-beta for the one to move, the likely refutations first where it pays."""
        if is_terminal(state):
            return utility(state, state.player)
        if depth <= 0:
            return evaluate(state, state.player)
        moves = offset(memory, ply * ROW)
        n = fill(state, moves)
        ordered = depth > 1 and 64 - count(state.mine | state.theirs) > 4
        if ordered:
            for i in range(n):
                moves[80 + i] = order(state, moves[i])
        best = -math.inf
        for i in range(n):
            if ordered:
                at = i
                for j in range(i + 1, n):
                    if moves[80 + j] > moves[80 + at]:
                        at = j
                urgency, move = moves[80 + at], moves[at]
                moves[80 + at], moves[at] = moves[80 + i], moves[i]
                moves[80 + i], moves[i] = urgency, move
            v = -value(play_move(state, moves[i]), depth - 1, -beta, -max(alpha, best), ply + 1, memory)
            best = max(best, v)
            if best >= beta:
                break
        return best

    @rules.jit
    def play(state, seed, record, memory):
        """Returns how many positions it recorded, each as its two words, the player and the result for the player."""
        seed = step(seed)
        opening = 6 + int(fraction(mix(seed)) * 10)
        seed = step(seed)
        if fraction(mix(seed)) < 0.4:
            seed = step(seed)
            opening = 12 + int(fraction(mix(seed)) * 30)
        ply, recorded = 0, 0
        buffer = offset(memory, (TO_THE_END + 1) * ROW)
        while not is_terminal(state):
            n = fill(state, buffer)
            left = 64 - count(state.mine | state.theirs)
            if ply >= opening:
                record[4 * recorded] = state.mine
                record[4 * recorded + 1] = state.theirs
                record[4 * recorded + 2] = state.player
                recorded += 1
            seed = step(seed)
            chance = fraction(mix(seed))
            seed = step(seed)
            choice = int(fraction(mix(seed)) * n)
            if n > 1 and not (ply < 6 or (ply < opening and chance < 0.12)):
                best = -math.inf
                depth = TO_THE_END if left <= SOLVED else DEPTH
                for i in range(n):
                    v = -value(play_move(state, buffer[i]), depth - 1, -math.inf, -best, 0 * ply, memory)
                    if v > best:
                        best, choice = v, i
            state = play_move(state, buffer[choice])
            ply += 1
        result = int(utility(state, 0))
        for i in range(recorded):
            record[4 * i + 3] = result if record[4 * i + 2] == 0 else -result
        return recorded

    return play


def play_games(path: Path, seconds: float, seed: int) -> None:
    """Plays for so long and adds the positions to the file, every minute."""
    from zermelo.compile.numba.intrinsics import Memory

    record = np.zeros(4 * 256, np.int64)
    words, memory = Memory(record), Memory(np.zeros((TO_THE_END + 2) * ROW, np.int64))
    evaluator = opinion(GAME)
    kernel = prepare(
        GAME, self_play, lambda _: (seed, words, memory), label="self-play", evaluate=evaluator.function, compiled=True
    )
    found = [np.load(path)["positions"]] if path.exists() else []
    start = saved = time.monotonic()
    games = 0
    while time.monotonic() - start < seconds:
        recorded = kernel.run(GAME.initial(), mix(seed + games), words, memory)
        found.append(record[: 4 * recorded].reshape(-1, 4).copy())
        games += 1
        if time.monotonic() - saved > 60 or time.monotonic() - start >= seconds:
            found = [np.concatenate(found)]
            np.savez_compressed(path, positions=found[0])
            saved = time.monotonic()
            print(f"{games} games, {len(found[0])} positions in {path}", flush=True)


# --- the fit ---------------------------------------------------------------------------------------------------------

SCALARS = 20  # corners 1, corners given 1, then at four moments each: moves, moves to come, stable; three: odd, even
NOISE = 100.0  # how many positions it takes to believe half of what a table's entry seems to say
LEAST = 12.0  # positions that an entry must have been seen in


def boards(positions: NDArray[np.int64]) -> NDArray[np.int8]:
    """Digits of all squares: 0 empty, 1 the mover's, 2 the other's  # [position, square]"""
    mine, theirs = (
        np.unpackbits(np.ascontiguousarray(column).view(np.uint8).reshape(-1, 8), axis=1, bitorder="little")
        for column in (positions[:, 0], positions[:, 1])
    )
    return (mine + 2 * theirs).astype(np.int8)


def entries(digits: NDArray[np.int8], number: NDArray[np.int64]) -> NDArray[np.int16]:
    """For every shape on the board the number of its leading entry, from 1, with its sign  # [position, shape]"""
    leader, sign = lines.alike()
    found = []
    for name in lines.SHAPES:
        for squares in lines.instances(name):
            filling = np.full(len(digits), lines.START[name], np.int32)
            for i, square in enumerate(squares):
                filling += np.int32(3**i) * digits[:, square]
            found.append((number[leader] * sign)[filling].astype(np.int16))
    return np.stack(found, axis=1)


def moments(discs: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Between which moments positions lie, as the evaluation has it."""
    known = [moment_of(number / 64) for number in range(65)]
    return np.array([moment for moment, _ in known])[discs], np.array([beyond for _, beyond in known])[discs]


def scalars(
    positions: NDArray[np.int64], moment: NDArray[np.int64], beyond: NDArray[np.float64]
) -> NDArray[np.float64]:
    """The counted features, those with curves once a moment  # [position, SCALARS]"""
    from zermelo.compile.kernel.compiled import register

    counts = register(counter(8))

    @numba.njit
    def count_all(positions, found):
        for i in range(len(positions)):
            seen = counts(np.uint64(positions[i, 0]), np.uint64(positions[i, 1]))
            for j in range(6):
                found[i, j] = seen[j]

    found = np.zeros((len(positions), 6))
    count_all(positions, found)
    near = np.zeros((len(positions), lines.MOMENTS))
    at = np.arange(len(positions))
    near[at, moment], near[at, moment + 1] = 1 - beyond, beyond
    odd = found[:, :1] % 2
    curves = [found[:, j : j + 1] * near for j in (3, 4, 5)]
    return np.hstack([found[:, 1:3], *curves, odd * near[:, 1:], (1 - odd) * near[:, 1:]])


@numba.njit
def predict(shapes, moment, beyond, table, found):
    """Adds what the table's entries say."""
    for i in range(len(shapes)):
        m, f = moment[i], beyond[i]
        here = there = 0.0
        for j in range(shapes.shape[1]):
            number = shapes[i, j]
            if number > 0:
                here += table[number, m]
                there += table[number, m + 1]
            elif number < 0:
                here -= table[-number, m]
                there -= table[-number, m + 1]
        found[i] += here * (1 - f) + there * f


@numba.njit
def blame(shapes, moment, beyond, errors, table):
    """The transpose of `predict`: adds each position's error to its entries."""
    for i in range(len(shapes)):
        m, here, there = moment[i], errors[i] * (1 - beyond[i]), errors[i] * beyond[i]
        for j in range(shapes.shape[1]):
            number = shapes[i, j]
            if number > 0:
                table[number, m] += here
                table[number, m + 1] += there
            elif number < 0:
                table[-number, m] -= here
                table[-number, m + 1] -= there


def solve(shapes, moment, beyond, counted, labels, steps=80):
    """Ridge regression by conjugate gradients: the table's leading entries and the scalars' weights."""
    table_shape = (int(np.abs(shapes).max(initial=0)) + 1, lines.MOMENTS)
    entries_count = table_shape[0] * table_shape[1]
    ridge = np.concatenate([np.full(entries_count, NOISE), np.full(counted.shape[1], 1.0)])

    def apply(x):
        found = counted @ x[entries_count:]
        predict(shapes, moment, beyond, x[:entries_count].reshape(table_shape), found)
        return found

    def transpose(errors):
        table = np.zeros(table_shape)
        blame(shapes, moment, beyond, errors, table)
        return np.concatenate([table.ravel(), counted.T @ errors])

    seen = np.zeros(table_shape)
    blame(np.abs(shapes), moment, beyond, np.ones(len(labels)), seen)
    scale = 1 / (np.concatenate([seen.ravel(), (counted**2).sum(0)]) + ridge)  # Jacobi's preconditioner
    x = np.zeros(len(ridge))
    residual = transpose(labels)
    z = scale * residual
    direction, gain = z, residual @ z
    first = gain
    for _ in range(steps):
        image = transpose(apply(direction)) + ridge * direction
        length = gain / (direction @ image)
        x += length * direction
        residual -= length * image
        z = scale * residual
        gain, before = residual @ z, gain
        if gain < 1e-8 * first:
            break
        direction = z + gain / before * direction
    table = x[:entries_count].reshape(table_shape)
    table[seen.sum(1) < LEAST] = 0
    return table, x[entries_count:]


def fit(paths: list[Path], write: bool) -> None:
    """Fits with the tables and without, tells the errors on games held back, writes and prints what was found."""
    positions = np.concatenate([np.load(path)["positions"] for path in paths])
    leader, sign = lines.alike()
    leaders = np.unique(leader[sign != 0])
    number = np.zeros(lines.SIZE, np.int64)
    number[leaders] = np.arange(1, len(leaders) + 1)
    digits = boards(positions)
    moment, beyond = moments((digits > 0).sum(1))
    counted = scalars(positions, moment, beyond)
    shapes = entries(digits, number)
    labels = positions[:, 3].astype(np.float64)
    held = np.zeros(len(labels), bool)
    held[:: 20 * 40] = True  # where blocks of 40 positions, about a game, begin
    held = np.convolve(held, np.ones(40), "full")[: len(labels)] > 0
    print(f"{len(labels)} positions, {held.sum()} held back, labels spread by {labels.std():.2f}")
    for name, used in (("ALONE", shapes[:, :0]), ("WITH_LINES", shapes)):
        train = ~held
        table, weights = solve(used[train], moment[train], beyond[train], counted[train], labels[train])
        found = counted[held] @ weights
        predict(used[held], moment[held], beyond[held], table, found)
        errors = labels[held] - found
        by_moment = [f"{np.sqrt(np.mean(errors[moment[held] == m] ** 2)):.2f}" for m in range(3)]
        print(f"{name}: error {np.sqrt(np.mean(errors**2)):.3f}, by moment {' '.join(by_moment)}")
        print(as_code(name, weights))
    if write:
        long_table = np.zeros((lines.SIZE, lines.MOMENTS))
        long_table[leaders] = np.clip(np.round(table[1:] * lines.UNITS), -lines.MOST, lines.MOST)
        TABLE.write_text(lines.write_table(long_table), encoding="ascii")


def as_code(name: str, weights: NDArray[np.float64]) -> str:
    """The scalars' weights as zermelo/experts/othello/evaluator.py has them."""

    def curve(numbers: NDArray[np.float64]) -> str:
        return "(" + ", ".join(f"{number:.2f}" for number in numbers) + ")"

    return "\n".join(
        [
            f"{name} = Weights(",
            f"    corner={weights[0]:.2f},",
            f"    corner_given={weights[1]:.2f},",
            f"    move={curve(weights[2:6])},",
            f"    move_to_come={curve(weights[6:10])},",
            f"    stable={curve(weights[10:14])},",
            f"    odd={curve(np.array([0.0, *weights[14:17]]))},",
            f"    even={curve(np.array([0.0, *weights[17:20]]))},",
            ")",
        ]
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    verbs = parser.add_subparsers(dest="verb", required=True)
    playing = verbs.add_parser("play", help="plays games and adds their positions to a file")
    playing.add_argument("file", type=Path)
    playing.add_argument("--seconds", type=float, default=300)
    playing.add_argument("--seed", type=int, default=1)
    fitting = verbs.add_parser("fit", help="fits the weights to the positions of files")
    fitting.add_argument("files", type=Path, nargs="+")
    fitting.add_argument("--dry", action="store_true", help="leaves the tables as they are")
    options = parser.parse_args()
    if options.verb == "play":
        play_games(options.file, options.seconds, options.seed)
    else:
        fit(options.files, not options.dry)


if __name__ == "__main__":
    main()
