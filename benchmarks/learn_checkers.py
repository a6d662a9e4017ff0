"""Checkers that taught itself: python benchmarks/learn_checkers.py FILE [--games N]

FILE was written by `zermelo learn checkers --method samuel --time 1800`. It plays against the evaluation that comes
with the game and against material alone, each with alpha-beta at the same time per move, from openings of random moves
that are each played with both colours. The figures go into benchmarks/strength.md.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import zermelo
from zermelo.arena.match import match
from zermelo.evaluate import opinion
from zermelo.evaluate.learned import read_learned
from zermelo.evaluate.learned.opinion import with_weights
from zermelo.experts.checkers.evaluator import WEIGHTS

MATERIAL = {name: WEIGHTS[name] for name in ("men", "kings")}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("file", type=Path)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=0.05)
    parser.add_argument("--nodes", type=int, help="a budget of nodes instead of time")
    parser.add_argument("--opening", type=int, default=6, help="random plies")
    options = parser.parse_args()
    game = zermelo.load("checkers")
    budget = {"nodes": options.nodes} if options.nodes else {"time": options.seconds}
    learned = zermelo.AlphaBeta(**budget, evaluate=read_learned(options.file))
    material = with_weights(opinion(game), MATERIAL, 1.0, "material")
    for name, other in (("the evaluation that ships", None), ("material alone", material)):
        players = [learned, zermelo.AlphaBeta(**budget, evaluate=other)]
        found = match(game, players, options.games, 1, options.opening)
        print(f"{name}: +{found.wins} ={found.draws} -{found.losses}, {found.score:.1%}")


if __name__ == "__main__":
    main()
