"""GIB's player: draws deals that fit what is known, solves each with open cards, and plays what is best on average.

Calls come from a bidding system; where it leaves several, each is bid out on sampled deals and scored. As in the
program of that name, the average is wrong where it matters what will be known later: in every deal all is seen at once.
"""

from __future__ import annotations

import random
import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import ClassVar

from zermelo.compile.kernel.memory import LIMIT
from zermelo.experts.bridge.bidding.auction import Auction
from zermelo.experts.bridge.bidding.checking import faults
from zermelo.experts.bridge.bidding.meaning import hand_of
from zermelo.experts.bridge.bidding.table import NATURAL, System, read_system
from zermelo.experts.bridge.double_dummy import DoubleDummy, Play
from zermelo.experts.bridge.double_dummy.deal import STRAINS
from zermelo.experts.bridge.double_dummy.solver import UNLIMITED, is_ready
from zermelo.experts.bridge.sampling import Drawn, draw
from zermelo.experts.bridge.tricks import Scores, play_of, scores_of, simple_card
from zermelo.game import Action, Game, State
from zermelo.games.bridge import BridgeState, BridgeView, bridge
from zermelo.games.bridge.calls import CALLS, auction_of, call_face, first_to_name, with_name
from zermelo.games.bridge.cards import face, lengths
from zermelo.games.bridge.state import strain_of_bid
from zermelo.search.analysis import Analysis, Candidate
from zermelo.search.base import Opener, Session
from zermelo.search.options import choice, seconds, switch, text, whole
from zermelo.search.task import Task
from zermelo.search.time.clock import Clock

GAME = bridge.__name__
AUCTION_DEALS = 12  # deals on which calls are bid out, at most
SLICE = 0.25  # seconds of solving, after which whoever watches is told of the deals solved so far
PLAIN_NODES = 30_000  # that plain Python visits for a card or call: a second or two, and less than a whole deal takes
MEASURES = ("points", "imps", "tricks")


@dataclass(frozen=True)
class GIB(Opener):
    """Plays bridge as GIB did: solves many deals that fit the auction and the cards, each as if all were seen."""

    deals: int = whole(50, "deals to solve for a card", 1, 10_000, visitor=100)
    by: str = choice("points", MEASURES, "what is averaged over the deals: points, IMPs against the mean, or tricks")
    system: str | None = text(None, "a file with another bidding system, in the notation of natural.txt")
    time: float | None = seconds("seconds to think about a card")
    seed: int | None = whole(None, "makes the deals repeatable", None)
    compiled: bool = switch(True, "false: solve in plain Python, which has time for some tricks only")

    name: ClassVar[str] = "gib"
    game: ClassVar[str] = GAME

    def refusal(self, game: Game) -> str | None:
        if game.name == GAME and isinstance(game.initial(), BridgeState):
            return None if game.has_hidden else f"{self.name} needs hands that are hidden: try double-dummy"
        return f"{self.name} plays {GAME} only, not {game.name}: try ismcts"

    def is_ready(self, game: Game) -> bool:
        return not self.compiled or is_ready()

    def faults(self) -> Sequence[str]:
        """Calls of the system that no hand fits, and hands that no call fits."""
        return faults(self.bidding())

    def bidding(self) -> System:
        """The system of this player."""
        return read_system(NATURAL if self.system is None else Path(self.system))


class Stopped(Exception):
    """A deal could not be solved in the time."""


@dataclass
class Tally:
    """What actions brought in the deals that were solved."""

    actions: Sequence[Action]
    totals: dict[Action, float] = field(default_factory=dict)
    votes: dict[Action, int] = field(default_factory=dict)
    weight: float = 0.0
    solved: int = 0  # deals
    is_over: bool = False  # are all solved, or is the time up?

    def add(self, weight: float, worth: dict[Action, float]) -> None:
        """What each action brings in one more deal."""
        best = max(worth.values())
        for one in self.actions:
            self.totals[one] = self.totals.get(one, 0.0) + weight * worth[one]
            self.votes[one] = self.votes.get(one, 0) + (worth[one] == best)
        self.weight, self.solved = self.weight + weight, self.solved + 1

    def candidates(self) -> tuple[Candidate, ...]:
        """The actions with their means, and in how many deals each is best."""
        return tuple(Candidate(one, self.totals[one] / self.weight, votes=self.votes[one]) for one in self.actions)


class GibSession(Session, of=GIB):
    """The solver, the system, and the seed of the drawing."""

    algorithm: GIB

    def __init__(self, algorithm: GIB, game: Game, megabytes: int | None = None) -> None:
        super().__init__(algorithm, game)
        self.cards = int(game.parameters.get("cards", 13))
        self.seed = secrets.randbits(62) if algorithm.seed is None else algorithm.seed
        self.system = algorithm.bidding()
        self.scores: Scores = scores_of(game)
        self.solver = DoubleDummy(compiled=algorithm.compiled)

    def choose(self, state: State, past: Sequence[State] = (), clock: Clock | None = None) -> Action:
        """The action to play; the only card or call needs no thought."""
        legal = self.game.legal(state)
        if legal[0] >= CALLS and state.declarer < 0:
            assert self.game.view is not None
            mover = self.game.to_move(state)
            _, legal = self._options(self.game.view(state, mover), mover, legal)
        return legal[0] if len(legal) == 1 else super().choose(state, past, clock)

    def search(self, task: Task) -> Analysis:
        task.deadline.shorten(self.algorithm.time)
        task.deadline.end_at_soft()
        mover = self.game.to_move(task.state)
        assert self.game.view is not None
        seen = self.game.view(task.state, mover)
        noise = random.Random(f"{self.seed} {hash((mover, seen))}")
        legal = task.actions()
        if legal[0] >= CALLS:
            return self._call(task, seen, mover, legal, noise)
        return self._card(task, seen, legal, noise)

    # --- cards --------------------------------------------------------------------------------------------------------

    def _card(self, task: Task, seen: BridgeView, legal: list[Action], noise: random.Random) -> Analysis:
        """The card that is best on average."""
        if len(legal) == 1:
            return task.found(Candidate(legal[0], 0.0, known=False), (), depth=1, nodes=0, model="the only card")
        before = self.solver.nodes

        def worth(state: BridgeState) -> dict[Action, float]:
            found = self.solver.cards(play_of(state))
            if found is None:
                raise Stopped
            return self._worth(state, {card: found[card] for card in legal})

        def report(tally: Tally) -> Analysis:
            nodes, compiled = self.solver.nodes - before, self.algorithm.compiled
            if not tally.solved:
                simple = Candidate(simple_card(task.state, legal), 0.0, known=False)
                how = "no deal could be solved in the time: the card is chosen by simple rules"
                return task.found(simple, (), depth=1, nodes=nodes, compiled=compiled, model=how)
            candidates = tally.candidates()
            best = max(candidates, key=lambda one: (round(one.value, 9), one.votes or 0, -one.action % 13))
            return task.found(
                best, candidates, depth=1, nodes=nodes, compiled=compiled,
                in_utilities=self.algorithm.by == "points",
                units={"points": "", "imps": "IMPs", "tricks": "tricks"}[self.algorithm.by],
                model=f"{deals_that_fit(tally.solved)}, each solved with open cards; "
                f"{face(best.action)} is best in {best.votes} of {tally.solved}",
            )  # fmt: skip

        return self._solved(task, self._draw(seen, self.algorithm.deals, noise), legal, worth, report)

    def _solved(
        self,
        task: Task,
        deals: Sequence[Drawn],
        actions: Sequence[Action],
        worth: Callable[[BridgeState], dict[Action, float]],
        report: Callable[[Tally], Analysis],
    ) -> Analysis:
        """The report on what actions bring in as many of the deals as can be solved in the time.

        worth: what they bring in a deal; raises Stopped. Whoever watches is told of the deals solved so far.
        """
        tally, waiting, memory = Tally(actions), iter(deals), self.solver.memory
        memory[LIMIT] = UNLIMITED if self.algorithm.compiled else self.solver.nodes + PLAIN_NODES

        def solve() -> None:
            until = task.deadline.elapsed + SLICE
            for deal in waiting:
                try:
                    tally.add(deal.weight, worth(deal.state))
                except Stopped:
                    break
                if task.deadline.is_over:
                    break
                if task.deadline.elapsed > until:
                    return
            tally.is_over = True

        while not tally.is_over:
            task.deadline.run(solve, [memory], self.algorithm.compiled)
            if tally.solved and not tally.is_over:
                task.tell(report(tally))
        return report(tally)

    def _worth(self, state: BridgeState, tricks: dict[Action, int]) -> dict[Action, float]:
        """What each card brings in a deal, in what is averaged."""
        play = play_of(state)
        if self.algorithm.by == "tricks":
            return {card: float(one) for card, one in tricks.items()}
        points = {card: self.scores.after(state, play.mover & 1, one) for card, one in tricks.items()}
        if self.algorithm.by == "imps" and self.game.swing is not None:
            mean = sum(points.values()) / len(points)
            return {card: float(self.game.swing(one - mean)) for card, one in points.items()}
        return points

    def _draw(self, seen: BridgeView, count: int, noise: random.Random) -> list[Drawn]:
        return draw(seen, self.cards, self.system, count, noise)

    # --- calls --------------------------------------------------------------------------------------------------------

    def _call(self, task: Task, seen: BridgeView, mover: int, legal: list[Action], noise: random.Random) -> Analysis:
        """The call of the system, or in mini-bridge the contract, that scores best in sampled deals."""
        if seen.declarer >= 0:
            return self._contract(task, seen, legal, noise)
        auction, options = self._options(seen, mover, legal)
        before = self.solver.nodes

        def worth(state: BridgeState) -> dict[Action, float]:
            return {one: self._bid_out(auction, one - CALLS, state, mover) for one in options}

        def report(tally: Tally) -> Analysis:
            candidates = tally.candidates() if tally.solved else (Candidate(options[0], 0.0, known=False),)
            best = max(candidates, key=lambda one: one.value)
            told = auction.copy()
            told.add(best.action - CALLS)
            words = told.meanings[-1].told() or "nothing to add"
            how = "the first call of the system that fits"
            if tally.solved:
                how = f"{deals_that_fit(tally.solved)}, bid out by the system and solved with open cards"
            return task.found(
                best, candidates, depth=1, nodes=self.solver.nodes - before, in_utilities=True,
                compiled=self.algorithm.compiled,
                model=f"{how}; {call_face(best.action - CALLS)} says: {words}",
            )  # fmt: skip

        deals = self._draw(seen, min(AUCTION_DEALS, self.algorithm.deals), noise)
        return self._solved(task, deals, options, worth, report)

    def _options(self, seen: BridgeView, mover: int, legal: list[Action]) -> tuple[Auction, list[Action]]:
        """The auction so far, and the calls that the system leaves to this hand."""
        auction = Auction(self.system, seen.dealer, auction_of(seen))
        options = [CALLS + call for call in auction.fitting(hand_of(seen.hands[mover]))]
        return auction, [one for one in options if one in legal] or [legal[0]]

    def _bid_out(self, auction: Auction, call: int, state: BridgeState, mover: int) -> float:
        """What the mover's side scores if it calls this and all go on by the system, with open cards."""
        ahead = auction.copy()
        ahead.add(call)
        hands = [hand_of(held) for held in state.hands]
        while not ahead.is_over:
            ahead.add(ahead.fitting(hands[ahead.seat])[0])
        bid, doubled, declarer = _contract_of(ahead)
        if bid < 0:
            return 0.0
        return self._scored(state, bid, doubled, declarer, mover & 1)

    def _contract(self, task: Task, seen: BridgeView, legal: list[Action], noise: random.Random) -> Analysis:
        """Declarer's choice in mini-bridge; without a deal that was solved, the lowest contract in the longest suit."""
        declarer, before = seen.declarer, self.solver.nodes

        def worth(state: BridgeState) -> dict[Action, float]:
            made = {strain: self._made(state, strain, declarer) for strain in range(STRAINS)}
            found = dict[Action, float]()
            for action in legal:
                bid = action - CALLS - 3
                tricks = made[strain_of_bid(bid)]
                found[action] = self.scores.of(bid, 0, declarer, state.vulnerable, tricks, declarer & 1)
            return found

        def report(tally: Tally) -> Analysis:
            if tally.solved:
                candidates, how = tally.candidates(), f"{deals_that_fit(tally.solved)}, each solved with open cards"
            else:
                ours = [lengths(seen.hands[seat]) for seat in (declarer, declarer ^ 2)]
                longest = max(range(4), key=lambda suit: sum(one[suit] for one in ours))
                simple = next(action for action in legal if strain_of_bid(action - CALLS - 3) == longest)
                candidates = (Candidate(simple, 0.0, known=False),)
                how = "no deal could be solved in the time: a long suit, as low as it can be"
            best = max(candidates, key=lambda one: one.value)
            return task.found(
                best, candidates, depth=1, nodes=self.solver.nodes - before, in_utilities=True,
                compiled=self.algorithm.compiled, model=how,
            )  # fmt: skip

        deals = self._draw(seen, min(AUCTION_DEALS, self.algorithm.deals), noise)
        return self._solved(task, deals, legal, worth, report)

    def _scored(self, state: BridgeState, bid: int, doubled: int, declarer: int, side: int) -> float:
        """What a side scores in a contract, by open cards."""
        tricks = self._made(state, strain_of_bid(bid), declarer)
        return self.scores.of(bid, doubled, declarer, state.vulnerable, tricks, side)

    def _made(self, state: BridgeState, strain: int, declarer: int) -> int:
        """The tricks that declarer makes with open cards. Raises Stopped."""
        lost = self.solver.tricks(Play(state.hands, strain, (declarer + 1) % 4))
        if lost is None:
            raise Stopped
        return self.cards - lost


def deals_that_fit(count: int) -> str:
    """How many deals were looked at, in words."""
    return "1 deal that fits" if count == 1 else f"{count} deals that fit"


def _contract_of(auction: Auction) -> tuple[int, int, int]:
    """The contract of a finished auction: bid (-1: all passed), how often doubled, declarer."""
    named, bid, doubled, bidder = 0, -1, 0, -1
    for place, call in enumerate(auction.calls):
        seat = (auction.dealer + place) % 4
        if call >= 3:
            bid, doubled, bidder = call - 3, 0, seat
            named = with_name(named, seat & 1, strain_of_bid(bid), seat)
        elif call:
            doubled = call
    return bid, doubled, first_to_name(named, bidder & 1, strain_of_bid(bid)) if bid >= 0 else -1


__all__: Sequence[str] = ["GIB"]
