"""The options of Monte Carlo tree search."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar

from zermelo.compile.kernel.rules import has_moves
from zermelo.evaluate import Evaluator
from zermelo.game import Action, Game, State, ZermeloError, brief
from zermelo.search.base import Algorithm, chosen_evaluator, evaluation, needs_no_secrets
from zermelo.search.known import HELP
from zermelo.search.options import Tuned, choice, number, seconds, switch, text, thing, whole

Playout = Callable[[State, float], Action]
USUAL = 10_000  # simulations if no budget is given


def read_playout(typed: str, engine: Callable[[str], Any]) -> str:
    """Reads a playout policy from text: only 'random' can be typed."""
    if typed != "random":
        raise ValueError(f"can only be 'random' here, not '{brief(typed)}'; policies are functions")
    return typed


@dataclass(frozen=True)
class MctsOptions(Algorithm):
    """The options of MCTS. An option that is None is chosen for the game."""

    # the budget: the search ends when any of these is used up
    sims: int | None = whole(None, f"simulations; {USUAL:,} if no budget is given", 1, visitor=10**7)
    time: float | None = seconds("seconds to think")
    nodes: int | None = whole(None, "nodes that the tree may grow by", 1, visitor=10**8)
    early: bool | None = switch(
        None, "stop when the leader can no longer be overtaken, or is proved to be best; on by default, unless plain"
    )

    # selection
    selection: str = choice("ucb1", ("ucb1", "ucb1-tuned"), "the bound by which children are selected")
    exploration: float | None = number(
        None,
        "c of UCB1, for utilities scaled to 0 … 1: higher explores more",
        above=0,
        visitor=100.0,
        tuned=Tuned(0.05, 4.0, logarithmic=True),
    )
    urgency: float | None = number(
        None,
        "the assumed value of an unvisited child, where a sure win is 1; by default it is visited first",
        0,
        2,
        tuned=Tuned(0.0, 2.0),
    )
    prior: float | None = number(
        None,
        "simulations that the prior value of a new node counts as; 0: no priors",
        0,
        visitor=1e4,
        tuned=Tuned(1.0, 300.0, logarithmic=True),
    )
    bias: float = number(
        0.0,
        "weight of the prior in the bound, divided by the visits (progressive bias)",
        0,
        tuned=Tuned(0.0, 10.0),
    )
    rave: float | None = number(
        None,
        "simulations at which a move's own mean weighs as much as its RAVE value; 0: no RAVE",
        0,
        visitor=1e6,
        tuned=Tuned(10.0, 10_000.0, logarithmic=True),
    )
    implicit: float = number(
        0.0, "share of the evaluation, backed up by minimax, in a child's value", 0, 1, tuned=Tuned(0.0, 1.0)
    )

    # expansion and proofs
    patience: int | None = whole(None, "visits before a node gets children", 0, tuned=Tuned(0, 50))
    solver: bool | None = switch(None, "prove wins, losses and draws", visitor=True)
    decisive: bool | None = switch(None, "look for the end of the game among the children of each new node")
    transpositions: bool = switch(False, "positions reached by several paths share one subtree", visitor=True)
    open_loop: bool = switch(
        False, "nodes below chance stand for the moves played, not for the outcomes drawn", visitor=True
    )

    # playouts
    playout: Playout | str | None = thing(
        None,
        "what playouts play: the game's own policy by default, 'random' for uniformly random actions",
        read=read_playout,
        accepts=lambda value: value == "random" or callable(value),
        allowed="'random' or a function of a state and a random fraction",
    )
    epsilon: float | None = number(
        None, "share of playout moves that are random, with a policy or MAST", 0, 1, tuned=Tuned(0.0, 1.0)
    )
    mast: bool = switch(False, "playouts prefer the moves with which the player has done best", visitor=True)
    longest: int | None = whole(None, "plies of a playout before the evaluation is asked", 1, 10**6)
    evaluate: Any = evaluation(
        "the evaluation for cut playouts and priors: the game's own by default, a learned file, 'none' for none"
    )

    # resources
    threads: int = whole(1, "threads that search together", 1, 256)
    parallel: str = choice("tree", ("tree", "root"), "threads work on one tree, or (root) each on a tree of its own")
    virtual_loss: float = number(1.0, "lost visits that each thread inside a subtree counts as", 0)
    megabytes: int = whole(256, "megabytes of memory for the tree", 1, 10**6)
    keep: bool = switch(True, "keep the tree for the next move of the game")
    plain: bool = switch(
        False,
        "UCT as in the book: UCB1 and random playouts, and what other options add; nothing by itself",
        visitor=True,
    )
    seed: int | None = whole(None, "makes the search repeatable", None)
    databases: str = text("auto", HELP)
    compiled: bool | None = switch(None, "true insists on compiled code, false interprets; by default where possible")

    name: ClassVar[str] = "mcts"

    def __post_init__(self) -> None:
        super().__post_init__()
        for option, alone in (("transpositions", self.transpositions), ("open loops", self.open_loop)):
            if alone and self.shares:
                raise ZermeloError(f"mcts: {option} need a tree of their own for each thread: try parallel=root")
        if self.transpositions and self.open_loop:
            raise ZermeloError("mcts: in an open loop there are no transpositions")
        if self.decisive and self.solver is False:
            raise ZermeloError("mcts: decisive moves are found by the solver: leave out solver=false or decisive=true")
        if self.plain:
            self._check_plain()

    def _check_plain(self) -> None:
        """Raises ZermeloError if an option says how to do what plain UCT leaves out."""
        has_policy = self.mast or callable(self.playout)
        for option, is_given, wanted, has_it in (
            ("evaluate", self.evaluate not in (None, "none"), "longest, prior or implicit", self.uses_evaluation),
            ("bias", self.bias > 0, "prior", bool(self.prior)),
            ("decisive", bool(self.decisive), "solver=true", bool(self.solver)),
            ("epsilon", self.epsilon is not None, "mast=true or a playout", has_policy),
        ):
            if is_given and not has_it:
                raise ZermeloError(f"mcts: with plain=true, {option} has no effect without {wanted}")

    @property
    def uses_evaluation(self) -> bool:
        """Does plain UCT ask an evaluation, since another option says so?"""
        return self.longest is not None or bool(self.prior) or self.implicit > 0

    def refusal(self, game: Game) -> str | None:
        if self.open_loop and not has_moves(game):
            return f"open_loop needs actions that are integers, which {game.name} does not have: leave it out"
        return needs_no_secrets(game, self.name)

    @property
    def stops_early(self) -> bool:
        """May the search end before its budget does?"""
        return not self.plain if self.early is None else self.early

    @property
    def shares(self) -> bool:
        """Do several threads work on one tree?"""
        return self.threads > 1 and self.parallel == "tree"

    @property
    def simulations(self) -> int | None:
        """The most simulations; None: as many as the time or the nodes allow."""
        return self.sims if self.sims or self.time or self.nodes else USUAL

    def evaluator(self, game: Game) -> Evaluator | None:
        """The evaluator for cut playouts and new nodes."""
        if self.plain and not self.uses_evaluation:
            return None
        return chosen_evaluator(self.evaluate, game)
