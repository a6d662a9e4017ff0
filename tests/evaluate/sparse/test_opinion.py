"""A sparse network as an evaluation: compiled, interpreted, from files, and several of one shape at once."""

from __future__ import annotations

import time
from dataclasses import replace

import numpy as np
import pytest
from compile_once import compiled_evaluation
from sparse_networks import MEASURE, random_weights, write_sparse

import zermelo
from zermelo.evaluate import fitted_opinion, opinion, written_opinion
from zermelo.evaluate.encoding.sample import sample_of
from zermelo.evaluate.learned.file import read_learned
from zermelo.evaluate.learned.opinion import learned_evaluator
from zermelo.evaluate.sparse.board import places_of
from zermelo.evaluate.sparse.evaluator import MOST, TOGETHER, WIN
from zermelo.evaluate.sparse.file import Measure
from zermelo.evaluate.sparse.network import output_of
from zermelo.evaluate.sparse.opinion import read_sparse, sparse_opinion
from zermelo.game import ZermeloError

GAME = zermelo.load("breakthrough:rows=5,columns=4")
STATES = sample_of(GAME).states[:400:13]


def expected(places, weights, state, player):
    mover = GAME.to_move(state)
    mine, others = places.seen(state, mover), places.seen(state, 1 - mover)
    value = MEASURE.scale * output_of(weights, mine, others, places.bucket(state))
    value = max(-MOST * WIN, min(MOST * WIN, value))
    return value if player == mover else -value


@pytest.mark.parametrize("width", [8, 24, 256])
def test_interpreted_it_says_what_the_network_says(width):
    places = places_of(GAME)
    weights = random_weights(places, width)
    evaluator = sparse_opinion(GAME, places, weights, MEASURE)
    for state in STATES:
        for player in (0, 1):
            assert evaluator.function(state, player) == pytest.approx(expected(places, weights, state, player))
    assert (evaluator.unit, evaluator.units, evaluator.win) == (1.5, "pawns", WIN)
    evaluator.release()


def test_compiled_it_says_the_same_and_two_networks_of_a_shape_do_not_mix():
    places = places_of(GAME)
    networks = [random_weights(places, 16, seed) for seed in (1, 2)]
    evaluators = [sparse_opinion(GAME, places, weights, MEASURE) for weights in networks]
    kernels = [compiled_evaluation(GAME, evaluator) for evaluator in evaluators]
    for state in STATES:
        for kernel, evaluator, weights in zip(kernels, evaluators, networks, strict=True):
            value = kernel(state)
            assert value == evaluator.function(state, 0)
            assert value == pytest.approx(expected(places, weights, state, 0))
    evaluators[0].release()
    third = sparse_opinion(GAME, places, random_weights(places, 16, 3), MEASURE)
    assert third.function is evaluators[0].function  # so that the kernels of the first serve the third
    assert kernels[0](STATES[3]) == pytest.approx(expected(places, third.weights, STATES[3], 0))
    assert kernels[1](STATES[3]) == pytest.approx(expected(places, networks[1], STATES[3], 0))
    evaluators[1].release()
    third.release()


def test_values_stay_below_a_won_game():
    places = places_of(GAME)
    weights = random_weights(places, 8)
    loud = sparse_opinion(GAME, places, weights, Measure(1e9, 1.0))
    assert {abs(loud.function(state, 0)) for state in STATES} == {MOST * WIN}
    loud.release()


def test_its_terms_are_the_pieces_and_add_up():
    places = places_of(GAME)
    weights = random_weights(places, 8)
    evaluator = sparse_opinion(GAME, places, weights, MEASURE)
    for state in STATES[:4]:
        for player in (0, 1):
            terms = evaluator.terms(state, player)
            assert sum(term.share for term in terms) == pytest.approx(evaluator.function(state, player))
            assert len(terms) == len(places.seen(state, 0)) + 1
            assert terms[-1].name == TOGETHER
    mover = GAME.to_move(state)
    (one,) = [one for one in evaluator.standing(state, mover) if one.piece.name == terms[0].name]
    cell = one.piece.row * 4 + one.piece.column
    at = [number % 20 for number in places.seen(state, 0)].index(cell)
    lists = [places.seen(state, seat) for seat in (mover, 1 - mover)]
    fewer = [[*seen[:at], *seen[at + 1 :]] for seen in lists]
    bucket = places.bucket(state)
    difference = output_of(weights, *lists, bucket) - output_of(weights, *fewer, bucket)
    assert one.share == pytest.approx(MEASURE.scale * difference)
    evaluator.release()


@pytest.fixture
def path(tmp_path):
    places = places_of(GAME)
    return write_sparse(tmp_path / "a.learned", GAME, places, random_weights(places, 16))


def test_a_file_plays(path):
    evaluator = learned_evaluator(read_learned(path), GAME)
    assert evaluator.function(STATES[5], 0) == pytest.approx(
        expected(places_of(GAME), random_weights(places_of(GAME), 16), STATES[5], 0)
    )
    found = zermelo.engine(f"minimax:depth=1,compiled=false,evaluate={path}").analyse(GAME, STATES[5])
    after = GAME.result(STATES[5], found.action)
    assert found.value == pytest.approx(evaluator.function(after, GAME.to_move(STATES[5])))
    assert found.terms[-1].name == TOGETHER


def test_reading_a_file_is_quick(path):
    """Without working out again how the game is seen, which plays games and takes seconds of the processor."""
    learned = read_learned(path)
    learned.check_fits(GAME)
    begun = time.process_time()
    read_sparse.__wrapped__(learned, GAME)
    assert time.process_time() - begun < 0.5


DAMAGE = {
    "does not say what its values count": {"scale": -1.0},
    "in what units": {"units": 3},
    "does not say what its network sees": {"places": [1]},
}


@pytest.mark.parametrize("words", DAMAGE)
def test_a_header_that_makes_no_sense_is_one_line(words, tmp_path):
    places = places_of(GAME)
    path = write_sparse(tmp_path / "b.learned", GAME, places, random_weights(places, 16), **DAMAGE[words])
    with pytest.raises(ZermeloError, match=words) as error:
        learned_evaluator(read_learned(path), GAME)
    assert "\n" not in str(error.value)


def test_weights_that_would_overflow_or_do_not_fit_are_one_line(tmp_path):
    places = places_of(GAME)
    for name, change, words in (
        ("first", lambda array: array * 0 + 3000, "too large"),
        ("last", lambda array: np.full_like(array, -128), "too large"),
        ("first", lambda array: array[:-1], "has the shape"),
        ("bias", lambda array: array.astype(np.int32), "holds int32"),
    ):
        weights = random_weights(places, 16)
        object.__setattr__(weights, name, change(getattr(weights, name)))
        path = write_sparse(tmp_path / "c.learned", GAME, places, weights)
        with pytest.raises(ZermeloError, match=words) as error:
            learned_evaluator(read_learned(path), GAME)
        assert "\n" not in str(error.value)


def test_a_network_of_another_game_is_refused(path):
    with pytest.raises(ZermeloError, match="was learned for"):
        learned_evaluator(read_learned(path), zermelo.load("connect-four"))
    weights, narrow = random_weights(places_of(GAME), 8), replace(places_of(GAME), inputs=39)
    with pytest.raises(ZermeloError, match="does not fit"):
        sparse_opinion(GAME, narrow, weights, MEASURE)


def test_a_game_whose_expert_names_a_file_plays_by_it(path):
    """If the file is there: else by what was written for it, which stays as `fitted`."""
    written = zermelo.Opinion(lambda state, player: 0.25)

    def with_expert(where):
        return replace(GAME, expert=zermelo.Expert(evaluator=lambda: written, learned=where))

    shipped, missing = with_expert(path), with_expert(path.with_name("none"))
    assert opinion(shipped).function(STATES[5], 0) == pytest.approx(
        expected(places_of(GAME), random_weights(places_of(GAME), 16), STATES[5], 0)
    )
    assert fitted_opinion(shipped) is written_opinion(shipped) is opinion(missing) is written
    with pytest.raises(ZermeloError, match="no fitted evaluation"):
        fitted_opinion(missing)
