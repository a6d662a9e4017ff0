"""Hold'em for two over a card abstraction: hands in buckets, a blueprint by sampling, and who plays by it."""
