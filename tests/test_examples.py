"""The games in examples/: each keeps the laws, and small ones have the values that brute force finds."""

from __future__ import annotations

import random
from pathlib import Path

import naive
import pytest

import zermelo
from zermelo.laws.trial import try_laws

FOLDER = Path(__file__).parents[1] / "examples"
FILES = sorted(file.name for file in FOLDER.glob("*.py"))


def example(name, **parameters):
    return zermelo.load(str(FOLDER / name), **parameters)


def test_each_is_listed():
    text = (FOLDER / "README.md").read_text()
    assert FILES
    assert [name for name in FILES if f"`{name}`" not in text] == []


@pytest.mark.parametrize("name", FILES)
def test_it_keeps_the_laws(name):
    trial = try_laws(example(name), games=3, seed=0, seconds=1.5)
    assert [str(finding) for finding in trial.findings if not finding.holds] == []
    assert trial.positions > 20


@pytest.mark.parametrize(("pits", "seeds"), [(6, 4), (3, 3), (4, 2)])
def test_both_kalahs_are_one_game(pits, seeds):
    slow, fast = (example(f"kalah_{kind}.py", pits=pits, seeds=seeds) for kind in ("tuple", "bits"))
    noise = random.Random(1)
    for _ in range(20):
        one, other = slow.initial(), fast.initial()
        while not slow.is_terminal(one):
            assert slow.legal(one) == fast.legal(other)
            assert slow.to_move(one) == fast.to_move(other)
            action = noise.choice(slow.legal(one))
            one, other = slow.result(one, action), fast.result(other, action)
        assert fast.is_terminal(other)
        assert slow.utility(one, 0) == fast.utility(other, 0) == one.board[pits] - one.board[-1]


@pytest.mark.parametrize(
    ("name", "parameters", "value"),
    [
        ("hex.py", {"size": 1}, 1),
        ("hex.py", {"size": 2}, 1),  # whoever begins wins on every board
        ("hex.py", {"size": 3}, 1),
        ("dots_and_boxes.py", {"rows": 1, "columns": 1}, -1),  # the fourth line is the second player's
        ("mnk_integer.py", {"size": 3, "row": 3}, 0),  # tic-tac-toe
        ("mnk_integer.py", {"size": 2, "row": 2}, 1),
    ],
)
def test_known_values(name, parameters, value):
    game = example(name, **parameters)
    analysis = zermelo.AlphaBeta(compiled=False).analyse(game)
    assert (analysis.value, analysis.exact) == (value, True)


@pytest.mark.parametrize(
    ("name", "parameters"),
    [
        ("kalah_bits.py", {"pits": 2, "seeds": 2}),
        ("dots_and_boxes.py", {"rows": 1, "columns": 2}),
        ("hex.py", {"size": 2}),
    ],
)
def test_values_by_brute_force(name, parameters):
    game = example(name, **parameters)
    value = naive.minimax(game, game.initial())
    assert zermelo.Minimax(compiled=False).analyse(game).value == value


def test_three_players():
    game = example("nim_for_three.py", first=3, second=2)
    assert zermelo.MaxN(compiled=False).analyse(game).values == naive.maxn(game, game.initial())


@pytest.mark.parametrize(("h", "v", "k", "value"), [(3, 3, 3, 0), (2, 2, 2, 1), (3, 2, 3, 0), (4, 2, 2, 1)])
def test_the_aima_class_is_our_tic_tac_toe(h, v, k, value):
    theirs, ours = example("aima_tic_tac_toe.py", h=h, v=v, k=k), zermelo.load("tic-tac-toe", rows=h, columns=v, k=k)
    for depth in (2, 3):
        counts = [zermelo.perft(game, depth=depth, compiled=False).leaves for game in (theirs, ours)]
        assert counts[0] == counts[1]
    if h * v < 9:
        assert zermelo.AlphaBeta().analyse(theirs).value == value
        assert naive.minimax(theirs, theirs.initial()) == value


@pytest.mark.parametrize("pile", range(1, 10))
def test_the_easyai_class_is_misere_nim(pile):
    game, nim = example("easyai_bones.py", pile=pile), zermelo.load("nim", stones=pile, misere=True)
    value = naive.minimax(nim, nim.initial())
    assert zermelo.AlphaBeta().analyse(game).value == naive.minimax(game, game.initial()) == 100 * value
