"""Analyses, matches, games and positions that show themselves in a notebook and in a file."""

from __future__ import annotations

import math
from dataclasses import replace
from xml.etree import ElementTree

import pytest
from conftest import random_position
from hypothesis import given
from hypothesis import strategies as st

import zermelo
from zermelo.arena.score import Match
from zermelo.evaluate import Term
from zermelo.picture import Board
from zermelo.search.advantage import advantage
from zermelo.search.analysis import Analysis, Candidate
from zermelo.show.reports.analysis import arrows
from zermelo.show.reports.match import elo_words
from zermelo.show.svg import svg

SVG = "{http://www.w3.org/2000/svg}"
HOSTILE = "<script>alert('&\"')</script>\x00\x1b]]>"
ENGINES = {
    "tic-tac-toe": "mcts:sims=40,seed=1,compiled=false",
    "connect-four": "alphabeta:depth=3,compiled=false",
    "nim:stones=7": "minimax:compiled=false",
    "castles": "maxn:compiled=false",
    "pig:goal=3": "expectiminimax:depth=2,compiled=false",
    "bins": "expectimax:opponent=random,compiled=false",
    "othello:size=4": "alphabeta:depth=2,compiled=false",
    "[[3,12,8],[2,4,6],[14,5,2]]": "alphabeta",
    "chess": "minimax:depth=1,compiled=false",
    "draughts": "minimax:depth=1,compiled=false",
}


def analysed(spec, engine=None):
    return zermelo.engine(engine or ENGINES[spec]).analyse(zermelo.load(spec))


def parsed(drawn):
    root = ElementTree.fromstring(drawn)
    assert not [element for element in root.iter() if element.tag.endswith("script")]
    return root


def words(root):
    return [element.text for element in root.iter() if element.text]


def looks(root, look):
    return [element for element in root.iter() if look in element.get("class", "").split()]


def inside(root):
    """Does every line of text begin and every box end inside the drawing?"""
    width, height = float(root.get("width")), float(root.get("height"))

    def walk(element, x, y):
        for child in element:
            if child.tag == f"{SVG}g":
                dx, dy = map(float, child.get("transform")[len("translate(") : -1].split())
                walk(child, x + dx, y + dy)
                continue
            left, top = float(child.get("x") or child.get("cx") or 0), float(child.get("y") or child.get("cy") or 0)
            assert 0 <= x + left + float(child.get("width") or 0) <= width
            assert 0 <= y + top + float(child.get("height") or 0) <= height

    walk(root, 0, 0)


@pytest.mark.parametrize("spec", ENGINES)
def test_an_analysis_draws_itself_and_writes_itself_as_html(spec):
    analysis = analysed(spec)
    root, page = parsed(analysis._repr_svg_()), parsed(analysis._repr_html_())
    inside(root)
    best = analysis.game.action_text(analysis.state, analysis.action)
    assert best in words(root)
    assert best in words(page)
    assert root.find(f"{SVG}title").text.startswith(f"{best} is best for ")
    assert len([word for word in words(root) if word.startswith("line: ")]) == 1
    assert page.find(f".//{SVG}svg") is not None
    for candidate in analysis.candidates[:10]:
        assert analysis.game.action_text(analysis.state, candidate.action) in words(page)


def test_the_best_lines_first_moves_are_on_the_board():
    root = parsed(analysed("connect-four")._repr_svg_())
    assert len(looks(root, "arrow-ring")) == 3
    assert len(looks(parsed(analysed("chess")._repr_svg_()), "arrow")) == 1
    assert not looks(parsed(analysed("nim:stones=7")._repr_svg_()), "arrow")


def test_a_line_is_drawn_until_chance_or_the_end_comes():
    analysis = analysed("tic-tac-toe")
    game, state = analysis.game, analysis.game.initial()
    moves = []
    for name in ("a1", "a2", "b1", "b2"):
        moves.append(game.read_action(state, name))
        state = game.result(state, moves[-1])
    last = game.read_action(state, "c1")
    assert arrows(replace(analysis, state=state, line=(last,))) == [((2, 2),)]
    assert len(arrows(replace(analysis, line=(*moves, last)))) == 3
    assert arrows(analysed("pig:goal=3")) == [()]


def test_a_wide_picture_has_its_panel_below():
    leaves = ",".join(str(n) for n in range(20))
    root = parsed(analysed(f"[[{leaves}],[{leaves}]]", "alphabeta")._repr_svg_())
    inside(root)
    assert float(root.get("width")) > 640


def test_visits_are_shown_where_there_are_any():
    assert "visits" in words(parsed(analysed("tic-tac-toe")._repr_svg_()))
    assert "visits" not in words(parsed(analysed("chess")._repr_svg_()))


def test_many_candidates_are_counted():
    root, page = parsed(analysed("chess")._repr_svg_()), parsed(analysed("chess")._repr_html_())
    assert "… and 10 more" in words(root)
    assert "… and 10 more" not in words(page)


def test_several_players_have_a_bar_each():
    root = parsed(analysed("castles")._repr_svg_())
    assert len(looks(root, "tick")) == 3
    assert {"red", "green", "blue"} <= set(words(root))


def made(**parts):
    """An analysis with values that no search would produce."""
    game = replace(
        zermelo.load("tic-tac-toe"),
        name=HOSTILE,
        summary=HOSTILE,
        player_names=(HOSTILE, HOSTILE),
        format_action=lambda state, action: HOSTILE,
        picture=lambda state: Board(((HOSTILE, ""),), caption=HOSTILE),
    )
    actions = game.legal(game.initial())[:3]
    found = (
        Candidate(actions[0], 0.5),
        Candidate(actions[1], math.nan, "stopped"),
        Candidate(actions[2], 0.1, "upper"),
    )
    defaults = {
        "game": game,
        "state": game.initial(),
        "engine": HOSTILE,
        "action": actions[0],
        "value": 0.5,
        "exact": False,
        "line": tuple(actions[:1]),
        "depth": 1,
        "nodes": 9,
        "seconds": 0.0,
        "candidates": found,
        "terms": (Term(HOSTILE, 1.0, 2.0),),
        "reason": HOSTILE,
    }
    return Analysis(**(defaults | parts))


def test_hostile_texts_stay_text():
    analysis = made()
    match = Match(analysis.game, (HOSTILE, HOSTILE), 3, 1, 2, 0, faults=(HOSTILE,) * 12)
    for thing in (analysis, match, analysis.game, zermelo.Position(analysis.game, analysis.state)):
        for drawn in (thing._repr_svg_(), thing._repr_html_()):
            root = parsed(drawn)
            assert "<script" not in drawn
            assert any("<script>" in word for word in words(root))


@given(
    st.floats(allow_nan=True),
    st.lists(st.tuples(st.floats(), st.sampled_from(["exact", "upper", "stopped"]), st.booleans()), max_size=5),
    st.booleans(),
    st.sampled_from([None, 0, 12]),
)
def test_any_value_can_be_drawn(value, found, exact, simulations):
    actions = made().game.legal(made().state)
    candidates = tuple(
        Candidate(action, worth, bound, 7 if simulations is not None else None, decided)
        for action, (worth, bound, decided) in zip(actions, found, strict=False)
    )
    values = (value, -value) if exact else ()
    analysis = made(value=value, exact=exact, candidates=candidates, simulations=simulations, values=values)
    inside(parsed(analysis._repr_svg_()))
    parsed(analysis._repr_html_())


def test_the_chosen_action_comes_first_and_those_not_searched_last():
    assert [candidate.bound for candidate in made().ranked()] == ["exact", "upper", "stopped"]


# --- shares ----------------------------------------------------------------------------------------------------------


@given(st.sampled_from(["chess", "othello", "nim", "bins", "castles", "tree"]), st.floats(), st.floats(), st.booleans())
def test_a_share_lies_between_0_and_1_and_grows_with_the_value(name, first, second, decided):
    game = zermelo.load(name)
    low, high = (advantage(game, value, decided) for value in sorted((first, second)))
    assert 0 <= low <= 1
    assert 0 <= high <= 1
    assert low <= high or math.isnan(first + second)


def test_the_advantage_of_utilities_and_of_opinions():
    chess, othello = zermelo.load("chess"), zermelo.load("othello")
    assert [advantage(chess, value, True) for value in (-1, 0, 1)] == [0, 0.5, 1]
    assert advantage(othello, 32, True) == 0.75
    assert advantage(chess, 0.0, False) == 0.5
    assert 0.55 < advantage(chess, 1.0, False) < 0.75
    assert advantage(replace(chess, best_utility=-2.0), -2.0, True) == 0


def test_which_values_are_utilities():
    assert analysed("nim:stones=7").is_utility()
    assert analysed("tic-tac-toe").is_utility()
    assert not analysed("chess").is_utility()


# --- matches, games and positions -----------------------------------------------------------------------------------


@pytest.mark.parametrize("result", [(0, 0, 0), (10, 0, 0), (0, 0, 10), (0, 10, 0), (7, 2, 1), (1, 2000, 3)])
def test_a_match_draws_itself(result):
    match = Match(zermelo.load("nim"), ("alphabeta:time=0.1", "mcts:sims=500"), *result, seed=0)
    root, page = parsed(match._repr_svg_()), parsed(match._repr_html_())
    inside(root)
    counts = [len(looks(root, look)) for look in ("won", "drawn", "lost")]
    assert counts == [int(count > 0) for count in result]
    assert elo_words(match.elo) in words(root)
    assert {"Elo", "95% between", f"{match.score:.1%}", "alphabeta:time=0.1"} <= set(words(page))


def test_the_elo_of_a_match_in_words():
    nim = zermelo.load("nim")
    assert elo_words(Match(nim, ("a", "b"), 10, 0, 0, 0).elo).startswith("Elo +∞, 95% between +")
    assert elo_words(Match(nim, ("a", "b"), 0, 0, 0, 0).elo) == "Elo +0, 95% between -∞ and +∞"


def test_faults_are_told():
    match = Match(zermelo.load("nim"), ("a", "b"), 12, 0, 0, 0, faults=tuple(f"game {n}: late" for n in range(12)))
    told = words(parsed(match._repr_html_()))
    assert "game 9: late" in told
    assert "game 10: late" not in told
    assert "… and 2 more faults" in told


@pytest.mark.parametrize("spec", zermelo.game_names())
def test_every_game_and_its_positions_draw_themselves(spec):
    game = zermelo.load(spec)
    assert game._repr_svg_() == svg(game.describe(game.initial()))
    assert game.summary in " ".join(game._repr_html_().split("</b>")[1].split("</figcaption>")[:1]).replace(
        "&amp;", "&"
    )
    position = zermelo.Position(game, random_position(game, 1, choice=False))
    for drawn in (game._repr_svg_(), game._repr_html_(), position._repr_svg_(), position._repr_html_()):
        parsed(drawn)


def mixed(position="KJ", **more):
    """A strategy of Kuhn poker that bets once in three times."""
    game = zermelo.load("kuhn-poker")
    candidates = tuple(
        Candidate(action, 0.1, share=share, votes=votes) for action, share, votes in ((0, 2 / 3, 7), (1, 1 / 3, 3))
    )
    return Analysis(
        game, game.read_state(position), "hand", 1, 0.1, False, (1, 0), 2, 9, 0.1, candidates, in_utilities=True, **more
    )


def test_a_mixed_strategy_has_its_shares_and_votes():
    analysis = mixed()
    lines = str(analysis).splitlines()
    assert "bet is played by player 1 with a probability of 33.3%: +0.10 (estimated)" in lines
    assert [line.split() for line in lines[-3:]] == [
        ["action", "played", "votes", "value"],
        ["bet", "████░░░░░░░░", "33.3%", "3", "+0.10"],
        ["pass", "████████░░░░", "66.7%", "7", "+0.10"],
    ]
    found = analysis.to_json()["candidates"]
    assert [(one["share"], one["votes"]) for one in found] == [(2 / 3, 7), (1 / 3, 3)]
    assert {"played", "66.7%", "33.3%"} <= set(words(parsed(analysis._repr_svg_())))
    assert {"played", "66.7%", "votes", "7"} <= set(words(parsed(analysis._repr_html_())))
    inside(parsed(analysis._repr_svg_()))


def test_only_what_the_mover_sees_is_drawn():
    """The card of the other and the line, which depends on it, are not shown."""
    analysis = mixed()
    assert "♠K" in str(analysis)
    for drawn in (str(analysis), analysis._repr_svg_(), analysis._repr_html_()):
        assert "♠J" not in drawn
        assert "KJ" not in drawn
        assert "line: " not in drawn
    assert arrows(analysis) == [()]
