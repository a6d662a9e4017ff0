"""The network: a residual tower of convolutions with one head for policy and value, in PyTorch.

`Net` is what learns. `Inference` is the same function without what only learning needs: each batch normalisation is
folded into the convolution before it, which makes it two to three times as fast.

While it learns, the network also foretells how the game ends, `Foretold`: that shapes what it sees, and nobody asks for
it in play.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import torch
import torch.nn.functional as F  # noqa: N812  (PyTorch's own custom)
from torch import nn

from zermelo.evaluate.encoding import Encoding
from zermelo.evaluate.learned.residual import OUTCOMES

SIDES = 3  # at the end a cell is the mover's, the other player's or nobody's
BINS = 41  # of the points by which a game is won or lost
MOMENTUM = 0.02  # of the running statistics of a batch normalisation
ALIGNED = 8  # input channels on a GPU are a multiple of this
FORBIDDEN = -30_000.0  # the logit of an action that is not legal; it fits into half precision


class Block(nn.Module):
    """Two convolutions and a way around them."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.one = nn.Conv2d(channels, channels, 3, padding=1, bias=False)
        self.one_norm = nn.BatchNorm2d(channels, momentum=MOMENTUM)
        self.two = nn.Conv2d(channels, channels, 3, padding=1, bias=False)
        self.two_norm = nn.BatchNorm2d(channels, momentum=MOMENTUM)
        nn.init.constant_(self.two_norm.weight, 0.5)

    def forward(self, x: Any) -> Any:
        """The output for x, both [state, channel, row, column]."""
        y = F.relu(self.one_norm(self.one(x)))
        return F.relu(self.two_norm(self.two(y)) + x)


@dataclass(frozen=True)
class Foretold:
    """What of a game's end is foretold."""

    owners: bool = False  # whose each cell is
    points: bool = False  # by how many points it is won


class Net(nn.Module):
    """Planes [state, plane, row, column] to logits of the whole policy, then those of win, draw and loss.

    Besides, logits of whose each cell is at the end [state, side, row, column] and of the points by which the game is
    won [state, bin]; None where that is not foretold.
    """

    def __init__(
        self,
        encoding: Encoding,
        channels: int,
        blocks: int,
        inputs: int,
        head: int,
        hidden: int,
        foretold: Foretold = Foretold(),
    ) -> None:
        super().__init__()
        self.stem = nn.Conv2d(inputs, channels, 3, padding=1, bias=False)
        self.stem_norm = nn.BatchNorm2d(channels, momentum=MOMENTUM)
        self.blocks = nn.ModuleList(Block(channels) for _ in range(blocks))
        self.head = nn.Conv2d(channels, head, 1, bias=False)
        self.head_norm = nn.BatchNorm2d(head, momentum=MOMENTUM)
        self.hidden = nn.Linear(encoding.cells * head, hidden)
        self.out = nn.Linear(hidden, encoding.policy + OUTCOMES)
        nn.init.zeros_(self.out.bias)
        nn.init.normal_(self.out.weight, std=0.01)
        self.owners = nn.Conv2d(channels, SIDES, 1) if foretold.owners else None
        self.points = nn.Linear(hidden, BINS) if foretold.points else None

    def forward(self, x: Any) -> tuple[Any, Any, Any]:
        x = F.relu(self.stem_norm(self.stem(x)))
        for block in self.blocks:
            x = block(x)
        owners = None if self.owners is None else self.owners(x)
        x = F.relu(self.head_norm(self.head(x)))
        x = x.permute(0, 2, 3, 1).flatten(1)
        x = F.relu(self.hidden(x))
        return self.out(x), owners, None if self.points is None else self.points(x)

    def convolutions(self) -> list[tuple[Any, Any]]:
        """Each convolution with the normalisation after it, in order."""
        inner = [pair for block in self.blocks for pair in ((block.one, block.one_norm), (block.two, block.two_norm))]
        return [(self.stem, self.stem_norm), *inner, (self.head, self.head_norm)]


def folded(net: Net) -> list[Any]:
    """The weights and biases of the network without normalisations: convolutions in order, then the linear layers."""
    found = []
    with torch.no_grad():
        for convolution, norm in net.convolutions():
            scale = norm.weight * torch.rsqrt(norm.running_var + norm.eps)
            found += [convolution.weight * scale.view(-1, 1, 1, 1), norm.bias - norm.running_mean * scale]
        for layer in (net.hidden, net.out):
            found += [layer.weight.detach(), layer.bias.detach()]
    return found


def shipped(net: Net, encoding: Encoding) -> dict[str, Any]:
    """The arrays of a file that plays: the folded layers in half precision, and what the network sees."""
    arrays = {f"layer.{n}": one.cpu().contiguous().numpy().astype("f2") for n, one in enumerate(folded(net))}
    return arrays | {f"encoding.{name}": array for name, array in encoding.to_arrays().items()}


class Inference:
    """A network's answers for a fixed number of games at a time; its weights are refreshed in place."""

    def __init__(self, net: Net, encoding: Encoding, device: Any) -> None:
        self.encoding, self.device = encoding, device
        self.is_fused = device.type == "cuda"
        self.kind = torch.float16 if self.is_fused else torch.float32
        self.inputs = net.stem.in_channels
        self.parts = [self._part(value) for value in folded(net)]
        self.load(net)

    def _part(self, value: Any) -> Any:
        part = torch.zeros_like(value, dtype=self.kind)
        return part.contiguous(memory_format=torch.channels_last) if part.ndim == 4 else part

    def load(self, net: Net) -> None:
        """Takes over the weights of a network."""
        with torch.no_grad():
            for part, value in zip(self.parts, folded(net), strict=True):
                part.copy_(value)

    def widened(self, count: int) -> Any:
        """Room for the planes of `count` states, as the network takes them."""
        shape = count, self.encoding.rows, self.encoding.columns, self.inputs
        return torch.zeros(shape, dtype=self.kind, device=self.device)

    def forward(self, planes: Any, places: Any, wide: Any, out: Any) -> None:
        """Answers. planes: bytes [state, cell × plane]; places: [state, action]; wide: see `widened`.

        out: [state, action + 2], priors of the legal actions, the value for the player to move, the chance of a draw.
        """
        count, encoding, parts = len(planes), self.encoding, self.parts
        with torch.no_grad():
            wide[..., : encoding.planes].copy_(planes.view(count, encoding.rows, encoding.columns, encoding.planes))
            x = self._convolved(wide.permute(0, 3, 1, 2), 0)
            last = len(parts) - 6
            for place in range(2, last, 4):
                x = self._added(self._convolved(x, place), x, place + 2)
            x = self._convolved(x, last).permute(0, 2, 3, 1).reshape(count, -1)
            x = F.relu_(F.linear(x, parts[-4], parts[-3]))
            told = F.linear(x, parts[-2], parts[-1]).float()
            actions = places.shape[1]
            out[:, :actions].copy_(torch.softmax(legal_logits(told, places), 1))
            win, draw, loss = torch.softmax(told[:, -OUTCOMES:], 1).unbind(1)
            out[:, actions].copy_(win - loss)
            out[:, actions + 1].copy_(draw)

    def _convolved(self, x: Any, place: int) -> Any:
        weight, bias = self.parts[place], self.parts[place + 1]
        border = weight.shape[-1] // 2
        if self.is_fused:
            return torch.cudnn_convolution_relu(x, weight, bias, (1, 1), (border, border), (1, 1), 1)
        return F.relu_(F.conv2d(x, weight, bias, padding=border))

    def _added(self, x: Any, around: Any, place: int) -> Any:
        weight, bias = self.parts[place], self.parts[place + 1]
        if self.is_fused:
            return torch.cudnn_convolution_add_relu(x, weight, around, 1.0, bias, (1, 1), (1, 1), (1, 1), 1)
        return F.relu_(F.conv2d(x, weight, bias, padding=1) + around)


def legal_logits(told: Any, places: Any) -> Any:
    """The logits of the legal actions, [state, action], and FORBIDDEN where there is none."""
    wanted = places.long()
    return told.gather(1, wanted.clamp_min(0)).masked_fill(wanted < 0, FORBIDDEN)


def inputs_for(encoding: Encoding, device: Any) -> int:
    """Input channels: the planes, on a GPU filled up to what it likes."""
    if device.type != "cuda":
        return encoding.planes
    return -(-encoding.planes // ALIGNED) * ALIGNED
