"""The states that fit what a player knows, kept from one of its moves to the next: all of them, or weighted particles.

A particle is a state with what every player knows in it, and a weight: the probability of the way there. They are moved
on ply by ply along what the player saw and did; those that would have shown it something else are dropped. As long as
there are few states to look at, all are kept, and the weights are exact. Where there are more, they are thinned to a
fixed number whose weights stand for all. Particles that all die out are drawn again from the start of the game, at last
by a search that ends only where a state is found. The true state is never asked.
"""

from __future__ import annotations

import random
from bisect import bisect_left
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import accumulate

from zermelo.by_value import hashable
from zermelo.game import CHANCE, Game, ZermeloError
from zermelo.hidden.deals import Deal, Model, TooManyDeals, uniformly
from zermelo.knowledge import DID, Knowledge, after, at_start

MOST = 300  # particles
LOOKS = 3000  # states that are looked at before particles are thinned: a tenth of a second
FEW = 32  # particles that the last resort looks for
LONGEST = 1_000_000  # states that it looks at where the player joined later, and perhaps nothing fits
DRAWN = 4  # if fewer than 1/DRAWN of the drawn particles survive, all successors are looked at instead
SMALL = 1e-100  # a total weight that is scaled up


class Particles:
    """The states that fit what one player knows."""

    def __init__(
        self,
        game: Game,
        noise: random.Random | None = None,
        model: Model | None = None,
        most: int = MOST,
        looks: int = LOOKS,
    ) -> None:
        """most: particles that are kept where there are too many states to look at.

        looks: how many states are looked at for one move before that. model: how the others are taken to play.
        """
        self.game, self.noise, self.most, self.looks = game, noise or random.Random(), most, looks
        self.model: Model = model or uniformly
        self.is_exact = True  # are these all states that fit, with their exact probabilities?
        self._knowledge: Knowledge | None = None
        self._kept: list[Deal] = []

    def forget(self) -> None:
        """Begins another game."""
        self._knowledge, self._kept, self.is_exact = None, [], True

    def at(self, knowledge: Knowledge, thins: bool = True) -> list[Deal]:
        """The states that fit; their weights add up to 1. Continues from the last call if the same game went on.

        thins: False raises TooManyDeals where they would have to be thinned.
        Raises ZermeloError if no state fits, which no game that keeps the contract's laws leads to.
        """
        chain = knowledge.chain
        begun = self._continued(chain)
        if begun is None:
            self.forget()
            begun = [self._first()]
        found = self._moved_on(begun, chain, self.most, self.looks, thins)
        if not found and not self.is_exact:
            found = self._moved_on([self._first()], chain, 8 * self.most, 8 * self.looks, thins)
            found = found or self._searched_for(chain)
        if not found and self.model is not uniformly:  # which did not expect what happened
            self.model, model = uniformly, self.model
            try:
                return self.at(knowledge, thins)
            finally:
                self.model = model
        if not found:
            raise ZermeloError(f"no state of {self.game.name} fits what player {knowledge.player + 1} knows")
        total = sum(one.weight for one in found)
        self._kept = [Deal(one.state, one.known, one.weight / total) for one in found]
        self._knowledge = knowledge
        return self._kept

    def _first(self) -> Deal:
        start = self.game.initial()
        return Deal(start, at_start(self.game, start), 1.0)

    def _continued(self, chain: Sequence[Knowledge]) -> list[Deal] | None:
        """The particles of the last call, if what was known then is the beginning of what is known now."""
        last = self._knowledge
        if last is None or last.depth >= len(chain) or chain[last.depth] != last:
            return None
        mine = chain[last.depth]  # the same objects are compared faster
        return [Deal(one.state, _with(one.known, mine), one.weight) for one in self._kept]

    def _moved_on(
        self, begun: Iterable[Deal], chain: Sequence[Knowledge], most: int, looks: int, thins: bool = True
    ) -> list[Deal]:
        """The particles that reach the end of the chain."""
        arrived: dict[object, Deal] = {}
        waiting: dict[object, Deal] = {}
        looked_at = 0
        for one in begun:
            add_deal(arrived if _is_there(one, chain) else waiting, one)
        while waiting:
            further: list[Deal] = []
            if looked_at > looks and len(waiting) >= most // DRAWN:
                self.is_exact = False
                further = self._drawn(waiting.values(), chain, most)
            if len(further) < len(waiting) // DRAWN or looked_at <= looks:  # too few survive, or all can be kept
                further = []
                for one in waiting.values():
                    further += self._after(one, chain)
                    if looked_at + len(further) > looks and not thins:
                        raise TooManyDeals(f"more than {looks:,} states of {self.game.name} may fit what is known")
                looked_at += len(further)
            following: dict[object, Deal] = {}
            for one in further:
                add_deal(arrived if _is_there(one, chain) else following, one)
            if looked_at > looks and len(following) > most:
                self.is_exact = False
                following = {id(one): one for one in thinned(list(following.values()), most, self.noise)}
            if sum(one.weight for one in (*arrived.values(), *following.values())) < SMALL:
                arrived, following = _scaled_up(arrived), _scaled_up(following)
            waiting = following
        found = list(arrived.values())
        if len(found) > most and looked_at > looks:
            self.is_exact = False
            return thinned(found, most, self.noise)
        return found

    def _drawn(self, waiting: Collection[Deal], chain: Sequence[Knowledge], most: int) -> list[Deal]:
        """What follows the particles, where one thing is drawn for each, or a few: about `most`, less what died."""
        times = max(1, most // len(waiting))
        return [
            Deal(after.state, after.known, one.weight / times)
            for one in waiting
            for _ in range(times)
            for after in self._after(one, chain, draws=True)
        ]

    def _after(self, one: Deal, chain: Sequence[Knowledge], draws: bool = False) -> Iterator[Deal]:
        """The particles after one that still fit: one ply on, or the same state where the player may have joined.

        draws: only one action or outcome is tried, drawn by its probability, for the whole weight.
        """
        game, player, end = self.game, chain[0].player, len(chain) - 1
        state, known = one.state, one.known
        if game.is_terminal(state):
            return
        mover, mine, has_joined = game.to_move(state), known[player], _has_joined(one, chain)
        if not has_joined and chain[0].seen(game, state) == chain[1]:
            yield Deal(state, _with(known, chain[1]), one.weight)
        if mover == CHANCE:
            moves = game.outcomes(state)
        elif mover == player and has_joined:
            moves = [(chain[mine.depth + 1].what, 1.0)] if chain[mine.depth + 1].kind == DID else []
        elif mover == player:
            moves = uniformly(game, state, mine)
        else:
            moves = list(self.model(game, state, known[mover]))
        if draws and len(moves) > 1:
            moves = [(self.noise.choices(moves, [chance for _, chance in moves])[0][0], 1.0)]
        for action, chance in moves:
            following = game.result(state, action)
            sees = (mine.done(action) if mover == player else mine).seen(game, following)
            if has_joined:
                if sees.depth > end or sees != chain[sees.depth]:
                    continue
                sees = chain[sees.depth]
            if chance > 0.0:
                others = after(game, [other for other in known if other.player != player], state, action, following)
                yield Deal(following, (*others[:player], sees, *others[player:]), one.weight * chance)

    def _searched_for(self, chain: Sequence[Knowledge]) -> list[Deal]:
        """A few particles found depth first, however long that takes where the player was there from the start."""
        found: list[Deal] = []
        waiting, looked_at = [self._first()], 0
        while waiting:
            looked_at += 1
            if looked_at > LONGEST and (found or chain[0].joined):
                break
            one = waiting.pop()
            further = list(self._after(one, chain))
            self.noise.shuffle(further)
            for next_one in further:
                (found if _is_there(next_one, chain) else waiting).append(next_one)
            if len(found) >= FEW:
                break
        return found


def thinned(deals: Sequence[Deal], most: int, noise: random.Random) -> list[Deal]:
    """At most so many of the deals, drawn by their weights, which stand for all: their weights add up to the same.

    They are drawn at even distances (systematic resampling), so that a deal of a large weight is always among them.
    """
    if len(deals) <= most:
        return list(deals)
    sums = list(accumulate(one.weight for one in deals))
    step, start = sums[-1] / most, noise.random()
    counts: dict[int, int] = {}
    for number in range(most):
        place = min(bisect_left(sums, (number + start) * step), len(deals) - 1)
        counts[place] = counts.get(place, 0) + 1
    return [Deal(deals[place].state, deals[place].known, count * step) for place, count in counts.items()]


def _has_joined(one: Deal, chain: Sequence[Knowledge]) -> bool:
    """Does the player's knowledge in this particle begin where the chain does: at the start, or where it joined?"""
    return one.known[chain[0].player].joined == chain[0].joined


def _is_there(one: Deal, chain: Sequence[Knowledge]) -> bool:
    """Is it at the end of the chain?"""
    return _has_joined(one, chain) and one.known[chain[0].player].depth == len(chain) - 1


def _with(known: tuple[Knowledge, ...], mine: Knowledge) -> tuple[Knowledge, ...]:
    return tuple(mine if one.player == mine.player else one for one in known)


def add_deal(deals: dict[object, Deal], one: Deal) -> None:
    """Adds a particle; one in the same state, in which all know the same, becomes heavier."""
    key = hashable(one.state), one.known
    before = deals.get(key)
    deals[key] = one if before is None else Deal(one.state, one.known, before.weight + one.weight)


def _scaled_up(deals: dict[object, Deal]) -> dict[object, Deal]:
    return {key: Deal(one.state, one.known, one.weight / SMALL) for key, one in deals.items()}
