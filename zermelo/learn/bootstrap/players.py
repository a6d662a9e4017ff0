"""The players of a run by generation: the one that begins, and the networks, which share one compiled kernel."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from zermelo.bits import blended, fraction, mix
from zermelo.compile.kernel.prepare import Kernel, prepare
from zermelo.evaluate import Evaluator, Opinion, Tactics, centred, expert_of, written_opinion
from zermelo.evaluate.encoding.sample import sample_of
from zermelo.evaluate.sparse.evaluator import SparseOpinion
from zermelo.evaluate.sparse.file import Measure
from zermelo.evaluate.sparse.network import Weights, output_of
from zermelo.evaluate.sparse.opinion import sparse_opinion
from zermelo.evaluate.sparse.places import Places
from zermelo.game import Game, State, ZermeloError
from zermelo.learn.bootstrap import kernel as at
from zermelo.learn.bootstrap.games import Thresholds
from zermelo.learn.bootstrap.options import OWN, PLAIN
from zermelo.search.pvs.report import planned

MUTE_WIN = 1000.0  # what a win is worth where nothing else is worth anything
LOGIT = math.log(3.0)  # s times this is the value from which three of four games are won


class Players:
    """Gives the kernel of each generation; the weights of one network at a time lie where the kernel reads them."""

    def __init__(self, game: Game, places: Places, sharing: int, megabytes: float, start: str = PLAIN) -> None:
        self.game, self.places = game, places
        self.sharing, self.megabytes = sharing, megabytes
        make, own = expert_of(game).plain, written_opinion(game) if start == OWN else None
        self.is_mute = make is None and own is None  # does the first evaluation know nothing?
        self.plain: Evaluator = own or (make() if make else mute(game))
        self.start = "its own evaluation" if own else "a count of material" if make else "random values"
        self.seen = at.Seen(places.write, places.bucket, places.inputs, places.most)
        self._network: SparseOpinion | None = None
        self._loaded: tuple[Weights, Measure] | None = None

    def first(self) -> Kernel:
        """The kernel of generation 0."""
        return self._kernel(self.plain)

    def network(self, weights: Weights, measure: Measure) -> Kernel:
        """The kernel of a network, which now plays in place of the one before."""
        if self._network is None or self._loaded is None or self._loaded[0] is not weights:
            if self._network is not None:
                self._network.release()
            self._network = sparse_opinion(self.game, self.places, weights, measure)
            self._loaded = weights, measure
        return self._kernel(self._network)

    def unit_of(self, weights: Weights, steep: float) -> float | None:
        """From which value three of four games are won, where a network's values are to weigh as the plain ones do.

        steep: chance = sigmoid(output × this). Both look at positions of random games in which the plain one sees an
        edge, and not much of one. None: it sees none, or the network does not agree with it.
        """
        if self.is_mute:
            return None
        most, products, squares = 2.0 * self.plain.unit, 0.0, 0.0
        sample, places, to_move = sample_of(self.game), self.places, self.game.to_move
        for state in map(sample.states.__getitem__, sample.pictured()):
            mover = to_move(state)
            edge = self.plain.function(state, mover)
            if 0.0 < abs(edge) <= most:
                seen = places.seen(state, mover), places.seen(state, 1 - mover)
                products += edge * steep * output_of(weights, *seen, places.bucket(state))
                squares += edge * edge
        return LOGIT * squares / products if products > 0.0 else None

    def thresholds(self, generation: int, measure: Measure | None) -> Thresholds:
        """When its games are given up, and which of its positions are clear."""
        if generation == 0 or measure is None:
            return Thresholds(self.plain.unit / LOGIT if self.plain.unit else None)
        return Thresholds(measure.unit / LOGIT, self.game.reversible is not None)

    def _kernel(self, evaluator: Any) -> Kernel:
        plan = planned(self.game, evaluator, False, {}, None)
        has_quiescence = plan.parts.quiescence
        kernel = prepare(
            self.game,
            at.kernel_for(plan, self.seen, not has_quiescence),
            at.buffers_for(plan, self.seen, self.sharing, self.megabytes),
            label="learning",
            evaluate=centred(evaluator, self.game.middle),
            win=evaluator.win,
        )
        if not kernel.compiled and self.game.compiles:
            raise ZermeloError(f"bootstrap needs {self.game.name} compiled, and it is not: {kernel.reason}")
        return kernel

    def buffers(self) -> Callable[[bool], tuple[Any, ...]]:
        """Makes the arguments of every kernel."""
        plan = planned(self.game, self.plain, False, {}, None)
        return at.buffers_for(plan, self.seen, self.sharing, self.megabytes)


def mute(game: Game) -> Opinion:
    """An evaluation that knows nothing, with the advice on moves of the one that the game has.

    Its values are noise. A search that sees no difference plays the first move each time, and its games are all alike;
    by noise games are varied, and a side with more to choose from finds better values: so mobility counts at once.
    """
    own = written_opinion(game)
    advice = own.tactics if own is not None else None
    return Opinion(noise, win=MUTE_WIN, tactics=replace(advice, margin=0.0) if isinstance(advice, Tactics) else None)


def noise(state: State, player: int) -> float:
    """A number that follows from the state and says nothing about it."""
    value = fraction(mix(blended(state))) - 0.5
    return value if player == 0 else -value
