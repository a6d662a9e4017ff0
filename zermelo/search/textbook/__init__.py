"""The tree searches as textbooks present them."""
