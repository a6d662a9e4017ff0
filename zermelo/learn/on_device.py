"""Methods of learning that train a network on a CPU or a GPU: PyTorch is imported when a run begins, not before.

Some need it for a GPU only: their networks are small enough for kernels of our own.
"""

from __future__ import annotations

import os
from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Self, cast

from zermelo.evaluate.learned.file import Learned
from zermelo.game import Game, ZermeloError
from zermelo.installed import is_installed
from zermelo.learn.course import Learning, Method


@dataclass(frozen=True)
class DeviceMethod(Method):
    """Options of which one, `device`, says where a network is trained, and on which the defaults of others depend."""

    needs_torch: ClassVar[bool] = True  # on a CPU too
    by_device: ClassVar[Mapping[str, tuple[Any, Any]]]  # the defaults on a CPU and on a GPU, where an option's is None

    @abstractmethod
    def settled(self, game: Game, device: str) -> Self:
        """The options with every default that depends on the device, the machine and the game."""

    def begin(self, game: Game, seed: int) -> Learning:
        run = self.run_class()
        return cast(Learning, run(game, self.settled(game, self.device_in_use), seed))

    def resume(self, game: Game, learned: Learned) -> Learning:
        return cast(Learning, self.run_class().resumed(game, self, learned))

    def run_class(self) -> Any:
        """The class of a run. Raises ZermeloError where PyTorch is missing that it needs.

        PyTorch's threads are to sleep while they have nothing to do, not to spin: the cores are for the trees then. The
        library that makes them reads this variable once, when it is loaded.
        """
        os.environ.setdefault("OMP_WAIT_POLICY", "passive")
        if self.needs_torch or vars(self)["device"] == "cuda":
            try:
                import torch  # noqa: F401
            except ImportError:
                on = "" if self.needs_torch else " for a GPU"
                raise ZermeloError(f"{self.name} needs PyTorch{on}: pip install 'zermelo[learn]'") from None
        return self.imported()

    @abstractmethod
    def imported(self) -> Any:
        """The class of a run, from the module that may need PyTorch."""

    @property
    def device_in_use(self) -> str:
        """The device that the option stands for. Raises ZermeloError where there is no GPU."""
        wanted = str(vars(self)["device"])
        if not self.needs_torch and (wanted == "cpu" or not is_installed("torch")):
            return "cpu"
        import torch

        has_gpu = torch.cuda.is_available()
        if wanted == "cuda" and not has_gpu:
            raise ZermeloError("there is no GPU that PyTorch can use: leave the device out, or say device=cpu")
        return ("cuda" if has_gpu else "cpu") if wanted == "auto" else wanted

    def defaults(self, device: str) -> dict[str, Any]:
        """The options that are left to the device."""
        return {name: pair[device == "cuda"] for name, pair in self.by_device.items() if getattr(self, name) is None}
