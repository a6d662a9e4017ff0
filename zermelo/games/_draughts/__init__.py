"""What checkers and international draughts share.

game    the game that such rules make; rules: over their states; pdn: how they are written and drawn
"""
