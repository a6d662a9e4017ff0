"""A traced single-agent search as a report that the page can step through: see `trace_report`."""

from __future__ import annotations

from zermelo.game import Game, State, ZermeloError
from zermelo.search.single.trace import KIND, SingleTrace, trace_single
from zermelo.search.trace.recorder import TooLarge
from zermelo.show.words import proper
from zermelo.web.folding import Report
from zermelo.web.messages import finite


def single_report(game: Game, state: State, algorithm: str, most: int, pictured: bool = False) -> Report:
    """A single-agent search with all its nodes and steps. pictured: can positions be drawn? Raises ZermeloError."""
    try:
        shown = trace_single(game, state, algorithm, most)
    except TooLarge:
        raise ZermeloError(f"more than {most:,} nodes are too many to show: take an easier position") from None
    ids: list[str] = []
    for node in shown.reached:
        above = ids[node.above] if node.above >= 0 else ""
        place = shown.reached[node.above].children.index(len(ids)) if node.above >= 0 else 0
        ids.append("root" if node.above < 0 else str(place) if above == "root" else f"{above}.{place}")
    line = shown.line
    return {
        "algorithm": algorithm,
        "game": proper(game.title),
        "position": proper(game.state_text(state)),
        "players": [proper(game.player_name(0))],
        "bounded": False,
        "strict": False,
        "depth": None,
        "value": finite(shown.cost),
        "action": proper(line[0]) if line else None,
        "leaves": shown.generated,
        "skipped": 0,
        "counted": True,
        "remarks": [],
        "pictured": pictured,
        "pseudocode": [],  # there is none of these searches
        "nodes": [
            {
                "id": name,
                "parent": node.above,
                "kind": KIND,
                "edge": proper(node.edge),
                "depth": len(name.split(".")) if name != "root" else 0,
                "value": finite(node.cost),
                "bound": "",
                "label": node.label,
                "note": proper(node.note or _short(game.state_text(node.state))),
                "state": "best" if node.status == "best" else "",
                "skipped": 0,
                "opened": False,
            }
            for name, node in zip(ids, shown.reached, strict=True)
        ],
        "steps": _steps(shown),
    }


def _steps(shown: SingleTrace) -> list[Report]:
    return [
        {
            "event": "leaf" if step.event == "generate" else step.event,
            "node": step.node,
            "line": 0,
            "cut": "",
            "alpha": None,
            "beta": None,
            "value": finite(shown.reached[step.node].cost),
            "bound": "",
            "label": step.label,
            "window": "",
            "reason": "",
            "words": proper(step.words),
        }
        for step in shown.steps
    ]


def _short(text: str) -> str:
    return text if len(text) <= 12 else ""
