"""Objects that change, as states: held still, and compared by what they are made of."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from zermelo import by_value
from zermelo.bits import blended
from zermelo.by_value import is_value
from zermelo.game import ZermeloError, brief


class Held:
    """A state of somebody else's class, hashable, and equal to another with the same content.

    The object is not copied: whoever makes a new state from it copies it first.
    """

    __slots__ = ("_content", "_hash", "_key", "object")

    def __init__(self, thing: Any) -> None:
        self.object = thing
        self._content = self.looked_into()
        self._hash = hash(self._content)
        self._key: int | None = None

    def looked_into(self) -> Hashable:
        """The object's content as it is now."""
        return content(self.object)

    def __zermelo_key__(self) -> int:
        """The key of the content, for `bits.blended`."""
        if self._key is None:
            self._key = blended(self._content)
        return self._key

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Held) and self._hash == other._hash and self._content == other._content

    def __hash__(self) -> int:
        return self._hash

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.object,)  # in another process its content has other numbers: of classes, of texts

    def __deepcopy__(self, memo: dict[int, Any]) -> Held:
        return self

    def __repr__(self) -> str:
        return repr(self.looked_into())  # of now: the law that no state is changed compares these


def held(state: Any) -> Any:
    """A state as searches need it: itself if it is a value that never changes, else held."""
    return state if is_value(state) else Held(state)


def released(state: Any) -> Any:
    """What `held` was given."""
    return state.object if isinstance(state, Held) else state


def content(thing: Any) -> Hashable:
    """What a thing is made of, as `by_value.content`. Raises ZermeloError where a part cannot be looked into."""
    try:
        return by_value.content(thing)
    except TypeError as error:
        raise ZermeloError(brief(error, 200)) from None
