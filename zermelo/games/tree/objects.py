"""Trees made of numbers, lists, tuples and dicts, as Python and JSON have them."""

from __future__ import annotations

import math
from collections.abc import Mapping
from difflib import get_close_matches
from numbers import Real
from typing import Any

from zermelo.games.tree.brackets import Steps
from zermelo.games.tree.labels import read_player
from zermelo.games.tree.numbers import LEVELS, read_probability
from zermelo.games.tree.written import Branch, Sketch, Written

KEYS = ("player", "name", "children", "probabilities", "value", "evaluation", "wins", "visits", "action", "probability")


def sketch_of(value: Any, places: Mapping[Steps, str] | None = None) -> Sketch:
    """The tree that a value is. places: where its parts stand in a text. Raises ValueError with one line."""
    return _Objects(value, places or {}).sketch()


class _Objects:
    def __init__(self, value: Any, places: Mapping[Steps, str]) -> None:
        self.value, self.places = value, places
        self.has_squares = _holds(value, list | Mapping)  # else round brackets are those of lists

    def sketch(self) -> Sketch:
        root = self.node(self.value, (), (), 0)
        remarks = []
        sizes = {len(leaf) for leaf in _innermost(self.value)}
        if isinstance(self.value, tuple) and not self.has_squares and len(sizes) == 1 and _holds(self.value[0], tuple):
            remarks.append(
                "round brackets alone are read as lists: a tree for two players; the utilities of several players "
                "stand in round brackets inside square ones, [(1,2,6),(4,3,3)]"
            )
        return Sketch(root, tuple(remarks))

    def node(self, value: Any, steps: Steps, path: tuple[str, ...], level: int) -> Written:
        """steps: where it lies in the whole value. path: the actions that lead to it."""
        place = self.place(steps, path)
        if level > LEVELS:
            raise ValueError(f"{place}: the tree is too high: at most {LEVELS} levels")
        if isinstance(value, Mapping):
            return self.said(value, steps, path, level, place)
        if isinstance(value, tuple) and self.has_squares and len(value) > 1 and all(map(_is_number, value)):
            return Written(numbers=self.numbers(value, place), place=place, is_bare=False)
        if isinstance(value, list | tuple):
            if not value:
                raise ValueError(f"{place}: the list of children is empty; a leaf is a number, as in [3, 12]")
            return Written(self.branches(value, steps, path, level, place), place=place)
        return Written(numbers=self.numbers(value, place), place=place)

    def said(self, value: Mapping[str, Any], steps: Steps, path: tuple[str, ...], level: int, place: str) -> Written:
        """A node that is written as an object."""

        def at(key: str) -> str:
            return self.places.get((*steps, key), place)

        for key in value:
            if key not in KEYS:
                near = get_close_matches(str(key), KEYS, 1)
                hint = f"; did you mean '{near[0]}'?" if near else ""
                raise ValueError(f"{at(key)}: {_quoted(key)} is unknown; a node has {', '.join(KEYS)}{hint}")
        counts = self.counts(value, place)
        has_children = "children" in value
        if has_children == ("value" in value) and (has_children or counts is None):
            hint = "; what an inner node is worth where a search is cut off is its 'evaluation'" if has_children else ""
            raise ValueError(f"{place}: a node has children, a leaf has a value; here are both or neither{hint}")
        if "evaluation" in value and not has_children:
            raise ValueError(f"{place}: an evaluation belongs to a node with children; a leaf has a 'value'")
        which = "evaluation" if has_children else "value"
        number = value.get(which)
        numbers = () if which not in value else self.numbers(number, at(which))
        player = self.player(value["player"], at("player")) if "player" in value else ""
        name = " ".join(str(value.get("name", "")).split())
        branches: tuple[Branch, ...] = ()
        if has_children:
            is_outcomes = player == "chance" and "probabilities" not in value
            branches = self.branches(value["children"], (*steps, "children"), path, level, place, is_outcomes)
            branches = self.with_probabilities(branches, value.get("probabilities"), player, at("probabilities"))
        return Written(branches, player, name, numbers, counts, False, place)

    def branches(
        self, children: Any, steps: Steps, path: tuple[str, ...], level: int, place: str, is_outcomes: bool = False
    ) -> tuple[Branch, ...]:
        """is_outcomes: named children come with their probabilities, {"heads": [0.5, child]}."""
        if not isinstance(children, list | tuple | Mapping):
            raise ValueError(
                f"{place}: children are a list, or an object with the names of the actions, not {_quoted(children)}"
            )
        if not children:
            raise ValueError(f"{place}: the list of children is empty; a leaf is a number, as in [3, 12]")
        named = isinstance(children, Mapping)
        items = list(children.items()) if isinstance(children, Mapping) else list(enumerate(children))
        found: list[Branch] = []
        for key, child in items:
            action = " ".join(str(key).split()) if named else ""
            probability, below = None, (*steps, key)
            if named and is_outcomes and isinstance(child, list | tuple) and len(child) == 2:
                probability, child, below = self.probability(child[0], (*below, 0), place), child[1], (*below, 1)
            elif named and is_outcomes and not (isinstance(child, Mapping) and "probability" in child):
                raise ValueError(f"{self.place(below, path)}: the outcome '{action}' of chance should be [0.5, child]")
            if isinstance(child, Mapping):
                action = " ".join(str(child.get("action", action)).split())
                if "probability" in child:
                    probability = self.probability(child["probability"], (*below, "probability"), place)
            step = action or str(len(found) + 1)
            node = self.node(child, below, (*path, step), level + 1)
            found.append(Branch(node, action, probability, node.place))
        return tuple(found)

    def with_probabilities(
        self, branches: tuple[Branch, ...], said: Any, player: str, place: str
    ) -> tuple[Branch, ...]:
        """The branches with the probabilities that stand in a list beside them."""
        if said is None:
            return branches
        if player and player != "chance":
            raise ValueError(f'{place}: probabilities belong to a chance node; write "player": "chance"')
        if not isinstance(said, list | tuple) or len(said) != len(branches):
            found = len(said) if isinstance(said, list | tuple) else _quoted(said)
            raise ValueError(f"{place}: {len(branches)} children need {len(branches)} probabilities, not {found}")
        return tuple(
            Branch(branch.node, branch.action, self.probability(word, (), place), branch.place)
            for branch, word in zip(branches, said, strict=True)
        )

    def numbers(self, value: Any, place: str) -> tuple[float, ...]:
        """One number, or one per player."""
        numbers = value if isinstance(value, list | tuple) else (value,)
        for number in numbers:
            if not _is_number(number) or not math.isfinite(number):
                raise ValueError(f"{place}: a leaf is worth a number such as 3, not {_quoted(number)}")
        if not numbers:
            raise ValueError(f"{place}: a leaf is worth a number such as 3, not {_quoted(value)}")
        return tuple(float(number) for number in numbers)

    def counts(self, value: Mapping[str, Any], place: str) -> tuple[float, float] | None:
        if "wins" not in value and "visits" not in value:
            return None
        wins, visits = value.get("wins"), value.get("visits")
        for number in (wins, visits):
            if not _is_number(number) or not math.isfinite(number):  # type: ignore[arg-type]
                raise ValueError(f'{place}: counts are two numbers, as in "wins": 37, "visits": 100')
        return float(wins), float(visits)  # type: ignore[arg-type]

    def player(self, said: Any, place: str) -> str:
        """max, min, chance, P1 or player 1 (from 1), or a number (from 0)."""
        player = f"P{said + 1}" if isinstance(said, int) and not isinstance(said, bool) else read_player(str(said))
        if not player:
            raise ValueError(f"{place}: {_quoted(said)} is not a player; write max, min, chance or P1, P2, …")
        return player

    def probability(self, said: Any, steps: Steps, place: str) -> float:
        place = self.places.get(steps, place) if steps else place
        found = float(said) if _is_number(said) else read_probability(said) if isinstance(said, str) else None
        if found is None or not 0 <= found <= 1:
            raise ValueError(f'{place}: a probability is a number from 0 to 1, "1/4" or "25%", not {_quoted(said)}')
        return found

    def place(self, steps: Steps, path: tuple[str, ...]) -> str:
        return self.places.get(steps) or (f"at {'.'.join(path)}" if path else "at the root")


def _holds(value: Any, kind: Any) -> bool:
    """Is a value, or a part of it, of this kind?"""
    if isinstance(value, kind):
        return True
    return isinstance(value, list | tuple) and any(_holds(part, kind) for part in value)


def _innermost(value: Any) -> list[Any]:
    """The tuples that hold numbers only."""
    if not isinstance(value, tuple):
        return []
    return [value] if all(map(_is_number, value)) else [found for part in value for found in _innermost(part)]


def _is_number(value: Any) -> bool:
    return isinstance(value, Real) and not isinstance(value, bool)


def _quoted(value: Any) -> str:
    text = " ".join(str(value).split())
    return f"'{text[:29]}…'" if len(text) > 30 else f"'{text}'"
