"""What a match or a tournament tells the record about itself."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from zermelo.game import Game, State
from zermelo.players.player import FunctionPlayer, Player, SearchPlayer
from zermelo.records.archive.writing import Contest, versions_of

OURS = "zermelo."


def contest_of(
    kind: str,
    game: Game,
    entrants: Sequence[Player],
    seed: int,
    openings: Sequence[Sequence[State]],
    conditions: Mapping[str, Any],
) -> Contest:
    """A contest as the record has it. openings: where its games begin, of which a digest is part of the conditions."""
    texts = "\n\n".join("\n".join(map(game.state_text, path)) for path in openings)
    digest = hashlib.sha256(texts.encode("utf-8", "backslashreplace")).hexdigest()[:16]
    whole = {**conditions, "openings": len(openings), "openings_digest": digest}
    names = tuple(map(str, entrants))
    return Contest(kind, game, names, seed, whole, versions_of(entrants, source_of))


def source_of(player: Player) -> Path | None:
    """The file that a player comes from; None for one of this package's own."""
    inside = getattr(player, "inside", player)
    thing: Any = type(inside)
    if isinstance(inside, FunctionPlayer):
        thing = inside.function
    elif isinstance(inside, SearchPlayer):
        thing = type(inside.algorithm)
    name = getattr(thing, "__module__", "") or ""
    if name.startswith(OURS):
        return None
    return Path(getattr(sys.modules.get(name), "__file__", None) or name)
