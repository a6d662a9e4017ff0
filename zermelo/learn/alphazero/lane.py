"""The way of a group's questions to the network and of the answers back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import torch

from zermelo.evaluate.encoding import Encoding
from zermelo.learn.alphazero.games import ASKED, Room, new_asked
from zermelo.learn.alphazero.group import Answer, Group
from zermelo.learn.alphazero.network import Inference


def asked_tensors(encoding: Encoding, room: Room, device: Any) -> dict[str, Any]:
    """The arrays of a group's questions and answers: pinned, where a GPU is to reach them while others work."""
    arrays = new_asked(room.games, room.actions, encoding.cells * encoding.planes)
    tensors = {name: torch.from_numpy(array) for name, array in arrays.items()}
    return {name: tensor.pin_memory() for name, tensor in tensors.items()} if device.type == "cuda" else tensors


class Lane:
    """One group and its own stream to the network, if there is a GPU: `ask` returns at once, `wait` for the answers."""

    def __init__(self, group: Group, tensors: Mapping[str, Any], inference: Inference) -> None:
        """tensors: those whose memory the group's arrays share."""
        self.group, self.inference, room = group, inference, group.room
        self.planes, self.places, self.answer = (tensors[name].view(room.games, -1) for name in ASKED)
        self.wide = inference.widened(room.games)
        self._graph: Any = None
        if inference.device.type == "cuda":
            self._prepare()

    def _prepare(self) -> None:
        device = self.inference.device
        self.there = [torch.zeros_like(part, device=device) for part in (self.planes, self.places, self.answer)]
        self.stream, self.done = torch.cuda.Stream(), torch.cuda.Event(blocking=True)
        with torch.cuda.stream(self.stream):
            for _ in range(3):
                self._forward()
            torch.cuda.synchronize()
            graph = torch.cuda.CUDAGraph()
            with torch.cuda.graph(graph, stream=self.stream, capture_error_mode="thread_local"):
                self._forward()
        torch.cuda.synchronize()
        self._graph = graph

    def _forward(self) -> None:
        planes, places, answer = self.there
        self.inference.forward(planes, places, self.wide, answer)

    def ask(self) -> None:
        """Sends the questions that the group has written."""
        if self._graph is None:
            self.inference.forward(self.planes, self.places, self.wide, self.answer)
            return
        with torch.cuda.stream(self.stream):
            self.there[0].copy_(self.planes, non_blocking=True)
            self.there[1].copy_(self.places, non_blocking=True)
            self._graph.replay()
            self.answer.copy_(self.there[2], non_blocking=True)
            self.done.record()

    def wait(self) -> None:
        """Waits for the answers to the last questions."""
        if self._graph is not None:
            self.done.synchronize()


def answers_of(inference: Inference) -> Answer:
    """The network as a function that writes its answers into arrays, for `choose`."""

    def answer(planes: Any, places: Any, out: Any) -> None:
        size = inference.encoding.cells * inference.encoding.planes
        count, device = len(planes) // size, inference.device
        found = torch.zeros((count, len(out) // count), device=device)
        asked = torch.from_numpy(planes).view(count, -1).to(device), torch.from_numpy(places).view(count, -1).to(device)
        inference.forward(*asked, inference.widened(count), found)
        out[:] = found.cpu().numpy().reshape(-1)

    return answer
