"""A small game that a hash has drawn, with everything in it that a selective search can use.

Places are on floors. A quiet move leads to another place of the same floor, so positions can come up again; a noisy one
leads a floor down, and from the lowest nothing leads on. Who has no move has lost if he is threatened. Now and then a
player moves twice.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Any, NamedTuple

from zermelo.bits import mix
from zermelo.evaluate import Opinion, Tactics
from zermelo.game import Game, game_from_fill

FLOORS, WIDTH = 8, 12
WIN = 8000.0  # a won game, in the evaluation's units


class DescentState(NamedTuple):
    """Where both players are."""

    floor: int
    place: int
    player: int
    quiet: int  # plies since the last noisy move


@lru_cache(maxsize=1 << 16)
def drawn(*numbers: int) -> int:
    """A number that depends on the numbers given and looks random."""
    word = 0
    for number in numbers:
        word = mix(word * 31 + number + 1)
    return word


@lru_cache
def descent(seed: int = 1, patience: int = 8) -> tuple[Game, Opinion]:
    """The game, and an opinion with all the advice there is. patience: quiet plies that make a draw."""

    def threatened(state: DescentState) -> bool:
        return drawn(seed, 5, *state[:3]) % 7 == 0

    @cache
    def codes(floor: int, place: int, player: int) -> tuple[int, ...]:
        """Moves: the place that is next, and WIDTH more if it is a floor below. A threat leaves few or none."""
        state = DescentState(floor, place, player, 0)
        most = (drawn(seed, 1, *state) % 10 + 2) // 3 if threatened(state) else 6
        found = dict.fromkeys(drawn(seed, 2, *state, i) % (2 * WIDTH) for i in range(most if floor else 0))
        return tuple(code for code in found if code != place)

    @cache
    def height(floor: int, place: int) -> float:
        """The evaluation for player 0."""
        return 60.0 * (place - (WIDTH - 1) / 2) + drawn(seed, 3, floor, place) % 90 - 45

    def fill(state: DescentState, buffer: Any) -> int:
        moves = codes(*state[:3])
        for place, move in enumerate(moves):
            buffer[place] = move
        return len(moves)

    def result(state: DescentState, move: int) -> DescentState:
        down, place = divmod(move, WIDTH)
        stays = drawn(seed, 4, state.floor, state.place, move) % 8 == 0
        player = state.player if stays else 1 - state.player
        return DescentState(state.floor - down, place, player, 0 if down else state.quiet + 1)

    def adjudicated(state: DescentState) -> bool:
        return state.floor == 0 or state.quiet >= patience

    def is_terminal(state: DescentState) -> bool:
        return adjudicated(state) or not codes(*state[:3])

    def utility(state: DescentState, player: int) -> float:
        if state.floor == 0:
            value = float(drawn(seed, 6, state.place) % 3 - 1)
        elif codes(*state[:3]) or not threatened(state):
            return 0.0
        else:
            value = -1.0 if state.player == 0 else 1.0
        return value if player == 0 else -value

    def evaluate(state: DescentState, player: int) -> float:
        return height(*state[:2]) if player == 0 else -height(*state[:2])

    def rank(state: DescentState, move: int) -> int:
        if move < WIDTH:
            return 0
        gain = height(state.floor - 1, move - WIDTH) - height(state.floor, state.place)
        gain = int(gain if state.player == 0 else -gain)
        return gain + 1 if gain >= 0 else gain

    def order(state: DescentState, move: int) -> int:
        return drawn(seed, 7, move) % 50

    game = game_from_fill(
        fill,
        max_actions=6,
        initial=lambda: DescentState(FLOORS, 0, 0, 0),
        to_move=lambda state: state.player,
        result=result,
        is_terminal=is_terminal,
        utility=utility,
        key=lambda state: drawn(seed, 8, *state[:3]),
        adjudicated=adjudicated,
        reversible=lambda state: state.quiet,
        name="descent",
        best_utility=1.0,
    )
    tactics = Tactics(
        rank=rank,
        order=order,
        forced=threatened,
        passed=lambda state: state._replace(player=1 - state.player, quiet=0),
        may_pass=lambda state: drawn(seed, 9, *state[:3]) % 4 > 0,
        margin=60.0,
    )
    return game, Opinion(evaluate, WIN, tactics)


def somewhere(seed: int) -> DescentState:
    """A position of `descent(seed)` with several actions."""
    game, _ = descent(seed)
    for number in range(100):
        floor, place, player = (
            3 + drawn(seed, number) % (FLOORS - 2),
            drawn(seed, number, 1) % WIDTH,
            (seed + number) % 2,
        )
        state = DescentState(floor, place, player, 0)
        if len(game.legal(state)) > 3:
            return state
    raise AssertionError("no position has a choice")
