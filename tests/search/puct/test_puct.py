"""PUCT: a network leads the search; batches and trees in step change who is asked when, never what is counted."""

from __future__ import annotations

import json
import math
import os
import pickle
import subprocess
import sys
import textwrap
from dataclasses import replace
from functools import cache
from typing import NamedTuple

import naive
import numpy as np
import pytest
from conftest import random_position

import zermelo
from zermelo.bits import blended, mix
from zermelo.evaluate.network import from_evaluator, uniform
from zermelo.search.puct.search import PUCT, search_many
from zermelo.search.puct.tree import OPEN, find

TIC_TAC_TOE, SMALL_FOUR = "tic-tac-toe", "connect-four:columns=4,rows=4"


def visits(analysis):
    return [candidate.visits for candidate in analysis.candidates]


def arbitrary(game):
    """A network of nonsense that is the same for the same state; its sums are exact whatever their order."""

    def network(states):
        priors, values = [], []
        for state in states:
            word = blended(state)
            priors.append([1 + (mix(word + i) >> 7) % 16 for i in range(len(game.legal(state)))])
            value = [((mix(word + 100 + p) >> 9) % 257 - 128) / 128 for p in range(game.players)]
            values.append(value[0] if game.players == 2 and game.zero_sum else value)
        return priors, values

    return network


class Counting:
    """A network that notes how many states it was asked about at a time."""

    def __init__(self, network):
        self.network, self.batches = network, []

    def __call__(self, states):
        self.batches.append(len(states))
        return self.network(states)


# --- the slow, obvious twin -----------------------------------------------------------------------------------------


class Node:
    """One state of the twin's tree; `total` is for the player who moved there, `own` for the one to move."""

    def __init__(self, state, prior, parent=None):
        self.state, self.prior, self.parent = state, prior, parent
        self.children, self.visits, self.total, self.own = [], 0, 0.0, 0.0


def twin(game, state, network, sims, c=1.25, growth=19652.0, reluctance=0.2):
    """AlphaZero's search for two players, one leaf at a time: the visits of each action."""
    root = Node(state, 1.0)
    for simulation in range(sims + 1):  # the first only looks at the root
        node = root
        while node.children:
            rate = (c + math.log((1.0 + node.visits + growth) / growth)) * math.sqrt(node.visits)
            untried = node.own / node.visits - reluctance

            def bound(child, rate=rate, untried=untried):
                mean = child.total / child.visits if child.visits else untried
                return mean + rate * child.prior / (1.0 + child.visits)

            node = max(node.children, key=bound)
        if game.is_terminal(node.state):
            value_of_first = game.utility(node.state, 0)
        else:
            (priors,), (value,) = network([node.state])
            for action, prior in zip(game.legal(node.state), priors, strict=True):
                node.children.append(Node(game.result(node.state, action), prior / sum(priors), node))
            value_of_first = naive.for_mover(game, node.state, value)
        while node:
            node.visits += 1
            if not game.is_terminal(node.state):
                node.own += naive.for_mover(game, node.state, value_of_first)
            if node.parent:
                node.total += naive.for_mover(game, node.parent.state, value_of_first)
            node = node.parent
        assert root.visits == simulation + 1
    return [child.visits for child in root.children]


@pytest.mark.parametrize("spec", [TIC_TAC_TOE, SMALL_FOUR])
@pytest.mark.parametrize("compiled", [True, False])
def test_the_twin_agrees_visit_for_visit(spec, compiled):
    game = zermelo.load(spec)
    network = arbitrary(game)
    player = PUCT(network, sims=150, batch=1, keep=False, compiled=compiled)
    for seed in range(12):
        state = random_position(game, seed, most=8)
        assert visits(player.analyse(game, state)) == twin(game, state, network, 150)


def test_the_twin_agrees_with_other_knobs():
    game = zermelo.load(SMALL_FOUR)
    network = arbitrary(game)
    player = PUCT(network, 200, batch=1, exploration=2.5, growth=50.0, reluctance=0.0, keep=False)
    for seed in range(4):
        state = random_position(game, seed, most=8)
        assert visits(player.analyse(game, state)) == twin(game, state, network, 200, 2.5, 50.0, 0.0)


# --- one source, any batch ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("spec", [TIC_TAC_TOE, SMALL_FOUR, "pig:goal=20", "castles", "coin-flip", "othello:size=4"])
@pytest.mark.parametrize("batch", [1, 8])
def test_compiled_and_interpreted_grow_the_same_tree(spec, batch):
    game = zermelo.load(spec)
    network = (
        from_evaluator(game, evaluate=lambda state, player: 0.1 * (1 - 2 * player)) if batch == 1 else uniform(game)
    )
    fast, slow = (
        PUCT(network, sims=300, batch=batch, seed=7, compiled=compiled, keep=False).analyse(game)
        for compiled in (True, False)
    )
    assert fast.compiled
    assert not slow.compiled
    assert fast.candidates == slow.candidates
    assert (fast.action, fast.value, fast.line, fast.nodes) == (slow.action, slow.value, slow.line, slow.nodes)


@pytest.mark.parametrize("spec", [TIC_TAC_TOE, "castles", "pig:goal=20", "othello:size=6"])
@pytest.mark.parametrize("batch", [1, 5, 64])
def test_visits_add_up(spec, batch):
    game = zermelo.load(spec)
    analysis = PUCT(uniform(game), sims=333, batch=batch, seed=1).analyse(game)
    assert sum(visits(analysis)) == 333 == analysis.simulations
    best = max(analysis.candidates, key=lambda c: (c.visits, c.value))
    assert (analysis.action, analysis.value, analysis.line) == (best.action, best.value, best.line)
    assert sum(c.prior for c in analysis.candidates) == pytest.approx(1)
    assert all(line[0] == c.action for c in analysis.candidates for line in [c.line])
    state = game.initial()
    for action in analysis.line:
        assert action in game.legal(state)
        state = game.result(state, action)


@pytest.mark.parametrize("spec", [SMALL_FOUR, "pig:goal=20"])
def test_many_games_give_what_each_gives_alone(spec):
    game = zermelo.load(spec)
    network = arbitrary(game)
    states = [random_position(game, seed, most=8) for seed in range(8)]
    player = PUCT(network, sims=200, batch=4, seed=3, noise=0.25, temperature=1.0, keep=False)
    together = search_many(game, states, player)
    for state, found in zip(states, together, strict=True):
        alone = player.analyse(game, state)
        assert found.state == state
        assert (found.candidates, found.action, found.nodes) == (alone.candidates, alone.action, alone.nodes)


def test_batches_are_full_and_never_more_than_that():
    game = zermelo.load("connect-four")
    states = [random_position(game, seed, most=4) for seed in range(8)]
    network = Counting(uniform(game))
    search_many(game, states, PUCT(network, sims=320, batch=8, keep=False))
    assert network.batches[0] == 8  # the roots
    assert max(network.batches) == 64
    assert np.mean(network.batches[1:-1]) > 60
    assert sum(network.batches) <= 8 * 321
    alone = Counting(uniform(game))
    PUCT(alone, sims=320, batch=8, keep=False).analyse(game)
    assert max(alone.batches) == 8
    assert len(alone.batches) < 48


def test_the_ends_of_games_are_not_asked_about():
    game = zermelo.load("nim:stones=3")

    def network(states):
        assert not any(game.is_terminal(state) for state in states)
        return uniform(game)(states)

    counting = Counting(network)
    analysis = PUCT(counting, sims=5000, batch=16).analyse(game)
    assert sum(counting.batches) <= 5  # as many states as the tree has that are not over
    assert analysis.action == 3
    assert analysis.candidates[2].value == 1.0


def piles():
    """Take one from the left or the right pile; the state holds an array, and actions are tuples."""

    def actions(state):
        for pile in range(2):
            if state.stones[pile] > 0:
                yield (pile, 1)

    def result(state, action):
        stones = state.stones.copy()
        stones[action[0]] -= action[1]
        return PilesState(stones, 1 - state.player)

    return zermelo.Game(
        initial=lambda: PilesState(np.array([2, 3]), 0),
        to_move=lambda state: state.player,
        actions=actions,
        result=result,
        is_terminal=lambda state: state.stones.sum() == 0,
        utility=lambda state, player: -1.0 if state.player == player else 1.0,
        max_actions=2,
        max_plies=5,
    )


class PilesState(NamedTuple):
    stones: np.ndarray
    player: int


def test_tuple_actions_and_array_states():
    game = piles()
    fast, slow = (PUCT(uniform(game), sims=300, compiled=compiled).analyse(game) for compiled in (True, False))
    assert fast.candidates == slow.candidates
    assert fast.action in [(0, 1), (1, 1)]
    assert len(fast.line) == 5
    assert fast.value > 0.9
    again = PUCT(uniform(game), sims=20)
    again.analyse(game)
    assert sum(visits(again.analyse(game, game.result(game.initial(), (0, 1))))) > 20


# --- the network leads ----------------------------------------------------------------------------------------------


def truth_of(game):
    """worth(state): the true value for the player to move, of two who take turns."""

    @cache
    def worth(state):
        if game.is_terminal(state):
            return game.utility(state, game.to_move(state))
        return max(-worth(game.result(state, action)) for action in game.actions(state))

    return worth


@pytest.mark.parametrize("batch", [1, 4])
def test_a_network_that_knows_the_truth_plays_perfectly(batch):
    game = zermelo.load(TIC_TAC_TOE)
    worth = truth_of(game)

    def network(states):
        return [[1.0] * len(game.legal(state)) for state in states], [worth(state) for state in states]

    player = PUCT(network, sims=40, batch=batch, keep=False, compiled=False)
    for seed in range(20):
        state = random_position(game, seed, most=8)
        action = player(game, state)
        assert -worth(game.result(state, action)) == worth(state), game.state_text(state)


def test_priors_draw_the_visits():
    game = zermelo.load("connect-four")

    def network(states):
        return [[1.0 if action == 6 else 0.001 for action in game.legal(s)] for s in states], [0.0] * len(states)

    analysis = PUCT(network, sims=200, batch=4).analyse(game)
    assert analysis.action == 6
    assert max(visits(analysis)) > 180
    assert max(c.prior for c in analysis.candidates) == pytest.approx(1 / 1.006)


def test_it_takes_wins_and_stops_threats():
    game = zermelo.load(TIC_TAC_TOE)
    for board, move in (("xx./oo./...", "c3"), ("xx./o../o..", "c3"), ("oo./xx./x..", "c3")):
        state = game.read_state(board)
        assert game.action_text(state, PUCT(uniform(game), sims=400, seed=1)(game, state)) == move


def test_without_a_network_the_game_s_evaluation_leads():
    for spec in ("connect-four", "nim:stones=10"):  # Nim has none: playouts do
        game = zermelo.load(spec)
        result = zermelo.match(game, [PUCT(sims=100), zermelo.Random()], games=10, seed=1)
        assert result.score > 0.75


def test_three_players_each_want_their_own():
    game = zermelo.load("castles")
    for position, value in (("1,1,0,0", 2.0), ("1,1,0,1", 2.0), ("1,1,1,0", -1.0), ("1,1,1,2", -1.0)):
        analysis = PUCT(uniform(game), sims=400, keep=False, compiled=False).analyse(game, game.read_state(position))
        assert analysis.value == pytest.approx(value, abs=0.05)


def test_value_comes_near_the_truth_with_chance_nodes():
    for turns in (1, 3):  # take the point, flip the coin
        game = zermelo.load(f"coin-flip:turns={turns},heads=3")
        truth = zermelo.Expectiminimax(compiled=False).analyse(game)
        found = PUCT(uniform(game), sims=3000, seed=2, compiled=False).analyse(game)
        assert found.value == pytest.approx(truth.value, abs=0.08)
        assert found.action == truth.action


def test_utilities_of_any_size_are_explored_alike():
    """Othello pays discs: the same network in discs and in wins leads to the same visits."""
    game = zermelo.load("othello:size=4")

    def won(state, player):
        difference = game.utility(state, player)
        return math.copysign(1.0, difference) if difference else 0.0

    small = replace(game, utility=won, best_utility=1.0)
    large = replace(game, utility=lambda state, player: 16.0 * won(state, player), best_utility=16.0)
    network = arbitrary(game)

    def in_discs(states):
        priors, values = network(states)
        return priors, [16.0 * value for value in values]

    one = PUCT(network, sims=300, keep=False, compiled=False).analyse(small)
    other = PUCT(in_discs, sims=300, keep=False, compiled=False).analyse(large)
    assert visits(one) == visits(other)


# --- self-play ------------------------------------------------------------------------------------------------------


def test_noise_and_temperature_are_seeded():
    game = zermelo.load("connect-four")
    plain = PUCT(uniform(game), sims=60, keep=False)
    noisy = replace(plain, noise=0.5, seed=1)
    assert visits(noisy.analyse(game)) == visits(noisy.analyse(game))
    assert visits(noisy.analyse(game)) != visits(plain.analyse(game))
    assert visits(noisy.analyse(game)) != visits(replace(noisy, seed=2).analyse(game))
    assert {c.prior for c in noisy.analyse(game).candidates} == {1 / 7}
    warm = replace(plain, temperature=1.0)
    chosen = [found.action for found in search_many(game, [game.initial()] * 40, warm, seeds=range(40))]
    assert len(set(chosen)) > 3
    assert chosen == [found.action for found in search_many(game, [game.initial()] * 40, warm, seeds=range(40))]


def test_self_play_ends_with_the_games():
    """The loop that a trainer would write."""
    game = zermelo.load(SMALL_FOUR)
    player = PUCT(uniform(game), sims=25, batch=4, noise=0.25, temperature=1.0, seed=5)
    states, examples = [game.initial()] * 6, []
    for _ in range(16):
        states = [state for state in states if not game.is_terminal(state)]
        if not states:
            break
        found = search_many(game, states, player, seeds=range(len(states)))
        examples += [(a.state, [c.visits for c in a.candidates]) for a in found]
        states = [game.result(a.state, a.action) for a in found]
    assert all(game.is_terminal(state) for state in states)
    assert len(examples) > 6 * 6


def test_the_tree_is_kept_for_the_next_move():
    game = zermelo.load("connect-four")
    network = Counting(uniform(game))
    for compiled in (True, False):
        player = PUCT(network, sims=300, batch=4, seed=4, compiled=compiled)
        first = player.analyse(game)
        state = game.result(game.initial(), first.action)
        below = game.result(state, max(game.legal(state), key=lambda action: action == first.line[1]))
        second = player.analyse(game, below)
        assert sum(visits(second)) > 300 == second.simulations
        again = player.analyse(game, below)
        assert sum(visits(again)) == sum(visits(second)) + 300
        assert sum(visits(player.analyse(game))) == 300  # not below the kept root
        assert sum(visits(replace(player, keep=False).analyse(game, below))) == 300


def test_a_kept_tree_has_the_network_s_priors():
    """Noise is for the root, and for one search."""
    game = zermelo.load("connect-four")
    player = PUCT(uniform(game), sims=60, noise=0.5, seed=1)
    for _ in range(2):
        assert {c.prior for c in player.analyse(game).candidates} == {1 / 7}


def test_a_node_without_children_is_no_tree_to_go_on_with():
    """Where a kept tree did not fit, its nodes lost their children, but not their visits."""
    game = zermelo.load("connect-four")
    player = PUCT(uniform(game), sims=60)
    state = game.result(game.initial(), player.analyse(game).action)
    kept = player._memory["last"][0]
    node = find(kept, game, state)
    assert kept.tree.visits[node] > 0
    kept.tree.mark[node] = OPEN
    assert find(kept, game, state) is None


# --- budgets, bad input ---------------------------------------------------------------------------------------------


def test_budgets():
    game = zermelo.load("connect-four")
    analysis = PUCT(uniform(game), time=0.2, keep=False).analyse(game)
    assert 0.1 < analysis.seconds < 1.0
    assert analysis.simulations > 100
    small = PUCT(uniform(game), nodes=500, keep=False).analyse(game)
    assert small.nodes <= 500
    assert small.reason == "the tree is full"
    assert sum(visits(small)) == small.simulations
    assert PUCT(uniform(game), time=1e-9, keep=False).analyse(game).action in range(7)
    assert PUCT(uniform(game), sims=1, batch=16, keep=False).analyse(game).simulations == 1
    tiny = PUCT(uniform(game), sims=5000, megabytes=1, keep=False).analyse(game)
    assert tiny.nodes * 54 <= 1_000_000


@pytest.mark.parametrize(
    ("answer", "line"),
    [
        (lambda n: ([[1.0] * 9] * n, [0.0] * n), "gave 9 priors at .* which has 7 legal actions"),
        (lambda n: ([[math.nan] * 7] * n, [0.0] * n), "the prior nan at"),
        (lambda n: ([[1.0] * 6 + [-0.5]] * n, [0.0] * n), "the prior -0.5 at .* at least 0"),
        (lambda n: ([[1.0] * 7] * n, [1.5] * n), "the value 1.5 at .* utilities of connect-four are -1 to 1"),
        (lambda n: ([[1.0] * 7] * n, [math.nan] * n), "the value nan at"),
        (lambda n: ([[1.0] * 7] * n, [(0.0, 0.0)] * n), "gave 2 values at .* one number, for the player to move"),
        (lambda n: ([[1.0] * 7] * n, [0.0] * (n + 1)), "asked about 1 states and gave priors for 1 and values for 2"),
        (lambda n: [0.0] * 7, r"returns \(priors, values\), not list"),
        (lambda n: None, r"returns \(priors, values\), not NoneType"),
        (lambda n: ([["a"] * 7] * n, [0.0] * n), "are no numbers"),
    ],
)
def test_a_bad_network_is_told_in_one_line(answer, line):
    game = zermelo.load("connect-four")
    with pytest.raises(zermelo.ZermeloError, match=line) as error:
        PUCT(lambda states: answer(len(states)), sims=10).analyse(game)
    assert "\n" not in str(error.value)


def test_a_tuple_a_player_is_wanted_where_there_are_three():
    game = zermelo.load("castles")
    with pytest.raises(zermelo.ZermeloError, match="a tuple of 3, one a player"):
        PUCT(lambda states: ([[1.0, 1.0]] * len(states), [0.0] * len(states)), sims=10).analyse(game)


def test_where_all_priors_are_0_every_action_is_alike():
    game = zermelo.load("connect-four")
    nothing = PUCT(lambda states: ([[0.0] * len(game.legal(s)) for s in states], [0.0] * len(states)), sims=50)
    assert nothing.analyse(game).candidates == PUCT(uniform(game), sims=50).analyse(game).candidates


def test_what_cannot_be_searched_is_refused():
    game = zermelo.load("nim")
    hidden = replace(game, view=lambda state, player: state.player)
    with pytest.raises(zermelo.ZermeloError, match="puct needs perfect information"):
        PUCT(uniform(game)).analyse(hidden)
    with pytest.raises(zermelo.ZermeloError, match="the game is over"):
        PUCT(uniform(game)).analyse(game, game.read_state("0,0"))
    with pytest.raises(zermelo.ZermeloError, match="max_actions"):
        PUCT(uniform(game), compiled=True).analyse(replace(game, max_actions=2))


@pytest.mark.parametrize(
    "options",
    [{"sims": 0}, {"batch": 0}, {"batch": True}, {"time": -1}, {"noise": 1.5}, {"temperature": -1}, {"network": "me"}],
)
def test_bad_options_are_refused(options):
    with pytest.raises(zermelo.ZermeloError, match="must be"):
        PUCT(**options)


def test_a_player_travels_without_its_tree():
    game = zermelo.load("nim:stones=5")
    player = PUCT(sims=20, seed=1)
    player.analyse(game)
    copy = pickle.loads(pickle.dumps(player))
    assert copy == player
    assert not copy._memory


KERNEL = """
import json, zermelo
from zermelo.evaluate.network import from_rollouts, uniform
from zermelo.search.puct.search import PUCT
game = zermelo.load({file!r})
reports = []
for network in (uniform(game), from_rollouts(game, seed=1)):
    report = PUCT(network, sims=200, seed=1, compiled=True).analyse(game).to_json()
    del report["seconds"]
    reports.append(report)
print(json.dumps(reports))
"""
FILE = """
from typing import NamedTuple
from zermelo import Game

class HeapState(NamedTuple):
    stones: int
    player: int

def heap() -> Game:
    def actions(state):
        for n in range(1, min(2, state.stones) + 1):
            yield n
    return Game(
        lambda: HeapState(4, 0),
        lambda state: state.player,
        actions,
        lambda state, n: HeapState(state.stones - n, 1 - state.player),
        lambda state: state.stones == 0,
        lambda state, player: -1.0 if state.player == player else 1.0,
    )
"""


def test_the_kernel_comes_back_from_the_disk_in_a_second_process(tmp_path):
    """It returns states of a class that is another object in every process: one of a user's file."""
    file = tmp_path / "heap.py"
    file.write_text(FILE)
    cache = tmp_path / "cache"

    def python():
        done = subprocess.run(
            [sys.executable, "-c", textwrap.dedent(KERNEL.format(file=str(file)))],
            capture_output=True,
            text=True,
            env={**os.environ, "ZERMELO_CACHE": str(cache)},
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done

    first = python()
    assert first.stderr.count("first run only") == 2
    files = {path: path.stat().st_mtime_ns for path in cache.iterdir()}
    second = python()
    assert "first run only" not in second.stderr
    assert json.loads(second.stdout) == json.loads(first.stdout)
    assert {path: path.stat().st_mtime_ns for path in cache.iterdir()} == files
