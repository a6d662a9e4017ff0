"""The three bins: MAX chooses a bin, MIN one of the two numbers in it, and MIN pays MAX that number."""

from __future__ import annotations

from typing import NamedTuple

from zermelo.game import MAX, MIN, Game
from zermelo.games._named import named
from zermelo.picture import Board

NAMES = "ABC"
NUMBERS = (
    (-50, 50),  # A
    (1, 3),  # B
    (15, -5),  # C
)
NOTHING = -1  # not chosen yet


class BinsState(NamedTuple):
    bin: int
    picked: int  # 0 or 1: which number of the bin


def bins() -> Game:
    """The first player chooses one of three bins, and the enemy a number in it, which the first player gets.

    Bin A holds the largest number, C is the best on average, and B is the best against an enemy.
    """

    def initial():
        return BinsState(NOTHING, NOTHING)

    def to_move(state):
        return MIN if state.bin != NOTHING and state.picked == NOTHING else MAX

    def actions(state):
        if state.picked == NOTHING:
            yield 0
            yield 1
            if state.bin == NOTHING:
                yield 2

    def result(state, choice):
        return BinsState(choice, NOTHING) if state.bin == NOTHING else BinsState(state.bin, choice)

    def is_terminal(state):
        return state.picked != NOTHING

    def utility(state, player):
        number = float(NUMBERS[state.bin][state.picked])
        return number if player == MAX else -number

    def format_action(state, choice):
        return NAMES[choice] if state.bin == NOTHING else str(NUMBERS[state.bin][choice])

    def format_state(state):
        if state.bin == NOTHING:
            return "start"
        chosen = NAMES[state.bin]
        return chosen if state.picked == NOTHING else f"{chosen},{NUMBERS[state.bin][state.picked]}"

    def parse_state(text):
        words = text.replace(",", " ").split()
        if not words or words == ["start"]:
            return initial()
        name = words[0].upper()
        if len(words) > 2 or len(name) != 1 or name not in NAMES:
            raise ValueError("give start, a bin such as B, or a bin and a number from it such as B,3")
        chosen = NAMES.index(name)
        if len(words) == 1:
            return BinsState(chosen, NOTHING)
        numbers = [str(number) for number in NUMBERS[chosen]]
        if words[1] not in numbers:
            raise ValueError(f"bin {name} holds {' and '.join(numbers)}, not {words[1]}")
        return BinsState(chosen, numbers.index(words[1]))

    def picture(state):
        columns = (0, 1) if state.picked == NOTHING else (state.picked,)
        turn = "MAX chooses a bin" if state.bin == NOTHING else "MIN picks a number"
        return Board(
            cells=tuple(tuple(str(number) for number in numbers) for numbers in NUMBERS),
            rows=tuple(NAMES),
            marked=frozenset((state.bin, column) for column in columns if state.bin != NOTHING),
            caption="game over" if is_terminal(state) else turn,
        )

    return Game(
        label="Three bins",
        summary="choose a bin; the enemy chooses your number from it",
        max_actions=3,
        max_plies=2,
        best_utility=50.0,
        points="",
        player_names=("MAX", "MIN"),
        **named(initial, to_move, actions, result, is_terminal, utility),
        **named(format_action, format_state, parse_state, picture),
    )
