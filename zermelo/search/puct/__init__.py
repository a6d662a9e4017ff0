"""Tree search guided by a network."""
