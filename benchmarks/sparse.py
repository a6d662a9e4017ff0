"""Sparse networks: nodes per CPU second of alpha-beta with each file's, beside the evaluation that the game has.

python benchmarks/sparse.py chess FILE [FILE …]   # a minute per file, with what is compiled first
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

from search_chess import POSITIONS

import zermelo
from zermelo.evaluate.encoding.sample import sample_of
from zermelo.evaluate.learned import read_learned
from zermelo.game import Game, State
from zermelo.search.alphabeta import AlphaBeta

NODES = 200_000  # per position
TURNS = 5  # each takes so many, one after the other; the best counts
SPREAD = 5  # positions of random games, where none are given


def positions_of(game: Game) -> list[State]:
    """Positions of play, or of random games."""
    if game.name == "chess":
        return [game.read_state(fen) for fen in POSITIONS]
    states = sample_of(game).states
    return [states[len(states) * place // SPREAD] for place in range(SPREAD)]


def rate(game: Game, evaluate: object, states: list[State]) -> float:
    """Nodes per CPU second, over all positions."""
    session = AlphaBeta(nodes=NODES, evaluate=evaluate).open(game)
    session.analyse(states[0])  # compiles
    nodes, seconds = 0, 0.0
    for state in states:
        session.new_game()
        begun = time.process_time()
        nodes += session.analyse(state).nodes
        seconds += time.process_time() - begun
    return nodes / seconds


def main() -> None:
    """Prints a row for each evaluation: the best rate of all turns, and by how much the turns differ."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game")
    parser.add_argument("files", nargs="+", type=Path)
    typed = parser.parse_args()
    game = zermelo.load(typed.game)
    states = positions_of(game)
    chosen = {"today's": None, **{str(path): read_learned(path) for path in typed.files}}
    rates: dict[str, list[float]] = {name: [] for name in chosen}
    for _ in range(TURNS):
        for name, evaluate in chosen.items():
            rates[name].append(rate(game, evaluate, states))
    for name, found in rates.items():
        print(f"{name:40} {max(found):12,.0f} nodes per CPU second ({min(found):,.0f} in its worst turn)")


if __name__ == "__main__":
    main()
