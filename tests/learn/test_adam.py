"""AdamW on a CPU: the same steps as PyTorch's, without the compiler that PyTorch's imports."""

# ruff: noqa: E402  (the imports after PyTorch is found)

from __future__ import annotations

import subprocess
import sys

import pytest

torch = pytest.importorskip("torch", reason="networks learn with PyTorch: pip install 'zermelo[learn]'")

from zermelo.learn.adam import AdamW

BETAS = (0.9, 0.98)


def network():
    torch.manual_seed(3)
    return torch.nn.Sequential(torch.nn.Linear(5, 7), torch.nn.ReLU(), torch.nn.Linear(7, 2))


def groups_of(net):
    many = [one for one in net.parameters() if one.ndim > 1]
    few = [one for one in net.parameters() if one.ndim <= 1]
    return [{"params": many, "weight_decay": 0.1}, {"params": few, "weight_decay": 0.0}]


def test_it_makes_the_steps_of_pytorchs():
    one, other = network(), network()
    ours, theirs = AdamW(groups_of(one), BETAS, 0.02), torch.optim.AdamW(groups_of(other), betas=BETAS, lr=0.02)
    draw = torch.Generator().manual_seed(1)
    for step in range(30):
        x = torch.randn(16, 5, generator=draw)
        for optimizer, net in ((ours, one), (theirs, other)):
            for group in optimizer.param_groups:
                group["lr"] = 0.02 / (1 + step)
            optimizer.zero_grad(set_to_none=True)
            (net(x) ** 2 - x[:, :2]).mean().backward()
            optimizer.step()
    for mine, given in zip(one.parameters(), other.parameters(), strict=True):
        assert torch.allclose(mine, given, atol=1e-6)
        state, known = ours.state[mine], theirs.state[given]
        assert state.keys() == known.keys()
        assert float(state["step"]) == float(known["step"]) == 30
        assert torch.allclose(state["exp_avg_sq"], known["exp_avg_sq"], atol=1e-6)


def test_a_parameter_without_a_gradient_stays_as_it_is():
    net = network()
    kept = [one.detach().clone() for one in net.parameters()]
    optimizer = AdamW(groups_of(net), BETAS, 0.02)
    net[0](torch.ones(1, 5)).sum().backward()
    optimizer.step()
    moved = [not torch.equal(one, before) for one, before in zip(net.parameters(), kept, strict=True)]
    assert moved == [True, True, False, False]
    assert len(optimizer.state) == 2


@pytest.mark.long
def test_the_start_of_a_run_imports_no_compiler_of_pytorch():
    """It takes three seconds."""
    program = (
        "import sys, zermelo\n"
        "from zermelo.learn.alphazero import AlphaZero\n"
        "from zermelo.learn.course import begin\n"
        "run = begin(zermelo.load('tic-tac-toe'), AlphaZero(device='cpu', batch=8, first_window=100, boards=16), 0)\n"
        "while not run.loop.learner.steps:\n"
        "    run.loop.play_in_turns(8)\n"
        "run.close()\n"
        "sys.exit('torch._dynamo' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
