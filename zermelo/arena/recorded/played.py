"""Games that were played, from files of all kinds, to learn from: those of one game, with what each player got."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path

from zermelo.arena.recorded.importing import lines_of
from zermelo.files.sqlite import is_sqlite
from zermelo.game import Action, Game, State, ZermeloError
from zermelo.learn.course import Played
from zermelo.records import endings
from zermelo.records.archive.reading import Filters, game_of, record
from zermelo.records.game_record import GameRecord
from zermelo.records.papers import read_papers
from zermelo.records.reading import read_with
from zermelo.records.replay import replayed

FAIR = (endings.OVER, endings.REPETITION, "resignation")  # how games end whose result tells what a position is worth
LONGEST = 10_000  # plies
WON, DRAWN, LOST = (1.0, 0.5, 0.0)  # a result for the player who begins
BEGUN_BY_WHITE = {"1-0": WON, "2-0": WON, "0-1": LOST, "0-2": LOST}  # elsewhere people disagree on whose is the 1
EVEN = ("1/2-1/2", "0.5-0.5", "1-1", "0", "draw", "jigo")


def played_games(files: Sequence[Path], game: Game) -> tuple[list[Played], dict[str, int]]:
    """The games of the files that are of this game, and how many others were left out, by why.

    A file is a record or a saved match of Zermelo (.sqlite, .jsonl), or in a notation: PGN, PDN, SGF, or moves.
    Raises ZermeloError where a file cannot be read, a move is not legal, or there is no game to learn from.
    """
    found, left = list[Played](), Counter[str]()
    for file in files:
        for one in _games(file, game):
            if isinstance(one, str):
                left[one] += 1
            elif one.actions:
                found.append(one)
            else:
                left["without moves"] += 1
    if not found:
        why = "".join(f"; {count:,} {reason}" for reason, count in left.items())
        raise ZermeloError(f"no games of {game.title} to learn from in {', '.join(map(str, files))}{why}")
    return found, dict(left)


def _games(file: Path, game: Game) -> Iterator[Played | str]:
    """The games of a file; in place of one that is left out, why."""
    if is_sqlite(file):
        for row in record(file).rows(Filters()):
            yield _fair(game_of(row, game)) if row["game"] == game.title else f"of {row['game']}"
    elif file.suffix.lower() == ".jsonl":
        yield from (_fair(one) for *_, one in lines_of(file, game))
    else:
        for tree in read_with(lambda text: read_papers(text, game), file):
            if first_moves(tree.game) != first_moves(game):
                yield f"of {tree.game.title}"
                continue
            actions = tuple(tree.moves[place - 1][1] for place in tree.lines()[0][1])
            start = game.initial() if tree.start == tree.game.initial() else tree.start
            yield _told(game, start, actions, tree.tags.get("Result", ""))


@lru_cache(maxsize=64)
def first_moves(game: Game) -> tuple[str, frozenset[str]]:
    """What tells games on different boards apart, and not those that differ in how points are counted."""
    start = game.initial()
    return game.name, frozenset(game.action_text(start, action) for action in game.moves(start))


def _fair(record: GameRecord) -> Played | str:
    if record.ending not in FAIR:
        return f"ended by {record.ending}"
    return Played(record.start, record.actions, record.utilities)


def _told(game: Game, start: State, actions: Sequence[Action], result: str) -> Played | str:
    """A game by the rules, with its result by the rules, or if it was not over as it is told."""
    found = replayed(game, [start], actions, LONGEST)
    if found.ending in FAIR:
        return Played(start, actions, found.utilities)
    share = _share(game, result)
    if share is None:
        return "without a result"
    even = endings.drawn_utilities(game)
    return Played(start, actions, even if share == DRAWN else endings.forfeited_utilities(game, int(share == WON)))


def _share(game: Game, result: str) -> float | None:
    """What a told result gives to the player who begins; None: it does not say."""
    told, first = result.strip().lower(), game.player_names[0].lower()
    if told in EVEN:
        return DRAWN
    if told[:2] in ("b+", "w+"):  # of SGF
        return WON if first.startswith(told[0]) else LOST
    return BEGUN_BY_WHITE.get(told) if first == "white" else None
