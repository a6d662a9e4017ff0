# planted: max-cuts-at-alpha
import util
from game import Agent


def scoreEvaluationFunction(currentGameState):
    return currentGameState.getScore()


class MultiAgentSearchAgent(Agent):
    def __init__(self, evalFn="scoreEvaluationFunction", depth="2"):
        self.index = 0
        self.evaluationFunction = util.lookup(evalFn, globals())
        self.depth = int(depth)


class AlphaBetaAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        def is_leaf(state, depth):
            return state.isWin() or state.isLose() or depth == self.depth

        def max_value(state, depth, alpha, beta):
            if is_leaf(state, depth):
                return self.evaluationFunction(state), None
            v, chosen = float("-inf"), None
            for action in state.getLegalActions(0):
                w = min_value(state.generateSuccessor(0, action), depth, 1, alpha, beta)
                if w > v:
                    v, chosen = w, action
                if v > alpha:
                    return v, chosen
                alpha = max(alpha, v)
            return v, chosen

        def min_value(state, depth, agent, alpha, beta):
            if is_leaf(state, depth):
                return self.evaluationFunction(state)
            v = float("inf")
            for action in state.getLegalActions(agent):
                successor = state.generateSuccessor(agent, action)
                if agent == state.getNumAgents() - 1:
                    v = min(v, max_value(successor, depth + 1, alpha, beta)[0])
                else:
                    v = min(v, min_value(successor, depth, agent + 1, alpha, beta))
                if v < alpha:
                    return v
                beta = min(beta, v)
            return v

        return max_value(gameState, 0, float("-inf"), float("inf"))[1]
