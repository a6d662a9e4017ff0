"""Mixed strategies: for everything that a player can know when it is to move, a probability for each action.

A strategy is a table by player and key of what is known (`Knowledge.key`). It is kept in a file of plain arrays with a
header in JSON, which says for which game it is; a file that was changed, or is for another game, is refused.
"""

from __future__ import annotations

import hashlib
import json
import os
import zipfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from zermelo.game import Action, Game, ZermeloError, brief
from zermelo.hidden.flat import FlatGame, Indices, Numbers
from zermelo.hidden.knowledge import Knowledge

FORMAT = 1
TABLE = ("players", "keys", "counts", "probabilities")


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


def save_arrays(path: Path, game: Game, header: dict[str, Any], arrays: dict[str, Any]) -> None:
    """Writes arrays with a header that says which game they belong to; a file that is there is replaced at once.

    Raises ZermeloError where it cannot be written.
    """
    about = {**header, "format": FORMAT, "game": game.name, "parameters": _parameters(game), "digest": _digest(arrays)}
    written = np.frombuffer(json.dumps(about).encode(), dtype=np.uint8)
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with beside.open("wb") as file:
            np.savez(file, header=written, **arrays)
        beside.replace(path)
    except OSError as error:
        beside.unlink(missing_ok=True)
        raise ZermeloError(f"{path} cannot be written: {error.strerror}") from None


def load_arrays(path: Path, game: Game) -> tuple[dict[str, Any], dict[str, Any]]:
    """The header and the arrays that `save_arrays` wrote for this game.

    Raises ZermeloError where the file cannot be read, was changed, or is for another game.
    """
    try:
        with np.load(path, allow_pickle=False) as file:
            arrays = {name: file[name] for name in file.files}
        header = json.loads(arrays.pop("header").tobytes())
        known = header["format"], header["game"], header["parameters"], header["digest"]
    except OSError as error:
        raise ZermeloError(f"{path} cannot be read: {error.strerror or brief(error)}") from None
    except (ValueError, KeyError, TypeError, EOFError, zipfile.BadZipFile):
        raise ZermeloError(f"{path} is not a strategy that zermelo solve has saved") from None
    if known[0] != FORMAT:
        raise ZermeloError(f"{path} has format {brief(known[0])}, and {FORMAT} can be read: solve the game again")
    if known[1:3] != (game.name, _parameters(game)):
        raise ZermeloError(f"{path} is for {brief(known[1])} {brief(known[2])}, not for {game.title}")
    if known[3] != _digest(arrays):
        raise ZermeloError(f"{path} was changed or damaged: its digest is wrong")
    return header, arrays


def save_strategy(path: Path, game: Game, strategy: MixedStrategy) -> None:
    """Writes a strategy into a file."""
    save_arrays(path, game, {}, {name: getattr(strategy, name) for name in TABLE})


def load_strategy(path: Path, game: Game) -> MixedStrategy:
    """The strategy in a file that `save_strategy` or `zermelo solve --save` wrote. Raises ZermeloError."""
    _, arrays = load_arrays(path, game)
    if not set(TABLE) <= set(arrays):
        raise ZermeloError(f"{path} holds no strategy")
    return MixedStrategy(game.title, *(arrays[name] for name in TABLE))


def _parameters(game: Game) -> dict[str, Any]:
    return {
        name: value if isinstance(value, int | float | str) else str(value) for name, value in game.parameters.items()
    }


def _digest(arrays: dict[str, Any]) -> str:
    digest = hashlib.sha256()
    for name in sorted(arrays):
        array = np.ascontiguousarray(arrays[name])
        digest.update(f"{name} {array.dtype.str} {array.shape}".encode())
        digest.update(array.tobytes())
    return digest.hexdigest()
