"""Deals of bridge as PBN (Portable Bridge Notation) has them: tags, the auction, and the play trick by trick.

    [Dealer "N"]
    [Vulnerable "NS"]
    [Deal "N:AK95.T2.QJ98.AQ4 T62.K4.652.T9876 QJ.QJ9763.T7.K52 8743.A85.AK43.J3"]
    [Auction "N"]
    1NT Pass 4H AP
    [Play "W"]
    DA D8 D5 DT
    …

A row of the play is a trick, and its columns are seats: the first is the one to the left of declarer, whoever leads.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from zermelo.game import CHANCE, Action, Game, ZermeloError, brief
from zermelo.games.bridge import BridgeState
from zermelo.games.bridge.calls import CALLS, auction_of, call_text, contract_text, read_call, read_contract
from zermelo.games.bridge.cards import SEAT_NAMES, SEATS, card_text, read_card
from zermelo.games.bridge.dealing import everything
from zermelo.games.bridge.state import played_in
from zermelo.games.bridge.text import hands_text, read_hands
from zermelo.loading import load
from zermelo.records.game_record import GameRecord
from zermelo.records.reading import read_with

TAG = re.compile(r'\s*\[\s*(?P<name>\w{1,40})\s+"(?P<value>[^"]{0,400})"\s*\]\s*')
REMARK = re.compile(r"\{[^}]*\}|;[^\n]*|^%[^\n]*", re.MULTILINE)
REMOVED = "\x1f"  # stands for a remark: a line of nothing else is not empty
VULNERABLE = {"none": 0, "love": 0, "-": 0, "": 0, "ns": 1, "ew": 2, "all": 3, "both": 3}
VULNERABLE_TAGS = ("None", "NS", "EW", "All")
ENDS, SILENT = ("*", "+"), ("-", "AP")
MOST_GAMES, LONGEST = 10_000, 5_000_000  # games, characters
RULES = "bridge"


@dataclass(frozen=True)
class Board:
    """One deal, and what was called and played."""

    start: BridgeState  # dealt, before the first call, or with the contract that was given
    actions: tuple[Action, ...] = ()
    tags: Mapping[str, str] = field(default_factory=dict)  # all others: players, event, …

    @property
    def game(self) -> Game:
        """The game that the actions are of."""
        return load(RULES)

    @property
    def end(self) -> BridgeState:
        """The state after the last action."""
        state, game = self.start, self.game
        for action in self.actions:
            state = game.result(state, action)
        return state


# --- reading ----------------------------------------------------------------------------------------------------------


def read_games(text: str) -> list[Board]:
    """The deals of a text. Raises ZermeloError naming the deal and what is wrong there."""
    if len(text) > LONGEST:
        raise ZermeloError(f"a text of PBN has at most {LONGEST:,} characters, not {len(text):,}")
    found, before = list[Board](), dict[str, str]()
    for number, (tags, sections) in enumerate(_split(text), 1):
        if number > MOST_GAMES:
            raise ZermeloError(f"there are more than {MOST_GAMES:,} deals")
        tags = {name: before.get(name, "") if value.startswith("#") else value for name, value in tags.items()}
        before |= tags
        try:
            found.append(_board(tags, sections))
        except ValueError as error:
            raise ZermeloError(f"deal {number}: {brief(str(error), 200)}") from None
    if not found:
        raise ZermeloError('PBN has a tag [Deal "N:…"] for each deal, and there is none here')
    return found


def read_file(path: str | Path) -> list[Board]:
    """The deals of a file: UTF-8, or Latin-1. Raises ZermeloError."""
    return read_with(read_games, path)


def _split(text: str) -> Iterator[tuple[dict[str, str], dict[str, list[str]]]]:
    """The tags and sections of each deal: a new one begins where a tag comes again, or after an empty line."""
    tags, sections, current = dict[str, str](), dict[str, list[str]](), ""
    for remarked in [*REMARK.sub(REMOVED, text).splitlines(), ""]:
        line = remarked.replace(REMOVED, " ")
        if line != remarked and not line.strip():
            continue
        tag = TAG.fullmatch(line)
        if tag is None and line.strip():
            if current:
                sections[current] += line.split()
            continue
        if tags and (tag is None or tag["name"] in tags):
            if "Deal" in tags:
                yield tags, sections
            tags, sections, current = {}, {}, ""
        if tag is not None:
            tags[tag["name"]] = tag["value"]
            current = tag["name"] if tag["name"] in ("Auction", "Play") else ""
            if current:
                sections[current] = []
    if "Deal" in tags:
        yield tags, sections


def _board(tags: Mapping[str, str], sections: Mapping[str, Sequence[str]]) -> Board:
    """A deal from its tags. Raises ValueError."""
    start = start_of(tags["Deal"], tags.get("Dealer", ""), tags.get("Vulnerable", ""))
    given = tags.get("Contract", "").strip()
    calls = [word for word in sections.get("Auction", ()) if not word.startswith(("=", "$")) and word not in ENDS]
    if not calls and given and given.lower() not in ("pass", "?"):
        bid, doubled = read_contract(given)
        declarer = _seat(tags.get("Declarer", "").lstrip("^"), "a contract without an auction needs [Declarer]")
        start = start._replace(bid=bid, doubled=doubled, bidder=declarer, declarer=declarer, leader=(declarer + 1) % 4)
    state, actions = follow_calls(start, calls)
    cards = [word for word in sections.get("Play", ()) if not word.startswith(("=", "$"))]
    if cards:
        _, more = _follow_play(state, cards, tags.get("Play", ""))
        actions += more
    known = {"Deal", "Dealer", "Vulnerable", "Auction", "Play", "Contract", "Declarer", "Result"}
    return Board(start, tuple(actions), {name: value for name, value in tags.items() if name not in known})


def start_of(deal: str, dealer: str, vulnerable: str) -> BridgeState:
    """The state of a deal before the first call. A hand that is not given ("-") has the other cards."""
    words = deal.split()
    unknown = [place for place, word in enumerate(words) if word.removeprefix(f"{words[0][:1]}:") == "-"]
    if len(unknown) > 1:
        raise ValueError("the deal has fewer than three hands: what the others hold cannot be told")
    words = ["...".join(word.rsplit("-", 1)) if place in unknown else word for place, word in enumerate(words)]
    hands = read_hands(words)
    if len(words) > 4:
        raise ValueError("a deal has four hands")
    rest = everything(13) & ~sum(hands)
    if unknown:
        seat = (SEATS.index(words[0][0].upper()) + unknown[0]) % 4
        hands[seat] = rest
    if any(hand.bit_count() != 13 for hand in hands):
        raise ValueError("each hand has thirteen cards")
    first = _seat(dealer or "N", "[Dealer] is N, E, S or W")
    if vulnerable.lower() not in VULNERABLE:
        raise ValueError(f"[Vulnerable] is None, NS, EW or All, not {brief(vulnerable)!r}")
    blank: BridgeState = load(RULES).initial()
    return blank._replace(
        hands=(hands[0], hands[1], hands[2], hands[3]), dealt=52, dealer=first, leader=first,
        vulnerable=VULNERABLE[vulnerable.lower()],
    )  # fmt: skip


def _seat(text: str, otherwise: str) -> int:
    if text.upper() not in tuple(SEATS):
        raise ValueError(f"{otherwise}, not {brief(text)!r}")
    return SEATS.index(text.upper())


def follow_calls(state: BridgeState, calls: Sequence[str]) -> tuple[BridgeState, list[Action]]:
    """The state after some calls, and the actions. AP: all pass. Raises ValueError."""
    game, actions = load(RULES), list[Action]()
    for word in calls:
        if word == "-":
            continue
        waiting = [0] * (4 if state.bid < 0 else 3) if word.upper() == "AP" else [read_call(word)]
        for call in waiting[state.passes if word.upper() == "AP" else 0 :]:
            if state.declarer >= 0 or game.is_terminal(state) or CALLS + call not in game.legal(state):
                raise ValueError(f"{brief(word)} is no legal call of {SEAT_NAMES[state.leader]}")
            actions.append(CALLS + call)
            state = game.result(state, CALLS + call)
    return state, actions


def follow_cards(state: BridgeState, cards: Sequence[str]) -> tuple[BridgeState, list[Action]]:
    """The state after some cards in the order in which they were played, and the actions. Raises ValueError."""
    game, actions = load(RULES), list[Action]()
    for word in cards:
        card = read_card(word)
        if state.declarer < 0 or game.is_terminal(state) or card not in game.legal(state):
            raise ValueError(f"{brief(word)} is no legal card here")
        actions.append(card)
        state = game.result(state, card)
    return state, actions


def _follow_play(state: BridgeState, words: Sequence[str], first: str) -> tuple[BridgeState, list[Action]]:
    """The same from the rows of a play section, whose columns are seats from the first one named."""
    column, actions = _seat(first, "[Play] names who leads first"), list[Action]()
    cards = list(words)
    while cards and cards[-1] in ENDS:
        cards.pop()
    for start in range(0, len(cards), 4):
        row = {(column + place) % 4: word for place, word in enumerate(cards[start : start + 4])}
        for place in range(4):
            word = row.get((state.leader + place) % 4 if state.laid % 4 == 0 else (state.leader + state.laid % 4) % 4)
            if word is None or word in SILENT or word in ENDS:
                if start + 4 < len(cards) or any(row[seat] not in (*SILENT, *ENDS) for seat in _rest(row, state)):
                    raise ValueError("a card is missing in the play")
                return state, actions
            state, more = follow_cards(state, [word])
            actions += more
    return state, actions


def _rest(row: Mapping[int, str], state: BridgeState) -> list[int]:
    """The seats of a row that come after the next one to play."""
    played = state.laid % 4
    return [seat for seat in row if (seat - state.leader) % 4 > played]


# --- writing ----------------------------------------------------------------------------------------------------------


def board_of(record: GameRecord, names: Sequence[str] = ()) -> Board:
    """A game that was played here, without the dealing. Raises ZermeloError for another game than bridge."""
    if not isinstance(record.start, BridgeState) or record.game.parameters.get("cards", 13) != 13:
        raise ZermeloError(f"PBN and LIN are for bridge with thirteen cards each, not for {record.game.title}")
    state, actions = record.start, list(record.actions)
    while actions and record.game.to_move(state) == CHANCE:
        state = record.game.result(state, actions.pop(0))
    if record.game.to_move(state) == CHANCE or state.gone or state.laid:
        raise ZermeloError("the record does not begin with a whole deal")
    if state.declarer >= 0 > state.bid:
        raise ZermeloError("PBN and LIN have no notation for mini-bridge")
    tags = dict(zip(SEAT_NAMES, names, strict=False)) if len(names) == 4 else {}
    return Board(state, tuple(actions), tags)


def write_game(board: Board) -> str:
    """A deal as PBN has it."""
    end, start = board.end, board.start
    tags = {name: value.replace('"', "'") for name, value in board.tags.items()}
    tags |= {
        "Dealer": SEATS[start.dealer],
        "Vulnerable": VULNERABLE_TAGS[start.vulnerable],
        "Deal": hands_text(start.hands),
    }
    calls = auction_of(end)
    if end.declarer >= 0:
        tags |= {"Declarer": SEATS[end.declarer], "Contract": contract_text(end.bid, end.doubled)}
    elif board.game.is_terminal(end):
        tags |= {"Declarer": "", "Contract": "Pass"}
    if end.laid == 52:
        tags["Result"] = str(end.won if end.declarer & 1 == 0 else 13 - end.won)
    lines = [f'[{name} "{value}"]' for name, value in tags.items()]
    if calls:
        lines.append(f'[Auction "{SEATS[start.dealer]}"]')
        lines += [" ".join(map(call_text, calls[place : place + 4])) for place in range(0, len(calls), 4)]
        lines += [] if end.declarer >= 0 or board.game.is_terminal(end) else ["+"]
    if end.laid:
        first = (end.declarer + 1) % 4
        lines.append(f'[Play "{SEATS[first]}"]')
        record = played_in(end)
        for start_of_trick in range(0, len(record), 4):
            row = dict(record[start_of_trick : start_of_trick + 4])
            seats = [(first + place) % 4 for place in range(4)]
            lines.append(" ".join(card_text(row[seat]) if seat in row else "-" for seat in seats))
        lines.append("*" if end.laid == 52 else "+")
    return "\n".join([*lines, ""])


def write_games(boards: Sequence[Board]) -> str:
    """Several deals."""
    return "\n".join(map(write_game, boards))
