"""Learning curves."""

from __future__ import annotations

from xml.etree import ElementTree

from zermelo.learn.curve import series_of
from zermelo.show.reports.curve import curve_svg, curve_text

CURVE = [
    {"games": 100, "score against <random>": 0.5},
    {"games": 200, "score against <random>": 0.75, "points": -0.5},
    {"games": 400, "score against <random>": 1.0, "points": 1.5},
]


def test_as_text():
    assert curve_text(series_of(CURVE)).splitlines() == [
        "score against <random>  ▅▇█  50% to 100%",
        "points                  ▁█  -0.5 to 1.5",
        "                        from 100 to 400 games",
    ]
    assert curve_text(series_of(CURVE), unicode=False).isascii()
    assert curve_text([]) == ""


def test_losses_and_points_below_one_are_no_shares():
    curve = [{"games": games, "value loss": 0.5 / games, "points against it": 0.25} for games in (1, 2)]
    assert curve_text(series_of(curve)).splitlines()[:2] == [
        "value loss         █▅  0.5 to 0.25",
        "points against it  ██  0.25 to 0.25",
    ]


def test_a_long_curve_ends_with_its_last_point():
    long = [{"games": n, "score": n / 1000} for n in range(1, 1001)]
    line = curve_text(series_of(long), columns=20).splitlines()[0]
    assert line.endswith("█  0% to 100%")
    assert len(line) < 50


def test_as_svg():
    drawing = ElementTree.fromstring(curve_svg(series_of(CURVE), "pig & co"))
    lines = [one for one in drawing.iter() if one.tag.endswith("polyline")]
    assert [len(line.get("points").split()) for line in lines] == [3, 2]
