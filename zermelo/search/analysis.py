"""What a search found, in one form for all searches."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from zermelo.evaluate import Term
from zermelo.game import CHANCE, Action, Game, State
from zermelo.picture import drawn_by

SOLVER = "solver"  # what an engine chose if it needed no search, since the position could be solved


@dataclass(frozen=True)
class Candidate:
    """One action at the root and what it is worth to the player to move.

    >>> import zermelo
    >>> analysis = zermelo.Minimax().analyse(zermelo.load("[[3,12,8],[2,4,6],[14,5,2]]"))
    >>> [candidate.value for candidate in analysis.candidates]
    [3.0, 2.0, 2.0]
    """

    action: Action
    value: float
    bound: str = "exact"  # exact; upper: worth at most this; stopped: not searched
    visits: int | None = None
    decided: bool = False  # is it a utility that the rules alone prove?
    prior: float | None = None  # 0 … 1: how good it looked before any simulation, or how likely it seemed
    weight: float | None = None  # what the search made of the prior, where visits do not tell that
    line: tuple[Action, ...] = ()  # the action and what is expected after it; from tree searches
    distance: int | None = None  # plies within which the end of the game is forced, if known
    known: bool = True  # False: the search saw no end of the game and has no evaluation, so the value means nothing
    probability: float | None = None  # of an outcome, where chance is to move
    share: float | None = None  # the probability with which the strategy plays it; from solvers of hidden games
    votes: int | None = None  # deals in which it was the best; from searches that look at several
    note: str = ""  # what its value is made of, in a few words


@dataclass(frozen=True)
class Variation:
    """One of the best lines, if the search was asked for several."""

    value: float
    line: tuple[Action, ...]
    distance: int | None = None
    decided: bool = False
    known: bool = True


@dataclass(frozen=True)
class Analysis:
    """A choice and the reasons for it. Values are for the player to move, in the game's own units.

    Where chance is to move there is no choice: the action is None, the candidates are the outcomes, and values are for
    player 0.

    >>> import zermelo
    >>> analysis = zermelo.analyse(zermelo.load("nim"), player=zermelo.Minimax())
    >>> analysis.exact, analysis.value, analysis.line_text()[0]
    (True, 1.0, '1')
    """

    game: Game
    state: State
    engine: str
    action: Action
    value: float
    exact: bool  # is the value the game's true one (under the search's model of the opponent)?
    line: tuple[Action, ...]  # what both sides are expected to play, the action first
    depth: int
    nodes: int
    seconds: float
    candidates: tuple[Candidate, ...]
    leaves: int | None = None
    skipped: int | None = None  # leaves that minimax would have visited and this search did not
    values: tuple[float, ...] = ()  # one per player, if there are not two or the game is not zero-sum
    terms: tuple[Term, ...] = ()  # the evaluation's parts at the end of the line; they add up to the value
    simulations: int | None = None
    network_value: float | None = None  # what a network says of the position before any search
    compiled: bool = False
    reason: str = ""  # why it ran interpreted, or why the search ended early
    distance: int | None = None  # plies within which the end of the game is forced, if known
    in_utilities: bool = False  # are values that are not decided expected utilities, rather than evaluations?
    units: str = ""  # what evaluations count: "pawns"
    model: str = ""  # the opponent that the values assume, if it is not a perfect one
    variations: tuple[Variation, ...] = ()  # the best lines, including `line`
    parts: tuple[str, ...] = ()  # the parts of the search that were on
    selective: int | None = None  # plies of the longest line searched
    full: float | None = None  # the share of the table in use
    stopped: str = ""  # why the search ended, if it says so
    breach: str = ""  # a law that the game breaks, so that the values may be wrong
    chosen: str = ""  # the search that the engine chose, or SOLVER, if it chooses one
    why: str = ""  # why it chose that, to follow a colon

    @property
    def nodes_per_second(self) -> float:
        return self.nodes / self.seconds if self.seconds > 0 else 0.0

    @property
    def player(self) -> int:
        """The player whose values these are: the one to move, or player 0 where chance is to move."""
        return max(self.game.to_move(self.state), 0)

    @property
    def is_chance(self) -> bool:
        """Is chance to move, so that there is no choice? An action may be None too."""
        return bool(self.game.to_move(self.state) == CHANCE)

    @property
    def best(self) -> Candidate:
        """The candidate that was chosen, with what is known about the value of the position."""
        if self.is_chance:
            known = all(one.known and one.bound != "stopped" for one in self.candidates)
            return Candidate(None, self.value, decided=self.exact, distance=self.distance, known=known)
        chosen = next((one for one in self.candidates if one.action == self.action), Candidate(self.action, self.value))
        return replace(
            chosen,
            value=self.value,
            bound="exact",
            decided=self.exact or chosen.decided,
            distance=chosen.distance if self.distance is None else self.distance,
        )

    @cached_property
    def proved(self) -> tuple[float, ...]:
        """The values of those candidates that are decided, each once."""
        return (*{one.value: None for one in self.candidates if one.decided and one.known and one.bound == "exact"},)

    def is_utility(self, candidate: Candidate | None = None) -> bool:
        """Is a candidate's value (by default the best one's) a utility or an expected one, not an evaluation?"""
        return self.in_utilities or (candidate or self.best).decided

    def ranked(self) -> list[Candidate]:
        """The candidates, best first: the choice, proved wins, the others, proved losses, those not searched.

        The quickest wins come first, and the quickest losses last. The others are sorted by the share with which a
        mixed strategy plays them, by votes and visits, by having their own line, and by value. Outcomes of chance keep
        their order.
        """
        if self.is_chance:
            return list(self.candidates)
        leading = {variation.line[0] for variation in self.variations if variation.line}

        is_lost = self._outcome(self.best) < 0

        def place(candidate: Candidate) -> tuple[bool, int, float, float, int, int, bool, bool, float]:
            is_unknown = candidate.bound == "stopped"
            outcome = -1 if is_lost and candidate.bound == "upper" else self._outcome(candidate)
            return (
                candidate.action != self.action,
                3 if is_unknown else 1 - outcome,
                outcome * (candidate.distance or (math.inf if outcome > 0 else 0)) if outcome else 0,
                -(candidate.share or 0.0),
                -(candidate.votes or 0),
                -(candidate.visits or 0),
                candidate.action not in leading,
                candidate.bound == "upper",
                0.0 if is_unknown else -candidate.value,
            )

        return sorted(self.candidates, key=place)

    def _outcome(self, candidate: Candidate) -> int:
        """1 for a proved win, -1 for a proved loss, else 0."""
        reach = self.game.reach
        if not candidate.decided or candidate.bound != "exact" or reach is None or not self.game.is_duel:
            return 0
        above = candidate.value - self.game.middle
        return 0 if abs(above) < reach else 1 if above > 0 else -1

    def line_text(self) -> list[str]:
        """The line as its players write it."""
        return self.texts(self.line)

    def texts(self, line: tuple[Action, ...]) -> list[str]:
        """Any line from this state as its players write it."""
        return texts(self.game, self.state, line)

    def to_json(self) -> dict[str, Any]:
        """The object that `analyse --json` prints."""
        game = self.game
        report = {
            "game": game.title,
            "position": game.state_text(self.state),
            "engine": self.engine,
            "action": None if self.is_chance else game.action_text(self.state, self.action),
            "value": self.value if self.best.known else None,
            "exact": self.exact,
            "words": drawn_by("value_words", (self, self.best)),
            "line": self.line_text(),
            "depth": self.depth,
            "nodes": self.nodes,
            "seconds": round(self.seconds, 6),
            "compiled": self.compiled,
            "candidates": [self._candidate_json(candidate) for candidate in self.candidates],
        }
        variations = [
            {"value": v.value if v.known else None, "words": drawn_by("value_words", (self, v))}
            | {"line": self.texts(v.line)}
            | ({"distance": v.distance} if v.distance else {})
            for v in (self.variations if len(self.variations) > 1 else ())
        ]
        terms = [{"name": t.name, "weight": t.weight, "feature": t.feature, "share": t.share} for t in self.terms]
        return report | _told(
            leaves=self.leaves,
            skipped=self.skipped,
            values=list(self.values) or None,
            simulations=self.simulations,
            network_value=self.network_value,
            distance=self.distance,
            variations=variations or None,
            stopped=self.stopped or None,
            values_for=game.player_name(self.player) if self.is_chance else None,
            chosen=self.chosen or None,
            why=self.why if self.chosen else None,
            reason=None if self.compiled else self.reason or None,
            breach=self.breach or None,
            parts=list(self.parts) or None,
            terms=terms or None,
        )

    def _candidate_json(self, candidate: Candidate) -> dict[str, Any]:
        """A bound is not a value: it is given as `at_most`."""
        game, state = self.game, self.state
        is_value = candidate.bound == "exact" and candidate.known
        has_bound = candidate.bound == "upper" and candidate.known and candidate.value != game.best_utility
        report = {
            "action": game.action_text(state, candidate.action),
            "value": candidate.value if is_value else None,
            "words": drawn_by("value_words", (self, candidate)),
            "bound": candidate.bound,
            "decided": candidate.decided and is_value,
        }
        return report | _told(
            at_most=candidate.value if has_bound else None,
            distance=candidate.distance,
            visits=candidate.visits,
            prior=candidate.prior,
            probability=candidate.probability,
            share=candidate.share,
            votes=candidate.votes,
            note=candidate.note or None,
            line=self.texts(candidate.line) if len(candidate.line) > 1 else None,
        )

    def __str__(self) -> str:
        return drawn_by("analysis_text", self)

    def _repr_svg_(self) -> str:
        return drawn_by("analysis_svg", self)

    def _repr_html_(self) -> str:
        return drawn_by("analysis_html", self)


def _told(**parts: Any) -> dict[str, Any]:
    """The parts that there are."""
    return {name: part for name, part in parts.items() if part is not None}


def texts(game: Game, state: State, line: tuple[Action, ...]) -> list[str]:
    """A line from a state as its players write it."""
    written = []
    for action in line:
        written.append(game.action_text(state, action))
        state = game.result(state, action)
    return written
