"""Writes the corpus anew: small files of every kind, most of them those that other tests have."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
from pathlib import Path

import numpy as np
import scipy.sparse as sp

import gordan
from file.certificate.conic_made import made_conic
from file.certificate.made import made
from file.certificate.split_made import made_split
from fuzz.target import CORPUS
from gordan.learn import online

DATA = Path(__file__).parents[1] / "cli/data"


def put(target: str, name: str, raw: bytes) -> None:
    folder = CORPUS / target
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_bytes(raw)


def saved(**arrays: object) -> bytes:
    stream = io.BytesIO()
    np.savez(stream, **arrays)
    return stream.getvalue()


def main() -> None:
    for kind in ("separable", "cancellation", "enclosure", "undecided"):
        put("certificate", f"{kind.replace(' ', '-')}.json", made(kind, "intercept", "decimal", "dense").raw)
    for name in ("separable", "ball", "integers", "face"):
        put("certificate", f"conic-{name}.json", made_conic(name).raw)
    for name in ("quasi", "equalities", "conditional"):
        put("certificate", f"split-{name}.json", made_split(name).raw)
    for name in ("dry.json", "mix.json"):
        put("certificate", f"program-{name}", (DATA / name).read_bytes())
    for name in ("birds", "escape", "fruit", "ragged", "text_column", "twins", "xor", "no_heading"):
        raw = (DATA / f"{name}.csv").read_bytes()[:2000]
        put("csv", f"{name}.csv", raw)
        put("tsv", f"{name}.tsv", raw.replace(b",", b"\t"))
    put("svmlight", "sparse.svm", (DATA / "sparse.svm").read_bytes()[:2000])
    put("svmlight", "small.svm", b"+1 1:0.5 3:2 # a comment\n-1 2:1e-3\n-1\n+1 qid:3 1:7\n")
    put("unnamed", "a", b"x,y,label\n1,2,a\n3,4,b\n")
    put("unnamed", "b", b"1 1:2 2:3\n-1 1:0\n")
    X, y = np.array([[0.0, 1.0], [1.0, 0.0]]), np.array([0, 1])
    put("unnamed", "c", saved(X=X, y=y))
    put("npz", "dense.npz", saved(X=X, y=y))
    coded = np.column_stack([X, y])
    for name, array in {
        "dense": coded,
        "columns": np.asfortranarray(coded, np.float32),
        "integers": coded.astype(int),
    }.items():
        stream = io.BytesIO()
        np.save(stream, array)
        put("npy", f"{name}.npy", stream.getvalue())
    put("scan", "plain.csv", b"a,b,kind\n1,2,x\n3,4.5,z\n5,-6e-3,x\n")
    put("scan", "quoted.csv", b'a;b;kind\n"1";2,5;"x\ny"\n3;4,5;z\n# more\n\n7;8;z\n')
    put("scan", "bare.csv", b"1 2 0\n3 4 1\n5 6 1\n")
    put("npz", "names.npz", saved(X=X.astype(np.float32), y=np.array(["a", "b"]), names=np.array(["u", "v"])))
    stream = io.BytesIO()
    sp.save_npz(stream, sp.csr_array(X))
    put("map", "sparse.npz", stream.getvalue())
    put("map", "pieces.npz", saved(arr_0=X, arr_1=X))
    put("map", "map.npy", (DATA / "map.npy").read_bytes())
    small = b"x,y\n1,a\n2,b\n"
    for target, pack in (("gz", lambda raw: gzip.compress(raw, mtime=0)), ("xz", lzma.compress), ("bz2", bz2.compress)):
        put(target, f"small.csv.{target}", pack(small))
    for name in ("dry.mps", "mix.mps"):
        put("mps", name, (DATA / name).read_bytes())
    put("mps", "ranges.mps", RANGES)
    for k, formula in enumerate(FORMULAS):
        put("formula", f"{k:02}.txt", formula.encode())
    for name in online.__all__:
        kind = getattr(online, name)
        if not hasattr(kind, "load"):
            continue
        for form, points in (("named", [{"a": 1.0}, {"b": -2.0}]), ("rows", [[1.0, 0.0], [-1.0, 2.0]])):
            learner = kind()
            path = CORPUS / "learner" / f"{name}-{form}.json"
            path.parent.mkdir(exist_ok=True)
            try:
                for point, label in zip(points, ("no", "yes"), strict=True):
                    learner.learn_one(point, label)
                learner.save(path, overwrite=True)
            except (gordan.InputError, AttributeError):
                continue


FORMULAS = [
    "y ~ x + z",
    "y ~ 0 + C(site):x + z**2",
    "y ~ (x + z + site)**2 - x:z",
    "y ~ scale(x) + center(z) + I(x**2)",
    "y ~ poly(x, 2) + bs(z, df=4)",
    "y ~ `my column` / site",
    "z + x ~ C(site, Treatment('b'))",
    "y ~ -1 + x*site + np.log(x)",
    "y ~ I(x > 1) + sqrt(x)",
    "y ~ 1",
]
RANGES = b"""NAME          SMALL
ROWS
 N  COST
 L  LIM1
 E  LIM2
 G  MY ROW
COLUMNS
    X1        COST         1.0   LIM1         1.0
    MARKER    'MARKER'     'INTORG'
    X2        LIM1         1.0   LIM2         1.0
    MARKER    'MARKER'     'INTEND'
RHS
    RHS       LIM1         4.0   LIM2         1.0
RANGES
    RNG       LIM1         2.5
BOUNDS
 UP BND       X1           4.0
 FR BND       X2
ENDATA
"""


if __name__ == "__main__":
    main()
