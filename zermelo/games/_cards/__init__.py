"""Playing cards, for several games.

deck       their numbers and names; ranking: poker hands in order of strength
holdem     what the games of hold'em share; notation: positions of poker as text
"""
