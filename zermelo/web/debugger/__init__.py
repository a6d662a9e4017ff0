"""The search debugger: a search step by step, for the page."""
