"""UCB1 from the wins and visits that a tree was written with, as Monte Carlo tree search computes it."""

from __future__ import annotations

from zermelo.game import Game, State, ZermeloError
from zermelo.measures.subject import Answer, Subject
from zermelo.numerals import plain
from zermelo.search.trace.ucb1 import exploration


def ucb1(wins: float, visits: float, parent: float, constant: float) -> float:
    """W/N + C √(ln N(parent) / N): the share of wins, and more the fewer visits there were."""
    return wins / visits + exploration(constant, parent, visits)


def bounds(game: Game, c: float, state: State | None = None) -> dict[str, float]:
    """UCB1 of each child of a state, by default the root, by action. Raises ZermeloError where counts are missing."""
    state = game.initial() if state is None else state
    _, above = counts_of(game, state)
    children = {game.action_text(state, action): game.result(state, action) for action in game.moves(state)}
    return {name: ucb1(*counts_of(game, child), above, c) for name, child in children.items()}


def counts_of(game: Game, state: State) -> tuple[float, float]:
    """The wins and visits of a state. Raises ZermeloError where there are none."""
    found = game.annotations.counts(state) if game.annotations else None
    if found is None or found[1] <= 0:
        raise ZermeloError(f"there are no wins and visits at {game.state_text(state)}: write them as 60/79")
    return found


def bound(subject: Subject, action: str, constant: str) -> Answer:
    """UCB1 of a child of the root."""
    return _of(bounds(subject.game, float(constant)), action)


def choice(subject: Subject, constant: str) -> Answer:
    """The child of the root with the largest UCB1."""
    found = bounds(subject.game, float(constant))
    return max(found, key=found.__getitem__)


def counts(subject: Subject, node: str) -> Answer:
    """Wins / visits that a node was written with."""
    wins, visits = counts_of(subject.game, subject.game.read_state(node))
    return f"{plain(wins)}/{plain(visits)}"


def selected(subject: Subject, constant: str) -> Answer:
    """The actions that selection takes by UCB1, from the root to a node without counts below it."""
    return " ".join(action for action, _ in selection(subject.game, float(constant)))


def backed_up(subject: Subject, constant: str, end: str) -> Answer:
    """Wins / visits from the root to the node that UCB1 selects, after a simulation from there."""
    states = [subject.game.initial(), *(state for _, state in selection(subject.game, float(constant)))]
    won = {"won": 0, "lost": 1}[end]
    found = []
    for place, state in enumerate(states):
        wins, visits = counts_of(subject.game, state)
        found.append(f"{plain(wins + ((len(states) - 1 - place) % 2 == won))}/{plain(visits + 1)}")
    return " ".join(found)


def selection(game: Game, c: float) -> list[tuple[str, State]]:
    """The actions, with the states they lead to, that UCB1 selects from the root down to where counts end."""
    path, state = list[tuple[str, State]](), game.initial()
    while not game.is_terminal(state):
        found = bounds(game, c, state)
        action = max(found, key=found.__getitem__)
        state = game.result(state, game.read_action(state, action))
        path.append((action, state))
    return path


def win_rate(subject: Subject, action: str) -> Answer:
    """The share of wins of a child of the root."""
    game, state = subject.game, subject.state()
    wins, visits = counts_of(game, game.result(state, game.read_action(state, action)))
    return wins / visits


def _of(found: dict[str, float], action: str) -> float:
    if action not in found:
        raise ZermeloError(f"there is no action '{action}'; there are {', '.join(found)}")
    return found[action]
