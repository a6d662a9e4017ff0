"""One prelude for all searches: what is asked is resolved in one place, and what was found is built in one."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import zermelo
from zermelo.players.engines import engines
from zermelo.search.analysis import Candidate
from zermelo.search.base import Algorithm, Session
from zermelo.search.task import Limits, analysis_of, least
from zermelo.search.time.deadline import Deadline

PACKAGE = Path(zermelo.__file__).parent


def kinds(kind):
    return [below for child in kind.__subclasses__() for below in (child, *kinds(child))]


def test_no_search_has_a_prelude_of_its_own():
    engines()
    ours = [kind for kind in kinds(Session) if kind.__module__.startswith("zermelo.")]
    assert len(ours) > 12
    assert [kind.__name__ for kind in ours if "analyse" in vars(kind)] == []


def test_analyses_are_built_in_one_place():
    builders = set()
    for path in PACKAGE.rglob("*.py"):
        calls = [node.func for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Call)]
        if any(isinstance(called, ast.Name) and called.id == "Analysis" for called in calls):
            builders.add(path.relative_to(PACKAGE).as_posix())
    assert builders == {"search/task.py"}


class Asked(Session):
    """Tells what it was asked."""

    def search(self, task):
        self.task = task
        found = Candidate(task.actions()[0], 0.5)
        return task.found(found, [found], depth=1, nodes=2, in_utilities=True)


class Asking(Algorithm):
    name = "asking"

    def open(self, game, megabytes=None):
        return Asked(self, game)


def test_what_is_not_given_is_as_usual():
    game = zermelo.load("tic-tac-toe")
    session = Asking().open(game)
    found = session.analyse()
    task = session.task
    assert (task.state, task.past, task.watch, task.limits) == (game.initial(), (), None, Limits())
    assert not task.is_anytime
    assert not task.is_timed
    assert (found.action, found.value, found.exact, found.line) == (found.line[0], 0.5, False, found.line)
    assert (found.engine, found.depth, found.nodes, found.in_utilities) == ("asking", 1, 2, True)


def test_a_deadline_that_is_given_counts_even_without_a_limit():
    session = Asking().open(zermelo.load("tic-tac-toe"))
    deadline = Deadline()
    session.analyse(deadline=deadline)
    assert (session.task.is_anytime, session.task.is_timed) == (True, False)
    session.analyse(deadline=Deadline(1.0, None))
    assert (session.task.is_anytime, session.task.is_timed) == (True, True)


def test_the_algorithms_time_ends_a_search_unless_it_is_endless():
    session = Asking().open(zermelo.load("tic-tac-toe"))
    for endless, hard in ((False, 2.0), (True, None)):
        session.analyse(deadline=Deadline(3.0, None), limits=Limits(endless=endless))
        session.task.allow(2.0)
        assert session.task.deadline.hard == hard
    session.analyse(deadline=Deadline(1.0, None))
    session.task.allow(2.0, to_soft=True)
    assert session.task.deadline.hard == 1.0


def test_nobody_chooses_where_the_game_is_over():
    game = zermelo.load("tic-tac-toe")
    over = game.read_state("XXX/OO./...")
    with pytest.raises(zermelo.ZermeloError, match="over"):
        Asking().open(game).analyse(over)


def test_where_chance_moves_there_is_no_action():
    game = zermelo.load("pig")
    found = analysis_of(game, game.initial(), "x", None, (), value=1.5, depth=1, nodes=1, seconds=0.0)
    assert (found.action, found.line, found.value) == (None, (), 1.5)


def test_the_lower_limit_counts():
    assert [least(3, 2), least(None, 4), least(5, None), least(None, None)] == [2, 4, 5, None]


@pytest.mark.parametrize("kind", [zermelo.AlphaBeta, zermelo.Expectiminimax])
def test_plain_refuses_what_only_the_strong_algorithm_has(kind):
    assert kind(plain=True, time=1.0, nodes=5, seed=3).plain
    with pytest.raises(zermelo.ZermeloError, match=f"{kind.name}: plain=true is the book's algorithm.*no table"):
        kind(plain=True, table=7)
    assert not kind(table=7).is_plain(zermelo.load("tic-tac-toe"))
    assert kind(depth=3).is_plain(zermelo.load("tic-tac-toe"))
