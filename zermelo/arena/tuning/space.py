"""Which options are tuned: each between two values, on a linear or a logarithmic scale, as a number from 0 to 1."""

from __future__ import annotations

import math
import random
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from zermelo.game import ZermeloError, brief
from zermelo.players.player import SearchPlayer, as_player
from zermelo.search.options import Option, Tuned, options_of

DIGITS = 6  # of a value, as an engine's text has it
MOST = 8  # options at once: games tell too little about more
RANGE = re.compile(r"(?P<name>\w+)(?:=(?P<low>[^.:]*(?:\.\d[^.:]*)?)\.\.(?P<high>[^:]*?)(?::(?P<scale>log|linear))?)?")


@dataclass(frozen=True)
class Dimension:
    """An option that is tuned."""

    name: str
    low: float
    high: float
    is_logarithmic: bool = False
    is_whole: bool = False

    def at(self, place: float, luck: float = 0.5) -> float:
        """The value at a place from 0 to 1. luck: 0 to 1; a whole number is rounded up the more often the nearer."""
        if self.is_logarithmic:
            value = float(self.low * (self.high / self.low) ** place)
        else:
            value = self.low + (self.high - self.low) * place
        value = min(max(value, self.low), self.high)
        if self.is_whole:
            return min(math.floor(value + luck), math.floor(self.high))
        return float(f"{value:.{DIGITS}g}")

    def place_of(self, value: float) -> float:
        """Where a value lies, from 0 to 1."""
        if self.is_logarithmic:
            return math.log(value / self.low) / math.log(self.high / self.low)
        return (value - self.low) / (self.high - self.low)

    def __str__(self) -> str:
        return f"{self.name}={Tuned(self.low, self.high, self.is_logarithmic)}"


@dataclass(frozen=True)
class Space:
    """An engine with options that are tuned."""

    engine: str  # its text, without these options
    dimensions: tuple[Dimension, ...]

    def values(self, places: Sequence[float], luck: random.Random | None = None) -> dict[str, float]:
        """The options' values at places from 0 to 1. luck: rounds whole numbers up or down; None: to the nearest."""
        return {
            one.name: one.at(place, luck.random() if luck else 0.5)
            for one, place in zip(self.dimensions, places, strict=True)
        }

    def text(self, values: Mapping[str, float]) -> str:
        """The engine's text with these values."""
        words = ",".join(f"{name}={value}" for name, value in values.items())
        name, _, rest = self.engine.partition(":")
        if name.endswith(".py"):  # FILE.py:NAME and options after commas
            return f"{self.engine},{words}"
        return f"{self.engine}{',' if rest else ':'}{words}"


def read_space(engine: str, over: Sequence[str], chooser: Any) -> Space:
    """What a person wants to tune: `exploration=0.1..4:log`, or the name alone, for the range that its option declares.

    chooser: the engine that the text names. Raises ZermeloError naming what can be tuned.
    """
    if not over:
        raise ZermeloError(f"say which options to tune, such as --over {_example(chooser)}")
    if len(over) > MOST:
        raise ZermeloError(f"at most {MOST} options are tuned at once, not {len(over)}")
    dimensions = tuple(_dimension(engine, typed, chooser) for typed in over)
    names = [one.name for one in dimensions]
    twice = [name for name in names if names.count(name) > 1]
    if twice:
        raise ZermeloError(f"{twice[0]} is named twice")
    return Space(engine.strip(), dimensions)


def tunable(chooser: Any) -> dict[str, Tuned]:
    """The options of an engine that declare how they are tuned."""
    return {name: option.tuned for name, option in _options(chooser).items() if option.tuned}


def _options(chooser: Any) -> Mapping[str, Option]:
    """The declared options of an engine; none of a function, or of another program."""
    player = as_player(chooser)
    return options_of(type(player.algorithm)) if isinstance(player, SearchPlayer) else {}


def _example(chooser: Any) -> str:
    found = tunable(chooser)
    name, tuned = next(iter(found.items())) if found else ("exploration", Tuned(0.1, 4.0))
    return f"{name}={tuned}"


def _dimension(engine: str, typed: str, chooser: Any) -> Dimension:
    read = RANGE.fullmatch(typed.strip())
    if read is None:
        raise ZermeloError(f"a range is written option=low..high, such as {_example(chooser)}, not '{brief(typed)}'")
    name, options = read["name"], _options(chooser)
    option, declared = options.get(name), tunable(chooser)
    if options and option is None:
        raise ZermeloError(f"{brief(engine)} has no option '{brief(name)}'; it can be tuned over {_listed(declared)}")
    if option is not None and option.tuned is None and (option.help or option.kind not in ("int", "float")):
        raise ZermeloError(f"{name} of {brief(engine)} is not tuned; it can be tuned over {_listed(declared)}")
    if re.search(rf"[:,]\s*{name}\s*=", engine):
        raise ZermeloError(f"{name} is in the engine's text already: leave it out of '{brief(engine)}'")
    tuned = option.tuned if option else None
    if read["low"] is not None:
        low, high = _number(read, "low"), _number(read, "high")
    elif tuned is not None:
        low, high = tuned.low, tuned.high
    else:
        raise ZermeloError(f"{name} declares no usual range: write {name}=low..high")
    if not low < high:
        raise ZermeloError(f"the range of {name} ends above its beginning, not {low:g}..{high:g}")
    is_logarithmic = read["scale"] == "log" if read["scale"] else bool(tuned and tuned.logarithmic and low > 0)
    if is_logarithmic and low <= 0:
        raise ZermeloError(f"a logarithmic range begins above 0: {name}={low:g}..{high:g} does not")
    if option is None:  # a parameter of somebody's function: a number as it is typed
        is_whole = all("." not in read[end] and "e" not in read[end].lower() for end in ("low", "high"))
        return Dimension(name, low, high, is_logarithmic, is_whole)
    for value in (low, high):
        wrong = option.refusal(int(value) if option.kind == "int" and value == int(value) else value)
        if wrong:
            raise ZermeloError(f"{name} {wrong}")
    return Dimension(name, low, high, is_logarithmic, option.kind == "int")


def _number(read: re.Match[str], end: str) -> float:
    try:
        value = float(read[end])
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise ZermeloError(f"a range is written option=low..high with two numbers, not '{brief(read[0])}'")
    return value


def _listed(declared: Mapping[str, Tuned]) -> str:
    return ", ".join(declared) if declared else "nothing"
