"""A class in the style of Artificial Intelligence: A Modern Approach, as a game: the notebooks', and games.py's.

    class TicTacToe:
        initial                          # an attribute
        actions(state), result(state, action), is_terminal(state) or terminal_test(state)
        utility(state, player), to_move(state), display(state)
        chances(state), outcome(state, chance), probability(chance)    # of a stochastic game

Players are "X" and "O", or any values, two or more; states may hold dictionaries and lists. `to_move` may be an
attribute of the states, and `display` may be left out. In a stochastic game chance comes before every turn: what
`outcome` returns is the state in which the player chooses.

parts    what a class must have, and why it is refused
seats    who plays
game     the class as a game, and the object that a game was made of
"""

from zermelo.adapters.aima.game import adapted, original
from zermelo.adapters.aima.parts import KIND, maker, refusal, resembles

__all__ = ["KIND", "adapted", "maker", "original", "refusal", "resembles"]
