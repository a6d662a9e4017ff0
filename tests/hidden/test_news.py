"""What a player is told of the moves of others: a function of what it knows."""

from __future__ import annotations

import random
from collections import defaultdict
from copy import copy
from dataclasses import replace

import pytest
from smuggler import SMUGGLER

import zermelo
from zermelo.game import CHANCE, Game
from zermelo.hidden.news import HIDDEN, LOOKS, SOMEBODY, News, news
from zermelo.knowledge import Knowledge
from zermelo.loading import game_names
from zermelo.show.by_view import Witness

KUHN = zermelo.load("kuhn-poker")


def told(game, texts, viewer):
    """What a viewer is told of a game, move by move: who made each, and which it was."""
    state = game.initial()
    witness = Witness(game, viewer, state)
    for text in texts:
        action = game.read_action(state, text)
        following = game.result(state, action)
        witness.follow(state, action, following)
        state = following
    return [tuple(one) for one in witness.sight(state).news]


@pytest.fixture(scope="module")
def smuggler(tmp_path_factory):
    file = tmp_path_factory.mktemp("hidden") / "smuggler.py"
    file.write_text(SMUGGLER)
    return zermelo.load(str(file))


SMUGGLED = ["card-71002", "card-72003", "think-81000", "hide-left", "say-right"]


def test_a_move_is_named_if_it_is_the_only_one_that_fits(smuggler):
    """The user's file does not say what is heard. Thoughts are not noticed, and the hiding is not seen."""
    own = [(0, "think-81000"), (0, "hide-left")]
    assert told(smuggler, SMUGGLED[:4], 0) == [(CHANCE, "card-71002"), (CHANCE, HIDDEN), *own]
    assert told(smuggler, SMUGGLED[:4], 1) == [(CHANCE, "card-72003"), (0, HIDDEN)]
    assert told(smuggler, SMUGGLED, 0) == [(CHANCE, "card-71002"), (CHANCE, HIDDEN), *own, (1, "say-right")]
    deduced = replace(KUHN, heard=None)
    for texts in (["K", "J", "pass", "bet"], ["J", "Q", "bet"]):
        for viewer in (0, 1):
            assert told(deduced, texts, viewer)[-1] == told(KUHN, texts, viewer)[-1]


def test_the_last_card_of_a_deck_is_told_to_who_can_work_it_out():
    deck = Game(
        lambda: (), lambda state: CHANCE, lambda state: iter(()), lambda state, card: (*state, card),
        lambda state: len(state) == 3, lambda state, player: 0.0, players=3,
        chances=lambda state: ((card, 1 / (3 - len(state))) for card in range(3) if card not in state),
        view=lambda state, player: ((*state, -1, -1, -1)[player], len(state)),
    )  # fmt: skip
    assert told(deck, "012", 0) == [(CHANCE, "0"), (CHANCE, HIDDEN), (CHANCE, HIDDEN)]
    public = replace(deck, view=lambda state, player: state)
    assert told(public, "012", 0) == [(CHANCE, "0"), (CHANCE, "1"), (CHANCE, "2")]


def test_where_too_many_games_fit_a_move_is_not_named():
    """What was named before stays so."""

    def game(size):
        return Game(
            lambda: (0, 0, 0), lambda state: state[1], lambda state: iter((0, 1) if state[0] else range(size)),
            lambda state, action: (state[0] + 1, 1 - state[1], state[2] * size + action),
            lambda state: state[0] == 4, lambda state, player: 0.0,
            view=lambda state, player: (state[0], state[2] if state[0] < 2 else 0), max_actions=size,
        )  # fmt: skip

    assert told(game(3), "211", 1) == [(0, "2"), (1, "1"), (0, HIDDEN)]
    assert told(game(LOOKS + 1), "211", 1) == [(SOMEBODY, HIDDEN), (1, "1"), (SOMEBODY, HIDDEN)]


def test_who_joins_later_is_told_what_the_game_says():
    state = KUHN.read_state("KJ p")
    known = Knowledge(0, joined=True).seen(KUHN, state).seen(KUHN, KUHN.read_state("KJ pb"))
    assert news(KUHN, known, []) == [News(1, "bet")]
    assert news(replace(KUHN, heard=None), known, []) == [News(SOMEBODY, HIDDEN)]


@pytest.mark.parametrize(
    ("spec", "texts", "viewer", "last"),
    [
        ("kuhn-poker", "K J pass", 1, [(CHANCE, "J"), (0, "pass")]),
        ("leduc-poker", "Js Qh bet raise", 0, [(0, "bet"), (1, "raise")]),
        ("leduc-poker", "Js Qh check check Ks", 1, [(0, "check"), (1, "check"), (CHANCE, "Ks")]),
        ("limit-holdem", "As Ks 2c 2d call raise call 3c 3d 3h", 1, [(1, "raise"), (0, "call"), (CHANCE, HIDDEN)]),
        ("limit-holdem", "As Ks 2c 2d call check 3c 3d 3h check check 4h", 0, [(1, "check"), (0, "check"), (-1, "4h")]),
        ("no-limit-holdem", "As Ks 2c 2d call all_in", 0, [(0, "call"), (1, "all in")]),
        ("liars-dice", "3 4 1x2 2x4", 0, [(0, "1x2"), (1, "2x4")]),
        ("goofspiel:cards=4", "3 1 2", 0, [(CHANCE, "3"), (0, "1"), (1, "2")]),
        ("goofspiel:cards=4,hidden=true", "3 1 2", 0, [(CHANCE, "3"), (0, "1"), (1, HIDDEN)]),
        ("oshi-zumo", "3 2", 0, [(0, "3"), (1, "2")]),
        ("rock-paper-scissors:rounds=2", "rock paper", 0, [(0, "rock"), (1, "paper")]),
        ("rock-paper-scissors", "rock", 1, [(SOMEBODY, HIDDEN)]),
        ("road:day=1", "left", 0, [(CHANCE, "left")]),
        ("battleship:rows=2,columns=3,ships=2", "A1-A2 B1-B2 A1 B3", 0, [(0, "A1"), (1, "B3")]),
        ("blind-tic-tac-toe", "a1 a1", 0, [(0, "a1")]),
        ("blind-tic-tac-toe:counted=true", "a1 a1", 0, [(0, "a1"), (1, HIDDEN)]),
        ("dark-chess:layout=k../.../..K", "c1b1 a3a2", 0, [(0, "c1b1"), (1, HIDDEN)]),
        ("dark-chess:layout=k../.../..K", "c1b1 a3a2 b1c1 a2b1", 0, [(0, "b1c1"), (1, HIDDEN)]),
        ("dark-chess:layout=r.k/.../K..", "a1b1 a3a1", 0, [(0, "a1b1"), (1, HIDDEN)]),
        ("dark-chess:layout=k.../...r/K..R", "a1b1 d2c2", 0, [(0, "a1b1"), (1, "d2c2")]),
    ],
)
def test_what_the_games_of_this_package_tell(spec, texts, viewer, last):
    words = [word.replace("_", " ") for word in texts.split()]
    assert told(zermelo.load(spec), words, viewer)[-len(last) :] == last


def test_every_game_of_this_package_says_what_is_heard():
    """Some are too large to work it out."""
    for name in game_names():
        game = zermelo.load(name)
        assert (game.heard is not None) == game.has_hidden, name


@pytest.mark.parametrize("layout", ["kb../..../.P.K", "k.r/.../K.."])
@pytest.mark.parametrize("viewer", [0, 1])
def test_unseen_moves_of_dark_chess_are_told_alike_wherever_they_look_alike(layout, viewer):
    """All games of four plies. Whether a move was named once depended on what else the other could have played."""
    game = zermelo.load("dark-chess", layout=layout, plies=8)
    found = defaultdict(set)
    waiting = [(game.initial(), Witness(game, viewer, game.initial()), 4)]
    while waiting:
        state, witness, plies = waiting.pop()
        found[witness.knowledge].add(witness.sight(state))
        for action in game.legal(state) if plies else ():
            further, following = copy(witness), game.result(state, action)
            further.follow(state, action, following)
            waiting.append((following, further, plies - 1))
    assert {len(some) for some in found.values()} == {1}


def test_of_a_random_game_the_same_is_told_whatever_comes_later(smuggler):
    luck = random.Random(3)
    for game in (KUHN, smuggler, replace(zermelo.load("leduc-poker"), heard=None)):
        for viewer in range(2):
            state = game.initial()
            witness, before = Witness(game, viewer, state), ()
            while not game.is_terminal(state):
                action = luck.choice(game.moves(state))
                following = game.result(state, action)
                witness.follow(state, action, following)
                state = following
                now = witness.sight(state).news
                assert now[: len(before)] == before
                before = now
