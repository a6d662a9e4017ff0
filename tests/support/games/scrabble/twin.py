"""A slow, obvious generator: every word at every place, laid and then looked at as a whole."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

from zermelo.games.scrabble.squares import LETTER_TIMES, WORD_TIMES


def runs(grid, size):
    """Every word of two letters or more on the board: the squares of each."""
    rows = [[(row, column) for column in range(size)] for row in range(size)]
    for line in [*rows, *zip(*rows, strict=True)]:
        run = []
        for cell in [*line, None]:
            if cell in grid:
                run.append(cell)
                continue
            if len(run) > 1:
                yield tuple(run)
            run = []


def plays(grid, rack, words, values, bonus, size, squares, whole):
    """{frozenset of (row, column, letter): score}; grid: (row, column) -> letter, a small one is a blank."""
    found = {}
    for word in words:
        for down in (False, True):
            for row in range(size):
                for column in range(size):
                    cells = [(row + at * down, column + at * (not down)) for at in range(len(word))]
                    if max(cells[-1]) < size:
                        add(found, grid, rack, words, values, bonus, size, squares, whole, word, cells)
    return found


def add(found, grid, rack, words, values, bonus, size, squares, whole, word, cells):
    if any(grid.get(cell, letter).upper() != letter for cell, letter in zip(cells, word, strict=True)):
        return
    fresh = {cell: letter for cell, letter in zip(cells, word, strict=True) if cell not in grid}
    if not fresh:
        return
    middle, near = (size // 2, size // 2), ((0, 1), (1, 0), (0, -1), (-1, 0))
    if grid and not any((r + a, c + b) in grid for r, c in fresh for a, b in near):
        return
    if not grid and middle not in fresh:
        return
    for number in range(rack.count("?") + 1):
        for blanks in combinations(fresh, number):
            put = {cell: letter.lower() if cell in blanks else letter for cell, letter in fresh.items()}
            need = Counter("?" if letter.islower() else letter for letter in put.values())
            if need - Counter(rack):
                continue
            after, total = {**grid, **put}, 0
            made = [run for run in runs(after, size) if set(run) & set(put)]
            if any("".join(after[cell] for cell in run).upper() not in words for run in made):
                continue
            for run in made:
                points, times = 0, 1
                for cell in run:
                    bonus_of = squares[cell[0] * size + cell[1]] if cell in put else "."
                    points += values.get(after[cell], 0) * LETTER_TIMES.get(bonus_of, 1)
                    times *= WORD_TIMES.get(bonus_of, 1)
                total += points * times
            found[frozenset((*cell, letter) for cell, letter in put.items())] = total + bonus * (len(put) == whole)
