"""Players that know what they do not see against determinization: python benchmarks/blind.py [--games 200]

On blind tic-tac-toe and a small Battleship, belief-state search (in Battleship `hunter`, which looks ahead over the
fleets that it believes in) and information-set MCTS play against 100 deals, each searched as if everything were seen.
The score comes with its 95% interval; the target is an interval above 50%.

The first plies of blind tic-tac-toe are random, the same in the two games in which the engines swap seats: both engines
hardly ever change their minds, and would play the same game again and again.
"""

from __future__ import annotations

import argparse
import math
import time

import zermelo
from zermelo.arena.match import match
from zermelo.arena.score import Match
from zermelo.players.player import SearchPlayer

RANDOM = 2  # plies at the beginning
OPPONENT = "determinized:deals=100"
PAIRS = {  # game -> who plays against determinization
    "blind-tic-tac-toe": ("ismcts:sims=20000", "belief:nodes=5000"),
    "blind-tic-tac-toe:failed=lost": ("ismcts:sims=20000", "belief:nodes=5000"),
    "battleship:rows=6,columns=6,ships=332": ("hunter",),  # which follows what it may come to know to the end
}


class Lasting(SearchPlayer):
    """A player that is the same in all games of a match, so that it remembers what it found in a deal."""

    def seeded(self, seed: int) -> SearchPlayer:
        return self


def interval(played: Match) -> tuple[float, float]:
    """The 95% interval of the first engine's score."""
    games, score = played.games, played.score
    square = (played.wins + played.draws / 4) / games - score * score
    margin = 1.96 * math.sqrt(max(square, 1.0 / games) / games)
    return max(0.0, score - margin), min(1.0, score + margin)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--only", default="", help="games whose name contains this")
    parser.add_argument("--engine", default="", help="engines whose name begins with this")
    parser.add_argument("--against", default=OPPONENT)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    for spec, engines in PAIRS.items():
        for name in engines if given.only in spec else ():
            if not name.startswith(given.engine):
                continue
            begun, players = time.process_time(), [zermelo.engine(name), Lasting(zermelo.engine(given.against))]
            opening = RANDOM if spec.startswith("blind") else 0  # a fleet placed by chance is an opening
            played = match(zermelo.load(spec), players, given.games, given.seed, opening, balance=1, concurrency=1)
            low, high = interval(played)
            print(
                f"{spec}: {name} against {given.against}: {played.score:.1%} ({low:.1%} to {high:.1%}), "
                f"+{played.wins} ={played.draws} -{played.losses}: {'met' if low > 0.5 else 'NOT met'}; "
                f"{time.process_time() - begun:.0f} CPU seconds",
                flush=True,
            )


if __name__ == "__main__":
    main()
