"""Pages in a notebook: escaped, short, without a traceback."""

from __future__ import annotations

from pathlib import Path

import gordan
from gordan.outcome import Verdict
from gordan.outcome.notebook import Sheet, draw_page, fold_verdict


def test_verdicts_traces_and_certificates_have_a_page(tmp_path: Path) -> None:
    problem, trace = gordan.Points([[0.0], [1.0], [3.0]], ["<b>", "<b>", "c"]), gordan.watch.Trace()
    assert trace._repr_html_().endswith("<p>Trace(no steps)</p></div>")
    outcome = gordan.solve(problem, solver="von-neumann", watch=trace)
    gordan.certify(problem, outcome, tmp_path / "a.json")
    certificate = gordan.read_certificate(tmp_path / "a.json")
    pages = [outcome._repr_html_(), outcome.verdict._repr_html_(), trace._repr_html_(), certificate._repr_html_()]
    assert all(page.count("<table>") >= 1 and "<b>" not in page for page in pages)
    assert "<td>separable</td>" in pages[-1]


def test_checks_are_unfolded_only_where_one_fails() -> None:
    problem = gordan.Points([[0.0], [1.0], [3.0]], ["b", "b", "c"])
    outcome = gordan.solve(problem)
    assert "<details><summary>The verifier accepted" in outcome._repr_html_()
    verdict = gordan.verify(gordan.Points([[0.0], [4.0], [3.0]], ["b", "b", "c"]), outcome)
    assert "<details open><summary>The verifier refused" in fold_verdict(verdict)


def test_a_list_is_one_line_and_says_how_many_are_hidden() -> None:
    page = draw_page("spoilt", "", [], [Sheet("Rows", ("row",), (("3",), ("<5>",)), 2)], Verdict())
    assert "<p>Rows: 3, &lt;5&gt; and 2 more</p>" in page
