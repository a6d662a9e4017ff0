"""A blueprint for hold'em: a strategy for the abstract game (see abstraction.py), found by external sampling.

An iteration draws a deal and, for each player in turn, follows all of its actions and one action of the other, as
regrets say (Monte Carlo CFR). Later iterations count for more: after each block the sums shrink as in linear CFR.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from zermelo.bits import fraction, mix, step
from zermelo.compile.cache.tables import compiled_kernel, interpreted
from zermelo.experts.holdem.abstraction import (
    BUCKETS,
    DEALS,
    MOST_BUCKETS,
    ROUNDS,
    Abstraction,
    Deals,
    make_abstraction,
)
from zermelo.experts.holdem.betting import COUNT, FIRST, FOLDED, MOVER, ROUND, SLOT, STAKE, betting_of, is_holdem
from zermelo.experts.holdem.potential import CLASSES
from zermelo.experts.holdem.response import Response, respond
from zermelo.files.fields import whole
from zermelo.game import Game, ZermeloError
from zermelo.installed import np
from zermelo.solve.solution_file import read_solution_file, write_solution_file

BLOCK = 20_000  # iterations after which the sums shrink
MOST_DEPTH = 80  # decisions of one player in a hand


class Blueprint:
    """A strategy at work: `run` improves it, `shares` says what to play."""

    def __init__(
        self, game: Game, abstraction: Abstraction, deals: Deals, seed: int = 0, compiled: bool = True
    ) -> None:
        """Raises ZermeloError if the game is not hold'em or has too many ways to bet."""
        if not is_holdem(game):
            raise ZermeloError(f"a blueprint is for limit-holdem and no-limit-holdem, not for {game.name}")
        self.game, self.abstraction, self.deals, self.compiled = game, abstraction, deals, compiled
        self.betting = betting_of(game, abstraction.hands)
        self.sums = np.zeros((self.betting.slots, 2))  # see `trainer`
        self.iterations = 0
        self.numbers = np.zeros(NUMBERS, np.int64)
        self.numbers[NOISE], self.numbers[MOST] = mix(seed), int(self.betting.nodes[:, COUNT].max())
        self.numbers[SHRINK:HANDS] = abstraction.hands[-1] // np.array(abstraction.hands)

    def run(self, iterations: int | None = None, seconds: float | None = None) -> None:
        """Makes so many iterations, or as many as there is time for (at least one block)."""
        train, start, left = _kernel(self.compiled), time.monotonic(), iterations
        work = np.zeros(MOST_DEPTH * int(self.numbers[MOST]))
        while left is None or left > 0:
            number = BLOCK - self.iterations % BLOCK
            number = number if left is None else min(number, left)
            train(self.betting.nodes, self.sums, work, self.numbers, self.deals.hands, self.deals.outcomes, 0, number)
            self.iterations += number
            left = None if left is None else left - number
            if self.iterations % BLOCK == 0:
                blocks = self.iterations // BLOCK
                self.sums *= blocks / (blocks + 1)
            if seconds is not None and time.monotonic() - start >= seconds:
                break

    def shares(self, turns: tuple[int, ...], hand: int) -> Any:
        """The probability of each action after these turns (see HoldemState) with this hand, in the game's order."""
        node = self.betting.nodes[self.betting.node_of[turns]]
        low = node[SLOT] + hand * node[COUNT]
        found = self.sums[low : low + node[COUNT], 1]
        return found / found.sum() if found.sum() > 0 else np.full(len(found), 1.0 / len(found))

    def response(self) -> Response:
        """What the strategy is worth in the abstract game, and a best response to it, exactly."""
        return respond(self.betting.nodes, self.deals, self.abstraction.hands, self.sums[:, 1])

    def save(self, path: Path) -> None:
        """Writes all that is needed to play and to go on. Raises ZermeloError."""
        cuts = {f"cuts_{stage}": cut for stage, cut in enumerate(self.abstraction.cuts)}
        arrays = {
            "classes": self.abstraction.classes, "hands": self.deals.hands.astype(np.int32),
            "outcomes": self.deals.outcomes, "sums": self.sums, "noise": self.numbers[:1],
        }  # fmt: skip
        header = {"kind": KIND, "buckets": list(self.abstraction.buckets), "iterations": self.iterations}
        write_solution_file(path, self.game, header, {**arrays, **cuts})


KIND = "hold'em blueprint"


def new_blueprint(
    game: Game, buckets: Sequence[int] = BUCKETS, deals: int = DEALS, seed: int = 0, compiled: bool = True
) -> Blueprint:
    """A blueprint that knows nothing yet, over an abstraction that is made here. Raises ZermeloError."""
    return Blueprint(game, *make_abstraction(buckets, deals, seed, compiled), seed, compiled)


def load_blueprint(path: Path, game: Game, compiled: bool = True) -> Blueprint:
    """The blueprint in a file that `Blueprint.save` wrote for this game. Raises ZermeloError."""
    header, arrays = read_solution_file(path, game)
    if header.get("kind") != KIND:
        raise ZermeloError(f"{path} holds no blueprint for hold'em")
    try:
        abstraction, deals = _read_parts(header, arrays)
        iterations, noise, sums = whole(header["iterations"]), int(arrays["noise"][0]), arrays["sums"]
    except (KeyError, TypeError, ValueError, IndexError):
        raise ZermeloError(f"{path} holds no blueprint for hold'em: its parts do not fit together") from None
    found = Blueprint(game, abstraction, deals, 0, compiled)
    if sums.shape != found.sums.shape or sums.dtype != found.sums.dtype or not np.isfinite(sums).all():
        raise ZermeloError(f"{path} does not fit {game.title}: its rules have changed since")
    found.sums, found.iterations = np.array(sums), iterations
    found.numbers[NOISE] = noise
    return found


def _read_parts(header: Mapping[str, Any], arrays: Mapping[str, Any]) -> tuple[Abstraction, Deals]:
    """The abstraction and the deals of a file. Raises ValueError or KeyError where a kernel would read beyond them."""
    buckets = tuple(whole(size, 1, MOST_BUCKETS) for size in header["buckets"])
    if len(buckets) != ROUNDS:
        raise ValueError("there are four rounds")
    cuts = tuple(arrays[f"cuts_{stage}"] for stage in range(ROUNDS - 1))
    abstraction = Abstraction(buckets, arrays["classes"], cuts)
    shapes = [(hands, size - 1) for hands, size in zip(abstraction.hands, buckets[1:], strict=False)]
    deals = Deals(arrays["hands"].astype(np.int64), np.array(arrays["outcomes"]))
    if [cut.shape for cut in cuts] != shapes or not all(np.isfinite(cut).all() for cut in cuts):
        raise ValueError("the cuts are not those of the buckets")
    if abstraction.classes.shape != (CLASSES,) or not _are_below(abstraction.classes, buckets[0]):
        raise ValueError("a class has no bucket")
    if deals.outcomes.dtype.str != "|i1" or (*deals.outcomes.shape, 2) != deals.hands.shape:
        raise ValueError("the deals are not those of two players")
    if not _are_below(deals.hands, abstraction.hands[-1]) or not _are_below(deals.outcomes + 1, 3):
        raise ValueError("a hand or an outcome is not known")
    return abstraction, deals


def _are_below(numbers: Any, end: int) -> bool:
    """Are these whole numbers from 0 on, and are there some?"""
    return numbers.dtype.kind == "i" and numbers.size > 0 and bool(((numbers >= 0) & (numbers < end)).all())


# The numbers of a kernel at work: the noise, the longest list of actions, what the number of a hand on the river is
# divided by to get that of each round, the hands of both players on the river, and who wins: 1, 0, -1 for player 0
NOISE, MOST, SHRINK, HANDS, WON, NUMBERS = 0, 1, 2, 6, 8, 9


def trainer(jit: Callable[..., Any]) -> Callable[..., Any]:
    """train(nodes, sums, work, numbers, hands, outcomes, root, iterations).

    sums: [slot, 2] the regret of an action, and how much it was played; work: [decision, action] of one player.
    """

    @jit
    def draw(numbers):
        numbers[NOISE] = step(numbers[NOISE])
        return fraction(mix(numbers[NOISE]))

    @jit
    def walk(nodes, sums, work, numbers, node, player, depth):
        """What the hand that was dealt brings to the player from a node on."""
        mover = nodes[node, MOVER]
        while mover >= 0 and mover != player:
            count = nodes[node, COUNT]
            low = nodes[node, SLOT] + numbers[HANDS + mover] // numbers[SHRINK + nodes[node, ROUND]] * count
            above = 0.0
            for slot in range(low, low + count):
                above += max(sums[slot, 0], 0.0)
            drawn, chosen = draw(numbers), 0
            for action in range(count):
                share = max(sums[low + action, 0], 0.0) / above if above > 0.0 else 1.0 / count
                sums[low + action, 1] += share
                if drawn >= share and action < count - 1 and chosen == action:
                    drawn -= share
                    chosen += 1
            node = nodes[node, FIRST] + chosen
            mover = nodes[node, MOVER]
        if mover < 0:
            stake = float(nodes[node, STAKE] if mover == FOLDED else nodes[node, STAKE] * numbers[WON])
            return stake if player == 0 else -stake
        first, count, row = nodes[node, FIRST], nodes[node, COUNT], depth * numbers[MOST]
        low = nodes[node, SLOT] + numbers[HANDS + player] // numbers[SHRINK + nodes[node, ROUND]] * count
        for action in range(count):
            work[row + action] = walk(nodes, sums, work, numbers, first + action, player, depth + 1)
        above, worth = 0.0, 0.0
        for action in range(count):
            positive = max(sums[low + action, 0], 0.0)
            above += positive
            worth += positive * work[row + action]
        if above > 0.0:
            worth /= above
        else:
            worth = 0.0
            for action in range(count):
                worth += work[row + action] / count
        for action in range(count):
            sums[low + action, 0] += work[row + action] - worth
        return worth

    @jit
    def train(nodes, sums, work, numbers, hands, outcomes, root, iterations):
        for _ in range(iterations):
            deal = int(draw(numbers) * len(outcomes))
            swapped = 1 if draw(numbers) < 0.5 else 0
            numbers[HANDS] = hands[deal, swapped]
            numbers[HANDS + 1] = hands[deal, 1 - swapped]
            numbers[WON] = -outcomes[deal] if swapped else outcomes[deal]
            for player in range(2):
                walk(nodes, sums, work, numbers, root, player, root)

    return train


@cache
def _kernel(compiled: bool) -> Callable[..., Any]:
    if not compiled:
        return interpreted(trainer)
    table, whole = np.zeros((1, 2)), np.zeros((1, 2), np.int64)
    arrays = np.zeros((1, 6), np.int64), table, table[0], whole[0], whole, np.zeros(1, np.int8)
    return compiled_kernel("hold'em", "training", trainer, *arrays, 0, 1)
