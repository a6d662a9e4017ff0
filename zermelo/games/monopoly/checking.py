"""Can a position of Monopoly that a person typed come about? If not, some rule would not know what to do."""

from __future__ import annotations

from zermelo.games.monopoly import board
from zermelo.games.monopoly import layout as at
from zermelo.games.monopoly.cards import FREE_CARD
from zermelo.games.monopoly.layout import buildings, can_raise, is_out, level, of_player, owned_in_group, owner
from zermelo.games.monopoly.moving import FINE, STEPS

Row = tuple[int, ...]
USED = {  # what a phase needs besides the rest, all of which is 0 then
    at.THROWING: {at.CREDITOR},
    at.BUYING: {at.OFFER},
    at.BIDDING: {at.OFFER, at.BID, at.BIDDER, at.BIDDERS},
    at.OWING: {at.DEBT, at.CREDITOR, at.PENDING, at.OFFER},
}


def check_row(row: Row, players: int, rounds: int) -> None:
    """Raises ValueError, which says what is wrong."""
    _check_turn(row, players, rounds)
    _check_players(row, players)
    _check_lots(row, players)
    _check_phase(row, players)


def _check_turn(row: Row, players: int, rounds: int) -> None:
    if max(row[at.TURN], row[at.MOVER]) >= players or row[at.OFFER] >= board.ALL_LOTS:
        raise ValueError(f"players are 0 to {players - 1}, lots 0 to {board.ALL_LOTS - 1}")
    if is_out(row, row[at.TURN]) or is_out(row, row[at.MOVER]):
        raise ValueError("a player who is out is not to move")
    left = sum(not is_out(row, player) for player in range(players))
    is_over = left == 1 or row[at.ROUND] == rounds
    if is_over and row[at.PHASE] != at.OVER:
        raise ValueError(f"with one player left the game is over, and after {rounds} rounds")
    if row[at.ROUND] > rounds or (row[at.PHASE] == at.OVER and not is_over):
        raise ValueError(f"there are {rounds} rounds, and with several players left the game is not over before")
    if row[at.DOUBLES] > 2 or (row[at.DOUBLES] and row[at.PHASE] == at.OVER):
        raise ValueError("at most two doubles come in a row: the third leads to jail")
    if row[at.MOVER] != row[at.TURN] and row[at.PHASE] != at.BIDDING:
        raise ValueError("only in an auction does a player decide who is not at turn")


def _check_players(row: Row, players: int) -> None:
    for player in range(players):
        if row[of_player(player, at.IN_JAIL)] and row[of_player(player, at.SQUARE)] != board.JAIL:
            raise ValueError(f"a player in jail is on square {board.JAIL}")
    if row[of_player(row[at.TURN], at.IN_JAIL)] and row[at.DOUBLES]:
        raise ValueError("a player in jail has not rolled a double")
    for deck in range(2):
        cards = row[at.CHANCE_DECK + deck]
        if not 0 < cards < 1 << 16:
            raise ValueError("a deck is 1 to 65535, a bit per card that is left")
        held = sum(row[of_player(player, at.FREE_CARDS)] >> deck & 1 for player in range(players))
        if held + (cards >> FREE_CARD[deck] & 1) > 1:
            raise ValueError("there is one card out of jail in a deck, with one player or in the deck")


def _check_lots(row: Row, players: int) -> None:
    houses, hotels = buildings(row)
    if houses > board.HOUSES or hotels > board.HOTELS:
        raise ValueError(f"there are {board.HOUSES} houses and {board.HOTELS} hotels")
    for lot in range(board.ALL_LOTS):
        who = owner(row, lot)
        if who and is_out(row, who - 1):
            raise ValueError(f"{board.LOTS[lot].name} cannot belong to a player who is out")
        if 0 < level(row, lot) <= board.HOTEL:
            group = [other for other in range(board.ALL_LOTS) if board.GROUP[other] == board.GROUP[lot]]
            if owned_in_group(row, lot, who) < len(group) or any(level(row, each) == board.MORTGAGED for each in group):
                raise ValueError(
                    f"nothing is built on {board.LOTS[lot].name} unless its group is one player's and not mortgaged"
                )


def _check_phase(row: Row, players: int) -> None:
    phase, turn = row[at.PHASE], row[at.TURN]
    square, cash = row[of_player(turn, at.SQUARE)], row[of_player(row[at.MOVER], at.CASH)]
    lot = int(board.LOT_AT[square])
    for place in {at.DEBT, at.CREDITOR, at.PENDING, at.OFFER, at.BID, at.BIDDER, at.BIDDERS} - USED.get(phase, set()):
        if row[place]:
            raise ValueError("debts, offers and bids are 0 but while somebody owes, may buy or bids")
    if phase in (at.DRAWING_CHANCE, at.DRAWING_CHEST):
        if board.KIND_AT[square] != (board.CHANCE_CARD if phase == at.DRAWING_CHANCE else board.CHEST_CARD):
            raise ValueError("cards are drawn on squares of their kind")
    elif phase == at.THROWING:
        if (
            lot < 0
            or board.GROUP[lot] != board.UTILITIES
            or owner(row, lot) != row[at.CREDITOR]
            or row[at.CREDITOR] in (0, turn + 1)
        ):
            raise ValueError("the dice decide the rent of another player's utility, on its square")
        if level(row, lot) == board.MORTGAGED:
            raise ValueError("a mortgaged utility has no rent")
    elif phase in (at.BUYING, at.BIDDING):
        if row[at.OFFER] != lot or owner(row, lot):
            raise ValueError("on offer is the bank's lot on whose square the player is")
        if phase == at.BUYING and can_raise(row, turn) < board.PRICE[lot]:
            raise ValueError("a player who cannot raise the price may not buy")
        if phase == at.BIDDING:
            _check_auction(row, players, cash)
    elif phase == at.OWING:
        _check_debt(row, players, cash, square)


def _check_auction(row: Row, players: int, cash: int) -> None:
    bidders = [player for player in range(players) if row[at.BIDDERS] >> player & 1]
    if row[at.BIDDERS] >> players or row[at.MOVER] not in bidders:
        raise ValueError(f"who may still bid is a bit each, 1 to {(1 << players) - 1}, with that of who is to bid")
    if any(row[of_player(player, at.CASH)] < STEPS[0] for player in bidders) or cash < row[at.BID] + STEPS[0]:
        raise ValueError("only who has the money may bid")
    if bool(row[at.BID]) != bool(row[at.BIDDER]) or row[at.BID] % STEPS[0]:
        raise ValueError(f"a bid is a multiple of {STEPS[0]}, and somebody's")
    if row[at.BIDDER]:
        highest = row[at.BIDDER] - 1
        if highest == row[at.MOVER] or highest not in bidders or row[of_player(highest, at.CASH)] < row[at.BID]:
            raise ValueError("the highest bid is another bidder's, who can pay it")


def _check_debt(row: Row, players: int, cash: int, square: int) -> None:
    debt, creditor, turn = row[at.DEBT], row[at.CREDITOR], row[at.TURN]
    if not cash < debt <= can_raise(row, turn):
        raise ValueError("who owes has less in cash, and can raise it")
    others = sum(not is_out(row, player) for player in range(players)) - 1
    if creditor > players + 1 or creditor == turn + 1 or (creditor == players + 1 and debt % others):
        raise ValueError(f"a debt is to the bank (0), another player, or in equal parts to all of them ({players + 1})")
    if 0 < creditor <= players and is_out(row, creditor - 1):
        raise ValueError("a player who is out is owed nothing")
    if row[at.OFFER] and (creditor or owner(row, row[at.OFFER]) != turn + 1):
        raise ValueError("a debt for a lot is to the bank, and the lot is the player's already")
    if row[at.PENDING]:
        in_jail = row[of_player(turn, at.IN_JAIL)]
        if debt != FINE or creditor or not 2 < row[at.PENDING] < 12 or square != board.JAIL or in_jail or row[at.OFFER]:
            raise ValueError(f"a throw waits only for the fine of {FINE} out of jail")
