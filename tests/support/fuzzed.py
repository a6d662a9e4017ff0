"""Mutated text: what tests feed to everything that reads what a person or a program wrote."""

from __future__ import annotations

import random

NASTY = [
    "",
    "\0",
    "\n",
    "\r\n",
    "\u2028",
    "\x85",
    "\ufeff",
    "\ud7ff",
    "²",
    "٣",
    "ſ",
    "İ",
    "-",
    "--",
    "+",
    "0",
    "-1",
    "1.0",
    "1e400",
    "9" * 25,
    "9" * 400,
    "nan",
    "inf",
    "true",
    "null",
    "None",
    "/",
    "//",
    "..",
    "%",
    "{",
    "}",
    "[" * 60,
    "(" * 60,
    ")",
    ";",
    ":",
    "=",
    ",",
    '"',
    "'",
    "\\",
    "`",
    "|",
    "x" * 300,
]


def mutated(samples: list[str], noise: random.Random) -> str:
    """One of the samples after one to four random changes."""
    text = noise.choice(samples)
    for _ in range(noise.choice((1, 1, 1, 2, 3, 4))):
        text = noise.choice(CHANGES)(text, samples, noise)
    return text


def _place(text: str, noise: random.Random) -> int:
    return noise.randrange(len(text) + 1)


def _dropped(text: str, samples: list[str], noise: random.Random) -> str:
    start = _place(text, noise)
    return text[:start] + text[start + noise.choice((1, 1, 2, 5)) :]


def _inserted(text: str, samples: list[str], noise: random.Random) -> str:
    start = _place(text, noise)
    return text[:start] + noise.choice(NASTY) + text[start:]


def _changed(text: str, samples: list[str], noise: random.Random) -> str:
    if not text:
        return noise.choice(NASTY)
    start = noise.randrange(len(text))
    return text[:start] + chr(noise.choice((noise.randrange(32, 127), noise.randrange(0xD7FF)))) + text[start + 1 :]


def _doubled(text: str, samples: list[str], noise: random.Random) -> str:
    start, end = sorted((_place(text, noise), _place(text, noise)))
    return text[:end] + text[start:end] + text[end:]


def _cut(text: str, samples: list[str], noise: random.Random) -> str:
    return text[: _place(text, noise)]


def _spliced(text: str, samples: list[str], noise: random.Random) -> str:
    other = noise.choice(samples)
    return text[: _place(text, noise)] + other[_place(other, noise) :]


def _renumbered(text: str, samples: list[str], noise: random.Random) -> str:
    digits = [index for index, letter in enumerate(text) if letter.isdigit()]
    if not digits:
        return _inserted(text, samples, noise)
    start = noise.choice(digits)
    return text[:start] + noise.choice(("0", "-1", "7", "9", "99", "3.5", "9" * 20, "1e9", "")) + text[start + 1 :]


def _reordered(text: str, samples: list[str], noise: random.Random) -> str:
    words = text.split(" ")
    noise.shuffle(words)
    return " ".join(words)


CHANGES = [_dropped, _inserted, _changed, _doubled, _cut, _spliced, _renumbered, _reordered]
