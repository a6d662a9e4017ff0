"""The debugger's messages: trace a search, fold its tree, open a cut branch, draw the positions at its nodes."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from zermelo.figures import figure
from zermelo.game import ZermeloError, brief
from zermelo.web.folding import first_fold, grafted, placed
from zermelo.web.messages import LONGEST_TEXT, Message, indices, mapping, optional_word, real, whole, word, words
from zermelo.web.secret import OFF, SecretGame
from zermelo.web.server.budget import NODES
from zermelo.web.server.catalogue import ALGORITHMS, OF_PROBLEMS
from zermelo.web.server.desk import Desk, Handler

MOST_NODES = 5000  # of a traced tree
MOST_BOARDS = 200  # drawn at once
EMPTY = "there is no tree yet: type one, such as [[3,12],[2,4]]"
STOPPED = "the search was stopped, because something else was asked for meanwhile"
MOST_KEPT = 2 * MOST_NODES  # of all traces that a visitor can fold, where a lesson shows several


class Tracing:
    """Answers the debugger's messages, and keeps the last traces: one for each place of the page that shows one."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.traced: dict[str, dict[str, Any]] = {}  # by place, the newest last, with the requests that made them

    def handlers(self) -> dict[str, Handler]:
        """The handlers by message type."""
        return {"trace": self._trace, "fold": self._fold, "branch": self._branch, "boards": self._boards}

    async def _trace(self, message: Message, number: int | None) -> None:
        options, which = self._options(message), optional_word(message, "which", 80) or ""
        request = {**self._traceable(message), "options": options}

        async def search() -> None:
            try:
                answers = await self.desk.ask(number, request)
            except asyncio.CancelledError:  # whoever waits for it must not wait for ever
                self.desk.answer(number, {"type": "error", "message": STOPPED})
                raise
            if answers:
                searched = {**request, "options": {**options, "depth": answers[-1]["depth"]}}  # it may be less
                self._keep(which, {"request": searched, "report": answers[-1]})
                self.desk.answer(number, {"type": "trace", **await _aside(_shown, answers[-1], None)})

        await self.desk.begin(number, search)

    def _options(self, message: Message) -> dict[str, Any]:
        """How to search, checked."""
        algorithm = word(message, "algorithm", 40)
        if algorithm not in (*ALGORITHMS, *OF_PROBLEMS):
            raise ZermeloError(f"the debugger knows {', '.join((*ALGORITHMS, *OF_PROBLEMS))}, not '{brief(algorithm)}'")
        options: dict[str, Any] = {"algorithm": algorithm, "most": MOST_NODES}
        if message.get("depth") is not None:
            options["depth"] = whole(message, "depth", None, 1, 200)
        if message.get("fitting"):
            options["fitting"] = True
        if algorithm == "mcts":
            options["simulations"] = whole(message, "simulations", 50, 1, 1000)
            if message.get("exploration") is not None:
                options["exploration"] = real(message, "exploration", 0.0, 1000.0)
        if message.get("strict") is not None:
            options["strict"] = bool(message.get("strict"))
        if message.get("notation") is not None:
            options["notation"] = word(message, "notation", 20)
        if message.get("leaves") and (message.get("tree") or message.get("figure")):
            options["leaves"] = True
        if message.get("merged"):
            options["merged"] = True
        if message.get("order") is not None:
            options["order"] = word(message, "order", 20)
        return options

    def _traceable(self, message: Message) -> dict[str, Any]:
        """A worker's request about what is to be searched: a figure, a tree, a game, or the visitor's position."""
        shown, tree = optional_word(message, "figure", 80), optional_word(message, "tree", LONGEST_TEXT)
        if shown is not None:
            figure(shown)  # raises ZermeloError if there is none
            spec = f"figure:{shown}"
            request: dict[str, Any] = {"job": "trace", "spec": spec, "parameters": {}, "start": None, "played": []}
            return {**request, "open": True}  # a figure has no secrets
        if tree is not None:
            return {"job": "trace", "tree": tree, "parameters": {}, "start": None, "played": []}
        if message.get("tree") is not None:
            raise ZermeloError(EMPTY)
        if message.get("start") is not None:
            return self._begun(message["start"])
        opened = self.desk.current()
        if isinstance(opened, SecretGame):
            if opened.is_begun:
                raise ZermeloError(OFF)
            return {**self.desk.request("trace", opened), "played": [], "open": True}  # the rules are no secret
        return self.desk.request("trace", opened)

    def _begun(self, start: Any) -> dict[str, Any]:
        """The same about a game that the message names: what the visitor plays stays as it is."""
        if not isinstance(start, dict):
            raise ZermeloError("start must be an object with a game")
        name = word(start, "game")
        request = self.desk.catalogue.request("trace", name, mapping(start, "parameters"))
        position, moves = optional_word(start, "position"), words(start, "moves")
        patience = self.desk.catalogue.crew(name).patience(None)
        about = {"start": position, "played": [], "moves": moves, "open": True}  # nothing but what the visitor says
        return {**request, **about, "patience": patience}

    async def _fold(self, message: Message, number: int | None) -> None:
        report = self._traced(message)["report"]
        folded = indices(message, "folded", len(report["nodes"]))
        self.desk.spend(len(report["nodes"]) / NODES)
        self.desk.answer(number, {"type": "tree", **await _aside(placed, report, folded)})

    async def _branch(self, message: Message, number: int | None) -> None:
        traced = self._traced(message)
        report = traced["report"]
        node = whole(message, "node", None, 0, len(report["nodes"]) - 1)
        if report["nodes"][node].get("state") != "cut":
            raise ZermeloError("only a branch that was cut can be opened")
        request = {**traced["request"], "job": "branch", "report": report, "node": node}

        async def search() -> None:
            answers = await self.desk.ask(number, request)
            if answers and self._traced(message) is traced:
                whole_report = grafted(report, answers[-1])
                self._keep(optional_word(message, "which", 80) or "", {**traced, "report": whole_report})
                folded = indices(message, "folded", MOST_NODES * 2) | set(answers[-1]["folded"])
                shown = await _aside(_shown, whole_report, folded)
                answer = {"value": answers[-1]["value"], "words": answers[-1]["words"], "node": node}
                self.desk.answer(number, {"type": "branch", **shown, **answer})

        await self.desk.begin(number, search)

    async def _boards(self, message: Message, number: int | None) -> None:
        traced = self._traced(message)
        nodes = traced["report"]["nodes"]
        wanted = sorted(indices(message, "nodes", len(nodes)))[:MOST_BOARDS]
        self.desk.spend(len(wanted) / NODES)
        spec = traced["request"].get("spec")
        crew = self.desk.catalogue.crews.of(spec if traced["request"].get("own") else None)
        is_single = traced["report"]["algorithm"] in OF_PROBLEMS
        ways = [[node, _way(nodes, node, is_single)] for node in wanted]
        request = {**traced["request"], "job": "boards", "ways": ways, "patience": crew.short}
        answers = await self.desk.ask_quietly(crew.clicks, number, request)
        self.desk.answer(number, {"type": "boards", **answers[-1]})

    def _keep(self, which: str, traced: dict[str, Any]) -> None:
        """Keeps a trace for its place, and drops the oldest where there are too many nodes."""
        self.traced.pop(which, None)
        self.traced[which] = traced
        while sum(len(one["report"]["nodes"]) for one in self.traced.values()) > MOST_KEPT and len(self.traced) > 1:
            del self.traced[next(iter(self.traced))]

    def _traced(self, message: Message) -> dict[str, Any]:
        which = optional_word(message, "which", 80) or ""
        if which not in self.traced:
            raise ZermeloError("trace a search first")
        return self.traced[which]


def _way(nodes: list[dict[str, Any]], node: int, is_single: bool) -> list[int | str]:
    """How a node is reached from the root: the places of moves among their siblings, or their texts."""
    if not is_single:
        return [int(place) for place in nodes[node]["id"].split(".")] if node else []
    way = list[int | str]()
    while node:  # not every action of a state has a node there
        edge = nodes[node]["edge"]
        way += [] if edge.startswith("bound ") else [edge]
        node = nodes[node]["parent"]
    return way[::-1]


async def _aside(work: Callable[..., dict[str, Any]], *arguments: Any) -> dict[str, Any]:
    """Does it in a thread, so that no other visitor waits; here, where no thread can be started."""
    try:
        return await asyncio.to_thread(work, *arguments)
    except RuntimeError:
        return work(*arguments)


def _shown(report: dict[str, Any], folded: set[int] | None) -> dict[str, Any]:
    """A trace with the positions of its nodes."""
    folded = first_fold(report) if folded is None else folded
    return {**report, "placed": placed(report, folded), "folded": sorted(folded)}
