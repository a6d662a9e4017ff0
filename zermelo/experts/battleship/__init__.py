"""What is known about Battleship: where ships may be, and a hunter that shoots by it."""
