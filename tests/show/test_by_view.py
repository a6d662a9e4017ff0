"""What a player of a game with hidden information is shown and told."""

from __future__ import annotations

import pytest
from smuggler import SECRETS, SMUGGLER

import zermelo
from zermelo.game import Game
from zermelo.picture import Board, Cards, Hand
from zermelo.show.by_view import Witness, cells_to_touch, cells_touched, seen, viewer_at
from zermelo.show.text import text
from zermelo.show.touch import named_card

KUHN = zermelo.load("kuhn-poker")


@pytest.fixture(scope="module")
def smuggler(tmp_path_factory):
    file = tmp_path_factory.mktemp("hidden") / "smuggler.py"
    file.write_text(SMUGGLER)
    return zermelo.load(str(file))


GAME = ["card-71002", "card-72003", "think-81000", "hide-left", "say-right"]


def test_a_game_without_secrets_is_shown_as_it_is():
    nim = zermelo.load("nim:stones=3")
    assert seen(nim, nim.initial(), 0) == nim.describe(nim.initial())
    assert cells_touched(zermelo.load("tic-tac-toe"), zermelo.load("tic-tac-toe").initial(), 4, 1)


def test_a_witness_is_shown_what_it_sees_and_can_play(smuggler):
    state = smuggler.initial()
    witnesses = [Witness(smuggler, player, state) for player in (0, 1)]
    noticed = []
    for word in GAME:
        action = smuggler.read_action(state, word)
        following = smuggler.result(state, action)
        noticed.append([witness.follow(state, action, following) for witness in witnesses])
        state = following
        for viewer, witness in enumerate(witnesses):
            sight = witness.sight(state)
            assert sight.is_turn == (not smuggler.is_terminal(state) and smuggler.to_move(state) == viewer)
            assert bool(sight.choices) == sight.is_turn
            assert not SECRETS[viewer].search(str((text(sight.picture), sight.news, sight.choices)))
    assert noticed == [[True, False], [True, True], [True, False], [True, True], [True, True]]


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
    hands = Cards((Hand("you", ("♠A", "♣2"), active=True), Hand("Sam", ("♠3", ""))))
    assert named_card(hands, "♣2") == ((0, 1),)
    assert named_card(hands, "♠3") == named_card(hands, "") == ()


@pytest.mark.parametrize("rack", ["CDEISYZ", "AEINRT?", "AEIST??"])
def test_passing_and_exchanging_are_offered_after_any_number_of_plays(rack):
    """A rack with a blank filled the list with words; one with two had more plays than were thought possible."""
    game = zermelo.load("scrabble")
    state = game.read_state("/".join(["15"] * 15) + f" {rack}/GMOPPVY 0/0")
    sight = Witness(game, 0, state).sight(state, 200)
    texts = [one.text for one in sight.choices]
    kinds = len(set(texts[200:]))
    assert [*map(str.split, texts)].count(["pass"]) == 1
    assert kinds == len(texts) - 200 >= (128 if len(set(rack)) == 7 else 64)
    assert all(one.startswith("exchange ") for one in texts[200:-1])
    assert sight.unlisted + len(texts) == len(game.legal(state))
    assert Witness(game, 0, state).sight(state).unlisted == 0
