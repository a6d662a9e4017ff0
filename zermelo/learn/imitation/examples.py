"""Games as positions to learn from: what was played there, and what came of it."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from zermelo.evaluate.encoding import Encoding
from zermelo.evaluate.encoding.encoding import Encoder
from zermelo.evaluate.learned.wins import MARGIN, reach_of
from zermelo.game import Game, State, ZermeloError
from zermelo.learn.alphazero.games import MINE, NOBODYS, NOT_KNOWN, THEIRS, UNKNOWN
from zermelo.learn.alphazero.group import Samples
from zermelo.learn.course import Played


def split(games: Sequence[Played], held: float) -> tuple[list[Played], list[Played]]:
    """The games to learn from, and those that are held back: every n-th one, at least one of two."""
    count = min(len(games) - 1, max(1, round(held * len(games)))) if held else 0
    places = {int((place + 0.5) * len(games) / count) for place in range(count)}
    return (
        [game for place, game in enumerate(games) if place not in places],
        [game for place, game in enumerate(games) if place in places],
    )


def samples_of(game: Game, encoding: Encoding, games: Sequence[Played]) -> Samples:
    """Every position of the games in which somebody chose. Raises ZermeloError where there is none."""
    encoder, worth = Encoder(game, encoding), worth_in(game)
    planes, places, chosen, values, owners, ends = [], [], [], [], [], []
    for played in games:
        state, movers = played.start, []
        for action in played.actions:
            seen, found = encoder.encode(state)
            planes.append(seen.reshape(-1))
            places.append(found)
            chosen.append(list(game.legal(state)).index(action))
            values.append(worth(played.utilities[game.to_move(state)]))
            movers.append(game.to_move(state))
            state = game.result(state, action)
        owned, worths = told_by(game, encoding, encoder, state, movers)
        owners.append(owned)
        ends.append(worths)
    if not planes:
        raise ZermeloError("the games have no moves to learn from")
    count, most = len(planes), game.max_actions
    table, policy = np.full((count, most), -1, np.int16), np.zeros((count, most), np.float32)
    for row, own in zip(table, places, strict=True):
        row[: len(own)] = own
    policy[np.arange(count), chosen] = 1.0
    told = np.array(values, np.float32)
    draws = (1.0 - np.abs(told)).astype(np.float32)
    return Samples(np.array(planes), table, policy, told, draws, np.concatenate(owners), np.concatenate(ends))


def told_by(game: Game, encoding: Encoding, encoder: Encoder, last: State, movers: Sequence[int]) -> tuple[Any, Any]:
    """What the last state of a game tells of each position before it: `owners` and `ends` of `Samples`.

    movers: who was to move in each position.
    """
    found = no_ends(encoding, len(movers))
    owners, ends = found["owners"], found["ends"]
    if not game.is_terminal(last) or game.to_move(last) not in (0, 1):
        return owners, ends
    worth, pairs = worth_in(game), encoding.pairs
    planes = encoder.encode(last)[0].reshape(encoding.cells, encoding.planes)
    own, other = planes[:, :pairs].any(axis=1), planes[:, pairs : 2 * pairs].any(axis=1)
    for place, mover in enumerate(movers):
        mine, theirs = (own, other) if mover == game.to_move(last) else (other, own)
        ends[place] = worth(game.utility(last, mover))
        if pairs:
            owners[place] = np.where(mine, MINE, np.where(theirs, THEIRS, NOBODYS))
    return owners, ends


def no_ends(encoding: Encoding, count: int) -> dict[str, Any]:
    """`owners` and `ends` of so many positions of games of whose ends nothing is known."""
    owned = encoding.cells if encoding.pairs else 0
    return {"owners": np.full((count, owned), NOT_KNOWN, np.int8), "ends": np.full(count, UNKNOWN, np.float32)}


def worth_in(game: Game) -> Callable[[float], float]:
    """What a utility is worth to a network, from -1 to 1, as in games that it plays against itself."""
    middle, reach, counts_points = game.middle, reach_of(game), game.points is not None

    def worth(utility: float) -> float:
        above = utility - middle
        if counts_points and above:
            above = math.copysign((1.0 - MARGIN) * reach, above) + MARGIN * above
        return max(-1.0, min(1.0, above / reach))

    return worth
