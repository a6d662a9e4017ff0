"""What three minutes of a core teach: minutes, by hand."""

from __future__ import annotations

import math
import time

import pytest

import zermelo
from zermelo.bits import count
from zermelo.evaluate.learned import read_learned
from zermelo.evaluate.sparse.opinion import read_sparse
from zermelo.learn.bootstrap import Bootstrap
from zermelo.learn.bootstrap.games import Crew
from zermelo.learn.bootstrap.players import LOGIT, Players
from zermelo.learn.bootstrap.rating import Side, contest
from zermelo.learn.course import Budget, begin, learn

CPU_SECONDS, PAIRS, NODES, OPENING = 180.0, 60, 1000, 4
GAME = zermelo.load("breakthrough:rows=6,columns=6")


def material(state, player):
    balance = float(count(state.white) - count(state.black))
    return balance if player == 0 else -balance


@pytest.mark.slow
def test_breakthrough_from_nothing_beats_material(tmp_path, monkeypatch):
    """At equal nodes; an own game with no evaluation at all is where most users begin.

    Ten minutes on two cores are 1,200 CPU seconds; 180 of them are enough. The clock is that of the processor, so that
    it does not matter what else runs.
    """
    monkeypatch.setattr(time, "monotonic", time.process_time)
    path = tmp_path / "breakthrough.learned"
    learn(begin(GAME, Bootstrap(threads=2, device="cpu"), seed=1), path, Budget(seconds=CPU_SECONDS))
    learned = read_learned(path)
    network = read_sparse(learned, GAME)
    players = Players(GAME, network.places, 1, 8)
    plain = zermelo.Opinion(material, win=1000.0)
    crew = Crew(2, players.buffers(), True, 2 * network.places.most)
    sides = (
        Side(lambda: players.network(network.weights, network.measure), network.unit / LOGIT),
        Side(lambda: players._kernel(plain), math.inf),
    )
    score = contest(GAME, sides, crew, PAIRS, NODES, OPENING, seed=1)
    crew.close()
    half = 1.96 * math.sqrt(score * (1.0 - score) / (2 * PAIRS))
    print(f"\nafter {learned.header['trained_on']}: {score:.1%} ± {half:.1%} of {2 * PAIRS} games against material")
    assert score - half > 0.75, f"{score:.1%} ± {half:.1%}"
