"""Sequential halving: how few simulations are shared among the actions at the root (Danihelka et al. 2022).

PUCT spends most of its simulations on what the network likes best. Sequential halving gives the most likely actions the
same number each, keeps the better half of them, and so on, so that a good move with a small prior is not overlooked.
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Any

from zermelo.installed import np

CONSIDERED = 16  # the most actions of the root that are tried at all
VISIT_SCALE, VALUE_SCALE = 50.0, 0.2  # how values weigh against priors
LEAST_PRIOR = 1e-5  # a smaller prior counts as this


def rated(logit: Any, mean: Any, most: Any, half: Any) -> Any:
    """The score of an action by the logarithm of its prior and its mean.

    most: visits of the action that has most of them; half: of the range of utilities.
    """
    return logit + VALUE_SCALE * (VISIT_SCALE + most) * mean / half


def halving(actions: int, sims: int) -> list[int]:
    """For each simulation, how often the action to try next has been tried before.

    Each round gives every action that is left the same number of simulations, and leaves the better half for the next.
    """
    if actions <= 1:
        return list(range(sims))
    rounds = math.ceil(math.log2(actions))
    order: list[int] = []
    visits, left = [0] * actions, actions
    while len(order) < sims:
        for _ in range(max(1, sims // (rounds * left))):
            order += visits[:left]
            for i in range(left):
                visits[i] += 1
        left = max(2, left // 2)
    return order[:sims]


@lru_cache(maxsize=16)
def schedule_for(considered: int, sims: int) -> Any:
    """The schedules for 0, 1 … `considered` actions: [actions, simulation]."""
    rows = [[0] * sims, *(halving(actions, sims) for actions in range(1, considered + 1))]
    return np.array(rows, np.int32).reshape(-1)
