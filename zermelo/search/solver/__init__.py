"""What `auto` tries before it searches: depth-first to the end of the game, with a table, or all states listed."""
