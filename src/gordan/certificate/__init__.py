"""The certificate file: an answer and its proof in numbers that lose nothing, for anyone to check.

The format is specified in docs/certificate-format.md.
"""

from gordan.certificate.read import read_certificate
from gordan.certificate.record import Certificate

__all__ = ["Certificate", "read_certificate"]
