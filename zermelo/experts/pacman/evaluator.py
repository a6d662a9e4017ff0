"""Pac-Man: the score so far, the way to the food, and the ghosts that are near."""

from __future__ import annotations

from functools import lru_cache

from zermelo.evaluate.linear import Feature, Linear, Vector
from zermelo.games._words import has
from zermelo.games.pacman.ghosts import cell_of, scared_of
from zermelo.games.pacman.layout import read_layout
from zermelo.installed import np

NEAR = 4  # steps at which a ghost begins to be trouble
WEIGHTS = {
    "score": 1.0,
    "steps to the nearest food": -1.0,
    "steps that ghosts are too near": -2.0,
    "nearness of scared ghosts": 50.0,
}


def evaluator(layout: str, moves: int) -> Vector:
    """In points, as the utilities are. It avoids trouble: being near a ghost that is not scared."""
    maze = read_layout(layout)
    distances, meals = maze.distances, np.array(maze.food)
    ghosts, all_food, far = len(maze.ghosts), len(maze.food), len(maze.cells)

    def features(state):
        way = far
        for meal in range(all_food):
            if has(state.food, meal):
                way = min(way, distances[state.place, meals[meal]])
        trouble, prey = 0, 0.0
        for which in range(ghosts):
            steps = distances[state.place, cell_of(state.ghosts[which])]
            if scared_of(state.ghosts[which]) > 0:
                prey += 1.0 / (1.0 + steps)
            else:
                trouble += max(0, NEAR - steps)
        return float(state.score), float(way), float(trouble), prey

    return Vector(tuple(WEIGHTS), tuple(WEIGHTS.values()), features)


@lru_cache(maxsize=64)
def seeker(layout: str) -> Linear:
    """The opinion of ghosts that are after Pac-Man: how near they are, or how far while they are scared."""
    maze = read_layout(layout)
    distances, ghosts = maze.distances, len(maze.ghosts)

    def apart(state, player):
        steps = 0
        for which in range(ghosts):
            far = distances[state.place, cell_of(state.ghosts[which])]
            steps += -far if scared_of(state.ghosts[which]) > 0 else far
        return float(steps) if player == 0 else -float(steps)

    return Linear((Feature("steps between Pac-Man and the ghosts", 1.0, apart),))
