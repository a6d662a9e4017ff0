"""The sequence form: what a player did last says all about its way there, so a strategy is a plan over slots.

A plan gives each slot the probability that its player does all that leads there and then this, as far as it is up to
that player. Expected utilities are sums over the leaves of products of plans, for any number of players.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from zermelo.game import ZermeloError
from zermelo.hidden.equilibrium.flat import FlatGame, Indices, Numbers, slot_indices
from zermelo.installed import np


class SequenceForm(NamedTuple):
    """A game's information sets and payoffs, as kernels take them.

    The payoffs of a player are rows of a matrix, one for each of its slots: an entry for each leaf after which this
    player did nothing more. With two players, leaves that both reach by the same slots share an entry.
    """

    roots: Indices  # [player + 1] the first slot of each player
    sets: Indices  # [player + 1] the first information set of each player
    first: Indices  # [set] its first slot
    width: Indices  # [set] how many actions it has
    parent: Indices  # [set] a slot
    rows: Indices  # [slot + 1] the first entry of each
    pay: Numbers  # [entry] utility times the probability of the chance outcomes
    others: Indices  # [entry, players - 1] what the others did last


def sequence_form(flat: FlatGame) -> SequenceForm:
    """The sequence form of a game that is laid out."""
    players = flat.game.players
    chance = flat.likelihoods(flat.chance)[flat.leaves]
    pays, others, owners = [], [], []
    for player in range(players):
        rest = [other for other in range(players) if other != player]
        slots, pay = flat.leaf_slots, flat.utility[flat.leaves, player] * chance
        order = np.lexsort((*(slots[:, other] for other in reversed(rest)), slots[:, player]))
        slots, pay = slots[order], pay[order]
        is_new = np.concatenate(([True], (slots[1:] != slots[:-1]).any(axis=1)))
        starts = np.flatnonzero(is_new)
        pays.append(np.add.reduceat(pay, starts))
        others.append(slots[starts][:, rest])
        owners.append(slots[starts, player])
    return SequenceForm(
        roots=flat.roots,
        sets=np.searchsorted(flat.set_player, np.arange(players + 1)),
        first=flat.set_first,
        width=flat.set_count,
        parent=flat.set_parent,
        rows=np.searchsorted(np.concatenate(owners), np.arange(flat.slots + 1)),
        pay=np.concatenate(pays),
        others=np.ascontiguousarray(np.concatenate(others)),
    )


def with_words(form: SequenceForm) -> SequenceForm:
    """The same with indices of 32 bits without a sign, which compiled code reads twice as fast."""
    indices = {name: array.astype(np.uint32) for name, array in form._asdict().items() if name != "pay"}
    return form._replace(**indices)


def plan(form: SequenceForm, strategy: Numbers) -> Numbers:
    """[slot] the probability of each slot as far as it is up to its player. strategy: [slot]."""
    plans = np.ones(len(strategy))
    for sets in by_turn(form):
        slots, parents = _slots(form, sets)
        plans[slots] = plans[parents] * strategy[slots]
    return plans


def strategy_of(form: SequenceForm, plans: Numbers) -> Numbers:
    """The strategy [slot] of a plan: uniform where the plan does not go."""
    strategy = np.ones(len(plans))
    slots, _ = _slots(form, np.arange(len(form.first)))
    totals = np.add.reduceat(plans[slots], np.cumsum(form.width) - form.width)
    repeated, uniform = np.repeat(totals, form.width), np.repeat(1.0 / form.width, form.width)
    reached = repeated > 0
    strategy[slots] = np.where(reached, plans[slots] / np.where(reached, repeated, 1.0), uniform)
    return strategy


def payoffs(form: SequenceForm, plans: Numbers) -> Numbers:
    """[slot] what a player gets at the leaves right after a slot, weighted by chance and the plans of the others."""
    weighted = form.pay * plans[form.others].prod(axis=1)
    received: Numbers = np.bincount(
        np.repeat(np.arange(len(plans)), np.diff(form.rows)), weights=weighted, minlength=len(plans)
    ).astype(np.float64)
    return received


def by_turn(form: SequenceForm) -> list[Indices]:
    """The information sets of all players, grouped by how often their player acted before; the first ones first."""
    everywhere = np.arange(len(form.first))
    owner = np.full(int(form.roots[-1]), -1)  # [slot] its information set
    owner[_slots(form, everywhere)[0]] = np.repeat(everywhere, form.width)
    before = owner[form.parent]
    groups = [np.flatnonzero(before < 0)]
    while len(groups[-1]):
        groups.append(np.flatnonzero(np.isin(before, groups[-1])))
    return groups[:-1]


def _slots(form: SequenceForm, sets: Indices) -> tuple[Indices, Indices]:
    """The slots of information sets, one after another, and for each the slot before it."""
    return slot_indices(form.first[sets], form.width[sets]), np.repeat(form.parent[sets], form.width[sets])


@dataclass(frozen=True)
class ExactStrategy:
    """An exact solution of a game for two in which one loses what the other wins."""

    value: float  # for the first player
    strategy: Numbers  # [slot] of both


def solve_exactly(flat: FlatGame) -> ExactStrategy:
    """An equilibrium by the sequence-form linear programme, solved by HiGHS.

    The plan x of the first player maximises what it gets against the best answer: v, one number for each of the other's
    information sets and one for its root, is what the other can hold it to from there on.
    Raises ZermeloError if the game is not a duel, or if the programme is not solved.
    """
    from scipy.optimize import linprog
    from scipy.sparse import coo_array

    game, form = flat.game, sequence_form(flat)
    if not game.is_duel:
        raise ZermeloError(f"lp needs two players of whom one loses what the other wins, not {game.title}: try plus")
    mine, theirs = int(form.roots[1]), int(form.roots[2] - form.roots[1])
    entries = slice(0, int(form.rows[mine]))
    rows = np.repeat(np.arange(mine), np.diff(form.rows[: mine + 1]))
    pay = coo_array((form.pay[entries], (form.others[entries, 0] - mine, rows)), shape=(theirs, mine))
    own, answers = _flow(form, 0), _flow(form, 1)
    # For each slot of the other: v at its set ≤ what it pays there + v of the sets that follow it.
    bounds = coo_array((-pay.data, (pay.row, pay.col)), shape=(theirs, mine))
    inequalities = _beside(bounds, answers.T)
    equalities = _beside(own, coo_array((own.shape[0], answers.shape[0])))
    goal = np.zeros(mine + answers.shape[0])
    goal[mine] = -1.0  # v at the root
    ones = np.zeros(own.shape[0])
    ones[0] = 1.0
    found = linprog(
        goal,
        A_ub=inequalities,
        b_ub=np.zeros(theirs),
        A_eq=equalities,
        b_eq=ones,
        bounds=[(0, None)] * mine + [(None, None)] * answers.shape[0],
        method="highs",
        options={"primal_feasibility_tolerance": 1e-10, "dual_feasibility_tolerance": 1e-10},
    )
    if not found.success:
        raise ZermeloError(f"the linear programme of {game.title} was not solved: {found.message}")
    plans = np.concatenate((found.x[:mine], -found.ineqlin.marginals))
    return ExactStrategy(float(-found.fun), strategy_of(form, np.maximum(plans, 0.0)))


def _flow(form: SequenceForm, player: int) -> Any:
    """The constraints of a plan: the root has 1, and the slots of a set add up to the slot before it."""
    from scipy.sparse import coo_array

    low, high = form.sets[player], form.sets[player + 1]
    root, size = form.roots[player], form.roots[player + 1] - form.roots[player]
    first, count, parent = form.first[low:high] - root, form.width[low:high], form.parent[low:high] - root
    numbers = np.arange(1, high - low + 1)
    rows = np.concatenate(([0], np.repeat(numbers, count), numbers))
    columns = np.concatenate(([0], slot_indices(first, count), parent))
    signs = np.concatenate((np.ones(1 + int(count.sum())), -np.ones(len(numbers))))
    return coo_array((signs, (rows, columns)), shape=(len(numbers) + 1, size))


def _beside(left: Any, right: Any) -> Any:
    from scipy.sparse import hstack

    return hstack((left, right), format="csr")
