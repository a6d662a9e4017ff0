"""Expectiminimax with and without cuts at chance nodes, at equal depth with equal values; and beside OpenSpiel's.

python benchmarks/expectiminimax.py [--positions N] [--depth N] [GAME …]

Depth counts plies of choice: depth 2 of backgammon is a whole turn of each side. "plain" searches every leaf; the
others deepen step by step, and their leaves are those of all depths together. Times are CPU seconds.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterator

from alphabeta_openspiel import count_calls
from measure import INSTALL, Mismatch, Row, best_rates, cpu_seconds
from rich.box import MARKDOWN
from rich.console import Console
from rich.table import Table

from zermelo.evaluate import opinion
from zermelo.game import CHANCE, Game, State
from zermelo.loading import game_names, load
from zermelo.search.analysis import Analysis
from zermelo.search.expectiminimax import Expectiminimax

# A game, and the depth to which plain expectiminimax searches it in a moment
GAMES = {"backgammon": 2, "pig": 6, "random-tree:branching=20,outcomes=21,depth=5": 2}
KINDS = {
    "plain": {"cuts": "none", "table": 0},
    "Star1": {"cuts": "star1", "table": 0},
    "Star2": {"cuts": "star2", "table": 0},
    "Star2, table": {"cuts": "star2"},
}
CLOSE = 1e-9
PIG_DEPTH = 6


def positions(game: Game, count: int) -> Iterator[State]:
    """Positions from the middle of random games, with several actions; of random trees, the roots of others."""
    noise = random.Random(1)
    found = 0
    while found < count:
        path = [state := game.initial()]
        while not game.is_terminal(state) and len(path) < 200:
            path.append(state := game.result(state, noise.choice(game.moves(state))))
        if game.name == "random-tree":
            path = [game.read_state(f"{noise.getrandbits(62)},0")]
        middle = path[len(path) // 4 : 3 * len(path) // 4 + 1]
        chosen = [here for here in middle if game.to_move(here) != CHANCE and len(game.legal(here)) > 1]
        if chosen:
            found += 1
            yield noise.choice(chosen)


def measure(game: Game, depth: int, count: int) -> dict[str, list[float]]:
    """Leaves, nodes and CPU seconds of each kind over all positions. Raises Mismatch if their values differ."""
    sessions = {name: Expectiminimax(depth=depth, plain=False, **options).open(game) for name, options in KINDS.items()}
    sums = {name: [0.0, 0.0, 0.0] for name in sessions}
    for state in positions(game, count):
        values = []
        for name, session in sessions.items():
            found: list[Analysis] = []
            spent = cpu_seconds(lambda: found.append(session.analyse(state)))  # noqa: B023  (called at once)
            for place, number in enumerate((found[0].leaves or 0, found[0].nodes, spent)):
                sums[name][place] += number
            values.append(found[0].value)
        if max(values) - min(values) > CLOSE:
            raise Mismatch(f"{game.title}: values {values} at {game.state_text(state)}")
    return sums


def compare(repeats: int) -> list[Row]:
    """Whole searches of Pig, plain on both sides; OpenSpiel's may hold with an empty turn, ours may not."""
    what = f"expectiminimax, pig to depth {PIG_DEPTH}, whole analyse: OpenSpiel's"
    try:
        import pyspiel
        from open_spiel.python.algorithms import minimax
    except ImportError:
        return [Row(what, "nodes/s", skipped=INSTALL)]
    start, game = pyspiel.load_game("pig").new_initial_state(), load("pig")

    def search() -> None:
        minimax.expectiminimax(start, PIG_DEPTH, value_function=lambda state: 0.0, maximizing_player_id=0)

    plain = Expectiminimax(depth=PIG_DEPTH, evaluate="none", cuts="none", table=0)
    theirs, ours = count_calls(minimax, "expectiminimax", search), plain.analyse(game).nodes
    session = plain.open(game)
    rate, peer = best_rates(repeats, lambda: ours / cpu_seconds(session.analyse), lambda: theirs / cpu_seconds(search))
    return [Row(what, "nodes/s", rate, peer, at_least=10)]


def main() -> int:
    """Exits with 1 where two kinds found different values."""
    parser = argparse.ArgumentParser(description="Leaves of expectiminimax with and without cuts at chance nodes.")
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"by default {', '.join(GAMES)}")
    parser.add_argument("--positions", type=int, default=20, help="random positions of each game")
    parser.add_argument("--depth", type=int, help="plies of choice")
    options = parser.parse_args()
    table = Table("game", "search", "leaves", "nodes", "CPU s", "leaves of plain", "time of plain", box=MARKDOWN)
    for spec in options.games or GAMES:
        if spec.partition(":")[0] not in game_names():
            continue
        game, depth = load(spec), options.depth or GAMES.get(spec, 2)
        if opinion(game) is None and game.max_plies is None:
            print(f"{spec}: nothing evaluates it, so all values would be equal", file=sys.stderr)
            continue
        try:
            sums = measure(game, depth, options.positions)
        except Mismatch as mismatch:
            print(mismatch, file=sys.stderr)
            return 1
        plain = sums["plain"]
        for name, (leaves, nodes, seconds) in sums.items():
            shares = f"{leaves / plain[0]:.3f}", f"{seconds / max(plain[2], 1e-9):.3f}"
            table.add_row(f"{spec}, depth {depth}", name, f"{leaves:,.0f}", f"{nodes:,.0f}", f"{seconds:.3f}", *shares)
    for row in compare(3):
        ratio = row.skipped or f"{row.ours:,.0f} beside {row.peer:,.0f}: {row.ratio:,.0f}×"
        table.caption = f"{row.what}, {row.unit}: {ratio}"
    Console(width=180).print(table)
    return 0


if __name__ == "__main__":
    sys.exit(main())
