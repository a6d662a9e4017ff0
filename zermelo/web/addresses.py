"""Addresses within the page, as static/common/route.js reads them: `#/debugger?tree=[[3,12],[2,4]]`."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

from zermelo.figures import Figure
from zermelo.lessons.lesson import Shown
from zermelo.loading import FIGURE, game_names, load, problem_names, read_parameters
from zermelo.search.trace.trace import usual_algorithm

RULES = "rules."  # before a parameter that is called as one of the words of an address
WORDS = {
    "seats",
    "position",
    "moves",
    "lines",
    "comments",
    "ended",
    "ply",
    "kept",
    "from",
    "tree",
    "algorithm",
    "depth",
    "simulations",
    "exploration",
    "cut",
    "leaves",
    "symmetric",
    "order",
    "step",
}


def figure_address(figure: Figure) -> str:
    """Where the page shows a figure: in the debugger what is searched, else at the board. Raises ZermeloError."""
    game = load(f"{FIGURE}:{figure.name}")
    is_tree = game.name == "tree"
    words = {name: str(value) for name, value in game.parameters.items() if value != game.defaults.get(name)}
    words = {RULES + name if name in WORDS else name: value for name, value in words.items()}
    if figure.position is not None:
        words["position"] = figure.position
    if not is_tree and not figure.algorithm:
        return _address(f"play/{game.name}", words)
    searched = {"algorithm": figure.algorithm or usual_algorithm(game)}
    if figure.depth is not None:
        searched["depth"] = str(figure.depth)
    if is_tree:
        return _address("debugger", {"from": "tree", "tree": figure.game, **searched})
    return _address(f"debugger/{game.name}", {**words, "from": "game", **searched})


def lesson_address(name: str = "") -> str:
    """Where the page has a lesson, or all of them."""
    return f"#/lessons/{name}" if name else "#/lessons"


def notebook_address(name: str) -> str:
    """Where the server has a lesson as a notebook."""
    return f"lessons/{name}.ipynb"


def play_address(shown: Shown) -> str:
    """Where a lesson's figure can be played from its position. Calls no function of its game."""
    name, words = _game(shown.figure)
    return _address(f"play/{name}", words)


def debugger_address(shown: Shown) -> str:
    """Where a lesson's figure can be searched with other settings; "" where it has no search."""
    if not shown.algorithm:
        return ""
    name, words = _game(shown.figure)
    search = {"depth": shown.depth, "simulations": shown.simulations, "step": shown.step}
    searched = {"algorithm": shown.algorithm, **{key: str(value) for key, value in search.items() if value}}
    if set(words) == {"text"}:
        return _address("debugger", {"from": "tree", "tree": words["text"], **searched})
    return _address(f"debugger/{name}", {**words, "from": "game", **searched})


def _game(figure: Figure) -> tuple[str, dict[str, str]]:
    """The name of a figure's game, and what an address says of its parameters and its position."""
    name, _, rest = figure.game.partition(":")
    is_named = name in (*game_names(), *problem_names())
    parameters: dict[str, Any] = read_parameters(rest, figure.game) if is_named else {"text": figure.game}
    words = {RULES + key if key in WORDS else key: _word(value) for key, value in parameters.items()}
    position = {} if figure.position is None else {"position": figure.position}
    return name if is_named else "tree", {**words, **position}


def _word(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _address(path: str, words: dict[str, str]) -> str:
    pairs = "&".join(f"{quote(name, safe='.')}={quote(value, safe='[]:,@/')}" for name, value in words.items())
    return f"#/{path}" + (f"?{pairs}" if pairs else "")
