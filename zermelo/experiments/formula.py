"""Functions of one number x, as people type them: `2*x + 1`, `x**3`, `sqrt(x + 1)`, `square`, `3=9, 12=1`.

Read by our own reader: nothing that is typed is executed.

    formula  := word | table | sum
    word     := square | cube | sqrt | log | exp | negate | scale NUMBER | shift NUMBER
    table    := NUMBER=NUMBER, NUMBER=NUMBER, …
    sum      := product (+ product | - product)*
    product  := power (* power | / power)*          2x and 2(x+1) are products too
    power    := - power | atom (** power | ^ power)?
    atom     := NUMBER | x | (sum) | sqrt(sum) | log(sum) | exp(sum) | abs(sum)
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from zermelo.game import ZermeloError, brief
from zermelo.numerals import plain

Function = Callable[[float], float]

WORDS = {
    "square": "x**2",
    "cube": "x**3",
    "sqrt": "sqrt(x)",
    "square root": "sqrt(x)",
    "log": "log(x)",
    "exp": "exp(x)",
    "negate": "-x",
}
CALLED: Mapping[str, Function] = {"sqrt": math.sqrt, "log": math.log, "exp": math.exp, "abs": abs}
NUMBER = r"(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?"
TOKEN = re.compile(rf"\s*(?:(?P<number>{NUMBER})|(?P<name>[A-Za-z]+)|(?P<mark>\*\*|[-+*/^()]))")
ENTRY = re.compile(rf"\s*(-?{NUMBER})\s*(?:=|->|→|:)\s*(-?{NUMBER})\s*")
LONGEST, DEEPEST = 200, 30  # characters of a formula, and brackets in one another
EXAMPLES = "such as '2*x+1', 'x**3', 'sqrt(x+1)', 'square', 'scale 10' or a table '3=9, 12=1'"


@dataclass(frozen=True)
class Formula:
    """A function that was typed."""

    text: str
    function: Function  # raises ZermeloError where it has no value
    affine: tuple[float, float] | None  # (a, b) where it is a*x + b


@dataclass(frozen=True)
class _Part:
    """A part of a formula that was read."""

    function: Function
    affine: tuple[float, float] | None

    @property
    def constant(self) -> float | None:
        """Its value where it does not depend on x."""
        return self.affine[1] if self.affine and self.affine[0] == 0.0 else None


def read_formula(text: str) -> Formula:
    """The function that a person typed. Raises ZermeloError that says at which character it is not understood."""
    typed = " ".join(text.split())
    if len(typed) > LONGEST:
        raise ZermeloError(f"a formula has at most {LONGEST} characters, not {len(typed)}")
    spoken = WORDS.get(typed.lower(), typed)
    counted = re.fullmatch(rf"(scale|shift)(?: by)? (-?{NUMBER})", typed.lower())
    if counted:
        spoken = f"({counted[2]})*x" if counted[1] == "scale" else f"x+({counted[2]})"
    part = _table(typed) or _Reader(spoken, typed).read()
    return Formula(typed, _guarded(part.function, typed), part.affine)


def _table(text: str) -> _Part | None:
    """A table old=new, …; None where it is none."""
    entries = [ENTRY.fullmatch(entry) for entry in re.split(r"[,;]", text)]
    if not all(entries):
        return None
    known = {float(entry[1]): float(entry[2]) for entry in entries if entry}

    def look_up(x: float) -> float:
        if x not in known:
            listed = ", ".join(plain(old) for old in sorted(known))
            raise ZermeloError(f"the utility {plain(x)} is not in the table, which has {listed}: add {plain(x)}=…")
        return known[x]

    return _Part(look_up, None)


def _guarded(function: Function, text: str) -> Function:
    """The function, whose errors say at which number it has no value."""

    def value(x: float) -> float:
        try:
            found = function(x)
        except (ValueError, ZeroDivisionError, OverflowError):
            found = math.nan
        if isinstance(found, complex) or not math.isfinite(found):
            hint = ": add a number to x first" if "sqrt" in text or "log" in text else ""
            raise ZermeloError(f"'{brief(text)}' has no value at the utility {plain(x)}{hint}")
        return float(found)

    return value


class _Reader:
    """Reads one formula, from left to right."""

    def __init__(self, text: str, typed: str) -> None:
        """typed: what stands in errors."""
        self.text, self.typed, self.place, self.inside = text, typed, 0, 0

    def read(self) -> _Part:
        part = self._sum()
        if self._next()[0]:
            raise self._refusal()
        return part

    def _next(self) -> tuple[str, str]:
        """The kind and the text of what comes next, ("", "") at the end."""
        match = TOKEN.match(self.text, self.place)
        if match is None:
            if self.text[self.place :].strip():
                raise self._refusal()
            return "", ""
        return match.lastgroup or "", match[match.lastgroup or 0]

    def _take(self, *marks: str) -> str:
        """Takes one of these marks if it comes next; else ""."""
        kind, text = self._next()
        if kind != "mark" or text not in marks:
            return ""
        self._pass()
        return text

    def _pass(self) -> None:
        match = TOKEN.match(self.text, self.place)
        assert match is not None
        self.place = match.end()

    def _refusal(self) -> ZermeloError:
        rest = self.text[self.place :].strip()
        where = f"at '{brief(rest, 20)}'" if rest else "at its end"
        return ZermeloError(f"'{brief(self.typed)}' is not understood {where}: write a function of x, {EXAMPLES}")

    def _sum(self) -> _Part:
        part = self._product()
        while mark := self._take("+", "-"):
            part = _added(part, self._product(), 1.0 if mark == "+" else -1.0)
        return part

    def _product(self) -> _Part:
        part = self._power()
        while True:
            mark = self._take("*", "/")
            if not mark and not (self._next()[0] == "name" or self._next()[1] == "("):
                return part
            other = self._power()
            part = _divided(part, other) if mark == "/" else _multiplied(part, other)

    def _power(self) -> _Part:
        if self._take("-"):
            return _multiplied(_number(-1.0), self._nested(self._power))
        base = self._atom()
        if not self._take("**", "^"):
            return base
        exponent = self._nested(self._power)
        if exponent.constant == 1.0:
            return base
        return _Part(lambda x: math.pow(base.function(x), exponent.function(x)), None)

    def _atom(self) -> _Part:
        kind, text = self._next()
        if kind == "number":
            self._pass()
            return _number(float(text))
        if kind == "name" and text.lower() == "x":
            self._pass()
            return _Part(lambda x: x, (1.0, 0.0))
        if kind == "name" and text.lower() in CALLED:
            self._pass()
            called = CALLED[text.lower()]
            if not self._take("("):
                raise self._refusal()
            inner = self._closed()
            return _Part(lambda x: called(inner.function(x)), None)
        if self._take("("):
            return self._closed()
        raise self._refusal()

    def _closed(self) -> _Part:
        """What stands inside a bracket that was opened."""
        part = self._nested(self._sum)
        if not self._take(")"):
            raise self._refusal()
        return part

    def _nested(self, read: Callable[[], _Part]) -> _Part:
        self.inside += 1
        if self.inside > DEEPEST:
            raise ZermeloError(f"'{brief(self.typed)}' has more than {DEEPEST} brackets or signs in one another")
        part = read()
        self.inside -= 1
        return part


def _number(value: float) -> _Part:
    return _Part(lambda x: value, (0.0, value))


def _added(one: _Part, other: _Part, sign: float) -> _Part:
    affine = None
    if one.affine and other.affine:
        affine = one.affine[0] + sign * other.affine[0], one.affine[1] + sign * other.affine[1]
    return _Part(lambda x: one.function(x) + sign * other.function(x), affine)


def _multiplied(one: _Part, other: _Part) -> _Part:
    affine = None
    for constant, rest in ((one.constant, other), (other.constant, one)):
        if constant is not None and rest.affine:
            affine = constant * rest.affine[0], constant * rest.affine[1]
    return _Part(lambda x: one.function(x) * other.function(x), affine)


def _divided(one: _Part, other: _Part) -> _Part:
    by = other.constant
    affine = (one.affine[0] / by, one.affine[1] / by) if one.affine and by else None
    return _Part(lambda x: one.function(x) / other.function(x), affine)
