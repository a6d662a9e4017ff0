"""Can't Stop, with small dice: roll four dice, pair them, climb the columns, and stop before you bust."""

from typing import NamedTuple

from zermelo import CHANCE, Game


class StopState(NamedTuple):
    first: tuple  # player 0's steps in each column
    second: tuple  # player 1's
    run: tuple  # steps of this turn, not yet safe
    dice: tuple  # the roll to pair; (0, 0, 0, 0): none
    choosing: bool  # go on or stop?
    player: int


def cant_stop(sides: int = 3, goal: int = 2) -> Game:
    """sides: of each die; goal: columns to finish. The more often a sum is rolled, the more steps its column has."""
    sums = 2 * sides - 1
    tops = tuple(sides - abs(sides - 1 - column) + 1 for column in range(sums))
    pairings = ((0, 1, 2, 3), (0, 2, 1, 3), (0, 3, 1, 2))

    def initial():
        return StopState((0,) * sums, (0,) * sums, (0,) * sums, (0,) * 4, False, 0)

    def to_move(state):
        return CHANCE if state.dice[0] == 0 and not state.choosing else state.player

    def own(state):
        return state.first if state.player == 0 else state.second

    def free(state, run, column):
        """Can the column be climbed? Nobody has finished it, and at most three columns are climbed in a turn."""
        if state.first[column] >= tops[column] or state.second[column] >= tops[column]:
            return False
        if own(state)[column] + run[column] >= tops[column]:
            return False
        return run[column] > 0 or sum(1 for steps in run if steps > 0) < 3

    def climbed(state, pairing):
        """The run after a pairing; unchanged where neither sum can be climbed."""
        a, b, c, d = pairing
        run = list(state.run)
        for column in (state.dice[a] + state.dice[b] - 2, state.dice[c] + state.dice[d] - 2):
            if free(state, run, column):
                run[column] += 1
        return tuple(run)

    def actions(state):
        if state.choosing:
            return [3, 4]  # go on, stop
        found, runs = [], [state.run]
        for index in range(3):
            run = climbed(state, pairings[index])
            if run not in runs:
                runs.append(run)
                found.append(index)
        return found

    def result(state, action):
        none = (0, 0, 0, 0)
        if to_move(state) == CHANCE:
            rolled = state._replace(dice=(action // 1000 % 10, action // 100 % 10, action // 10 % 10, action % 10))
            if actions(rolled):
                return rolled
            return state._replace(run=(0,) * sums, player=1 - state.player)  # bust
        if not state.choosing:
            return state._replace(run=climbed(state, pairings[action]), dice=none, choosing=True)
        if action == 3:
            return state._replace(choosing=False)
        safe = tuple(steps + more for steps, more in zip(own(state), state.run))
        if state.player == 0:
            return StopState(safe, state.second, (0,) * sums, none, False, 1)
        return StopState(state.first, safe, (0,) * sums, none, False, 0)

    def chances(state):
        share = 1.0 / sides**4
        for a in range(1, sides + 1):
            for b in range(1, sides + 1):
                for c in range(1, sides + 1):
                    for d in range(1, sides + 1):
                        yield 1000 * a + 100 * b + 10 * c + d, share

    def finished(steps):
        return sum(1 for column in range(sums) if steps[column] >= tops[column])

    def is_terminal(state):
        return finished(state.first) >= goal or finished(state.second) >= goal

    def utility(state, player):
        won = 0 if finished(state.first) >= goal else 1
        return 1.0 if player == won else -1.0

    def format_action(state, action):
        if action >= 1000:
            return str(action)
        if action >= 3:
            return ("go on", "stop")[action - 3]
        a, b, c, d = pairings[action]
        return f"{state.dice[a] + state.dice[b]} and {state.dice[c] + state.dice[d]}"

    return Game(
        initial, to_move, actions, result, is_terminal, utility, chances=chances,
        format_action=format_action, summary="Push your luck up the columns.",
    )  # fmt: skip
