"""One game from start to end between players, with clocks and with draws by repetition where there are any."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from zermelo.game import CHANCE, Action, Game, State, ZermeloError
from zermelo.players.player import Player, as_players
from zermelo.records.game_record import GameRecord
from zermelo.search.time.clock import Clock

LONGEST = 10_000  # plies; a game that goes on longer is a draw


class Forfeit(ZermeloError):
    """A player's way to end a game that it plays: it has lost. `ending` is what the record says."""

    def __init__(self, words: str, ending: str = "resignation") -> None:
        super().__init__(words)
        self.ending = ending


class EngineFault(Forfeit):
    """A player ran out of time, or someone else's engine crashed or chose what is not legal: told in the record."""


Watcher = Callable[[State, int, Action, State], None]


def play(
    game: Game,
    players: Sequence[Any],
    state: State | None = None,
    seed: int | None = None,
    watch: Watcher | None = None,
    clock: Clock | None = None,
    past: Sequence[State] = (),
) -> GameRecord:
    """Plays until the game is over, or drawn because a position came up for the third time; nature draws by chance.

    players: one per seat: searches, players, or functions strategy(game, state) -> action. They are told of the new
    game before the clocks run, and are not closed.
    watch(before, mover, action, after): is told of every ply.
    clock: what the players have at the start; who has used up all of it has lost. Without one, nobody looks.
    past: the states before this one, the oldest first.
    Raises ZermeloError when a player chooses what is not legal; an EngineFault loses the game and is recorded.
    """
    if len(players) != game.players:
        raise ZermeloError(f"{game.name} has {game.players} players, not {len(players)}")
    clocks, seats = None if clock is None else _Clocks(clock, game.players), as_players(players)
    for player in {id(player): player for player in seats}.values():
        player.new_game(game)
    nature = random.Random(seed)
    start = state = game.initial() if state is None else state
    path, keys = list(past), list[int]()
    if game.reversible:
        keys = [game.state_key(earlier) for earlier in (*path, state)]
    actions: list[Action] = []
    ending, fault = "", ""
    utilities = (0.0,) * game.players
    while not ending:
        if game.is_terminal(state):
            ending = "over"
            utilities = tuple(float(game.utility(state, p)) for p in range(game.players))
        elif len(actions) >= LONGEST:
            ending = "too long"
        elif actions and is_repeated(game, state, keys):
            ending = "repetition"
        else:
            mover = game.to_move(state)
            try:
                action = draw(game, state, nature) if mover == CHANCE else _turn(game, seats, state, path, clocks)
            except Forfeit as lost:
                ending, fault = lost.ending, str(lost) if isinstance(lost, EngineFault) else ""
                utilities = _lost_by(game, mover)
                break
            after = game.result(state, action)
            if watch:
                watch(state, mover, action, after)
            actions.append(action)
            path.append(state)
            state = after
            if game.reversible:
                keys.append(game.state_key(state))
    return GameRecord(game, start, tuple(actions), state, utilities, ending, fault)


def is_repeated(game: Game, state: State, keys: Sequence[int]) -> bool:
    """Is a state here for the third time? keys: those of the whole path, the state's own last."""
    if game.reversible is None:
        return False
    since = min(int(game.reversible(state)), len(keys) - 1)
    return since > 0 and keys[-1 - since : -1].count(keys[-1]) >= 2


def draw(game: Game, state: State, nature: random.Random) -> Action:
    """An outcome of chance, drawn by the probabilities."""
    outcomes, chances = zip(*game.outcomes(state), strict=True)
    return nature.choices(outcomes, chances)[0]


def _turn(game: Game, players: Sequence[Player], state: State, past: list[State], clocks: _Clocks | None) -> Action:
    """The action of the player to move, while its clock runs. Raises Forfeit where it has lost instead."""
    mover = game.to_move(state)
    if mover not in range(game.players):
        raise ZermeloError(f"{game.name}: to_move says {mover!r} at {game.state_text(state)}, which is no player")
    player, clock = players[mover], clocks.show(mover) if clocks else None
    begin = time.perf_counter()
    action = player.choose(game, state, list(past), clock)
    spent = player.spent  # a program elsewhere does not pay for our way to it and back
    if clocks and not clocks.stop(mover, time.perf_counter() - begin if spent is None else spent):
        raise EngineFault(f"{player} ran out of time", "time")
    if action not in game.legal(state):
        raise ZermeloError(f"{player} chose {action!r}, which is not legal at {game.state_text(state)}")
    return action


def _lost_by(game: Game, loser: int) -> tuple[float, ...]:
    """The utilities when one player forfeits: the most there is to lose, shared by the others."""
    worth = 1.0 if game.best_utility is None else game.best_utility
    others = worth / (game.players - 1) if game.players > 1 else worth
    return tuple(-worth if player == loser else others for player in range(game.players))


class _Clocks:
    """The players' clocks while a game goes on."""

    def __init__(self, clock: Clock, players: int) -> None:
        if len(clock.left) != players or len(clock.increment) != players:
            raise ZermeloError(f"a clock for {players} players has {players} times and increments, not {clock}")
        if clock.actions_to_go is not None and clock.actions_to_go < 1:
            raise ZermeloError(f"a clock counts at least 1 action until more time comes, not {clock.actions_to_go}")
        self._first = clock
        self._left = list(clock.left)
        self._made = [0] * players  # actions

    def show(self, player: int) -> Clock:
        """The clocks as a player sees them when its own begins to run."""
        to_go = self._first.actions_to_go
        return replace(
            self._first,
            left=tuple(self._left),
            actions_to_go=None if to_go is None else to_go - self._made[player] % to_go,
        )

    def stop(self, player: int, seconds: float) -> bool:
        """Takes what a player used and adds what it gets after an action; False: its time was over before."""
        self._left[player] -= seconds
        if self._left[player] < 0:
            return False
        self._left[player] += self._first.increment[player]
        self._made[player] += 1
        to_go = self._first.actions_to_go
        if to_go is not None and self._made[player] % to_go == 0:
            self._left[player] += self._first.left[player]
        return True
