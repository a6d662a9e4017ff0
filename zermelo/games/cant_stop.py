"""Can't Stop: pair four dice, climb the columns of their sums, and stop before a roll fits none of your columns."""

from __future__ import annotations

from itertools import combinations_with_replacement
from math import factorial, prod
from typing import NamedTuple

from zermelo.bits import count
from zermelo.game import CHANCE, Game, game_from_fill
from zermelo.games._named import named
from zermelo.installed import np
from zermelo.picture import Board, die_cell

RUNNERS = 3  # columns that can be climbed in a turn
ROLL, STOP = 0, 1
SINGLE, DOUBLE = 2, 16  # actions that climb one column: SINGLE + column; and two: DOUBLE + 16 * lower one + higher one
WIDTH = 5  # bits for the steps in a column: one more than they need, which shows that the top is reached
FIELD = (1 << WIDTH) - 1
PAIRINGS = ((0, 1, 2, 3), (0, 2, 1, 3), (0, 3, 1, 2))


class CantStopState(NamedTuple):
    first: int  # steps of the first player, five bits per column
    second: int
    runners: int  # steps of this turn, which a bad roll takes away
    roll: int  # the dice to pair, as their number among all rolls from 1 on; 0: none
    climbed: int  # 1: roll again or stop?
    player: int


def cant_stop(sides: int = 6, goal: int = 3, ends: int = 3, rise: int = 2) -> Game:
    """Roll four dice and make two pairs of them; each pair moves a runner one step up the column of its sum.

    At most three columns can be climbed in a turn. Then roll again, or stop and keep what was climbed. If no pair can
    move, the turn's steps are lost. The first to finish three columns wins.

    sides (2 to 6): of a die; there is a column for each sum of two.
    goal (1 to 6): columns to finish, at most as many as a die has sides.
    ends (1 to 15): steps of the outermost columns; no column has more than 15.
    rise (0 to 14): how many more steps each column has towards the middle.
    """
    sums = 2 * sides - 1
    if not 2 <= sides <= 6:
        raise ValueError(f"sides must be 2 to 6, not {sides}")
    if not 1 <= goal <= sides:
        raise ValueError(f"goal must be 1 to {sides}, so that one of two players reaches it, not {goal}")
    if ends < 1 or rise < 0 or ends + rise * (sides - 1) > 15:
        raise ValueError(f"columns must have 1 to 15 steps, not {ends} to {ends + rise * (sides - 1)}")
    tops = tuple(ends + rise * min(column, sums - 1 - column) for column in range(sums))
    # A column's steps and this together reach its highest bit if the top is reached
    missing = sum((16 - top) << WIDTH * column for column, top in enumerate(tops))
    highest = sum(16 << WIDTH * column for column in range(sums))
    rolls: list[tuple[int, ...]] = list(combinations_with_replacement(range(1, sides + 1), 4))
    ways = [factorial(4) // prod(factorial(roll.count(die)) for die in set(roll)) for roll in rolls]
    shares = np.array([way / sides**4 for way in ways])
    # The columns of both sums of each pairing, the lower first, [roll from 1 on, pairing, 2]
    sums_of = [[sorted((r[a] + r[b] - 2, r[c] + r[d] - 2)) for a, b, c, d in PAIRINGS] for r in rolls]
    pairs = np.array([[[0, 0]] * 3, *sums_of], np.int64)
    all_rolls = len(rolls)

    def finished(steps):
        """The columns whose top is reached, as their highest bits."""
        return (steps + missing) & highest

    def own(state):
        return state.first if state.player == 0 else state.second

    def is_open(state, runners, column):
        """Can a runner go one step up? The column is nobody's, its top not reached, and a runner there or free."""
        closed = finished(state.first) | finished(state.second) | finished(own(state) + runners)
        if closed >> (WIDTH * column + 4) & 1:
            return False
        if runners >> WIDTH * column & FIELD:
            return True
        return climbing(runners) < RUNNERS

    def climbing(runners):
        """How many columns are climbed: those whose steps and 15 together reach the highest bit."""
        return count((runners + highest - (highest >> 4)) & highest)

    def climbs(state, buffer):
        """Writes what the roll allows; both sums of a pairing must be climbed where that is possible."""
        found = 0
        for pairing in range(3):
            one, other = pairs[state.roll, pairing, 0], pairs[state.roll, pairing, 1]
            may_one, may_other = is_open(state, state.runners, one), is_open(state, state.runners, other)
            if may_one and is_open(state, state.runners + (1 << WIDTH * one), other):
                found = written(buffer, found, DOUBLE + 16 * one + other)
                continue
            if may_one:
                found = written(buffer, found, SINGLE + one)
            if may_other and other != one:
                found = written(buffer, found, SINGLE + other)
        return found

    def written(buffer, found, action):
        for place in range(found):
            if buffer[place] == action:
                return found
        buffer[found] = action
        return found + 1

    def can_climb(state):
        for pairing in range(3):
            for which in range(2):
                if is_open(state, state.runners, pairs[state.roll, pairing, which]):
                    return True
        return False

    def fill(state, buffer):
        if state.climbed:
            buffer[0], buffer[1] = ROLL, STOP
            return 2
        return climbs(state, buffer)

    def initial():
        return CantStopState(0, 0, 0, 0, 0, 0)

    def to_move(state):
        return state.player if state.roll or state.climbed else CHANCE

    def chances(state):
        for roll in range(all_rolls):
            yield roll + 1, shares[roll]

    def result(state, action):
        if not state.roll and not state.climbed:
            rolled = CantStopState(state.first, state.second, state.runners, action, 0, state.player)
            if can_climb(rolled):
                return rolled
            return CantStopState(state.first, state.second, 0, 0, 0, 1 - state.player)
        if state.climbed:
            if action == ROLL:
                return CantStopState(state.first, state.second, state.runners, 0, 0, state.player)
            if state.player == 0:
                return CantStopState(state.first + state.runners, state.second, 0, 0, 0, 1)
            return CantStopState(state.first, state.second + state.runners, 0, 0, 0, 0)
        one, other = columns_of(action)
        runners = state.runners + (1 << WIDTH * one)
        if other >= 0:
            runners += 1 << WIDTH * other
        return CantStopState(state.first, state.second, runners, 0, 1, state.player)

    def columns_of(action):
        """The columns that an action climbs; -1: only one."""
        if action >= DOUBLE:
            return (action - DOUBLE) // 16, (action - DOUBLE) % 16
        return action - SINGLE, -1

    def is_terminal(state):
        return count(finished(state.first)) >= goal or count(finished(state.second)) >= goal

    def utility(state, player):
        winner = 0 if count(finished(state.first)) >= goal else 1
        return 1.0 if player == winner else -1.0

    def steps_of(word):
        return [word >> WIDTH * column & FIELD for column in range(sums)]

    def format_action(state, action):
        if not state.roll and not state.climbed:
            return "".join(map(str, rolls[action - 1]))
        if state.climbed:
            return ("roll", "stop")[action]
        one, other = columns_of(action)
        return f"{one + 2}" if other < 0 else f"{one + 2}+{other + 2}"

    def format_state(state):
        words = ["".join(f"{steps:x}" for steps in steps_of(word)) for word in state[:3]]
        dice = "?" if state.climbed else "".join(map(str, rolls[state.roll - 1])) if state.roll else "-"
        return f"{' '.join(words)} {dice} {state.player + 1}"

    def parse_state(text):
        words = text.split()
        digits = "0123456789abcdef"
        if len(words) != 5 or any(len(word) != sums or set(word) - set(digits) for word in words[:3]):
            raise ValueError(
                f"give the steps of player 1, of player 2 and of this turn, {sums} digits each, the dice (-: to be "
                f"rolled, ?: roll or stop) and the player: {format_state(initial())}"
            )
        first, second, runners = ([digits.index(digit) for digit in word] for word in words[:3])
        if words[4] not in ("1", "2"):
            raise ValueError(f"the player is 1 or 2, not '{words[4]}'")
        player = int(words[4]) - 1
        own_steps = (first, second)[player]
        for column, top in enumerate(tops):
            if max(first[column], second[column], own_steps[column] + runners[column]) > top:
                raise ValueError(f"column {column + 2} has {top} steps")
            if max(first[column], second[column]) == top and (runners[column] or first[column] == second[column]):
                raise ValueError(f"column {column + 2} is finished: nobody else can climb it")
        if sum(map(bool, runners)) > RUNNERS:
            raise ValueError(f"at most {RUNNERS} columns are climbed in a turn")
        dice = tuple(sorted(int(die) for die in words[3] if die.isdecimal()))
        if words[3] not in ("-", "?") and (dice not in rolls or len(words[3]) != 4):
            raise ValueError(f"the dice are four digits from 1 to {sides}, - or ?, not '{words[3]}'")

        def packed(steps):
            return sum(number << WIDTH * column for column, number in enumerate(steps))

        roll = rolls.index(dice) + 1 if dice else 0
        state = CantStopState(packed(first), packed(second), packed(runners), roll, int(words[3] == "?"), player)
        if state.roll and not can_climb(state):
            raise ValueError(f"with {words[3]} no column can be climbed: the turn is over")
        if state.climbed and not state.runners:
            raise ValueError("with ?, some column was climbed in this turn")
        if count(finished(state.first)) >= goal and count(finished(state.second)) >= goal:
            raise ValueError("only one player can have won")
        return state

    def picture(state):
        first, second, now = steps_of(state.first), steps_of(state.second), steps_of(own(state) + state.runners)
        height = max(tops)

        def mark(column, step):
            markers = ("1" if first[column] == step else "") + ("2" if second[column] == step else "")
            is_runner = state.runners >> WIDTH * column & FIELD and now[column] == step
            return f"{markers}*" if is_runner else markers

        told = f"player {state.player + 1} to move"
        if is_terminal(state):
            told = "the game is over"
        elif not state.roll and not state.climbed:
            told = f"player {state.player + 1} rolls"
        return Board(
            cells=tuple(tuple(mark(column, height - row) for column in range(sums)) for row in range(height)),
            rows=tuple(str(height - row) for row in range(height)),
            columns=tuple(str(column + 2) for column in range(sums)),
            absent=frozenset((row, c) for row in range(height) for c in range(sums) if height - row > tops[c]),
            shape="climb",
            dice=rolls[state.roll - 1] if state.roll else (),
            caption=told,
        )

    def touches(state, action):
        """Where the runners arrive; the cup for another roll."""
        if state.climbed:
            return (die_cell(4),) if action == ROLL else ()
        if not state.roll:
            return ()
        now, places = steps_of(own(state) + state.runners), []
        for column in columns_of(action):
            if column >= 0:
                now[column] += 1
                places.append((max(tops) - now[column], column))
        return tuple(places)

    return game_from_fill(
        fill,
        max_actions=all_rolls,
        label="Can't Stop",
        summary="climb with pairs of dice, and stop in time",
        best_utility=1.0,
        **named(initial, to_move, result, is_terminal, utility, chances),
        **named(format_action, format_state, parse_state, picture, touches),
    )
