"""Learns a game with AlphaZero until a deadline, and measures how often it plays a move that loses value.

    python benchmarks/alphazero.py connect-four --deadline 570 --set l2=l2.json --out FOLDER

A set is a JSON list of [position, true score of every action by its number, -100 where it is not legal], made by an
exact solver (`--solve N` makes one of N random positions with our own, for games that are small enough). Prints a line
of JSON every few seconds, and saves the network at every measurement and at the end.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import sys
import time
from pathlib import Path

BEGUN = time.monotonic()

import numpy as np  # noqa: E402

import zermelo  # noqa: E402
import zermelo.evaluate.encoding.encoding as encodings  # noqa: E402
import zermelo.evaluate.learned.residual as residual  # noqa: E402
from zermelo.compile.plain.columns import Row  # noqa: E402
from zermelo.evaluate.learned.file import write_learned  # noqa: E402
from zermelo.learn.alphazero import AlphaZero  # noqa: E402
from zermelo.learn.alphazero.games import VERDICT  # noqa: E402
from zermelo.learn.alphazero.group import choose  # noqa: E402

ILLEGAL = -100


class Bench:
    """A run of AlphaZero and the sets that it is measured on."""

    def __init__(self, given):
        self.given, self.out = given, Path(given.out)
        self.out.mkdir(parents=True, exist_ok=True)
        self.log = (self.out / "log.jsonl").open("a")
        import torch

        self.say(
            python=sys.version.split()[0],
            torch=torch.__version__,
            numpy=np.__version__,
            gpu=torch.cuda.get_device_name() if torch.cuda.is_available() else "",
            cores=os.cpu_count(),
        )
        self.game = zermelo.load(given.game)
        self.run = AlphaZero(**json.loads(given.options)).begin(self.game, given.seed)
        self.say(
            options=self.run.method.options(),
            planes=self.run.encoding.planes,
            policy=self.run.encoding.policy,
            symmetries=len(self.run.symmetries),
        )
        self.sets = {}
        for named in given.set:
            name, _, path = named.partition("=")
            rows = json.loads(Path(path).read_text())[: given.limit]
            self.sets[name] = [self.game.read_state(text) for text, _ in rows], np.array([row for _, row in rows])
        if given.solve:
            self.sets["random"] = solved(self.game, given.solve)
            self.say(solved=given.solve)

    def say(self, **told):
        line = json.dumps({"at": round(time.monotonic() - BEGUN, 1), **told})
        print(line, flush=True)
        self.log.write(line + "\n")
        self.log.flush()

    def network(self):
        """The averaged network's answers, as a search asks for them."""
        import zermelo.learn.alphazero.lane as lane
        import zermelo.learn.alphazero.network as network

        return lane.answers_of(network.Inference(self.run.loop.learner.average, self.run.encoding, self.run.device))

    def measured(self, name, sims, limit=None):
        """Moves that lose value, and moves that are not the best by score, in percent; sims 0: by the policy alone."""
        states, scores = (part[:limit] for part in self.sets[name])
        if sims:
            found = choose(self.game, self.run.encoding, self.network(), states, sims, self.run.loop.team)
        else:
            found = self.policy(states)
        played = [self.game.legal(state)[index] for state, index in zip(states, found, strict=True)]
        got, best = scores[np.arange(len(scores)), played], scores.max(axis=1)
        losing, worse = (np.sign(got) != np.sign(best)).mean(), (got != best).mean()
        return [round(100 * float(losing), 2), round(100 * float(worse), 2)]

    def policy(self, states):
        planes, places = encodings.Encoder(self.game, self.run.encoding).encode_many(states)
        most = self.game.max_actions
        table = np.full((len(states), most), -1, np.int16)
        for row, own in zip(table, places, strict=True):
            row[: len(own)] = own
        told = np.zeros(len(states) * (most + VERDICT), np.float32)
        self.network()(planes.reshape(-1), table.reshape(-1), told)
        return told.reshape(len(states), -1)[:, :most].argmax(axis=1)

    def save(self):
        """Writes the network in half precision, and with its weights as bytes."""
        arrays = self.run.arrays()
        write_learned(self.out / "network.learned", self.run.header, arrays)
        write_learned(self.out / "network-bytes.learned", self.run.header, residual.in_bytes(arrays))

    def learn(self):
        run, given = self.run, self.given
        if self.sets:
            for name in self.sets:
                self.measured(name, 4)
                self.measured(name, 0)
            self.say(warmed=True)
        start, end = time.monotonic(), BEGUN + given.deadline - given.final
        self.say(seconds_to_learn=round(end - start, 1))
        marks = [float(mark) for mark in given.marks.split(",") if mark and float(mark) < 0.97 * (end - start)]
        last, pause = self.counted(), 0.0
        while (now := time.monotonic()) < end:
            run.progress = min(1.0, (now - start) / (end - start))
            run.advance()
            now = time.monotonic()
            if now - last[0] >= given.every:
                last, pause = self.report(last, pause), 0.0
            if marks and now - start >= marks[0]:
                marks.pop(0)
                found = {n: {s: self.measured(n, s, given.mark_limit) for s in given.sims} for n in self.sets}
                self.say(mark=round(now - start, 1), **found)
                self.save()
                pause += time.monotonic() - now
        run.progress = 1.0
        run.finish()
        self.say(learned=round(time.monotonic() - start, 1), games=run.games, work=run.header["work"])
        found = {name: {sims: self.measured(name, sims) for sims in given.sims} for name in self.sets}
        run.header["measured"] = {name: {str(sims): one[0] for sims, one in row.items()} for name, row in found.items()}
        self.save()
        self.say(final=found, steps=run.loop.learner.steps, done=True)
        run.close()

    def counted(self):
        loop = self.run.loop
        return time.monotonic(), loop.counts(), loop.learner.steps, dict(loop.waited)

    def report(self, last, pause):
        now = self.counted()
        seconds = max(now[0] - last[0] - pause, 1e-9)
        rate = Row((now[1].array - last[1].array) / seconds, now[1].names)
        learner = self.run.loop.learner
        self.say(
            progress=round(self.run.progress, 3),
            simulations=int(rate.simulations),
            evaluations=int(rate.evaluations),
            hits=int(rate.hits),
            moves=int(rate.moves),
            games=round(float(rate.finished), 1),
            steps=round((now[2] - last[2]) / seconds, 2),
            all_steps=now[2],
            all_positions=learner.total,
            dropped=int(now[1].dropped),
            waited={name: round((value - last[3][name]) / seconds, 3) for name, value in now[3].items()},
            losses=[round(loss, 4) for loss in learner.losses.tolist()],
        )
        return now


def solved(game, count, seed=0):
    """Random positions where some actions lose value and some do not, with the values of all actions by alpha-beta."""
    draw, exact = random.Random(seed), zermelo.engine("alphabeta:evaluate=none,depth=100")
    session = exact.open(game)
    states, rows, seen = [], [], set()
    while len(states) < count:
        state = game.initial()
        for _ in range(draw.randrange(game.max_plies or 20)):
            if game.is_terminal(state):
                break
            state = game.result(state, draw.choice(game.legal(state)))
        if game.is_terminal(state) or state in seen:
            continue
        seen.add(state)
        mover, row = game.to_move(state), [ILLEGAL] * game.max_actions
        for action in game.legal(state):
            after = game.result(state, action)
            over = game.is_terminal(after)
            row[action] = game.utility(after, mover) if over else -session.analyse(after).value
        legal = [value for value in row if value != ILLEGAL]
        if min(legal) < max(legal):
            states.append(state)
            rows.append(row)
    return states, np.array(rows)


def main():
    asked = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    asked.add_argument("game")
    asked.add_argument("--deadline", type=float, default=570.0, help="seconds from the start, everything included")
    asked.add_argument("--final", type=float, default=20.0, help="seconds kept for the last measurement")
    asked.add_argument("--options", default="{}", help="of AlphaZero, as JSON")
    asked.add_argument("--marks", default="30,60,120,180,300,420", help="seconds after which it is measured")
    asked.add_argument("--every", type=float, default=15.0, help="seconds between two lines")
    asked.add_argument("--set", action="append", default=[], help="NAME=FILE, solved positions")
    asked.add_argument("--solve", type=int, default=0, help="random positions to solve first")
    asked.add_argument("--sims", type=lambda text: [int(n) for n in text.split(",")], default=[0, 64, 256])
    asked.add_argument("--limit", type=int, default=1000, help="positions of each set")
    asked.add_argument("--mark-limit", type=int, default=1000, help="positions of each set before the end")
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--out", default=os.environ.get("OUT", "."))
    Bench(asked.parse_args()).learn()
    sys.stdout.flush()
    os._exit(0)  # threads that wait for work would otherwise be waited for


if __name__ == "__main__":
    main()
