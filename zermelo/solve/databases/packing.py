"""Values in few bits: blocks of positions, each with a palette of the values that occur in it.

A packed table is 64-bit words: an entry per block, then the blocks. A block is its palette (four values per word) and
for each position the number of its value in the palette, in as few bits as that takes. A block of a single value has
only its entry. Any value is found without unpacking others.
"""

from __future__ import annotations

from typing import Any

from zermelo.compile.plain.mapped import words_at
from zermelo.installed import np

SHIFT = 9
BLOCK = 1 << SHIFT  # positions
# an entry: where the block begins (in words), bits per position, words of the palette; or the only value
START, BITS, PALETTE = 0, 36, 42
START_MASK, BITS_MASK, PALETTE_MASK = (1 << 36) - 1, 63, 255
NOTHING = -32_768  # a position that cannot occur: its value may be any


def packed_value(place: Any, index: int) -> Any:
    """The value of a position in the packed table at a place (see mapped.words_at)."""
    words = words_at(place)
    entry = words[index >> SHIFT]
    start, bits = entry & START_MASK, (entry >> BITS) & BITS_MASK
    if bits == 0:
        return start + NOTHING
    at = (index & (BLOCK - 1)) * bits
    here = start + ((entry >> PALETTE) & PALETTE_MASK) + (at >> 6)
    shift = at & 63
    number = words[here] >> shift
    if shift + bits > 64:  # the rest is in the next word; the sign must not fill what it takes
        number = (number & ((1 << (64 - shift)) - 1)) | (words[here + 1] << (64 - shift))
    number &= (1 << bits) - 1
    value = (words[start + (number >> 2)] >> ((number & 3) << 4)) & 0xFFFF
    return value - 0x10000 if value >= 0x8000 else value


def pack(values: Any) -> np.ndarray:
    """The packed table of an array of values (int16); positions of value NOTHING get the value that is shortest."""
    blocks = -(-len(values) // BLOCK)
    entries = np.zeros(blocks, dtype=np.int64)
    parts: list[np.ndarray] = [entries]
    start = blocks
    for number in range(blocks):
        block = values[number * BLOCK : (number + 1) * BLOCK]
        palette, places = np.unique(block, return_inverse=True)
        if palette[0] == NOTHING and len(palette) > 1:
            palette, places = palette[1:], np.maximum(places - 1, 0)
        if len(palette) == 1:
            value = 0 if palette[0] == NOTHING else int(palette[0])
            entries[number] = value - NOTHING
            continue
        bits = (len(palette) - 1).bit_length()
        shown = _words(palette.view(np.uint16).tobytes())
        each = (places[:, None] >> np.arange(bits)) & 1
        body = _words(np.packbits(each.astype(np.uint8).reshape(-1), bitorder="little").tobytes())
        entries[number] = start | bits << BITS | len(shown) << PALETTE
        parts += [shown, body]
        start += len(shown) + len(body)
    return np.concatenate(parts)


def unpack(words: np.ndarray, size: int) -> np.ndarray:
    """The first values of a packed table, as `pack` took them; positions of value NOTHING have another one."""
    values = np.empty(size, dtype=np.int16)
    for start in range(0, size, BLOCK):
        here = values[start : start + BLOCK]
        entry = int(words[start >> SHIFT])
        at, bits = entry & START_MASK, entry >> BITS & BITS_MASK
        if bits == 0:
            here[:] = at + NOTHING
            continue
        body = at + (entry >> PALETTE & PALETTE_MASK)
        here[:] = words[at:body].view(np.int16).take(_places(words, body, bits, len(here)), mode="clip")
    return values


def check_packed(words: np.ndarray, size: int) -> None:
    """Raises ValueError unless every position of a packed table of this size has its value inside it."""
    blocks = -(-size // BLOCK)
    if len(words) < blocks:
        raise ValueError("there are fewer blocks than positions")
    entries = np.asarray(words[:blocks])
    bits = entries >> BITS & BITS_MASK
    (several,) = np.nonzero(bits)
    starts, each = entries[several] & START_MASK, bits[several]
    bodies = starts + (entries[several] >> PALETTE & PALETTE_MASK)
    held = np.minimum(size - several * BLOCK, BLOCK)
    if (each > 16).any() or (starts < blocks).any() or (bodies + -(-held * each // 64) > len(words)).any():
        raise ValueError("a block lies outside the table")
    for place in np.nonzero(starts + -(-(1 << each) // 4) > len(words))[0]:  # these could name values beyond the end
        if _places(words, int(bodies[place]), int(each[place]), int(held[place])).max() >= 4 * (bodies - starts)[place]:
            raise ValueError("a position has no value")


def _places(words: np.ndarray, body: int, bits: int, count: int) -> np.ndarray:
    """The numbers in its palette of the first positions of a block; body: where they begin."""
    each = np.unpackbits(words[body : body - (-count * bits // 64)].view(np.uint8), bitorder="little")[: count * bits]
    found: np.ndarray = each.reshape(-1, bits) @ (1 << np.arange(bits))
    return found


def _words(content: bytes) -> np.ndarray:
    """Bytes as whole words, filled up with zeros."""
    return np.frombuffer(content + bytes(-len(content) % 8), dtype=np.int64)
