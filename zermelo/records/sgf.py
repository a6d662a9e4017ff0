"""SGF (FF[4]): games of Go as trees of nodes, read and written with every variation, comment and property kept."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TypeVar

from zermelo.game import Action, Game, State, ZermeloError, brief
from zermelo.loading import load
from zermelo.records.game_record import GameRecord

Number = TypeVar("Number", int, float)

COORDINATES = "abcdefghijklmnopqrs"  # column, then row from the top: "aa" is the top left
SIDES = "BW"
STONES = {"AB": "X", "AW": "O", "AE": "."}  # setup: what then stands on the points
DEEPEST = 100_000  # brackets inside each other; no game comes near

TOKEN = re.compile(r"\s*(?:([();])|([A-Za-z]+)\s*(?=\[)|\[((?:\\.|[^\]\\])*)\])", re.DOTALL)
ESCAPED = re.compile(r"\\(\r\n|\n\r|.)", re.DOTALL)
POINT = re.compile(r"[a-s][a-s]")
RECTANGLE = re.compile(r"([a-s])([a-s]):([a-s])([a-s])")


@dataclass
class SgfNode:
    """A node: its properties, each a list of values with nothing escaped, and what may follow, the main line first."""

    properties: dict[str, list[str]] = field(default_factory=dict)
    children: list[SgfNode] = field(default_factory=list)

    def value(self, name: str, default: str = "") -> str:
        """The first value of a property."""
        return self.properties.get(name, [default])[0]

    @property
    def comment(self) -> str:
        return self.value("C")

    def main_line(self) -> Iterator[SgfNode]:
        """The main line: the node itself and the first child of each after it."""
        node: SgfNode | None = self
        while node is not None:
            yield node
            node = node.children[0] if node.children else None


# --- reading --------------------------------------------------------------------------------------------------------


def read_sgf(text: str) -> list[SgfNode]:
    """The games of a text, as the root of each. Raises ZermeloError saying where and what is wrong."""
    roots: list[SgfNode] = []
    open_at: list[SgfNode | None] = []  # for every bracket that is open, the node before it
    node: SgfNode | None = None  # the last one read; None at the start of a game
    values: list[str] | None = None  # of the property being read
    fresh = False  # a bracket was opened, and no node has come yet
    place = text.find("(")
    if place < 0:
        raise ZermeloError("this is not SGF: it has no (; to begin a game")
    while place < len(text):
        token = TOKEN.match(text, place)
        if token is None:
            rest = text[place:].strip()
            if rest.startswith("["):
                raise _wrong(text, place, f"the value {brief(rest)} is never closed by a ]")
            if rest and open_at:
                raise _wrong(text, place, f"'{brief(rest)}' is neither a node, a property nor a bracket")
            break  # what follows the last game
        mark, name, value = token.groups()
        if not open_at and mark != "(":
            break
        if mark == "(":
            if fresh or len(open_at) == DEEPEST:
                raise _wrong(text, place, "a variation begins with a node")
            open_at.append(node)
            fresh, values = True, None
        elif mark == ";":
            following = SgfNode()
            (roots if node is None else node.children).append(following)
            node, fresh, values = following, False, None
        elif mark == ")":
            if fresh:
                raise _wrong(text, place, "a variation has no node")
            node, values = open_at.pop(), None
        elif name is not None:
            if node is None or fresh:
                raise _wrong(text, place, f"the property {name} stands before the first node of its variation")
            name = "".join(letter for letter in name if letter.isupper()) or name.upper()  # FF[3] has small letters too
            values = node.properties.setdefault(name, [])
        else:
            if values is None:
                raise _wrong(text, place, f"the value [{brief(value)}] belongs to no property")
            values.append(_unescaped(value))
        place = token.end()
    if open_at:
        raise _wrong(text, len(text), f"{len(open_at)} brackets are still open")
    return roots


def _unescaped(text: str) -> str:
    """A value without escapes: an escaped line break is dropped, any other becomes one character."""
    plain = ESCAPED.sub(lambda match: "" if match[1][0] in "\r\n" else match[1], text)
    return re.sub(r"\r\n|\n\r|\r", "\n", plain)


def _wrong(text: str, place: int, what: str) -> ZermeloError:
    return ZermeloError(f"SGF, line {text.count(chr(10), 0, place) + 1}: {what}")


# --- writing --------------------------------------------------------------------------------------------------------


def write_sgf(roots: Iterable[SgfNode]) -> str:
    """The games as text, one after the other, with one line per node."""
    return "\n".join(_written(root) for root in roots) + "\n"


def _written(root: SgfNode) -> str:
    parts: list[str] = []
    waiting: list[SgfNode | str] = [")", root, "("]
    while waiting:
        node = waiting.pop()
        if isinstance(node, str):
            parts.append(node)
            continue
        parts.append(_node_text(node))
        if len(node.children) == 1:
            waiting += [node.children[0], "\n"]
        else:
            for child in reversed(node.children):
                waiting += [")", child, "\n("]
    return "".join(parts)


def _node_text(node: SgfNode) -> str:
    return ";" + "".join(
        name + "".join(f"[{_escaped(value)}]" for value in values or [""]) for name, values in node.properties.items()
    )


def _escaped(value: str) -> str:
    return re.sub(r"([\]\\])", r"\\\1", value)


# --- games of Go ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class SgfGame:
    """The main line of a game: the rules it was played by, the position it begins with, and the moves."""

    game: Game
    start: State
    actions: tuple[Action, ...]
    result: str = ""  # RE as it stands: B+3.5, W+R, 0, Void, …
    comments: Mapping[int, str] = field(default_factory=dict)  # after so many plies: 0 is before the first move

    def states(self) -> Iterator[State]:
        """The positions, the first included."""
        state = self.start
        yield state
        for action in self.actions:
            state = self.game.result(state, action)
            yield state


def read_game(root: SgfNode, **parameters: object) -> SgfGame:
    """The game of a tree's main line. `parameters` are those of Go that SGF does not give: ko, suicide, scoring.

    Raises ZermeloError where a move is not legal.
    """
    game = load("go", **{**_parameters(root), **parameters})
    rows, columns = board_size(root)
    state = game.initial()
    if any(name in root.properties for name in (*STONES, "PL")):
        state = _set_up(game, root, rows, columns)
    elif root.value("HA", "0") not in ("", "0", "1"):  # stones that the file leaves out stand where they always do
        game = load("go", **{**_parameters(root), **parameters, "handicap": _number(root, "HA", int)})
        state = game.initial()
    start = state
    actions: list[Action] = []
    comments: dict[int, str] = {}
    for node in root.main_line():
        if node is not root and any(name in node.properties for name in STONES):
            raise ZermeloError(f"SGF: stones are set up after move {len(actions)}; only the first node may do so")
        for player, name in enumerate(SIDES):
            for value in node.properties.get(name, []):
                action = action_of(game, state, player, value, rows, columns, len(actions) + 1)
                state = game.result(state, action)
                actions.append(action)
        if node.comment:
            comments[len(actions)] = node.comment
    return SgfGame(game, start, tuple(actions), root.value("RE"), comments)


def board_size(root: SgfNode) -> tuple[int, int]:
    """Rows and columns of the board: SZ[9], or SZ[columns:rows]; 19 by default."""
    match = re.fullmatch(r"\s*(\d{1,2})\s*(?::\s*(\d{1,2})\s*)?", root.value("SZ", "19"))
    if match is None or not all(1 <= int(side) <= 19 for side in match.groups() if side):
        raise ZermeloError(f"SGF: SZ[{brief(root.value('SZ'))}] is not a board of 1 to 19 lines")
    return int(match[2] or match[1]), int(match[1])


def _parameters(root: SgfNode) -> dict[str, object]:
    if root.value("GM", "1").strip() != "1":
        raise ZermeloError(f"SGF: GM[{brief(root.value('GM'))}] is not Go, which is GM[1]")
    rows, columns = board_size(root)
    shape: dict[str, object] = {"size": rows} if rows == columns else {"rows": rows, "columns": columns}
    return {**shape, "komi": komi_of(root)}


def komi_of(root: SgfNode) -> float:
    """KM, 0 by default. Raises ZermeloError."""
    return _number(root, "KM", float)


def _number(root: SgfNode, name: str, kind: Callable[[str], Number]) -> Number:
    text = root.value(name) or "0"
    try:
        return kind(text)
    except ValueError:
        raise ZermeloError(f"SGF: {name}[{brief(text)}] is not a number") from None


def node_stones(node: SgfNode, rows: int, columns: int) -> dict[tuple[int, int], str]:
    """What a node sets up: X, O or . at the (row, column) of each point. Raises ZermeloError."""
    return {
        point: stone
        for name, stone in STONES.items()
        for value in node.properties.get(name, [])
        for point in _points(value, rows, columns)
    }


def node_plays(node: SgfNode, rows: int, columns: int) -> list[tuple[int, tuple[int, int] | None]]:
    """The moves of a node, one at most in a proper file: who plays, and where; None is a pass. Raises ZermeloError."""
    return [
        (player, _place(value, rows, columns))
        for player, name in enumerate(SIDES)
        for value in node.properties.get(name, [])
    ]


def root_mover(root: SgfNode) -> int:
    """Who begins: PL, else the player of the first move, else Black, or White after a handicap. Raises ZermeloError."""
    handicap = root.value("HA", "0") not in ("", "0", "1")
    mover = root.value("PL").strip().upper()[:1] or _first_mover(root) or ("W" if handicap else "B")
    if mover not in SIDES:
        raise ZermeloError(f"SGF: PL[{brief(root.value('PL'))}] should be B or W")
    return SIDES.index(mover)


def _set_up(game: Game, root: SgfNode, rows: int, columns: int) -> State:
    board = [["."] * columns for _ in range(rows)]
    for (row, column), stone in node_stones(root, rows, columns).items():
        board[row][column] = stone
    return game.read_state("/".join(map("".join, board)) + " " + "XO"[root_mover(root)])


def _first_mover(root: SgfNode) -> str:
    return next((name for node in root.main_line() for name in node.properties if name in ("B", "W")), "")


def _points(value: str, rows: int, columns: int) -> list[tuple[int, int]]:
    """The (row, column) that "dd" names, or all of "aa:cc"."""
    corners = RECTANGLE.fullmatch(value)
    if corners is None and not POINT.fullmatch(value):
        raise ZermeloError(f"SGF: [{brief(value)}] is not a point such as [dd]")
    left, top, right, bottom = map(COORDINATES.index, corners.groups() if corners else value * 2)
    if not (left <= right < columns and top <= bottom < rows):
        raise ZermeloError(f"SGF: [{brief(value)}] lies outside the board of {columns} columns and {rows} rows")
    return [(row, column) for row in range(top, bottom + 1) for column in range(left, right + 1)]


def _place(value: str, rows: int, columns: int) -> tuple[int, int] | None:
    """Where a move is played; None: it is a pass, B[] or B[tt]."""
    value = value.strip()
    if not value or value == "tt":  # no board here has more than 19 lines, so that is outside
        return None
    points = _points(value, rows, columns)
    if len(points) != 1:
        raise ZermeloError(f"SGF: [{brief(value)}] is a rectangle, but a move is one point")
    return points[0]


def action_of(game: Game, state: State, player: int, value: str, rows: int, columns: int, number: int) -> Action:
    """The action that a value of B or W is. Raises ZermeloError where that is not legal."""
    where = f"SGF, move {number}: {SIDES[player]}[{brief(value)}]"
    if game.is_terminal(state):
        raise ZermeloError(f"{where} comes after the end of the game")
    if game.to_move(state) != player:
        raise ZermeloError(f"{where} is out of turn; {game.player_name(game.to_move(state))} is to move")
    place = _place(value, rows, columns)
    assert game.touches is not None
    for action in game.legal(state):
        if list(game.touches(state, action)) == ([] if place is None else [place]):
            return action
    raise ZermeloError(f"{where} is not legal")


def game_node(
    game: Game,
    actions: Iterable[Action],
    start: State | None = None,
    comments: Mapping[int, str] | None = None,
    properties: Mapping[str, str] | None = None,
) -> SgfNode:
    """The tree of a game of Go: one line, with its result where it was played to the end.

    properties: more of the root's, such as PB and PW, the players' names.
    """
    state = game.initial() if start is None else start
    comments = comments or {}
    root = position_node(game, state)
    root.properties.update({name: [value] for name, value in (properties or {}).items()})
    if 0 in comments:
        root.properties["C"] = [comments[0]]
    node = root
    for ply, action in enumerate(actions, 1):
        node.children.append(SgfNode({SIDES[game.to_move(state)]: [point_of(game, state, action)]}))
        node = node.children[0]
        state = game.result(state, action)
        if ply in comments:
            node.properties["C"] = [comments[ply]]
    if game.is_terminal(state):
        root.properties.setdefault("RE", [_result(game, state)])
    return root


def position_node(game: Game, state: State) -> SgfNode:
    """The root of a tree that begins with this position."""
    board = game.state_text(state).split()[0].split("/")
    rows, columns = len(board), len(board[0])
    properties = {
        "GM": ["1"],
        "FF": ["4"],
        "CA": ["UTF-8"],
        "AP": ["Zermelo"],
        "SZ": [str(rows) if rows == columns else f"{columns}:{rows}"],
        "KM": [f"{game.parameters.get('komi', 0):g}"],
    }
    if game.parameters.get("handicap"):
        properties["HA"] = [str(game.parameters["handicap"])]
    for name in ("AB", "AW"):
        stones = [
            COORDINATES[column] + COORDINATES[row]
            for row in range(rows)
            for column in range(columns)
            if board[row][column] == STONES[name]
        ]
        if stones:
            properties[name] = stones
    if "AB" in properties or "AW" in properties or game.to_move(state) == 1:
        properties["PL"] = [SIDES[game.to_move(state)]]
    return SgfNode(properties)


def record_node(record: GameRecord) -> SgfNode:
    """The tree of a recorded game of Go."""
    return game_node(record.game, record.actions, record.start)


def point_of(game: Game, state: State, action: Action) -> str:
    """An action as a value of B or W; "" for a pass."""
    assert game.touches is not None
    cells = game.touches(state, action)
    return COORDINATES[cells[0][1]] + COORDINATES[cells[0][0]] if cells else ""


def _result(game: Game, state: State) -> str:
    """RE: who won, and by how much where the game is for the margin."""
    lead = game.utility(state, 0)
    if lead == 0:
        return "0"
    points = f"{abs(lead):g}" if game.parameters.get("margin") else ""
    return f"{'B' if lead > 0 else 'W'}+{points}"
