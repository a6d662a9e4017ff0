"""A match between two engines, with swapped sides and a seed, several games at once.

Each game (`Pairing`) depends only on the match and the game's number, so games can be played anywhere and in any order.
The page's matches are made of the same parts.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path
from typing import Any

from zermelo.arena.elo import Elo, elo
from zermelo.arena.lanes import available_cores, side_by_side
from zermelo.arena.mean import Mean, mean_of
from zermelo.arena.openings import BALANCE, random_opening
from zermelo.arena.play import LONGEST, play
from zermelo.game import Action, Game, State, ZermeloError
from zermelo.picture import drawn_by
from zermelo.players.player import Player, as_players
from zermelo.records.game_record import GameRecord
from zermelo.records.matches import Conditions, Played, Store, one_line
from zermelo.search.time.clock import OVERHEAD, Clock


@dataclass(frozen=True)
class Match:
    """The first engine's wins, draws and losses against the second."""

    game: Game
    engines: tuple[str, str]
    wins: int
    draws: int
    losses: int
    seed: int
    records: tuple[GameRecord, ...] = ()  # of the games played in this run, not of those read from a file
    faults: tuple[str, ...] = ()  # what went wrong: time, crashes, illegal moves, games without an end
    means: tuple[Mean, Mean] = (mean_of(()), mean_of(()))  # what each engine got, over its seats and the games
    is_scored: bool = False  # were the games worth more than won, drawn and lost, so that the means say something?
    swapped: bool = True  # did the engines change sides?
    duplicate: bool = False  # are the means' intervals over deals, each played from every seat, and not over games?

    @property
    def utilities(self) -> tuple[float, float]:
        """What each engine got on average."""
        return self.means[0].value, self.means[1].value

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    @property
    def score(self) -> float:
        """The first engine's score: 1 if it won all games, 0 if it lost all."""
        return (self.wins + self.draws / 2) / self.games if self.games else 0.5

    @property
    def elo(self) -> Elo:
        return elo(self.wins, self.draws, self.losses)

    def to_json(self) -> dict[str, Any]:
        """The object that `match --json` prints; an infinite difference is null."""
        difference = self.elo
        return {
            "game": self.game.title,
            "engines": list(self.engines),
            "games": self.games,
            "wins": self.wins,
            "draws": self.draws,
            "losses": self.losses,
            "score": self.score,
            "utilities": [round(utility, 6) for utility in self.utilities],
            "utilities_low": [finite_mean(mean.low) for mean in self.means],
            "utilities_high": [finite_mean(mean.high) for mean in self.means],
            "elo": _finite(difference.difference),
            "elo_low": _finite(difference.low),
            "elo_high": _finite(difference.high),
            "seed": self.seed,
            **({"duplicate": True} if self.duplicate else {}),
            "faults": list(self.faults),
        }

    def _repr_svg_(self) -> str:
        return drawn_by("match_svg", self)

    def _repr_html_(self) -> str:
        return drawn_by("match_html", self)


@dataclass(frozen=True)
class Pairing:
    """One game of a match, before it is played."""

    number: int  # in the match, from 0
    seat: int  # the first engine's; the second has all the others
    path: tuple[State, ...]  # the opening: the players take over at its last state
    seeds: tuple[int, int]  # of the engines
    luck: int  # the seed for the outcomes of chance


def pairings(
    game: Game,
    numbers: Iterable[int],
    seed: int,
    openings: Sequence[Sequence[State]],
    plies: int = 0,
    balance: int = BALANCE,
    swap: bool = True,
) -> Iterator[Pairing]:
    """The games of a match with these numbers.

    The first engine takes each seat in turn, with the same opening for all seats: the next of the paths `openings`,
    followed by random plies (see `random_opening`). swap: False leaves it in the first seat.
    """
    drawn, path = -1, list[State]()
    for number in numbers:
        group, seat = divmod(number, game.players if swap else 1)
        if group != drawn:
            luck = random.Random(f"{seed} {group} opening")
            drawn, path = group, random_opening(game, openings[group % len(openings)], plies, luck, balance)
        noise = random.Random(f"{seed} {group}")
        seeds = (noise.getrandbits(32) + number, noise.getrandbits(32) + number)
        yield Pairing(number, seat, tuple(path), seeds, noise.getrandbits(32))


class Lane:
    """Two engines that play games against each other, one at a time."""

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
        ours, theirs = (entrant.seeded(seed) for entrant, seed in zip(self.entrants, pairing.seeds, strict=True))
        self._playing = (ours, theirs)
        seats = [ours if seat == pairing.seat else theirs for seat in range(self.game.players)]
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


def match(
    game: Game,
    engines: Sequence[Any],
    games: int = 10,
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
) -> Match:
    """Plays `games` games, swapping sides after each.

    In a game for more players, the first engine takes each seat in turn and the second all the others.
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
    save: a .jsonl file to which each finished game is added, or a .pgn file for chess; resume: continue after the games
    that it holds. Raises ZermeloError if those were played under other conditions, were changed or damaged, or if
    another match writes to the file.
    progress: called with the score after every game, in the order of the games.
    concurrency: how many games to play at once, each on its own core; None: as many as the cores and the engines allow.
    That is one game if an engine is a function or runs interpreted, and fewer if it searches with several threads.
    Seeded engines with a budget of depth, nodes or simulations play the same games whatever the concurrency.
    An engine with a seed of its own keeps it in every game; the others are seeded by the match.
    longest: plies after which a game is a draw, which is told among the faults.
    The players are closed at the end.
    """
    if len(engines) != 2:
        raise ZermeloError(f"a match is between two engines, not {len(engines)}")
    if game.players < 2:
        raise ZermeloError(f"a match needs two players, {game.name} has {game.players}")
    if games < 1:
        raise ZermeloError(f"a match has at least one game, not {games}")
    if save is not None and not swap:
        raise ZermeloError("a match that does not swap sides cannot be saved: leave the file or --no-swap out")
    if duplicate and (not swap or games % game.players):
        raise ZermeloError(
            f"duplicate deals are played from all {game.players} seats: give a multiple of {game.players} games, "
            f"not {games}" + ("" if swap else ", and let the engines swap")
        )
    cores = available_cores()
    if concurrency is not None and not 1 <= concurrency <= cores:
        raise ZermeloError(f"a match plays 1 to {cores} games at once here, one per core, not {concurrency}")
    entrants = as_players(engines)
    for entrant in entrants:
        refusal = entrant.refusal(game)
        if refusal:
            raise ZermeloError(refusal)
    if not openings:
        openings = [[*past, game.initial() if start is None else start]]
    names = (str(entrants[0]), str(entrants[1]))
    conditions = Conditions(names, seed, opening, balance if opening else 1, _clock_text(clock), longest)
    starts = _starts(pairings(game, count(), seed, openings, opening, balance, swap))
    store = None if save is None else Store(Path(save), game, conditions, openings, starts)
    records: list[GameRecord] = []
    copies: list[Player] = []
    kept = ExitStack()
    try:
        saving = kept.enter_context(store.opened(resume)) if store else None
        played = saving.played[:games] if saving else []
        lanes = [Lane(game, entrants, clock, longest=longest)]
        for _ in range(1, _lane_count(game, entrants, games - len(played), concurrency)):
            others = {
                entrant: entrant.another() for entrant in dict.fromkeys(entrants)
            }  # an engine that plays itself needs one copy
            copies += others.values()
            lanes.append(Lane(game, [others[entrant] for entrant in entrants], clock, longest=longest))
        coming = range(len(played), games)
        to_play = pairings(game, coming, seed, openings, opening, balance, swap)

        def stop() -> None:
            for lane in lanes:
                lane.stop()

        with closing(side_by_side(to_play, [lane.play for lane in lanes], stop)) as results:
            for number, record in zip(coming, results, strict=True):
                records.append(record)
                played.append(Played(number % game.players if swap else 0, record.utilities, one_line(record.fault)))
                if saving:
                    saving.append(record, played[-1], number + 1)
                if progress:
                    progress(tally(game, names, seed, played, swap, duplicate))
    finally:
        kept.close()
        for player in (*entrants, *copies):
            player.close()
    return replace(tally(game, names, seed, played, swap, duplicate), records=tuple(records))


def _starts(coming: Iterator[Pairing]) -> Callable[[int], Sequence[State]]:
    """Where the games of a match begin, by their numbers from 1 on, which must be asked in their order."""

    def start(number: int) -> Sequence[State]:
        pairing = next(coming)
        assert pairing.number == number - 1
        return pairing.path

    return start


def _lane_count(game: Game, entrants: Sequence[Player], games: int, concurrency: int | None) -> int:
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


def tally(
    game: Game,
    engines: tuple[str, str],
    seed: int,
    played: Sequence[Played],
    swap: bool = True,
    duplicate: bool = False,
) -> Match:
    """The score of the finished games for the first engine."""
    faults = tuple(f"game {number}: {one.fault}" for number, one in enumerate(played, 1) if one.fault)
    return Match(
        game,
        engines,
        *counts(played),
        seed=seed,
        faults=faults,
        means=means_of(played, game.players if duplicate else 1),
        is_scored=is_scored(played, counts_points(game), game.middle),
        swapped=swap,
        duplicate=duplicate,
    )


def means_of(played: Sequence[Played], together: int = 1) -> tuple[Mean, Mean]:
    """What each engine got on average: the first in its seat, the second in all the others, whose mean is a game's.

    together: games in a row whose mean counts as one result.
    """
    ours = [one.utilities[one.seat] for one in played]
    others = [[utility for seat, utility in enumerate(one.utilities) if seat != one.seat] for one in played]
    theirs = [math.fsum(seats) / len(seats) for seats in others]
    return mean_of(_joined(ours, together)), mean_of(_joined(theirs, together))


def _joined(results: Sequence[float], together: int) -> list[float]:
    """The means of so many results in a row; the last may be of fewer."""
    parts = [results[first : first + together] for first in range(0, len(results), together)]
    return [math.fsum(part) / len(part) for part in parts]


def counts_points(game: Game) -> bool:
    """Does the game say that its results are more than won, drawn and lost?"""
    return game.points is not None or not game.is_duel


def is_scored(played: Sequence[Played], counts_points: bool, middle: float) -> bool:
    """Are the results more than won, drawn and lost, because the game says so or because they show it?

    middle: the game's.
    """
    return counts_points or len({abs(utility - middle) for one in played for utility in one.utilities} - {0.0}) > 1


def counts(played: Sequence[Played]) -> tuple[int, int, int]:
    """The first engine's wins, draws and losses; it wins if it got more than every other player."""
    margins = []
    for one in played:
        rivals = [utility for player, utility in enumerate(one.utilities) if player != one.seat]
        margins.append(one.utilities[one.seat] - max(rivals))
    return sum(margin > 0 for margin in margins), sum(margin == 0 for margin in margins), sum(m < 0 for m in margins)


def _clock_text(clock: Clock | None) -> str:
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


def _finite(value: float) -> float | None:
    return None if math.isinf(value) else round(value, 1) + 0.0  # never -0.0


def finite_mean(value: float) -> float | None:
    """An end of a mean's interval as JSON holds it: null where it is infinite."""
    return None if math.isinf(value) else round(value, 6)
