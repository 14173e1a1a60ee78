"""The certificate file: an answer and its proof in numbers that lose nothing, for anyone to check.

The format is specified in docs/certificate-format.md.
"""

from gordan.certificate.conic.record import ConicCertificate
from gordan.certificate.parse import AnyCertificate
from gordan.certificate.program.record import ProgramCertificate
from gordan.certificate.read import read_certificate
from gordan.certificate.record import Certificate
from gordan.certificate.split.record import SplitCertificate

__all__ = [
    "AnyCertificate",
    "Certificate",
    "ConicCertificate",
    "ProgramCertificate",
    "SplitCertificate",
    "read_certificate",
]
