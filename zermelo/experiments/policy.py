"""What to do in every state that can arise: the policies of all sides as one table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from zermelo.arguments import checked
from zermelo.game import Action, Game, State, ZermeloError
from zermelo.picture import drawn_by
from zermelo.search.textbook.policy import BackedUp, choices

MOST = 200_000  # states that are valued


@dataclass(frozen=True)
class Choice:
    """What a player does in one state."""

    player: int
    ply: int  # from the start of the policy
    state: State
    action: Action
    value: float  # for the player
    others: tuple[Action, ...]  # that are as good


@dataclass(frozen=True)
class Policy:
    """The policies of the players: for each the states that can arise while it follows its own, whatever others do.

    >>> import zermelo
    >>> tree = zermelo.load("[[3,12,8],[2,4,6],[14,5,2]]")
    >>> [(choice.state, choice.value) for choice in zermelo.policy(tree).choices][0]
    (TreeState(node=0), 3.0)
    """

    game: Game
    state: State
    values: tuple[float, ...]  # of that state for each player, if all follow theirs
    choices: tuple[Choice, ...]  # by player, then by ply

    def of(self, player: int) -> tuple[Choice, ...]:
        """One player's choices."""
        return tuple(choice for choice in self.choices if choice.player == player)

    def to_json(self) -> dict[str, Any]:
        """The table as one object."""
        game = self.game
        return {
            "game": game.title,
            "position": game.state_text(self.state),
            "values": list(self.values),
            "players": [game.player_name(player) for player in range(game.players)],
            "choices": [
                {
                    "player": choice.player,
                    "ply": choice.ply,
                    "position": game.state_text(choice.state),
                    "action": game.action_text(choice.state, choice.action),
                    "value": choice.value,
                    "others": [game.action_text(choice.state, action) for action in choice.others],
                }
                for choice in self.choices
            ],
        }

    def __str__(self) -> str:
        return drawn_by("policy_text", self)


@checked
def policy(
    game: Game, state: State | None = None, states: int = MOST, watch: Callable[[int], None] | None = None
) -> Policy:
    """The minimax policy of every player from a state on, by default the initial one.

    Values are backed up from the ends of the game: minimax, expectiminimax where there is chance, max^n for more
    players. Of several best actions the first is played. states: how many may be valued; watch is told how many are.
    Raises ZermeloError for a game that is over, is too large, returns to positions, or has hidden information.

    >>> import zermelo
    >>> tree = zermelo.load("[[3,12,8],[2,4,6],[14,5,2]]")
    >>> policy = zermelo.policy(tree)
    >>> policy.values
    (3.0, -3.0)
    """
    here = game.initial() if state is None else state
    if game.is_terminal(here):
        raise ZermeloError(f"the game is over at {game.state_text(here)}: there is nothing to choose")
    values = BackedUp(game, states, watch)
    first = values.values(here)
    made = [
        Choice(player, ply, at, best[0], values.values(at)[player], tuple(best[1:]))
        for player in range(game.players)
        for at, ply, best in choices(values, player, here)
    ]
    return Policy(game, here, first, tuple(made))
