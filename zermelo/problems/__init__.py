"""Problems of single-agent search, a file each: rules, costs and estimates, loaded by name as games are.

game_8_puzzle, game_15_puzzle   tiles that slide; _sliding: what they share
route                           the shortest way on a map: Romania, or one of your own
n_queens                        queens that do not attack each other, placed one by one or moved about
blocks_world                    towers of blocks, rebuilt
"""
