"""Sparse networks as evaluations of games: from their weights, or from a learned file."""

from __future__ import annotations

from functools import lru_cache

from zermelo.evaluate import expert_of, trained_game, written_opinion
from zermelo.evaluate.learned.file import Learned
from zermelo.evaluate.sparse.evaluator import SparseOpinion, held, opinion_around
from zermelo.evaluate.sparse.file import Measure
from zermelo.evaluate.sparse.network import Weights
from zermelo.evaluate.sparse.places import Places
from zermelo.game import Game


def sparse_opinion(game: Game, places: Places, weights: Weights, measure: Measure) -> SparseOpinion:
    """The evaluation of a network. Raises ZermeloError where the network does not fit what is seen of the game."""
    return opinion_around(game, expert_of(game), written_opinion(game), places, weights, measure)


@lru_cache(maxsize=64)
def read_sparse(learned: Learned, game: Game) -> SparseOpinion:
    """The evaluation in a file. Raises ZermeloError where it is for another game, or does not hold together."""
    learned.check_fits(game, trained_game(game))
    return held(learned, game, expert_of(game), written_opinion(game))
