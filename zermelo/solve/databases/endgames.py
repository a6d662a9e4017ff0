"""What the databases of a game say about a position and its actions."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from zermelo.evaluate import expert_of
from zermelo.game import CHANCE, Action, Game, State, ZermeloError
from zermelo.solve.databases.directory import new_directory
from zermelo.solve.databases.folder import Folder, folder_path, open_folder
from zermelo.solve.databases.values import DRAW, Value, number_of, value_of
from zermelo.solve.indexing import Indexing, Material
from zermelo.solve.known import KnownAction

AUTO, NONE = "auto", "none"


class Endgames:
    """The databases in a folder, opened. Damaged files are refused when this is made (ZermeloError)."""

    name = "the endgame databases"

    def __init__(self, folder: Folder) -> None:
        self.game, self.indexing = folder.game, folder.indexing
        self.tables = {material: folder.table(material) for material in folder.built()}
        self._by_key = {key: material for material in self.tables for key in (material.key, material.mirrored)}

    @property
    def pieces(self) -> int:
        """The most pieces of a material that is here."""
        return max(material.pieces for material in self.tables)

    def directory(self, compiled: bool) -> Any:
        """The same for a kernel; to be kept together with this object."""
        words: Mapping[Material, Any] = {material: table.words for material, table in self.tables.items()}
        return new_directory(words, compiled)

    def value(self, state: State) -> Value | None:
        """What a position is worth to the player to move, apart from draws by many quiet moves; None: not known."""
        number = self._number(state)
        if number is None and not self.game.is_terminal(state):
            number = self._number_by_moves(state)
        return None if number is None else value_of(number)

    def actions(self, state: State) -> dict[Action, Value | None]:
        """What each action is worth to the player who takes it, with the distance from this position on."""
        mover, found = self.game.to_move(state), {}
        for action in self.game.legal(state):
            after = self.game.result(state, action)
            value = self.value(after)
            if value is not None and value.distance is not None:
                sign = 1 if self.game.to_move(after) == mover else -1
                value = Value(sign * value.outcome, value.distance + 1)
            found[action] = value
        return found

    def known_actions(self, state: State, only: Collection[Action] | None = None) -> list[KnownAction] | None:
        """See `Known`."""
        if self.game.to_move(state) == CHANCE or self.value(state) is None:
            return None
        found = []
        for action, value in self.actions(state).items():
            if only is not None and action not in only:
                continue
            if value is None:
                return None
            in_time = self.is_in_time(state, value)
            found.append(KnownAction(action, value.outcome, merit(value), in_time, value.distance if in_time else None))
        return found

    def is_in_time(self, state: State, value: Value) -> bool:
        """Does the end come before a draw by too many quiet moves, whatever the moves are?"""
        game, patience = self.game, self.indexing.patience
        if patience is None or value.distance is None or game.reversible is None:
            return True
        return game.reversible(state) + value.distance <= patience

    def line(self, state: State, most: int | None = None) -> list[Action]:
        """Perfect play of both sides to the end, the quickest win and the slowest loss; empty for a draw.

        It ends earlier after `most` plies, where a database is missing, and where too many quiet moves make a draw.
        """
        found: list[Action] = []
        value = self.value(state)
        while value is not None and value.distance and len(found) != most and not self.game.is_terminal(state):
            actions = self.actions(state)
            if None in actions.values():
                break
            action, _ = best(actions)
            found.append(action)
            state = self.game.result(state, action)
            value = self.value(state)
        return found

    def _number(self, state: State) -> int | None:
        key = self.indexing.material(state)
        material = self._by_key.get(key)
        if material is not None:
            return self.tables[material].number(int(self.indexing.rank(material.words, 0, state, key)))
        game = self.game
        if not game.is_terminal(state):
            return None
        utility = game.utility(state, game.to_move(state)) - game.middle
        return 1 if utility > 0 else -1 if utility < 0 else DRAW

    def _number_by_moves(self, state: State) -> int | None:
        """The value of a position without a number (en passant), if all its moves lead to positions with one."""
        mover, numbers = self.game.to_move(state), []
        for action in self.game.legal(state):
            after = self.game.result(state, action)
            number = self._number(after)
            if number is None:
                return None
            numbers.append(number if self.game.to_move(after) == mover else -number)
        wins, losses = [n for n in numbers if n > 0], [n for n in numbers if n < 0]
        if wins:
            return min(wins) + 1
        return DRAW if len(losses) < len(numbers) else min(losses) - 1


def best(actions: Mapping[Action, Value | None]) -> tuple[Action, Value]:
    """The best of these actions with a known value: the quickest win, else a draw, else the slowest loss."""
    known = {action: value for action, value in actions.items() if value is not None}
    action = max(known, key=lambda action: merit(known[action]))
    return action, known[action]


def merit(value: Value | None) -> float:
    """A number that is greater for a better value: from 1 for a win at once to -1 for a loss; what is not known: -2."""
    if value is None:
        return -2.0
    number = number_of(value)
    return 1.0 / number if number else 0.0


def open_endgames(game: Game, databases: str = AUTO) -> Endgames | None:
    """The databases that an engine's option names: "auto", those that are built; "none"; or a folder.

    None where there are none. Raises ZermeloError where one is damaged, or the folder that is named has none.
    """
    folder = _named_folder(game, databases)
    files = _files(folder) if folder else ()
    if folder and not files and databases != AUTO:
        raise ZermeloError(f"there are no endgame databases in {folder.path}: zermelo database build {game.title}")
    return _opened(game, folder.path, files) if folder and files else None


def built_indexing(game: Game, databases: str = AUTO) -> Indexing | None:
    """The indexing of a game that has databases, of which none is opened; None where there are none."""
    folder = _named_folder(game, databases)
    return folder.indexing if folder and _files(folder) else None


def _named_folder(game: Game, databases: str) -> Folder | None:
    """The folder; None: there is none. Says so at once where nothing is built, before a game's indexing is made."""
    path = None if databases == AUTO else Path(databases)
    if databases == NONE or (path is None and not folder_path(game).is_dir()) or expert_of(game).indexing is None:
        return None
    return open_folder(game, path)


_File = tuple[str, int, int]  # name, size and time


def _files(folder: Folder) -> tuple[_File, ...]:
    """The files of materials in a folder."""
    if not folder.path.is_dir():
        return ()
    files = [(material.name, folder.file(material).stat()) for material in folder.built()]
    return tuple((name, status.st_size, status.st_mtime_ns) for name, status in files)


@lru_cache(maxsize=8)
def _opened(game: Game, path: Path, files: tuple[_File, ...]) -> Endgames:
    """Opened once for all sessions of the process, as long as the files are the same."""
    return Endgames(open_folder(game, path.parent))
