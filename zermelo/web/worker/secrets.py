"""The jobs about a game with hidden information that goes on. Each tells what one viewer may see, and nothing else."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from zermelo.arena.play import draw
from zermelo.game import CHANCE, Action, Game
from zermelo.web.secret import NOBODY, Seat, is_others_turn
from zermelo.web.worker.jobs import chosen
from zermelo.web.worker.open_secret import OpenSecret
from zermelo.web.worker.searching import chooser_of, owned
from zermelo.web.worker.tell import Request, Tell, beating

FIRST_SHARE = 0.75  # of an engine's time, for its first move in a row; each further one gets as much of what is left


def look(request: Request, tell: Tell) -> None:
    """Tells the position."""
    OpenSecret(request).tell(tell)


def act(request: Request, tell: Tell) -> None:
    """Plays the action given as text, of the person at the screen."""
    secret = OpenSecret(request)
    secret.check_turn()
    secret.play(secret.game.read_action(secret.opened.state, request["action"]))
    secret.tell(tell)


def proceed(request: Request, tell: Tell) -> None:
    """Lets chance and engines move until the viewer notices something, or a person is to move.

    How many moves it does not notice, and what an engine thought, is not told. Nor does the time tell it: all moves of
    engines in a row share the time of one.
    """
    secret, beat = OpenSecret(request), beating(tell)
    viewer, left = secret.viewer, 1.0
    witness = None if viewer is None or viewer == NOBODY else secret.watched_by(viewer)
    while (mover := secret.mover) is not None and is_others_turn(secret.seats, mover):
        before, share = secret.opened.state, left * FIRST_SHARE
        action = others_action(secret, mover, share)
        left -= 0.0 if mover == CHANCE else share
        secret.play(action)
        beat()
        if witness and witness.follow(before, action, secret.opened.state):
            break
    secret.tell(tell)


def others_action(secret: OpenSecret, mover: int, share: float) -> Action:
    """What chance or an engine plays. share: of the time that the engine has."""
    seat = None if mover == CHANCE else secret.seats[mover]
    if seat is None:
        return draw(secret.game, secret.opened.state, random.Random())
    return chosen(secret.game, secret.opened.states, seat, None, mover in secret.request["cold"], share)[0]


def time_of(game: Game, seats: Sequence[Seat]) -> float:
    """The longest time that a seated engine takes for a move by its own limit; 0 where none has one.

    The owner's engines are not asked, since their files are not run in a process for clicks.
    """
    times = [getattr(chooser_of(game, seat), "time", None) for seat in seats if seat and not owned(seat)]
    return max((float(seconds) for seconds in times if seconds), default=0.0)


SECRET_JOBS: dict[str, Callable[[Request, Tell], None]] = {job.__name__: job for job in (look, act, proceed)}
