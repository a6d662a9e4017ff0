"""Files that a person names in a parameter: lists of words and sets of tiles."""

from zermelo.games._files import TILES_END, WORDS_END, is_file, text_in

__all__ = ["TILES_END", "WORDS_END", "is_file", "text_in"]
