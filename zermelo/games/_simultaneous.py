"""Games in which two players choose at the same time from the same actions, once or several times.

The first player chooses, then the second without seeing it; then both see what was chosen. What a pair of actions is
worth stands in a table.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from zermelo.game import Game
from zermelo.installed import np
from zermelo.picture import Board

MOST = 5_000  # rounds
LARGEST = 1_000_000.0  # utility
UNIT = 1000  # utilities are counted in thousandths: whole numbers, which have the same hash compiled and interpreted


class RoundsState(NamedTuple):
    played: int  # rounds
    mine: int  # what the first player chose in the last round; -1: there was none
    yours: int  # what the second player chose
    first: int  # what the first player has got so far, in thousandths
    second: int
    chosen: int  # what the first player has chosen in this round; -1: nothing yet


class RoundsView(NamedTuple):
    played: int
    mine: int
    yours: int
    first: int
    second: int


def simultaneous(
    names: Sequence[str], payoffs: Sequence[Sequence[tuple[float, float]]], rounds: int, **parts: Any
) -> Game:
    """The game of a table of pairs, [the first player's action][the second's], played so many times.

    A player's utility is the sum over the rounds. The names of the actions have different initials, by which positions
    are written. parts: Game's other fields.
    """
    if not 1 <= rounds <= MOST:
        raise ValueError(f"rounds must be 1 to {MOST:,}, not {rounds}")
    wrong = [u for row in payoffs for cell in row for u in cell if not (abs(u) <= LARGEST and _is_counted(u))]
    if wrong:
        raise ValueError(f"utilities have up to three decimals and are at most {LARGEST:,.0f}, not {wrong[0]:g}")
    count = len(names)
    worth = np.rint(np.array(payoffs) * UNIT).astype(np.int64)  # [first player's action, second's, player]
    initials = [name[0].upper() for name in names]
    sums = {one + two for row in payoffs for one, two in row}
    is_constant = len(sums) == 1
    grid = tuple(tuple(f"{one:g}, {two:g}" for one, two in row) for row in payoffs)

    def initial():
        return RoundsState(0, -1, -1, 0, 0, -1)

    def to_move(state):
        return 0 if state.chosen < 0 else 1

    def actions(state):
        for action in range(count):
            yield action

    def result(state, action):
        if state.chosen < 0:
            return RoundsState(state.played, state.mine, state.yours, state.first, state.second, action)
        first = state.first + int(worth[state.chosen, action, 0])
        second = state.second + int(worth[state.chosen, action, 1])
        return RoundsState(state.played + 1, state.chosen, action, first, second, -1)

    def is_terminal(state):
        return state.played == rounds

    def utility(state, player):
        return (state.first if player == 0 else state.second) / UNIT

    def view(state, player):
        return RoundsView(state.played, state.mine, state.yours, state.first, state.second)

    def format_state(state):
        last = f"{initials[state.mine]}{initials[state.yours]}" if state.played else "-"
        text = f"{state.played} {_number(state.first)} {_number(state.second)} {last}"
        return text if state.chosen < 0 else f"{text} {initials[state.chosen]}"

    def parse_state(text):
        words = text.upper().split()
        if len(words) not in (4, 5) or not words[0].isdecimal() or not words[0].isascii():
            raise ValueError(
                "give the rounds played, what both players have got, what they chose last (-: nothing yet) and what "
                f"the first has chosen now, such as 1 {grid[0][0].replace(',', '')} {initials[0] * 2} {initials[-1]}"
            )
        played, last = int(words[0]), words[3]
        if played > rounds or (played == rounds and len(words) == 5):
            raise ValueError(f"there are {rounds} rounds")
        if not all(re.fullmatch(r"[-+]?\d{1,10}(\.\d{1,3})?", word, re.ASCII) for word in words[1:3]):
            raise ValueError("what the players have got are two numbers with up to three decimals")
        totals = [round(float(word) * UNIT) for word in words[1:3]]
        letters = ("" if last == "-" else last) + "".join(words[4:])
        if (last == "-") != (played == 0) or (played and len(last) != 2) or set(letters) - set(initials):
            raise ValueError(f"choices are written {', '.join(initials)}, two of them for the last round")
        mine, yours = (initials.index(letter) for letter in last) if played else (-1, -1)
        chosen = initials.index(words[4]) if len(words) == 5 else -1
        least = [played * worth[:, :, player].min() for player in range(2)]
        most = [played * worth[:, :, player].max() for player in range(2)]
        exact = [0, 0] if not played else worth[mine, yours].tolist() if played == 1 else None
        for player in range(2):
            is_right = least[player] <= totals[player] <= most[player]
            if not is_right or (exact and totals[player] != exact[player]):
                raise ValueError(f"player {player + 1} cannot have got {words[1 + player]} in {played} rounds")
        return RoundsState(played, mine, yours, totals[0], totals[1], chosen)

    def table(seen: Any, told: str) -> Board:
        """The table of what pairs of actions are worth; the last choices are marked."""
        words = []
        if seen.played:
            words.append(f"last: {names[seen.mine]}, {names[seen.yours]}")
        if rounds > 1:
            so_far = f"{_number(seen.first)} and {_number(seen.second)}"
            words.append(f"{seen.played} of {rounds} rounds played, {so_far} so far")
        words.append("the game is over" if seen.played == rounds else told)
        last = frozenset({(seen.mine, seen.yours)} if seen.played else ())
        return Board(grid, tuple(names), tuple(names), last, shape="sheet", caption="; ".join(words))

    def picture(state):
        if state.chosen < 0:
            return table(state, "player 1 chooses a row")
        return table(state, f"player 1 has chosen {names[state.chosen]}; player 2 chooses a column")

    def scene(seen, player):
        return table(seen, "player 1 chooses a row, player 2 a column, and then both see it")

    def heard(before, after, player):
        return 1, names[after.yours]  # both choices are seen after the second

    return Game(
        initial, to_move, actions, result, is_terminal, utility, view=view,
        zero_sum=is_constant, total=sums.pop() * rounds if is_constant else 0.0,
        max_actions=count, max_plies=2 * rounds, best_utility=float(worth.max()) / UNIT * rounds,
        format_action=lambda state, action: names[action], format_state=format_state, parse_state=parse_state,
        picture=picture, scene=scene, heard=heard, **parts,
    )  # fmt: skip


def _is_counted(utility: float) -> bool:
    return abs(utility * UNIT - round(utility * UNIT)) < 1e-6


def _number(thousandths: int) -> str:
    return repr(thousandths / UNIT).removesuffix(".0")
