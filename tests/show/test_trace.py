"""What print and a prompt show of traces, matches, games and what was solved."""

from __future__ import annotations

import pytest

import zermelo

TREE = zermelo.load("[[3,12,8],[2,4,6],[14,5,2]]")
NIM = zermelo.load("nim:stones=4")


def test_a_trace_prints_its_steps(capsys):
    shown = zermelo.trace(TREE)
    lines = str(shown).splitlines()
    assert "13    ✂ MIN 2 cut at 2: MIN can force ≤ 2 here, MAX already has 3 (α-cut-off): the rest is skipped" in lines
    assert lines[-1] == "worth 3 to MAX, best action 1; 7 leaves visited, 2 skipped"
    assert repr(shown) == f"<Trace of alphabeta on {TREE.title}: worth 3 to MAX, 7 leaves visited, 2 skipped>"
    mcts = zermelo.trace_mcts(TREE, simulations=3)
    assert str(mcts).splitlines()[0] == "simulation 1"
    assert repr(mcts).endswith(f"3 simulations, most visited {mcts.action}>")


def test_the_state_and_the_algorithm_of_a_trace_come_in_any_order():
    state = TREE.result(TREE.initial(), TREE.legal(TREE.initial())[1])
    for shown in (
        zermelo.trace(TREE, state, "minimax"),
        zermelo.trace(TREE, "minimax", state),
        zermelo.trace(TREE, algorithm="minimax", state=state),
        zermelo.trace(TREE, state),
    ):
        assert (shown.root.state, shown.value) == (state, 2.0)
    assert zermelo.trace(TREE, state).algorithm == "alphabeta"
    assert zermelo.trace(zermelo.load("castles"), depth=2).algorithm == "maxn"
    assert zermelo.trace(zermelo.load("coin-flip:turns=1")).algorithm == "expectiminimax"


def test_a_match_prints_its_score():
    match = zermelo.match(NIM, ["random:seed=1", "random:seed=2"], games=4, seed=1)
    first, score, elo = str(match).splitlines()
    assert first == "random:seed=1 against random:seed=2, nim:stones=4, 4 games"
    assert score == f"+{match.wins} =0 -{match.losses}, a score of {match.score:.1%}"
    assert elo.startswith("Elo ")
    assert repr(match) == f"<Match of nim:stones=4, random:seed=1 against random:seed=2, 4 games: {score}>"


def test_three_engines_print_their_standings():
    match = zermelo.match(zermelo.load("castles"), ["random:seed=1", "random:seed=2", "random:seed=3"], games=3)
    lines = str(match).splitlines()
    assert lines[0] == "random:seed=1, random:seed=2 and random:seed=3, castles, 3 games"
    assert lines[1].split()[:4] == ["engine", "won", "shared", "lost"]
    assert {line.split()[0] for line in lines[2:5]} == set(match.engines)
    assert repr(match).startswith("<Match of castles, 3 games: random:seed=")
    for name in match.engines:
        assert name in match._repr_svg_()
        assert name in match._repr_html_()


def test_a_table_prints_and_draws_its_cells():
    played = zermelo.table(NIM, ["random:seed=1"], ["random:seed=2"], games=2)
    assert "random:seed=1" in str(played)
    assert repr(played) == "<Table of nim:stones=4: 1 engines by 1, 2 games>"


@pytest.mark.parametrize(
    ("spec", "shown"),
    [
        ("nim:stones=4", "<Game nim:stones=4: 2 players>"),
        ("pig", "<Game pig: 2 players, chance>"),
        ("kuhn-poker", "<Game kuhn-poker: 2 players, chance, hidden information>"),
        ("2048", "<Game 2048: 1 player, chance>"),
    ],
)
def test_a_game_is_named_in_a_line(spec, shown):
    assert repr(zermelo.load(spec)) == shown


def test_a_game_that_was_played_is_told():
    record = zermelo.play(NIM, [lambda game, state: 1] * 2)
    assert str(record) == "Player 2 wins by taking the last stone after 4 plies: 1 1 1 1"
    assert repr(record).startswith("GameRecord(game=<Game nim:stones=4: 2 players>, start=NimState(")


def test_a_rollout_is_printed():
    assert str(zermelo.rollout(NIM, "random", games=2, seed=1)).startswith("rollout: 2 games of each action by random")


def test_what_was_solved_is_printed():
    found = zermelo.solve(zermelo.load("nim:stones=5"))
    assert isinstance(found, zermelo.Finding)
    assert (found.value, found.is_solved, found.line[0]) == (1.0, True, 1)
    assert str(found).splitlines()[0] == "solved: Player 1 wins in 3 plies"
    assert repr(found) == "<Finding of nim:stones=5: Player 1 wins in 3 plies>"


def test_a_hidden_game_is_solved_from_its_start():
    kuhn = zermelo.load("kuhn-poker")
    exact = zermelo.solve(kuhn, method="lp")
    assert isinstance(exact, zermelo.Solution)
    assert exact.value == pytest.approx(-1 / 18)
    assert exact.exploitability == pytest.approx(0.0, abs=1e-9)
    assert "value: player 1 -0.05556" in str(exact)
    assert repr(exact).startswith("<Solution of kuhn-poker: value -0.0555556, exploitability ")
    some = zermelo.solve(kuhn, iterations=20)
    assert (some.iterations, some.method) == (20, "plus")
    for wrong, told in (
        ({"state": kuhn.result(kuhn.initial(), 2)}, "hides something, so it is solved from its beginning"),
        ({"method": "proof"}, "no method is called 'proof'; there are "),
    ):
        with pytest.raises(zermelo.ZermeloError, match=told):
            zermelo.solve(kuhn, **wrong)
    with pytest.raises(zermelo.ZermeloError, match="iterations are for games that hide something"):
        zermelo.solve(NIM, iterations=3)
    with pytest.raises(zermelo.ZermeloError, match="no method is called 'cfr'; there are auto"):
        zermelo.solve(NIM, method="cfr")


def test_the_function_stays_when_the_folder_is_imported():
    import zermelo.solve.graph
    from zermelo.solve import graph

    assert callable(zermelo.solve)
    assert graph.list_states
