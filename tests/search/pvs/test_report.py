"""What principal-variation search tells: values in their units, what is decided, and what was only bounded."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import NamedTuple

import pytest
from naive import minimax
from search.pvs.descent import WIN, descent, somewhere
from search.pvs.test_deepening import action_values

import zermelo
from zermelo.compile.kernel.memory import NODES
from zermelo.evaluate import Opinion
from zermelo.game import Game
from zermelo.search.depth_first.lines import has_actions
from zermelo.search.pvs.deepening import Deepening, FoundLine, PvsLimits
from zermelo.search.pvs.report import Reporter
from zermelo.search.pvs.search import PVS
from zermelo.search.task import Limits, Task
from zermelo.search.time.deadline import Deadline


def told(seed, limits=None, **options):
    game, opinion = descent(seed)
    search = PVS(**{"compiled": False, "evaluate": opinion, "table": 1, **options})
    return search.open(game).analyse(somewhere(seed), limits=limits)


def test_a_decided_value_is_a_utility_and_has_its_distance():
    for seed, value, distance in ((4, 1.0, 8), (7, -1.0, 7)):
        analysis = told(seed, depth=12)
        assert (analysis.value, analysis.exact, analysis.distance) == (value, True, distance)
        assert len(analysis.line) == distance
        assert analysis.terms == ()
        (variation,) = analysis.variations
        assert (variation.value, variation.decided, variation.known) == (value, True, True)
        assert (variation.distance, variation.line) == (distance, analysis.line)
        chosen = analysis.best
        assert (chosen.value, chosen.decided, chosen.bound, chosen.distance) == (value, True, "exact", distance)
        assert analysis.line[0] == analysis.action


def test_a_won_game_is_proved_in_exact_mode_though_other_actions_were_evaluated():
    for seed, value in ((0, 1.0), (4, 1.0), (7, -1.0)):
        analysis = told(seed, depth=8, exact=True)
        assert (analysis.value, analysis.exact, analysis.distance) == (value, True, None)


def asked(game, state):
    """A task without limits."""
    return Task(game, "pvs", "pvs", state, (), None, Deadline(), Limits(), is_anytime=False, is_timed=False)


def test_the_nodes_of_all_threads_are_told_within_their_limits():
    one = PVS(compiled=False, evaluate=descent(5)[1], table=1).open(descent(5)[0]).deepening
    both = Deepening(one.game, one.kernel, 1, one.plan, threads=2)
    actions = tuple(one.game.legal(somewhere(5)))
    task = asked(one.game, somewhere(5))
    reporter = Reporter(both, descent(5)[1], task, actions, PvsLimits(nodes=200))
    both.memories[0][NODES], both.memories[1][NODES] = 201, 150
    assert reporter.analysis(None).nodes == 351
    both.memories[1][NODES] = 201  # a kernel counts one more than its limit
    assert reporter.analysis(None).nodes == 400


def test_an_evaluation_is_in_its_own_units_and_adds_up_from_its_terms():
    for seed in (6, 10, 12):
        analysis = told(seed, depth=3, lines=2, table=0)  # whose lines are whole
        assert (analysis.exact, analysis.distance, analysis.in_utilities) == (False, None, False)
        assert 1 < abs(analysis.value) < 1000
        assert sum(term.share for term in analysis.terms) == analysis.value
        assert [variation.decided for variation in analysis.variations] == [False, False]
        assert analysis.variations[0].value == analysis.value >= analysis.variations[1].value
        assert analysis.best.decided is False
        assert analysis.best.known is True


def test_every_action_is_told_with_what_is_known_about_it():
    """In exact mode an action is worth its value, or at most the bound."""
    for seed in range(6):
        game, opinion = descent(seed)
        state = somewhere(seed)
        analysis = told(seed, depth=4, exact=True)
        values = action_values(game, opinion, state, 4)
        assert [candidate.action for candidate in analysis.candidates] == game.legal(state)
        for candidate, value in zip(analysis.candidates, values, strict=True):
            if candidate.decided:
                value /= WIN
            assert candidate.bound in ("exact", "upper")
            if candidate.bound == "exact":
                assert candidate.value == pytest.approx(value)
            else:
                assert candidate.value >= value - 1e-3
                assert candidate.distance is None
        assert {candidate.action for candidate in analysis.candidates if candidate.bound == "exact"} >= {
            analysis.action
        }


def test_an_action_that_loses_is_told_as_lost():
    """Its value is a bound from above, but nothing is worse."""
    analysis = told(7, depth=19)
    others = [candidate for candidate in analysis.candidates if candidate.action != analysis.action]
    lost = [candidate for candidate in others if candidate.bound == "exact"]
    assert lost
    assert all((c.value, c.decided, c.known) == (-1.0, True, True) and c.distance > 0 for c in lost)
    won = told(4, depth=12)
    bounded = [candidate for candidate in won.candidates if candidate.bound == "upper"]
    assert bounded
    assert all(candidate.distance is None for candidate in bounded)


def test_what_was_not_searched_is_told_as_such():
    game, _ = descent(1)
    actions = game.legal(somewhere(1))
    for only, first in ((None, actions[0]), ([actions[2], actions[1]], actions[1])):
        analysis = told(1, limits=Limits(only=only), nodes=1)
        assert (analysis.action, analysis.line, analysis.depth) == (first, (first,), 0)
        assert (analysis.value, analysis.exact, analysis.nodes) == (0.0, False, 1)
        assert [candidate.action for candidate in analysis.candidates] == [
            a for a in actions if only is None or a in only
        ]
        assert all(candidate.bound == "stopped" and math.isnan(candidate.value) for candidate in analysis.candidates)
        assert [candidate.known for candidate in analysis.candidates] == [
            candidate.action != first for candidate in analysis.candidates
        ]
        assert [variation.known for variation in analysis.variations] == [False]


def test_an_action_left_out_has_no_candidate():
    game, _ = descent(1)
    actions = game.legal(somewhere(1))
    analysis = told(1, limits=Limits(only=actions[1:3], lines=5), depth=3)
    assert [candidate.action for candidate in analysis.candidates] == actions[1:3]
    assert len(analysis.variations) == 2
    half = told(1, nodes=12, depth=3)
    assert half.nodes <= 12
    assert any(candidate.bound == "stopped" and candidate.known for candidate in half.candidates)


def test_limits_of_the_search_and_of_the_call_hold_together():
    assert told(1, depth=3, limits=Limits(depth=5)).depth == told(1, depth=5, limits=Limits(depth=3)).depth == 3
    assert told(1, limits=Limits(depth=2)).depth == 2
    for options, limits in (({"nodes": 90}, Limits(nodes=400)), ({"nodes": 400}, Limits(nodes=90))):
        assert 45 < told(1, **options, limits=limits).nodes <= 90
    assert len(told(1, depth=2, lines=2, limits=Limits(lines=3)).variations) == 3
    assert len(told(1, depth=2, lines=99).variations) == len(descent(1)[0].legal(somewhere(1)))
    assert told(4, depth=30).depth == 21
    assert told(4, depth=22, limits=Limits(endless=True)).depth == 22
    assert told(4, depth=22, limits=Limits(distance=8)).depth == 3


def test_the_middle_of_a_game_is_added_to_what_is_decided():
    """The same game for 1, ½ and 0."""
    game, opinion = descent(4)

    def paid(state, player):
        return 0.5 + 0.5 * game.utility(state, player)

    halves = replace(game, utility=paid, total=1.0, best_utility=1.0)
    for evaluate, seed, value in ((opinion, 4, 1.0), (replace(opinion, win=2 * WIN), 4, 1.0)):
        analysis = PVS(compiled=False, evaluate=evaluate, depth=12).open(halves).analyse(somewhere(seed))
        assert (analysis.value, analysis.exact) == (value, True)
    even = PVS(compiled=False, evaluate="none", depth=2).open(halves).analyse(somewhere(4))
    assert (even.value, even.exact, even.in_utilities, even.best.known) == (0.5, False, True, False)


def test_without_an_evaluation_only_what_is_decided_is_known():
    analysis = told(4, depth=2, evaluate="none")
    assert (analysis.value, analysis.best.known, analysis.terms, analysis.units) == (0.0, False, (), "")
    assert told(4, depth=12, evaluate="none").best.known is True
    _, opinion = descent(6)
    named = told(6, depth=2, evaluate=replace(opinion, units="steps"))
    assert (named.units, named.best.known) == ("steps", True)
    share = Opinion(lambda state, player: opinion.function(state, player) / WIN)
    assert told(6, depth=2, evaluate=share).in_utilities is True


def test_it_tells_the_parts_and_the_counts():
    analysis = told(6, depth=5)
    assert analysis.parts == (
        "table",
        "scout",
        "aspiration",
        "learning",
        "null move",
        "reductions",
        "futility",
        "razoring",
        "quiescence",
        "check extensions",
        "singular extensions",
        "repetition",
    )
    assert told(6, depth=2, table=0, scout=False).parts[0] == "aspiration"
    assert (analysis.compiled, analysis.reason, analysis.full) == (False, "asked to interpret", None)
    assert analysis.depth == 5 <= analysis.selective
    assert 0 < analysis.leaves < analysis.nodes


def test_a_game_without_a_best_utility_has_no_distances():
    game = zermelo.load("random-tree:depth=5")
    assert game.reach is None
    analysis = PVS(compiled=False).open(game).analyse()
    assert (analysis.value, analysis.exact, analysis.distance) == (minimax(game, game.initial()), True, None)


class Heap(NamedTuple):
    stones: int
    player: int


def test_a_line_of_actions_that_are_no_integers():
    """Interpreted the kernel has the actions themselves, compiled their places in the list."""

    def actions(state):
        return [("take", n) for n in range(1, min(3, state.stones) + 1)]

    game = Game(
        lambda: Heap(7, 0),
        lambda state: state.player,
        actions,
        lambda state, action: Heap(state.stones - action[1], 1 - state.player),
        lambda state: state.stones == 0,
        lambda state, player: -1.0 if state.player == player else 1.0,
        max_actions=3,
        best_utility=1.0,
    )
    session = PVS(compiled=False, evaluate="none").open(game)
    analysis = session.analyse()
    assert (analysis.value, analysis.action, analysis.distance) == (1.0, ("take", 3), 3)
    state = game.initial()
    for action in analysis.line:
        assert action in game.legal(state)
        state = game.result(state, action)
    assert state.stones == 0
    within = session.deepening
    within.kernel = replace(within.kernel, compiled=True)
    within.has_actions = has_actions(game, within.kernel)
    reporter = Reporter(within, None, asked(game, game.initial()), tuple(actions(game.initial())), PvsLimits())
    taken = (("take", 3), ("take", 1), ("take", 2), ("take", 1))
    assert reporter._line(FoundLine(1.0, (2, 0, 1, 0), 2)) == taken


def test_each_depth_is_watched():
    seen = []
    game, opinion = descent(6)
    session = PVS(compiled=False, evaluate=opinion, depth=4).open(game)
    last = session.analyse(somewhere(6), watch=seen.append)
    assert [analysis.depth for analysis in seen] == [1, 2, 3, 4]
    assert seen[-1].value == last.value


def test_a_session_keeps_its_table_unless_it_is_told_not_to():
    game, opinion = descent(6)
    for keep in (True, False):
        session = PVS(compiled=False, evaluate=opinion, depth=6, keep=keep).open(game)
        first, second = (session.analyse(somewhere(6)).nodes for _ in range(2))
        assert (second < first) is keep
    session.new_game()
    assert session.analyse(somewhere(6)).nodes == first
    small = PVS(compiled=False, evaluate=opinion, table=1).open(game, megabytes=0)
    assert small.is_parallel is False
    assert small.deepening.mask == 0
    assert PVS(compiled=False, evaluate=opinion, table=1).open(game, megabytes=7).deepening.megabytes == 1


def test_games_that_it_cannot_search_are_refused():
    for spec, word in (("pig", "chance"), ("castles", "two players")):
        assert word in PVS().refusal(zermelo.load(spec))
    assert PVS().refusal(descent(1)[0]) is None
