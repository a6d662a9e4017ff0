"""The games of this package, one file or folder each; names that begin with _ are what several share."""

FAVOURITES = ("tic-tac-toe", "connect-four", "chess", "othello", "go", "checkers", "draughts", "gomoku")  # shown first
