"""The messages that a game with hidden information is played by, while it goes on."""

from __future__ import annotations

import asyncio
import sys
from typing import Any

from zermelo.game import ZermeloError
from zermelo.web.messages import Message
from zermelo.web.secret import FAILED, SecretGame, next_beat
from zermelo.web.server.desk import Desk, Handler, engines_of
from zermelo.web.server.score_sheet import ScoreSheet


class SecretPlay:
    """Plays such a game at the visitor's desk.

    The game changes in one step, when a worker has answered and before anything else is heard: `_commit`. Whatever is
    asked first ends a `proceed` that is under way, of which nothing remains then.
    """

    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    def handlers(self) -> dict[str, Handler]:
        """The handlers by message type; `play` is called by the visitor."""
        return {"proceed": self._proceed, "uncover": self._uncover}

    async def play(self, action: str, number: int | None) -> None:
        """The person at the screen moves."""
        game = await self._settled()
        game.check_turn()
        found = await self.desk.ask_click(number, "act", game, action=action)
        self._commit(number, game, game.reader, found)

    async def _uncover(self, message: Message, number: int | None) -> None:
        """The person to move takes over the screen."""
        game = await self._settled()
        reader = game.take_over()
        found = await self.desk.ask_click(number, "look", game, reader=reader)
        self._commit(number, game, reader, found)

    async def _proceed(self, message: Message, number: int | None) -> None:
        """Lets chance and engines move until the viewer notices something, or a person is to move.

        The answer is sent at a whole number of the game's paces, so that it does not tell how long others thought.
        """
        game = await self._settled()
        clock, reader = asyncio.get_running_loop().time, game.reader
        begun = clock()
        request = self._proceeding(game)

        async def search() -> None:
            crew = self.desk.catalogue.crew(game.name, engines_of(request))
            pool = crew.searches if any(game.seats) else crew.clicks
            try:
                (found,) = await self.desk.ask_quietly(pool, number, request)
            except ZermeloError as error:
                print(f"zermelo: {game.name}: {error}", file=sys.stderr, flush=True)
                found = None
            spent = clock() - begun
            await asyncio.sleep(next_beat(spent, game.pace) - spent)
            if found is None:
                raise ZermeloError(FAILED)
            self._commit(number, game, reader, found)

        await self.desk.begin(number, search)

    def _proceeding(self, game: SecretGame) -> dict[str, Any]:
        """The worker's request. Searches that are not compiled yet are wanted, and interpreted until they are."""
        seats = [(player, seat) for player, seat in enumerate(game.seats) if seat]
        cold = [player for player, seat in seats if self.desk.is_cold(game, seat["engine"], False)]
        return self.desk.request("proceed", game, cold=cold)

    async def _settled(self) -> SecretGame:
        """The game, when nothing about it is under way any more. Raises ZermeloError if it is none, or is over."""
        await self.desk.stop()
        game = self.desk.current()
        if isinstance(game, ScoreSheet):
            game.check_goes_on()
            raise ZermeloError("nothing is hidden here: see play, roll and move")
        game.is_begun = True
        return game

    def _commit(self, number: int | None, game: SecretGame, reader: int | None, found: dict[str, Any]) -> None:
        """The game goes on as a worker told, and the visitor gets what that made for whoever looked at the screen."""
        if self.desk.opened is not game:
            return
        if found["mover"] is None:
            about = {"compiles": game.compiles, "players": game.players, "hidden": True}
            sheet = ScoreSheet.of(game.name, game.parameters, None, {**about, **found})
            self.desk.opened = sheet
            self.desk.answer(number, sheet.report(found["position"]))
            return
        game.played, game.mover, game.reader = found["played"], found["mover"], reader
        self.desk.answer(number, {"type": "position", "game": game.name, **found["position"]})
