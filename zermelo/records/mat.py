"""Match files of backgammon (.mat): games read and written as GNU Backgammon and other programs exchange them.

     3 point match

     Game 1
     Ann : 0                        Bob : 0
      1)                             21: 13/11 24/23
      2) 52: 13/8 24/22              63: 8/5 11/5
      3)  Doubles => 2                Drops
          Wins 1 point

The first player has the left column. A game may end without its last moves, where a player resigned.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from zermelo.game import CHANCE, Action, Game, State, ZermeloError, brief
from zermelo.games.backgammon import state as at
from zermelo.games.backgammon.notation import steps_with_hits
from zermelo.games.backgammon.state import BackgammonState
from zermelo.loading import load
from zermelo.records.game_record import GameRecord
from zermelo.records.reading import read_with

LONGEST_LINE = 1000  # characters
LEFT = 27  # columns of the first player's turns
RIGHT_FROM = 20  # what stands this far to the right is the second player's
TAG = re.compile(r';\s*\[\s*(?P<name>\w+)\s+"(?P<value>.*)"\s*\]\s*')
TITLE = re.compile(r"\s*(?P<length>\d+)\s+point\s+match\s*", re.IGNORECASE)
NUMBER = re.compile(r"\s*Game\s+(?P<number>\d+)\s*", re.IGNORECASE)
SCORES = re.compile(r"\s*(?P<left>.*?)\s*:\s*(?P<first>\d+)\s+(?P<right>\S.*?)\s*:\s*(?P<second>\d+)\s*")
LINE = re.compile(r"\s*(?P<number>\d+)\)(?P<events>.*)")
WON = re.compile(r"(?P<before>.*?)wins\s+(?P<points>\d+)\s+points?\b.*", re.IGNORECASE)
EVENT = re.compile(r"(?=\b[1-6]{2}:)|(?=\b(?:doubles|redoubles|takes|drops|passes|wins)\b)", re.IGNORECASE)
ROLLED = re.compile(r"(?P<dice>[1-6]{2}):(?P<turn>.*)", re.DOTALL)
ANSWERS = {"doubles": "double", "redoubles": "double", "takes": "take", "drops": "drop", "passes": "drop"}


@dataclass(frozen=True)
class MatGame:
    """One game of a match or of a session for money."""

    start: State  # its opening roll comes next
    actions: tuple[Action, ...]  # with the rolls
    winner: int | None = None  # None: it was not finished
    points: int = 0  # to the winner


@dataclass(frozen=True)
class MatMatch:
    """What a .mat file holds."""

    games: tuple[MatGame, ...]
    names: tuple[str, str] = ("black", "white")
    length: int = 0  # points of the match; 0: a session for money
    tags: Mapping[str, str] = field(default_factory=dict)

    @property
    def game(self) -> Game:
        """The game that the actions are of."""
        return _game(self.length)


def _game(length: int) -> Game:
    return load("backgammon", cube=True, length=length)


# --- reading --------------------------------------------------------------------------------------------------------


def read_match(text: str) -> MatMatch:
    """The match of a text. Raises ZermeloError naming the game, the move and what is wrong there."""
    draft = _Draft()
    for line in text.removeprefix("\ufeff").splitlines():
        draft.read(line)
    return draft.finish()


def read_file(path: str | Path) -> MatMatch:
    """The match of a file: UTF-8, or Latin-1. Raises ZermeloError."""
    return read_with(read_match, path)


class _Draft:
    """A match that is being read."""

    def __init__(self) -> None:
        self.length: int | None = None
        self.names = ("black", "white")
        self.tags: dict[str, str] = {}
        self.games: list[MatGame] = []
        self.number = 0  # of the game that is being read; 0: none
        self.start: State = None
        self.state: State = None
        self.actions: list[Action] = []
        self.move = "start"
        self.told: tuple[int, int] | None = None  # who has won and how many points, as the file says
        self.was_close = False  # has a side been within a point of winning before?

    def read(self, line: str) -> None:
        if len(line) > LONGEST_LINE:
            raise self.error(f"a line has {len(line)} characters, more than {LONGEST_LINE}")
        if tag := TAG.fullmatch(line):
            self.tags[tag["name"]] = tag["value"]
        elif not line.strip() or line.lstrip().startswith(";"):
            return
        elif self.length is None:
            title = TITLE.fullmatch(line)
            if not title or int(title["length"]) > at.LONGEST_MATCH:
                raise ZermeloError(f"a match file begins with '3 point match' or '0 point match', not '{brief(line)}'")
            self.length = int(title["length"])
        elif number := NUMBER.fullmatch(line):
            self.close()
            self.number = int(number["number"])
        elif self.number and self.start is None:
            self.begin(line)
        elif self.number and (numbered := LINE.fullmatch(line)):
            self.move = f"move {numbered['number']}"
            self.events(numbered["events"], numbered.start("events"))
        elif self.number and WON.fullmatch(line):
            self.events(line, 0)
        else:
            raise self.error(f"'{brief(line)}' is no line of a match file")

    def begin(self, line: str) -> None:
        """Reads the players and the score, and sets up the board."""
        scores = SCORES.fullmatch(line)
        if not scores:
            raise self.error(
                f"the players and their scores should stand here, 'Ann : 0   Bob : 0', not '{brief(line)}'"
            )
        self.names = (scores["left"] or "black", scores["right"])
        state, length = _game(self.length or 0).initial(), self.length or 0
        if length:
            first, second = int(scores["first"]), int(scores["second"])
            if max(first, second) >= length:
                raise self.error(f"the match to {length} is over at {first} to {second}")
            is_close = length - 1 in (first, second)
            state = state._replace(first=first, second=second, crawford=int(is_close and not self.was_close))
            self.was_close = self.was_close or is_close
        self.start = self.state = state

    def events(self, text: str, column: int) -> None:
        """Plays what a line tells, from left to right."""
        for part in EVENT.split(text):
            words = part.strip()
            where, column = column + len(part) - len(part.lstrip()), column + len(part)
            if not words:
                continue
            if won := WON.fullmatch(words):
                self.told = (self.winner(where), int(won["points"]))
            elif rolled := ROLLED.fullmatch(words):
                self.roll(rolled["dice"], rolled["turn"].strip(), where)
            else:
                self.play(ANSWERS.get(words.split()[0].lower(), words))

    def roll(self, dice: str, turn: str, column: int) -> None:
        if self.state.stage == at.OPENING and not self.is_over():
            high, low = sorted(dice, reverse=True)
            if high == low:
                raise self.error(f"nobody begins with {dice}: the first roll has two different dice")
            self.play(f"{high}{low}" if column < RIGHT_FROM else f"{low}{high}")
        else:
            if self.state.stage == at.OFFER:
                self.play("roll")
            self.play(dice)
        self.play(turn or "no move")

    def play(self, text: str) -> None:
        if self.is_over():
            raise self.error(f"'{brief(text)}' comes after the game is over")
        rules = _game(self.length or 0)
        assert rules.parse_action is not None
        action = rules.parse_action(self.state, text)  # much faster than `read_action`, which writes all turns
        if action is None:
            try:
                action = rules.read_action(self.state, text)
            except ZermeloError as error:
                raise self.error(str(error)) from None
        self.actions.append(action)
        self.state = rules.result(self.state, action)

    def is_over(self) -> bool:
        return bool(self.actions) and self.state.stage in (at.OPENING, at.OVER)

    def winner(self, column: int) -> int:
        """Who has won: as the rules say where the game was played to its end, else by the column that tells it."""
        if self.is_over():
            return 0 if _gains(self.start, self.state)[0] else 1
        return 0 if column < RIGHT_FROM else 1

    def close(self) -> None:
        """Ends the game that is being read, if there is one."""
        if self.number and self.start is None:
            raise self.error("the players and their scores are missing")
        if self.start is not None:
            winner, points = self.told or (None, 0)
            if self.is_over():
                gains = _gains(self.start, self.state)
                winner, won = (0, gains[0]) if gains[0] else (1, gains[1])
                points = points if self.told and not self.length else won  # Jacoby's rule is not told in a file
            self.games.append(MatGame(self.start, tuple(self.actions), winner, points))
        self.start = self.state = self.told = None
        self.actions, self.move = [], "start"

    def finish(self) -> MatMatch:
        if self.length is None:
            raise ZermeloError("a match file begins with '3 point match' or '0 point match'; this one is empty")
        self.close()
        return MatMatch(tuple(self.games), self.names, self.length, self.tags)

    def error(self, what: str) -> ZermeloError:
        return ZermeloError(f"game {self.number}, {self.move}: {what}" if self.number else what)


def _gains(start: BackgammonState, end: BackgammonState) -> tuple[int, int]:
    """What a game brought to each player."""
    return end.first - start.first, end.second - start.second


# --- writing --------------------------------------------------------------------------------------------------------


def write_match(match: MatMatch) -> str:
    """The match as a .mat file has it."""
    lines = [f'; [{name} "{value}"]' for name, value in match.tags.items()]
    lines += [*([""] if lines else []), f" {match.length} point match", ""]
    score = [0, 0]
    for number, game in enumerate(match.games, 1):
        if match.length:
            score = [game.start.first, game.start.second]
        left = f" {match.names[0]} : {score[0]}"
        lines += [f" Game {number}", f"{left:<{LEFT + 5}} {match.names[1]} : {score[1]}", *_turns(match.game, game), ""]
        if game.winner is not None:
            score[game.winner] += game.points
    return "\n".join(lines)


def match_of(record: GameRecord, names: Sequence[str] = ("black", "white")) -> MatMatch:
    """A match, or a game for money, that was played here. Raises ZermeloError for another game than backgammon."""
    if not isinstance(record.start, BackgammonState):
        raise ZermeloError(f".mat files are of backgammon, not of {record.game.name}")
    if record.start.stage != at.OPENING:
        raise ZermeloError("a game in a .mat file starts with the opening roll, and this one does not")
    length = int(record.game.parameters["length"])
    rules, games = _game(length), list[MatGame]()
    start = state = record.start
    actions: list[Action] = []
    for action in record.actions:
        if state.stage == at.OFFER and not record.game.parameters["cube"]:  # where nobody could double, all rolled
            actions.append(at.ROLL_DICE)
            state = rules.result(state, at.ROLL_DICE)
        actions.append(action)
        state = rules.result(state, action)
        if state.stage in (at.OPENING, at.OVER) and len(actions) > 1:
            gains = _gains(start, state)
            games.append(MatGame(start, tuple(actions), 0 if gains[0] else 1, max(gains)))
            start, actions = state, []
    if actions:
        games.append(MatGame(start, tuple(actions)))
    return MatMatch(tuple(games), (names[0], names[1]), length)


def _turns(rules: Game, game: MatGame) -> list[str]:
    """The lines of a game: its numbered turns in two columns, and who has won."""
    cells: list[str] = []  # the left and the right column in turn
    state = game.start
    for action in game.actions:
        mover = rules.to_move(state)
        cell = _cell(state, action) if mover != CHANCE else None
        if cell is not None:
            if len(cells) % 2 != mover:
                cells.append("")
            cells.append(cell)
        state = rules.result(state, action)
    lines = [
        f"{number:3}) {' '.join(f'{cell:<{LEFT}}' for cell in cells[place : place + 2])}".rstrip()
        for number, place in enumerate(range(0, len(cells), 2), 1)
    ]
    if game.winner is not None:
        won = f"Wins {game.points} {'point' if game.points == 1 else 'points'}"
        lines.append(f"{'':{6 if game.winner == 0 else LEFT + 7}}{won}")
    return lines


def _cell(state: BackgammonState, action: Action) -> str | None:
    """What a player did, as a .mat file has it; None: the decision to roll is not told."""
    if state.stage == at.OFFER:
        return f" Doubles => {2 * state.cube}" if action == at.DOUBLE else None
    if state.stage == at.ANSWER:
        return " Takes" if action == at.TAKE else " Drops"
    assert state.stage == at.PLAY
    steps = steps_with_hits(state.theirs, state.dice, action)
    return " ".join([f"{state.dice}:", *(f"{origin}/{target}{'*' * hits}" for origin, target, hits in steps)])
