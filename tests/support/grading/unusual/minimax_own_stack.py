"""Minimax without recursion: a stack of frames [state, actions left, best value, action that led here]."""


def minimax(game, state):
    player = game.to_move(state)

    def frame(state, by):
        mine = game.to_move(state) == player
        return {"state": state, "left": list(game.actions(state)), "mine": mine, "best": None, "by": by, "choice": None}

    stack, answer = [frame(state, None)], None
    while stack:
        top = stack[-1]
        if top["left"]:
            action = top["left"].pop(0)
            below = game.result(top["state"], action)
            if game.is_terminal(below):
                _settle(top, action, game.utility(below, player))
            else:
                stack.append(frame(below, action))
            continue
        stack.pop()
        if stack:
            _settle(stack[-1], top["by"], top["best"])
        else:
            answer = top["best"], top["choice"]
    return answer


def _settle(frame, action, value):
    better = frame["best"] is None or (value > frame["best"] if frame["mine"] else value < frame["best"])
    if better:
        frame["best"], frame["choice"] = value, action
