"""Replays one recorded game per game, so that a change of rules, notation or probabilities is noticed at once.

`python tests/games/test_playthroughs.py` records the games anew; the change is then read line by line.
"""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import zermelo
from zermelo.game import CHANCE
from zermelo.show.text import text

LONGEST = 30  # plies that are recorded
FOLDER = Path(__file__).parent / "playthroughs"


def playthrough(name):
    """One random game: positions as they are written and drawn, and what could be played in each."""
    game, noise = zermelo.load(name), random.Random(name)
    state, lines = game.initial(), [f"{game.title}: {game.summary}"]
    for ply in range(LONGEST + 1):
        drawn = [line.rstrip() for line in text(game.describe(state)).splitlines()]
        lines += ["", f"position {game.state_text(state)}", *drawn]
        if game.is_terminal(state):
            utilities = [game.utility(state, player) for player in range(game.players)]
            return "\n".join([*lines, f"over, utilities {utilities}", ""])
        if ply == LONGEST:
            break
        if game.to_move(state) == CHANCE:
            moves = [outcome for outcome, _ in game.outcomes(state)]
            shown = [f"{game.action_text(state, o)} {p:.4g}" for o, p in game.outcomes(state)]
        else:
            moves = game.legal(state)
            shown = [game.action_text(state, move) for move in moves]
        lines.append(f"{game.player_name(game.to_move(state))}: {', '.join(shown)}")
        move = noise.choice(moves)
        lines.append(f"plays {game.action_text(state, move)}")
        state = game.result(state, move)
    return "\n".join([*lines, "and so on", ""])


@pytest.mark.parametrize("name", zermelo.game_names())
def test_the_recorded_game_is_played_again(name):
    assert playthrough(name) == (FOLDER / f"{name}.txt").read_text()


if __name__ == "__main__":
    for recorded in zermelo.game_names():
        (FOLDER / f"{recorded}.txt").write_text(playthrough(recorded))
