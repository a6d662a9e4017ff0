"""The turn that scores most, or scores most with what is left on the rack: compiled code over the generator of plays.

What is kept of a rack has a number: each distinct tile of the rack has a weight, so that numbers from 0 to that of the
whole rack stand for every choice of its tiles. A turn's worth is its score and the worth of what is kept. The anchors
are looked at in the order of what plays there can be worth at most (bounds.py), until the best play is worth more.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from zermelo.compile.kernel.memory import Words
from zermelo.experts.scrabble import bounds
from zermelo.experts.scrabble.bounds import ANCHORS, MOST_ANCHORS, SCORES, STRETCH, bounder
from zermelo.games.scrabble import moves as at
from zermelo.games.scrabble.plays import BLANK, EXCHANGE, TILE_BITS

GREEDY, STATIC = 0, 1  # by score alone, or with what is kept
CODES, MOST_RACK = BLANK + 1, 7
MOST_KEPT = 1 << MOST_RACK
# a model in floats: what one, two, … tiles of a kind are worth, pairs of kinds, vowels and consonants; then work space
MODEL = Words(single=8 * CODES, pair=CODES * CODES, balance=64)
LEAVES = Words(after=MODEL, leaves=MOST_KEPT, tops=2 * STRETCH, bounds=2 * MOST_ANCHORS)
SINGLE, PAIR, BALANCE, LEAVE = MODEL.single, MODEL.pair, MODEL.balance, LEAVES.leaves
# the best leave after so many tiles; the most that a play of an anchor is worth; each then for plays with a blank
TOP, BOUND = LEAVES.tops, LEAVES.bounds
# what the caller sets: tiles in the bag, whether they may be exchanged, what all others hold, which letters are vowels
BAG_SIZE, MAY_EXCHANGE, OTHERS, CHOSEN, GAIN, KEEPS, KINDS = TURN = Words(
    "BAG_SIZE", "MAY_EXCHANGE", "OTHERS", "CHOSEN", "GAIN", "KEEPS", "KINDS", after=bounds.ROOMS
)
OWN = Words(after=TURN, kind=8, number=8, vowel=CODES)
KIND, NUMBER, VOWEL = OWN.kind, OWN.number, OWN.vowel
NOTHING = -1e9  # less than any play is worth
STAYS = 5.0  # points that a tile on the rack costs beside its value when the bag is empty: another turn is needed


def chooser(jit: Callable[..., Any]) -> Callable[..., Any]:
    """choose(graph, w, model, style) finds the best turn, and returns its worth.

    w: as for the generator, and TURN and VOWEL; CHOSEN is then the turn, GAIN its score, KEEPS the number of what it
    keeps, and KIND and NUMBER the distinct tiles of the rack with their numbers, KINDS of them.
    """
    bound, spell = bounder(jit)

    @jit
    def weigh(w):
        """Gives each distinct tile of the rack its weight; returns how many choices of tiles there are."""
        kinds, weight = 0, 1
        for tile in range(1, CODES):
            number = w[at.BLANKS] if tile == BLANK else w[at.HAVE + tile]
            if number > 0:
                w[KIND + kinds], w[NUMBER + kinds] = tile, number
                w[at.WEIGHT + tile] = weight
                weight *= number + 1
                kinds += 1
        w[KINDS], w[at.KEPT] = kinds, weight - 1
        return weight

    @jit
    def worth(w, model, kept):
        """What these tiles are worth on a rack."""
        total, vowels, consonants, rest = 0.0, 0, 0, kept
        for place in range(w[KINDS]):
            tile = w[KIND + place]
            number = rest % (w[NUMBER + place] + 1)
            rest //= w[NUMBER + place] + 1
            if number == 0:
                continue
            total += model[SINGLE + 8 * tile + number]
            if w[VOWEL + tile]:
                vowels += number
            elif tile != BLANK:
                consonants += number
            more = rest
            for other in range(place + 1, w[KINDS]):
                if more % (w[NUMBER + other] + 1) > 0:
                    total += model[PAIR + CODES * tile + w[KIND + other]]
                more //= w[NUMBER + other] + 1
        return total + model[BALANCE + 8 * vowels + consonants]

    @jit
    def left_over(w, kept):
        """The points of these tiles, and how many they are."""
        points, tiles, rest = 0, 0, kept
        for place in range(w[KINDS]):
            number = rest % (w[NUMBER + place] + 1)
            rest //= w[NUMBER + place] + 1
            tiles += number
            if w[KIND + place] != BLANK:
                points += number * w[at.VALUE + w[KIND + place]]
        return points, tiles

    @jit
    def judge(w, model, choices, style):
        """Fills the worth of every choice of tiles."""
        for kept in range(choices):
            if style == GREEDY:
                model[LEAVE + kept] = 0.0
            elif w[BAG_SIZE] > 0:
                model[LEAVE + kept] = worth(w, model, kept)
            else:
                points, tiles = left_over(w, kept)
                model[LEAVE + kept] = 2.0 * w[OTHERS] if tiles == 0 else -STAYS - 2.0 * points

    @jit
    def bound_anchors(w, model, choices):
        """Fills the most that a play of each anchor is worth."""
        _, whole = left_over(w, choices - 1)
        for number in range(2 * STRETCH):
            model[TOP + number] = NOTHING
        for kept in range(choices - 1):
            _, tiles = left_over(w, kept)
            laid, leave = TOP + whole - tiles, model[LEAVE + kept]
            model[laid] = max(model[laid], leave)
            if w[at.BLANKS] > 0 and kept < w[at.BLANKS] * w[at.WEIGHT + BLANK]:  # a blank weighs most
                model[laid + STRETCH] = max(model[laid + STRETCH], leave)
        for anchor in range(w[ANCHORS]):
            most, with_blank = NOTHING, NOTHING
            for number in range(1, whole + 1):
                score = w[SCORES + STRETCH * anchor + number]
                if score >= 0:
                    most = max(most, score + model[TOP + number])
                    with_blank = max(with_blank, score + model[TOP + STRETCH + number])
            model[BOUND + anchor], model[BOUND + MOST_ANCHORS + anchor] = most, with_blank

    @jit
    def exchanged(w, kept):
        """The exchange that keeps these tiles."""
        action, shift, rest = EXCHANGE, 0, kept
        for place in range(w[KINDS]):
            number = w[NUMBER + place] - rest % (w[NUMBER + place] + 1)
            rest //= w[NUMBER + place] + 1
            for _ in range(number):
                action |= w[KIND + place] << shift
                shift += TILE_BITS
        return action

    @jit
    def choose(graph, w, model, style):
        choices = weigh(w)
        judge(w, model, choices, style)
        bound(graph, w)
        bound_anchors(w, model, choices)
        w[CHOSEN], w[GAIN], w[KEEPS] = 0, 0, choices - 1  # passing
        best = model[LEAVE + choices - 1] - (0.5 if style == STATIC else 0.0)
        has_play = False
        for _ in range(w[ANCHORS]):
            anchor = 0
            for other in range(1, w[ANCHORS]):
                if model[BOUND + other] > model[BOUND + anchor]:
                    anchor = other
            if model[BOUND + anchor] < best or model[BOUND + anchor] == NOTHING:
                break
            model[BOUND + anchor] = NOTHING
            blanks = w[at.BLANKS]
            if model[BOUND + MOST_ANCHORS + anchor] < best:
                w[at.BLANKS] = 0
            found = spell(graph, w, anchor)
            w[at.BLANKS] = blanks
            for number in range(found):
                this = at.PLAYS + at.EACH * number
                value = w[this + 1] + model[LEAVE + w[this + 2]]
                if value > best or not has_play and value == best or value == best and w[this] < w[CHOSEN]:
                    best, has_play = value, True
                    w[CHOSEN], w[GAIN], w[KEEPS] = w[this], w[this + 1], w[this + 2]
        if w[MAY_EXCHANGE] and (style == STATIC or not has_play):
            most = choices - 1 if style == STATIC else 1  # who looks at scores alone exchanges everything
            for kept in range(most):
                if model[LEAVE + kept] > best or style == GREEDY and w[CHOSEN] == 0:
                    best = model[LEAVE + kept]
                    w[CHOSEN], w[GAIN], w[KEEPS] = exchanged(w, kept), 0, kept
        return best

    return choose
