"""Scrabble: lay words from hidden racks across each other for points."""

from __future__ import annotations

import random
from collections import Counter
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from zermelo.game import CHANCE, Game
from zermelo.games._named import named
from zermelo.games.scrabble.finding import Finder
from zermelo.games.scrabble.laying import laid, score_of, with_play
from zermelo.games.scrabble.plays import PASS, exchange_of, is_exchange, tiles_of, without
from zermelo.games.scrabble.squares import LEAST, MOST, squares_of
from zermelo.games.scrabble.text import notation
from zermelo.games.scrabble.tiles import read_tiles
from zermelo.games.scrabble.words import check_words
from zermelo.installed import np

MOST_ACTIONS = 1 << 16


class ScrabbleState(NamedTuple):
    """A tile is a byte: the number of its letter, from 1, plus 64 for a blank; a blank on a rack is 64."""

    board: bytes  # [square], 0 is empty
    racks: tuple[bytes, ...]  # [player], in ascending order
    bag: bytes  # in ascending order
    aside: bytes  # what the last player gave back, which is put into the bag when the new tiles are drawn
    scores: tuple[int, ...]
    player: int  # who plays next
    scoreless: int  # turns in a row that scored nothing


class ScrabbleView(NamedTuple):
    """What one player sees."""

    board: bytes
    rack: bytes
    sizes: tuple[int, ...]  # [player], tiles on each rack
    bag: int  # tiles in the bag
    scores: tuple[int, ...]
    player: int
    scoreless: int


def scrabble(
    size: int = 15,
    rack: int = 7,
    bonus: int = 50,
    players: int = 2,
    words: str = "enable",
    tiles: str = "english",
    exchange: int = 7,
    scoreless: int = 6,
) -> Game:
    """Players lay words from their racks across each other on a board, and draw new tiles from a bag.

    Nobody sees the racks of the others. All words that a play makes must be in the list of words. A player may instead
    exchange tiles, or pass. The game is over when the bag is empty and a player has laid all tiles, or after some turns
    in a row that scored nothing: each player loses what is left on the rack, and who has laid all tiles gets what the
    others lose. Utilities are points: how far a player is ahead of the others, or of their mean.

    size (3 to 15): squares of a side; a smaller board is the middle of the standard one.
    rack (1 to 7): tiles on a full rack.
    bonus (0 to 1000): points for laying a full rack at once.
    players (2 to 4): at the board.
    words: enable, which comes with the package, a file FILE.txt with a word per line, or words such as AT+CAT.
    tiles: english, a file FILE.tiles, or letters with value and number, such as A1x9+B3x2+?x2.
    exchange (1 to 250): tiles in the bag without which none are exchanged.
    scoreless (2 to 20): turns in a row that score nothing and end the game.
    """
    limits = {
        "size": (size, LEAST, MOST), "rack": (rack, 1, 7), "bonus": (bonus, 0, 1000), "players": (players, 2, 4),
        "exchange": (exchange, 1, 250), "scoreless": (scoreless, 2, 20),
    }  # fmt: skip
    for name, (value, least, most) in limits.items():
        if not least <= value <= most:
            raise ValueError(f"{name} must be {least} to {most}, not {value}")
    all_tiles, squares = read_tiles(tiles), squares_of(size)
    if len(all_tiles.all) < players * rack:
        raise ValueError(f"{players} racks of {rack} need {players * rack} tiles, not {len(all_tiles.all)}")
    check_words(words, tiles, size)
    finder = Finder(size, tiles.strip(), words.strip(), rack, bonus)

    def initial():
        return ScrabbleState(bytes(size * size), (b"",) * players, all_tiles.all, b"", (0,) * players, 0, 0)

    def is_drawing(state):
        return bool(state.bag) and any(len(own) < rack for own in state.racks)

    def to_move(state):
        return CHANCE if is_drawing(state) else state.player

    def drawer(state):
        """Who draws: the first whose rack is not full."""
        return next(player for player, own in enumerate(state.racks) if len(own) < rack)

    def chances(state):
        for tile, count in Counter(state.bag).items():
            yield tile, count / len(state.bag)

    @lru_cache(maxsize=64)
    def plays(board, own):
        """The plays of a rack, those that score most first."""
        found = finder.plays(board, own)
        return found[np.lexsort((found[:, 0], -found[:, 1])), 0].tolist()

    def is_legal(state, action):
        if is_drawing(state) or is_terminal(state):
            return False
        if action == PASS or is_exchange(action):
            return action in turns_without_a_play(state)
        return action in plays(state.board, state.racks[state.player])

    def actions(state):
        yield from plays(state.board, state.racks[state.player])
        yield from turns_without_a_play(state)

    def turns_without_a_play(state):
        own = state.racks[state.player]
        if len(state.bag) >= max(exchange, rack):
            for count in range(len(own), 0, -1):
                for tiles in sorted(set(combinations(own, count))):
                    yield exchange_of(tiles)
        yield PASS

    def result(state, action):
        if is_drawing(state):
            return drawn(state, action)
        mover, racks, scores = state.player, list(state.racks), list(state.scores)
        board, aside, row = state.board, b"", state.scoreless + 1
        following = (mover + 1) % players
        if action != PASS:
            racks[mover] = without(racks[mover], tiles_of(action))
        if is_exchange(action):
            aside = tiles_of(action)
        elif action != PASS:
            gained = score_of(squares, all_tiles, board, action, rack, bonus)
            board = with_play(board, laid(squares, board, action))
            scores[mover] += gained
            row = 0 if gained else row
        after = ScrabbleState(board, tuple(racks), state.bag, aside, tuple(scores), following, row)
        return after._replace(scores=settled(after)) if is_terminal(after) else after

    def drawn(state, tile):
        who = drawer(state)
        racks = list(state.racks)
        racks[who] = bytes(sorted((*racks[who], tile)))
        after = state._replace(racks=tuple(racks), bag=without(state.bag, [tile]))
        if after.aside and not is_drawing(after):
            after = after._replace(bag=bytes(sorted(after.bag + after.aside)), aside=b"")
        return after

    def is_terminal(state):
        if state.scoreless >= scoreless:
            return True
        return not state.bag and not state.aside and not all(state.racks)

    def settled(state):
        """The scores when all that is left on the racks is counted."""
        left = [all_tiles.points(own) for own in state.racks]
        return tuple(
            score - lost + (0 if own else sum(left))
            for score, lost, own in zip(state.scores, left, state.racks, strict=True)
        )

    def utility(state, player):
        own = state.scores[player]
        return own - (sum(state.scores) - own) / (players - 1)

    def view(state, player):
        sizes = tuple(map(len, state.racks))
        return ScrabbleView(
            state.board, state.racks[player], sizes, len(state.bag), state.scores, state.player, state.scoreless
        )

    def unseen(view):
        """The tiles that a player does not see, in ascending order."""
        seen = bytes(tile if tile < 64 else 64 for tile in view.board if tile) + view.rack
        return without(all_tiles.all, seen)

    def deal(knowledge, fraction):
        view, own = knowledge.view, knowledge.player
        rest = list(unseen(view))
        random.Random(int(fraction * (1 << 53))).shuffle(rest)
        racks = []
        for player, count in enumerate(view.sizes):
            racks.append(view.rack if player == own else bytes(sorted(rest[:count])))
            rest = rest if player == own else rest[count:]
        return ScrabbleState(
            view.board, tuple(racks), bytes(sorted(rest)), b"", view.scores, view.player, view.scoreless
        )

    return Game(
        initial, to_move, actions, result, is_terminal, utility,
        players=players, max_actions=MOST_ACTIONS, points="points", compiles=False,
        label="Scrabble",
        summary="lay words across each other for points",
        **named(chances, view, deal),
        **notation(squares, all_tiles, players, rack, scoreless, is_legal, ScrabbleState),
    )  # fmt: skip
