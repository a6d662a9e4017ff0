"""Files that a person names in a game's parameter: sets of tiles, lists of words, layouts."""

from __future__ import annotations

from pathlib import Path

WORDS_END, TILES_END, LAYOUT_END = ".txt", ".tiles", ".lay"


def is_file(text: str, *endings: str) -> bool:
    """Does a parameter name a file with one of these endings, by default any that is read here?"""
    return text.strip().lower().endswith(endings or (WORDS_END, TILES_END, LAYOUT_END))


def text_in(name: str, most: int) -> str:
    """The text of a file of at most so many bytes. Raises ValueError with one line."""
    path = Path(name).expanduser()
    try:
        size = path.stat().st_size
        if not path.is_file():
            raise ValueError(f"{name} is no plain file")
        if size > most:
            raise ValueError(f"{name} has {size:,} bytes, and at most {most:,} are read: leave some out")
        return path.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        raise ValueError(f"there is no file {name}") from None
    except OSError as error:
        raise ValueError(f"{name} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise ValueError(f"{name} cannot be read: it is not text in UTF-8") from None
