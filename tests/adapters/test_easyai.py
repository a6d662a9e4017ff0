"""easyAI's classes, and classes like them."""

from __future__ import annotations

import importlib
from pathlib import Path

import naive
import pytest

import zermelo
from zermelo import ZermeloError, adapt, load
from zermelo.laws.trial import try_laws

EXAMPLE = Path(__file__).parents[2] / "examples" / "easyai_bones.py"


class Bones:
    """Take one to three; whoever takes the last loses."""

    def __init__(self, players=None, pile=6):
        self.players, self.pile, self.current_player = players, pile, 1

    def possible_moves(self):
        return [str(n) for n in (1, 2, 3) if n <= self.pile]

    def make_move(self, move):
        self.pile -= int(move)

    def is_over(self):
        return self.win()

    def win(self):
        return self.pile <= 0


class Scored(Bones):
    """The same for points, with an opinion, and what the players have kept in the players."""

    def __init__(self, players, pile=6):
        super().__init__(players, pile)
        for player in players:
            player.taken = 0

    def make_move(self, move):
        super().make_move(move)
        self.players[self.current_player - 1].taken += int(move)

    def scoring(self):
        mine, theirs = self.players[self.current_player - 1], self.players[2 - self.current_player]
        return mine.taken - theirs.taken


@pytest.mark.parametrize("pile", range(1, 9))
def test_its_value_is_that_of_nim(pile):
    game, nim = adapt(Bones(pile=pile)), load("nim", stones=pile, misere=True)
    assert zermelo.AlphaBeta().analyse(game).value == naive.minimax(nim, nim.initial())


@pytest.mark.parametrize("kind", [Bones, Scored])
def test_it_keeps_the_laws(kind):
    game = adapt(kind)
    assert (game.name, game.origin, game.compiles) == (kind.__name__, "an easyAI class", False)
    trial = try_laws(game, games=3, seed=0, seconds=2)
    assert [str(finding) for finding in trial.findings if not finding.holds] == []


def test_the_object_stays_as_it_was_given():
    bones = Bones(pile=6)
    game = adapt(bones)
    after = game.result(game.result(game.initial(), "1"), "2")
    assert (bones.pile, bones.current_player) == (6, 1)
    bones.pile = 3
    assert game.initial().object.pile == 6
    other = game.result(game.result(game.initial(), "2"), "1")
    assert after == other
    assert after != game.initial()


def test_what_players_keep_is_part_of_the_state():
    game = adapt(Scored)
    assert game.result(game.result(game.initial(), "1"), "2") != game.result(game.result(game.initial(), "2"), "1")


def test_scoring_is_an_opinion_if_it_says_more_than_who_won():
    def of_results(self):
        return 100 if self.win() else 0

    assert adapt(type("Results", (Bones,), {"scoring": of_results})).evaluate is None
    game = adapt(Scored)
    state = game.result(game.initial(), "2")
    assert [game.evaluate(state, player) for player in (0, 1)] == [2.0, -2.0]


@pytest.mark.long
def test_a_file_sets_the_constructors_parameters(zermelo):
    game = load(f"{EXAMPLE}:pile=3")
    assert (game.title, dict(game.parameters)) == ("GameOfBones:pile=3", {"pile": 3})
    code, out, _ = zermelo("check", EXAMPLE, "--games", 3)
    assert code == 0
    assert out.startswith("GameOfBones, an easyAI class: 3 random games")


@pytest.mark.parametrize(
    ("parts", "told"),
    [
        ({"make_move": None}, "Broken is an easyAI class and lacks make_move"),
        ({"win": None}, "Broken is an easyAI class and lacks scoring or win or lose"),
        ({"is_over": None, "win": None}, "lacks is_over and scoring or win or lose"),
        ({"__init__": lambda self: None}, "Broken is an easyAI class without current_player: set self.current_player"),
    ],
)
def test_what_is_missing_is_named(parts, told):
    with pytest.raises(ZermeloError) as error:
        adapt(type("Broken", (Bones,), parts))
    assert told in str(error.value)


def library(name):
    """A class of easyAI's examples."""
    pytest.importorskip("easyAI", reason="easyAI is not installed")
    return getattr(importlib.import_module(f"easyAI.games.{name}"), name)


# Not Hexapawn, which lets a pawn step onto one of its own side: then two of its moves are the same.
@pytest.mark.long
@pytest.mark.parametrize("name", ["TicTacToe", "Nim", "GameOfBones", "ConnectFour", "Cram", "Knights"])
def test_the_librarys_own_games(name):
    trial = try_laws(adapt(library(name)), games=2, seed=0, seconds=60)
    assert [str(finding) for finding in trial.findings if not finding.holds] == []
    assert trial.positions > 10


def test_the_librarys_search_agrees():
    """On its tic-tac-toe after two moves in a corner and beside it, which wins for whoever began."""
    kind = library("TicTacToe")
    from easyAI import Negamax

    game = adapt(kind)
    state = game.result(game.result(game.initial(), 1), 2)
    theirs = state.object.copy()
    negamax = Negamax(7)
    negamax(theirs)
    ours = zermelo.AlphaBeta().analyse(game, state)
    assert ours.exact
    assert negamax.alpha >= 100 == ours.value
