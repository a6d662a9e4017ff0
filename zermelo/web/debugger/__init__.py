"""A search step by step, for the page."""
