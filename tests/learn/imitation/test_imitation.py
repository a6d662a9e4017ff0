"""Learning from games of others: what is learned, runs that were killed, and AlphaZero that goes on from there."""

# ruff: noqa: E402  (the imports after PyTorch is found)

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="networks are learned with PyTorch: pip install 'zermelo[learn]'")

import zermelo
from zermelo.evaluate.encoding import encoding_of
from zermelo.evaluate.learned.file import read_learned
from zermelo.game import ZermeloError
from zermelo.learn.alphazero import AlphaZero
from zermelo.learn.alphazero.kept import path_beside
from zermelo.learn.course import Budget, Played, begin, learn, resume, save
from zermelo.learn.imitation import Imitation
from zermelo.learn.imitation.examples import samples_of, split, worth_in

GAME = zermelo.load("tic-tac-toe")
TINY = Imitation(channels=8, blocks=1, head=4, hidden=16, batch=32, device="cpu", held=0.2, warm_up=10)


def taught(count: int, seed: int = 1) -> list[Played]:
    """Games of a teacher who wins where it can and blocks where it must, after two random moves."""
    draw, games = random.Random(seed), []
    for _ in range(count):
        state, actions = GAME.initial(), []
        while not GAME.is_terminal(state):
            legal = GAME.legal(state)
            actions.append(draw.choice(legal) if len(actions) < 2 else choice(state, legal))
            state = GAME.result(state, actions[-1])
        games.append(Played(GAME.initial(), actions, [GAME.utility(state, player) for player in (0, 1)]))
    return games


def choice(state, legal):
    """Wins, else blocks, else takes the middle, a corner or a side."""
    mover = GAME.to_move(state)
    for action in legal:
        if has_won(GAME.result(state, action), mover):
            return action
    for action in legal:
        elsewhere = [GAME.result(state, other) for other in legal if other != action]
        if any(has_won(GAME.result(after, action), 1 - mover) for after in elsewhere if not GAME.is_terminal(after)):
            return action
    return next(action for action in (4, 0, 2, 6, 8, 1, 3, 5, 7) if action in legal)


def has_won(state, player):
    return GAME.is_terminal(state) and GAME.utility(state, player) > 0


def test_positions_say_what_was_played_and_what_came_of_it():
    start = GAME.initial()
    samples = samples_of(GAME, encoding_of(GAME), [Played(start, [4, 0, 2], [1.0, -1.0]), Played(start, [8], [0, 0])])
    assert samples.values.tolist() == [1, -1, 1, 0]
    assert samples.draws.tolist() == [0, 0, 0, 1]
    assert samples.policy.argmax(1).tolist() == [4, 0, 1, 8]  # of those that were legal then
    assert samples.policy.sum(1).tolist() == [1, 1, 1, 1]
    assert (samples.places >= 0).sum(1).tolist() == [9, 8, 7, 9]
    assert samples.planes.any(1).tolist() == [False, True, True, False]  # the empty board is nothing but zeros


def test_a_win_is_worth_more_than_points():
    points = replace(GAME, points="discs", best_utility=10.0, utility=lambda state, player: 0.0)
    worth = worth_in(points)
    assert worth(0.0) == 0.0
    assert worth(1.0) == pytest.approx(0.91)
    assert worth(-10.0) == -1.0
    assert worth_in(GAME)(-1.0) == -1.0


@pytest.mark.parametrize(("held", "count"), [(0.0, 0), (0.1, 2), (0.5, 10), (0.9, 18)])
def test_games_are_held_back_evenly(held, count):
    games = taught(20)
    learned, measured = split(games, held)
    assert (len(learned), len(measured)) == (20 - count, count)
    assert {id(game) for game in (*learned, *measured)} == {id(game) for game in games}


def test_one_game_is_learned_from():
    learned, measured = split(taught(1), 0.5)
    assert (len(learned), len(measured)) == (1, 0)


def test_without_games_one_line_says_what_to_do():
    with pytest.raises(ZermeloError, match="name their files with --from"):
        begin(GAME, TINY, 1)
    with pytest.raises(ZermeloError, match="there are none"):
        begin(GAME, TINY, 1, [])
    assert TINY.refusal(zermelo.load("pig")) == "imitation handles no chance, pig has some: try --method td"


@pytest.mark.long
def test_the_moves_of_others_are_found(tmp_path):
    run = begin(GAME, TINY, 3, taught(200))
    before = run.found()
    told = learn(run, tmp_path / "net", Budget(games=6000)).told()
    header = read_learned(tmp_path / "net").header
    assert header["found"] > before + 0.25  # two moves of each game were random
    assert f"finds {header['found']:.0%} of the moves of 40 games that it has not seen" in told
    assert header["trained_on"].startswith("160 games of others, ")
    assert header["curve"][-1]["share of moves found"] > 0.4
    match = zermelo.match(GAME, [f"puct:network={tmp_path / 'net'},sims=2", "random"], games=40, seed=1)
    assert match.score > 0.75


@pytest.mark.long
def test_a_run_that_was_killed_ends_as_one_that_was_not(tmp_path):
    whole, pieces = tmp_path / "whole", tmp_path / "pieces"
    learn(begin(GAME, TINY, 3, taught(30)), whole, Budget(games=400))
    run = begin(GAME, TINY, 3, taught(30))
    for write in (lambda path: save(run, path), run.keep):  # killed before the network was written
        run.progress = Budget(games=400).spent(run.games, 0.0)
        run.advance()
        write(pieces)
    run.close()
    learn(resume(GAME, Imitation, pieces), pieces, Budget(games=400))
    assert whole.read_bytes() == pieces.read_bytes()
    assert path_beside(whole).read_bytes() == path_beside(pieces).read_bytes()
    path_beside(pieces).unlink()
    with pytest.raises(ZermeloError, match=r"finished network, and there is no pieces\.run to go on with"):
        resume(GAME, Imitation, pieces)


@pytest.mark.long
def test_alphazero_goes_on_from_there(tmp_path):
    learn(begin(GAME, TINY, 3, taught(40)), tmp_path / "net", Budget(games=1000))
    start = read_learned(tmp_path / "net")
    small = AlphaZero(sims=8, boards=16, batch=32, first_window=100, device="cpu")
    run = begin(GAME, small, 5, start)
    assert run.method.channels == 8
    for name, array in run.arrays().items():
        assert np.array_equal(array, start.arrays[name]), name
    learn(run, tmp_path / "on", Budget(games=60))
    told = read_learned(tmp_path / "on").header["trained_on"]
    assert "games against itself, from what was learned from 32 games of others, " in told
    resume(GAME, AlphaZero, tmp_path / "on").close()
    with pytest.raises(ZermeloError, match="net has channels=8, not 16: leave it out"):
        begin(GAME, replace(small, channels=16), 5, start)
    with pytest.raises(ZermeloError, match="was learned for tic-tac-toe, not for nim"):
        begin(zermelo.load("nim"), small, 5, start)
    path_beside(tmp_path / "net").unlink()
    with pytest.raises(ZermeloError, match=r"there is no net\.run to learn on from"):
        begin(GAME, small, 5, start)
