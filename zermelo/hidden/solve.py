"""`zermelo.solve` as users get it: the value of a position, or an equilibrium where something is hidden."""

from __future__ import annotations

from zermelo.arguments import checked
from zermelo.by_value import same
from zermelo.game import Game, State, ZermeloError, brief
from zermelo.hidden.equilibrium.flat import lay_out
from zermelo.hidden.equilibrium.solution import EXACT, ITERATIVE, Solution, Solving, solve_by_programme
from zermelo.search.exact import MEGABYTES, Finding, solve_position

METHODS = (*ITERATIVE, EXACT)  # where something is hidden
USUAL = "plus"
SECONDS, TARGET = 10.0, 1e-6  # the defaults: ends after this time, or at an exploitability that is practically none
OPEN_SECONDS = 60.0  # for the position of an open game


@checked
def solve(
    game: Game,
    state: State | None = None,
    method: str | None = None,
    seconds: float | None = None,
    *,
    iterations: int | None = None,
    megabytes: float = MEGABYTES,
    seed: int = 0,
) -> Finding | Solution:
    """Solves a position of an open game, by default the initial one, or a game with hidden information.

    An open game: a Finding, whose `value` (to the player to move; None: not found within the time) is exact, with the
    line of best play, and the distance to the end where it is known. method: auto (the default), database, solver,
    retrograde, alphabeta or proof. seconds: by default 60. megabytes: that tables may take.

    With hidden information: a Solution, a strategy of all players from the start of the game, with the players' values
    and its exploitability. method: plus (the default) or another of METHODS; lp is exact, for two players of whom one
    loses what the other wins. seconds: by default 10, unless `iterations` are given; it stops where the exploitability
    is as good as none. seed: for the methods that sample.

    `print` shows either as `zermelo solve` does. Raises ZermeloError if the method cannot solve the game.
    """
    if not game.has_hidden:
        if iterations is not None:
            raise ZermeloError(f"iterations are for games that hide something, and {game.title} hides nothing")
        return solve_position(game, state, method or "auto", OPEN_SECONDS if seconds is None else seconds, megabytes)
    if state is not None and not same(state, game.initial()):
        raise ZermeloError(f"{game.title} hides something, so it is solved from its beginning")
    if method not in (None, *METHODS):
        raise ZermeloError(f"no method is called '{brief(method)}'; there are {', '.join(METHODS)}")
    flat = lay_out(game)
    if method == EXACT:
        return solve_by_programme(flat)
    spent = SECONDS if seconds is None and iterations is None else seconds
    return Solving(flat, method or USUAL, seed).run(iterations, spent, 0.0 if iterations else TARGET)
