"""A game as an OpenSpiel Python game. Imported only if OpenSpiel is."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import pyspiel
from open_spiel.python.observation import IIGObserverForPublicInfoGame

from zermelo.adapters.numbering import Numbering
from zermelo.by_value import written
from zermelo.game import CHANCE, Game, State
from zermelo.knowledge import Knowledge, after, at_start, view_of
from zermelo.picture import drawn_by

LONGEST = 10_000  # moves, where a game does not say


def spiel_game(game: Game) -> Any:
    """The game as a pyspiel.Game, registered under its title: `zermelo_nim_stones_9`.

    `pyspiel.load_game` finds it by that name in this process. What players know of a game with hidden information are
    its information states.
    """
    name = "zermelo_" + re.sub(r"\W+", "_", game.title).strip("_")
    kinds = _kinds()
    if name not in kinds:
        kinds[name] = type(name, (SpielGame,), {"source": _Source(game, name)})
        pyspiel.register_game(kinds[name].source.nature, kinds[name])
    elif kinds[name].source.game is not game:
        kinds[name].source = _Source(game, name)
    return kinds[name]()


@cache
def _kinds() -> dict[str, Any]:
    """The classes registered so far; as long-lived as OpenSpiel's own list.

    OpenSpiel lets go of what was registered after Python has ended. A class survives that, a mere function crashes.
    """
    return {}


class _Source:
    """A game and what OpenSpiel wants to know of it."""

    def __init__(self, game: Game, name: str) -> None:
        self.game, self.numbering = game, Numbering(game)
        kinds, secrets = pyspiel.GameType, pyspiel.GameType.Information
        total, best = game.total, game.best_utility
        constant = kinds.Utility.CONSTANT_SUM if total else kinds.Utility.ZERO_SUM
        chance = kinds.ChanceMode.EXPLICIT_STOCHASTIC if game.has_chance else kinds.ChanceMode.DETERMINISTIC
        self.nature = kinds(
            short_name=name,
            long_name=game.summary or game.title,
            dynamics=kinds.Dynamics.SEQUENTIAL,
            chance_mode=chance,
            information=secrets.IMPERFECT_INFORMATION if game.has_hidden else secrets.PERFECT_INFORMATION,
            utility=constant if game.zero_sum else kinds.Utility.GENERAL_SUM,
            reward_model=kinds.RewardModel.TERMINAL,
            max_num_players=game.players,
            min_num_players=game.players,
            provides_information_state_string=True,
            provides_information_state_tensor=False,
            provides_observation_string=True,
            provides_observation_tensor=False,
            parameter_specification={},
        )
        most = float("inf") if best is None else best
        self.facts = pyspiel.GameInfo(
            num_distinct_actions=self.numbering.size,
            max_chance_outcomes=game.max_actions if game.has_chance else 0,
            num_players=game.players,
            min_utility=total - most if game.is_duel else -most,
            max_utility=most,
            utility_sum=total if game.zero_sum else None,
            max_game_length=game.max_plies or LONGEST,
        )

    def __deepcopy__(self, memo: dict[int, Any]) -> _Source:
        return self  # OpenSpiel copies the attributes of a state when it clones it


class SpielGame(pyspiel.Game):
    """A game of this package, as OpenSpiel's Python games are: each has a class of its own, with its source."""

    source: _Source

    def __init__(self, params: Any = None) -> None:
        super().__init__(self.source.nature, self.source.facts, {})
        self.source = type(self).source  # another game may get this class later

    def new_initial_state(self) -> Any:
        """The start."""
        return SpielPosition(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        """Whoever observes sees the position, or what the game lets a player see of it."""
        if self.source.game.has_hidden:
            return _Player(iig_obs_type is not None and iig_obs_type.perfect_recall)
        if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
            return _Observer()
        return IIGObserverForPublicInfoGame(iig_obs_type, params)


class SpielPosition(pyspiel.State):
    """A state of one of our games, as OpenSpiel's Python states are: it changes with every action."""

    def __init__(self, owner: SpielGame) -> None:
        super().__init__(owner)
        self._source = owner.source
        self._state: State = owner.source.game.initial()
        self._known = _Kept(at_start(owner.source.game) if owner.source.game.has_hidden else ())

    def current_player(self) -> Any:
        """Whose turn it is, as OpenSpiel numbers it."""
        game = self._source.game
        if game.is_terminal(self._state):
            return pyspiel.PlayerId.TERMINAL
        mover = game.to_move(self._state)
        return pyspiel.PlayerId.CHANCE if mover == CHANCE else mover

    def _legal_actions(self, player: int) -> list[int]:
        return list(self._source.numbering.numbers(self._state))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The numbers of the outcomes, with their probabilities."""
        return [(number, chance) for number, (_, chance) in enumerate(self._source.game.outcomes(self._state))]

    def _apply_action(self, action: int) -> None:
        game, move = self._source.game, self._source.numbering.numbers(self._state)[action]
        following = game.result(self._state, move)
        if self._known:
            self._known = _Kept(after(game, self._known, self._state, move, following))
        self._state = following

    def _action_to_string(self, player: int, action: int) -> str:
        return self._source.game.action_text(self._state, self._source.numbering.numbers(self._state)[action])

    def is_terminal(self) -> bool:
        """Is the game over?"""
        return bool(self._source.game.is_terminal(self._state))

    def returns(self) -> list[float]:
        """What each player has got: nothing before the end."""
        game = self._source.game
        over = game.is_terminal(self._state)
        return [float(game.utility(self._state, p)) if over else 0.0 for p in range(game.players)]

    def known_to(self, player: int) -> str:
        """All that a player has seen and done, where the game has secrets."""
        chain = self._known[player].chain[1:]
        return "\n".join(f"{one.kind} {written(one.what)}{' to move' if one.is_turn else ''}" for one in chain)

    def seen_by(self, player: int) -> str:
        """What a player sees now."""
        return written(view_of(self._source.game, self._state, player))

    def __str__(self) -> str:
        return drawn_by("text", self._source.game.describe(self._state))


class _Kept(tuple[Knowledge, ...]):
    """What each player knows; OpenSpiel's copies of a state share it."""

    def __deepcopy__(self, memo: dict[int, Any]) -> _Kept:
        return self


class _Observer:
    """Sees the position as text."""

    def __init__(self) -> None:
        self.tensor = None
        self.dict: dict[str, Any] = {}

    def set_from(self, state: Any, player: int) -> None:
        """There are no tensors."""

    def string_from(self, state: Any, player: int) -> str:
        """The position."""
        return str(state)


class _Player(_Observer):
    """Sees what a player sees, and with perfect recall all that it has seen and done."""

    def __init__(self, recalls: bool) -> None:
        super().__init__()
        self.recalls = recalls

    def string_from(self, state: Any, player: int) -> str:
        """What the player knows or sees."""
        return str(state.known_to(player) if self.recalls else state.seen_by(player))
