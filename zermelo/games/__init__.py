"""The games of this package, one file or folder each; names that begin with _ are what several share."""
