"""The debugger's messages: trace a search, fold its tree, open a cut branch."""

from __future__ import annotations

import asyncio
from typing import Any

from zermelo.game import ZermeloError, brief
from zermelo.web.folding import first_fold, grafted, placed
from zermelo.web.messages import LONGEST_TEXT, Message, indices, optional_word, whole, word
from zermelo.web.secret import OFF, SecretGame
from zermelo.web.server.budget import NODES
from zermelo.web.server.catalogue import ALGORITHMS
from zermelo.web.server.desk import Desk, Handler

MOST_NODES = 5000  # of a traced tree


class Tracing:
    """Answers the debugger's messages, and keeps the last trace."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.traced: dict[str, Any] | None = None  # the last trace, with the request that made it

    def handlers(self) -> dict[str, Handler]:
        """The handlers by message type."""
        return {"trace": self._trace, "fold": self._fold, "branch": self._branch}

    async def _trace(self, message: Message, number: int | None) -> None:
        tree = optional_word(message, "tree", LONGEST_TEXT)
        algorithm = word(message, "algorithm", 40)
        if algorithm not in ALGORITHMS:
            raise ZermeloError(f"the debugger knows {', '.join(ALGORITHMS)}, not '{brief(algorithm)}'")
        options: dict[str, Any] = {"algorithm": algorithm, "most": MOST_NODES}
        if message.get("depth") is not None:
            options["depth"] = whole(message, "depth", None, 1, 200)
        if algorithm == "mcts":
            options["simulations"] = whole(message, "simulations", 50, 1, 1000)
        if message.get("strict") is not None:
            options["strict"] = bool(message.get("strict"))
        if tree is not None:
            request: dict[str, Any] = {"job": "trace", "tree": tree, "parameters": {}, "start": None, "played": []}
        else:
            opened = self.desk.current()
            if isinstance(opened, SecretGame):
                if opened.is_begun:
                    raise ZermeloError(OFF)
                request = {**self.desk.request("trace", opened), "played": [], "open": True}  # the rules are no secret
            else:
                request = self.desk.request("trace", opened)
        request["options"] = options

        async def search() -> None:
            answers = await self.desk.ask(number, request)
            if answers:
                self.traced = {"request": request, "report": answers[-1]}
                self.desk.answer(number, {"type": "trace", **await asyncio.to_thread(_shown, answers[-1], None)})

        await self.desk.begin(number, search)

    async def _fold(self, message: Message, number: int | None) -> None:
        report = self._trace_report()
        folded = indices(message, "folded", len(report["nodes"]))
        self.desk.spend(len(report["nodes"]) / NODES)
        self.desk.answer(number, {"type": "tree", **await asyncio.to_thread(placed, report, folded)})

    async def _branch(self, message: Message, number: int | None) -> None:
        report = self._trace_report()
        node = whole(message, "node", None, 0, len(report["nodes"]) - 1)
        if report["nodes"][node].get("state") != "cut":
            raise ZermeloError("only a branch that was cut can be opened")
        assert self.traced
        request = {**self.traced["request"], "job": "branch", "report": report, "node": node}

        async def search() -> None:
            answers = await self.desk.ask(number, request)
            if answers and self.traced and self.traced["report"] is report:
                whole_report = grafted(report, answers[-1])
                self.traced = {**self.traced, "report": whole_report}
                folded = indices(message, "folded", MOST_NODES * 2) | set(answers[-1]["folded"])
                shown = await asyncio.to_thread(_shown, whole_report, folded)
                answer = {"value": answers[-1]["value"], "words": answers[-1]["words"], "node": node}
                self.desk.answer(number, {"type": "branch", **shown, **answer})

        await self.desk.begin(number, search)

    def _trace_report(self) -> dict[str, Any]:
        if self.traced is None:
            raise ZermeloError("trace a search first")
        report: dict[str, Any] = self.traced["report"]
        return report


def _shown(report: dict[str, Any], folded: set[int] | None) -> dict[str, Any]:
    """A trace with the positions of its nodes."""
    folded = first_fold(report) if folded is None else folded
    return {**report, "placed": placed(report, folded), "folded": sorted(folded)}
