"""A run of learning from games that others have played, as `zermelo learn` begins, saves and resumes it.

The file holds the network alone, which plays. Beside it lies the file of the run, with the learner and the positions.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch

from zermelo.compile.kernel.events import tell_once
from zermelo.evaluate.encoding import Encoding, encoding_of
from zermelo.evaluate.encoding.symmetry import Symmetries, find_symmetries
from zermelo.evaluate.learned.file import Learned
from zermelo.evaluate.learned.residual import KIND
from zermelo.evaluate.learned.wins import reach_of
from zermelo.game import Game, ZermeloError
from zermelo.learn.alphazero.games import VERDICT
from zermelo.learn.alphazero.group import Samples
from zermelo.learn.alphazero.kept import path_beside, read_kept, seen_arrays, seen_in, write_kept
from zermelo.learn.alphazero.learner import LOSSES, POSITIONS, Learner
from zermelo.learn.alphazero.network import Inference, shipped
from zermelo.learn.course import Learning, Played, header_of
from zermelo.learn.imitation.examples import no_ends, samples_of, split
from zermelo.learn.imitation.options import Options

STEPS = 20  # of a block
FIRST_MARK, GROWTH = 100, 1.4  # steps after which the network is measured, and from mark to mark
MOST_HELD = 20_000  # positions that it is measured by
CHUNK = 1024  # of them that are answered at a time
HELD = "held."  # how the names of their arrays begin


class Run(Learning):
    """A run in progress."""

    method: Options

    def __init__(
        self,
        game: Game,
        method: Options,
        header: Mapping[str, Any],
        seen: tuple[Encoding, Symmetries],
        positions: int,
        held: Samples,
    ) -> None:
        super().__init__(game, method, header)
        self.device = torch.device(method.device_in_use)
        (self.encoding, self.symmetries), self.held = seen, held
        options = method.learner_options(positions)
        self.learner = Learner(
            self.encoding,
            game.max_actions,
            self.symmetries,
            options,
            self.device,
            header["seed"],
            game.points is not None,
        )
        self.learner.capture()
        self.beside: Path | None = None  # the file of the run
        self.header["kind"], self.header["reach"] = KIND, reach_of(game)

    @classmethod
    def begun(cls, game: Game, method: Options, seed: int, games: Sequence[Played]) -> Run:
        """A run that begins. Raises ZermeloError where there are too few games."""
        learned, held = split(games, method.held)
        if not learned:
            raise ZermeloError(f"{method.name} learns from games, and there are none")
        encoding = encoding_of(game)
        tell_once(f"{len(games):,} games of {game.title} become positions to learn from …")
        samples = samples_of(game, encoding, learned)
        measured = samples_of(game, encoding, held) if held else _first(samples, 0)
        header = header_of(method, game, seed) | {"learned": len(learned), "held": len(held)}
        seen = encoding, find_symmetries(game, encoding)
        run = cls(game, method, header, seen, len(samples), _first(measured, MOST_HELD))
        run.learner.take(samples)
        return run

    @classmethod
    def resumed(cls, game: Game, method: Options, learned: Learned) -> Run:
        """The run of a file, to go on with. Raises ZermeloError where there is only a network that is finished."""
        beside = path_beside(Path(learned.name))
        if not beside.exists():
            raise ZermeloError(f"{learned} is a finished network, and there is no {beside.name} to go on with")
        header, arrays = read_kept(beside, learned)
        header["trained_on"] = ""
        try:
            seen, count = seen_in(arrays, game), len(arrays[f"{HELD}values"])
            before = {
                HELD + name: array for name, array in no_ends(seen[0], count).items()
            }  # in earlier versions' files
            held = Samples(*(np.array((before | arrays)[HELD + name]) for name in POSITIONS))
            run = cls(game, method, header, seen, len(arrays["positions.values"]), held)
            run.learner.load(arrays)
        except (KeyError, RuntimeError, ValueError, IndexError):
            raise ZermeloError(f"{learned} cannot be gone on with: its parts do not fit together") from None
        return run

    @property
    def _steps_per_game(self) -> float:
        """Steps after which so many positions were used as a game has on average."""
        return self.learner.total / int(self.header["learned"]) / self.learner.options.batch

    def advance(self) -> None:
        learner = self.learner
        for _ in range(STEPS):
            learner.set_pace(self.progress)
            learner.step()
        self.header["games"] = int(learner.steps / self._steps_per_game)
        self.header["steps"] = learner.steps

    def due(self) -> bool:
        return int(self.header["steps"]) >= FIRST_MARK * GROWTH ** len(self.header["curve"])

    def measure(self) -> dict[str, float]:
        measured = {"share of moves found": self.found()} if len(self.held) else {}
        return {**measured, **self._losses()}

    def found(self) -> float:
        """How often the network's first choice is what was played in the games that were held back."""
        held, most = self.held, self.game.max_actions
        inference, right = Inference(self.learner.average, self.encoding, self.device), 0
        for start in range(0, len(held), CHUNK):
            planes, places = (
                torch.from_numpy(np.ascontiguousarray(part[start : start + CHUNK])).to(self.device)
                for part in (held.planes, held.places)
            )
            out = torch.zeros((len(planes), most + VERDICT), device=self.device)
            inference.forward(planes, places, inference.widened(len(planes)), out)
            chosen = out[:, :most].argmax(1).cpu().numpy()
            right += int((chosen == held.policy[start : start + CHUNK].argmax(1)).sum())
        return right / len(held)

    def _losses(self) -> dict[str, float]:
        return dict(zip(LOSSES, self.learner.losses.tolist(), strict=True))

    def newest(self) -> dict[str, float]:
        return {**super().newest(), **self._losses(), "steps": self.learner.steps}

    def finish(self) -> None:
        header, learner = self.header, self.learner
        header["trained_on"] = (
            f"{header['learned']:,} games of others, {learner.total:,} positions, on {self.device.type}, "
            f"seed {header['seed']}"
        )
        header["work"] = {"positions": learner.total, "steps": learner.steps}
        if len(self.held):
            header["found"] = self.found()

    def arrays(self) -> dict[str, Any]:
        return shipped(self.learner.average, self.encoding)

    def keep(self, path: Path) -> None:
        self.beside = path_beside(path)
        arrays = seen_arrays(self.encoding, self.symmetries) | self.learner.to_arrays(with_positions=True)
        arrays |= {HELD + name: getattr(self.held, name) for name in POSITIONS}
        write_kept(self.beside, self.header, arrays)

    def told(self) -> str:
        header, learner = self.header, self.learner
        lines = [f"{header['learned']:,} games with {learner.total:,} positions, {learner.steps:,} steps of learning"]
        if "found" in header:
            lines.append(f"finds {header['found']:.0%} of the moves of {header['held']:,} games that it has not seen")
        if self.beside is not None:
            lines.append(f"beside it, to go on with: {self.beside.stat().st_size / 1e6:,.1f} MB in {self.beside}")
        return "\n".join(lines)


def _first(samples: Samples, most: int) -> Samples:
    return Samples(*(getattr(samples, name)[:most] for name in POSITIONS))
