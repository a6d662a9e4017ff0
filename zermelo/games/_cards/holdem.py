"""Heads-up hold'em, whatever the betting: dealing, order of play, showdown, what a player sees, and text.

Player 1 (number 0) is the dealer, pays the small blind and acts first before the flop; afterwards the other one does.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from itertools import combinations
from typing import Any, NamedTuple

from zermelo.bits import count
from zermelo.game import CHANCE, Game
from zermelo.games._cards import deck
from zermelo.games._cards.notation import CALL, FOLD, read_position
from zermelo.games._cards.ranking import hand_name, strength
from zermelo.picture import Cards

PREFLOP, FLOP, TURN, RIVER, NO_MORE_BETS = range(5)  # rounds
CARDS = (4, 7, 8, 9, 9)  # [round] that are dealt before its first bet; at last for the showdown
ALL_CARDS = 9
ROUNDS = ("before the flop", "flop", "turn", "river")
NOBODY_IS_ALL_IN = 10**9  # chips of a stack without a limit
TURN_BITS = 4  # of an action in a record of turns
MOST_TURNS = 15  # in one round: as many as fit into a word

Rule = Callable[..., Any]


class HoldemState(NamedTuple):
    first: int  # the two cards of each player, a set (see deck.py)
    second: int
    flop: int  # three cards, a set
    turn: int  # one card; -1: not dealt yet
    river: int
    dealt: int  # cards so far
    round: int  # PREFLOP to RIVER, NO_MORE_BETS
    taken: int  # turns in this round
    bets: int  # in this round; the big blind is one
    first_paid: int  # chips in the pot
    second_paid: int
    step: int  # the last bet or raise of this round: the next one adds as much, at least
    folded: int  # 1: the game is over
    turns: tuple[int, int, int, int]  # [round] the actions, four bits for each after a leading 1


class HoldemView(NamedTuple):
    own: int  # the player's two cards, which it looks at when all are dealt; 0 before that
    other: int  # the opponent's, seen at the showdown; 0 before that
    flop: int  # 0 until all three are dealt
    turn: int
    river: int
    round: int
    taken: int
    bets: int
    first_paid: int
    second_paid: int
    step: int
    folded: int
    turns: tuple[int, int, int, int]


@lru_cache(maxsize=64)
def _pairs_without(known: int) -> list[int]:
    """All sets of two cards that are not in a set; many deals are drawn for each."""
    unseen = [deck.bit_of(card) for card in range(deck.DECK) if not known & deck.bit_of(card)]
    return [one | other for one, other in combinations(unseen, 2)]


def _actions_in(word: int) -> list[int]:
    """The actions in the record of a round, see HoldemState."""
    turns = (word.bit_length() - 1) // TURN_BITS
    return [word >> TURN_BITS * place & (1 << TURN_BITS) - 1 for place in reversed(range(turns))]


def holdem(
    small_blind: int,
    big_blind: int,
    stack: int,
    kinds: int,
    is_raise: Rule,
    target: Rule,
    turn_name: Callable[[HoldemState, int, int], str],
    **traits: Any,
) -> Game:
    """A game of hold'em for two.

    stack: who has paid this much is all in. kinds: how many actions there are, FOLD, CALL and raises.
    is_raise(state, action): is this raise legal? target(state, action): what the player has paid after it.
    turn_name(state, action, before): a bet or raise in words; before: what each had paid when the round began.
    """

    def initial() -> HoldemState:
        return HoldemState(
            0, 0, 0, deck.UNKNOWN, deck.UNKNOWN, 0, PREFLOP, 0, 1, small_blind, big_blind, big_blind, 0, (1, 1, 1, 1)
        )

    def to_move(state):
        if state.dealt < CARDS[state.round]:
            return CHANCE
        return state.taken & 1 if state.round == PREFLOP else 1 - (state.taken & 1)

    def seen_cards(state):
        """All cards that are dealt."""
        held = state.first | state.second | state.flop
        if state.turn >= 0:
            held |= deck.bit_of(state.turn)
        if state.river >= 0:
            held |= deck.bit_of(state.river)
        return held

    def chances(state):
        held, chance = seen_cards(state), 1.0 / (deck.DECK - state.dealt)
        for card in range(deck.DECK):
            if not held & deck.bit_of(card):
                yield card, chance

    def actions(state):
        for place in range(1, kinds + 1):  # folding comes last
            action = place % kinds
            if action == CALL:
                yield action
            elif action == FOLD:
                if state.first_paid != state.second_paid:
                    yield action
            elif is_raise(state, action):
                yield action

    def dealt_one(state, card):
        first, second, flop, turn, river = state.first, state.second, state.flop, state.turn, state.river
        if state.dealt < 2:
            first |= deck.bit_of(card)
        elif state.dealt < 4:
            second |= deck.bit_of(card)
        elif state.dealt < 7:
            flop |= deck.bit_of(card)
        elif state.dealt == 7:
            turn = card
        else:
            river = card
        return HoldemState(
            first, second, flop, turn, river, state.dealt + 1, state.round, state.taken, state.bets,
            state.first_paid, state.second_paid, state.step, state.folded, state.turns,
        )  # fmt: skip

    def result(state, action):
        if state.dealt < CARDS[state.round]:
            return dealt_one(state, action)
        player, high = to_move(state), max(state.first_paid, state.second_paid)
        paid = state.first_paid if player == 0 else state.second_paid
        step, bets = state.step, state.bets
        if action == CALL:
            paid = high
        elif action != FOLD:
            paid = target(state, action)
            step = max(step, paid - high)
            bets += 1
        before, flop, turn, river = state.turns
        if state.round == PREFLOP:
            before = before << TURN_BITS | action
        elif state.round == FLOP:
            flop = flop << TURN_BITS | action
        elif state.round == TURN:
            turn = turn << TURN_BITS | action
        else:
            river = river << TURN_BITS | action
        stage, taken = state.round, state.taken + 1
        if action == CALL and state.taken > 0:
            stage, taken, bets, step = stage + 1, 0, 0, big_blind
            if paid >= stack:
                stage = NO_MORE_BETS
        first_paid = paid if player == 0 else state.first_paid
        second_paid = paid if player == 1 else state.second_paid
        return HoldemState(
            state.first, state.second, state.flop, state.turn, state.river, state.dealt, stage, taken, bets,
            first_paid, second_paid, step, 1 if action == FOLD else 0, (before, flop, turn, river),
        )  # fmt: skip

    def is_terminal(state):
        return state.folded == 1 or (state.round == NO_MORE_BETS and state.dealt == ALL_CARDS)

    def board(state):
        return state.flop | deck.bit_of(state.turn) | deck.bit_of(state.river)

    def utility(state, player):
        if state.folded:
            winner = to_move(state)  # whose turn it would be
        else:
            table_cards = board(state)
            mine, theirs = strength(state.first | table_cards), strength(state.second | table_cards)
            if mine == theirs:
                return 0.0
            winner = 0 if mine > theirs else 1
        stake = float(min(state.first_paid, state.second_paid))
        return stake if winner == player else -stake

    def view(state, player):
        own = state.first if player == 0 else state.second
        other = state.second if player == 0 else state.first
        is_shown = state.round == NO_MORE_BETS and state.dealt == ALL_CARDS
        return HoldemView(
            own if state.dealt >= 4 else 0, other if is_shown else 0, state.flop if state.dealt >= 7 else 0,
            state.turn, state.river, state.round, state.taken, state.bets, state.first_paid, state.second_paid,
            state.step, state.folded, state.turns,
        )  # fmt: skip

    def deal(knowledge, fraction):
        """A state that fits: the opponent holds any two of the cards that are not seen."""
        seen, player = knowledge.view, knowledge.player
        if not seen.own:
            return initial()
        known = seen.own | seen.flop
        dealt = 4 + count(seen.flop)
        for card in (seen.turn, seen.river):
            if card >= 0:
                known, dealt = known | deck.bit_of(card), dealt + 1
        other = seen.other
        if not other:
            pairs = _pairs_without(known)
            other = pairs[int(fraction * len(pairs))]
        first, second = (seen.own, other) if player == 0 else (other, seen.own)
        return HoldemState(
            first, second, seen.flop, seen.turn, seen.river, dealt, seen.round, seen.taken, seen.bets,
            seen.first_paid, seen.second_paid, seen.step, seen.folded, seen.turns,
        )  # fmt: skip

    # --- text and drawing ---------------------------------------------------------------------------------------------

    def code(state, move):
        """A card or a turn as it is written in positions."""
        if to_move(state) == CHANCE:
            return deck.card_text(move)
        if move in (FOLD, CALL):
            return "fc"[move]
        return "r" if kinds == 3 else f"r{target(state, move)}"

    def betting(turns: tuple[int, ...]) -> list[str]:
        """The turns of each round as they are written, found by playing them again."""
        state, rounds = initial()._replace(dealt=ALL_CARDS), []
        for word in turns:
            codes = []
            for action in _actions_in(word):
                codes.append(code(state, action))
                state = result(state, action)
            rounds.append("".join(codes))
        return rounds

    def told(turns: tuple[int, ...]) -> list[tuple[str, list[str]]]:
        """The turns of each round in words."""
        state, rounds = initial()._replace(dealt=ALL_CARDS), []
        for name, word in zip(ROUNDS, turns, strict=True):
            words = []
            for action in _actions_in(word):
                words.append(format_action(state, action))
                state = result(state, action)
            rounds.append((name, words))
        return rounds

    def paid_before(state: Any) -> int:
        """What each had paid when this round began: 0 before the flop, where the blinds are part of the bets."""
        here = initial()._replace(dealt=ALL_CARDS)
        for word in state.turns[: state.round]:
            for action in _actions_in(word):
                here = result(here, action)
        return here.first_paid if state.round > PREFLOP else 0

    def moves(state):
        if is_terminal(state):
            return []
        return [card for card, _ in chances(state)] if to_move(state) == CHANCE else list(actions(state))

    def format_action(state, action):
        if to_move(state) == CHANCE:
            return deck.card_text(action)
        if action == FOLD:
            return "fold"
        if action == CALL:
            return "check" if state.first_paid == state.second_paid else "call"
        return turn_name(state, action, paid_before(state))

    def padded(held: int, size: int) -> str:
        """The cards of a set, and a question mark for each that is missing."""
        return deck.cards_text(held) + "?" * (size - count(held))

    def format_state(state):
        rounds = betting(state.turns)
        laid = [
            deck.cards_text(state.flop),
            *("" if card < 0 else deck.card_text(card) for card in (state.turn, state.river)),
        ]
        words = [padded(state.first, 2), padded(state.second, 2), rounds[0]]
        for cards, turns in zip(laid, rounds[1:], strict=True):
            words += [cards, turns]
        return " ".join(word for word in words if word)

    def parse_state(text):
        return read_position(text, initial(), to_move, moves, code, result)

    def turn_after(seen: Any) -> int:
        """Whose turn it is by the turns of this round."""
        return int(seen.taken & 1 if seen.round == PREFLOP else 1 - (seen.taken & 1))

    def drawn(hands: list[int], laid: list[int], seen: Any, mover: int) -> Cards:
        """Both hands, 0 where they are not known, chips and bets, the cards on the table, the pot and the betting."""
        before = paid_before(seen)
        folded = 1 - turn_after(seen) if seen.folded else deck.UNKNOWN
        players = []
        for player, (held, paid) in enumerate(zip(hands, (seen.first_paid, seen.second_paid), strict=True)):
            notes = ("dealer" if player == 0 else "", "folded" if player == folded else "")
            cards = [] if player == folded else map(deck.card_text, deck.cards_in(held))
            shown = [*cards, "?", "?"][:2]
            players.append(
                deck.held_by(
                    f"player {player + 1}",
                    shown,
                    active=player == mover,
                    chips=None if stack >= NOBODY_IS_ALL_IN else stack - paid,
                    bet=0 if seen.folded or seen.round == NO_MORE_BETS else paid - before,
                    note=", ".join(filter(None, notes)),
                )
            )
        pot = seen.first_paid + seen.second_paid
        return Cards((*players, deck.on_table(map(deck.card_text, laid), 5)), deck.told_rounds(told(seen.turns)), pot)

    def laid_out(seen: Any) -> list[int]:
        """The cards on the table in the order in which they came."""
        return [*deck.cards_in(seen.flop), *(card for card in (seen.turn, seen.river) if card >= 0)]

    def picture(state):
        mover = deck.UNKNOWN if is_terminal(state) else to_move(state)
        return drawn([state.first, state.second], laid_out(state), state, mover)

    def scene(seen, player):
        hands = [seen.own, seen.other]
        is_on = seen.own and not seen.folded and seen.round != NO_MORE_BETS
        return drawn(
            hands if player == 0 else hands[::-1], laid_out(seen), seen, turn_after(seen) if is_on else deck.UNKNOWN
        )

    def heard(before, after, player):
        """A bet, or a card that is laid on the table alone: of several cards only the last is dealt then."""
        if after.turns != before.turns:
            state = HoldemState(
                0, 0, 0, deck.UNKNOWN, deck.UNKNOWN, ALL_CARDS, before.round, before.taken, before.bets,
                before.first_paid, before.second_paid, before.step, before.folded, before.turns,
            )  # fmt: skip
            return to_move(state), format_action(state, _actions_in(after.turns[before.round])[-1])
        for card, earlier in ((after.river, before.river), (after.turn, before.turn)):
            if card != earlier:
                return CHANCE, deck.card_text(card)
        return CHANCE, ""

    def ending(state):
        paid = min(state.first_paid, state.second_paid)
        if state.folded:
            return f"by {paid} chips: the other folds"
        hands = [strength(held | board(state)) for held in (state.first, state.second)]
        how = hand_name(max(hands))
        return f"with {how} each" if hands[0] == hands[1] else f"by {paid} chips with {how}"

    return Game(
        initial, to_move, actions, result, is_terminal, utility, chances=chances, view=view, deal=deal,
        max_actions=deck.DECK, points="chips", picture=picture, scene=scene, heard=heard, ending=ending,
        format_action=format_action, format_state=format_state, parse_state=parse_state, again="next hand", **traits,
    )  # fmt: skip
