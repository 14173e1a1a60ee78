"""Pages in a notebook: escaped, short, without a traceback."""

from __future__ import annotations

from pathlib import Path

import gordan


def test_verdicts_traces_and_certificates_have_a_page(tmp_path: Path) -> None:
    problem, trace = gordan.Points([[0.0], [1.0], [3.0]], ["<b>", "<b>", "c"]), gordan.watch.Trace()
    assert trace._repr_html_() == "<p>Trace(no steps)</p>"
    outcome = gordan.solve(problem, solver="von-neumann", watch=trace)
    gordan.certify(problem, outcome, tmp_path / "a.json")
    certificate = gordan.read_certificate(tmp_path / "a.json")
    pages = [outcome._repr_html_(), outcome.verdict._repr_html_(), trace._repr_html_(), certificate._repr_html_()]
    assert all(page.count("<table>") >= 1 and "<b>" not in page for page in pages)
    assert "<td>separable</td>" in pages[-1]
