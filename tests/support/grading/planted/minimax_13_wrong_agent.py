# planted: wrong-agent
import util
from game import Agent


def scoreEvaluationFunction(currentGameState):
    return currentGameState.getScore()


class MultiAgentSearchAgent(Agent):
    def __init__(self, evalFn="scoreEvaluationFunction", depth="2"):
        self.index = 0
        self.evaluationFunction = util.lookup(evalFn, globals())
        self.depth = int(depth)


class MinimaxAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        def value(state, agent, depth):
            if state.isWin() or state.isLose() or depth == self.depth:
                return self.evaluationFunction(state)
            following = agent + 1
            if following == 2:
                following, depth = 0, depth + 1
            values = [
                value(state.generateSuccessor(agent, action), following, depth)
                for action in state.getLegalActions(agent)
            ]
            return max(values) if agent == 0 else min(values)

        actions = gameState.getLegalActions(0)
        return max(actions, key=lambda action: value(gameState.generateSuccessor(0, action), 1, 0))
