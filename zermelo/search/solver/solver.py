"""Attempts to solve a position: in stages, each longer than the last, until it is solved or hopeless.

A stage that ends early loses little, since the table keeps what it found. How much of the tree a stage got through
tells how long the rest would take; an attempt that cannot succeed within its budget, and does not gain on it from
stage to stage, stops there.
"""

from __future__ import annotations

import math
import random
import time as clock
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from zermelo.bits import as_float, as_word
from zermelo.compile.kernel.memory import LIMIT, NODES, clear, new_numbers, new_words, restore_words, saved_words
from zermelo.compile.kernel.prepare import prepare
from zermelo.compile.kernel.recursion import allow_recursion, longest_line
from zermelo.compile.kernel.rules import interpreted_rules
from zermelo.compile.kernel.states import numbers_of
from zermelo.game import CHANCE, Action, Game, State
from zermelo.search.depth_first.table import NO_MOVE
from zermelo.search.solver import duel, maxn
from zermelo.search.solver.layout import DEEP, DEEPEST, MASK, PROGRESS, REACH, ROOM, STACK, WATCHED, WHY
from zermelo.search.solver.table import PACKED, VALUES, finder, new_table
from zermelo.search.task import chosen_actions
from zermelo.search.time.budget import is_stopped
from zermelo.search.time.deadline import Deadline

FIRST, GROWTH = 64, 4  # nodes of the first stage; each has GROWTH times as many as the last
HOPE = 4.0  # an attempt goes on while it seems to need at most this many times what is left
PATIENCE = 0.1  # share of the budget before that is judged: a table that fills makes the first estimates too high
MORE = 20_000  # nodes, besides as many as a larger solution took, to give every action its own value
STACK_WORDS = 1 << 16
BRIEF = 5000  # nodes that compiled code visits in a moment, whatever the clock of a busy machine says
LONGEST_LINE = 60  # plies that are read back from the table

PLAYOUTS, PLIES, MOMENT = 8, 400, 0.02  # random games, and seconds for them, that show how high utilities are


@dataclass(frozen=True)
class Child:
    """A move at the root, where it leads, and what that is worth, above or below the game's middle."""

    move: Action
    state: State
    values: tuple[float, ...] = ()  # [player]; empty: not searched
    exact: bool = False  # else the mover gets at most its value


@dataclass(frozen=True)
class ValuedRoot:
    """The value of a position for each player, above or below the middle, and what is known about its moves."""

    values: tuple[float, ...]
    choice: int | None  # index of the best child; None where chance is to move
    children: tuple[Child, ...]
    exact: bool  # False: the choice gets at least its value, and nobody knows of a better one
    nodes: int
    depth: int
    lines: tuple[tuple[Action, ...], ...]  # of each child, as far as they are known
    distances: tuple[int | None, ...] = ()  # of each child: plies from here to the end that is forced, if known


class _Stopped(Exception):
    """The stage's budget is used up."""


@dataclass
class _Work:
    """What a stage has found so far."""

    children: list[Child]
    mover: int
    done: int = 0  # children that are finished
    choice: int | None = None
    values: tuple[float, ...] = ()
    is_exact: bool = False
    finished: bool = False
    sure: list[int] = field(default_factory=list)  # a child that wins as much as was ever seen


def wanted(game: Game, compiled: bool | None) -> dict[str, Any]:
    """The solver's kernel for a game, as arguments of `prepare`."""
    is_duel = game.is_duel
    return {
        "game": game,
        "factory": duel.kernel_for(game.has_chance) if is_duel else maxn.kernel_for(game.players),
        "arguments": duel.example if is_duel else maxn.example_for(game.players),
        "label": "solving",
        "compiled": compiled,
    }


def can_solve(game: Game) -> bool:
    """May a table solve the game's positions? Not if a draw depends on the path, or if states have too many actions."""
    return game.reversible is None and not game.has_hidden and game.max_actions < NO_MOVE


class Solver:
    """Solves positions of one game, with a table that it keeps."""

    def __init__(self, game: Game, compiled: bool | None, megabytes: float) -> None:
        self.game = game
        self.kernel = prepare(**wanted(game, compiled))
        self._megabytes = megabytes
        size = STACK + STACK_WORDS + 2 * game.max_actions
        self._deepest = longest_line(numbers_of(game))
        self._memory = new_words(self.kernel.compiled, size)
        self._values = None if game.is_duel else new_numbers(self.kernel.compiled, (self._deepest + 2) * game.players)
        self._width = 2 if game.is_duel else game.players
        self._seen = game.reach if game.reach is not None else _seen_reach(game)
        self._find = finder(VALUES + self._width)
        rules = interpreted_rules(game, reads_compiled=self.kernel.compiled)
        self._mark = (game.is_duel and rules.symmetric_mark) or rules.mark  # as the kernel's
        self.forget()
        self._bound()

    def forget(self) -> None:
        """Empties the table, for a new game."""
        self._table, self._mask = new_table(self.kernel.compiled, self._megabytes, self._width)
        self._memory[MASK] = self._mask
        self.obstacle = False  # was a line found that comes back to where it was, or gets too long?
        self.needed: float | None = None  # nodes that the last attempt that was not finished seems to need, at best
        self.spent = 0  # nodes of the last attempt

    def _bound(self) -> None:
        """Tells the kernel how much room there is, and what can be won."""
        memory, reach = self._memory, self.game.reach
        memory[MASK], memory[DEEPEST], memory[ROOM] = self._mask, self._deepest, STACK + STACK_WORDS // 2
        memory[REACH] = as_word(math.inf if reach is None else reach)

    def saved(self) -> dict[str, Any]:
        """The table and what orders the actions, as arrays to be saved."""
        return {"table": saved_words(self._table), "memory": saved_words(self._memory)}

    def restore(self, saved: Mapping[str, Any]) -> None:
        """Puts back what `saved` returned; the table has the same size. Raises ValueError where something does not fit.

        What bounds the kernel is its own, whatever the file says.
        """
        restore_words(self._table, saved["table"])
        restore_words(self._memory, saved["memory"])
        self._bound()

    def attempt(
        self,
        state: State,
        deadline: Deadline,
        until: float | None,
        nodes: int | None,
        only: Collection[Action] | None = None,
        patient: bool = False,
    ) -> ValuedRoot | None:
        """The solution of a position, or None.

        until: the deadline's elapsed seconds at which the attempt ends; nodes: how many it may visit.
        only: the actions to search; None: all. patient: goes on to the end of its budget, however hopeless it looks.
        """
        if self.obstacle:
            return None
        game, memory = self.game, self._memory
        mover = game.to_move(state)
        moves = game.moves(state) if only is None else chosen_actions(game, state, only, "solving")
        children = [Child(move, game.result(state, move)) for move in moves]
        chances = [probability for _, probability in game.outcomes(state)] if mover == CHANCE else []
        allow_recursion(2 * self._deepest)
        stage, spent, memory[DEEP], before = FIRST, 0, 0, math.inf
        while True:
            work = _Work(list(children), mover)
            begin, budget = deadline.elapsed, stage if nodes is None else min(stage, nodes - spent)
            self._run(partial(self._solve, work, chances, patient and game.points is not None), budget, deadline, until)
            used, seconds = memory[NODES], max(deadline.elapsed - begin, 1e-6)
            spent += used
            self.spent = spent
            if work.finished:
                break
            self.obstacle = bool(memory[WHY])
            left = math.inf if nodes is None else nodes - spent
            if until is not None:
                left = min(left, max(until - deadline.elapsed, 0.0) * used / seconds)
            needed = self._needed(work, used)
            is_hopeless = spent > PATIENCE * (spent + left) and needed > max(HOPE * left, before / 2)
            before = self.needed = needed
            if self.obstacle or deadline.is_over or left <= 0 or (is_hopeless and not patient):
                if not work.sure:
                    return None
                lines = tuple((child.move,) for child in work.children)
                return ValuedRoot(work.values, work.sure[0], tuple(work.children), False, spent, memory[DEEP], lines)
            stage *= GROWTH
        more = BRIEF if used < BRIEF else used + MORE
        self._run(partial(self._complete, work), more, deadline, until)
        if work.choice is not None:
            self._run(partial(self._prefer, work), more, deadline, until)
        lines = tuple(self._line(state, child) for child in work.children)
        return ValuedRoot(work.values, work.choice, tuple(work.children), work.is_exact, spent, memory[DEEP] + 1, lines)

    def _run(self, job: Callable[[], None], nodes: int, deadline: Deadline, until: float | None) -> None:
        """Does a job on the kernel with so many nodes, until then at most."""
        memory = self._memory
        memory[NODES], memory[LIMIT], memory[WHY] = 0, max(nodes, 1), 0
        clear(memory, PROGRESS, PROGRESS + 2 * WATCHED)

        def work() -> None:
            try:
                job()
            except _Stopped:
                return

        is_brief = self.kernel.compiled and nodes <= BRIEF
        deadline.run(work, [memory], self.kernel.compiled, until=None if is_brief else until)

    # --- one stage ---

    def _solve(self, work: _Work, chances: Sequence[float], is_narrow: bool) -> None:
        """Values the root. Raises _Stopped when the budget is used up.

        is_narrow: by many searches with narrow windows rather than one with a wide window.
        """
        if work.mover == CHANCE or self._values is not None:
            for index in range(len(work.children)):
                self._value_child(work, index, -math.inf, math.inf)
            self._settle(work, chances)
            return
        reach, seen = self.game.reach, self._seen
        top = reach if reach is not None else seen
        if is_narrow and reach is not None:
            self._finish(work, self._search_narrowly(work, reach))
            return
        best = self._search(work, -top, top)
        if reach is None and best >= top:  # nothing says that more cannot be won
            work.sure = [work.choice or 0]
            best = self._search(work, top, math.inf)
            if best <= top:
                work.choice, best = work.sure[0], top
        elif reach is None and best <= -top:
            best = self._search(work, -math.inf, -top)
        self._finish(work, best)

    def _finish(self, work: _Work, best: float) -> None:
        sign = 1 if work.mover == 0 else -1
        work.values = (sign * best, -sign * best)
        work.is_exact = work.finished = True

    def _search_narrowly(self, work: _Work, top: float) -> float:
        """The best value for the mover by searches that ask whether it is at least so much, as MTD(f) does.

        Each of them is far smaller than one with a wide window, and the table keeps what they find.
        """
        low, high, guess, choice = -top, top, 0.0, 0
        while low < high:
            beta = guess if guess > low else math.nextafter(low, math.inf)
            guess = self._search(work, math.nextafter(beta, -math.inf), beta)
            if guess >= beta:
                low, choice = guess, work.choice or 0
            else:
                high = guess
        work.choice = choice
        return low

    def _search(self, work: _Work, low: float, high: float) -> float:
        """Alpha-beta over the root's children: the best value for the mover, exact inside (low, high)."""
        best = -math.inf
        work.done = 0
        for index in range(len(work.children)):
            value = self._value_child(work, index, max(low, best), high)[work.mover]
            if value > best:
                best, work.choice = value, index
            if best >= high:
                break
        sign = 1 if work.mover == 0 else -1
        work.values = (sign * best, -sign * best)
        return best

    def _value_child(self, work: _Work, index: int, low: float, high: float) -> tuple[float, ...]:
        """What a child is worth to each player; for the mover exact inside (low, high)."""
        child = work.children[index]
        values = self._value(child.state, 1, work.mover, low, high)
        is_exact = self._values is not None or low < values[max(work.mover, 0)] < high or self._is_extreme(values[0])
        if not child.exact:
            work.children[index] = Child(child.move, child.state, values, is_exact)
        work.done = index + 1
        return values

    def _value(self, state: State, ply: int, mover: int, low: float, high: float) -> tuple[float, ...]:
        memory, run, state = self._memory, self.kernel.run, self.kernel.state(state)
        if self._values is not None:
            players = self.game.players
            run(state, ply, 1, STACK, memory, self._values, self._table)
            values = tuple(self._values[ply * players + p] for p in range(players))
        else:
            alpha, beta = (-high, -low) if mover == 1 else (low, high)
            value = float(run(state, ply, 1, STACK, alpha, beta, memory, self._table))
            values = (value, 0.0 - value)
        if is_stopped(memory):
            raise _Stopped
        return values

    def _is_extreme(self, value: float) -> bool:
        """Is it the most that anybody can win or lose, so that a bound is the value?"""
        return self.game.reach is not None and abs(value) >= self.game.reach

    def _settle(self, work: _Work, chances: Sequence[float]) -> None:
        """The root's values from those of all its children."""
        if work.mover == CHANCE:
            players = range(len(work.children[0].values))
            weighed = zip(chances, work.children, strict=True)
            totals = [[share * child.values[p] for p in players] for share, child in weighed]
            work.values = tuple(math.fsum(one[p] for one in totals) for p in players)
        else:
            mine = [child.values[work.mover] for child in work.children]
            work.choice = mine.index(max(mine))
            work.values = work.children[work.choice].values
        work.is_exact = work.finished = True

    # --- more about a solved position ---

    def _complete(self, work: _Work) -> None:
        """Gives the children that were only bounded their own values, as far as the budget allows."""
        top = math.inf if self.game.reach is None else self.game.reach
        for index, child in enumerate(work.children):
            if not child.exact:
                self._value_child(work, index, -top, top)

    def _prefer(self, work: _Work) -> None:
        """Of several best actions, prefers the one after which the others have the most ways to go wrong.

        That is, the best on average if they played at random until it is the mover's turn again. In a duel, an action
        that wins all there is needs no such hope.
        """
        mover = work.mover
        best = work.values[mover]
        equal = [i for i, child in enumerate(work.children) if child.exact and child.values[mover] == best]
        if len(equal) < 2 or (self._values is None and best >= self._seen):
            return
        hopes = [self._hope(work.children[index].state, mover, 2) for index in equal]
        work.choice = equal[hopes.index(max(hopes))]

    def _hope(self, state: State, mover: int, ply: int) -> float:
        """What a player gets on average if the others play at random until its turn, and all play well from then on."""
        game = self.game
        if game.is_terminal(state):
            return float(game.utility(state, mover)) - game.middle
        if ply > game.players or game.to_move(state) in (mover, CHANCE):
            top = math.inf if game.reach is None or self._values is not None else game.reach
            return self._value(state, ply, mover, -top, top)[mover]
        after = [game.result(state, reply) for reply in game.legal(state)]
        return sum(self._hope(one, mover, ply + 1) for one in after) / len(after)

    def _line(self, state: State, child: Child) -> tuple[Action, ...]:
        """A move, and the best play after it as far as the table holds it, up to a chance node."""
        game, line = self.game, [child.move]
        state = game.result(state, child.move)
        known = self._known(state)
        while known is not None and len(line) < LONGEST_LINE:
            if game.is_terminal(state) or game.to_move(state) == CHANCE:
                break
            legal = game.legal(state)
            favourite = self._table[self._place(state) + PACKED] & NO_MOVE
            order = sorted(range(len(legal)), key=lambda index: index != favourite)
            found = next((i for i in order if self._known(game.result(state, legal[i])) == known), None)
            if found is None:
                break
            line.append(legal[found])
            state = game.result(state, legal[found])
        return tuple(line)

    def _known(self, state: State) -> tuple[float, ...] | None:
        """The values of a state that the rules or the table give; None: neither does."""
        game = self.game
        if game.is_terminal(state):
            if self._values is None:
                value = float(game.utility(state, 0)) - game.middle
                return (value, value)
            return tuple(float(game.utility(state, p)) for p in range(game.players))
        place = self._place(state)
        if place < 0:
            return None
        values = tuple(as_float(self._table[place + VALUES + i]) for i in range(self._width))
        return None if self._values is None and values[0] != values[1] else values

    def _place(self, state: State) -> int:
        return self._find(self._table, self._mask, *self._mark(state))

    def _needed(self, work: _Work, nodes: int) -> float:
        """How many nodes the whole position seems to need, at best, if a stage of so many got as far as it did."""
        share, part = work.done / len(work.children), 1 / len(work.children)
        for ply in range(1, WATCHED):
            done, size = (as_float(self._memory[PROGRESS + 2 * ply + i]) for i in range(2))
            share += part * min(done, 1.0)
            part *= size
        prunes = self._values is None and not self.game.has_chance  # at best, every second ply needs one action only
        needed: float = nodes / max(share, 1e-12) ** (0.5 if prunes else 1.0)
        return needed


def _seen_reach(game: Game) -> float:
    """The greatest utility, above or below the middle, at the end of a few random games; ∞ if none ended."""
    noise, begin, seen = random.Random(0), clock.perf_counter(), 0.0
    with suppress(Exception):  # a user's rules may fail: the search will tell
        for _ in range(PLAYOUTS):
            state, plies = game.initial(), 0
            while not game.is_terminal(state) and plies < PLIES and clock.perf_counter() - begin < MOMENT:
                state, plies = game.result(state, noise.choice(game.moves(state))), plies + 1
            if game.is_terminal(state):
                seen = max(seen, *(abs(float(game.utility(state, p)) - game.middle) for p in range(game.players)))
    return seen or math.inf
