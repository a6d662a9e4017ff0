"""What the results of games say about the strength of those who played.

counts      results as counts: won, drawn and lost games, or pairs of games by their points
estimate    score, Elo, normalized Elo and likelihood of superiority, with their 95% intervals
ratings     Elo of several engines by maximum likelihood, with a model of draws
sprt        a test that ends as soon as the games played so far decide it
"""
