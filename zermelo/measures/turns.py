"""Turns of several moves on a backgammon board, in the numbering of the other player, who moves down towards 0."""

from __future__ import annotations

from itertools import pairwise

from zermelo.game import ZermeloError
from zermelo.measures.subject import Answer, Subject
from zermelo.picture import Points, point_cell


def turns(subject: Subject) -> Answer:
    """All legal turns, each as its moves from one point to another: "(5-10,5-11) (5-11,19-24)"."""
    game, state = subject.game, subject.state()
    picture = game.describe(state)
    if not isinstance(picture, Points) or game.touches is None:
        raise ZermeloError(f"{game.name} has no board with points")
    numbers = {point_cell(1 - picture.numbered, place): place for place in range(26)}
    found = []
    for action in game.legal(state):
        places = [numbers[cell] for cell in game.touches(state, action)]
        found.append(sorted(list(pairwise(places))[::2]))
    return " ".join(f"({','.join(f'{start}-{end}' for start, end in moves)})" for moves in sorted(found))
