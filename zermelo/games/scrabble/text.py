"""How Scrabble is written and drawn.

A play is where it begins and its word: 8D across, D8 down; tiles that lie there already are in round brackets, blanks
are small letters. 8D WO.D and 8D WOOD are read too. A position is its rows, as in FEN, the racks, the scores, the turns
in a row that scored nothing, and who plays next; between an exchange and its draws also what was given back.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from zermelo.game import CHANCE, brief
from zermelo.games._named import named
from zermelo.games.scrabble import (
    challenge,  # fmt: skip
    plays,  # fmt: skip
)
from zermelo.games.scrabble.laying import laid, with_play, word_at
from zermelo.games.scrabble.picture import painter
from zermelo.games.scrabble.squares import Squares
from zermelo.games.scrabble.tiles import Tiles

PASSING, EXCHANGING, NOTHING, LAY = "pass", "exchange", "-", "lay"
NAMED = {plays.PASS: PASSING, challenge.DONE: "done", challenge.CHALLENGE: "challenge"}
CELL = re.compile(r"(?P<gap>\d+)|\[[^\]]*\]|.")


def notation(
    squares: Squares,
    tiles: Tiles,
    players: int,
    rack: int,
    scoreless: int,
    challenged: bool,
    is_legal: Callable[[Any, int], bool],
    refusal: Callable[[Any, int], str],
    make: Callable[..., Any],
) -> dict[str, Any]:
    """The functions of `Game` for text and drawing. refusal: why a turn is not legal. make: the class of states."""
    size = squares.size
    none = "/".join(["0"] * players)

    def is_drawing(state: Any) -> bool:
        return bool(state.bag) and any(len(own) < rack for own in state.racks)

    def going_on(state: Any) -> Iterator[int]:
        return challenge.continuations(squares, state.board, state.racks[state.player], state.laying, len(tiles.names))

    def begun_text(laying: int) -> str:
        return f"{LAY} {squares.name(plays.square_of(laying), plays.is_down(laying))}"

    def format_action(state: Any, action: int) -> str:
        if is_drawing(state):
            return tiles.written(action)
        if action in NAMED:
            return NAMED[action]
        if action & challenge.LAYING:
            return begun_text(action)
        if action & challenge.SPELLING:
            return tiles.written(action ^ challenge.SPELLING)
        if plays.is_exchange(action):
            return f"{EXCHANGING} {tiles.text(plays.tiles_of(action))}"
        return play_text(squares, tiles, state.board, action)

    def parse_action(state: Any, text: str) -> int | None:
        if is_drawing(state):
            return None
        if state.laying:
            return next((one for one in going_on(state) if format_action(state, one) == text.strip()), None)
        action = read_special(squares, text) or read_turn(squares, tiles, state.board, text)
        if is_legal(state, action):
            return action
        if action & (challenge.LAYING | challenge.SPELLING | challenge.CHALLENGE):
            return None
        raise ValueError(refusal(state, action) or "it cannot be played now")

    def format_state(state: Any) -> str:
        parts = [
            board_text(squares, tiles, state.board),
            "/".join(tiles.text(own) or NOTHING for own in state.racks),
            "/".join(map(str, state.scores)),
            str(state.scoreless),
            str(state.player + 1),
        ]
        parts += [tiles.text(state.aside)] if state.aside else []
        if state.laying:
            parts.append(challenge.laying_text(squares, tiles, state.laying))
        if state.last != challenge.NO_PLAY:
            written = play_text(squares, tiles, state.last.board, state.last.play) if state.last.play else ""
            parts.append(challenge.last_text(tiles, state.last, written))
        return " ".join(parts)

    def parse_state(text: str) -> Any:
        parts = [part for part in text.split() if "=" not in part]
        more = dict(part.split("=", 1) for part in text.split() if "=" in part)
        if more.keys() - ({"last", "laying"} if challenged else {}):
            raise ValueError(f"'{brief(text)}' has more than a position: '{brief(min(more))}='")
        if not 2 <= len(parts) <= 6:
            raise ValueError("give the rows of the board, the racks, the scores, turns without a score and who plays")
        board = read_board(squares, tiles, parts[0])
        scores_text, row_text, player_text, aside_text = (*parts[2:], *(none, "0", "1", "")[len(parts) - 2 :])
        racks = tuple(b"" if one == NOTHING else tiles.rack(one) for one in parts[1].split("/"))
        if len(racks) > players or any(len(own) > rack for own in racks):
            raise ValueError(f"there are {players} racks of at most {rack} tiles, with / between them")
        racks += (b"",) * (players - len(racks))
        scores = tuple(_number(one, -9999, 9999) for one in scores_text.split("/"))
        if len(scores) != players:
            raise ValueError(f"there are {players} scores, with / between them, such as {none}")
        aside = tiles.rack(aside_text)
        seen = Counter([*map(plays.on_rack, filter(None, board)), *(tile for own in racks for tile in own), *aside])
        bag = Counter(tiles.all)
        for tile, number in seen.items():
            if number > bag[tile]:
                raise ValueError(
                    f"the game has {bag[tile]} of the tile {tiles.written(tile)}, and the position {number}"
                )
        rest = bytes(sorted((bag - seen).elements()))
        row, player = _number(row_text, 0, scoreless), _number(player_text, 1, players) - 1
        state = make(board, racks, rest, aside, scores, player, row)
        if aside and not is_drawing(state):
            raise ValueError("tiles were given back, and nothing is drawn for them")
        if "last" in more:
            state = state._replace(last=challenge.read_last(squares, tiles, board, racks[player - 1], more["last"]))
        if "laying" in more:
            if is_drawing(state) or "last" in more:
                raise ValueError("no word is laid while tiles are drawn, nor while one may be challenged")
            state = state._replace(laying=challenge.read_laying(squares, tiles, board, racks[player], more["laying"]))
        return state

    def heard(before: Any, after: Any, player: int) -> tuple[int, str] | None:
        if before.laying != after.laying:
            if not after.laying:
                return before.player, NAMED[challenge.DONE]
            if not before.laying:
                return before.player, begun_text(after.laying)
            return before.player, tiles.written(plays.tiles_of(after.laying)[-1])
        if after.last == challenge.IN_VAIN != before.last or sum(map(bool, after.board)) < sum(map(bool, before.board)):
            return before.player, NAMED[challenge.CHALLENGE]
        if before.board != after.board:
            return before.player, play_text(squares, tiles, before.board, between(squares, before.board, after.board))
        more = [one for one, (old, new) in enumerate(zip(before.sizes, after.sizes, strict=True)) if new > old]
        if more:
            gained = Counter(after.rack) - Counter(before.rack)
            return CHANCE, tiles.text(gained.elements()) if sum(gained.values()) == 1 else ""
        if before.sizes == after.sizes:
            return (before.player, PASSING) if before.player != after.player else None
        lost = Counter(before.rack) - Counter(after.rack)
        return before.player, f"{EXCHANGING} {tiles.text(sorted(lost.elements()))}" if lost else ""

    def touches(state: Any, action: int) -> Sequence[tuple[int, int]]:
        if is_drawing(state) or action == plays.PASS or action >= plays.EXCHANGE:
            return ()
        cells = [divmod(square, size) for square in laid(squares, state.board, action)]
        return [cells[0], cells[-1]] if len(cells) > 1 else cells

    def ending(state: Any) -> str:
        return "after turns that scored nothing" if state.scoreless >= scoreless else "by points"

    picture, scene = painter(squares, tiles, rack, scoreless)
    return named(format_action, parse_action, format_state, parse_state, heard, touches, ending, picture, scene)


def read_special(squares: Squares, text: str) -> int | None:
    """`challenge`, `done` or `lay 8D`; None: it is none of them. Raises ValueError."""
    first, *more = text.split() or [""]
    if first in NAMED.values() and not more:
        return next(action for action, name in NAMED.items() if name == first)
    if first == LAY and len(more) == 1:
        square, down = squares.place(more[0])
        return challenge.LAYING | square << plays.SQUARE_AT | (plays.DOWN if down else 0)
    return None


def read_turn(squares: Squares, tiles: Tiles, board: bytes, text: str) -> int:
    """The play, exchange (`exchange ABC`, `-ABC`) or pass (`pass`, `-`) that is written so, whether it is legal or not.

    Raises ValueError with a line that says what is right.
    """
    first, *more = text.split() or [""]
    if first in (NOTHING, PASSING) and not more:
        return plays.PASS
    if first == EXCHANGING and len(more) == 1:
        return plays.exchange_of(tiles.rack(more[0]))
    if first.startswith(NOTHING) and not more:
        return plays.exchange_of(tiles.rack(first[1:]))
    if len(more) != 1:
        raise ValueError(f"'{brief(text)}' is no turn: write 8D WORD, D8 WORD, {EXCHANGING} ABC or {PASSING}")
    return read_play(squares, tiles, board, first, more[0])


def play_text(squares: Squares, tiles: Tiles, board: bytes, action: int) -> str:
    """A play as it is written: 8D W(OO)D."""
    fresh, down = laid(squares, board, action), plays.is_down(action)
    word = word_at(squares.size, with_play(board, fresh), plays.square_of(action), down)
    step, text, inside = squares.size if down else 1, "", False
    for place, tile in enumerate(word.tiles):
        lies = word.start + place * step not in fresh
        text += "(" * (lies and not inside) + ")" * (inside and not lies) + tiles.written(tile)
        inside = lies
    return f"{squares.name(word.start, down)} {text}{')' * inside}"


def read_play(squares: Squares, tiles: Tiles, board: bytes, place: str, word: str) -> int:
    """The play that is written so. Raises ValueError where it is no play, whether it is legal or not."""
    square, down = squares.place(place)
    size = squares.size
    step, along = size if down else 1, square // size if down else square % size
    letters = tiles.read(re.sub(r"[().]", lambda sign: {".": "?"}.get(sign[0], ""), word))
    if along + len(letters) > size:
        raise ValueError(f"{word} does not fit at {place}")
    laid_tiles, first = [], None
    for number, tile in enumerate(letters):
        here = square + number * step
        lies = board[here]
        if not lies:
            if tile == plays.BLANK:
                raise ValueError(f"no tile lies where {word} has a dot, {squares.name(here, down)}")
            first = here if first is None else first
            laid_tiles.append(tile)
        elif tile != plays.BLANK and tile & 63 != lies & 63:
            raise ValueError(f"{tiles.written(lies)} lies at {squares.name(here, down)}, not {tiles.written(tile)}")
    if first is None or len(laid_tiles) > 7:
        raise ValueError(f"{word} at {place} lays {len(laid_tiles)} tiles")
    if len(laid_tiles) == 1:  # it goes down only if it makes no word across
        across = word_at(size, with_play(board, {first: laid_tiles[0]}), first, False)
        down = len(across.tiles) == 1
    return plays.play_of(laid_tiles, first, down)


def between(squares: Squares, before: bytes, after: bytes) -> int:
    """The play that was made between two boards."""
    fresh = [square for square, (old, new) in enumerate(zip(before, after, strict=True)) if old != new]
    if len(fresh) > 1:
        down = fresh[1] // squares.size != fresh[0] // squares.size
    else:
        down = len(word_at(squares.size, after, fresh[0], False).tiles) == 1
    return plays.play_of([after[square] for square in fresh], fresh[0], down)


def board_text(squares: Squares, tiles: Tiles, board: bytes) -> str:
    """The rows of a board with / between them; a number is that many empty squares."""
    size = squares.size
    text = [tiles.written(tile) if tile else " " for tile in board]
    rows = ("".join(text[at : at + size]) for at in range(0, size * size, size))
    return "/".join(re.sub(r" +", lambda gap: str(len(gap[0])), row) for row in rows)


def read_board(squares: Squares, tiles: Tiles, text: str) -> bytes:
    """The reverse. Raises ValueError."""
    size, rows = squares.size, text.split("/")
    found = bytearray()
    for row in rows:
        line = bytearray()
        for cell in CELL.finditer(row):
            if cell["gap"]:
                line += bytes(min(int(cell["gap"][:3]), size + 1))
            else:
                line += tiles.read(cell[0])
        if len(line) != size or plays.BLANK in line:
            raise ValueError(f"'{brief(row)}' is no row of {size} squares: {size} is an empty one")
        found += line
    if len(rows) != size:
        raise ValueError(f"the board has {size} rows, not {len(rows)}")
    return bytes(found)


def _number(text: str, least: int, most: int) -> int:
    if not re.fullmatch(r"-?\d{1,5}", text) or not least <= int(text) <= most:
        raise ValueError(f"'{brief(text)}' must be a number from {least} to {most}")
    return int(text)
