"""GNU Backgammon as a player: `gnubg:gnubg`, `gnubg:/usr/games/gnubg,plies=2`."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from zermelo.game import Action, Game, State, ZermeloError, brief
from zermelo.games.backgammon.identifiers import position_id
from zermelo.games.backgammon.state import ANSWER, OFFER
from zermelo.players.forfeit import EngineFault
from zermelo.protocols import external
from zermelo.protocols.external import External, read_spec, seconds
from zermelo.protocols.gnubg import inside
from zermelo.protocols.process import Process
from zermelo.search.base import needs_no_secrets
from zermelo.search.time.clock import Clock

MOST_PLIES = 4


def gnubg_player(spec: str) -> GnubgPlayer:
    """The player that `COMMAND[,plies=…][,grace=…]` names. Raises ZermeloError."""
    command, typed = read_spec(spec)
    options: dict[str, Any] = {}
    for name, value in typed.items():
        if name == "grace":
            options[name] = seconds("gnubg", name, value)
        elif name == "plies" and value in map(str, range(MOST_PLIES + 1)):
            options[name] = int(value)
        elif name == "plies":
            raise ZermeloError(f"gnubg: plies must be 0 to {MOST_PLIES}, not '{brief(value)}'")
        else:
            raise ZermeloError(f"gnubg has no option '{brief(name)}'; it has plies, grace")
    return GnubgPlayer(command, **options)


class GnubgPlayer(External):
    """GNU Backgammon, by its evaluation `plies` rolls ahead. It doubles, takes and drops as it advises."""

    protocol = "gnubg"
    usual_grace = 60.0

    def __init__(self, command: str, plies: int = 0, grace: float = usual_grace) -> None:
        super().__init__(command, None, grace)
        self.words = [*self.words, "-t", "-q", "-p", str(Path(inside.__file__))]
        self.plies = plies

    def refusal(self, game: Game) -> str | None:
        if game.has_hidden:
            return needs_no_secrets(game, "GNU Backgammon")
        return None if game.name == "backgammon" else f"GNU Backgammon plays backgammon, not {game.name}: try auto"

    def turns(self, state: State) -> list[str]:
        """All legal turns of a position whose dice are rolled, as GNU Backgammon writes them; none: no move."""
        if self._process is None:
            self._start()
        found: list[str] = self._say({"ask": "turns", **_rolled(state)}, external.ready_by())["turns"]
        return found

    # --- the protocol ---

    def _settings(self) -> dict[str, Any]:
        return {"plies": self.plies}

    def _greet(self, process: Process) -> None:
        self._hear(external.ready_by())

    def _renew(self) -> None:
        """Each question holds the whole position: there is nothing to forget."""

    def _say(self, request: dict[str, Any], deadline: float) -> dict[str, Any]:
        self._running.send(json.dumps(request))
        answer = self._hear(deadline)
        if "error" in answer:
            raise EngineFault(f"{self} failed: {brief(answer['error'])}", "crash")
        return answer

    def _hear(self, deadline: float) -> dict[str, Any]:
        """The next answer; everything else that the program prints is dropped."""
        while True:
            _, mark, text = self._running.read(deadline).partition(inside.MARK)
            if mark:
                answer: dict[str, Any] = json.loads(text)
                return answer

    def _ask(self, game: Game, state: State, past: Sequence[State], clock: Clock | None, deadline: float) -> str:
        terms = {
            "plies": self.plies,
            "cubeful": int(game.parameters["cube"]),
            "cube": state.cube,
            "owner": state.owner,
            "length": game.parameters["length"],
            "score": [state.first, state.second],
            "crawford": state.crawford,
            "jacoby": int(game.parameters["jacoby"]),
        }
        if state.stage == OFFER:
            asked = {"player": state.player, "position": position_id(state.mine, state.theirs)}
            answer = self._say({"ask": "cube", **asked, **terms}, deadline)
            return "double" if answer["advice"].lower().startswith(("double", "redouble")) else "roll"
        if state.stage == ANSWER:
            asked = {"player": 1 - state.player, "position": position_id(state.theirs, state.mine)}
            answer = self._say({"ask": "cube", **asked, **terms}, deadline)
            return "take" if answer["take"] <= answer["drop"] else "drop"
        points = self._say({"ask": "best", "player": state.player, **_rolled(state), **terms}, deadline)["points"]
        steps = zip(points[::2], points[1::2], strict=True)
        return " ".join(f"{origin}/{target}" for origin, target in steps if origin > 0) or "no move"

    def _read(self, game: Game, state: State, answer: str) -> Action | None:
        assert game.parse_action is not None
        return game.parse_action(state, answer)


def _rolled(state: State) -> dict[str, Any]:
    return {"position": position_id(state.mine, state.theirs), "dice": list(divmod(state.dice, 10))}
