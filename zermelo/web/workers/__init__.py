"""Worker processes that search for visitors."""
