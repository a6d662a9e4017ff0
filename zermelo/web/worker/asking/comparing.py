"""Two actions, so searched that their values can be compared; and lines that are long enough to show something."""

from __future__ import annotations

from dataclasses import dataclass

from zermelo.game import CHANCE, Action, Game, State
from zermelo.search.analysis import Analysis
from zermelo.web.worker.searching import analysed
from zermelo.web.worker.tell import Request

SHORTEST_LINE = 3  # plies of the lines in "why not my move?", where the game goes on that long
PATIENCE = 3.0  # seconds, for a search that must reach a depth
BRIEF = 0.2  # of the time, for a search that only lengthens a line
BAD_LUCK = 0.25  # a roll in a line is such that the player is unluckier as often as this


def compared(game: Game, path: list[State], request: Request, action: Action) -> tuple[Analysis, Analysis]:
    """The best action and the one asked about, so searched that their values can be compared.

    Evaluations after an odd and an even number of plies differ by a tempo, and a search of one or two plies does not
    see an answer. So both searches look at least SHORTEST_LINE plies ahead, and by an even number of plies apart.
    """
    best = _far_enough(game, path, request, None)
    if action == best.action:
        return best, best
    mine = _far_enough(game, path, request, [action])
    if are_comparable(best, mine):
        return best, mine
    other = mine.depth - 1 if mine.depth > SHORTEST_LINE else mine.depth + 1
    return best, searched_to(other, game, path, request, [action]) or mine


def are_comparable(best: Analysis, mine: Analysis) -> bool:
    """Were both searched to depths at which values mean the same?"""
    return not has_parity(best) or not has_parity(mine) or (best.depth - mine.depth) % 2 == 0


def has_parity(found: Analysis) -> bool:
    """Does the value depend on how many plies were searched?

    A mean of playouts, or one that is decided, does not; nor do the chances that games of chance are valued by.
    """
    return found.simulations is None and not found.best.decided and not found.game.has_chance


def _far_enough(game: Game, path: list[State], request: Request, only: list[Action] | None) -> Analysis:
    """What the search asked for finds, or one of SHORTEST_LINE plies if it did not look as far ahead."""
    found = analysed(game, path, request, None, only=only)
    if not has_parity(found) or found.depth >= SHORTEST_LINE:
        return found
    return searched_to(SHORTEST_LINE, game, path, request, only) or found


def searched_to(
    depth: int, game: Game, path: list[State], request: Request, only: list[Action] | None
) -> Analysis | None:
    """The search to this depth, or until the value is decided; None if that takes longer than PATIENCE."""
    found = analysed(game, path, {**request, "time": PATIENCE}, None, only=only, depth=depth)
    return found if found.depth == depth or found.best.decided else None


@dataclass(frozen=True)
class Line:
    """Actions from a state, outcomes of chance among them, and the states between and after them."""

    actions: tuple[Action, ...]
    states: tuple[State, ...]  # one more than actions

    def texts(self, game: Game, most: int) -> list[str]:
        """The actions as their players write them."""
        return [game.action_text(s, a) for s, a in zip(self.states[:most], self.actions[:most], strict=False)]


def whole_line(game: Game, path: list[State], request: Request, found: Analysis) -> Line:
    """The line of an analysis, searched on from its end until it has SHORTEST_LINE plies or the game is over.

    A search that finds a position in its table ends the line there, and one that comes to chance does so too: then the
    line goes on with a roll on which the player who asks is rather unlucky.
    """
    player = found.player
    actions, states = [], list(path)
    for action in found.line:
        if game.is_terminal(states[-1]):
            break
        actions.append(action)
        states.append(game.result(states[-1], action))
    while len(actions) < SHORTEST_LINE and not game.is_terminal(states[-1]):
        if game.to_move(states[-1]) == CHANCE:
            action = _unlucky(game, states, request, player)
        else:
            brief = {**request, "time": BRIEF * request["time"], "lines": 1}
            depth = max(1, found.depth - len(actions)) if has_parity(found) else None
            action = analysed(game, states, brief, None, **({"depth": depth} if depth else {})).action
        actions.append(action)
        states.append(game.result(states[-1], action))
    return Line(tuple(actions), tuple(states[len(path) - 1 :]))


def _unlucky(game: Game, states: list[State], request: Request, player: int) -> Action:
    """The outcome of chance on which a player is unluckier with a probability of BAD_LUCK."""
    outcomes = game.outcomes(states[-1])
    brief = {**request, "engine": None, "time": BRIEF * request["time"], "lines": 1}
    found = analysed(game, states, brief, None)
    values = {one.action: one.value for one in found.candidates if one.known and one.bound == "exact"}
    if len(values) < len(outcomes):
        return max(outcomes, key=lambda one: one[1])[0]
    sign, below = (1 if player == 0 else -1), 0.0
    for outcome, probability in sorted(outcomes, key=lambda one: sign * values[one[0]]):
        below += probability
        if below >= BAD_LUCK:
            return outcome
    return outcomes[-1][0]
