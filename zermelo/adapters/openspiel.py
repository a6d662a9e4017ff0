"""An OpenSpiel game as a game: by its name, as an object, or as a class derived from pyspiel.Game.

Games in turns are served, with chance, hidden information, for any number of players. A state is known by its history,
the only thing that OpenSpiel promises to tell one from another; what a player sees is its information state, or an
observation where the game gives none.
"""

from __future__ import annotations

import inspect
import math
import sys
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from zermelo.adapters.classes import drawn
from zermelo.adapters.contents import Held
from zermelo.game import CHANCE, Action, Game, State, ZermeloError, brief
from zermelo.picture import Lines, Picture

KIND = "an OpenSpiel game"
EXAMPLE = "connect_four"
INSTALL = "pip install open_spiel"

Opinion = Callable[[Any, int], float]  # of an OpenSpiel state and a player


class SpielState(Held):
    """A state of OpenSpiel's that is not changed any more, compared by its history."""

    __slots__ = ()

    def looked_into(self) -> tuple[int, ...]:
        return tuple(self.object.history())


def resembles(thing: Any) -> bool:
    """Is it a game of OpenSpiel's, or a class of such?"""
    pyspiel: Any = sys.modules.get("pyspiel")
    if pyspiel is None:
        return False
    return isinstance(thing, pyspiel.Game) or (isinstance(thing, type) and issubclass(thing, pyspiel.Game))


def refusal(thing: Any) -> str:
    """Why a game cannot be served, in words; "": it can, or it is a class, of which one cannot know."""
    if isinstance(thing, type):
        return ""
    nature, pyspiel = thing.get_type(), sys.modules["pyspiel"]
    kinds: Any = pyspiel.GameType
    if nature.dynamics != kinds.Dynamics.SEQUENTIAL:
        return "has moves at the same time, and only games in turns are served"
    if _has_secrets(thing) and not (nature.provides_information_state_string or nature.provides_observation_string):
        return "hides information and does not tell what a player sees"
    if nature.chance_mode == kinds.ChanceMode.SAMPLED_STOCHASTIC:
        return "does not tell the probabilities of chance (they are sampled)"
    return ""


def _has_secrets(given: Any) -> bool:
    """Does a game hide something from its players?"""
    perfect: Any = sys.modules["pyspiel"].GameType.Information.PERFECT_INFORMATION
    return bool(given.get_type().information != perfect)


def maker(kind: Any) -> Callable[..., Any]:
    """The class with the parameters that its games tell."""

    def make(**chosen: Any) -> Any:
        return kind(chosen)

    keyword = inspect.Parameter.KEYWORD_ONLY
    defaults = dict(kind().get_type().parameter_specification)
    parameters = [inspect.Parameter(name, keyword, default=default) for name, default in defaults.items()]
    make.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    return make


def by_name(name: str, chosen: Mapping[str, Any]) -> tuple[Any, dict[str, Any], dict[str, Any]]:
    """OpenSpiel's game of this name with parameters, those, and their defaults. Raises ZermeloError."""
    try:
        import pyspiel
    except ModuleNotFoundError:
        raise ZermeloError(f"OpenSpiel is not installed: {INSTALL}") from None
    root = name.partition("(")[0]
    known = {nature.short_name: nature for nature in pyspiel.registered_games()}
    if root not in known:
        from difflib import get_close_matches

        near = get_close_matches(root.lower(), known, 1)
        hint = f"did you mean {near[0]}?" if near else "see pyspiel.registered_names()"
        raise ZermeloError(f"OpenSpiel has no game '{brief(root)}'; {hint}")
    defaults = dict(known[root].parameter_specification)
    for parameter in chosen:
        if parameter not in defaults:
            allowed = ", ".join(defaults) or "none"
            raise ZermeloError(f"OpenSpiel's {root} has no parameter '{brief(parameter)}'; it has {allowed}")
    try:
        given = pyspiel.load_game(name, dict(chosen)) if chosen else pyspiel.load_game(name)
    except pyspiel.SpielError as error:
        raise ZermeloError(f"OpenSpiel's {brief(name)} cannot be loaded: {brief(error, 160)}") from None
    return given, dict(given.get_parameters()) if "(" in name else {**defaults, **chosen}, defaults


def adapted(given: Any, opinion: Opinion | None = None) -> Game:
    """OpenSpiel's game as one of ours."""
    pyspiel: Any = sys.modules["pyspiel"]
    nature = given.get_type()
    has_chance = nature.chance_mode == pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC
    constant = nature.utility in (pyspiel.GameType.Utility.ZERO_SUM, pyspiel.GameType.Utility.CONSTANT_SUM)
    best = float(given.max_utility())

    def initial() -> State:
        return SpielState(given.new_initial_state())

    def to_move(state: State) -> int:
        here = state.object
        if here.is_terminal():
            return 0
        return CHANCE if here.is_chance_node() else int(here.current_player())

    def actions(state: State) -> Iterator[Action]:
        return iter(state.object.legal_actions())

    def chances(state: State) -> Iterator[tuple[Action, float]]:
        return iter(state.object.chance_outcomes())

    def result(state: State, action: Action) -> State:
        return SpielState(state.object.child(int(action)))

    def is_terminal(state: State) -> bool:
        return bool(state.object.is_terminal())

    def utility(state: State, player: int) -> float:
        return float(state.object.returns()[player])

    def view(state: State, player: int) -> str:
        here = state.object
        knows = nature.provides_information_state_string
        return str(here.information_state_string(player) if knows else here.observation_string(player))

    def scene(shown: str, player: int) -> Picture:
        return Lines(tuple(shown.splitlines()) or ("nothing is known yet",))

    def evaluate(state: State, player: int) -> float:
        assert opinion is not None
        return float(opinion(state.object, player))

    def format_action(state: State, action: Action) -> str:
        here = state.object
        return " ".join(here.action_to_string(here.current_player(), int(action)).split())

    def picture(state: State) -> Picture:
        mover = to_move(state)
        caption = "the game is over" if is_terminal(state) else "chance" if mover == CHANCE else f"player {mover + 1}"
        told = caption if is_terminal(state) else f"{caption} to move"
        return drawn(str(state.object), str(given.new_initial_state()), told)

    return Game(
        initial,
        to_move,
        actions,
        result,
        is_terminal,
        utility,
        chances=chances if has_chance else None,
        view=view if _has_secrets(given) else None,
        scene=scene if _has_secrets(given) else None,
        name=str(nature.short_name),
        summary=str(nature.long_name),
        origin=KIND,
        players=int(given.num_players()),
        zero_sum=constant,
        total=float(given.utility_sum() or 0.0) if constant and given.num_players() > 1 else 0.0,
        max_actions=max(1, int(given.num_distinct_actions()), int(given.max_chance_outcomes())),
        max_plies=_longest(given, has_chance),
        best_utility=best if math.isfinite(best) else None,
        compiles=False,
        format_action=format_action,
        format_state=lambda state: " ".join(str(state.object).split()),
        picture=picture,
        evaluate=evaluate if opinion else None,
    )


def _longest(given: Any, has_chance: bool) -> int | None:
    """Plies of the longest game, those of chance included, where OpenSpiel tells."""
    if has_chance:
        return None  # it counts the moves of chance for few games
    return int(given.max_game_length())
