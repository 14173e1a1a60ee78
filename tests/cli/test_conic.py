"""`gordan verify` for a certificate about a cone: the file of the map, and nothing else, is needed."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import scipy.sparse as sp

from cli.conftest import DATA, SOURCE, Run
from cli.test_golden import compare, masked
from cli.test_verify import BARE
from file.certificate.by_hand import by_hand
from gordan.cli import ACCEPTED, FAILED, REJECTED

SEPARABLE, INSEPARABLE = "cone-separable.json", "cone-inseparable.json"
PAGES: dict[str, tuple[int, tuple[object, ...]]] = {
    "verify-cone.txt": (ACCEPTED, (SEPARABLE, "map.npy")),
    "verify-cone-concise.txt": (ACCEPTED, (SEPARABLE, "map.npy", "--output-format", "concise")),
}


@pytest.mark.parametrize("name", PAGES)
def test_prints_what_it_printed(name: str, command: Run) -> None:
    code, arguments = PAGES[name]
    ran = command("verify", *arguments)
    assert (ran.code, ran.err) == (code, "")
    compare(name, masked(ran.out))


def test_matrices_as_they_are(command: Run) -> None:
    ran = command("verify", INSEPARABLE, "matrices.npy")
    assert (ran.code, ran.err) == (ACCEPTED, "")
    assert ran.out.startswith("Accepted: the certificate proves that some x ≠ 0 in the cone has Ax = 0.")
    assert "PSD(2) of plain matrices" in ran.out


def test_another_map_is_rejected(command: Run, tmp_path: Path) -> None:
    A = np.load(DATA / "map.npy")
    A[0, 0] = -1.0
    np.save(tmp_path / "A.npy", A)
    ran = command("verify", SEPARABLE, tmp_path / "A.npy", "--output-format", "concise")
    assert ran.code == REJECTED
    assert ran.out.startswith("rejected  data are the certificate's, A*y inside the cone")


def test_a_program_gets_all_of_it(command: Run) -> None:
    told = json.loads(command("verify", SEPARABLE, "map.npy", "--output-format", "json").out)
    assert (told["verdict"], told["failed"], told["file"]) == ("accepted", [], "map.npy")
    assert told["claimed"]["posed"]["cone"] == {"parts": ["orthant", "lorentz"], "orders": [2, 3]}
    assert all(check["holds"] for check in told["checks"])


def save(path: Path, form: str, A: Any) -> Path:
    target = path / f"A.{'npy' if form == 'array' else 'npz'}"
    if form == "array":
        np.save(target, A)
    elif form == "archive":
        np.savez(target, anything=A)
    elif form == "pieces":
        np.savez(target, A[:, :2], A[:, 2:])
    else:
        sp.save_npz(target, getattr(sp, form)(A))
    return target


@pytest.mark.parametrize("form", ["array", "archive", "pieces", "csr_array", "csc_matrix", "coo_array"])
def test_every_form_of_a_map(form: str, command: Run, tmp_path: Path) -> None:
    data = save(tmp_path, form, np.load(DATA / "map.npy"))
    ran = command("verify", SEPARABLE, data)
    assert (ran.code, ran.err) == (ACCEPTED, "")


REFUSED: dict[str, tuple[tuple[object, ...], tuple[str, ...]]] = {
    "no data": ((SEPARABLE, "nowhere.npy"), ("no file 'nowhere.npy'",)),
    "a table": ((SEPARABLE, "xor.csv"), ("xor.csv is not a readable .npy or .npz file", "numpy.save(path, A)")),
    "a map of another size": ((INSEPARABLE, "map.npy"), ("no map for the certificate's cone", "5 columns")),
    "matrices for another cone": ((SEPARABLE, "matrices.npy"), ("no map for the certificate's cone",)),
    "a label": ((SEPARABLE, "map.npy", "--label", "x"), ("a linear map and a cone", "leave --label out")),
    "a formula": ((SEPARABLE, "map.npy", "--formula", "y ~ x"), ("leave --formula out",)),
}


def one_sentence(ran: Any) -> str:
    assert (ran.code, ran.out) == (FAILED, "")
    assert ran.err.startswith("gordan: ")
    assert ran.err.count("\n") == 1
    return str(ran.err)


@pytest.mark.parametrize("what", REFUSED)
def test_what_cannot_be_used_is_one_sentence(what: str, command: Run) -> None:
    arguments, told = REFUSED[what]
    sentence = one_sentence(command("verify", *arguments))
    for words in told:
        assert words in sentence


def test_archives_that_hold_no_map(command: Run, tmp_path: Path) -> None:
    path = tmp_path / "A.npz"
    np.savez(path, X=np.eye(2), y=[0, 1])
    assert "holds 'X', 'y'; expected one array, or pieces arr_0" in one_sentence(command("verify", SEPARABLE, path))
    np.savez(path, np.array([{}], dtype=object))
    assert "never loaded" in one_sentence(command("verify", SEPARABLE, path))
    np.savez(path, format=b"csr", shape=[2, 5], data=[1.0])
    assert "no readable sparse matrix" in one_sentence(command("verify", SEPARABLE, path))
    sound = sp.csr_array(np.load(DATA / "map.npy"))
    np.savez(path, format=b"csr", shape=sound.shape, data=sound.data, indices=sound.indices + 7, indptr=sound.indptr)
    assert "broken" in one_sentence(command("verify", SEPARABLE, path))
    path.write_bytes((DATA / "map.npy").read_bytes()[:150])
    assert "cut short or damaged" in one_sentence(command("verify", SEPARABLE, path))


UNFIT: dict[str, tuple[dict[str, Any], str]] = {
    "blocks astray": (
        {"format": b"bsr", "data": np.ones((1, 1, 1)), "indices": np.array([0]), "indptr": np.array([0, 10**9, 1])},
        "the sparse matrix is broken",
    ),
    "text": (
        {"format": b"csr", "data": np.array(["a"]), "indices": np.array([0]), "indptr": np.array([0, 1, 1])},
        "not numbers",
    ),
    "one dimension": (
        {"format": b"coo", "shape": (5,), "data": np.ones(1), "coords": np.array([[0]]), "_is_array": True},
        "holds a sparse matrix of 5; expected 2 x 5",
    ),
    "three dimensions": (
        {"format": b"coo", "shape": (2, 5, 3), "data": np.ones(1), "coords": np.zeros((3, 1), int), "_is_array": True},
        "holds a sparse matrix of 2 x 5 x 3; expected 2 x 5",
    ),
    # Rows as pointers would take gigabytes, were they not counted first.
    "too many rows": (
        {"format": b"coo", "shape": (3 * 10**12, 5), "data": np.ones(1), "row": np.array([0]), "col": np.array([0])},
        "holds a sparse matrix of 3000000000000 x 5; expected 2 x 5",
    ),
}


@pytest.mark.parametrize("what", UNFIT)
def test_sparse_files_that_are_no_map(what: str, command: Run, tmp_path: Path) -> None:
    told, words = UNFIT[what]
    np.savez(tmp_path / "A.npz", **({"shape": (2, 5)} | told))
    assert words in one_sentence(command("verify", SEPARABLE, tmp_path / "A.npz"))


def test_larger_arrays_are_not_loaded(command: Run, tmp_path: Path) -> None:
    """A head that tells of a terabyte, with nothing behind it: refused for its size, not for its end."""
    head = "{'descr': '<f8', 'fortran_order': False, 'shape': (1, 100000000000), }"
    raw = b"\x93NUMPY\x01\x00" + len(head).to_bytes(2, "little") + head.encode()
    (tmp_path / "A.npy").write_bytes(raw)
    with zipfile.ZipFile(tmp_path / "A.npz", "w") as archive:
        archive.writestr("arr_0.npy", raw)
    for name in ("A.npy", "A.npz"):
        said = one_sentence(command("verify", SEPARABLE, tmp_path / name))
        assert "shape (1, 100000000000), which has more numbers than" in said


def test_rows_are_no_pieces(command: Run, tmp_path: Path) -> None:
    np.savez(tmp_path / "A.npz", *np.load(DATA / "map.npy"))
    assert "the piece arr_0 has 1 dimension(s)" in one_sentence(command("verify", SEPARABLE, tmp_path / "A.npz"))


def test_a_bare_array_of_objects(command: Run, tmp_path: Path) -> None:
    np.save(tmp_path / "A.npy", np.array([[1, None]], dtype=object), allow_pickle=True)
    said = one_sentence(command("verify", SEPARABLE, tmp_path / "A.npy"))
    assert "Python objects, which are never loaded" in said
    assert "damaged" not in said


def test_a_map_out_of_a_pipe(command: Run) -> None:
    reading, writing = os.pipe()
    with os.fdopen(reading, "rb"):
        with os.fdopen(writing, "wb") as pipe:
            pipe.write((DATA / "map.npy").read_bytes())
        assert command("verify", SEPARABLE, f"/dev/fd/{reading}").code == ACCEPTED


def test_by_hand_it_is_accepted_too() -> None:
    assert by_hand(DATA / SEPARABLE, DATA / "map.npy").startswith("accepted: separable, a map of ")


def test_a_cone_is_no_linear_program(command: Run) -> None:
    sentence = one_sentence(command("certificate", "export", SEPARABLE, "map.npy"))
    assert "is no claim about one linear program" in sentence


def test_no_solver_is_ever_loaded() -> None:
    forbidden = tuple(f"gordan.{name}" for name in ("solve", "oracle", "polish", "_kernels", "archive", "constraint"))
    paths = {"certificate": str(DATA / SEPARABLE), "data": str(DATA / "map.npy")}
    program = BARE.format(source=str(SOURCE / "gordan"), forbidden=forbidden, **paths)
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, encoding="utf-8", check=True)
    assert done.stdout.splitlines()[0].startswith("Accepted: ")
    assert done.stdout.splitlines()[-1] == "0 [] True"
