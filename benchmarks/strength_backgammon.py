"""Money games of backgammon: python benchmarks/strength_backgammon.py pubeval --weights FILE | gnubg --command gnubg

Our evaluation, or with --learned FILE a network of `zermelo learn`, looks at every turn of the roll, and no
further, against pubeval with its published weights, or against GNU Backgammon at 0 plies. Without the cube. Games come
in pairs with the same dice, in which the sides are exchanged. Each pair is saved as it ends, and a match that was
interrupted goes on where it was. The table goes into benchmarks/strength.md.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba
import numpy as np

import zermelo
from zermelo.compile.kernel.compiled import register
from zermelo.evaluate.learned import read_learned
from zermelo.evaluate.learned.opinion import learned_evaluator
from zermelo.experts.backgammon.evaluator import own_outcomes
from zermelo.experts.backgammon.outcomes import equity
from zermelo.experts.backgammon.pubeval import read_weights, score, tabulated
from zermelo.experts.backgammon.race import has_contact
from zermelo.games.backgammon.board import CHECKERS, START
from zermelo.games.backgammon.state import PLAY
from zermelo.games.backgammon.turns import MOST_TURNS, fill_turns, played
from zermelo.protocols.gnubg.player import GnubgPlayer

HERE = Path(__file__).parent
FAR = 4 * 19  # the bits of the other's home board, and of the bar, begin here
OURS, PUBEVAL = 0, 1
Choose = Callable[[int, Any, Any, int], int]  # who, mine, theirs, dice -> turn

for function in (equity, score, has_contact, fill_turns, played):
    register(function)


def chooser(outcomes: Any) -> Any:
    """choose(who, mine, theirs, dice, table, buffer); outcomes: what our side believes."""
    register(outcomes)

    @numba.njit
    def choose(who: int, mine: Any, theirs: Any, dice: int, table: Any, buffer: Any) -> int:
        """The best turn as our evaluation, or pubeval, sees it."""
        best, chosen, is_race = -np.inf, 0, not has_contact(mine, theirs)
        for i in range(fill_turns(mine, theirs, dice, buffer)):
            one, other = played(mine, theirs, dice, buffer[i])
            if one & CHECKERS == CHECKERS:
                return buffer[i]
            if who == OURS:
                worth = -equity(outcomes(other, one))
            else:
                worth = score(one, other, is_race, table)
            if worth > best:
                best, chosen = worth, buffer[i]
        return chosen

    return choose


def believed(learned: Path | None) -> Any:
    """outcomes(mine, theirs): of our evaluation, or of a learned network."""
    if learned is None:
        return own_outcomes()
    return learned_evaluator(read_learned(learned), zermelo.load("backgammon")).outcomes


def points_of(seed: int, first: int, choose: Choose) -> int:
    """What a game brings us; first: who begins, OURS or the other. The dice follow from the seed."""
    dice = np.random.default_rng(seed)
    mine, theirs, who = START, START, first
    one, other = 0, 0
    while one == other:
        one, other = (int(die) for die in dice.integers(1, 7, 2))
    while True:
        turn = choose(who, mine, theirs, 10 * max(one, other) + min(one, other))
        mine, theirs = played(mine, theirs, 10 * max(one, other) + min(one, other), turn)
        if mine & CHECKERS == CHECKERS:
            points = 1 if theirs & 15 else 3 if theirs >> FAR else 2
            return points if who == OURS else -points
        mine, theirs, who = theirs, mine, 1 - who
        one, other = (int(die) for die in dice.integers(1, 7, 2))


def against_pubeval(choose: Any, weights: Path) -> Choose:
    table, buffer = tabulated(read_weights(weights)), np.zeros(MOST_TURNS, np.int64)
    return lambda who, mine, theirs, dice: int(choose(who, mine, theirs, dice, table, buffer))


def against_gnubg(choose: Any, command: str) -> Choose:
    table, buffer = np.zeros(1), np.zeros(MOST_TURNS, np.int64)
    game, player = zermelo.load("backgammon"), GnubgPlayer(command, plies=0)
    player.new_game(game)

    def turn(who: int, mine: Any, theirs: Any, dice: int) -> int:
        if who == OURS:
            return int(choose(who, mine, theirs, dice, table, buffer))
        state = game.initial()._replace(mine=mine, theirs=theirs, player=0, stage=PLAY, dice=dice)
        return player.choose(game, state)

    return turn


def play(file: Path, pairs: int, choose: Choose) -> list[list[int]]:
    """The points of each pair of games, those on file included."""
    known = [json.loads(line) for line in file.read_text().splitlines()] if file.exists() else []
    with file.open("a") as out:
        for seed in range(len(known), pairs):
            known.append([points_of(seed, first, choose) for first in (0, 1)])
            out.write(json.dumps(known[-1]) + "\n")
            out.flush()
    return known


def row(ours: str, name: str, found: list[list[int]]) -> str:
    """A line of the table. The intervals are over pairs of games, whose dice are the same."""
    pairs = np.array(found, float)
    equities, wins = pairs.mean(1), (pairs > 0).mean(1)
    error, error_of_wins = (1.96 * x.std(ddof=1) / np.sqrt(len(x)) for x in (equities, wins))
    gammons = [int((sign * pairs > 1).sum()) for sign in (1, -1)]
    return (
        f"| {ours}, 0-ply | {name} | {pairs.size} | {wins.mean():.1%} ± {error_of_wins:.1%} | "
        f"{equities.mean():+.3f} ± {error:.3f} | {gammons[0]} : {gammons[1]} |"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("other", choices=("pubeval", "gnubg"))
    parser.add_argument("--weights", type=Path, help="pubeval's")
    parser.add_argument("--command", default="gnubg")
    parser.add_argument("--learned", type=Path, help="a network instead of our evaluation")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--folder", type=Path, default=HERE / "build" / "strength")
    options = parser.parse_args()
    if options.other == "pubeval" and options.weights is None:
        parser.error("pubeval needs --weights FILE")
    options.folder.mkdir(parents=True, exist_ok=True)
    choose = chooser(believed(options.learned))
    if options.other == "pubeval":
        made = against_pubeval(choose, options.weights)
    else:
        made = against_gnubg(choose, options.command)
    ours = f"network {options.learned.stem}" if options.learned else "our evaluation"
    suffix = f"-{read_learned(options.learned).digest[:8]}" if options.learned else ""
    found = play(options.folder / f"backgammon-{options.other}{suffix}.jsonl", (options.games + 1) // 2, made)
    print(row(ours, options.other, found))


if __name__ == "__main__":
    main()
