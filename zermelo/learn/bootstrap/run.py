"""A run of learning, as `zermelo learn` begins, saves and resumes it: games, training, and again.

The file holds the newest network. Beside it lies a folder: the positions, and the network of each generation as a
learned file of its own. A run without its folder goes on with new games.
"""

from __future__ import annotations

import math
import time
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from zermelo.compile.kernel.prepare import Kernel
from zermelo.evaluate.learned.file import Learned, read_learned, write_learned
from zermelo.evaluate.sparse.board import places_of
from zermelo.evaluate.sparse.file import Measure, is_sparse, sparse_arrays, sparse_entries
from zermelo.evaluate.sparse.network import Shape, Weights
from zermelo.evaluate.sparse.opinion import read_sparse
from zermelo.evaluate.sparse.places import Places
from zermelo.game import Game, ZermeloError
from zermelo.learn.bootstrap import kernel as at
from zermelo.learn.bootstrap.fit import Fit, Sample, Settings, steepness, targets_of, train
from zermelo.learn.bootstrap.games import HARD, Crew
from zermelo.learn.bootstrap.options import Options
from zermelo.learn.bootstrap.players import LOGIT, Players
from zermelo.learn.bootstrap.rating import Side, contest
from zermelo.learn.bootstrap.records import Pool, folder_beside
from zermelo.learn.course import Learning, header_of, noise_of
from zermelo.learn.curve import elo, point

GROWTH = 1.5  # generation k of n ends at (k / n) to this power of the budget
LEAST = 1000  # positions that a network is trained on, at least
NEW = 0.15  # the share of the positions that must be new for another network
STEEP = 3.0  # chance = sigmoid(output × this)
FIRST_SHARE, MORE_SHARE = 0.5, 0.2  # of the search's value in what is learned at first, and more per generation
TRAINING, LAST_TRAINING, RATING = 0.15, 0.45, 0.03  # shares of the seconds, at most: a training, the last, a match
PUT_TOGETHER = 2e6  # positions that are made ready for training per second
SPEEDS = {"cpu": 1e5, "cuda": 3e6}  # positions that are used per second, until one knows
COMPILING = 0.05  # the share of the seconds that must be left to compile the kernel of the networks
BLOCK, MOST_BLOCK = 0.01, 5.0  # a block takes this share of the seconds, and so many of them, at most
IN_STEP = 6.0  # a pair of a match lasts as long as so many games of self-play, until one knows
SPARE = 1.5  # seconds that are left for writing the files
BEGINNING = {  # of a header, beyond that of every run
    "generation": 0,
    "tasks": 0,  # that were played, by all generations
    "known": 0,  # positions that were there when the newest network was trained
    "rating": 0.0,  # of the newest network, over what began
    "pairs": 0,  # of games that rated it
    "told": {},  # what is known of its training
    "positions": [],  # the files beside this one, see records.Pool
}
CALL = "call"  # in the header: what this budget has come to; see _share


Network = tuple[Weights, Measure]  # of a generation, and what its outputs count


class Run(Learning):
    """A run in progress."""

    method: Options

    def __init__(
        self,
        game: Game,
        method: Options,
        seed: int,
        header: Mapping[str, Any] | None = None,
        places: Places | None = None,
        weights: Weights | None = None,
    ) -> None:
        super().__init__(game, method, header or {**header_of(method, game, seed), **BEGINNING})
        self.device = method.device_in_use
        self.places = places or places_of(game, **({"kings": method.kings} if method.kings else {}))
        self.players = Players(game, self.places, method.sharing, method.table, method.start)
        self.weights = weights  # of the newest generation
        self.networks: dict[int, Network] = {}  # of the generations to compare with: the first and the last two
        if weights is not None:
            self.networks[self.generation] = weights, self.measure_of_values
        sees = self.places
        self.pool = Pool(2 * sees.most, sees.inputs, sees.buckets, method.window, generation=self.generation)
        self.unwritten: dict[int, Network] = {}  # generations whose own file is not written yet
        self.folder: Path | None = None  # beside the run's file
        self.written: set[int] = set()  # numbers of the chunks that the file names
        self.fit: Fit | None = None
        self.trained_at = 0  # positions of the pool that the newest network knows
        self.speed = SPEEDS[self.device]  # positions that training uses per second
        self.pace = 0.0  # games per second
        self.pair_took = 0.0  # seconds per pair of the last match; 0: there was none
        self.player = self.generation  # the generation that plays
        self.total: float | None = None  # seconds of the budget; None: it has no limit of time
        self.deadline = math.inf  # by time.monotonic()
        self.compiling = 0.0  # seconds that the first kernel took
        self._crew: Crew | None = None

    @classmethod
    def resumed(cls, game: Game, method: Options, learned: Learned) -> Run:
        """The run in a file, to go on with. Raises ZermeloError."""
        header, places, weights = _checked(learned), None, None
        if header["generation"]:
            if not is_sparse(learned):
                raise ZermeloError(f"{learned} holds no network to go on with")
            network = read_sparse(learned, game)
            places, weights = network.places, network.weights
        settled = method.settled(game, method.device_in_use)
        run = cls(game, settled, int(header["seed"]), header, places, weights)
        run._take_up(folder_beside(Path(learned.name)))
        return run

    def _take_up(self, folder: Path) -> None:
        """Reads what lies beside the file."""
        listed = self.header.get("positions", [])
        gone = self.pool.read(folder, listed)
        self.folder = folder
        self.written = {chunk.number for chunk in self.pool.chunks}
        self.trained_at = len(self.pool) if gone else self.header["known"]
        for number in {1, self.generation - 1} - {0, -1, self.generation}:
            path = network_path(folder, number)
            if path.exists():
                earlier = read_sparse(read_learned(path), self.game)
                self.networks[number] = earlier.weights, earlier.measure

    @property
    def generation(self) -> int:
        """Of the newest network; 0: there is none yet."""
        return int(self.header["generation"])

    @property
    def s(self) -> float:
        """The value at which a game is won by sigmoid(1) of all."""
        return float(self.header["unit"]) / LOGIT

    @property
    def measure_of_values(self) -> Measure:
        """What the newest network's outputs count."""
        return Measure(STEEP * self.s, self.s * LOGIT, self.players.plain.units)

    def _kernel_of(self, generation: int) -> Kernel:
        """The kernel of a generation, with its network where the kernel reads it."""
        if not generation:
            return self.players.first()
        return self.players.network(*self.networks[generation])

    @property
    def crew(self) -> Crew:
        """The threads that play."""
        if self._crew is None:
            begun = time.monotonic()
            kernel = self._kernel_of(self.player)
            self.compiling = time.monotonic() - begun
            self._crew = Crew(self.method.threads, self.players.buffers(), kernel.compiled, self.pool.width)
        return self._crew

    @property
    def remaining(self) -> float:
        """Seconds of the budget."""
        return self.deadline - time.monotonic()

    # --- in the course of a run ---

    def advance(self) -> None:
        if self.total is None and self.left is not None:
            self.total, self.deadline = self.left, time.monotonic() + self.left
        share = self._share()
        call = self.header[CALL]
        trained, generations = call["trained"], self.method.generations
        is_due = trained < generations - 1 and share >= ((trained + 1) / generations) ** GROWTH
        is_last = self.total is not None and self.remaining <= self._needed(self.total) + SPARE
        if (is_due or (is_last and trained < generations)) and self._has_enough():
            call["trained"] = generations if is_last else trained + 1
            self._learn()
        else:
            self._play()

    def _share(self) -> float:
        """The share of this budget that is spent; a run that was finished before has a new budget."""
        call = self.header.setdefault(CALL, {"from": self.progress, "trained": 0})
        begun = float(call["from"])
        return (self.progress - begun) / max(1e-9, 1.0 - begun)

    def _needed(self, total: float) -> float:
        """Seconds that the last training and its matches will take."""
        used = min(self.method.window, len(self.pool)) * self.method.epochs
        before = 1.0 + len(self.pool) / PUT_TOGETHER
        return min(LAST_TRAINING * total, before + 1.15 * used / self.speed) + 2 * self._rating_seconds()

    def _rating_seconds(self) -> float:
        """How long a match takes, from the last one if there was any."""
        return self.pair_took * self._pairs() if self.pair_took else RATING * (self.total or 0.0)

    def _has_enough(self) -> bool:
        count = len(self.pool)
        return count >= LEAST and count - self.trained_at >= NEW * count

    def _play(self) -> None:
        """A block of games by the player that is loaded."""
        crew, first, method = self.crew, self.header["tasks"], self.method
        if self.player != self.generation and self._may_compile():
            self.player = self.generation
        kernel, begun = self._kernel_of(self.player), time.monotonic()
        count = method.tasks
        if self.total is not None and self.pace:
            count = max(method.threads, int(min(MOST_BLOCK, BLOCK * self.total) * self.pace / method.sharing))
        how = {
            at.GAMES: method.sharing,
            at.SOFT: method.nodes,
            at.HARD: HARD * method.nodes,
            at.OPENING: method.opening,
        }
        measure = self.networks[self.player][1] if self.player else None
        thresholds = self.players.thresholds(self.player, measure)
        start, seed = kernel.state(self.game.initial()), int(self.header["seed"])
        played = crew.play(kernel, start, range(first, first + count), seed, how, thresholds)
        for one in played:
            self.pool.add(one.arrays, self.player)
        self.header["tasks"] = first + count
        games = sum(one.games for one in played)
        self.header["games"] += games
        self.pace = games / max(1e-9, time.monotonic() - begun)
        if not games:
            raise ZermeloError(
                f"of {count * method.sharing} games none was begun: try an opening below {method.opening} plies"
            )

    def _may_compile(self) -> bool:
        """Is there time to compile the kernel of the networks?"""
        if self.total is None or self.player > 0:
            return True
        return self.remaining > max(COMPILING * self.total, 1.3 * self.compiling)

    def _learn(self) -> None:
        """Trains the next generation."""
        oldest = max(0, self.generation - self.method.newest + 1)
        self.pool.drop(oldest)
        sample = self._sample()
        shape = Shape(self.places.inputs, self.method.width, self.places.buckets)
        seconds = None
        if self.total is not None:
            is_last = self.header[CALL]["trained"] >= self.method.generations
            most = self.remaining - SPARE - 2 * self._rating_seconds() if is_last else TRAINING * self.total
            seconds = max(1.0, most)
        settings = Settings(
            STEEP,
            self.method.rate,
            self.method.epochs,
            self.method.batch,
            noise_of(int(self.header["seed"]), self.generation, 2) & 0x7FFFFFFF,
            seconds,
        )
        fit = self.fit = train(sample, shape, settings, self.device)
        self.speed = max(1.0, fit.epochs * float((sample.held == 0).sum()) / max(fit.seconds, 1e-3))
        self.header["generation"] += 1
        self.header["unit"] = round(self.players.unit_of(fit.weights, STEEP) or self.header["unit"], 4)
        self.weights = fit.weights
        self.networks[self.generation] = self.unwritten[self.generation] = fit.weights, self.measure_of_values
        self.networks = {k: kept for k, kept in self.networks.items() if k in (1, self.generation - 1, self.generation)}
        self.trained_at = self.header["known"] = len(self.pool)
        self.header.update(sparse_entries(self.places, self.measure_of_values))
        self.header["told"] = {"positions": len(self.pool), "epochs": round(fit.epochs, 2)}
        if math.isfinite(fit.rounded):
            errors = {"held-out error": fit.rounded, "error to results": fit.to_results}
            self.header["told"] |= {name: round(error, 6) for name, error in errors.items()}

    def _sample(self) -> Sample:
        """The positions with what they should have; the first time it is settled what values count."""
        arrays, generations = self.pool.records()
        values, results = arrays["values"], arrays["results"].astype(np.float32)
        targets = np.empty(len(values), np.float32)
        for generation in np.unique(generations):
            of = generations == generation
            is_mute = generation == 0 and self.players.is_mute
            s = 1.0 if is_mute else steepness(values[of], results[of])
            if "unit" not in self.header:
                self.header["unit"] = self.players.plain.unit or round(s * LOGIT, 4)
            share = min(self.method.mix, FIRST_SHARE + MORE_SHARE * (int(generation) - self.players.is_mute))
            targets[of] = targets_of(values[of], results[of], s, 0.0 if is_mute else share)
        return Sample(arrays["active"], targets, results, arrays["buckets"], arrays["held"])

    # --- what is measured ---

    def due(self) -> bool:
        return len(self.header["curve"]) < self.generation

    def measure(self) -> dict[str, float]:
        found: dict[str, float] = {"generation": self.generation, **self.header["told"]}
        pairs = self._pairs()
        if pairs and self._may_compile():
            for earlier in dict.fromkeys((self.generation - 1, 0)):
                score = self._score(earlier, pairs)
                if score is not None:
                    found["score against the one before" if earlier else "score against the start"] = score
                    if earlier == self.generation - 1:
                        self.header["rating"] += elo(score)
                        found["rating"] = self.header["rating"]
            self.header["pairs"] = pairs
        return {name: value for name, value in found.items() if math.isfinite(value)}

    def _pairs(self) -> int:
        """How many pairs of games a match has, where time is limited."""
        if self.total is None or not self.pace:
            return self.method.rated
        took = self.pair_took or IN_STEP / self.pace
        return min(self.method.rated, int(RATING * self.total / took))

    def _score(self, earlier: int, pairs: int) -> float | None:
        """The newest network's score against an earlier generation; None: that one is gone."""
        if earlier and earlier not in self.networks:
            return None
        earlier_s = self.networks[earlier][1].unit / LOGIT if earlier else None
        plain_s = self.players.plain.unit / LOGIT or math.inf
        newest = Side(partial(self._kernel_of, self.generation), self.s)
        other = Side(partial(self._kernel_of, earlier), earlier_s or plain_s)
        seed = noise_of(int(self.header["seed"]), self.generation, 3) & 0x7FFFFFFF
        self._kernel_of(self.generation)  # compiled before the clock runs
        begun, method = time.monotonic(), self.method
        score = contest(self.game, (newest, other), self.crew, pairs, method.nodes, method.opening, seed)
        self.pair_took = (time.monotonic() - begun) / pairs
        return score

    # --- the end, and what is kept ---

    def lacking(self) -> str:
        if self.generation or self._is_trainable():
            return ""
        return f"{self.games:,} games gave {len(self.pool):,} positions to learn from, and a network needs {LEAST:,}"

    def _is_trainable(self) -> bool:
        return self._has_enough() and (self.remaining > 0.0 or not self.generation)

    def finish(self) -> None:
        call = self.header.get(CALL, {"trained": 0})
        if self._is_trainable() and call["trained"] < self.method.generations:
            self._share()
            self.header[CALL]["trained"] = self.method.generations
            self._learn()
            self.header["curve"] = [*self.header["curve"], point(self.games, self.measure())]
        self.header.pop(CALL, None)
        start = self.players.start
        seed, count = self.header["seed"], self.generation
        self.header["trained_on"] = (
            f"{self.games:,} games against itself, {count} generation{'s' * (count > 1)} from {start}, "
            f"on {self.device}, seed {seed}"
        )
        newest = self.header["curve"][-1] if self.header["curve"] else {}
        against = {"score against the one before": f"generation {count - 1}", "score against the start": start}
        self.header["strength"] = [
            {"against": name, "games": 2 * self.header["pairs"], "score": round(newest[key], 4)}
            for key, name in against.items()
            if key in newest and newest.get("generation") == count
        ]

    def keep(self, path: Path) -> None:
        folder = self.folder = folder_beside(path)
        try:
            folder.mkdir(exist_ok=True)
            self.pool.clear(folder, self.written)
            self.pool.write(folder, self.written)
        except OSError as error:
            raise ZermeloError(f"{folder} cannot be written: {error.strerror}") from None
        for number, (weights, measure) in self.unwritten.items():
            entries = sparse_entries(self.places, measure)
            header = {**self.header, **entries, "generation": number, "positions": []}
            write_learned(network_path(folder, number), header, sparse_arrays(self.places, weights))
        self.unwritten = {}
        self.header["positions"] = self.pool.listed()
        self.written = {chunk.number for chunk in self.pool.chunks}

    def arrays(self) -> dict[str, Any]:
        return {} if self.weights is None else sparse_arrays(self.places, self.weights)

    def told(self) -> str:
        if self.weights is None:
            return ""
        shape = self.weights.shape
        size = sum(array.nbytes for array in self.arrays().values())
        kept = sum(chunk.bytes for chunk in self.pool.chunks)
        return (
            f"{shape.inputs} inputs, 2 × {shape.width} units, {shape.buckets} outputs: {size / 1000:,.0f} KB\n"
            f"beside it, to go on with, {len(self.pool):,} positions: {kept / 1e6:,.1f} MB in {self.folder}"
        )

    def close(self) -> None:
        if self._crew is not None:
            self._crew.close()


def network_path(folder: Path, generation: int) -> Path:
    """Where the network of a generation is kept."""
    return folder / f"generation-{generation}.learned"


def _checked(learned: Learned) -> dict[str, Any]:
    """The header of a run that can be gone on with. Raises ZermeloError."""
    header, call = dict(learned.header), learned.header.get(CALL)
    counts = [header.get(name) for name in ("generation", "tasks", "known", "pairs")]
    rating, told = header.get("rating"), header.get("told")
    is_right = all(type(count) is int and 0 <= count < 1 << 40 for count in counts) and isinstance(told, dict)
    is_right = is_right and type(rating) is float and math.isfinite(rating)
    if call is not None:
        is_right = is_right and isinstance(call, dict) and type(call.get("trained")) is int
        is_right = is_right and type(call.get("from")) is float and 0.0 <= call["from"] <= 1.0
    if not is_right or not all(type(number) in (int, float) for number in (told or {}).values()):
        raise ZermeloError(f"{learned} does not say how far its run has come")
    if not header["generation"]:
        header.pop("unit", None)
    return header
