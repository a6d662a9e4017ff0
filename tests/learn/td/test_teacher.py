"""TD with a teacher: a network learns what another one thinks a turn ahead."""

from __future__ import annotations

import numpy as np
import pytest
from learn.games import fork, nim, race, stairs

from zermelo.evaluate import features
from zermelo.evaluate.learned import read_learned
from zermelo.evaluate.learned.file import write_learned
from zermelo.evaluate.learned.opinion import learned_evaluator
from zermelo.game import ZermeloError
from zermelo.learn.course import Budget, begin, learn, resume
from zermelo.learn.samuel import Samuel
from zermelo.learn.td import TD
from zermelo.learn.td.kernel import PLIES


def taught(game, folder, games=8, **options):
    """A run with a teacher who has learned for this many games."""
    teacher = folder / "teacher.learned"
    learn(begin(game, TD(hidden=3, rate=0.02, lanes=1, batch=4), seed=2), teacher, Budget(games=games))
    return begin(game, TD(teacher=str(teacher), **options), seed=1)


@pytest.mark.parametrize("compiles", [False, pytest.param(True, marks=pytest.mark.long)])
def test_there_is_no_luck_in_what_a_teacher_shows(compiles, tmp_path):
    """Half of the time the other side chooses to win, three times in ten this one, twice in ten it is a draw: 0.4."""
    game = fork(compiles)
    run = taught(game, tmp_path, hidden=4, rate=0.05, lanes=1, batch=2)
    assert run.kernel.compiled == compiles
    learn(run, tmp_path / "fork.learned", Budget(games=400))
    learned = read_learned(tmp_path / "fork.learned")
    assert learned_evaluator(learned, game).function(1, 0) == pytest.approx(0.4 - 0.6, abs=1e-3)
    assert learned.header["options"]["teacher"] == "teacher.learned"  # not where it was
    assert learned.header["trained_on"].startswith(
        "400 games of a teacher, seed 1; the teacher: 8 games against itself"
    )


def test_the_states_are_worth_what_the_teacher_thinks_a_turn_ahead(tmp_path):
    """As an obvious function computes it."""
    game = stairs()
    run = taught(game, tmp_path, games=40, hidden=5, lanes=1, batch=1)
    thinks = learned_evaluator(read_learned(tmp_path / "teacher.learned"), game).function
    seen = features(game)

    def value(state):
        """Before a throw, to the first player."""
        total = 0.0
        for roll, chance in game.chances(state):
            after = game.result(state, roll)
            children = [game.result(after, action) for action in game.legal(after)]
            sign = 1.0 if after.player == 0 else -1.0
            total += (
                chance
                * sign
                * max(
                    sign * (game.utility(child, 0) if game.is_terminal(child) else thinks(child, 0))
                    for child in children
                )
            )
        return total

    def inputs(state):
        buffer = [0.0] * run.shape.inputs
        seen.write(state, buffer)
        return tuple(np.float32(buffer))

    kind = type(game.initial())
    known = {inputs(state): state for state in (kind(a, b, 0, p) for a in range(5) for b in range(5) for p in (0, 1))}
    found, siblings = set(), 0
    for _ in range(30):
        run.advance()
        whole, rows, told = run.lanes[0][0], run.lanes[0][6], run.lanes[0][8]
        states = []
        for t in range(whole[PLIES]):
            state = known[tuple(rows[t * run.shape.inputs : (t + 1) * run.shape.inputs])]
            won, lost = told[2 * t : 2 * t + 2]
            assert won - lost == pytest.approx(value(state), abs=1e-5)
            assert won + lost == pytest.approx(1.0, abs=1e-5)
            states.append(state)
        found |= set(states)
        siblings += any(s.first > 0 and s._replace(first=s.first - 1) in states and s.player == 1 for s in states)
    assert len(found) > 15
    assert siblings  # the best state and another are both shown


def test_without_dice_the_best_reply_counts(tmp_path):
    """Who faces 4 stones loses; the teacher need only know that of the states two plies on."""
    game = nim(5)
    teacher = tmp_path / "teacher.learned"
    learn(begin(game, TD(hidden=8, rate=0.02, lanes=1, batch=100), seed=1), teacher, Budget(games=400))
    run = begin(game, TD(hidden=8, rate=0.02, lanes=1, batch=100, teacher=str(teacher)), seed=3)
    learn(run, tmp_path / "pupil.learned", Budget(games=200))
    thinks = learned_evaluator(read_learned(tmp_path / "pupil.learned"), game).function
    lost, won = (thinks(game.result(game.initial(), taken), 1) for taken in (1, 2))
    assert lost < -0.3
    assert won > 0.3


def test_without_dice_a_teacher_explores_as_a_learner_does(tmp_path):
    game, teacher = nim(20), tmp_path / "teacher.learned"
    learn(begin(game, TD(hidden=2, lanes=1, batch=1), seed=1), teacher, Budget(games=1))

    def seen(**options):
        """How many states are shown in 20 games."""
        run, found = begin(game, TD(hidden=2, lanes=1, batch=1, teacher=str(teacher), **options), seed=3), set()
        for _ in range(20):
            run.advance()
            rows = np.reshape(run.lanes[0][6], (-1, run.shape.inputs))
            found |= {row.tobytes() for row in rows[: run.lanes[0][0][PLIES]]}
        return len(found)

    few = seen(exploration=0.0)
    assert seen(exploration=1.0, opening=0) > few
    assert seen(exploration=1e-9, opening=6) > few


def test_a_teacher_that_does_not_fit_is_refused(tmp_path):
    teacher = tmp_path / "teacher.learned"
    with pytest.raises(ZermeloError, match="cannot be read: No such file"):
        begin(nim(), TD(teacher=str(teacher)), 0)
    learn(begin(nim(), TD(hidden=2, lanes=1, batch=1), 0), teacher, Budget(games=1))
    with pytest.raises(ZermeloError, match="not for fork"):
        begin(fork(), TD(teacher=str(teacher)), 0)
    learn(begin(race(), Samuel(depth=1, lanes=1, batch=1), 0), tmp_path / "samuel.learned", Budget(games=1))
    with pytest.raises(ZermeloError, match="was learned by samuel: a teacher must be learned by td"):
        begin(race(), TD(teacher=str(tmp_path / "samuel.learned")), 0)


def test_a_file_that_does_not_know_its_teacher_is_told(tmp_path):
    game, path = fork(), tmp_path / "pupil.learned"
    learn(taught(game, tmp_path, hidden=4, lanes=1, batch=1), path, Budget(games=2))
    learned = read_learned(path)
    for told, message in ((None, "sizes of the teacher's network"), ({"network": [9, 3, 2]}, "other features")):
        write_learned(path, {**learned.header, "teacher": told}, dict(learned.arrays))
        with pytest.raises(ZermeloError, match=message):
            resume(game, TD, path)
