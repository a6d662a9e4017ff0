"""The file that a match keeps its games in: each is written when it is over, so that the match can be resumed.

A .jsonl file has one object per game; a .pgn file, for chess, has the same in tags. Every game names all conditions
that it was played under, and a match only continues with games of its own conditions. It carries a digest of all that
is said of it, and is played again when it is read: its moves must be legal and lead to the result that it tells. Games
of the second format have no digest; those of the first, which lacked most of the conditions, are refused.
"""

from __future__ import annotations

import codecs
import hashlib
import json
import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from zermelo.files.appending import Appender
from zermelo.files.locks import locked
from zermelo.game import Game, State, ZermeloError
from zermelo.records.game_record import GameRecord
from zermelo.records.replay import replayed

if TYPE_CHECKING:
    from zermelo.records.pgn import PgnGame

FORMAT = 3  # raised when a field gets another meaning, or when other games come of the same conditions
READ = (2, FORMAT)  # formats that are read; 2 has no digest
DIGEST = 32  # characters
SHOWN = 80  # characters of a value in an error

# PGN's words for endings
NORMAL = "normal"
TERMINATIONS = {"time": "time forfeit", "crash": "abandoned", "no move": "abandoned", "too long": "adjudication"}
# The tags of a .pgn file that hold numbers, and those that hold texts
DIGEST_TAG = "MatchDigest"
NUMBERS = {
    "format": "MatchFormat",
    "number": "Round",
    "seed": "MatchSeed",
    "opening_plies": "MatchPlies",
    "balance": "MatchBalance",
    "longest": "MatchLongest",
}
TEXTS = {"clock": "TimeControl", "opening": "MatchOpening", "fault": "Fault"}
# How every game in a file begins, by which one that was cut short is known from other people's text
FIRST_BYTES = {".jsonl": b'{"format": ', ".pgn": b'[Event "zermelo match '}


@dataclass(frozen=True)
class Played:
    """What a match needs to know about a game that is over."""

    seat: int  # of the first engine
    utilities: tuple[float, ...]
    fault: str = ""


@dataclass(frozen=True)
class Conditions:
    """What the games of a match have in common, so that their results can be added up."""

    engines: tuple[str, ...]  # with all options, seeds included
    seed: int
    opening_plies: int  # random ones, after an opening
    balance: int  # how many random openings are drawn, of which the most even one is played
    clock: str  # such as 10+0.1; "-": none
    longest: int  # plies; a longer game is a draw


@dataclass(frozen=True)
class Store:
    """A .jsonl file, one object per game, or for chess a .pgn file."""

    file: Path
    game: Game
    conditions: Conditions
    openings: Sequence[Sequence[State]]  # paths of states, each played from every seat
    starts: Callable[[int], Sequence[State]] | None = None  # of a game's number, from 1: the path to where it began

    @contextmanager
    def opened(self, resume: bool) -> Iterator[Saving]:
        """The file for this match alone, with the games that it holds, to add more. Raises ZermeloError as `load`."""
        self._check_name()
        with locked(self.file):
            games = self.load(resume)
            with Appender(self.file) as out:
                yield Saving(self, games, out)

    def load(self, resume: bool) -> list[Played]:
        """The games that the file holds; none for a new match, whose file must be new too.

        A last game that was cut short while it was written is taken off the file.
        Raises ZermeloError, and leaves the file as it is, where it holds anything but games of this match.
        """
        self._check_name()
        if not self.file.exists() or self.file.stat().st_size == 0:
            return []
        if not resume:
            raise ZermeloError(f"{self.file} holds games already: go on with --resume, or name another file")
        try:
            data = self.file.read_bytes()
        except OSError as error:
            raise ZermeloError(f"{self.file} cannot be read: {error.strerror}") from None
        entries, whole = self._read_pgn(data) if self._is_pgn else self._read_lines(data)
        played = [self._check(number, entry) for number, entry in enumerate(entries, 1)]
        self._mend(data, whole)
        return played

    def _check_name(self) -> None:
        if self.file.suffix not in FIRST_BYTES:
            raise ZermeloError(f"games are saved to a .jsonl or .pgn file, not to {self.file.name}")
        if self._is_pgn and self.game.name != "chess":
            raise ZermeloError(f"PGN is for chess: save games of {self.game.name} to a .jsonl file")

    def record_of(self, record: GameRecord, played: Played, number: int) -> bytes:
        """A game that was just played as the file holds it; number: in the match, from 1."""
        entry = {
            "format": FORMAT,
            "number": number,
            **self._conditions(number),
            "seat": played.seat,
            "start": self.game.state_text(record.start),
            "moves": record.texts(),
            "utilities": list(played.utilities),
            "ending": record.ending,
            "result": record.result,
            "fault": played.fault,
        }
        text = self._pgn(record, entry) if self._is_pgn else json.dumps({**entry, "digest": digest_of(entry)})
        return f"{text}\n".encode()

    @property
    def _is_pgn(self) -> bool:
        return self.file.suffix == ".pgn"

    def _conditions(self, number: int) -> dict[str, Any]:
        """The conditions of one game by name, as they are saved."""
        match = asdict(self.conditions)
        return {
            "game": self.game.title,
            **match,
            "engines": [one_line(name) for name in self.conditions.engines],
            "opening": one_line(_opening_text(self.game, self._opening(number))),
        }

    # --- reading ---

    def _read_lines(self, data: bytes) -> tuple[list[Any], bytes]:
        """The objects of a .jsonl file, and the part of the file that holds them.

        A last line without a line feed counts if it is a whole object.
        """
        *lines, last = data.split(b"\n")
        entries = []
        for number, line in enumerate(lines, 1):
            try:
                entries.append(_read_json(line))
            except ValueError:
                raise ZermeloError(f"{self.file}, line {number}: this is not a game of a match") from None
        try:
            return [*entries, _read_json(last)], data + b"\n"
        except ValueError:
            return entries, data[: len(data) - len(last)]

    def _read_pgn(self, data: bytes) -> tuple[list[Any], bytes]:
        """The games of a .pgn file, each as the object that a .jsonl file would hold, and the part with them."""
        from zermelo.records.pgn import read_games, whole_length  # this imports chess

        try:
            text = codecs.getincrementaldecoder("utf-8")().decode(data)  # without a last character that was cut short
            text = text[: whole_length(text)]
            entries = [self._pgn_entry(number, game) for number, game in enumerate(read_games(text), 1)]
        except UnicodeDecodeError:
            raise ZermeloError(f"{self.file} cannot be read: it is not UTF-8") from None
        except ZermeloError as error:
            raise ZermeloError(f"{self.file}: {error}") from None
        return entries, f"{text}\n\n".encode() if entries else b""

    def _pgn_entry(self, number: int, game: PgnGame) -> dict[str, Any]:
        if not game.tags.get("Event", "").startswith("zermelo match "):
            raise ZermeloError(f"game {number}: this is not a game of a match")
        if game.terminator != game.result:
            raise ZermeloError(f"game {number}: its moves end with {game.terminator or 'no result'}, not {game.result}")
        seat = (number - 1) % 2
        names = [game.tags.get(colour, "") for colour in ("White", "Black")]
        entry = {name: _whole_number(game.tags[tag]) for name, tag in NUMBERS.items() if tag in game.tags}
        entry |= {name: game.tags.get(tag, "") for name, tag in TEXTS.items()}
        return {
            **entry,
            "game": self.game.title,
            "engines": names if seat == 0 else names[::-1],
            "seat": seat,
            "start": self.game.state_text(game.start),
            "moves": [],
            "utilities": list(game.utilities or ()),
            "ending": game.tags.get("Termination", ""),
            "actions": game.actions,
            "digests": (game.tags.get(DIGEST_TAG), _pgn_digest(game)),
        }

    def _check(self, number: int, entry: Any) -> Played:
        """A game of this match. Raises ZermeloError where it is not one."""
        place = f"{self.file}, game {number}"
        if not isinstance(entry, dict) or not entry.keys() >= {"seat", "utilities"}:
            raise ZermeloError(f"{place}: this is not a game of a match")
        if "format" not in entry:
            raise ZermeloError(
                f"{place} was saved by an older version, without its openings and clock: save to another file"
            )
        if not any(_is_same(entry["format"], known) for known in READ):
            known = " and ".join(map(str, READ))
            raise ZermeloError(f"{place} has format {_short(_words(entry['format']))}; this version reads {known}")
        engines, teams = len(self.conditions.engines), self.game.teams
        first = teams[(number - 1) % len(teams)][0] if engines == 2 else (number - 1) % self.game.players
        for name, ours in (("number", number), ("seat", first)):
            if not _is_same(entry.get(name), ours):
                raise ZermeloError(f"{place}: its {name}: {_contrast(entry.get(name), ours)}")
        for name, ours in self._conditions(number).items():
            if not _is_same(entry.get(name), ours):
                its = name.replace("_", " ")
                raise ZermeloError(f"{place} is of another match: its {its}: {_contrast(entry.get(name), ours)}")
        texts = {name: isinstance(entry.get(name), str) for name in ("start", "ending", "fault")}
        utilities = _finite_numbers(entry["utilities"])
        for name, is_right, wanted in (
            *((name, is_text, "a text") for name, is_text in texts.items()),
            ("moves", _are_all(entry.get("moves"), str), "a list of texts"),
            ("utilities", len(utilities) == self.game.players, f"{self.game.players} finite numbers"),
        ):
            if not is_right:
                raise ZermeloError(f"{place}: its {name}: {_short(_words(entry.get(name)))}, not {wanted}")
        wrong = self._changed(entry) or self._replayed(number, entry, utilities)
        if wrong:
            place = f"game {number}" if self._is_pgn else f"line {number}"
            raise ZermeloError(f"{self.file}, {place} was changed or damaged: {wrong}")
        return Played(entry["seat"], utilities, entry["fault"])

    def _changed(self, entry: Mapping[str, Any]) -> str:
        """Has a game another digest than what is said of it? Those of the format before have none."""
        if self._is_pgn:
            told, found = entry["digests"]
        else:
            told = entry.get("digest")
            found = digest_of({name: value for name, value in entry.items() if name != "digest"})
        return "" if told == found or (told is None and entry["format"] < FORMAT) else "its digest is wrong"

    def _replayed(self, number: int, entry: Mapping[str, Any], utilities: tuple[float, ...]) -> str:
        """What is wrong with a game when it is played again; "": nothing."""
        game, longest = self.game, self.conditions.longest
        path = self._start(number)
        if entry["start"] != game.state_text(path[-1]):
            return f"its start: {_contrast(entry['start'], game.state_text(path[-1]))}"
        try:
            found = replayed(game, path, entry["actions"] if self._is_pgn else entry["moves"], longest)
        except ZermeloError as error:
            return str(error)
        ending = entry["ending"]
        if self._is_pgn:  # which has fewer words for it
            ending = found.ending or "forfeit"
        wrong = found.fault_of(ending, utilities, entry["fault"], longest)
        if wrong or self._is_pgn:
            return wrong
        result = GameRecord(game, path[-1], (), found.end, utilities, ending, entry["fault"]).result
        if one_line(str(entry.get("result"))) != one_line(result):
            return f"its result: {_contrast(entry.get('result'), result)}"
        return ""

    def _start(self, number: int) -> Sequence[State]:
        return self.starts(number) if self.starts else self._opening(number)

    def _opening(self, number: int) -> Sequence[State]:
        tables = len(self.game.teams) if len(self.conditions.engines) == 2 else self.game.players
        return self.openings[(number - 1) // tables % len(self.openings)]

    # --- writing ---

    def _pgn(self, record: GameRecord, entry: Mapping[str, Any]) -> str:
        from zermelo.records.pgn import pgn_of

        names = entry["engines"] if entry["seat"] == 0 else entry["engines"][::-1]
        tags = {"Event": f"zermelo match {self.conditions.seed}"}
        tags |= {tag: str(entry[name]) for name, tag in {**NUMBERS, **TEXTS}.items() if name != "fault" or entry[name]}
        is_illegal = record.ending.startswith("illegal")
        termination = "rules infraction" if is_illegal else TERMINATIONS.get(record.ending, NORMAL)
        plain = pgn_of(record, names, tags, termination)
        return pgn_of(record, names, {**tags, DIGEST_TAG: _digest(plain)}, termination)

    def _mend(self, data: bytes, whole: bytes) -> None:
        """Makes the file end with its last whole game. What comes first is never rewritten, so that it cannot be lost.

        Raises ZermeloError where the rest is not the beginning of a game.
        """
        games = whole.rstrip()
        rest, first = data[len(games) :].strip(), FIRST_BYTES[self.file.suffix]
        if not (rest.startswith(first) or first.startswith(rest)):
            raise ZermeloError(f"{self.file}: what follows the last whole game is not a game of a match")
        kept = len(whole if data.startswith(whole) else games)
        if kept < len(data) or whole[kept:]:
            with Appender(self.file) as out:
                out.cut(kept)
                out.append(whole[kept:])


@dataclass(frozen=True)
class Saving:
    """A match's file while the match is played."""

    store: Store
    played: list[Played]  # the games that it held
    _out: Appender

    def append(self, record: GameRecord, played: Played, number: int) -> None:
        """Adds a game that was just played; number: in the match, from 1. Raises ZermeloError if there is no room."""
        self._out.append(self.store.record_of(record, played, number))


def digest_of(entry: Mapping[str, Any]) -> str:
    """A digest of all that a line says of a game, whatever spaces it is written with."""
    return _digest(json.dumps(entry))


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "backslashreplace")).hexdigest()[:DIGEST]


def _pgn_digest(game: PgnGame) -> str:
    """A digest of a game in PGN as we would write it; comments that somebody added do not count."""
    from zermelo.records.pgn import write_game

    tags = {name: value for name, value in game.tags.items() if name != DIGEST_TAG}
    return _digest(write_game(replace(game, tags=tags, comments={}, nags={}), tags.get("Termination")))


def one_line(text: str) -> str:
    """A text as both formats hold it: words between single spaces, and nothing that UTF-8 cannot write."""
    return " ".join(text.split()).encode("utf-8", "backslashreplace").decode("utf-8")


def _opening_text(game: Game, path: Sequence[State]) -> str:
    """The position after an opening; a digest stands for the positions before it."""
    *past, end = path
    if not past:
        return game.state_text(end)
    digest = hashlib.sha256("\n".join(map(game.state_text, past)).encode("utf-8", "backslashreplace")).hexdigest()
    return f"{game.state_text(end)} after {len(past)} plies ({digest[:16]})"


def _read_json(line: bytes) -> Any:
    """Raises ValueError where it is not JSON, or where a name is repeated: that would hide a value."""

    def read_object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        if len(dict(pairs)) < len(pairs):
            raise ValueError
        return dict(pairs)

    try:
        return json.loads(line.decode("utf-8"), object_pairs_hook=read_object)
    except RecursionError:
        raise ValueError from None


def _whole_number(text: str) -> int | str:
    """The number that a tag holds; its text if it is not written as we write numbers."""
    return int(text) if re.fullmatch(r"0|-?[1-9][0-9]{0,299}", text) else text


def _are_all(values: Any, *kinds: type) -> bool:
    """Is it a list of values of these types? A boolean is not a number."""
    return isinstance(values, list) and all(type(value) in kinds for value in values)


def _finite_numbers(values: Any) -> tuple[float, ...]:
    """The numbers of a list; none where something else is among them."""
    try:
        numbers = tuple(map(float, values)) if _are_all(values, int, float) else ()
    except OverflowError:
        return ()
    return numbers if all(map(math.isfinite, numbers)) else ()


def _is_same(theirs: Any, ours: Any) -> bool:
    """Are both equal, and of the same type? 1.0 and true are not 1."""
    if type(theirs) is not type(ours):
        return False
    if isinstance(ours, list):
        return len(theirs) == len(ours) and all(map(_is_same, theirs, ours))
    return bool(theirs == ours)


def _contrast(theirs: Any, ours: Any) -> str:
    """Both values in words, and of long ones the part where they differ."""
    words = [_words(theirs), _words(ours)]
    same = next(
        (place for place, pair in enumerate(zip(*words, strict=False)) if len(set(pair)) > 1), min(map(len, words))
    )
    if same > SHOWN // 2:
        words = [f"…{text[same - SHOWN // 4 :]}" for text in words]
    return ", not ".join(map(_short, words))


def _words(value: Any) -> str:
    if isinstance(value, list):
        return " and ".join(map(_words, value)) if len(value) > 1 and _are_all(value, str, int, float) else "a list"
    if isinstance(value, dict):
        return "an object"
    return one_line(value) if isinstance(value, str) else json.dumps(value)


def _short(words: str) -> str:
    return words if len(words) <= SHOWN else f"{words[: SHOWN - 1]}…"
