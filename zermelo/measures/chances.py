"""An opponent's probabilities at a node, and what its simulation finds there."""

from __future__ import annotations

from zermelo.game import Action, Game, State, ZermeloError
from zermelo.measures.subject import Answer, Subject
from zermelo.players.engines import engine
from zermelo.search.textbook.expectimax import Expectimax
from zermelo.search.textbook.opponents import Opponent, read_opponent


def probability(subject: Subject, move: str, action: str, model: str) -> Answer:
    """How likely an opponent plays a move after an action."""
    game, state = subject.game, _after(subject, action)
    return probabilities(game, state, read_model(model))[game.read_action(state, move)]


def expected(subject: Subject, action: str, model: str) -> Answer:
    """What an action is worth against an opponent."""
    game, state = subject.game, _after(subject, action)
    return average(game, state, game.to_move(subject.state()), read_model(model))


def simulated(subject: Subject, action: str, model: str) -> Answer:
    """The move that the strategy which the opponent follows plays after an action."""
    game, state = subject.game, _after(subject, action)
    followed = read_model(model).following
    if not followed:
        raise ZermeloError(f"the opponent '{model}' follows no strategy: write 0.8*minimax2+0.2*random")
    return game.action_text(state, followed[0][1](game, state))


def read_model(text: str) -> Opponent:
    """The opponent that a text describes; its strategies run interpreted. Raises ZermeloError."""
    return read_opponent(text, lambda spec: engine(f"{spec},compiled=false"))


def probabilities(game: Game, state: State, opponent: Opponent) -> dict[Action, float]:
    """How likely each action of a state is, if this opponent is to move there."""
    actions, found = game.legal(state), opponent.probabilities(game, state)
    if opponent.adversarial or opponent.benign:
        player = 1 - game.to_move(state)
        worth = {action: average(game, game.result(state, action), player, opponent) for action in actions}
        found[min(actions, key=worth.__getitem__)] += opponent.adversarial
        found[max(actions, key=worth.__getitem__)] += opponent.benign
    return found


def average(game: Game, state: State, player: int, opponent: Opponent) -> float:
    """What a state is worth to a player who does its best against this opponent."""
    if game.is_terminal(state):
        return float(game.utility(state, player))
    if game.to_move(state) == player:
        return float(Expectimax(opponent=opponent, compiled=False).analyse(game, state).value)
    chances = probabilities(game, state, opponent)
    return sum(part * average(game, game.result(state, action), player, opponent) for action, part in chances.items())


def _after(subject: Subject, action: str) -> State:
    game, state = subject.game, subject.state()
    return game.result(state, game.read_action(state, action))
