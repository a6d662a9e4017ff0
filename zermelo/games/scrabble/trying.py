"""What becomes of tiles that a person lays or of a play that is typed: what it scores, or why it is not legal."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from zermelo.games.scrabble import plays
from zermelo.games.scrabble.challenge import beginnings, spelled_out
from zermelo.games.scrabble.finding import Finder
from zermelo.games.scrabble.laying import laid, score_of, with_play, word_at, words_of
from zermelo.games.scrabble.squares import Squares, squares_of

Laid = Sequence[tuple[int, int, str]]


def trial(
    finder: Finder, exchange: int, may_lay_anything: bool, is_legal: Callable[[Any, int], bool]
) -> tuple[Callable[[Any, int], str], Callable[[Any, Laid], tuple[list[int], str]]]:
    """`refusal(state, action)`, why a turn that can be written is not legal, and `laying` of a game.

    exchange: tiles in the bag without which none are exchanged. may_lay_anything: also words that are not in the list?
    """
    squares, tiles = squares_of(finder.size), finder.tiles

    def missing(board: bytes, play: int) -> str:
        """Which words of a play are not in the list, as a clause; "": they all are."""
        words = [tiles.text(word) for word in finder.missing_words(board, play)]
        return f"{' and '.join(words)} {'is' if len(words) == 1 else 'are'} not in the list of words" if words else ""

    def refusal(state: Any, action: int) -> str:
        own = state.racks[state.player]
        if action == plays.PASS:
            return ""
        try:
            plays.without(own, plays.tiles_of(action))
        except ValueError:
            have = list(own)
            for tile in plays.tiles_of(action):
                on_rack = plays.BLANK if tile & plays.BLANK else tile
                if on_rack not in have:
                    return f"there is no {tiles.written(on_rack)} left on the rack {tiles.text(own)}"
                have.remove(on_rack)
        if plays.is_exchange(action):
            return f"nothing is exchanged with fewer than {max(exchange, finder.rack)} tiles in the bag"
        return misplaced(squares, state.board, action) or missing(state.board, action)

    def laying(state: Any, told: Laid) -> tuple[list[int], str]:
        cells = sorted((row, column, text) for row, column, text in told)
        if any(text == tiles.written(plays.BLANK) for _, _, text in cells):
            return [], "choose a letter for the blank"
        try:
            read = [tiles.read(text) for _, _, text in cells]
            fresh = [row * finder.size + column for row, column, _ in cells]
        except ValueError as error:
            return [], str(error)
        if state.laying or not fresh or len(fresh) > plays.MOST_TILES or any(len(one) != 1 for one in read):
            return [], ""
        if len(set(fresh)) < len(fresh) or any(not in_board(row, column) for row, column, _ in cells):
            return [], "a tile lies where none can"
        rows, columns = {row for row, _, _ in cells}, {column for _, column, _ in cells}
        if len(rows) > 1 and len(columns) > 1:
            return [], "the tiles are not in one line"
        letters = dict(zip(fresh, (one[0] for one in read), strict=True))
        after, down = with_play(state.board, letters), len(rows) > 1
        if len(fresh) == 1:
            down = len(word_at(finder.size, after, fresh[0], False).tiles) == 1
        action = plays.play_of([letters[square] for square in fresh], fresh[0], down)
        word = word_at(finder.size, after, fresh[0], down)
        step = finder.size if down else 1
        if fresh[-1] > word.start + step * (len(word.tiles) - 1):
            return [], "there is a gap between the tiles"
        if any(state.board[row * finder.size + column] for row, column, _ in cells):
            return [], "a tile lies where none can"
        why = "" if is_legal(state, action) else refusal(state, action)
        if is_legal(state, action):
            return [action], told_score(state, action)
        if may_lay_anything and why == missing(state.board, action) != "" and can_begin(state, action):
            return spelled_out(action), f"{told_score(state, action)}, but {why}"
        return [], why

    def in_board(row: int, column: int) -> bool:
        return 0 <= row < finder.size and 0 <= column < finder.size

    def can_begin(state: Any, action: int) -> bool:
        first = spelled_out(action)[0]
        return first in beginnings(squares, state.board, len(state.racks[state.player]))

    def told_score(state: Any, action: int) -> str:
        points = score_of(squares, tiles, state.board, action, finder.rack, finder.bonus)
        words = [
            tiles.text(bytes(tile & plays.LETTER for tile in word.tiles))
            for word in words_of(squares, state.board, action)
        ]
        return f"{', '.join(words)}: {points} point{'' if points == 1 else 's'}"

    return refusal, laying


def misplaced(squares: Squares, board: bytes, action: int) -> str:
    """Why a play cannot lie where it does, whatever its words are; "" where it can."""
    fresh = laid(squares, board, action)
    if not any(board):
        if squares.middle not in fresh:
            return f"the first play covers the middle, {squares.name(squares.middle, False)}"
        return "the first play has two tiles or more" if len(fresh) < 2 else ""
    after = with_play(board, fresh)
    main = word_at(squares.size, after, next(iter(fresh)), plays.is_down(action))
    crossing = any(len(word_at(squares.size, after, square, not plays.is_down(action)).tiles) > 1 for square in fresh)
    return "" if crossing or len(main.tiles) > len(fresh) else "it touches no tile on the board"
