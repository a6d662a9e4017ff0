"""Sides of backgammon for tests, as lists that the slow twin takes."""

from __future__ import annotations

from zermelo.games.backgammon.board import BAR, CHECKERS


def side(**counts):
    """A side by places, such as p6=5 or bar=1; those that are not named are off."""
    places = [0] * 26
    for name, count in counts.items():
        places[BAR if name == "bar" else int(name[1:])] = count
    places[0] = CHECKERS - sum(places)
    return places


def random_sides(noise):
    """Two sides as no game may have them: crowded, scattered, at home, on the bar."""
    kind = noise.random()

    def drawn():
        places = [*range(8), noise.choice((8, 12, 24, 25))]
        if kind > 0.6:
            places = noise.sample(range(1, 26), noise.randint(2, 7))
        elif kind > 0.3:
            places = [*range(1, 26), 25, 25]
        return [0] * 26, [noise.choice(places) for _ in range(CHECKERS)]

    while True:
        (mine, my_places), (theirs, their_places) = drawn(), drawn()
        for counts, places in ((mine, my_places), (theirs, their_places)):
            for place in places:
                counts[place] += 1
        for point in range(1, 25):
            if mine[point] and theirs[25 - point]:
                counts, place = (mine, point) if noise.random() < 0.5 else (theirs, 25 - point)
                counts[25 if noise.random() < 0.15 else 0] += counts[place]
                counts[place] = 0
        if CHECKERS not in (mine[0], theirs[0]):
            return mine, theirs
