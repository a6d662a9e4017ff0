"""Games in which players do not see everything: what each one knows, and how to choose without seeing the rest.

deals, particles      states that fit what a player knows: listed, or kept from one of its moves to the next
dealer                such states for a search that plays as if they were seen
determinized          searches many deals, and plays what is best on average
alpha_mu              one plan for many deals
ismcts                one tree over what players know, another deal in every simulation
belief                expectimax over what a player knows
equilibrium, matrix   equilibria of games laid out flat, and of tables of utilities
information_sets      a traced search with its information sets
news                  what a player is told of the moves of others
"""
