"""What checkers and international draughts share: rules over their states, and how they are written and drawn."""
