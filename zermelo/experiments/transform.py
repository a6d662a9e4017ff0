"""A game whose utilities are turned into others, and what that does to decisions.

Minimax looks at the order of utilities only, so any increasing function leaves its decisions alone. Averages, over
chance or over an opponent who is not perfect, are kept by positive affine functions a*x + b only.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from zermelo.arguments import checked
from zermelo.by_value import hashable
from zermelo.evaluate import Expert, in_utilities, opinion
from zermelo.experiments.formula import Formula, read_formula
from zermelo.game import CHANCE, MAX, Action, Game, State, ZermeloError
from zermelo.numerals import plain
from zermelo.picture import drawn_by
from zermelo.search.textbook.policy import BackedUp

MOST = 200_000  # states that are valued
LISTED, GAMES, PLIES = 20_000, 200, 500  # states whose utilities are listed, else random games and their plies

AFFINE, INCREASING, LEVEL, DECREASING, MIXED = "positive affine", "increasing", "level", "decreasing", "mixed"


@dataclass(frozen=True)
class Effect:
    """What a function does to the utilities of a game."""

    kind: str  # AFFINE, INCREASING, LEVEL (some become equal, none change places), DECREASING or MIXED
    pairs: tuple[tuple[float, float], ...]  # the utilities that occur, and what they become
    is_complete: bool  # are these all of them? Else those of some random games
    has_chance: bool

    @property
    def keeps_decisions(self) -> bool:
        """Is every decision as good as before, whatever the game's tree is?"""
        return self.kind == AFFINE or (self.kind == INCREASING and not self.has_chance)

    def __str__(self) -> str:
        if self.kind == AFFINE:
            return "on these utilities it is a*x + b with a > 0: every decision stays, by minimax and by averages"
        if self.kind == INCREASING:
            stays = "minimax decides as before, since only the order counts"
            lost = "averages over chance may decide otherwise, which only a*x + b with a > 0 rules out"
            return f"it keeps the order of the utilities: {lost if self.has_chance else stays}"
        if self.kind == LEVEL:
            return "some utilities become equal: the old decisions are still best, but others may be as good" + (
                "; averages over chance may decide otherwise" if self.has_chance else ""
            )
        if self.kind == DECREASING:
            return "it reverses the order of the utilities: each side now wants what it avoided"
        return "it changes the order of the utilities: decisions may change"


@dataclass(frozen=True)
class Compared:
    """One action, or outcome of chance, under both utilities."""

    action: Action
    before: float
    after: float


@dataclass(frozen=True)
class Transformed:
    """A position of a game and of the same game with other utilities, for the player to move.

    >>> import zermelo
    >>> tree = zermelo.load("[[3,12,8],[2,4,6],[14,5,2]]")
    >>> squared = zermelo.transformation(tree, "x*x")
    >>> squared.best_before == squared.best_after
    True
    """

    game: Game
    state: State
    formula: str
    player: int
    effect: Effect
    actions: tuple[Compared, ...]
    value_before: float
    value_after: float
    best_before: tuple[Action, ...]  # all that are best; none where chance is to move
    best_after: tuple[Action, ...]

    def to_json(self) -> dict[str, Any]:
        """The comparison as one object."""
        text = self.game.action_text
        return {
            "game": self.game.title,
            "position": self.game.state_text(self.state),
            "formula": self.formula,
            "player": self.game.player_name(self.player),
            "kind": self.effect.kind,
            "keeps_decisions": self.effect.keeps_decisions,
            "utilities": [list(pair) for pair in self.effect.pairs],
            "all_utilities": self.effect.is_complete,
            "value": [self.value_before, self.value_after],
            "best": [[text(self.state, one) for one in best] for best in (self.best_before, self.best_after)],
            "actions": [
                {"action": text(self.state, one.action), "before": one.before, "after": one.after}
                for one in self.actions
            ],
        }

    def __str__(self) -> str:
        return drawn_by("transform_text", self)


@checked
def transformed(game: Game, formula: str) -> Game:
    """The same game with other utilities: a function of x (`2*x+1`, `sqrt(x+1)`, `square`), or a table (`3=9, 12=1`).

    Where two players are opposed, x is the first player's utility and the other gets the opposite of what it becomes;
    else each player's own is turned. An evaluation in units of utility is turned too, and any other left out, as are
    tables of exact values. a*x + b compiles. Raises ZermeloError where the formula is not understood, and while
    playing where it has no value.

    >>> import zermelo
    >>> tree = zermelo.load("[[3,12,8],[2,4,6],[14,5,2]]")
    >>> zermelo.Minimax().analyse(zermelo.transformed(tree, "2*x+1")).value
    7.0
    """
    read = read_formula(formula)
    evaluator = opinion(game)
    kept = evaluator.function if evaluator and in_utilities(evaluator) else None
    a, b = read.affine or (0.0, 0.0)
    reach = None
    if read.affine and game.is_duel and game.best_utility is not None:
        reach = max(abs(a * end + b) for end in (game.best_utility, game.total - game.best_utility))
    return replace(
        game,
        name=f"{game.name} with {read.text} for x",
        utility=_turned(read, game.utility, game.is_duel),
        evaluate=_turned(read, kept, game.is_duel) if kept else None,
        expert=Expert(),
        total=0.0,
        zero_sum=game.is_duel,
        best_utility=reach,
        points="",
        compiles=game.compiles and read.affine is not None,
    )


def _turned(formula: Formula, worth: Callable[[State, int], float], is_duel: bool) -> Callable[[State, int], float]:
    """The function of a state and a player behind a formula. a*x + b is written so that it compiles."""
    if formula.affine is None:
        turn = formula.function

        def utility(state: State, player: int) -> float:
            if is_duel:
                return turn(float(worth(state, MAX))) * (1 if player == MAX else -1)
            return turn(float(worth(state, player)))

        return utility
    a, b = formula.affine

    def of_one(state: State, player: int) -> float:
        return a * worth(state, player) + b

    def of_both(state: State, player: int) -> float:
        if player == 0:
            return a * worth(state, 0) + b
        return -(a * worth(state, 0) + b)

    return of_both if is_duel else of_one


@checked
def transformation(
    game: Game,
    formula: str,
    state: State | None = None,
    states: int = MOST,
    watch: Callable[[int], None] | None = None,
) -> Transformed:
    """Compares decisions in a state, by default the initial one, under the game's utilities and under others.

    Every state below is valued: by minimax, expectiminimax where there is chance, max^n for more players. states: how
    many may be valued. Raises ZermeloError as `transformed` and `policy` do.

    >>> import zermelo
    >>> tree = zermelo.load("[[3,12,8],[2,4,6],[14,5,2]]")
    >>> zermelo.transformation(tree, "x*x").value_after
    9.0
    """
    here = game.initial() if state is None else state
    if game.is_terminal(here):
        raise ZermeloError(f"the game is over at {game.state_text(here)}: there is nothing to decide")
    other = transformed(game, formula)
    mover = game.to_move(here)
    player = MAX if mover == CHANCE else mover
    before, after = (BackedUp(rules, states, watch) for rules in (game, other))
    actions = []
    for move in game.moves(here):
        below = game.result(here, move)
        actions.append(Compared(move, before.values(below)[player], after.values(below)[player]))
    read = read_formula(formula)
    return Transformed(
        game,
        here,
        read.text,
        player,
        effect(game, read, here),
        tuple(actions),
        before.values(here)[player],
        after.values(here)[player],
        () if mover == CHANCE else tuple(before.best(here)),
        () if mover == CHANCE else tuple(after.best(here)),
    )


def effect(game: Game, formula: Formula, state: State | None = None) -> Effect:
    """What a formula does to the utilities that occur below a state."""
    utilities, is_complete = _utilities(game, game.initial() if state is None else state)
    pairs = tuple((old, formula.function(old)) for old in sorted(utilities))
    return Effect(_kind(pairs), pairs, is_complete, game.has_chance)


def _kind(pairs: tuple[tuple[float, float], ...]) -> str:
    steps = [(new - old, other - one) for (old, one), (new, other) in pairwise(pairs)]
    rises = [rise for _, rise in steps]
    if all(rise > 0 for rise in rises):
        slopes = [rise / run for run, rise in steps]
        return AFFINE if all(math.isclose(slope, slopes[0], rel_tol=1e-9) for slope in slopes) else INCREASING
    if all(rise >= 0 for rise in rises):
        return LEVEL
    return DECREASING if all(rise <= 0 for rise in rises) else MIXED


def _utilities(game: Game, start: State) -> tuple[set[float], bool]:
    """The utilities that occur (the first player's in a duel), and whether these are all."""
    found: set[float] = set()
    seen, waiting = {hashable(start)}, [start]
    while waiting and len(seen) <= LISTED:
        here = waiting.pop()
        if game.is_terminal(here):
            found |= _ends(game, here)
            continue
        for move in game.moves(here):
            after = game.result(here, move)
            if hashable(after) not in seen:
                seen.add(hashable(after))
                waiting.append(after)
    if not waiting:
        return found, True
    choice = random.Random(0)
    for _ in range(GAMES):
        here, plies = start, 0
        while not game.is_terminal(here) and plies < PLIES:
            here, plies = game.result(here, choice.choice(game.moves(here))), plies + 1
        if game.is_terminal(here):
            found |= _ends(game, here)
    return found, False


def _ends(game: Game, state: State) -> set[float]:
    players = [MAX] if game.is_duel else range(game.players)
    return {float(game.utility(state, player)) for player in players}


def in_words(pairs: tuple[tuple[float, float], ...], most: int = 12) -> str:
    """Utilities and what they become: "-1 → 1, 0 → 0, 1 → 1"."""
    shown = [f"{plain(old)} → {plain(new)}" for old, new in pairs[:most]]
    return ", ".join((*shown, *(["…"] if len(pairs) > most else [])))
