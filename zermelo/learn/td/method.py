"""TD(λ) as a method of `zermelo learn`.

Several lanes play at the same time, each with weights of its own that begin a block as the mean of all. Which games are
played follows from the seed, the block and the lane, not from the number of cores: the same seed and number of games
give the same file.

With a teacher, a network that was learned before, the run learns what that one thinks a turn ahead: a wider network can
learn in a short time what a smaller one knows, and more.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

from zermelo.cluster.crew import Crew
from zermelo.compile.kernel.memory import array_of
from zermelo.compile.kernel.prepare import Kernel, prepare
from zermelo.evaluate import centred, features, opinion, trained_game
from zermelo.evaluate.learned.file import Learned, read_learned
from zermelo.evaluate.learned.opinion import network_shape, worth_of
from zermelo.evaluate.learned.perceptron import Shape, random_weights
from zermelo.game import Game, ZermeloError, brief
from zermelo.learn.course import Learning, Method, header_of, noise_of
from zermelo.learn.lanes import Lanes, Travel
from zermelo.learn.refusal import needs_open_duel
from zermelo.learn.td import kernel as at
from zermelo.search.options import number, text, whole

COMPARED = 400  # games of a measurement against each opponent
FIRST_MEASURED = 1000  # games after which the first measurement comes; the next ones at twice as many each
SAVED = {at.WEIGHTS: "weights", at.MEANS: "means", at.SQUARES: "squares"}  # what a file has to resume with
AVERAGED = 0.1  # the share of all games so far over which the weights are averaged
TRAVEL = Travel(there=(0, 1, 2), back=(0, 1, 2))  # counts, real numbers, weights


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
    teacher: str | None = text(None, "file of a network; what it thinks one turn ahead is learned, not results")

    name: ClassVar[str] = "td"

    def refusal(self, game: Game) -> str | None:
        return needs_open_duel(game, self.name)

    def begin(self, game: Game, seed: int) -> TDLearning:
        trained = trained_game(game)
        seen = features(trained)
        shape = Shape(seen.count(trained), self.hidden, len(worth_of(seen, trained)))
        kept = np.zeros((at.KEPT, shape.weights), np.float32)
        kept[at.WEIGHTS] = random_weights(shape, seed)
        header = {**header_of(self, trained, seed), "network": list(shape)}
        taught = None
        if self.teacher is not None:
            teacher = read_learned(Path(self.teacher))
            teacher.check_fits(game, trained)
            if teacher.method != self.name:
                raise ZermeloError(
                    f"{teacher} was learned by {brief(teacher.method)}: a teacher must be learned by {self.name}"
                )
            sizes = network_shape(teacher, seen, trained)
            taught = teacher.array("average", sizes.weights).astype(np.float32)
            header["teacher"] = {"network": list(sizes), "trained_on": teacher.header["trained_on"]}
            header["options"] = {**header["options"], "teacher": Path(self.teacher).name}
        return TDLearning(trained, self, header, shape, kept, kept[at.WEIGHTS].copy(), taught)

    @classmethod
    def lanes_of(cls, game: Game, settings: Mapping[str, Any], count: int) -> Lanes:
        shape = Shape(*settings["network"])
        teacher = None if settings["teacher"] is None else Shape(*settings["teacher"])
        evaluator, buffers = opinion(game), at.buffers_for(game, shape, teacher)
        kernel = prepare(
            game,
            at.kernel_for(game, features(game), shape, teacher),
            buffers,
            label="learning",
            evaluate=centred(evaluator, game.middle) if evaluator else None,
            win=evaluator.win if evaluator else 1.0,
        )
        return Lanes(game, kernel, buffers, count, TRAVEL)

    def resume(self, game: Game, learned: Learned) -> TDLearning:
        trained = trained_game(game)
        seen = features(trained)
        shape = network_shape(learned, seen, trained)
        kept = np.zeros((at.KEPT, shape.weights), np.float32)
        for row, name in SAVED.items():
            kept[row] = learned.array(name, shape.weights)
        average = learned.array("average", shape.weights).astype(np.float32)
        taught = None
        if self.teacher is not None:
            taught = learned.array("teacher", teacher_shape(learned.header, shape).weights).astype(np.float32)
        return TDLearning(trained, self, learned.header, shape, kept, average, taught)


def teacher_shape(header: Mapping[str, Any], shape: Shape) -> Shape:
    """The sizes of the network that teaches one of this shape, by a run's header. Raises ZermeloError."""
    told = header.get("teacher")
    sizes = told.get("network") if isinstance(told, dict) else None
    if not isinstance(sizes, list) or len(sizes) != 3 or type(sizes[1]) is not int or sizes[1] < 1:
        raise ZermeloError("the file does not say the sizes of the teacher's network")
    if (sizes[0], sizes[2]) != (shape.inputs, shape.outcomes):
        raise ZermeloError("the file's teacher has other features or outcomes than its network")
    return Shape(*sizes)


class TDLearning(Learning):
    """A run of TD(λ)."""

    method: TD
    can_spread: ClassVar[bool] = True

    def __init__(
        self,
        game: Game,
        method: TD,
        header: Mapping[str, Any],
        shape: Shape,
        kept: Any,
        average: Any,
        taught: Any | None,
    ) -> None:
        super().__init__(game, method, header)
        self.shape, self.kept, self.average = shape, kept, average  # kept: see WEIGHTS and the others
        self.taught = taught  # the teacher's weights
        teacher = None if taught is None else teacher_shape(header, shape)
        self.plies = 0  # since this process took the run up
        self.has_opinion = opinion(game) is not None
        self.settings = {"network": list(shape), "teacher": None if teacher is None else list(teacher)}
        self.lanes = method.lanes_of(game, self.settings, method.lanes)
        if taught is not None:
            for _, _, weights, *_ in self.lanes.arguments:
                array_of(weights)[kept.size :] = taught

    @property
    def kernel(self) -> Kernel:
        """What all lanes run."""
        return self.lanes.kernel

    @property
    def block(self) -> int:
        """How many games a block has."""
        return self.method.lanes * self.method.batch

    def advance(self) -> None:
        rate = self.method.rate * (1.0 - self.progress)
        block = self.games // self.block
        for lane, (counts, real, weights, *_) in enumerate(self.lanes.arguments):
            array_of(weights)[: self.kept.size] = self.kept.reshape(-1)
            counts[:], real[:] = 0, 0.0
            counts[at.STEPS] = block * self.method.batch
            counts[at.TASK], counts[at.GAMES], counts[at.OPENING] = at.LEARN, self.method.batch, self.method.opening
            counts[at.NOISE] = noise_of(int(self.header["seed"]), block, lane)
            explored = 0.0 if self.game.has_chance else self.method.exploration
            real[at.RATE], real[at.DECAY], real[at.EXPLORED] = rate, self.method.decay, explored
        self.lanes.run()
        learned = [array_of(lane[2])[: self.kept.size] for lane in self.lanes.arguments]
        self.kept = np.mean(learned, axis=0, dtype=np.float64).astype(np.float32).reshape(self.kept.shape)
        weights = self.kept[at.WEIGHTS]
        if not np.isfinite(weights).all():
            raise ZermeloError(f"the weights have grown beyond all bounds: try a rate below {self.method.rate:g}")
        self.header["games"] = self.games + self.block
        self.plies += sum(int(lane[0][at.PLIES]) for lane in self.lanes.arguments)
        share = max(self.block / (AVERAGED * self.games), 1.0 / (block + 1))
        self.average = (self.average + np.float32(min(1.0, share)) * (weights - self.average)).astype(np.float32)

    def spread(self, crew: Crew) -> None:
        self.lanes.spread(crew, self.method.name, self.settings)

    def arrays(self) -> dict[str, Any]:
        found = {**{name: self.kept[row] for row, name in SAVED.items()}, "average": self.average}
        return found if self.taught is None else {**found, "teacher": self.taught}

    def due(self) -> bool:
        """At 1000, 2000, 4000, … games, and then at every further 100,000."""
        before, now = self.games - self.block, self.games
        marks = [FIRST_MEASURED << n for n in range(7)]
        return any(before < mark <= now for mark in marks) or before // 100_000 < now // 100_000

    def measure(self) -> dict[str, float]:
        measured = {"score against random": self.compared(at.RANDOM, COMPARED)[0]}
        if self.has_opinion:
            score, points = self.compared(at.EVALUATION, COMPARED)
            measured["score against the evaluation"] = score
            if self.game.points is not None:
                measured["points against the evaluation"] = points
        return measured

    def compared(self, opponent: int, games: int) -> tuple[float, float]:
        """The network, looking one move ahead, against an opponent who does so too: its score, and its mean points."""
        for lane, (counts, real, weights, *_) in enumerate(self.lanes.arguments):
            array_of(weights)[: self.shape.weights] = self.average
            counts[:], real[:] = 0, 0.0
            counts[at.TASK], counts[at.GAMES], counts[at.OPPONENT] = (
                at.COMPARE,
                2 * -(-games // (2 * len(self.lanes))),
                opponent,
            )
            counts[at.OPENING] = 0 if self.game.has_chance else 2
            counts[at.NOISE] = noise_of(-1, opponent, lane)
        self.lanes.run()
        played, won, drawn = (
            sum(int(lane[0][place]) for lane in self.lanes.arguments) for place in (at.GAMES, at.WINS, at.DRAWS)
        )
        points = sum(float(lane[1][at.POINTS]) for lane in self.lanes.arguments)
        evaluator = opinion(self.game)
        return (won + drawn / 2) / played, points / played / (evaluator.win if evaluator else 1.0)

    def finish(self) -> None:
        seed = self.header["seed"]
        if self.taught is None:
            self.header["trained_on"] = f"{self.games:,} games against itself, from random weights, seed {seed}"
        else:
            before = self.header["teacher"]["trained_on"] or "a run that was not finished"
            self.header["trained_on"] = f"{self.games:,} games of a teacher, seed {seed}; the teacher: {before}"
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
        self.lanes.close()
