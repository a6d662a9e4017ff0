"""The prisoner's dilemma: to defect is better whatever the other does, and worse for both if both do it."""

from __future__ import annotations

from zermelo.game import Game
from zermelo.games._simultaneous import simultaneous

COOPERATE, DEFECT = 0, 1


def prisoners_dilemma(
    rounds: int = 1,
    temptation: float = 5.0,
    reward: float = 3.0,
    punishment: float = 1.0,
    sucker: float = 0.0,
) -> Game:
    """Both cooperate or defect at the same time, once or several times; after each round they see what was chosen.

    rounds (1 to 5,000): played one after the other.
    temptation: points for who defects while the other cooperates.
    reward: points for each if both cooperate.
    punishment: points for each if both defect.
    sucker: points for who cooperates while the other defects.
    """
    if not temptation > reward > punishment > sucker:
        raise ValueError(
            "a dilemma has temptation > reward > punishment > sucker, "
            f"not {temptation:g}, {reward:g}, {punishment:g}, {sucker:g}"
        )
    return simultaneous(
        ("cooperate", "defect"),
        [[(reward, reward), (sucker, temptation)], [(temptation, sucker), (punishment, punishment)]],
        rounds,
        label="Prisoner's Dilemma",
        summary="cooperate or defect, without seeing what the other does",
        points="",
    )
