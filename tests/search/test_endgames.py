"""Searches with endgame databases: exact where they know, unchanged where there are none."""

from __future__ import annotations

import random

import pytest

import zermelo
from zermelo.game import ZermeloError
from zermelo.search.alphabeta import AlphaBeta
from zermelo.search.mcts.search import MCTS
from zermelo.solve.databases.endgames import Endgames, built_indexing, open_endgames
from zermelo.solve.databases.folder import named_materials, open_folder
from zermelo.solve.retrograde.build import build, plan_build

GAME = zermelo.load("checkers")
ENGINES = {
    "alphabeta": AlphaBeta(depth=3, plain=False, compiled=False),
    "mcts": MCTS(sims=60, seed=1, compiled=False),
}


def built(path, materials, pieces=None):
    found = open_folder(GAME, path)
    build(plan_build(found, named_materials(found.indexing, materials, pieces)), threads=2)
    return path


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A folder with the ending of checkers with a king on each side."""
    return built(tmp_path_factory.mktemp("databases"), ["M0K1-M0K1"])


@pytest.mark.parametrize("engine", ENGINES.values(), ids=ENGINES)
def test_a_position_in_a_database_needs_no_search(engine, folder):
    session = engine.with_options(databases=str(folder)).open(GAME)
    state = GAME.read_state("B:WK18:BK26")
    analysis = session.analyse(state)
    assert (analysis.value, analysis.distance, analysis.exact) == (-1.0, 4, True)
    assert len(analysis.line) == 4
    assert len(analysis.candidates) == len(GAME.legal(state))
    assert all(candidate.decided for candidate in analysis.candidates)


@pytest.mark.parametrize("engine", ENGINES.values(), ids=ENGINES)
def test_an_exchange_into_a_database_is_decided(engine, folder):
    """Black must take, and one king is left on each side; without the database nobody sees the end."""
    state = GAME.read_state("B:WK14,K32:BK9")
    assert GAME.legal(state)[0] >> 12
    known = engine.with_options(databases=str(folder)).open(GAME).analyse(state)
    unknown = engine.with_options(databases="none").open(GAME).analyse(state)
    endgames = Endgames(open_folder(GAME, folder))
    value = endgames.value(GAME.result(state, known.action))
    assert known.exact
    assert known.value == -value.outcome
    assert known.distance == (None if value.distance is None else value.distance + 1)
    assert not unknown.exact


def test_a_win_that_may_come_too_late_is_not_exact(folder):
    session = AlphaBeta(depth=2, plain=False, compiled=False, databases=str(folder)).open(GAME)
    state = GAME.read_state("B:WK18:BK26:H78")
    analysis = session.analyse(state)
    assert (analysis.exact, analysis.distance) == (False, None)


def test_what_is_built_is_used_by_itself(folder, monkeypatch):
    assert built_indexing(GAME) is None
    assert open_endgames(GAME) is None
    monkeypatch.setenv("ZERMELO_DATABASES", str(folder))
    assert built_indexing(GAME) is not None
    assert open_endgames(GAME).pieces == 2
    assert open_endgames(GAME) is open_endgames(GAME)
    assert open_endgames(GAME, "none") is None
    assert open_endgames(zermelo.load("othello")) is None


def test_a_folder_without_databases_is_refused(tmp_path):
    with pytest.raises(ZermeloError, match=r"there are no endgame databases in .*checkers: zermelo database build"):
        AlphaBeta(depth=2, plain=False, compiled=False, databases=str(tmp_path)).open(GAME)


def test_a_damaged_file_is_refused_by_a_search(folder, tmp_path):
    (tmp_path / "checkers").mkdir()
    for file in (folder / "checkers").iterdir():
        (tmp_path / "checkers" / file.name).write_bytes(file.read_bytes()[:-3])
    with pytest.raises(ZermeloError, match="truncated or damaged: its digest is wrong"):
        AlphaBeta(depth=2, plain=False, compiled=False, databases=str(tmp_path)).open(GAME)


@pytest.mark.long
def test_compiled_searches_win_what_is_won(tmp_path):
    """From four pieces a compiled search with the database of three plays on without an error."""
    noise, folder = random.Random(2), built(tmp_path, (), 3)
    session = AlphaBeta(depth=6, databases=str(folder)).open(GAME)
    tree = MCTS(sims=300, seed=3, databases=str(folder)).open(GAME)
    endgames = Endgames(open_folder(GAME, folder))
    indexing = endgames.indexing
    material = next(material for material in indexing.materials(4) if material.name == "M0K2-M0K2")
    for _ in range(20):
        state = indexing.unrank(material.words, 0, noise.randrange(material.size))
        if not indexing.is_legal(material.words, 0, state) or GAME.is_terminal(state):
            continue
        for search in (session, tree):
            found = search.analyse(state)
            if not found.exact or found.distance is None:
                continue
            after = endgames.value(GAME.result(state, found.action))
            if after is not None:
                assert -after.outcome == found.value
                assert after.distance + 1 == found.distance
