"""What is known about Battleship.

hunter, shots   a player that draws fleets which fit what it knows, and what a shot at a fleet costs
engines         engines that play this game only
"""
