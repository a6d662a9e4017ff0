"""What single games teach, computed by the definition from the record of the game."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from learn.games import fork, nim

from zermelo.evaluate.learned.perceptron import MEANS_KEPT, slopes_for
from zermelo.learn.course import Budget, begin, learn
from zermelo.learn.td import TD
from zermelo.learn.td import kernel as module
from zermelo.learn.td.kernel import MEANS, PLIES, WEIGHTS

DECAY = 0.7


class Record:
    """A game of self-play by a network with random weights, and what it has taught."""

    def __init__(self, game, seed):
        options = {"hidden": 3, "decay": DECAY, "exploration": 0.3, "opening": 1, "lanes": 1, "batch": 1}
        run = begin(game, TD(**options), seed)
        run.kept[WEIGHTS] = np.random.default_rng(seed).normal(0.0, 1.0, run.shape.weights)
        self.shape, self.weights = run.shape, run.kept[WEIGHTS].copy()
        run.advance()
        whole, _, _, _, _, _, rows, marks, told, *_ = run.lanes[0]
        self.length = int(whole[PLIES])
        self.rows = np.reshape(rows, (-1, run.shape.inputs))[: self.length]
        self.is_stray, self.is_known, self.is_second = (marks[: self.length] & bit for bit in (1, 2, 4))
        self.told = np.reshape(told, (-1, 2))[: self.length].astype(float)  # after the best move of each ply
        self.slopes = run.kept[MEANS] / (1.0 - MEANS_KEPT)  # of the first step, whose means begin at 0
        run.close()

    def worth(self, t, result):
        """The return of the state after ply t."""
        if t == self.length - 1:
            return np.array(result)
        if self.is_stray[t + 1]:
            return self.told[t + 1]
        return (1.0 - DECAY) * self.told[t + 1] + DECAY * self.worth(t + 1, result)

    def check(self, result):
        """It has taught what a game with this result should, player 0's chances."""
        slopes, inner, chances = np.zeros(self.shape.weights), np.zeros(3), np.zeros(2)
        for t in range(self.length):
            if not self.is_known[t]:
                wanted = self.worth(t, result)[:: -1 if self.is_second[t] else 1]  # as the side to move sees it
                slopes_for(self.shape)(self.rows[t], wanted, self.weights, slopes, inner, chances)
        assert self.slopes == pytest.approx(slopes, abs=1e-5)


def test_a_game_teaches_its_returns():
    """Who takes the last stone has won."""
    strays, lengths = 0, set()
    for seed in range(12):
        game = Record(nim(9), seed)
        assert game.is_known.tolist() == [0] * (game.length - 1) + [2]
        game.check((1.0, 0.0) if game.length % 2 else (0.0, 1.0))
        strays += sum(game.is_stray)
        lengths.add(game.length)
    assert strays
    assert len(lengths) > 2


def test_a_game_that_is_cut_is_worth_what_was_thought_of_it():
    for seed in range(6):
        game = Record(replace(nim(30), max_plies=4), seed)
        assert (game.length, game.is_known.any()) == (4, False)
        game.check(game.told[-1])


def test_a_game_that_chance_ends_teaches_its_result():
    """Where the die shows that nobody wins; else somebody chooses to win, as the best move then says."""
    lengths = set()
    for seed in range(12):
        game = Record(fork(), seed)
        lengths.add(game.length)
        game.check((0.5, 0.5) if game.length == 1 else game.told[-1])
    assert lengths == {1, 2}


def test_a_game_that_is_over_before_it_begins_teaches_nothing():
    game = Record(replace(nim(5), is_terminal=lambda state: True), 1)
    assert game.length == 0
    assert not game.slopes.any()


def test_a_teacher_shows_no_more_than_there_is_room_for(monkeypatch, tmp_path):
    """A ply shows up to two states: room for one only is too little for another ply."""
    teacher = tmp_path / "teacher.learned"
    learn(begin(nim(60), TD(hidden=2, lanes=1, batch=1), 1), teacher, Budget(games=1))
    monkeypatch.setattr(module, "SHOWN", 12)
    run = begin(nim(60), TD(hidden=2, lanes=1, batch=1, teacher=str(teacher)), 1)
    shown = set()
    for _ in range(10):
        run.advance()
        shown.add(int(run.lanes[0][0][PLIES]))
    assert shown == {11, 12}
    run.close()


def test_a_teacher_asks_no_moves_of_a_game_that_chance_has_ended(tmp_path):
    game = fork()

    def actions(state):
        assert not game.is_terminal(state)
        return game.actions(state)

    strict, teacher = replace(game, actions=actions), tmp_path / "teacher.learned"
    learn(begin(strict, TD(hidden=2, lanes=1, batch=1), 1), teacher, Budget(games=1))
    run = begin(strict, TD(hidden=2, lanes=1, batch=1, teacher=str(teacher)), 1)
    plies = set()
    for _ in range(12):
        run.advance()
        plies.add(int(run.lanes[0][0][PLIES]))
    assert plies == {1}  # the state before the die; the others are over
    run.close()
