"""What the papers promise, kept by runs through `solve`: an algorithm asked for by name is itself.

Margin shares of Moran et al.'s Algorithms 2-4, iteration bounds of every theorem, Lemmas 5, 7, 8 and 9 of Ramdas and
Peña, the lecture's worst case. With an intercept points are lifted; what that leaves of a promise is proved in
docs/solvers.md and tested here: a factor of 3/√10 of the margin for points with coordinates, 1/√2 for products.
"""

from __future__ import annotations

import math
from itertools import product
from typing import Any

import numpy as np
import pytest
import scipy.optimize
from scipy.sparse import csr_array

import gordan
from engine.solver.setting import CONFIGURED, Setting
from gordan.engine.candidate import Candidate
from gordan.engine.loop.choice import is_polished
from gordan.engine.oracle.sweep import SweepOracle
from gordan.engine.solver import (
    PAPER_NAMES,
    AggressivePerceptron,
    InfinityPerceptron,
    IteratedSmoothPerceptronVonNeumann,
    MirrorProx,
    NormalisedPerceptron,
    RIndependentPerceptron,
    SmoothPerceptron,
    SmoothPerceptronVonNeumann,
    VonNeumann,
    Winnow,
    named,
)
from gordan.outcome import Code
from gordan.testing import instances
from gordan.testing.instances import Instance

QUESTIONS = pytest.mark.parametrize("intercept", [False, True], ids=["no intercept", "intercept"])
ROUNDED = 1 - 1e-9  # the instances have their margins up to the rounding of their coordinates
PUBLISHED = [
    solver
    for solver in [
        *CONFIGURED,
        VonNeumann(start="uniform"),
        SmoothPerceptronVonNeumann(smoothing="paper"),
        IteratedSmoothPerceptronVonNeumann(smoothing="paper"),
        named("ISNKPVN"),
        named("MPLFP"),
    ]
    if not is_polished(solver, solver, None)
]
THRESHOLDS = (AggressivePerceptron, RIndependentPerceptron, InfinityPerceptron, Winnow)


class Recorded:
    """A solver whose candidates are kept."""

    def __init__(self, inner: Any) -> None:
        self.inner = inner
        self.kept: list[Candidate] = []

    def __getattr__(self, name: str) -> Any:
        return getattr(self.inner, name)

    def candidates(self, oracle: Any, start: Any = None) -> Any:
        for candidate in self.inner.candidates(oracle, start):
            self.kept.append(candidate)
            yield candidate
        return self.kept[-1]


def answer(one: Instance, solver: Any, **options: Any) -> Any:
    problem = gordan.Points(one.X, one.y, intercept=one.intercept, normalise=one.normalise)
    outcome = gordan.solve(problem, solver=solver, **options)
    assert outcome.run.polished is False
    return outcome


def separable(intercept: bool) -> list[Instance]:
    return [
        instances.separable(5, 40, 0.4, intercept=intercept),
        instances.separable(3, 25, 0.1, intercept=intercept, random_state=1),
        instances.separable_integers(4, 40, intercept=intercept),
        instances.separable_integers(2, 12, intercept=intercept),
    ]


def lifted(one: Instance) -> tuple[float, float]:
    """R and a lower bound of the margin of what the rule sees: the points themselves, or centred and lifted."""
    canonical = gordan.Points(one.X, one.y, intercept=one.intercept).canonical()
    assert one.margin is not None
    if not one.intercept:
        return canonical.reach, one.margin * ROUNDED
    return math.sqrt(2.0) * canonical.reach, one.margin * ROUNDED * 3 / math.sqrt(10)


# Margin shares.


@QUESTIONS
@pytest.mark.parametrize("share", [0.05, 1.0, 5.0])
def test_algorithm_2_ends_with_its_share(share: float, intercept: bool) -> None:
    for one in separable(intercept):
        R, rho = lifted(one)
        beta = share * R**2
        outcome = answer(one, AggressivePerceptron(beta=beta))
        assert outcome.kind == "separable"
        assert outcome.bracket.lower >= rho * beta / (2 * beta + R**2)


@QUESTIONS
@pytest.mark.parametrize("shuffled", [False, True])
def test_algorithm_3_ends_with_a_third(shuffled: bool, intercept: bool) -> None:
    for one, seed in product(separable(intercept), range(4 if shuffled else 1)):
        outcome = answer(one, RIndependentPerceptron(shuffled=shuffled), random_state=seed)
        assert outcome.kind == "separable"
        assert outcome.bracket.lower >= lifted(one)[1] / 3


@QUESTIONS
@pytest.mark.parametrize("alpha", [1.1, 1.25, 1.5])
def test_algorithm_4_ends_with_its_share(alpha: float, intercept: bool) -> None:
    delta = 1 - alpha / 2
    # Its updates grow as (R/rho)^(2/(2 − alpha)).
    for one in separable(intercept)[: 1 if alpha > 1.25 else 3]:
        R, rho = lifted(one)
        outcome = answer(one, InfinityPerceptron(alpha=alpha))
        assert outcome.kind == "separable"
        assert outcome.bracket.lower >= (1 - delta) * rho - 0.5 * R * (rho / R) ** ((1 - delta) / delta)


@pytest.mark.parametrize("form", ["sparse", "products"])
def test_shares_without_a_centre(form: str) -> None:
    """Sparse points and products cannot be centred: lifting leaves 1/√2 of the margin."""
    for one in separable(True)[:2]:
        problem: Any = gordan.Points(csr_array(one.X), one.y)
        if form == "products":
            problem = gordan.Gram(one.X @ one.X.T, one.y)
        beta = 5.0 * 2.0 * problem.canonical().reach ** 2
        for solver, share in ((AggressivePerceptron(beta=beta), 5 / 11), (RIndependentPerceptron(), 1 / 3)):
            outcome = gordan.solve(problem, solver=solver)
            assert outcome.kind == "separable"
            assert one.margin is not None
            assert outcome.bracket.lower >= ROUNDED * one.margin * share / math.sqrt(2.0)


def test_the_shares_are_not_idle() -> None:
    """On the lecture's worst case the perceptron ends with next to nothing, Algorithms 2 and 3 with their share."""
    one = instances.worst_case(5)
    assert one.margin is not None
    assert answer(one, "perceptron").bracket.lower < one.margin / 3
    for name in ("aggressive-perceptron", "r-independent-perceptron"):
        assert answer(one, name).bracket.lower >= ROUNDED * one.margin / 3


@pytest.mark.parametrize("seed", range(6))
def test_the_lift_costs_a_twentieth_of_the_margin(seed: int) -> None:
    """The offset of the best hyperplane about the midpoint of the class means is below a third of the reach."""
    one = instances.separable(3, 20, 0.2, intercept=True, random_state=seed)
    problem = gordan.Points(one.X, one.y)
    canonical = problem.canonical()
    best = gordan.solve(problem, goal="margin", tol=1e-9)
    raised = np.hstack([one.X - canonical.centre, np.full((one.X.shape[0], 1), canonical.reach)])
    margin = gordan.separate(raised, one.y, intercept=False, goal="margin", tol=1e-9).bracket.lower
    assert margin >= ROUNDED * best.bracket.lower * 3 / math.sqrt(10)
    offset = best.coef @ canonical.centre + best.intercept
    assert abs(offset) / np.linalg.norm(best.coef) < canonical.reach / 3


# Iteration bounds.


@QUESTIONS
@pytest.mark.parametrize("solver", PUBLISHED, ids=repr)
def test_separable_points_are_separated_in_time(solver: Any, intercept: bool) -> None:
    for (m, n), rho in product([(2, 10), (5, 50)], [0.3, 0.1, 0.03]):
        if rho < 0.1 and isinstance(solver, THRESHOLDS):
            continue
        one = instances.separable(m, n, rho, intercept=intercept, random_state=n)
        setting = Setting(one)
        outcome = answer(one, solver)
        assert outcome.kind == "separable"
        limit = solver.bound(setting.terms(setting.oracle, rho=rho * ROUNDED, eps=0.0))
        assert outcome.n_iter <= limit, f"{outcome.n_iter} at {m} x {n}, rho = {rho}; {limit:.6g} promised"
        # The bound that is printed is that of the margin found, which is no greater.
        if outcome.guarantee is not None:
            assert outcome.n_iter <= outcome.guarantee.iterations


@QUESTIONS
@pytest.mark.parametrize("solver", [s for s in PUBLISHED if not isinstance(s, Winnow | SmoothPerceptron)], ids=repr)
def test_a_level_is_reached_in_time(solver: Any, intercept: bool) -> None:
    eps = 0.1
    for (m, n), depth in product([(2, 12), (5, 60)], [0.2, 0.02]):
        one = instances.inseparable(m, n, depth, intercept=intercept, random_state=n)
        setting = Setting(one)
        outcome = answer(one, solver, eps=eps)
        assert outcome.kind in ("inseparable", "undecided")
        assert outcome.reason.code == Code.LEVEL
        # The level is relative to the lifted points; a sequential rule is looked at after a whole sweep.
        limit = solver.bound(setting.terms(setting.oracle, rho=0.0, eps=eps * setting.oracle.reach))
        late = n if solver.needs is SweepOracle and getattr(solver, "order", "") != "worst" else 1
        assert outcome.n_iter <= limit + late, f"{outcome.n_iter} at {m} x {n}; {limit:.6g} promised"


@pytest.mark.parametrize(("K", "updates"), [(10, 185), (30, 1743), (100, 19803)])
def test_the_worst_case_of_the_lecture_needs_its_updates(K: int, updates: int) -> None:
    """About 2K² of them, counted by a perceptron of four lines, whatever polishing could do."""
    one = instances.worst_case(K)
    w, count, quiet = np.zeros(one.X.shape[1]), 0, False
    while not quiet:
        quiet = True
        for a in one.X * one.y[:, None]:
            if w @ a <= 0:
                w, count, quiet = w + a, count + 1, False
    outcome = answer(one, "perceptron")
    assert outcome.n_iter == count == updates
    assert outcome.coef == pytest.approx(w / np.abs(w).max(), rel=1e-12)
    polished = gordan.separate(one.X, one.y, intercept=one.intercept, solver="perceptron", polish=True)
    assert polished.n_iter < count or K == 10


def test_the_counts_of_ispvn_depend_on_the_margin() -> None:
    counts = [answer(instances.separable(10, 100, rho), "ISPVN").n_iter for rho in (0.1, 0.01, 0.001)]
    assert counts[0] < counts[1] < counts[2]


@pytest.mark.parametrize("solver", [IteratedSmoothPerceptronVonNeumann(), VonNeumann(), MirrorProx()], ids=repr)
def test_a_proof_is_made_of_the_weights_once(solver: Any) -> None:
    one = instances.inseparable(4, 40, 0.1)
    outcome = answer(one, solver, eps=1e-4)
    assert outcome.kind == "inseparable"
    assert outcome.verdict.holds
    assert f"From the weights of {solver.name} after {outcome.n_iter:,} iterations" in outcome.reason
    assert "Run as published." in outcome.reason


@QUESTIONS
@pytest.mark.parametrize("name", ["perceptron", "r-independent-perceptron", "von-neumann", "mirror-prox"])
def test_a_budget_leaves_the_current_vector(name: str, intercept: bool) -> None:
    """What is judged is what the algorithm holds when it is stopped, and not the best it has come by."""
    one = instances.separable(5, 60, 0.02, intercept=intercept)
    recorded = Recorded(named(name))
    outcome = answer(one, recorded, max_iter=7)
    w = recorded.kept[-1].direction
    assert outcome.coef == pytest.approx(w / np.abs(w).max(), rel=1e-12)
    assert (outcome.kind == "separable") == (Setting(one).lowest(w) > 0)


# Lemmas of Ramdas and Peña.


def drawn(intercept: bool) -> list[Instance]:
    return [
        instances.separable(4, 40, 0.02, intercept=intercept),
        instances.inseparable(4, 40, 0.1, intercept=intercept),
        instances.noise(4, 45, intercept=intercept),
    ]


@QUESTIONS
def test_lemma_5_along_a_run(intercept: bool) -> None:
    """L_mu(alpha) ≤ −½‖Ap‖² at every iteration, where the supremum is taken at q."""
    for one in drawn(intercept):
        recorded, setting = Recorded(SmoothPerceptron()), Setting(one)
        answer(one, recorded, eps=1e-3, max_iter=60)
        centre = setting.oracle.cone.centre.weights
        for candidate in recorded.kept:
            state: Any = candidate.state
            entropy = float(np.sum(state.q * np.log(np.maximum(state.q, 1e-300) / centre)))
            left = -state.z @ state.q - state.mu * entropy + 0.5 * state.image @ state.image
            assert left <= -0.5 * float(np.sum((setting.A @ state.p) ** 2)) + 1e-11 * setting.oracle.reach**2


@QUESTIONS
@pytest.mark.parametrize("smoothing", ["spectral", "paper"])
def test_lemmas_8_and_9_along_a_run(smoothing: Any, intercept: bool) -> None:
    """L_mu(alpha) ≤ −½‖Ap‖² at every iteration; ‖Ap‖ ≤ √mu·√(2d)·min(1, ‖Aq‖/|rho|) where points are inseparable."""
    for one in drawn(intercept):
        recorded, setting = Recorded(SmoothPerceptronVonNeumann(smoothing=smoothing)), Setting(one)
        answer(one, recorded, eps=1e-3, max_iter=60)
        for candidate in recorded.kept:
            state: Any = candidate.state
            away = float(np.sum((state.r - state.about) ** 2))
            left = -state.z @ state.r - 0.5 * state.mu * away + 0.5 * state.image @ state.image
            image = float(np.linalg.norm(setting.A @ state.p))
            assert left <= -0.5 * image**2 + 1e-11 * setting.oracle.reach**2
            if one.margin is not None and one.margin < 0:
                start = float(np.linalg.norm(setting.A @ state.about))
                far = math.sqrt(2.0 * setting.oracle.cone.spread) * min(1.0, start / -one.margin)
                assert image <= math.sqrt(state.mu) * far * (1 + 1e-9)


@QUESTIONS
def test_lemma_7(intercept: bool) -> None:
    """Weights of small image are near weights that cancel: within √(2d)·min(1, ‖Aq‖/|rho|)."""
    one = instances.inseparable(3, 16, 0.2, intercept=intercept)
    setting, generator = Setting(one), np.random.default_rng(0)
    recorded = Recorded(VonNeumann())
    answer(one, recorded, eps=1e-2)
    drawn_weights = [setting.oracle.cone.normalise(generator.exponential(size=16) ** 3) for _ in range(6)]
    for q in [*(candidate.weights for candidate in recorded.kept[::5]), *drawn_weights]:
        image = float(np.linalg.norm(setting.A @ q))
        limit = math.sqrt(2.0 * setting.oracle.cone.spread) * min(1.0, image / 0.2)
        assert distance_to_cancelling(setting, q) <= limit * (1 + 1e-6) + 1e-7


def distance_to_cancelling(setting: Setting, q: Any) -> float:
    """The distance from q to the weights of the base that cancel, by non-negative least squares."""
    heavy = 1e4
    sums = np.ones((1, q.size))
    if setting.instance.intercept:
        sums = np.vstack([setting.positive, ~setting.positive]).astype(float)
    rows = np.vstack([np.eye(q.size), heavy * setting.A, heavy * sums])
    right = np.concatenate([q, np.zeros(setting.A.shape[0]), heavy * np.full(sums.shape[0], 1.0 / sums.shape[0])])
    x, _ = scipy.optimize.nnls(rows, right, maxiter=10_000)
    return float(np.linalg.norm(x - q))


# Names and variants.


def test_the_names_of_the_papers() -> None:
    assert isinstance(named("NKP"), NormalisedPerceptron)
    assert named("MPLFP") == named("MPFP") == MirrorProx(adaptive=False, exit="sad")
    assert named("KVN") == VonNeumann(start="uniform")
    assert named("∞-perceptron") == InfinityPerceptron()
    assert named("MP") == named("MPFP")
    assert named("Normalized Perceptron") == NormalisedPerceptron()
    assert named("randomized-mirror-prox") == named("randomised-mirror-prox")
    assert named("Perceptron") == named("PERCEPTRON") == named("perceptron")
    assert named("ISNKPVN") == IteratedSmoothPerceptronVonNeumann(smoothing="paper", exit="round")
    one = instances.separable(4, 30, 0.1)
    for name in PAPER_NAMES:
        assert answer(one, name).kind == "separable"
        assert gordan.separate(one.X, one.y, intercept=False, solver=name.lower()).kind == "separable"
    with pytest.raises(gordan.InputError, match="there is no solver"):
        named("MPXFP")


def test_the_published_smoothing_takes_longer() -> None:
    one = instances.separable(10, 200, 0.01)
    ours, theirs = (answer(one, SmoothPerceptronVonNeumann(smoothing=s)).n_iter for s in ("spectral", "paper"))
    assert ours < theirs


def test_weights_and_level_of_snkpvn() -> None:
    one = instances.inseparable(3, 30, 0.1)
    q = tuple(float(i == 4) for i in range(30))
    outcome = answer(one, SmoothPerceptronVonNeumann(q=q, delta=0.01))
    assert outcome.reason.code == Code.ENDED
    recorded = Recorded(SmoothPerceptronVonNeumann(q=q))
    answer(one, recorded, max_iter=3)
    assert recorded.kept[0].state.about.tolist() == list(q)  # type: ignore[attr-defined]
    for wrong in ({"q": (1.0, -1.0)}, {"delta": -1.0}, {"smoothing": "best"}):
        with pytest.raises(gordan.InputError):
            SmoothPerceptronVonNeumann(**wrong)  # type: ignore[arg-type]
    with pytest.raises(gordan.InputError, match="q has 2 weights for 30 points"):
        answer(one, SmoothPerceptronVonNeumann(q=(1.0, 1.0)))


def test_the_uniform_start_of_nvn() -> None:
    one = instances.separable(4, 30, 0.1)
    recorded = Recorded(VonNeumann(start="uniform"))
    answer(one, recorded)
    assert recorded.kept[0].weights == pytest.approx(np.full(30, 1 / 30))
    with pytest.raises(gordan.InputError, match="start is 'best'"):
        VonNeumann(start="best")  # type: ignore[arg-type]


# What is said of it.


def test_polish_is_what_was_asked_for() -> None:
    one = instances.separable(3, 20, 0.2)
    for solver, polish, expected in [
        ("auto", None, True),
        ("hildreth", None, True),
        ("mirror-prox", None, False),
        ("mirror-prox", True, True),
        ("min-norm-point", False, False),
    ]:
        run = gordan.separate(one.X, one.y, intercept=False, solver=solver, polish=polish).run
        assert run.polished is expected
        assert run.automatic == (solver == "auto")
    with pytest.raises(gordan.InputError, match="polish is 'yes'"):
        gordan.separate(one.X, one.y, polish="yes")  # type: ignore[arg-type]


def test_a_guarantee_shows_what_its_symbols_stand_for() -> None:
    one = instances.separable(5, 40, 0.2, intercept=True)
    outcome = answer(one, "aggressive-perceptron")
    canonical = gordan.Points(one.X, one.y).canonical()
    R, rho = canonical.reach, outcome.bracket.lower
    assert outcome.guarantee.iterations == pytest.approx(4 * (2 * R**2 + R**2) / rho**2, rel=1e-6)
    assert outcome.guarantee.text.startswith("4·(β + R²)/ρ² with β = ")
    for name in ("SNKPVN", "ISPVN", "MPLFP", "VN"):
        level = answer(instances.inseparable(4, 40, 0.1), name, eps=1e-2).guarantee
        assert "ε = 0.01" in level.text
        assert "ρ" not in level.text


FORMULAS: dict[str, Any] = {
    "R²/ρ²": lambda R, ρ: R**2 / ρ**2,
    "4·R²/ρ²": lambda R, ρ: 4 * R**2 / ρ**2,
    "(2β + R²)/ρ²": lambda β, R, ρ: (2 * β + R**2) / ρ**2,
    "4·(β + R²)/ρ²": lambda β, R, ρ: 4 * (β + R**2) / ρ**2,
    "9R²/ρ²": lambda R, ρ: 9 * R**2 / ρ**2,
    "4·9R²/ρ²": lambda R, ρ: 36 * R**2 / ρ**2,
    "(R/ρ)^(2/(2−α))": lambda α, R, ρ: (R / ρ) ** (2 / (2 - α)),
    "(2R/ρ)^(2/(2−α))": lambda α, R, ρ: (2 * R / ρ) ** (2 / (2 - α)),
    "(32/3) ln(2m) mR²/ρ²": lambda R, m, ρ: 32 / 3 * math.log(2 * m) * m * R**2 / ρ**2,
    "(32/3) ln(2(m+1)) (m+1)·4R²/ρ²": lambda R, m, ρ: 32 / 3 * math.log(2 * (m + 1)) * (m + 1) * 4 * R**2 / ρ**2,
    "2L√(2θ)/ρ": lambda L, θ, ρ: 2 * L * math.sqrt(2 * θ) / ρ,
    "L√(2θ)/ρ + 1": lambda L, θ, ρ: L * math.sqrt(2 * θ) / ρ + 1,
    "2√(2λd)/ρ": lambda λ, d, ρ: 2 * math.sqrt(2 * λ * d) / ρ,
    "(log_γ(R/ρ) + 1)·2√(2λd)/ρ": lambda γ, R, λ, d, ρ: (
        (math.log(R / ρ) / math.log(γ) + 1) * 2 * math.sqrt(2 * λ * d) / ρ
    ),
}


@QUESTIONS
def test_every_number_is_what_its_formula_gives(intercept: bool) -> None:
    """Evaluated by hand from the text alone, whose values have three digits."""
    one, seen = instances.separable(5, 60, 0.1, intercept=intercept), set()
    for solver in PUBLISHED:
        guarantee = answer(one, solver).guarantee
        if guarantee is None or guarantee.iterations == math.inf:
            continue
        formula, _, values = guarantee.text.partition(" with ")
        symbols = {name: float(value) for name, value in (part.split(" = ") for part in values.split(", "))}
        assert guarantee.iterations == pytest.approx(FORMULAS[formula](**symbols), rel=0.05), guarantee.text
        seen.add(solver.name)
    assert len(seen) >= 9


POSITIVE_FORMULAS: dict[str, Any] = {
    "(32/3) ln(m) (R/ρ₁)²": lambda m, R, ρ: 32 / 3 * math.log(m) * (R / ρ) ** 2,
    "(32/3) ln(m+2) (2R/ρ₁)²": lambda m, R, ρ: 32 / 3 * math.log(m + 2) * (2 * R / ρ) ** 2,
    "4E√(θ ln m)/ρ₁": lambda E, θ, m, ρ: 4 * E * math.sqrt(θ * math.log(m)) / ρ,
    "2E√(θ ln m)/ρ₁ + 1": lambda E, θ, m, ρ: 2 * E * math.sqrt(θ * math.log(m)) / ρ + 1,
}


@QUESTIONS
@pytest.mark.parametrize("name", ["winnow", "smooth-winnow", "winnow-mirror-prox"])
def test_every_number_is_what_its_formula_gives_for_positive_directions(name: str, intercept: bool) -> None:
    generator = np.random.default_rng(1)
    y = np.repeat([1, -1], 15)
    X = generator.uniform(-0.2, 0.2, (30, 4)) + y[:, None]
    outcome = gordan.separate(X, y, intercept=intercept, solver=name, positive=True)
    formula, _, values = outcome.guarantee.text.partition(" with ")
    symbols = {key.rstrip("₁"): float(value) for key, value in (part.split(" = ") for part in values.split(", "))}
    assert outcome.guarantee.iterations == pytest.approx(POSITIVE_FORMULAS[formula](**symbols), rel=0.05)
    assert outcome.n_iter <= outcome.guarantee.iterations


def test_no_update_is_within_a_number_too() -> None:
    """Without an update there are no weights, and no upper bound but the length of the points."""
    outcome = gordan.separate([[1.0, 2.0], [-1.0, -2.0]], [1, -1], solver="winnow", intercept=False, positive=True)
    assert outcome.n_iter == 0
    assert outcome.guarantee.iterations == pytest.approx(32 / 3 * math.log(2) * (2 / 1.5) ** 2, rel=1e-3)


def test_an_unknown_margin_has_no_number() -> None:
    """The perceptron of the worst case ends with a margin of 1e-14: a bound of 1e30 says nothing."""
    outcome = answer(instances.worst_case(30), "perceptron")
    assert outcome.guarantee.iterations == math.inf
    assert outcome.guarantee.words(outcome.n_iter).endswith("R²/ρ² are guaranteed, not known until the margin is")
    assert outcome.guarantee.words(1).startswith("used 1 iteration; ")
    assert outcome.to_dict()["guarantee"]["iterations"] is None


def test_the_entropy_of_a_second_order_cone() -> None:
    problem = gordan.Conic([[0.0, 1.0, 3.0], [1.0, 0.0, 1.0]], gordan.cone.Lorentz(3))
    outcome = gordan.solve(problem, solver="MPCFP")
    assert outcome.kind == "separable"
    assert "θ = 0.5" in outcome.guarantee.text


# Against the printed lines.


def algorithm_1_of_yu(S: Any, eps: float) -> tuple[Any, int]:
    """MPLFP until sad(z_t) ≤ ε or min(A'y_t) > 0, and the x_t or y_t that it ends with."""
    theta = math.log(len(S))
    gamma = 1 / math.sqrt(2 * theta)

    def prox(x: Any, y: Any, at_x: Any, at_y: Any) -> tuple[Any, Any]:
        u = x * np.exp(-2 * theta * gamma * (S @ at_y))
        v = y + gamma * (S.T @ at_x)
        return u / u.sum(), v / max(np.linalg.norm(v), 1.0)

    x, y = np.full(len(S), 1 / len(S)), np.zeros(S.shape[1])
    sums = 0.0 * x, 0.0 * y
    for t in range(1, 10**5):
        w = prox(x, y, x, y)
        x, y = prox(x, y, *w)
        sums = sums[0] + w[0], sums[1] + w[1]
        lowest = (S @ sums[1]).min() / t
        if lowest > 0:
            return sums[1] / t, t
        if np.linalg.norm(S.T @ sums[0]) / t - lowest <= eps:
            return sums[0] / t, t
    raise AssertionError("no end")


def projection(v: Any) -> Any:
    """On the simplex, by sorting."""
    u = np.sort(v)[::-1]
    above = u - (np.cumsum(u) - 1) / np.arange(1, v.size + 1) > 0
    k = int(np.flatnonzero(above)[-1])
    return np.maximum(v - (np.cumsum(u)[k] - 1) / (k + 1), 0)


def algorithm_7_of_ramdas(S: Any, eps: float) -> tuple[Any, int]:
    """ISNKPVN(2, ε) on inseparable points: halts after a round with δ_t ≤ ε, with q_{t+1}."""
    G, n, total = S @ S.T, len(S), 0
    q = np.full(n, 1 / n)
    while True:
        delta = math.sqrt(q @ G @ q) / 2
        alpha, mu = q, 2.0 * n
        r = projection(q - G @ alpha / mu)
        p = r
        for k in range(10**5):
            if math.sqrt(max(p @ G @ p, 0.0)) <= delta:
                break
            step = 2 / (k + 3)
            alpha = (1 - step) * (alpha + step * p) + step**2 * r
            mu *= 1 - step
            r = projection(q - G @ alpha / mu)
            p = (1 - step) * p + step * r
        q, total = p, total + k
        if delta <= eps:
            return q, total


def unit_points(one: Instance) -> tuple[gordan.Points, Any]:
    problem = gordan.Points(one.X, one.y, intercept=False, normalise=True)
    return problem, one.X / np.linalg.norm(one.X, axis=1)[:, None] * problem.signs[:, None]


def algorithm_5_of_ramdas(S: Any, eps: float) -> tuple[Any, int]:
    """NVN on inseparable points, from uniform weights."""
    p = np.full(len(S), 1 / len(S))
    w = S.T @ p
    for k in range(10**5):
        if np.linalg.norm(w) <= eps:
            return p, k
        j = int((S @ w).argmin())
        away = w - S[j]
        step = min(max(w @ away / (away @ away), 0.0), 1.0)
        p, w = (1 - step) * p + step * np.eye(len(S))[j], (1 - step) * w + step * S[j]
    raise AssertionError("no end")


EXITS = [
    (named("MPLFP"), MirrorProx(adaptive=False), algorithm_1_of_yu),
    (named("ISNKPVN"), IteratedSmoothPerceptronVonNeumann(smoothing="paper"), algorithm_7_of_ramdas),
]


@pytest.mark.parametrize(
    ("printed", "ours", "literal"),
    [*EXITS, (named("NVN"), named("NVN"), algorithm_5_of_ramdas)],
    ids=["MPLFP", "ISNKPVN", "NVN"],
)
@pytest.mark.parametrize("eps", [0.1, 0.01, 0.002])
def test_the_printed_exits(printed: Any, ours: Any, literal: Any, eps: float) -> None:
    for seed in range(4):
        problem, S = unit_points(instances.inseparable(3 + seed, 40, 0.1, random_state=seed))
        x, iterations = literal(S, eps)
        recorded = Recorded(printed)
        outcome = gordan.solve(problem, solver=recorded, eps=eps)
        assert outcome.n_iter == iterations
        assert recorded.kept[-1].weights == pytest.approx(x, abs=1e-9)
        assert outcome.kind == "inseparable" or outcome.reason.code == Code.LEVEL
        assert gordan.solve(problem, solver=ours, eps=eps).n_iter <= iterations


def test_the_printed_exits_separate_all_the_same() -> None:
    for printed, ours, _ in EXITS:
        problem, S = unit_points(instances.separable(4, 40, 0.05))
        outcome = gordan.solve(problem, solver=printed, eps=1e-3)
        assert outcome.kind == "separable"
        assert outcome.n_iter == gordan.solve(problem, solver=ours, eps=1e-3).n_iter
    assert outcome.n_iter > 0
    problem, S = unit_points(instances.separable(4, 40, 0.05))
    assert gordan.solve(problem, solver=EXITS[0][0], eps=1e-3).n_iter == algorithm_1_of_yu(S, 1e-3)[1]
    for wrong in (MirrorProx, IteratedSmoothPerceptronVonNeumann):
        with pytest.raises(gordan.InputError, match="exit is 'best'"):
            wrong(exit="best")
    # Uniform weights that cancel are a certificate, before any round.
    cross = gordan.Points(np.vstack([np.eye(3), -np.eye(3)]), np.ones(6), intercept=False)
    assert gordan.solve(cross, solver=EXITS[1][0], max_iter=100).kind == "inseparable"


def algorithm_2(S: Any, beta: float) -> tuple[Any, int]:
    w, updates, quiet = np.zeros(S.shape[1]), 0, False
    while not quiet:
        quiet = True
        for a in S:
            if a @ w < beta:
                w, updates, quiet = w + a, updates + 1, False
    return w, updates


@pytest.mark.parametrize("form", ["dense", "sparse", "narrow", "products"])
def test_products_that_tie_with_the_threshold_are_no_mistakes(form: str) -> None:
    """Integers have R² and all products exactly, so that a product may be β itself."""
    generator, ties = np.random.default_rng(3), 0
    drawn = [(np.eye(2), np.array([1, -1])), (np.array([[1.0, 2.0], [2.0, -1.0]]), np.array([1, -1]))]
    for _ in range(20):
        X, u = generator.integers(-4, 5, (20, 3)).astype(float), generator.standard_normal(3)
        X = X[np.abs(X @ u) > 0.4]
        drawn.append((X, np.where(X @ u > 0, 1, -1)))
    for X, y in drawn:
        S = X * y[:, None]
        square = float(np.sum(S * S, axis=1).max())
        w, updates = algorithm_2(S, square)
        ties += updates != algorithm_2(S, square * (1 + 1e-12))[1]
        data = {"sparse": csr_array(X), "narrow": X.astype(np.float32)}.get(form, X)
        problem = gordan.Points(data, y, intercept=False, kernel="linear" if form == "products" else None)
        outcome = gordan.solve(problem, solver="aggressive-perceptron")
        assert outcome.n_iter == updates
        if form != "products":
            assert outcome.coef == pytest.approx(w / np.abs(w).max(), rel=1e-12)
    assert ties >= 2


@pytest.mark.parametrize("alpha", [1.25, 1.5])
def test_the_bound_of_algorithm_4_is_sharp(alpha: float) -> None:
    """Example 2.1 of Moran et al.: updates grow as (1/ε)^(2/(2−α)), as the bound does, and stay a third below it."""
    for eps in (0.2, 0.1, 0.05):
        example = instances.moran_two_points(eps)
        problem = gordan.Points(example.X, example.y, intercept=False)
        run = gordan.solve(problem, solver=InfinityPerceptron(alpha=alpha))
        assert run.kind == "separable"
        assert 0.25 <= run.n_iter * eps ** (2 / (2 - alpha)) <= 2 / 3


@pytest.mark.parametrize(("name", "products"), [("MPLFP", 4), ("SNKP", 2), ("NP", 1), ("VN", 1), ("ISPVN", 2)])
def test_an_iteration_takes_so_many_products_with_the_data(name: str, products: int) -> None:
    """O(mn) for each iteration, as every one of the papers says; a few more for the start, the restarts and the end."""
    one = instances.gaussian(10, 300, 0.5, random_state=1)
    run = gordan.solve(gordan.Points(one.X, one.y, intercept=False, normalise=True), solver=name)
    assert run.kind == "separable"
    assert run.n_iter > 20
    assert products * run.n_iter <= run.n_passes <= products * run.n_iter + 40


@pytest.mark.parametrize("size", [1e-150, 1.0, 1e150])
def test_the_smooth_perceptron_does_not_overflow(size: float) -> None:
    """Yu et al. report that it does. Exponents are shifted, so that μ may go to 0 and points may be long."""
    one = instances.gaussian(5, 60, 1.0, random_state=2)
    problem = gordan.Points(size * one.X, one.y, intercept=False)
    run = gordan.solve(problem, solver="SPCT", goal="margin", max_iter=3000)
    assert run.kind == "separable"
    assert run.bracket.gap < 0.05
