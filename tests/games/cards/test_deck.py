"""Cards as numbers, text and drawings."""

from __future__ import annotations

import pytest

from zermelo.bits import lowest
from zermelo.games._cards.deck import bit_of, card_at, card_text, cards_in, cards_text, face, read_card


def test_numbers_texts_and_bits_are_of_one_card_each():
    texts = [card_text(card) for card in range(52)]
    assert texts[0] == "2c"
    assert texts[51] == "As"
    assert [read_card(text) for text in texts] == list(range(52))
    assert [card_at(lowest(bit_of(card))) for card in range(52)] == list(range(52))
    assert len({bit_of(card) for card in range(52)}) == 52
    assert read_card(" tD ") == read_card("Td")


def test_sets_are_written_from_the_highest_card_down():
    held = bit_of(read_card("2h")) | bit_of(read_card("As")) | bit_of(read_card("Td"))
    assert cards_text(held) == "AsTd2h"
    assert [card_text(card) for card in cards_in(held)] == ["As", "Td", "2h"]


def test_drawings():
    assert [face(text) for text in ("As", "Td", "2c", "?")] == ["♠A", "♦10", "♣2", ""]


@pytest.mark.parametrize("text", ["", "A", "1s", "Ax", "10s", "Asd"])
def test_what_is_no_card(text):
    with pytest.raises(ValueError, match="a card is a rank of 23456789TJQKA and a suit of cdhs"):
        read_card(text)
