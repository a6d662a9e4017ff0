"""GNU Backgammon as a player: the conversation with a stand-in, and games with the real program if it is there."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from processes import SUPPORT

import zermelo
from zermelo.players.engines import engine
from zermelo.players.forfeit import EngineFault
from zermelo.protocols.gnubg.player import GnubgPlayer
from zermelo.protocols.process import find_program

FAKE = f"{sys.executable} {SUPPORT / 'protocols' / 'gnubg' / 'fake_gnubg.py'}"
GAME = zermelo.load("backgammon")
START = "4HPwATDgc/ABMA"


def test_it_plays_the_turn_that_it_is_told():
    with GnubgPlayer(FAKE) as player:
        state = GAME.read_state(f"{START} 31")
        assert GAME.action_text(state, player.choose(GAME, state)) == "8/5 6/5"
        assert player.turns(state) == ["8/5 6/5"]


def test_it_doubles_and_takes_by_advice():
    game = zermelo.load("backgammon", cube=True)
    with GnubgPlayer(FAKE) as player:
        state = game.read_state(START)
        assert game.action_text(state, player.choose(game, state)) == "double"
        offered = game.result(state, game.read_action(state, "double"))
        assert game.action_text(offered, player.choose(game, offered)) == "take"


def test_an_illegal_turn_and_an_error_are_faults():
    with GnubgPlayer(FAKE) as player:
        with pytest.raises(EngineFault, match="illegal move by gnubg:"):
            player.choose(GAME, GAME.read_state(f"{START} 65"))
        with pytest.raises(EngineFault, match="RuntimeError: no such roll"):
            player.choose(GAME, GAME.read_state(f"{START} 66"))


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        (f"gnubg:{FAKE},plies=9", "plies must be 0 to 4, not '9'"),
        (f"gnubg:{FAKE},depth=2", "gnubg has no option 'depth'; it has plies, grace"),
        ("gnubg:", "gnubg needs a command"),
        ("gnubg:no-such-program-here", "no program 'no-such-program-here'"),
    ],
)
def test_bad_specs_are_refused(spec, words):
    with pytest.raises(zermelo.ZermeloError, match=words):
        engine(spec)


def test_it_plays_nothing_else():
    assert GnubgPlayer(FAKE).refusal(zermelo.load("chess")) == "GNU Backgammon plays backgammon, not chess: try auto"


@pytest.mark.slow
def test_fifty_games_with_gnu_backgammon_without_a_fault_or_a_disagreement():
    """Against a random player, half of the games with the cube; before each turn both list what is legal."""
    try:
        find_program("gnubg")
    except zermelo.ZermeloError:
        pytest.skip("GNU Backgammon (gnubg) is not installed")
    script = Path(__file__).parents[3] / "benchmarks" / "backgammon_gnubg.py"
    command = [sys.executable, str(script), "--games", "50", "--cube", "--json"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    assert report["games"] == 50
    assert report["turns"] > 1000
    assert report["points"] > 1  # against random play
