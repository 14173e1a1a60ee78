"""Every nasty instance has a certificate, and both verifiers accept it: huge, tiny, touching, far from the origin."""

from __future__ import annotations

from pathlib import Path

import pytest
import scipy.sparse as sp

import gordan
from file.certificate.by_hand import by_hand, write_table
from gordan.testing.instances import Instance
from zoo import ZOO

every_animal = pytest.mark.parametrize("instance", ZOO, ids=[instance.name for instance in ZOO])


@every_animal
@pytest.mark.parametrize("proof", ["rounded", "exact"])
def test_its_certificate_is_accepted_twice(instance: Instance, proof: str, tmp_path: Path) -> None:
    problem = gordan.Points(instance.X, instance.y, intercept=instance.intercept, normalise=instance.normalise)
    outcome = gordan.solve(problem, proof=proof)
    assert outcome.kind in ("separable" if instance.separable else "inseparable", "undecided")
    gordan.certify(problem, outcome, tmp_path / "c.json")
    certificate = gordan.read_certificate(tmp_path / "c.json")
    assert certificate.arithmetic == proof
    assert gordan.verify(problem, certificate).holds
    # In another layout the products are rounded in another order; the certificate is as good there.
    assert gordan.verify(twin(problem), certificate).holds
    write_table(tmp_path / "data.csv", problem)
    assert by_hand(tmp_path / "c.json", tmp_path / "data.csv").startswith(f"accepted: {outcome.kind}")


def twin(problem: gordan.Points) -> gordan.Points:
    question = {name: getattr(problem, name) for name in ("intercept", "normalise", "numbers")}
    return gordan.Points(sp.csc_array(problem.X), problem.y, **question)
