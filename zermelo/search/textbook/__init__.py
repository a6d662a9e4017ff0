"""The algorithms as the textbook has them."""
