"""The modules that files of the Berkeley course's Pac-Man project import, as far as searches need them."""

from __future__ import annotations

import builtins
import sys
import types
from typing import Any


def add_course_modules() -> None:
    """Puts the modules that files of the Berkeley course import in place, as far as its searches need them.

    A module of the same name beside the file comes first.
    """

    def raise_not_defined() -> None:
        raise NotImplementedError("util.raiseNotDefined()")

    class Agent:
        def __init__(self, index: int = 0) -> None:
            self.index = index

    class MultiAgentSearchAgent(Agent):
        def __init__(self, evalFn: Any = "scoreEvaluationFunction", depth: Any = "2") -> None:  # noqa: N803
            super().__init__()
            self.depth, self.evaluationFunction = int(depth), lambda state: state.getScore()

    class Directions:
        NORTH, SOUTH, EAST, WEST, STOP = "North", "South", "East", "West", "Stop"

    class GameState:
        """Only to be named in annotations."""

    def lookup(name: str, names: dict[str, Any]) -> Any:
        return names[name.rpartition(".")[2]]

    def distance(one: Any, other: Any) -> Any:
        return abs(one[0] - other[0]) + abs(one[1] - other[1])

    contents: dict[str, dict[str, Any]] = {
        "util": {"raiseNotDefined": raise_not_defined, "lookup": lookup, "manhattanDistance": distance},
        "game": {"Agent": Agent, "Directions": Directions, "Actions": object},
        "pacman": {"GameState": GameState},
        "multiAgents": {"MultiAgentSearchAgent": MultiAgentSearchAgent},
    }
    for name, parts in contents.items():
        module = types.ModuleType(name)
        vars(module).update(parts)
        sys.modules.setdefault(name, module)
    for part in (MultiAgentSearchAgent, Agent):  # for a class that was pasted without its imports
        setattr(builtins, part.__name__, part)
