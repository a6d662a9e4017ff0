"""The GTP protocol, as an engine and as a player."""
