"""What was found, in words and drawings.

report, analysis      an analysis as text, and as a drawing
finding, solution     what `solve` says about an open position, and about a game with hidden information
matrix                the solution of a matrix game
match, table          a match, and a table of matches; rollout: a rollout
trace, trace_words    the steps of a traced search, and each in a sentence; moment: one step with its pseudocode
ways                  what single-agent searches found, and their steps
curve, openings       what was learned: numbers over the games played, and opinions about the first moves
traits                the traits of a game
"""
