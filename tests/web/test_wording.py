"""Values are worded in one place, on the server: the page prints texts, and only counts, times and places itself."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from traced import LECTURE, report_of

import zermelo
from zermelo.arena.elo import elo
from zermelo.numerals import both_shares, percent
from zermelo.records.matches import Played
from zermelo.show.reports.match import elo_words
from zermelo.show.worth import value_words
from zermelo.web.server.questions import _score_report
from zermelo.web.worker.debugging.trace_report import trace_report
from zermelo.web.worker.reports import analysis_report

PACKAGE = Path(__file__).parents[2] / "zermelo"
STATIC = PACKAGE / "web" / "static"
SCRIPTS = sorted(STATIC.rglob("*.js"))

# What makes a text of a number in JavaScript: methods, rounding, a sign or a percent beside it, printing it as it is.
FORMATS = re.compile(
    r"""\.to(?:Fixed|Precision|Exponential|LocaleString)\( | \bIntl\. | \bMath\.round\(
      | ["'`][+−±]["'`] | [?:]\s*["'`]-["'`] | (?:[+−±]|(?<![\w}-])-)\$\{ | \}\s*% | [∞%]["'`]
      | (?:\$\{(?:\w+\.)*|\bString\((?:\w+\.)+)(?:value|share|mean|alpha|beta|loss|prior|frequency|probability)[})]""",
    re.VERBOSE,
)
# The lines that may: none of these numbers is a value of a position. Each pattern is what stands in the line.
ALLOWED = {
    "common/words.js": {
        r'return count\.toLocaleString\("en"\)': "a count",
        r"\(number / unit\)\.toFixed": "a count of nodes",
        r"String\(Math\.round\(number\)\)": "a count of nodes",
        r"Math\.round\(seconds": "a time",
    },
    "common/route.js": {r'"\+"': "a space in an address"},
    "analyse/analysis.js": {r"analysis\.seconds \?\? 0\)\.toFixed": "a time", r"style\.width": "a length"},
    "analyse/candidates.js": {r"setProperty\(": "a length"},
    "analyse/graph.js": {r"x\(ply\)\.toFixed": "a place", r"across \* plies": "the ply at a place"},
    "analyse/terms.js": {r"style\.width": "a length"},
    "board/arrows.js": {r"toFixed\(1\)": "a place"},
    "board/pictures/bars.js": {r"Math\.round\(part \* most\)": "how many units are full", r"style\.width": "a length"},
    "board/backgammon/checkers.js": {r"(?:left|top|width|edge|high)\b.*}%`": "a place or a length"},
    "board/grid.js": {r"translateY\(": "a place"},
    "board/ground.js": {r"toFixed\(1\)": "a place"},
    "board/layout.js": {r"(?:left|top|width|height): `": "a place or a length"},
    "board/backgammon/spots.js": {r"(?:left|top|width|height): `": "a place or a length"},
    "analyse/bar/evaluation.js": {r"style\.height": "a length"},
    "develop/drawer.js": {r"value === text \? value": "an action as Python writes it"},
    "compare/match.js": {r"style\.width": "a length", r"#games\.value": "a count of games that a person typed"},
    "compare/tournament.js": {r"#games\.value": "a count of games that a person typed"},
    "debugger/controls.js": {r'tool\("[−+]"': "a button"},
    "debugger/tree/gestures.js": {r'"\+": "in"': "a key"},
    "debugger/looks.js": {r"\bmuch: ": "how strong a colour is"},
    "debugger/tree/mass.js": {r"setProperty\(": "a colour", r"at[XY]\b.*place\.[xy]|place\.y \* high": "a place"},
    "debugger/tree/node.js": {r"setProperty\(|setAttribute\(": "a colour, a size"},
    "debugger/tree/picture.js": {r'setAttribute\("style"': "how it is drawn"},
    "debugger/tree/shapes.js": {r"`\+\$\{hidden\}`": "how many nodes are folded away"},
    "play/chance.js": {r"style\.width": "a length"},
}


def formatted(text: str) -> list[str]:
    """The lines of a script, without comments, that make a text of a number."""
    code = re.sub(r"/\*.*?\*/", lambda comment: "\n" * comment[0].count("\n"), text, flags=re.DOTALL)
    lines = (re.sub(r"(?:^|\s)//.*", "", line) for line in code.splitlines())
    return [line for line in lines if FORMATS.search(line)]


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: str(path.relative_to(STATIC)))
def test_the_page_makes_no_texts_of_values(path):
    allowed = ALLOWED.get(str(path.relative_to(STATIC)), {})
    lines = formatted(path.read_text())
    assert [line.strip() for line in lines if not any(re.search(pattern, line) for pattern in allowed)] == []
    assert [pattern for pattern in allowed if not any(re.search(pattern, line) for line in lines)] == []  # none is idle


@pytest.mark.parametrize(
    "line",
    [
        "write(value, thought.value.toFixed(2));",
        "return String(Number(value.toPrecision(6)));",
        "return value.toLocaleString();",
        "return new Intl.NumberFormat().format(value);",
        "const words = `${Math.round(100 * share)} %`;",
        'return `${value > 0 ? "+" : "−"}${size}`;',
        'return (value < 0 ? "-" : "") + size;',
        "const cost = `−${loss}`;",
        "const cost = `costs -${loss}`;",
        'return share * 100 + "%";',
        'return value === null ? "∞" : words;',
        "const words = `${last.text}: ${thought.value}`;",
        "write(label, String(known.mean));",
    ],
)
def test_such_lines_would_be_found(line):
    assert formatted(line) == [line]
    assert formatted(f"// {line}\n/** {line} */") == []


FORMAT_SPEC = re.compile(r":[<>^]?[+z ]?\d*\.?\d*[gfe%]\}|:\+")


@pytest.mark.parametrize("folder", ["web", "search/trace"])
def test_neither_the_web_nor_the_trace_formats_a_number_itself(folder):
    lines = [line for path in (PACKAGE / folder).rglob("*.py") for line in path.read_text().splitlines()]
    assert [line for line in lines if FORMAT_SPEC.search(line) and "seconds" not in line] == []
    assert FORMAT_SPEC.search('f"{mean:.3g}"')
    assert FORMAT_SPEC.search('f"{value:+.2f}"')


def test_every_number_of_an_analysis_has_its_text():
    nim = zermelo.load("nim:stones=7")
    found = zermelo.analyse(nim, player="minimax:compiled=false")
    told = analysis_report(found, 0, True)
    assert told["share_words"] == ["100%", "0%"]
    assert [one["words"] for one in told["candidates"]] == [value_words((found, one)) for one in found.ranked()]
    assert all((one["prior_words"], one["frequency_words"]) == ("", "") for one in told["candidates"])


def test_a_game_for_one_has_no_other_side_to_share_with():
    alone = zermelo.load("2048:rows=2,columns=2,goal=8")
    found = zermelo.analyse(alone, alone.parse_state("2/2 0/0"), player="expectiminimax:compiled=false,depth=1")
    assert analysis_report(found, 0, True)["share_words"] == []


def test_the_shares_of_two_sides_add_up():
    for thousandth in range(1001):
        first, second = (int(text.removesuffix("%")) for text in both_shares(thousandth / 1000))
        assert first + second == 100
        assert f"{first}%" == percent(thousandth / 1000) or thousandth % 10 == 5


def test_a_step_and_a_node_of_a_trace_have_their_texts():
    _, told = report_of(LECTURE, "alphabeta")
    assert [step["label"] for step in told["steps"][:6]] == ["", "", "3", "≤3", "12", "≤3"]
    assert told["steps"][0]["window"] == "α -∞  β +∞"
    assert [step["window"] for step in told["steps"] if step["event"] == "leaf"] == [""] * told["leaves"]
    cut = [node for node in told["nodes"] if node["state"] == "cut"]
    assert cut
    assert {node["label"] for node in cut} == {""}
    assert told["nodes"][0]["label"] == "3"


def test_a_simulation_has_its_texts():
    nim = zermelo.load("nim:stones=5")
    told = trace_report(nim, nim.initial(), algorithm="mcts", simulations=12)
    backups = [step for step in told["steps"] if step["phase"] == "backup"]
    for step in backups:
        for (_, visits, mean), label in zip(step["changes"], step["labels"], strict=True):
            assert abs(float(label) - mean) <= 0.001
            assert label != "-0"
            assert visits > 0
    ended = [step["window"] for step in told["steps"] if step["phase"] == "simulation"]
    assert set(ended) <= {"→ 1, -1", "→ -1, 1"}


def test_the_score_of_a_match_is_worded_as_on_the_command_line():
    entered = {
        "names": ["one", "two"], "points": "coins", "counts_points": True, "middle": 0.0, "scale": 1.0,
        "mean_name": "mean coins", "sides": [],
    }  # fmt: skip
    told = _score_report(entered, [Played(0, (3.0, -3.0)), Played(1, (1.0, -1.0)), Played(0, (0.0, 0.0))], 3)
    assert told["score_words"] == "50.0%"
    assert told["elo_words"] == elo_words(elo(1, 1, 1))
    assert told["means_words"].startswith("mean coins: +0.6667 (95% between -")
    assert ") for A, -0.6667 (95% between " in told["means_words"]


ANOTHER = """
import json, zermelo.numerals as numerals


def another(verb):
    return lambda *words, **more: verb(*words, **more).replace("-", "minus ")


for name in ("plain", "signed", "estimated", "settled"):
    setattr(numerals, name, another(getattr(numerals, name)))

import zermelo
from zermelo.web.worker.reports import analysis_report
from zermelo.web.worker.debugging.trace_report import trace_game, trace_report

game = trace_game("[[-3,-12,-8],[-7,-4,-6]]")
found, traced = zermelo.analyse(game, player="minimax:compiled=false"), zermelo.trace(game)
pages = [analysis_report(found, 0, True), trace_report(game, game.initial(), algorithm="alphabeta")]
pages.append(trace_report(game, game.initial(), algorithm="mcts", simulations=9))
analysis = str(found).partition("\\n\\n")[2]  # below the picture, which has the tree as it was typed
print(json.dumps([analysis, str(traced), repr(traced), traced.why("2.2"), *map(json.dumps, pages)]))
"""


def test_another_wording_of_values_is_made_in_one_file():
    """With other signs in `numerals` alone, all texts have them: of reports, of traces and of the page's messages."""
    told = subprocess.run([sys.executable, "-c", ANOTHER], capture_output=True, text=True, check=True)
    for text in json.loads(told.stdout):
        numbers = re.sub(r"(?<=[:,\[]) ?-[\d.]+(?=[,\]}])", "", text)  # the numbers of JSON keep their signs
        assert "minus " in text
        assert re.findall(r"[^\w]-(?:\d|∞).{0,9}", numbers) == []
