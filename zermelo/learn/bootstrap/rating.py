"""The match that rates a generation: all games in step, so that both networks can share one compiled kernel."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from zermelo.bits import signed
from zermelo.compile.kernel.prepare import Kernel
from zermelo.game import Game, State
from zermelo.learn.bootstrap.games import Crew
from zermelo.learn.bootstrap.kernel import LONGEST
from zermelo.search.depth_first.lines import actions_of, has_actions

CLEAR = 7.5  # times s: a side that sees such a value thinks the game decided
AGREED = 6  # plies running that both must think so


@dataclass(frozen=True)
class Side:
    """A player of the match."""

    load: Callable[[], Kernel]  # puts its network where the kernel reads it
    s: float  # in the units of its values; infinite: they say nothing


@dataclass
class _Game:
    state: State
    seat: int  # of the first side
    path: list[int] = field(default_factory=list)
    sure: int = 0  # plies running that player 0 is thought to have won, or below 0 to have lost
    points: float | None = None  # of player 0, once it is over


def contest(game: Game, sides: tuple[Side, Side], crew: Crew, pairs: int, nodes: int, opening: int, seed: int) -> float:
    """The score of the first side, 0 to 1, in pairs of games that begin alike, with the seats exchanged."""
    draw = random.Random(seed)
    starts = [_opening(game, opening, draw) for _ in range(pairs)]
    games = [_Game(start, seat) for start in starts for seat in (0, 1)]
    while any(one.points is None for one in games):
        for number, side in enumerate(sides):
            mine = [one for one in games if one.points is None and _is_on_move(game, one, number)]
            if mine:
                _move(game, side, crew, mine, nodes)
    points = [one.points if one.seat == 0 else 1.0 - one.points for one in games if one.points is not None]
    return sum(points) / len(points)


def _is_on_move(game: Game, one: _Game, number: int) -> bool:
    return (game.to_move(one.state) == one.seat) == (number == 0)


def _move(game: Game, side: Side, crew: Crew, games: Sequence[_Game], nodes: int) -> None:
    """Lets one side move in some games, where it is to move."""
    kernel = side.load()
    listed = not has_actions(game, kernel)
    found = crew.choose(kernel, [(one.state, one.path) for one in games], nodes)
    for one, (move, value) in zip(games, found, strict=True):
        player = game.to_move(one.state)
        one.path.append(signed(game.state_key(one.state)))
        action = actions_of(game, one.state, [move])[0] if listed else move
        one.state = game.result(one.state, action)
        won = 0 if abs(value) < CLEAR * side.s or math.isinf(side.s) else 1 if (value > 0) == (player == 0) else -1
        one.sure = won if won * one.sure <= 0 else one.sure + won
        if game.is_terminal(one.state):
            utility = game.utility(one.state, 0) - game.middle
            one.points = 1.0 if utility > 0 else 0.0 if utility < 0 else 0.5
        elif abs(one.sure) >= AGREED:
            one.points = 1.0 if one.sure > 0 else 0.0
        elif len(one.path) >= LONGEST or _is_repeated(game, one):
            one.points = 0.5


def _is_repeated(game: Game, one: _Game) -> bool:
    """Did the position come up twice before?"""
    if game.reversible is None:
        return False
    back = min(len(one.path), int(game.reversible(one.state)))
    return back > 0 and one.path[-back:].count(signed(game.state_key(one.state))) >= 2


def _opening(game: Game, plies: int, draw: random.Random) -> State:
    while True:
        state = game.initial()
        for _ in range(plies):
            state = game.result(state, draw.choice(game.legal(state)))
            if game.is_terminal(state):
                break
        if not game.is_terminal(state):
            return state
