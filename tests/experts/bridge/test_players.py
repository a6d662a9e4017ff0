"""GIB's player and its rivals: deals that fit an auction, cards and calls that are chosen, and why."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

import zermelo
from zermelo.arena.match import match
from zermelo.experts.bridge.bidding.table import NATURAL, read_system
from zermelo.experts.bridge.engines import GIB, Cheat, Novice, OpenCards
from zermelo.experts.bridge.gib import PLAIN_NODES
from zermelo.experts.bridge.sampling import draw, told_by
from zermelo.game import ZermeloError
from zermelo.games.bridge.cards import card_text, lengths, points
from zermelo.hidden.determinized import Determinized

GAME = zermelo.load("bridge")
DEAL = "N:AK95.T2.QJ98.AQ4 T62.K4.652.T9876 QJ.QJ9763.T7.K52 8743.A85.AK43.J3"
SMALL = zermelo.load("bridge:cards=3,contract=1NT,declarer=S")
SURE = "N:AK..A. Q.K..K .Q.KQ. .A..AQ N none 1NT-N SQ"
PLAIN = {"compiled": False, "seed": 1}


def test_deals_fit_the_auction():
    """North has opened 1NT and denied a major: balanced, 15 to 17 points; the cards seen are where they are."""
    state = GAME.read_state(f"{DEAL} N none 1NT Pass 3NT Pass Pass Pass C7")
    seen = GAME.view(state, 3)
    dealt = draw(seen, 13, read_system(NATURAL), 30, random.Random(1))
    assert len(dealt) == 30
    assert all(one.weight == 1.0 for one in dealt)
    for one in dealt:
        assert GAME.view(one.state, 3) == seen
        assert 15 <= points(one.state.hands[0]) <= 17
        assert min(lengths(one.state.hands[0])) >= 2
    assert told_by(seen, read_system(NATURAL))[0].points == (15, 17)


def test_what_no_hand_fits_is_taken_at_a_small_weight():
    """East has promised 22 points and North 20: no deal has both, and the nearest are drawn."""
    state = GAME.read_state(f"{DEAL} E none 2C Pass Pass 2NT Pass Pass Pass")
    dealt = draw(GAME.view(state, 3), 13, read_system(NATURAL), 5, random.Random(1))
    assert dealt
    assert all(one.weight < 1.0 for one in dealt)


def test_gib_cashes_what_is_sure():
    """With all the high cards declarer takes every trick, and says so."""
    state = SMALL.read_state(SURE)
    found = GIB(deals=4, **PLAIN).analyse(SMALL, state)
    assert found.value == SMALL.utility(_finished(state), 2)
    assert "deals that fit" in found.model


def _finished(state):
    while not SMALL.is_terminal(state):
        state = SMALL.result(state, SMALL.legal(state)[0])
    return state


@pytest.mark.parametrize("by", ["points", "imps", "tricks"])
def test_every_measure(by):
    noise, state = random.Random(4), SMALL.initial()
    while SMALL.to_move(state) < 0:
        state = SMALL.result(state, noise.choice(SMALL.moves(state)))
    found = GIB(deals=3, by=by, **PLAIN).analyse(SMALL, state)
    assert found.action in SMALL.legal(state)
    assert max(one.votes for one in found.candidates) <= 3


def test_a_card_in_the_time_whatever_the_deal():
    """A whole deal takes plain Python longer than this: the search is stopped, and simple rules choose."""
    state = GAME.read_state(f"{DEAL} N none 3NT-S D3")
    found = GIB(time=0.01, **PLAIN).analyse(GAME, state)
    assert found.model == "no deal could be solved in the time: the card is chosen by simple rules"
    assert card_text(found.action) == "D8"
    assert PLAIN_NODES < GIB(**PLAIN).analyse(GAME, state).nodes < PLAIN_NODES + 100


def test_a_call_and_a_contract_in_the_time():
    auction = GAME.read_state(f"{DEAL} S none")
    found = GIB(time=1e-6, **PLAIN).analyse(GAME, auction)
    assert (found.value, GAME.action_text(auction, found.action)) == (0.0, "2H")
    assert "the first call of the system that fits" in found.model
    mini, noise = zermelo.load("bridge:mini=true"), random.Random(1)
    state = mini.initial()
    while mini.to_move(state) < 0:
        state = mini.result(state, noise.choice(mini.moves(state)))
    found = GIB(time=1e-6, **PLAIN).analyse(mini, state)
    assert mini.action_text(state, found.action).startswith("1")
    assert "no deal could be solved" in found.model


def test_a_session_is_opened_with_what_it_solves_by():
    """So that compiling and loading are over when the clock starts."""
    assert GIB(compiled=False).is_ready(GAME)
    assert GIB(compiled=False).open(GAME).solver.nodes == 0


def test_a_novice_wins_cheaply():
    state = GAME.read_state(f"{DEAL} N none 3NT-S D3")
    assert card_text(Novice()(GAME, state)) == "D8"
    state = GAME.read_state(f"{DEAL} N none 3NT-S DA")
    assert card_text(Novice()(GAME, state)) == "D8"
    assert (
        GAME.action_text(GAME.read_state(f"{DEAL} N none"), Novice()(GAME, GAME.read_state(f"{DEAL} N none"))) == "1NT"
    )


def test_open_cards_are_for_open_cards():
    with pytest.raises(ZermeloError, match="needs all cards open"):
        OpenCards().open(GAME)
    assert OpenCards().refusal(replace(GAME, view=None, deal=None, scene=None)) is None
    assert "bridge only" in GIB().refusal(zermelo.load("nim"))


def test_determinized_with_open_cards():
    """The general algorithm with this solver and the game's dealer finds what GIB's player does where all is known."""
    state = SMALL.read_state(SURE)
    general = Determinized(deals=4, seed=1, search=OpenCards(compiled=False)).analyse(SMALL, state)
    assert general.value == GIB(deals=4, **PLAIN).analyse(SMALL, state).value


def test_who_sees_all_cards_wins():
    """Against the cheat nobody gains in duplicate with the cards of small deals: it never gives a trick away."""
    played = match(SMALL, [Cheat(**PLAIN), Novice()], games=12, seed=2, duplicate=True)
    assert played.swing is not None
    assert played.swing.value >= 0
    assert played.utilities[0] >= 0


def test_mini_bridge_and_small_auctions():
    """Whatever is to be decided, there is an answer: contracts of mini-bridge, calls, cards."""
    for spec in ("bridge:cards=3,mini=true", "bridge:cards=3"):
        game = zermelo.load(spec)
        played = match(game, [GIB(deals=2, **PLAIN), Novice()], games=2, seed=1, duplicate=True)
        assert not played.faults
