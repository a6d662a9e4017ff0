"""The algorithms: one per file or folder, one shape of call."""
