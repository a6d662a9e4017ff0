"""Games of any constant sum: the same choices as their zero-sum twin, and values in the game's own units."""

from __future__ import annotations

from dataclasses import replace

import pytest

import zermelo
from zermelo.evaluate.network import from_rollouts

NIM, TIC_TAC_TOE = zermelo.load("nim:stones=7"), zermelo.load("tic-tac-toe")
PIG = zermelo.load("pig:goal=6")
STATES = {NIM: [NIM.initial(), NIM.read_state("4,1")], PIG: [PIG.initial(), PIG.read_state("2,4,1,1")]}
STATES[TIC_TAC_TOE] = [TIC_TAC_TOE.read_state(text) for text in ("xo./.x./..o", "x../.o./..x", "xox/.o./...")]

ENGINES = [
    zermelo.Minimax(),
    zermelo.AlphaBeta(plain=True),
    zermelo.AlphaBeta(plain=False, depth=9),
    zermelo.AlphaBeta(exact=True, depth=9),
    zermelo.MaxN(),
    zermelo.Expectimax(),
    zermelo.MCTS(sims=300, seed=1),
    zermelo.MCTS(sims=300, seed=1, plain=True),
    pytest.param(zermelo.PUCT(sims=40, seed=1), marks=pytest.mark.long),
]
CHANCE_ENGINES = [
    zermelo.Expectiminimax(depth=5),
    zermelo.Expectimax(depth=5),
    zermelo.MCTS(sims=200, seed=1),
    pytest.param(zermelo.PUCT(sims=40, seed=1), marks=pytest.mark.long),
]


def twin(game, scale, shift):
    """The game with utilities scale × u + shift."""

    plain = game.utility

    def utility(state, player):
        return scale * plain(state, player) + shift

    return replace(game, name="twin", utility=utility, total=2 * shift, best_utility=scale + shift)


def found(search, game, state):
    """What a search says about a position, with the values that mean something as utilities above the middle."""
    if isinstance(search, zermelo.PUCT):
        search = replace(search, network=from_rollouts(game, seed=1))
    analysis = search.analyse(game, state)
    values = {
        one.action: (one.bound, one.decided, one.distance, one.value - game.middle)
        for one in analysis.candidates
        if one.bound == "exact" and one.known
    }
    return analysis, values


@pytest.mark.parametrize("search", ENGINES, ids=str)
@pytest.mark.parametrize(
    ("game", "compiled"), [(NIM, False), pytest.param(NIM, True, marks=pytest.mark.slow), (TIC_TAC_TOE, False)]
)
def test_a_shifted_game_gets_the_same_choices_and_shifted_values(game, search, compiled):
    search = replace(search.with_options(evaluate="none"), compiled=compiled)
    shifted = twin(game, 1.0, 2.0)
    for state in STATES[game]:
        (one, values), (other, others) = found(search, game, state), found(search, shifted, state)
        assert one.action == other.action
        assert other.value == pytest.approx(one.value + 2.0)
        assert (one.exact, one.line, one.nodes) == (other.exact, other.line, other.nodes)
        assert list(values) == list(others)
        for action, (*facts, value) in values.items():
            assert others[action][:3] == tuple(facts)
            assert others[action][3] == pytest.approx(value)


@pytest.mark.long
@pytest.mark.parametrize("search", ENGINES, ids=str)
def test_one_half_and_nothing(search):
    """A win pays 1, a draw ½ and a loss 0, as in chess."""
    search = replace(search.with_options(evaluate="none"), compiled=False)
    for state in STATES[TIC_TAC_TOE]:
        one = found(search, TIC_TAC_TOE, state)[0]
        other = found(search, twin(TIC_TAC_TOE, 0.5, 0.5), state)[0]
        assert one.action == other.action
        assert other.value == pytest.approx(0.5 * one.value + 0.5)
        assert one.best.decided == other.best.decided


@pytest.mark.parametrize("compiled", [False, pytest.param(True, marks=pytest.mark.slow)])
@pytest.mark.parametrize("search", CHANCE_ENGINES, ids=str)
def test_a_shifted_game_of_chance(search, compiled):
    search = replace(search.with_options(evaluate="none"), compiled=compiled)
    for state in STATES[PIG]:
        one, other = (found(search, game, state)[0] for game in (PIG, twin(PIG, 1.0, 2.0)))
        assert (one.action, one.exact) == (other.action, other.exact)
        assert other.value == pytest.approx(one.value + 2.0)


@pytest.mark.parametrize("compiled", [False, pytest.param(True, marks=pytest.mark.long)])
@pytest.mark.parametrize("search", [zermelo.Minimax(depth=2), zermelo.AlphaBeta(plain=False, depth=2)], ids=str)
def test_an_evaluation_in_units_of_utility_is_shifted_too(search, compiled):
    def few(state, player):
        return (0.125 if state.stones % 4 else -0.125) * (1.0 if state.player == player else -1.0)

    def shifted(state, player):
        return (0.125 if state.stones % 4 else -0.125) * (1.0 if state.player == player else -1.0) + 2.0

    other = replace(twin(NIM, 1.0, 2.0), evaluate=shifted)
    a = replace(search, compiled=compiled).analyse(replace(NIM, name="nim-2", evaluate=few))
    b = replace(search, compiled=compiled).analyse(other)
    assert (a.action, a.nodes, a.in_utilities) == (b.action, b.nodes, True)
    assert (a.value, b.value) == (0.125, 2.125)
    assert sum(term.share for term in b.terms) == b.value


def test_a_lost_nim_that_pays_1_and_0():
    lost = NIM.read_state("4,0")
    analysis = zermelo.AlphaBeta(compiled=False).analyse(twin(NIM, 0.5, 0.5), lost)
    assert (analysis.value, analysis.exact) == (0.0, True)


def test_utilities_that_contradict_the_total_are_told_in_one_line():
    wrong = replace(twin(NIM, 0.5, 0.5), total=0.0)
    analysis = zermelo.AlphaBeta(compiled=False).analyse(wrong)
    assert "add up to 1, and the game says total=0: give total=1 if" in analysis.breach
    assert "\n" not in analysis.breach
    assert not analysis.exact
    with pytest.raises(zermelo.ZermeloError, match="total=1 says that utilities have a constant sum, zero_sum=False"):
        replace(NIM, zero_sum=False, total=1.0)


def test_a_contradiction_that_only_the_search_meets_is_refused_in_one_line(monkeypatch):
    """The laws are tried for a moment only, and may miss the end that the search finds."""
    monkeypatch.setattr("zermelo.search.base.broken_law", lambda game: None)
    wrong = replace(twin(NIM, 0.5, 0.5), total=0.0)
    with pytest.raises(zermelo.ZermeloError, match=r"add up to 1, and the game says total=0: give total=1 or") as error:
        zermelo.AlphaBeta(compiled=False).analyse(wrong)
    assert "\n" not in str(error.value)


def test_a_drawn_and_a_forfeited_game_share_the_total():
    from zermelo.arena.play import play
    from zermelo.players.forfeit import Forfeit

    def resigns(game, state):
        raise Forfeit("enough")

    record = play(twin(NIM, 0.5, 0.5), [resigns, resigns])
    assert record.utilities == (0.0, 1.0)


@pytest.mark.parametrize("algorithm", ["minimax", "alphabeta"])
def test_a_trace_is_in_the_game_s_units(algorithm):
    state = NIM.read_state("3,0")
    one, other = (zermelo.trace(game, algorithm, state) for game in (NIM, twin(NIM, 1.0, 2.0)))
    assert other.value == one.value + 2.0
    leaves = [[step.value for step in shown.steps if step.event == "leaf"] for shown in (one, other)]
    assert leaves[1] == [value + 2.0 for value in leaves[0]]


def test_a_trace_of_simulations_is_in_the_game_s_units():
    state = NIM.read_state("3,0")
    one, other = (zermelo.trace_mcts(game, state, 6, seed=2) for game in (NIM, twin(NIM, 1.0, 2.0)))
    assert [node.mean + 2.0 for node in one.nodes()] == pytest.approx([node.mean for node in other.nodes()])
    for a, b in zip(one.simulations, other.simulations, strict=True):
        assert [u + 2.0 for u in a.utilities] == list(b.utilities)
