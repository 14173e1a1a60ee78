"""The certificate of a conic problem: a direction whose image is inside the cone, or weights in it that cancel."""

from gordan.certificate.conic.record import ConicCertificate, ConicQuestion

__all__ = ["ConicCertificate", "ConicQuestion"]
