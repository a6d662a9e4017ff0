"""TD(λ) as a method of `zermelo learn`.

Several lanes play at the same time, each with weights of its own that begin a block as the mean of all. Which games are
played follows from the seed, the block and the lane, not from the number of cores: the same seed and number of games
give the same file.
"""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from zermelo.compile.memory import array_of
from zermelo.compile.prepare import prepare
from zermelo.evaluate import centred, features, opinion, trained_game
from zermelo.evaluate.learned.file import Learned
from zermelo.evaluate.learned.opinion import network_shape, worth_of
from zermelo.evaluate.learned.perceptron import Shape, random_weights
from zermelo.game import Game, ZermeloError
from zermelo.learn.course import Learning, Method, header_of, noise_of
from zermelo.learn.td.kernel import (
    COMPARE,
    DECAY,
    DRAWS,
    EVALUATION,
    EXPLORED,
    GAMES,
    LEARN,
    MEANS,
    NOISE,
    OPENING,
    OPPONENT,
    PLIES,
    POINTS,
    RANDOM,
    RATE,
    SLOPES,
    SQUARES,
    STEPS,
    TASK,
    WEIGHTS,
    WINS,
    buffers_for,
    kernel_for,
)
from zermelo.search.base import needs_no_secrets, needs_two_players
from zermelo.search.options import number, whole

COMPARED = 400  # games of a measurement against each opponent
FIRST_MEASURED = 1000  # games after which the first measurement comes; the next ones at twice as many each
ROWS = len((WEIGHTS, SLOPES, MEANS, SQUARES))
KEPT = {WEIGHTS: "weights", MEANS: "means", SQUARES: "squares"}  # what a file has to resume with
AVERAGED = 0.1  # the share of all games so far over which the weights are averaged


@dataclass(frozen=True)
class TD(Method):
    """A small network learns the chances of the outcomes by TD(λ)."""

    hidden: int = whole(80, "units of the hidden layer", 1, 2000)
    rate: float = number(0.001, "learning rate at the beginning; it falls to 0 as the budget is spent", above=0, most=1)
    decay: float = number(0.5, "λ: how far a result reaches back, from 0 (the next state) to 1 (the whole game)", 0, 1)
    exploration: float = number(0.1, "share of random moves in games without dice", 0, 1)
    opening: int = whole(2, "random plies at the start in games without dice", 0, 1000)
    lanes: int = whole(2, "games that are played at the same time", 1, 256)
    batch: int = whole(50, "games of a lane between two times when the lanes' weights are averaged", 1, 10**6)

    name: ClassVar[str] = "td"

    def refusal(self, game: Game) -> str | None:
        return needs_two_players(game, self.name) or needs_no_secrets(game, self.name)

    def begin(self, game: Game, seed: int) -> TDLearning:
        trained = trained_game(game)
        seen = features(trained)
        shape = Shape(seen.count(trained), self.hidden, len(worth_of(seen, trained)))
        kept = np.zeros((ROWS, shape.weights), np.float32)
        kept[WEIGHTS] = random_weights(shape, seed)
        header = {**header_of(self, trained, seed), "network": list(shape)}
        return TDLearning(trained, self, header, shape, kept, kept[WEIGHTS].copy())

    def resume(self, game: Game, learned: Learned) -> TDLearning:
        trained = trained_game(game)
        shape = network_shape(learned, features(trained), trained)
        kept = np.zeros((ROWS, shape.weights), np.float32)
        for row, name in KEPT.items():
            kept[row] = learned.array(name, shape.weights)
        average = learned.array("average", shape.weights).astype(np.float32)
        return TDLearning(trained, self, learned.header, shape, kept, average)


class TDLearning(Learning):
    """A run of TD(λ)."""

    method: TD

    def __init__(
        self, game: Game, method: TD, header: Mapping[str, Any], shape: Shape, kept: Any, average: Any
    ) -> None:
        super().__init__(game, method, header)
        self.shape, self.kept, self.average = shape, kept, average  # kept: see KEPT
        self.plies = 0  # since this process took the run up
        seen, evaluator = features(game), opinion(game)
        self.has_opinion = evaluator is not None
        self.kernel = prepare(
            game,
            kernel_for(game, seen, shape),
            buffers_for(game, shape),
            label="learning",
            evaluate=centred(evaluator, game.middle) if evaluator else None,
            win=evaluator.win if evaluator else 1.0,
        )
        self.lanes = [buffers_for(game, shape)(self.kernel.compiled) for _ in range(method.lanes)]
        self.pool = ThreadPoolExecutor(method.lanes)
        self.start = self.kernel.state(game.initial())

    @property
    def block(self) -> int:
        return self.method.lanes * self.method.batch

    def advance(self) -> None:
        rate = self.method.rate * (1.0 - self.progress)
        block = self.games // self.block
        for lane, (counts, real, weights, *_) in enumerate(self.lanes):
            array_of(weights)[:] = self.kept.reshape(-1)
            counts[:], real[:] = 0, 0.0
            counts[STEPS] = block * self.method.batch
            counts[TASK], counts[GAMES], counts[OPENING] = LEARN, self.method.batch, self.method.opening
            counts[NOISE] = noise_of(int(self.header["seed"]), block, lane)
            explored = 0.0 if self.game.has_chance else self.method.exploration
            real[RATE], real[DECAY], real[EXPLORED] = rate, self.method.decay, explored
        self._run()
        learned = [array_of(lane[2]) for lane in self.lanes]
        self.kept = np.mean(learned, axis=0, dtype=np.float64).astype(np.float32).reshape(self.kept.shape)
        weights = self.kept[WEIGHTS]
        if not np.isfinite(weights).all():
            raise ZermeloError(f"the weights have grown beyond all bounds: try a rate below {self.method.rate:g}")
        self.header["games"] = self.games + self.block
        self.plies += sum(int(lane[0][PLIES]) for lane in self.lanes)
        share = max(self.block / (AVERAGED * self.games), 1.0 / (block + 1))
        self.average = (self.average + np.float32(min(1.0, share)) * (weights - self.average)).astype(np.float32)

    def _run(self) -> None:
        """Runs the kernel in all lanes at once."""
        list(self.pool.map(lambda lane: self.kernel.run(self.start, *lane), self.lanes))

    def arrays(self) -> dict[str, Any]:
        return {**{name: self.kept[row] for row, name in KEPT.items()}, "average": self.average}

    def due(self) -> bool:
        """At 1000, 2000, 4000, … games, and then at every further 100,000."""
        before, now = self.games - self.block, self.games
        marks = [FIRST_MEASURED << n for n in range(7)]
        return any(before < mark <= now for mark in marks) or before // 100_000 < now // 100_000

    def measure(self) -> dict[str, float]:
        measured = {"score against random": self.compared(RANDOM, COMPARED)[0]}
        if self.has_opinion:
            score, points = self.compared(EVALUATION, COMPARED)
            measured["score against the evaluation"] = score
            if self.game.points is not None:
                measured["points against the evaluation"] = points
        return measured

    def compared(self, opponent: int, games: int) -> tuple[float, float]:
        """The network, looking one move ahead, against an opponent who does so too: its score, and its mean points."""
        for lane, (counts, real, weights, *_) in enumerate(self.lanes):
            array_of(weights)[: self.shape.weights] = self.average
            counts[:], real[:] = 0, 0.0
            counts[TASK], counts[GAMES], counts[OPPONENT] = COMPARE, 2 * -(-games // (2 * len(self.lanes))), opponent
            counts[OPENING] = 0 if self.game.has_chance else 2
            counts[NOISE] = noise_of(-1, opponent, lane)
        self._run()
        played, won, drawn = (sum(int(lane[0][place]) for lane in self.lanes) for place in (GAMES, WINS, DRAWS))
        points = sum(float(lane[1][POINTS]) for lane in self.lanes)
        evaluator = opinion(self.game)
        return (won + drawn / 2) / played, points / played / (evaluator.win if evaluator else 1.0)

    def finish(self) -> None:
        seed = self.header["seed"]
        self.header["trained_on"] = f"{self.games:,} games against itself, from random weights, seed {seed}"
        measured = self.measure()
        self.header["strength"] = [
            {"against": name.removeprefix("score against "), "games": COMPARED, "score": round(value, 4)}
            for name, value in measured.items()
            if name.startswith("score against ")
        ]

    def told(self) -> str:
        inputs, hidden, outcomes = self.shape
        return f"a network of {inputs} inputs, {hidden} hidden units and {outcomes} outcomes"

    def close(self) -> None:
        self.pool.shutdown()
