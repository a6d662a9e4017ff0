"""How the positions of a game's endings are numbered: one file per game, with `indexing() -> Indexing`."""
