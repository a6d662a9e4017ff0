"""What backgammon positions are worth."""
