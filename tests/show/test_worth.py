"""Values in words: what the rules prove, what is estimated, and what is not known."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

import zermelo
from zermelo.search.analysis import Candidate
from zermelo.show.worth import (
    decided_words,
    network_words,
    position_words,
    side_words,
    value_clause,
    value_words,
    verdict,
    whose_words,
)

CHESS, NIM, OTHELLO = zermelo.load("chess"), zermelo.load("nim:stones=7"), zermelo.load("othello:size=4")
TIC_TAC_TOE, PIG, CASTLES = zermelo.load("tic-tac-toe"), zermelo.load("pig:goal=6"), zermelo.load("castles")
HALVES = replace(NIM, total=1.0)


@pytest.mark.parametrize(
    ("game", "value", "distance", "words"),
    [
        (CHESS, 1.0, 1, "mate in 1"),
        (CHESS, 1.0, 3, "mate in 2"),
        (CHESS, -1.0, 2, "mated in 1"),
        (CHESS, -1.0, 4, "mated in 2"),
        (CHESS, 1.0, None, "wins"),
        (CHESS, 0.0, None, "draw"),
        (NIM, 1.0, 1, "wins in 1 ply"),
        (NIM, 1.0, 5, "wins in 5 plies"),
        (NIM, -1.0, 8, "loses in 8 plies"),
        (HALVES, 1.0, None, "wins"),
        (HALVES, 0.5, None, "draw"),
        (HALVES, 0.0, 2, "loses in 2 plies"),
        (replace(NIM, best_utility=None), 1.0, None, "wins"),
        (replace(NIM, best_utility=None), -3.0, None, "loses with -3"),
        (replace(NIM, best_utility=4.0), 3.0, None, "wins with +3"),
        (PIG, 1.0, None, "wins"),
        (PIG, 0.0, None, ""),  # an even chance is no draw
        (OTHELLO, 4.0, None, ""),
        (CASTLES, 2.0, None, ""),
    ],
)
def test_what_the_rules_decide(game, value, distance, words):
    assert decided_words(game, value, distance) == words


def analysed(game, engine, position=None):
    return zermelo.engine(engine).analyse(game, game.initial() if position is None else game.read_state(position))


def listed(analysis):
    return {
        analysis.game.action_text(analysis.state, one.action): value_words((analysis, one))
        for one in analysis.candidates
    }


def test_mate_in_one():
    mate = "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4"
    analysis = analysed(CHESS, "alphabeta:depth=2,compiled=false", mate)
    assert verdict(analysis) == "is best for white: mate in 1"
    assert position_words(analysis) == "mate in 1"
    assert value_clause(analysis) == "leads to mate in 1"
    assert (analysis.value, analysis.exact, analysis.distance) == (1.0, True, 1)
    assert set(listed(analysis).values()) == {"mate in 1", "not better"}
    report = json.loads(json.dumps(analysis.to_json()))
    assert (report["words"], report["value"], report["exact"]) == ("mate in 1", 1.0, True)
    worse = next(one for one in report["candidates"] if one["action"] == "Bxf7+")
    assert (worse["value"], worse["words"], worse["decided"]) == (None, "not better", False)
    assert "at_most" not in worse
    text = str(analysis)
    assert "Qxf7# is best for white: mate in 1" in text
    assert "estimated" not in text
    assert "≤" not in text


def test_an_evaluation_is_not_called_proved_however_high():
    """An evaluation of 1 looked like a won game."""

    def sure(state, player):
        return 1.0 if state.player == player else -1.0

    game = replace(NIM, name="sure", evaluate=sure)
    for engine in ("minimax:depth=2,compiled=false", "alphabeta:plain=false,depth=2,compiled=false"):
        analysis = analysed(game, engine)
        assert not analysis.exact
        assert not any(one.decided for one in analysis.candidates)
        assert verdict(analysis).endswith(" (estimated)")


def test_a_proved_win_is_not_called_estimated():
    analysis = analysed(NIM, "mcts:sims=500,seed=1,compiled=false")
    assert (verdict(analysis), analysis.exact) == ("is best for player 1: wins in 3 plies", True)
    assert listed(analysis)["3"] == "wins in 3 plies"


def test_losses_say_how_long_they_last():
    analysis = analysed(NIM, "alphabeta:plain=false,time=5,compiled=false", "4,0")
    assert verdict(analysis) == "is best for player 1: loses in 2 plies"
    assert set(listed(analysis).values()) == {"loses in 2 plies"}


def test_a_textbook_search_that_deepens_knows_the_distance():
    analysis = analysed(NIM, "alphabeta:plain=true,time=5,compiled=false", "5,0")
    assert (verdict(analysis), analysis.distance) == ("is best for player 1: wins in 3 plies", 3)
    whole = analysed(NIM, "alphabeta:plain=true,compiled=false", "5,0")
    assert (verdict(whole), whole.distance) == ("is best for player 1: wins", None)


def test_what_stands_for_nothing_known_is_not_printed():
    for engine in ("minimax:depth=2,evaluate=none,compiled=false", "alphabeta:plain=false,depth=2,compiled=false"):
        analysis = analysed(NIM, engine)
        assert "its value is unknown" in verdict(analysis)
        assert set(listed(analysis).values()) == {"unknown"}
        report = analysis.to_json()
        assert (report["value"], report["words"]) == (None, "unknown")
        assert analysis._repr_html_()


def test_points_keep_their_number_and_unit():
    analysis = analysed(OTHELLO, "alphabeta:plain=true,compiled=false", "XXXO XXOO XOO- OOO- X".replace(" ", "", 3))
    assert position_words(analysis).endswith(" discs (exact)")
    assert verdict(analysis_of_tree()) == "is best for MAX: +3 (exact)"


def analysis_of_tree():
    return analysed(zermelo.load("[[3,12,8],[2,4,6],[14,5,2]]"), "alphabeta")


def test_an_estimate_that_equals_a_proved_value_is_the_same_number():
    """It was told as +12.0 discs beside +12 discs."""
    found = analysed(OTHELLO, "mcts:sims=100,seed=1,compiled=false")
    first, second, third = OTHELLO.legal(OTHELLO.initial())[:3]
    candidates = Candidate(first, 12.0, decided=True), Candidate(second, 11.98), Candidate(third, 11.9)
    many = tuple(replace(one, visits=90) for one in candidates)
    assert [*listed(replace(found, candidates=many)).values()] == ["+12 discs", "+12 discs", "+11.9 discs"]
    assert listed(replace(found, candidates=many[1:]))[OTHELLO.action_text(found.state, second)] == "+12.0 discs"
    proved = replace(found, action=first, value=12.0, exact=True, candidates=many[:1])
    expected = replace(found, action=second, value=11.98, candidates=many[1:])
    assert value_words((expected, expected.best)) == "+12.0 discs"
    assert value_words((expected, expected.best), proved) == "+12 discs"
    assert value_clause(expected, proved) == "is worth +12 discs"


def test_the_model_of_the_opponent_is_named():
    analysis = analysed(zermelo.load("bins"), "expectimax:opponent=random")
    assert verdict(analysis) == "is best for MAX: +5 (exact against random)"


def test_proved_wins_rank_above_and_losses_below_every_evaluation():
    actions = TIC_TAC_TOE.legal(TIC_TAC_TOE.initial())
    some = analysed(TIC_TAC_TOE, "minimax:depth=1,compiled=false")
    found = (
        Candidate(actions[0], -1.0, decided=True),
        Candidate(actions[1], -7.5),
        Candidate(actions[2], 1.0, decided=True),
        Candidate(actions[3], 7.5),
        Candidate(actions[4], 2.0, "upper"),
        Candidate(actions[5], 0.5),
    )
    ranked = replace(some, candidates=found, action=actions[5], variations=()).ranked()
    assert [one.action for one in ranked] == [actions[i] for i in (5, 2, 3, 1, 4, 0)]


def test_the_table_keeps_its_values_in_a_narrow_terminal():
    from zermelo.show.reports.report import analysis_text

    analysis = analysed(TIC_TAC_TOE, "mcts:sims=60,seed=1,compiled=false")
    lines = analysis_text(analysis, room=40).splitlines()
    rows = lines[next(i for i, line in enumerate(lines) if line.startswith("action")) + 1 :]
    assert all(len(line) <= 40 for line in rows)
    assert all(value_words((analysis, one)) in row for one, row in zip(analysis.ranked(), rows, strict=True))


def test_values_are_shown_on_the_narrowest_terminal():
    from zermelo.show.reports.report import analysis_text

    analysis = analysed(zermelo.load("connect-four"), "mcts:sims=60,seed=1,compiled=false")
    for room in (1, 12, 20, 200):
        rows = analysis_text(analysis, room).splitlines()[-len(analysis.candidates) :]
        for row, one in zip(rows, analysis.ranked(), strict=True):
            assert value_words((analysis, one)) in row, room
            assert f"{one.visits}" in row


def test_a_network_is_told_apart_from_the_search():
    game = zermelo.load("nim", stones=4, most=2)

    def network(states):
        return [[3.0] + [1.0] * (len(game.legal(state)) - 1) for state in states], [-0.25] * len(states)

    analysis = zermelo.PUCT(network, sims=3, batch=1, compiled=False).analyse(game)
    assert analysis.network_value == -0.25
    assert network_words(analysis).startswith("the network alone: -0.25, 1 75%, 2 25%; with the search: ")
    assert network_words(analysis) in str(analysis)
    assert analysis.to_json()["network_value"] == -0.25
    assert network_words(zermelo.Minimax(compiled=False).analyse(game)) == ""


def test_a_value_says_for_whom_it_is():
    analysis = analysed(CHESS, "alphabeta:depth=1,compiled=false")
    assert whose_words(analysis) == "for white"
    assert whose_words(analysed(zermelo.load("2048"), "expectiminimax:depth=1,compiled=false")) == ""
    drawn = TIC_TAC_TOE.parse_state("xox/xoo/ox.")
    analysis = zermelo.engine("minimax:compiled=false").analyse(TIC_TAC_TOE, drawn)
    assert (whose_words(analysis), side_words(analysis)) == ("", "for X")  # a draw is nobody's, its rivals' values are


def test_a_mean_of_few_playouts_is_no_value():
    analysis = analysed(zermelo.load("connect-four"), "mcts:sims=20,seed=1,compiled=false")
    assert set(listed(analysis).values()) == {"too few playouts"}
    assert position_words(analysis) == "too few playouts"


def test_the_slowest_loss_stands_first_and_bounds_below_a_loss_last():
    actions = TIC_TAC_TOE.legal(TIC_TAC_TOE.initial())
    some = analysed(TIC_TAC_TOE, "minimax:depth=1,compiled=false")
    found = (
        Candidate(actions[0], -1.0, decided=True, distance=2),
        Candidate(actions[1], -1.0, decided=True, distance=6),
        Candidate(actions[2], -1.0, "upper"),
        Candidate(actions[3], -1.0, decided=True, distance=8),
        Candidate(actions[4], -1.0, decided=True, distance=4),
    )
    lost = replace(some, candidates=found, action=actions[3], value=-1.0, exact=True, variations=())
    assert [one.action for one in lost.ranked()] == [actions[i] for i in (3, 1, 4, 0, 2)]
