"""A trained residual network in NumPy: what `puct:network=FILE` asks. PyTorch is not needed.

The file has the weights of `zermelo.learn.alphazero.network.folded`, `layer.0`, `layer.1`, …: convolutions and biases
in order, then two linear layers, the last of which tells the policy and then the outcomes; and the encoding of the
game, `encoding.…`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from zermelo.evaluate.encoding.encoding import Encoder, Encoding
from zermelo.evaluate.learned.convolution import Convolution, Desk
from zermelo.evaluate.learned.file import Learned
from zermelo.game import Game, State, ZermeloError
from zermelo.installed import np

OUTCOMES = 3  # what the network tells of a position: the logits of win, draw and loss for the player to move
MOST = 16  # states that are looked at together: more need more memory and no less time
SMALLEST = 8  # layers: stem and head, and the linear ones
KIND = "residual network"


Together = Callable[[Callable[[int], None], int], None]  # together(work, n): does work(0), …, work(n - 1) in threads


class ResidualNetwork:
    """A network of the protocol in zermelo.evaluate.network, from a learned file."""

    def __init__(
        self,
        game: Game,
        learned: Learned,
        compiled: bool | None = None,
        threads: int = 1,
        together: Together | None = None,
    ) -> None:
        """threads: that `together` may use; None: a for loop.

        Raises ZermeloError where the file is for another game or holds no such network.
        """
        learned.check_fits(game)
        if learned.header.get("kind") != KIND:
            raise ZermeloError(f"{learned} holds no {KIND}")
        self.game, self.learned = game, learned
        self.encoding = _encoding(learned, game)
        self.layers = _layers(learned, self.encoding)
        board, tower = (self.encoding.rows, self.encoding.columns), self.layers[:-6]
        self._convolutions = [Convolution(*pair, *board) for pair in zip(tower[::2], tower[1::2], strict=True)]
        self._desk = Desk()
        self._encoder = Encoder(game, self.encoding, compiled)
        self._scale = _reach(learned)
        self._threads, self._together = (threads, together) if together else (1, _in_turn)

    def __call__(self, states: list[State], /) -> tuple[Sequence[Any], Sequence[Any]]:
        planes, places = self._encoder.encode_many(states)
        logits, values = self.evaluate(planes)
        priors = []
        for row, legal in zip(logits, places, strict=True):
            own = np.exp(row[legal] - row[legal].max())
            priors.append(own / own.sum())
        return priors, self.game.middle + self._scale * values

    def evaluate(self, planes: Any) -> tuple[Any, Any]:
        """Logits of the policy and values from -1 to 1, of planes [state, row, column, plane]."""
        share = max(1, min(MOST, -(-len(planes) // self._threads)))
        parts: list[Any] = [None] * -(-len(planes) // share)
        workers = min(self._threads, len(parts))

        def work(thread: int) -> None:
            for part in range(thread, len(parts), workers):
                parts[part] = self._told(planes[part * share : (part + 1) * share])

        self._together(work, workers)
        told = parts[0] if len(parts) == 1 else np.concatenate(parts)
        policy = self.encoding.policy
        return told[:, :policy], _values(told[:, policy:])

    def _told(self, planes: Any) -> Any:
        """All outputs, for a few states."""
        states, layers, desk, (stem, *tower) = len(planes), self.layers, self._desk, self._convolutions
        count, channels = states * self.encoding.cells, len(stem.bias)
        seen = desk.rows("seen", count, self.encoding.planes)
        seen[:-1] = planes.reshape(count, -1)
        x, y, z = (desk.rows(name, count, channels) for name in "xyz")
        stem(seen, x, states, desk)
        desk.floor(x)
        for one, other in zip(tower[::2], tower[1::2], strict=True):
            one(x, y, states, desk)
            desk.floor(y)
            other(y, z, states, desk)
            x += z
            desk.floor(x)
        found = np.maximum(x[:-1] @ layers[-6] + layers[-5], 0.0).reshape(states, -1)
        found = np.maximum(found @ layers[-4] + layers[-3], 0.0)
        return found @ layers[-2] + layers[-1]


def _in_turn(work: Callable[[int], None], workers: int) -> None:
    for worker in range(workers):
        work(worker)


def _values(told: Any) -> Any:
    """Values from -1 to 1, of the logits [state, outcome]; of one logit in files of before the network told draws."""
    if told.shape[1] == 1:
        return np.tanh(0.5 * told[:, 0])
    chances = np.exp(told - told.max(axis=1, keepdims=True))
    return (chances[:, 0] - chances[:, -1]) / chances.sum(axis=1)


def _reach(learned: Learned) -> float:
    """What a value of 1 is in utility."""
    reach = learned.header.get("reach")
    if not isinstance(reach, int | float) or not 0 < reach < math.inf:
        raise ZermeloError(f"{learned} does not say what its values count")
    return float(reach)


def _encoding(learned: Learned, game: Game) -> Encoding:
    arrays = {name.partition(".")[2]: array for name, array in learned.arrays.items() if name.startswith("encoding.")}
    try:
        return Encoding.from_arrays(arrays, game)
    except (KeyError, ValueError, TypeError, OverflowError):
        raise ZermeloError(f"{learned} has no encoding: it was not written by zermelo learn") from None


def _layers(learned: Learned, encoding: Encoding) -> list[Any]:
    """The layers as NumPy multiplies them: weights [in, out]. Raises ZermeloError where they do not fit together."""
    count = sum(name.startswith("layer.") for name in learned.arrays)
    if count < SMALLEST or (count - SMALLEST) % 4:
        raise ZermeloError(f"{learned} has {count} layers, which make no network")
    layers: list[Any] = []
    width = encoding.planes
    for place in range(0, count, 2):
        if place < count - 4:
            side = 1 if place == count - 6 else 3
            weight = _weights(learned, place, None, None, side, side)
            is_uneven = side == 3 and place and len(weight) != width
            if weight.shape[1] < width or (place and weight.shape[1] != width) or is_uneven:
                raise ZermeloError(f"{learned}: layer {place} does not fit the one before")
            matrix = weight[:, :width].transpose(2, 3, 1, 0).reshape(side * side * width, -1)
        else:
            width = encoding.cells * width if place == count - 4 else width
            matrix = _weights(learned, place, None, width).T
        bias = _numbers(learned.array(f"layer.{place + 1}", matrix.shape[1]))
        width = matrix.shape[1]
        layers += [np.ascontiguousarray(matrix), bias]
    if width - encoding.policy not in (1, OUTCOMES):
        raise ZermeloError(f"{learned}: {width} outputs do not fit the {encoding.policy} places of the game's policy")
    return layers


def _weights(learned: Learned, place: int, *shape: int | None) -> Any:
    """The weights of a layer; where they are whole numbers, `scale.…` has what 1 is worth for each output."""
    weights = learned.array(f"layer.{place}", *shape)
    if weights.dtype.kind != "i":
        return _numbers(weights)
    scale = _numbers(learned.array(f"scale.{place}", len(weights)))
    return _numbers(weights) * scale.reshape(-1, *(1 for _ in shape[1:]))


def _numbers(array: Any) -> Any:
    return np.asarray(array, np.float32)


def in_bytes(arrays: Mapping[str, Any]) -> dict[str, Any]:
    """The arrays of a network with its weights rounded to bytes: a quarter of the size, and nearly as strong."""
    found: dict[str, Any] = {}
    for name, array in arrays.items():
        kind, _, place = name.partition(".")
        if kind != "layer" or array.ndim < 2:
            found[name] = array
            continue
        weights = _numbers(array)
        scale = np.maximum(np.abs(weights).reshape(len(weights), -1).max(axis=1), 1e-12) / 127
        found[name] = np.rint(weights / scale.reshape(-1, *(1 for _ in weights.shape[1:]))).astype(np.int8)
        found[f"scale.{place}"] = scale.astype(np.float32)
    return found
