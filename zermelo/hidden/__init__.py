"""Games in which players do not see everything: what each one knows, and how to choose without seeing the rest."""
