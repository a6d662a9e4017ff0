"""A game with its variations, whatever it is written as."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from zermelo.game import Action, Game, State


@dataclass(frozen=True)
class GameTree:
    """Positions in their order: the first, the main line, the lines that leave it, then those that leave these.

    Each move follows a position by its place in that order. Where two follow one position, the first is the main one.
    """

    game: Game
    start: State
    moves: tuple[tuple[int, Action], ...] = ()  # the position before it, and the action; move n leads to position n + 1
    comments: Mapping[int, str] = field(default_factory=dict)  # by position
    tags: Mapping[str, str] = field(default_factory=dict)

    def states(self) -> list[State]:
        """The positions."""
        states = [self.start]
        for before, action in self.moves:
            states.append(self.game.result(states[before], action))
        return states

    def following(self) -> list[list[int]]:
        """The positions that follow each, the main one first."""
        found: list[list[int]] = [[] for _ in range(len(self.moves) + 1)]
        for place, (before, _) in enumerate(self.moves, 1):
            found[before].append(place)
        return found

    def lines(self) -> list[tuple[int, list[int]]]:
        """The main line, and then the variations: the position before each, and its positions."""
        found: list[tuple[int, list[int]]] = [(0, [])]
        for place, (before, _) in enumerate(self.moves, 1):
            if before != place - 1:
                found.append((before, []))
            found[-1][1].append(place)
        return found


class TreeDraft:
    """A game that is being read: moves come in any order."""

    def __init__(self, game: Game, start: State) -> None:
        self.game, self.states = game, [start]
        self._moves: list[tuple[int, Action]] = []
        self._following: list[list[int]] = [[]]
        self.comments: dict[int, str] = {}

    def play(self, before: int, action: Action) -> int:
        """Plays an action after a position, and returns the number of the one that it leads to."""
        for number in self._following[before]:
            if self._moves[number - 1][1] == action:
                return number
        self.states.append(self.game.result(self.states[before], action))
        self._moves.append((before, action))
        self._following.append([])
        self._following[before].append(len(self._moves))
        return len(self._moves)

    def before(self, number: int) -> int:
        """The position before one."""
        return self._moves[number - 1][0] if number else 0

    def say(self, number: int, text: str) -> None:
        """Adds to what is said about a position."""
        words = " ".join([self.comments.get(number, ""), *text.split()]).strip()
        if words:
            self.comments[number] = words

    def finish(self, tags: Mapping[str, str] | None = None) -> GameTree:
        """The game, its positions in order."""
        order, lines = [0], [[0, *self._onward(0)]]
        for line in lines:
            order += [number for number in line if number]
            for number in line:
                lines += [[other, *self._onward(other)] for other in self._following[number][1:]]
        place = {number: at for at, number in enumerate(order)}
        moves = [(place[self.before(number)], self._moves[number - 1][1]) for number in order[1:]]
        said = {place[number]: text for number, text in self.comments.items()}
        return GameTree(self.game, self.states[0], tuple(moves), said, tags or {})

    def _onward(self, number: int) -> list[int]:
        found = []
        while following := self._following[number]:
            number = following[0]
            found.append(number)
        return found


def line_tree(game: Game, start: State, actions: Sequence[Action], tags: Mapping[str, str] | None = None) -> GameTree:
    """A game without variations."""
    return GameTree(game, start, tuple(enumerate(actions)), {}, tags or {})
