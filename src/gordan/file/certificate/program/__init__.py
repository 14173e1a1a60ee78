"""The certificate of a linear program: a point that satisfies it, or a contradiction among its sides."""

from gordan.outcome.certificate.program import ProgramCertificate, ProgramQuestion

__all__ = ["ProgramCertificate", "ProgramQuestion"]
