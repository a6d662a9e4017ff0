"""Positions as GNU Backgammon and eXtreme Gammon write them.

    4HPwATDgc/ABMA:cAkAAAAAAAAE                          a position ID and a match ID of GNU Backgammon
    XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10   eXtreme Gammon's

Player 0 is GNU Backgammon's player 0 and eXtreme Gammon's bottom player. Neither format tells whether a player who may
double has already decided to roll, or that the opening roll comes next: a word after the identifier does, `rolling` or
`opening`.
"""

from __future__ import annotations

import base64
import binascii
import re
from dataclasses import dataclass

from zermelo.bits import Wide
from zermelo.games.backgammon.board import BAR, CHECKERS, OFF, START, counts_of, side_of
from zermelo.games.backgammon.state import (
    ANSWER,
    LARGEST_CUBE,
    NAMES,
    NOBODY,
    OFFER,
    OPENING,
    OVER,
    PLAY,
    ROLL,
    BackgammonState,
    Terms,
    on_roll,
)

ROLLING, BEGINNING, FINISHED = "rolling", "opening", "over"  # the words after an identifier
POSITION_LENGTH, MATCH_LENGTH = 14, 12  # characters of the two IDs
CENTRED = 3  # the cube's owner in a match ID
PLAYING, ENDED, DROPPED = 1, 2, 4  # the game in a match ID
EXAMPLE = "4HPwATDgc/ABMA, 4HPwATDgc/ABMA:cAkAAAAAAAAE or XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10"
# The fields of a match ID and their bits, in their order
FIELDS = {
    "cube": 4, "owner": 2, "roller": 1, "crawford": 1, "game": 3, "turn": 1, "doubled": 1, "resigned": 2,
    "die": 3, "other_die": 3, "length": 15, "first": 15, "second": 15, "no_jacoby": 1,
}  # fmt: skip


@dataclass(frozen=True)
class Read:
    """What an identifier says. The sides are those of the player whose dice are or will be rolled, and of the other."""

    mine: Wide
    theirs: Wide
    player: int = 0  # who rolls, has rolled or has doubled
    dice: int = 0
    doubled: bool = False
    cube: int = 1
    owner: int = NOBODY
    length: int | None = None  # None: not told
    first: int = 0
    second: int = 0
    crawford: bool = False
    over: bool = False


# --- writing ---------------------------------------------------------------------------------------------------------


def write_gnubg(state: BackgammonState, terms: Terms) -> str:
    """The position ID and the match ID, and a word where they do not tell all."""
    mine, theirs, player = on_roll(state)
    fields = {
        "cube": state.cube.bit_length() - 1,
        "owner": CENTRED if state.owner == NOBODY else state.owner,
        "roller": player,
        "crawford": state.crawford,
        "game": (ENDED if _is_played_out(state) else DROPPED) if state.stage == OVER else PLAYING,
        "turn": state.player,
        "doubled": int(state.stage == ANSWER),
        "die": state.dice // 10,
        "other_die": state.dice % 10,
        "length": terms.length,
        "first": state.first,
        "second": state.second,
        "no_jacoby": int(not terms.jacoby),
    }
    number = shift = 0
    for name, bits in FIELDS.items():
        number |= fields.get(name, 0) << shift
        shift += bits
    match_id = base64.b64encode(number.to_bytes(9, "little")).decode()
    return f"{position_id(mine, theirs)}:{match_id}{_word(state, terms)}"


def position_id(mine: Wide, theirs: Wide) -> str:
    """GNU Backgammon's position ID; mine: of the player whose roll it is."""
    bits = "".join("1" * count + "0" for side in (theirs, mine) for count in counts_of(side)[1:])
    return base64.b64encode(int(bits[::-1], 2).to_bytes(10, "little")).decode()[:POSITION_LENGTH]


def write_xgid(state: BackgammonState, terms: Terms) -> str:
    """The identifier of eXtreme Gammon, and a word where it does not tell all."""
    mine, theirs, player = on_roll(state)
    bottom, top = (mine, theirs) if player == 0 else (theirs, mine)
    ours, others = counts_of(bottom), counts_of(top)[::-1]
    board = [_letter(ours[place], "A") if ours[place] else _letter(others[place], "a") for place in range(1, BAR)]
    dice = "D" if state.stage == ANSWER else f"{state.dice:02}"
    parts = (
        _letter(others[0], "a") + "".join(board) + _letter(ours[BAR], "A"),
        state.cube.bit_length() - 1,
        {NOBODY: 0, 0: 1, 1: -1}[state.owner],
        1 if player == 0 else -1,
        dice,
        state.first,
        state.second,
        int(bool(state.crawford if terms.length else terms.jacoby)),
        terms.length,
        LARGEST_CUBE.bit_length() - 1,
    )
    return f"XGID={':'.join(map(str, parts))}{_word(state, terms)}"


def _word(state: BackgammonState, terms: Terms) -> str:
    if state.stage == OVER:
        return f" {FINISHED}"
    if state.stage == OPENING:
        return f" {BEGINNING}"
    return f" {ROLLING}" if state.stage == ROLL and terms.may_double(state) else ""


def _letter(count: int, one: str) -> str:
    return chr(ord(one) + count - 1) if count else "-"


def _is_played_out(state: BackgammonState) -> bool:
    return CHECKERS in (counts_of(state.mine)[OFF], counts_of(state.theirs)[OFF])


# --- reading ---------------------------------------------------------------------------------------------------------


def read_identifier(text: str, terms: Terms) -> BackgammonState:
    """The position that an identifier means in a game with these terms. Raises ValueError.

    A position ID alone is black's roll; a roll after it, such as 65, has been rolled.
    """
    identifier, *words = text.replace("GNUBGID", " ").split() or [""]
    word = words.pop() if words and words[-1].lower() in (ROLLING, BEGINNING, FINISHED) else ""
    if identifier.upper().startswith("XGID"):
        read = _read_xgid(identifier[4:].removeprefix("="))
    else:
        read = _read_gnubg(identifier, words)
        words = []
    if words:
        raise ValueError(f"'{words[0]}' follows the identifier; write one like {EXAMPLE}")
    return _settled(read, terms, word.lower())


def _read_gnubg(identifier: str, words: list[str]) -> Read:
    position, colon, match = identifier.partition(":")
    if not re.fullmatch(r"[A-Za-z0-9+/]*", position) or not position:
        raise ValueError(f"write an identifier like {EXAMPLE}")
    mine, theirs = read_position_id(position)
    if not colon and words and len(words[0]) == MATCH_LENGTH:
        match, words = words[0], words[1:]
    if match:
        if words:
            raise ValueError(f"'{words[0]}' follows the match ID, which tells the dice")
        return _read_match_id(match, mine, theirs)
    return Read(mine, theirs, dice=_read_dice("".join(words)) if words else 0)


def read_position_id(text: str) -> tuple[Wide, Wide]:
    """The checkers of the player on roll and of the other. Raises ValueError."""
    if len(text) != POSITION_LENGTH:
        raise ValueError(f"a position ID has {POSITION_LENGTH} characters, such as 4HPwATDgc/ABMA, not {len(text)}")
    number = int.from_bytes(_decoded(text + "==", "position"), "little")
    runs = f"{number:080b}"[::-1].split("0", 50)
    if len(runs) < 51 or "1" in runs[50]:
        raise ValueError("a position ID names 25 places for each side, and this one does not")
    counts = [len(run) for run in runs[:50]]
    theirs, mine = counts[:25], counts[25:]
    return _checked_sides(mine, theirs)


def _checked_sides(mine: list[int], theirs: list[int]) -> tuple[Wide, Wide]:
    """The sides of two lists with points 1 to 24 and the bar. Raises ValueError where no board looks like that."""
    for counts in (mine, theirs):
        if sum(counts) > CHECKERS:
            raise ValueError(f"a side has {CHECKERS} checkers, not {sum(counts)}")
    for point in range(1, BAR):
        if mine[point - 1] and theirs[BAR - point - 1]:
            raise ValueError(f"both sides have checkers on the mover's point {point}")
    if not sum(mine) and not sum(theirs):
        raise ValueError("both sides have borne off all their checkers")
    first, second = (side_of([CHECKERS - sum(counts), *counts]) for counts in (mine, theirs))
    return first, second


def _read_match_id(text: str, mine: Wide, theirs: Wide) -> Read:
    if len(text) != MATCH_LENGTH:
        raise ValueError(f"a match ID has {MATCH_LENGTH} characters, such as cAkAAAAAAAAE, not {len(text)}")
    number = int.from_bytes(_decoded(text, "match"), "little")
    fields = {}
    for name, bits in FIELDS.items():
        fields[name] = number & (1 << bits) - 1
        number >>= bits
    if fields["resigned"]:
        raise ValueError("this match ID has a resignation on offer, which is not played here")
    if fields["owner"] == 2:
        raise ValueError("the cube of this match ID has no owner that there is")
    dice = f"{fields['die']}{fields['other_die']}"
    return Read(
        mine,
        theirs,
        player=fields["roller"],
        dice=_read_dice(dice),
        doubled=bool(fields["doubled"]),
        cube=1 << fields["cube"],
        owner=NOBODY if fields["owner"] == CENTRED else fields["owner"],
        length=fields["length"],
        first=fields["first"],
        second=fields["second"],
        crawford=bool(fields["crawford"]),
        over=fields["game"] in (ENDED, DROPPED),
    )


def _decoded(text: str, what: str) -> bytes:
    try:
        return base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        raise ValueError(f"a {what} ID is made of letters, digits, + and /") from None


def _read_xgid(text: str) -> Read:
    board, *fields = text.split(":")
    if not re.fullmatch("[-a-oA-O]*", board):
        raise ValueError(
            "the board of an XGID is made of - and letters from A to O and a to o: 16 checkers are too many"
        )
    if len(board) != BAR + 1:
        raise ValueError(f"the board of an XGID has {BAR + 1} characters, not {len(board)}")
    if len(fields) not in (8, 9) or not all(re.fullmatch("-?[0-9]{1,4}|[DBR]", field) for field in fields):
        raise ValueError(f"after its board an XGID has nine numbers, as in {EXAMPLE.split()[-1]}")
    if fields[3] in ("B", "R"):
        raise ValueError("this XGID is of a beaver, which is not played here")
    if any(field == "D" for place, field in enumerate(fields) if place != 3):
        raise ValueError("D, for a double, stands where an XGID has the dice")
    bottom = [ord(letter) - ord("@") if letter.isupper() else 0 for letter in board[1:]]
    top = [ord(letter) - ord("`") if letter.islower() else 0 for letter in board[-2::-1]]
    if board[0].isupper() or board[-1].islower():
        raise ValueError("the bar of the top player comes first in an XGID, that of the bottom player last")
    cube, owner, turn, first, second, flag, length = (int(fields[place]) for place in (0, 1, 2, 4, 5, 6, 7))
    if turn not in (1, -1) or owner not in (-1, 0, 1) or not 0 <= cube <= 15 or min(first, second, length) < 0:
        raise ValueError("in an XGID the turn is 1 or -1, the cube's owner 1, 0 or -1, and no score is below 0")
    player = 0 if turn == 1 else 1
    mine, theirs = _checked_sides(*((bottom, top) if player == 0 else (top, bottom)))
    return Read(
        mine,
        theirs,
        player=player,
        dice=0 if fields[3] == "D" else _read_dice(fields[3]),
        doubled=fields[3] == "D",
        cube=1 << cube,
        owner={0: NOBODY, 1: 0, -1: 1}[owner],
        length=length,
        first=first,
        second=second,
        crawford=bool(length and flag),
    )


def _read_dice(text: str) -> int:
    digits = re.fullmatch(r"([0-6])-?([0-6])", text)
    if not digits or (digits[1] == "0") != (digits[2] == "0"):
        raise ValueError(f"dice are two numbers from 1 to 6, such as 65, not '{text}'")
    return 10 * int(max(digits[1], digits[2])) + int(min(digits[1], digits[2]))


def _settled(read: Read, terms: Terms, word: str) -> BackgammonState:
    """The state that an identifier means. Raises ValueError where it is none of a game with these terms."""
    length = terms.length if read.length is None else read.length
    if length != terms.length:
        of = f"of a match to {length} points: name the game backgammon:length={length}" if length else "of money play"
        raise ValueError(f"this is a position {of}" + ("" if terms.cube else ",cube=true" if length else ""))
    if (read.cube > 1 or read.owner != NOBODY or read.doubled) and not terms.cube:
        raise ValueError("this is a position with a doubling cube: name the game backgammon:cube=true")
    if read.cube > LARGEST_CUBE:
        raise ValueError(f"the cube goes up to {LARGEST_CUBE}, not to {read.cube}")
    if read.cube == 1 and read.owner != NOBODY:
        raise ValueError("a cube of 1 is in the middle and belongs to nobody")
    if read.crawford and not length:
        raise ValueError("only a match has a Crawford game")
    over = read.over or word == FINISHED
    first, second = (read.first, read.second) if length or over else (0, 0)
    most = max(first, second)
    if over and most == min(first, second) or length and (most >= length) != over:
        raise ValueError(f"the score, {first} to {second}, does not fit a game that is {'' if over else 'not '}over")
    state = BackgammonState(
        read.mine, read.theirs, read.player, ROLL, read.dice, read.cube, read.owner, first, second, int(read.crawford)
    )
    if over:
        return state._replace(stage=OVER, dice=0)
    if _is_played_out(state):
        raise ValueError("a side has borne off all its checkers: the game is over")
    if word == BEGINNING:
        if (state.mine, state.theirs, state.dice, state.cube) != (START, START, 0, 1) or read.doubled:
            raise ValueError("the opening roll is of the position 4HPwATDgc/ABMA, with no dice and a cube of 1")
        return state._replace(stage=OPENING, player=0)
    if state.dice:
        if word == ROLLING or read.doubled:
            raise ValueError("the dice have been rolled")
        return state._replace(stage=PLAY)
    if read.doubled:
        if not terms.may_double(state):
            raise ValueError(f"{NAMES[state.player]} may not double here")
        return state._replace(mine=state.theirs, theirs=state.mine, player=1 - state.player, stage=ANSWER)
    return state._replace(stage=OFFER) if terms.may_double(state) and word != ROLLING else state
