"""What checkers and international draughts share.

rules   rules over their states; pdn: how they are written and drawn
"""
