"""What games under alpha-beta teach, computed by the definition from the positions that were played."""

from __future__ import annotations

from dataclasses import replace
from math import exp

import numpy as np
import pytest
from learn.games import race

import zermelo
from zermelo.bits import signed
from zermelo.evaluate import Feature, Linear, Tactics
from zermelo.learn.course import begin
from zermelo.learn.samuel import Samuel
from zermelo.learn.samuel.kernel import DEEPEST, KEPT, POSITIONS, SOONER, WON

DECAY, LOGITS = 0.7, np.array([0.3, 0.5, 0.0])  # digits, lead, nothing: no two moves are equally good
STEPS = 6  # of a race


class Played:
    """Races that a block of learning plays one ply deep, and the arrays that the kernel leaves behind."""

    def __init__(self, seed, **options):
        self.game, self.positions, self.ends = race(), [], []
        game = replace(self.game, actions=self.actions, utility=self.utility)
        options = {"depth": 1, "lanes": 1, "decay": DECAY, "opening": 0, "exploration": 0.3, **options}
        run = begin(game, Samuel(**options), seed)
        run.kept["logits"] = LOGITS.copy()
        self.positions.clear()  # of what was asked before the first game
        run.advance()
        self.whole, _, _, _, self.sums, _, _, _, chances, marks, self.keys, self.known = run.lanes[0]
        self.chances, self.is_stray = chances[:STEPS], marks[:STEPS] & 2
        run.close()

    def actions(self, state):
        """Asked for once per position: children are not looked beyond."""
        self.positions.append(state)
        return self.game.actions(state)

    def utility(self, state, player):
        self.ends.append(state)
        return self.game.utility(state, player)

    def leaf(self, state):
        """The best position one ply on, and its value to player 0."""
        children = [self.game.result(state, action) for action in self.game.actions(state)]
        return (max if self.game.to_move(state) == 0 else min)(
            ((self.value(child), child) for child in children), key=lambda found: found[0]
        )

    def value(self, state):
        if self.game.is_terminal(state):
            return self.game.utility(state, 0) * (WON - SOONER)
        return float(LOGITS @ self.terms(state))

    def terms(self, state):
        return np.array([term.feature for term in self.game.evaluate.terms(state, 0)])


def test_a_game_teaches_its_returns():
    strays, ends = 0, set()
    for seed in range(12):
        played = Played(seed, batch=1)
        assert len(played.positions) == played.whole[POSITIONS] == STEPS
        found = [played.leaf(state) for state in played.positions]
        chances = [1.0 / (1.0 + exp(-value)) for value, _ in found]
        assert played.chances == pytest.approx(chances)
        end = played.ends[-1]  # asked for when the game is over

        def worth(t, played=played, chances=chances, end=end):
            """The return of a position."""
            if played.is_stray[t]:
                return chances[t]
            if t == STEPS - 1:
                return 0.5 + 0.5 * played.game.utility(end, 0)
            return (1.0 - DECAY) * chances[t + 1] + DECAY * worth(t + 1)

        terms = [played.terms(leaf) * (not played.game.is_terminal(leaf)) for _, leaf in found]
        gradient = sum((worth(t) - chances[t]) * terms[t] for t in range(STEPS))
        assert played.sums == pytest.approx([*gradient, *sum(term**2 for term in terms)])
        strays += sum(played.is_stray != 0)
        ends.add(played.game.utility(end, 0))
    assert strays
    assert len(ends) > 1


def test_every_position_with_an_evaluated_leaf_is_learned_by_rote():
    """Its key with its value, in the order of the games; before the last ply of a race nothing is evaluated."""
    power = 6
    played = Played(1, batch=5, rote=power)
    positions = [state for state in played.positions if state[2] < STEPS - 1]
    assert len(positions) == played.whole[KEPT] == 5 * (STEPS - 1)
    added = slice(1 << power, (1 << power) + len(positions))
    assert played.keys[added].tolist() == [signed(played.game.state_key(state)) for state in positions]
    assert played.known[added] == pytest.approx([played.leaf(state)[0] for state in positions])
    assert not played.keys[added.stop :].any()
    assert not played.known[added.stop :].any()


def test_lines_are_followed_as_deep_as_there_is_room():
    """Who is to move is behind, and may always make a noisy move; actions are texts."""
    game = zermelo.Game(
        initial=lambda: 0,
        to_move=lambda state: state % 2,
        actions=lambda state: iter(("loud", "quiet")),
        result=lambda state, action: state + 1,
        is_terminal=lambda state: state == DEEPEST + 10,
        utility=lambda state, player: 0.0,
        best_utility=1.0,
        max_actions=2,
        name="shouts",
        compiles=False,
        evaluate=Linear(
            (Feature("behind", 1.0, lambda state, player: -1.0 if state % 2 == player else 1.0),),
            tactics=Tactics(rank=lambda state, action: int(action == "loud")),
        ),
    )
    run = begin(game, Samuel(depth=1, lanes=1, batch=1, opening=0), 1)
    run.kept["logits"] = np.ones(1)
    run.advance()
    moves = run.lanes[0][5]
    assert moves.tolist() == ["loud", "quiet"] * (DEEPEST - 1)  # at the last ply it is evaluated
    run.close()
