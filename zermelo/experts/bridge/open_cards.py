"""Positions of bridge solved with all cards open: for `zermelo solve`, and for searches that plan for several deals."""

from __future__ import annotations

from collections.abc import Collection

from zermelo.experts.bridge.double_dummy import DoubleDummy, par
from zermelo.experts.bridge.double_dummy.deal import STRAINS, Play
from zermelo.experts.bridge.double_dummy.par import ORDER, Table
from zermelo.experts.bridge.tricks import play_of, scores_of
from zermelo.game import Action, Game, State, ZermeloError
from zermelo.games.bridge import BridgeState
from zermelo.games.bridge.cards import SEATS, SIDES
from zermelo.solve.known import KnownAction
from zermelo.solve.solver import PositionSolver, Solved

STRAIN_NAMES = {0: "♠", 1: "♥", 2: "♦", 3: "♣", 4: "NT"}


class BridgeSolver(PositionSolver):
    """Solves positions of play. A score is the utility to the side that is to move, if all see all cards.

    Before the contract is known, a whole deal is worth its par.
    """

    name = "the double-dummy solver"

    def __init__(self, game: Game, compiled: bool = True, megabytes: float = 32) -> None:
        """Raises ZermeloError if the game is another one."""
        if game.name != "bridge" or not isinstance(game.initial(), BridgeState):
            raise ZermeloError(f"this solver is for bridge, not for {game.title}")
        self.game, self.compiled, self.megabytes = game, compiled, megabytes
        self.spread(1)
        self.scores_of = scores_of(game)
        self.all_cards = self.scores_of.cards

    def spread(self, threads: int) -> bool:
        """See `PositionSolver`: the strains of a deal before its contract are shared out."""
        solvers = min(threads, STRAINS)
        self.solver, *self.helpers = (DoubleDummy(self.compiled, self.megabytes / solvers) for _ in range(solvers))
        self.memories = [one.memory for one in (self.solver, *self.helpers)]
        return True

    def score(self, state: State) -> int | None:
        if state.bid < 0 or state.declarer < 0:
            table = self._table(state)
            return None if table is None else self._par(state, table)
        play = self._play(state)
        tricks = self.solver.tricks(play)
        return None if tricks is None else self._worth(state, play, tricks)

    def score_of(self, state: State, action: Action) -> int | None:
        play = self._play(state)
        tricks = self.solver.tricks_of(play, action, play.tricks // 2)
        return None if tricks is None else self._worth(state, play, tricks)

    def scores(self, state: State) -> dict[Action, int] | None:
        play = self._play(state)
        found = self.solver.cards(play)
        return None if found is None else {one: self._worth(state, play, found[one]) for one in self.game.legal(state)}

    def ended(self, state: State) -> int:
        return int(self.game.utility(state, self.game.to_move(state)))

    def utility(self, score: int) -> float:
        return float(score)

    def action_worth(self, state: State, score: int) -> Action | None:
        """The lowest of the cards with this score."""
        found = self.scores(state)
        if found is None:
            return None
        return min((one for one in found if found[one] == score), key=lambda card: (card % 13, card))

    def solve(self, state: State) -> Solved | None:
        before, game = self.nodes, self.game
        if state.bid < 0 or state.declarer < 0:
            table = self._table(state)
            if table is None:
                return None
            return Solved(self._par(state, table), None, (), self.nodes - before, self._remarks(state, table))
        found, start, line = self.scores(state), state, list[Action]()
        if found is None:
            return None
        value = max(found.values())
        while not game.is_terminal(state):
            here = self.scores(state)
            if here is None:
                return None
            line.append(
                min((one for one in here if here[one] == max(here.values())), key=lambda card: (card % 13, card))
            )
            state = game.result(state, line[-1])
        return Solved(
            float(value), len(line), tuple(line), self.nodes - before, (self._tricks(start), self._cards(start))
        )

    def known_actions(self, state: State, only: Collection[Action] | None = None) -> list[KnownAction] | None:
        found = self.scores(state)
        if found is None:
            return None
        return [
            KnownAction(one, (score > 0) - (score < 0), score, True, line=(one,))
            for one, score in found.items()
            if only is None or one in only
        ]

    def _play(self, state: BridgeState) -> Play:
        if state.dealt < 4 * self.all_cards:
            raise ZermeloError("the cards are not dealt: give a whole deal, such as --position 'N:AK5.T2.QJ98.Q943 …'")
        if state.bid < 0 or state.declarer < 0:
            raise ZermeloError("the auction is not over: name a contract, such as 3NT-S, after the deal")
        return play_of(state)

    def _worth(self, state: BridgeState, play: Play, tricks: int) -> int:
        return int(self.scores_of.after(state, play.mover & 1, tricks))

    def _table(self, state: BridgeState) -> Table | None:
        if state.dealt < 52:
            raise ZermeloError("before the contract is known, a whole deal of 52 cards is solved: name a contract")
        return self.solver.table(state.hands, self.helpers)

    def _par(self, state: BridgeState, table: Table) -> int:
        found = par(table, state.dealer, (bool(state.vulnerable & 1), bool(state.vulnerable & 2)))
        return found.score if self.game.to_move(state) & 1 == 0 else -found.score

    def _remarks(self, state: BridgeState, table: Table) -> tuple[str, ...]:
        """The double-dummy table and the par contracts."""
        found = par(table, state.dealer, (bool(state.vulnerable & 1), bool(state.vulnerable & 2)))
        rows = [
            f"{SEATS[seat]} makes " + ", ".join(f"{table[strain][seat]} in {STRAIN_NAMES[strain]}" for strain in ORDER)
            for seat in range(4)
        ]
        contracts = " ".join(map(str, found.contracts)) or "all pass"
        return (*rows, f"par {found.score:+d} for N-S: {contracts}")

    def _tricks(self, state: BridgeState) -> str:
        """How many tricks declarer makes in all."""
        play = play_of(state)
        tricks = self.solver.tricks(play)
        assert tricks is not None
        ours = play.mover & 1 == state.declarer & 1
        won = state.won if state.declarer & 1 == 0 else state.laid // 4 - state.won
        return f"with all cards open declarer makes {won + (tricks if ours else play.tricks - tricks)} tricks"

    def _cards(self, state: BridgeState) -> str:
        """How many of the tricks left the mover's side takes with each card."""
        play, groups = play_of(state), dict[int, list[str]]()
        found = self.solver.cards(play) or {}
        for card, tricks in sorted(found.items(), key=lambda item: -item[1]):
            groups.setdefault(tricks, []).append(self.game.action_text(state, card))
        told = "; ".join(f"{tricks} with {' '.join(cards)}" for tricks, cards in groups.items())
        return f"of the {play.tricks} tricks left, {SIDES[play.mover & 1]} take {told}"


def solver(game: Game, compiled: bool, megabytes: float, insists: bool) -> BridgeSolver:
    """The solver as searches use it. insists: there is no file that could be damaged."""
    return BridgeSolver(game, compiled, min(megabytes, 64))
