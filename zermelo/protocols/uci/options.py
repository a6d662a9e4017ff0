"""The options of `zermelo uci`: how they are declared and set."""

from __future__ import annotations

import re
from dataclasses import dataclass

from zermelo.arena.strength import STRONGEST, WEAKEST
from zermelo.game import ZermeloError

SETTING = re.compile(r"\s*setoption\s+name\s+(?P<name>.+?)(?:\s+value(?:\s+(?P<value>.*?))?)?\s*", re.DOTALL)
EMPTY = "<empty>"  # how the protocol writes a text without letters


@dataclass(frozen=True)
class Option:
    """One option: check (true or false), spin (a whole number), string or button."""

    name: str
    kind: str
    default: bool | int | str = ""
    least: int = 0
    most: int = 0

    def __str__(self) -> str:
        """As the protocol declares it."""
        words = [f"option name {self.name} type {self.kind}"]
        if self.kind == "check":
            words.append(f"default {str(self.default).lower()}")
        elif self.kind == "spin":
            words.append(f"default {self.default} min {self.least} max {self.most}")
        elif self.kind == "string":
            words.append(f"default {self.default or EMPTY}")
        return " ".join(words)

    def read(self, text: str) -> bool | int | str:
        """The value that was written. Raises ZermeloError."""
        if self.kind == "check":
            if text.lower() not in ("true", "false"):
                raise ZermeloError(f"{self.name} is true or false, not '{text}'")
            return text.lower() == "true"
        if self.kind == "spin":
            number = int(text) if re.fullmatch(r"[+-]?[0-9]{1,18}", text) else None
            if number is None or not self.least <= number <= self.most:
                raise ZermeloError(f"{self.name} is a whole number from {self.least} to {self.most}, not '{text}'")
            return number
        return "" if text == EMPTY else text


OPTIONS = (
    Option("Hash", "spin", 64, 1, 65536),  # megabytes
    Option("Clear Hash", "button"),
    Option("Threads", "spin", 1, 1, 256),
    Option("MultiPV", "spin", 1, 1, 256),
    Option("Ponder", "check", False),
    Option("OwnBook", "check", False),
    Option("BookFile", "string"),
    Option("Move Overhead", "spin", 10, 0, 5000),  # milliseconds
    Option("UCI_LimitStrength", "check", False),
    Option("UCI_Elo", "spin", 1600, WEAKEST, STRONGEST),
)


class Options:
    """What the options are set to."""

    def __init__(self) -> None:
        self._values = {option.name: option.default for option in OPTIONS}

    def number(self, name: str) -> int:
        return int(self._values[name])

    def text(self, name: str) -> str:
        return str(self._values[name])

    def is_on(self, name: str) -> bool:
        return bool(self._values[name])

    def set(self, line: str) -> Option:
        """Does what `setoption name NAME [value VALUE]` says and tells which option it was. Raises ZermeloError."""
        found = SETTING.fullmatch(line)
        if not found:
            raise ZermeloError("write setoption name NAME value VALUE")
        name = " ".join(found["name"].split())
        option = next((option for option in OPTIONS if option.name.lower() == name.lower()), None)
        if option is None:
            raise ZermeloError(f"there is no option '{name}'; there are {', '.join(o.name for o in OPTIONS)}")
        if option.kind != "button":
            self._values[option.name] = option.read((found["value"] or "").strip())
        return option
