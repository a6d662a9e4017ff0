"""What is known about the prisoner's dilemma.

engines   the strategies of Axelrod's tournaments
"""
