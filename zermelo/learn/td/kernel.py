"""Self-play and learning in one kernel.

A game is played greedily: each move leads to the state that the network likes best, or, in games without dice, now and
then to another. When it is over, its states are gone through from the last to the first. What each of them should have
been worth is its λ-return: the result of the game, mixed with what the network said on the way,

    G(t) = (1 - λ) V(t + 1) + λ G(t + 1),

which adds up to the same as eligibility traces do, and touches only those weights whose inputs are not 0. Before a move
that was not the best, the return is V(t + 1) alone, the value of the move that should have been played. What the states
of a game teach is added up, and one step of Adam is made.

With a teacher, another network that has been learned plays the games, and the states learn what it thinks of them one
turn ahead: over all that chance can bring next, after its best move for each. There is no luck in that value.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numpy as np

from zermelo.bits import fraction, mix, step
from zermelo.compile.kernel.memory import Words, pointed
from zermelo.compile.kernel.rules import Rules
from zermelo.evaluate.learned.features import Features
from zermelo.evaluate.learned.opinion import earned_by, unsettled, worth_of
from zermelo.evaluate.learned.perceptron import Shape, base_for, climb_for, forward_from_for, slopes_for
from zermelo.game import CHANCE, Game

LONGEST = 2000  # plies of a game that is not known to end sooner; a longer one is cut there
LEARN, COMPARE = 0, 1  # tasks of the kernel
SHOWN, A_STEP, PASSES = 8192, 64, 4  # a teacher's states that are kept, that make a step, how often each is learned
ASIDE, ASTRAY = 0.35, 0.04  # how often a teacher shows a random state beside the best one; goes there, at least
RANDOM, EVALUATION = 0, 1  # opponents, when it compares

# Whole numbers that the kernel is given, and counts
WHOLE = Words("TASK", "NOISE", "GAMES", "OPENING", "OPPONENT", "PLIES", "WINS", "DRAWS", "STEPS")
TASK, NOISE, GAMES, OPENING, OPPONENT, PLIES, WINS, DRAWS, STEPS = WHOLE
REAL = Words("RATE", "DECAY", "EXPLORED", "POINTS")  # real numbers; POINTS: what the games brought
RATE, DECAY, EXPLORED, POINTS = REAL
ADAM = Words("WEIGHTS", "SLOPES", "MEANS", "SQUARES")  # what Adam keeps, as many numbers each as there are weights
WEIGHTS, SLOPES, MEANS, SQUARES = ADAM
KEPT = ADAM.end  # how many of them there are


def longest_of(game: Game) -> int:
    """The most plies that a game of self-play has."""
    return min(game.max_plies or LONGEST, LONGEST)


@lru_cache(maxsize=64)
def kernel_for(game: Game, seen: Features, shape: Shape, teacher: Shape | None = None) -> Callable[[Rules], Any]:
    """The factory of run(state, whole, real, weights, moves, rolls, drawn, rows, marks, told, order, work).

    state     where games begin
    whole     [9] see TASK and the others; NOISE and STEPS change
    real      [4] see RATE and the others
    weights   of the network, and what Adam keeps of them: see WEIGHTS and the others; LEARN changes them. Then those of
              the teacher, if there is one
    moves, rolls, drawn       buffers for actions, and for the outcomes of chance and their chances
    rows      [ply, input] what the network saw of the states that were played
    marks     [ply] bits: 1 a better move was left for exploration, 2 the state needs no network, 4 the side is player 1
    told      [ply, outcome] player 0's chances after the best move; with a teacher, what it thinks of the state
    order     [ply] in which the states are learned that a teacher has shown
    work      [2 inputs + 2 hidden + 3 outcomes] what is computed with; hidden: those of the larger network
    """
    inputs, _, outcomes = shape
    size, guide = shape.weights, teacher or shape
    longest, half, reach = longest_of(game), outcomes // 2, game.reach or 1.0
    inner_at, chances_at = inputs, inputs + max(shape.hidden, guide.hidden)
    best_at, wanted_at, base_at = (chances_at + n * outcomes for n in (1, 2, 3))

    def factory(rules: Rules) -> Any:
        to_move, is_terminal, utility, evaluate = rules.to_move, rules.is_terminal, rules.utility, rules.evaluate
        fill, play, fill_chances, play_chance = rules.fill, rules.play, rules.fill_chances, rules.play_chance
        write, side, settled = (rules.register(part) for part in (seen.write, seen.side, seen.settled or unsettled))
        add_slopes, climb = (rules.register(make(shape)) for make in (slopes_for, climb_for))
        earned, at = rules.register(earned_by(worth_of(seen, game))), rules.buffer
        has_own_outcomes = bool(seen.worth)

        @rules.jit
        def next_fraction(whole):
            whole[NOISE] = step(whole[NOISE])
            return fraction(mix(whole[NOISE]))

        @rules.jit
        def rolled(state, whole, moves, drawn):
            """The state after chance has moved."""
            luck = next_fraction(whole)
            count = fill_chances(state, moves, drawn)
            i = 0
            while i < count - 1 and luck >= drawn[i]:
                luck -= drawn[i]
                i += 1
            return play_chance(state, moves[i])

        @rules.jit
        def is_known(state, chances):
            """Are player 0's chances known without the network? It writes them then."""
            if settled(state, chances):
                return True
            if has_own_outcomes or not is_terminal(state):
                return False
            won = min(1.0, max(0.0, 0.5 + 0.5 * utility(state, 0) / reach))
            chances[0], chances[1] = won, 1.0 - won
            return True

        def chooser(own: Shape) -> tuple[Any, Any]:
            """judge(…) and best_move(…) by a network of this shape."""
            lay, forward_from = (rules.register(make(own)) for make in (base_for, forward_from_for))

            @rules.jit
            def judge(state, has_base, weights, work):
                """Leaves player 0's chances in a state at `chances_at`; returns whether there is a base now.

                Most inputs are the same after all moves, so that only the first state is gone through as a whole.
                """
                chances = at(work, chances_at)
                if is_known(state, chances):
                    return has_base
                write(state, work)
                if not has_base:
                    lay(work, weights, at(work, base_at))
                forward_from(at(work, base_at), work, weights, at(work, inner_at), chances)
                if side(state) == 1:
                    for k in range(half):
                        chances[k], chances[k + half] = chances[k + half], chances[k]
                return True

            @rules.jit
            def best_move(state, count, weights, moves, work):
                """The index of the move after which the network likes its state best.

                The chances there are left at `best_at`.
                """
                mover, best, chosen, has_base = to_move(state), -np.inf, 0, False
                for i in range(count):
                    has_base = judge(play(state, moves[i]), has_base, weights, work)
                    value = earned(at(work, chances_at))
                    if mover == 1:
                        value = -value
                    if value > best:
                        best, chosen = value, i
                        for k in range(outcomes):
                            work[best_at + k] = work[chances_at + k]
                return chosen

            return judge, best_move

        _, best_move = chooser(shape)
        judge_as_teacher, best_of_teacher = chooser(guide)

        @rules.jit
        def look_ahead(state, weights, moves, rolls, drawn, work, found):
            """Writes player 0's chances: over all that chance can bring, by the teacher's best move after each."""
            is_rolled = to_move(state) == CHANCE
            count = fill_chances(state, rolls, drawn) if is_rolled else 1
            for k in range(outcomes):
                found[k] = 0.0
            for i in range(count):
                after = play_chance(state, rolls[i]) if is_rolled else state
                share, place = drawn[i] if is_rolled else 1.0, best_at
                if is_terminal(after) or to_move(after) == CHANCE:
                    judge_as_teacher(after, False, weights, work)
                    place = chances_at
                else:
                    best_of_teacher(after, fill(after, moves), weights, moves, work)
                for k in range(outcomes):
                    found[k] += share * work[place + k]

        @rules.jit
        def shown(state, length, weights, moves, rolls, drawn, rows, marks, told, work):
            """Records a state with what the teacher thinks of it; returns how many there are now, -1: it is known."""
            if is_terminal(state) or is_known(state, at(work, wanted_at)):
                return -1
            write(state, at(rows, length * inputs))
            marks[length] = 4 if side(state) == 1 else 0
            look_ahead(state, weights, moves, rolls, drawn, work, at(told, length * outcomes))
            return length + 1

        @rules.jit
        def show_game(state, length, whole, real, weights, moves, rolls, drawn, rows, marks, told, work):
            """One game of the teacher; returns how many states have been shown then, `length` before."""
            astray, opening = max(ASTRAY, real[EXPLORED]), whole[OPENING] if real[EXPLORED] > 0.0 else 0
            for ply in range(longest):
                if length >= SHOWN - 1 or is_terminal(state):
                    break
                if to_move(state) == CHANCE:
                    state = rolled(state, whole, moves, drawn)
                    continue
                count = fill(state, moves)
                best, other = best_of_teacher(state, count, weights, moves, work), int(next_fraction(whole) * count)
                action, beside = moves[best], moves[other]
                if next_fraction(whole) < ASIDE and other != best:
                    after = play(state, beside)
                    length = max(length, shown(after, length, weights, moves, rolls, drawn, rows, marks, told, work))
                strays = next_fraction(whole) < astray or ply < opening
                state = play(state, beside if strays else action)
                following = shown(state, length, weights, moves, rolls, drawn, rows, marks, told, work)
                if following < 0:
                    break
                length = following
            return length

        @rules.jit
        def add_state(t, wanted, weights, rows, marks, work):
            """Adds what a state teaches that should have been worth so much, by player 0's chances."""
            turned = half if marks[t] & 4 else 0
            for k in range(half):  # the best chances are not needed any more
                work[best_at + k] = wanted[k + turned]
                work[best_at + half + k] = wanted[k + half - turned]
            slopes, inner, chances = at(weights, SLOPES * size), at(work, inner_at), at(work, chances_at)
            add_slopes(at(rows, t * inputs), at(work, best_at), weights, slopes, inner, chances)

        @rules.jit
        def make_step(whole, real, weights):
            """One step of Adam by what was added."""
            means, squares = at(weights, MEANS * size), at(weights, SQUARES * size)
            climb(weights, at(weights, SLOPES * size), means, squares, real[RATE], whole[STEPS])
            whole[STEPS] += 1

        @rules.jit
        def learn_shown(length, whole, real, weights, rows, marks, told, order, work):
            """Learns from the states of several games of the teacher, in random order."""
            for i in range(length):
                order[i] = i
            for _ in range(PASSES):
                for i in range(length - 1, 0, -1):
                    j = int(next_fraction(whole) * (i + 1))
                    order[i], order[j] = order[j], order[i]
                for start in range(0, length, A_STEP):
                    for i in range(start, min(start + A_STEP, length)):
                        t = int(order[i])
                        add_state(t, at(told, t * outcomes), weights, rows, marks, work)
                    make_step(whole, real, weights)

        @rules.jit
        def learn_game(length, whole, real, weights, rows, marks, told, work):
            """Learns from a game whose result is at `wanted_at`, player 0's chances of the outcomes."""
            wanted, decay = at(work, wanted_at), real[DECAY]
            for t in range(length - 1, -1, -1):
                if marks[t] & 2 == 0:
                    add_state(t, wanted, weights, rows, marks, work)
                share = 0.0 if marks[t] & 1 else decay
                for k in range(outcomes):  # what the state before it should have been worth
                    wanted[k] = share * wanted[k] + (1.0 - share) * told[t * outcomes + k]
            make_step(whole, real, weights)

        @rules.jit
        def play_game(state, whole, real, weights, moves, drawn, rows, marks, told, work):
            """One game of self-play; returns how many states are in its record. Its result is left at `wanted_at`."""
            length, opening = 0, whole[OPENING]
            for _ in range(longest):
                if is_terminal(state):  # by what chance has brought
                    is_known(state, at(work, wanted_at))
                    break
                if to_move(state) == CHANCE:
                    state = rolled(state, whole, moves, drawn)
                    continue
                count = fill(state, moves)
                chosen = best_move(state, count, weights, moves, work)
                mark = 0
                if real[EXPLORED] > 0.0 and (length < opening or next_fraction(whole) < real[EXPLORED]):
                    other = int(next_fraction(whole) * count)
                    if other != chosen:
                        chosen, mark = other, 1
                for k in range(outcomes):
                    told[length * outcomes + k] = work[best_at + k]
                state = play(state, moves[chosen])
                known = is_known(state, at(work, wanted_at))
                if known:
                    mark |= 2
                else:
                    write(state, at(rows, length * inputs))
                    if side(state) == 1:
                        mark |= 4
                    for k in range(outcomes):  # should the game be cut here, nobody knows its result
                        work[wanted_at + k] = work[best_at + k]
                marks[length] = mark
                length += 1
                if known:
                    break
            return length

        @rules.jit
        def compare(state, network, whole, weights, moves, drawn, work):
            """One game of the network, as this player, against an opponent; returns what it brings player 0."""
            plies = 0
            for _ in range(longest):
                if is_terminal(state):
                    break
                mover = to_move(state)
                if mover == CHANCE:
                    state = rolled(state, whole, moves, drawn)
                    continue
                count, chosen = fill(state, moves), 0
                if plies < whole[OPENING] or (mover != network and whole[OPPONENT] == RANDOM):
                    chosen = int(next_fraction(whole) * count)
                elif mover == network:
                    chosen = best_move(state, count, weights, moves, work)
                else:
                    best = -np.inf
                    for i in range(count):
                        child = play(state, moves[i])
                        value = utility(child, mover) if is_terminal(child) else evaluate(child, mover)
                        if value > best:
                            best, chosen = value, i
                state = play(state, moves[chosen])
                plies += 1
            return utility(state, 0) if is_terminal(state) else 0.0

        @rules.jit
        def learn_from_teacher(state, whole, real, weights, moves, rolls, drawn, rows, marks, told, order, work):
            """Plays all games, and learns whenever half of the room is taken: a game may need the other half."""
            length, teacher, games = 0, at(weights, KEPT * size), whole[GAMES]
            for number in range(games):
                before = length
                length = show_game(state, length, whole, real, teacher, moves, rolls, drawn, rows, marks, told, work)
                whole[PLIES] += length - before
                if length > SHOWN // 2 or number == games - 1:
                    learn_shown(length, whole, real, weights, rows, marks, told, order, work)
                    length = 0

        @rules.jit
        def learn_alone(state, whole, real, weights, moves, rolls, drawn, rows, marks, told, order, work):
            """Plays all games, and learns from each when it is over."""
            for _ in range(whole[GAMES]):
                length = play_game(state, whole, real, weights, moves, drawn, rows, marks, told, work)
                learn_game(length, whole, real, weights, rows, marks, told, work)
                whole[PLIES] += length

        @rules.jit
        def compare_all(state, whole, real, weights, moves, drawn, work):
            """Plays all games against the opponent, and counts what they bring."""
            for number in range(whole[GAMES]):
                network = number & 1
                points = compare(state, network, whole, weights, moves, drawn, work)
                if network == 1:
                    points = -points
                real[POINTS] += points
                if points > 0.0:
                    whole[WINS] += 1
                elif points == 0.0:
                    whole[DRAWS] += 1

        learn = learn_from_teacher if teacher else learn_alone  # the other one is not compiled

        @rules.jit
        def run(state, whole, real, weights, moves, rolls, drawn, rows, marks, told, order, work):
            if whole[TASK] == LEARN:
                learn(state, whole, real, weights, moves, rolls, drawn, rows, marks, told, order, work)
            else:
                compare_all(state, whole, real, weights, moves, drawn, work)

        return run

    return factory


@lru_cache(maxsize=64)
def buffers_for(game: Game, shape: Shape, teacher: Shape | None = None) -> Callable[[bool], tuple[Any, ...]]:
    """Makes the arguments of the kernel after the state: see `kernel_for`."""
    most, room = max(game.max_actions, 512), SHOWN if teacher else longest_of(game)
    hidden, taught = max(shape.hidden, teacher.hidden if teacher else 0), teacher.weights if teacher else 0

    def buffers(compiled: bool) -> tuple[Any, ...]:
        actions = np.int64 if compiled else object
        return (
            np.zeros(WHOLE.end, np.int64),
            np.zeros(REAL.end),
            pointed(compiled, np.zeros(KEPT * shape.weights + taught, np.float32)),
            pointed(compiled, np.zeros(most, actions)),
            pointed(compiled, np.zeros(most, actions)),
            np.ones(most),
            pointed(compiled, np.zeros(room * shape.inputs, np.float32)),
            pointed(compiled, np.zeros(room, np.int64)),
            pointed(compiled, np.zeros(room * shape.outcomes, np.float32)),
            pointed(compiled, np.zeros(SHOWN if teacher else 1, np.int64)),
            pointed(compiled, np.zeros(2 * (shape.inputs + hidden) + 3 * shape.outcomes, np.float32)),
        )

    return buffers
