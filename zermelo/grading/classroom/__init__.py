"""Grades a folder of submissions.

rubric    how points are given
grading   each submission in a process of its own, saved as it goes; results: the grades as files
"""
