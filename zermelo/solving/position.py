"""The solving of a position of an open game: its works take turns until the value is known, and can be saved."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from zermelo.compile.cache.content import is_lasting
from zermelo.compile.trust.users import game_key, is_users
from zermelo.files.container import Shapes
from zermelo.files.fields import whole
from zermelo.game import Game, State, ZermeloError, brief
from zermelo.laws.trial import require_laws
from zermelo.search.base import check_choice
from zermelo.search.time.deadline import Deadline
from zermelo.solve.solution_file import read_solution_file, write_solution_file
from zermelo.solving.choice import AUTO, METHODS, chosen_works, refused
from zermelo.solving.finding import Finding
from zermelo.solving.known import has_own_solver
from zermelo.solving.work import Work

MEGABYTES = 256.0
KEYS = 20  # positions whose keys are compared
WORD, MEGABYTE = 8, 1_000_000  # bytes
MOST_HELD, SLACK = 2, 16 * MEGABYTE  # a table is saved as places and words; and what orders the actions

Watch = Callable[[Work, Finding], None]


class PositionSolving:
    """The works on a position, which take turns; the first that finds the value ends it."""

    def __init__(
        self,
        game: Game,
        state: State,
        method: str = AUTO,
        compiled: bool | None = None,
        megabytes: float = MEGABYTES,
        threads: int = 1,
    ) -> None:
        """megabytes: what the tables may take, all together. threads: for a solver that can share a position out.

        Raises ZermeloError if nothing is left to solve there, the game breaks a law, or the method cannot solve it.
        """
        require_laws(game)
        if game.has_hidden and not has_own_solver(game):
            raise ZermeloError(f"{game.title} hides something: it has equilibria rather than a value")
        check_choice(game, state, or_chance=True)
        if method not in METHODS:
            raise ZermeloError(f"no method is called '{brief(method)}'; there are {', '.join(METHODS)}")
        refusal = None if method == AUTO else refused(game, state, method)
        if refusal:
            raise ZermeloError(refusal)
        self.game, self.state, self.method, self.megabytes = game, state, method, megabytes
        self.works = list(chosen_works(game, state, method, compiled, megabytes, threads))
        self.turn = 0

    def run(self, deadline: Deadline, watch: Watch | None = None) -> Finding:
        """Works until the value is known, no method can find it, or the deadline. watch: called after every step."""
        best: Finding | None = None
        tried = list(self.works)
        while True:
            work = self.works[self.turn % len(self.works)]
            _open(work, deadline)
            found = work.step(deadline)
            best = found if best is None or found.is_solved else _narrowed(best, found)
            if watch:
                watch(work, best)
            if found.is_solved and work.is_over:
                return best
            if work.is_over and not deadline.is_over:  # else it may have been cut short, and can be tried again
                self.works.remove(work)
            elif not found.is_solved:  # once solved, the same method finds the distance
                self.turn += 1
            if not self.works or deadline.is_over:
                if best.is_solved:
                    return best
                nodes, seconds = sum(one.nodes for one in tried), sum(one.seconds for one in tried)
                return replace(best, nodes=nodes, seconds=seconds)

    def save(self, path: Path) -> None:
        """Writes all that is needed to go on into a solution file. Raises ZermeloError."""
        header = {
            "method": self.method,
            "position": self.game.state_text(self.state),
            "megabytes": self.megabytes,
            "source": self._source(),
            "turn": self.turn,
            "works": [{"name": work.name, **work.header()} for work in self.works],
        }
        arrays = {f"{work.name}_{name}": array for work in self.works for name, array in work.arrays().items()}
        write_solution_file(path, self.game, header, arrays)

    def resume(self, path: Path) -> None:
        """Continues the work that was saved in a file. Raises ZermeloError if it was about another position."""
        header, arrays = read_solution_file(path, self.game, lambda *given: self._check(path, *given))
        try:
            saved = {one["name"]: one for one in header["works"]}
            turn = whole(header["turn"])
            works = [work for work in self.works if work.name in saved] or self.works
            for work in (work for work in works if work.name in saved):
                start = f"{work.name}_"
                own = {name.removeprefix(start): array for name, array in arrays.items() if name.startswith(start)}
                work.resume(saved[work.name], own)
        except (KeyError, TypeError, ValueError, AttributeError):
            raise ZermeloError(f"{path} cannot be gone on with: its parts do not fit together") from None
        self.works, self.turn = works, turn

    def _check(self, path: Path, header: Mapping[str, Any], shapes: Shapes) -> None:
        """Raises ZermeloError where a file is about another question, or holds more than a table has room for."""
        game, position = self.game, self.game.state_text(self.state)
        if "works" not in header or header.get("position") != position:
            raise ZermeloError(f"{path} is for {brief(header.get('position', 'another question'))}, not for {position}")
        for name, option, ours in (("method", "--method", self.method), ("megabytes", "--memory", self.megabytes)):
            theirs = header.get(name)
            if theirs != ours:
                shown = f"{theirs:g}" if isinstance(theirs, float) else brief(theirs)
                raise ZermeloError(f"{path} was made with {option} {shown}: give that, or another file")
        source = self._source()
        if header.get("source", "" if is_users(game) else source) != source:
            raise ZermeloError(f"{path} was made by other rules of {game.title}, or another version: solve it again")
        held = sum(math.prod(shape) for _, shape in shapes.values()) * WORD
        if held > MOST_HELD * self.megabytes * MEGABYTE + SLACK:
            raise ZermeloError(f"{path} holds {held:,} bytes, more than a table of {self.megabytes:g} megabytes")

    def _source(self) -> str:
        """A digest of a user's rules as they are written, and of the keys of positions.

        What was proved by other rules, or is kept under other keys, must not count.
        """
        game, state, digest = self.game, self.state, hashlib.sha256()
        for _ in range(KEYS):
            digest.update(f"{game.state_key(state)} ".encode())
            if game.is_terminal(state):
                break
            state = game.result(state, game.moves(state)[-1])
        if is_users(game):
            key = game_key(game)
            digest.update((key if is_lasting(key) else "").encode())
        return digest.hexdigest()


def _open(work: Work, deadline: Deadline) -> None:
    """Compiles what a work needs, and gives it the time that this took."""
    begin = deadline.elapsed
    work.open()
    deadline.grant(deadline.elapsed - begin)


def _narrowed(one: Finding, other: Finding) -> Finding:
    """What two unfinished findings prove together."""
    lows = [low for low in (one.low, other.low) if low is not None]
    highs = [high for high in (one.high, other.high) if high is not None]
    return replace(
        other,
        low=max(lows, default=None),
        high=min(highs, default=None),
        remarks=other.remarks or one.remarks,
    )
