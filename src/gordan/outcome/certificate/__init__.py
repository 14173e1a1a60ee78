"""What a certificate file holds, kind by kind: a question, a digest of the data, a claim and its proof."""

from gordan.outcome.certificate.bodies import BodiesCertificate
from gordan.outcome.certificate.conic import ConicCertificate
from gordan.outcome.certificate.constraints import ConstraintsCertificate
from gordan.outcome.certificate.mixture import MixtureCertificate
from gordan.outcome.certificate.panel import PanelCertificate
from gordan.outcome.certificate.points import Certificate, Coefficients
from gordan.outcome.certificate.program import ProgramCertificate
from gordan.outcome.certificate.risk import RiskCertificate
from gordan.outcome.certificate.split import SplitCertificate

__all__ = [
    "AnyCertificate",
    "BodiesCertificate",
    "Certificate",
    "Coefficients",
    "ConicCertificate",
    "ConstraintsCertificate",
    "MixtureCertificate",
    "PanelCertificate",
    "ProgramCertificate",
    "RiskCertificate",
    "SplitCertificate",
]

AnyCertificate = (
    Certificate
    | BodiesCertificate
    | ConicCertificate
    | ConstraintsCertificate
    | MixtureCertificate
    | PanelCertificate
    | ProgramCertificate
    | RiskCertificate
    | SplitCertificate
)
