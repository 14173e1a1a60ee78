"""What enters and leaves as bytes: tables, MPS files, certificates, VIPR files."""

from gordan.file.archive import certify
from gordan.file.certificate import read_certificate
from gordan.file.mps import read_mps
from gordan.file.vipr import write_vipr

__all__ = ["certify", "read_certificate", "read_mps", "write_vipr"]
