"""Shots that it takes to sink a fleet on 10×10: python benchmarks/battleship.py [--boards 1000]

The fleets are placed by chance, as the game's rules say. The means of `hunter`, and of shots at random at the same
boards, come with their 95% intervals.
"""

from __future__ import annotations

import argparse
import math
import random
import statistics
from collections.abc import Callable

import zermelo
from zermelo.experts.battleship.hunter import Hunter, HunterSession
from zermelo.game import CHANCE, Game
from zermelo.knowledge import Knowledge, after, at_start

TARGET = 43.0


def shots(game: Game, aim: Callable[[Knowledge], int], noise: random.Random) -> int:
    """How many shots one board takes, of a player who is shown what it knows and nothing else."""
    state, known = game.initial(), at_start(game)
    while not game.is_terminal(state):
        if game.to_move(state) == CHANCE:
            outcomes = game.outcomes(state)
            [move] = noise.choices([move for move, _ in outcomes], [chance for _, chance in outcomes])
        else:
            move = aim(known[0])
        following = game.result(state, move)
        known, state = after(game, known, state, move, following), following
    return -int(game.utility(state, 0))


def told(taken: list[int]) -> str:
    """The mean of some boards, with its interval."""
    margin = 1.96 * statistics.stdev(taken) / math.sqrt(len(taken))
    return (
        f"{len(taken)} boards: {statistics.mean(taken):.2f} shots ± {margin:.2f} (95%), "
        f"median {statistics.median(taken):g}, from {min(taken)} to {max(taken)}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--boards", type=int, default=1000)
    parser.add_argument("--fleets", type=int, default=Hunter().fleets, help="fleets that are drawn for each shot")
    parser.add_argument("--shots", type=int, default=Hunter().shots, help="shots that are compared; 1: the likeliest")
    parser.add_argument("--apart", action="store_true", help="ships may not touch")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    rule = "false" if given.apart else "true"
    game, noise = zermelo.load(f"battleship:solitaire=true,touching={rule}"), random.Random(given.seed)
    session = Hunter(fleets=given.fleets, shots=given.shots, seed=given.seed).open(game)
    assert isinstance(session, HunterSession)

    def anywhere(known: Knowledge) -> int:
        return noise.choice([cell for cell in range(100) if not known.view.shots >> cell & 1])

    taken: list[int] = []
    by_chance: list[int] = []
    for board in range(given.boards):
        taken.append(shots(game, session.aim, random.Random(f"{given.seed} {board}")))
        by_chance.append(shots(game, anywhere, random.Random(f"{given.seed} {board}")))
        if len(taken) % 50 == 0 or len(taken) == given.boards:
            print(f"hunter: {told(taken)}", flush=True)
    print(f"random: {told(by_chance)}")
    reached = statistics.mean(taken) < TARGET
    print(f"target: fewer than {TARGET:g} shots on average: {'reached' if reached else 'not reached'}")


if __name__ == "__main__":
    main()
