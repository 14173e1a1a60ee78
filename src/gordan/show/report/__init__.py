"""Reports: one HTML page with an answer, its evidence, its certificate and a verifier in JavaScript."""

from gordan.show.report.answer_page import report

__all__ = ["report"]
