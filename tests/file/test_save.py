"""A certificate is there whole or not at all, and takes nobody's place unless that was asked for."""

from __future__ import annotations

import errno
import os
import stat
import threading
from pathlib import Path
from typing import Any

import pytest

import gordan
from gordan.file.save import save


def names(folder: Path) -> list[str]:
    return sorted(os.listdir(folder))


def test_the_content_is_there(tmp_path: Path) -> None:
    save(str(tmp_path / "c.json"), b"content", overwrite=False)
    assert (tmp_path / "c.json").read_bytes() == b"content"
    assert names(tmp_path) == ["c.json"]


def test_a_bare_name_stands_in_the_present_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    save("c.json", b"content", overwrite=False)
    assert names(tmp_path) == ["c.json"]


def test_permissions_are_those_of_any_new_file(tmp_path: Path) -> None:
    save(str(tmp_path / "c.json"), b"content", overwrite=False)
    (tmp_path / "plain").write_bytes(b"")
    assert stat.S_IMODE(os.stat(tmp_path / "c.json").st_mode) == stat.S_IMODE(os.stat(tmp_path / "plain").st_mode)


def test_a_file_is_not_overwritten_unless_asked(tmp_path: Path) -> None:
    path = tmp_path / "c.json"
    path.write_text("old")
    with pytest.raises(gordan.InputError, match="already, which is not overwritten"):
        save(str(path), b"new", overwrite=False)
    assert path.read_text() == "old"
    save(str(path), b"new", overwrite=True)
    assert path.read_text() == "new"
    assert names(tmp_path) == ["c.json"]


def test_of_many_at_once_one_wins(tmp_path: Path) -> None:
    """All see that nothing is there, and only one may put something there."""
    path, start, said = tmp_path / "c.json", threading.Barrier(8), []

    def one(k: int) -> None:
        start.wait()
        try:
            save(str(path), b"%d" % k * 1000, overwrite=False)
            said.append(k)
        except gordan.InputError:
            said.append(-1)

    threads = [threading.Thread(target=one, args=(k,)) for k in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(said)[:7] == [-1] * 7
    assert path.read_bytes() == b"%d" % max(said) * 1000
    assert names(tmp_path) == ["c.json"]


def refusing(code: int) -> Any:
    def refuse(*_: Any, **__: Any) -> None:
        raise OSError(code, os.strerror(code))

    return refuse


@pytest.mark.parametrize("overwrite", [False, True])
@pytest.mark.parametrize(
    ("name", "code"),
    [("fsync", errno.ENOSPC), ("replace", errno.EACCES), ("link", errno.EPERM), ("open", errno.EACCES)],
)
def test_no_failure_leaves_anything_behind(
    name: str, code: int, overwrite: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A full disk, a folder that lets nothing be renamed: there is the old file or none, and nothing half done."""
    path = tmp_path / "c.json"
    if overwrite:
        path.write_text("old")
    with monkeypatch.context() as patched:
        patched.setattr(os, name, refusing(code))
        if name == "link" and not overwrite:
            patched.setattr(os, "replace", refusing(code))  # the way without links fails as well
        try:
            save(str(path), b"new", overwrite=overwrite)
        except gordan.InputError as error:
            sentence = str(error)
        else:
            sentence = ""
    # Without links there is another way; a folder that may not be read is none to ask for its names to be settled.
    done = name == "open" or (name, overwrite) in (("replace", False), ("link", True))
    assert (sentence == "") == done
    assert done or "the certificate cannot be written to" in sentence
    assert names(tmp_path) == (["c.json"] if overwrite or done else [])
    if overwrite or done:
        assert path.read_text() == ("new" if done else "old")


@pytest.mark.parametrize(
    ("code", "said"),
    [
        (errno.ENOSPC, "there is no room for it; make room"),
        (errno.ENOENT, "the folder takes no new files; name another place"),
        (errno.EROFS, "nothing may be written there"),
        (errno.ENAMETOOLONG, "the name is too long"),
        (errno.EIO, os.strerror(errno.EIO)[1:]),
    ],
)
def test_the_sentence_says_what_stands_in_the_way(
    code: int, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "fsync", refusing(code))
    with pytest.raises(gordan.InputError) as error:
        save(str(tmp_path / "c.json"), b"content", overwrite=False)
    assert said in str(error.value)
    assert "Errno" not in str(error.value)
    assert ".c.json." not in str(error.value)


def test_a_file_system_without_links(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "link", refusing(errno.EPERM))
    path = tmp_path / "c.json"
    save(str(path), b"content", overwrite=False)
    assert path.read_bytes() == b"content"
    with pytest.raises(gordan.InputError, match="already"):
        save(str(path), b"other", overwrite=False)
    assert path.read_bytes() == b"content"
    assert names(tmp_path) == ["c.json"]


def test_a_path_that_is_none() -> None:
    with pytest.raises(gordan.InputError, match="cannot be written"):
        save("c\0.json", b"content", overwrite=False)


@pytest.mark.parametrize("kind", ["fifo", "link"])
def test_what_is_no_ordinary_file_is_never_replaced(kind: str, tmp_path: Path) -> None:
    path, target = tmp_path / "c.json", tmp_path / "other.txt"
    target.write_text("kept", encoding="utf-8")
    if kind == "fifo":
        os.mkfifo(path)
    else:
        path.symlink_to(target)
    problem = gordan.Points([[0.0], [1.0]], [0, 1])
    before = os.lstat(path)
    with pytest.raises(gordan.InputError, match="is no ordinary file and is not replaced"):
        gordan.certify(problem, gordan.solve(problem), path, overwrite=True)
    assert os.lstat(path).st_ino == before.st_ino
    assert target.read_text(encoding="utf-8") == "kept"
