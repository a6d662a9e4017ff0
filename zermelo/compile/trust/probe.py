"""A kernel that answers questions about a state, to compare a compiled game with the interpreted one (compare.py)."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from zermelo.compile.kernel.compiled import buffer_size, compiled_rules
from zermelo.compile.kernel.kernels import compile_unkept
from zermelo.compile.kernel.memory import Words, new_memory, new_words
from zermelo.compile.kernel.rules import Rules, has_integer_actions
from zermelo.compile.kernel.states import state_caster, state_type_of
from zermelo.compile.trust.borders import checked, checked_opinion
from zermelo.game import CHANCE, Game, State

FRACTIONS = (0.0, 0.25, 0.5, 0.999)

# The questions that a probe answers about a state; any number ≥ 0 asks for the state after that move of the list.
ABOUT, SEARCH = -1, -2
# Where it puts the answers: the words before the list of moves
WORDS = Words(
    "MOVER", "OVER", "COUNT", "KEY", "SYMMETRIC", "GOES_ON", "ADJUDICATED", "REVERSIBLE", "DEPTH", PICKED=len(FRACTIONS)
)
MOVER, OVER, COUNT, KEY, SYMMETRIC, GOES_ON, ADJUDICATED, REVERSIBLE, DEPTH, PICKED = WORDS
LIST = WORDS.end

Evaluate = Callable[..., Any]


@dataclass(frozen=True)
class Probe:
    """A compiled kernel that answers questions about a state."""

    run: Callable[..., Any]
    state_type: Any
    cast: Callable[[State], State]
    integers: bool  # are the game's actions integers?
    words: Any
    memory: Any
    weights: Any
    values: Any

    def ask(self, state: State, question: int, depth: int) -> Any:
        """The state after a move that was listed last; or the words, which have the answers with weights and values."""
        self.words[DEPTH] = depth
        after = self.run(self.cast(state), question, self.words, self.memory, self.weights, self.values)
        return after if question >= 0 else self.words

    def word(self, place: int) -> int:
        """One of the words."""
        return self.words[place]

    def weight(self, place: int) -> float:
        """The probability of an outcome."""
        return float(self.weights[place])

    def value(self, player: int) -> float:
        """A player's utility or evaluation; of player 0 also what a search found."""
        return float(self.values[player])


def compiled_probe(game: Game, evaluate: Evaluate | None) -> Probe:
    """The probe, compiled with checks of array bounds.

    Raises whatever the compiler raises where the game does not compile.
    """
    import numba

    from zermelo.installed import np

    state_type = state_type_of(game)
    words = new_words(True, LIST + game.max_actions)
    memory = new_memory(True, 2, buffer_size(checked(game)))
    weights, values = np.zeros(game.max_actions), np.zeros(max(1, game.players))
    types = (state_type, *map(numba.typeof, (ABOUT, words, memory, weights, values)))
    for reference_counts in (False, True):
        try:
            rules = compiled_rules(checked(game), state_type, checked_opinion(evaluate), 1.0, reference_counts)
            run = probe_for(game.players, evaluate is not None)(rules)
            with _settings_of_a_probe():
                compile_unkept(run, types)
            break
        except MemoryError:
            raise
        except Exception:
            if reference_counts:
                raise
    integers = game.fill is not None or has_integer_actions(game)
    return Probe(run, state_type, state_caster(state_type), integers, words, memory, weights, values)


@contextmanager
def _settings_of_a_probe() -> Iterator[None]:
    """Has Numba check array bounds, and not optimise, since a probe runs for a moment only."""
    from numba import config
    from numba.core.registry import cpu_target

    internal = cpu_target.target_context.cached_internal_func  # Numba's own functions, compiled with these settings
    usual, known = (config.BOUNDSCHECK, config.OPT), dict(internal)
    internal.clear()
    config.BOUNDSCHECK, config.OPT = 1, type(config.OPT)(0)
    try:
        yield
    finally:
        config.BOUNDSCHECK, config.OPT = usual
        internal.clear()
        internal.update(known)


def probe_for(players: int, evaluates: bool) -> Callable[[Rules], Any]:
    """The factory of probe(state, question, words, memory, weights, values) -> state."""

    def kernel(rules: Rules) -> Any:
        to_move, is_terminal, utility, evaluate = rules.to_move, rules.is_terminal, rules.utility, rules.evaluate
        fill, play, fill_chances, play_chance = rules.fill, rules.play, rules.fill_chances, rules.play_chance
        key, buffer, counts_on = rules.key, rules.buffer, rules.counts_on
        pick, adjudicated, reversible = rules.pick, rules.adjudicated, rules.reversible
        symmetric_key = rules.symmetric_key
        search = search_kernel(rules)

        @rules.jit
        def probe(state, question, words, memory, weights, values):
            if question == SEARCH:
                values[0] = search(state, words[DEPTH], 0, memory)
                return state
            if question >= 0:
                if to_move(state) == CHANCE:
                    return play_chance(state, words[LIST + question])
                return play(state, words[LIST + question])
            words[OVER], words[MOVER], words[COUNT] = is_terminal(state), 0, 0
            words[KEY], words[GOES_ON] = key(state), counts_on(state)
            if symmetric_key is not None:
                words[SYMMETRIC] = symmetric_key(state)
            if adjudicated is not None:
                words[ADJUDICATED] = adjudicated(state)
            if reversible is not None:
                words[REVERSIBLE] = reversible(state)
            if words[OVER]:
                for player in range(players):
                    values[player] = utility(state, player)
                return state
            words[MOVER] = to_move(state)
            if words[MOVER] == CHANCE:
                words[COUNT] = fill_chances(state, buffer(words, LIST), weights)
            else:
                words[COUNT] = fill(state, buffer(words, LIST))
                if pick is not None:
                    for i in range(len(FRACTIONS)):
                        words[PICKED + i] = pick(state, FRACTIONS[i])
            if evaluates:
                for player in range(players):
                    values[player] = evaluate(state, player)
            return state

        return probe

    return kernel


def search_kernel(rules: Rules) -> Any:
    """value(state, depth, player, memory): minimax for one player against all others, over chance the mean."""
    to_move, actions, result, chances = rules.to_move, rules.actions, rules.result, rules.chances
    is_terminal, utility, evaluate = rules.is_terminal, rules.utility, rules.evaluate

    @rules.jit
    def value(state, depth, player, memory):
        if is_terminal(state):
            return float(utility(state, player))
        if depth == 0:
            return float(evaluate(state, player))
        mover = to_move(state)
        if mover == CHANCE:
            mean = 0.0
            for outcome, chance in chances(state):
                mean += chance * value(result(state, outcome), depth - 1, player, memory)
            return mean
        best = -math.inf if mover == player else math.inf
        for action in actions(state, depth, memory):
            v = value(result(state, action), depth - 1, player, memory)
            if (v > best) == (mover == player) and v != best:
                best = v
        return best

    return value
