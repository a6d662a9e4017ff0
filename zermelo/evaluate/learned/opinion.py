"""A learned file as a player uses it: an evaluator (`alphabeta:evaluate=FILE`) or a network (`puct:network=FILE`)."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from zermelo.bits import blended, signed
from zermelo.compile.plain.scratch import scratch
from zermelo.compile.plain.shared import SharedTable
from zermelo.evaluate import (
    Evaluator,
    Linear,
    Opinion,
    Term,
    Vector,
    expert_of,
    features,
    trained_game,
    written_opinion,
)
from zermelo.evaluate.learned.features import Features
from zermelo.evaluate.learned.file import Learned, read_learned
from zermelo.evaluate.learned.perceptron import Shape, forward_for
from zermelo.evaluate.learned.residual import ResidualNetwork, Together
from zermelo.evaluate.learned.wins import for_wins
from zermelo.evaluate.network import Network, from_evaluator
from zermelo.evaluate.sparse.file import is_sparse
from zermelo.evaluate.sparse.opinion import read_sparse
from zermelo.game import Game, State, ZermeloError, brief

SAMUEL, TD = "samuel", "td"  # the methods whose files are evaluations
NETWORKS = ("alphazero", "imitation")  # those whose files guide a tree search
THREE_OF_FOUR = math.log(3.0)  # the logit at which three of four games are won


def read_evaluation(typed: str) -> Learned:
    """The learned file that a person named. Raises ValueError."""
    if not typed:
        raise ValueError("names a learned file, and no name was given")
    try:
        return read_learned(Path(typed))
    except ZermeloError as error:
        raise ValueError(f"names a learned file: {error}") from None


@lru_cache(maxsize=64)
def learned_evaluator(learned: Learned, game: Game) -> Evaluator:
    """The evaluation in a file. Raises ZermeloError where it is for another game, or holds none."""
    if is_sparse(learned):
        return read_sparse(learned, game)
    learned.check_fits(game, trained_game(game))
    if learned.method == SAMUEL:
        return _weighed(learned, game)
    if learned.method == TD:
        return _judged(learned, game)
    raise ZermeloError(f"{learned} holds a network of {brief(learned.method)}, no evaluation: try puct:network=FILE")


@lru_cache(maxsize=64)
def learned_network(learned: Learned, game: Game, threads: int = 1, together: Together | None = None) -> Network:
    """The network in a file, for `puct:network=FILE`; an evaluation becomes one as any other does.

    threads, together: see ResidualNetwork.

    Raises ZermeloError where it is for another game.
    """
    if learned.method in NETWORKS:
        return ResidualNetwork(game, learned, threads=threads, together=together)
    return from_evaluator(game, learned_evaluator(learned, game))


def played_game(learned: Learned, game: Game) -> Game:
    """The game as a search with the network in a file plays it: one that guides a search goes for wins."""
    return for_wins(game) if learned.method in NETWORKS else game


# --- weights of an evaluation ----------------------------------------------------------------------------------------


def _weighed(learned: Learned, game: Game) -> Evaluator:
    """The game's own evaluation with the weights that were learned, by the names of its terms."""
    names = learned.header.get("terms")
    weights = learned.array("weights", None)
    if not isinstance(names, list) or len(names) != len(weights):
        raise ZermeloError(f"{learned} does not name its terms")
    unit = learned.header.get("unit")
    if not isinstance(unit, int | float) or not 0 < unit < math.inf:
        raise ZermeloError(f"{learned} does not say what its weights count")
    learned_weights = dict(zip(map(str, names), map(float, weights), strict=True))
    evaluator = with_weights(written_opinion(game), learned_weights, float(unit), str(learned))
    return _remembering(evaluator, learned, game) if "rote_keys" in learned.arrays else evaluator


@dataclass(frozen=True)
class Remembering:
    """An evaluation that knows some positions by rote, with the values that searches found for them."""

    evaluator: Evaluator
    function: Callable[[State, int], float]

    def __getattr__(self, name: str) -> Any:
        return getattr(self.evaluator, name)


def _remembering(evaluator: Evaluator, learned: Learned, game: Game) -> Any:
    keys, values = learned.array("rote_keys", None), learned.array("rote_values", None)
    size = len(keys)
    if size & (size - 1) or not size or len(values) != size:
        raise ZermeloError(f"{learned} has {size} keys of positions and {len(values)} values")
    words = SharedTable(lambda: keys, learned.digest, "rote_keys")
    known = SharedTable(lambda: values * (evaluator.unit / THREE_OF_FOUR), learned.digest, "rote_values")
    key, plain, mask = game.key or blended, evaluator.function, size - 1

    def function(state, player):
        word = signed(key(state))
        if words[word & mask] == word:
            found = known[word & mask]
            return found if player == 0 else -found
        return plain(state, player)

    return Remembering(evaluator, function)


def with_weights(evaluator: Evaluator | None, weights: dict[str, float], unit: float, source: str) -> Evaluator:
    """A Linear or Vector with other weights; terms without one weigh nothing. Raises ZermeloError.

    unit: the evaluation at which three of four games are won.
    """
    if not isinstance(evaluator, Linear | Vector):
        raise ZermeloError(f"{source} has weights of terms, and the game has no evaluation that adds up terms")
    known = term_names(evaluator)
    unknown = [name for name in weights if name not in known]
    if unknown:
        raise ZermeloError(f"{source} weighs '{brief(unknown[0])}', which the game's evaluation does not have")
    if isinstance(evaluator, Linear):
        weighed = tuple(replace(feature, weight=weights.get(feature.name, 0.0)) for feature in evaluator.features)
        return replace(evaluator, features=weighed, unit=unit)
    return replace(evaluator, weights=tuple(weights.get(name, 0.0) for name in evaluator.names), unit=unit)


def term_names(evaluator: Linear | Vector) -> tuple[str, ...]:
    """The names of the terms that an evaluation adds up."""
    if isinstance(evaluator, Vector):
        return evaluator.names
    return tuple(feature.name for feature in evaluator.features)


# --- small networks --------------------------------------------------------------------------------------------------


def network_shape(learned: Learned, seen: Features, game: Game) -> Shape:
    """The sizes of a file's network. Raises ZermeloError where they do not fit the game's features."""
    sizes = learned.header.get("network")
    if not isinstance(sizes, list) or len(sizes) != 3 or not all(type(n) is int and n > 0 for n in sizes):
        raise ZermeloError(f"{learned} does not say the sizes of its network")
    shape = Shape(*sizes)
    count, outcomes = seen.count(game), len(worth_of(seen, game))
    if (shape.inputs, shape.outcomes) != (count, outcomes):
        raise ZermeloError(
            f"{learned} looks at {shape.inputs} features and says {shape.outcomes} outcomes; {game.title} has {count} "
            f"and {outcomes}: learn it again"
        )
    return shape


def worth_of(seen: Features, game: Game) -> tuple[float, ...]:
    """What each outcome is worth: the features' own, or a win and a loss."""
    reach = game.reach or 1.0
    return seen.worth or (reach, -reach)


def names_of(seen: Features) -> tuple[str, ...]:
    """What the outcomes are called."""
    return seen.outcomes or ("wins", "losses")


def _judged(learned: Learned, game: Game) -> Evaluator:
    trained = trained_game(game)
    seen = features(trained)
    shape = network_shape(learned, seen, trained)
    weights = learned.array("average", shape.weights)
    table = SharedTable(lambda: weights, learned.digest)
    judge = expert_of(game).judge
    return judge(shape, table) if judge else network_opinion(game, seen, shape, table)


@dataclass(frozen=True)
class NetworkOpinion(Opinion):
    """An evaluation by a small network, in units of utility."""

    chances: Callable[[State, Any], None] = field(kw_only=True)  # writes player 0's chances of the outcomes
    names: tuple[str, ...] = field(kw_only=True)
    worth: tuple[float, ...] = field(kw_only=True)

    def terms(self, state: State, player: int) -> tuple[Term, ...]:
        """The chance of each outcome, by what it is worth."""
        found = scratch(len(self.worth))
        self.chances(state, found)
        half = len(self.worth) // 2
        chances = [float(chance) for chance in found]
        own = chances if player == 0 else [*chances[half:], *chances[:half]]
        return tuple(Term(*parts) for parts in zip(self.names, self.worth, own, strict=True))


def network_opinion(game: Game, seen: Features, shape: Shape, weights: Any) -> NetworkOpinion:
    """The evaluation of a network; weights: a SharedTable, or an array in plain Python."""
    write, side, settled, forward = seen.write, seen.side, seen.settled or unsettled, forward_for(shape)
    worth, names, middle = worth_of(seen, game), names_of(seen), game.middle
    inputs, hidden, outcomes, half = shape.inputs, shape.hidden, shape.outcomes, shape.outcomes // 2
    earned = _earned(worth, 0)

    def write_chances(state, chances):
        if not settled(state, chances):
            numbers, inner = scratch(inputs), scratch(hidden)
            write(state, numbers)
            forward(numbers, weights, inner, chances)
            if side(state) == 1:
                for k in range(half):
                    chances[k], chances[k + half] = chances[k + half], chances[k]

    def value(state, player):
        chances = scratch(outcomes)
        write_chances(state, chances)
        total = float(earned(chances))
        return middle + (total if player == 0 else -total)

    return NetworkOpinion(value, chances=write_chances, names=names, worth=worth)


def unsettled(state, chances):
    """No state's chances are known without the network."""
    return False


def _earned(worth, place):
    """Σ chances · worth from a place on, with the worths as constants."""
    here, last = worth[place], place == len(worth) - 1
    if last:
        return lambda chances: here * chances[place]
    rest = _earned(worth, place + 1)
    return lambda chances: here * chances[place] + rest(chances)


def earned_by(worth: tuple[float, ...]) -> Callable[[Any], float]:
    """earned(chances): what outcomes with these chances are worth."""
    return _earned(worth, 0)
