"""The games that alpha-beta plays against itself, beside a slow twin that plays them by the definition."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

import zermelo
from zermelo.bits import fraction, mix, signed, step
from zermelo.compile.kernel.rules import interpreted_rules
from zermelo.evaluate.sparse.board import places_of
from zermelo.learn.bootstrap import kernel as at
from zermelo.learn.bootstrap.games import HARD, HELD_OUT, Crew, Thresholds
from zermelo.learn.bootstrap.players import Players
from zermelo.learn.course import noise_of
from zermelo.search.pvs.inside import deepener
from zermelo.search.pvs.report import planned

SMALL = replace(zermelo.load("tic-tac-toe"), compiles=False)
COMPILED = zermelo.load("breakthrough:rows=4,columns=3")


class Twin:
    """One task, played with the game's own functions; only the search is the kernel's, run as plain Python."""

    def __init__(self, players, sharing, nodes, opening, thresholds, seed, task):
        self.game, self.places, self.thresholds = players.game, players.places, thresholds
        self.nodes, self.opening = nodes, opening
        plan = planned(self.game, players.plain, False, {}, None)
        rules = interpreted_rules(self.game, players.plain.function, players.plain.win)
        self.edge, self.advice, self.has_quiescence = plan.scale.edge, plan.tactics, plan.parts.quiescence
        self.deepen, self.remember = deepener(rules, plan)
        buffers = players.buffers()(False)
        self.memory, self.table = buffers[2], buffers[3]
        self.noise, self.records, self.finished = noise_of(seed, task), [], 0
        for _ in range(sharing):
            self.play()

    def fraction(self):
        self.noise = step(self.noise)
        return fraction(mix(self.noise))

    def play(self):
        game, state, path, records, won, sure, level = self.game, self.game.initial(), [], [], 0, [], 0
        opening = self.opening + int(2 * self.fraction())
        limits, searched = self.limits(), False
        while len(path) < at.LONGEST:
            if game.is_terminal(state):
                utility = game.utility(state, 0) - game.middle
                won = (utility > 0) - (utility < 0)
                break
            key = signed(game.state_key(state))
            since = path[len(path) - game.reversible(state) :] if game.reversible else []
            if since.count(key) == 2:
                break
            path.append(key)
            actions = game.legal(state)
            if len(path) <= opening:
                state = game.result(state, actions[int(self.fraction() * len(actions))])
                continue
            searched = True
            self.remember(path[:-1], len(path) - 1, self.memory)
            value, move, certain = self.deepen(state, self.nodes, HARD * self.nodes, self.memory, self.table)
            proved = certain or abs(value) > self.edge
            if len(path) == opening + 1 and (proved or abs(value) > limits[at.LOPSIDED]):
                return
            sign = 1 if game.to_move(state) == 0 else -1
            forced = self.advice.forced and self.advice.forced(state)
            noisy = self.advice.rank and self.advice.rank(state, move)
            quiet = abs(value) < limits[at.CLEAR] and not forced and not noisy
            if quiet or (proved and not self.has_quiescence):
                kept = math.copysign(math.inf, value) if proved and value else value
                seats = (0, 1) if sign == 1 else (1, 0)
                records.append(
                    ([self.places.seen(state, seat) for seat in seats], kept, sign, self.places.bucket(state))
                )
            if proved:
                won = sign * ((value > 0) - (value < 0))
                break
            sure.append(sign * ((value > limits[at.DECIDED]) - (value < -limits[at.DECIDED])))
            level = level + 1 if len(path) > at.LEVEL_FROM and abs(value) < limits[at.LEVEL] else 0
            if len(sure) >= at.SURE and abs(sum(sure[-at.SURE :])) == at.SURE:
                won = sure[-1]
                break
            if level == at.LEVEL_FOR:
                break
            state = game.result(state, move)
        if not searched:
            return
        self.records += [
            (seen, value, 0.5 + 0.5 * won * sign, bucket, self.finished) for seen, value, sign, bucket in records
        ]
        self.finished += 1

    def limits(self):
        found = np.zeros(at.REAL.end)
        self.thresholds.write(found)
        return found.tolist()


def same(players, thresholds, seed=3, sharing=3, nodes=40, opening=1):
    """Asserts that a task has the games of its twin; returns what was played."""
    kernel = players.first()
    crew = Crew(1, players.buffers(), kernel.compiled, 2 * players.places.most)
    how = {at.GAMES: sharing, at.SOFT: nodes, at.HARD: HARD * nodes, at.OPENING: opening}
    start = kernel.state(players.game.initial())
    (played,) = crew.play(kernel, start, [7], seed, how, thresholds)
    crew.close()
    twin = Twin(players, sharing, nodes, opening, thresholds, seed, 7)
    assert played.games == twin.finished
    assert len(played.arrays["values"]) == len(twin.records)
    most, inputs = players.places.most, players.places.inputs
    for place, (seen, value, result, bucket, game) in enumerate(twin.records):
        rows = played.arrays["active"][place].reshape(2, most)
        assert [[n for n in row if n < inputs] for row in rows.tolist()] == seen
        assert played.arrays["values"][place] == np.float32(value)
        assert (played.arrays["results"][place], played.arrays["buckets"][place]) == (result, bucket)
        assert played.arrays["held"][place] == (fraction(mix(noise_of(seed, 7, game, 1))) * HELD_OUT < 1)
    return played


def test_games_are_those_of_the_twin():
    played = same(Players(SMALL, places_of(SMALL), 3, 0.01), Thresholds(None))
    assert played.games == 3


def test_values_beyond_the_thresholds_end_games():
    """The evaluation thinks that the first player has won, more surely with every ply."""
    players = Players(SMALL, places_of(SMALL), 8, 0.01)
    players.plain = zermelo.Opinion(lambda state, player: 3.0 if player == 0 else -3.0, win=1000.0)
    sure = same(players, Thresholds(0.3), sharing=8, nodes=10, opening=0)
    assert sure.games == 0  # every opening is lopsided
    wide = same(players, Thresholds(1.4), sharing=8, nodes=10, opening=0)
    assert wide.games == 8
    assert set(wide.arrays["results"].tolist()) <= {0.0, 0.5, 1.0}


def test_a_position_that_comes_up_for_the_third_time_is_drawn():
    """Two players shuffle to and fro on two squares each, for ever."""
    game = zermelo.Game(
        initial=lambda: (0, 0, 0),
        to_move=lambda state: state[2],
        actions=lambda state: iter((1,)),
        result=lambda state, _: (state[0] ^ 1, state[1], 1) if state[2] == 0 else (state[0], state[1] ^ 1, 0),
        is_terminal=lambda state: False,
        utility=lambda state, player: 0.0,
        reversible=lambda state: 1000,
        best_utility=1.0,
        name="shuffle",
        compiles=False,
    )
    seen = at.Seen(lambda state, seat, buffer: 0, lambda state: 0, 1, 1)
    players = Players.__new__(Players)
    players.__dict__.update(game=game, seen=seen, sharing=1, megabytes=0.01, is_mute=True)
    players.plain = zermelo.Opinion(lambda state, player: 0.1, win=1000.0)
    kernel = players._kernel(players.plain)
    crew = Crew(1, players.buffers(), False, 2)
    how = {at.GAMES: 1, at.SOFT: 5, at.HARD: 100, at.OPENING: 0}
    (played,) = crew.play(kernel, game.initial(), [0], 0, how, Thresholds(None))
    crew.close()
    assert (played.games, played.plies) == (1, 8)  # four plies bring the first position back
    assert set(played.arrays["results"].tolist()) == {0.5}


@pytest.mark.long
def test_compiled_games_are_those_of_the_twin():
    played = same(Players(COMPILED, places_of(COMPILED), 4, 0.01), Thresholds(None), sharing=4, nodes=25, opening=2)
    assert played.games == 3  # the result of the fourth is proved where it begins
    assert np.isinf(played.arrays["values"]).any()


@pytest.mark.long
def test_compiled_games_do_not_depend_on_threads_and_end_as_the_search_proved():
    players = Players(COMPILED, places_of(COMPILED), 4, 0.01)
    kernel, how = players.first(), {at.GAMES: 4, at.SOFT: 25, at.HARD: 500, at.OPENING: 2}
    found = []
    for threads in (1, 2):
        crew = Crew(threads, players.buffers(), kernel.compiled, 2 * players.places.most)
        start = kernel.state(COMPILED.initial())
        found.append(crew.play(kernel, start, range(4), 3, how, Thresholds(None)))
        crew.close()
    for one, other in zip(*found, strict=True):
        assert (one.games, one.plies) == (other.games, other.plies)
        assert all((one.arrays[name] == other.arrays[name]).all() for name in one.arrays)
    values, results = (np.concatenate([one.arrays[name] for one in found[0]]) for name in ("values", "results"))
    proved = np.isinf(values)
    assert proved.any()
    assert (results[proved] == (values[proved] > 0)).all()
    assert set(results.tolist()) == {0.0, 1.0}  # nobody draws
