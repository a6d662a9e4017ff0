"""How values are written: a rounding error is 0 in every text and drawing, and JSON keeps the number."""

from __future__ import annotations

import json
import math
import re
from dataclasses import replace
from fractions import Fraction

import pytest

import zermelo
from zermelo.arena.mean import Mean
from zermelo.numerals import counted, estimated, likelihood, plain, settled, signed
from zermelo.picture import drawn_by
from zermelo.search.analysis import Analysis, Candidate
from zermelo.show.reports.finding import finding_words
from zermelo.show.reports.match import mean_words
from zermelo.show.reports.matrix import amount
from zermelo.show.worth import each_words, outcome_words, value_words

TINY = -3.0e-18
ODD = re.compile(r"\de-1|-0[ ,)<]|-0\.00|-0$", re.MULTILINE)  # -3e-18, +5.551e-17; a 0 with a sign


@pytest.mark.parametrize(
    ("value", "scale", "text", "with_sign"),
    [
        (TINY, 1.0, "0", "0"),
        (-0.0, 1.0, "0", "0"),
        (-1e-10, 1.0, "0", "0"),
        (2e-9, 1.0, "2e-09", "+2e-09"),
        (-0.25, 1.0, "-0.25", "-0.25"),
        (3.0, 1.0, "3", "+3"),
        (-1e-12, 1e-12, "-1e-12", "-1e-12"),  # all utilities are as small
        (1e-22, 1e-12, "0", "0"),
        (1e-8, 1e7, "0", "0"),
        (1e-8, 1e5, "1e-08", "+1e-08"),
        (2.5, 1e12, "2.5", "+2.5"),  # a best utility of 1e12 may be nobody's
        (-math.inf, 1.0, "-∞", "-∞"),
        (math.inf, 1.0, "+∞", "+∞"),
    ],
)
def test_what_is_tiny_beside_the_game_is_zero(value, scale, text, with_sign):
    assert (plain(value, scale), signed(value, scale)) == (text, with_sign)


def thirds(players: int = 2, **others) -> zermelo.Game:
    """One throw of a coin with three sides, of no value to anybody but for rounding: 0.1 + 0.2 - 0.3."""
    worth = (0.1, 0.2, -0.3)
    return zermelo.Game(
        initial=lambda: (0, -1),
        to_move=lambda state: 0 if state[0] == 0 else zermelo.CHANCE,
        actions=lambda state: iter((0, 1)),
        result=lambda state, move: (1, -1) if state[0] == 0 else (2, move),
        is_terminal=lambda state: state[0] == 2,
        utility=lambda state, player: worth[state[1]] * (1 if player == 0 else -1),
        chances=lambda state: iter([(0, 1 / 3), (1, 1 / 3), (2, 1 / 3)]),
        players=players,
        name="thirds",
        compiles=False,
        **others,
    )


@pytest.mark.parametrize("players", [1, 2, 3])
def test_traces_analyses_and_drawings_write_zero(players):
    game = thirds(players, **({"zero_sum": False} if players == 3 else {}))
    shown = zermelo.trace(game)
    assert shown.value != 0.0  # or this tests nothing
    assert shown.to_json()["value"] == shown.value
    texts = [str(shown), repr(shown), drawn_by("svg", shown.picture()), drawn_by("text", shown.picture())]
    texts.append(str(zermelo.trace_mcts(game, simulations=9)))
    analysis = zermelo.analyse(game, player="maxn" if players == 3 else "expectimax")
    assert analysis.value == shown.value
    texts += [str(analysis), analysis._repr_svg_(), analysis._repr_html_()]
    for text in texts:
        assert not ODD.search(text)


def test_alpha_and_beta_are_written_alike():
    game = zermelo.load("[[-3e-18,2],[-1,-4]]")
    assert game.scale == 4.0
    shown = zermelo.trace(game)
    assert "e-18" not in str(shown) + shown.why("2.2") + drawn_by("svg", shown.picture())
    assert "MAX already has 0" in str(shown)
    assert shown.to_json()["value"] == TINY


def test_a_game_of_tiny_utilities_is_told_by_them():
    nim = zermelo.load("nim:stones=4")
    small = replace(nim, best_utility=1e-12, utility=lambda s, p: 1e-12 * nim.utility(s, p), compiles=False)
    found = zermelo.solve(small)
    assert finding_words(found) == "Player 2 wins in 2 plies"
    assert small.result_text([1e-12, -1e-12]) == "Player 1 wins"
    assert nim.result_text([1e-12, -1e-12]) == "draw"


def test_means_tables_and_sentences():
    game = thirds()
    assert mean_words(Mean(TINY, -0.1, 0.1), 1.0) == "0 (95% between -0.1 and +0.1)"
    assert each_words(game, (TINY, -TINY)) == "player 1 0, player 2 0"
    assert outcome_words(game, 0, TINY) == "worth 0 to player 1"
    assert thirds(1, points="pips").result_text([TINY]) == "0 pips"
    assert amount(Fraction(0.1 + 0.2 - 0.3)) == "0"
    assert amount(Fraction(1, 3)) == "1/3"
    analysis = zermelo.analyse(game, player="expectiminimax")
    assert isinstance(analysis, Analysis)
    assert value_words((analysis, Candidate(0, TINY, decided=False, known=True))) == "0"  # as the proved one beside it
    alone = replace(analysis, candidates=())
    assert value_words((alone, Candidate(0, TINY, decided=False, known=True))) == "0.00"


def test_every_verb_writes_zero(zermelo, tmp_path):
    (tmp_path / "thirds.py").write_text(
        "import zermelo\nWORTH = (0.1, 0.2, -0.3)\n"
        "game = zermelo.Game(lambda: (0, -1), lambda s: 0 if s[0] == 0 else -1, lambda s: iter((0, 1)),\n"
        "    lambda s, move: (1, -1) if s[0] == 0 else (2, move), lambda s: s[0] == 2,\n"
        "    lambda s, p: WORTH[s[1]], chances=lambda s: iter([(0, 1 / 3), (1, 1 / 3), (2, 1 / 3)]),\n"
        "    players=1, name='thirds', compiles=False)\n"
    )
    file = tmp_path / "thirds.py"
    for verb in (("analyse", file, "--engine", "expectimax"), ("solve", file), ("trace", file)):
        code, out, _ = zermelo(*verb)
        assert code == 0
        assert not ODD.search(out)
        assert "wins" not in out
        code, out, _ = zermelo(*verb, "--json")
        assert json.loads(out)["value"] != 0.0


@pytest.mark.parametrize(
    ("number", "noun", "words"),
    [
        ("2", "tricks", "2 tricks"),
        ("1", "tricks", "1 trick"),
        ("-1", "boxes", "-1 box"),
        ("1", "bodies", "1 body"),
        ("1", "gold", "1 gold"),
        ("1", "mass", "1 mass"),
        ("0", "discs", "0 discs"),
    ],
)
def test_one_of_something_is_singular(number, noun, words):
    assert counted(number, noun) == words


def test_what_nobody_counts_is_a_power_of_ten():
    assert [plain(1e55), signed(-1.5e20)] == ["1·10^55", "-1.5·10^20"]
    assert [estimated(2e15), settled(1e16)] == ["+2·10^15", "+1·10^16"]


@pytest.mark.parametrize(
    ("value", "decimals", "text"),
    [
        (-0.08667, 2, "-0.09"),
        (0.3, 2, "+0.30"),
        (0.004, 2, "0.00"),
        (-0.004, 2, "0.00"),
        (8.31, 1, "+8.3"),
        (233600.4, 2, "+233,600"),
        (1234.5, 1, "+1,234"),
        (math.inf, 2, "+∞"),
    ],
)
def test_estimates_of_a_unit_have_the_same_decimals(value, decimals, text):
    assert estimated(value, decimals) == text


@pytest.mark.parametrize(
    ("value", "text"), [(8.0, "+8"), (0.0, "0"), (-1.0, "-1"), (-0.0555555, "-0.05556"), (12000.0, "+12,000")]
)
def test_what_is_certain_is_written_as_a_whole_number_or_with_four_digits(value, text):
    assert settled(value) == text


@pytest.mark.parametrize(("value", "text"), [(2.336e5, "233600"), (1.23456789e7, "12345700"), (1.25e-5, "0.0000125")])
def test_no_number_is_a_power_of_ten(value, text):
    assert plain(value) == text
    assert "e" not in signed(value)


def test_what_can_happen_is_never_told_as_impossible():
    assert [likelihood(share) for share in (1 / 7776, 1 / 36, 0.0, 1.0)] == ["<0.1%", "2.8%", "0.0%", "100.0%"]
