"""Budgets, clocks and deadlines."""
