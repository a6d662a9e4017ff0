"""Players to measure others by: one that follows simple rules, and two that see or are shown all cards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from zermelo.experts.bridge.bidding.auction import Auction
from zermelo.experts.bridge.bidding.meaning import hand_of
from zermelo.experts.bridge.bidding.table import NATURAL, read_system
from zermelo.experts.bridge.double_dummy import DoubleDummy
from zermelo.experts.bridge.gib import GAME, GIB, GibSession
from zermelo.experts.bridge.sampling import Drawn
from zermelo.experts.bridge.tricks import play_of, simple_card
from zermelo.game import Action, Game, State
from zermelo.games.bridge import BridgeState, BridgeView
from zermelo.games.bridge.calls import CALLS, auction_of
from zermelo.search.analysis import Analysis, Candidate
from zermelo.search.base import Opener, Session
from zermelo.search.options import switch, whole
from zermelo.search.task import Task
from zermelo.search.time.clock import Clock


@dataclass(frozen=True)
class Novice(Opener):
    """Plays bridge by simple rules: bids by the system; wins a trick as cheaply as it can, or plays its lowest card."""

    name: ClassVar[str] = "novice"
    explains: ClassVar[bool] = False
    game: ClassVar[str] = GAME

    def refusal(self, game: Game) -> str | None:
        if game.name == GAME and isinstance(game.initial(), BridgeState):
            return None
        return f"{self.name} plays {GAME} only, not {game.name}: try random"


class NoviceSession(Session, of=Novice):
    """A player without a memory."""

    instead = ""

    def choose(self, state: State, past: Sequence[State] = (), clock: Clock | None = None) -> Action:
        """The system's call, or a card by the rules above; leads are the highest card."""
        legal = self.game.legal(state)
        if legal[0] >= CALLS:
            if state.declarer >= 0:
                return legal[0]
            auction = Auction(read_system(NATURAL), state.dealer, auction_of(state))
            call = CALLS + auction.fitting(hand_of(state.hands[self.game.to_move(state)]))[0]
            return call if call in legal else legal[0]
        return simple_card(state, legal)


@dataclass(frozen=True)
class Cheat(GIB):
    """Bids by the system and sees all cards when it plays: a measure for others, and no fair player."""

    deals: int = whole(1, "of no use: the only deal is the true one", 1, 10_000)

    name: ClassVar[str] = "cheat"
    peeks: ClassVar[bool] = True  # it is shown what others hide


class CheatSession(GibSession, of=Cheat):
    """GIB's, with the true deal in place of those that fit."""

    def search(self, task: Task) -> Analysis:
        self._true = task.state
        return super().search(task)

    def _draw(self, seen: BridgeView, count: int, noise: object) -> list[Drawn]:
        return [Drawn(self._true, 1.0)]


@dataclass(frozen=True)
class OpenCards(Opener):
    """Says what each card of bridge brings with all cards open: a search for each deal of `determinized`."""

    compiled: bool = switch(True, "false: solve in plain Python")

    name: ClassVar[str] = "double-dummy"
    game: ClassVar[str] = GAME

    def refusal(self, game: Game) -> str | None:
        if game.name != GAME or not isinstance(game.initial(), BridgeState):
            return f"{self.name} plays {GAME} only, not {game.name}: try maxn or mcts"
        if game.has_hidden:
            return f"{self.name} needs all cards open: try gib, or determinized:search={self.name}"
        return None


class OpenCardsSession(GibSession, of=OpenCards):
    """The cards of a deal, each solved."""

    def __init__(self, algorithm: OpenCards, game: Game, megabytes: int | None = None) -> None:
        super().__init__(GIB(compiled=algorithm.compiled, seed=0), game)
        self.algorithm = algorithm  # type: ignore[assignment]

    def search(self, task: Task) -> Analysis:
        legal, state = task.actions(), task.state
        if legal[0] >= CALLS:
            found = self._calls(state, legal)
        else:
            tricks = DoubleDummy.cards(self.solver, play_of(state)) or {}
            side = play_of(state).mover & 1
            found = {card: self.scores.after(state, side, tricks[card]) for card in legal}
        candidates = tuple(Candidate(action, value) for action, value in found.items())
        best = max(candidates, key=lambda one: one.value)
        return task.found(best, candidates, depth=1, nodes=self.solver.nodes, in_utilities=True)

    def _calls(self, state: BridgeState, legal: list[Action]) -> dict[Action, float]:
        """What each call scores if all go on by the system."""
        mover = self.game.to_move(state)
        if state.declarer >= 0:
            return {one: self._scored(state, one - CALLS - 3, 0, mover, mover & 1) for one in legal}
        auction = Auction(self.system, state.dealer, auction_of(state))
        return {one: self._bid_out(auction, one - CALLS, state, mover) for one in legal}
