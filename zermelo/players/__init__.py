"""Players: one type for searches, other people's engines, people and plain functions."""
