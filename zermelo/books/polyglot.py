"""Polyglot's opening books of chess: 16 bytes per entry, the most significant first, sorted by the position's key.

    8 bytes  key      64 random bits for each feature of the position, combined by exclusive or (polyglot_keys.txt)
    2 bytes  move     to | from << 6 | promotion << 12; castling is the king taking its own rook
    2 bytes  weight   how often to play it
    4 bytes  learn    unused here

An en passant file is part of the key where a pawn stands ready to take, whether or not that is legal.
"""

from __future__ import annotations

import mmap
import struct
from bisect import bisect_left
from collections import deque
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from zermelo.bits import lowest, without_lowest
from zermelo.books.book import Book, Entries, Page
from zermelo.game import Action, Game, State, ZermeloError
from zermelo.games.chess.rules import ChessState
from zermelo.games.chess.text import CORNERS, FILES, PROMOTIONS, piece_at, square_name, uci
from zermelo.installed import NDArray, np

ENTRY = struct.Struct(">QHHI")
HEAVIEST = 65535
MOST_CHECKED = 1_000_000  # entries that are checked when a book is opened
CASTLING_RIGHTS, EN_PASSANT, WHITE_TO_MOVE = 768, 772, 780  # where their numbers stand
CASTLING = {"e1g1": "e1h1", "e1c1": "e1a1", "e8g8": "e8h8", "e8c8": "e8a8"}  # as we write it, and as Polyglot does
KING_MOVES = {theirs: ours for ours, theirs in CASTLING.items()}


class Entry(NamedTuple):
    """One entry of a book as it stands in the file."""

    key: int
    move: int
    weight: int
    learn: int


@cache
def random_numbers() -> tuple[int, ...]:
    """The format's 781 numbers."""
    lines = Path(__file__).with_name("polyglot_keys.txt").read_text(encoding="ascii").splitlines()
    return tuple(int(word, 16) for line in lines if not line.startswith("#") for word in line.split())


def polyglot_key(state: State) -> int:
    """The key of a chess position in a Polyglot book."""
    numbers, key = random_numbers(), 0
    diagonal, straight = int(state.diagonal), int(state.straight)
    kinds = (state.pawns, state.knights, diagonal & ~straight, straight & ~diagonal, diagonal & straight, state.kings)
    for number, kind in enumerate(kinds):
        for colour, side in enumerate((state.black, state.white)):
            pieces = int(kind) & int(side)
            while pieces:
                key ^= numbers[64 * (2 * number + colour) + lowest(pieces)]
                pieces = without_lowest(pieces)
    for number, corner in enumerate(CORNERS.values()):
        if int(state.rights) >> corner & 1:
            key ^= numbers[CASTLING_RIGHTS + number]
    if state.passant:
        key ^= numbers[EN_PASSANT + lowest(state.passant) % 8]
    return key ^ numbers[WHITE_TO_MOVE] if state.player == 0 else key


def move_name(state: State, move: int) -> str:
    """An entry's move as engines write it (e2e4, e7e8q, e1g1), be it legal or not."""
    become = PROMOTIONS[move >> 12].replace(".", "") if move >> 12 < len(PROMOTIONS) else "?"
    name = f"{square_name(move >> 6 & 63)}{square_name(move & 63)}{become}"
    return KING_MOVES.get(name, name) if piece_at(state, move >> 6 & 63) in ("K", "k") else name


def move_number(state: State, action: Action) -> int:
    """A move as an entry holds it."""
    name = uci(action)
    if piece_at(state, _square(name[:2])) in ("K", "k"):
        name = CASTLING.get(name, name)
    return _square(name[2:4]) | _square(name[:2]) << 6 | PROMOTIONS.index(name[4:] or ".") << 12


def _square(name: str) -> int:
    return FILES.index(name[0]) + 8 * int(name[1]) - 8


class PolyglotBook(Book):
    """A Polyglot book on the disk; only what is asked for is read."""

    def __init__(self, game: Game, path: str | Path) -> None:
        """Opens a book. Raises ZermeloError where there is none, or one that cannot be right."""
        _only_chess(game)
        self.game, self.path = game, path
        try:
            with open(path, "rb") as file:
                self.data: mmap.mmap | bytes = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        except ValueError:
            self.data = b""  # an empty file cannot be mapped
        except OSError as error:
            raise ZermeloError(f"the book {path} cannot be read: {error.strerror}") from None
        wrong = self._fault()
        if wrong:
            raise ZermeloError(f"{path} is not a Polyglot book: {wrong}")

    def __len__(self) -> int:
        return len(self.data) // ENTRY.size

    def __getitem__(self, index: int) -> Entry:
        return Entry(*ENTRY.unpack_from(self.data, ENTRY.size * index))

    def _fault(self) -> str:
        """What is wrong with the file, "" where it looks right."""
        if len(self.data) == 0 or len(self.data) % ENTRY.size:
            return f"{len(self.data):,} bytes are not a number of entries of {ENTRY.size} bytes each"
        table = np.frombuffer(self.data, dtype=[("key", ">u8"), ("move", ">u2"), ("weight", ">u2"), ("learn", ">u4")])
        sample = table[:: 1 + len(table) // MOST_CHECKED]
        if np.any(sample["key"][1:] < sample["key"][:-1]):
            return "its entries are not sorted by their keys"
        start = self.game.initial()
        if np.mean(_possible_moves()[sample["move"]]) < 0.5 or (self.find(start) and not self.entries(start)):
            return "its moves are not legal"
        return ""

    def find(self, state: State) -> list[Entry]:
        """The entries of a position as they stand in the file."""
        key, entries = polyglot_key(state), []
        index = bisect_left(range(len(self)), key, key=lambda i: self[i].key)
        while index < len(self) and self[index].key == key:
            entries.append(self[index])
            index += 1
        return entries

    def entries(self, state: State) -> Entries:
        legal = {uci(action): action for action in self.game.legal(state)}
        weights: dict[Action, int] = {}
        for entry in self.find(state):
            action = legal.get(move_name(state, entry.move))
            if action is not None:  # another position may have the same key
                weights[action] = weights.get(action, 0) + entry.weight
        return sorted(weights.items(), key=lambda item: -item[1])

    def pages(self) -> Iterator[Page]:
        """The positions that the book's own moves lead to."""
        seen: set[int] = set()
        waiting = deque([Page(self.game.initial(), (), {})])
        while waiting:
            state, path, _ = waiting.popleft()
            weights = dict(self.entries(state))
            if weights and polyglot_key(state) not in seen:
                seen.add(polyglot_key(state))
                yield Page(state, path, weights)
                waiting.extend(Page(self.game.result(state, action), (*path, action), {}) for action in weights)


@cache
def _possible_moves() -> NDArray[np.bool_]:
    """For each of the 65536 numbers of a move: does any piece move so on an empty board?"""
    move = np.arange(1 << 16)
    files = np.abs((move & 7) - (move >> 6 & 7))
    ranks = np.abs((move >> 3 & 7) - (move >> 9 & 7))
    sliding = ((files == 0) | (ranks == 0) | (files == ranks)) & (files + ranks > 0)
    possible: NDArray[np.bool_] = (sliding | (files * ranks == 2)) & (move >> 12 < len(PROMOTIONS))
    return possible


def polyglot_bytes(book: Book) -> bytes:
    """A book of chess in Polyglot's format. Weights too large for it are scaled down, those of 0 are left out."""
    _only_chess(book.game)
    weights: dict[int, dict[int, int]] = {}  # [key][move]
    for page in book.pages():
        moves = weights.setdefault(polyglot_key(page.state), {})
        for action, weight in page.weights.items():
            move = move_number(page.state, action)
            moves[move] = moves.get(move, 0) + weight
    packed = []
    for key, moves in sorted(weights.items()):
        largest = max(HEAVIEST, *moves.values())
        for move, weight in sorted(moves.items(), key=lambda item: (-item[1], item[0])):
            if weight > 0:
                packed.append(ENTRY.pack(key, move, max(1, weight * HEAVIEST // largest), 0))
    return b"".join(packed)


def _only_chess(game: Game) -> None:
    if not isinstance(game.initial(), ChessState):
        raise ZermeloError(f"Polyglot books (.bin) are for chess: write a book of {game.name} as a text")
