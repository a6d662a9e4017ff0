"""The UCI options of `zermelo uci`: declarations and current values."""

from __future__ import annotations

import re
from dataclasses import dataclass

from zermelo.arena.strength import STRONGEST, WEAKEST
from zermelo.game import ZermeloError, brief

SETTING = re.compile(r"\s*setoption\s+name\s+(?P<name>.+?)(?:\s+value(?:\s+(?P<value>.*?))?)?\s*", re.DOTALL)
EMPTY = "<empty>"  # how the protocol writes an empty text


@dataclass(frozen=True)
class UciOption:
    """One UCI option of ours: check (true or false), spin (a whole number), string or button."""

    name: str
    kind: str
    default: bool | int | str = ""
    least: int = 0
    most: int = 0

    def __str__(self) -> str:
        """The declaration in the protocol's words."""
        words = [f"option name {self.name} type {self.kind}"]
        if self.kind == "check":
            words.append(f"default {str(self.default).lower()}")
        elif self.kind == "spin":
            words.append(f"default {self.default} min {self.least} max {self.most}")
        elif self.kind == "string":
            words.append(f"default {self.default or EMPTY}")
        return " ".join(words)

    def read(self, text: str) -> bool | int | str:
        """Reads a value. Raises ZermeloError if it is not allowed."""
        if self.kind == "check":
            if text.lower() not in ("true", "false"):
                raise ZermeloError(f"{self.name} is true or false, not '{brief(text)}'")
            return text.lower() == "true"
        if self.kind == "spin":
            number = int(text) if re.fullmatch(r"[+-]?[0-9]{1,18}", text) else None
            if number is None or not self.least <= number <= self.most:
                bounds = f"from {self.least} to {self.most}"
                raise ZermeloError(f"{self.name} is a whole number {bounds}, not '{brief(text)}'")
            return number
        return "" if text == EMPTY else text


OPTIONS = (
    UciOption("Hash", "spin", 64, 1, 65536),  # megabytes
    UciOption("Clear Hash", "button"),
    UciOption("Threads", "spin", 1, 1, 256),
    UciOption("MultiPV", "spin", 1, 1, 256),
    UciOption("Ponder", "check", False),
    UciOption("OwnBook", "check", False),
    UciOption("BookFile", "string"),
    UciOption("Databases", "string", "auto"),  # auto, none or a folder
    UciOption("SyzygyPath", "string"),
    UciOption("EvalFile", "string"),  # what `zermelo learn chess` has learned
    UciOption("Move Overhead", "spin", 10, 0, 5000),  # milliseconds
    UciOption("UCI_LimitStrength", "check", False),
    UciOption("UCI_Elo", "spin", 1600, WEAKEST, STRONGEST),
)


class UciSettings:
    """The current values of the options."""

    def __init__(self) -> None:
        self._values = {option.name: option.default for option in OPTIONS}

    def number(self, name: str) -> int:
        return int(self._values[name])

    def text(self, name: str) -> str:
        return str(self._values[name])

    def is_on(self, name: str) -> bool:
        return bool(self._values[name])

    def set(self, line: str) -> UciOption:
        """Executes `setoption name NAME [value VALUE]` and returns the option. Raises ZermeloError."""
        found = SETTING.fullmatch(line)
        if not found:
            raise ZermeloError("write setoption name NAME value VALUE")
        name = " ".join(found["name"].split())
        option = next((option for option in OPTIONS if option.name.lower() == name.lower()), None)
        if option is None:
            raise ZermeloError(f"there is no option '{brief(name)}'; there are {', '.join(o.name for o in OPTIONS)}")
        if option.kind != "button":
            self._values[option.name] = option.read((found["value"] or "").strip())
        return option
