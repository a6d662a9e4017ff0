"""Monopoly as text: actions, positions, and a table of who has what."""

from __future__ import annotations

import re
from textwrap import fill
from typing import Any

from zermelo.games._named import named
from zermelo.games.monopoly import board
from zermelo.games.monopoly import layout as at
from zermelo.games.monopoly.cards import DECKS
from zermelo.games.monopoly.checking import check_row
from zermelo.games.monopoly.moving import STEPS
from zermelo.picture import Place, Purse, Track

# Actions: these, and a lot more than one of the last four
ROLL, BUY, AUCTION, PASS, PAY, USE_CARD, RAISE = range(7)
BUILD, LIFT, SELL, MORTGAGE = 32, 64, 96, 128
PLAIN = ("roll", "buy", "auction", "pass", "pay 50", "use card")
LEVELS = "012345m"
TOKENS = "①②③④⑤⑥"
COLOURS = ("brown", "sky", "pink", "orange", "red", "yellow", "green", "blue")  # of the groups of streets
WIDEST = 60  # characters of a line below the board
SHORT = {
    "Go": "Go",
    "Community Chest": "C",
    "Chance": "?",
    "Income Tax": "$",
    "Luxury Tax": "$",
    "Jail": "Jail",
    "Free Parking": "P",
    "Go to Jail": "Jail!",
}


def texts(players: int, rounds: int) -> dict[str, Any]:
    """The functions of `Game` for text and drawing."""

    def format_action(state, action):
        phase = state.row[at.PHASE]
        if phase in (at.ROLLING, at.THROWING):
            total = action >> 1
            return f"{total // 2}+{total // 2}" if action & 1 else str(total)
        if phase in (at.DRAWING_CHANCE, at.DRAWING_CHEST):
            return DECKS[phase - at.DRAWING_CHANCE][action].text
        if action < RAISE:
            return PLAIN[action]
        if action < BUILD:
            return f"bid {state.row[at.BID] + STEPS[action - RAISE]}"
        name = board.LOTS[action & 31].name
        verb = ("build on", "lift the mortgage on", "sell a building on", "mortgage")[(action >> 5) - 1]
        return f"{verb} {name}"

    def format_state(state):
        row = state.row
        lots = "".join(f"{at.owner(row, lot)}{LEVELS[at.level(row, lot)]}" for lot in range(board.ALL_LOTS))
        each = [
            "out"
            if at.is_out(row, player)
            else ":".join(str(row[at.of_player(player, what)]) for what in range(at.EACH))
            for player in range(players)
        ]
        numbers = ",".join(map(str, row[at.TURN : at.LOTS_START]))
        return f"{at.PHASES[row[at.PHASE]]} {numbers} {lots} {' '.join(each)}"

    def parse_state(text):
        words = text.split()
        count = at.LOTS_START - at.TURN
        if len(words) != 3 + players or not re.fullmatch(rf"\d{{1,6}}(,\d{{1,6}}){{{count - 1}}}", words[1]):
            raise ValueError(
                f"give the phase, {count} numbers, {board.ALL_LOTS} lots and {players} players as `zermelo analyse "
                "monopoly --json` writes them; a game is easier to reach by --moves"
            )
        if words[0] not in at.PHASES:
            raise ValueError(f"the phase is {', '.join(at.PHASES)}, not '{words[0]}'")
        if not re.fullmatch(rf"([0-{players}][0-5m]){{{board.ALL_LOTS}}}", words[2]):
            raise ValueError(f"the {board.ALL_LOTS} lots are an owner, 0 to {players}, and 0 to 5 buildings or m, each")
        row = [at.PHASES.index(words[0]), *map(int, words[1].split(","))]
        for lot in range(board.ALL_LOTS):
            who, built = words[2][2 * lot : 2 * lot + 2]
            if built != "0" and (who == "0" or (board.GROUP[lot] >= board.RAILROADS and built != "m")):
                raise ValueError(f"{board.LOTS[lot].name} cannot be {who}{built}")
            row.append(int(who) + 8 * LEVELS.index(built))
        for word in words[3:]:
            row += _read_player(word)
        state = at.MonopolyState(tuple(row))
        check_row(state.row, players, rounds)
        return state

    def picture(state):
        """The board as a ring, in it what each player has, and below it what happens."""
        row = state.row
        is_over = row[at.PHASE] == at.OVER
        there = [() if at.is_out(row, player) else (row[at.of_player(player, at.SQUARE)],) for player in range(players)]
        return Track(
            tuple(
                _place(row, square, tuple(player + 1 for player in range(players) if square in there[player]))
                for square in range(board.SQUARES)
            ),
            tuple(_purse(row, player, not is_over and row[at.MOVER] == player) for player in range(players)),
            marked=frozenset() if is_over else frozenset(there[row[at.TURN]]),
            caption=caption(row),
            details=tuple(line for player in range(players) for line in _holdings(row, player).splitlines()),
        )

    def caption(row):
        who = f"player {row[at.MOVER] + 1}"
        turn = f"round {row[at.ROUND] + 1} of {rounds}, player {row[at.TURN] + 1}'s turn"
        offer = board.LOTS[row[at.OFFER]].name
        highest = f"{row[at.BID]} bid by player {row[at.BIDDER]}" if row[at.BIDDER] else "no bid yet"
        phase = at.PHASES[row[at.PHASE]]
        said = {
            "manage": f"{who} decides before the roll",
            "roll": "the dice roll",
            "chance": "a Chance card is drawn",
            "chest": "a Community Chest card is drawn",
            "throw": "the dice decide the rent",
            "buy": f"{who} may buy {offer} for {board.LOTS[row[at.OFFER]].price}",
            "bid": f"{offer} is auctioned, {highest}, {who} to bid",
            "owe": f"{who} owes {row[at.DEBT]}",
        }
        return "the game is over" if row[at.PHASE] == at.OVER else f"{turn}: {said[phase]}"

    def ending(state):
        fortunes = [at.worth(state.row, player) for player in range(players)]
        share = max(fortunes) / sum(fortunes) if sum(fortunes) else 1 / players
        return f"with {share:.0%} of all wealth"

    return named(format_action, format_state, parse_state, picture, ending)


def _place(row: tuple[int, ...], square: int, tokens: tuple[int, ...]) -> Place:
    """A square with its owner and what is built there."""
    name, short, lot = board.NAMES[square], _square_mark(row, square), int(board.LOT_AT[square])
    if lot < 0:
        return Place(name, tokens=tokens, short=short)
    built = at.level(row, lot)
    shown = "mortgaged" if built == board.MORTGAGED else "hotel" if built == board.HOTEL else "▪" * built
    owner = at.owner(row, lot)
    price = "" if owner else f"${board.LOTS[lot].price}"
    return Place(name, _colour(lot), price, owner, shown, tokens, short)


def _colour(lot: int) -> str:
    group = board.LOTS[lot].group
    return COLOURS[group] if group < len(COLOURS) else ""


def _purse(row: tuple[int, ...], player: int, is_active: bool) -> Purse:
    """A player's money, lots and cards."""
    name = f"player {player + 1}"
    if at.is_out(row, player):
        return Purse(name, "out")
    jail, cards = row[at.of_player(player, at.IN_JAIL)], row[at.of_player(player, at.FREE_CARDS)].bit_count()
    things = tuple((f"{board.LOTS[lot].name}{_built(row, lot)}", _colour(lot)) for lot in _lots(row, player))
    things += (("a card out of jail", ""),) * cards
    worth = f"worth ${at.worth(row, player)}"
    note = f"{worth}, in jail" if jail else worth
    return Purse(name, f"${row[at.of_player(player, at.CASH)]}", note, things, is_active)


def _lots(row: tuple[int, ...], player: int) -> list[int]:
    """A player's lots by group."""
    owned = (lot for lot in range(board.ALL_LOTS) if at.owner(row, lot) == player + 1)
    return sorted(owned, key=lambda lot: (board.GROUP[lot], lot))


def _square_mark(row: tuple[int, ...], square: int) -> str:
    """The owner of a lot with its houses, H for a hotel or m for a mortgage; a short name of another square."""
    lot = int(board.LOT_AT[square])
    if lot < 0:
        return SHORT.get(board.NAMES[square], "")
    built = at.level(row, lot)
    shown = "m" if built == board.MORTGAGED else "H" if built == board.HOTEL else "+" * built
    return f"{at.owner(row, lot) or '-'}{shown}"


def _holdings(row: tuple[int, ...], player: int) -> str:
    """Where a player is, and what he has, in lines that are no wider than the board."""
    name = f"{TOKENS[player]} player {player + 1}"
    if at.is_out(row, player):
        return f"{name} is out"
    jail, cards = row[at.of_player(player, at.IN_JAIL)], row[at.of_player(player, at.FREE_CARDS)].bit_count()
    where = "in jail" if jail else f"at {board.NAMES[row[at.of_player(player, at.SQUARE)]]}"
    held = [f"{board.LOTS[lot].name.replace(' Avenue', '')}{_built(row, lot)}" for lot in _lots(row, player)]
    held += ["a card out of jail"] * cards
    money = f"cash {row[at.of_player(player, at.CASH)]}, worth {at.worth(row, player)}"
    return fill(f"{name} {where}, {money}: {', '.join(held) or 'no lots'}", WIDEST)


def _built(row: tuple[int, ...], lot: int) -> str:
    built = at.level(row, lot)
    if built == board.MORTGAGED:
        return " (mortgaged)"
    return " (hotel)" if built == board.HOTEL else f" ({built} house{'s' if built > 1 else ''})" if built else ""


def _read_player(word: str) -> list[int]:
    if word == "out":
        return [-1, 0, 0, 0]
    numbers = [int(number) for number in word.split(":") if number.isdecimal() and len(number) < 7]
    if len(numbers) != at.EACH or word.count(":") != at.EACH - 1:
        raise ValueError(f"a player is cash:square:jail:cards or out, not '{word}'")
    if numbers[at.SQUARE] >= board.SQUARES or numbers[at.IN_JAIL] > 3 or numbers[at.FREE_CARDS] > 3:
        raise ValueError(f"squares are 0 to {board.SQUARES - 1}, jail and cards 0 to 3, not '{word}'")
    return numbers
