"""One entry of one array of one problem is spoilt in a stack of thousands: that problem is refused, all others hold."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import gordan
from gordan.verify import Claims, Judged, Stack, verify_many
from verify.batch.stacked import claim_of, claimed, problem_of

COUNT, N, M = 2000, 12, 3
QUESTIONS: list[dict[str, Any]] = [
    {"intercept": True},
    {"intercept": False},
    {"intercept": False, "normalise": True},
    {"intercept": True, "numbers": "decimal"},
]


@pytest.fixture(scope="module", params=QUESTIONS, ids=str)
def honest(request: pytest.FixtureRequest) -> tuple[Stack, Claims]:
    rng = np.random.default_rng(11)
    X, Y = rng.standard_normal((COUNT, N, M)) + 0.25, rng.integers(0, 2, (COUNT, N))
    Y[:, :2] = 0, 1
    Y[::2] = X[::2, :, 0] + 0.5 * X[::2, :, 1] > 0.25
    Y[Y.min(axis=1) == Y.max(axis=1), 0] ^= 1
    stack, claims = claimed(X, Y, **request.param)
    assert verify_many(stack, claims).holds.all()
    assert min(np.bincount(claims.kind)[:2]) > 100
    return stack, claims


def judged_anew(stack: Stack, claims: Claims, name: str, i: Any, value: Any) -> tuple[Claims, Judged]:
    """The claims with another entry in one of their arrays, and what the verifier makes of them."""
    spoilt = getattr(claims, name).copy()
    spoilt[i] = value
    forged = replace(claims, **{name: spoilt})
    return forged, verify_many(stack, forged)


def refused_alone(stack: Stack, claims: Claims, name: str, place: Any, value: Any) -> None:
    """Exactly the problem of this entry is refused, by the array of the whole and by its own verdict."""
    i = place if isinstance(place, int) else place[0]
    forged, judged = judged_anew(stack, claims, name, place, value)
    assert np.flatnonzero(~judged.holds).tolist() == [i], (name, place, value)
    verdict = judged.verdict(i, claim_of(stack, forged, i))
    assert not verdict.holds
    assert verdict.failed
    others = [j for j in (0, 1, 2, COUNT - 1) if j != i]
    assert all(judged.verdict(j, claim_of(stack, forged, j)).holds for j in others)


def some(claims: Claims, kind: int, count: int = 2) -> list[int]:
    rows = np.flatnonzero(claims.kind == kind)
    return [int(i) for i in rows[:: max(1, rows.size // count)][:count]]


@pytest.mark.parametrize("value", [np.nan, np.inf, "another", "zero"])
def test_directions(honest: tuple[Stack, Claims], value: Any) -> None:
    stack, claims = honest
    for i in (*some(claims, 0), *some(claims, 1)):
        j = int(np.abs(claims.W[i]).argmax())
        if claims.kind[i] == 1 and not np.isfinite(claims.lower[i]):  # type: ignore[index]
            continue
        new = -7.0 * claims.W[i, j] if value == "another" else 0.0 if value == "zero" else value
        if claims.kind[i] == 1 and isinstance(value, str):
            continue  # another direction may prove as low a margin
        refused_alone(stack, claims, "W", (i, j), new)


@pytest.mark.parametrize("value", [np.nan, np.inf, 1e3, -1e3])
def test_offsets(honest: tuple[Stack, Claims], value: float) -> None:
    stack, claims = honest
    for i in some(claims, 0):
        refused_alone(stack, claims, "offset", i, value)


@pytest.mark.parametrize("value", [np.nan, 1e3])
def test_centres(honest: tuple[Stack, Claims], value: float) -> None:
    """A problem of its own centre; without an intercept there is none but the origin."""
    stack, claims = honest
    wide = replace(claims, centre=np.broadcast_to(claims.centre, (COUNT, M)).copy())
    for i in some(claims, 0):
        refused_alone(stack, wide, "centre", (i, int(np.abs(claims.W[i]).argmax())), value)


def test_rows(honest: tuple[Stack, Claims]) -> None:
    """A row that does not exist, one that is there already, and another one."""
    stack, claims = honest
    for i in (*some(claims, 0), *some(claims, 1)):
        used = np.flatnonzero(claims.x[i]).tolist()
        free = sorted(set(range(N)) - set(claims.S[i, used].tolist()))
        for value in (-1, N, 2**62, int(claims.S[i, used[1]]), *free[:1]):
            refused_alone(stack, claims, "S", (i, used[0]), value)


@pytest.mark.parametrize("value", [np.nan, np.inf, -0.25, 0.0, "more"])
def test_weights(honest: tuple[Stack, Claims], value: Any) -> None:
    stack, claims = honest
    for i in (*some(claims, 0), *some(claims, 1)):
        j = int(claims.x[i].argmax())
        refused_alone(stack, claims, "x", (i, j), 1.5 * claims.x[i, j] if value == "more" else value)


@pytest.mark.parametrize("value", [np.nan, np.inf, -1.0, 0.0, 2.0])
def test_radii(honest: tuple[Stack, Claims], value: float) -> None:
    stack, claims = honest
    for i in some(claims, 1):
        refused_alone(stack, claims, "radius", (i, 1), value)


def test_ends(honest: tuple[Stack, Claims]) -> None:
    stack, claims = honest
    assert claims.lower is not None
    assert claims.upper is not None
    for i in (*some(claims, 0), *some(claims, 1)):
        higher = float(claims.lower[i] + 1e-6 + abs(claims.lower[i]) * 1e-6)
        for value in (higher, np.nan, np.inf):
            refused_alone(stack, claims, "lower", i, value)
        for value in (float(claims.upper[i]) * (1 - 1e-6) - 1e-9, np.nan, -np.inf):
            refused_alone(stack, claims, "upper", i, value)


def test_kinds(honest: tuple[Stack, Claims]) -> None:
    stack, claims = honest
    for i in some(claims, 0):
        refused_alone(stack, claims, "kind", i, 1)
    for i in some(claims, 1):
        refused_alone(stack, claims, "kind", i, 0)
    _, judged = judged_anew(stack, claims, "kind", 5, 7)
    assert np.flatnonzero(~judged.holds).tolist() == [5]


@pytest.mark.parametrize("value", [(1, 0), (0, 2), (0,), (), [0, 1], ("0", "1")])
def test_classes(honest: tuple[Stack, Claims], value: Any) -> None:
    stack, claims = honest
    for i in (4, 1777):
        forged = replace(claims, classes=[value if j == i else pair for j, pair in enumerate(claims.classes)])
        judged = verify_many(stack, forged)
        assert np.flatnonzero(~judged.holds).tolist() == [i]
        verdict = judged.verdict(i, claim_of(stack, forged, i))
        assert not verdict.holds


def test_labels_of_one_problem_turned(honest: tuple[Stack, Claims]) -> None:
    """The claims are honest, the data of one problem are not those they are about."""
    stack, claims = honest
    for i in some(claims, 0):
        signs = stack.signs.copy()
        signs[i] = -signs[i]
        judged = verify_many(stack._replace(signs=signs), claims)
        assert i in np.flatnonzero(~judged.holds).tolist() or not stack.intercept
        assert (~judged.holds).sum() <= 1


def test_what_is_refused_is_false(honest: tuple[Stack, Claims]) -> None:
    """The single verifier refuses the same claim about the same problem."""
    stack, claims = honest
    for name, kind, value in (("offset", 0, 1e3), ("x", 1, 0.9), ("radius", 1, 0.0)):
        i = some(claims, kind)[1]
        forged, judged = judged_anew(stack, claims, name, i if name == "offset" else (i, 0), value)
        assert not judged.holds[i]
        assert not gordan.verify(problem_of(stack, i), claim_of(stack, forged, i)).holds


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("W", np.zeros((COUNT, M + 1))),
        ("W", np.zeros((COUNT, M), np.float32)),
        ("x", np.zeros((COUNT - 1, M + 2))),
        ("S", np.zeros((COUNT, M + 2))),
        ("kind", np.zeros(COUNT)),
        ("centre", np.zeros((2, M))),
        ("lower", None),
        ("classes", [(0, 1)] * 2),
    ],
)
def test_arrays_of_other_shapes(honest: tuple[Stack, Claims], name: str, values: Any) -> None:
    stack, claims = honest
    if values is None:
        values = np.ma.masked_array(np.zeros(COUNT))
    with pytest.raises(gordan.InputError):
        verify_many(stack, replace(claims, **{name: values}))
