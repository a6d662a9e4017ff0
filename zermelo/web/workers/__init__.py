"""Processes that search for visitors."""
