"""Fits backgammon's fitted weights to self-play: python benchmarks/fit_backgammon.py [--games N] [--seed N]

They play both sides and look at each turn of a roll. When the sides have passed each other, race.py says how the game
ends. Each position's chances are then drawn towards those of the positions after it, TD(λ), by the gradient of the
logistic regression. It writes experts/backgammon/weights/contact.txt. fit_race.py fits the rolls of a race.
"""

from __future__ import annotations

import argparse
import time
from typing import Any

import numba
import numpy as np
from numpy.typing import NDArray

from zermelo.compile.kernel.compiled import register
from zermelo.experts.backgammon import bearoff, contact
from zermelo.experts.backgammon.contact import LEVELS, PHASES, PLACES, QUESTIONS, SLOTS, chance, phase_of, signs, sums
from zermelo.experts.backgammon.outcomes import equity, of_shares
from zermelo.experts.backgammon.race import has_contact, race_outcomes, rolls_needed
from zermelo.games.backgammon.board import START
from zermelo.games.backgammon.turns import MOST_TURNS, fill_turns, played

LEAD = 2 * PLACES + 25  # the slot of the lead in pips
LONGEST = 400  # turns with contact that are learned from
ONE, TWO = bearoff.one_sided(), bearoff.two_sided()
NONE = contact.NONE

ended_race = race_outcomes(ONE, TWO)
for function in (
    *(fill_turns, played, has_contact, ended_race, equity, of_shares, sums, signs, phase_of, chance, rolls_needed),
    *(bearoff.is_home, bearoff.rank, bearoff.mean_rolls, bearoff.variance_of_rolls),
):
    register(function)


@numba.njit
def seed(number: int) -> None:
    np.random.seed(number)


@numba.njit
def roll() -> int:
    one, other = np.random.randint(1, 7), np.random.randint(1, 7)
    return 10 * max(one, other) + min(one, other)


@numba.njit
def outcomes(mine: Any, theirs: Any, table: Any) -> Any:
    if not has_contact(mine, theirs):
        return ended_race(mine, theirs)
    win, gammon, backgammon, lost, lost_backgammon = sums(mine, theirs, table)
    won_gammon, lost_gammon = chance(gammon), chance(lost)
    if theirs & 15:
        won_gammon = 0.0
    if mine & 15:
        lost_gammon = 0.0
    return of_shares(chance(win), won_gammon, chance(backgammon), lost_gammon, chance(lost_backgammon))


@numba.njit
def play(table: Any, buffer: Any, digits: Any, phases: Any, values: Any) -> int:
    """One game. Writes, for each position with contact, its digits, its phase and the chances seen; and the end's."""
    mine, theirs = START, START
    for turn in range(LONGEST):
        dice, best = roll(), -np.inf
        after, other = mine, theirs
        for i in range(fill_turns(mine, theirs, dice, buffer)):
            one, two = played(mine, theirs, dice, buffer[i])
            worth = -equity(outcomes(two, one, table))
            if worth > best:
                best, after, other = worth, one, two
        mine, theirs = other, after  # the other side is on roll
        found = outcomes(mine, theirs, table)
        for i, value in enumerate(found):
            values[turn, i] = value
        if not has_contact(mine, theirs):
            return turn
        phases[turn] = phase_of(mine, theirs)
        marks = signs(mine, theirs)
        for place in range(PLACES):
            digits[turn, place] = int(mine >> 4 * place & 15)
            digits[turn, PLACES + place] = int(theirs >> 4 * place & 15)
        for place in range(SLOTS - 2 * PLACES):
            digits[turn, 2 * PLACES + place] = int(marks >> 4 * place & 15)
    return LONGEST - 1


@numba.njit
def learn(table: Any, last: int, digits: Any, phases: Any, values: Any, trace: float, rate: float) -> float:
    """Moves the table along the gradient, towards the λ-returns; the mean square error of the chance to win."""
    goal = values[last].copy()
    error = 0.0
    for turn in range(last - 1, -1, -1):
        turned = np.empty(6)
        for i in range(3):  # the other side's view of what comes next
            turned[i], turned[i + 3] = goal[i + 3], goal[i]
        goal = turned
        seen = values[turn]
        win, seen_win = goal[0] + goal[1] + goal[2], seen[0] + seen[1] + seen[2]
        gammon, seen_gammon = goal[1] + goal[2], seen[1] + seen[2]
        lost, seen_lost = goal[4] + goal[5], seen[4] + seen[5]
        slopes = np.zeros(QUESTIONS)
        slopes[0] = win - seen_win
        slopes[1] = gammon - win * seen_gammon / max(seen_win, 1e-9)
        slopes[2] = goal[2] - gammon * seen[2] / max(seen_gammon, 1e-9)
        slopes[3] = lost - (1 - win) * seen_lost / max(1 - seen_win, 1e-9)
        slopes[4] = goal[5] - lost * seen[5] / max(seen_lost, 1e-9)
        error += slopes[0] ** 2
        for slot in range(SLOTS):
            digit = digits[turn, slot]
            if digit:
                start = (phases[turn] * SLOTS + slot) * LEVELS
                for level in range(1, LEVELS):  # a higher digit is worth what the lower ones are, and more
                    share = rate * min(level, digit)
                    for question in range(QUESTIONS):
                        table[(start + level) * QUESTIONS + question] += share * slopes[question]
        for i in range(6):
            goal[i] = trace * goal[i] + (1 - trace) * seen[i]
    return error / max(last, 1)


@numba.njit
def train(table: Any, games: int, trace: float, first: float, last: float, buffer: Any) -> tuple[float, float]:
    """Self-play with a rate that falls from the first to the last; mean error, and share of games with a gammon."""
    digits, phases = np.zeros((LONGEST, SLOTS), np.int64), np.zeros(LONGEST, np.int64)
    values = np.zeros((LONGEST, 6))
    error = turns = 0.0
    for game in range(games):
        rate = first * (last / first) ** (game / games)
        end = play(table, buffer, digits, phases, values)
        if end:
            error += learn(table, end, digits, phases, values, trace, rate)
            turns += end
    return error / games, turns / games


def first_table() -> NDArray[np.float64]:
    """Knows no more than that to lead the race is good, so that the first games come to an end."""
    table = np.zeros((PHASES, SLOTS, LEVELS, QUESTIONS))
    table[:, LEAD, 1:, 0] = 0.2 * (np.arange(1, LEVELS) - 8)
    table[:, 2 * PLACES + 24, 1:, 1:] = -1.0
    return table.reshape(-1)


def fit_contact(games: int, first: float, last: float, trace: float, start: bool) -> None:
    table = contact.load_table().astype(np.float64) if start else first_table()
    buffer = np.zeros(MOST_TURNS, np.int64)
    parts = 20
    for part in range(parts):
        begun = time.process_time()
        rates = [first * (last / first) ** ((part + step) / parts) for step in (0, 1)]
        error, turns = train(table, games // parts, trace, *rates, buffer)
        seconds = time.process_time() - begun
        print(f"{part + 1}/{parts}: error {error:.4f}, {turns:.1f} turns, {seconds:.0f} CPU s", flush=True)
        contact.WEIGHTS.write_text(contact.write_table(table), encoding="ascii")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--rates", type=float, nargs=2, default=(0.01, 0.0005), help="of learning, first and last")
    parser.add_argument("--trace", type=float, default=0.7, help="λ")
    parser.add_argument("--start", action="store_true", help="from the weights there are, not from nothing")
    options = parser.parse_args()
    seed(options.seed)
    fit_contact(options.games, *options.rates, options.trace, options.start)


if __name__ == "__main__":
    main()
