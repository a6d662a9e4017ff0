"""The board of a GTP game, with the moves played on it and its history for `undo`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import pairwise
from typing import Any

from zermelo.game import Action, Game, State, ZermeloError, brief
from zermelo.games.go.text import PASS, handicap_cells, vertex
from zermelo.loading import load
from zermelo.picture import Cell
from zermelo.records.sgf import SgfNode, board_size, komi_of, node_plays, node_stones, root_mover


class GtpBoard:
    """A game of Go with its path. As GTP allows, a player may move twice in a row, or after two passes."""

    def __init__(self, parameters: Mapping[str, Any]) -> None:
        """parameters: those of Go. Raises ZermeloError if they are not valid."""
        self.parameters = dict(parameters)
        self.game: Game = load("go", **self.parameters)
        self._path: list[State] = [self.game.initial()]

    @property
    def size(self) -> int:
        return int(self.parameters["size"])

    @property
    def state(self) -> State:
        """The current position, perhaps after two passes."""
        return self._path[-1]

    @property
    def board(self) -> list[str]:
        """Rows from the top: X for Black, O for White, . for an empty point."""
        return self.game.state_text(self.state).split()[0].split("/")

    @property
    def is_untouched(self) -> bool:
        """Is the board empty, with no moves played?"""
        return len(self._path) == 1 and not set("".join(self.board)) - {"."}

    def renewed(self, **changes: Any) -> GtpBoard:
        """An empty board, perhaps with other parameters. Raises ZermeloError."""
        return GtpBoard({**self.parameters, **changes})

    def set_komi(self, komi: float) -> None:
        """Changes the komi and keeps the stones. Raises ZermeloError unless it is a multiple of a half."""
        self.game = load("go", **{**self.parameters, "komi": komi})
        self.parameters["komi"] = komi
        half_points = self.game.initial().komi
        self._path = [state._replace(komi=half_points) for state in self._path]

    def turn(self, player: int) -> State:
        """The position with this player to move: out of turn, the other side makes a pass that does not count."""
        game, state = self.game, self.state
        if state.passes >= 2:
            state = state._replace(passes=0)
        assert game.max_plies is not None
        if state.ply > game.max_plies - self.size**2:  # the controller ends the game, not its length
            state = state._replace(ply=0)
        if game.to_move(state) == player:
            return state
        return game.result(state, self.passing)._replace(passes=0, ply=state.ply)

    @property
    def passing(self) -> Action:
        """The action that passes, which is always the last in the list."""
        *_, last = self.game.actions(self.state)
        return last

    def action(self, player: int, cell: Cell | None) -> Action | None:
        """The action that puts a player's stone there, or passes if `cell` is None; None: it is not legal."""
        state, game = self.turn(player), self.game
        assert game.touches is not None
        cells = [] if cell is None else [cell]
        return next((action for action in game.legal(state) if list(game.touches(state, action)) == cells), None)

    def play(self, player: int, action: Action) -> None:
        """Plays a legal action."""
        self._path.append(self.game.result(self.turn(player), action))

    def undo(self) -> bool:
        """Takes back the last move; False: there is none."""
        if len(self._path) == 1:
            return False
        self._path.pop()
        return True

    def put(self, stones: Mapping[Cell, str], player: int) -> None:
        """Sets stones (X, O, or . for none) and who is to move; drops the history. Raises ZermeloError."""
        rows = [list(row) for row in self.board]
        for (row, column), stone in stones.items():
            rows[row][column] = stone
        self._path = [self.game.read_state("/".join(map("".join, rows)) + " " + "XO"[player])]

    def captured(self) -> tuple[int, int]:
        """How many stones Black and White have captured."""
        taken = [0, 0]
        boards = [self.game.state_text(state).split()[0] for state in self._path]
        for before, after in pairwise(boards):
            taken[0] += max(before.count("O") - after.count("O"), 0)
            taken[1] += max(before.count("X") - after.count("X"), 0)
        return taken[0], taken[1]

    def drawn(self) -> str:
        """The board as text, with its coordinates."""
        letters = " ".join(vertex((0, column), self.size)[0] for column in range(self.size))
        rows = [f"{self.size - number:2} {' '.join(row)}" for number, row in enumerate(self.board)]
        black, white = self.captured()
        told = f"Black (X) has captured {black}, White (O) {white}; {self.game.player_name(self.state.player)} to move"
        return "\n".join([f"   {letters}", *(f"{row} {row[:2].strip()}" for row in rows), f"   {letters}", told])


def free_handicap(size: int, stones: int) -> list[Cell]:
    """Good points for that many stones: the usual ones, then others near the middle, not adjacent if possible."""
    usual: list[Cell] = []
    for number in range(2, min(stones, 9) + 1):
        try:
            usual = handicap_cells(size, size, number)
        except ValueError:
            break
    middle = (size - 1) / 2
    others = sorted(
        ((row, column) for row in range(size) for column in range(size)),
        key=lambda cell: (abs(cell[0] - middle) + abs(cell[1] - middle), cell),
    )
    for apart in (2, 1):
        for cell in others:
            if len(usual) < stones and all(abs(cell[0] - r) + abs(cell[1] - c) >= apart for r, c in usual):
                usual.append(cell)
    return usual


def read_board(root: SgfNode, parameters: Mapping[str, Any], before: int | None = None) -> GtpBoard:
    """The board of an SGF's main line, up to but not including move `before`, or to the end. Raises ZermeloError."""
    rows, columns = board_size(root)
    if rows != columns:
        raise ZermeloError(f"GTP's boards are square, not {columns}:{rows}")
    board = GtpBoard({**parameters, "size": rows, "komi": komi_of(root)})
    number = 0
    for node in root.main_line():
        stones = node_stones(node, rows, columns)
        if node is root and not stones and root.value("HA", "0") not in ("", "0", "1"):
            stones = dict.fromkeys(_handicap(root, rows), "X")
        if stones or node.value("PL"):
            board.put(stones, root_mover(root) if node is root else _mover(node, board))
        for player, cell in node_plays(node, rows, columns):
            number += 1
            if before is not None and number >= before:
                return board
            action = board.action(player, cell)
            if action is None:
                where = PASS if cell is None else vertex(cell, rows)
                raise ZermeloError(f"move {number}, {board.game.player_name(player)} {where}, is not legal")
            board.play(player, action)
    return board


def _handicap(root: SgfNode, size: int) -> Iterable[Cell]:
    try:
        return handicap_cells(size, size, int(root.value("HA")))
    except ValueError as error:
        raise ZermeloError(f"HA[{brief(root.value('HA'))}]: {error}") from None


def _mover(node: SgfNode, board: GtpBoard) -> int:
    side = node.value("PL").strip().upper()[:1]
    return "BW".index(side) if side and side in "BW" else board.game.to_move(board.state)
