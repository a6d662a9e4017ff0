"""Groups of games that are played by the workers of a cluster, and the task of a worker: some steps of a group.

The games stay here: a task is sent a group as it stands, with the network, and brings the group as it stands after
those steps, with the positions that were finished. So a worker that is lost costs its steps only, and where workers
reckon as this machine does, what is learned is what would have been learned here.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import Any

import numpy as np
import torch

from zermelo.cluster.crew import Crew
from zermelo.cluster.games import compiling, game_of, kept, told_game
from zermelo.cluster.tasks import Task
from zermelo.evaluate.encoding import Encoding
from zermelo.game import Game
from zermelo.learn.alphazero.games import Room
from zermelo.learn.alphazero.group import Group, Samples
from zermelo.learn.alphazero.lane import Lane, asked_tensors
from zermelo.learn.alphazero.learner import POSITIONS
from zermelo.learn.alphazero.network import Inference, Net
from zermelo.learn.alphazero.options import Options
from zermelo.learn.team import Team

ENCODING, WEIGHT, GAMES, SAMPLES = "encoding.", "weight.", "games.", "samples."  # how names of arrays begin


class Distant:
    """Where the games of a run are played: on a cluster."""

    def __init__(self, crew: Crew, game: Game, encoding: Encoding, options: Options) -> None:
        """Raises ZermeloError where the game cannot travel."""
        told = told_game(game)
        self._crew, self._sources = crew, told.sources
        self._encoding = {f"{ENCODING}{name}": array for name, array in encoding.to_arrays().items()}
        self._arguments = {
            "game": told.arguments,
            "network": [options.channels, options.blocks, options.head, options.hidden],
            "encoding": _digest(self._encoding),
        }

    def played(self, lanes: Sequence[Lane], rounds: int) -> Iterator[Samples]:
        """So many steps of the games of each lane's group; the positions that were finished, group by group."""
        for lane, answer in zip(lanes, self._crew.map(self._task(lane, rounds) for lane in lanes), strict=True):
            lane.group.load(_inside(answer.arrays, GAMES))
            found = _inside(answer.arrays, SAMPLES)
            yield Samples(**{name: np.array(array) for name, array in found.items()})  # PyTorch wants to write to it

    def _task(self, lane: Lane, rounds: int) -> Task:
        parts = lane.inference.parts
        arrays = {f"{WEIGHT}{place}": part.float().cpu().contiguous().numpy() for place, part in enumerate(parts)}
        arrays |= {f"{GAMES}{name}": array for name, array in lane.group.to_arrays().items()}
        arguments = {
            **self._arguments,
            "room": asdict(lane.group.room),
            "inputs": lane.inference.inputs,
            "rounds": rounds,
        }
        return Task("rounds", arguments, {**arrays, **self._encoding}, self._sources)


def played(arguments: Mapping[str, Any], arrays: Mapping[str, Any]) -> tuple[None, dict[str, Any]]:
    """Takes a group of games some steps further. Raises ZermeloError where the game breaks the contract."""
    game = game_of(arguments["game"])

    def make() -> Lane:
        device = torch.device("cpu")
        encoding = Encoding.from_arrays(_inside(arrays, ENCODING), game)
        channels, blocks, head, hidden = arguments["network"]
        net = Net(encoding, channels, blocks, arguments["inputs"], head, hidden)
        room = Room(**arguments["room"])
        tensors = asked_tensors(encoding, room, device)
        asked = {name: tensor.numpy() for name, tensor in tensors.items()}
        with compiling(game, "learning alphazero"):
            group = Group(game, encoding, room, Team(1), asked=asked, compiled=True)
        return Lane(group, tensors, Inference(net, encoding, device))

    shape = {name: value for name, value in arguments.items() if name not in ("game", "rounds")}
    lane = kept("rounds", [game.title, shape], make)
    for place, part in enumerate(lane.inference.parts):
        part.copy_(torch.from_numpy(np.array(arrays[f"{WEIGHT}{place}"])))
    lane.group.load(_inside(arrays, GAMES))
    for _ in range(arguments["rounds"]):
        lane.group.step()
        lane.ask()
    samples = lane.group.take()
    found = {f"{SAMPLES}{name}": getattr(samples, name) for name in POSITIONS}
    return None, found | {f"{GAMES}{name}": array for name, array in lane.group.to_arrays().items()}


def _inside(arrays: Mapping[str, Any], start: str) -> dict[str, Any]:
    """The arrays whose names begin so, by the rest of their names."""
    return {name.removeprefix(start): array for name, array in arrays.items() if name.startswith(start)}


def _digest(arrays: Mapping[str, Any]) -> str:
    digest = hashlib.sha256()
    for name, array in arrays.items():
        digest.update(f"{name} {array.shape}".encode() + np.ascontiguousarray(array).tobytes())
    return digest.hexdigest()[:16]
