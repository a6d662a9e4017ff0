"""Proof-number search on one game: asks the kernel whether a player wins, and reads back what the table holds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from zermelo.bits import as_float, as_word
from zermelo.compile.kernel.memory import LIMIT, NODES, new_words
from zermelo.compile.kernel.prepare import Kernel, prepare
from zermelo.compile.kernel.recursion import allow_recursion, longest_line
from zermelo.compile.kernel.rules import interpreted_rules
from zermelo.compile.kernel.states import numbers_of
from zermelo.game import Action, Game, State
from zermelo.solve.proof import layout as at
from zermelo.solve.proof.kernel import example, kernel, key_maker
from zermelo.solve.proof.table import NOTE, PLIES, SHIFT_LOST, find, new_table

STACK_WORDS = 1 << 16
MEGABYTES = 256
UNLIMITED = 1 << 62


@dataclass(frozen=True)
class Numbers:
    """What a search found out about a win: proved if `proof` is 0, disproved if `disproof` is 0, else neither yet."""

    proof: int
    disproof: int
    plies: int | None  # within which it is won, if it is proved
    nodes: int  # that the search took

    @property
    def is_decided(self) -> bool:
        """Is it proved or disproved?"""
        return self.proof == 0 or self.disproof == 0


def can_prove(game: Game) -> bool:
    """Is it a game that one of two players wins, without chance and with nothing hidden?"""
    return game.is_duel and not game.has_chance and not game.has_hidden


def wanted(game: Game, compiled: bool | None) -> dict[str, Any]:
    """The kernel for a game, as arguments of `prepare`."""
    return {"game": game, "factory": kernel, "arguments": example, "label": "proof search", "compiled": compiled}


class ProofSearch:
    """Proves and disproves wins in one game, with a table that it keeps."""

    def __init__(self, game: Game, compiled: bool | None = None, megabytes: float = MEGABYTES) -> None:
        self.game = game
        self.kernel: Kernel = prepare(**wanted(game, compiled))
        self.memory = new_words(self.kernel.compiled, at.STACK + STACK_WORDS + (at.CHILD + 2) * game.max_actions)
        self.table, mask = new_table(self.kernel.compiled, megabytes)
        self.memory[at.MASK], self.memory[at.ROOM] = mask, at.STACK + STACK_WORDS
        self._deepest = longest_line(numbers_of(game))
        self.memory[at.DEEPEST] = self._deepest
        self.memory[at.REACH] = as_word(game.reach or 0.0)
        rules = interpreted_rules(game, reads_compiled=self.kernel.compiled)
        self._mark, self._key = rules.symmetric_mark or rules.mark, key_maker(rules)

    @property
    def is_too_deep(self) -> bool:
        """Did a line get too long in the last search, so that a larger budget would not help?"""
        return bool(self.memory[at.WHY] == at.TOO_DEEP)

    @property
    def is_unequal(self) -> bool:
        """Did the last search find that games are won by different amounts, so that there is more to ask?"""
        return bool(self.memory[at.WHY] == at.UNEQUAL)

    @property
    def reach(self) -> float:
        """What a win is worth above the middle, as far as any was seen."""
        return as_float(self.memory[at.REACH]) or 1.0

    def ask(self, state: State, attacker: int, plies: int = at.FOREVER, nodes: int = UNLIMITED) -> Numbers:
        """Does a player win from a state that is not terminal? memory[LIMIT] = 0 stops it from another thread.

        plies: within which; nodes: how many it may visit.
        """
        memory = self.memory
        memory[NODES], memory[LIMIT], memory[at.WHY], memory[at.ATTACKER] = 0, nodes, 0, attacker
        allow_recursion(2 * self._deepest)
        limits = at.INFINITE, at.INFINITE
        self.kernel.run(self.kernel.state(state), 1, plies, 0, *limits, at.STACK, memory, self.table)
        if memory[NODES] > memory[LIMIT]:
            return Numbers(1, 1, None, memory[NODES])
        proof = int(memory[at.PROOF])
        return Numbers(proof, int(memory[at.DISPROOF]), int(memory[at.REASON]) if proof == 0 else None, memory[NODES])

    def won_within(self, state: State, attacker: int) -> int | None:
        """Plies within which a player is known to win from a state; None: nothing is known."""
        game = self.game
        if game.is_terminal(state):
            return 0 if game.utility(state, attacker) > game.middle else None
        return (self._note(state, attacker) & PLIES) or None

    def not_won_within(self, state: State, attacker: int) -> int:
        """Plies within which a player is known not to win from a state; FOREVER: it does not win at all."""
        game = self.game
        if game.is_terminal(state):
            return 0 if game.utility(state, attacker) > game.middle else at.FOREVER
        return (self._note(state, attacker) >> SHIFT_LOST) & PLIES

    def line(self, state: State, winner: int | None, most: int) -> tuple[Action, ...]:
        """Best play as far as the table holds it: the winner's quickest, the loser's slowest; None: that of a draw."""
        game, line = self.game, list[Action]()
        while not game.is_terminal(state) and len(line) < most:
            mover = game.to_move(state)
            moves = [(action, game.result(state, action)) for action in game.legal(state)]
            if winner is None:
                known = [m for m in moves if self.not_won_within(m[1], 1 - mover) == at.FOREVER]
            else:
                plies = [(self.won_within(after, winner), (action, after)) for action, after in moves]
                best = (min if mover == winner else max)((p for p, _ in plies if p is not None), default=None)
                known = [m for p, m in plies if p is not None and p == best]
            if not known:
                break
            action, state = known[0]
            line.append(action)
        return tuple(line)

    def _note(self, state: State, attacker: int) -> int:
        position, check = self._mark(state)
        place = find(self.table, self.memory[at.MASK], self._key(position, state, attacker), check)
        return 0 if place < 0 else int(self.table[place + NOTE])
