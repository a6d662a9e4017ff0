"""What happens on the board: dice, squares, cards, payments, auctions and bankruptcy; they change a row of numbers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from zermelo.games.monopoly import board, cards
from zermelo.games.monopoly import layout as at
from zermelo.games.monopoly.layout import can_raise, is_out, level, of_player, owner, rent

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
        row[at.MOVER] = row[at.TURN]
        row[at.PHASE] = at.MANAGING if has_work(row) else at.ROLLING

    def finish(row):
        """The move is over: another one after a double, else the next player's turn, or the end of the game."""
        row[at.PENDING], row[at.DEBT], row[at.CREDITOR], row[at.OFFER] = 0, 0, 0, 0
        row[at.BID], row[at.BIDDER], row[at.BIDDERS] = 0, 0, 0
        left = 0
        for player in range(players):
            left += 0 if is_out(row, player) else 1
        turn = row[at.TURN]
        if row[at.DOUBLES] == 0 or is_out(row, turn) or row[of_player(turn, at.IN_JAIL)] > 0:
            row[at.DOUBLES] = 0
            turn += 1
            while turn < players and is_out(row, turn):
                turn += 1
            if turn == players:
                row[at.ROUND] += 1
                turn = 0
                while is_out(row, turn):
                    turn += 1
            row[at.TURN] = turn
        if left == 1 or row[at.ROUND] >= rounds:
            row[at.PHASE], row[at.MOVER] = at.OVER, turn
        else:
            begin(row)

    def arrest(row, player):
        row[of_player(player, at.SQUARE)] = board.JAIL
        row[of_player(player, at.IN_JAIL)] = 1

    def hand_over(row, player, amount, creditor):
        """Moves money from a player who has it."""
        row[of_player(player, at.CASH)] -= amount
        if creditor == everybody:
            for other in range(players):
                if other != player and not is_out(row, other):
                    row[of_player(other, at.CASH)] += amount // others_of(row, player)
        elif creditor > 0:
            row[of_player(creditor - 1, at.CASH)] += amount

    def others_of(row, player):
        """How many others are in the game."""
        found = 0
        for other in range(players):
            found += 0 if other == player or is_out(row, other) else 1
        return found

    def pay(row, player, amount, creditor):
        """Pays, or goes bankrupt, or must raise money first. Returns whether the matter is settled."""
        if row[of_player(player, at.CASH)] >= amount:
            hand_over(row, player, amount, creditor)
            return True
        if can_raise(row, player) >= amount:
            row[at.PHASE], row[at.MOVER], row[at.DEBT], row[at.CREDITOR] = at.OWING, player, amount, creditor
            return False
        go_bankrupt(row, player, creditor)
        return True

    def go_bankrupt(row, player, creditor):
        """Everything goes to the creditor, buildings as half of their price; or back to the bank."""
        heir = creditor if 0 < creditor < everybody else 0
        money = row[of_player(player, at.CASH)]
        for lot in range(board.ALL_LOTS):
            if owner(row, lot) == player + 1:
                built = level(row, lot)
                if built < board.MORTGAGED:
                    money += built * (int(board.HOUSE_PRICE[lot]) // 2)
                keeps = board.MORTGAGED if built == board.MORTGAGED and heir > 0 else 0
                row[at.LOTS_START + lot] = heir + 8 * keeps
        if heir > 0:
            row[of_player(heir - 1, at.CASH)] += money
            row[of_player(heir - 1, at.FREE_CARDS)] |= row[of_player(player, at.FREE_CARDS)]
        row[of_player(player, at.CASH)], row[of_player(player, at.FREE_CARDS)] = -1, 0
        row[of_player(player, at.SQUARE)], row[of_player(player, at.IN_JAIL)] = 0, 0

    def charge(row, player, amount, creditor):
        """Pays, and ends the move if that is settled."""
        if pay(row, player, amount, creditor):
            finish(row)

    def go_to(row, player, square):
        """Forward to a square; passing Go brings a salary."""
        if square <= row[of_player(player, at.SQUARE)]:
            row[of_player(player, at.CASH)] += SALARY
        row[of_player(player, at.SQUARE)] = square

    def land(row, thrown, factor):
        """What the square demands. factor: the rent is paid so often; 0: ten times a throw."""
        player = row[at.TURN]
        square = row[of_player(player, at.SQUARE)]
        lot = int(board.LOT_AT[square])
        if lot >= 0:
            land_on_lot(row, player, lot, thrown, factor)
            return
        kind = board.KIND_AT[square]
        if kind == board.TAX:
            charge(row, player, INCOME if square == board.INCOME_TAX else LUXURY, 0)
        elif kind == board.CHANCE_CARD:
            row[at.PHASE] = at.DRAWING_CHANCE
        elif kind == board.CHEST_CARD:
            row[at.PHASE] = at.DRAWING_CHEST
        else:
            if kind == board.TO_JAIL:
                arrest(row, player)
            finish(row)

    def land_on_lot(row, player, lot, thrown, factor):
        who = owner(row, lot)
        if who == 0:
            row[at.OFFER] = lot
            if can_raise(row, player) >= board.PRICE[lot]:
                row[at.PHASE], row[at.MOVER] = at.BUYING, player
            else:
                auction(row)
        elif who == player + 1 or level(row, lot) == board.MORTGAGED:
            finish(row)
        elif factor == 0:
            row[at.PHASE], row[at.CREDITOR] = at.THROWING, who
        else:
            charge(row, player, factor * rent(row, lot, thrown), who)

    def walk(row, thrown):
        player = row[at.TURN]
        go_to(row, player, (row[of_player(player, at.SQUARE)] + thrown) % board.SQUARES)
        land(row, thrown, 1)

    def roll(row, outcome):
        """outcome: twice the sum of the dice, and 1 for a double."""
        player, thrown, is_double = row[at.TURN], outcome >> 1, outcome & 1
        jail = of_player(player, at.IN_JAIL)
        if row[jail] > 0:
            if is_double or row[jail] == TRIES:
                is_free = is_double == 1
                row[jail] = 0
                if not is_free and not pay(row, player, FINE, 0):
                    row[at.PENDING] = thrown
                    return
                if is_out(row, player):
                    finish(row)
                else:
                    walk(row, thrown)
                return
            row[jail] += 1
            finish(row)
            return
        row[at.DOUBLES] = row[at.DOUBLES] + 1 if is_double else 0
        if row[at.DOUBLES] == 3:
            arrest(row, player)
            finish(row)
        else:
            walk(row, thrown)

    def throw(row, outcome):
        """Ten times the dice for a utility, by a card."""
        charge(row, row[at.TURN], 10 * (outcome >> 1), row[at.CREDITOR])

    def draw(row, deck, card):
        player = row[at.TURN]
        row[at.CHANCE_DECK + deck] &= ~(1 << card)
        effect, amount = cards.EFFECT[deck, card], int(cards.AMOUNT[deck, card])
        if effect == cards.FREE:
            row[of_player(player, at.FREE_CARDS)] |= 1 << deck
        if row[at.CHANCE_DECK + deck] == 0:
            shuffle(row, deck)
        if effect == cards.GAIN and amount < 0:
            charge(row, player, -amount, 0)
        elif effect == cards.ADVANCE:
            go_to(row, player, amount)
            land(row, 7, 1)
        elif effect == cards.TO_RAILROAD:
            go_to(row, player, nearest(row, player, board.RAILROADS))
            land(row, 7, 2)
        elif effect == cards.TO_UTILITY:
            go_to(row, player, nearest(row, player, board.UTILITIES))
            land(row, 7, 0)
        elif effect == cards.BACK:
            row[of_player(player, at.SQUARE)] -= amount
            land(row, 7, 1)
        elif effect == cards.REPAIRS:
            charge(row, player, repairs(row, player, amount), 0)
        elif effect == cards.PAY_EACH:
            charge(row, player, amount * others_of(row, player), everybody)
        else:
            if effect == cards.GAIN:
                row[of_player(player, at.CASH)] += amount
            elif effect == cards.FROM_EACH:
                collect(row, player, amount)
            elif effect == cards.ARREST:
                arrest(row, player)
            finish(row)

    def shuffle(row, deck):
        """All cards but a pass out of jail that somebody holds."""
        left = cards.ALL_CARDS
        for player in range(players):
            if row[of_player(player, at.FREE_CARDS)] >> deck & 1:
                left &= ~(1 << cards.FREE_CARD[deck])
        row[at.CHANCE_DECK + deck] = left

    def collect(row, player, amount):
        """The others pay what they have, up to the amount."""
        for other in range(players):
            if other != player and not is_out(row, other):
                part = min(amount, row[of_player(other, at.CASH)])
                hand_over(row, other, part, player + 1)

    def repairs(row, player, amount):
        total = 0
        for lot in range(board.ALL_LOTS):
            if owner(row, lot) == player + 1:
                built = level(row, lot)
                if built == board.HOTEL:
                    total += amount // 1000
                elif built < board.HOTEL:
                    total += built * (amount % 1000)
        return total

    def nearest(row, player, group):
        """The next square of a group."""
        square = row[of_player(player, at.SQUARE)]
        for step in range(1, board.SQUARES):
            lot = board.LOT_AT[(square + step) % board.SQUARES]
            if lot >= 0 and board.GROUP[lot] == group:
                return (square + step) % board.SQUARES
        return square

    def buy(row):
        player, lot = row[at.TURN], row[at.OFFER]
        row[at.LOTS_START + lot] = player + 1
        charge(row, player, int(board.PRICE[lot]), 0)

    def auction(row):
        """Everybody may bid, beginning at the left of the player whose turn it is."""
        bidders = 0
        for player in range(players):
            if row[of_player(player, at.CASH)] >= STEPS[0]:
                bidders |= 1 << player
        row[at.BIDDERS], row[at.BID], row[at.BIDDER], row[at.PHASE] = bidders, 0, 0, at.BIDDING
        row[at.MOVER] = row[at.TURN]
        next_bidder(row)

    def next_bidder(row):
        """Who can still raise the bid is next; without one, the highest bidder gets the lot."""
        for step in range(1, players + 1):
            player = (row[at.MOVER] + step) % players
            can = row[at.BIDDERS] >> player & 1 and row[of_player(player, at.CASH)] >= row[at.BID] + STEPS[0]
            if can and row[at.BIDDER] != player + 1:
                row[at.MOVER] = player
                return
        if row[at.BIDDER] > 0:
            row[of_player(row[at.BIDDER] - 1, at.CASH)] -= row[at.BID]
            row[at.LOTS_START + row[at.OFFER]] = row[at.BIDDER]
        finish(row)

    def bid(row, step):
        """step: how much more; 0: no more bids."""
        if step == 0:
            row[at.BIDDERS] &= ~(1 << row[at.MOVER])
        else:
            row[at.BID] += step
            row[at.BIDDER] = row[at.MOVER] + 1
        next_bidder(row)

    def settle(row):
        """Pays the debt if there is money enough now."""
        player = row[at.MOVER]
        if row[of_player(player, at.CASH)] < row[at.DEBT]:
            return
        hand_over(row, player, row[at.DEBT], row[at.CREDITOR])
        thrown = row[at.PENDING]
        if thrown > 0:
            row[at.PENDING], row[at.DEBT], row[at.CREDITOR] = 0, 0, 0
            walk(row, thrown)
        else:
            finish(row)

    return begin, roll, draw, throw, buy, auction, bid, settle
