"""What follows a turn: the answer of the other and the next turn of one's own, over deals that fit what is known."""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from typing import Any

from zermelo.experts.scrabble.ending import Endings
from zermelo.experts.scrabble.guessing import Guess, last_play
from zermelo.experts.scrabble.judging import Judge, Turn
from zermelo.game import Game
from zermelo.games.scrabble.laying import laid, with_play
from zermelo.games.scrabble.plays import PASS, is_exchange, tiles_of, without
from zermelo.games.scrabble.squares import squares_of
from zermelo.knowledge import Knowledge
from zermelo.search.time.deadline import Deadline

LEAST = 12  # deals before a turn is left out
CLEAR = 2.5  # standard errors by which the leader is ahead of a turn that is left out
NODES = 1500  # of an ending whose tiles are guessed


class Simulation:
    """Compares some turns over the same deals."""

    def __init__(
        self, game: Game, judge: Judge, known: Knowledge, view: Any, turns: Sequence[Turn], noise: random.Random,
        guesses: bool = True,
    ) -> None:  # fmt: skip
        """guesses: are deals weighted by what the last play of the other tells?"""
        self.game, self.judge, self.known, self.view, self.turns, self.noise = game, judge, known, view, turns, noise
        self.tiles, self.deals = judge.finder.tiles, 0
        self.unseen = without(self.tiles.all, _seen(view))
        play = last_play(judge, known) if guesses else None
        self.guess = Guess(judge, self.unseen, view.sizes[1 - view.player], play, noise)
        self.answers: dict[int, list[int]] = {turn.action: [] for turn in turns}  # what the other scored after each
        squares = squares_of(judge.finder.size)
        self.boards = {turn.action: _after(squares, view.board, turn.action) for turn in turns}

    def run(self, deadline: Deadline, sims: int | None) -> dict[int, float]:
        """The mean worth of each turn with what follows, until the leader is clear or the time is over."""
        found: dict[int, list[float]] = {turn.action: [] for turn in self.turns}
        running = list(self.turns)
        while len(running) > 1 and (sims is None or self.deals < sims):
            theirs, order = self.guess.draw()
            worth = {turn.action: self.follow(turn, theirs, order) for turn in running}
            if deadline.is_over and self.deals:
                break  # all turns have the same deals
            for action, value in worth.items():
                found[action].append(value)
            self.deals += 1
            if self.deals % LEAST == 0:
                running = _contenders(running, found)
            if deadline.is_over:
                break
        if not self.deals:
            return {}
        leader = max(running, key=lambda turn: _mean(found[turn.action])).action

        def mean(values: list[float]) -> float:
            """Those of a turn that was left out are compared with the leader's over the same deals."""
            return _mean(found[leader]) + _mean(values) - _mean(found[leader][: len(values)])

        return {action: mean(values) for action, values in found.items() if values}

    def follow(self, turn: Turn, theirs: bytes, order: list[int]) -> float:
        """What a turn gains, less the answer, and the next turn, if the tiles are drawn in this order."""
        judge, board = self.judge, self.boards[turn.action]
        missing = judge.finder.rack - len(turn.kept) if order else 0
        own = bytes(sorted((*turn.kept, *order[:missing])))
        bag = len(order) - min(missing, len(order)) + (len(tiles_of(turn.action)) if is_exchange(turn.action) else 0)
        if not own:
            return turn.score + 2.0 * self.tiles.points(theirs)
        action, score, worth = judge.best(board, theirs, bag, self.tiles.points(own))
        self.answers[turn.action].append(score)
        if action != PASS and not is_exchange(action):
            played = tiles_of(action)
            board = _after(squares_of(judge.finder.size), board, action)
            kept = without(theirs, played)
            bag_then = max(0, bag - (judge.finder.rack - len(kept)))
            if not bag and not kept:
                return turn.score - score - 2.0 * self.tiles.points(own)
            others = self.tiles.points(kept)
        else:
            bag_then, others = bag, self.tiles.points(theirs)
        _, _, mine = judge.best(board, own, bag_then, others)
        return turn.score - worth + mine


def last_tiles(simulation: Simulation, endings: Endings, deadline: Deadline) -> dict[int, float]:
    """The mean worth of each turn over all tiles that may be in the bag, by the ending that follows each of them.

    Turns that leave tiles in the bag are followed as simulations do. All tiles are tried for a turn, or it is left out.
    """
    view, found = simulation.view, dict[int, float]()
    unseen = simulation.unseen
    ways: Counter[tuple[int, ...]] = Counter(combinations(sorted(unseen), view.bag))
    for turn in simulation.turns:
        total = 0.0
        for bag, number in ways.items():
            if deadline.is_over and found:
                return found
            theirs = bytes(sorted(without(unseen, bag)))
            drawn = len(view.rack) - len(turn.kept)
            if drawn >= view.bag and not is_exchange(turn.action) and turn.action != PASS:
                own = bytes(sorted((*turn.kept, *bag)))
                endings.forget()
                ending = endings.solve(simulation.boards[turn.action], theirs, own, nodes=NODES)
                total += number * (turn.score - ending.value)
            else:
                total += number * simulation.follow(turn, theirs, list(bag))
        found[turn.action] = total / math.comb(len(unseen), view.bag)
        simulation.deals += len(ways)
    return found


def _contenders(turns: list[Turn], found: dict[int, list[float]]) -> list[Turn]:
    """The turns that may still be the best: the leader, and those that are not clearly behind it."""
    leader = max(turns, key=lambda turn: _mean(found[turn.action])).action

    def is_behind(action: int) -> bool:
        gaps = [one - other for one, other in zip(found[leader], found[action], strict=True)]
        mean = _mean(gaps)
        spread = math.sqrt(sum((gap - mean) ** 2 for gap in gaps) / (len(gaps) - 1))
        return mean > CLEAR * spread / math.sqrt(len(gaps))

    return [turn for turn in turns if turn.action == leader or not is_behind(turn.action)]


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def _after(squares: Any, board: bytes, action: int) -> bytes:
    if action == PASS or is_exchange(action):
        return board
    return with_play(board, laid(squares, board, action))


def _seen(view: Any) -> bytes:
    return bytes(64 if tile & 64 else tile for tile in view.board if tile) + bytes(view.rack)
