"""What was found, in words and drawings: an analysis, a match, a solution, a trace, a learning curve."""
