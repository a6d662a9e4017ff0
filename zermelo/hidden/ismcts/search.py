"""The algorithm `ismcts`: Monte Carlo tree search over what players know."""

from __future__ import annotations

import random
import secrets
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from zermelo.bits import mix
from zermelo.compile.kernel.failures import involves_user
from zermelo.compile.kernel.memory import LIMIT, NODES, new_memory
from zermelo.compile.kernel.prepare import Kernel, is_ready, prepare
from zermelo.compile.kernel.rules import has_moves
from zermelo.compile.kernel.states import holds_array
from zermelo.evaluate import Evaluator, advice
from zermelo.game import Action, Game
from zermelo.hidden.dealer import Dealer
from zermelo.hidden.deals import Deal
from zermelo.hidden.ismcts import tree as at
from zermelo.hidden.ismcts.kernel import Parts, as_arguments, example_for, kernel_for
from zermelo.knowledge import Knowledge, action_word, known_by
from zermelo.search.analysis import Analysis, Candidate
from zermelo.search.base import Opener, Session, chosen_evaluator, evaluation, needs_secrets
from zermelo.search.options import Tuned, choice, number, seconds, switch, whole
from zermelo.search.sampling.keeper import keeper, keeper_example
from zermelo.search.sampling.memory import DEEP, NOISE
from zermelo.search.sampling.scale import as_utility
from zermelo.search.sampling.workspace import new_workspace, traits_of
from zermelo.search.task import Task
from zermelo.search.time.budget import UNLIMITED
from zermelo.search.time.deadline import Deadline
from zermelo.search.time.threads import run_together

USUAL = 10_000  # simulations if no budget is given
MOST_DEALS = 1000  # that one search draws from, where they cannot all be listed
WIDE = 64  # the actions that an information set of an interpreted tree is expected to have, or fewer
BLOCK = 16  # simulations from one deal where the kernel is called for each
FIRST_SLICE, LONGEST_SLICE = 0.1, 0.25  # seconds between reports; each slice is twice as long as the last


@dataclass(frozen=True)
class ISMCTS(Opener):
    """Monte Carlo tree search over what players know, with another deal in every simulation.

    Every deal fits what the player to move knows. The most visited action is the choice.
    """

    sims: int | None = whole(None, f"simulations; {USUAL:,} if no budget is given", 1, visitor=10**7)
    time: float | None = seconds("seconds to think")
    observers: str = choice(
        "multiple",
        ("multiple", "single"),
        "nodes are what the player to move knows, or (single) what the searching player knows of the others' moves",
        visitor=True,
    )
    exploration: float = number(
        0.7,
        "c of UCB1, for utilities scaled to 0 … 1: higher explores more",
        above=0,
        visitor=100.0,
        tuned=Tuned(0.05, 4.0, logarithmic=True),
    )
    policy: str = choice(
        "best", ("best", "mixed"), "plays the most visited action, or draws one by the visits (mixed)", visitor=True
    )
    playout: str = choice("guide", ("guide", "random"), "what playouts play: the game's own policy, or any action")
    longest: int | None = whole(None, "plies of a playout before the evaluation is asked", 1, 10**6)
    evaluate: Any = evaluation(
        "the evaluation for cut playouts: the game's own by default, a learned file, 'none' for none"
    )
    threads: int = whole(
        1, "threads that search, each with a tree and deals of its own; what they find is added up", 1, 256
    )
    megabytes: int = whole(256, "megabytes of memory for the trees", 1, 10**6)
    seed: int | None = whole(None, "makes the search repeatable", None)
    compiled: bool | None = switch(None, "true insists on compiled code, false interprets; by default where possible")

    name: ClassVar[str] = "ismcts"

    def refusal(self, game: Game) -> str | None:
        return needs_secrets(game, self.name)

    def evaluator(self, game: Game) -> Evaluator | None:
        """The evaluator for cut playouts; None: none."""
        return chosen_evaluator(self.evaluate, game)

    @property
    def simulations(self) -> int | None:
        """The most simulations; None: as many as the time allows."""
        return self.sims if self.sims or self.time else USUAL

    def parts(self, game: Game) -> Parts:
        """What the kernel for a game is compiled for."""
        policy = advice(game).playout if self.playout == "guide" else None
        return Parts(
            **traits_of(game),
            playout=policy,
            guarded=policy is not None and involves_user(policy),
            cut=self.longest is not None,
            single=self.observers == "single",
            keeps=not holds_array(game.initial()),
        )

    def wanted(self, game: Game) -> dict[str, Any]:
        """The kernel for a game, as arguments of `prepare`."""
        parts = self.parts(game)
        evaluator: Any = self.evaluator(game)
        return {
            "game": game,
            "factory": kernel_for(parts),
            "arguments": example_for(parts, game),
            "label": self.name,
            "evaluate": as_utility(evaluator, parts.best, game.middle) if evaluator else None,
            "compiled": self.compiled,
        }

    def is_ready(self, game: Game) -> bool:
        return super().is_ready(game) and is_ready(**wanted_keeper(game, self.compiled))


def wanted_keeper(game: Game, compiled: bool | None) -> dict[str, Any]:
    """The kernel that writes down deals, as arguments of `prepare`."""
    label = ISMCTS.name
    return {"game": game, "factory": keeper, "arguments": keeper_example, "label": label, "compiled": compiled}


class ISMCTSSession(Session, of=ISMCTS):
    """A session that keeps the states that fit what players know, as far as they must be kept."""

    algorithm: ISMCTS

    def __init__(self, algorithm: ISMCTS, game: Game, megabytes: int | None = None) -> None:
        super().__init__(algorithm, game)
        self.megabytes = algorithm.megabytes if megabytes is None else min(algorithm.megabytes, megabytes)
        self.parts = algorithm.parts(game)
        self.kernel: Kernel = prepare(**algorithm.wanted(game))
        self.keeper: Kernel = prepare(**wanted_keeper(game, self.kernel.compiled))
        self.is_parallel = self.kernel.compiled
        self.dealer = Dealer(game, algorithm.seed)

    def new_game(self) -> None:
        self.dealer.forget()

    def search(self, task: Task) -> Analysis:
        game, search, deadline = self.game, self.algorithm, task.deadline
        sims = None if task.limits.endless else search.sims if task.is_timed else search.simulations
        task.allow(search.time, to_soft=True)
        knowledge = known_by(game, game.to_move(task.state), task.state, task.past)
        deals = self.dealer.draw(knowledge, MOST_DEALS if sims is None else min(sims, MOST_DEALS))
        legal = task.actions()
        growing = _Growing(self, knowledge, deals, sims)
        slice_ = FIRST_SLICE
        while True:
            growing.run(deadline, None if task.watch is None else deadline.elapsed + slice_)
            if task.watch is None or growing.is_over or deadline.is_over:
                break
            task.tell(growing.report(task, legal))
            slice_ = min(2 * slice_, LONGEST_SLICE)
        return growing.report(task, legal)


class _Tree:
    """A thread's tree, and how far it is."""

    def __init__(self, session: ISMCTSSession, deals: Sequence[Deal], sims: int | None, noise: int, share: int) -> None:
        """sims: of this tree. share: how many trees the session's memory is for."""
        self.session, self.deals, self.sims, self.noise = session, list(deals), sims, noise
        game, kernel, parts, search = session.game, session.kernel, session.parts, session.algorithm
        sets, edges = self._room(share)
        self.tree: at.InformationTree = at.new_tree(kernel.compiled, sets, edges)
        self.memory = memory = new_memory(kernel.compiled, 1)
        memory[NOISE], memory[at.MASK] = noise, at.entries_for(sets) - 1
        memory[at.MOST_SETS], memory[at.ROOM] = sets, edges
        workspace = new_workspace(kernel.compiled, parts, max(game.max_actions, 512))
        workspace.knobs.update(exploration=search.exploration, cut=search.longest or parts.longest)
        self.table = at.new_table(kernel.compiled, game, len(deals) if parts.keeps else 1, parts.longest + 2)
        self.arguments = as_arguments(kernel.compiled, self.tree, memory, workspace, self.table)
        self.states = [kernel.state(one.state) for one in deals]
        if parts.keeps:
            at.lay_out(self.table, game, self.deals)
            memory[at.DEALS] = len(deals)
            for index, one in enumerate(self.states):
                session.keeper.run(one, self.table.states, index)

    def _room(self, share: int) -> tuple[int, int]:
        """The most information sets and actions of the tree."""
        session, sims = self.session, self.sims
        most, total = session.game.max_actions, session.megabytes * 1_000_000 // share
        sets = max(1, total // (at.SET_BYTES + at.ACTION_BYTES * min(most, WIDE)))
        sets = sets if sims is None else min(sets, sims + 1)
        edges = max(most, min((total - at.SET_BYTES * sets) // at.ACTION_BYTES, sets * most))
        return sets, edges if session.kernel.compiled else min(edges, sets * WIDE + most)

    @property
    def limit(self) -> int:
        """The simulations that it may make."""
        return UNLIMITED if self.sims is None else self.sims

    def grow(self) -> None:
        """Simulates until the limit that stands in its memory is reached."""
        session, memory = self.session, self.memory
        if session.parts.keeps:
            session.kernel.run(self.states[0], *self.arguments)
            return
        draw = random.Random(self.noise ^ memory[NODES])
        weights = [one.weight for one in self.deals]
        while memory[LIMIT] and memory[NODES] < self.limit:
            index = draw.choices(range(len(weights)), weights)[0]
            at.lay_out(self.table, session.game, [self.deals[index]])
            memory[at.DEALS], memory[LIMIT] = 1, min(self.limit, memory[NODES] + BLOCK)
            session.kernel.run(self.states[index], *self.arguments)

    def of_actions(self, knowledge: Knowledge, words: Sequence[Any]) -> Iterator[tuple[int, float]]:
        """Visits and total of each action at the root, by what `fill` writes for it."""
        tree, player = self.tree, knowledge.player
        key, mask = knowledge.key ^ (player + 1), self.memory[at.MASK]
        place = key & mask
        while tree.count[place] > 0 and tree.key[place] != key:
            place = (place + 1) & mask
        first, count = int(tree.first[place]), int(tree.count[place])
        found = {tree.move[edge]: edge for edge in range(first, first + count)}
        for word in words:
            edge = found.get(word)
            yield (0, 0.0) if edge is None else (int(tree.visits[edge]), float(tree.total[edge]))


class _Growing:
    """One search: a tree per thread, all from the same deals."""

    def __init__(self, session: ISMCTSSession, knowledge: Knowledge, deals: Sequence[Deal], sims: int | None) -> None:
        self.session, self.game, self.search = session, session.game, session.algorithm
        self.kernel, self.knowledge = session.kernel, knowledge
        workers = self.search.threads if self.kernel.compiled else 1
        workers = workers if sims is None else min(workers, sims)
        self.noise = secrets.randbits(62) if self.search.seed is None else mix(self.search.seed)
        self.trees = [
            _Tree(
                session,
                deals,
                None if sims is None else sims // workers + (i < sims % workers),
                mix(self.noise ^ mix(i)) if i else self.noise,
                workers,
            )
            for i in range(workers)
        ]

    @property
    def simulations(self) -> int:
        """How many were made."""
        return sum(int(one.memory[NODES]) for one in self.trees)

    @property
    def is_over(self) -> bool:
        """Are the simulations used up?"""
        return all(one.memory[NODES] >= one.limit for one in self.trees)

    def run(self, deadline: Deadline, until: float | None) -> None:
        """Simulates until the budget is used up, or that much time has elapsed."""
        trees = self.trees
        for one in trees:
            one.memory[LIMIT] = one.limit
        memories = [one.memory for one in trees]
        deadline.run(
            lambda: run_together(lambda i: trees[i].grow(), len(trees)), memories, self.kernel.compiled, None, until
        )

    def report(self, task: Task, legal: Collection[Action]) -> Analysis:
        """The analysis of what was found so far."""
        game, search, kernel = self.game, self.search, self.kernel
        visits, means = self._of_actions(game.legal(task.state))
        candidates = tuple(
            Candidate(action, game.middle + mean, "exact" if count else "stopped", count, known=count > 0)
            for action, count, mean in zip(game.legal(task.state), visits, means, strict=True)
            if action in legal
        )
        best = max(candidates, key=lambda one: (one.visits or 0, one.value))
        if search.policy == "mixed" and best.visits:
            total = sum(one.visits or 0 for one in candidates)
            candidates = tuple(replace(one, share=(one.visits or 0) / total) for one in candidates)
            drawn = random.Random(mix(self.noise ^ self.knowledge.key))
            best = drawn.choices(candidates, [one.share or 0.0 for one in candidates])[0]
        return task.found(
            best,
            candidates,
            depth=max(int(one.memory[DEEP]) for one in self.trees),
            nodes=sum(int(one.memory[at.SETS]) for one in self.trees),
            simulations=self.simulations,
            ran=kernel,
            in_utilities=True,
            stopped="the simulations are used up" if self.is_over else "the time is up",
        )

    def _of_actions(self, actions: Sequence[Action]) -> tuple[list[int], list[float]]:
        """Visits and mean of each action at the root."""
        has_words = self.kernel.compiled and not has_moves(self.game)
        words = [action_word(action) if has_words else action for action in actions]
        visits, totals = [0] * len(words), [0.0] * len(words)
        for one in self.trees:
            for place, (count, total) in enumerate(one.of_actions(self.knowledge, words)):
                visits[place] += count
                totals[place] += total
        return visits, [total / count if count else 0.0 for total, count in zip(totals, visits, strict=True)]
