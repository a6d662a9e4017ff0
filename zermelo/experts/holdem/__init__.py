"""What is known about hold'em for two: a strategy for an abstract game, and who plays by it.

abstraction          hands in buckets; hands, potential: how good hands are, and may become
betting              the betting laid out flat
training, response   a blueprint by sampling, and best responses to it
blueprint            a player by such a file
engines              engines that play this game only
"""
