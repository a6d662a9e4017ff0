"""What a person asks about a position, beyond an analysis.

comparing     two actions, so searched that their values can be compared, and lines that are long enough
why           why not an action
judging       a position and a move of a game that is reviewed
hinting       a hint, and the threat
laid          what tiles come to that a person has laid on a board
"""
