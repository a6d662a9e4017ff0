"""What a visitor may ask for: this package's games, the files given on the command line, and the searches."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from zermelo.arena.strength import LEVELS
from zermelo.game import Game, ZermeloError
from zermelo.loading import factory_of, game_names, load, parameters_of
from zermelo.players.engines import engines, summary_of
from zermelo.search.options import options_of
from zermelo.show.svg import svg
from zermelo.show.traits import traits
from zermelo.web.debugger.report import trace_game

LARGEST_PARAMETER = 1000  # a visitor cannot ask for a board of a million squares
ALGORITHMS = ("minimax", "alphabeta", "expectiminimax", "mcts")
FAVOURITES = ("tic-tac-toe", "connect-four", "chess", "othello", "go", "checkers", "draughts", "gomoku")


@dataclass(frozen=True)
class Catalogue:
    """The games by the names that messages use, the user's own games first."""

    own: dict[str, str]  # name: the spec given on the command line

    @classmethod
    def of(cls, specs: Sequence[str]) -> Catalogue:
        """Loads the user's games once to learn their names. Raises ZermeloError if one cannot be loaded."""
        return cls({load(spec).name: spec for spec in specs})

    def spec(self, name: str) -> str:
        """The spec to `load` for a game named in a message. Raises ZermeloError for an unknown name."""
        if name in self.own:
            return self.own[name]
        if name not in game_names():
            raise ZermeloError(f"no game is called '{name[:60]}'")
        return name

    def load(self, name: str, parameters: dict[str, Any]) -> Game:
        """The game with parameters from a message. Never opens a file named in a message."""
        spec = self.spec(name)
        for key, value in parameters.items():
            if isinstance(value, int | float) and abs(value) > LARGEST_PARAMETER:
                raise ZermeloError(f"{name}: {key[:40]} is at most {LARGEST_PARAMETER} here")
        if spec == "tree":
            text = parameters.get("text")
            return load(spec) if text is None else trace_game(str(text))
        return load(spec, **parameters)

    def ahead(self) -> list[dict[str, Any]]:
        """Requests that compile every game's default search, the most played games first."""
        names = [*self.own, *FAVOURITES, *(name for name in game_names() if name not in FAVOURITES)]
        games = {name: load(self.spec(name)) for name in names if name != "tree"}
        return [
            {"spec": self.spec(name), "parameters": {}, "engine": None, "own": name in self.own}
            for name, game in games.items()
            if game.compiles
        ]

    def report(self) -> dict[str, Any]:
        """Everything in it, for the message `games`."""
        names = [*self.own, *(name for name in FAVOURITES if name not in self.own)]
        names += [name for name in game_names() if name not in names]
        return {
            "games": [self._game(name) for name in names],
            "engines": [engine_report(name) for name in engines()],
            "levels": list(LEVELS),
            "algorithms": list(ALGORITHMS),
            "first": names[0],
        }

    def _game(self, name: str) -> dict[str, Any]:
        spec = self.spec(name)
        game = load(spec)
        if name in self.own:
            parameters = dict(game.parameters)
        else:
            parameters = parameters_of(factory_of(name))
        return {
            "name": name,
            "summary": game.summary,
            "traits": traits(game),
            "parameters": {
                key: value for key, value in parameters.items() if isinstance(value, bool | int | float | str)
            },
            "players": game.players,
            "svg": svg(game.describe(game.initial())),
            "own": name in self.own,
        }


def engine_report(name: str) -> dict[str, Any]:
    """An engine and the options that a visitor may set."""
    kind = engines()[name]
    return {
        "name": name,
        "help": summary_of(kind),
        "options": [option.to_json() for option in options_of(kind).values() if option.visitor],
    }


def engine_options(name: str, options: dict[str, Any]) -> dict[str, Any]:
    """An engine's options from a message, checked. Raises ZermeloError."""
    kinds = engines()
    if name not in kinds:
        raise ZermeloError(f"no engine is called '{name[:60]}'; there are {', '.join(kinds)}")
    known = options_of(kinds[name])
    chosen: dict[str, Any] = {}
    for key, value in options.items():
        if key not in known or not known[key].visitor:
            raise ZermeloError(f"{name} has no option '{key[:40]}' here")
        if known[key].kind == "int" and isinstance(value, float) and value == int(value):
            value = int(value)  # JavaScript has one kind of number
        wrong = known[key].for_visitor().refusal(value)
        if wrong:
            raise ZermeloError(f"{name}: {key} {wrong[:120]}")
        chosen[key] = value
    kinds[name](**chosen)  # the engine itself checks the combination
    return chosen
