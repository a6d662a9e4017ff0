"""States of blind tic-tac-toe that fit what a player knows, as likely as they are if the other tries cells at random.

What matters about the other's turns is which of them found a free cell. One that tries any cell it does not know to be
taken, until one is free, ends up on each free cell with the same probability, however often it failed before; where a
failed try costs the turn, all sequences of tries have the same probability.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from zermelo.bits import count, indices
from zermelo.game import State, ZermeloError

MOST = 10_000  # drawings that do not fit before we give up


class Layout(NamedTuple):
    """What of the rules matters here."""

    board: int  # all cells
    columns: int
    keeps_turn: bool  # does a player whose try failed try again?
    has_row: Callable[[int], bool]


@dataclass
class Story:
    """What a player knows of the other's turns, by their numbers from 0."""

    turns: int = 0  # that the other has finished
    mine: dict[int, int] = field(default_factory=dict)  # own mark -> the first turn that could run into it
    found: dict[int, int] = field(default_factory=dict)  # mark of the other -> it was made before this turn
    failures: list[int] | None = field(default_factory=list)  # [turn] of the other, failed tries; None: not told
    underway: int = 0  # failed tries in the turn that is not finished


def drawer(layout: Layout, make: Callable[..., State]) -> Callable[[Any, float], State]:
    """deal(knowledge, fraction) for a game with this layout. make: the class of its states."""

    def deal(knowledge: Any, fraction: float) -> State:
        story, noise = told_by(layout, knowledge), random.Random(fraction)
        mine, found = _word(story.mine), _word(story.found)
        for _ in range(MOST):
            drawn = _tried(layout, story, noise)
            if drawn is None or layout.has_row(drawn[0]):
                continue
            theirs, found_by_other = drawn
            player = knowledge.player if knowledge.is_turn else 1 - knowledge.player
            if knowledge.player == 0:
                return make(mine, theirs, found, found_by_other, player)
            return make(theirs, mine, found_by_other, found, player)
        raise ZermeloError(f"no state was found that fits what player {knowledge.player + 1} knows")

    return deal


def told_by(layout: Layout, knowledge: Any) -> Story:
    """What the player knows of the other's turns."""
    player, story = knowledge.player, Story()
    own_turns = tries = cell = 0
    view = None
    for entry in knowledge.chain[1:]:
        if isinstance(entry.what, int):  # a try, and not a view
            tries += 1
            cell = entry.what + entry.what // layout.columns
            continue
        before, view = view, entry.what
        if before is None and knowledge.joined:
            own_turns, tries = _joined(layout, story, player, entry)
        elif before is not None and view.mine != before.mine:
            story.mine[cell] = story.turns
            own_turns += 1
        elif before is not None and view.found != before.found:
            story.found[cell] = story.turns
            own_turns += not layout.keeps_turn
        turns = own_turns + player - (not entry.is_turn)
        _hear(layout, story, view, max(turns, 0), tries)
    return story


def _joined(layout: Layout, story: Story, player: int, entry: Any) -> tuple[int, int]:
    """Enters what a player sees who joins: own turns and tries so far. Nothing is known of the order."""
    view = entry.what
    own_turns = count(view.mine) + (0 if layout.keeps_turn else count(view.found))
    turns = own_turns + player - (not entry.is_turn)
    story.mine = dict.fromkeys(indices(view.mine), 0)
    story.found = dict.fromkeys(indices(view.found), turns)
    return own_turns, count(view.mine) + count(view.found)


def _hear(layout: Layout, story: Story, view: Any, turns: int, tries: int) -> None:
    """Enters what is heard of the other's turns up to now; the failed tries of new turns are in the last of them."""
    failures = view.failures
    if failures < 0 and view.tries >= 0 and layout.keeps_turn:
        failures = view.tries - tries - turns
    new = turns - story.turns
    story.turns = turns
    if failures < 0 or story.failures is None:
        story.failures = None
        return
    failed = failures - sum(story.failures)
    if layout.keeps_turn:
        story.failures += [0] * (new - 1) + [failed] * (new > 0)
        story.underway = 0 if new else failed
    else:
        story.failures += [0] * (new - failed) + [1] * min(failed, new)


def _tried(layout: Layout, story: Story, noise: random.Random) -> tuple[int, int] | None:
    """The marks of the other, and those of the player's that it has found; None: this drawing did not work out."""
    unseen = list(indices(layout.board & ~_word(story.mine) & ~_word(story.found)))
    if not layout.keeps_turn and story.failures is None:
        return _tried_once_each(story, unseen, noise)
    failures = story.failures
    made = story.turns if layout.keeps_turn else story.turns - sum(failures or ())
    wanted = made - len(story.found)
    if not 0 <= wanted <= len(unseen):
        return None
    theirs = [*story.found, *noise.sample(unseen, wanted)]
    hit: list[int] = []
    for turn in range(story.turns + 1):
        reachable = [cell for cell, since in story.mine.items() if since <= turn and cell not in hit]
        failed = story.underway
        if turn < story.turns:
            free = count(layout.board) - turn - len(reachable) - len(hit)
            failed = _failed(len(reachable), free, noise) if failures is None else failures[turn]
        if failed > len(reachable):
            return None
        hit += noise.sample(reachable, failed)
    return _word(theirs), _word(hit)


def _failed(taken: int, free: int, noise: random.Random) -> int:
    """How many tries fail before a free cell is found."""
    failed = 0
    while noise.random() * (taken - failed + free) < taken - failed:
        failed += 1
    return failed


def _tried_once_each(story: Story, unseen: list[int], noise: random.Random) -> tuple[int, int] | None:
    """The same where a turn is one try, and which ones failed is not told."""
    order: dict[int, int] = {}  # turn -> the mark that was found later
    for cell, deadline in sorted(story.found.items(), key=lambda item: item[1]):
        open_turns = [turn for turn in range(deadline) if turn not in order]
        if not open_turns:
            return None
        order[noise.choice(open_turns)] = cell
    others = [turn for turn in range(story.turns) if turn not in order]
    latest = range(story.turns - len(others), story.turns)  # what leaves the most choices
    chosen: list[int] = []
    likely = 1.0  # how many ways there are to fill the other turns, as a part of the most
    for turn, late in zip(others, latest, strict=True):
        choices = [cell for cell, since in story.mine.items() if since <= turn]
        most = len(unseen) + sum(since <= late for since in story.mine.values()) - len(chosen)
        choices = [cell for cell in unseen + choices if cell not in chosen]
        if not choices:
            return None
        likely *= len(choices) / most
        chosen.append(noise.choice(choices))
    if noise.random() >= likely:
        return None
    hit = [cell for cell in chosen if cell in story.mine]
    return _word([*story.found, *(cell for cell in chosen if cell not in story.mine)]), _word(hit)


def _word(cells: Any) -> int:
    return sum(1 << cell for cell in cells)
