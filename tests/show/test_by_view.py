"""What a player of a game with hidden information is shown and told."""

from __future__ import annotations

from dataclasses import replace

import pytest
from smuggler import SECRETS, SMUGGLER

import zermelo
from zermelo.game import Game
from zermelo.picture import Board
from zermelo.show.by_view import HIDDEN, cells_to_touch, cells_touched, seen, told, viewer_at
from zermelo.show.text import text

KUHN = zermelo.load("kuhn-poker")


@pytest.fixture(scope="module")
def smuggler(tmp_path_factory):
    file = tmp_path_factory.mktemp("hidden") / "smuggler.py"
    file.write_text(SMUGGLER)
    return zermelo.load(str(file))


def told_along(game, texts, viewer):
    """How a viewer is told of each move of a game."""
    state, heard = game.initial(), []
    for word in texts:
        action = game.read_action(state, word)
        heard.append(told(game, state, action, viewer))
        state = game.result(state, action)
    return heard


GAME = ["card-71002", "card-72003", "think-81000", "hide-left", "say-right"]


def test_a_player_is_told_what_it_sees(smuggler):
    assert told_along(smuggler, GAME, None) == GAME
    assert told_along(smuggler, GAME, 0) == [HIDDEN, HIDDEN, "think-81000", "hide-left", "say-right"]
    assert told_along(smuggler, GAME, 1) == [None, HIDDEN, None, HIDDEN, "say-right"]
    assert told_along(KUHN, ["K", "J", "pass", "bet", "pass"], 1) == [None, HIDDEN, "pass", "bet", "pass"]


def test_a_game_without_secrets_is_told_as_it_is():
    nim = zermelo.load("nim:stones=3")
    assert told_along(nim, ["2", "1"], 0) == ["2", "1"]
    assert seen(nim, nim.initial(), 0) == nim.describe(nim.initial())
    assert cells_touched(zermelo.load("tic-tac-toe"), zermelo.load("tic-tac-toe").initial(), 4, 1)


def test_the_only_outcome_is_not_told():
    """The last card of a deck names itself, and says to the first player who has which of the others."""
    deck = Game(
        lambda: (), lambda state: -1, lambda state: iter(()), lambda state, card: (*state, card),
        lambda state: len(state) == 3, lambda state, player: 0.0, players=3,
        chances=lambda state: ((card, 1 / (3 - len(state))) for card in range(3) if card not in state),
        view=lambda state, player: ((*state, -1, -1, -1)[player], len(state)),
    )  # fmt: skip
    assert told(deck, (0, 1), 2, 0) == HIDDEN
    public = replace(deck, view=lambda state, player: state)
    assert told(public, (), 0, 0) == "0"
    assert told(public, (0, 1), 2, 0) == HIDDEN


def test_pictures_hold_nothing_but_the_view(smuggler):
    state = smuggler.initial()
    for word in GAME[:-1]:
        state = smuggler.result(state, smuggler.read_action(state, word))
        for viewer in (0, 1):
            assert not SECRETS[viewer].search(text(seen(smuggler, state, viewer)))
    assert "71002" in text(seen(smuggler, state, 0))
    assert "72003" in text(seen(smuggler, state, 1))
    assert "player 2 to move" in text(seen(smuggler, state, 1))
    assert "to move" not in text(seen(smuggler, state, 0))
    assert "71002" in text(seen(smuggler, state, None))


def test_a_scene_is_drawn_by_the_game():
    state = KUHN.read_state("KJ p")
    assert [line.split()[-1] for line in text(seen(KUHN, state, 1)).splitlines()[:2]] == ["▒▒", "♠J"]
    assert [line.split()[-1] for line in text(seen(KUHN, state, 0)).splitlines()[:2]] == ["♠K", "▒▒"]
    assert str(zermelo.Position(KUHN, state, 0)).splitlines()[0].endswith("♠K")
    drawn = zermelo.Position(KUHN, state, 1)._repr_svg_()
    assert ">J<" in drawn
    assert ">K<" not in drawn
    assert {"♠K", "♠J"} <= set(str(zermelo.Position(KUHN, state)).split())


def test_whose_view_a_position_is_shown_in():
    assert viewer_at(KUHN, KUHN.read_state("KJ p")) == 1
    assert viewer_at(KUHN, KUHN.read_state("K?")) is None
    assert viewer_at(KUHN, KUHN.read_state("KJ pp")) is None
    assert viewer_at(zermelo.load("nim"), zermelo.load("nim").initial()) is None


def blind(**more):
    """A board of two rows on which nobody sees what an action does."""
    labels = {"rows": ("2", "1"), "columns": ("a", "b", "c")}
    return Game(
        lambda: 0, lambda state: 0, lambda state: iter(range(6)), lambda state, action: state | 1 << action,
        lambda state: False, lambda state, player: 0.0, view=lambda state, player: 0,
        scene=lambda view, player: Board((("", "", ""),) * 2, **labels), **more,
    )  # fmt: skip


def test_cells_come_from_what_an_action_is_called():
    named = blind(format_action=lambda state, action: f"try {'abc'[action % 3]}{2 - action // 3}")
    assert cells_to_touch(named, 0, [0, 5], 0) == [((0, 0),), ((1, 2),)]
    assert cells_touched(named, 0, 5, 0) == ((1, 2),)
    assert cells_touched(named, 0, 5, 1) == ()
    moves = blind(format_action=lambda state, action: "a1-c2")
    assert cells_to_touch(moves, 0, [0], 0) == [((1, 0), (0, 2))]
    assert cells_to_touch(blind(), 0, [(1, 1), (7, 7), 3], 0) == [((1, 1),), (), ()]
    given = blind(touches=lambda state, action: [(action // 3, action % 3)])
    assert cells_to_touch(given, 0, [4], 0) == [((1, 1),)]
    assert cells_to_touch(KUHN, KUHN.read_state("KJ"), [0, 1], 0) == [(), ()]
