"""The certificate file: an answer and its proof in numbers that lose nothing, for anyone to check.

The format is specified in docs/certificate-format.md. Its fields are declared once for each kind, in `points`, `conic`,
`program`, `split` and `panel`; reading and writing both follow from the declaration.
"""

from gordan.file.certificate.format import read_certificate

__all__ = ["read_certificate"]
