"""The certificate file: an answer and its proof in numbers that lose nothing, for anyone to check.

The format is specified in docs/certificate-format.md.
"""

from gordan.file.certificate.parse import AnyCertificate
from gordan.file.certificate.read import read_certificate
from gordan.outcome.certificate.conic import ConicCertificate
from gordan.outcome.certificate.points import Certificate
from gordan.outcome.certificate.program import ProgramCertificate
from gordan.outcome.certificate.split import SplitCertificate

__all__ = [
    "AnyCertificate",
    "Certificate",
    "ConicCertificate",
    "ProgramCertificate",
    "SplitCertificate",
    "read_certificate",
]
