"""Leduc hold'em: the tree that OpenSpiel has, what players see, and how positions are written."""

from __future__ import annotations

import pytest

import zermelo
from zermelo.game import CHANCE, ZermeloError
from zermelo.knowledge import after, at_start, known_by
from zermelo.show.text import text

LEDUC = zermelo.load("leduc-poker")


def test_the_tree_has_the_known_size():
    histories, terminals, known = 0, 0, [set(), set()]
    waiting = [(LEDUC.initial(), at_start(LEDUC))]
    while waiting:
        state, knows = waiting.pop()
        histories += 1
        terminals += LEDUC.is_terminal(state)
        moves = LEDUC.moves(state)
        mover = LEDUC.to_move(state)
        if moves and mover != CHANCE:
            known[mover].add(knows[mover])
        waiting += [(LEDUC.result(state, move), after(LEDUC, knows, state, move)) for move in moves]
    assert (histories, terminals) == (9457, 5520)
    assert [len(sets) for sets in known] == [468, 468]


def test_every_history_is_that_of_openspiel():
    pyspiel = pytest.importorskip("pyspiel")
    waiting = [(LEDUC.initial(), pyspiel.load_game("leduc_poker").new_initial_state())]
    while waiting:
        state, theirs = waiting.pop()
        assert LEDUC.is_terminal(state) == theirs.is_terminal()
        if theirs.is_terminal():
            assert [LEDUC.utility(state, player) for player in (0, 1)] == theirs.returns()
            continue
        assert LEDUC.to_move(state) == theirs.current_player()  # -1 is chance there too
        assert sorted(LEDUC.moves(state)) == theirs.legal_actions()
        waiting += [(LEDUC.result(state, move), theirs.child(move)) for move in LEDUC.moves(state)]


@pytest.mark.parametrize(
    ("position", "utility"),
    [
        ("Js Qh rf", 1.0),
        ("Js Qh crf", -1.0),
        ("Js Qh cc Jh cc", 1.0),
        ("Js Qh rrc Kh crrc", -13.0),
        ("Js Jh rc Kh rc", 0.0),
        ("Ks Jh rc Jh rc", None),
        ("Ks Qh rc Qs rf", 3.0),
    ],
)
def test_what_a_hand_pays(position, utility):
    if utility is None:
        with pytest.raises(ZermeloError, match="a card that is not dealt yet should be here, such as Js, not Jh"):
            LEDUC.read_state(position)
        return
    state = LEDUC.read_state(position)
    assert LEDUC.is_terminal(state)
    assert [LEDUC.utility(state, player) for player in (0, 1)] == [utility, -utility]
    assert LEDUC.state_text(state) == position


@pytest.mark.parametrize(
    ("position", "why"),
    [
        ("Js Qh f", "a turn should be here, one of c, r, not f"),
        ("Js Qh rrr", "a turn should be here, one of c, f, not r"),
        ("Js Qh rf c", "the game is over before c"),
        ("Js ? c", "nothing can follow a card that is not dealt yet, but c does"),
        ("As", "a card that is not dealt yet should be here, such as Js, not As"),
    ],
)
def test_what_is_no_position(position, why):
    with pytest.raises(ZermeloError, match=why):
        LEDUC.read_state(position)


def test_the_other_card_is_seen_at_the_showdown_only():
    one, other = LEDUC.read_state("Js Qh cc Ks c"), LEDUC.read_state("Js Kh cc Ks c")
    assert known_by(LEDUC, 0, one).view == known_by(LEDUC, 0, other).view
    shown = LEDUC.view(LEDUC.result(one, 1), 0)
    assert shown.other == one.second
    before = "  player 1  ♠J  (paid 1)\n▸ player 2  ▒▒  (paid 1)\n  table     ♠K\npot 2"
    assert text(LEDUC.scene(LEDUC.view(one, 0), 0)) == f"{before}\ncheck, check\nsecond round: check"
    after = before.replace("▸", " ").replace("▒▒", "♥Q")
    assert text(LEDUC.scene(shown, 0)) == f"{after}\ncheck, check\nsecond round: check, check"
    assert text(LEDUC.picture(one)).splitlines()[1] == "▸ player 2  ♥Q  (paid 1)"


def test_actions_are_called_as_players_call_them():
    start = LEDUC.read_state("Js Qh")
    assert [LEDUC.action_text(start, action) for action in LEDUC.legal(start)] == ["check", "bet"]
    raised = LEDUC.read_state("Js Qh r")
    assert [LEDUC.action_text(raised, action) for action in LEDUC.legal(raised)] == ["call", "raise", "fold"]


def test_more_ranks():
    game = zermelo.load("leduc-poker:ranks=13")
    state = game.read_state("2s Ah cc 2h cc")
    assert game.utility(state, 0) == 1.0
    with pytest.raises(ZermeloError, match="ranks must be 2 to 13, not 14"):
        zermelo.load("leduc-poker:ranks=14")
