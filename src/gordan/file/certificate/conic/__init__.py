"""The certificate of a conic problem: a direction whose image is inside the cone, or weights in it that cancel."""

from gordan.outcome.certificate.conic import ConicCertificate, ConicQuestion

__all__ = ["ConicCertificate", "ConicQuestion"]
