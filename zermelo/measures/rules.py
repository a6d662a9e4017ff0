"""What the rules say of a position, and how many positions there are."""

from __future__ import annotations

from zermelo.evaluate import opinion
from zermelo.game import Game, State, ZermeloError
from zermelo.measures.subject import Answer, Subject


def to_move(subject: Subject, at: str | None = None) -> Answer:
    """The player to move, by name."""
    game = subject.game
    return game.player_name(game.to_move(subject.state(at)))


def actions(subject: Subject, at: str | None = None) -> Answer:
    """The legal actions, in alphabetical order."""
    game, state = subject.game, subject.state(at)
    return " ".join(sorted(game.action_text(state, action) for action in game.moves(state)))


def action_count(subject: Subject, at: str | None = None) -> Answer:
    """How many legal actions there are."""
    return len(subject.game.moves(subject.state(at)))


def result(subject: Subject, action: str, at: str | None = None) -> Answer:
    """The position after an action."""
    game, state = subject.game, subject.state(at)
    return game.state_text(game.result(state, game.read_action(state, action)))


def terminal(subject: Subject, at: str | None = None) -> Answer:
    """Is the game over?"""
    return "true" if subject.game.is_terminal(subject.state(at)) else "false"


def utility(subject: Subject, player: str, at: str | None = None) -> Answer:
    """What a finished game is worth to a player, who is named."""
    game, state = subject.game, subject.state(at)
    names = [game.player_name(number) for number in range(game.players)]
    if player not in names:
        raise ZermeloError(f"no player is called '{player}'; there are {', '.join(names)}")
    if not game.is_terminal(state):
        raise ZermeloError(f"the game is not over at {game.state_text(state)}, so it has no utility")
    return game.utility(state, names.index(player))


def evaluation(subject: Subject, at: str | None = None) -> Answer:
    """The static evaluation of a position, for the first player."""
    game, state = subject.game, subject.state(at)
    known = opinion(game)
    if known is None:
        raise ZermeloError(f"no evaluation of {game.name} is known")
    return float(known.function(state, 0))


def positions(subject: Subject, plies: str) -> Answer:
    """How many different positions there are after so many plies."""
    return len(reached(subject.game, subject.state(), int(plies), merged=False))


def merged_positions(subject: Subject, plies: str) -> Answer:
    """The same, where positions that are mirror images or turned count as one."""
    return len(reached(subject.game, subject.state(), int(plies), merged=True))


def reached(game: Game, start: State, plies: int, merged: bool) -> list[State]:
    """The different states after so many plies, in the order in which they are found.

    merged: only one of those that are symmetric. Raises ZermeloError where the game names no symmetries.
    """
    level = [start]
    for _ in range(plies):
        level = successors(game, level, merged)
    return level


def successors(game: Game, level: list[State], merged: bool) -> list[State]:
    """The different states one ply after those of a level."""
    if merged and game.symmetries is None:
        raise ZermeloError(f"{game.name} does not say which positions are symmetric")
    found: list[State] = []
    seen: set[State] = set()
    for state in level:
        for move in [] if game.is_terminal(state) else game.moves(state):
            after = game.result(state, move)
            if after not in seen:
                found.append(after)
                seen |= {after, *game.symmetries(after)} if merged and game.symmetries else {after}
    return found
