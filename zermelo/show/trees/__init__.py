"""Trees: where their nodes stand, which of them look alike, and the same for Graphviz."""
