"""PGN: games of chess read and written as players exchange them."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from zermelo.game import Action, Game, State, ZermeloError, brief
from zermelo.games.chess.rules import ChessState
from zermelo.games.chess.san import moves_named
from zermelo.loading import load
from zermelo.records.game_record import GameRecord
from zermelo.records.reading import text_of

ROSTER = {"Event": "?", "Site": "?", "Date": "????.??.??", "Round": "?", "White": "?", "Black": "?", "Result": "*"}
UTILITIES = {"1-0": (1.0, -1.0), "0-1": (-1.0, 1.0), "1/2-1/2": (0.0, 0.0)}
UNKNOWN = "*"  # the result of a game that goes on
SUFFIXES = {"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6}  # and the NAGs that mean the same
WIDTH = 79  # columns of a line that is written

TOKEN = re.compile(
    r"""(?P<escape>^%.*)
    | (?P<comment>\{[^}]*\}|;.*)
    | (?P<tag>\[\s*(?P<name>[\w+\#=:-]+)\s*"(?P<value>(?:\\.|"(?!\s*\])|[^"\\\n])*)"\s*\])
    | (?P<nag>\$\d+)
    | (?P<open>\()
    | (?P<close>\))
    | (?P<result>(?:1-0|0-1|1/2(?:-1/2)?)(?![\w/-])|\*)
    | (?P<number>\d+\s*\.+|\d+(?![^\s{(;])|\.+|…)
    | (?P<word>[^\s{}()\[\];$]+)
    | (?P<bad>\S.*)""",
    re.VERBOSE | re.MULTILINE,
)


def chess() -> Game:
    """The one game that PGN is about."""
    return load("chess")


@dataclass(frozen=True)
class PgnGame:
    """A game of chess as PGN holds it.

    comments and nags are by the number of plies before them: 0 is before the first move.
    """

    actions: tuple[Action, ...] = ()
    result: str = UNKNOWN  # 1-0, 0-1, 1/2-1/2 or *
    tags: Mapping[str, str] = field(default_factory=dict)  # in their order
    start: State = field(default_factory=lambda: chess().initial())
    comments: Mapping[int, str] = field(default_factory=dict)
    nags: Mapping[int, tuple[int, ...]] = field(default_factory=dict)  # 1 is !, 2 is ?, …
    terminator: str = field(default="", compare=False)  # the result after the moves; "": they were read to no result

    @property
    def game(self) -> Game:
        return chess()

    @property
    def utilities(self) -> tuple[float, float] | None:
        """What White and Black got; None where the result is not known."""
        return UTILITIES.get(self.result)


# --- reading --------------------------------------------------------------------------------------------------------


def read_games(text: str, plies: int | None = None) -> Iterator[PgnGame]:
    """The games of a text, one after the other; variations are left out.

    plies: read at most so many of each game; what follows is not checked.
    Raises ZermeloError naming the game, the move and what is wrong there.
    """
    draft, depth = _Draft(1, plies), 0
    for token in TOKEN.finditer(text.removeprefix("\ufeff")):
        kind, words = token.lastgroup, token[0]
        if kind == "bad":
            raise draft.error(_complaint(words))
        if kind == "close" and depth == 0:
            raise draft.error("')' closes no variation")
        if kind == "tag" and depth:
            raise draft.error("a variation '(' is never closed")
        depth += (kind == "open") - (kind == "close")
        if depth or kind in ("escape", "close", "number"):
            continue
        if kind == "tag":
            if draft.actions or (token["name"] == "Event" and "Event" in draft.tags):  # a game without a result ends
                yield draft.finish()
                draft = _Draft(draft.number + 1, plies)
            draft.tags[token["name"]] = re.sub(r'\\(["\\])', r"\1", token["value"])
        elif kind == "comment":
            draft.comment(words[1:-1] if words[0] == "{" else words[1:])
        elif kind == "nag":
            draft.nag(int(words[1:]))
        elif kind == "word":
            draft.word(words)
        elif kind == "result":
            yield draft.finish("1/2-1/2" if words == "1/2" else words)
            draft = _Draft(draft.number + 1, plies)
    if depth:
        raise draft.error("a variation '(' is never closed")
    if draft.tags or draft.actions:
        yield draft.finish()


def whole_length(text: str) -> int:
    """How much of a text is whole games: up to the last result that ends a game's moves; 0 where there is none."""
    length = depth = 0
    for token in TOKEN.finditer(text):
        depth += (token.lastgroup == "open") - (token.lastgroup == "close")
        is_cut = token[0] == "1/2" and token.end() == len(text)  # the beginning of 1/2-1/2
        if token.lastgroup == "result" and depth == 0 and not is_cut:
            length = token.end()
    return length


def read_file(path: str | Path, plies: int | None = None) -> Iterator[PgnGame]:
    """The games of a file: UTF-8, or Latin-1 as the standard has it. Raises ZermeloError."""
    text = text_of(path)
    try:
        yield from read_games(text, plies)
    except ZermeloError as error:
        raise ZermeloError(f"{path}: {error}") from None


def games_in(path: Path, game: Game) -> Iterator[PgnGame]:
    """The games of a file for a game that should be chess. Raises ZermeloError."""
    if game.name != "chess":
        raise ZermeloError(
            f"{path.name}: PGN is for chess, not for {game.name}; write a position, or moves, on each line"
        )
    return read_file(path)


def _complaint(text: str) -> str:
    shown = brief(text)
    if text[0] == "{":
        return f"the comment '{shown}' is never closed"
    if text[0] == "[":
        return f"'{shown}' is not a tag: write [Name \"value\"]"
    return f"'{shown}' has no meaning in PGN"


@lru_cache(maxsize=1 << 14)  # games share their openings
def _meanings(state: State, word: str) -> tuple[Action, ...]:
    return tuple(moves_named(state, word, chess().actions(state)))


class _Draft:
    """A game that is being read."""

    def __init__(self, number: int, plies: int | None) -> None:
        self.number, self.plies = number, plies
        self.chess = chess()
        self.tags: dict[str, str] = {}
        self.actions: list[Action] = []
        self.seen = 0  # moves, more than actions where some are left out
        self.comments: dict[int, str] = {}
        self.nags: dict[int, tuple[int, ...]] = {}
        self.start: State = None
        self.state: State = None

    def begin(self) -> None:
        """Sets up the board once, when the first move comes and all tags are known."""
        if self.start is not None:
            return
        try:
            self.start = self.chess.read_state(self.tags["FEN"]) if "FEN" in self.tags else self.chess.initial()
        except ZermeloError as error:
            raise ZermeloError(f"game {self.number}: {error}") from None
        self.state = self.start

    def word(self, word: str) -> None:
        """A move, or something that is said about the last one.

        =, +- and ∞ are assessments, not moves; -- is a null move, which cannot be played.
        """
        if word in SUFFIXES:
            self.nag(SUFFIXES[word])
        elif word == "--" or (word not in ("e.p.", "ep") and any(letter.isalnum() for letter in word)):
            self.seen += 1
            if self.plies is None or self.seen <= self.plies:
                self.play(word)

    def play(self, word: str) -> None:
        self.begin()
        action = self.read(word)
        self.actions.append(action)
        self.state = self.chess.result(self.state, action)
        suffix = re.search(r"[!?]+$", word)
        if suffix and suffix[0] in SUFFIXES:
            self.nag(SUFFIXES[suffix[0]])

    def read(self, word: str) -> Action:
        found = _meanings(self.state, word)
        if len(found) == 1:
            return found[0]
        if found:
            names = " or ".join(self.chess.action_text(self.state, action) for action in found)
            raise self.error(f"'{word}' could be {names}")
        try:
            return self.chess.read_action(self.state, word)
        except ZermeloError as error:
            raise self.error(str(error)) from None

    def comment(self, text: str) -> None:
        if text.strip() and self.seen == len(self.actions):
            before = self.comments.get(self.seen, "")
            self.comments[self.seen] = " ".join([before, *text.split()]).strip()

    def nag(self, number: int) -> None:
        if self.seen == len(self.actions):
            self.nags[self.seen] = (*self.nags.get(self.seen, ()), number)

    def error(self, what: str) -> ZermeloError:
        self.begin()
        move = f"{self.state.move}{'.' if self.state.player == 0 else '...'}"
        return ZermeloError(f"game {self.number}, move {move}: {what}")

    def finish(self, terminator: str = "") -> PgnGame:
        """The game; a result in the tags takes precedence over the one that ends the moves."""
        self.begin()
        told = self.tags.get("Result", UNKNOWN)
        result = told if told in UTILITIES else terminator or UNKNOWN
        return PgnGame(tuple(self.actions), result, self.tags, self.start, self.comments, self.nags, terminator)


# --- writing --------------------------------------------------------------------------------------------------------


def write_game(game: PgnGame, termination: str | None = None) -> str:
    """A game as PGN: the seven tags that every game has, the others, and the moves in lines of less than 80 columns.

    termination: why it ended, as its own tag: "normal", "time forfeit", "rules infraction", "adjudication", ….
    Join several games with an empty line.
    """
    tags = {**ROSTER, **game.tags, "Result": game.result}
    for name in ("SetUp", "FEN", *(["Termination"] if termination else [])):
        tags.pop(name, None)
    if game.start != chess().initial():
        tags |= {"SetUp": "1", "FEN": chess().state_text(game.start)}
    if termination:
        tags["Termination"] = termination
    moves = textwrap.wrap(" ".join(_words(game)), WIDTH, break_long_words=False, break_on_hyphens=False)
    return "\n".join([*(_tag(name, value) for name, value in tags.items()), "", *moves, ""])


def pgn_of(
    record: GameRecord,
    names: Sequence[str] = ("White", "Black"),
    tags: Mapping[str, str] | None = None,
    termination: str | None = None,
) -> str:
    """A game of chess that was played here, as PGN. Raises ZermeloError for another game."""
    if not isinstance(record.start, ChessState):
        raise ZermeloError(f"PGN is for chess, not for {record.game.name}")
    white, black = record.utilities
    result = "1-0" if white > black else "0-1" if white < black else "1/2-1/2"
    named = {**ROSTER, "White": names[0], "Black": names[1], **(tags or {})}
    return write_game(PgnGame(record.actions, result, named, record.start), termination)


def _tag(name: str, value: str) -> str:
    if not re.fullmatch(r"[\w+#=:-]+", name):
        raise ZermeloError(f"'{brief(name)}' cannot be the name of a PGN tag: use letters, digits and _")
    text = " ".join(str(value).split())
    quoted = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'[{name} "{quoted}"]'


def _words(game: PgnGame) -> Iterator[str]:
    """Move numbers, moves, NAGs, comments and the result, in their order."""
    state, rules = game.start, chess()
    yield from _remarks(game, 0)
    for ply, action in enumerate(game.actions, 1):
        if state.player == 0:
            yield f"{state.move}."
        elif ply == 1 or ply - 1 in game.comments:
            yield f"{state.move}..."
        yield rules.action_text(state, action)
        yield from _remarks(game, ply)
        state = rules.result(state, action)
    yield game.result


def _remarks(game: PgnGame, ply: int) -> Iterator[str]:
    for number in game.nags.get(ply, ()):
        yield f"${number}"
    if game.comments.get(ply):
        yield "{" + game.comments[ply].replace("}", ")") + "}"
