"""The α-μ search: plans for all the deals that may be, by what they bring in each of them.

search          the algorithm
fronts          the plans that are not worse than another one in every deal
"""
