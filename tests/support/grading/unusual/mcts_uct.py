import math
import random


class Node:
    def __init__(self, state, parent=None, action=None):
        self.state, self.parent, self.action = state, parent, action
        self.children, self.untried = [], None
        self.visits, self.wins = 0, 0.0


def mcts(game, state, iterations=500, c=1.4):
    root = Node(state)
    root.untried = list(game.actions(state))
    for _ in range(iterations):
        node = root
        while not node.untried and node.children:
            node = max(
                node.children,
                key=lambda k: k.wins / k.visits + c * math.sqrt(math.log(node.visits) / k.visits),
            )
        if node.untried:
            action = node.untried.pop(random.randrange(len(node.untried)))
            child = Node(game.result(node.state, action), node, action)
            child.untried = [] if game.is_terminal(child.state) else list(game.actions(child.state))
            node.children.append(child)
            node = child
        current = node.state
        while not game.is_terminal(current):
            current = game.result(current, random.choice(game.actions(current)))
        while node is not None:
            node.visits += 1
            if node.parent is not None:
                node.wins += game.utility(current, game.to_move(node.parent.state))
            node = node.parent
    return max(root.children, key=lambda k: k.visits).action
