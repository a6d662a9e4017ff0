"""Bridge: the auction, tricks, what is seen, deals that fit, and positions as text."""

from __future__ import annotations

import random
from collections import Counter

import pytest

import zermelo
from zermelo.game import ZermeloError
from zermelo.games.bridge.calls import (
    BIDS,
    CALLS,
    DOUBLE,
    MOST_BIDS,
    PASS,
    REDOUBLE,
    auction_of,
    call_text,
    read_contract,
)
from zermelo.games.bridge.cards import card_text, hand_text, read_card
from zermelo.games.bridge.score import imps, score
from zermelo.games.bridge.splits import FREE, share_out, ways
from zermelo.games.bridge.state import played_in, strain_of_bid
from zermelo.hidden.deals import deals
from zermelo.knowledge import known_by
from zermelo.show.by_view import cells_to_touch, seen
from zermelo.show.text import text

DEAL = "N:AK95.T2.QJ98.Q43 T62.K4.652.A9876 QJ.QJ9763.T7.T52 8743.A85.AK43.KJ"
GAME = zermelo.load("bridge")


def played(texts: str, game=GAME):
    return game.read_state(f"{DEAL} {texts}")


def test_duplicate_scores(truth):
    for line in truth("bridge/duplicate_scores.txt").read_text().splitlines():
        if line.startswith("#"):
            continue
        name, scores = line.split("|")
        bid, doubled = read_contract(name.rstrip("v").upper())
        level, strain = bid // 5 + 1, strain_of_bid(bid)
        made = [score(level, strain, doubled, name.endswith("v"), tricks - 6 - level) for tricks in range(14)]
        assert made == [int(one) for one in scores.split()], name


def test_some_scores():
    assert score(3, 4, 0, True, 0) == 600
    assert score(4, 0, 1, False, 1) == 690
    assert score(7, 4, 2, True, -13) == -7600
    assert [imps(points) for points in (0, 10, 20, 49, 50, 430, 4000, -600)] == [0, 0, 1, 1, 2, 10, 24, -12]


def test_who_becomes_declarer():
    """South named hearts first, West has named spades; the double does not change the contract."""
    state = played("N none Pass Pass 1H 1S 2H 2S 4H X Pass Pass Pass")
    assert (state.declarer, state.leader, state.doubled) == (2, 3, 1)
    assert GAME.to_move(state) == 3
    assert text(GAME.picture(state)).endswith("4♥ doubled by South: 10 tricks are needed, 0 made, 0 lost")


def test_calls_that_are_legal():
    state = played("E none 1S")
    assert GAME.to_move(state) == 2
    names = [GAME.action_text(state, action) for action in GAME.legal(state)]
    assert names[:3] == ["Pass", "X", "1NT"]
    assert not {"1S", "XX"} & set(names)
    state = played("E none 1S X")
    assert [GAME.action_text(state, action) for action in GAME.legal(state)][:2] == ["Pass", "XX"]
    state = played("E none 1S Pass")
    assert [GAME.action_text(state, action) for action in GAME.legal(state)][:2] == ["Pass", "1NT"]


def test_all_pass():
    state = played("S both Pass Pass Pass Pass")
    assert GAME.is_terminal(state)
    assert [GAME.utility(state, player) for player in range(4)] == [0.0] * 4
    assert GAME.view(state, 0).hands == state.hands


def test_the_longest_auction_is_kept():
    """Three passes, then every bid with two passes, a double, two passes, a redouble and two passes after it."""
    state, wanted = played("N none"), [PASS] * 3
    for bid in range(MOST_BIDS):
        wanted += [BIDS + bid, PASS, PASS, DOUBLE, PASS, PASS, REDOUBLE, PASS, PASS]
    wanted.append(PASS)
    assert len(wanted) == 319
    for call in wanted:
        assert CALLS + call in GAME.legal(state)
        state = GAME.result(state, CALLS + call)
    assert auction_of(state) == wanted
    assert state.declarer >= 0
    assert GAME.read_state(GAME.state_text(state)) == state


def test_any_auction_is_kept():
    noise = random.Random(1)
    for _ in range(200):
        state, wanted = played(f"{noise.choice('NESW')} none"), []
        while state.declarer < 0 and not GAME.is_terminal(state):
            legal = GAME.legal(state)
            action = noise.choice(legal if noise.random() < 0.2 else legal[:3])
            wanted.append(action - CALLS)
            state = GAME.result(state, action)
        assert auction_of(state) == wanted


def test_a_trick_and_dummy():
    state = played("N none 3NT-S")
    view = GAME.view(state, 3)
    assert [bool(hand) for hand in view.hands] == [False, False, False, True]
    state = GAME.result(state, read_card("HA"))
    assert GAME.to_move(state) == 2  # declarer plays for dummy
    assert {card_text(card) for card in GAME.legal(state)} == {"HT", "H2"}
    for player in range(4):
        assert GAME.view(state, player).hands[0] == state.hands[0]
        assert [bool(hand) for hand in GAME.view(state, player).hands].count(True) == (1 if player == 0 else 2)
    for card in ("H2", "HK", "H3"):
        state = GAME.result(state, GAME.read_action(state, card))
    assert (state.won, state.leader, GAME.to_move(state)) == (0, 3, 3)
    assert played_in(state) == [(3, read_card("HA")), (0, read_card("H2")), (1, read_card("HK")), (2, read_card("H3"))]
    assert "last trick  ♥A ♥2 ♥K ♥3  (led by W, won by W)" in text(GAME.picture(state))


def test_cards_are_touched_in_their_hands():
    state = played("N none 3NT-S HA")
    places = cells_to_touch(GAME, state, GAME.legal(state), 2)
    held = seen(GAME, state, 2).hands
    assert [held[hand].cards[place] for ((hand, place),) in places] == ["♥10", "♥2"]
    assert held[places[0][0][0]].label == "North"
    state = played("N none")
    assert not any(cells_to_touch(GAME, state, GAME.legal(state), 0))


def test_trumps_win():
    state = played("N none 2S-S DK D8 D2 DT DA D9 D5 D7 D3 DJ D6 SJ")
    assert (state.leader, state.won) == (2, 1)


def test_mini_bridge():
    game = zermelo.load("bridge:mini=true")
    state = game.read_state(DEAL)
    assert state.told == (12, 7, 6, 15)
    assert state.declarer == 3
    assert game.to_move(state) == 3
    assert game.view(state, 3).hands[1] == state.hands[1]
    assert [game.action_text(state, action) for action in game.legal(state)] == [
        "1C", "1D", "1H", "1S", "1NT", "3NT", "4H", "4S", "5C", "5D",
    ]  # fmt: skip
    state = game.result(state, game.read_action(state, "1nt"))
    assert (state.leader, game.to_move(state)) == (0, 0)


@pytest.mark.parametrize("spec", ["bridge", "bridge:cards=5,contract=2H", "bridge:mini=true,cards=4"])
def test_deals_fit_what_is_known(spec):
    """Every card that was played, every suit that was not followed, and the points that were told."""
    game, noise = zermelo.load(spec), random.Random(3)
    for _ in range(3):
        path = [game.initial()]
        while not game.is_terminal(path[-1]):
            legal = game.moves(path[-1])
            wanted = (
                noise.choice(legal) if path[-1].dealt < 4 * game.parameters["cards"] or legal[0] < CALLS else legal[0]
            )
            path.append(game.result(path[-1], wanted))
            if game.is_terminal(path[-1]) or game.to_move(path[-1]) < 0:
                continue
            known = known_by(game, game.to_move(path[-1]), path[-1])
            for _ in range(3):
                dealt = game.deal(known, noise.random())
                assert game.view(dealt, known.player) == known.view
                assert sum(map(int.bit_count, dealt.hands)) == sum(map(int.bit_count, path[-1].hands))


def test_who_does_not_follow_has_none():
    state = played("N none 3NT-S DA D8 D2 DT DK D9 D5 D7 D3 DJ D6 SQ")
    known = known_by(GAME, 1, state)
    for number in range(20):
        hand = GAME.deal(known, number / 20).hands[2]
        assert not hand >> 26 & 8191


def test_deals_are_drawn_uniformly():
    """A split is as likely as its number of ways: all ways to share out four cards are drawn about as often."""
    noise, found = random.Random(5), Counter()
    unseen = sum(1 << read_card(card) for card in ("SA", "SK", "H2", "C3"))
    assert ways(unseen, (2, 2), FREE[:2]) == 6
    for _ in range(6000):
        found[tuple(share_out(unseen, (2, 2), noise, FREE[:2]))] += 1
    assert len(found) == 6
    assert all(850 < count < 1150 for count in found.values())
    limits = (((1, 1), (0, 13), (0, 13), (0, 13)), ((0, 13),) * 4)
    assert ways(unseen, (2, 2), limits) == 4
    assert share_out(unseen, (2, 2), noise, (((0, 0),) * 4, ((0, 1),) * 4)) is None


def test_all_small_deals_are_listed():
    """Two cards each: the dealt hands that fit are as many as there are ways to share out the six others."""
    game = zermelo.load("bridge:cards=2,contract=1NT")
    state = game.initial()
    for seat in (0, 0, 1, 1, 2, 2, 3, 3):
        state = game.result(state, seat)
    path = [game.initial()]
    for seat in (0, 0, 1, 1, 2, 2, 3, 3):
        path.append(game.result(path[-1], seat))
    assert len(deals(game, known_by(game, 3, state, path[:-1]))) == 90


@pytest.mark.parametrize(
    "position",
    [
        "",
        "N:",
        "N:AKQ",
        DEAL.replace("AK95", "AK96"),
        DEAL.replace("AK95", "AK9"),
        DEAL.replace("AK95", "AAK9"),
        DEAL.replace("N:", "Q:"),
        f"{DEAL} N none 8C",
        f"{DEAL} N none 1C 1C",
        f"{DEAL} N none 3NT-Q",
        f"{DEAL} N none 3NT-S SA",
        f"{DEAL} N none 3NT-S HA H2 HK H3 HA",
        f"{DEAL} N none Pass Pass Pass Pass Pass",
        "N:A... K... Q... J...",
        "N:A... K... Q... J... 3NT-S tricks=1-1 lead=W",
        "N:A... K... Q... J... 3NT-S tricks=6-6",
        "N:A... K... Q... J... tricks=6-6 lead=W",
    ],
)
def test_wrong_positions(position):
    with pytest.raises(ZermeloError) as error:
        GAME.read_state(position)
    assert "\n" not in str(error.value)


def test_an_ending():
    """Cards that went before anything was recorded are gone: nobody is dealt them."""
    ending = "N:QJ.K.. T9.A.. A3.5.. K4.6.. N none 3NT-S tricks=6-4 lead=W"
    state = GAME.read_state(ending)
    assert GAME.state_text(state) == ending
    assert (state.won, state.laid, GAME.to_move(state)) == (6, 40, 3)
    dealt = GAME.deal(known_by(GAME, 3, state), 0.3)
    assert hand_text(sum(dealt.hands)) == "AKQJT943.AK65.."
    for card in ("S4", "SQ", "S9", "SA"):
        state = GAME.result(state, GAME.read_action(state, card))
    assert (state.won, GAME.read_state(GAME.state_text(state))) == (7, state)


@pytest.mark.parametrize(
    "parameters",
    [
        {"cards": 1}, {"contract": "8C"}, {"contract": "4NT", "cards": 5}, {"dealer": "Q"}, {"vulnerable": "all of us"},
        {"score_by": "IMP"}, {"mini": True, "contract": "1C"},
    ],
)  # fmt: skip
def test_wrong_parameters(parameters):
    with pytest.raises(ZermeloError):
        zermelo.load("bridge", **parameters)


def test_names():
    assert [call_text(call) for call in (0, 1, 2, 3, 37)] == ["Pass", "X", "XX", "1C", "7NT"]
    state = played("N none")
    for typed in ("p", "pass", "1n", "1NT", "1♠"):
        assert GAME.read_action(state, typed) in GAME.legal(state)
    state = played("N none 3NT-S")
    assert GAME.read_action(state, "♥A") == GAME.read_action(state, "ah") == read_card("HA")
