"""The default engine on the games of examples/: python benchmarks/default_engine.py [NAME …] [--games 40] [--time 0.1]

It plays each game against the tree search that serves it, mcts and random, all at the same time per move. None of the
games has an evaluation. Every game is saved as it ends, and a match that was interrupted goes on where it was. Wanted:
45% against the better of the two searches, and 90% against random (65% with dice). With three players it has one seat
of three, so an even score is 33%: wanted are 30%, and nine tenths of what the best play against random players wins.
2048 has no opponent, and mnk_wide.py is the game of mnk_integer.py.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from zermelo.game import Game
from zermelo.loading import load
from zermelo.players.auto import tree_search

HERE = Path(__file__).parent
GAMES = {  # name: the file and its parameters, and random plies to begin with
    "kalah-bits": ("kalah_bits.py", 4),
    "kalah-tuple": ("kalah_tuple.py:kalah:pits=4,seeds=3", 2),
    "dots-and-boxes": ("dots_and_boxes.py:dots_and_boxes:rows=3,columns=3", 4),
    "hex": ("hex.py:hex:size=5", 2),
    "ultimate-tic-tac-toe": ("ultimate_tic_tac_toe.py", 4),
    "nine-mens-morris": ("nine_mens_morris.py:nine_mens_morris:men=6", 4),
    "mnk-integer": ("mnk_integer.py:mnk_integer:size=7,row=4", 4),
    "connect6": ("connect6.py:connect6:size=7,row=4", 4),
    "aima-tic-tac-toe": ("aima_tic_tac_toe.py", 1),
    "easyai-bones": ("easyai_bones.py", 0),
    "nim-for-three": ("nim_for_three.py", 0),
    "cant-stop": ("cant_stop.py", 0),
    "yahtzee": ("yahtzee_small.py", 0),
}


def spec_of(name: str) -> str:
    return str(HERE.parent / "examples" / GAMES[name][0])


def rivals(game: Game, time: float) -> list[str]:
    """The engines that the default one plays against: a tree search, mcts, random."""
    return [str(tree_search(game, time=time)), f"mcts:time={time}", "random"]


def play(name: str, rival: str, games: int, time: float, folder: Path) -> dict[str, object]:
    """Plays a match, or the rest of it, and returns what `match --json` says."""
    file = folder / f"{name}-{rival.partition(':')[0]}-{time}.jsonl"
    words = ["match", spec_of(name), f"auto:time={time}", rival, "--games", str(games), "--seed", "1", "--json"]
    words += ["--opening", str(GAMES[name][1]), "--balance", "1", "--concurrency", "1", "--longest", "400"]
    words += ["--save", str(file)] + (["--resume"] if file.exists() else [])
    done = subprocess.run([sys.executable, "-m", "zermelo", *words], stdout=subprocess.PIPE, text=True, check=True)
    report: dict[str, object] = json.loads(done.stdout)
    return report


def wanted_scores(game: Game) -> tuple[float, float, float]:
    """The least scores against the tree search, mcts and random."""
    if game.players == 2:
        return 0.45, 0.45, 0.65 if game.has_chance else 0.9
    best = sum(best_against_random(game, game.initial(), seat, {}) for seat in range(game.players)) / game.players
    return 0.9 / game.players, 0.9 / game.players, 0.9 * best


def best_against_random(game: Game, state: Any, seat: int, known: dict[Any, float]) -> float:
    """How often the player in a seat can win if all the others play at random, in a small game without chance."""
    if state not in known:
        if game.is_terminal(state):
            utilities = [game.utility(state, player) for player in range(game.players)]
            known[state] = float(utilities[seat] == max(utilities) and utilities.count(utilities[seat]) == 1)
        else:
            values = [
                best_against_random(game, game.result(state, action), seat, known) for action in game.actions(state)
            ]
            known[state] = max(values) if game.to_move(state) == seat else sum(values) / len(values)
    return known[state]


def share(elo: float | None, if_none: float) -> float:
    """The score that an Elo difference stands for."""
    return if_none if elo is None else 1 / (1 + 10 ** (-elo / 400))


def cell(report: dict[str, object]) -> str:
    """Score, and its 95% interval."""
    low, high = share(report["elo_low"], 0.0), share(report["elo_high"], 1.0)  # type: ignore[arg-type]
    score = f"+{report['wins']} ={report['draws']} -{report['losses']}"
    return f"{report['score']:.0%} ({low:.0%} to {high:.0%}; {score})"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(GAMES)}; all where none is given")
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--time", type=float, default=0.1, help="seconds per move")
    parser.add_argument("--rivals", default="012", help="which of tree search, mcts, random: 01 leaves random out")
    parser.add_argument("--folder", type=Path, default=HERE / "build" / "default_engine")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    print("| game | against the tree search | against mcts | against random | wanted? |")
    print("| --- | --- | --- | --- | --- |", flush=True)
    for name in options.names or GAMES:
        game = load(spec_of(name))
        against = rivals(game, options.time)
        reports = {
            place: play(name, against[place], options.games, options.time, options.folder)
            for place in map(int, options.rivals)
        }
        wanted = wanted_scores(game)
        is_met = all(report["score"] >= wanted[place] for place, report in reports.items())  # type: ignore[operator]
        cells = [cell(reports[place]) if place in reports else "" for place in range(3)]
        cells[0] = f"{against[0].partition(':')[0]}: {cells[0]}"
        asked = "/".join(f"{wanted[place]:.0%}" for place in reports)
        print(f"| {name} | {' | '.join(cells)} | {asked}: {'yes' if is_met else 'NO'} |", flush=True)


if __name__ == "__main__":
    main()
