"""The UCI protocol, as an engine and as a player."""
