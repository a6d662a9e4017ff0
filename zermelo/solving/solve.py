"""`zermelo.solve` as users get it: the value of a position, or an equilibrium where something is hidden."""

from __future__ import annotations

from collections.abc import Sequence

from zermelo.arguments import checked
from zermelo.by_value import same
from zermelo.cluster.address import crew_at
from zermelo.cluster.crew import Crew
from zermelo.game import Game, State, ZermeloError, brief
from zermelo.hidden.equilibrium.flat import lay_out
from zermelo.hidden.equilibrium.solution import (
    EXACT,
    METHODS,
    SAMPLING,
    EquilibriumSolving,
    Solution,
    solve_by_programme,
)
from zermelo.search.time.deadline import Deadline
from zermelo.solving.choice import AUTO
from zermelo.solving.distant import findings_of
from zermelo.solving.finding import Finding
from zermelo.solving.known import has_own_solver, one_thread
from zermelo.solving.position import MEGABYTES, PositionSolving

USUAL = "plus"  # where something is hidden
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
    threads: int = 1,
    cluster: str | Crew | None = None,
) -> Finding | Solution:
    """Solves a position of an open game, by default the initial one, or a game with hidden information.

    An open game: a Finding, whose `value` (to the player to move; None: not found within the time) is exact, with the
    line of best play, and the distance to the end where it is known. method: auto (the default), database, solver,
    retrograde, alphabeta or proof. seconds: by default 60. megabytes: that tables may take. threads: more than one
    where the game's own solver can share a position out, as bridge's does with the strains of a deal.

    A position of a hidden game that has a solver of its own, such as bridge, is solved with all cards open.

    With hidden information: a Solution, a strategy of all players from the start of the game, with the players' values
    and its exploitability. method: plus (the default) or another of METHODS; lp is exact, for two players of whom one
    loses what the other wins. seconds: by default 10, unless `iterations` are given; it stops where the exploitability
    is as good as none. seed: for the methods that sample. cluster: "local:4" or the address of a Ray cluster, whose
    workers draw the samples of `external` and `outcome`; many positions are for `solve_all`.

    `print` shows either as `zermelo solve` does. Raises ZermeloError if the method cannot solve the game.

    >>> import zermelo
    >>> zermelo.solve(zermelo.load("tic-tac-toe")).low  # a draw
    0.0
    >>> round(zermelo.solve(zermelo.load("kuhn-poker"), method="lp").values[0], 4)  # poker for three cards: -1/18
    -0.0556
    """
    if not game.has_hidden or (state is not None and is_solved_open(game)):
        if iterations is not None:
            raise ZermeloError(f"iterations are for games that hide something, and {game.title} hides nothing")
        if cluster is not None:
            raise ZermeloError("one position is solved on one machine; a cluster solves many of them: solve_all")
        start = game.initial() if state is None else state
        solving = PositionSolving(game, start, method or AUTO, megabytes=megabytes, threads=threads)
        return solving.run(Deadline(None, OPEN_SECONDS if seconds is None else seconds))
    if threads != 1:
        raise ZermeloError(one_thread(game))
    if state is not None and not same(state, game.initial()):
        raise ZermeloError(f"{game.title} hides something, so it is solved from its beginning")
    method = equilibrium_method(method)
    flat = lay_out(game)
    if method == EXACT:
        if cluster is not None:
            raise ZermeloError(f"{EXACT} runs on one machine: on a cluster, method={' or '.join(SAMPLING)}")
        return solve_by_programme(flat)
    spent = SECONDS if seconds is None and iterations is None else seconds
    with crew_at(cluster) as crew:
        hidden = EquilibriumSolving(flat, method, seed, crew=crew)
        return hidden.run(iterations, spent, 0.0 if iterations else TARGET)


@checked
def solve_all(
    game: Game,
    states: Sequence[State],
    method: str | None = None,
    seconds: float | None = None,
    *,
    megabytes: float = MEGABYTES,
    cluster: str | Crew | None = None,
) -> list[Finding]:
    """Solves positions of an open game, each for itself: a Finding of each, in their order.

    method, megabytes: as in `solve`; seconds: of each position. cluster: "local:4" or the address of a Ray cluster,
    where a position is a task. Raises ZermeloError if the method cannot solve the game.

    >>> import zermelo
    >>> nim = zermelo.load("nim")
    >>> [finding.value for finding in zermelo.solve_all(nim, [nim.read_state(text) for text in ("4,0", "5,0")])]
    [-1.0, 1.0]
    """
    spent = OPEN_SECONDS if seconds is None else seconds
    with crew_at(cluster) as crew:
        return list(findings_of(game, states, method or AUTO, spent, megabytes, crew))


def is_solved_open(game: Game) -> bool:
    """Are positions of a game that hides something solved as if all were seen? Those with a solver of their own are."""
    return game.has_hidden and has_own_solver(game)


def equilibrium_method(typed: str | None) -> str:
    """The method that is asked for where something is hidden, by default CFR+. Raises ZermeloError if there is none."""
    if typed not in (None, *METHODS):
        raise ZermeloError(f"no method is called '{brief(typed)}'; there are {', '.join(METHODS)}")
    return typed or USUAL
