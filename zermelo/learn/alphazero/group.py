"""A group of games that are played in step, and positions that are searched in step."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

import numpy as np

from zermelo.bits import mix
from zermelo.compile.kernel.kernels import entry_of
from zermelo.compile.kernel.memory import array_of
from zermelo.compile.kernel.pointers import as_pointers
from zermelo.compile.kernel.prepare import Kernel, prepare
from zermelo.compile.plain.columns import Row
from zermelo.evaluate.encoding import Encoding
from zermelo.evaluate.encoding.sample import sample_of
from zermelo.evaluate.encoding.tables import Tables
from zermelo.evaluate.learned.wins import for_wins, reach_of
from zermelo.game import Game, State, ZermeloError
from zermelo.learn.alphazero.games import CHOOSE, COUNTS, DONE, GIVEN, Room, new_games
from zermelo.learn.alphazero.kernel import kernel_for
from zermelo.learn.team import Team
from zermelo.search.sampling.halving import CONSIDERED, VALUE_SCALE, VISIT_SCALE, schedule_for
from zermelo.search.sampling.keeper import keeper, keeper_example

SPARE_ACTIONS = 1.25  # room for edges, over the most actions seen in random games
FEWER = 4  # how many times fewer simulations there are where the position is clear
LONGEST = 400  # plies of a game that does not say how long it can last
DERIVED = (  # what `to_arrays` leaves out
    *("next", "schedule", "score", "numbers", "final"),
    *("out_planes", "out_places", "out_policy", "out_value", "out_draw", "out_owner", "out_end"),
)

# how the search works, and how values are learned from it
KNOBS = {
    "exploration": 1.5,
    "reluctance": 0.2,
    "visit_scale": VISIT_SCALE,
    "value_scale": VALUE_SCALE,
    "trace": 1.0,
    "slack": 0.5,
    "opened": 0.85,
    "openings": 1.0,
    "on": 0.25,
    "noise": 1.0,
    "clear": 0.9,
    "skipped": 0.75,
    "dull": 0.5,
    "evenness": 1.0,
}


class Samples:
    """Finished positions: planes [sample, byte], places and policy [sample, action], values and draws [sample].

    owners [sample, cell] and ends [sample] tell how the game ended: see `out_owner` and `out_end` of `GameArrays`.
    """

    def __init__(self, planes: Any, places: Any, policy: Any, values: Any, draws: Any, owners: Any, ends: Any) -> None:
        self.planes, self.places, self.policy, self.values, self.draws = planes, places, policy, values, draws
        self.owners, self.ends = owners, ends

    def __len__(self) -> int:
        return len(self.values)


class Group:
    """Games in step. Each call of `step` takes all of them to their next question for the network."""

    def __init__(
        self,
        game: Game,
        encoding: Encoding,
        room: Room,
        team: Team,
        *,
        seed: int = 0,
        asked: Mapping[str, Any] | None = None,
        compiled: bool | None = None,
    ) -> None:
        self.game, self.encoding, self.room, self.team = game, encoding, room, team
        self.kernel = self_play_kernel(game, encoding, compiled)
        compiled = self.kernel.compiled
        self.games = new_games(game, encoding, room, compiled, dict(asked) if asked else None)
        self.games.knobs.update(**KNOBS, reach=reach_of(game))
        self.games.noise[:] = [mix(seed * 1_000_003 + g) for g in range(room.games)]
        self.search(room.sims)
        self._tables = as_pointers(compiled, encoding.tables)
        self._initial = self.kernel.state(game.initial())
        self._play = entry_of(self.kernel.run) if compiled else self.kernel.run

    def search(self, sims: int) -> None:
        """Sets the simulations per move, at most those that there is room for."""
        sizes = self.games.sizes
        sizes.sims = most = min(sims, self.room.sims)
        sizes.few = few = max(1, most // FEWER)
        sizes.considered = considered = min(CONSIDERED, self.room.actions)
        both = np.concatenate([schedule_for(considered, count) for count in (most, few)])
        self.games = self.games._replace(schedule=both)
        self._arguments = as_pointers(self.kernel.compiled, self.games)

    def step(self) -> None:
        """Takes every game to its next question. Raises ZermeloError where the game breaks the contract."""
        self.games.sizes.next = 0
        try:
            self.team.do(self._run)
        except ValueError as error:  # how a kernel reports a game that violates the contract
            raise ZermeloError(str(error)) from None

    def _run(self) -> None:
        self._play(self._initial, self._arguments, self._tables)

    def counts(self) -> Row:
        """What was counted so far, by the names in games.COUNTS."""
        return Row(self.games.counts.array.reshape(-1, len(COUNTS)).sum(axis=0), COUNTS)

    def take(self) -> Samples:
        """The positions of the games that were finished since the last call."""
        games, sizes = self.games, self.games.sizes
        chunks, room, most = (int(size) for size in (sizes.chunks, sizes.room, sizes.actions))
        counts = [int(count) for count in games.out_count]
        games.out_count[:] = 0

        def together(array: Any, width: int) -> Any:
            rows = array.reshape(chunks, room, width)
            return np.concatenate([rows[chunk, :count] for chunk, count in enumerate(counts)])

        return Samples(
            together(games.out_planes, int(sizes.bytes)),
            together(games.out_places, most),
            together(games.out_policy, most),
            together(games.out_value, 1).reshape(-1),
            together(games.out_draw, 1).reshape(-1),
            together(games.out_owner, int(sizes.owned)) if sizes.owned else np.zeros((sum(counts), 0), np.int8),
            together(games.out_end, 1).reshape(-1),
        )

    def to_arrays(self) -> dict[str, Any]:
        """The games as they stand, by name, once their finished positions were taken."""
        return {name: array_of(array) for name, array in self.games._asdict().items() if name not in DERIVED}

    def load(self, arrays: Mapping[str, Any]) -> None:
        """Goes on from what `to_arrays` gave. Raises ValueError or KeyError where something does not fit."""
        for name, array in self.to_arrays().items():
            array[:] = arrays[name]
        self.search(int(self.games.sizes.sims))

    def set_roots(self, states: Sequence[State]) -> None:
        """Positions to choose an action in, one per game; the games that are left over do nothing."""
        keep = prepare(self.game, keeper, keeper_example, label="positions", compiled=self.kernel.compiled)
        sizes, phases = self.games.sizes, self.games.word.phase
        sizes.mode = CHOOSE
        self.games.knobs.noise = 0.0
        phases[:] = DONE
        phases[: len(states)] = GIVEN
        for place, state in enumerate(states):
            keep.run(keep.state(state), self.games.states, place * int(sizes.nodes))

    @property
    def are_done(self) -> bool:
        """Is an action chosen in every position?"""
        return bool((self.games.word.phase == DONE).all())

    def chosen(self, count: int) -> Any:
        """The index in `game.legal` of the action chosen in each of the first positions."""
        return self.games.word.chosen[:count].copy()


Answer = Callable[[Any, Any, Any], None]  # (planes, places, answer): writes the network's answers, see GameArrays


def choose(
    game: Game,
    encoding: Encoding,
    answer: Answer,
    states: Sequence[State],
    sims: int,
    team: Team,
    compiled: bool | None = None,
) -> list[int]:
    """The index in `game.legal` of the action that the search without noise chooses in each state."""
    room = replace(room_for(game, len(states), sims), plies=1, positions=1, cache=1024)
    group = Group(game, encoding, room, team, compiled=compiled)
    group.set_roots(states)
    while True:
        group.step()
        if group.are_done:
            return [int(index) for index in group.chosen(len(states))]
        answer(group.games.planes, group.games.places, group.games.answer)


def self_play_kernel(game: Game, encoding: Encoding, compiled: bool | None = None) -> Kernel:
    """The kernel, compiled where it can be."""
    factory = kernel_for(game.encode, game.action_index)
    return prepare(for_wins(game), factory, _example(game), label="self-play", compiled=compiled)


@lru_cache(maxsize=64)
def _example(game: Game) -> Callable[[bool], tuple[Any, ...]]:
    def example(compiled: bool) -> tuple[Any, ...]:
        """Arguments of the kernel after the state."""
        tables = Tables(*(np.zeros(1, np.int64) for _ in Tables._fields))
        sizes = tables._replace(sizes=np.zeros(8, np.int64))
        encoding = Encoding(1, 1, sizes)
        small = new_games(game, encoding, Room(1, 1, 1, 1, 1, cache=1, chunks=1, positions=1), compiled)
        return as_pointers(compiled, small), as_pointers(compiled, tables)

    return example


def room_for(game: Game, games: int, sims: int) -> Room:
    """Room for games of this kind."""
    sample = sample_of(game)
    usual = min(game.max_actions, int(sample.most * SPARE_ACTIONS) + 1)
    return Room(games, sims, game.max_actions, usual, min(game.max_plies or LONGEST, LONGEST))
