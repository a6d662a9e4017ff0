"""Checkers against npm's rapid-draughts: python benchmarks/rapid_draughts.py [--games N] [--depth N] [--time S]

Needs Node; the package is looked for in benchmarks/build (npm install --prefix benchmarks/build rapid-draughts).
"""

from __future__ import annotations

import argparse
import json
import random
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import zermelo
from zermelo.games.checkers import BITS, CheckersState, pack

HERE = Path(__file__).parent


class RapidDraughts:
    """rapid-draughts' alpha-beta as a strategy; the legality of its moves is for the referee to see."""

    def __init__(self, depth: int = 7, folder: Path = HERE / "build") -> None:
        if not shutil.which("node") or not (folder / "node_modules" / "rapid-draughts").exists():
            raise zermelo.ZermeloError(f"rapid-draughts is not there: npm install --prefix {folder} rapid-draughts")
        self.depth = depth
        self.process = subprocess.Popen(
            ["node", str(HERE / "rapid_draughts.mjs"), str(folder.resolve()), str(depth)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def __str__(self) -> str:
        return f"rapid-draughts:depth={self.depth}"

    def __call__(self, game: zermelo.Game, state: CheckersState) -> int:
        return self._action(self._ask(state, choose=True)["move"])

    def legal(self, state: CheckersState) -> set[int]:
        """What it thinks can be played."""
        return {self._action(move) for move in self._ask(state, choose=False)["moves"]}

    def close(self) -> None:
        self.process.terminate()
        self.process.wait()

    def _ask(self, state: CheckersState, choose: bool) -> dict[str, Any]:
        def places(word: int) -> list[int]:
            return [place for place, bit in enumerate(BITS) if word >> bit & 1]

        question = {
            "player": ("dark", "light")[state.player],
            "dark": places(state.black),
            "light": places(state.white),
            "kings": places(state.kings),
            "choose": choose,
        }
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        print(json.dumps(question), file=self.process.stdin, flush=True)
        answer: dict[str, Any] = json.loads(self.process.stdout.readline())
        return answer

    @staticmethod
    def _action(move: dict[str, Any]) -> int:
        captured = sum(1 << BITS[place] for place in move["captures"])
        return pack(captured, BITS[move["origin"]], BITS[move["destination"]])


def differences(opponent: RapidDraughts, games: int, seed: int = 0) -> list[str]:
    """Positions of random games where its legal moves are not ours."""
    game, noise, found = zermelo.load("checkers"), random.Random(seed), []
    for _ in range(games):
        state = game.initial()
        while not game.is_terminal(state):
            legal = game.legal(state)
            if opponent.legal(state) != set(legal):
                found.append(game.state_text(state))
            state = game.result(state, noise.choice(legal))
    return found


def main() -> int:
    """Plays the match; exits with 1 where the two programs do not play the same game."""
    parser = argparse.ArgumentParser(description="Plays checkers against npm's rapid-draughts.")
    parser.add_argument("--games", type=int, default=100, help="both colours from each opening")
    parser.add_argument("--depth", type=int, default=7, help="its depth")
    parser.add_argument("--time", type=float, default=0.1, help="our seconds a move")
    parser.add_argument("--opening", type=int, default=6, help="random plies to begin with")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--save", metavar="FILE", help="keep the games here, and go on after those that are in it")
    options = parser.parse_args()
    try:
        opponent = RapidDraughts(options.depth)
    except zermelo.ZermeloError as missing:
        print(missing, file=sys.stderr)
        return 2
    for position in differences(opponent, games=10):
        print(f"other legal moves: {position}", file=sys.stderr)
        return 1

    def progress(so_far: Any) -> None:
        print(f"{so_far.games} games: {so_far.wins}-{so_far.draws}-{so_far.losses}", file=sys.stderr, flush=True)

    engines = [zermelo.AlphaBeta(time=options.time), opponent]
    result = zermelo.match(
        zermelo.load("checkers"),
        engines,
        options.games,
        options.seed,
        options.opening,
        progress=progress,
        save=options.save,
        resume=options.save is not None,
    )
    low, high = (1 / (1 + 10 ** (-end / 400)) for end in (result.elo.low, result.elo.high))
    print(f"{result.engines[0]} against {result.engines[1]}, {result.games} games, {options.opening} random plies")
    print(
        f"{result.wins} won, {result.draws} drawn, {result.losses} lost: {result.score:.1%} ({low:.1%} to {high:.1%})"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
