"""What Pac-Man scores, and the scores that a position can have."""

from __future__ import annotations

from zermelo.games.pacman.layout import Layout

STEP, FOOD, GHOST, WIN, LOSS = -1, 10, 200, 500, -500
SCARED = 40  # moves of a ghost after Pac-Man has eaten a capsule


def most_of(layout: Layout) -> int:
    """The highest score: every food, and every ghost after every capsule."""
    return WIN + FOOD * len(layout.food) + GHOST * len(layout.ghosts) * len(layout.capsules)


def check_score(layout: Layout, score: int, left: tuple[int, int], made: int, scared: int, is_lost: bool) -> None:
    """Raises ValueError unless a position can have the score.

    left: food and capsules that are left; made: moves; scared: ghosts; is_lost: Pac-Man was caught, or time is up.
    """
    food, capsules = left
    caught = len(layout.ghosts) * (len(layout.capsules) - capsules) - scared  # ghosts, at most
    if caught < 0:
        raise ValueError("a capsule that is eaten scares the ghosts, and each of them can be caught once")
    end = WIN if food == 0 else LOSS if is_lost else 0
    low, high = end + STEP * made, end + FOOD * (len(layout.food) - food) + GHOST * caught
    if not low <= score <= high:
        raise ValueError(f"the score is {low} to {high} after {made} moves and what is eaten, not {score}")
