"""What happens on the board: dice, squares, cards, payments, auctions and bankruptcy; they change a row of numbers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from zermelo.games.monopoly.board import (
    ALL_LOTS,
    CHANCE_CARD,
    CHEST_CARD,
    GROUP,
    HOTEL,
    HOUSE_PRICE,
    INCOME_TAX,
    JAIL,
    KIND_AT,
    LOT_AT,
    MORTGAGED,
    PRICE,
    RAILROADS,
    SQUARES,
    TAX,
    TO_JAIL,
    UTILITIES,
)
from zermelo.games.monopoly.cards import (
    ADVANCE,
    ALL_CARDS,
    AMOUNT,
    ARREST,
    BACK,
    EFFECT,
    FREE,
    FREE_CARD,
    FROM_EACH,
    GAIN,
    PAY_EACH,
    REPAIRS,
    TO_RAILROAD,
    TO_UTILITY,
)
from zermelo.games.monopoly.layout import (
    BID,
    BIDDER,
    BIDDERS,
    BIDDING,
    BUYING,
    CASH,
    CHANCE_DECK,
    CREDITOR,
    DEBT,
    DOUBLES,
    DRAWING_CHANCE,
    DRAWING_CHEST,
    FREE_CARDS,
    IN_JAIL,
    LOTS_START,
    MANAGING,
    MOVER,
    OFFER,
    OVER,
    OWING,
    PENDING,
    PHASE,
    ROLLING,
    ROUND,
    SQUARE,
    THROWING,
    TURN,
    can_raise,
    is_out,
    level,
    of_player,
    owner,
    rent,
)

LISTS_ON_STACK = True  # compiled code changes a list in place (see compile/rewriting)
SALARY, FINE = 200, 50
INCOME, LUXURY = 200, 100  # taxes
STEPS = (10, 50, 100)  # by which a bid may be raised
TRIES = 3  # rolls for a double in jail; after the last one the fine is paid


def movers(players: int, rounds: int, has_work: Callable[..., bool]) -> tuple[Callable[..., Any], ...]:
    """The functions that change a row: begin, roll, draw, throw, buy, auction, bid, settle.

    has_work(row): may the player whose turn begins do anything but roll?
    """
    everybody = players + 1

    def begin(row):
        """The turn's player decides what to do before the roll, where there is a choice."""
        row[MOVER] = row[TURN]
        row[PHASE] = MANAGING if has_work(row) else ROLLING

    def finish(row):
        """The move is over: another one after a double, else the next player's turn, or the end of the game."""
        row[PENDING], row[DEBT], row[CREDITOR], row[OFFER] = 0, 0, 0, 0
        row[BID], row[BIDDER], row[BIDDERS] = 0, 0, 0
        left = 0
        for player in range(players):
            left += 0 if is_out(row, player) else 1
        turn = row[TURN]
        if row[DOUBLES] == 0 or is_out(row, turn) or row[of_player(turn, IN_JAIL)] > 0:
            row[DOUBLES] = 0
            turn += 1
            while turn < players and is_out(row, turn):
                turn += 1
            if turn == players:
                row[ROUND] += 1
                turn = 0
                while is_out(row, turn):
                    turn += 1
            row[TURN] = turn
        if left == 1 or row[ROUND] >= rounds:
            row[PHASE], row[MOVER] = OVER, turn
        else:
            begin(row)

    def arrest(row, player):
        row[of_player(player, SQUARE)] = JAIL
        row[of_player(player, IN_JAIL)] = 1

    def hand_over(row, player, amount, creditor):
        """Moves money from a player who has it."""
        row[of_player(player, CASH)] -= amount
        if creditor == everybody:
            for other in range(players):
                if other != player and not is_out(row, other):
                    row[of_player(other, CASH)] += amount // others_of(row, player)
        elif creditor > 0:
            row[of_player(creditor - 1, CASH)] += amount

    def others_of(row, player):
        """How many others are in the game."""
        found = 0
        for other in range(players):
            found += 0 if other == player or is_out(row, other) else 1
        return found

    def pay(row, player, amount, creditor):
        """Pays, or goes bankrupt, or must raise money first. Returns whether the matter is settled."""
        if row[of_player(player, CASH)] >= amount:
            hand_over(row, player, amount, creditor)
            return True
        if can_raise(row, player) >= amount:
            row[PHASE], row[MOVER], row[DEBT], row[CREDITOR] = OWING, player, amount, creditor
            return False
        go_bankrupt(row, player, creditor)
        return True

    def go_bankrupt(row, player, creditor):
        """Everything goes to the creditor, buildings as half of their price; or back to the bank."""
        heir = creditor if 0 < creditor < everybody else 0
        money = row[of_player(player, CASH)]
        for lot in range(ALL_LOTS):
            if owner(row, lot) == player + 1:
                built = level(row, lot)
                if built < MORTGAGED:
                    money += built * (int(HOUSE_PRICE[lot]) // 2)
                keeps = MORTGAGED if built == MORTGAGED and heir > 0 else 0
                row[LOTS_START + lot] = heir + 8 * keeps
        if heir > 0:
            row[of_player(heir - 1, CASH)] += money
            row[of_player(heir - 1, FREE_CARDS)] |= row[of_player(player, FREE_CARDS)]
        row[of_player(player, CASH)], row[of_player(player, FREE_CARDS)] = -1, 0
        row[of_player(player, SQUARE)], row[of_player(player, IN_JAIL)] = 0, 0

    def charge(row, player, amount, creditor):
        """Pays, and ends the move if that is settled."""
        if pay(row, player, amount, creditor):
            finish(row)

    def go_to(row, player, square):
        """Forward to a square; passing Go brings a salary."""
        if square <= row[of_player(player, SQUARE)]:
            row[of_player(player, CASH)] += SALARY
        row[of_player(player, SQUARE)] = square

    def land(row, thrown, factor):
        """What the square demands. factor: the rent is paid so often; 0: ten times a throw."""
        player = row[TURN]
        square = row[of_player(player, SQUARE)]
        lot = int(LOT_AT[square])
        if lot >= 0:
            land_on_lot(row, player, lot, thrown, factor)
            return
        kind = KIND_AT[square]
        if kind == TAX:
            charge(row, player, INCOME if square == INCOME_TAX else LUXURY, 0)
        elif kind == CHANCE_CARD:
            row[PHASE] = DRAWING_CHANCE
        elif kind == CHEST_CARD:
            row[PHASE] = DRAWING_CHEST
        else:
            if kind == TO_JAIL:
                arrest(row, player)
            finish(row)

    def land_on_lot(row, player, lot, thrown, factor):
        who = owner(row, lot)
        if who == 0:
            row[OFFER] = lot
            if can_raise(row, player) >= PRICE[lot]:
                row[PHASE], row[MOVER] = BUYING, player
            else:
                auction(row)
        elif who == player + 1 or level(row, lot) == MORTGAGED:
            finish(row)
        elif factor == 0:
            row[PHASE], row[CREDITOR] = THROWING, who
        else:
            charge(row, player, factor * rent(row, lot, thrown), who)

    def walk(row, thrown):
        player = row[TURN]
        go_to(row, player, (row[of_player(player, SQUARE)] + thrown) % SQUARES)
        land(row, thrown, 1)

    def roll(row, outcome):
        """outcome: twice the sum of the dice, and 1 for a double."""
        player, thrown, is_double = row[TURN], outcome >> 1, outcome & 1
        jail = of_player(player, IN_JAIL)
        if row[jail] > 0:
            if is_double or row[jail] == TRIES:
                is_free = is_double == 1
                row[jail] = 0
                if not is_free and not pay(row, player, FINE, 0):
                    row[PENDING] = thrown
                    return
                if is_out(row, player):
                    finish(row)
                else:
                    walk(row, thrown)
                return
            row[jail] += 1
            finish(row)
            return
        row[DOUBLES] = row[DOUBLES] + 1 if is_double else 0
        if row[DOUBLES] == 3:
            arrest(row, player)
            finish(row)
        else:
            walk(row, thrown)

    def throw(row, outcome):
        """Ten times the dice for a utility, by a card."""
        charge(row, row[TURN], 10 * (outcome >> 1), row[CREDITOR])

    def draw(row, deck, card):
        player = row[TURN]
        row[CHANCE_DECK + deck] &= ~(1 << card)
        effect, amount = EFFECT[deck, card], int(AMOUNT[deck, card])
        if effect == FREE:
            row[of_player(player, FREE_CARDS)] |= 1 << deck
        if row[CHANCE_DECK + deck] == 0:
            shuffle(row, deck)
        if effect == GAIN and amount < 0:
            charge(row, player, -amount, 0)
        elif effect == ADVANCE:
            go_to(row, player, amount)
            land(row, 7, 1)
        elif effect == TO_RAILROAD:
            go_to(row, player, nearest(row, player, RAILROADS))
            land(row, 7, 2)
        elif effect == TO_UTILITY:
            go_to(row, player, nearest(row, player, UTILITIES))
            land(row, 7, 0)
        elif effect == BACK:
            row[of_player(player, SQUARE)] -= amount
            land(row, 7, 1)
        elif effect == REPAIRS:
            charge(row, player, repairs(row, player, amount), 0)
        elif effect == PAY_EACH:
            charge(row, player, amount * others_of(row, player), everybody)
        else:
            if effect == GAIN:
                row[of_player(player, CASH)] += amount
            elif effect == FROM_EACH:
                collect(row, player, amount)
            elif effect == ARREST:
                arrest(row, player)
            finish(row)

    def shuffle(row, deck):
        """All cards but a pass out of jail that somebody holds."""
        cards = ALL_CARDS
        for player in range(players):
            if row[of_player(player, FREE_CARDS)] >> deck & 1:
                cards &= ~(1 << FREE_CARD[deck])
        row[CHANCE_DECK + deck] = cards

    def collect(row, player, amount):
        """The others pay what they have, up to the amount."""
        for other in range(players):
            if other != player and not is_out(row, other):
                part = min(amount, row[of_player(other, CASH)])
                hand_over(row, other, part, player + 1)

    def repairs(row, player, amount):
        total = 0
        for lot in range(ALL_LOTS):
            if owner(row, lot) == player + 1:
                built = level(row, lot)
                if built == HOTEL:
                    total += amount // 1000
                elif built < HOTEL:
                    total += built * (amount % 1000)
        return total

    def nearest(row, player, group):
        """The next square of a group."""
        square = row[of_player(player, SQUARE)]
        for step in range(1, SQUARES):
            lot = LOT_AT[(square + step) % SQUARES]
            if lot >= 0 and GROUP[lot] == group:
                return (square + step) % SQUARES
        return square

    def buy(row):
        player, lot = row[TURN], row[OFFER]
        row[LOTS_START + lot] = player + 1
        charge(row, player, int(PRICE[lot]), 0)

    def auction(row):
        """Everybody may bid, beginning at the left of the player whose turn it is."""
        bidders = 0
        for player in range(players):
            if row[of_player(player, CASH)] >= STEPS[0]:
                bidders |= 1 << player
        row[BIDDERS], row[BID], row[BIDDER], row[PHASE] = bidders, 0, 0, BIDDING
        row[MOVER] = row[TURN]
        next_bidder(row)

    def next_bidder(row):
        """Who can still raise the bid is next; without one, the highest bidder gets the lot."""
        for step in range(1, players + 1):
            player = (row[MOVER] + step) % players
            can = row[BIDDERS] >> player & 1 and row[of_player(player, CASH)] >= row[BID] + STEPS[0]
            if can and row[BIDDER] != player + 1:
                row[MOVER] = player
                return
        if row[BIDDER] > 0:
            row[of_player(row[BIDDER] - 1, CASH)] -= row[BID]
            row[LOTS_START + row[OFFER]] = row[BIDDER]
        finish(row)

    def bid(row, step):
        """step: how much more; 0: no more bids."""
        if step == 0:
            row[BIDDERS] &= ~(1 << row[MOVER])
        else:
            row[BID] += step
            row[BIDDER] = row[MOVER] + 1
        next_bidder(row)

    def settle(row):
        """Pays the debt if there is money enough now."""
        player = row[MOVER]
        if row[of_player(player, CASH)] < row[DEBT]:
            return
        hand_over(row, player, row[DEBT], row[CREDITOR])
        thrown = row[PENDING]
        if thrown > 0:
            row[PENDING], row[DEBT], row[CREDITOR] = 0, 0, 0
            walk(row, thrown)
        else:
            finish(row)

    return begin, roll, draw, throw, buy, auction, bid, settle
