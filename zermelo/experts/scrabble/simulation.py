"""What follows a turn: the answer of the other and the next turn of one's own, over deals that fit what is known.

A turn's worth at first sight, its score and what it keeps, is a good guess. What the deals tell is added to it: how
much more than after the first turn is gained by what follows, over the same deals. Few deals tell little, so it counts
by how many they are: over many positions the true differences between turns are about as large as the errors of means
over `ANSWERS` deals, of answers, and over `REPLIES` deals, of what follows them.
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Sequence
from itertools import combinations, permutations
from typing import Any

from zermelo.experts.scrabble.ending import Endings
from zermelo.experts.scrabble.following import Followed, Follower
from zermelo.experts.scrabble.guessing import Guess, last_play
from zermelo.experts.scrabble.judging import Judge, Turn
from zermelo.game import Game
from zermelo.games.scrabble.plays import PASS, is_exchange, without
from zermelo.knowledge import Knowledge
from zermelo.search.time.deadline import Deadline

LEAST = 12  # deals before a turn is left out, and between two times that some are
CLEAR = 2.0  # standard errors by which the leader is ahead of a turn that is left out
ANSWERS, REPLIES = 8.0, 20.0  # deals; see above. Measured: 7.9²/2.9² and 13.9²/3.2²
NODES = 1500  # of an ending whose tiles are guessed


class Simulation:
    """Compares some turns over the same deals."""

    def __init__(
        self, game: Game, judge: Judge, known: Knowledge, view: Any, turns: Sequence[Turn], noise: random.Random,
        guesses: bool = True,
    ) -> None:  # fmt: skip
        """turns: the best at first sight first. guesses: are deals weighted by the last play of the other?"""
        self.game, self.judge, self.known, self.view, self.turns, self.noise = game, judge, known, view, turns, noise
        self.tiles, self.deals = judge.finder.tiles, 0
        self.unseen = without(self.tiles.all, _seen(view))
        play = last_play(judge, known) if guesses else None
        self.guess = Guess(judge, self.unseen, view.sizes[1 - view.player], play, noise)
        self.follower = Follower(judge, view.board, turns)
        self.found: list[list[Followed]] = [[] for _ in turns]  # [turn] what followed it in each deal

    @property
    def answers(self) -> dict[int, list[float]]:
        """What the other scored after each turn, in each deal."""
        return {turn.action: [one.scored for one in found] for turn, found in zip(self.turns, self.found, strict=True)}

    def run(self, deadline: Deadline, sims: int | None) -> dict[int, float]:
        """The worth of each turn with what follows, until the leader is clear or the time is over."""
        running = list(range(len(self.turns)))
        if not self.view.bag:
            sims = 1  # nothing is hidden
        while len(running) > 1 and (sims is None or self.deals < sims):
            theirs, order = self.guess.draw()
            followed = self.follower.follow(theirs, order, running)
            if deadline.is_over and self.deals:
                break  # all turns have the same deals
            for number, one in zip(running, followed, strict=True):
                self.found[number].append(one)
            self.deals += 1
            if self.deals % LEAST == 0:
                running = self._contenders(running)
            if deadline.is_over:
                break
        if not self.deals:
            return {}
        base = self.turns[0].score + _mean([one.worth for one in self.found[0]])
        return {turn.action: base + self.ahead(number) for number, turn in enumerate(self.turns) if self.found[number]}

    def ahead(self, number: int) -> float:
        """How much more a turn is worth than the first one, with what follows."""
        own, first = self.turns[number], self.turns[0]
        return own.worth - first.worth + _mean(self._gaps(number, 0))

    def _gaps(self, one: int, other: int) -> list[float]:
        """[deal] how much more than at first sight a turn brings than another one, as far as so many deals tell it."""
        deals = min(len(self.found[one]), len(self.found[other]))
        answers, replies = deals / (deals + ANSWERS), deals / (deals + REPLIES)
        if not self.view.bag:
            answers = replies = 1.0
        leave = self.turns[one].leave - self.turns[other].leave
        return [
            answers * (theirs.answer - mine.answer) + replies * (mine.reply - theirs.reply - leave)
            for mine, theirs in zip(self.found[one], self.found[other], strict=False)
        ]

    def _contenders(self, running: list[int]) -> list[int]:
        """The turns that may still be the best: the leader, those not clearly behind it, and the first, the measure."""
        leader = max(running, key=self.ahead)

        def is_behind(number: int) -> bool:
            gaps = self._gaps(leader, number)
            mean = _mean(gaps)
            spread = math.sqrt(sum((gap - mean) ** 2 for gap in gaps) / (len(gaps) - 1))
            lead = self.turns[leader].worth - self.turns[number].worth + mean
            return lead > CLEAR * spread / math.sqrt(len(gaps))

        left = [number for number in running if number == leader or not is_behind(number)]
        return left if left == [leader] or 0 in left else [0, *left]


def last_tiles(simulation: Simulation, endings: Endings, deadline: Deadline) -> dict[int, float]:
    """The mean worth of each turn over all tiles that may be in the bag, in every order.

    First what follows in two turns; then, the best ones first, the whole ending after those that empty the bag, as far
    as there is time. The others are compared with those by what follows in two turns.
    """
    view, unseen, turns = simulation.view, simulation.unseen, simulation.turns
    orders = list(Counter(permutations(unseen, view.bag)).items())  # in which the tiles may be drawn
    simulation.noise.shuffle(orders)
    totals, count = [0.0] * len(turns), 0
    for order, number in orders:
        if deadline.is_over and count:
            break
        followed = simulation.follower.follow(without(unseen, order), order, range(len(turns)))
        for place, one in enumerate(followed):
            simulation.found[place].append(one)
            totals[place] += number * one.worth
        count += number
    simulation.deals = len(simulation.found[0])
    near = {turn.action: turn.score + total / count for turn, total in zip(turns, totals, strict=True)}
    whole = dict[int, float]()
    for place in sorted(range(len(turns)), key=lambda place: -near[turns[place].action]):
        if empties(turns[place], view):
            worth = _over_endings(simulation, place, endings, deadline)
            if worth is None:
                break
            whole[turns[place].action] = worth
    if not whole:
        return near
    shift, best = _mean([value - near[action] for action, value in whole.items()]), max(whole.values())
    for turn in turns:
        if turn.action not in whole:  # one that might have been solved, and was not for want of time, was no better
            other = near[turn.action] + shift
            whole[turn.action] = min(other, best) if empties(turn, view) else other
    return whole


def empties(turn: Turn, view: Any) -> bool:
    """Does it leave no tile in the bag?"""
    return len(view.rack) - len(turn.kept) >= view.bag and not is_exchange(turn.action) and turn.action != PASS


def _over_endings(simulation: Simulation, place: int, endings: Endings, deadline: Deadline) -> float | None:
    """The mean worth of a turn over all tiles that may be in the bag, by the ending that follows; None: no time."""
    unseen, turn, total = simulation.unseen, simulation.turns[place], 0.0
    bags = Counter(combinations(unseen, simulation.view.bag))
    for bag, number in bags.items():
        if deadline.is_over:
            return None
        own = bytes(sorted((*turn.kept, *bag)))
        ending = endings.solve(simulation.follower.boards[place], without(unseen, bag), own, nodes=NODES)
        total += number * (turn.score - ending.value)
    return total / bags.total()


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def _seen(view: Any) -> bytes:
    return bytes(64 if tile & 64 else tile for tile in view.board if tile) + bytes(view.rack)
