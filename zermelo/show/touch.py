"""Which cells of the board a person touches or clicks to play an action."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from numbers import Integral
from weakref import WeakKeyDictionary

from zermelo.game import CHANCE, Action, Game, State
from zermelo.picture import Board, Cards, Cell, Picture, Points


def touches(game: Game, state: State, actions: Sequence[Action] | None = None) -> list[tuple[Cell, ...]]:
    """The cells to touch for these actions, by default every legal one, in their order.

    One cell to put something there, two or more to move from the first over those between to the last, none if the
    picture is not a board or the board does not show the action. On a backgammon board they are pairs, from and to, of
    the turn's moves. Where cards are held, a cell is the number of a hand in the picture and that of a card in it.
    Several actions may share their cells.
    """
    actions = game.legal(state) if actions is None else actions
    before = game.describe(state)
    return [_cells(game, state, before, action) for action in actions]


def touched(game: Game, state: State, action: Action) -> tuple[Cell, ...]:
    """The cells to touch for this action, or outcome of chance; see `touches`."""
    return _cells(game, state, game.describe(state), action)


def pieces_put(game: Game, state: State, actions: Sequence[Action], cells: Sequence[tuple[Cell, ...]]) -> list[str]:
    """What stands on the last cell after each of the actions that share their cells, such as promotions.

    "" for actions that share them with no other, or where these pieces do not tell them apart. cells: of the actions.
    """
    shared = Counter(cells)
    found = [""] * len(actions)
    for place, (action, touching) in enumerate(zip(actions, cells, strict=True)):
        if touching and shared[touching] > 1:
            after = game.describe(game.result(state, action))
            row, column = touching[-1]
            found[place] = after.cells[row][column] if isinstance(after, Board) else ""
    told = Counter(zip(cells, found, strict=True))
    doubled = {touching for (touching, piece), times in told.items() if times > 1 or not piece}
    return ["" if touching in doubled else piece for piece, touching in zip(found, cells, strict=True)]


def bottom_of(game: Game) -> int | None:
    """The player whose pieces are at the bottom of the board when a game begins; None where no pieces are moved.

    That is asked of the start, since in a position that was set up pieces may stand anywhere.
    """
    known = _bottoms()
    if game not in known:
        known[game] = _bottom(game)
    return known[game]


@cache
def _bottoms() -> WeakKeyDictionary[Game, int | None]:
    return WeakKeyDictionary()


UPRIGHT = ("maze", "tile", "sheet", "climb")  # boards whose upper edge is that of both players


def _bottom(game: Game) -> int | None:
    state = game.initial()
    picture = None if game.players != 2 or game.is_terminal(state) else game.describe(state)
    if not isinstance(picture, Board) or picture.shape in UPRIGHT or game.to_move(state) == CHANCE:
        return None
    moved = [cells[0] for cells in touches(game, state) if len(cells) > 1]
    rows = [row for row, column in moved if picture.cells[row][column]]
    if not rows:
        return None
    mover = int(game.to_move(state))
    return mover if sum(rows) / len(rows) > (len(picture.cells) - 1) / 2 else 1 - mover


def marking(picture: Picture, cells: Sequence[Cell]) -> Picture:
    """The picture with the end of a move marked, if it is a board on which nothing is marked yet.

    cells: those touched for the move. Its end is the last of them that holds a piece now.
    """
    if not isinstance(picture, Board) or picture.marked:
        return picture
    there = set(picture.places())
    held = [(row, column) for row, column in cells if (row, column) in there and picture.cells[row][column]]
    return replace(picture, marked=frozenset(held[-1:]))


def _cells(game: Game, state: State, before: Picture, action: Action) -> tuple[Cell, ...]:
    """The cells to touch for an action: those that the game gives, else those that the action names, or that changed.

    An action names cells as (row, column), or as two or more of these pairs for a piece that moves, also in one row:
    (row, column, row, column); or by the board's labels, as the text "b2" or "b1c3" or "b1-c3". Since numbers and texts
    may mean something else, the named cell (of several the first and the last) must be one that changed.
    """
    if game.touches is not None and isinstance(before, Board | Points | Cards):
        return tuple((int(row), int(column)) for row, column in game.touches(state, action))
    if not isinstance(before, Board | Cards):
        return ()
    after = game.describe(game.result(state, action))
    if isinstance(before, Cards):
        return played_card(before, after) if isinstance(after, Cards) else ()
    if not isinstance(after, Board):
        return ()
    cells, named = changed(before, after), _named(before, after, action)
    if len(named) > 1:
        return named
    if not named or len(cells) == 1:
        return cells
    return cells if _is_numbered(before, cells, action) and _are_numbered(game, state, before) else named


def _is_numbered(board: Board, cells: tuple[Cell, ...], action: Action) -> bool:
    """Is the action the numbers of these cells, counted row by row: (from, to) and not (row, column)?"""
    width = len(board.cells[0])
    return bool(tuple(row * width + column for row, column in cells) == action)


def _are_numbered(game: Game, state: State, before: Board) -> bool:
    """Are all actions the numbers of the cells that they change? One alone may be so by chance."""
    for action in game.moves(state):
        after = game.describe(game.result(state, action))
        if isinstance(after, Board) and not _is_numbered(before, changed(before, after), action):
            return False
    return True


def changed(before: Board, after: Board) -> tuple[Cell, ...]:
    """The cells that were touched, inferred from the boards before and after.

    A piece that left one cell and appeared in another was moved there. Otherwise it is the only cell that was filled,
    whatever else changed, or the only cell that changed.
    """
    was, now = _differences(before, after)
    moves = [(start, end) for start in was if was[start] and not now[start] for end in was if now[end] == was[start]]
    if moves:
        return moves[0] if len(moves) == 1 else ()
    filled = [cell for cell in was if not was[cell]]
    if len(filled) == 1:
        return (filled[0],)
    return tuple(was) if len(was) == 1 else ()


def played_card(before: Cards, after: Cards) -> tuple[Cell, ...]:
    """The one card that left the hand of the player to move. Cards that were turned down are still in it."""
    found = list[Cell]()
    for place, (was, now) in enumerate(zip(before.hands, after.hands, strict=False)):
        is_held = was.active and not was.dice and not was.middle
        if is_held and now.cards.count("") <= was.cards.count(""):
            gone = Counter(was.cards) - Counter(now.cards)
            found += [(place, was.cards.index(card)) for card in gone.elements() if card]
    return tuple(found) if len(found) == 1 else ()


def named_card(picture: Cards, text: str) -> tuple[Cell, ...]:
    """The one card in the hands of the player to move that an action's text names."""
    hands = [(place, hand) for place, hand in enumerate(picture.hands) if hand.active and not hand.dice]
    found = [(place, at) for place, hand in hands for at, card in enumerate(hand.cards) if card and card == text]
    return tuple(found) if len(found) == 1 else ()


def _differences(before: Board, after: Board) -> tuple[dict[Cell, str], dict[Cell, str]]:
    """The cells that differ, with what was there and what is there now; none if the boards have different shapes."""
    was: dict[Cell, str] = {}
    now: dict[Cell, str] = {}
    if [len(row) for row in before.cells] != [len(row) for row in after.cells]:
        return was, now
    for row, (old, new) in enumerate(zip(before.cells, after.cells, strict=True)):
        if old != new:
            for column, (one, other) in enumerate(zip(old, new, strict=True)):
                if one != other:
                    was[row, column], now[row, column] = one, other
    return was, now


def _named(before: Board, after: Board, action: Action) -> tuple[Cell, ...]:
    """The cells that an action names, if the first and the last of them changed; else none."""
    if isinstance(action, str):
        pairs = _labelled(before, action)
    elif isinstance(action, tuple):
        pairs = (action,) if _is_pair(action) else _in_pairs(action)
    else:
        return ()
    if not pairs or not all(_is_pair(pair) for pair in pairs):
        return ()
    cells = tuple((int(row), int(column)) for row, column in pairs)
    there, differing = set(before.places()), _differences(before, after)[0]
    return cells if there.issuperset(cells) and {cells[0], cells[-1]} <= differing.keys() else ()


def _in_pairs(action: tuple[Action, ...]) -> tuple[Action, ...]:
    """The pairs of a row of numbers: (6, 4, 4, 4) is from (6, 4) to (4, 4)."""
    if len(action) < 4 or len(action) % 2 or not all(isinstance(part, Integral) for part in action):
        return action
    return tuple(zip(action[::2], action[1::2], strict=True))


def _labelled(board: Board, text: str) -> tuple[Cell, ...]:
    """The cells that a text names by the board's labels, one after another; none if anything else is in it."""
    if not all(board.rows) or not all(board.columns):
        return ()
    known = {
        f"{column}{row}".lower(): (place, across)
        for place, row in enumerate(board.rows)
        for across, column in enumerate(board.columns)
    }
    found, rest = list[Cell](), text.lower()
    while rest:
        named = max((name for name in known if rest.startswith(name)), key=len, default="")
        if not named:
            return ()
        found.append(known[named])
        rest = rest[len(named) :].lstrip("-x→ ")
    return tuple(found)


def _is_pair(thing: Action) -> bool:
    return isinstance(thing, tuple) and len(thing) == 2 and all(isinstance(part, Integral) for part in thing)
