"""What a folder of Syzygy files says about a chess position.

A table need not be right where a capture is at least as good, so captures are searched first. Results: 2 a win, 1 a win
that the fifty-move rule makes a draw, 0 a draw, -1 and -2 likewise for losses.
"""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from typing import Any

from zermelo.bits import indices
from zermelo.experts.chess.syzygy.table import BLACK, LETTERS, Placement, SyzygyTable
from zermelo.game import Action, Game, State, ZermeloError
from zermelo.games.chess.text import PIECES
from zermelo.installed import np
from zermelo.loading import load
from zermelo.solve.known import KnownAction

WIN, DRAW, LOSS = 2, 0, -2
HUNDRED = 100  # plies of the fifty-move rule


class Missing(Exception):
    """A file that a position needs is not there, or the position has castling rights."""


class Syzygy:
    """A folder of files. Each is opened when it is first needed."""

    name = "the Syzygy tables"

    def __init__(self, path: Path) -> None:
        """Raises ZermeloError if there is no file of results in the folder."""
        self.game: Game = load("chess")
        self.files = {file.name: file for file in path.iterdir() if file.suffix in (".rtbw", ".rtbz")}
        self.pieces = max((len(name.split(".")[0]) - 1 for name in self.files if name.endswith(".rtbw")), default=0)
        if not self.pieces:
            raise ZermeloError(f"{path} has no Syzygy tables, whose names are like KQvK.rtbw")
        self._tables: dict[str, SyzygyTable] = {}

    def known_actions(self, state: State, only: Collection[Action] | None = None) -> list[KnownAction] | None:
        """See `Known`. How far the mate is the tables do not tell.

        Those with one result are ranked by the plies to the next capture or pawn move, so that a win is never repeated
        away.
        """
        if (int(state.white) | int(state.black)).bit_count() > self.pieces:
            return None
        found = []
        for action in self.game.legal(state):
            if only is not None and action not in only:
                continue
            plies = self.distance_after(state, action)
            if plies is None:
                return None
            outcome = 0 if abs(plies) > HUNDRED else (plies > 0) - (plies < 0)
            # Is a capture or pawn move made before the hundredth quiet ply? Distances may be one ply too short.
            decided = not outcome or bool(state.clock + abs(plies) < HUNDRED)
            found.append(KnownAction(action, outcome, 1.0 / plies if plies else 0.0, decided))
        return found

    def line(self, state: State, most: int | None = None) -> list[Action]:
        """None is known: see `Known`."""
        return []

    def result(self, state: State) -> int | None:
        """The result to the player to move, -2 to 2; None: a file is missing."""
        try:
            return self._result(state)[0]
        except Missing:
            return None

    def distance(self, state: State) -> int | None:
        """Plies to the next capture, pawn move or mate on the way to the result, negative for a loss; 0: a draw.

        A win or loss that the fifty-move rule makes a draw is further than 100 plies. None: a file is missing.
        """
        try:
            return self._distance(state)
        except Missing:
            return None

    def distance_after(self, state: State, move: int) -> int | None:
        """The same for the player who makes a move, counted from before it."""
        after = self.game.result(state, move)
        if self._is_mate(after):
            return 1
        if self._captures(state, move) or _moves_pawn(state, move):
            result = self.result(after)
            return None if result is None else -_before_zeroing(result)
        plies = self.distance(after)
        return None if plies is None else -plies + (plies < 0) - (plies > 0)

    def _result(self, state: State, zeroing: bool = False) -> tuple[int, bool]:
        """The result, and whether a capture (zeroing: or a pawn move) that wins, or the only moves, brings it about."""
        best, moves, tried = LOSS, self._legal(state), 0
        for move in moves:
            if not (self._captures(state, move) or (zeroing and _moves_pawn(state, move))):
                continue
            tried += 1
            value = -self._result(self.game.result(state, move))[0]
            if value > best:
                best = value
            if value == WIN:
                return WIN, True
        if tried and tried == len(moves):
            return best, True
        value = self._asked(state, ".rtbw")
        if tried and best >= value:
            return best, best > DRAW
        return value, False

    def _distance(self, state: State) -> int:
        result, is_zeroing = self._result(state, zeroing=True)
        if result == DRAW:
            return 0
        if is_zeroing:
            return _before_zeroing(result)
        found = self._asked(state, ".rtbz", result)
        if found:
            return (found + HUNDRED * (abs(result) == 1)) * (1 if result > 0 else -1)
        # only the other side to move has distances: one ply ahead
        best = None
        for move in self._legal(state):
            after = self.game.result(state, move)
            zeroing = self._captures(state, move) or _moves_pawn(state, move)
            plies = -_before_zeroing(self._result(after)[0]) if zeroing else -self._distance(after)
            if plies == 1 and self._is_mate(after):
                best = 1
                continue
            if not zeroing:
                plies += (plies > 0) - (plies < 0)
            if plies and (plies > 0) == (result > 0) and (best is None or plies < best):
                best = plies
        return -1 if best is None else best

    def _asked(self, state: State, suffix: str, result: int = 0) -> int:
        """The value in a table; 0 of a table of distances that has only the other side to move. Raises Missing."""
        if state.rights:
            raise Missing
        placement, names = _placement(state)
        if names == ["K", "K"]:
            return DRAW
        for exchanged, name in enumerate(("v".join(names), "v".join(reversed(names)))):
            file = self.files.get(name + suffix)
            if file is not None:
                table = self._tables.get(file.name) or self._tables.setdefault(file.name, SyzygyTable(file))
                if not table.has(placement, state.player, bool(exchanged)):
                    return 0
                return table.value(placement, state.player, bool(exchanged), result)
        raise Missing

    def _legal(self, state: State) -> list[Any]:
        """The moves, also where the game is adjudicated."""
        assert self.game.fill is not None
        buffer = [0] * self.game.max_actions
        return buffer[: self.game.fill(state, buffer)]

    def _captures(self, state: State, move: int) -> bool:
        target = np.uint64(1 << (move >> 6 & 63))
        return bool((state.white | state.black) & target or (target == state.passant and _moves_pawn(state, move)))

    def _is_mate(self, state: State) -> bool:
        return not self._legal(state) and bool(self.game.utility(state, state.player) < self.game.middle)


def _moves_pawn(state: State, move: int) -> bool:
    return bool(int(state.pawns) >> (move & 63) & 1)


def _before_zeroing(result: int) -> int:
    """The plies to a capture or pawn move that is made at once, with this result."""
    return {2: 1, 1: 1 + HUNDRED, 0: 0, -1: -1 - HUNDRED, -2: -1}[result]


def _placement(state: State) -> tuple[Placement, list[str]]:
    """The pieces with their squares, and the names of both sides, such as KRP."""
    queens = int(state.diagonal) & int(state.straight)
    words = {
        "p": int(state.pawns),
        "n": int(state.knights),
        "b": int(state.diagonal) & ~queens,
        "r": int(state.straight) & ~queens,
        "q": queens,
        "k": int(state.kings),
    }
    placement: Placement = []
    names = []
    for colour, side in enumerate((int(state.white), int(state.black))):
        name = ""
        for kind in reversed(PIECES):
            squares = list(indices(words[kind] & side))
            name += kind.upper() * len(squares)
            placement += [(LETTERS.index(kind.upper()) + 1 + BLACK * colour, square) for square in squares]
        names.append(name)
    return placement, names
