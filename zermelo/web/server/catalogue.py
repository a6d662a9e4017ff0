"""What a visitor may ask for: this package's games, files and players given on the command line, and the searches."""

from __future__ import annotations

import asyncio
import json
import platform
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from zermelo.arena.strength import LEVELS, level_words
from zermelo.evaluate.learned import Learned, read_learned
from zermelo.evaluate.learned.opinion import NETWORKS
from zermelo.evaluate.learned.shipped import shipped_files
from zermelo.game import ZermeloError, brief
from zermelo.games import FAVOURITES
from zermelo.games._files import is_file
from zermelo.loading import factory_of, game_names, load, parameters_of, problem_names, read_parameters
from zermelo.players.engines import engines as all_engines
from zermelo.players.engines import summary_of
from zermelo.players.own import is_file as is_own_engine
from zermelo.search.options import options_of
from zermelo.web.server.crews import LONGEST, Crew, Crews

Card = dict[str, Any]  # what the list of games shows of one

LARGEST_PARAMETER = 1000  # a visitor cannot ask for a board of a million squares
OF_PROBLEMS = (  # traced on problems of single-agent search
    *("breadth-first", "depth-first", "uniform-cost", "iterative-deepening", "greedy", "astar", "idastar"),
    "hill-climbing",
)
ALGORITHMS = ("minimax", "alphabeta", "expectimax", "expectiminimax", "maxn", "mcts")  # traced on games
LIBRARIES = ("numpy", "numba")  # whose versions matter to what runs


@dataclass(frozen=True)
class Served:
    """A learned file that visitors may play against, by a name that the command line gave it."""

    file: str
    game: str  # that it was learned for
    parameters: Mapping[str, Any]
    engine: str  # the search that uses it, and the option by which it does
    option: str
    help: str


@dataclass(frozen=True)
class OwnEngine:
    """An engine from a file of the owner's that visitors may play against. They cannot set its options."""

    spec: str  # mybot.py:flat,sims=50
    help: str


def read_player(text: str) -> tuple[str, str]:
    """The name and the file or engine of `--player NAME=FILE`, `NAME=FILE.py:flat` or `FILE.py:flat`.

    The name is "" where none is given. Raises ZermeloError.
    """
    named = re.fullmatch(r"\s*(?P<name>[^=:,/\\]+?)\s*=\s*(?P<what>.+)", text, re.DOTALL)
    if named:
        return named["name"], named["what"].strip()
    if not is_own_engine(text):
        raise ZermeloError(f"--player '{brief(text)}' should read NAME=FILE, or FILE.py:NAME for an engine of yours")
    return "", text.strip()


def served_players(given: Sequence[str]) -> dict[str, Served]:
    """The learned files of `--player NAME=FILE`, and then the networks that come with the package.

    Engines in files of Python, which a worker has to run, are left out. Raises ZermeloError.
    """
    found: dict[str, Served] = {}
    ours = {
        f"{path.parent.name.replace('_', '-')} network": _served(read_learned(path))
        for path in shipped_files().values()
    }
    for text in given:
        name, file = read_player(text)
        if is_own_engine(file):
            continue
        if name in all_engines() or name in found or name in ours:
            raise ZermeloError(f"--player {brief(name)}: there is an engine of this name already")
        found[name] = _served(read_learned(Path(file)))
    return {**found, **ours}


def _served(learned: Learned) -> Served:
    engine, option = ("puct", "network") if learned.method in NETWORKS else ("auto", "evaluate")
    told = str(learned.header.get("trained_on") or "not finished")
    header, file = learned.header, str(Path(learned.name).resolve())
    return Served(file, str(header["game"]), dict(header["parameters"]), engine, option, f"{learned.method}: {told}")


class Catalogue:
    """The games by the names that messages use, the user's own games first."""

    def __init__(
        self,
        crews: Crews,
        own: dict[str, str],
        cards: Sequence[Card] = (),
        players: Mapping[str, Served] | None = None,
        engines: Mapping[str, OwnEngine] | None = None,
        searches: Sequence[str] = (),
    ) -> None:
        """own: the specs given on the command line, by the games' names. cards: theirs.

        players: learned ones, by name. engines: from the owner's files, by name. searches: files of searches to check.
        """
        self.searches = {Path(spec).name: spec for spec in searches}
        self.crews, self.own, self.players, self.own_engines = crews, own, dict(players or {}), dict(engines or {})
        self._own_cards = {card["name"]: card for card in cards}
        self._our_cards: asyncio.Future[dict[str, Card]] | None = None
        self._written: str | None = None
        self._names = [*game_names(), *problem_names()]

    @classmethod
    async def of(
        cls,
        crews: Crews,
        specs: Sequence[str],
        players: Mapping[str, Served] | None = None,
        engines: Sequence[tuple[str, str]] = (),
        searches: Sequence[str] = (),
    ) -> Catalogue:
        """Loads the user's games and engines, in their own processes, to learn their names.

        engines: the names ("": their own) and specs of engines from files. Raises ZermeloError if something fails.
        """

        async def card(job: str, spec: str) -> Card:
            crew, found = crews.of(spec), list[dict[str, Any]]()
            request = {"job": job, "spec": spec, "parameters": {}, "own": True, "patience": 2 * crew.short}
            await crew.clicks.run(request, found.append)
            return dict(found[-1]["card"])

        cards = await asyncio.gather(*(card("card", spec) for spec in specs))
        own = {card["name"]: spec for card, spec in zip(cards, specs, strict=True)}
        named: dict[str, OwnEngine] = {}
        for (given, spec), about in zip(
            engines, await asyncio.gather(*(card("engine_card", spec) for _, spec in engines)), strict=True
        ):
            name = given or about["name"]
            if name in all_engines() or name in named or name in (players or {}):
                raise ZermeloError(f"--player {brief(name)}: there is an engine of this name already; give NAME={spec}")
            named[name] = OwnEngine(spec, about["help"])
        return cls(crews, own, cards, players, named, searches)

    def card(self, name: str) -> Card:
        """What the list of games shows of one of the user's."""
        return self._own_cards[name]

    async def renew(self, name: str) -> None:
        """Loads one of the user's games again, whose file has changed. Raises ZermeloError where that fails."""
        spec = self.own[name]
        crew = self.crews.of(spec)
        found: list[dict[str, Any]] = []
        request = {"job": "card", "spec": spec, "parameters": {}, "own": True, "patience": 2 * crew.short}
        await crew.clicks.run(request, found.append)
        card = dict(found[-1]["card"])
        if card["name"] != name:
            raise ZermeloError(f"the file's game is called {brief(card['name'])} now: start zermelo serve again")
        self._own_cards[name] = card
        self._written = None
        if crew.warmer:
            crew.warmer.renew(spec)

    def spec(self, name: str) -> str:
        """The spec to `load` for a game named in a message. Raises ZermeloError for an unknown name."""
        if name in self.own:
            return self.own[name]
        if name not in self._names:
            raise ZermeloError(f"no game is called '{brief(name)}'")
        return name

    def crew(self, name: str, engines: Sequence[dict[str, Any] | None] = ()) -> Crew:
        """The processes that run a game's rules, and these engines: the owner's run apart from this package's."""
        files = (engine["file"] for engine in engines if engine and "file" in engine)
        return self.crews.of(self.own.get(name) or next(files, None))

    def request(self, job: str, name: str, parameters: dict[str, Any]) -> dict[str, Any]:
        """A worker's request about a game with parameters from a message. No file named in a message is opened."""
        for key, value in parameters.items():
            if isinstance(value, int | float) and abs(value) > LARGEST_PARAMETER:
                raise ZermeloError(f"{brief(name)}: {brief(key)} is at most {LARGEST_PARAMETER} here")
        for key, value in parameters.items():
            if isinstance(value, str) and is_file(value) and not self._is_served(name, key, value):
                shown = f"zermelo serve {brief(name)}:{brief(key)}=FILE"
                raise ZermeloError(f"{brief(name)}: no file is opened for the page; {shown} shows one")
        request = {"job": job, "spec": self.spec(name), "parameters": parameters, "own": name in self.own}
        request["guest"] = not self._is_usual(name, parameters)
        if name == "tree" and "text" in parameters:
            return {**request, "tree": str(parameters["text"])}
        return request

    def _is_usual(self, name: str, parameters: dict[str, Any]) -> bool:
        """Are these the game's default parameters? What is compiled for others is kept apart."""
        if name in self.own:
            usual = self._own_cards.get(name, {}).get("parameters", {})
        else:
            usual = parameters_of(factory_of(name))
        return all(usual.get(key) == value for key, value in parameters.items())

    def _is_served(self, name: str, parameter: str, file: str) -> bool:
        """Is this the file that was named on the command line?"""
        spec = self.own.get(name, "")
        return name in self._names and read_parameters(spec.partition(":")[2], spec).get(parameter) == file

    def ahead(self) -> list[dict[str, Any]]:
        """Requests that compile every game's default search, the most played games first."""
        others = (name for name in self._names if name not in (*FAVOURITES, *self.own))
        ours = [name for name in (*FAVOURITES, *others) if name not in self.own and name != "tree"]
        names = [name for name, card in self._own_cards.items() if card["compiles"]]
        names += [name for name in ours if load(name).compiles]
        return [{**self.request("warm", name, {}), "engine": None} for name in names]

    async def written_report(self) -> str:
        """The same as JSON, which is written once: many ask for it, and it is long."""
        if self._written is None:
            self._written = json.dumps(await self.report(), allow_nan=False)
        return self._written

    async def report(self) -> dict[str, Any]:
        """Everything in it, for the message `games`."""
        names = [*self.own, *(name for name in FAVOURITES if name not in self.own)]
        names += [name for name in self._names if name not in names]
        cards = {**await self._cards(), **self._own_cards}
        return {
            "games": [cards[name] for name in names if name in cards],
            "engines": [*(engine_report(name) for name in all_engines()), *self._player_reports()],
            "levels": list(LEVELS),
            "level_words": level_words(),
            "algorithms": [*ALGORITHMS, *OF_PROBLEMS],
            "searches": list(self.searches),
            "first": next(name for name in names if name in cards),
            "versions": versions(),
        }

    def engine(self, name: str, options: dict[str, Any]) -> dict[str, Any]:
        """An engine or a learned player of a message, as workers take it, its options checked. Raises ZermeloError."""
        if name in self.own_engines:
            if options:
                raise ZermeloError(f"{name} has no options here")
            return {"name": name, "options": {}, "file": self.own_engines[name].spec}
        served = self.players.get(name)
        if served is None:
            return {"name": name, "options": engine_options(name, options)}
        chosen = engine_options(served.engine, options)
        return {"name": served.engine, "options": chosen, "learned": {served.option: served.file}}

    def check(self, name: str) -> dict[str, Any]:
        """A worker's request to check a search from a file that the command line named. Raises ZermeloError."""
        if name not in self.searches:
            raise ZermeloError(f"no search is called '{brief(name)}': name its file with zermelo serve --search")
        return {"job": "check_search", "spec": self.searches[name], "own": True, "patience": LONGEST}

    def learning(self, name: str) -> tuple[Crew, dict[str, Any]]:
        """A worker's request for what a learned player thinks of the first moves, and who does it."""
        served = self.players.get(name)
        if served is None:
            raise ZermeloError(f"no learned player is called '{brief(name)}'")
        crew = self.crew(served.game)
        about = self.request("learning", served.game, dict(served.parameters))
        return crew, {**about, "file": served.file, "patience": crew.short}

    def _player_reports(self) -> list[dict[str, Any]]:
        """The players that the command line named."""
        own = [{"name": name, "help": one.help, "game": "", "options": []} for name, one in self.own_engines.items()]
        return own + [
            {**engine_report(served.engine), "name": name, "help": served.help, "game": served.game, "learned": True}
            for name, served in self.players.items()
        ]

    async def _cards(self) -> dict[str, Card]:
        """The cards of this package's games, which are made once."""
        if self._our_cards is None:
            self._our_cards = asyncio.ensure_future(self._made_cards())
        try:
            return await asyncio.shield(self._our_cards)
        except ZermeloError:
            self._our_cards = None
            raise

    async def _made_cards(self) -> dict[str, Card]:
        found: list[dict[str, Any]] = []
        crew = self.crews.of(None)
        await crew.clicks.run({"job": "cards", "names": self._names, "patience": crew.short}, found.append)
        return {card["name"]: card for card in found[-1]["cards"]}


def versions() -> list[tuple[str, str]]:
    """What runs here: Zermelo, Python, and the libraries that matter, where they are installed."""
    found = [("Zermelo", version("zermelo"))] if _has("zermelo") else []
    found.append(("Python", platform.python_version()))
    return found + [(name, version(name)) for name in LIBRARIES if _has(name)]


def _has(name: str) -> bool:
    try:
        return bool(version(name))
    except PackageNotFoundError:
        return False


def engine_report(name: str) -> dict[str, Any]:
    """An engine and the options that a visitor may set."""
    kind = all_engines()[name]
    return {
        "name": name,
        "help": summary_of(kind),
        "game": kind.game,
        "options": [option.to_json() for option in options_of(kind).values() if option.visitor],
    }


def engine_options(name: str, options: dict[str, Any]) -> dict[str, Any]:
    """An engine's options from a message, checked. Raises ZermeloError."""
    kinds = all_engines()
    if name not in kinds:
        raise ZermeloError(f"no engine is called '{brief(name)}'; there are {', '.join(kinds)}")
    known = options_of(kinds[name])
    chosen: dict[str, Any] = {}
    for key, value in options.items():
        if key not in known or not known[key].visitor:
            raise ZermeloError(f"{name} has no option '{brief(key)}' here")
        if known[key].kind == "int" and isinstance(value, float) and value == int(value):
            value = int(value)  # JavaScript has one kind of number
        wrong = known[key].for_visitor().refusal(value)
        if wrong:
            raise ZermeloError(f"{name}: {key} {brief(wrong, 120)}")
        chosen[key] = value
    kinds[name](**chosen)  # the engine itself checks the combination
    return chosen
