"""How large the tuples of a user's states may become in compiled code, and what happens where they outgrow that.

What trial games saw gets some room to spare (shapes.py). Where that is not enough, compiled code stops with an error,
never with a wrong answer; from then on the game's tuples get twice the room, in this process and in others.
"""

from __future__ import annotations

from functools import cache, lru_cache

from zermelo.compile.trust.users import game_key
from zermelo.game import Game

GROWN = "has grown beyond"  # in every message about a tuple that outgrew its room
OTHER_LENGTH = "a tuple made of a list has another length than before"
KIND = "grown"  # of the notes
MOST_TIMES = 6


def outgrown(name: str, most: int, of: str = "items") -> str:
    """What is told of a tuple or a number that has more items or bits than there is room for."""
    return f"{name} {GROWN} {most} {of}"


def is_outgrown(error: BaseException) -> bool:
    """Did compiled code stop because a tuple outgrew its room?"""
    return GROWN in str(error)


def room_hint(game: Game, error: BaseException) -> str:
    """What is told where a tuple has outgrown all the room that it can get."""
    if game.max_items is None:
        return f"{error}, the most that compiled code has room for"
    return f"{error}, and the game says max_items={game.max_items}: give more"


def times_grown(game: Game) -> int:
    """How often the tuples of this game's states have outgrown their room, here or in another process."""
    from zermelo.compile.cache.disk import read_note

    key = _key(game)
    if key not in _times():
        known = read_note(key, KIND)
        _times()[key] = known if isinstance(known, int) else 0
    return _times()[key]


def remember_growth(game: Game, times: int) -> None:
    """Remembers, in a process that tries the game for another one, how often its values have outgrown their room."""
    _times()[_key(game)] = times


def give_more_room(game: Game) -> bool:
    """Gives the tuples of this game's states twice the room; False: the game states it, or there is no more."""
    from zermelo.compile.cache.disk import write_note

    times = times_grown(game) + 1
    if game.max_items is not None or times > MOST_TIMES:
        return False
    _times()[_key(game)] = times
    _given().append(game.name)
    write_note(_key(game), KIND, times)
    return True


def growths() -> int:
    """How often any game's tuples got more room in this process: what was compiled before may have too little."""
    return len(_given())


@lru_cache(maxsize=256)
def _key(game: Game) -> str:
    return game_key(game)


@cache
def _times() -> dict[str, int]:
    """By content key; as long-lived as the kernels that depend on it."""
    return {}


@cache
def _given() -> list[str]:
    """The names of games whose tuples got more room, one for each time."""
    return []
