"""UCI and GTP: other people's engines as players, and Zermelo as an engine."""
