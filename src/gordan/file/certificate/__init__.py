"""The certificate file: an answer and its proof in numbers that lose nothing, for anyone to check.

The format is specified in docs/certificate-format.md.
"""

from gordan.file.certificate.read import read_certificate

__all__ = ["read_certificate"]
