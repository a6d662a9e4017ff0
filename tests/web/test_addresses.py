"""Where the page shows a figure."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import zermelo
from zermelo.figures import figure, figures
from zermelo.web.addresses import WORDS, figure_address

ROUTE = Path(zermelo.__file__).parent / "web" / "static" / "common" / "route.js"


@pytest.mark.parametrize(
    ("name", "address"),
    [
        (
            "binary-16",
            "#/debugger?from=tree&tree=[[[[8,7],[3,0]],[[9,8],[0,0]]],[[[1,0],[8,9]],[[9,9],[0,0]]]]"
            "&algorithm=alphabeta",
        ),
        ("bins", "#/debugger/bins?from=game&algorithm=minimax"),
        ("horizon", "#/play/chess?position=6k1/5ppp/2p5/3p4/8/8/3Q1PPP/6K1%20w%20-%20-%200%201"),
        ("tic-tac-toe", "#/play/tic-tac-toe"),
        ("pacman-table", "#/play/pacman?layout=rooms"),
    ],
)
def test_trees_are_searched_and_positions_played(name, address):
    assert figure_address(figure(name)) == address


def test_every_figure_has_an_address():
    for one in figures():
        assert re.fullmatch(r"#/(debugger|play)(/[a-z0-9-]+)?(\?[^\s#]+)?", figure_address(one)), one.name


def test_the_words_of_an_address_are_those_of_the_page():
    table = re.search(r"const WORDS = \{(.*?)\n\};", ROUTE.read_text(), re.DOTALL)[1]
    words = set(re.findall(r'"(\w+)"', table)) - {"engines", "time", "match", "at"}  # of the comparison, of a lesson
    assert words == WORDS
