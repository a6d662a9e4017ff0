"""GNU Backgammon as a player: the conversation with a stand-in, and games with the real program if it is there."""

from __future__ import annotations

import random
import sys
from pathlib import Path

import pytest

import zermelo
from zermelo.arena.play import EngineFault
from zermelo.game import CHANCE
from zermelo.games.backgammon.state import PLAY
from zermelo.players.engines import engine
from zermelo.protocols.gnubg.player import GnubgPlayer
from zermelo.protocols.process import find_program

FAKE = f"{sys.executable} {Path(__file__).parent / 'fake_gnubg.py'}"
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
    """A random player and GNU Backgammon play; before each turn both list what is legal."""
    try:
        find_program("gnubg")
    except zermelo.ZermeloError:
        pytest.skip("GNU Backgammon (gnubg) is not installed")
    noise = random.Random(50)
    with GnubgPlayer("gnubg") as player:
        for number in range(50):
            game = zermelo.load("backgammon", cube=bool(number % 2))
            state = game.initial()
            while not game.is_terminal(state):
                if game.to_move(state) == CHANCE:
                    outcomes, chances = zip(*game.outcomes(state), strict=True)
                    action = noise.choices(outcomes, chances)[0]
                else:
                    legal = game.legal(state)
                    if state.stage == PLAY:
                        theirs = [game.parse_action(state, text) for text in player.turns(state)]
                        assert len(set(theirs)) == len(theirs)
                        assert set(theirs or [0]) == set(legal), game.state_text(state)
                    seat = game.to_move(state) == number // 2 % 2
                    action = player.choose(game, state) if seat else noise.choice(legal)
                state = game.result(state, action)
