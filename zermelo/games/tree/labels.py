"""What a node's label says in a figure: `A (MAX)`, `MIN: 3`, `△ B`, `max 0 α=-∞ β=∞`, `37/100`, `(1, 2, 6)`."""

from __future__ import annotations

import html
import re
from dataclasses import dataclass

from zermelo.games.tree.numbers import NUMBER, read_number

_SYMBOLS = {"max": "△▲⏶🔺", "min": "▽▼⏷🔻", "chance": "○◯●◇◆🎲⚪"}
_WORDS = {
    "max": ("max", "maximizer", "maximiser"),
    "min": ("min", "minimizer", "minimiser"),
    "chance": ("chance", "nature", "random", "exp", "expectation"),
}
PLAYERS = {word: player for player, words in _WORDS.items() for word in words}
_PLAYER = re.compile(
    rf"(?<![\w-])(?P<word>{'|'.join(sorted(PLAYERS, key=len, reverse=True))})(?![\w-])"
    rf"|(?<![\w-])(?:p_?|player[ _]?)(?P<number>\d{{1,2}})(?![\w-])|(?P<symbol>[{''.join(_SYMBOLS.values())}])\ufe0f?",
    re.IGNORECASE,
)
_ANY = rf"(?:[-+−–]?(?:∞|inf(?:inity|ty)?\b|oo\b)|{NUMBER})"
_WINDOW = re.compile(  # alpha and beta, and bounds on values: what a search found, not what the tree is
    rf"(?:α|β|\balpha|\bbeta)\s*[=:]?\s*{_ANY}|(?:[≤≥⩽⩾<>]=?)\s*{_ANY}"
    rf"|[\[(]\s*(?:[-+−–]?∞\s*[,;]\s*{_ANY}|{_ANY}\s*[,;]\s*[-+−–]?∞)\s*[\])]",
    re.IGNORECASE,
)
_TUPLE = re.compile(rf"[(⟨<\[]\s*({NUMBER}(?:\s*[,;]\s*{NUMBER})+)\s*[)⟩>\]]")
_LISTED = re.compile(rf"\s*{NUMBER}(?:\s*,\s*{NUMBER})+\s*")
_COUNTS = re.compile(r"(?<![\w./+−–-])(\d+(?:\.\d+)?)\s*/\s*(\d+(?:\.\d+)?)(?![\w./])")
_WORTH = r"(?:val|value|eval|evaluation|utility|score)\s*[=: ]|(?-i:[vh])\s*="
_NUMBER = re.compile(rf"(?:(?<!\w)(?:{_WORTH})\s*)?(?<![\w.+−–-])({NUMBER})(?![\w.])", re.IGNORECASE)
_PLAIN = re.compile(r"<br\s*/?>|\\n|[*`$\u200b]|</?(?:b|i|u|em|strong|sub|sup|small)>")
_AROUND = " \t:=,;()[]|–—-"


@dataclass(frozen=True)
class Label:
    """The parts of a label."""

    player: str = ""  # max, min, chance, P1, …
    name: str = ""
    numbers: tuple[float, ...] = ()
    counts: tuple[float, float] | None = None  # wins and visits, or a fraction
    has_bounds: bool = False  # alpha, beta, ≤ or ≥ stood there too


def read_label(text: str) -> Label:
    """Takes a label apart. Raises ValueError saying what is wrong with it."""
    rest = _PLAIN.sub(" ", html.unescape(text)).replace("\\alpha", "α").replace("\\beta", "β").replace("\\infty", "∞")
    rest, bounds = _WINDOW.subn(" ", rest)
    numbers: tuple[float, ...] = ()
    listed = _TUPLE.search(rest) or _LISTED.fullmatch(rest)
    if listed:
        numbers = _numbers(listed[0].strip(" ()[]<>⟨⟩"))
        rest = f"{rest[: listed.start()]} {rest[listed.end() :]}"
    rest, player = _player(rest, text)
    counts = None
    if not listed and (match := _COUNTS.search(rest)):
        counts = float(match[1]), float(match[2])
        rest = f"{rest[: match.start()]} {rest[match.end() :]}"
    found = [match for match in _NUMBER.finditer(rest) if match[1]]
    if len(found) + bool(listed) > 1:
        raise ValueError(f"'{_shown(text)}' has several numbers; write one, or one per player as (1,2,3)")
    if found:
        numbers = _numbers(found[0][1])
        rest = f"{rest[: found[0].start()]} {rest[found[0].end() :]}"
    name = " ".join(re.sub(r"\(\s*\)|\[\s*\]", " ", rest).split()).strip(_AROUND)
    name = re.sub(r"(?i)^(?:node|leaf)\s+|\s+(?:node|leaf)$|^(?:node|leaf)$", "", name)
    if not player:
        _check_typo(name)
    return Label(player, " ".join(name.split()), numbers, counts, bool(bounds))


def read_player(word: str) -> str:
    """The player that a whole text names: max, min, chance, P1, …; "" if it names none."""
    match = _PLAYER.fullmatch(word.strip())
    return _named(match) if match else ""


def _player(rest: str, text: str) -> tuple[str, str]:
    """The label without the player, and who that is."""
    found = {_named(match) for match in _PLAYER.finditer(rest)}
    if len(found) > 1:
        raise ValueError(f"'{_shown(text)}' names two players, {' and '.join(sorted(found))}; write one of them")
    return _PLAYER.sub(" ", rest), found.pop() if found else ""


def _named(match: re.Match[str]) -> str:
    if match["number"]:
        return f"P{int(match['number'])}"
    if match["word"]:
        return PLAYERS[match["word"].lower()]
    return next(player for player, symbols in _SYMBOLS.items() if match["symbol"] in symbols)


def _numbers(text: str) -> tuple[float, ...]:
    numbers = tuple(read_number(word.strip()) for word in re.split("[,;]", text))
    assert None not in numbers  # the patterns have seen to it
    return tuple(number for number in numbers if number is not None)


def _check_typo(name: str) -> None:
    """Raises ValueError at a name that is one letter away from a player's."""
    word = name.lower()
    for player in ("max", "min", "chance"):
        if word != player and len(word) == len(player) and word.isalpha():
            wrong = sum(one != other for one, other in zip(word, player, strict=True))
            if wrong == 1 or sorted(word) == sorted(player):
                said = f"'{name}' is not a player, but nearly {player.upper()}"
                raise ValueError(f"{said}; write {player.upper()}, or '{name} (MAX)' if it is the node's name")


def _shown(text: str) -> str:
    line = " ".join(text.split())
    return f"{line[:29]}…" if len(line) > 30 else line
