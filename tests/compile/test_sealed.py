"""Sealed files: what was damaged, or written by someone else, is never read."""

from __future__ import annotations

import os
import random
import stat

import pytest

from zermelo.compile.cache import sealed
from zermelo.compile.cache.sealed import BYTES, SECRET, open_folder

CONTENT = bytes(range(256)) * 4


def test_what_is_written_is_read_back_in_another_process(tmp_path):
    open_folder(tmp_path / "new" / "cache").write("a", CONTENT)
    again = open_folder(tmp_path / "new" / "cache")
    assert again.read("a") == CONTENT
    assert again.read("b") is None
    names = {path.name for path in again.path.iterdir()}
    assert names == {"a", SECRET}  # nothing unfinished is left
    assert stat.S_IMODE((again.path / SECRET).stat().st_mode) == 0o600


def test_no_damage_is_believed(tmp_path):
    folder, noise = open_folder(tmp_path), random.Random(1)
    path = tmp_path / "a"
    for _ in range(2000):
        folder.write("a", CONTENT)
        whole = bytearray(path.read_bytes())
        if noise.random() < 0.5:
            whole[noise.randrange(len(whole))] ^= 1 << noise.randrange(8)
        else:
            del whole[noise.randrange(len(whole)) :]
        path.write_bytes(whole)
        assert folder.read("a") is None
        assert not path.exists()


def test_a_file_under_another_name_is_not_believed(tmp_path):
    folder = open_folder(tmp_path)
    folder.write("a", CONTENT)
    (tmp_path / "a").rename(tmp_path / "b")
    assert folder.read("b") is None


def test_a_file_from_another_folder_is_not_believed(tmp_path):
    one, other = open_folder(tmp_path / "one"), open_folder(tmp_path / "other")
    one.write("a", CONTENT)
    (one.path / "a").rename(other.path / "a")
    assert other.read("a") is None


@pytest.mark.parametrize("secret", [b"", b"x" * (BYTES - 1), b"x" * (BYTES + 1)])
def test_a_damaged_secret_is_replaced_and_what_it_sealed_is_gone(tmp_path, secret):
    open_folder(tmp_path).write("a", CONTENT)
    (tmp_path / SECRET).write_bytes(secret)
    folder = open_folder(tmp_path)
    assert folder.read("a") is None
    assert (tmp_path / SECRET).stat().st_size == BYTES
    folder.write("a", CONTENT)
    assert open_folder(tmp_path).read("a") == CONTENT


def test_the_secret_is_not_shown(tmp_path):
    folder = open_folder(tmp_path)
    assert repr(folder.secret) not in repr(folder)


def test_a_secret_that_cannot_be_kept_is_an_error(tmp_path, monkeypatch):
    monkeypatch.setattr(sealed, "_read_secret", lambda path: None)
    with pytest.raises(PermissionError) as error:
        open_folder(tmp_path)
    assert error.value.strerror == "its secret cannot be kept from other users"


def test_a_write_that_fails_leaves_nothing_behind(tmp_path, monkeypatch):
    folder = open_folder(tmp_path)

    def refuse(path, target):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", refuse)
    with pytest.raises(OSError, match="No space left"):
        folder.write("a", CONTENT)
    assert {path.name for path in tmp_path.iterdir()} == {SECRET}


@pytest.mark.skipif(os.name != "posix", reason="modes and owners are those of POSIX")
class TestOthers:
    def test_a_secret_that_others_could_read_is_replaced(self, tmp_path):
        open_folder(tmp_path).write("a", CONTENT)
        (tmp_path / SECRET).chmod(0o640)
        assert open_folder(tmp_path).read("a") is None
        assert stat.S_IMODE((tmp_path / SECRET).stat().st_mode) == 0o600

    def test_a_secret_behind_a_link_is_replaced(self, tmp_path):
        (tmp_path / "known").write_bytes(b"x" * BYTES)
        (tmp_path / "known").chmod(0o600)
        (tmp_path / SECRET).symlink_to(tmp_path / "known")
        assert open_folder(tmp_path).secret != b"x" * BYTES

    @pytest.mark.parametrize("mode", [0o777, 0o775, 0o702])
    def test_a_folder_that_others_can_write_to_is_refused(self, tmp_path, mode):
        tmp_path.chmod(mode)
        with pytest.raises(PermissionError) as error:
            open_folder(tmp_path)
        assert error.value.strerror == "other users can write to it (chmod go-w forbids that)"
        assert not (tmp_path / SECRET).exists()

    def test_a_folder_of_someone_else_is_refused(self, tmp_path, monkeypatch):
        someone = os.geteuid() + 1
        monkeypatch.setattr(os, "geteuid", lambda: someone)
        with pytest.raises(PermissionError) as error:
            open_folder(tmp_path)
        assert error.value.strerror == "it belongs to another user"
