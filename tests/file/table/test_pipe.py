"""What is no ordinary file: read to its end where it has one, otherwise refused; nothing waits for ever."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

import gordan
from gordan.errors import InputError
from gordan.file.mps import read_mps
from gordan.file.table import read
from gordan.file.table.npz import read_linear_map

CSV = b"a,b,kind\n1,2,x\n3,4,z\n"

pytestmark = pytest.mark.skipif(not Path("/dev/fd").exists(), reason="needs files for devices and pipes")


@pytest.fixture
def ends() -> Iterator[tuple[str, int]]:
    """A pipe: the path of its end to read from, and the other end."""
    reading, writing = os.pipe()
    yield f"/dev/fd/{reading}", writing
    os.close(reading)


@pytest.mark.parametrize("device", ["/dev/zero", "/dev/null", "/dev/random"])
@pytest.mark.parametrize("reader", [read, read_linear_map, read_mps])
def test_a_device_is_refused(device: str, reader: object) -> None:
    assert callable(reader)
    with pytest.raises(InputError, match=rf"'{device}' is a device.*name a file"):
        reader(device)


def test_a_pipe_is_read_to_its_end(ends: tuple[str, int]) -> None:
    path, writing = ends
    os.write(writing, CSV)
    os.close(writing)
    assert read(path).X.tolist() == [[1.0, 2.0], [3.0, 4.0]]


def test_who_writes_slowly_is_waited_for(ends: tuple[str, int]) -> None:
    """The pipe is opened before anything is in it."""
    path, writing = ends

    def write() -> None:
        for line in CSV.splitlines(keepends=True):
            os.write(writing, line)
        os.close(writing)

    writer = threading.Timer(0.05, write)
    writer.start()
    assert read(path).y.tolist() == ["x", "z"]
    writer.join()


def test_a_pipe_into_which_nobody_writes_is_refused(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "t.csv")
    with pytest.raises(InputError, match="into which nobody writes"):
        read(tmp_path / "t.csv")


def test_a_pipe_without_an_end_is_refused(ends: tuple[str, int]) -> None:
    path, writing = ends
    os.write(writing, CSV * 100)
    with gordan.limits(memory=1000), pytest.raises(InputError, match="is a pipe out of which more than 1000B"):
        read(path)
    os.close(writing)
