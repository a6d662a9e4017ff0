"""Engines from outside the package: users' files and installed packages."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from pile import pile

import zermelo
from zermelo import ZermeloError, engine
from zermelo.players.engines import players_of
from zermelo.players.player import FunctionPlayer, Player
from zermelo.search.base import Algorithm

NIM = zermelo.load("nim:stones=5")
PACKAGE = Path(zermelo.__file__).parent
BOTS = '''
"""Some players."""
import random as chance
from dataclasses import dataclass
from math import prod
from typing import ClassVar

import zermelo
from zermelo import MCTS
from zermelo.search.base import Algorithm, Session
from zermelo.search.options import whole

strong = MCTS(sims=30, seed=1, compiled=False)


def flat(game, state, sims=20, rate=0.5, label="x", sure=False):
    """Takes as many as there are simulations, at most."""
    calls.append((sims, rate, label, sure))
    return game.legal(state)[min(sims, len(game.legal(state))) - 1]


def needs(game, state, size):
    return game.legal(state)[0]


def helper(numbers, most):
    return numbers


def _secret(game, state):
    return game.legal(state)[0]


class Greedy(zermelo.Player):
    """Takes the last of the legal actions, or less."""

    def __init__(self, less=0):
        if less < 0:
            raise ValueError("less than nothing")
        self.less = less

    def choose(self, game, state, past=(), clock=None):
        legal = game.legal(state)
        return legal[max(0, len(legal) - 1 - self.less)]


class First(Session):
    def analyse(self, state=None, past=(), watch=None, deadline=None, limits=None):
        state = self.game.initial() if state is None else state
        legal = self.game.legal(state)
        action = legal[min(self.algorithm.place, len(legal) - 1)]
        one = zermelo.Candidate(action, 0.0)
        return zermelo.Analysis(self.game, state, str(self.algorithm), action, 0.0, False, (action,), 1, 1, 0.0, (one,))


@dataclass(frozen=True)
class Declared(Algorithm):
    """Plays the action at a place."""

    place: int = whole(0, "which", 0, 9)

    def open(self, game, megabytes=None):
        return First(self, game)


@dataclass(frozen=True)
class Plain(Declared):
    place: int = 0
    name: ClassVar[str] = "plain"


calls = []
'''


@pytest.fixture
def bots(tmp_path, monkeypatch):
    """The file of bots, in the current folder."""
    monkeypatch.chdir(tmp_path)
    Path("mybot.py").write_text(BOTS)
    return Path("mybot.py")


def chosen(spec):
    player = players_of([spec])[0]
    return player.choose(NIM, NIM.initial())


def test_a_function_with_the_options_of_its_signature(bots):
    player = engine("mybot.py:flat,sims=2,rate=1,label=7,sure=true")
    assert isinstance(player, FunctionPlayer)
    assert player.choose(NIM, NIM.initial()) == 2
    assert player.function.__globals__["calls"] == [(2, 1, "7", True)]
    assert str(player) == "flat:sims=2,rate=1,label=7,sure=true"
    assert str(engine("mybot.py:flat")) == "flat"
    assert str(engine(f"{bots.resolve()}:flat:sims=2")) == "flat:sims=2"


def test_a_class_of_players(bots):
    assert chosen("mybot.py:Greedy") == 3
    assert chosen("mybot.py:Greedy,less=2") == 1
    assert isinstance(engine("mybot.py:Greedy"), Player)
    assert [str(engine(f"mybot.py:Greedy{options}")) for options in ("", ",less=2")] == ["Greedy", "Greedy:less=2"]


@pytest.mark.parametrize("name", ["Declared", "Plain"])
def test_an_algorithm(bots, name):
    """Its options are declared as those of this package, or are plain fields."""
    assert isinstance(engine(f"mybot.py:{name}"), Algorithm)
    assert chosen(f"mybot.py:{name},place=1") == 2
    assert zermelo.analyse(NIM, player=f"mybot.py:{name},place=2").action == 3
    called = {"Declared": "Declared", "Plain": "plain"}[name]  # its class's name, if it gives itself none
    assert str(engine(f"mybot.py:{name},place=2")) == f"{called}:place=2"


def test_one_that_is_made_already(bots):
    assert engine("mybot.py:strong") == zermelo.MCTS(sims=30, seed=1, compiled=False)


def test_wherever_a_player_is(bots):
    specs = ["mybot.py:flat,sims=1", "mybot.py:Greedy"]
    assert zermelo.play(NIM, specs).actions == (1, 3, 1)
    assert zermelo.match(NIM, specs, games=2).engines == ("flat:sims=1", "Greedy")
    assert zermelo.play_game(NIM, dict(enumerate(specs))).stones == 0
    assert zermelo.rollout(NIM, "mybot.py:Greedy", games=2).engine == "Greedy"
    assert str(engine("determinized:search=(mybot.py:Declared,place=1)").search) == "Declared:place=1"
    assert zermelo.match(NIM, [engine(spec) for spec in specs], games=2).engines == ("flat:sims=1", "Greedy")


def test_the_only_engine_of_a_file_needs_no_name(tmp_path):
    (tmp_path / "one.py").write_text("def choose(game, state):\n    return game.legal(state)[0]\n")
    (tmp_path / "both.py").write_text(
        "def both(game, state): return game.legal(state)[0]\ndef other(game, knowledge): return 1\n"
    )
    assert str(engine(f"{tmp_path}/one.py")) == "choose"
    assert str(engine(f"{tmp_path}/both.py")) == "both"  # the file's own name


@pytest.mark.parametrize(
    ("spec", "told"),
    [
        ("nobot.py:flat", "there is no file nobot.py"),
        ("mybot.py", "mybot.py has several engines: say mybot.py:strong or mybot.py:flat or mybot.py:needs or"),
        ("mybot.py:flta", "mybot.py has no engine 'flta'; it has strong, flat, needs, Greedy, Declared, Plain"),
        ("mybot.py:calls", "has no engine 'calls'"),
        ("mybot.py:prod", "has no engine 'prod'"),
        ("mybot.py:flat,sim=5", "flat has no option 'sim'; it has sims, rate, label, sure"),
        ("mybot.py:flat,sims=five", "flat: sims should be a whole number, not 'five'"),
        ("mybot.py:flat,sims=1,sims=2", "says sims twice"),
        ("mybot.py:flat,5", "'5' in 'flat:5' should read name=value"),
        ("mybot.py:needs", "needs needs size: end with ,size=…"),
        ("mybot.py:Greedy,less=-1", "mybot.py: Greedy cannot be made: line 39: ValueError: less than nothing"),
        ("mybot.py:Declared,place=10", "Declared: place must be a whole number from 0 to 9, not 10"),
        ("mybot.py:Declared,where=1", "Declared has no option 'where'; it has place"),
        ("mybot.py:Plain,place=x", "plain: place must be a whole number, not 'x'"),
        ("mybot.py:strong,sims=3", "strong is made already and takes no options"),
        ("empty.py", "empty.py has no engine: an engine is a function strategy(game, state), or a class derived from"),
        ("broken.py", "broken.py cannot be run: line 2: ZeroDivisionError"),
    ],
)
def test_mistakes(bots, spec, told):
    Path("empty.py").write_text("def helper(numbers, most): return numbers\n")
    Path("broken.py").write_text("def f(game, state): return 1\n1 / 0\n")
    with pytest.raises(ZermeloError) as error:
        engine(spec)
    assert told in str(error.value)
    assert "\n" not in str(error.value)


def test_functions_of_one_name_are_told_apart():
    def make(place):
        def pick(game, state):
            return game.legal(state)[place]

        return pick

    one, other = make(0), make(-1)
    names = [str(player) for player in players_of([one, other, one, "random"])]
    assert names == ["pick", "pick (2)", "pick", "random"]
    assert zermelo.match(NIM, [one, other], games=2).engines == ("pick", "pick (2)")
    assert str(players_of([lambda game, state: 1])[0]) == "<lambda>"


def test_what_cannot_play_is_told():
    for chooser, told in (
        (lambda state: 1, "<lambda> is called with a game and a state, strategy(game, state): too many positional"),
        (zermelo.MCTS, "MCTS is a class: give a player of it, MCTS(…)"),
        (NIM, "is not a player: give a search, a player, an engine's text or a function of game and state"),
        (7, "7 is not a player"),
        ("mctss", "no engine is called 'mctss'; did you mean mcts?"),
    ):
        with pytest.raises(ZermeloError) as error:
            zermelo.play(NIM, [chooser, "random"])
        assert told in str(error.value)


def test_a_player_beside_its_game_knows_the_game_s_classes(tmp_path):
    (tmp_path / "both.py").write_text(
        pile().replace(
            "class Pile(NamedTuple)", "from dataclasses import dataclass\n@dataclass(frozen=True)\nclass Pile"
        )
        + "def bot(game, state): return 1 if isinstance(state, Pile) else 99\n"
    )
    path = f"{tmp_path}/both.py"
    assert set(zermelo.play(zermelo.load(f"{path}:game"), [f"{path}:bot"] * 2).actions) == {1}
    (tmp_path / "both.py").write_text(pile() + "def bot(game, state): return 2 if state.stones > 1 else 1\n")
    assert engine(f"{path}:bot").choose(NIM, NIM.initial()) == 2  # what was edited is read again


def test_an_error_is_told_where_it_is(tmp_path, zermelo):
    """Also where another file was loaded later."""
    (tmp_path / "wrong.py").write_text("def bot(game, state):\n    return 1 // 0\n")
    (tmp_path / "right.py").write_text("def other(game, state):\n    return game.legal(state)[0]\n")
    code, _, error = zermelo("match", "nim", tmp_path / "wrong.py", tmp_path / "right.py", "--concurrency", "1")
    assert (code, "wrong.py: line 2: ZeroDivisionError" in error, error.count("\n")) == (2, True, 1)


def test_nothing_that_a_client_sends_is_read_as_an_engine():
    """Only one place of the page makes an engine of a text: that which the command line named."""
    readers = {"engine", "player_of", "players_of", "engine_from_file", "installed_engine", "module_of", "run_file"}
    found = set()
    for folder in ("web", "protocols"):
        for path in (PACKAGE / folder).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text())):
                if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("zermelo."):
                    found |= {(path.relative_to(PACKAGE).as_posix(), one.name) for one in node.names}
    assert {(path, name) for path, name in found if name in readers} == {("web/worker/searching.py", "engine")}


# --- installed packages ---------------------------------------------------------------------------------------------


@pytest.fixture
def installed(tmp_path, monkeypatch):
    """A package with two engines and two games, as pip leaves it."""
    (tmp_path / "bots_of_a_friend.py").write_text(BOTS)
    (tmp_path / "games_of_a_friend.py").write_text(
        "import dataclasses, zermelo\n"
        "def small_nim(stones: int = 6) -> zermelo.Game:\n"
        "    return dataclasses.replace(zermelo.load('nim', stones=stones), name='game', parameters={}, defaults={})\n"
        "fixed = dataclasses.replace(zermelo.load('nim:stones=2'), name='game', parameters={}, defaults={})\n"
    )
    info = tmp_path / "friend-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: friend\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(
        "[zermelo.engines]\n"
        "friend-flat = bots_of_a_friend:flat\nfriend-greedy = bots_of_a_friend:Greedy\nfriend-lost = nowhere:f\n"
        "[zermelo.games]\nsmall-nim = games_of_a_friend:small_nim\nfixed-nim = games_of_a_friend:fixed\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    return tmp_path


def test_engines_of_an_installed_package(installed, zermelo):
    assert chosen("friend-flat:sims=2") == 2
    assert str(engine("friend-greedy:less=1")) == "friend-greedy:less=1"
    with pytest.raises(ZermeloError, match="did you mean friend-flat"):
        engine("friend-flatt")
    with pytest.raises(ZermeloError, match="the engine friend-lost of nowhere:f cannot be loaded: ModuleNotFound"):
        engine("friend-lost")
    code, out, _ = zermelo("match", "nim:stones=5", "friend-flat:sims=1", "random", "--games", "2")
    assert (code, out.splitlines()[0]) == (0, "friend-flat:sims=1 against random, nim:stones=5, 2 games")
    out = zermelo("engines")[1]
    assert "friend-greedy  Takes the last of the legal actions, or less." in out
    assert "friend-lost" not in out


def test_games_of_an_installed_package(installed, zermelo):
    import zermelo as package

    game = package.load("small-nim:stones=3")
    assert (game.title, game.initial().stones) == ("small-nim:stones=3", 3)
    assert package.load(game.title).initial() == game.initial()
    assert package.load("fixed-nim").initial().stones == 2
    with pytest.raises(ZermeloError, match="fixed-nim is a Game, not a function, and takes no parameters"):
        package.load("fixed-nim:stones=3")
    with pytest.raises(ZermeloError, match="small-nim has no parameter 'size'; it has stones"):
        package.load("small-nim:size=3")
    with pytest.raises(ZermeloError, match="did you mean small-nim"):
        package.load("smal-nim")
    assert "small-nim" in zermelo("games")[1]
    code, out, _ = zermelo("analyse", "small-nim", "--engine", "minimax:compiled=false")
    assert (code, "2 is best" in out) == (0, True)
