"""Players: whatever can choose an action is converted to a player, and what a search keeps is in its session."""

from __future__ import annotations

from dataclasses import replace

import pytest

import zermelo
from zermelo.evaluate.network import uniform
from zermelo.game import ZermeloError
from zermelo.knowledge import Knowledge
from zermelo.players.engines import players_of
from zermelo.players.player import FunctionPlayer, Player, SearchPlayer, as_player
from zermelo.search.task import Limits
from zermelo.search.time.deadline import Deadline

CONNECT_FOUR = zermelo.load("connect-four:columns=5,rows=4")


def first(game, state):
    return game.legal(state)[0]


def test_searches_functions_and_players_become_players():
    assert isinstance(as_player(zermelo.Minimax(depth=2)), SearchPlayer)
    assert isinstance(as_player(first), FunctionPlayer)
    assert str(as_player(first)) == "first"
    player = as_player(first)
    assert as_player(player) is player
    with pytest.raises(ZermeloError, match="is not a player"):
        as_player(3)


def test_the_same_chooser_in_two_seats_is_one_player():
    search = zermelo.MCTS(sims=10)
    one, other, third = players_of([search, first, search])
    assert one is third is not other


def test_a_function_plays_but_does_not_analyse():
    player, game = as_player(first), zermelo.load("nim")
    assert player.choose(game, game.initial()) == player(game, game.initial()) == 1
    assert not player.explains
    for silent in (player, as_player(zermelo.Random())):
        with pytest.raises(ZermeloError, match="plays but does not analyse"):
            silent.analyse(game)


SEARCHES = [
    zermelo.Minimax(depth=4),
    zermelo.AlphaBeta(depth=4),
    zermelo.AlphaBeta(depth=5, table=1),
    zermelo.MCTS(time=0.5, seed=1, early=False, solver=False),
    zermelo.PUCT(uniform(CONNECT_FOUR), time=0.8, seed=1),
]


@pytest.mark.parametrize("search", SEARCHES, ids=str)
def test_every_search_streams_what_it_finds(search):
    """A search that could go on for ever is stopped after two reports, however long they take on a busy machine."""
    seen, search, deadline = [], replace(search, compiled=False), Deadline(None, 600.0)
    is_endless = not hasattr(search, "depth")

    def watch(so_far):
        seen.append(so_far)
        if is_endless and len(seen) == 2:
            deadline.stop()

    found = search.analyse(CONNECT_FOUR, watch=watch, deadline=deadline, limits=Limits(endless=is_endless))
    assert seen
    assert all(so_far.engine == str(search) for so_far in seen)
    assert all(so_far.action in CONNECT_FOUR.legal(CONNECT_FOUR.initial()) for so_far in seen)
    assert [so_far.nodes for so_far in seen] == sorted(so_far.nodes for so_far in seen)
    assert found.nodes >= seen[-1].nodes


@pytest.mark.parametrize("search", SEARCHES, ids=str)
def test_every_search_stops_at_a_deadline_that_is_over(search):
    deadline = Deadline()
    deadline.stop()
    search = replace(search, compiled=False, **({"depth": 30} if hasattr(search, "depth") else {"time": None}))
    found = search.analyse(CONNECT_FOUR, deadline=deadline, limits=Limits(endless=True))
    assert found.action in CONNECT_FOUR.legal(CONNECT_FOUR.initial())


@pytest.mark.parametrize("search", SEARCHES, ids=str)
def test_every_search_can_be_asked_about_one_action(search):
    search = replace(search, compiled=False)
    for action in (0, 4):
        found = search.analyse(CONNECT_FOUR, limits=Limits(only=[action]))
        assert (found.action, found.line[0], found.state) == (action, action, CONNECT_FOUR.initial())
    with pytest.raises(ZermeloError, match="none of the actions"):
        search.analyse(CONNECT_FOUR, limits=Limits(only=[99]))


def test_records_hold_nothing_and_sessions_do():
    search = zermelo.MCTS(sims=200, seed=1, early=False, solver=False, compiled=False)
    assert not [name for name in vars(search) if name.startswith("_")]
    alone = [sum(c.visits for c in search.analyse(CONNECT_FOUR).candidates) for _ in range(2)]
    assert alone == [200, 200]
    player = as_player(search)
    kept = [sum(c.visits for c in player.analyse(CONNECT_FOUR).candidates) for _ in range(2)]
    assert kept == [200, 400]
    player.new_game(CONNECT_FOUR)
    assert sum(c.visits for c in player.analyse(CONNECT_FOUR).candidates) == 200
    other = player.seeded(5)
    assert sum(c.visits for c in other.analyse(CONNECT_FOUR).candidates) == 200


def test_a_seeded_random_player_repeats_its_game():
    game = zermelo.load("nim:stones=40")
    texts = [zermelo.play(game, [zermelo.Random(seed=3), zermelo.Random(seed=4)]).texts() for _ in range(2)]
    assert texts[0] == texts[1]
    assert len(set(texts[0])) > 1
    choices = {zermelo.Random(seed=9)(game, game.initial()) for _ in range(10)}
    assert len(choices) == 1


def test_memory_is_bounded_by_who_opens_the_session():
    chess = zermelo.load("tic-tac-toe")
    session = zermelo.AlphaBeta(table=64, compiled=False, depth=2, plain=False).open(chess, megabytes=1)
    assert session.deepening.megabytes == 1
    assert zermelo.MCTS(megabytes=256, compiled=False).open(chess, megabytes=3).megabytes == 3


def test_every_player_has_the_protocol():
    for kind in (SearchPlayer, FunctionPlayer):
        assert issubclass(kind, Player)
        for name in ("analyse", "choose", "new_game", "close", "refusal", "seeded"):
            assert callable(getattr(kind, name))


def test_a_function_of_what_is_known_does_not_get_the_state():
    game, seen = zermelo.load("kuhn-poker"), []

    def cautious(game, knowledge):
        seen.append(knowledge)
        return 1 if knowledge.view.card == 2 else 0

    def bold(game, state):
        return 1

    record = zermelo.play(game, [cautious, bold], game.read_state("KJ"))
    assert game.state_text(record.end) == "KJ bb"
    assert [known.view.card for known in seen] == [2]
    assert isinstance(seen[0], Knowledge)
