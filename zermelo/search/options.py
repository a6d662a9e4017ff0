"""Options, each declared once: its kind, bounds, default, help, and whether a visitor of the page may set it.

    sims: int | None = whole(None, "simulations", least=1, visitor=10**7)

Validation, an engine's text and its parsing, the page's form, the command line's help and the docs all come from the
declaration.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, cast

from zermelo.game import ZermeloError, brief
from zermelo.loading import read_parameters

LARGE = 10**18  # the largest number accepted
LONGEST = 10**8  # seconds
OPTION = "option"  # the key in a field's metadata

Reader = Callable[[str, Callable[[str], Any]], Any]  # (text, engine reader) -> value; raises ValueError


@dataclass(frozen=True)
class Tuned:
    """The range in which an option that makes an engine stronger or weaker is usually tuned."""

    low: float
    high: float
    logarithmic: bool = False  # do equal factors matter, and not equal differences? Then low is above 0

    def __str__(self) -> str:
        return f"{self.low:g}..{self.high:g}{':log' if self.logarithmic else ''}"


@dataclass(frozen=True)
class Option:
    """One option of an algorithm."""

    kind: str  # int, float, bool, choice, text or object
    default: Any
    help: str  # one line: what it does
    least: float | None = None
    most: float | None = None
    above: float | None = None  # an exclusive lower bound
    choices: tuple[str, ...] = ()
    unit: str = ""  # of a number, as in "a number of seconds"
    visitor: bool | float = False  # may a visitor of the page set it? A number: up to this value
    tuned: Tuned | None = None  # of a number that may be tuned (zermelo.arena.tuning); None: a budget, or a resource
    read: Reader | None = None  # of an object: reads what a person types; None: only set in Python
    accepts: Callable[[Any], bool] | None = None  # of an object
    allowed: str = ""  # of an object: what is accepted, in words
    name: str = ""

    @property
    def is_typed(self) -> bool:
        """Can a person type it?"""
        return self.kind != "object" or self.read is not None

    def refusal(self, value: Any) -> str | None:
        """What is wrong with a value, to follow the option's name in a sentence; None: nothing."""
        if value is None and self.default is None:
            return None
        if self.kind == "bool":
            return None if isinstance(value, bool) else f"must be true or false, not {_quoted(value)}"
        if self.kind == "choice":
            return None if value in self.choices else f"must be {' or '.join(self.choices)}, not {_quoted(value)}"
        if self.kind == "text":
            return None if isinstance(value, str) else f"must be a text, not {_quoted(value)}"
        if self.kind == "object":
            is_fine = self.accepts is None or self.accepts(value)
            return None if is_fine else f"must be {self.allowed}, not {_quoted(value)}"
        return self._wrong_number(value)

    def _wrong_number(self, value: Any) -> str | None:
        kinds = int if self.kind == "int" else int | float
        is_number = isinstance(value, kinds) and not isinstance(value, bool)
        if is_number and isinstance(value, float):  # a whole number may be too large to be asked
            is_number = math.isfinite(value)
        if is_number and value > (LARGE if self.most is None else self.most) and (self.most or LARGE) >= 10**8:
            return f"is at most {self.most or LARGE:,}, not {brief(f'{value:,}')}"
        if (
            is_number
            and (self.least is None or value >= self.least)
            and (self.above is None or value > self.above)
            and (self.most is None or value <= self.most)
        ):
            return None
        noun = "a whole number" if self.kind == "int" else f"a number of {self.unit}" if self.unit else "a number"
        return f"must be {noun}{self._bounds()}, not {_quoted(value)}"

    def _bounds(self) -> str:
        most = None if self.most is None or self.most >= 10**8 else f"{self.most:,}"
        if self.least is not None and most:
            return f" from {self.least:,} to {most}"
        if self.above is not None:
            return f" above {self.above:,}" + (f" and at most {most}" if most else "")
        return f" of at least {self.least:,}" if self.least is not None else ""

    def for_visitor(self) -> Option:
        """The option as a visitor of the page may set it: within a visitor's bounds, and never to None."""
        most = self.most if self.visitor is True else self.visitor
        default = self.default if self.kind == "bool" or self.default is not None else 0
        return dataclasses.replace(self, most=most, default=False if default is None else default)

    def to_json(self) -> dict[str, Any]:
        """What a form needs to show the option."""
        most = self.visitor if self.visitor is not True and self.visitor else self.most
        return {
            "name": self.name,
            "kind": self.kind,
            "default": self.default,
            "least": self.least if self.least is not None else self.above,
            "most": most,
            "choices": list(self.choices),
            "help": self.help,
        }

    def bounds_text(self) -> str:
        """The allowed values in words, for help and docs."""
        if self.kind == "bool":
            return "true or false"
        if self.kind == "choice":
            return " or ".join(self.choices)
        if self.kind == "object":
            return self.allowed
        noun = {"int": "whole number", "float": "number", "text": "text"}[self.kind]
        return noun + (self._bounds() if self.kind in ("int", "float") else "")

    def default_text(self) -> str:
        """The default as a person types it; "" if there is none or it depends on the game."""
        return "" if self.default is None else word_of(self.default)


# --- declarations: the default of a dataclass field -------------------------------------------------------------------


def whole(
    default: int | None,
    help: str,
    least: int | None,
    most: int | None = None,
    *,
    visitor: bool | int = False,
    tuned: Tuned | None = None,
) -> Any:  # a dataclass field; its type is in the class
    """Declares a whole number."""
    return _field(Option("int", default, help, least, most, visitor=visitor, tuned=tuned))


def number(
    default: float | None,
    help: str,
    least: float | None = None,
    most: float | None = None,
    *,
    above: float | None = None,
    unit: str = "",
    visitor: bool | float = False,
    tuned: Tuned | None = None,
) -> Any:
    """Declares a number."""
    return _field(Option("float", default, help, least, most, above, unit=unit, visitor=visitor, tuned=tuned))


def seconds(help: str) -> Any:
    """Declares a budget of time; None: there is none."""
    return number(None, help, above=0, most=LONGEST, unit="seconds", visitor=30.0)


def compiling() -> Any:
    """Declares whether a search is compiled; None: if possible."""
    return switch(None, "true: compiled or an error; false: interpreted; by default compiled if possible")


def switch(default: bool | None, help: str, *, visitor: bool = False) -> Any:
    """Declares true or false; None: depends on the game."""
    return _field(Option("bool", default, help, visitor=visitor))


def choice(default: str, choices: tuple[str, ...], help: str, *, visitor: bool = False) -> Any:
    """Declares one of a few words."""
    return _field(Option("choice", default, help, choices=choices, visitor=visitor))


def text(default: str | None, help: str) -> Any:
    """Declares a text, such as a file name. Visitors may not set it."""
    return _field(Option("text", default, help))


def thing(
    default: Any,
    help: str,
    *,
    read: Reader | None = None,
    accepts: Callable[[Any], bool] | None = None,
    allowed: str = "given in Python",
) -> Any:
    """Declares an object, such as a function. read: makes it from what a person types, if possible."""
    return _field(Option("object", default, help, read=read, accepts=accepts, allowed=allowed))


def _field(option: Option) -> Any:
    return dataclasses.field(default=option.default, metadata={OPTION: option})


# --- what is derived from the declarations ----------------------------------------------------------------------------


@cache
def _declared(algorithm: Callable[..., Any]) -> dict[str, Option]:
    fields = [field for field in dataclasses.fields(cast("type[Any]", algorithm)) if field.init]
    declared = {field.name: field.metadata.get(OPTION) or _plain(field) for field in fields}
    return {name: dataclasses.replace(option, name=name) for name, option in declared.items()}


def _plain(field: dataclasses.Field[Any]) -> Option:
    """The option that a plain field of a user's class stands for: of the kind of its default, without bounds."""
    default = None if field.default is dataclasses.MISSING else field.default
    kind = {bool: "bool", int: "int", float: "float", str: "text"}.get(type(default), "object")
    return Option(kind, default, "", allowed="given in Python")


def options_of(algorithm: type[Any]) -> Mapping[str, Option]:
    """The options of an algorithm's class by name, in the order in which they are declared."""
    return _declared(cast("Callable[..., Any]", algorithm))


def check_options(name: str, algorithm: Any) -> None:
    """Raises ZermeloError at the first option whose value is not allowed."""
    for option in options_of(type(algorithm)).values():
        wrong = option.refusal(getattr(algorithm, option.name))
        if wrong:
            raise ZermeloError(f"{name}: {option.name} {wrong}")


def options_text(algorithm: Any) -> str:
    """The options that differ from their defaults, as a person types them: `time=0.5,threads=2`."""
    values = ((option, getattr(algorithm, name)) for name, option in options_of(type(algorithm)).items())
    return ",".join(f"{option.name}={word_of(value)}" for option, value in values if value != option.default)


def read_options(name: str, algorithm: type[Any], typed: str, engine: Callable[[str], Any]) -> dict[str, Any]:
    """The options that a person typed: `time=0.5,threads=2`.

    engine: makes an engine from its text, for options that name one. Raises ZermeloError naming what is allowed;
    `check_options` checks the bounds later.
    """
    known = options_of(algorithm)
    allowed = [option.name for option in known.values() if option.is_typed]
    read = read_parameters(typed, f"{name}:{typed}")
    for key, value in read.items():
        if key not in allowed:
            raise ZermeloError(f"{name} has no option '{brief(key, 40)}'; it has {', '.join(allowed)}")
        option = known[key]
        if option.kind in ("text", "choice"):
            read[key] = word_of(value)
        elif option.read is not None:
            try:
                read[key] = option.read(word_of(value), engine)
            except ValueError as error:
                raise ZermeloError(f"{name}: {key} {error}") from None
    return read


def word_of(value: Any) -> str:
    """A value as a person types it."""
    if isinstance(value, bool):
        return str(value).lower()
    if callable(value):
        word = getattr(value, "__name__", "") or str(value)
        return f"({word})" if "," in word else word  # an engine with several options
    return str(value)


def _quoted(value: Any) -> str:
    if isinstance(value, str):
        return f"'{brief(value)}'"
    return brief(word_of(value) if isinstance(value, bool | int | float) else repr(value))
