"""The strong alpha-beta: principal-variation search and all that it needs."""
