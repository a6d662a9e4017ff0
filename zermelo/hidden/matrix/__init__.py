"""Matrix games: two players choose at the same time, one a row and the other a column of a table of utilities.

table         the game, read from a text or made of a game with one choice each
dominance     which actions are never better than another, and what is left when they are removed
equilibria    pure and mixed equilibria by support enumeration; the value of a zero-sum game
correlated    the best correlated equilibria
report        all of it together
programme     linear programmes, which the others need
"""
