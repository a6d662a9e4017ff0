"""The sparse networks that come with games of the package: each is for the rules as they are, and small."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

import zermelo
from zermelo.evaluate import expert_of, opinion
from zermelo.evaluate.learned.file import read_learned
from zermelo.evaluate.sparse.evaluator import SparseOpinion, shipped_opinion
from zermelo.evaluate.sparse.file import MOST_BYTES, is_sparse
from zermelo.evaluate.sparse.opinion import read_sparse

FILES = sorted((Path(zermelo.__file__).parent / "experts").glob("*/*.learned"))


def test_those_that_ship_fit_their_games():
    assert FILES
    for path, learned in ((path, read_learned(path)) for path in FILES):
        if is_sparse(learned):
            game = zermelo.load(learned.header["game"])
            assert expert_of(game).learned == path
            assert path.stat().st_size <= MOST_BYTES
            assert isinstance(opinion(game), SparseOpinion)
            read_sparse(learned, game)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.parent.name)
def test_they_are_read_in_a_moment(path):
    """The best of a few readings, by the processor's clock: the first answer waits for it."""
    game = zermelo.load(read_learned(path).header["game"])
    if not is_sparse(read_learned(path)):
        return
    taken = []
    for _ in range(8):
        begun = time.process_time()
        shipped_opinion(path, game, expert_of(game), None)
        taken.append(time.process_time() - begun)
    assert min(taken) < 0.05
