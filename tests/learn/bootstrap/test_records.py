"""The positions of a run: what is kept, what is dropped, and what lies beside the file."""

from __future__ import annotations

import numpy as np
import pytest

from zermelo.game import ZermeloError
from zermelo.learn.bootstrap.records import Pool, chunk_path, read_chunk


def part(count, first=0):
    """Records whose values number them."""
    return {
        "active": np.full((count, 4), 3, np.uint16),
        "values": np.arange(first, first + count, dtype=np.float32),
        "results": np.full(count, 0.5, np.float16),
        "buckets": np.zeros(count, np.uint8),
        "held": np.zeros(count, np.uint8),
    }


def pool(window=1000):
    return Pool(4, 3, 1, window)


def numbers(kept):
    return kept.records()[0]["values"].astype(int).tolist()


def test_the_newest_inside_the_window_are_kept():
    kept = pool(window=7)
    for first in (0, 3, 6):
        kept.add(part(3, first), 0)
        kept.close()
    assert len(kept) == 9
    assert numbers(kept) == [2, 3, 4, 5, 6, 7, 8]
    kept.add(part(3, 9), 1)
    kept.drop(0)
    assert numbers(kept) == [5, 6, 7, 8, 9, 10, 11]
    assert [chunk.number for chunk in kept.chunks] == [2, 3, 4]
    assert kept.records()[1].tolist() == [0, 0, 0, 0, 1, 1, 1]
    kept.drop(1)
    assert numbers(kept) == [5, 6, 7, 8, 9, 10, 11]  # three later ones do not make up for six
    wide = pool()
    for generation, count in enumerate((6, 9, 2, 3)):
        wide.add(part(count), generation)
    wide.drop(2)
    assert [generation for _, generation, _ in wide.listed()] == [1, 2, 3]


def test_where_chunks_are_cut_changes_nothing():
    one, other = pool(window=5), pool(window=5)
    for first in range(0, 12, 2):
        one.add(part(2, first), first // 6)
        other.add(part(2, first), first // 6)
        other.close()
    one.drop(0)
    other.drop(0)
    assert numbers(one) == numbers(other) == [7, 8, 9, 10, 11]


def test_what_is_written_is_read_again_and_what_is_gone_is_counted(tmp_path):
    kept = pool()
    kept.add(part(2), 0)
    kept.add(part(3, 2), 1)
    kept.write(tmp_path, ())
    (tmp_path / "000009.positions").write_text("left by an earlier run")
    kept.clear(tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["000001.positions", "000002.positions"]
    again = pool()
    assert again.read(tmp_path, kept.listed()) == 0
    assert numbers(again) == [0, 1, 2, 3, 4]
    assert again.listed() == [[1, 0, 2], [2, 1, 3]]
    chunk_path(tmp_path, 1).unlink()
    again = pool()
    assert again.read(tmp_path, kept.listed()) == 1
    assert numbers(again) == [2, 3, 4]
    again.add(part(1), 2)
    again.close()
    assert again.listed()[-1] == [3, 2, 1]  # no number is used twice


def test_files_that_are_damaged_or_of_another_run_are_told_in_one_line(tmp_path):
    kept = pool()
    kept.add(part(2), 0)
    kept.write(tmp_path, ())
    path = chunk_path(tmp_path, 1)
    whole = path.read_bytes()
    with pytest.raises(ZermeloError, match="belongs to another run: delete it"):
        pool().read(tmp_path, [[1, 0, 5]])
    with pytest.raises(ZermeloError, match="does not fit what the network sees"):
        Pool(4, 2, 1, 10).read(tmp_path, kept.listed())
    with pytest.raises(ZermeloError, match="holds no positions of this run"):
        read_chunk(path, 6)
    with pytest.raises(ZermeloError, match="does not say where its positions are"):
        pool().read(tmp_path, [[1, 0]])
    path.write_bytes(whole[:-3])
    with pytest.raises(ZermeloError, match="delete it to go on") as told:
        pool().read(tmp_path, kept.listed())
    assert "\n" not in str(told.value)
