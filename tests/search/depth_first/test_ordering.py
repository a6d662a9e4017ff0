"""Move ordering: what is left of the list when quiet actions are left out, and what is learnt then."""

from __future__ import annotations

import numba
import pytest
from conftest import random_position

import zermelo
from zermelo.compile.kernel.compiled import compiled_rules
from zermelo.compile.kernel.memory import new_words
from zermelo.compile.kernel.rules import interpreted_rules
from zermelo.compile.kernel.states import type_of_state
from zermelo.evaluate import opinion
from zermelo.search.depth_first.layout import SHARED, SLOTS, ordering_rows
from zermelo.search.depth_first.ordering import LOSING, NOISY, condition, orderer
from zermelo.search.depth_first.table import NO_MOVE

GAME = zermelo.load("chess")
TACTICS = opinion(GAME).tactics
RULES, LAYOUT = interpreted_rules(GAME), ordering_rows(SHARED, GAME.max_actions)


def listed(state):
    """A memory with the actions of the state at ply 0, how many they are, and the orderer's functions."""
    memory = new_words(False, LAYOUT.end)
    count = RULES.fill(state, RULES.buffer(memory, LAYOUT.moves))
    return memory, count, orderer(RULES, TACTICS, LAYOUT, GAME.max_actions, True)


@pytest.mark.parametrize("seed", range(20))
def test_quiet_actions_without_a_threat_are_left_out_and_the_others_keep_their_order(seed):
    state = random_position(GAME, seed, most=60)
    memory, count, (take, keep_forcing, _) = listed(state)
    everything = [take(i, state, 0, count, 0, NO_MOVE, memory) for i in range(count)]
    memory, count, (take, keep_forcing, _) = listed(state)
    first = take(0, state, 0, count, 0, NO_MOVE, memory)
    left = keep_forcing(1, state, count, 0, memory)
    taken = [first] + [take(i, state, 0, left, 0, NO_MOVE, memory) for i in range(1, left)]

    def is_kept(place, urgency, move):
        return place == 0 or not LOSING < urgency < NOISY or TACTICS.forced(GAME.result(state, move))

    assert taken == [action for place, action in enumerate(everything) if is_kept(place, *action[1:])]
    assert (
        sorted(memory[LAYOUT.scores + i] & NO_MOVE for i in range(count)) == [NO_MOVE - i for i in range(count)][::-1]
    )


def test_a_cutoff_lowers_all_quiet_actions_before_it_also_those_left_out():
    state = GAME.read_state("4k3/8/8/8/8/8/3PPP2/R3K3 w - - 0 1")
    texts = {GAME.action_text(state, move): move for move in GAME.legal(state)}
    memory, count, (take, keep_forcing, learn) = listed(state)
    history = LAYOUT.history
    for score, text in ((300, "d3"), (200, "e3"), (100, "Ra8+"), (50, "Rc1")):
        memory[history + RULES.slot(texts[text])] = score
    assert take(0, state, 0, count, 0, NO_MOVE, memory)[2] == texts["d3"]
    left = keep_forcing(1, state, count, 0, memory)
    move = take(1, state, 0, left, 0, NO_MOVE, memory)[2]
    assert (left, move) == (2, texts["Ra8+"])
    before = memory[history : history + SLOTS]
    learn(state, 0, move, True, 1, left, count, 0, 4, memory)
    changed = {slot: memory[history + slot] - before[slot] for slot in range(SLOTS)}
    raised, lowered = ({slot for slot in changed if sign * changed[slot] > 0} for sign in (1, -1))
    assert raised == {RULES.slot(texts["Ra8+"])}
    assert lowered == {RULES.slot(texts["d3"]), RULES.slot(texts["e3"])}


def test_a_condition_that_never_holds_is_no_literal():
    """A recursive kernel that is called with a literal crashes when it comes back from the disk."""
    game = zermelo.load("tic-tac-toe")
    rules = compiled_rules(game, type_of_state(game.initial()))
    asked = condition(rules, None)
    ask = numba.njit(lambda state: asked(state))
    assert ask(game.initial()) is False
    (signature,) = ask.nopython_signatures
    assert signature.return_type == numba.types.boolean
