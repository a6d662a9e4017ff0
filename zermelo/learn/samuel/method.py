"""Samuel's method in `zermelo learn`: the weights of an evaluation's terms, from zero.

Lanes play with the same weights and add up gradients; after a block all weights take one step (Adam, with each term in
units of its usual size). Which games are played follows from the seed, the block and the lane alone.

Terms that earn nothing are replaced as Samuel did: with `terms` below the number of those that the evaluation has, the
others wait in reserve. At every review the term with the least influence gets a mark; one with three marks goes to the
end of the reserve, and the first in reserve takes its place with weight 0.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from zermelo.cluster.crew import Crew
from zermelo.compile.kernel.memory import array_of
from zermelo.compile.kernel.prepare import prepare
from zermelo.evaluate import Linear, Vector, written_opinion
from zermelo.evaluate.learned.file import Learned
from zermelo.evaluate.learned.opinion import THREE_OF_FOUR, term_names
from zermelo.files.fields import whole as whole_number
from zermelo.files.lasting import check_lasting
from zermelo.game import Game, ZermeloError
from zermelo.learn.course import Learning, Method, header_of, noise_of
from zermelo.learn.lanes import Lanes, Travel
from zermelo.learn.refusal import needs_open_duel
from zermelo.learn.samuel import kernel as at
from zermelo.search.options import number, whole

COMPARED = 100  # games of a measurement
REVIEW = 2000  # games between two reviews of the terms
MARKS = 3  # a term that has been marked this often is replaced
MEMORY, SLOW_MEMORY, LEAST = 0.9, 0.99, 1e-8  # of Adam
AVERAGED = 0.1  # the share of all games so far over which the weights are averaged
TRAVEL = Travel(there=(0, 1, 2, 3, 4, 10, 11), back=(0, 4, 10, 11))  # counts, weights, sums, what is known by rote


@dataclass(frozen=True)
class Samuel(Method):
    """The weights of an evaluation by TD-leaf(λ) under alpha-beta."""

    depth: int = whole(4, "plies that the search looks ahead", 1, 30)
    rate: float = number(0.1, "how far a weight moves per block at the beginning", above=0, most=10)
    slowing: int = whole(
        2000, "games after which that is 0.7 of what it was at the beginning, and so on by 1/√games", 1
    )
    decay: float = number(
        0.9, "λ: how far a result reaches back, from 0 (the next position) to 1 (the whole game)", 0, 1
    )
    exploration: float = number(0.02, "share of moves that are drawn at random", 0, 1)
    opening: int = whole(8, "random plies at the start, at most", 0, 1000)
    terms: int | None = whole(None, "terms that are in use at a time, the others wait in reserve; by default all", 1)
    rote: int = whole(0, "positions that are learned by rote, as a power of two; 0: none", 0, 24)
    lanes: int = whole(2, "games that are played at the same time", 1, 256)
    batch: int = whole(8, "games of a lane between two steps of the weights", 1, 10**5)

    name: ClassVar[str] = "samuel"

    def refusal(self, game: Game) -> str | None:
        refused = needs_open_duel(game, self.name)
        if refused:
            return refused
        if game.has_chance:
            return f"{self.name} handles no chance, {game.name} has some: try --method td"
        if not isinstance(written_opinion(game), Linear | Vector):
            return (
                f"samuel learns the weights of an evaluation's terms, and {game.name} has none: give it a Linear, or "
                "try --method td"
            )
        return None

    def begin(self, game: Game, seed: int) -> SamuelLearning:
        if self.rote:
            check_lasting(game)
        names = list(term_names(_evaluator(game)))
        header = {
            **header_of(self, game, seed),
            "terms": names,
            "active": names[: self.terms],
            "reserve": names[self.terms :] if self.terms else [],
            "marks": [0] * len(names),
            "unit": _logit(game) * THREE_OF_FOUR,
            "steps": 0,
            "positions": 0,
        }
        zeros = {name: np.zeros(len(names)) for name in ARRAYS}
        return SamuelLearning(game, self, header, {**zeros, **_rote(self.rote)})

    @classmethod
    def lanes_of(cls, game: Game, settings: Mapping[str, Any], count: int) -> Lanes:
        evaluator = _evaluator(game)
        buffers = at.buffers_for(game, evaluator, settings["kept"], settings["added"])
        kernel = prepare(game, at.kernel_for(game, evaluator), buffers, label="learning")
        return Lanes(game, kernel, buffers, count, TRAVEL)

    def resume(self, game: Game, learned: Learned) -> SamuelLearning:
        names = list(term_names(_evaluator(game)))
        if learned.header.get("terms") != names:
            raise ZermeloError(f"{learned} has weights for other terms than the evaluation of {game.name} has")
        kept = {name: learned.array(name, len(names)).copy() for name in ARRAYS}
        rote = {name: learned.array(name, len(array)).copy() for name, array in _rote(self.rote).items()}
        _check_header(learned, names)
        return SamuelLearning(game, self, learned.header, {**kept, **rote})


ARRAYS = ("logits", "average", "gradient", "squared_gradient", "squares")  # [term]


def _check_header(learned: Learned, names: list[str]) -> None:
    """Raises ZermeloError unless a run can go on with what the header says of its terms and steps."""
    header = learned.header
    try:
        whole_number(header["steps"]), whole_number(header["positions"])
        marks, active, reserve = header["marks"], header["active"], header["reserve"]
        is_right = len(marks) == len(names) and all(0 <= whole_number(mark) < MARKS for mark in marks)
        is_right = is_right and sorted([*active, *reserve]) == sorted(names) and len(active) > 0
    except (KeyError, TypeError, ValueError):
        is_right = False
    if not is_right:
        raise ZermeloError(f"{learned} cannot be gone on with: it does not say which terms are in use")


def _rote(power: int) -> dict[str, Any]:
    """The table of positions to begin with: each slot has a key that belongs elsewhere, so that none is found."""
    size = 1 << power if power else 0
    return {"rote_keys": ~np.arange(size, dtype=np.int64), "rote_values": np.zeros(size)} if size else {}


def _logit(game: Game) -> float:
    """What a logit is in the evaluation's units."""
    evaluator = _evaluator(game)
    return evaluator.unit / THREE_OF_FOUR or evaluator.win * (game.reach or 1.0) / (2 * at.WON)


def _evaluator(game: Game) -> Linear | Vector:
    found = written_opinion(game)
    assert isinstance(found, Linear | Vector)
    return found


class SamuelLearning(Learning):
    """A run of Samuel's method."""

    method: Samuel
    can_spread: ClassVar[bool] = True

    def __init__(self, game: Game, method: Samuel, header: Mapping[str, Any], arrays: dict[str, Any]) -> None:
        super().__init__(game, method, header)
        self.evaluator, self.kept = _evaluator(game), arrays
        self.names, self.factor = list(term_names(self.evaluator)), _logit(game)
        size = len(arrays.get("rote_keys", ()))
        self.settings = {"kept": size, "added": method.batch * at.LONGEST if size else 0}
        self.lanes = method.lanes_of(game, self.settings, method.lanes)

    @property
    def block(self) -> int:
        """How many games a block has."""
        return self.method.lanes * self.method.batch

    @property
    def weights(self) -> Any:
        """The weights that were learned, in the evaluation's units."""
        return self.kept["average"] * self.factor

    @property
    def influence(self) -> Any:
        """How much each term usually adds or subtracts, in logits."""
        return np.abs(self.kept["logits"]) * self._sizes()

    def _sizes(self) -> Any:
        """The usual size of each term: the root of its mean square."""
        return np.sqrt(self.kept["squares"] / max(1, self.header["positions"]))

    # --- learning ---

    def advance(self) -> None:
        block, method = self.games // self.block, self.method
        for lane in range(method.lanes):
            counts, real, weights, _, sums, *_ = self._arrays(lane)
            counts[:], real[:] = 0, 0.0
            weights[:], sums[:] = self.kept["logits"], 0.0
            counts[at.TASK], counts[at.GAMES], counts[at.DEPTH] = at.LEARN, method.batch, method.depth
            counts[at.OPENING], counts[at.NOISE] = method.opening, noise_of(int(self.header["seed"]), block, lane)
            real[at.DECAY], real[at.EXPLORED] = method.decay, method.exploration
            self._lend_rote(lane)
        self.lanes.run()
        self._keep_rote()
        sums = np.sum([self._arrays(lane)[4] for lane in range(method.lanes)], axis=0)
        positions = self._count(at.POSITIONS)
        self.header["games"] = self.games + self.block
        self.header["positions"] += positions
        self._step(sums[: len(self.names)] / max(1, positions), sums[len(self.names) :])
        if self.games // REVIEW > (self.games - self.block) // REVIEW:
            self._review()

    def _arrays(self, lane: int) -> list[Any]:
        """The arrays of a lane, in the order of the kernel's arguments."""
        return [array_of(argument) for argument in self.lanes[lane]]

    def _count(self, place: int) -> int:
        """One of the kernel's counts, over all lanes."""
        return sum(int(self._arrays(lane)[0][place]) for lane in range(len(self.lanes)))

    def spread(self, crew: Crew) -> None:
        self.lanes.spread(crew, self.method.name, self.settings)

    def _step(self, gradient: Any, squares: Any) -> None:
        """One step of all weights in use, each term in units of its usual size."""
        kept, method = self.kept, self.method
        self.header["steps"] += 1
        steps = self.header["steps"]
        kept["squares"] += squares
        sizes = self._sizes()
        seen = (sizes > 0) & np.isin(self.names, self.header["active"])
        gradient = np.where(seen, gradient / np.where(seen, sizes, 1.0), 0.0)
        kept["gradient"] = MEMORY * kept["gradient"] + (1 - MEMORY) * gradient
        kept["squared_gradient"] = SLOW_MEMORY * kept["squared_gradient"] + (1 - SLOW_MEMORY) * gradient**2
        mean = kept["gradient"] / (1 - MEMORY**steps)
        spread = np.sqrt(kept["squared_gradient"] / (1 - SLOW_MEMORY**steps))
        rate = method.rate / math.sqrt(1.0 + self.games / method.slowing)
        moved = rate * mean / (spread + LEAST)
        kept["logits"] = np.where(seen, kept["logits"] + moved / np.where(seen, sizes, 1.0), kept["logits"])
        share = max(self.block / (AVERAGED * self.games), 1.0 / steps)
        kept["average"] = kept["average"] + min(1.0, share) * (kept["logits"] - kept["average"])

    def _review(self) -> None:
        """Marks the weakest term, and replaces one that has been the weakest too often."""
        active, reserve = list(self.header["active"]), list(self.header["reserve"])
        if not reserve:
            return
        influence = dict(zip(self.names, self.influence.tolist(), strict=True))
        weakest = min(active, key=lambda name: influence[name])
        marks, place = list(self.header["marks"]), self.names.index(weakest)
        marks[place] += 1
        if marks[place] == MARKS:
            marks[place] = 0
            active[active.index(weakest)] = reserve.pop(0)
            reserve.append(weakest)
            for name in ARRAYS[:4]:
                self.kept[name][place] = 0.0
        self.header |= {"active": active, "reserve": reserve, "marks": marks}

    # --- positions learned by rote ---

    def _lend_rote(self, lane: int) -> None:
        if "rote_keys" in self.kept:
            counts, *_, keys, known = self._arrays(lane)
            size = len(self.kept["rote_keys"])
            counts[at.MASK] = size - 1
            keys[:size], known[:size] = self.kept["rote_keys"], self.kept["rote_values"]

    def _keep_rote(self) -> None:
        """Adds what the lanes have found to the table, in the order of the lanes."""
        if "rote_keys" not in self.kept:
            return
        size = len(self.kept["rote_keys"])
        for lane in range(len(self.lanes)):
            counts, *_, keys, known = self._arrays(lane)
            added = slice(size, size + int(counts[at.KEPT]))
            slots = keys[added] & (size - 1)
            self.kept["rote_keys"][slots], self.kept["rote_values"][slots] = keys[added], known[added]

    # --- what is known about it ---

    def arrays(self) -> dict[str, Any]:
        return {"weights": self.weights, **self.kept}

    def due(self) -> bool:
        """At about 100, 200, 400, … games, and then at every further 5,000."""
        before, now = self.games - self.block, self.games
        return any(before < 100 << n <= now for n in range(6)) or before // 5000 < now // 5000

    def measure(self) -> dict[str, float]:
        own = np.array([term.weight for term in self.evaluator.terms(self.game.initial(), 0)]) / self.factor
        nothing = np.zeros(len(self.names))
        return {
            "score against no evaluation": self.compared(nothing),
            "score against the evaluation": self.compared(own),
        }

    def compared(self, others: Any, games: int = COMPARED) -> float:
        """The score against other weights, in logits, both searching as in training."""
        pairs = -(-games // (2 * len(self.lanes)))
        for lane in range(len(self.lanes)):
            counts, _, weights, opponents, *_ = self._arrays(lane)
            counts[:] = 0
            weights[:], opponents[:] = self.kept["average"], others
            counts[at.TASK], counts[at.GAMES], counts[at.DEPTH] = at.COMPARE, 2 * pairs, self.method.depth
            counts[at.OPENING], counts[at.NOISE] = self.method.opening, noise_of(-1, lane)
        self.lanes.run()
        played, won, drawn = self._count(at.GAMES), self._count(at.WINS), self._count(at.DRAWS)
        return (won + drawn / 2) / played

    def finish(self) -> None:
        self.header["trained_on"] = (
            f"{self.games:,} games against itself at depth {self.method.depth}, from weights of 0, "
            f"seed {self.header['seed']}"
        )
        self.header["strength"] = [
            {"against": name.removeprefix("score against "), "games": COMPARED, "score": round(value, 4)}
            for name, value in self.measure().items()
        ]

    def told(self) -> str:
        """The terms, those with the most influence first."""
        shipped = [term.weight for term in self.evaluator.terms(self.game.initial(), 0)]
        influence, total = self.influence, max(float(self.influence.sum()), 1e-12)
        width = max(map(len, self.names))
        lines = [f"{'term':{width}}  {'weight':>9}  influence  {'before':>9}"]
        for place in np.argsort(-influence, kind="stable").tolist():
            name = self.names[place]
            rest = "  in reserve" if name in self.header["reserve"] else ""
            numbers = f"{self.weights[place]:9.3f}  {influence[place] / total:9.1%}  {shipped[place]:9.3f}"
            lines.append(f"{name:{width}}  {numbers}{rest}")
        return "\n".join(lines)

    def close(self) -> None:
        self.lanes.close()
