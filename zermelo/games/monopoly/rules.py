"""Monopoly for two to six players: buy lots, collect rent, build, and outlast the others. Players do not trade."""

from __future__ import annotations

from zermelo.bits import count, lowest, without_lowest
from zermelo.game import CHANCE, Game, game_from_fill
from zermelo.games.monopoly.board import (
    ALL_LOTS,
    HOUSE_PRICE,
    MORTGAGED,
    PRICE,
)
from zermelo.games.monopoly.cards import ALL_CARDS
from zermelo.games.monopoly.layout import (
    BID,
    BIDDING,
    BUYING,
    CASH,
    CHANCE_DECK,
    CHEST_DECK,
    DRAWING_CHANCE,
    DRAWING_CHEST,
    EACH,
    FREE_CARDS,
    IN_JAIL,
    LOTS_START,
    MANAGING,
    MOVER,
    OVER,
    PHASE,
    PLAYERS_START,
    ROLLING,
    THROWING,
    TURN,
    MonopolyState,
    of_player,
    price_to_lift,
    worth,
)
from zermelo.games.monopoly.moving import FINE, STEPS, movers
from zermelo.games.monopoly.property import can_build, can_lift, can_mortgage, can_sell, sell
from zermelo.games.monopoly.text import (
    AUCTION,
    BUILD,
    BUY,
    LIFT,
    MORTGAGE,
    PASS,
    PAY,
    RAISE,
    ROLL,
    SELL,
    USE_CARD,
    texts,
)

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
    """The last one left has won, or who is worth most after `rounds` rounds.

    With n players, a game is worth n times a player's share of all net worth, less 1: nothing for an equal share (or
    where nobody has anything), -1 for who is out, n - 1 for the last one left. Money is raised (buildings sold, lots
    mortgaged) when it is owed. A lot that is not bought is auctioned. What a bankrupt player leaves to the bank can be
    bought again.
    """
    if not 2 <= players <= 6:
        raise ValueError(f"players must be 2 to 6, not {players}")
    if not 1 <= rounds <= 1000:
        raise ValueError(f"rounds must be 1 to 1000, not {rounds}")

    def has_work(row):
        player = row[TURN]
        if row[of_player(player, IN_JAIL)] > 0:
            return True
        for lot in range(ALL_LOTS):
            if can_build(row, lot, player) or can_lift(row, lot, player):
                return True
        return False

    begin, roll, draw, throw, buy, auction, bid, settle = movers(players, rounds, has_work)
    format_action, format_state, parse_state, picture, ending = texts(players, rounds)

    def initial():
        row = [0] * (PLAYERS_START + EACH * players)
        row[PHASE], row[CHANCE_DECK], row[CHEST_DECK] = ROLLING, ALL_CARDS, ALL_CARDS
        for player in range(players):
            row[PLAYERS_START + EACH * player] = START_CASH
        return MonopolyState(tuple(row))

    def to_move(state):
        phase = state.row[PHASE]
        return CHANCE if ROLLING <= phase <= THROWING else state.row[MOVER]

    def fill(state, buffer):
        row = state.row
        phase, player = row[PHASE], row[MOVER]
        found = 0
        if phase == MANAGING:
            buffer[0] = ROLL
            found = 1
            if row[of_player(player, IN_JAIL)] > 0:
                if row[of_player(player, FREE_CARDS)] > 0:
                    buffer[found] = USE_CARD
                    found += 1
                if row[of_player(player, CASH)] >= FINE:
                    buffer[found] = PAY
                    found += 1
            for lot in range(ALL_LOTS):
                if can_build(row, lot, player):
                    buffer[found] = BUILD + lot
                    found += 1
                elif can_lift(row, lot, player):
                    buffer[found] = LIFT + lot
                    found += 1
        elif phase == BUYING:
            buffer[0], buffer[1] = BUY, AUCTION
            found = 2
        elif phase == BIDDING:
            buffer[0] = PASS
            found = 1
            for step in range(3):
                if row[of_player(player, CASH)] >= row[BID] + STEPS[step]:
                    buffer[found] = RAISE + step
                    found += 1
        else:
            for lot in range(ALL_LOTS):
                if can_mortgage(row, lot, player):
                    buffer[found] = MORTGAGE + lot
                    found += 1
                elif can_sell(row, lot, player):
                    buffer[found] = SELL + lot
                    found += 1
        return found

    def chances(state):
        phase = state.row[PHASE]
        is_thrown = phase in (ROLLING, THROWING)
        if is_thrown:
            for outcome, share in THROWS:
                yield outcome, share
        cards = 0 if is_thrown else state.row[CHANCE_DECK + phase - DRAWING_CHANCE]
        each = 1.0 / max(1, count(cards))
        while cards:
            yield lowest(cards), each
            cards = without_lowest(cards)

    def result(state, action):
        row = list(state.row)
        phase, player = row[PHASE], row[MOVER]
        if phase == ROLLING:
            roll(row, action)
        elif phase == THROWING:
            throw(row, action)
        elif phase in (DRAWING_CHANCE, DRAWING_CHEST):
            draw(row, phase - DRAWING_CHANCE, action)
        elif phase == BUYING:
            if action == BUY:
                buy(row)
            else:
                auction(row)
        elif phase == BIDDING:
            bid(row, 0 if action == PASS else STEPS[action - RAISE])
        elif phase == MANAGING:
            manage(row, player, action)
        else:
            lot = action & 31
            if action >= MORTGAGE:
                row[LOTS_START + lot] += 8 * MORTGAGED
                row[of_player(player, CASH)] += int(PRICE[lot]) // 2
            else:
                sell(row, lot, player)
            settle(row)
        return MonopolyState(tuple(row))

    def manage(row, player, action):
        lot = action & 31
        if action == ROLL:
            row[PHASE] = ROLLING
            return
        if action == PAY:
            row[of_player(player, CASH)] -= FINE
            row[of_player(player, IN_JAIL)] = 0
        elif action == USE_CARD:
            cards = row[of_player(player, FREE_CARDS)]
            row[of_player(player, FREE_CARDS)] = cards & (cards - 1)
            row[of_player(player, IN_JAIL)] = 0
        elif action >= LIFT:
            row[LOTS_START + lot] -= 8 * MORTGAGED
            row[of_player(player, CASH)] -= price_to_lift(lot)
        else:
            row[LOTS_START + lot] += 8
            row[of_player(player, CASH)] -= int(HOUSE_PRICE[lot])
        begin(row)

    def is_terminal(state):
        return state.row[PHASE] == OVER

    def utility(state, player):
        total = 0
        for other in range(players):
            total += worth(state.row, other)
        return players * worth(state.row, player) / total - 1.0 if total > 0 else 0.0

    return game_from_fill(
        fill,
        max_actions=64,
        initial=initial,
        to_move=to_move,
        result=result,
        is_terminal=is_terminal,
        utility=utility,
        chances=chances,
        summary="buy, build and collect rent",
        players=players,
        best_utility=players - 1.0,
        format_action=format_action,
        format_state=format_state,
        parse_state=parse_state,
        picture=picture,
        touches=lambda state, action: [],
        ending=ending,
    )
