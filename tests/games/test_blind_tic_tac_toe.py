"""Blind tic-tac-toe: what a failed try costs and tells, and the states that fit what a player knows."""

from __future__ import annotations

import random
from collections import Counter
from itertools import product

import pytest

import zermelo
from zermelo.game import ZermeloError
from zermelo.hidden.deals import deals
from zermelo.knowledge import after, at_start, known_by
from zermelo.show.text import text

VARIANTS = [
    f"failed={failed},told={told},counted={counted}"
    for failed, told, counted in product(("again", "lost"), ("false", "true"), ("false", "true"))
]


def played(game, *names):
    """The states of a game, by the names of cells."""
    states = [game.initial()]
    for name in names:
        states.append(game.result(states[-1], game.read_action(states[-1], name)))
    return states


def random_path(game, noise, plies):
    """The states of a random game, at most so many plies long, which is not over."""
    states = [game.initial()]
    for _ in range(noise.randrange(plies)):
        following = game.result(states[-1], noise.choice(game.legal(states[-1])))
        if game.is_terminal(following):
            break
        states.append(following)
    return states


def test_a_failed_try_is_repeated_or_costs_the_turn():
    again, lost = zermelo.load("blind-tic-tac-toe"), zermelo.load("blind-tic-tac-toe:failed=lost")
    state = played(again, "b2", "b2")[-1]
    assert again.state_text(state) == ".../.X./..."
    assert again.to_move(state) == 1
    assert "b2" not in [again.action_text(state, cell) for cell in again.legal(state)]
    state = played(lost, "b2", "b2")[-1]
    assert lost.to_move(state) == 0
    assert lost.view(state, 0) == lost.view(played(lost, "b2", "c3")[-1], 0)


def test_the_winner_has_a_row_that_the_loser_does_not_see():
    game = zermelo.load("blind-tic-tac-toe")
    states = played(game, "a1", "a3", "b1", "b3", "c1")
    assert game.is_terminal(states[-1])
    assert game.ending_text(states[-1]) == "X wins with 3 in a row"
    assert game.view(states[-1], 1).found == 0
    shown = text(game.scene(game.view(states[-1], 1), 1))
    assert "X" not in shown
    assert shown.count("O") == 3  # two marks, and who it is


@pytest.mark.parametrize(("told", "counted", "differ"), [(0, 0, False), (1, 0, True), (0, 1, True)])
def test_what_the_other_hears_of_a_failed_try(told, counted, differ):
    game = zermelo.load("blind-tic-tac-toe", told=bool(told), counted=bool(counted))
    one, other = played(game, "b2", "b2", "a1"), played(game, "b2", "a1")
    assert (known_by(game, 0, one[-1], one[:-1]) != known_by(game, 0, other[-1], other[:-1])) == differ
    assert len(text(game.scene(game.view(one[-1], 0), 0)).splitlines()) > 3


@pytest.mark.parametrize("variant", VARIANTS)
def test_deals_are_drawn_as_often_as_they_are_likely(variant):
    game, noise = zermelo.load(f"blind-tic-tac-toe:rows=2,columns=3,{variant}"), random.Random(variant)
    for _ in range(3):
        states = random_path(game, noise, 7)
        known = known_by(game, game.to_move(states[-1]), states[-1], states[:-1])
        expected = Counter()
        for one in deals(game, known):
            expected[one.state] += one.weight
        found = Counter(game.deal(known, noise.random()) for _ in range(400))
        assert set(found) <= set(expected)
        assert all(abs(found[state] / 400 - chance) < 0.12 for state, chance in expected.items())


def test_deals_of_the_whole_board_look_like_the_truth():
    for variant in VARIANTS:
        game, noise = zermelo.load(f"blind-tic-tac-toe:{variant}"), random.Random(variant)
        for number in range(20):
            states = random_path(game, noise, 18)
            mover = game.to_move(states[-1])
            past = states[:-1] if number % 2 else states[-2:-1] * (len(states) > 3)  # or joined a ply ago
            known = known_by(game, mover, states[-1], past)
            drawn = game.deal(known, noise.random())
            assert game.view(drawn, mover) == game.view(states[-1], mover)
            assert game.to_move(drawn) == mover
            assert not game.is_terminal(drawn)
            assert game.read_state(game.state_text(drawn)) == drawn


def test_no_deal_is_invented():
    game = zermelo.load("blind-tic-tac-toe:rows=1,columns=3,k=2")
    impossible = game.initial()._replace(x=0b101)  # O cannot have two marks as well
    with pytest.raises(ZermeloError, match="no state was found that fits what player 1 knows"):
        game.deal(known_by(game, 0, impossible), 0.5)


@pytest.mark.parametrize(("obstype", "counted"), [("reveal-nothing", False), ("reveal-numturns", True)])
def test_openspiel_agrees(obstype, counted):
    """The same games, and the same information sets, where a player tries again."""
    pyspiel = pytest.importorskip("pyspiel")
    theirs = pyspiel.load_game("phantom_ttt", {"obstype": obstype})
    game, noise = zermelo.load("blind-tic-tac-toe", counted=counted), random.Random(obstype)
    ours_to_theirs, theirs_to_ours = {}, {}
    for _ in range(150):
        state, other, known = game.initial(), theirs.new_initial_state(), at_start(game)
        while not game.is_terminal(state):
            mover = game.to_move(state)
            assert mover == other.current_player()
            assert sorted(game.legal(state)) == other.legal_actions()
            told = mover, other.information_state_string(mover)
            assert ours_to_theirs.setdefault(known[mover], told) == told
            assert theirs_to_ours.setdefault(told, known[mover]) == known[mover]
            cell = noise.choice(other.legal_actions()[:4])  # few cells, so that information sets come up again
            known, state = after(game, known, state, cell), game.result(state, cell)
            other.apply_action(cell)
        assert other.is_terminal()
        assert other.returns() == [game.utility(state, player) for player in (0, 1)]
    assert len(ours_to_theirs) < 1000


def histories(game, state, plies):
    if plies == 0:
        return 1
    return sum(histories(game, game.result(state, cell), plies - 1) for cell in game.legal(state))


def test_the_first_plies_are_as_many_as_in_openspiel():
    pyspiel = pytest.importorskip("pyspiel")

    def counted(state, plies):
        return 1 if plies == 0 else sum(counted(state.child(cell), plies - 1) for cell in state.legal_actions())

    game, other = zermelo.load("blind-tic-tac-toe"), pyspiel.load_game("phantom_ttt").new_initial_state()
    for plies in range(1, 4):
        assert histories(game, game.initial(), plies) == counted(other, plies)


@pytest.mark.parametrize(
    ("spec", "position", "error"),
    [
        ("blind-tic-tac-toe", "x../x../...", "X begins: 2 turns of X and 0 of O"),
        ("blind-tic-tac-toe", "xxx/oo./o..", "ended before"),
        ("blind-tic-tac-toe", "xo/..", "give 3 rows of 3"),
        ("blind-tic-tac-toe", ".../.../... o", "nothing comes after the rows"),
        ("blind-tic-tac-toe:failed=lost", "xx./.../...", "X begins: 2 turns of X and 0 of O"),
    ],
)
def test_positions_that_cannot_be_are_refused(spec, position, error):
    with pytest.raises(ZermeloError, match=error):
        zermelo.load(spec).read_state(position)


@pytest.mark.parametrize("spec", ["failed=twice", "k=9", "rows=9,columns=9"])
def test_parameters_out_of_bounds_are_refused(spec):
    with pytest.raises(ZermeloError):
        zermelo.load(f"blind-tic-tac-toe:{spec}")
