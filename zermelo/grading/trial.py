"""Asks a search about trees: one in this process, or one in a file, which runs in a process of its own."""

from __future__ import annotations

import json
import os
import select
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from zermelo.game import ZermeloError, brief
from zermelo.grading.calling import PATIENCE, Calling, Observation, read_observation
from zermelo.grading.trees import Case
from zermelo.user_files import computed

MEGABYTES = 512  # beyond what the process takes itself
GRACE = 1.0  # seconds beyond a search's own, after which the process is killed
TO_START = 30.0  # seconds for the process to start and import the file
OFTEN = 0.25  # seconds between two looks at what a process has computed


@dataclass(frozen=True)
class Candidate:
    """A search as far as it is known before it is tried."""

    name: str
    algorithm: str
    agent: bool = False  # is it a class of the Berkeley course?
    takes_depth: bool = False
    names: frozenset[str] = frozenset()  # that its code mentions


class Trial(Protocol):
    """Something that can be asked what a search does on a tree."""

    candidate: Candidate
    can_refresh: bool  # can the search be tried as if it were called for the first time?

    def observe(self, case: Case, fresh: bool = False, simulations: int | None = None, seed: int = 0) -> Observation:
        """What the search does. fresh: as if it were called for the first time."""
        ...


class NearTrial:
    """A search in this process."""

    can_refresh = False

    def __init__(self, calling: Calling, algorithm: str, seconds: float = 2.0) -> None:
        self.calling, self.seconds = calling, seconds
        self.candidate = Candidate(
            calling.name,
            algorithm,
            calling.is_agent,
            calling.takes_depth,
            frozenset(calling.code_names()),
        )

    def observe(self, case: Case, fresh: bool = False, simulations: int | None = None, seed: int = 0) -> Observation:
        """As `Trial.observe`; a function of this process cannot be made fresh."""
        return self.calling.observe(case, self.seconds, simulations, seed)


class Submission:
    """A file that runs in a process of its own, which is started again whenever it had to be killed."""

    def __init__(
        self,
        path: Path,
        name: str | None = None,
        algorithm: str | None = None,
        seconds: float = 2.0,
        megabytes: int = MEGABYTES,
        total: float = 60.0,
    ) -> None:
        if not path.is_file():
            raise ZermeloError(f"there is no file {brief(path, 200)}")
        self.path, self.seconds, self.total = path, seconds, total
        self._first: dict[str, Any] = {
            "path": str(path.resolve()),
            "name": name,
            "algorithm": algorithm,
            "megabytes": megabytes,
        }
        self._process: subprocess.Popen[bytes] | None = None
        self._buffer, self.spent = b"", 0.0
        self.candidates = self._start()
        self.spent = 0.0

    def close(self) -> None:
        """Ends the process."""
        if self._process:
            self._process.kill()
            self._process.wait()
            for pipe in (self._process.stdin, self._process.stdout):
                if pipe:
                    pipe.close()
            self._process = None

    def __enter__(self) -> Submission:
        return self

    def __exit__(self, *details: Any) -> None:
        self.close()

    def trials(self) -> list[FarTrial]:
        """One for each search of the file."""
        return [FarTrial(self, number, candidate) for number, candidate in enumerate(self.candidates)]

    def _start(self) -> list[Candidate]:
        environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1", "OPENBLAS_NUM_THREADS": "1"}
        root = str(Path(__file__).parents[2])
        environment["PYTHONPATH"] = os.pathsep.join(filter(None, [root, os.environ.get("PYTHONPATH")]))
        self._buffer = b""
        self._process = subprocess.Popen(
            [sys.executable, "-m", "zermelo.grading.child"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=environment,
            cwd=self.path.resolve().parent,
            start_new_session=True,
        )
        answer = self._asked(self._first, min(TO_START, 10 + self.seconds))
        if answer is None:
            self.close()
            raise ZermeloError(f"{self.path.name} does not come to its end when it is imported, or ends the process")
        if "error" in answer:
            self.close()
            raise ZermeloError(answer["error"].replace(self._first["path"], self.path.name))
        return [Candidate(**{**entry, "names": frozenset(entry["names"])}) for entry in answer["entries"]]

    def asked(self, question: dict[str, Any]) -> Observation:
        """What the search does, or how its process ended."""
        if self.spent > self.total:
            return Observation(error=f"not tried: the {self.total:g} s for the whole file are used up", fault="untried")
        try:
            if self._process is None:
                self._start()
            answer = self._asked({**question, "seconds": self.seconds}, self.seconds + GRACE)
        except ZermeloError as error:
            return Observation(error=str(error), fault="crash")
        if answer is None:
            ended = self._process.poll() if self._process else None
            self.close()
            if ended is None:
                return Observation(error=f"it did not return within {self.seconds:g} s", fault="hang")
            return Observation(error="it ended the whole process", fault="exit")
        return read_observation(answer)

    def _asked(self, question: dict[str, Any], seconds: float) -> dict[str, Any] | None:
        """The answer to a question; None: none came in time, or the process has ended."""
        assert self._process
        assert self._process.stdin
        try:
            self._process.stdin.write(json.dumps(question).encode() + b"\n")
            self._process.stdin.flush()
        except OSError:
            return None
        line = self._line(seconds)
        try:
            found = json.loads(line) if line else None
        except ValueError:
            return None
        return found if isinstance(found, dict) else None

    def _line(self, seconds: float) -> bytes | None:
        """The next line of the process; None if it has computed for so long without one, or has ended."""
        assert self._process
        assert self._process.stdout
        effort, number = _Effort(self._process.pid), self._process.stdout.fileno()
        try:
            while b"\n" not in self._buffer:
                left = seconds - effort.seconds()
                if left <= 0:
                    return None
                if not select.select([number], [], [], min(left, OFTEN))[0]:
                    continue
                part = os.read(number, 65536)
                if not part:
                    self._process.wait()
                    return None
                self._buffer += part
        finally:
            self.spent += effort.seconds()
        line, _, self._buffer = self._buffer.partition(b"\n")
        return line


class _Effort:
    """What a process has done since now."""

    def __init__(self, pid: int) -> None:
        self.pid, self.computed, self.begin = pid, computed(pid), time.monotonic()

    def seconds(self) -> float:
        """Those of the processor; while it waits for that or anything else, those of the clock, PATIENCE times slower.

        Where the system does not tell what it has computed, those of the clock.
        """
        waited, now = time.monotonic() - self.begin, computed(self.pid)
        if self.computed is None:
            return waited
        return max(waited / PATIENCE, 0.0 if now is None else now - self.computed)


class FarTrial:
    """One search of a file in a process of its own."""

    can_refresh = True

    def __init__(self, submission: Submission, number: int, candidate: Candidate) -> None:
        self.submission, self.number, self.candidate = submission, number, candidate

    def observe(self, case: Case, fresh: bool = False, simulations: int | None = None, seed: int = 0) -> Observation:
        """As `Trial.observe`; the file is run anew for a fresh call."""
        question = {"entry": self.number, "case": case.to_json(), "fresh": fresh}
        return self.submission.asked({**question, "simulations": simulations, "seed": seed})


def near_trial(function: Callable[..., Any], algorithm: str, seconds: float = 2.0) -> NearTrial:
    """A trial of a function or class in this process. Raises ZermeloError where it cannot be called."""
    return NearTrial(Calling(function), algorithm, seconds)
