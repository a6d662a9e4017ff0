"""The debugger's jobs: trace a search, open a branch that was cut, draw the positions at nodes."""

from __future__ import annotations

from typing import Any

from zermelo.experiments.ordering import LARGEST, ordered
from zermelo.game import Game, State, ZermeloError
from zermelo.search.trace.merged import merged
from zermelo.search.trace.recorder import TooLarge
from zermelo.show.figures.pictured import plain_picture
from zermelo.show.style import stylesheet
from zermelo.show.svg import drawing
from zermelo.show.words import proper
from zermelo.web.worker.debugging.trace_report import branch_report, trace_report
from zermelo.web.worker.paths import game_of, open_path
from zermelo.web.worker.tell import Request, Tell, beating


def traced(request: Request) -> tuple[Game, State]:
    """The game and the state that are traced: those of a path, and after it the moves that are given as text.

    Of the options, `merged` and `order` make it a game with other actions. Raises TooLarge where there are too many
    nodes to be put in order.
    """
    game = game_of(request)
    state = open_path(game, request)[-1]
    for number, text in enumerate(request.get("moves", ()), 1):
        try:
            state = game.result(state, game.read_action(state, text))
        except ZermeloError as error:
            raise ZermeloError(f"move {number}: {error}") from None
    options = request["options"]
    game = merged(game) if options.get("merged") else game
    if not options.get("order"):
        return game, state
    try:
        return ordered(game, options["order"], state, options.get("depth")), state
    except TooLarge:
        raise TooLarge(f"more than {LARGEST:,} nodes are too many to put in order: look less deep") from None


def trace(request: Request, tell: Tell) -> None:
    """Traces a search step by step: a tree of several players by max^n, and less deep if that is wanted and needed."""
    asked = dict(request["options"])
    told = ""
    while True:
        try:
            game, state = traced({**request, "options": asked})
            options = {name: value for name, value in asked.items() if name not in ("merged", "fitting", "order")}
            if request.get("tree") is not None and game.players > 2 and asked["algorithm"] in ("minimax", "alphabeta"):
                told = f"The tree is for {game.players} players, so max^n searches it, not {asked['algorithm']}."
                options["algorithm"] = "maxn"
            report = trace_report(game, state, **options)
            break
        except TooLarge:
            if not asked.get("fitting") or asked.get("depth", 1) <= 1:
                raise
            asked["depth"] -= 1
    tell({**report, "remarks": [told, *report["remarks"]] if told else report["remarks"]})


def branch(request: Request, tell: Tell) -> None:
    """Searches a branch that was cut."""
    game, state = traced(request)
    tell(branch_report(game, state, request["report"], request["node"]))


def boards(request: Request, tell: Tell) -> None:
    """Draws the positions at nodes, each given by the way there from the root: places among siblings, or texts."""
    game, root = traced(request)
    beat = beating(tell)
    states: dict[tuple[Any, ...], tuple[State, tuple[str, ...]]] = {(): (root, ())}

    def at(way: tuple[Any, ...]) -> tuple[State, tuple[str, ...]]:
        """The state at the end of a way, and the moves that lead there."""
        if way not in states:
            state, texts = at(way[:-1])
            step = way[-1]
            move = game.moves(state)[step] if isinstance(step, int) else game.read_action(state, step)
            states[way] = game.result(state, move), (*texts, game.action_text(state, move))
        return states[way]

    found = []
    for node, way in request["ways"]:
        state, moves = at(tuple(way))
        drawn = drawing(plain_picture(game.describe(state)))
        found.append(
            {
                "node": node,
                "body": drawn.body,
                "width": round(drawn.width, 1),
                "height": round(drawn.height, 1),
                "position": proper(game.state_text(state)),
                "moves": [proper(move) for move in moves],
            }
        )
        beat()
    tell({"style": stylesheet(), "boards": found})
