"""What docstrings tell of games: the rules of each, and each parameter with its bounds, which are the true ones."""

from __future__ import annotations

import inspect

import pytest

from zermelo.adapters.docstrings import Parameter, read_docstring
from zermelo.loading import factory_of, game_names, load, parameters_of, problem_names

NAMES = [*game_names(), *problem_names()]
OPEN = {"tree"}  # its parameters are texts


def test_rules_and_parameters_are_told_apart():
    text = """Take some in turn; the last one wins: that is all.

    There are `two` players. The pile: it shrinks.

    stones (1 to 1,000): in the pile. most (1 or more): that can be taken
        at once.
    order (random, up or down): of play.

    >>> this is not told
    """
    rules, about = read_docstring(text, ["stones", "most", "order", "last"])
    assert rules == "Take some in turn; the last one wins: that is all.\n\nThere are two players. The pile: it shrinks."
    assert about == {
        "stones": Parameter("in the pile.", "1 to 1,000", 1, 1000),
        "most": Parameter("that can be taken at once.", "1 or more", 1, None),
        "order": Parameter("of play.", "random, up or down", choices=("random", "up", "down")),
    }


@pytest.mark.parametrize(
    "text",
    [
        "Play.\n\nArgs:\n    size (int): of the board.\n    swap (bool, optional): may sides swap?\n\nReturns:\n    x",
        "Play.\n\n:param size: of the board.\n:param swap: may sides swap?\n:returns: x",
    ],
)
def test_other_styles_are_read(text):
    rules, about = read_docstring(text, ["size", "swap"])
    assert rules == "Play."
    assert {name: (one.words, one.range) for name, one in about.items()} == {
        "size": ("of the board.", ""),
        "swap": ("may sides swap?", ""),
    }


@pytest.mark.parametrize("name", NAMES)
def test_every_game_has_a_name_its_rules_and_a_line_for_each_parameter(name):
    game, known = load(name), parameters_of(factory_of(name))
    assert game.label
    assert game.heading == game.label
    assert len(game.rules) > 40
    assert set(game.about) == set(known), set(known) - set(game.about)
    assert inspect.getdoc(factory_of(name)).split("\n")[0].endswith(".")


@pytest.mark.parametrize("name", [name for name in NAMES if name not in OPEN])
def test_bounds_and_choices_are_those_of_the_rules(name):
    factory = factory_of(name)
    for parameter, told in load(name).about.items():
        default = parameters_of(factory)[parameter]
        if isinstance(default, int) and not isinstance(default, bool) and not told.choices:
            assert told.least is not None or parameter in ("seed", "goal"), parameter
        for bound, step in ((told.least, -1), (told.most, 1)):
            assert bound is None or refusal(factory, parameter, bound + step), (parameter, bound)
        if told.choices:
            assert str(default) in told.choices
            assert refusal(factory, parameter, type(default)("7"))
        for choice in told.choices:
            assert "must be" not in refusal(factory, parameter, type(default)(choice)), (parameter, choice)


def refusal(factory, parameter, value):
    """Why the game cannot be had with this value; "" if it can."""
    try:
        factory(**{parameter: value})
    except ValueError as error:
        return str(error)
    return ""
