"""What tiles are worth on the rack: the model of `turns`, as it is learned, saved and read."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any

from zermelo.evaluate.learned.file import Learned, read_learned
from zermelo.experts.scrabble.turns import BALANCE, CODES, MODEL, PAIR, SINGLE
from zermelo.game import ZermeloError
from zermelo.games.scrabble.plays import BLANK
from zermelo.games.scrabble.tiles import Tiles
from zermelo.installed import np

SHIPPED = Path(__file__).parent / "leaves.learned"
MOST_KEPT = 6  # tiles that are kept of a rack


class Terms:
    """The terms of the model that some tiles need, as places in it."""

    def __init__(self, tiles: Tiles) -> None:
        counts = {**dict(enumerate(tiles.counts, 1)), BLANK: tiles.blanks}
        kinds = [tile for tile, count in counts.items() if count]
        single = [SINGLE + 8 * tile + n for tile in kinds for n in range(1, min(counts[tile], MOST_KEPT) + 1)]
        pair = [PAIR + CODES * one + other for one in kinds for other in kinds if one < other]
        balance = [BALANCE + 8 * v + c for v in range(MOST_KEPT + 1) for c in range(MOST_KEPT + 1 - v) if v + c]
        self.places = np.array([*single, *pair, *balance])
        self._column = np.full(MODEL.end, -1)
        self._column[self.places] = np.arange(len(self.places))
        self._vowels = frozenset(n for n in range(1, len(tiles.names) + 1) if tiles.is_vowel(n))

    def row(self, kept: Any) -> list[int]:
        """The columns of the terms that some tiles have. kept: in any order, 0 is nothing."""
        counts: dict[int, int] = {}
        for tile in kept:
            if tile:
                counts[int(tile)] = counts.get(int(tile), 0) + 1
        vowels = sum(count for tile, count in counts.items() if tile in self._vowels)
        consonants = sum(count for tile, count in counts.items() if tile not in self._vowels and tile != BLANK)
        places = [SINGLE + 8 * tile + count for tile, count in counts.items()]
        places += [PAIR + CODES * one + other for one in counts for other in counts if one < other]
        if vowels + consonants:
            places.append(BALANCE + 8 * vowels + consonants)
        return [int(column) for column in self._column[places] if column >= 0] if places else []

    def worth(self, model: Any, kept: Any) -> float:
        """What some tiles are worth on a rack."""
        return float(sum(model[self.places[column]] for column in self.row(kept)))


def model_of(learned: Learned, tiles: Tiles) -> Any:
    """The whole model of a learned file. Raises ZermeloError where it is for other tiles."""
    if learned.header.get("tiles") != list(tiles.names):
        raise ZermeloError(f"{learned} has leaves for other tiles than the game has")
    terms = Terms(tiles)
    model = np.zeros(MODEL.end)
    model[terms.places] = learned.array("weights", len(terms.places))
    return model


@lru_cache(maxsize=8)
def shipped_model(tiles: Tiles) -> Any:
    """The model that comes with the package, for its tiles; for others all tiles are worth nothing."""
    learned = read_learned(SHIPPED)
    if learned.header.get("tiles") != list(tiles.names) or len(Terms(tiles).places) != len(learned.arrays["weights"]):
        return np.zeros(MODEL.end)
    return model_of(learned, tiles)
