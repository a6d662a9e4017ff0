"""`play_game` as in the AIMA notebooks: one game between players with names, printed move by move."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from zermelo.adapters import adapt
from zermelo.adapters.contents import released
from zermelo.arena.play import play
from zermelo.game import CHANCE, Action, Game, State, ZermeloError, brief
from zermelo.picture import drawn_by
from zermelo.players.calling import arranged
from zermelo.players.engines import player_of
from zermelo.players.player import Player
from zermelo.search.base import Algorithm


def play_game(game: Any, players: Mapping[Any, Any], verbose: bool = False, seed: int | None = None) -> State:
    """Plays one game and returns its last state.

    game: a Game, or anything that `zermelo.adapt` makes one of, such as an object of a class in AIMA's style.
    players: for each player, by name ("X") or number (0), a function of the game and the state that returns an action,
    a search, or an engine's text ("alphabeta:depth=4"). Functions are given the game and its states as they are; so
    are those of AIMA's notebooks, and of the class, not what it was adapted to.
    verbose: prints each move and the position after it. seed: for the outcomes of chance.
    Raises ZermeloError if a player is missing or chooses an illegal action.

    >>> import zermelo
    >>> players = {"player 1": zermelo.Minimax(), "player 2": zermelo.Random(seed=1)}
    >>> zermelo.play_game(zermelo.load("nim:stones=5"), players)
    NimState(stones=0, player=1)
    """
    rules = adapt(game)
    seats = [_player(chooser, game) for chooser in _in_order(rules, players)]

    def tell(before: State, mover: int, action: Action, after: State) -> None:
        who = "Chance" if mover == CHANCE else f"Player {rules.player_name(mover)}"
        print(f"{who} move: {rules.action_text(before, action)}")
        print(drawn_by("text", rules.describe(after)))

    record = play(rules, seats, seed=seed, watch=tell if verbose else None)
    return released(record.end)


def _in_order(rules: Game, players: Mapping[Any, Any]) -> list[Any]:
    """The players by their seats. Raises ZermeloError if one is missing, or a name is unknown."""
    names = [rules.player_name(seat) for seat in range(rules.players)]
    seats = {name: seat for seat, name in enumerate(names)}
    found: dict[int, Any] = {}
    for key, chooser in players.items():
        seat = seats.get(str(key), key if isinstance(key, int) and 0 <= key < rules.players else None)
        if seat is None:
            raise ZermeloError(f"{rules.name} has no player {brief(repr(key))}; it has {', '.join(names)}")
        found[seat] = chooser
    missing = [name for seat, name in enumerate(names) if seat not in found]
    if missing:
        raise ZermeloError(f"play_game needs a player for {' and '.join(missing)}")
    return [found[seat] for seat in range(rules.players)]


def _player(chooser: Any, game: Any) -> Player:
    if isinstance(game, Game) or isinstance(chooser, Player | Algorithm | str) or not callable(chooser):
        return player_of(chooser)

    def choose(rules: Game, state: State) -> Action:
        return chooser(*arranged(chooser, game, released(state)))

    choose.__name__ = getattr(chooser, "__name__", "player")
    return player_of(choose)
