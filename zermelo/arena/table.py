"""A table of matches: each engine in the first seat against each in the others, without swapping sides.

For games whose sides are not alike: Pac-Man by several searches against several kinds of ghosts. And for tournaments
in which each of several engines plays each, itself included, as Axelrod's of the prisoner's dilemma.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any

from zermelo.arena.frames import Frame, frame_of
from zermelo.arena.match import match
from zermelo.arena.score import Match
from zermelo.arguments import checked
from zermelo.game import Game, State, ZermeloError
from zermelo.picture import drawn_by
from zermelo.players.engines import players_of


@dataclass(frozen=True)
class Table:
    """The matches of a table. Wins and means are the first seat's.

    >>> import zermelo
    >>> table = zermelo.table(zermelo.load("nim"), ["minimax", "random"], ["minimax", "random"], games=2, seed=1)
    >>> isinstance(table, zermelo.Table)
    True
    """

    game: Game
    firsts: tuple[str, ...]
    seconds: tuple[str, ...]
    matches: tuple[tuple[Match, ...], ...]  # [first][second]
    seed: int

    @property
    def standings(self) -> tuple[tuple[str, float], ...]:
        """What each engine got per game on average over all its matches and both seats, the best first.

        Empty where the engines of the two sides are not the same.
        """
        if self.firsts != self.seconds:
            return ()
        found = []
        for place, name in enumerate(self.firsts):
            as_first = [one.utilities[0] for one in self.matches[place]]
            as_others = [row[place].utilities[1] for row in self.matches]
            found.append((name, fmean((*as_first, *as_others))))
        return tuple(sorted(found, key=lambda one: -one[1]))

    def to_records(self) -> list[dict[str, Any]]:
        """A row for each match of the table: who played, and the first seat's results."""
        return [
            {
                "first": first,
                "second": second,
                "games": one.games,
                "wins": one.wins,
                "draws": one.draws,
                "losses": one.losses,
                "score": one.score,
                "utility": one.means[0].value,
                "utility_low": one.means[0].low,
                "utility_high": one.means[0].high,
            }
            for first, row in zip(self.firsts, self.matches, strict=True)
            for second, one in zip(self.seconds, row, strict=True)
        ]

    def to_frame(self) -> Frame:
        """`to_records` as a table of pandas. Raises ZermeloError if pandas is not installed."""
        return frame_of(self.to_records())

    def __str__(self) -> str:
        return drawn_by("table_text", self)

    def __repr__(self) -> str:
        count = sum(one.games for row in self.matches for one in row)
        return f"<Table of {self.game.title}: {len(self.firsts)} engines by {len(self.seconds)}, {count} games>"

    def to_json(self) -> dict[str, Any]:
        """The object that `table --json` prints: the matches row by row, as `match --json` prints each."""
        return {
            "game": self.game.title,
            "firsts": list(self.firsts),
            "seconds": list(self.seconds),
            "matches": [[one.to_json() for one in row] for row in self.matches],
            "standings": [{"engine": name, "utility": round(mean, 6)} for name, mean in self.standings],
            "seed": self.seed,
        }


@checked
def table(
    game: Game,
    firsts: Sequence[Any],
    seconds: Sequence[Any],
    games: int = 10,
    seed: int = 0,
    opening: int = 0,
    progress: Callable[[int, int, Match], None] | None = None,
    *,
    path: Sequence[State] = (),
    concurrency: int | None = None,
) -> Table:
    """Plays a match of `games` games for each cell of the table.

    firsts, seconds: the engines for the first seat, and those for all the other seats, as `match` takes them.
    opening: random plies at the start. The games of one number begin alike in all cells, so that the cells compare.
    path: where every game begins, after the states before it. progress(row, column, match): called after every game.

    >>> import zermelo
    >>> zermelo.table(zermelo.load("nim"), ["minimax"], ["random:seed=1"], games=2, seed=1)
    <Table of nim: 1 engines by 1, 2 games>
    """
    if not firsts or not seconds:
        raise ZermeloError("a table needs an engine for each side at least")
    if game.players == 1:
        raise ZermeloError(f"a table has engines for two sides, and {game.name} is a game for one: try a match")
    players = players_of([*firsts, *seconds])  # those of one name are told apart in the whole table
    ours, theirs = players[: len(firsts)], players[len(firsts) :]
    rows = []
    for row, first in enumerate(ours):
        cells = []
        for column, second in enumerate(theirs):

            def tell(so_far: Match, place: tuple[int, int] = (row, column)) -> None:
                if progress:
                    progress(*place, so_far)

            cells.append(
                match(
                    game,
                    [first, second],
                    games,
                    seed,
                    opening,
                    None,
                    tell,
                    openings=[path] if path else (),
                    balance=1,
                    concurrency=concurrency,
                    swap=False,
                )
            )
        rows.append(tuple(cells))
    return Table(game, tuple(map(str, ours)), tuple(map(str, theirs)), tuple(rows), seed)
