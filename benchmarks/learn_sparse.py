"""Learns a sparse network, and ends in so many seconds: python benchmarks/learn_sparse.py GAME --out FOLDER

    python benchmarks/learn_sparse.py chess --seconds 540 --out FOLDER --options nodes=500,width=128
    python benchmarks/learn_sparse.py chess --seconds 540 --out FOLDER --resume FOLDER/chess.learned --work build/run

What `zermelo learn GAME --method bootstrap` does, with its log as lines of JSON. The run with its positions lies in
the folder `--work`; its network, those of its generations and the log are copied to `--out`. `--resume` goes on with a
run's file without its positions; with `--continue` the run in `--work` goes on, if there is one, with those of its
options changed that are given.
"""

from __future__ import annotations

import argparse
import json
import shutil
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

BEGUN = time.monotonic()

import torch  # noqa: E402

import zermelo  # noqa: E402
from zermelo.learn.bootstrap import Bootstrap  # noqa: E402
from zermelo.learn.bootstrap.records import folder_beside  # noqa: E402
from zermelo.learn.course import Budget, Learning, begin, learn, resume  # noqa: E402
from zermelo.loading import read_parameters  # noqa: E402
from zermelo.search.time.threads import available_cores  # noqa: E402

TOLD_EVERY = 10.0  # seconds
KEPT = 5  # of the newest generations


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--seconds", type=float, default=540.0)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--work", type=Path, default=Path("build/learn_sparse"))
    parser.add_argument("--options", default="")
    parser.add_argument("--resume", type=Path)
    parser.add_argument("--continue", dest="goes_on", action="store_true")
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    game = zermelo.load(given.game)
    given.out.mkdir(parents=True, exist_ok=True)
    given.work.mkdir(parents=True, exist_ok=True)
    path = given.work / f"{game.name}.learned"
    log = (given.out / "log.jsonl").open("a")

    def say(**told: Any) -> None:
        line = json.dumps({"at": round(time.monotonic() - BEGUN, 1), **told})
        print(line, flush=True)
        log.write(line + "\n")
        log.flush()

    goes_on = given.goes_on and path.exists()
    if not goes_on:
        shutil.rmtree(folder_beside(path), ignore_errors=True)
        path.unlink(missing_ok=True)
        if given.resume:
            shutil.copy(given.resume, path)
            goes_on = True
    gpu = torch.cuda.get_device_name() if torch.cuda.is_available() else ""
    say(python=sys.version.split()[0], torch=torch.__version__, gpu=gpu, cores=available_cores(), goes_on=goes_on)
    shown, told_at = 0, 0.0

    def watch(run: Learning, seconds: float) -> None:
        nonlocal shown, told_at
        curve = run.header["curve"]
        if len(curve) > shown:
            shown = len(curve)
            say(**curve[-1])
        elif seconds - told_at > TOLD_EVERY:
            told_at = seconds
            say(games=run.games, share=round(run.progress, 3), positions=len(run.pool))  # type: ignore[attr-defined]

    def opened() -> Learning:
        nonlocal shown
        options = read_parameters(given.options, given.options)
        if goes_on:
            run = resume(game, Bootstrap, path)
            run.method = replace(run.method, **options)  # type: ignore[type-var]
        else:
            run = begin(game, Bootstrap(**options), given.seed)
        shown = len(run.header["curve"])
        say(options=run.method.options())
        return run

    run = learn(opened, path, Budget(seconds=given.seconds - (time.monotonic() - BEGUN)), watch, every=60.0)
    say(trained_on=run.header["trained_on"], strength=run.header["strength"], told=run.told())
    shutil.copy(path, given.out / path.name)
    generations = sorted(folder_beside(path).glob("generation-*.learned"), key=lambda one: one.stat().st_mtime)
    for generation in generations[-KEPT:]:
        shutil.copy(generation, given.out / generation.name)


if __name__ == "__main__":
    main()
