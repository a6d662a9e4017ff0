"""Go.

rules   the game; boards: sets of points as words; text: how it is written
"""

from zermelo.games.go.rules import go as go
