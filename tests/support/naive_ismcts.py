"""Information-set MCTS, slow and obvious: what players know are lists, nodes are in a dictionary."""

from __future__ import annotations

import math

from zermelo.bits import fraction, mix, step
from zermelo.game import CHANCE
from zermelo.hidden.particles import Particles
from zermelo.knowledge import after, known_by


class _Noise:
    """The kernel's random numbers."""

    def __init__(self, seed):
        self.word = mix(seed)

    def draw(self):
        self.word = step(self.word)
        return fraction(mix(self.word))

    def index(self, weights):
        left = self.draw()
        for i, weight in enumerate(weights[:-1]):
            left -= weight
            if left < 0:
                return i
        return len(weights) - 1


def visits(game, state, past, sims, seed, c, single):
    """How often each action was tried."""
    me, noise, nodes, scale = game.to_move(state), _Noise(seed), {}, [math.inf, -math.inf]
    listed = Particles(game).at(known_by(game, me, state, past))  # in the order of the engine
    root = None
    for _ in range(sims):
        point, total, chosen = noise.draw(), 0.0, listed[-1]
        for one in listed:
            total += one.weight
            if point < total:
                chosen = one
                break
        here, known, path, length = chosen.state, chosen.known, [], 0
        while not game.is_terminal(here):
            mover = game.to_move(here)
            if mover == CHANCE:
                outcomes = game.outcomes(here)
                move = outcomes[noise.index([p for _, p in outcomes])][0]
                following = game.result(here, move)
                known, here = after(game, known, here, move, following), following
                continue
            key = (mover, known[mover]) if not single or mover == me else (mover, known[me], length)
            root = root or key
            is_new = key not in nodes
            node = nodes.setdefault(key, {})
            low, breadth = (scale[0], scale[1] - scale[0]) if 0 < scale[1] - scale[0] < math.inf else (0.0, 1.0)
            best, action = -math.inf, None
            for legal in game.legal(here):
                entry = node.setdefault(legal, [0, 0, 0.0])  # visits, available, total
                entry[1] += 1
                bound = math.inf
                if entry[0]:
                    bound = (entry[2] / entry[0] - low) / breadth + c * math.sqrt(math.log(entry[1]) / entry[0])
                if bound > best:
                    best, action = bound, legal
            path.append((node[action], mover))
            length += 1
            following = game.result(here, action)
            known, here = after(game, known, here, action, following), following
            if is_new:
                break
        while not game.is_terminal(here):
            moves = game.legal(here)
            here = game.result(here, moves[int(noise.draw() * len(moves))])
        utilities = [game.utility(here, player) for player in range(game.players)]
        scale = [min(scale[0], *utilities), max(scale[1], *utilities)]
        for entry, mover in path:
            entry[0] += 1
            entry[2] += utilities[mover]
    return {action: entry[0] for action, entry in nodes[root].items()}
