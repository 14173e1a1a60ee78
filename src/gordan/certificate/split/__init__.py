"""The certificate of a split: which inequalities of a system can be strict, which cannot, and the proof of both."""

from gordan.certificate.split.record import Model, SplitCertificate, SplitQuestion

__all__ = ["Model", "SplitCertificate", "SplitQuestion"]
