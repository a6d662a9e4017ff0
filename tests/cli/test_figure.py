"""`zermelo figure`."""

from __future__ import annotations

import json

from zermelo.figures import figures


def test_lists_the_figures_by_chapter(zermelo):
    code, out, err = zermelo("figure")
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert lines.index("minimax") < next(n for n, line in enumerate(lines) if line.split()[:1] == ["two-ply"])
    assert [one["name"] for one in json.loads(zermelo("figure", "--json")[1])["figures"]] == [
        one.name for one in figures()
    ]


def test_shows_one_with_its_question_and_its_numbers(zermelo):
    code, out, err = zermelo("figure", "two-ply")
    assert (code, err) == (0, "")
    assert "2 → ✂ cut" in out
    assert "Which action should MAX" in out
    assert "  leaves  7      (leaves by alphabeta)\n" in out


def test_draws_one(zermelo, tmp_path):
    code, out, err = zermelo("figure", "two-ply", "--svg", str(tmp_path / "tree.svg"))
    assert (code, out, err) == (0, "", "")
    assert (tmp_path / "tree.svg").read_text().startswith("<svg")


def test_every_verb_takes_one(zermelo):
    code, out, _ = zermelo("trace", "figure:two-ply")
    assert code == 0
    assert out.splitlines()[-1] == "worth 3 to MAX, best action a1; 7 leaves visited, 2 skipped"


def test_a_figure_is_traced_as_it_is_drawn(zermelo):
    """Its search and its depth, where nothing else is asked for."""
    assert "best action delay" in zermelo("trace", "figure:horizon-tree")[1]
    assert "best action accept" in zermelo("trace", "figure:horizon-tree", "--depth", "4")[1]
    out = zermelo("trace", "figure:open-lines-two-plies")[1]
    assert out.splitlines()[-1] == "worth 1 to MAX, best action b2; 72 leaves visited"
    found = json.loads(zermelo("trace", "figure:open-lines-two-plies", "-a", "alphabeta", "--json")[1])
    assert (found["algorithm"], found["value"]) == ("alphabeta", 1)
    assert found["leaves"] < 72
    assert zermelo("trace", "figure:tow-ply")[0] == 2


def test_mistakes_are_told(zermelo):
    assert zermelo("figure", "tow-ply")[::2] == (2, "zermelo: no figure is called 'tow-ply'; did you mean two-ply?\n")
    assert zermelo("figure", "--open")[::2] == (
        2,
        "zermelo: --open needs a figure's name; `zermelo figure` lists them\n",
    )


def test_a_tree_of_several_lines_is_only_named_where_one_plays_or_is_checked(zermelo):
    code, out, err = zermelo("play", "figure:coins", "random:seed=1", "random:seed=2", "--seed", "1")
    assert (code, err) == (0, "")
    assert out.splitlines()[:2] == ["tree: a game tree with 8 leaves", "MAX is random:seed=1, MIN is random:seed=2"]
    code, out, _ = zermelo("check", "figure:coins", "--games", "5", "--seconds", "5")
    assert code == 0
    assert out.startswith("tree: 5 random games, ")
