"""What is ordered by keys is saved only where another process has the same keys."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from typing import NamedTuple

import numpy as np
import pytest

import zermelo
from zermelo.bits import blended, numbered_class
from zermelo.files.lasting import check_lasting
from zermelo.hidden.equilibrium.flat import lay_out
from zermelo.hidden.equilibrium.strategy import mixed_strategy, save_strategy
from zermelo.learn.samuel.method import Samuel

OWN = """
from zermelo import Game

class Pile:
    def __init__(self, stones, player):
        self.stones, self.player = stones, player
    def __eq__(self, other):
        return isinstance(other, Pile) and (self.stones, self.player) == (other.stones, other.player)
    def __hash__(self):
        return hash((self.stones, self.player))
    def __repr__(self):
        return f"Pile({self.stones}, {self.player})"

def game(stones: int = 6) -> Game:
    return Game(lambda: Pile(stones, 0), lambda s: s.player, lambda s: iter((1, 2) if s.stones > 1 else (1,)),
        lambda s, n: Pile(s.stones - n, 1 - s.player), lambda s: s.stones == 0,
        lambda s, p: 1.0 if p != s.player else -1.0, format_state=repr, compiles=False)
"""
CARDS = """
from zermelo import Game

class Card:
    def __init__(self, rank):
        self.rank = rank
    def __eq__(self, other):
        return isinstance(other, Card) and self.rank == other.rank
    def __hash__(self):
        return hash(self.rank)

def game() -> Game:
    return Game(lambda: (), lambda s: -1 if len(s) < 2 else len(s) % 2, lambda s: iter((0, 1)), lambda s, a: (*s, a),
        lambda s: len(s) == 4, lambda s, p: float((s[0].rank - s[1].rank) * (1 + s[2]) * (1 - 2 * p)),
        chances=lambda s: iter([(Card(1), 0.5), (Card(2), 0.5)]),
        view=lambda s, p: (s[p] if p < len(s) else None, *s[2:]), compiles=False)
"""
KEYS = """
import sys, zermelo
game = zermelo.load(sys.argv[1])
state = game.initial()
for _ in range(int(sys.argv[2])):
    game.state_key(game.result(state, 1))  # met before, as in another search
print(game.state_key(state))
"""


class Loose:
    def __init__(self, n):
        self.n = n


class Own(Loose):
    def __eq__(self, other):
        return isinstance(other, Own) and self.n == other.n

    def __hash__(self):
        return hash(self.n)


class Pair(NamedTuple):
    one: object
    other: object


@dataclass(frozen=True)
class Record:
    inside: object


class Suit(Enum):
    HEARTS = 1


def test_another_process_has_other_keys(tmp_path):
    """This is why such work is not saved."""
    path = tmp_path / "own.py"
    path.write_text(OWN)
    keys = [
        subprocess.run([sys.executable, "-c", KEYS, path, met], capture_output=True, text=True, check=True).stdout
        for met in ("0", "1")
    ]
    assert keys[0] != keys[1]


@pytest.mark.parametrize("text", [OWN, CARDS], ids=["states", "views"])
def test_such_work_is_refused_before_it_begins(zermelo, tmp_path, text):
    (tmp_path / "own.py").write_text(text)
    saved = tmp_path / "work"
    code, out, error = zermelo("solve", tmp_path / "own.py", "--save", saved, "--seconds", "1")
    assert (code, out) == (2, "")
    assert "has an __eq__ of its own, so another process would not know its objects again; make it a Named" in error
    assert len(error.splitlines()) == 1
    assert not saved.exists()
    assert zermelo("solve", tmp_path / "own.py", "--seconds", "1")[0] == 0


def test_a_strategy_is_refused_in_python_too(tmp_path):
    (tmp_path / "own.py").write_text(CARDS)
    flat = lay_out(zermelo.load(f"{tmp_path}/own.py"))
    strategy = mixed_strategy(flat, np.zeros(len(flat.set_count)))
    with pytest.raises(zermelo.ZermeloError, match="Card has an __eq__ of its own"):
        save_strategy(tmp_path / "saved", flat.game, strategy)
    assert not (tmp_path / "saved").exists()


@pytest.mark.parametrize("name", ["nim", "kuhn-poker", "chess", "dark-chess", "monopoly", "goofspiel"])
def test_games_of_this_package_are_saved(name):
    check_lasting(zermelo.load(name))


@pytest.mark.parametrize(
    "whole",
    [
        *(lambda one: one, lambda one: (0, one), lambda one: Pair(1, one), Record),
        *(lambda one: [one], lambda one: {"a": one}, lambda one: frozenset({one}), Loose),
    ],
)
def test_the_class_is_found_wherever_it_is(whole):
    assert numbered_class(whole(Own(1))) is Own
    for lasting in (1, 0.5, "a", None, Suit.HEARTS, Fraction(1, 3), np.int8(3), 1 << 200, (1, (2,)), Record(2), Own):
        assert numbered_class(whole(lasting)) is None
        assert blended(whole(lasting)) == blended(whole(lasting))
    assert numbered_class(Loose(Loose(1))) is None
    assert numbered_class(np.zeros((2, 2))) is None


def test_positions_are_learned_by_rote_only_under_keys_that_last(tmp_path):
    (tmp_path / "own.py").write_text(OWN)
    game = zermelo.load(str(tmp_path / "own.py"))
    with pytest.raises(zermelo.ZermeloError, match="cannot be saved: Pile has an __eq__ of its own"):
        Samuel(rote=4).begin(game, 0)
