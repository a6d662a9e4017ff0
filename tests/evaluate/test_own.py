"""Opinions in a user's own file: found by name, given to Game, or refused in a line."""

from __future__ import annotations

import pytest

import zermelo
from zermelo.evaluate import Guide, advice, opinion

FILE = '''
from typing import NamedTuple
from zermelo import Feature, Game, Guide, Linear, Opinion, Tactics

class Row(NamedTuple):
    mine: int
    theirs: int
    player: int

def row(cells: int = 5{more}) -> Game:
    """Each takes an empty cell of a row in turn, named by a pair; who takes the last one wins."""

    def actions(state):
        for cell in range(cells):
            if not (state.mine | state.theirs) >> cell & 1:
                yield cell, cells - cell

    def result(state, cell):
        return Row(state.theirs, state.mine | 1 << cell[0], 1 - state.player)

    return Game(
        lambda: Row(0, 0, 0),
        lambda state: state.player,
        actions,
        result,
        lambda state: state.mine | state.theirs == (1 << cells) - 1,
        lambda state, player: -1.0 if state.player == player else 1.0,
        best_utility=1.0,
        max_plies=cells,
        {game}
    )

def centre(state, player):
    value = (state.mine >> 2 & 1) - (state.theirs >> 2 & 1)
    return 0.5 * value if state.player == player else -0.5 * value

'''


@pytest.fixture
def load(tmp_path):
    """Writes a user's file and loads it: load(what else is in it, Game's other fields)."""

    def made(text="", game="", spec="", more=""):
        (tmp_path / "mine.py").write_text(FILE.format(game=game, more=more) + text)
        return zermelo.load(f"{tmp_path / 'mine.py'}{spec}")

    return made


@pytest.mark.parametrize(
    ("text", "game"),
    [
        ("evaluate = Linear([Feature('centre', 2.0, centre)], win=10.0)", ""),
        ("evaluator = Linear([Feature('centre', 2.0, centre)], win=10.0)", ""),
        ("def evaluator(cells): return Linear([Feature('centre', cells - 3.0, centre)], win=10.0)", ""),
        ("def evaluator(**rules): return Linear([Feature('centre', rules['cells'] - 3.0, centre)], win=10.0)", ""),
        ("def evaluator(): return Linear([Feature('centre', 2.0, centre)], win=10.0)", ""),
        ("", "evaluate=Linear([Feature('centre', 2.0, centre)], win=10.0),"),
    ],
)
def test_a_linear_is_used_with_its_terms_and_scale(load, text, game):
    mine = load(text, game)
    analysis = zermelo.Minimax(depth=1, compiled=False).analyse(mine)
    assert analysis.value == 1.0  # 2 × ½, in the evaluation's own units
    assert [term.name for term in analysis.terms] == ["centre"]
    assert opinion(mine).win == 10.0


def test_a_plain_function_is_used(load):
    assert zermelo.Minimax(depth=1, compiled=False).analyse(load("evaluate = centre")).value == 0.5
    assert zermelo.Minimax(depth=1, compiled=False).analyse(load("", "evaluate=centre,")).value == 0.5
    beside = load("evaluate = lambda state, player: 0.0", "evaluate=centre,")  # Game was given one: that comes first
    assert zermelo.Minimax(depth=1, compiled=False).analyse(beside).value == 0.5


GUIDE = """
def first(state, fraction):
    cell = 0
    while (state.mine | state.theirs) >> cell & 1:
        cell += 1
    return cell, {cells} - cell

def likes(state, action):
    return (0.9, 50.0) if action[0] == 3 else (0.5, 50.0)
"""


@pytest.mark.parametrize("compiled", [False, pytest.param(True, marks=pytest.mark.long)])
@pytest.mark.parametrize(
    ("text", "game"),
    [
        ("def guide(cells): return Guide(playout=first, prior=likes)", ""),
        ("guide = Guide(playout=first, prior=likes)", ""),
        ("", "guide=Guide(playout=first, prior=likes),"),
    ],
)
def test_a_guide_is_used(load, text, game, compiled):
    """Also for actions that are no integers, which compiled kernels know by their index."""
    mine = load(GUIDE.format(cells=5) + text, game)
    assert advice(mine).playout is not None
    analysis = zermelo.MCTS(sims=40, seed=1, solver=False, compiled=compiled).analyse(mine)
    assert {"priors", "playout policy"} <= set(analysis.parts)
    assert analysis.action == (3, 2)


def test_an_action_of_a_guide_that_is_not_legal_is_told(load, capsys):
    mine = load(GUIDE.format(cells=6) + "guide = Guide(playout=first)")
    with pytest.raises(zermelo.ZermeloError, match=r"the guide's playout gives .0, 6. for 0.0, which is not legal"):
        zermelo.MCTS(sims=10, compiled=False).analyse(mine)


def test_what_only_rare_positions_show_stops_at_the_border(load, monkeypatch):
    from zermelo.laws import trial

    monkeypatch.setattr(trial, "_known_breach", lambda game: None)
    trial.broken_law.cache_clear()
    mine = load(GUIDE.format(cells=6) + "guide = Guide(playout=first)")
    with pytest.raises(zermelo.ZermeloError, match="the guide's playout gives an action that is not legal"):
        zermelo.MCTS(sims=10, compiled=False).analyse(mine)
    mine = load("guide = Guide(prior=lambda state, action: (2.0, 1.0))")
    with pytest.raises(zermelo.ZermeloError, match="a mean that is not between 0 and 1"):
        zermelo.MCTS(sims=10, compiled=False).analyse(mine)


@pytest.mark.parametrize("compiled", [False, pytest.param(True, marks=pytest.mark.slow)])
def test_tactics_are_used_and_asked_about_actions(load, compiled):
    text = """
def rank(state, action):
    return 100 if action[0] == 3 else 0

evaluate = Opinion(centre, tactics=Tactics(rank=rank, margin=0.5))
"""
    mine = load(text, "compiles=True,")
    search = zermelo.AlphaBeta(depth=1, plain=False, exact=True, compiled=compiled, evaluate=None)
    flat = zermelo.Opinion(lambda state, player: 0.0, tactics=opinion(mine).tactics)
    assert search.analyse(mine).action == (2, 3)
    assert search.with_options(evaluate=flat).analyse(mine).action == (3, 2)  # all are worth the same: the first tried


def test_a_scale_for_a_game_that_is_played_for_points(load):
    mine = load("evaluate = Opinion(centre, unit=0.25)")
    from zermelo.search.sampling.scale import as_utility

    state = mine.result(mine.initial(), (2, 3))
    assert as_utility(opinion(mine), 1.0, 0.0)(state, 0) == pytest.approx(0.8)  # two units ahead: nine of ten are won


@pytest.mark.parametrize(
    ("text", "game", "told"),
    [
        ("evaluate = 5", "", "mine.py: row: evaluate is a function of a state and a player, or .* not a int .5."),
        ("evaluate = Linear", "", "not the class Linear"),
        ("", "evaluate=[centre],", "not a list"),
        ("guide = 5", "", "mine.py: row: guide is a Guide; not a int .5."),
        ("def guide(state): return 0", "", "guide.. cannot be made for this game: TypeError: .*missing 1 required"),
        ("def guide(): return first", "", "mine.py: guide.. cannot be made for this game: line .* name 'first'"),
        ("def guide(): pass", "", "mine.py: guide.. returns nothing"),
        ("def guide(): return {}", "", "guide is a Guide; not a dict"),
        ("def evaluator(): pass", "", "evaluator.. returns nothing"),
        ("def evaluator(size): return centre", "", "missing 1 required positional argument: 'size'"),
    ],
)
def test_anything_else_is_refused_when_the_file_is_loaded(load, text, game, told):
    with pytest.raises(zermelo.ZermeloError, match=told) as refused:
        load(text, game)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("evaluate = lambda state: 0.0", "a function of a state and a player, .* not <lambda>.state."),
        ("evaluate = Opinion(centre, win=0.0)", "win is above 0"),
        ("evaluate = Opinion(centre, unit=-1.0)", "unit is not below 0"),
        ("evaluate = Opinion(centre, reach=-1.0)", "reach is finite and not below 0"),
        ("evaluate = Opinion(3)", "a function of a state and a player"),
    ],
)
def test_what_is_no_evaluation_is_refused(load, text, told):
    with pytest.raises(zermelo.ZermeloError, match=told):
        zermelo.Minimax(depth=1, compiled=False).analyse(load(text))


def test_what_is_no_guide_is_refused(load):
    with pytest.raises(zermelo.ZermeloError, match="a guide's playout is a function; not 3"):
        zermelo.MCTS(sims=5, compiled=False).analyse(load("guide = Guide(playout=3)"))


def test_features_that_are_none_are_refused():
    with pytest.raises(zermelo.ZermeloError, match=r"Feature.name, weight, value.; not <function"):
        zermelo.Linear([lambda state, player: 0.0])
    with pytest.raises(zermelo.ZermeloError, match="a weight for each name, not 1 for 2"):
        zermelo.Vector(("a", "b"), (1.0,), lambda state: (0.0, 0.0))


def test_a_users_game_with_the_name_of_ours_has_no_opinion_of_ours(tmp_path):
    (tmp_path / "connect_four.py").write_text(FILE.format(game="", more="").replace("def row", "def connect_four"))
    mine = zermelo.load(str(tmp_path / "connect_four.py"))
    assert mine.name == "connect-four"
    assert opinion(mine) is None
    assert advice(mine) == Guide()
    assert opinion(zermelo.load("connect-four")) is not None


AIMA = """
class Take:
    initial = (5, "A")
    def actions(self, state): return [1, 2][: state[0]]
    def result(self, state, n): return (state[0] - n, "B" if state[1] == "A" else "A")
    def utility(self, state, player): return -1 if state[1] == player else 1
    def terminal_test(self, state): return state[0] == 0
    def to_move(self, state): return state[1]
"""


@pytest.mark.parametrize("text", ["guide = 1", "def evaluator(): pass", "evaluate = 5"])
def test_beside_another_librarys_game_only_a_function_is_used(tmp_path, text):
    (tmp_path / "take.py").write_text(AIMA + text)
    with pytest.raises(zermelo.ZermeloError, match=r"take.py: \w+ is not used beside an AIMA class: write a function"):
        zermelo.load(str(tmp_path / "take.py"))
