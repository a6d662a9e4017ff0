"""Positions of bridge that are solved with all cards open."""

from __future__ import annotations

import pytest

from zermelo import load, solve
from zermelo.experts.bridge.open_cards import BridgeSolver
from zermelo.game import ZermeloError

DEAL = "N:AK95.T2.QJ98.Q43 T62.K4.652.A9876 QJ.QJ9763.T7.T52 8743.A85.AK43.KJ"
GUESS = "N:KT3.3.. Q98.A.. AJ2.2.. 765.K.. N none 3NT-S tricks=6-3 lead=S"
GAME = load("bridge")


def test_a_position_of_play():
    found = solve(GAME, GAME.read_state(GUESS))
    assert found.value == 400  # nine tricks, if the queen of spades is seen
    assert found.remarks == (
        "with all cards open declarer makes 9 tricks",
        "of the 4 tricks left, N-S take 3 with SA SJ S2 H2",
    )
    assert len(found.line) == 16


def test_the_line_leads_to_the_value_and_every_card_is_scored():
    state = GAME.read_state(f"{DEAL} N none 2H-S")
    solver = BridgeSolver(GAME)
    found = solver.solve(state)
    assert found is not None
    scores = solver.scores(state)
    assert scores is not None
    assert {card: solver.score_of(state, card) for card in GAME.legal(state)} == scores
    assert max(scores.values()) == found.value == solver.score(state)
    for card in found.line:
        state = GAME.result(state, card)
    assert GAME.utility(state, 3) == found.value  # West led


def test_a_deal_before_the_auction_is_worth_its_par():
    found = solve(GAME, GAME.read_state(f"{DEAL} N both"))
    assert found.value == -120
    assert found.remarks[1] == "E makes 8 in ♣, 7 in ♦, 6 in ♥, 7 in ♠, 8 in NT"
    assert found.remarks[-1] == "par -120 for N-S: 1N:EW:+1"


def test_on_the_command_line(zermelo):
    code, out, _ = zermelo("solve", "bridge", "--position", GUESS)
    assert code == 0
    assert "solved: worth +400 to South" in out


def test_what_cannot_be_solved():
    small = load("bridge:cards=4")
    state = small.read_state("N:AKQJ... .AKQJ.. ..AKQJ. ...AKQJ N none")
    with pytest.raises(ZermeloError, match="a whole deal of 52 cards is solved"):
        solve(small, state)
    with pytest.raises(ZermeloError, match="this solver is for bridge, not for nim"):
        BridgeSolver(load("nim"))


def test_threads_share_out_the_strains_and_are_stopped(zermelo):
    deal = f"{DEAL} N both"
    several = solve(GAME, GAME.read_state(deal), threads=3)
    assert (several.value, several.remarks) == (-120, solve(GAME, GAME.read_state(deal)).remarks)
    code, out, _ = zermelo("solve", "bridge", "--position", deal, "--threads", "2")
    assert code == 0
    assert "par -120 for N-S" in out
    code, out, _ = zermelo("solve", "bridge", "--position", deal, "--threads", "2", "--seconds", "0")
    assert code == 1


def test_threads_where_nothing_is_shared_out(zermelo):
    for game, words in (
        ("nim", "shares a position out"),
        ("kuhn-poker", "shares a position out"),
        ("bridge", "say which"),
    ):
        code, _, err = zermelo("solve", game, "--threads", "2")
        assert code == 2
        assert words in err
    with pytest.raises(ZermeloError, match="shares a position out"):
        solve(load("nim"), threads=2)
