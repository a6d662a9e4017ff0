"""Games by name, by tree and from a user's file."""

from __future__ import annotations

import json
import os
import py_compile
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pile import line_of, pile

from zermelo import ZermeloError, load
from zermelo.loading import read_parameters, read_value
from zermelo.user_files import blame


def refused(spec, **parameters):
    """What load says about a spec that is wrong."""
    with pytest.raises(ZermeloError) as error:
        load(str(spec), **parameters)
    assert "\n" not in str(error.value)
    return str(error.value)


@pytest.fixture
def mine(tmp_path):
    """Writes a user's file and returns its path."""

    def write(text, name="mine.py"):
        (tmp_path / name).write_text(text)
        return tmp_path / name

    return write


@pytest.mark.parametrize("edited", ["mine.py", "neighbour.py", "package/deep.py"])
def test_an_edit_of_the_same_length_in_the_same_second_is_seen(tmp_path, monkeypatch, edited):
    """Python's compiled copy of a module holds the length and the second of its source, and looks no further."""
    monkeypatch.syspath_prepend(str(tmp_path))
    (tmp_path / "package").mkdir()
    (tmp_path / "mine.py").write_text(
        "from neighbour import near\nfrom package.deep import far\n" + pile(utility="return 1.0 * near * far")
    )
    (tmp_path / "neighbour.py").write_text("near = 2\n")
    (tmp_path / "package" / "deep.py").write_text("far = 3\n")
    path = tmp_path / edited
    py_compile.compile(str(path))
    before, kept = path.read_text(), path.stat()
    path.write_text(before.replace("1.0 * near", "7.0 * near").replace("= 2", "= 7").replace("= 3", "= 7"))
    os.utime(path, ns=(kept.st_atime_ns, kept.st_mtime_ns))
    game = load(f"{tmp_path / 'mine.py'}")
    assert game.utility(game.initial(), 1) == {"mine.py": 42, "neighbour.py": 21, "package/deep.py": 14}[edited]
    for name in ("neighbour", "package.deep", "package"):
        del sys.modules[name]


# --- by name ----------------------------------------------------------------------------------------------------------


def test_parameters_come_from_the_spec_and_from_the_call():
    assert load("nim:stones=9,misere=true").parameters == {"stones": 9, "most": 3, "misere": True}
    assert load("nim:stones=9", most=2).title == "nim:stones=9,most=2"
    assert load("tic_tac_toe").name == "tic-tac-toe"
    assert load("nim: stones = 9 ,").title == "nim:stones=9"


def test_the_same_spec_is_the_same_game():
    assert load("nim:stones=9") is load("nim", stones=9)


@pytest.mark.parametrize(
    ("spec", "told"),
    [
        ("nimm", "no game is called 'nimm'; did you mean nim?"),
        ("NIM", "no game is called 'NIM'; did you mean nim?"),
        ("", "no game is called ''; `zermelo games` lists all"),
        (":", "no game is called ''; `zermelo games` lists all"),
        ("_tree_text", "no game is called '_tree_text'"),
        ("nim:stones", "'stones' in 'nim:stones' should read name=value"),
        ("nim:=3", "'=3' in 'nim:=3' should read name=value"),
        ("nim:stones=3,stones=4", "'nim:stones=3,stones=4' says stones twice"),
        ("nim:stone=3", "nim has no parameter 'stone'; it has stones, most, misere"),
        ("bins:size=3", "bins has no parameter 'size'; it has none"),
        ("nim:stones=x", "nim: stones should be a whole number, not 'x'"),
        ("nim:stones=1.5", "nim: stones should be a whole number, not '1.5'"),
        ("nim:stones=true", "nim: stones should be a whole number, not 'True'"),
        ("go:komi=true", "go: komi should be a number, not 'True'"),
        ("nim:misere=1", "nim: misere should be true or false, not '1'"),
        ("nim:stones=-1", "nim: stones must be 1 to 1000, not -1"),
        ("tree:first=9", "first must be max, min or chance, not '9'"),
    ],
)
def test_a_wrong_name_or_parameter(spec, told):
    assert told in refused(spec)


def test_a_parameter_that_cannot_be_hashed():
    assert refused("tree", text=[[1, 2], [3]]) == "tree: text should be a text, not '[[1, 2], [3]]'"


def test_a_long_name_is_not_repeated_in_full():
    assert len(refused("no such game " * 50)) < 400


def test_values():
    assert [read_value(word) for word in ("3", "-3", "0.5", "True", "false", "none", "")] == [
        3,
        -3,
        0.5,
        True,
        False,
        "none",
        "",
    ]


def test_some_commas_belong_to_the_value():
    assert read_parameters('a=[1,(2,3)],b="x,y=z",c={"k": [1,2]},d=|e,f=|,g=1,h=(1,2),(3,4),', "") == {
        "a": "[1,(2,3)]",
        "b": '"x,y=z"',
        "c": '{"k": [1,2]}',
        "d": "|e,f=|",
        "g": 1,
        "h": "(1,2),(3,4)",
    }


# --- trees ------------------------------------------------------------------------------------------------------------

TREES = [
    "[[3,12,8],[2,4,6],[14,5,2]]",
    "(3,12),(2,4)",
    '{"children": [1, {"name": "a, b=c", "value": 2}]}',
    '{"player":"chance","children":{"a":[0.5,1],"b":[0.5,2]}}',
    "graph TD\nA-->B[3]\nA-->C[4]",
    "graph\nA-->B[3]\nA-->C[4]",
    "graph;A-->B[3];A-->C[4]",
    "flowchart LR\nA -->|left, low| B[3]\nA -->|right| C[4]",
    "%% drawn in a lecture\ngraph TD\nA-->B[3]\nA-->C[4]",
    "```mermaid\ngraph TD\nA-->B[3]\nA-->C[4]\n```\n",
    "  [1,2]  ",
]


@pytest.mark.parametrize("text", TREES)
def test_a_tree_is_a_game_and_its_title_loads_it_again(text):
    game = load(text)
    assert game.name == "tree"
    again = load(game.title)
    assert again.title == game.title
    assert again.parameters == game.parameters
    assert again.describe(again.initial()) == game.describe(game.initial())


leaves = st.integers(-9, 9) | st.builds(
    lambda n, v: {"name": n, "value": v}, st.text('a,="[ |', max_size=5), st.just(1)
)
trees = st.lists(
    st.recursive(leaves, lambda inner: st.lists(inner, min_size=1, max_size=3), max_leaves=6), min_size=1, max_size=3
)


@settings(max_examples=60, deadline=None)
@given(tree=trees, first=st.sampled_from(["max", "min"]))
def test_every_title_loads_the_same_tree(tree, first):
    game = load("tree", text=json.dumps(tree), first=first)
    assert load(game.title).parameters == game.parameters


@pytest.mark.parametrize(
    "spec", ["nim:stones=9,misere=true", "connect-four:columns=4,rows=4", "tree:text=3,4,first=min"]
)
def test_every_title_loads_the_same_game(spec):
    game = load(spec)
    assert load(game.title).parameters == game.parameters


def test_a_tree_in_a_file(tmp_path):
    for name, text in (("a.json", "[1,2]"), ("b.MMD", "graph TD\nA-->B[1]\nA-->C[2]")):
        (tmp_path / name).write_text(text)
        game = load(str(tmp_path / name))
        assert game.summary == "a game tree with 2 leaves"
        assert load(game.title).title == game.title
    assert "there is no file nope.json" in refused("nope.json")


def test_a_name_that_begins_like_a_graph_is_no_tree():
    assert "no game is called 'graph-colouring'" in refused("graph-colouring")


# --- a user's file ----------------------------------------------------------------------------------------------------


def test_a_file_and_a_name_in_it(mine):
    path = mine(pile())
    assert load(f"{path}").name == load(f"{path}:game").name == "game"
    assert load(f"{path}").legal(load(f"{path}").initial()) == [1, 2]


def test_the_only_game_is_found(mine):
    text = pile().replace("def game()", "def heap()")
    assert load(str(mine(text))).name == "heap"
    both = text + "def other() -> Game: return heap()\n"
    assert refused(mine(both, "both.py")).endswith("has several games: say both.py:heap or both.py:other")
    assert load(f"{mine(both, 'both.py')}:other").name == "other"
    assert refused(f"{mine(both, 'both.py')}:third").endswith("has no 'third'; it has heap or other")
    assert load(str(mine(both, "heap.py"))).name == "heap"  # the file's own name


def test_a_game_already_made(mine):
    path = mine(pile() + "ready = game()\ndel game\n")
    assert load(str(path)).name == "ready"
    assert "takes no parameters" in refused(f"{path}:ready:size=3")


def test_a_games_parameters(mine):
    text = (
        pile().replace("def game()", "def game(size: int = 3, *ignored)") + "def needs(size) -> Game: return game()\n"
    )
    path = mine(text)
    assert load(f"{path}:game:size=4").title == "game:size=4"
    assert load(f"{path}:size=4").title == "game:size=4"
    assert "size should be a whole number" in refused(f"{path}:game:size=x")
    assert "needs needs size: end with :size=…" in refused(f"{path}:needs")


def test_the_files_evaluation_comes_along(mine):
    game = load(str(mine(pile() + "def evaluate(state, player): return 0.25\n")))
    assert game.evaluate(None, 0) == 0.25


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("def f(:", "cannot be run: line 1: SyntaxError: invalid syntax"),
        ("x = 1\ny = 1 / 0", "cannot be run: line 2: ZeroDivisionError: division by zero"),
        ("import nosuchmodule", "cannot be run: line 1: ModuleNotFoundError"),
        ("import sys\nsys.exit(3)", "cannot be run: line 2: SystemExit: 3"),
        ("raise ValueError('a\\nb')", "cannot be run: line 1: ValueError: a b"),
        ("x = '\0'", "cannot be run: SyntaxError"),
        ("", "has no game: define a function that returns a Game"),
        ("game = 3", "has no game"),
        ("def game(): return 3", "game returned int, not a Game"),
    ],
)
def test_a_file_that_is_no_game(mine, text, told):
    assert told in refused(mine(text))


def test_what_is_in_the_file_but_is_no_game(mine):
    path = mine(pile() + "number = 3\n")
    assert "'number' in" in refused(f"{path}:number")
    assert "is neither a Game nor a function that returns one" in refused(f"{path}:Pile")


@pytest.mark.parametrize("spec", ["mine.pyx", ".py", "mine.py:a:b:c=1"])
def test_a_spec_that_no_file_has(spec):
    assert refused(spec)


def test_an_error_is_blamed_on_the_users_file(mine):
    game = load(str(mine(pile(result="return 1 // 0"), "guilty.py")))
    with pytest.raises(ZeroDivisionError) as error:
        game.result(game.initial(), 1)
    told = blame(error.value)
    assert told.startswith(f"guilty.py: line {line_of('result')}: ZeroDivisionError: ")  # how Python words it changes


def test_without_a_users_file_nobody_is_blamed(monkeypatch):
    for name in [name for name in sys.modules if name.startswith("zermelo_user_")]:
        monkeypatch.delitem(sys.modules, name)
    assert blame(ValueError("ours")) is None


def test_true_is_not_one():
    assert load("nim:stones=1").parameters["stones"] == 1
    with pytest.raises(ZermeloError, match="whole number"):
        load("nim:stones=true")
