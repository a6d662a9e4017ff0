"""Komi decides games and is compiled into nothing."""

from __future__ import annotations

import pytest

import zermelo
from zermelo.compile.cache.content import content_key
from zermelo.compile.kernel.events import listen
from zermelo.compile.trust.users import compiled_parts
from zermelo.experts.go import guide


@pytest.mark.parametrize(("komi", "lead"), [(0, 9.0), (7.5, 1.5), (9, 0.0), (-3.5, 12.5), (12, -3.0)])
def test_black_gives_white_so_many_points(komi, lead):
    game = zermelo.load("go", size=3, komi=komi, margin=True)
    state = game.parse_state(".../.X./... O passes=2")
    assert game.utility(state, 0) == lead == -game.utility(state, 1)
    played = game.initial()
    for move in ("B2", "pass", "pass"):
        played = game.result(played, game.read_action(played, move))
    assert game.utility(played, 0) == lead


@pytest.mark.parametrize("rules", [{}, {"scoring": "territory"}, {"ko": "positional"}, {"handicap": 4}])
def test_what_is_compiled_does_not_depend_on_it(rules):
    keys = []
    for komi in (6.5, 7.5, 0.0, -3):
        game, advice = zermelo.load("go", size=9, komi=komi, **rules), guide(size=9, komi=komi, **rules)
        keys.append([content_key(part) for part in (*compiled_parts(game), advice.playout, advice.prior)])
    assert all(key == keys[0] for key in keys)


@pytest.mark.long
def test_another_komi_compiles_nothing():
    events = []
    zermelo.perft(zermelo.load("go:size=2,komi=0.5"), depth=2, compiled=True)
    zermelo.Minimax(depth=1, compiled=True).analyse(zermelo.load("go:size=2,komi=0.5"))
    with listen(events.append):
        for komi in (6.5, 7.5, -2):
            game = zermelo.load("go", size=2, komi=komi)
            zermelo.perft(game, depth=2, compiled=True)
            zermelo.Minimax(depth=1, compiled=True).analyse(game)
    assert events == []
