"""AdamW (Loshchilov and Hutter 2019) for a CPU.

PyTorch's own, the first time that it is made, imports its compiler, which takes three seconds of a run's start.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import torch

TINY = 1e-8  # added to the root of the mean square


class AdamW:
    """Steps along the gradients of groups of parameters, in units of their mean squares, with decay of weights.

    Its state has the names of PyTorch's: step, exp_avg, exp_avg_sq.
    """

    def __init__(self, groups: Sequence[Mapping[str, Any]], betas: tuple[float, float], rate: float) -> None:
        """groups: each with its `params` and their `weight_decay`, per unit of the learning rate."""
        self.param_groups: list[dict[str, Any]] = [{"lr": rate, **group} for group in groups]
        self.betas = betas
        self.state: dict[Any, dict[str, Any]] = {}

    def zero_grad(self, set_to_none: bool = True) -> None:
        """Forgets the gradients."""
        for group in self.param_groups:
            for one in group["params"]:
                one.grad = None if set_to_none or one.grad is None else torch.zeros_like(one.grad)

    def step(self) -> None:
        """One step for every parameter that has a gradient."""
        first, second = self.betas
        with torch.no_grad():
            for group in self.param_groups:
                moved = [one for one in group["params"] if one.grad is not None]
                if not moved:
                    continue
                states = [self._state(one) for one in moved]
                means, squares = ([state[name] for state in states] for name in ("exp_avg", "exp_avg_sq"))
                gradients, rate = [one.grad for one in moved], float(group["lr"])
                for state in states:
                    state["step"] += 1
                steps = [float(state["step"]) for state in states]
                torch._foreach_mul_(moved, 1.0 - rate * group["weight_decay"])
                torch._foreach_lerp_(means, gradients, 1.0 - first)
                torch._foreach_mul_(squares, second)
                torch._foreach_addcmul_(squares, gradients, gradients, 1.0 - second)
                roots = torch._foreach_sqrt(squares)
                torch._foreach_div_(roots, [math.sqrt(1.0 - second**n) for n in steps])
                torch._foreach_add_(roots, TINY)
                torch._foreach_addcdiv_(moved, means, roots, [-rate / (1.0 - first**n) for n in steps])

    def _state(self, one: Any) -> dict[str, Any]:
        found = self.state.get(one)
        if found is None:
            found = self.state[one] = {
                "step": torch.zeros(()),
                "exp_avg": torch.zeros_like(one),
                "exp_avg_sq": torch.zeros_like(one),
            }
        return found
