"""Lists of words: packed, unpacked, made a graph, kept; and those of users."""

from __future__ import annotations

import lzma
import random

import pytest

import zermelo
from zermelo.bits import mix
from zermelo.compile.cache.tables import interpreted
from zermelo.game import ZermeloError
from zermelo.games._files import text_in
from zermelo.games.scrabble.anagrams import asker, with_anagrams
from zermelo.games.scrabble.finding import Finder
from zermelo.games.scrabble.gaddag import NODE, gaddag
from zermelo.games.scrabble.words import SHIPPED, graph_of, packed, shipped_words, unpacked


def test_a_packed_list_is_unpacked():
    words = ["aa", "aah", "aahed", "b", "zebra", "zebras", "zoo"]
    assert list(unpacked(packed(words))) == [word.upper() for word in words]
    assert list(unpacked(packed([]))) == []


def test_the_list_that_comes_with_the_package(truth):
    with lzma.open(truth("scrabble/enable1.txt.xz"), "rt") as file:
        content = file.read().split()
    assert shipped_words() == sorted(word.upper() for word in content)
    assert SHIPPED["enable"].stat().st_size < 190_000
    assert "Alan Beale and\nM. Cooper" in (SHIPPED["enable"].parent / "README.md").read_text()


def spellings(graph, node=1, before=()):
    """Every way that a graph spells a word."""
    letters, ends, first = (int(word) for word in graph[NODE * node : NODE * node + NODE])
    for rank, letter in enumerate(letter for letter in range(63) if letters >> letter & 1):
        if ends >> letter & 1:
            yield (*before, letter)
        if graph[first + rank]:
            yield from spellings(graph, int(graph[first + rank]), (*before, letter))


def test_a_graph_spells_each_word_from_each_of_its_letters():
    assert sorted(spellings(gaddag([bytes([3, 1, 18, 5])]))) == [
        (1, 3, 0, 18, 5), (3, 0, 1, 18, 5), (5, 18, 1, 3), (18, 1, 3, 0, 5),
    ]  # fmt: skip
    words = [b"\x01\x02", b"\x01\x02\x03", b"\x02\x01", b"\x03\x01\x02"]
    expected = {
        (*word[:turn][::-1], *((0, *word[turn:]) if turn < len(word) else ()))
        for word in words
        for turn in range(1, len(word) + 1)
    }
    found = list(spellings(gaddag(words)))
    assert len(found) == len(expected)
    assert set(found) == expected


def test_a_graph_keeps_each_branch_once():
    one, many = gaddag([b"\x01\x02\x03"]), gaddag([bytes([first, 2, 3]) for first in range(4, 20)])
    assert len(many) < 8 * len(one)
    assert not gaddag([]).any()


def test_which_letters_make_a_word_in_some_order():
    noise = random.Random(1)
    words = {bytes(noise.choices(range(1, 27), k=noise.randint(2, 9))) for _ in range(3000)}
    graph, makes_word = with_anagrams(gaddag(words), words).tolist(), interpreted(asker)
    known = {bytes(sorted(word)) for word in words}
    assert all(makes_word(graph, sum(map(mix, sorted(word)))) for word in words)
    others = [bytes(sorted(noise.choices(range(1, 27), k=7))) for _ in range(3000)]
    wrong = sum(makes_word(graph, sum(map(mix, tiles))) for tiles in others if tiles not in known)
    assert wrong < 60
    assert set(spellings(graph)) == set(spellings(gaddag(words).tolist()))


def test_a_list_is_kept_in_the_cache_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("ZERMELO_CACHE", str(tmp_path))
    graph_of.cache_clear()
    made = graph_of("AT+CAT", "english", 15)
    assert len(list(tmp_path.glob("*.array"))) == 1
    graph_of.cache_clear()
    monkeypatch.setattr("zermelo.games.scrabble.words.gaddag", None)  # which would have to be called again
    with pytest.raises(TypeError):
        graph_of("AT+CAT+TAB", "english", 15)
    monkeypatch.undo()
    monkeypatch.setenv("ZERMELO_CACHE", str(tmp_path))
    assert (graph_of("AT+CAT", "english", 15) == made).all()
    graph_of.cache_clear()


def test_a_list_and_tiles_of_another_language(tmp_path):
    (tmp_path / "words.txt").write_text("chata\nach\nCHÁ\n\n", encoding="utf-8")
    (tmp_path / "czech.tiles").write_text("A1x5 Á2x2 CH4x3 # one tile\nT1x2 ?0x1\n", encoding="utf-8")
    game = zermelo.load(
        "scrabble", size=5, rack=3, words=str(tmp_path / "words.txt"), tiles=str(tmp_path / "czech.tiles")
    )
    finder = Finder(5, str(tmp_path / "czech.tiles"), str(tmp_path / "words.txt"), 3, 50)
    assert finder.has_word(finder.tiles.spelled("CHATA"))
    state = game.read_state("5/5/5/5/5 A[CH]T/ÁA? 0/0")
    assert [game.action_text(state, action) for action in game.legal(state)[:1]] == ["3B A[CH]"]
    assert game.read_action(state, "3B ACH") == game.read_action(state, "3B A[CH]")


@pytest.mark.parametrize(
    ("content", "says"),
    [
        ("CAT\nDÖG\n", "line 2 of the words: 'DÖG' has a letter that no tile has: 'Ö'"),
        ("CAT\nIT'S\n", "line 2 of the words: .* no tile has: '''"),
        ("CA?\n", "line 1 of the words"),
        (b"\xff\xfe\x00", "is not text in UTF-8"),
    ],
)
def test_a_bad_list_gets_one_line(tmp_path, content, says):
    path = tmp_path / "list.txt"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    with pytest.raises(ZermeloError, match=says) as error:
        zermelo.load("scrabble", words=str(path))
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("parameters", "says"),
    [
        ({"words": "sowpods"}, "no list of words is called 'sowpods': give enable, a file FILE.txt"),
        ({"words": "nowhere.txt"}, "there is no file nowhere.txt"),
        ({"tiles": "A1"}, "'A1' is no tile: give english"),
        ({"tiles": "A1x9"}, "a game has 2 to 62 letters on at most 250 tiles"),
        ({"tiles": "A1x9+A1x3"}, "the tile A is named twice"),
        ({"tiles": "A1x9+B101x3"}, "the tile B is worth at most 100, not 101"),
        ({"tiles": "א1x9+B1x3"}, "it has one to 3 letters with capitals of their own"),
        ({"tiles": "A1x9+B3x2"}, "2 racks of 7 need 14 tiles, not 11"),
        ({"size": 16}, "size must be 3 to 15, not 16"),
        ({"players": 5}, "players must be 2 to 4, not 5"),
        ({"rack": 8}, "rack must be 1 to 7, not 8"),
    ],
)
def test_bad_parameters_get_one_line(parameters, says):
    with pytest.raises(ZermeloError, match=says):
        zermelo.load("scrabble", **parameters)


def test_a_list_of_ten_million_lines_is_refused_before_it_is_read(tmp_path):
    path = tmp_path / "large.txt"
    with path.open("wb") as file:
        file.truncate(110_000_000)
    with pytest.raises(ZermeloError, match=r"has 110,000,000 bytes, and at most 8,000,000 are read"):
        zermelo.load("scrabble", words=str(path))
    path.write_text("\n" * 500_000)
    with pytest.raises(ZermeloError, match=r"has 500,000 lines, and at most 400,000 are read"):
        zermelo.load("scrabble", words=str(path))
    with pytest.raises(ValueError, match="is no plain file"):
        text_in(str(tmp_path), 10)


def test_a_list_and_tiles_are_named_on_the_command_line(tmp_path):
    (tmp_path / "words.txt").write_text("AT\nCAT\n")
    (tmp_path / "own.tiles").write_text("A1x6 C3x3 T1x5")
    spec = f"scrabble:size=5,rack=3,tiles={tmp_path / 'own.tiles'},words={tmp_path / 'words.txt'}"
    assert len(zermelo.load(spec).initial().bag) == 14
