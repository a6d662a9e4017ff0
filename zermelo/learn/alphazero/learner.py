"""The learner: positions kept on the device, and steps of AdamW on batches drawn from the newest of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import torch
import torch.nn.functional as F  # noqa: N812

from zermelo.evaluate.encoding import Encoding
from zermelo.evaluate.encoding.symmetry import Symmetries
from zermelo.evaluate.learned.residual import OUTCOMES
from zermelo.evaluate.learned.wins import margins
from zermelo.learn.adam import AdamW
from zermelo.learn.alphazero.games import NOT_KNOWN, UNKNOWN
from zermelo.learn.alphazero.group import Samples
from zermelo.learn.alphazero.network import BINS, Foretold, Net, inputs_for, legal_logits
from zermelo.learn.alphazero.options import Options

DECAY = 1e-2  # of weights, per unit of the learning rate
BETAS = (0.9, 0.98)
SMOOTHING = 0.02  # of the losses that are reported
RESETS = (100, 200, 400, 800, 1600)  # steps at which the average of the weights begins anew
LOSSES = ("policy loss", "value loss")
FORETOLD = ("owners", "points")  # parts of the network
ENDINGS = ("owners", "ends")
POSITIONS = ("planes", "places", "policy", "values", "draws", *ENDINGS)  # what is kept of each


class Learner:
    """A network, the average of its weights, and the positions that it learns from."""

    def __init__(
        self,
        encoding: Encoding,
        actions: int,
        symmetries: Symmetries,
        options: Options,
        device: Any,
        seed: int,
        counts_points: bool = False,
    ) -> None:
        """counts_points: is the game played for points?"""
        self.encoding, self.options, self.device = encoding, options, device
        self.is_cuda = device.type == "cuda"
        torch.manual_seed(seed)
        size = options.channels, options.blocks, inputs_for(encoding, device), options.head, options.hidden
        wanted = options.foretold > 0.0
        foretold = Foretold(owners=wanted and encoding.pairs > 0, points=wanted and counts_points)
        self.net, self.average = (
            Net(encoding, *size, foretold).to(device).to(memory_format=torch.channels_last) for _ in range(2)
        )
        self.average.load_state_dict(self.net.state_dict())
        self.room = options.window + options.window // 8  # newer positions overwrite those outside the window
        width = encoding.cells * encoding.planes
        self.planes = torch.zeros((self.room, width), dtype=torch.uint8, device=device)
        self.places = torch.full((self.room, actions), -1, dtype=torch.int16, device=device)
        self.policy = torch.zeros((self.room, actions), dtype=torch.float16, device=device)
        self.values, self.draws = (torch.zeros(self.room, device=device) for _ in range(2))
        owned = encoding.cells if encoding.pairs else 0
        self.owners = torch.full((self.room, owned), NOT_KNOWN, dtype=torch.int8, device=device)
        self.ends = torch.full((self.room,), UNKNOWN, device=device)
        self.cells = torch.from_numpy(symmetries.cells).to(device)
        self.actions = torch.from_numpy(symmetries.actions).to(device)
        self.total = self.steps = 0  # positions taken in, steps made
        self.head = torch.zeros((), dtype=torch.float64, device=device)
        self.window = torch.ones((), dtype=torch.float64, device=device)
        self.rate = torch.tensor(options.rate, device=device)
        self.losses = torch.zeros(len(LOSSES), device=device)
        many = [value for value in self.net.parameters() if value.ndim > 1]
        few = [value for value in self.net.parameters() if value.ndim <= 1]
        groups = [{"params": many, "weight_decay": DECAY}, {"params": few, "weight_decay": 0.0}]
        self.optimizer: Any = (
            torch.optim.AdamW(groups, betas=BETAS, fused=True, capturable=True, lr=self.rate)
            if self.is_cuda
            else AdamW(groups, BETAS, options.rate)
        )
        self.wide = torch.zeros(
            (options.batch, encoding.rows, encoding.columns, size[2]),
            dtype=torch.bfloat16 if self.is_cuda else torch.float32,
            device=device,
        )
        self.generator = None if self.is_cuda else torch.Generator().manual_seed(seed)
        self._learned, self._averaged = self._numbers(self.net), self._numbers(self.average)
        self._forward: Any = self.net  # the same function, where it can be compiled
        self._graph: Any = None
        self.stream: Any = None

    def _numbers(self, net: Net) -> list[Any]:
        running = [value for name, value in net.named_buffers() if "running" in name]
        return [*net.parameters(), *running]

    def take(self, samples: Samples) -> None:
        """Adds positions; the oldest are overwritten."""
        count = len(samples)
        if not count:
            return
        where = (torch.arange(count, device=self.device) + self.total) % self.room
        for name in POSITIONS:
            kept, given = getattr(self, name), getattr(samples, name)
            kept[where] = torch.from_numpy(given).to(self.device).to(kept.dtype)
        self.total += count

    def set_pace(self, progress: float) -> None:
        """Sets the learning rate and the window for this share of the budget."""
        options = self.options
        warm = min(1.0, (self.steps + 1) / options.warm_up)
        late = max(0.0, (1.0 - progress) / (1.0 - options.decay_from))
        rate = options.rate * warm * min(1.0, late)
        self.rate.fill_(max(rate, options.rate * 0.002))
        if not self.is_cuda:
            for group in self.optimizer.param_groups:
                group["lr"] = float(self.rate)
        first = min(options.first_window, options.window)
        self.head.fill_(self.total)
        self.window.fill_(min(self.total, first + (options.window - first) * progress))

    @property
    def least(self) -> int:
        """How many positions it needs for its first step."""
        return min(self.options.first_window, self.options.window) // 4

    @property
    def is_behind(self) -> bool:
        """Has it enough positions, and used them less often than it should?"""
        options = self.options
        enough = self.total >= self.least
        return enough and self.steps * options.batch < options.reuse * self.total

    def step(self) -> None:
        """One step."""
        if self._graph is not None:
            self._graph.replay()
        else:
            self._step()
        self.steps += 1
        if self.steps in RESETS:
            with torch.no_grad():
                torch._foreach_copy_(self._averaged, self._learned)

    def _random(self, count: int) -> Any:
        return torch.rand(count, device=self.device, dtype=torch.float64, generator=self.generator)

    def _step(self) -> None:
        count, encoding = self.options.batch, self.encoding
        where = (self.head - 1 - torch.floor(self._random(count) * self.window)).long() % self.room
        turned = (self._random(count) * len(self.cells)).long()
        cells, actions = self.cells[turned], self.actions[turned]
        planes = self.planes[where].view(count, encoding.cells, encoding.planes)
        planes = planes.gather(1, cells.unsqueeze(2).expand(-1, -1, encoding.planes))
        places = self.places[where].long()
        places = torch.where(places < 0, places, actions.gather(1, places.clamp_min(0)))
        policy, wanted = self.policy[where].float(), chances(self.values[where], self.draws[where])
        self.wide[..., : encoding.planes].copy_(planes.view(count, encoding.rows, encoding.columns, encoding.planes))
        with torch.autocast("cuda", dtype=torch.bfloat16, cache_enabled=False, enabled=self.is_cuda):
            told, owned, scored = self._forward(self.wide.permute(0, 3, 1, 2))
        told = told.float()
        policy_loss = -(policy * F.log_softmax(legal_logits(told, places), 1)).sum(1).mean()
        value_loss = -(wanted * F.log_softmax(told[:, -OUTCOMES:], 1)).sum(1).mean()
        loss = policy_loss + value_loss
        if owned is not None:
            loss = loss + self.options.foretold * owner_loss(owned.float(), self.owners[where].long().gather(1, cells))
        if scored is not None:
            loss = loss + self.options.foretold * points_loss(scored.float(), self.ends[where])
        self.optimizer.zero_grad(set_to_none=True)
        loss.backward()
        self.optimizer.step()
        with torch.no_grad():
            torch._foreach_lerp_(self._averaged, self._learned, 1.0 - self.options.averaging)
            self.losses.lerp_(torch.stack((policy_loss, value_loss)).detach(), SMOOTHING)

    def capture(self) -> None:
        """On a GPU: makes one graph of a whole step. Whatever the trial steps learned is forgotten."""
        if not self.is_cuda:
            return
        self.stream = torch.cuda.Stream(priority=-1)
        kept = {name: value.clone() for name, value in self.net.state_dict().items()}
        with torch.cuda.stream(self.stream):
            self._forward = torch.compile(self.net)
            try:
                self._step()
            except Exception:  # there is no compiler for this device; another mistake is made again below
                self._forward = self.net
            for _ in range(3):
                self._step()
            torch.cuda.synchronize()
            self._graph = torch.cuda.CUDAGraph()
            self.optimizer.zero_grad(set_to_none=True)
            with torch.cuda.graph(self._graph, stream=self.stream, capture_error_mode="thread_local"):
                self._step()
            for state in self.optimizer.state.values():
                for value in state.values():
                    if torch.is_tensor(value):
                        value.zero_()
            self.net.load_state_dict(kept)
            self.average.load_state_dict(kept)
            self.losses.zero_()
        torch.cuda.synchronize()

    # --- what a file keeps ---

    def to_arrays(self, with_positions: bool) -> dict[str, Any]:
        """All that the learner needs to go on, by name; positions: those inside the largest window."""
        arrays: dict[str, Any] = {
            "learner.count": np.array([self.total, self.steps], np.int64),
            "learner.losses": self.losses.cpu().numpy(),
        }
        for name, net in (("net", self.net), ("average", self.average)):
            for key, value in net.state_dict().items():
                arrays[f"{name}.{key}"] = value.cpu().contiguous().numpy()
        for place, value in enumerate(self.net.parameters()):
            for key, moment in self.optimizer.state.get(value, {}).items():
                arrays[f"optimizer.{place}.{key}"] = np.asarray(moment.cpu().contiguous().numpy())
        if self.generator is not None:
            arrays["learner.random"] = self.generator.get_state().numpy()
        if with_positions:
            for name in POSITIONS:
                arrays[f"positions.{name}"] = getattr(self, name)[: min(self.total, self.room)].cpu().numpy()
        return arrays

    def load_network(self, arrays: Mapping[str, Any]) -> None:
        """Takes over the network alone of what `to_arrays` gave. Raises RuntimeError where it does not fit."""
        for name, net in (("net", self.net), ("average", self.average)):
            start = f"{name}."
            found = {key[len(start) :]: _tensor(value) for key, value in arrays.items() if key.startswith(start)}
            fresh = {key: value for key, value in net.state_dict().items() if key.partition(".")[0] in FORETOLD}
            net.load_state_dict({**fresh, **found})  # files of earlier versions foretell nothing

    def load(self, arrays: Mapping[str, Any]) -> None:
        """Goes on from what `to_arrays` gave. Raises KeyError or RuntimeError where something does not fit."""
        self.load_network(arrays)
        for place, value in enumerate(self.net.parameters()):
            start = f"optimizer.{place}."
            state = {key[len(start) :]: _tensor(array) for key, array in arrays.items() if key.startswith(start)}
            if state:
                self.optimizer.state[value] = {
                    key: moment.to(self.device if key != "step" or self.is_cuda else "cpu")
                    for key, moment in state.items()
                }
        if "learner.random" in arrays and self.generator is not None:
            self.generator.set_state(_tensor(arrays["learner.random"]))
        self.losses.copy_(_tensor(arrays["learner.losses"]))
        self.total, self.steps = (int(number) for number in arrays["learner.count"])
        if "positions.values" not in arrays:
            self.total = self.steps = 0
            return
        for name in POSITIONS:
            if name in ENDINGS and f"positions.{name}" not in arrays:  # in files of earlier versions
                continue
            kept = _tensor(arrays[f"positions.{name}"])
            getattr(self, name)[: len(kept)].copy_(kept)


def chances(values: Any, draws: Any) -> Any:
    """The chances of win, draw and loss, [position, outcome], for values from -1 to 1 and chances of a draw."""
    return torch.stack(((1.0 - draws + values) * 0.5, draws, (1.0 - draws - values) * 0.5), 1)


def owner_loss(told: Any, owners: Any) -> Any:
    """The mean over all cells; told: logits [position, side, row, column]; owners: [position, cell].

    Where the end is not known, it is nothing.
    """
    return F.cross_entropy(told.flatten(2), owners, ignore_index=NOT_KNOWN, reduction="sum") / owners.numel()


def points_loss(told: Any, ends: Any) -> Any:
    """The mean over all positions; told: logits [position, bin]; ends: what the end was worth, or UNKNOWN.

    A margin between the middles of two bins belongs to both.
    """
    place = (margins(ends) + 1.0) * 0.5 * (BINS - 1)
    low = place.floor().clamp(0, BINS - 2).long().unsqueeze(1)
    share = place - low.squeeze(1)
    logs = F.log_softmax(told, 1)
    found = (1.0 - share) * logs.gather(1, low).squeeze(1) + share * logs.gather(1, low + 1).squeeze(1)
    return -torch.where(ends == UNKNOWN, 0.0, found).mean()


def _tensor(array: Any) -> Any:
    return torch.from_numpy(np.array(array))  # a copy: what was read from a file cannot be written to
