"""Lists of words: the one that comes with the package, packed, and those of users.

The packed list is sorted. Each word is one byte, how many letters at the end of the word before it are dropped, and
the letters that follow what is left, in small letters; all of that is compressed.
"""

from __future__ import annotations

import bz2
from collections.abc import Iterable, Iterator
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path
from typing import Any

from zermelo.game import brief
from zermelo.games._files import WORDS_END, is_file, text_in
from zermelo.games.scrabble.anagrams import with_anagrams
from zermelo.games.scrabble.gaddag import gaddag
from zermelo.games.scrabble.tiles import Tiles, read_tiles

SHIPPED = {"enable": Path(__file__).parent / "data" / "enable.packed"}
MOST_BYTES, MOST_WORDS = 8_000_000, 400_000  # of a user's list, so that its graph is made within 1 GB
INLINE = "+"  # between words that are typed


def check_words(words: str, tiles: str, size: int) -> None:
    """Raises ValueError with one line where there is no such list, or it has a word that no tiles can spell."""
    if words.strip() not in SHIPPED:
        graph_of(words, tiles, size)


@lru_cache(maxsize=16)
def graph_of(words: str, tiles: str, size: int) -> Any:
    """The graph of a list (gaddag.py) for these tiles and a board of this size, from the cache folder if it can be.

    What anagrams.py knows of the words is behind it.

    words: `enable`, the name of a file with a word per line, or words with + between them. Raises ValueError.
    """
    from zermelo.compile.cache.content import content_key
    from zermelo.compile.cache.disk import read_array, write_array
    from zermelo.compile.kernel.events import telling

    name = words.strip()
    content = SHIPPED[name].read_bytes() if name in SHIPPED else _typed(name).encode()
    chosen = read_tiles(tiles)
    digest = blake2b(content, digest_size=16).hexdigest()
    key = content_key(graph_with_anagrams, digest, chosen.names, size)
    found = read_array(key)
    if found is None:
        with telling("scrabble", "its words") as begin:
            begin()
            found = graph_with_anagrams(_spelled(_listed(name, content), chosen, size))
        write_array(key, found)
    return found


def graph_with_anagrams(words: Iterable[bytes]) -> Any:
    """The graph of some words, with what `anagrams` knows of them behind it."""
    spelled = list(words)
    return with_anagrams(gaddag(spelled), spelled)


def shipped_words(name: str = "enable") -> list[str]:
    """The words of a list that comes with the package, in capitals and sorted."""
    return list(unpacked(SHIPPED[name].read_bytes()))


def packed(words: Iterable[str]) -> bytes:
    """Words of small or capital letters without accents, as they are shipped."""
    before, parts = "", []
    for word in sorted({word.lower() for word in words}):
        same = next((at for at, (a, b) in enumerate(zip(before, word, strict=False)) if a != b), 0)
        if word.startswith(before):
            same = len(before)
        parts.append(bytes([len(before) - same]) + word[same:].encode("ascii"))
        before = word
    return bz2.compress(b"".join(parts))


def unpacked(content: bytes) -> Iterator[str]:
    """The reverse, in capitals."""
    word, letters = "", bytearray()
    for byte in bz2.decompress(content):
        if byte >= ord("a"):
            letters.append(byte)
            continue
        if letters:
            word += letters.decode("ascii").upper()
            yield word
            letters.clear()
        word = word[: len(word) - byte]
    if letters:
        yield word + letters.decode("ascii").upper()


def _typed(name: str) -> str:
    """A user's list as text. Raises ValueError."""
    if is_file(name, WORDS_END):
        return text_in(name, MOST_BYTES)
    if INLINE not in name:
        raise ValueError(
            f"no list of words is called '{brief(name)}': give {', '.join(SHIPPED)}, a file FILE{WORDS_END} with a "
            f"word per line, or words such as AT{INLINE}CAT"
        )
    return "\n".join(name.split(INLINE))


def _listed(name: str, content: bytes) -> Iterable[str]:
    if name in SHIPPED:
        return unpacked(content)
    lines = content.decode().splitlines()
    if len(lines) > MOST_WORDS:
        raise ValueError(f"{name} has {len(lines):,} lines, and at most {MOST_WORDS:,} are read: leave some out")
    return lines


def _spelled(lines: Iterable[str], tiles: Tiles, size: int) -> Iterator[bytes]:
    """The words that fit the board, as numbers of letters. Raises ValueError naming the first bad line."""
    for number, line in enumerate(lines, 1):
        word = line.strip()
        if not word:
            continue
        try:
            letters = tiles.spelled(word)
        except ValueError as error:
            raise ValueError(f"line {number:,} of the words: {error}") from None
        if 2 <= len(letters) <= size:
            yield letters
