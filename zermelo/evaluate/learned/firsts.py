"""What a learned file says of a game's first moves now, for files that did not note it while they learned."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from zermelo.evaluate.learned.file import Learned
from zermelo.evaluate.learned.opinion import learned_network, played_game
from zermelo.game import CHANCE, Game, ZermeloError

MOST = 64  # first moves


def first_values(learned: Learned, game: Game) -> dict[str, Any]:
    """One point of a header's `openings`: {"actions": [text], "points": [[games, value of each action]]}.

    Values are from -1 to 1 for the player who makes the first move. Raises ZermeloError where a network cannot tell.
    """
    game = replace(game, compiles=False)  # a few positions, asked about once
    played = played_game(learned, game)
    start = played.initial()
    first = played.to_move(start)
    actions = [] if first == CHANCE else played.legal(start)
    if not 0 < len(actions) <= MOST:
        raise ZermeloError(f"{game.title} does not begin with a choice of at most {MOST} moves")
    after = [played.result(start, action) for action in actions]
    waiting = [state for state in after if not played.is_terminal(state)]
    if any(played.to_move(state) == CHANCE for state in waiting):
        raise ZermeloError(f"chance follows the first moves of {game.title}: a network judges positions of players")
    told = iter(learned_network(learned, game)(waiting)[1] if waiting else ())
    reach = played.reach or 1.0
    values = []
    for state in after:
        if played.is_terminal(state):
            value = played.utility(state, first)
        else:
            value, mover = next(told), played.to_move(state)
            if isinstance(value, tuple):
                value = value[first]
            elif mover != first:
                value = 2 * played.middle - value
        values.append(round(max(-1.0, min(1.0, (float(value) - played.middle) / reach)), 3))
    texts = [played.action_text(start, action) for action in actions]
    return {"actions": texts, "points": [[int(learned.header.get("games", 0)), *values]]}
