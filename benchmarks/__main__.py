"""`python -m benchmarks NAME [options]` runs one measurement; without a name it lists them."""

from __future__ import annotations

import sys
from importlib import import_module

NAMES = (
    "slopes",
    "overhead",
    "memory",
    "libsvm",
    "flagship",
    "first",
    "many",
    "conic",
    "proof",
    "fuzz",
    "tolerance",
    "vipr",
    "separation",
    "diagnose",
    "online",
    "estimator",
    "mnist_pairs",
    "mnist_rest",
    "cifar",
    "netlib",
    "program",
    "bounds",
    "beta",
    "winnow",
    "real",
    "classes",
    "panel",
    "cox",
    "snp",
    "papers",
    "stream",
)


def main() -> int:
    name, *arguments = sys.argv[1:] or [""]
    if name not in NAMES:
        print("usage: python -m benchmarks NAME [options]\n")
        for known in NAMES:
            told = import_module(f"benchmarks.{known}").__doc__ or ""
            print(f"  {known:12} {told.splitlines()[0]}")
        return 0 if name in ("", "-h", "--help") else 2
    import_module(f"benchmarks.{name}").main(arguments)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
