"""Players that know what they do not see against determinization: python benchmarks/blind.py [--games 400]

On blind tic-tac-toe and a small Battleship, belief-state search and information-set MCTS play 100 deals, each searched
as if everything were seen. The score comes with its 95% interval; the target is an interval above 50%.
"""

from __future__ import annotations

import argparse
import math

import zermelo
from zermelo.arena.match import Match, match

OPPONENT = "determinized:deals=100"
PAIRS = {  # game -> who plays against determinization
    "blind-tic-tac-toe": ("ismcts:sims=20000", "belief:nodes=20000"),
    "blind-tic-tac-toe:failed=lost": ("ismcts:sims=20000", "belief:nodes=20000"),
    "battleship:rows=5,columns=5,ships=32": ("ismcts:sims=20000", "hunter"),
}


def interval(played: Match) -> tuple[float, float]:
    """The 95% interval of the first engine's score."""
    games, score = played.games, played.score
    square = (played.wins + played.draws / 4) / games - score * score
    margin = 1.96 * math.sqrt(max(square, 1.0 / games) / games)
    return max(0.0, score - margin), min(1.0, score + margin)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--only", default="", help="games whose name contains this")
    parser.add_argument("--against", default=OPPONENT)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    for spec, engines in PAIRS.items():
        for name in engines if given.only in spec else ():
            players = [zermelo.engine(name), zermelo.engine(given.against)]
            played = match(zermelo.load(spec), players, given.games, given.seed)
            low, high = interval(played)
            print(
                f"{spec}: {name} against {given.against}: {played.score:.1%} ({low:.1%} to {high:.1%}), "
                f"+{played.wins} ={played.draws} -{played.losses}: {'met' if low > 0.5 else 'NOT met'}",
                flush=True,
            )


if __name__ == "__main__":
    main()
