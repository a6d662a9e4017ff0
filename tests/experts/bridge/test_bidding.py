"""The natural system: which calls are made, how auctions are read, and what is wrong with a table."""

from __future__ import annotations

import random

import pytest

from zermelo.experts.bridge.bidding.auction import Auction
from zermelo.experts.bridge.bidding.checking import faults
from zermelo.experts.bridge.bidding.meaning import hand_of
from zermelo.experts.bridge.bidding.table import NATURAL, read_system, system_of
from zermelo.game import ZermeloError
from zermelo.games.bridge.calls import call_text, read_call
from zermelo.games.bridge.cards import read_hand
from zermelo.games.bridge.dealing import everything
from zermelo.games.bridge.splits import share_out

SYSTEM = read_system(NATURAL)


def after(calls: str) -> Auction:
    return Auction(SYSTEM, 0, [read_call(call) for call in calls.split()])


def made(hand: str, calls: str = "") -> str:
    return call_text(after(calls).fitting(hand_of(read_hand(hand)))[0])


@pytest.mark.parametrize(
    ("hand", "calls", "call"),
    [
        ("AK5.T2.KQ98.KJ43", "", "1NT"),
        ("AK954.T2.QJ9.K43", "", "1S"),
        ("AK95.T2.QJ9.K432", "", "1C"),
        ("AQJT95.T2.J9.432", "", "2S"),
        ("AK5.AQ2.AQJ.KQ43", "", "2C"),
        ("K9532.T2.J9.J432", "", "Pass"),
        ("K932.AT2.Q9.J432", "1NT Pass", "2C"),
        ("K932.AT2.QJ9.K43", "1NT Pass 2C Pass 2S Pass", "4S"),
        ("K932.AT2.QJ9.AJ4", "1S Pass", "4S"),
        ("K32.AT2.QJ932.J4", "1S Pass", "3S"),
        ("AK32.T.QJ93.KJ54", "1H", "X"),
        ("AKJ32.T4.QJ93.54", "1H", "1S"),
        ("AK2.AQ4.KQ93.AJ4", "Pass Pass Pass", "2C"),
    ],
)
def test_calls_of_the_system(hand, calls, call):
    assert made(hand, calls) == call


def test_blackwood():
    assert made("AQ974.AKQ.K4.KQ5", "1S Pass 4NT Pass") == "5H"
    assert made("A9742.AKQ.A4.KQ5", "1S Pass 4NT Pass") == "5S"
    assert after("1S Pass 4NT Pass 5D").told[0].aces == 1


def test_what_calls_tell():
    auction = after("1NT Pass 2C Pass 2H Pass")
    opener, partner = auction.told[0], auction.told[2]
    assert (opener.points, opener.lengths) == ((15, 17), ((0, 4), (4, 4), (0, 13), (0, 13)))
    assert partner.points == (8, 40)
    assert auction.meanings[2].told() == (
        "8+ points, 4 spades, at most 4 hearts or 8+ points, at most 4 spades, 4 hearts (Stayman: a four-card major?)"
    )


def test_whoever_follows_the_system_has_what_is_read():
    """In random deals that are bid out, every hand fits all that its calls have told."""
    noise = random.Random(1)
    for _ in range(25):
        hands = [hand_of(held) for held in share_out(everything(13), (13,) * 4, noise)]
        auction = Auction(SYSTEM, noise.randrange(4))
        while not auction.is_over:
            auction.add(auction.fitting(hands[auction.seat])[0])
        assert all(told.fits(hand) for told, hand in zip(auction.told, hands, strict=True))


@pytest.mark.long
def test_nothing_is_wrong_with_the_natural_system():
    assert faults(SYSTEM) == []


SMALL = """
opening
1NT   15-17 balanced
1S    12+ S5+
Pass  -11

after partner 1NT
3NT   10+
2S    -9 S5+ H9+
Pass  -9

otherwise
Pass
"""


def test_what_is_wrong_is_found():
    """12 points without spades have no opening; five spades and nine hearts are fourteen cards."""
    found = faults(system_of(SMALL))
    assert len(found) == 2
    assert "no call opening for" in found[0]
    assert "no hand fits 2S after partner 1NT" in found[1]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "otherwise"),
        ("1NT 15-17", "begins with a situation"),
        ("opening\n9NT 15-17", "line 2: a line begins with a call"),
        ("opening\n1NT 17-15", "no number is in"),
        ("opening\n1NT 15-17 16", "the points are given twice"),
        ("opening\n1NT S5+ Q", "no range"),
        ("after we 1NT\nPass", "a situation is told as"),
        ("opening\n1NT fit", "a suit is"),
        ("opening\n" + "x" * 400, "more than 300 characters"),
        ("opening\nPass\n" * 2000, "lines, more than"),
    ],
)
def test_wrong_tables(text, told):
    with pytest.raises(ZermeloError, match=r"^the table") as error:
        system_of(text)
    assert told in str(error.value)


def test_a_table_of_ones_own(tmp_path, zermelo):
    file = tmp_path / "mine.txt"
    file.write_text(SMALL)
    code, out, _ = zermelo("check", "bridge", "--engine", f"gib:system={file}")
    assert (code, "2 faults" in out) == (1, True)
    code, _, err = zermelo("check", "bridge", "--engine", f"gib:system={tmp_path / 'none.txt'}")
    assert (code, err.count("\n")) == (2, 1)
    assert zermelo("check", "bridge", "--engine", "novice")[0] == 0
