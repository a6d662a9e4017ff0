"""Players: one type for searches, other people's engines, people and plain functions.

player    the type, and how anything becomes one; forfeit: how a player loses other than by the rules
calling   how a person's function is called, and what its answer means
auto      the engine that plays where nobody names one
engines   engines by name; own: those from users' files and installed packages
"""
