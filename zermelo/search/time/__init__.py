"""Budgets, clocks and deadlines.

budget     nodes: stopping a kernel, and testing whether it was stopped
clock      how long to think about one action when time is limited for the whole game
deadline   when a search must stop, which can change while it runs
threads    threads that wait for the next search
"""
