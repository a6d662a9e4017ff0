"""A match between engines, with swapped sides and a seed, several games at once.

Each game (`Pairing`) depends only on the match and the game's number, so games can be played anywhere and in any order.
The page's matches are made of the same parts.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, closing
from dataclasses import asdict, dataclass, replace
from itertools import count
from pathlib import Path
from typing import Any

from zermelo.arena.distant.table import DistantLane, DistantTable
from zermelo.arena.lanes import available_cores, check_concurrency, side_by_side
from zermelo.arena.openings import BALANCE, random_opening
from zermelo.arena.play import LONGEST, play
from zermelo.arena.recorded.keeping import contest_of
from zermelo.arena.score import Match, points_of, tally
from zermelo.arena.seats import check_engines, seating, together
from zermelo.arena.statistics.sprt import Running, Sprt, read_sprt
from zermelo.arguments import checked
from zermelo.cluster.address import crew_at
from zermelo.files.sqlite import is_sqlite
from zermelo.game import Action, Game, State, ZermeloError
from zermelo.players.engines import players_of
from zermelo.players.player import Player
from zermelo.records.archive.writing import writing
from zermelo.records.game_record import GameRecord
from zermelo.records.matches import Conditions, Played, Store, one_line
from zermelo.search.time.clock import OVERHEAD, Clock

GAMES, MOST_GAMES = 10, 1_000_000  # of a match, and of one that is played until a test is decided, by default
BOARDS = 16  # after so many, the deals of a duplicate match begin as the first did
TOLD = 250  # games, after twice which the score is told less often than after each


@dataclass(frozen=True)
class Pairing:
    """One game of a match, before it is played."""

    number: int  # in the match, from 0
    seats: tuple[int, ...]  # the engine in each seat, by its number
    path: tuple[State, ...]  # the opening: the players take over at its last state
    seeds: tuple[int, ...]  # of the engines
    luck: int  # the seed for the outcomes of chance

    @property
    def seat(self) -> int:
        """The first engine's; in a game for one, where another may play, the only one."""
        return self.seats.index(0) if len(self.seats) > 1 else 0


def pairings(
    game: Game,
    numbers: Iterable[int],
    seed: int,
    openings: Sequence[Sequence[State]],
    plies: int = 0,
    balance: int = BALANCE,
    swap: bool = True,
    engines: int = 2,
) -> Iterator[Pairing]:
    """The games of a match with these numbers.

    The engines take the seats in turn (see `seating`), with the same opening for all games of a turn: the next of the
    paths `openings`, followed by random plies (see `random_opening`). swap: False leaves them in their seats.
    """
    drawn, path = -1, list[State]()
    for number in numbers:
        group = number // together(engines, game.players, swap, game.sides)
        if group != drawn:
            luck = random.Random(f"{seed} {group} opening")
            drawn, path = group, random_opening(game, openings[group % len(openings)], plies, luck, balance)
        noise = random.Random(f"{seed} {group}")
        seeds = tuple(noise.getrandbits(32) + number for _ in range(engines))
        seats = seating(engines, game.players, number, swap, game.sides)
        yield Pairing(number, seats, tuple(path), seeds, noise.getrandbits(32))


class Lane:
    """Engines that play games against each other, one at a time."""

    def __init__(
        self,
        game: Game,
        entrants: Sequence[Player],
        clock: Clock | None = None,
        progress: Callable[[], None] | None = None,
        longest: int | None = None,
    ) -> None:
        """progress: called after every ply; longest: see `play`."""
        self.game, self.entrants, self.clock, self.progress = game, entrants, clock, progress
        self.longest = longest
        self._playing: tuple[Player, ...] = ()
        self._is_stopped = False

    def play(self, pairing: Pairing) -> GameRecord:
        """Plays one game. Raises InterruptedError if another thread has stopped the lane."""
        playing = [entrant.seeded(seed) for entrant, seed in zip(self.entrants, pairing.seeds, strict=True)]
        self._playing = tuple(playing)
        seats = [playing[engine] for engine in pairing.seats]
        *past, start = pairing.path
        self._go_on()
        return play(self.game, seats, start, pairing.luck, self._go_on, self.clock, past, self.longest)

    def stop(self) -> None:
        """Ends the game that is being played in another thread."""
        self._is_stopped = True
        for player in self._playing:
            player.stop()

    def _go_on(self, *ply: State | int | Action) -> None:
        if self._is_stopped:
            raise InterruptedError
        if self.progress:
            self.progress()


@checked
def match(
    game: Game,
    engines: Sequence[Any],
    games: int | None = None,
    seed: int = 0,
    opening: int = 0,
    start: State | None = None,
    progress: Callable[[Match], None] | None = None,
    *,
    past: Sequence[State] = (),
    openings: Sequence[Sequence[State]] = (),
    balance: int = BALANCE,
    clock: Clock | None = None,
    save: str | Path | None = None,
    resume: bool = False,
    concurrency: int | None = None,
    longest: int = LONGEST,
    swap: bool = True,
    duplicate: bool = False,
    sprt: Sprt | str | None = None,
    cluster: Any = None,
) -> Match:
    """Plays `games` games, by default ten, swapping sides after each.

    engines: two searches, players, functions of game and state, or engines' texts ("mcts:sims=100", "mybot.py:flat").
    In a game for more players, the first engine takes each seat in turn and the second all the others; or there are as
    many engines as seats, and all take turns in them. In a game for one, two engines or more play the same deals.
    swap: False leaves the first engine in the first seat, for a game whose sides are not alike, such as Pac-Man and the
    ghosts. Every game then has an opening of its own. Such a match cannot be saved.
    duplicate: the intervals of the mean results are over deals and not over games. Chance does the same in the games
    in which the engines take the seats in turn, so the luck of the cards cancels out, and fewer games tell as much.
    start, past: where every game begins, and the states before that, the oldest first.
    openings: paths of states (see zermelo.arena.openings), used instead of `start`: each is played from every seat, and
    they start over when all are done.
    opening: random plies at the beginning, the same for both games of a pair, so that the games differ. Of `balance`
    random openings, the most even one is played.
    clock: each player's time for a game.
    save: a .sqlite file, the record of many matches (see docs/record.md), a .jsonl file for this one, or a .pgn file
    for chess, to which each finished game is added; resume: continue after the games that it holds. Raises ZermeloError
    if those of a .jsonl or .pgn file were played under other conditions, if they were changed or damaged, or if
    another match writes to the file.
    progress: called with the score after every game, in the order of the games; after many, not after each.
    concurrency: how many games to play at once, each on its own core; None: as many as the cores and the engines allow.
    That is one game if an engine runs interpreted, and fewer if it searches with several threads. A function is called
    in several threads then: one that keeps something between its calls needs concurrency=1, or to be a `Player`.
    Seeded engines with a budget of depth, nodes or simulations play the same games whatever the concurrency.
    An engine with a seed of its own keeps it in every game; the others are seeded by the match.
    longest: plies after which a game is a draw, which is told among the faults.
    sprt: "elo0=0,elo1=5", a test between two differences in strength (see zermelo.arena.statistics.sprt): the match
    ends as soon as it is decided, after `games` games at the latest, by default a million.
    cluster: "local:4" or the address of a Ray cluster, whose workers play the games; engines are given by their texts.
    Seeded engines play the same games there. See docs/scale.md.
    The players are closed at the end.

    >>> import zermelo
    >>> match = zermelo.match(zermelo.load("nim"), [zermelo.Minimax(), zermelo.Random()], games=4, seed=1)
    >>> match.wins
    4
    """
    check_engines(game, engines)
    test = _running(game, engines, sprt, swap)
    if games is None:
        games = MOST_GAMES if test else GAMES
    if games < 1:
        raise ZermeloError(f"a match has at least one game, not {games}")
    if save is not None and not swap:
        raise ZermeloError("a match that does not swap sides cannot be saved: leave the file or --no-swap out")
    tables = together(len(engines), game.players, True, game.sides)
    if duplicate and (not swap or games % tables):
        places = f"by both sides at {tables} tables" if tables < game.players else f"from all {tables} seats"
        raise ZermeloError(
            f"duplicate deals are played {places}: give a multiple of {tables} games, not {games}"
            + ("" if swap else ", and let the engines swap")
        )
    check_concurrency("a match plays", concurrency, cluster)
    entrants = players_of(engines)
    for entrant in entrants:
        entrant.check_served(game)
    if not openings and duplicate and game.board and start is None:
        openings = [[game.board(number)] for number in range(BOARDS)]
    if not openings:
        openings = [[*past, game.initial() if start is None else start]]
    names = tuple(map(str, entrants))
    conditions = Conditions(names, seed, opening, balance if opening else 1, clock_text(clock), longest)
    own = openings if game.players > 1 else [path for path in openings for _ in entrants]  # the opening of each turn
    starts = _starts(pairings(game, count(), seed, openings, opening, balance, swap, len(entrants)))
    is_record = save is not None and is_sqlite(Path(save))
    store = None if save is None or is_record else Store(Path(save), game, conditions, own, starts)
    records: list[GameRecord] = []
    copies: list[Player] = []
    kept = ExitStack()
    try:
        saving = kept.enter_context(store.opened(resume)) if store else None
        played = saving.played[:games] if saving else []
        record_of = None
        if save is not None and is_record:
            contest = contest_of("match", game, entrants, seed, own, {**asdict(conditions), "engines": len(entrants)})
            record_of = kept.enter_context(writing(Path(save), contest, resume))
            played = [
                Played(one.seats.index(0) if len(one.seats) > 1 else 0, one.utilities, one.fault)
                for one in record_of.kept[:games]
            ]
        if test:
            del played[
                test.add_all(
                    points_of(one, number, len(entrants), sides=game.sides) for number, one in enumerate(played)
                ) :
            ]
            if test.state.decision:
                games = len(played)
        lanes: list[Lane | DistantLane] = []
        crew = kept.enter_context(crew_at(cluster))
        if crew is not None and len(played) < games:
            lanes += [DistantLane(DistantTable(crew, game, engines, clock, longest))] * min(
                crew.hands, games - len(played)
            )
        here = 1 if crew else lane_count(game, entrants, games - len(played), concurrency)
        if not lanes:
            lanes.append(Lane(game, entrants, clock, longest=longest))
        for _ in range(1, here):
            others = {
                entrant: entrant.another() for entrant in dict.fromkeys(entrants)
            }  # an engine that plays itself needs one copy
            copies += others.values()
            lanes.append(Lane(game, [others[entrant] for entrant in entrants], clock, longest=longest))
        coming = range(len(played), games)
        to_play = list[Pairing]()

        def next_games() -> Iterator[Pairing]:
            for pairing in pairings(game, coming, seed, openings, opening, balance, swap, len(entrants)):
                to_play.append(pairing)
                yield pairing

        def stop() -> None:
            for lane in lanes:
                lane.stop()

        def score() -> Match:
            found = tally(game, names, seed, played, swap, duplicate)
            return replace(found, sprt=test.state) if test else found

        with closing(side_by_side(next_games(), [lane.play for lane in lanes], stop)) as results:
            for number, record in zip(coming, results, strict=True):
                records.append(record)
                pairing = to_play.pop(0)
                played.append(Played(pairing.seat, record.utilities, one_line(record.fault)))
                if saving:
                    saving.append(record, played[-1], number + 1)
                if record_of:
                    group = number // together(len(entrants), game.players, swap, game.sides)
                    seconds = math.fsum(record.times)
                    record_of.add(
                        *(number + 1, pairing.seats, group, pairing.path, record),
                        fault=played[-1].fault,
                        seconds=seconds,
                    )
                decided = test is not None and test.add(
                    points_of(played[-1], number, len(entrants), swap=swap, sides=game.sides)
                )
                if progress and (decided or len(played) == games or _is_told(len(played))):
                    progress(score())
                if decided:
                    break
        if record_of:
            record_of.complete()
    finally:
        kept.close()
        for player in (*entrants, *copies):
            player.close()
    return replace(score(), records=tuple(records))


def _running(game: Game, engines: Sequence[Any], sprt: Sprt | str | None, swap: bool) -> Running | None:
    """The test that ends a match. Raises ZermeloError where it cannot be made."""
    if sprt is None:
        return None
    if len(engines) != 2 or game.players == 1:
        raise ZermeloError("a test (sprt) compares two engines that play against each other")
    test = read_sprt(sprt) if isinstance(sprt, str) else sprt
    return Running(test, swap and game.players == 2)


def _is_told(games: int) -> bool:
    """Is the score told after so many games? It takes the longer the more there are, so the calls become rarer."""
    return games < 2 * TOLD or games % (games // TOLD) == 0


def _starts(coming: Iterator[Pairing]) -> Callable[[int], Sequence[State]]:
    """Where the games of a match begin, by their numbers from 1 on, which must be asked in their order."""

    def start(number: int) -> Sequence[State]:
        pairing = next(coming)
        assert pairing.number == number - 1
        return pairing.path

    return start


def lane_count(game: Game, entrants: Sequence[Player], games: int, concurrency: int | None) -> int:
    """How many of the remaining games to play at once. Raises ZermeloError if the engines cannot play that many."""
    cores, most = available_cores(), games
    for entrant in entrants if games else ():
        able = entrant.seeded(0).most_games(
            game, cores
        )  # on a copy, whose search memory is freed; the kernel stays cached
        if concurrency is not None and able < concurrency:
            raise ZermeloError(f"{entrant} plays at most {able} at a time on {cores} cores, not {concurrency} games")
        most = min(most, able)
    return max(1, min(most, concurrency or most))


def clock_text(clock: Clock | None) -> str:
    """A clock as `--clock` takes it, with what that cannot say after it; "-" for none."""
    if clock is None:
        return "-"
    words = [
        _seconds(left) + (f"+{_seconds(increment)}" if increment else "")
        for left, increment in zip(clock.left, clock.increment, strict=False)
    ]
    shown = words[0] if len(set(words)) == 1 else " and ".join(words)
    actions = "" if clock.actions_to_go is None else f"{clock.actions_to_go}/"
    return f"{actions}{shown}" + ("" if clock.overhead == OVERHEAD else f", overhead {_seconds(clock.overhead)}")


def _seconds(value: float) -> str:
    return repr(float(value)).removesuffix(".0")
