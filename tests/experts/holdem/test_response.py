"""Best responses in the abstract game, next to a slow twin that groups deals by what the responder knows."""

from __future__ import annotations

import pytest
from experts.holdem.small import small_blueprint

import zermelo
from zermelo.experts.holdem.betting import COUNT, FIRST, FOLDED, MOVER, ROUND, SHOWDOWN, STAKE


def plain_value(blueprint, player, responds, node=0, deals=None):
    """What the player's strategy, or its best response, wins in the mean over deals [(hands, outcome, weight)]."""
    if deals is None:
        pairs = list(zip(blueprint.deals.hands.tolist(), blueprint.deals.outcomes.tolist(), strict=True))
        deals = [((a, b), won, 0.5 / len(pairs)) for (a, b), won in pairs]
        deals += [((b, a), -won, weight) for (a, b), won, weight in deals]
    row = blueprint.betting.nodes[node]
    sign = 1 if player == 0 else -1
    if row[MOVER] == FOLDED:
        return sum(weight * sign * row[STAKE] for _, _, weight in deals)
    if row[MOVER] == SHOWDOWN:
        return sum(weight * sign * row[STAKE] * won for _, won, weight in deals)
    shrink = blueprint.abstraction.hands[-1] // blueprint.abstraction.hands[row[ROUND]]
    turns = next(turns for turns, place in blueprint.betting.node_of.items() if place == node)
    children = range(row[FIRST], row[FIRST] + row[COUNT])

    def shares(deal):
        return blueprint.shares(turns, deal[0][row[MOVER]] // shrink)

    if row[MOVER] == player and responds:
        total = 0.0
        for hand in {deal[0][player] // shrink for deal in deals}:
            fitting = [deal for deal in deals if deal[0][player] // shrink == hand]
            total += max(plain_value(blueprint, player, True, child, fitting) for child in children)
        return total
    return sum(
        plain_value(
            blueprint,
            player,
            responds,
            child,
            [(hands, won, weight * shares((hands, won, weight))[place]) for hands, won, weight in deals],
        )
        for place, child in enumerate(children)
    )


@pytest.mark.parametrize("game", ["limit-holdem:most_bets=1", "no-limit-holdem:stack=4,bets=1"])
def test_values_and_best_responses_are_those_of_the_twin(game):
    blueprint = small_blueprint(deals=12, game=zermelo.load(game))
    blueprint.run(10)
    found = blueprint.response()
    for player in (0, 1):
        assert found.values[player] == pytest.approx(plain_value(blueprint, player, False))
        assert found.best[player] == pytest.approx(plain_value(blueprint, player, True))
    assert sum(found.values) == pytest.approx(0.0)
    assert found.exploitability == pytest.approx(sum(found.best) / 2)
