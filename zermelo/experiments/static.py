"""What the evaluation says of one position, without a search: the value, and what each term adds to it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from zermelo.arguments import checked
from zermelo.evaluate import Term, in_utilities
from zermelo.game import CHANCE, MAX, Game, State, ZermeloError
from zermelo.picture import drawn_by
from zermelo.search.base import chosen_evaluator


@dataclass(frozen=True)
class StaticEvaluation:
    """An evaluation of one position, or its utility where the game is over.

    >>> import zermelo
    >>> zermelo.static_evaluation(zermelo.load("tic-tac-toe")).value
    0.0
    """

    game: Game
    state: State
    player: int  # for whom
    value: float
    units: str  # what it counts: "pawns"; "": numbers, in units of utility where `win` is 1
    win: float  # what a utility of 1 is worth in these units
    terms: tuple[Term, ...]  # that add up to the value; none where the game is over
    is_over: bool

    def to_json(self) -> dict[str, Any]:
        """The value and its terms as one object."""
        return {
            "game": self.game.title,
            "position": self.game.state_text(self.state),
            "player": self.game.player_name(self.player),
            "value": self.value,
            "units": self.units,
            "win": self.win,
            "over": self.is_over,
            "terms": [
                {"name": term.name, "feature": term.feature, "weight": term.weight, "share": term.share}
                for term in self.terms
            ],
        }

    def __str__(self) -> str:
        return drawn_by("static_text", self)


@checked
def static_evaluation(
    game: Game, state: State | None = None, player: int | None = None, evaluate: Any = None
) -> StaticEvaluation:
    """What a position looks worth to a player, by default the one to move, at once and without looking ahead.

    evaluate: another evaluation than the game's own: what a search's option `evaluate` takes, such as "fitted" or a
    learned file. Where chance is to move or the game is over, the default is the first player. Raises ZermeloError
    where the game has no evaluation, or no such player.

    >>> import zermelo
    >>> found = zermelo.static_evaluation(zermelo.load("tic-tac-toe"))
    >>> [(term.name, term.share) for term in found.terms]
    [('my open lines', 8.0), ('their open lines', -8.0)]
    """
    here = game.initial() if state is None else state
    over = game.is_terminal(here)
    if player is None:
        player = MAX if over or game.to_move(here) == CHANCE else game.to_move(here)
    if not 0 <= player < game.players:
        raise ZermeloError(f"{game.title} has the players 0 to {game.players - 1}, not {player}")
    if over:
        return StaticEvaluation(game, here, player, float(game.utility(here, player)), game.points or "", 1.0, (), True)
    evaluator = chosen_evaluator(evaluate, game)
    if evaluator is None:
        raise ZermeloError(
            f"{game.title} has no evaluation: give it one, evaluate(state, player), or learn one with zermelo learn"
        )
    value, terms = float(evaluator.function(here, player)), evaluator.terms(here, player)
    units = evaluator.units or (game.points or "" if in_utilities(evaluator) else "")
    return StaticEvaluation(game, here, player, value, units, evaluator.win, tuple(terms), False)
