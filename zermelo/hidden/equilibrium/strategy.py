"""Mixed strategies: for everything that a player can know when it is to move, a probability for each action.

A strategy is a table by player and key of what is known (`Knowledge.key`). It is kept in a solution file
(solve/solution_file.py).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from zermelo.game import Action, Game, ZermeloError
from zermelo.hidden.equilibrium.flat import FlatGame, Indices, Numbers
from zermelo.installed import np
from zermelo.knowledge import Knowledge
from zermelo.solve.solution_file import read_solution_file, write_solution_file

TABLE = {"players": "<i8", "keys": "<i8", "counts": "<i8", "probabilities": "<f8"}  # the columns and their types
CLOSE = 1e-6  # how far the probabilities of a set may be from 1 together


@dataclass(frozen=True, eq=False)
class MixedStrategy:
    """How all players of a game play."""

    game: str  # with its parameters, see Game.title
    players: Indices  # [set] who is to move
    keys: Indices  # [set] what it knows
    counts: Indices  # [set] of actions
    probabilities: Numbers  # those of all sets, one after another, in the order of their actions
    _places: dict[tuple[int, int], slice] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        ends = np.cumsum(self.counts)
        rows = zip(self.players.tolist(), self.keys.tolist(), (ends - self.counts).tolist(), ends.tolist(), strict=True)
        places = {(player, key): slice(start, end) for player, key, start, end in rows}
        object.__setattr__(self, "_places", places)

    def at(self, known: Knowledge) -> Numbers | None:
        """The probabilities of the actions of a player who knows this; None: the table does not have it."""
        place = self._places.get((known.player, known.key))
        return None if place is None else self.probabilities[place]

    def on(self, flat: FlatGame) -> Numbers:
        """The strategy [slot] in a game that is laid out. Raises ZermeloError where it is for another one."""
        strategy = flat.uniform()
        for number, known in enumerate(flat.known):
            found = self.at(known)
            if found is None or len(found) != flat.set_count[number]:
                raise ZermeloError(f"this strategy is for {self.game} and does not fit {flat.game.title}")
            strategy[flat.slots_of(number)] = found
        return strategy

    def shares(self, known: Knowledge, actions: list[Action]) -> list[float]:
        """The probability of each action for a player who knows this; uniform where the table does not have it."""
        found = self.at(known)
        if found is None or len(found) != len(actions):
            return [1.0 / len(actions)] * len(actions)
        return [float(share) for share in found]


def mixed_strategy(flat: FlatGame, strategy: Numbers) -> MixedStrategy:
    """The table of a strategy [slot]."""
    parts = [strategy[flat.slots_of(number)] for number in range(flat.sets)]
    probabilities = np.concatenate(parts) if parts else np.zeros(0)
    return MixedStrategy(flat.game.title, flat.set_player, flat.keys, flat.set_count, probabilities)


def save_strategy(path: Path, game: Game, strategy: MixedStrategy) -> None:
    """Writes a strategy into a file."""
    write_solution_file(path, game, {}, {name: getattr(strategy, name) for name in TABLE})


def load_strategy(path: Path, game: Game) -> MixedStrategy:
    """The strategy in a file that `save_strategy` or `zermelo solve --save` wrote. Raises ZermeloError."""
    _, arrays = read_solution_file(path, game)
    return table_of(path, game, arrays)


def table_of(path: Path, game: Game, arrays: Mapping[str, Any]) -> MixedStrategy:
    """The strategy among the arrays of a file. Raises ZermeloError where there is none, or they make none."""
    if not TABLE.keys() <= arrays.keys():
        raise ZermeloError(f"{path} holds no strategy")
    players, keys, counts, probabilities = (arrays[name] for name in TABLE)
    fits = all(arrays[name].dtype.str == kind and arrays[name].ndim == 1 for name, kind in TABLE.items())
    if not fits or not len(players) == len(keys) == len(counts):
        raise ZermeloError(f"{path} holds no strategy: its columns do not fit together")
    if (counts < 1).any() or (counts > len(probabilities)).any() or counts.sum() != len(probabilities):
        raise ZermeloError(f"{path} holds no strategy: it has {len(probabilities):,} probabilities for other actions")
    if not ((probabilities >= 0.0) & (probabilities <= 1.0 + CLOSE)).all():
        raise ZermeloError(f"{path} holds no strategy: a probability is not from 0 to 1")
    totals = np.add.reduceat(probabilities, np.cumsum(counts) - counts) if len(counts) else probabilities
    if not (np.abs(totals - 1.0) < CLOSE).all():
        raise ZermeloError(f"{path} holds no strategy: probabilities do not add up to 1")
    return MixedStrategy(game.title, players, keys, counts, probabilities)
