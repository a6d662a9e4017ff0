"""The running analysis of `zermelo gtp`, in the format of Leela Zero and KataGo: `info move …` lines."""

from __future__ import annotations

import math
import threading
from collections.abc import Callable
from typing import NamedTuple

from zermelo.game import Game, State, ZermeloError
from zermelo.players.player import Player
from zermelo.protocols.gtp.thinking import chance, searched, seldom
from zermelo.protocols.gtp.words import COLOURS, BadSyntax, colour, whole
from zermelo.search.analysis import Analysis
from zermelo.search.task import Limits
from zermelo.search.time.deadline import Deadline

IGNORED = ("minmoves", "ownership", "movesownership", "rootinfo", "pvvisits", "pvedgevisits", "noresultvalue")
USUAL = 100  # centiseconds between two lines by default
SURE = 1.96  # standard deviations, for a 97.5% lower bound


class Wish(NamedTuple):
    """The arguments of an analysis command."""

    player: int
    every: float = USUAL / 100  # seconds between two lines
    most: int | None = None  # moves to list; None: all


def read_wish(words: list[str], player: int) -> Wish:
    """Reads `[COLOUR] [CENTISECONDS] [interval CENTISECONDS] [maxmoves MOVES] …`. Raises BadSyntax."""
    rest, every, most = list(words), USUAL, None
    if rest and rest[0].lower() in COLOURS:
        player = colour(rest.pop(0))
    if rest and rest[0].isdigit():
        every = whole(rest.pop(0))
    if len(rest) % 2:
        raise BadSyntax
    for name, value in zip(rest[::2], rest[1::2], strict=True):
        if name.lower() == "interval":
            every = whole(value)
        elif name.lower() == "maxmoves":
            most = whole(value) or None
        elif name.lower() not in IGNORED:
            raise BadSyntax
    return Wish(player, every / 100, most)


class RunningAnalysis:
    """An analysis in its own thread. It starts when this object is created, and stops with `end`."""

    def __init__(
        self, say: Callable[[str], None], player: Player, game: Game, state: State, wish: Wish, fractions: bool
    ) -> None:
        """fractions: see `told`."""
        self._say, self._player, self._game, self._state = say, player, game, state
        self._wish, self._fractions = wish, fractions
        self._deadline, self._over = Deadline(), threading.Event()
        self._thread = threading.Thread(target=self._run, name="zermelo-gtp", daemon=True)
        self._thread.start()

    def end(self, patience: float | None = None) -> bool:
        """Ends it, with the empty line that ends its answer; False: it still runs after `patience` seconds."""
        self._over.set()
        self._deadline.stop()
        self._thread.join(patience)
        return not self._thread.is_alive()

    def _run(self) -> None:
        def tell(so_far: Analysis) -> None:
            self._say(told(so_far, self._wish.most, self._fractions))

        watch, limits = seldom(tell, self._wish.every), Limits(endless=True)
        try:
            found = self._player.analyse(self._game, self._state, watch=watch, deadline=self._deadline, limits=limits)
            if not self._over.is_set():  # the search is complete
                tell(found)
                self._over.wait()
        except ZermeloError as error:
            self._say(f"# {error}")
        self._say("")


def told(analysis: Analysis, most: int | None = None, fractions: bool = False) -> str:
    """One line of `info move …`, best first; chances as Leela Zero's ten-thousandths or KataGo's fractions."""
    game, candidates = analysis.game, searched(analysis)[:most]
    priors = [1.0 if candidate.prior is None else candidate.prior for candidate in analysis.candidates]
    total = sum(priors) or 1.0
    parts = []
    for order, candidate in enumerate(candidates):
        won, visits = chance(game, candidate.value), candidate.visits or 0
        lower = max(won - SURE * math.sqrt(won * (1 - won) / max(1, visits)), 0.0)
        prior = (1.0 if candidate.prior is None else candidate.prior) / total
        shares = (f"{x:.6f}" if fractions else str(round(10_000 * x)) for x in (won, prior, lower))
        line = candidate.line or (analysis.line if candidate.action == analysis.action else ()) or (candidate.action,)
        texts = analysis.texts(line)
        winrate, before, bound = shares
        parts.append(
            f"info move {texts[0]} visits {visits} winrate {winrate} prior {before} lcb {bound} order {order} "
            f"pv {' '.join(texts)}"
        )
    return " ".join(parts)
