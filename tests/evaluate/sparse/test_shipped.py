"""The sparse networks that come with games of the package: each is for the rules as they are, and small."""

from __future__ import annotations

from pathlib import Path

import zermelo
from zermelo.evaluate import expert_of, opinion
from zermelo.evaluate.learned.file import read_learned
from zermelo.evaluate.sparse.evaluator import SparseOpinion
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
