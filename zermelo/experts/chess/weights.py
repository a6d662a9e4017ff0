"""The numbers of the chess evaluation, as benchmarks/fit_chess.py has written them to weights.ini."""

from __future__ import annotations

from configparser import ConfigParser
from pathlib import Path

Table = tuple[tuple[int, ...], tuple[int, ...]]  # the middle game's numbers and the ending's, in hundredths of a pawn

FILE = Path(__file__).with_suffix(".ini")
OF_COUNTED = "counted"  # the section that has no table


def read_weights(text: str) -> tuple[dict[str, Table], dict[str, float]]:
    """The tables by name, and what one of each thing that is counted is worth, in pawns."""
    parser = ConfigParser()
    parser.read_string(text)
    tables = {
        name: (_numbers(section["middle game"]), _numbers(section["ending"]))
        for name, section in parser.items()
        if name not in (OF_COUNTED, parser.default_section)
    }
    return tables, {name: float(worth) for name, worth in parser[OF_COUNTED].items()}


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.split()))


TABLES, COUNTED = read_weights(FILE.read_text(encoding="ascii"))
