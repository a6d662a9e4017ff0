"""Training a sparse network on a GPU, in PyTorch: what `descent.Descent` does on a CPU."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch

from zermelo.evaluate.sparse.network import Shape
from zermelo.learn.bootstrap.descent import DECAY, POWER

CHUNK = 16_384  # positions whose outputs are worked out at once


class OnGpu:
    """A network in training, with all positions of a sample on the device."""

    def __init__(
        self, sample: Any, shape: Shape, numbers: Any, scale: float, bounds: tuple[float, float], device: str
    ) -> None:
        where = torch.device(device)
        self.shape, self.most, self.scale, self.bounds = shape, sample.active.shape[1] // 2, scale, bounds
        # PyTorch has no unsigned numbers of 16 bits to index with: they are kept as signed
        self.active = torch.from_numpy(sample.active.view(np.int16)).to(where)
        self.targets = torch.from_numpy(sample.targets).to(where)
        self.buckets = torch.from_numpy(sample.buckets).to(where)
        self.where, width, rows = where, shape.width, shape.buckets
        sizes = (shape.inputs, width), (width,), (rows, 2 * width), (rows,)
        self.parts = [torch.nn.Parameter(torch.zeros(*size, device=where)) for size in sizes]
        self.numbers = numbers
        self.adam = torch.optim.AdamW(self.parts, weight_decay=DECAY, fused=where.type == "cuda")

    @property
    def numbers(self) -> Any:
        """All numbers of the network, as descent.py lays them out."""
        return np.concatenate([part.detach().cpu().numpy().reshape(-1) for part in self.parts])

    @numbers.setter
    def numbers(self, numbers: Any) -> None:
        ends = np.cumsum([part.numel() for part in self.parts])[:-1]
        for part, found in zip(self.parts, np.split(np.asarray(numbers, np.float32), ends), strict=True):
            part.data.copy_(torch.from_numpy(found.copy()).view(part.shape))

    def steps(self, order: Any, rates: Any) -> None:
        """A step for each learning rate; order: the numbers of the records, as many for each step."""
        first, last = self.bounds
        for picked, rate in zip(torch.from_numpy(order).to(self.where).view(len(rates), -1), rates, strict=True):
            for group in self.adam.param_groups:
                group["lr"] = rate
            guess = torch.sigmoid(self._outputs(picked) * self.scale)
            loss = ((guess - self.targets[picked]).abs() ** POWER).mean()
            self.adam.zero_grad(set_to_none=True)
            loss.backward()
            self.adam.step()
            for part, bound in zip(self.parts[:3], (first, first, last), strict=True):
                part.data.clamp_(-bound, bound)

    def outputs(self, picked: Any) -> Any:
        """What the network says of some records."""
        with torch.no_grad():
            chunks = torch.from_numpy(picked).to(self.where).split(CHUNK)
            return np.concatenate([self._outputs(chunk).cpu().numpy() for chunk in chunks])

    def _outputs(self, picked: Any) -> Any:
        first, bias, last, last_bias = self.parts
        count, inputs = len(picked), self.shape.inputs
        rows = (self.active[picked].long() & 0xFFFF).view(2 * count, self.most)
        dense = torch.zeros(2 * count, inputs + 1, device=self.where).scatter_(1, rows, 1.0)
        sums = dense[:, :-1] @ first + bias
        hidden = (sums.clamp(0.0, 1.0) ** 2).view(count, -1)
        buckets = self.buckets[picked].long()
        return (hidden * last[buckets]).sum(1) + last_bias[buckets]
