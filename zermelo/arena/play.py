"""Plays one game between players, with clocks, and with draws by repetition in games that have them."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from zermelo.arguments import checked
from zermelo.game import CHANCE, Action, Game, State, ZermeloError, brief
from zermelo.players.engines import players_of
from zermelo.players.forfeit import EngineFault, Forfeit
from zermelo.players.player import Player
from zermelo.records import endings
from zermelo.records.game_record import GameRecord
from zermelo.search.time.clock import Clock

LONGEST = 10_000  # plies; a longer game is a draw, unless the caller says otherwise


Watcher = Callable[[State, int, Action, State], None]


@checked
def play(
    game: Game,
    players: Sequence[Any],
    state: State | None = None,
    seed: int | None = None,
    watch: Watcher | None = None,
    clock: Clock | None = None,
    past: Sequence[State] = (),
    longest: int | None = None,
) -> GameRecord:
    """Plays until the game is over, or drawn because a position came up for the third time or it is too long.

    players: one per seat: searches, players, engines' texts, or functions strategy(game, state) -> action. They are
    told of the new game before the clocks start, and are not closed.
    seed: for the outcomes of chance.
    watch(before, mover, action, after): called after every ply.
    clock: the players' time at the start; a player who uses it up loses. None: time is not limited.
    past: the states before this one, the oldest first.
    longest: plies after which the game is a draw; the record says so. By default LONGEST.
    Raises ZermeloError if a player chooses an illegal action; an EngineFault loses the game and is recorded.

    >>> import zermelo
    >>> print(zermelo.play(zermelo.load("nim:stones=5"), ["minimax", "minimax"]))
    Player 1 wins by taking the last stone after 3 plies: 1 1 3
    """
    if len(players) != game.players:
        raise ZermeloError(
            f"{game.name} has {game.players} player{'s' if game.players > 1 else ''}, not {len(players)}"
        )
    clocks, seats = None if clock is None else _Clocks(clock, game.players), players_of(players)
    for player in {id(player): player for player in seats}.values():
        player.new_game(game)
    nature = random.Random(seed)
    start = state = game.initial() if state is None else state
    path, keys = list(past), list[int]()
    if game.reversible:
        keys = [game.state_key(earlier) for earlier in (*path, state)]
    actions: list[Action] = []
    times, worths = list[float](), list[float | None]()
    ending, fault = "", ""
    longest = LONGEST if longest is None else longest
    utilities = endings.drawn_utilities(game)
    while not ending:
        if game.is_terminal(state):
            ending, utilities = endings.OVER, endings.utilities_of(game, state)
        elif len(actions) >= longest:
            ending, fault = endings.TOO_LONG, endings.too_long(longest)
        elif actions and endings.is_repeated(game, state, keys):
            ending = endings.REPETITION
        else:
            mover, begin = game.to_move(state), time.perf_counter()
            try:
                action = draw(game, state, nature) if mover == CHANCE else _turn(game, seats, state, path, clocks)
            except Forfeit as lost:
                ending, fault = lost.ending, str(lost) if isinstance(lost, EngineFault) else ""
                utilities = endings.forfeited_utilities(game, mover)
                break
            times.append(time.perf_counter() - begin)
            worths.append(None if mover == CHANCE else seats[mover].worth)
            after = game.result(state, action)
            if watch:
                watch(state, mover, action, after)
            actions.append(action)
            path.append(state)
            state = after
            if game.reversible:
                keys.append(game.state_key(state))
    return GameRecord(game, start, tuple(actions), state, utilities, ending, fault, tuple(times), tuple(worths))


def draw(game: Game, state: State, nature: random.Random) -> Action:
    """A random outcome of chance, drawn by the probabilities."""
    outcomes, chances = zip(*game.outcomes(state), strict=True)
    return nature.choices(outcomes, chances)[0]


def _turn(game: Game, players: Sequence[Player], state: State, past: list[State], clocks: _Clocks | None) -> Action:
    """The action of the player to move, whose clock runs meanwhile. Raises Forfeit if the player loses instead."""
    mover = game.to_move(state)
    if mover not in range(game.players):
        where = brief(game.state_text(state))
        raise ZermeloError(f"{game.name}: to_move says {brief(mover)} at {where}, which is no player")
    player, clock = players[mover], clocks.show(mover) if clocks else None
    begin = time.perf_counter()
    action = player.choose(game, state, list(past), clock)
    spent = player.spent  # an external program is not charged for our communication with it
    if clocks and not clocks.stop(mover, time.perf_counter() - begin if spent is None else spent):
        raise EngineFault(f"{player} ran out of time", "time")
    if action not in game.legal(state):
        raise ZermeloError(f"{player} chose {brief(action)}, which is not legal at {brief(game.state_text(state))}")
    return action


class _Clocks:
    """The players' clocks during a game."""

    def __init__(self, clock: Clock, players: int) -> None:
        if len(clock.left) != players or len(clock.increment) != players:
            raise ZermeloError(f"a clock for {players} players has {players} times and increments, not {clock}")
        if clock.actions_to_go is not None and clock.actions_to_go < 1:
            raise ZermeloError(f"a clock counts at least 1 action until more time comes, not {clock.actions_to_go}")
        self._first = clock
        self._left = list(clock.left)
        self._made = [0] * players  # actions

    def show(self, player: int) -> Clock:
        """The clocks as a player sees them at the start of its turn."""
        to_go = self._first.actions_to_go
        return replace(
            self._first,
            left=tuple(self._left),
            actions_to_go=None if to_go is None else to_go - self._made[player] % to_go,
        )

    def stop(self, player: int, seconds: float) -> bool:
        """Subtracts the time a player used and adds its increment; False if its time ran out."""
        self._left[player] -= seconds
        if self._left[player] < 0:
            return False
        self._left[player] += self._first.increment[player]
        self._made[player] += 1
        to_go = self._first.actions_to_go
        if to_go is not None and self._made[player] % to_go == 0:
            self._left[player] += self._first.left[player]
        return True
