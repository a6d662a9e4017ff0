"""How strong the levels are: python benchmarks/levels.py [--games 1] [--only othello] [--json]

Each level plays the next one, from random openings that each is played twice, with the sides swapped. `--games 2` plays
twice as many. The table goes into benchmarks/README.md, and the differences over all games into LEVELS of
zermelo/arena/strength.py, which the page shows.
"""

from __future__ import annotations

import argparse
import itertools
import json

import zermelo
from zermelo.arena.elo import elo
from zermelo.arena.strength import LEVELS, LimitedPlayer

GAMES = {  # random plies to begin with, and how many games each pair of levels plays: the strongest take longest
    "tic-tac-toe": (2, (20, 20, 12, 8)),
    "connect-four": (2, (20, 20, 10, 4)),
    "othello": (4, (16, 16, 8, 4)),
    "chess": (4, (12, 12, 6, 2)),
}


def counts(name: str, times: int) -> list[tuple[int, int, int]]:
    """Wins, draws and losses of each level against the one below it."""
    game = zermelo.load(name)
    opening, games = GAMES[name]
    found = []
    for (lower, upper), number in zip(itertools.pairwise(LEVELS), games, strict=True):
        players = [LimitedPlayer(LEVELS[upper], 64), LimitedPlayer(LEVELS[lower], 64)]
        told = zermelo.match(game, players, times * number, seed=1, opening=opening, concurrency=1)
        found.append((told.wins, told.draws, told.losses))
        print(f"{name}: {upper} against {lower}: +{told.wins} ={told.draws} -{told.losses}", flush=True)
    return found


def elo_text(wins: int, draws: int, losses: int) -> str:
    """The difference and its interval."""
    told = elo(wins, draws, losses)
    low, high, middle = (f"{one:+.0f}" if abs(one) < 5000 else "∞" for one in (told.low, told.high, told.difference))
    return f"{middle} ({low} … {high})"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=1, help="how many times the usual number of games")
    parser.add_argument("--only", choices=GAMES, action="append", help="a game; may be repeated")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    names = options.only or list(GAMES)
    found = {name: counts(name, options.games) for name in names}
    if options.json:
        print(json.dumps(found))
        return
    print(f"| level | against | {' | '.join(names)} | all: Elo (95%) |")
    print(f"| --- | --- |{' --- |' * (len(names) + 1)}")
    for place, (lower, upper) in enumerate(itertools.pairwise(LEVELS)):
        rows = [found[name][place] for name in names]
        cells = [f"+{wins} ={draws} -{losses}" for wins, draws, losses in rows]
        total = elo_text(*(sum(column) for column in zip(*rows, strict=True)))
        print(f"| {upper} | {lower} | {' | '.join(cells)} | {total} |")


if __name__ == "__main__":
    main()
