"""The jobs for developers of games: a position as Python sees it, the calls that showing it takes, and the doctor."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from zermelo.arena.doctor import examine as diagnose
from zermelo.game import CHANCE, Game, brief
from zermelo.show.words import proper
from zermelo.web.worker.open_game import OpenGame
from zermelo.web.worker.paths import game_of, open_path
from zermelo.web.worker.tell import Request, Tell

LONGEST = 400  # characters of a value
MOST_ACTIONS, MOST_CALLS = 200, 300  # that are told
LOGGED = (
    *("initial", "to_move", "actions", "result", "is_terminal", "utility", "chances", "picture", "touches"),
    *("format_action", "format_state", "ending"),
)
GAMES, SECONDS = 40, 8.0  # that the doctor takes


def inspect_state(request: Request, tell: Tell) -> None:
    """Tells the state, its actions, and every call of the game's functions that the page's message of it takes."""
    game = game_of(request)
    states = open_path(game, request)
    calls: list[dict[str, Any]] = []
    watched = _logged(game, calls)
    failed = ""
    try:
        OpenGame(watched, list(states)).report()
    except Exception as error:
        failed = f"{type(error).__name__}: {error}"
    state = states[-1]
    mover = None if game.is_terminal(state) else game.to_move(state)
    moves = [] if mover is None else game.moves(state)[:MOST_ACTIONS]
    tell(
        {
            "kind": type(state).__name__,
            "state": _shown(state),
            "mover": "nobody" if mover is None else "chance" if mover == CHANCE else game.player_name(mover),
            "actions": [{"value": _shown(move), "text": proper(game.action_text(state, move))} for move in moves],
            "calls": calls[:MOST_CALLS],
            "count": len(calls),
            "failed": brief(failed, LONGEST),
        }
    )


def examine(request: Request, tell: Tell) -> None:
    """The doctor's findings, and whether the game compiles."""
    found = diagnose(game_of(request), GAMES, 0, SECONDS)
    laws = [
        {"law": one.law, "holds": one.holds, "broken": "" if one.holds else f"{one.broken} ({one.place})"}
        for one in found.findings
        if one.applies and one.tried
    ]
    engines = [
        {"law": f"{one.engine} plays it", "holds": False, "broken": one.failure} for one in found.engines if one.failure
    ]
    verdict = "It compiles: searches run at full speed." if found.compiled else f"It runs interpreted: {found.reason}."
    tell(
        {
            "healthy": found.healthy,
            "games": found.games,
            "positions": found.positions,
            "laws": [*laws, *engines],
            "compiled": found.compiled,
            "verdict": verdict,
            "hint": found.hint,
        }
    )


def _logged(game: Game, calls: list[dict[str, Any]]) -> Game:
    """The game with functions that write down how they are called."""
    given = {name: getattr(game, name, None) for name in LOGGED}
    noted: dict[str, Any] = {name: _noting(name, call, calls) for name, call in given.items() if call}
    return replace(game, **noted)


def _noting(name: str, function: Callable[..., Any], calls: list[dict[str, Any]]) -> Callable[..., Any]:
    def noted(*given: Any) -> Any:
        begun = time.perf_counter()
        call = {"call": f"{name}({', '.join(map(_shown, given))})", "result": "", "time": ""}
        try:
            found = function(*given)
            if name in ("actions", "chances"):
                found = list(found)
            call["result"] = _shown(found)
        except Exception as error:
            call["result"] = _shown(f"{type(error).__name__}: {error}")
            raise
        finally:
            call["time"] = f"{1e6 * (time.perf_counter() - begun):,.0f} µs"
            calls.append(call)
        return found

    return noted


def _shown(value: Any) -> str:
    """A value as Python writes it, at most LONGEST characters; a user's own `__repr__` may fail."""
    try:
        text = repr(value)
    except Exception as error:
        text = f"<{type(value).__name__}: {type(error).__name__} in its __repr__>"
    return proper(text if len(text) <= LONGEST else f"{text[:LONGEST]}…")


DEVELOPER_JOBS: dict[str, Callable[[Request, Tell], None]] = {"inspect_state": inspect_state, "examine": examine}
