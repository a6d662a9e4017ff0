"""Players that the command line names; visitors name no files."""

from __future__ import annotations

from dataclasses import replace

import pytest

import zermelo
from zermelo.evaluate.learned import Learned, write_learned
from zermelo.evaluate.learned.file import new_header
from zermelo.game import ZermeloError
from zermelo.learn.course import begin, save
from zermelo.learn.td import TD
from zermelo.web.server.catalogue import Catalogue, served_players
from zermelo.web.worker.open_games import learning
from zermelo.web.worker.searching import algorithm_of

GAME = replace(zermelo.load("nim", stones=5), compiles=False)


@pytest.fixture
def catalogue(tmp_path):
    run = begin(GAME, TD(hidden=2, lanes=1, batch=1), 0)
    save(run, tmp_path / "nim.learned")
    run.close()
    return Catalogue(None, {}, (), served_players([f"my pupil={tmp_path / 'nim.learned'}"]))


def test_a_learned_player_is_offered_and_plays(catalogue, tmp_path):
    asked = catalogue.engine("my pupil", {"time": 0.5})
    assert asked["learned"] == {"evaluate": str(tmp_path / "nim.learned")}
    algorithm = algorithm_of(GAME, asked, None)
    assert isinstance(algorithm.evaluate, Learned)
    assert algorithm.evaluator(GAME).names == ("wins", "losses")
    with pytest.raises(ZermeloError, match=r"was learned for nim:stones=5,.* not for nim:stones=6"):
        algorithm.evaluator(zermelo.load("nim", stones=6))


def test_its_form_is_that_of_the_search(catalogue):
    report, shipped = catalogue._player_reports()
    assert (shipped["name"], shipped["game"]) == ("connect-four network", "connect-four")
    assert "sims" in {option["name"] for option in shipped["options"]}
    assert (report["name"], report["game"]) == ("my pupil", "nim")
    assert "time" in {option["name"] for option in report["options"]}


def test_visitors_name_no_files(catalogue, tmp_path):
    for name in ("my pupil", "auto", "alphabeta", "puct"):
        for option in ("evaluate", "network", "learned"):
            with pytest.raises(ZermeloError, match=f"has no option '{option}' here"):
                catalogue.engine(name, {option: str(tmp_path / "nim.learned")})
    with pytest.raises(ZermeloError, match="no engine is called"):
        catalogue.engine(str(tmp_path / "nim.learned"), {})


def test_a_file_that_has_changed_is_read_again(catalogue, tmp_path):
    asked = catalogue.engine("my pupil", {})
    before = algorithm_of(GAME, asked, None).evaluate
    assert algorithm_of(GAME, asked, None).evaluate is before
    run = begin(GAME, TD(hidden=2, lanes=1, batch=1), 1)
    save(run, tmp_path / "nim.learned")
    run.close()
    assert algorithm_of(GAME, asked, None).evaluate.digest != before.digest


def test_what_it_thinks_of_the_first_moves_is_drawn_while_it_learns(tmp_path):
    path, game, told = tmp_path / "ttt.learned", zermelo.load("tic-tac-toe"), []
    openings = {"actions": ["?"] * 9, "points": [[40, *[0.5] * 9]]}
    for more in ({}, {"work": {}}):
        header = new_header(game, "alphazero", {}, 0) | {"games": 40, "openings": openings} | more
        write_learned(path, header, {})
        request = {"spec": "tic-tac-toe", "parameters": {}, "own": False, "file": str(path)}
        learning(request, told.append)
    assert [(one["games"], one["done"]) for one in told] == [(40, False), (40, True)]
    assert all("after 40 games" in one["svg"] for one in told)


def test_only_learned_players_are_watched(catalogue):
    with pytest.raises(ZermeloError, match="no learned player is called 'alphabeta'"):
        catalogue.learning("alphabeta")
