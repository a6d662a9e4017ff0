"""Leduc hold'em: one card each and one on the table, two rounds of betting. A small game with all that poker needs."""

from __future__ import annotations

from typing import NamedTuple

from zermelo.game import CHANCE, Game
from zermelo.games._cards.deck import RANKS, UNKNOWN, held_by, on_table, told_rounds
from zermelo.games._cards.notation import CALL, FOLD, LETTERS, RAISE, read_position
from zermelo.picture import Cards

ANTE, MOST_RAISES = 1, 2
SUITS = "sh"


class LeducView(NamedTuple):
    card: int  # the player's own; -1: not dealt yet
    other: int  # the opponent's, which is seen at the showdown; -1 before that
    board: int  # the card on the table; -1: not dealt yet
    turns: int  # all turns so far: two bits for each after a leading 1


class LeducState(NamedTuple):
    first: int  # the card of each player; -1: not dealt yet
    second: int
    board: int
    round: int  # 0 before the card on the table, 1 after it, 2: the showdown
    taken: int  # turns in this round
    raises: int  # in this round
    first_paid: int
    second_paid: int
    turns: int  # all of them: two bits for each (fold, call, raise) after a leading 1


def leduc_poker(ranks: int = 3) -> Game:
    """Each player pays an ante of 1 and gets one card; another one is laid on the table after the first round.

    In turn, players fold, call (or check) or raise (or bet), at most twice per round, by 2 in the first round and by 4
    in the second. Who has the rank of the card on the table wins, else who has the higher card; equal ranks share the
    pot.

    ranks (2 to 13): there are two cards of each.
    """
    if not 2 <= ranks <= 13:
        raise ValueError(f"ranks must be 2 to 13, not {ranks}")
    deck = 2 * ranks
    names = "JQK" if ranks == 3 else RANKS[-ranks:]

    def initial() -> LeducState:
        return LeducState(UNKNOWN, UNKNOWN, UNKNOWN, 0, 0, 0, ANTE, ANTE, 1)

    def to_move(state):
        if state.second < 0 or (state.round == 1 and state.board < 0):
            return CHANCE
        return state.taken & 1

    def chances(state):
        used = (state.first >= 0) + (state.second >= 0)
        for card in range(deck):
            if card != state.first and card != state.second:
                yield card, 1.0 / (deck - used)

    def actions(state):
        yield CALL
        if state.raises < MOST_RAISES:
            yield RAISE
        if state.first_paid != state.second_paid:
            yield FOLD

    def result(state, action):
        first, second, board, stage, taken, raises, mine, theirs, turns = state
        if first < 0:
            return LeducState(action, second, board, stage, taken, raises, mine, theirs, turns)
        if second < 0:
            return LeducState(first, action, board, stage, taken, raises, mine, theirs, turns)
        if stage == 1 and board < 0:
            return LeducState(first, second, action, stage, taken, raises, mine, theirs, turns)
        turns = 4 * turns + action
        if action == FOLD:
            return LeducState(first, second, board, stage, taken + 1, raises, mine, theirs, turns)
        stake = max(mine, theirs) + ((2 << stage) if action == RAISE else 0)
        if taken & 1:
            theirs = stake
        else:
            mine = stake
        if action == CALL and taken > 0:
            return LeducState(first, second, board, stage + 1, 0, 0, mine, theirs, turns)
        return LeducState(first, second, board, stage, taken + 1, raises + (action == RAISE), mine, theirs, turns)

    def is_terminal(state):
        return state.round == 2 or state.turns & 3 == FOLD

    def strength(card, board):
        return ranks + 1 if card >> 1 == board >> 1 else card >> 1

    def utility(state, player):
        if state.turns & 3 == FOLD:
            winner = state.taken & 1  # whose turn it would be
        else:
            mine, theirs = strength(state.first, state.board), strength(state.second, state.board)
            if mine == theirs:
                return 0.0
            winner = 0 if mine > theirs else 1
        stake = float(min(state.first_paid, state.second_paid))
        return stake if winner == player else -stake

    def view(state, player):
        own, other = state.first, state.second
        if player == 1:
            own, other = other, own
        return LeducView(own, other if state.round == 2 else UNKNOWN, state.board, state.turns)

    def name(card: int) -> str:
        return "?" if card < 0 else names[card >> 1] + SUITS[card & 1]

    def betting(turns: int) -> list[str]:
        """The turns of each round as letters."""
        played, rounds = f"{turns:b}"[1:], [""]
        for place in range(0, len(played), 2):
            action = int(played[place : place + 2], 2)
            rounds[-1] += LETTERS[action]
            if action == CALL and len(rounds[-1]) > 1:
                rounds.append("")
        return rounds

    def code(state, move):
        return name(move) if to_move(state) == CHANCE else LETTERS[move]

    def moves(state):
        if is_terminal(state):
            return []
        return [card for card, _ in chances(state)] if to_move(state) == CHANCE else list(actions(state))

    def format_action(state, action):
        if to_move(state) == CHANCE:
            return name(action)
        return turn_name(action, state.first_paid == state.second_paid)

    def turn_name(action: int, is_even: bool) -> str:
        """A turn in words. is_even: have both paid the same?"""
        return ("fold", "check" if is_even else "call", "bet" if is_even else "raise")[action]

    def format_state(state):
        before, *after = betting(state.turns)
        words = [name(state.first), name(state.second), before, name(state.board) if state.board >= 0 else "", *after]
        return " ".join(word for word in words if word)

    def parse_state(text):
        return read_position(text, initial(), to_move, moves, code, result)

    def told(turns: int) -> tuple[list[tuple[str, list[str]]], LeducState]:
        """The turns of each round in words, and the state after them with any cards."""
        state, rounds = initial()._replace(first=0, second=1), []
        for title, letters in zip(("", "second round"), [*betting(turns), "", ""][:2], strict=True):
            words = []
            for letter in letters:
                words.append(format_action(state, LETTERS.index(letter)))
                state = result(state, LETTERS.index(letter))
            rounds.append((title, words))
            if state.round == 1 and state.board < 0:
                state = state._replace(board=2)
        return rounds, state

    def drawn(cards: list[str], board: int, turns: int, mover: int) -> Cards:
        """The cards of both players, the card on the table, the bets, the pot and the betting."""
        rounds, state = told(turns)
        folded = 1 - (state.taken & 1) if state.turns & 3 == FOLD else UNKNOWN
        hands = [
            held_by(
                f"player {player + 1}",
                ["?"] if player == folded else [card],
                active=player == mover,
                note=", ".join(filter(None, (f"paid {paid}", "folded" if player == folded else ""))),
            )
            for player, (card, paid) in enumerate(zip(cards, (state.first_paid, state.second_paid), strict=True))
        ]
        laid = on_table([name(board)] if board >= 0 else [], 1)
        return Cards((*hands, laid), told_rounds(rounds), state.first_paid + state.second_paid)

    def picture(state):
        mover = UNKNOWN if is_terminal(state) else to_move(state)
        return drawn([name(state.first), name(state.second)], state.board, state.turns, mover)

    def scene(seen, player):
        cards = [name(seen.card), name(seen.other)]
        state = told(seen.turns)[1]
        is_on = seen.card >= 0 and not is_terminal(state) and (state.round == 0 or seen.board >= 0)
        mover = state.taken & 1 if is_on else UNKNOWN
        return drawn(cards if player == 0 else cards[::-1], seen.board, seen.turns, mover)

    def heard(before, after, player):
        if after.turns != before.turns:
            taken = betting(before.turns)[-1]  # in this round
            return len(taken) & 1, turn_name(after.turns & 3, not taken.endswith("r"))
        return CHANCE, name(after.card if after.board == before.board else after.board)

    return Game(
        initial, to_move, actions, result, is_terminal, utility, chances=chances, view=view,
        max_actions=max(3, deck), max_plies=11, best_utility=13.0, points="chips",
        label="Leduc poker",
        summary="one card each and one on the table; two rounds of betting, raises of 2 and 4", picture=picture,
        scene=scene, heard=heard, format_action=format_action, format_state=format_state, parse_state=parse_state,
        again="next hand",
    )  # fmt: skip
