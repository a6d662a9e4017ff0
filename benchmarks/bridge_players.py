"""GIB's player in duplicate bridge against others, and how well it plays: python benchmarks/bridge_players.py

Each deal is played at two tables, where the sides are exchanged; a result is IMPs per deal with its 95% interval. Then
every card of GIB's player for which it had a choice is compared with the best by open cards: the share that costs no
trick tells how good it is as declarer and as a defender, though no player can know which card that is.
With --results, every deal is written down when it was played, and another run goes on from there.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

import zermelo
from zermelo.arena.match import Lane, pairings
from zermelo.arena.mean import mean_of
from zermelo.experts.bridge.double_dummy import DoubleDummy
from zermelo.experts.bridge.tricks import play_of
from zermelo.game import CHANCE
from zermelo.games.bridge.calls import CALLS
from zermelo.players.engines import players_of

GAME = zermelo.load("bridge")
DEALERS = 16  # deals, after which dealer and vulnerability are again the first ones
ROLES = ("declarer", "defence")
ABOVE, BELOW = ("random", "novice"), ("cheat",)  # whom it should beat, and to whom it should lose


def accuracy(record, engine_of, solver):
    """For each of ROLES: cards with a choice that the first engine played, those that cost no trick, tricks lost."""
    found = {role: [0, 0, 0] for role in ROLES}
    state = record.start
    for action in record.actions:
        mover = GAME.to_move(state)
        if mover != CHANCE and action < CALLS and engine_of[mover] == 0 and len(GAME.legal(state)) > 1:
            tricks = solver.cards(play_of(state))
            lost = max(tricks.values()) - tricks[action]
            counts = found[ROLES[mover & 1 != state.declarer & 1]]
            counts[0], counts[1], counts[2] = counts[0] + 1, counts[1] + (lost == 0), counts[2] + lost
        state = GAME.result(state, action)
    return [found[role] for role in ROLES]


class Results:
    """What was found of each deal, by opponent: in a file that grows with each one, or only in memory."""

    def __init__(self, path: Path | None, heading: str) -> None:
        """heading: what the results depend on; those of a file with another heading are not used."""
        self.path, self.known = path, {}
        if path and path.exists():
            first, *lines = path.read_text().splitlines()
            if first != heading:
                sys.exit(f"{path} is of other deals ({first}): name another file, or remove it")
            for line in lines:
                name, *numbers = line.split()
                self.known.setdefault(name, []).append([float(one) for one in numbers])
        elif path:
            path.write_text(heading + "\n")

    def keep(self, name: str, numbers: list[float]) -> None:
        self.known.setdefault(name, []).append(numbers)
        if self.path:
            with self.path.open("a") as file:
                print(name, *(f"{one:g}" for one in numbers), file=file)


def board(engines, number, seed, solver):
    """IMPs for the first engine in a deal, the counts of `accuracy` of both tables, and the CPU seconds of the play."""
    begin = time.process_time()
    openings = [[GAME.board(one)] for one in range(DEALERS)]
    points, counts, games = 0.0, [0] * 6, []
    lane = Lane(GAME, players_of(engines))
    for pairing in pairings(GAME, (2 * number, 2 * number + 1), seed, openings):
        games.append((pairing, lane.play(pairing)))
    seconds = time.process_time() - begin
    for pairing, record in games:
        if record.fault:
            sys.exit(f"deal {number + 1}: {record.fault}")
        points += record.utilities[pairing.seat]
        engine_of = [pairing.seats[seat % len(pairing.seats)] for seat in range(4)]
        for role, found in enumerate(accuracy(record, engine_of, solver)):
            for place, count in enumerate(found):
                counts[3 * role + place] += count
    return [GAME.swing(points), *counts, round(seconds, 1)]


def told(name, rows):
    """A line on an opponent."""
    mean = mean_of([row[0] for row in rows])
    shares = []
    for role, place in zip(ROLES, (1, 4), strict=True):
        cards, right, lost = (sum(row[place + one] for row in rows) for one in range(3))
        if cards:
            shares.append(f"{role} {100 * right / cards:.2f}% of {cards:,.0f} cards, {lost / cards:.3f} tricks a card")
    seconds = sum(row[7] for row in rows)
    print(
        f"{name}: {mean.value:+.2f} ({mean.low:+.2f} … {mean.high:+.2f}) IMPs per deal, {len(rows)} deals; "
        f"cost no trick: {'; '.join(shares)}; {seconds:.0f} s of CPU time",
        flush=True,
    )
    return mean


def main() -> int:
    """Exits with 1 where an interval does not say what it should."""
    parser = argparse.ArgumentParser(description="GIB's player in duplicate bridge against others.")
    parser.add_argument("--boards", type=int, default=64, help="deals per opponent, each played at two tables")
    parser.add_argument("--deals", type=int, default=50, help="that GIB's player solves for a card")
    parser.add_argument("--minutes", type=float, default=60.0, help="of CPU time in all, after which no deal is begun")
    parser.add_argument("--results", type=Path, help="a file for the result of every deal, to go on from")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("opponents", nargs="*", default=[*ABOVE, *BELOW])
    options = parser.parse_args()
    results = Results(options.results, f"{options.deals} deals for a card, seed {options.seed}")
    solver, is_wrong, begin = DoubleDummy(), False, time.process_time()
    for number in range(options.boards):  # in turns, so that less time means fewer deals against each
        for name in options.opponents:
            if number < len(results.known.get(name, ())) or time.process_time() - begin > 60 * options.minutes:
                continue
            engines = [f"gib:deals={options.deals}", name]
            results.keep(name, board(engines, number, options.seed, solver))
    for name in options.opponents:
        rows = results.known.get(name, [])[: options.boards]
        if rows:
            mean = told(name, rows)
            is_wrong |= (name in ABOVE and mean.low <= 0) or (name in BELOW and mean.high >= 0)
    return int(is_wrong)


if __name__ == "__main__":
    sys.exit(main())
