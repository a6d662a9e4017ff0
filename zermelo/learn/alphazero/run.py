"""A run of AlphaZero, as `zermelo learn` begins, saves and resumes it.

The file holds the network alone, which plays. Beside it lies the file of the run: the learner and, on a CPU, its
positions and the games as they stand, so that a run that was killed goes on as if it had not been. A run that has
spent its budget goes on with another one; without the file beside it a network is finished.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import torch

from zermelo.cluster.crew import Crew
from zermelo.evaluate.encoding import Encoding, encoding_of
from zermelo.evaluate.encoding.symmetry import Symmetries, find_symmetries
from zermelo.evaluate.learned.file import Learned
from zermelo.evaluate.learned.residual import KIND
from zermelo.evaluate.learned.wins import reach_of
from zermelo.game import Game, ZermeloError
from zermelo.learn.alphazero.distant import Distant
from zermelo.learn.alphazero.kept import path_beside, read_kept, seen_arrays, seen_in, write_kept
from zermelo.learn.alphazero.lane import answers_of
from zermelo.learn.alphazero.learner import LOSSES
from zermelo.learn.alphazero.loop import Loop
from zermelo.learn.alphazero.network import Inference, shipped
from zermelo.learn.alphazero.openings import Openings
from zermelo.learn.alphazero.options import Options
from zermelo.learn.alphazero.rating import contest
from zermelo.learn.course import Learning, header_of
from zermelo.learn.curve import elo

ROUNDS = 64  # steps of all games in a block, on a CPU
SECONDS = 2.0  # of a block, on a GPU
FIRST_MARK, GROWTH = 500, 1.6  # games after which the network is rated, and from mark to mark
BEGUN = "begun_with"  # in the header: what the network that it began with had learned from
LEARNED = "has_learned"  # in the header: was a step of learning made, by this process or before it?
PAIRS, SIMS = 24, 16  # of the matches that rate a checkpoint


class Run(Learning):
    """A run in progress."""

    method: Options
    can_spread: ClassVar[bool] = True

    def __init__(
        self, game: Game, method: Options, seed: int, header: Mapping[str, Any] | None = None, **given: Any
    ) -> None:
        super().__init__(game, method, header or header_of(method, game, seed))
        self.device = torch.device(method.device_in_use)
        encoding: Encoding = given.get("encoding") or encoding_of(game)
        symmetries: Symmetries = given.get("symmetries") or find_symmetries(game, encoding)
        self.encoding, self.symmetries = encoding, symmetries
        self.loop = Loop(game, encoding, symmetries, method, self.device, seed)
        self.openings = Openings(game, encoding)
        self.rated = [part.clone() for part in self.loop.inference.parts]  # the network that was rated last
        self.beside: Path | None = None  # the file of the run
        self.header["kind"], self.header["reach"] = KIND, reach_of(game)

    @classmethod
    def resumed(cls, game: Game, method: Options, learned: Learned) -> Run:
        """The run of a file, to go on with. Raises ZermeloError where there is only a network that is finished."""
        header, arrays = dict(learned.header), learned.arrays
        if "learner.count" not in arrays:  # in files of earlier versions the run is in the same file
            beside = path_beside(Path(learned.name))
            if not beside.exists():
                raise ZermeloError(
                    f"{learned} is a finished network, and there is no {beside.name} to go on with: begin a new run"
                )
            header, arrays = read_kept(beside, learned)
        header["trained_on"] = ""
        try:
            encoding, symmetries = seen_in(arrays, game)
            run = cls(game, method, int(header["seed"]), header, encoding=encoding, symmetries=symmetries)
            run.loop.learner.load(arrays)
            if int(arrays["learner.count"][1]):  # files of earlier versions do not say it in the header
                run.header[LEARNED] = True
            run.loop.load(arrays)
            run.loop.inference.load(run.loop.learner.average)
            for place, part in enumerate(run.rated):
                part.copy_(torch.from_numpy(np.array(arrays[f"rated.{place}"])))
        except (KeyError, RuntimeError, ValueError, IndexError):
            raise ZermeloError(f"{learned} cannot be gone on with: its parts do not fit together") from None
        return run

    @classmethod
    def begun_from(cls, game: Game, method: Options, seed: int, learned: Learned) -> Run:
        """A run that begins with the network of another one. Raises ZermeloError where it does not fit."""
        beside = path_beside(Path(learned.name))
        if not beside.exists():
            raise ZermeloError(f"{learned} is a finished network, and there is no {beside.name} to learn on from")
        arrays = read_kept(beside, learned)[1]
        try:
            encoding, symmetries = seen_in(arrays, game)
            run = cls(game, method, seed, encoding=encoding, symmetries=symmetries)
            run.loop.learner.load_network(arrays)
        except (KeyError, RuntimeError, ValueError, IndexError):
            raise ZermeloError(f"{learned} cannot be learned on from: its parts do not fit together") from None
        run.loop.inference.load(run.loop.learner.average)
        for kept, part in zip(run.rated, run.loop.inference.parts, strict=True):
            kept.copy_(part)
        run.header[BEGUN] = learned.header["trained_on"] or learned.title
        return run

    def advance(self) -> None:
        loop = self.loop
        before = int(loop.counts().finished)
        loop.set_progress(self.progress)
        if self.device.type == "cuda" and loop.distant is None:
            loop.play_at_once(SECONDS)
        else:
            loop.play_in_turns(ROUNDS)
        self.header["games"] += int(loop.counts().finished) - before
        if loop.learner.steps:
            self.header[LEARNED] = True
        self.header["openings"] = self.openings.noted(
            self.header.get("openings"), self.games, answers_of(loop.inference)
        )

    def spread(self, crew: Crew) -> None:
        self.loop.distant = Distant(crew, self.game, self.encoding, self.method)

    def due(self) -> bool:
        return self.games >= FIRST_MARK * GROWTH ** len(self.header["curve"])

    def measure(self) -> dict[str, float]:
        loop = self.loop
        current, earlier = (Inference(loop.learner.average, self.encoding, self.device) for _ in range(2))
        for part, kept in zip(earlier.parts, self.rated, strict=True):
            part.copy_(kept)
        players = answers_of(current), answers_of(earlier)
        marks = len(self.header["curve"])
        score = contest(self.game, self.encoding, players, PAIRS, SIMS, loop.team, marks)
        last = self.header["curve"][-1]["rating"] if marks else 0.0
        for kept, part in zip(self.rated, current.parts, strict=True):
            kept.copy_(part)
        return {"rating": last + elo(score), **self._learned()}

    def _learned(self) -> dict[str, float]:
        learner = self.loop.learner
        losses = zip(LOSSES, learner.losses.tolist(), strict=True)
        return {**dict(losses), "steps": learner.steps, "positions": learner.total}

    def newest(self) -> dict[str, float]:
        return {**super().newest(), **self._learned()}

    def lacking(self) -> str:
        if self.header.get(LEARNED):
            return ""
        found, needed = self.loop.learner.total, self.loop.learner.least
        return f"{self.games:,} games gave {found:,} positions to learn from, and the first step needs {needed:,}"

    def finish(self) -> None:
        counts, seed = self.loop.counts(), self.header["seed"]
        begun = f"what was learned from {self.header[BEGUN]}" if BEGUN in self.header else "random weights"
        self.header["trained_on"] = (
            f"{self.games:,} games against itself, from {begun}, on {self.device.type}, seed {seed}"
        )
        self.header["work"] = {
            "simulations": int(counts.simulations),
            "evaluations": int(counts.evaluations),
            "positions": int(counts.moves),
            "steps": self.loop.learner.steps,
        }

    def arrays(self) -> dict[str, Any]:
        return shipped(self.loop.learner.average, self.encoding)

    def keep(self, path: Path) -> None:
        self.beside = path_beside(path)
        on_cpu = self.device.type == "cpu"
        arrays = seen_arrays(self.encoding, self.symmetries)
        arrays |= {f"rated.{place}": part.cpu().contiguous().numpy() for place, part in enumerate(self.rated)}
        arrays |= {**self.loop.learner.to_arrays(on_cpu), **(self.loop.to_arrays() if on_cpu else {})}
        write_kept(self.beside, self.header, arrays)

    def told(self) -> str:
        curve, method, learner = self.header["curve"], self.method, self.loop.learner
        rated = f", rating {curve[-1]['rating']:+.0f} over the first checkpoint" if curve else ""
        size = sum(array.nbytes for array in self.arrays().values())
        lines = [
            f"{self.games:,} games, {learner.steps:,} steps of learning{rated}",
            f"{method.channels} channels, {method.blocks} blocks: {size / 1000:,.0f} KB",
        ]
        if self.beside is not None:
            held = f"{min(learner.total, learner.room):,} positions" if self.device.type == "cpu" else "the learner"
            kept = self.beside.stat().st_size
            lines.append(f"beside it, to go on with, {held}: {kept / 1e6:,.1f} MB in {self.beside}")
        return "\n".join(lines)

    def close(self) -> None:
        self.loop.close()
