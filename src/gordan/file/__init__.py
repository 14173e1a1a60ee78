"""What enters and leaves as bytes: tables, MPS and LP files, certificates, proofs for other checkers."""

from gordan.file.archive import certify
from gordan.file.certificate import read_certificate
from gordan.file.export import write_coq, write_smt, write_vipr
from gordan.file.lp import read_lp
from gordan.file.mps import read_mps
from gordan.file.program import read_program

__all__ = [
    "certify",
    "read_certificate",
    "read_lp",
    "read_mps",
    "read_program",
    "write_coq",
    "write_smt",
    "write_vipr",
]
