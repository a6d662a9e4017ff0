"""Connect Four against the truth: python benchmarks/connect_four_mcts.py [--positions 200] [--time 1] [--engine mcts]

A move is right where no other has a better score by bitbully, a perfect player (pip install bitbully): of two wins
the quicker, of two losses the slower. It keeps the value where it throws away no win and no draw. The positions are the
first of Pascal Pons's Test_L2_R1 in the truth folder ($ZERMELO_TRUTH). Each answer is saved as it comes, and a run that
was interrupted goes on where it was; --fresh begins anew, as after a change of the search.
"""

from __future__ import annotations

import argparse
import json
import math
import os
from pathlib import Path
from typing import Any

import zermelo

TRUTH = Path(os.environ.get("ZERMELO_TRUTH") or Path(__file__).parents[2] / "shared" / "truth") / "connect4"
ANSWERS = Path(__file__).parent / "build" / "connect_four_mcts.jsonl"
TARGET = 0.95


def positions(count: int) -> list[tuple[str, int]]:
    """(columns played, score) of the first positions of the set."""
    lines = (TRUTH / "Test_L2_R1").read_text().splitlines()[:count]
    return [(moves, int(score)) for moves, score in (line.split() for line in lines)]


def scores_of(moves: str, truth: int) -> dict[int, int]:
    """What each action is worth, from 0 on the left; checked against the set's own score."""
    import bitbully

    scores: dict[int, int] = bitbully.BitBully(None).score_all_moves(bitbully.Board([int(c) - 1 for c in moves]))
    if max(scores.values()) != truth:
        raise SystemExit(f"bitbully says {max(scores.values())} of {moves}, the set {truth}")
    return scores


def sign(score: int) -> int:
    return (score > 0) - (score < 0)


def answer(engine: str, moves: str, truth: int) -> dict[str, Any]:
    """One position put to the engine, in a tree of its own."""
    game = zermelo.load("connect-four")
    state = game.initial()
    for column in moves:
        state = game.result(state, int(column) - 1)
    analysis = zermelo.engine(engine).analyse(game, state)
    scores = scores_of(moves, truth)
    best = max(scores.values())
    return {
        "engine": engine,
        "moves": moves,
        "action": int(analysis.action),
        "score": scores[int(analysis.action)],
        "best": best,
        "equally_good": sum(score == best for score in scores.values()),
        "right": scores[int(analysis.action)] == best,
        "keeps": sign(scores[int(analysis.action)]) == sign(best),
        "simulations": analysis.simulations,
    }


def interval(successes: int, trials: int) -> tuple[float, float]:
    """Wilson's 95% interval of a share."""
    z = 1.959964
    share, spread = successes / trials, z * z / trials
    middle = (share + spread / 2) / (1 + spread)
    half = z * math.sqrt(share * (1 - share) / trials + spread / (4 * trials)) / (1 + spread)
    return middle - half, middle + half


def told(what: str, answers: list[dict[str, Any]], key: str) -> str:
    successes = sum(bool(a[key]) for a in answers)
    low, high = interval(successes, len(answers))
    return f"{what}: {successes} of {len(answers)}, {successes / len(answers):.1%} (95%: {low:.1%} to {high:.1%})"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--positions", type=int, default=200)
    parser.add_argument("--time", type=float, default=1.0, help="seconds a position")
    parser.add_argument("--engine", default="mcts", help="such as mcts:plain=true; the time is added")
    parser.add_argument("--fresh", action="store_true", help="forget this engine's earlier answers")
    options = parser.parse_args()
    engine = f"{options.engine}{',' if ':' in options.engine else ':'}time={options.time:g}"
    ANSWERS.parent.mkdir(exist_ok=True)
    saved = [json.loads(line) for line in ANSWERS.read_text().splitlines()] if ANSWERS.exists() else []
    if options.fresh:
        saved = [one for one in saved if one["engine"] != engine]
        ANSWERS.write_text("".join(json.dumps(one) + "\n" for one in saved))
    known = {one["moves"]: one for one in saved if one["engine"] == engine}
    answers = []
    for moves, truth in positions(options.positions):
        if moves not in known:
            known[moves] = answer(engine, moves, truth)
            with ANSWERS.open("a") as file:
                file.write(json.dumps(known[moves]) + "\n")
            one = known[moves]
            if not one["right"]:
                print(f"{moves}: {one['action'] + 1} scores {one['score']}, the best {one['best']}", flush=True)
        answers.append(known[moves])
    several = sum(one["equally_good"] > 1 for one in answers)
    print(f"{engine}, {several} positions with several best moves")
    print(f"{told('a best move', answers, 'right')}; wanted: {TARGET:.0%}")
    print(told("keeps the win or the draw", answers, "keeps"))


if __name__ == "__main__":
    main()
