"""The certificate of a split: which inequalities of a system can be strict, which cannot, and the proof of both."""

from gordan.outcome.certificate.split import Model, SplitCertificate, SplitQuestion

__all__ = ["Model", "SplitCertificate", "SplitQuestion"]
