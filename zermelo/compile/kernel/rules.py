"""A game's functions as kernels call them, in plain Python (compiled.py: for Numba)."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from zermelo.bits import blended, second_hash, signed
from zermelo.compile.kernel.memory import LINE, LINES
from zermelo.compile.trust.users import is_users
from zermelo.game import CHANCE, Game

MOST_LOOKED_AT = 1000  # states, to find one where a player is to move


@dataclass(frozen=True)
class Rules:
    """A game's functions as a kernel calls them, and how to compile the kernel that does.

    actions(state, depth, memory)         iterates over the actions; `depth` and `memory` lend it a buffer
    remember(state, action, depth, memory)  notes the action as the best at this depth, with the line below it
    note(event, state, depth, a, b, v)    what a trace sees; nothing at all in compiled code
    """

    to_move: Callable[..., Any]
    actions: Callable[..., Any]
    result: Callable[..., Any]
    is_terminal: Callable[..., Any]
    utility: Callable[..., Any]  # above or below the game's `middle`
    chances: Callable[..., Any]
    fill: Callable[..., Any]  # (state, buffer) -> count: moves as the buffer holds them
    play: Callable[..., Any]  # (state, move) -> state: a move that `fill` wrote
    action_of: Callable[..., Any] | None  # (state, move) -> action; None: moves are actions
    pick: Callable[..., Any] | None  # (state, fraction) -> a move, all equally likely; see Game
    fill_chances: Callable[..., Any]  # (state, buffer, weights) -> count
    play_chance: Callable[..., Any]
    evaluate: Callable[..., Any]  # likewise; see `opinion_limit`
    count_actions: Callable[..., Any]  # (state, depth, memory) -> how many there are
    counts_on: Callable[..., Any]  # (state) -> does perft go on from here?
    key: Callable[..., Any]  # (state) -> a word that equal positions share, for a game's history
    whole_key: Callable[..., Any]  # (state) -> likewise, for tables: see `goes_by_state`
    symmetric_key: Callable[..., Any] | None  # (state) -> a word that symmetric states share; None: as `whole_key`
    check: Callable[..., Any]  # (state) -> a second hash, which checks what is found by `whole_key`; 0: there is none
    mark: Callable[..., Any]  # (state) -> `whole_key` and `check`
    symmetric_mark: Callable[..., Any] | None  # likewise of `symmetric_key`; None: as `mark`
    view_key: Callable[..., Any] | None  # (state, player) -> a word of what the player sees; None: nothing is hidden
    adjudicated: Callable[..., Any] | None  # see Game
    reversible: Callable[..., Any] | None
    buffer: Callable[..., Any]  # (memory, start) -> the memory from there on, to fill
    store: Callable[
        ..., Any
    ]  # (words, index, state): writes a state without arrays into words, as the one of this index
    stored: Callable[..., Any]  # (words, index, like) -> the state of this index, of the type of another
    lister: Callable[..., Any]  # makes fill(state, buffer) of another function that lists moves
    state_of: Callable[..., Any]  # makes function(state) -> state of one of the game's own kind
    slot: Callable[..., Any]  # (move) -> a number below 4096, where something is learnt about it
    remember: Callable[..., Any]
    note: Callable[..., Any]
    jit: Callable[..., Any]  # decorates a kernel
    inner: Callable[..., Any]  # decorates what only kernels call, and is inlined where they do
    register: Callable[..., Any]  # makes a plain function callable from kernels
    compiled: bool


def interpreted_rules(
    game: Game,
    evaluate: Callable[..., Any] | None = None,
    win: float = 1.0,
    note: Callable[..., Any] | None = None,
    reads_compiled: bool = False,
) -> Rules:
    """The rules as plain Python; `note` receives every step of a kernel.

    reads_compiled: marks are to find what a compiled kernel wrote. Interpreted kernels do without their second word:
    they visit too few states for a key of 63 bits to be shared by two.
    """
    check = second_hash if reads_compiled and is_checked(game) else unchecked

    def actions(state, depth, memory):
        return game.actions(state)

    def fill(state, buffer):
        count = 0
        for action in game.actions(state):
            buffer[count] = action
            count += 1
        return count

    middle, limit = game.middle, opinion_limit(game, win)

    def utility(state, player):
        return win * (game.utility(state, player) - middle)

    asked = evaluate or flat

    def opinion(state, player):
        return min(limit, max(-limit, asked(state, player)))

    def count_actions(state, depth, memory):
        return sum(1 for _ in game.actions(state))

    def key(state):
        return signed(game.state_key(state))

    def whole_key(state):
        return signed(blended(state))

    whole = whole_key if goes_by_state(game) else key
    return Rules(
        to_move=game.to_move,
        actions=actions,
        result=game.result,
        is_terminal=game.is_terminal,
        utility=game.utility if win == 1.0 and not middle else utility,
        chances=game.chances or _no_chances,
        fill=fill,
        play=game.result,
        action_of=None,
        pick=game.pick,
        fill_chances=_chance_filler(game.chances or _no_chances),
        play_chance=game.result,
        evaluate=opinion if evaluate and limit < math.inf else asked,
        count_actions=count_actions,
        counts_on=game.counts_on or until_over(game.is_terminal),
        key=key,
        whole_key=whole,
        symmetric_key=least_key(whole, game.symmetries) if game.symmetries else None,
        check=check,
        mark=marker(whole, check),
        symmetric_mark=symmetric_marker(whole, check, game.symmetries, same_function) if game.symmetries else None,
        view_key=key_of_view(game.view) if game.view else None,
        adjudicated=game.adjudicated,
        reversible=game.reversible,
        buffer=_View,
        store=_store,
        stored=_stored,
        lister=same_function,
        state_of=same_function,
        slot=lambda move: ((move ^ move >> 12) if isinstance(move, int) else hash(move)) & 4095,
        remember=rememberer(actions, game.result, game.is_terminal),
        note=note or silent,
        jit=same_function,
        inner=same_function,
        register=lambda function: function,
        compiled=False,
    )


def same_function(function: Callable[..., Any]) -> Callable[..., Any]:
    """The function as it is."""
    return function


@dataclass(frozen=True)
class _View:
    """A list from some place on, as `offset` gives it to compiled code."""

    words: list[Any]
    start: int

    def __getitem__(self, index: int) -> Any:
        return self.words[self.start + index]

    def __setitem__(self, index: int, value: Any) -> None:
        self.words[self.start + index] = value


def _store(words, index, state):
    words[index] = state


def _stored(words, index, like):
    return words[index]


def opinion_limit(game: Game, win: float) -> float:
    """The greatest evaluation: just below a won game's value, so that a value of `reach` is one that the rules prove.

    win: what a utility of 1 is worth. Infinite in games that are no duels or do not declare their best utility.
    """
    reach = (game.reach or 0.0) * win if game.is_duel else 0.0
    return math.nextafter(reach, 0.0) if reach > 0 else math.inf


def flat(state, player):
    """The evaluation of one who has no opinion."""
    return 0.0


def silent(event, state, depth, alpha, beta, value):
    """Sees a kernel's step and says nothing."""


def _no_chances(state):
    yield from ()


def _chance_filler(chances):
    def fill_chances(state, buffer, weights):
        count = 0
        for outcome, probability in chances(state):
            if count == len(weights):
                raise ValueError("a chance node has more outcomes than the buffer holds: raise the game's max_actions")
            buffer[count] = outcome
            weights[count] = probability
            count += 1
        return count

    return fill_chances


def least_key(key, symmetries):
    """Makes symmetric_key(state): the least of the keys of a state and of those that are symmetric to it."""

    def symmetric_key(state):
        least = key(state)
        for other in symmetries(state):
            word = key(other)
            if word < least:
                least = word
        return least

    return symmetric_key


def marker(key, check):
    """Makes mark(state): see Rules."""

    def mark(state):
        return key(state), check(state)

    return mark


def symmetric_marker(key, check, symmetries, as_state):
    """Makes symmetric_mark(state): the mark of that symmetric state that has the least key."""

    def symmetric_mark(state):
        least, found = key(state), state
        for other in symmetries(state):
            image = as_state(other)
            word = key(image)
            if word < least:
                least, found = word, image
        return least, check(found)

    return symmetric_mark


def unchecked(state):
    """The second hash of a state that has none."""
    return 0


def goes_by_state(game: Game) -> bool:
    """Do tables go by the whole state, although the game has a key? A user's may leave out what matters.

    Where positions come up again (`reversible`), the key is what makes them the same, and leaves out a clock.
    """
    return game.key is not None and game.reversible is None and is_users(game)


def is_checked(game: Game) -> bool:
    """Is a second hash of the whole state a check? Not if the key leaves out something on purpose, such as a clock."""
    return game.key is None or game.key_is_whole or goes_by_state(game)


def key_of_view(view):
    """Makes view_key(state, player): see Rules."""

    def view_key(state, player):
        return signed(blended(view(state, player)))

    return view_key


def until_over(is_terminal):
    """Makes counts_on(state): perft goes on until the game is over."""

    def counts_on(state):
        return not is_terminal(state)

    return counts_on


def rememberer(actions, result, is_terminal):
    """Makes remember(state, action, depth, memory): see Rules."""

    def remember(state, action, depth, memory):
        index = 0
        for other in actions(state, 0, memory):
            if other == action:
                break
            index += 1
        row = LINES + depth * LINE
        length = 0
        if depth > 1 and not is_terminal(result(state, action)):
            length = min(memory[row - LINE], LINE - 2)
            for i in range(1, length + 1):
                memory[row + 1 + i] = memory[row - LINE + i]
        memory[row + 1] = index
        memory[row] = length + 1

    return remember


def about_action(rules: Rules, asked: Callable[..., Any]) -> Callable[..., Any]:
    """A question about an action, asked(state, action), for kernels, which ask it about a move that `fill` wrote."""
    asked, action_of = rules.register(asked), rules.action_of
    if action_of is None:
        return asked

    def about_move(state, move):
        return asked(state, action_of(state, move))

    answer: Callable[..., Any] = rules.register(about_move)
    return answer


def has_integer_actions(game: Game) -> bool:
    """Are the game's actions integers, of up to 64 bits? Told from the first state that has any."""
    waiting = [game.initial()]
    for state in waiting:
        if not game.is_terminal(state) and game.to_move(state) != CHANCE:
            return all(map(_is_short_integer, game.legal(state)))
        if not game.is_terminal(state) and len(waiting) < MOST_LOOKED_AT:
            waiting += [game.result(state, outcome) for outcome, _ in game.outcomes(state)]
    return True


def _is_short_integer(action: Any) -> bool:
    return isinstance(action, int) and not isinstance(action, bool) and -(1 << 63) <= action < 1 << 63


@lru_cache(maxsize=256)
def has_moves(game: Game) -> bool:
    """Are the game's moves, as kernels know them, integers that mean the same action in every state?"""
    return game.fill is not None or has_integer_actions(game)
