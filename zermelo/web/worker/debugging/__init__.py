"""The debugger's jobs: a search step by step.

traces          the jobs
trace_report    a search of a tree as the page gets it; single_report: of one agent
unsearched      what lies below the branches that were cut
"""
