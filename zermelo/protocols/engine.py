"""Engines by name: `alphabeta:time=0.5`, `mcts:sims=10000`, `expectimax:opponent=0.8*minimax2+0.2*random`.

Other people's by their command: `uci:stockfish,time=0.1`, `gtp:gtp-rhino -l 5`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields
from difflib import get_close_matches
from typing import Any

from zermelo.evaluate import opinion
from zermelo.game import Game, State, Strategy, ZermeloError
from zermelo.loading import read_parameters
from zermelo.protocols.gtp.player import gtp_player
from zermelo.protocols.uci.player import uci_player
from zermelo.search import engines
from zermelo.search.analysis import Analysis
from zermelo.search.textbook.opponents import read_opponent

NOT_TYPED = ("network",)  # options that only Python can give
LARGEST = {"time": 10**8, "megabytes": 10**6, "longest": 10**6}  # of an option; of the others LARGE
LARGE = 10**18
TEXTS = ("book", "playout", "selection", "parallel")
MANY_ACTIONS = 20

EXTERNAL = {"uci": uci_player, "gtp": gtp_player}  # other people's engines, by the protocol that they speak

Maker = Callable[[], Strategy]


def engine(spec: str, others: Mapping[str, Maker] | None = None) -> Any:
    """The player that a person typed: NAME[:option=value,…], or uci:COMMAND or gtp:COMMAND with options.

    others: further players by name, such as `human`. Raises ZermeloError naming what is allowed.
    """
    name, _, text = spec.strip().partition(":")
    if name in EXTERNAL:
        return EXTERNAL[name](text)
    if others and name in others:
        if text:
            raise ZermeloError(f"{name} takes no options")
        return others[name]()
    kinds = engines()
    if name not in kinds:
        names = [*kinds, *(others or ())]
        near = get_close_matches(name.lower(), names, 1)
        commands = " and ".join(f"{protocol}:COMMAND" for protocol in EXTERNAL)
        hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(names)}, and {commands}"
        if name == "human":
            hint = "people play in `zermelo play`"
        raise ZermeloError(f"no engine is called '{name}'; {hint}")
    kind = kinds[name]
    allowed = [f.name for f in fields(kind) if f.init and f.name not in NOT_TYPED]
    switches = [f.name for f in fields(kind) if str(f.type).startswith("bool")]  # true or false
    options = read_parameters(text, spec)
    for option, value in options.items():
        if option not in allowed:
            raise ZermeloError(f"{name} has no option '{option}'; it has {', '.join(allowed)}")
        if option == "opponent":
            options[option] = read_opponent(str(value), engine)
        elif option == "evaluate" and value != "none":
            raise ZermeloError(
                f"{name}: evaluate can only be 'none' here, not '{value}'; functions are given in Python"
            )
        elif option in switches and not isinstance(value, bool):
            raise ZermeloError(f"{name}: {option} must be true or false, not '{value}'")
        elif option == "seed" and (isinstance(value, bool) or not isinstance(value, int)):
            raise ZermeloError(f"{name}: seed must be a whole number, not '{value}'")
        elif option in TEXTS:
            options[option] = str(value)
        elif option in switches or option == "seed":
            continue
        elif isinstance(value, bool):
            raise ZermeloError(f"{name}: {option} must be a number, not '{str(value).lower()}'")
        elif isinstance(value, int | float) and value > LARGEST.get(option, LARGE):
            raise ZermeloError(f"{name}: {option} is at most {LARGEST.get(option, LARGE):,}, not {value:,}")
    return kind(**options)


def default_engine(game: Game, seconds: float = 1.0) -> Any:
    """A good engine for a game when nobody says which; playouts where it is broad and no evaluation is known."""
    kinds = engines()
    if game.players != 2 or not game.zero_sum:
        return kinds["maxn"](time=seconds)
    if game.has_chance:
        return kinds["expectiminimax"](time=seconds)
    if opinion(game) is None and len(game.legal(game.initial())) >= MANY_ACTIONS:
        return kinds["mcts"](time=seconds)
    return kinds["alphabeta"](time=seconds)


def analyse(game: Game, state: State | None = None, player: Any = None) -> Analysis:
    """What a player thinks of a position: by default the initial one, and a good engine with one second.

    player: a search, or the text of one such as "mcts:sims=1000".
    """
    if isinstance(player, str):
        player = engine(player)
    return (player or default_engine(game)).analyse(game, state)
