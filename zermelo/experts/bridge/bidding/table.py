"""Reads a bidding system from its table: sections of situations, and in each the calls with what they promise.

natural.txt explains the notation.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

from zermelo.experts.bridge.bidding.meaning import ANY_ACES, ANY_LENGTH, ANY_POINTS, Lengths, Promise, Range
from zermelo.game import ZermeloError, brief

NATURAL = Path(__file__).with_name("natural.txt")
LONGEST_FILE, MOST_LINES, LONGEST_LINE = 200_000, 3000, 300  # characters, lines
SUITS = "SHDC"
CHOICES = {"M": (0, 1), "m": (2, 3), "x": (0, 1, 2, 3), "y": (0, 1, 2, 3), "z": (0, 1, 2, 3)}
CALL = re.compile(r"(?P<bid>[1-7](?:NT|[SHDCMmxyz]))|Pass|X|XX")
RANGE = re.compile(r"(?P<low>\d{1,2})?(?P<dash>-)?(?P<high>\d{1,2})?(?P<plus>\+)?")
WHO = ("I", "partner", "they")


@dataclass(frozen=True)
class Event:
    """A call that was made before: by the caller (I), partner, or the other side (they)."""

    who: str
    call: str  # "1NT", "1x", "X"; "..." any calls


@dataclass(frozen=True, eq=False)
class Rule:
    """One line of the table: a call, and what it promises."""

    call: str
    words: str
    line: int
    is_option: bool = False  # may it be played where another line would be?
    points: Range | None = None
    balanced: bool = False
    lengths: tuple[tuple[str, Range], ...] = ()  # (suit or variable, range)
    longer: tuple[tuple[str, str, bool], ...] = ()
    longest: str = ""
    others: Range | None = None  # in all suits but x
    aces: frozenset[int] | None = None
    total: Range | None = None  # points with partner's least
    fit: tuple[str, Range] | None = None  # cards with partner's least
    side_aces: int = 0
    no_game: bool = False
    theirs: bool = False


@dataclass(frozen=True, eq=False)
class Section:
    """A situation and its calls, the first that fits before the others."""

    title: str
    line: int
    events: tuple[Event, ...]
    rules: tuple[Rule, ...]
    goes_on: bool = False  # to the section "otherwise"


@dataclass(frozen=True, eq=False)
class System:
    """A bidding system. The last section, "otherwise", serves where no other does."""

    sections: tuple[Section, ...]
    otherwise: Section
    source: str = "natural"


@lru_cache(maxsize=16)
def read_system(path: Path) -> System:
    """The system of a file. Raises ZermeloError naming the line that is wrong."""
    try:
        if path.stat().st_size > LONGEST_FILE:
            raise ZermeloError(f"{path} has more than {LONGEST_FILE:,} bytes: no table of calls is so long")
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise ZermeloError(f"{path} is no text in UTF-8") from None
    except OSError as error:
        raise ZermeloError(f"cannot read {path}: {error.strerror}") from None
    return system_of(text, str(path.name))


def system_of(text: str, source: str = "the table") -> System:
    """The system of a text. Raises ZermeloError naming the line that is wrong."""
    sections, rules = list[Section](), list[Rule]()
    head: tuple[str, int, tuple[Event, ...]] | None = None
    lines = text.splitlines()
    if len(lines) > MOST_LINES:
        raise ZermeloError(f"{source} has {len(lines)} lines, more than {MOST_LINES}")

    def close() -> None:
        if head is not None:
            title, number, events = head
            goes_on = bool(rules) and rules[-1].call == "otherwise"
            sections.append(Section(title, number, events, tuple(rules[:-1] if goes_on else rules), goes_on))

    for number, line in enumerate(lines, 1):
        try:
            if len(line) > LONGEST_LINE:
                raise ValueError(f"it has more than {LONGEST_LINE} characters")
            words = line.partition("#")[0].strip()
            if not words:
                continue
            if words == "otherwise" and rules and rules[-1].call != "otherwise" and not line[:1].isspace():
                close()
                head, rules = (words, number, ()), []
            elif words == "opening" or words.startswith("after "):
                close()
                head, rules = (words, number, _read_events(words)), []
            elif head is None:
                raise ValueError("a table begins with a situation: opening, or after …")
            else:
                rules.append(_read_rule(words, number))
        except ValueError as error:
            raise ZermeloError(f"{source}, line {number}: {brief(str(error), 200)}") from None
    close()
    if not sections or sections[-1].title != "otherwise":
        raise ZermeloError(f"{source}: the last section is 'otherwise': what is called where no other section fits")
    return System(tuple(sections[:-1]), sections[-1], source)


def _read_events(title: str) -> tuple[Event, ...]:
    if title == "opening":
        return ()
    found = list[Event]()
    for part in title.removeprefix("after ").split(","):
        words = part.split()
        if words == ["..."] and not found:
            found.append(Event("they", "..."))
        elif len(words) != 2 or words[0] not in WHO or not CALL.fullmatch(words[1]) or words[1] == "Pass":
            raise ValueError(f"a situation is told as: after I 1NT, partner 2C, they X; not {brief(part.strip())!r}")
        else:
            found.append(Event(words[0], words[1]))
    return tuple(found)


def _read_rule(text: str, number: int) -> Rule:
    """The rule of a line. Raises ValueError."""
    promised, _, words = text.partition("|")
    call, *conditions = promised.split()
    if call == "otherwise" and not conditions:
        return Rule(call, "", number)
    plain = call.removesuffix("?")
    if not CALL.fullmatch(plain):
        raise ValueError(f"a line begins with a call, such as 1NT, 2y, Pass or X?, not {brief(call)!r}")
    rule = Rule(plain, words.strip(), number, is_option=plain != call)
    waiting = iter(conditions)
    for word in waiting:
        rule = _with(rule, word, waiting)
    return rule


def _with(rule: Rule, word: str, following: Iterator[str]) -> Rule:
    """The rule with one condition more."""

    def more() -> str:
        return next(following, "")

    if word == "balanced":
        return replace(rule, balanced=True)
    if word == "nogame":
        return replace(rule, no_game=True)
    if word == "theirs":
        return replace(rule, theirs=True)
    if word == "total":
        return replace(rule, total=_range(more(), 40))
    if word == "others":
        return replace(rule, others=_range(more(), 13))
    if word == "longest":
        return replace(rule, longest=_suit(more()))
    if word == "fit":
        suit = more()
        return replace(rule, fit=(_suit(suit[:1]), _range(suit[1:], 26)))
    if word == "aces":
        return replace(rule, aces=frozenset(_range(one, 4)[0] for one in more().split(",")))
    if word == "side":
        if more() != "aces":
            raise ValueError("say side aces 3+")
        return replace(rule, side_aces=_range(more(), 4)[0])
    relation = re.fullmatch(r"([SHDCMmxyz])(>=|>)([SHDCMmxyz])", word)
    if relation:
        return replace(rule, longer=(*rule.longer, (relation[1], relation[3], relation[2] == ">")))
    if word[0] in SUITS or word[0] in CHOICES:
        return replace(rule, lengths=(*rule.lengths, (word[0], _range(word[1:], 13))))
    if rule.points is not None:
        raise ValueError(f"{brief(word)!r} is no condition, or the points are given twice")
    return replace(rule, points=_range(word, 40))


def _suit(text: str) -> str:
    if len(text) != 1 or (text not in SUITS and text not in CHOICES):
        raise ValueError(f"a suit is S, H, D, C, M, m, x, y or z, not {brief(text)!r}")
    return text


def _range(text: str, most: int) -> Range:
    found = RANGE.fullmatch(text)
    if not found or (found["low"] is None and found["high"] is None) or (found["plus"] and found["dash"]):
        raise ValueError(f"{brief(text)!r} is no range, such as 12-14, 12+, -11 or 5")
    low = int(found["low"]) if found["low"] is not None else 0
    high = most if found["plus"] else int(found["high"]) if found["high"] is not None else low
    if not found["dash"] and found["high"] is not None:
        raise ValueError(f"{brief(text)!r} is no range, such as 12-14, 12+, -11 or 5")
    if low > high:
        raise ValueError(f"no number is in {brief(text)!r}")
    return low, high


@dataclass(frozen=True)
class Partnership:
    """What the totals of a line are worked out from: what partner has promised, and the auction."""

    points: int = 0  # partner's fewest
    lengths: tuple[int, int, int, int] = (0, 0, 0, 0)  # partner's fewest
    aces: int = 0
    has_game: bool = False  # is the side's last bid a game?
    is_theirs: bool = False  # is the last bid the other side's?


def expanded(rule: Rule, bound: Mapping[str, int], partner: Partnership) -> Iterator[tuple[str, Promise]]:
    """The calls of a line and what each promises, for every suit that its variables may stand for.

    bound: what the variables of the section stand for.
    """
    if (rule.no_game and partner.has_game) or (rule.theirs and not partner.is_theirs):
        return
    for suits in _bindings(_variables(rule), dict(bound)):
        call = rule.call
        if call[0].isdigit() and call[1:] != "NT":
            call = call[0] + SUITS[suits[call[1]]]
        promise = _promise(rule, suits, bound, partner)
        if promise.is_possible():
            yield call, promise


def _variables(rule: Rule) -> list[str]:
    """The letters of suits that a line names, in their order."""
    letters = [rule.call[1:]] if rule.call[0].isdigit() and rule.call[1:] != "NT" else []
    letters += [letter for letter, _ in rule.lengths] + ([rule.longest] if rule.longest else [])
    letters += [letter for pair in rule.longer for letter in pair[:2]] + ([rule.fit[0]] if rule.fit else [])
    return list(dict.fromkeys(letters))


def _bindings(letters: list[str], bound: dict[str, int]) -> Iterator[dict[str, int]]:
    if not letters:
        yield bound
        return
    first, rest = letters[0], letters[1:]
    if first in bound:
        yield from _bindings(rest, bound)
    elif first in SUITS:
        yield from _bindings(rest, {**bound, first: SUITS.index(first)})
    else:
        taken = {suit for name, suit in bound.items() if name in CHOICES}
        for suit in CHOICES[first]:
            if suit not in taken:
                yield from _bindings(rest, {**bound, first: suit})


def _promise(rule: Rule, suits: Mapping[str, int], bound: Mapping[str, int], partner: Partnership) -> Promise:
    ranges = [ANY_LENGTH] * 4
    if rule.others is not None:
        ranges = [ANY_LENGTH if suit in bound.values() else rule.others for suit in range(4)]
    points = rule.points or ANY_POINTS
    if rule.total is not None:
        low, high = rule.total
        most = 40 if high == 40 else max(0, high - partner.points)
        points = max(points[0], low - partner.points), min(points[1], most)
    for letter, (low, high) in rule.lengths:
        own = ranges[suits[letter]]
        ranges[suits[letter]] = max(own[0], low), min(own[1], high)
    if rule.fit is not None:
        letter, (low, _) = rule.fit
        own = ranges[suits[letter]]
        ranges[suits[letter]] = max(own[0], low - partner.lengths[suits[letter]]), own[1]
    aces = rule.aces if rule.aces is not None else ANY_ACES
    aces = frozenset(one for one in aces if one + partner.aces >= rule.side_aces)
    longer = [(suits[one], suits[other], strict) for one, other, strict in rule.longer]
    if rule.longest:
        own_suit = suits[rule.longest]
        longer += [
            (own_suit, other, other < own_suit) for other in range(4) if other not in {own_suit, *bound.values()}
        ]
    lengths: Lengths = (ranges[0], ranges[1], ranges[2], ranges[3])
    return Promise(points, lengths, rule.balanced, aces, tuple(longer))
