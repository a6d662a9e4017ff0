"""A learned network against another engine, all games in step: python benchmarks/learned_strength.py FILE [--sims 200]

    python benchmarks/learned_strength.py othello.learned --against mcts:sims=2000 --games 100 --workers 5

Games come in pairs that begin with the same few random plies and exchange the colours. The network runs on the GPU if
there is one; the opponent thinks in worker processes, one position each. Prints the score with its interval of 95%.
"""

from __future__ import annotations

import argparse
import json
import math
import multiprocessing
import os
import random
import time
from pathlib import Path
from typing import Any

import numpy as np
import torch

import zermelo
from zermelo.evaluate.learned.file import read_learned
from zermelo.evaluate.learned.residual import OUTCOMES, ResidualNetwork
from zermelo.game import Game, State
from zermelo.learn.alphazero.group import choose
from zermelo.learn.alphazero.lane import answers_of
from zermelo.learn.alphazero.network import Inference, inputs_for
from zermelo.learn.team import Team

NEVER = -30.0  # the logit of a draw, where a file does not tell its chance
OPENING = (2, 6)  # random plies at the beginning
_opponent: Any = None


def inference(network: ResidualNetwork, device: torch.device) -> Inference:
    """The file's network as self-play asks it."""
    made = object.__new__(Inference)
    made.encoding, made.device, made.is_fused = network.encoding, device, device.type == "cuda"
    made.kind = torch.float16 if made.is_fused else torch.float32
    made.inputs = inputs_for(network.encoding, device)
    made.parts = []
    for array in weights_of(network, made.inputs):
        part = torch.from_numpy(array).to(device, made.kind)
        made.parts.append(part.contiguous(memory_format=torch.channels_last) if part.ndim == 4 else part)
    return made


def weights_of(network: ResidualNetwork, inputs: int) -> list[Any]:
    """The layers as PyTorch has them, the first for so many planes and the last with the three outcomes."""
    layers, found = network.layers, []
    for place, layer in enumerate(layers):
        side = 1 if place == len(layers) - 6 else 3
        if layer.ndim == 2:
            is_convolution = place < len(layers) - 4
            layer = layer.reshape(side, side, -1, layer.shape[1]).transpose(3, 2, 0, 1) if is_convolution else layer.T
        found.append(np.ascontiguousarray(layer))
    found[0] = np.pad(found[0], ((0, 0), (0, inputs - found[0].shape[1]), (0, 0), (0, 0)))
    if len(found[-1]) == network.encoding.policy + 1:  # one logit of the value: that of a win, where a loss has 0
        found[-2] = np.pad(found[-2], ((0, OUTCOMES - 1), (0, 0)))
        found[-1] = np.append(found[-1], [NEVER, 0.0]).astype(np.float32)
    return found


def begin(game: str, engine: str) -> None:
    """A worker's opponent."""
    global _opponent
    loaded = zermelo.load(game)
    _opponent = loaded, zermelo.engine(f"{engine},seed={os.getpid()}").open(loaded)


def reply(state: Any) -> int:
    """The index in `game.legal` of the opponent's move."""
    game, session = _opponent
    action = session.analyse(state).action
    return list(game.legal(state)).index(action)


def opening(game: Game, draw: random.Random) -> State:
    while True:
        state = game.initial()
        for _ in range(draw.randint(*OPENING)):
            if not game.is_terminal(state):
                state = game.result(state, draw.choice(game.legal(state)))
        if not game.is_terminal(state):
            return state


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    asked.add_argument("file", type=Path)
    asked.add_argument("--sims", type=int, default=200)
    asked.add_argument("--against", default="mcts:sims=2000")
    asked.add_argument("--games", type=int, default=100)
    asked.add_argument("--workers", type=int, default=os.cpu_count())
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--seconds", type=float, default=math.inf, help="games that last longer count as drawn")
    given = asked.parse_args()
    learned = read_learned(given.file)
    parameters = ",".join(f"{name}={value}" for name, value in learned.header["parameters"].items())
    name = learned.header["game"] + (f":{parameters}" if parameters else "")
    game = zermelo.load(name)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    network = ResidualNetwork(game, learned)
    answer, team = answers_of(inference(network, device)), Team(2)
    draw, begun = random.Random(given.seed), time.monotonic()
    states = [state for _ in range(given.games // 2) for state in [opening(game, draw)] * 2]
    begin(name, given.against)  # compiles before the workers begin
    plies, spent = 0, [0.0, 0.0]
    with multiprocessing.get_context("spawn").Pool(given.workers, begin, (name, given.against)) as pool:
        while time.monotonic() - begun < given.seconds:
            on = [place for place, state in enumerate(states) if not game.is_terminal(state)]
            if not on:
                break
            mine = [place for place in on if (game.to_move(states[place]) + place) % 2 == 0]
            theirs = [place for place in on if place not in set(mine)]
            thinking = pool.map_async(reply, [states[place] for place in theirs], chunksize=1)
            started = time.monotonic()
            found = choose(game, network.encoding, answer, [states[p] for p in mine], given.sims, team) if mine else []
            middle = time.monotonic()
            moves = dict(zip(mine, found, strict=True)) | dict(zip(theirs, thinking.get(), strict=True))
            for place, index in moves.items():
                states[place] = game.result(states[place], game.legal(states[place])[index])
            plies += 1
            spent = [spent[0] + middle - started, spent[1] + time.monotonic() - middle]
            if plies % 10 == 0:
                print(json.dumps({"plies": plies, "games left": len(on), "seconds": spent}), flush=True)
    scores = []
    for place, state in enumerate(states):
        value = game.utility(state, place % 2) - game.middle if game.is_terminal(state) else 0.0
        scores.append(1.0 if value > 0 else 0.0 if value < 0 else 0.5)
    mean = sum(scores) / len(scores)
    error = 1.96 * math.sqrt(max(mean * (1 - mean), 1e-9) / len(scores))
    left = sum(not game.is_terminal(state) for state in states)
    print(
        f"{name}: {given.file.name} at {given.sims} simulations against {given.against}: "
        f"{100 * mean:.1f}% ± {100 * error:.1f} of {len(scores)} games"
        f" (won {scores.count(1.0)}, drawn {scores.count(0.5)}, lost {scores.count(0.0)}; {left} unfinished)"
    )


if __name__ == "__main__":
    main()
