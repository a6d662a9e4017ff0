"""Iterative deepening, interpreted: its limits, its lines, and when it stops."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest
from naive import Selective, minimax
from search.pvs.descent import WIN, descent, somewhere
from search.pvs.test_kernel import UNSOUND

from zermelo.compile.kernel.memory import CUTOFFS, LEAVES, LIMIT, NODES
from zermelo.game import MAX
from zermelo.search.depth_first.layout import AGE
from zermelo.search.depth_first.table import AGES
from zermelo.search.pvs.deepening import Deepening, PvsLimits
from zermelo.search.pvs.layout import ROOT_DEPTH
from zermelo.search.pvs.search import PVS
from zermelo.search.time.budget import UNLIMITED, is_stopped
from zermelo.search.time.deadline import Deadline

SOUND = dict.fromkeys(UNSOUND, False)


def deepening(seed, **options):
    game, opinion = descent(seed)
    return PVS(**{"compiled": False, "evaluate": opinion, "table": 1, **options}).open(game).deepening


def searched(within, state, past=(), deadline=None, **limits):
    """What a search finds, and the results that it reports on the way."""
    told = []
    return within.search(state, past, PvsLimits(**limits), deadline or Deadline(), told.append), told


def action_values(game, opinion, state, depth):
    """What minimax says of each action, for the player to move."""
    sign = 1 if state.player == MAX else -1
    after = (game.result(state, action) for action in game.legal(state))
    return [WIN * sign * minimax(game, s, depth - 1, lambda *asked: opinion.function(*asked) / WIN) for s in after]


def test_every_depth_is_reported_once_it_is_complete():
    found, told = searched(deepening(1), somewhere(1), depth=6)
    assert [result.depth for result in told] == [1, 2, 3, 4, 5, 6]
    assert all(result.complete and not result.certain for result in told)
    assert found is told[-1]


@pytest.mark.parametrize("seed", range(6))
def test_several_lines_are_the_best_actions_in_order(seed):
    game, opinion = descent(seed)
    state, within = somewhere(seed), deepening(seed, exact=True)
    values = action_values(game, opinion, state, 4)
    for lines in (2, 3, len(values)):
        found, _ = searched(within, state, depth=4, lines=lines)
        assert [line.value for line in found.lines] == pytest.approx(sorted(values, reverse=True)[:lines])
        assert [values[line.index] for line in found.lines] == pytest.approx([line.value for line in found.lines])
        assert len({line.index for line in found.lines}) == lines
        assert [game.legal(state)[line.index] for line in found.lines] == [line.moves[0] for line in found.lines]
    found, _ = searched(within, state, depth=4, lines=len(values) + 3)
    assert len(found.lines) == len(values)
    found, _ = searched(within, state, depth=4)
    assert [line.value for line in found.lines] == pytest.approx([max(values)]), "the others are searched again"


def test_what_is_searched_for_several_lines_is_pinned():
    """As in test_kernel.py."""
    for seed, nodes in ((4, 2070), (6, 1075), (8, 1042), (10, 1700)):
        within = deepening(seed)
        searched(within, somewhere(seed), depth=6, lines=3)
        assert within.nodes == nodes


@pytest.mark.parametrize("seed", range(6))
def test_only_the_actions_asked_for_are_searched(seed):
    game, opinion = descent(seed)
    state, within = somewhere(seed), deepening(seed, exact=True)
    values = action_values(game, opinion, state, 4)
    for only in ({0}, {1, 2}, set(range(len(values)))):
        found, _ = searched(within, state, depth=4, only=frozenset(only))
        best = found.lines[0]
        assert best.index in only
        assert best.value == pytest.approx(max(values[index] for index in only)) == pytest.approx(values[best.index])
        found, _ = searched(within, state, depth=4, only=frozenset(only), lines=2)
        assert [line.value for line in found.lines] == pytest.approx(
            sorted((values[index] for index in only), reverse=True)[:2]
        )


@pytest.mark.parametrize("lines", [1, 3])
@pytest.mark.parametrize("nodes", [1, 2, 7, 30, 100, 500])
def test_a_limit_of_nodes_keeps_what_was_found_before(nodes, lines):
    within = deepening(4)
    found, told = searched(within, somewhere(4), nodes=nodes, lines=lines, depth=20)
    assert within.nodes <= nodes + 1
    assert is_stopped(within.memories[0])
    assert [result.depth for result in told] == list(range(1, len(told) + 1))
    if found is not None:
        assert not found.complete
        assert found.depth == max(1, len(told))
        assert all(better.value >= worse.value for better, worse in pairwise(found.lines))
        assert len(found.lines) <= lines
        assert len(found.lines) >= (len(told[-1].lines) if told else 1)
        assert len({line.index for line in found.lines}) == len(found.lines)
    else:
        assert nodes <= 7
    searched(within, somewhere(4), depth=2)
    assert within.memories[0][LIMIT] == UNLIMITED


@pytest.mark.parametrize("quiescence", [True, False])
def test_whatever_the_limit_of_nodes_what_is_complete_is_right(quiescence):
    """Also if the limit is reached with the last node of a depth."""
    for seed in (1, 3, 5, 6, 8, 10, 12):
        within, counts, whole = deepening(seed, quiescence=quiescence, table=0), [], []
        for depth in range(1, 5):
            within.forget()
            _, whole = searched(within, somewhere(seed), depth=depth, stops_when_decided=False)
            counts.append(within.nodes)
        for nodes in sorted({*range(1, 30), *counts, *(count - 1 for count in counts)}):
            within.forget()
            found, told = searched(within, somewhere(seed), nodes=nodes, depth=4, stops_when_decided=False)
            assert [(result.depth, result.lines) for result in told] == [
                (result.depth, result.lines) for result in whole[: len(told)]
            ]
            assert len(told) == sum(count <= nodes for count in counts)
            assert found is None or found.complete == (found in told)


def test_it_stops_at_a_win_that_is_near_enough():
    """Seed 4 is won in eight plies."""
    found, told = searched(deepening(4), somewhere(4), depth=20, distance=8)
    values = [result.lines[0].value for result in told]
    scale = deepening(4).plan.scale
    assert scale.distance(values[-1]) == 8
    assert all(scale.distance(value) is None for value in values[:-1])
    near, _ = searched(deepening(4), somewhere(4), depth=12, distance=7)
    assert near.depth == 12 > found.depth
    lost, _ = searched(deepening(7), somewhere(7), depth=12, distance=50)
    assert lost.lines[0].value < 0
    assert lost.depth == 12, "only for wins"


def test_a_decided_value_ends_the_search_once_it_cannot_change():
    for seed, distance in ((4, 8), (7, 7)):  # won, and lost
        state, depth = somewhere(seed), 2 * distance + 5  # parts that leave actions out may miss a quicker win
        found, _ = searched(deepening(seed), state, depth=40)
        assert deepening(seed).plan.scale.distance(found.lines[0].value) == distance
        assert found.depth == depth
        assert searched(deepening(seed, **SOUND), state, depth=40)[0].depth == distance
        assert searched(deepening(seed), state, depth=depth + 1, stops_when_decided=False)[0].depth == depth + 1
        assert searched(deepening(seed), state, depth=depth + 1, lines=2)[0].depth == depth + 1


class Patient(Deadline):
    """A deadline that is never over, and remembers how patient the search was."""

    def is_soft_over(self, patience=1.0):
        self.asked = [*getattr(self, "asked", []), patience]
        return False


@pytest.mark.parametrize("seed", [1, 3, 5, 6])
def test_it_is_patient_after_bad_news_and_less_so_if_nothing_changes(seed):
    within, deadline = deepening(seed), Patient(soft=1e9)
    _, told = searched(within, somewhere(seed), depth=12, deadline=deadline, stops_when_decided=False)
    expected, steady = [], 0
    for last, result in zip([None, *told], told, strict=False):
        if last is not None:
            steady = steady + 1 if last.lines[0].index == result.lines[0].index else 0
        fell = last is not None and result.lines[0].value < last.lines[0].value - 18  # three tenths of the margin
        expected.append((0.55 if steady >= 5 else 1.0) * (1.4 if fell else 1.0))
    assert deadline.asked == pytest.approx(expected)
    assert len(told) == 12


def test_a_soft_deadline_ends_it_after_a_depth():
    assert searched(deepening(1), somewhere(1), deadline=Deadline(soft=0.0), depth=9)[0].depth == 1
    unasked = Patient()
    searched(deepening(1), somewhere(1), deadline=unasked, depth=3)
    assert not hasattr(unasked, "asked")


def test_a_hard_deadline_ends_it_at_once():
    stopped = Deadline()
    stopped.stop()
    found, _ = searched(deepening(1), somewhere(1), deadline=stopped, depth=9)
    assert found is None or found.depth == 1


@pytest.mark.parametrize("seed", range(4))
def test_positions_before_the_root_count_for_repetition(seed):
    """Moves there and back again lead to the same position; what was on the way is the past."""
    game, opinion = descent(seed)
    within = deepening(seed, quiescence=False, check_extensions=False, **SOUND, learning=False)
    past = repeated(game, somewhere(seed))
    assert past is not None
    *past, state = past
    found, _ = searched(within, state, past, depth=3, stops_when_decided=False)
    twin = Selective(game, opinion, within.plan.scale, 3, False, False, True)
    assert found.lines[0].value == twin.value(state, past)


def repeated(game, start):
    """The states of a walk of quiet moves that ends a ply before it would come to a place for the third time."""
    walks = [[start]]
    for walk in walks:
        keys = [game.state_key(state) for state in walk]
        for action in game.legal(walk[-1]):
            after = game.result(walk[-1], action)
            if keys.count(game.state_key(after)) == 2 and after.quiet == len(walk):
                return walk
            if len(walk) < 8 and after.quiet == len(walk):
                walks.append([*walk, after])
    return None


def test_a_search_ages_the_table_and_a_new_game_empties_it():
    within = deepening(1)
    for number in range(1, AGES + 3):
        searched(within, somewhere(1), depth=1)
        assert within.age == number % AGES == within.memories[0][AGE]
    searched(within, somewhere(1), depth=7)
    assert within.full > 0
    words = len(within.table)
    within.forget()
    assert (within.full, len(within.table)) == (0, words)
    assert not any(within.table)


def test_the_value_of_an_action_is_kept_with_its_depth():
    within = deepening(1)
    found, _ = searched(within, somewhere(1), depth=5)
    assert within.root_value(found.lines[0].index) == (found.lines[0].value, 5)
    searched(within, somewhere(1), depth=4, only=frozenset({1}))
    assert within.root_value(1)[1] == 4
    assert within.root_value(0) == (0.0, 0)


def test_threads_search_the_same_position():
    """Interpreted they take turns, which is enough to see that all of them work and stop."""
    one = deepening(5, exact=True)
    both = Deepening(one.game, one.kernel, 1, one.plan, threads=2)
    found, _ = searched(both, somewhere(5), depth=6)
    alone, _ = searched(one, somewhere(5), depth=6)
    assert found.lines[0].value == alone.lines[0].value
    for memory in both.memories:
        assert memory[NODES] > 0
        assert memory[ROOT_DEPTH] > 0
    assert both.nodes == sum(memory[NODES] for memory in both.memories)
    assert both.leaves == sum(memory[LEAVES] for memory in both.memories)


def test_words_of_the_last_search_are_reset():
    within = deepening(1)
    searched(within, somewhere(1), depth=5)
    nodes = within.nodes
    memory, layout = within.memories[0], within.layout
    assert any(memory[layout.killers : layout.played])
    assert any(memory[layout.history : layout.counters])
    within.begin(None)
    within._prepare(memory, (), PvsLimits())
    assert not any(memory[layout.killers : layout.played])
    assert not any(memory[layout.history : layout.counters])
    assert not any(memory[layout.root : layout.end])
    assert [memory[word] for word in (NODES, LEAVES, CUTOFFS)] == [0, 0, 0]
    within.forget()
    searched(within, somewhere(1), depth=5)
    assert within.nodes == nodes


def test_what_was_learnt_fades_from_one_search_to_the_next():
    """In compiled code, where the next search begins with a quarter of it."""
    one = deepening(1)
    within = Deepening(one.game, replace(one.kernel, compiled=True), 1, one.plan, threads=1)
    memory, layout = within.memories[0], within.layout
    memory.array[layout.played : layout.path] = 80
    within.begin(None)
    assert set(memory.array[layout.history : layout.counters]) == {20}
    assert set(memory.array[layout.played : layout.history]) == set(memory.array[layout.counters : layout.path]) == {80}
