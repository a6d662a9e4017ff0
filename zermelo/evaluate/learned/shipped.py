"""Networks that come with the package, or with a user's game: `Expert.network`."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from zermelo.evaluate import expert_of
from zermelo.evaluate.learned.file import Learned, read_learned
from zermelo.game import Game, ZermeloError

SHIPPED = "shipped"  # what is typed for them
FILE = "network.learned"
EXPERTS = Path(__file__).parents[2] / "experts"


def shipped_network(game: Game) -> Learned:
    """The network that comes with the package for a game. Raises ZermeloError where there is none."""
    path = expert_of(game).network
    if path is None:
        known = ", ".join(name.replace("_", "-") for name in shipped_files())
        raise ZermeloError(f"no network is shipped for {game.name}, only for {known}: zermelo learn makes one")
    learned = _read(path)
    learned.check_fits(game)
    return learned


@cache
def shipped_files() -> dict[str, Path]:
    """The files of this package, by the Python names of their games."""
    return {path.parent.name: path for path in sorted(EXPERTS.glob(f"*/{FILE}"))}


@cache
def _read(path: Path) -> Learned:
    found = read_learned(path)
    return Learned(found.digest, found.header, found.arrays, f"the {SHIPPED} network")
