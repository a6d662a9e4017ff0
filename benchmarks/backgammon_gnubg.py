"""Whole games of backgammon against GNU Backgammon, and before each turn both sides' lists of what is legal.

    python benchmarks/backgammon_gnubg.py --games 50 [--engine random] [--plies 0] [--cube] [--seed 1] [--json]

Exits with 1 at the first disagreement or fault, and tells the position. `zermelo match backgammon ENGINE gnubg:gnubg`
measures strength.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from typing import Any

import zermelo
from zermelo.game import CHANCE, Game
from zermelo.games.backgammon.state import PLAY
from zermelo.players.engines import engine
from zermelo.players.forfeit import EngineFault
from zermelo.players.player import Player, as_player
from zermelo.protocols.gnubg.player import GnubgPlayer


class Disagreement(Exception):
    """The two programs do not list the same turns; the message tells where."""


def play(game: Game, gnubg: GnubgPlayer, other: Player, seat: int, noise: random.Random) -> tuple[int, float]:
    """Plays one game; returns how many turns were compared, and what GNU Backgammon, who has this seat, got.

    Raises Disagreement, or EngineFault where GNU Backgammon's answer cannot be played.
    """
    state, compared = game.initial(), 0
    while not game.is_terminal(state):
        mover = game.to_move(state)
        if mover == CHANCE:
            outcomes, chances = zip(*game.outcomes(state), strict=True)
            state = game.result(state, noise.choices(outcomes, chances)[0])
            continue
        if state.stage == PLAY:
            compare(game, gnubg, state)
            compared += 1
        state = game.result(state, (gnubg if mover == seat else other).choose(game, state))
    return compared, game.utility(state, seat)


def compare(game: Game, gnubg: GnubgPlayer, state: Any) -> None:
    """Compares the legal turns. Raises Disagreement."""
    texts = gnubg.turns(state) or ["no move"]
    ours = {game.action_text(state, action): action for action in game.legal(state)}
    # a text of ours is its turn: to parse all of them would list the turns each time
    theirs = [ours[text] if text in ours else game.parse_action(state, text) for text in texts]
    if sorted(theirs, key=str) != sorted(ours.values(), key=str):
        raise Disagreement(f"{game.state_text(state)}: we list {list(ours)}, GNU Backgammon {texts}")


def main() -> int:
    """Plays the games and prints what was seen."""
    parser = argparse.ArgumentParser(description="Plays backgammon against GNU Backgammon.")
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--engine", default="random", help="who plays against it")
    parser.add_argument("--gnubg", default="gnubg", help="the program")
    parser.add_argument("--plies", type=int, default=0)
    parser.add_argument("--cube", action="store_true", help="every second game has a doubling cube")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true", help="print JSON")
    options = parser.parse_args()
    noise, other = random.Random(options.seed), as_player(engine(options.engine))
    results: list[float] = []
    turns = 0
    with GnubgPlayer(options.gnubg, options.plies) as gnubg:
        for number in range(options.games):
            game = zermelo.load("backgammon", cube=options.cube and number % 2 == 1)
            try:
                compared, points = play(game, gnubg, other, number // 2 % 2, noise)
            except (Disagreement, EngineFault) as fault:
                print(f"game {number + 1}: {fault}", file=sys.stderr)
                return 1
            turns += compared
            results.append(points)
            print(f"\r{number + 1} of {options.games} games, {turns} turns", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    mean = sum(results) / len(results)
    if options.json:
        print(json.dumps({"games": len(results), "turns": turns, "won": sum(r > 0 for r in results), "points": mean}))
    else:
        won = sum(result > 0 for result in results)
        print(f"{len(results)} games, {turns} turns alike; GNU Backgammon won {won}, {mean:+.2f} points per game")
    return 0


if __name__ == "__main__":
    sys.exit(main())
