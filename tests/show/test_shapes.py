"""Tiles, lines between dots, pits, score sheets, columns to climb and dice: in the terminal, as SVG, for the page."""

from __future__ import annotations

import json
import re
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

import zermelo
from zermelo.picture import Board, Cards, Hand, Place, Points, Purse, Track, die_cell
from zermelo.show import svg, text
from zermelo.show.described import described
from zermelo.show.svg.shapes import SHAPES, placed, tile_look
from zermelo.show.touch import touches

SHEET = Board(
    (("✓", ""), ("", "30"), ("7", "30")),
    ("ones", "small straight", "points"),
    ("1", "2"),
    shape="sheet",
    dice=(1, 3, 6),
    offers=(((1, 0), "25"), ((0, 0), "3")),
    caption="1 roll left",
)


def drawn(picture, arrows=()):
    """What is in the drawing: (element, look, text)."""
    root = ElementTree.fromstring(svg(picture, arrows))
    return [(one.tag.split("}")[1], one.get("class", ""), one.text or "") for one in root.iter()]


def count(picture, look, arrows=()):
    return sum(look in one.split() for _, one, _ in drawn(picture, arrows))


def test_a_score_sheet_has_boxes_offers_and_dice():
    assert text(SHEET).splitlines() == [
        "                  1   2",
        "          ones    ✓   .",
        "small straight  (25) 30",
        "        points    7  30",
        "dice: 1 3 6",
        "1 roll left",
    ]
    assert (count(SHEET, "sheet-box"), count(SHEET, "die"), count(SHEET, "pip")) == (6, 3, 1 + 3 + 6)
    offered = [words for _, look, words in drawn(SHEET) if look == "offered"]
    assert offered == ["25"]  # a filled box offers nothing
    sent = json.loads(json.dumps(described(SHEET)))
    assert (sent["dice"], sent["offers"]) == ([1, 3, 6], [[[1, 0], "25"], [[0, 0], "3"]])
    assert described(Board((("",),)))["dice"] is None


def test_a_tile_has_the_look_of_its_size():
    assert [tile_look(words) for words in ("", "2", "4", "2048", "4096", "65536", "wall")] == [0, 1, 2, 11, 12, 12, 0]
    board = Board((("2", "2048"), ("", "wall")), shape="tile")
    assert [count(board, look) for look in ("tile-1", "tile-11", "no-tile", "tile-0")] == [1] * 4


def test_lines_between_dots_and_the_boxes_that_they_close():
    cells = (("·", "─", "·"), ("│", "blue", ""), ("·", "red", "·"))
    board = Board(cells, ("1", "", "2"), ("a", "", "b"), frozenset({(0, 1)}), "dots")
    assert (count(board, "dot"), count(board, "drawn-line"), count(board, "open-line")) == (4, 2, 1)
    assert (count(board, "side-red"), count(board, "box-blue"), count(board, "marked-line")) == (1, 1, 1)
    wide, narrow = placed(board).wide[1], placed(board).wide[0]
    assert narrow < 0.5 * wide


def test_a_pit_has_its_seeds_and_a_store_takes_two_places():
    cells = (("3", "1", "20", ""), ("", "0", "word", "2"))
    board = Board(cells, shape="pits", absent=frozenset({(0, 3), (1, 0)}))
    assert (count(board, "hollow"), count(board, "seed")) == (6, 3 + 1 + 15 + 0 + 2)
    place = placed(board)
    assert place.stores == {(0, 0), (1, 3)}
    assert place.middle((0, 0))[1] == place.middle((1, 3))[1] == place.height / 2


def test_columns_show_players_and_runners():
    board = Board((("", "2"), ("12*", "1")), shape="climb", absent=frozenset({(0, 0)}))
    assert (count(board, "token-0"), count(board, "token-1"), count(board, "runner")) == (2, 2, 1)
    assert count(board, "arrow-ring", [((1, 0), (0, 1))]) == 2  # two squares that are reached, no way between them
    assert count(board, "arrow", [((1, 0), (0, 1))]) == 0


def test_dice_are_drawn_alike_everywhere():
    hands = Cards((Hand("you", ("6", "12"), True, dice=True), Hand("they", ("", ""), dice=True)))
    assert text(hands) == "▸ you   6 12\n  they  ? ?"
    assert (count(hands, "pip"), count(hands, "face-up"), count(hands, "face-down")) == (6, 0, 2)
    assert "12" in [words for _, look, words in drawn(hands) if look == "on-die"]
    assert [hand["dice"] for hand in described(hands)["hands"]] == [True, True]
    assert count(Points((0,) * 24, dice=(6, 4)), "pip") == 10


def test_a_track_is_a_ring_with_owners_houses_and_tokens():
    places = [Place(f"square {number}", short=str(number)) for number in range(12)]
    places[3] = Place("Corner", "brown", owner=2, built="▪▪", tokens=(1, 2), short="3")
    track = Track(
        tuple(places), (Purse("you", "$7", things=(("Corner", "brown"),)),), frozenset({3}), "go on", ("you: 7",)
    )
    assert text(track).splitlines() == [
        "  6  7 8  9",
        "  5      10",
        "  4      11",
        "[3①②]2 1  0",
        "you: 7",
        "go on",
    ]
    assert (count(track, "place"), count(track, "mark"), count(track, "bar-brown")) == (12, 1, 2)
    assert (count(track, "token-0"), count(track, "token-1")) == (
        1 + 1,
        1 + 1,
    )  # a purse's, and the stripe of the owner
    sent = described(track)
    assert [place["cell"] for place in sent["places"]][:4] == [[3, 3], [3, 2], [3, 1], [3, 0]]
    assert (sent["side"], sent["marked"], sent["places"][3]["tokens"]) == (3, [3], [1, 2])


def test_monopoly_tells_money_owners_and_prices():
    for game, state in states("monopoly", 40):
        picture = game.describe(state)
        assert [place.name for place in picture.places][1] == "Mediterranean Avenue"
        assert sum(len(place.tokens) for place in picture.places) == 2
        cash = [state.row[-8], state.row[-4]]
        assert [purse.money for purse in picture.purses] == [f"${money}" for money in cash]
        owned = [[place.name for place in picture.places if place.owner == player] for player in (1, 2)]
        assert [
            sorted(name for name, _ in purse.things if not name.startswith("a card")) for purse in picture.purses
        ] == [sorted(own) for own in owned]


@pytest.mark.parametrize("shape", SHAPES)
def test_hostile_text_stays_text(shape):
    bad = '<b>&"\x00'
    board = Board(
        ((bad, bad),) * 2, (bad,) * 3, (bad,) * 3, frozenset({(0, 0)}), shape, offers=(((0, 0), bad),), dice=(9,)
    )
    assert "<b>" not in svg(board)
    ElementTree.fromstring(svg(board))


@given(
    st.lists(st.lists(st.text(max_size=3), min_size=1, max_size=4).map(tuple), max_size=4).map(tuple),
    st.sampled_from(SHAPES),
    st.frozensets(st.tuples(st.integers(0, 4), st.integers(0, 4))),
)
def test_any_board_can_be_drawn(cells, shape, some):
    for absent in (frozenset(), some):
        board = Board(cells, shape=shape, absent=absent, marked=some, offers=tuple((cell, "1") for cell in some))
        text(board)
        ElementTree.fromstring(svg(board, [((0, 0),)]))


def states(name, plies):
    """A game's states along the first moves of each, and the last ones of chance."""
    game = zermelo.load(name)
    state = game.initial()
    for _ in range(plies):
        yield game, state
        if game.is_terminal(state):
            return
        moves = game.moves(state)
        state = game.result(state, moves[len(moves) // 2])


def test_dice_that_are_kept_are_touched_before_the_cup():
    for game, state in states("yahtzee", 20):
        if game.to_move(state) < 0:
            continue
        dice = game.describe(state).dice
        for action, cells in zip(game.legal(state), touches(game, state), strict=True):
            words = game.action_text(state, action)
            if words.startswith("keep "):
                assert cells[-1] == die_cell(5)
                kept = "".join(str(dice[place]) for _, place in cells[:-1]) or "-"
                assert words == f"keep {kept}"
            else:
                assert game.describe(state).rows[cells[0][0]] == words


def test_a_box_offers_what_filling_it_brings():
    for game, state in states("yahtzee", 20):
        offers = dict(game.describe(state).offers)
        for action, cells in zip(game.moves(state), touches(game, state, game.moves(state)), strict=True):
            if game.to_move(state) >= 0 and cells[0] in offers:
                after = game.result(state, action)
                assert after.first.points - state.first.points == int(offers[cells[0]])


def test_runners_arrive_at_the_cells_of_a_climb():
    for game, state in states("cant-stop", 30):
        if game.to_move(state) < 0 or game.is_terminal(state):
            continue
        for action, cells in zip(game.legal(state), touches(game, state), strict=True):
            words = game.action_text(state, action)
            if words == "roll":
                assert cells == (die_cell(4),)
            elif words == "stop":
                assert cells == ()
            else:
                after = game.describe(game.result(state, action))
                assert [after.columns[column] for _, column in cells] == words.split("+")
                arrived = {column: row for row, column in cells}
                assert all("*" in after.cells[row][column] for column, row in arrived.items())


def test_the_terminal_tells_dice_as_numbers():
    game = zermelo.load("liars-dice", dice=2)
    state = game.parse_state("2,5 1,6 - 0")
    assert re.findall(r"player \d  (\d \d)", text(game.describe(state))) == ["2 5", "1 6"]
