"""Card games whose hands grow and shrink compile as they are written, and are the same games as interpreted."""

from __future__ import annotations

from dataclasses import replace

import pytest
from compile.cards import draw, whist
from compile.doors import LEADS_ON, DoorsState, doors
from fresh import python
from processes import SUPPORT

import zermelo
from zermelo.compile.trust import compare
from zermelo.compile.trust.bounds import growths, times_grown
from zermelo.game import CHANCE, Game
from zermelo.hidden.ismcts.search import ISMCTS
from zermelo.players.player import as_player

OPEN, HIDDEN = whist(hidden=False), whist()
SIMS = {"sims": 200, "seed": 1}


def first(game):
    """The first state at which a player chooses."""
    state = game.initial()
    while game.to_move(state) == CHANCE:
        state = game.result(state, game.moves(state)[-1])
    return state


def both_ways(game, search, state=None):
    return [search.with_options(compiled=compiled).analyse(game, state) for compiled in (None, False)]


def check_same(game, search, state=None):
    fast, slow = both_ways(game, search, state)
    assert (fast.compiled, slow.compiled, fast.reason) == (True, False, "")
    assert (fast.value, fast.action, fast.nodes, fast.line) == (slow.value, slow.action, slow.nodes, slow.line)


def test_the_comparison_finds_no_difference():
    assert compare.find_difference(OPEN) == compare.Difference("")


@pytest.mark.long
@pytest.mark.parametrize("game", [HIDDEN, draw()], ids=lambda game: game.name)
def test_nor_with_hidden_cards_and_chance(game):
    assert compare.find_difference(game) == compare.Difference("")


@pytest.mark.long
def test_positions_are_counted_the_same():
    fast, slow = (zermelo.perft(OPEN, depth=6, compiled=compiled) for compiled in (True, False))
    assert (fast.leaves, fast.divided) == (slow.leaves, slow.divided)


@pytest.mark.long
@pytest.mark.parametrize(
    ("game", "search"),
    [
        (OPEN, zermelo.AlphaBeta(depth=8)),
        (OPEN, zermelo.MCTS(**SIMS)),
        (HIDDEN, ISMCTS(**SIMS)),
        (draw(), zermelo.Expectiminimax(depth=6)),
        (draw(), zermelo.MCTS(**SIMS)),
        (whist(cards=6, players=3, hidden=False), zermelo.MaxN(depth=6)),
    ],
    ids=lambda value: value.name,
)
def test_searches_find_the_same(game, search):
    check_same(game, search, first(game))


@pytest.mark.long
def test_the_comparison_finds_a_card_that_is_another_one():
    """A number above 2⁶³ wraps around in compiled code."""
    game = draw()
    given = game.result

    def result(state, move):
        after = given(state, move)
        return after._replace(pile=tuple(card * 3**39 // 3**39 for card in after.pile))

    found = compare.find_difference(replace(game, result=result))
    assert "result(state, " in found.text
    assert "compiled and" in found.text


# --- hands that outgrow what trial games saw --------------------------------------------------------------------------


def hoard(plies: int = 30) -> Game:
    """There is a coin behind each door that leads on."""
    return doors("hoard", (), lambda coins: (*coins, len(coins)), len, plies, doors=12)


@pytest.mark.long
def test_a_hand_that_outgrows_its_room_gets_more(tmp_path, monkeypatch):
    monkeypatch.setenv("ZERMELO_CACHE", str(tmp_path))
    game, before = hoard(), growths()
    assert compare.find_difference(game) == compare.Difference("")
    compared = growths()
    analysis = zermelo.Minimax().analyse(game)
    assert (analysis.value, analysis.compiled) == (30.0, True)
    assert before < compared < growths(), "by the comparison, and by the search"
    assert times_grown(hoard()) == growths() - before, "known to other processes, which have the same game"


@pytest.mark.long
def test_a_position_that_has_no_room_gets_it(tmp_path, monkeypatch):
    monkeypatch.setenv("ZERMELO_CACHE", str(tmp_path))
    player, game = as_player(zermelo.Minimax(depth=1)), hoard(plies=100)
    for coins in (0, 20):
        assert player.choose(game, DoorsState(tuple(range(coins)), 99)) == LEADS_ON


@pytest.mark.long
def test_a_stated_bound_is_kept_to(tmp_path, monkeypatch):
    monkeypatch.setenv("ZERMELO_CACHE", str(tmp_path))
    before = growths()
    game = replace(hoard(), max_items=40)
    assert zermelo.Minimax().analyse(game).value == 30.0
    with pytest.raises(zermelo.ZermeloError) as raised:
        zermelo.Minimax(depth=1).analyse(game, DoorsState((1,) * 41, 29))
    told = "has grown beyond 40 items, and the game says max_items=40: give more"
    assert str(raised.value) == f"hoard: a tuple of the state {told}"
    short = zermelo.Minimax().analyse(replace(game, max_items={"found": 5}))
    assert (short.value, short.compiled) == (30.0, False)
    told = "found has grown beyond 5 items, and the game says max_items={'found': 5}: give more"
    assert short.reason == f"compiled it would be another game: after 3 3 3 3 3, {told}"
    with pytest.raises(zermelo.ZermeloError) as raised:
        zermelo.Minimax().analyse(replace(game, max_items={"coins": 5}))
    told = "max_items names coins, and the state has no such field: it has found, ply, door"
    assert str(raised.value) == f"hoard: {told}"
    assert growths() == before


SEARCH = """
import sys
sys.path.insert(0, {support!r})
import zermelo
from compile.cards import whist
from zermelo.compile.kernel.events import listen
heard = []
with listen(heard.append):
    analysis = zermelo.Minimax(depth=4).analyse(whist(hidden=False))
print(analysis.compiled, analysis.value, analysis.nodes, len(heard))
"""


@pytest.mark.long
def test_kernels_are_found_again_in_another_process(tmp_path):
    code = SEARCH.format(support=str(SUPPORT))
    one, other = (python(code, tmp_path).stdout.split() for _ in range(2))
    assert one[:3] == other[:3]
    assert (one[0], one[3], other[3]) == ("True", "2", "0")
