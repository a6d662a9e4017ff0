"""Games written down: PGN, SGF, saved matches."""
