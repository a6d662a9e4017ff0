"""Playing cards: their numbers and names, hands in order of strength, and what the poker games share."""
