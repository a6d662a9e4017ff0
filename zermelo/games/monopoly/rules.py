"""Monopoly for two to six players: buy lots, collect rent, build, and outlast the others. Players do not trade."""

from __future__ import annotations

from zermelo.bits import count, lowest, without_lowest
from zermelo.game import CHANCE, Game, game_from_fill
from zermelo.games._named import named
from zermelo.games.monopoly import board, text
from zermelo.games.monopoly import layout as at
from zermelo.games.monopoly.cards import ALL_CARDS
from zermelo.games.monopoly.layout import MonopolyState, of_player, price_to_lift, worth
from zermelo.games.monopoly.moving import FINE, STEPS, movers
from zermelo.games.monopoly.property import can_build, can_lift, can_mortgage, can_sell, sell
from zermelo.games.monopoly.text import texts

LISTS_ON_STACK = True  # compiled code changes a list in place (see compile/rewriting)
START_CASH = 1500
# (twice the sum of two dice, and 1 for a double; the share)
THROWS = tuple(
    (2 * total + double, ways / 36.0)
    for total in range(2, 13)
    for double in (0, 1)
    if (ways := sum(1 for a in range(1, 7) for b in range(1, 7) if a + b == total and (a == b) == double))
)


def monopoly(players: int = 2, rounds: int = 50) -> Game:
    """Players throw two dice and go around the board.

    They buy the lots that they land on, and collect rent from others; who owns all lots of a colour builds houses there
    for more. Who cannot pay is out. The last one left has won, or who is worth most after all rounds.

    With n players, a game is worth n times a player's share of all net worth, less 1: nothing for an equal share, -1
    for who is out, n - 1 for the last one left. Money is raised (buildings sold, lots mortgaged) when it is owed. A lot
    that is not bought is auctioned.

    players (2 to 6): at the board.
    rounds (1 to 1000): after so many the game is over.
    """
    if not 2 <= players <= 6:
        raise ValueError(f"players must be 2 to 6, not {players}")
    if not 1 <= rounds <= 1000:
        raise ValueError(f"rounds must be 1 to 1000, not {rounds}")

    def has_work(row):
        player = row[at.TURN]
        if row[of_player(player, at.IN_JAIL)] > 0:
            return True
        for lot in range(board.ALL_LOTS):
            if can_build(row, lot, player) or can_lift(row, lot, player):
                return True
        return False

    begin, roll, draw, throw, buy, auction, bid, settle = movers(players, rounds, has_work)

    def initial():
        row = [0] * (at.PLAYERS_START + at.EACH * players)
        row[at.PHASE], row[at.CHANCE_DECK], row[at.CHEST_DECK] = at.ROLLING, ALL_CARDS, ALL_CARDS
        for player in range(players):
            row[at.PLAYERS_START + at.EACH * player] = START_CASH
        return MonopolyState(tuple(row))

    def to_move(state):
        phase = state.row[at.PHASE]
        return CHANCE if at.ROLLING <= phase <= at.THROWING else state.row[at.MOVER]

    def fill(state, buffer):
        row = state.row
        phase, player = row[at.PHASE], row[at.MOVER]
        found = 0
        if phase == at.MANAGING:
            buffer[0] = text.ROLL
            found = 1
            if row[of_player(player, at.IN_JAIL)] > 0:
                if row[of_player(player, at.FREE_CARDS)] > 0:
                    buffer[found] = text.USE_CARD
                    found += 1
                if row[of_player(player, at.CASH)] >= FINE:
                    buffer[found] = text.PAY
                    found += 1
            for lot in range(board.ALL_LOTS):
                if can_build(row, lot, player):
                    buffer[found] = text.BUILD + lot
                    found += 1
                elif can_lift(row, lot, player):
                    buffer[found] = text.LIFT + lot
                    found += 1
        elif phase == at.BUYING:
            buffer[0], buffer[1] = text.BUY, text.AUCTION
            found = 2
        elif phase == at.BIDDING:
            buffer[0] = text.PASS
            found = 1
            for step in range(3):
                if row[of_player(player, at.CASH)] >= row[at.BID] + STEPS[step]:
                    buffer[found] = text.RAISE + step
                    found += 1
        else:
            for lot in range(board.ALL_LOTS):
                if can_mortgage(row, lot, player):
                    buffer[found] = text.MORTGAGE + lot
                    found += 1
                elif can_sell(row, lot, player):
                    buffer[found] = text.SELL + lot
                    found += 1
        return found

    def chances(state):
        phase = state.row[at.PHASE]
        is_thrown = phase in (at.ROLLING, at.THROWING)
        if is_thrown:
            for outcome, share in THROWS:
                yield outcome, share
        cards = 0 if is_thrown else state.row[at.CHANCE_DECK + phase - at.DRAWING_CHANCE]
        each = 1.0 / max(1, count(cards))
        while cards:
            yield lowest(cards), each
            cards = without_lowest(cards)

    def result(state, action):
        row = list(state.row)
        phase, player = row[at.PHASE], row[at.MOVER]
        if phase == at.ROLLING:
            roll(row, action)
        elif phase == at.THROWING:
            throw(row, action)
        elif phase in (at.DRAWING_CHANCE, at.DRAWING_CHEST):
            draw(row, phase - at.DRAWING_CHANCE, action)
        elif phase == at.BUYING:
            if action == text.BUY:
                buy(row)
            else:
                auction(row)
        elif phase == at.BIDDING:
            bid(row, 0 if action == text.PASS else STEPS[action - text.RAISE])
        elif phase == at.MANAGING:
            manage(row, player, action)
        else:
            lot = action & 31
            if action >= text.MORTGAGE:
                row[at.LOTS_START + lot] += 8 * board.MORTGAGED
                row[of_player(player, at.CASH)] += int(board.PRICE[lot]) // 2
            else:
                sell(row, lot, player)
            settle(row)
        return MonopolyState(tuple(row))

    def manage(row, player, action):
        lot = action & 31
        if action == text.ROLL:
            row[at.PHASE] = at.ROLLING
            return
        if action == text.PAY:
            row[of_player(player, at.CASH)] -= FINE
            row[of_player(player, at.IN_JAIL)] = 0
        elif action == text.USE_CARD:
            cards = row[of_player(player, at.FREE_CARDS)]
            row[of_player(player, at.FREE_CARDS)] = cards & (cards - 1)
            row[of_player(player, at.IN_JAIL)] = 0
        elif action >= text.LIFT:
            row[at.LOTS_START + lot] -= 8 * board.MORTGAGED
            row[of_player(player, at.CASH)] -= price_to_lift(lot)
        else:
            row[at.LOTS_START + lot] += 8
            row[of_player(player, at.CASH)] -= int(board.HOUSE_PRICE[lot])
        begin(row)

    def is_terminal(state):
        return state.row[at.PHASE] == at.OVER

    def utility(state, player):
        total = 0
        for other in range(players):
            total += worth(state.row, other)
        return players * worth(state.row, player) / total - 1.0 if total > 0 else 0.0

    return game_from_fill(
        fill,
        max_actions=64,
        label="Monopoly",
        summary="buy, build and collect rent",
        players=players,
        best_utility=players - 1.0,
        touches=lambda state, action: [],
        **texts(players, rounds),
        **named(initial, to_move, result, is_terminal, utility, chances),
    )
