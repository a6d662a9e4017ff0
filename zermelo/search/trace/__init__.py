"""A search step by step."""
