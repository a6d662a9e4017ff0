"""Best responses in the abstract game of hold'em, exactly.

The betting is walked once for each player who responds. At every node there is a vector over the responder's hands,
what each wins, weighted by how likely the opponent and the deal lead there; hands meet by the matrices of the deals.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from zermelo.experts.holdem.abstraction import Deals
from zermelo.experts.holdem.betting import COUNT, FIRST, FOLDED, MOVER, ROUND, SHOWDOWN, SLOT, STAKE
from zermelo.installed import np


@dataclass(frozen=True)
class Response:
    """What a strategy brings to both players, and what a best response would."""

    values: tuple[float, float]  # of each player's own strategy, in chips per hand
    best: tuple[float, float]

    @property
    def exploitability(self) -> float:
        """How much a player could gain by a best response, in the mean of both seats, in chips per hand."""
        return (sum(self.best) - sum(self.values)) / 2


def respond(nodes: Any, deals: Deals, hands: tuple[int, ...], played: Any) -> Response:
    """The value of a strategy, and of best responses to it.

    nodes: see betting.py; hands: [round] how many there are; played: [slot] how often each action was played.
    """
    met, won = zip(*(deals.joint(hands, stage) for stage in range(len(hands))), strict=True)

    def strategy(node: int) -> Any:
        """The probabilities of the actions, [hand, action]."""
        count, many = int(nodes[node, COUNT]), hands[nodes[node, ROUND]]
        low = int(nodes[node, SLOT])
        sums = played[low : low + count * many].reshape(many, count)
        whole = sums.sum(axis=1, keepdims=True)
        return np.where(whole > 0, sums / np.where(whole > 0, whole, 1.0), 1.0 / count)

    def walk(node: int, stage: int, reach: Any, player: int) -> Any:
        """[2, hand of `stage`] what the player's own strategy and its best response win. reach: by the other's hand."""
        here = int(nodes[node, ROUND])
        if here > stage:
            more = hands[here] // hands[stage]
            found = walk(node, here, np.repeat(reach, more), player)
            return found.reshape(2, hands[stage], more).sum(axis=2)
        mover, stake = int(nodes[node, MOVER]), float(nodes[node, STAKE])
        if mover == FOLDED:
            return np.tile((stake if player == 0 else -stake) * (met[here] @ reach), (2, 1))
        if mover == SHOWDOWN:
            return np.tile(stake * (won[here] @ reach), (2, 1))
        shares = strategy(node)
        children = range(int(nodes[node, FIRST]), int(nodes[node, FIRST] + nodes[node, COUNT]))
        if mover != player:
            return sum(walk(child, here, reach * shares[:, place], player) for place, child in enumerate(children))
        below = np.array([walk(child, here, reach, player) for child in children])  # [action, 2, hand]
        return np.array([(below[:, 0] * shares.T).sum(axis=0), below[:, 1].max(axis=0)])

    both = [walk(0, 0, np.ones(hands[0]), player).sum(axis=1) for player in (0, 1)]
    return Response((float(both[0][0]), float(both[1][0])), (float(both[0][1]), float(both[1][1])))
