"""Self-play and learning together.

On a CPU they take turns, so that a run is repeatable: all games make some steps, then the learner makes as many as the
new positions ask for. So they do where the games are played by the workers of a cluster. On a GPU both go on at the
same time: this thread goes round the groups of games, a second one steps the learner, and each waits where the other
falls behind, so that every position is used about equally often.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np
import torch

from zermelo.compile.plain.columns import Row
from zermelo.evaluate.encoding import Encoding
from zermelo.evaluate.encoding.symmetry import Symmetries
from zermelo.game import Game
from zermelo.learn.alphazero.distant import Distant
from zermelo.learn.alphazero.games import COUNTS
from zermelo.learn.alphazero.group import Group, Samples, room_for
from zermelo.learn.alphazero.lane import Lane, asked_tensors
from zermelo.learn.alphazero.learner import Learner
from zermelo.learn.alphazero.network import Inference
from zermelo.learn.alphazero.options import Options
from zermelo.learn.team import Team

REFRESH = 25  # steps of the learner after which self-play gets its weights
TAKE = 8  # rounds after which the learner gets the positions of finished games
AHEAD = 1.3  # how much more often than asked the learner may use positions while self-play catches up
NAP = 0.0005  # seconds
CHUNKS_PER_THREAD = 8
EARLY_SLACK = 0.5
LAYOUT = "loop.rounds"  # in a file: steps made of every game; another name where the arrays of games are others


class Loop:
    """A network that learns from groups of games."""

    def __init__(
        self, game: Game, encoding: Encoding, symmetries: Symmetries, options: Options, device: Any, seed: int
    ) -> None:
        self.game, self.encoding, self.options, self.device = game, encoding, options, device
        self.is_cuda = device.type == "cuda"
        self.team = Team(options.threads)
        self._usual_threads = torch.get_num_threads()
        torch.set_num_threads(1 if self.is_cuda else options.threads)  # with a GPU the cores are for the trees
        if self.is_cuda:
            torch.backends.cudnn.benchmark = True
        most = max(options.sims, options.late_sims)
        chunks = min(options.boards, CHUNKS_PER_THREAD * options.threads if self.is_cuda else 4)
        positions = 1024 if self.is_cuda else 512
        room = replace(room_for(game, options.boards, most), cache=options.cache, chunks=chunks, positions=positions)
        points = game.points is not None
        self.learner = Learner(encoding, room.actions, symmetries, options, device, seed, points)
        self.learner.capture()
        self.inference = Inference(self.learner.average, encoding, device)
        self.lanes = []
        for number in range(options.groups):
            tensors = asked_tensors(encoding, room, device)
            asked = {name: tensor.numpy() for name, tensor in tensors.items()}
            group = Group(game, encoding, room, self.team, seed=seed * 97 + number, asked=asked, compiled=True)
            self.lanes.append(Lane(group, tensors, self.inference))
        self.distant: Distant | None = None  # where the games are played, if not here
        self.progress, self._round = 0.0, 0
        self.waited = {"network": 0.0, "learner": 0.0, "trees": 0.0}  # seconds, of the thread that plays
        self._pause, self._paused, self._stop = threading.Event(), threading.Event(), threading.Event()
        self._error: BaseException | None = None
        self._thread: threading.Thread | None = None

    def counts(self) -> Row:
        """What was counted in all groups, by the names in games.COUNTS."""
        return Row(sum(lane.group.counts().array for lane in self.lanes), COUNTS)

    def set_progress(self, progress: float) -> None:
        """Sets what changes in the course of a run; progress: the share of the budget that is spent."""
        self.progress = progress
        options = self.options
        early, late = min(1.0, 4.0 * progress), min(1.0, max(0.0, (progress - 0.4) / 0.35))
        trace = 1.0 + (options.trace - 1.0) * 0.5 * (early + late)
        slack = EARLY_SLACK + (options.slack - EARLY_SLACK) * early
        sims = options.late_sims if progress >= 0.5 else options.sims
        for lane in self.lanes:
            games = lane.group.games
            same = ("opened", "openings", "evenness", "noise", "clear", "skipped", "dull")
            games.knobs.update(trace=trace, slack=slack, **{name: getattr(options, name) for name in same})
            if games.sizes.sims != sims:
                lane.group.search(sims)

    # --- in turns ---

    def play_in_turns(self, rounds: int) -> None:
        """So many steps of every game, and the learner's steps for the positions that come of them.

        rounds: a multiple of TAKE.
        """
        for _ in range(rounds // TAKE):
            for samples in self._played() if self.distant is None else self.distant.played(self.lanes, TAKE):
                self.learner.take(samples)
            self._round += TAKE
            while self.learner.is_behind:
                self.learner.set_pace(self.progress)
                self.learner.step()
                if self.learner.steps % REFRESH == 0:
                    self.inference.load(self.learner.average)
        self.inference.load(self.learner.average)  # as a run does that is resumed here

    def _played(self) -> list[Samples]:
        """The finished positions of each group after some more steps of every game."""
        for _ in range(TAKE):
            for lane in self.lanes:
                lane.group.step()
                lane.ask()
        return [lane.group.take() for lane in self.lanes]

    # --- at the same time ---

    def play_at_once(self, seconds: float) -> None:
        """Plays for so long while the learner learns; when it returns, the learner rests."""
        self._begin()
        end = time.perf_counter() + seconds
        while True:
            started = time.perf_counter()
            if started >= end:
                break
            if self._error is not None:
                raise self._error
            self._hold_back(end)
            lane = self.lanes[self._round % len(self.lanes)]
            held = time.perf_counter()
            if self._round >= len(self.lanes):
                lane.wait()
            ready = time.perf_counter()
            lane.group.step()
            lane.ask()
            if (self._round // len(self.lanes)) % TAKE == 0:
                self.learner.take(lane.group.take())
                torch.cuda.current_stream().synchronize()  # the learner must not draw what is not there yet
            self._round += 1
            self.waited["learner"] += held - started
            self.waited["network"] += ready - held
            self.waited["trees"] += time.perf_counter() - ready
        self._rest()

    def _hold_back(self, end: float) -> None:
        """Waits while the learner uses positions less often than it should."""
        options, learner = self.options, self.learner
        while time.perf_counter() < end and self._error is None:
            owed = options.reuse * (learner.total - options.first_window)
            if learner.steps * options.batch >= owed:
                return
            time.sleep(NAP)

    def _begin(self) -> None:
        self._pause.clear()
        self._paused.clear()
        if self._thread is None:
            self._thread = threading.Thread(target=self._learn, name="zermelo-learner", daemon=True)
            self._thread.start()

    def _rest(self) -> None:
        self._pause.set()
        self._paused.clear()
        while not self._paused.wait(0.1):
            if self._error is not None:
                raise self._error

    def _learn(self) -> None:
        try:
            with torch.cuda.stream(self.learner.stream):
                self._learn_on()
        except BaseException as error:
            self._error = error
            self._paused.set()

    def _learn_on(self) -> None:
        learner, options = self.learner, self.options
        finished = [torch.cuda.Event(blocking=True) for _ in range(4)]
        while not self._stop.is_set():
            if self._pause.is_set():
                self.learner.stream.synchronize()
                self._paused.set()
                time.sleep(NAP)
                continue
            if learner.total < learner.least or learner.steps * options.batch > AHEAD * options.reuse * learner.total:
                time.sleep(NAP)
                continue
            if learner.steps % 10 == 0:
                learner.set_pace(self.progress)
            learner.step()
            if learner.steps % REFRESH == 0:
                self.inference.load(learner.average)
            event = finished[learner.steps % len(finished)]
            event.synchronize()  # a few steps ahead of the device, not more
            event.record()

    # --- what a file keeps ---

    def to_arrays(self) -> dict[str, Any]:
        """The games as they stand, by name."""
        arrays: dict[str, Any] = {LAYOUT: np.array([self._round], np.int64)}
        for number, lane in enumerate(self.lanes):
            arrays |= {f"games{number}.{name}": array for name, array in lane.group.to_arrays().items()}
        return arrays

    def load(self, arrays: Mapping[str, Any]) -> None:
        """Goes on from what `to_arrays` gave. Raises ValueError or KeyError.

        Begins new games where there are none, or they are those of an earlier version.
        """
        if LAYOUT not in arrays:
            return
        self._round = int(arrays[LAYOUT][0])
        for number, lane in enumerate(self.lanes):
            lane.group.load({name: arrays[f"games{number}.{name}"] for name in lane.group.to_arrays()})

    def close(self) -> None:
        """Ends the threads."""
        self._stop.set()
        if self._thread is not None:
            self._thread.join()
        self.team.close()
        torch.set_num_threads(self._usual_threads)
