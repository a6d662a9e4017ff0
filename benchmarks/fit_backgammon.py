"""Fits backgammon's opinion to self-play: python benchmarks/fit_backgammon.py race | contact [--games N] [--seed N]

race: one side alone brings its checkers home, always by the turn after which it expects to need the fewest rolls. A
least-squares fit says how many rolls each checker costs by its place. It prints the constants of
evaluate/backgammon/race.py.

contact: the opinion plays both sides and looks at each turn of a roll. When the sides have passed each other, race.py
says how the game ends. Each position's chances are then drawn towards those of the positions after it, TD(λ), by the
gradient of the logistic regression. It writes evaluate/backgammon/weights.txt.
"""

from __future__ import annotations

import argparse
import time
from typing import Any

import numba
import numpy as np
from numpy.typing import NDArray

from zermelo.compile.compiled import register
from zermelo.evaluate.backgammon import bearoff, contact, race
from zermelo.evaluate.backgammon.contact import LEVELS, PHASES, PLACES, QUESTIONS, SLOTS, chance, phase_of, signs, sums
from zermelo.evaluate.backgammon.outcomes import equity, of_shares
from zermelo.evaluate.backgammon.race import has_contact, race_outcomes, rolls_needed
from zermelo.games.backgammon.board import HOME, POINTS, START
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


# --- races -----------------------------------------------------------------------------------------------------------


@numba.njit
def random_race(buffer: Any) -> Any:
    """A side's checkers where the sides of a random game have just passed each other."""
    mine, theirs = START, START
    while has_contact(mine, theirs):
        dice = roll()
        after, other = played(mine, theirs, dice, buffer[np.random.randint(fill_turns(mine, theirs, dice, buffer))])
        mine, theirs = other, after
    return mine


@numba.njit
def bear_in(side: Any, by_place: Any, empty: Any, constant: float, buffer: Any, counts: Any, rolls: Any) -> int:
    """Brings one side home. Writes the checkers by place before each roll; how many rows. The last is at home.

    rolls: [row, …] how many rolls until one checker was off (999: not yet), and until none was in the far home board.
    """
    row = 0
    first, left = 999, 999
    while True:
        for place in range(PLACES):
            counts[row, place] = int(side >> 4 * place & 15)
        if left == 999 and not side >> 4 * (POINTS - HOME + 1):
            left = row
        if first == 999 and side & 15:
            first = row
        if bearoff.is_home(side) and first < 999:
            break
        dice, best, chosen = roll(), np.inf, side
        for i in range(fill_turns(side, NONE, dice, buffer)):
            after, _ = played(side, NONE, dice, buffer[i])
            mean = constant
            if bearoff.is_home(after):
                mean = bearoff.mean_rolls(ONE, bearoff.rank(after))
            else:
                for place in range(1, PLACES):
                    here = int(after >> 4 * place & 15)
                    mean += here * by_place[place]
                    if 4 <= place <= 6 and here == 0:
                        mean += empty[place - 4]
            if mean < best:
                best, chosen = mean, after
        side = chosen
        row += 1
    for i in range(row + 1):
        rolls[i, 0], rolls[i, 1] = first - i, left - i
    return row + 1


def fit_race(games: int) -> None:
    by_place, empty, constant = race.BY_PLACE, race.EMPTY, race.CONSTANT
    buffer = np.zeros(MOST_TURNS, np.int64)
    for _ in range(3):
        positions, needed, firsts, lefts = [], [], [], []
        counts, rolls = np.zeros((500, PLACES)), np.zeros((500, 2))
        for _ in range(games):
            rows = bear_in(random_race(buffer), by_place, empty, constant, buffer, counts, rolls)
            home = next(row for row in range(rows) if counts[row, HOME + 1 :].sum() == 0)
            end = bearoff.rank(sum((contact.bit(p) * int(n) for p, n in enumerate(counts[home]) if n), NONE))
            for row in range(home):
                positions.append(counts[row].copy())
                needed.append((home - row + bearoff.mean_rolls(ONE, end), bearoff.variance_of_rolls(ONE, end)))
                firsts.append(rolls[row, 0])
                lefts.append(rolls[row, 1])
        table, target = np.array(positions), np.array(needed)
        # A weight for each home point, and outside of it one for each checker and one for each pip
        outside = np.stack([table[:, HOME + 1 :].sum(1), table[:, HOME + 1 :] @ np.arange(HOME + 1, PLACES)], 1)
        matrix = np.hstack([np.ones((len(table), 1)), table[:, 1 : HOME + 1], table[:, 4:7] == 0, outside])
        found = np.linalg.lstsq(matrix, target[:, 0], rcond=None)[0]
        beyond = found[HOME + 4] + found[HOME + 5] * np.arange(HOME + 1, PLACES)
        constant, empty = found[0], found[HOME + 1 : HOME + 4]
        by_place = np.concatenate([[0.0], found[1 : HOME + 1], beyond])
        pips = table @ np.arange(PLACES)
        squares = (target[:, 0] - matrix @ found) ** 2 + target[:, 1]
        variance = np.linalg.lstsq(np.stack([np.ones_like(pips), pips], 1), squares, rcond=None)[0]
        print(f"{len(table):,} positions, standard error {np.sqrt(np.mean((target[:, 0] - matrix @ found) ** 2)):.3f}")
    print("BY_PLACE", np.round(by_place, 4).tolist(), "EMPTY", np.round(empty, 4).tolist())
    print("CONSTANT", round(float(constant), 4), "VARIANCE", np.round(variance, 4).tolist())
    full = table[:, 0] == 0
    print("FIRST_OFF", fit_beyond(table[full], np.array(firsts)[full], HOME))
    far = table[:, POINTS - HOME + 1 :].sum(1) > 0
    print("LEFT", fit_beyond(table[far], np.array(lefts)[far], POINTS - HOME))


def fit_beyond(table: NDArray[np.float64], rolls: NDArray[np.float64], place: int) -> list[float]:
    """The weights of `race.rolls_beyond`."""
    beyond = table[:, place + 1 :]
    pips, checkers = beyond @ np.arange(1, beyond.shape[1] + 1), beyond.sum(1)
    matrix = np.stack([np.ones_like(pips), pips, checkers], 1)
    found = np.linalg.lstsq(matrix, rolls, rcond=None)[0]
    squares = (rolls - matrix @ found) ** 2
    spread = np.linalg.lstsq(matrix[:, :2], squares, rcond=None)[0]
    print(f"{len(rolls):,} positions, standard error {np.sqrt(squares.mean()):.3f}")
    return np.round([*found, *spread], 4).tolist()


# --- contact ---------------------------------------------------------------------------------------------------------


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
    parser.add_argument("part", choices=("race", "contact"))
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--rates", type=float, nargs=2, default=(0.01, 0.0005), help="of learning, first and last")
    parser.add_argument("--trace", type=float, default=0.7, help="λ")
    parser.add_argument("--start", action="store_true", help="from the weights there are, not from nothing")
    options = parser.parse_args()
    seed(options.seed)
    if options.part == "race":
        fit_race(options.games)
    else:
        fit_contact(options.games, *options.rates, options.trace, options.start)


if __name__ == "__main__":
    main()
