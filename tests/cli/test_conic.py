"""`gordan verify` for a certificate about a cone: the file of the map, and nothing else, is needed."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import scipy.sparse as sp

from cli.conftest import DATA, SOURCE, Run
from cli.test_golden import compare, masked
from cli.test_verify import BARE
from gordan.cli.code import ACCEPTED, FAILED, REJECTED

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


def test_a_cone_is_no_linear_program(command: Run) -> None:
    sentence = one_sentence(command("certificate", "export", SEPARABLE, "map.npy"))
    assert "is about a cone, which linear programs do not have" in sentence


def test_no_solver_is_ever_loaded() -> None:
    forbidden = tuple(f"gordan.{name}" for name in ("solve", "oracle", "polish", "_kernels", "archive", "constraint"))
    paths = {"certificate": str(DATA / SEPARABLE), "data": str(DATA / "map.npy")}
    program = BARE.format(source=str(SOURCE / "gordan"), forbidden=forbidden, **paths)
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, encoding="utf-8", check=True)
    assert done.stdout.splitlines()[0].startswith("Accepted: ")
    assert done.stdout.splitlines()[-1] == "0 [] True"
