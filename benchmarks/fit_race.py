"""Fits the rolls that a race takes: python benchmarks/fit_race.py [--games N] [--seed N]

Games of backgammon's own opinion against itself are played until the sides have passed each other. Each side, and
each with some of its checkers off or farther back, then brings its checkers home alone, always by the turn after which
it expects to need the fewest rolls; from there the bear-off database knows the rest. A small network learns what was
needed from each position on the way. The second round plays with what the first one found. It writes
zermelo/experts/backgammon/weights/rolls.txt: two CPU minutes.
"""

from __future__ import annotations

import argparse
from typing import Any

import numba
import numpy as np
from fit_backgammon import roll, seed

import zermelo
from zermelo.bits import Wide
from zermelo.compile.kernel.compiled import register
from zermelo.evaluate import opinion
from zermelo.experts.backgammon import bearoff
from zermelo.experts.backgammon.outcomes import equity
from zermelo.experts.backgammon.race import has_contact
from zermelo.experts.backgammon.rolls import HIDDEN, OUTPUTS, SEEN, estimated, write_weights
from zermelo.games.backgammon.board import BAR, CHECKERS, HOME, POINTS, START, counts_of, side_of
from zermelo.games.backgammon.turns import MOST_TURNS, fill_turns, played

ONE = bearoff.one_sided()
NONE = Wide(0)
AGAIN = 2  # bear-ins from each position
MOST = 60  # rolls of a bear-in
BATCH, EPOCHS = 1024, 25

believed = opinion(zermelo.load("backgammon")).outcomes
for function in (
    *(fill_turns, played, has_contact, believed, equity, estimated),
    *(bearoff.is_home, bearoff.rank, bearoff.mean_rolls, bearoff.variance_of_rolls),
):
    register(function)


@numba.njit
def passing(buffer: Any) -> Any:
    """The sides where they have just passed each other; of a game that ends before, those of another game."""
    while True:
        mine, theirs = START, START
        while has_contact(mine, theirs):
            dice = roll()
            best, chosen, kept = -np.inf, mine, theirs
            for i in range(fill_turns(mine, theirs, dice, buffer)):
                after, other = played(mine, theirs, dice, buffer[i])
                worth = -equity(believed(other, after)) if after & CHECKERS != CHECKERS else np.inf
                if worth > best:
                    best, chosen, kept = worth, after, other
            mine, theirs = kept, chosen
            if theirs & CHECKERS == CHECKERS:
                break
        if theirs & CHECKERS != CHECKERS:
            return mine, theirs


@numba.njit
def expected(side: Any, first: Any, second: Any) -> float:
    if bearoff.is_home(side):
        return bearoff.mean_rolls(ONE, bearoff.rank(side))
    return estimated(side, first, second).mean


@numba.njit
def bear_in(side: Any, first: Any, second: Any, buffer: Any, seen: Any, needed: Any) -> int:
    """Brings a side home; how many positions it was in before. Writes what the network sees of each and what it needed.

    needed: [row] rolls until all are off, and the variance of those from home on
    """
    row = 0
    while not bearoff.is_home(side):
        for point in range(1, POINTS + 1):
            here = int(side >> 4 * point & 15)
            seen[row, 2 * point - 2] = 1.0 if here else 0.0
            seen[row, 2 * point - 1] = here
        seen[row, SEEN - 1] = int(side & 15)
        dice, best, chosen = roll(), np.inf, side
        for i in range(fill_turns(side, NONE, dice, buffer)):
            after, _ = played(side, NONE, dice, buffer[i])
            mean = expected(after, first, second)
            if mean < best:
                best, chosen = mean, after
        side = chosen
        row += 1
        if row >= MOST:
            return 0
    number = bearoff.rank(side)
    for i in range(row):
        needed[i, 0] = row - i + bearoff.mean_rolls(ONE, number)
        needed[i, 1] = bearoff.variance_of_rolls(ONE, number)
    return row


def varied(side: Any, noise: np.random.Generator) -> Any:
    """The side with some checkers off, as late hits leave it, and some farther back."""
    counts = counts_of(side)
    share = noise.random() * noise.integers(0, 2)
    for point in range(1, HOME + 1):
        gone = int(noise.binomial(counts[point], share))
        counts[point] -= gone
        counts[0] += gone
    for _ in range(int(noise.choice([0, 0, 1, 2, 4]))):
        origin = int(noise.choice([place for place in range(BAR) if counts[place]]))
        counts[origin] -= 1
        counts[int(noise.integers(HOME + 1, POINTS + 1))] += 1
    return side_of(counts)


def bear_ins(sides: list[Any], weights: Any) -> tuple[Any, Any]:
    """What was seen, and what was needed."""
    buffer, seen, needed = np.zeros(MOST_TURNS, np.int64), np.zeros((MOST, SEEN), np.float32), np.zeros((MOST, 2))
    found: list[tuple[Any, Any]] = []
    for side in sides * AGAIN:
        rows = bear_in(side, *weights, buffer, seen, needed)
        found.append((seen[:rows].copy(), needed[:rows].astype(np.float32)))
    return np.concatenate([one for one, _ in found]), np.concatenate([other for _, other in found])


def fitted(seen: Any, needed: Any, noise: np.random.Generator) -> tuple[Any, Any]:
    """The weights, by Adam on the squares of the errors: of the means, and of the squares of their errors."""
    first = noise.uniform(-1, 1, (SEEN + 1, HIDDEN)) / 7
    first[1:SEEN:2] /= 4  # counts
    second = np.zeros((HIDDEN + 1, OUTPUTS))
    second[-1] = (9.0, 1.5)
    kept = [np.zeros_like(part) for part in (first, second, first, second)]
    steps, all_steps = 0, EPOCHS * (len(seen) // BATCH)
    for epoch in range(EPOCHS):
        order, errors = noise.permutation(len(seen)), []
        for start in range(0, len(seen) - BATCH + 1, BATCH):
            rows = order[start : start + BATCH]
            inputs, wanted = np.column_stack([seen[rows], np.ones(BATCH)]), needed[rows]
            sums = inputs @ first
            inner = sums / (1 + np.abs(sums))
            hidden = np.column_stack([inner, np.ones(BATCH)])
            told = hidden @ second
            error = told - wanted
            error[:, 1] = 0.3 * (told[:, 1] - error[:, 0] ** 2 - wanted[:, 1])
            errors.append(np.mean(error[:, 0] ** 2))
            back = (error @ second[:-1].T) * (1 - np.abs(inner)) ** 2
            slopes = (inputs.T @ back / BATCH, hidden.T @ error / BATCH)
            rate = 0.004 * (1 - steps / all_steps)
            steps += 1
            for part, slope, mean, square in zip((first, second), slopes, kept[:2], kept[2:], strict=True):
                mean += 0.1 * (slope - mean)
                square += 0.001 * (slope * slope - square)
                fair = np.sqrt(square / (1 - 0.999**steps)) + 1e-8
                part -= rate * mean / (1 - 0.9**steps) / fair
        print(f"epoch {epoch + 1}: standard error {np.sqrt(np.mean(errors)):.4f}", flush=True)
    return first.reshape(-1), second.reshape(-1)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    seed(options.seed)
    noise, buffer = np.random.default_rng(options.seed), np.zeros(MOST_TURNS, np.int64)
    sides = [side for _ in range(options.games) for side in passing(buffer)]
    sides += [varied(side, noise) for side in sides for _ in range(2)]
    sides = [side for side in sides if not bearoff.is_home(side)]
    print(f"{len(sides):,} sides", flush=True)
    rows = np.zeros((SEEN + 1, HIDDEN))
    rows[1:SEEN:2, 0] = np.arange(1, POINTS + 1) / 1000  # pips, and little else
    weights = rows.reshape(-1), np.zeros((HIDDEN + 1) * OUTPUTS)
    weights[1][0] = 100.0
    for _ in range(2):
        seen, needed = bear_ins(sides, weights)
        print(f"{len(seen):,} positions", flush=True)
        weights = fitted(seen, needed, noise)
    write_weights(*weights)


if __name__ == "__main__":
    main()
