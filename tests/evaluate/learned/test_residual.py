"""A network in a file, and as a player, without PyTorch."""

from __future__ import annotations

import numpy as np
import pytest

import zermelo
from zermelo.evaluate.encoding.encoding import encoding_of
from zermelo.evaluate.learned.file import new_header, read_learned, write_learned
from zermelo.evaluate.learned.residual import KIND, OUTCOMES, ResidualNetwork, in_bytes
from zermelo.game import ZermeloError
from zermelo.players.engines import engine
from zermelo.search.time.threads import run_together

CHANNELS, HEAD, HIDDEN = 4, 2, 8


def arrays_for(game, seed=0, outcomes=OUTCOMES):
    """A network of one block with random weights, and the encoding."""
    encoding, draw = encoding_of(game), np.random.default_rng(seed)
    shapes = [(CHANNELS, encoding.planes, 3, 3), (CHANNELS, CHANNELS, 3, 3), (CHANNELS, CHANNELS, 3, 3)]
    shapes += [(HEAD, CHANNELS, 1, 1), (HIDDEN, HEAD * encoding.cells), (encoding.policy + outcomes, HIDDEN)]
    arrays = {}
    for place, shape in enumerate(shapes):
        arrays[f"layer.{2 * place}"] = draw.normal(0, 0.3, shape).astype(np.float32)
        arrays[f"layer.{2 * place + 1}"] = draw.normal(0, 0.3, shape[0]).astype(np.float32)
    return arrays | {f"encoding.{name}": array for name, array in encoding.to_arrays().items()}


def written(path, game, arrays=None):
    header = new_header(game, "alphazero", {}, 1) | {"kind": KIND, "reach": 1.0}
    write_learned(path, header, arrays or arrays_for(game))
    return path


def slow_evaluation(arrays, planes, outcomes):
    """The network cell by cell: logits and value."""

    def convolved(x, place, side):
        weight, bias = arrays[f"layer.{place}"], arrays[f"layer.{place + 1}"]
        rows, columns, _ = x.shape
        y = np.zeros((rows, columns, len(bias)))
        for row in range(rows):
            for column in range(columns):
                y[row, column] = bias
                for i in range(side):
                    for j in range(side):
                        r, c = row + i - side // 2, column + j - side // 2
                        if 0 <= r < rows and 0 <= c < columns:
                            y[row, column] += weight[:, :, i, j] @ x[r, c]
        return y

    x = np.maximum(convolved(planes.astype(float), 0, 3), 0)
    x = np.maximum(convolved(np.maximum(convolved(x, 2, 3), 0), 4, 3) + x, 0)
    x = np.maximum(convolved(x, 6, 1), 0).reshape(-1)
    x = np.maximum(arrays["layer.8"] @ x + arrays["layer.9"], 0)
    told = arrays["layer.10"] @ x + arrays["layer.11"]
    if outcomes == 1:
        return told[:-1], np.tanh(told[-1] / 2)
    win, draw, loss = np.exp(told[-3:])
    return told[:-3], (win - loss) / (win + draw + loss)


@pytest.fixture
def game():
    return zermelo.load("tic-tac-toe")


@pytest.mark.parametrize("outcomes", [1, OUTCOMES])
def test_a_network_says_what_its_layers_say(game, tmp_path, outcomes):
    """One outcome, as in files of before draws were told, and three."""
    arrays = arrays_for(game, outcomes=outcomes)
    network = ResidualNetwork(game, read_learned(written(tmp_path / "net", game, arrays)), compiled=False)
    planes = np.random.default_rng(1).integers(0, 2, (2, 3, 3, 3)).astype(np.uint8)
    logits, values = network.evaluate(planes)
    for i in range(2):
        slow_logits, slow_value = slow_evaluation(arrays, planes[i], outcomes)
        assert logits[i] == pytest.approx(slow_logits, abs=1e-4)
        assert values[i] == pytest.approx(slow_value, abs=1e-4)


def test_priors_are_of_the_legal_actions(game, tmp_path):
    network = ResidualNetwork(game, read_learned(written(tmp_path / "net", game)), compiled=False)
    states = [game.initial(), game.read_state("xo./.x./...")]
    priors, values = network(states)
    assert [len(row) for row in priors] == [9, 6]
    assert all(row.sum() == pytest.approx(1) for row in priors)
    assert np.all(np.abs(values) <= 1)


def test_rounded_to_bytes_it_says_nearly_the_same(game, tmp_path):
    planes = np.random.default_rng(1).integers(0, 2, (4, 3, 3, 3)).astype(np.uint8)
    whole = ResidualNetwork(game, read_learned(written(tmp_path / "net", game)), compiled=False)
    rounded = in_bytes(arrays_for(game))
    assert rounded["layer.0"].dtype == np.int8
    small = ResidualNetwork(game, read_learned(written(tmp_path / "small", game, rounded)), compiled=False)
    assert small.evaluate(planes)[1] == pytest.approx(whole.evaluate(planes)[1], abs=0.02)


@pytest.mark.parametrize("threads", [2, 3, 50])
def test_threads_each_see_a_part_of_the_states(game, tmp_path, threads):
    learned = read_learned(written(tmp_path / "net", game))
    alone = ResidualNetwork(game, learned, compiled=False)
    seen: list[int] = []

    def together(work, workers):
        seen.append(workers)
        run_together(work, workers)

    helped = ResidualNetwork(game, learned, compiled=False, threads=threads, together=together)
    told, looked = helped._told, []
    helped._told = lambda planes: (looked.append(len(planes)), told(planes))[1]
    for count in (1, 7, 40):
        planes = np.random.default_rng(count).integers(0, 2, (count, 3, 3, 3)).astype(np.uint8)
        for found, expected in zip(helped.evaluate(planes), alone.evaluate(planes), strict=True):
            assert found == pytest.approx(expected, abs=1e-5)
    assert seen == [min(threads, count) for count in (1, 7, 40)]
    assert sum(looked) == 1 + 7 + 40, "each state is looked at once"


def test_a_file_is_a_player(game, tmp_path):
    path = written(tmp_path / "net", game)
    player = engine(f"puct:network={path},sims=20,compiled=false")
    assert str(player) == f"puct:network={path},sims=20,compiled=false"
    assert player.analyse(game).action in game.legal(game.initial())


def test_a_file_for_another_game_or_without_a_network_is_refused(game, tmp_path):
    path = written(tmp_path / "net", game)
    other = zermelo.load("tic-tac-toe:rows=4,columns=4,k=4")
    with pytest.raises(ZermeloError, match="was learned for tic-tac-toe"):
        engine(f"puct:network={path},sims=5,compiled=false").analyse(other)
    write_learned(path, new_header(game, "alphazero", {}, 1), {"weights": np.zeros(3)})
    with pytest.raises(ZermeloError, match="holds no residual network"):
        engine(f"puct:network={path},sims=5,compiled=false").analyse(game)
    write_learned(path, new_header(game, "alphazero", {}, 1) | {"kind": KIND, "reach": "far"}, arrays_for(game))
    with pytest.raises(ZermeloError, match="does not say what its values count"):
        engine(f"puct:network={path},sims=5,compiled=false").analyse(game)
    with pytest.raises(ZermeloError, match="cannot be read"):
        engine(f"puct:network={tmp_path / 'missing'}")


def test_layers_that_do_not_fit_are_refused(game, tmp_path):
    arrays = arrays_for(game)
    for name, wrong in (("layer.2", (4, 5, 3, 3)), ("layer.8", (8, 17)), ("layer.11", (3,))):
        path = written(tmp_path / "net", game, {**arrays, name: np.zeros(wrong, np.float32)})
        with pytest.raises(ZermeloError, match="fit"):
            ResidualNetwork(game, read_learned(path), compiled=False)
    path = written(tmp_path / "net", game, arrays_for(game, outcomes=2))
    with pytest.raises(ZermeloError, match="outputs do not fit"):
        ResidualNetwork(game, read_learned(path), compiled=False)
    del arrays["layer.3"]
    with pytest.raises(ZermeloError, match="make no network"):
        ResidualNetwork(game, read_learned(written(tmp_path / "net", game, arrays)), compiled=False)
    arrays = {name: array for name, array in arrays_for(game).items() if name != "encoding.atom"}
    with pytest.raises(ZermeloError, match="no encoding"):
        ResidualNetwork(game, read_learned(written(tmp_path / "net", game, arrays)), compiled=False)


def test_a_damaged_or_foreign_file_gives_one_line(game, tmp_path):
    good = written(tmp_path / "net", game).read_bytes()
    for content in (
        good[:-1],
        good[: len(good) // 2],
        good[:200] + b"?" + good[201:],
        b"",
        b"PK\x03\x04",
        b"\x80\x04N.",
    ):
        (tmp_path / "bad").write_bytes(content)
        with pytest.raises(
            ZermeloError, match=r"puct: network names a learned file: .*bad is (truncated|not a file)"
        ) as told:
            engine(f"puct:network={tmp_path / 'bad'}")
        assert "\n" not in str(told.value)
