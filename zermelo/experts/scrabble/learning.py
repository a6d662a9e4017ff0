"""`zermelo learn scrabble --method leaves`: what tiles are worth on the rack, from games against itself.

A player who keeps some tiles has a best turn next time, of some worth: what it scores, and what is kept then. How much
more than usual that is, on the mean over many games, is what the tiles were worth. The games are played by what is
known so far, so the worth is found again and again. It is a sum of terms (leaves.py), fitted by least squares to all
turns, those long ago with less weight.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from zermelo.compile.kernel.memory import array_of
from zermelo.evaluate.learned.file import Learned
from zermelo.experts.scrabble.games import Table
from zermelo.experts.scrabble.leaves import Terms
from zermelo.experts.scrabble.turns import GREEDY, STATIC
from zermelo.files.fields import number as any_number
from zermelo.game import Game, ZermeloError
from zermelo.games.scrabble import scrabble
from zermelo.games.scrabble.finding import Finder
from zermelo.games.scrabble.tiles import read_tiles
from zermelo.installed import np
from zermelo.learn.course import Learning, Method, header_of, noise_of
from zermelo.search.options import number, whole

METHODS = {"leaves": "Leaves"}
ARRAYS = ("weights", "products", "sums")


@dataclass(frozen=True)
class Leaves(Method):
    """The worth of what is kept on a rack, by self-play."""

    block: int = whole(100, "games between two fits", 1, 100_000)
    memory: float = number(0.9, "weight of the turns of a block in the fit after the next one", 0, 1)
    ridge: float = number(30.0, "turns that speak for no worth, for each term", above=0, most=1e6)
    compared: int = whole(100, "games against a player who looks at scores alone, in a measurement", 2, 100_000)
    measured: int = whole(1000, "games between two measurements", 1, 10**9)

    name: ClassVar[str] = "leaves"

    def refusal(self, game: Game) -> str | None:
        if game.name != scrabble.__name__ or game.players != 2:
            return f"leaves learns scrabble for two, not {game.title}: `zermelo learn --help` names the other methods"
        return None

    def begin(self, game: Game, seed: int) -> LeavesLearning:
        tiles = read_tiles(game.parameters["tiles"])
        count = len(Terms(tiles).places)
        header = {**header_of(self, game, seed), "tiles": list(tiles.names), "mean": 0.0}
        return LeavesLearning(
            game,
            self,
            header,
            {"weights": np.zeros(count), "products": np.zeros((count, count)), "sums": np.zeros(count)},
        )

    def resume(self, game: Game, learned: Learned) -> LeavesLearning:
        tiles = read_tiles(game.parameters["tiles"])
        count = len(Terms(tiles).places)
        try:
            any_number(learned.header["mean"], -1e6)
        except (KeyError, TypeError, ValueError):
            raise ZermeloError(f"{learned} cannot be gone on with: it does not tell its mean gain") from None
        shapes = {"weights": (count,), "products": (count, count), "sums": (count,)}
        arrays = {name: learned.array(name, *shape).copy() for name, shape in shapes.items()}
        return LeavesLearning(game, self, learned.header, arrays)


class LeavesLearning(Learning):
    """A run of it."""

    method: Leaves

    def __init__(self, game: Game, method: Leaves, header: Mapping[str, Any], arrays: dict[str, Any]) -> None:
        super().__init__(game, method, header)
        self.kept, given = arrays, game.parameters
        self.tiles = read_tiles(given["tiles"])
        self.terms = Terms(self.tiles)
        finder = Finder(given["size"], given["tiles"], given["words"], given["rack"], given["bonus"])
        self.table = Table(finder, given["exchange"], given["scoreless"])
        self._lend()

    def _lend(self) -> None:
        array_of(self.table.model)[self.terms.places] = self.kept["weights"]

    def advance(self) -> None:
        rows: list[list[int]] = []
        gains: list[float] = []
        for game in range(self.method.block):
            self.table.play(noise_of(int(self.header["seed"]), self.games + game), (STATIC, STATIC))
            for gain, *kept in self.table.samples():
                rows.append(self.terms.row(kept))
                gains.append(gain)
        self.header["games"] = self.games + self.method.block
        if not gains:
            return
        design = np.zeros((len(rows), len(self.terms.places)))
        for row, columns in zip(design, rows, strict=True):
            row[columns] = 1.0
        mean = float(np.mean(gains))
        self.header["mean"] = mean
        self.kept["products"] = self.method.memory * self.kept["products"] + design.T @ design
        self.kept["sums"] = self.method.memory * self.kept["sums"] + design.T @ (np.array(gains) - mean)
        ridge = self.method.ridge * np.eye(len(self.terms.places))
        self.kept["weights"] = np.linalg.solve(self.kept["products"] + ridge, self.kept["sums"])
        self._lend()

    def arrays(self) -> dict[str, Any]:
        return {name: self.kept[name] for name in ARRAYS}

    def due(self) -> bool:
        return self.games // self.method.measured > (self.games - self.method.block) // self.method.measured

    def measure(self) -> dict[str, float]:
        score, points = compared(self.table, self.method.compared, noise_of(int(self.header["seed"]), self.games, 1))
        return {"score against greedy": score, "points ahead of greedy": points}

    def lacking(self) -> str:
        return "" if self.kept["products"].any() else "no turn began with tiles that had been kept"

    def finish(self) -> None:
        score, _ = compared(self.table, self.method.compared, noise_of(int(self.header["seed"]), self.games, 2))
        self.header["strength"] = [{"against": "greedy", "games": self.method.compared, "score": score}]
        self.header["trained_on"] = f"{self.games:,} games against itself"

    def told(self) -> str:
        """What single tiles are worth on the rack."""
        kinds = [*range(1, len(self.tiles.names) + 1), *([64] if self.tiles.blanks else [])]
        model = np.zeros_like(array_of(self.table.model))
        model[self.terms.places] = self.kept["weights"]
        worth = sorted(((self.terms.worth(model, [tile]), tile) for tile in kinds), reverse=True)
        return "kept alone: " + ", ".join(f"{self.tiles.written(tile)} {value:+.1f}" for value, tile in worth)


def compared(table: Table, games: int, seed: int) -> tuple[float, float]:
    """How the model scores against a player who looks at scores alone: the share of games, and points ahead a game.

    Each order of tiles is played twice, the players' seats exchanged.
    """
    won = ahead = 0.0
    for game in range(games):
        first = game % 2 == 0
        scores = table.play(noise_of(seed, game // 2), (STATIC, GREEDY) if first else (GREEDY, STATIC))
        lead = (scores[0] - scores[1]) * (1 if first else -1)
        won, ahead = won + (0.5 if lead == 0 else float(lead > 0)), ahead + lead
    return won / games, ahead / games
