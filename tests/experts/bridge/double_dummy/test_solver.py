"""The double-dummy solver against plain minimax, against DDS, and against itself without its devices."""

from __future__ import annotations

import random
from functools import cache

import pytest
from experts.bridge_play import (
    digits,
    hands_of,
    known_cards,
    known_tables,
    listed_deals,
    minimax,
    random_play,
)
from fresh import python

from zermelo.compile.kernel.memory import LIMIT
from zermelo.experts.bridge.double_dummy import DoubleDummy, Play
from zermelo.experts.bridge.double_dummy.words import (
    ALL_DEVICES,
    EQUALS,
    KILLERS,
    LATER,
    LOWS,
    QUICK,
    RELATIVE,
    TABLE,
)
from zermelo.game import ZermeloError
from zermelo.games.bridge.cards import read_card

DEVICES = (EQUALS, LOWS, QUICK, LATER, TABLE, RELATIVE, KILLERS)


@cache
def solver() -> DoubleDummy:
    return DoubleDummy()


def agrees(ours: DoubleDummy, noise: random.Random, most_cards: int) -> None:
    play = random_play(noise, noise.randint(2, most_cards), noise.randrange(4))
    assert ours.tricks(play) == minimax(play), play


def test_it_agrees_with_plain_minimax():
    noise = random.Random(1)
    for _ in range(60):
        agrees(solver(), noise, 3)


@pytest.mark.slow
def test_it_agrees_with_plain_minimax_on_2000_deals():
    noise = random.Random(2)
    for _ in range(2000):
        agrees(solver(), noise, 4)


def test_interpreted_it_agrees_too():
    ours, noise = DoubleDummy(compiled=False), random.Random(3)
    for _ in range(6):
        agrees(ours, noise, 3)


def without_a_device(noise: random.Random, cards: int) -> None:
    play = random_play(noise, cards, noise.randrange(4))
    value = solver().tricks(play)
    for device in DEVICES:
        assert bare(device).tricks(play) == value, (play, device)


@cache
def bare(device: int) -> DoubleDummy:
    """A solver that does without a device."""
    return DoubleDummy(devices=ALL_DEVICES & ~device, megabytes=4)


def test_each_device_leaves_the_values_alone():
    noise = random.Random(4)
    for _ in range(40):
        without_a_device(noise, noise.randint(4, 6))


@pytest.mark.slow
def test_each_device_leaves_the_values_alone_on_thousands_of_deals():
    noise = random.Random(5)
    for _ in range(2000):
        without_a_device(noise, noise.randint(6, 7))
    for _ in range(200):
        without_a_device(noise, noise.randint(8, 9))


def test_a_table_that_is_full_gives_the_same_values():
    noise, tiny = random.Random(6), DoubleDummy(megabytes=0.1)
    for _ in range(12):
        play = random_play(noise, 8)
        assert tiny.tricks(play) == solver().tricks(play)


def test_tables(truth):
    for hands, tricks in known_tables(truth("bridge/dd_tables_200.txt").read_text())[:4]:
        assert digits(solver().table(hands)) == tricks


@pytest.mark.slow
def test_all_tables(truth):
    for hands, tricks in known_tables(truth("bridge/dd_tables_200.txt").read_text()):
        assert digits(solver().table(hands)) == tricks


def test_threads_share_out_the_strains(truth):
    hands, tricks = known_tables(truth("bridge/dd_tables_200.txt").read_text())[1]
    assert digits(solver().table(hands, [DoubleDummy(megabytes=4), DoubleDummy(megabytes=4)])) == tricks


def test_every_card_of_a_position(truth):
    for play, tricks in known_cards(truth("bridge/dd_positions_300.txt").read_text()):
        assert solver().cards(play) == tricks


@pytest.mark.slow
@pytest.mark.parametrize("name", ["list1", "list2", "list10", "list100", "largest", "thomas1", "thomas2"])
def test_the_lists_of_dds(truth, name):
    """The table of each deal, and the cards of its first trick with what they make."""
    for record in listed_deals(truth(f"bridge/{name}.txt").read_text()):
        numbers, _, deal = record["PBN"].partition('"')
        _, _, strain, leader = map(int, numbers.split())
        hands = hands_of(deal.strip('"'))
        wanted = "".join(f"{int(tricks):x}" for tricks in record["TABLE"].split())
        assert digits(solver().table(hands)) == wanted
        fut = list(map(int, record["FUT"].split()))
        size = fut[0]
        suits, ranks, scores = fut[1 : 1 + size], fut[1 + size : 1 + 2 * size], fut[1 + 3 * size : 1 + 4 * size]
        cards = solver().cards(Play(hands, strain, leader))
        assert cards is not None
        for suit, rank, score in zip(suits, ranks, scores, strict=True):
            assert cards[13 * suit + rank - 2] == score


def test_one_card_left():
    play = Play(tuple(1 << read_card(card) for card in ("S2", "SA", "HK", "CQ")), 1, 0)
    assert solver().cards(play) == {read_card("S2"): 1}  # South's king is a trump
    assert solver().cards(Play(play.hands, 4, 0)) == {read_card("S2"): 0}


def test_a_question_that_needs_no_search():
    play = random_play(random.Random(7), 5)
    assert solver().makes(play, 0) is True
    assert solver().makes(play, 6) is False


def test_it_can_be_stopped_and_goes_on_afterwards():
    play, ours = random_play(random.Random(8), 13), DoubleDummy(megabytes=4)
    ours.memory[LIMIT] = 500
    assert ours.tricks(play) is None
    assert ours.cards(play) is None
    ours.memory[LIMIT] = 1 << 62
    assert ours.tricks(play) == solver().tricks(play)


def test_positions_that_cannot_be():
    two, four = 0b11, 0b1111 << 13
    with pytest.raises(ZermeloError, match="in two places"):
        Play((two, two, four, four), 0, 0)
    with pytest.raises(ZermeloError, match="equally many"):
        Play((1, 2, 4, 0), 0, 0)
    with pytest.raises(ZermeloError, match="strain from 0 to 4"):
        Play((1, 2, 4, 8), 5, 0)


FROM_DISK = """
from zermelo.experts.bridge.double_dummy import DoubleDummy, Play
print(DoubleDummy().tricks(Play((0b1001, 0b0110, 0b11 << 13, 0b11 << 26), 4, 0)))
"""


@pytest.mark.long
def test_the_kernel_comes_back_from_the_disk(tmp_path):
    first, second = python(FROM_DISK, tmp_path), python(FROM_DISK, tmp_path)
    assert first.stdout == second.stdout == "1\n"
    assert "first run only" in first.stderr
    assert "first run only" not in second.stderr
