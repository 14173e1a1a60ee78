"""Checks are made in one module, which has no argument for their arithmetic: it comes from what is compared."""

from __future__ import annotations

import ast
from pathlib import Path

import gordan.outcome
from gordan.outcome import UNJUDGED

SOURCE = Path(gordan.outcome.__file__).parents[1]
LABELS = {"INTEGERS", "FRACTIONS", "ROUNDED", "BALLS", "RESIDUES"}


def calls(tree: ast.AST, name: str) -> int:
    """How often a module calls something of this name."""
    heads = [node.func for node in ast.walk(tree) if isinstance(node, ast.Call)]
    return sum(getattr(head, "id", getattr(head, "attr", None)) == name for head in heads)


def test_only_one_module_of_the_verifier_makes_checks() -> None:
    makers = {
        path.relative_to(SOURCE).as_posix()
        for path in (SOURCE / "verify").rglob("*.py")
        if calls(ast.parse(path.read_text()), "Check")
    }
    assert makers == {"verify/check.py"}


def test_only_the_verifier_makes_checks_and_verdicts() -> None:
    """Elsewhere the only verdict is that of an answer nobody has judged, which has no checks and does not hold."""
    makers = {
        (path.relative_to(SOURCE).as_posix(), name)
        for path in SOURCE.rglob("*.py")
        for name in ("Check", "LowerEnd", "UpperEnd", "Verdict")
        if path.relative_to(SOURCE).parts[0] != "verify" and mentions(ast.parse(path.read_text()), name)
    }
    assert makers == {("outcome/verdict.py", "Verdict")}
    assert UNJUDGED.checks == ()
    assert not UNJUDGED.holds


def test_nobody_but_the_verifier_changes_a_check() -> None:
    """`replace(check, holds=True)` would make one as well."""
    for path in set(SOURCE.rglob("*.py")) - set((SOURCE / "verify").rglob("*.py")):
        calls = [node for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Call)]
        given = {word.arg for call in calls for word in call.keywords}
        assert not given & {"holds", "checks"}, path


def mentions(tree: ast.AST, name: str) -> bool:
    """Whether a module calls a class of this name, or hands it on to be called."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") != "isinstance":
            handed = [node.func, *node.args, *(word.value for word in node.keywords)]
            if any(getattr(each, "id", getattr(each, "attr", None)) == name for each in handed):
                return True
    return False


def test_nothing_in_the_verifier_is_named_exact_by_hand() -> None:
    """The names of arithmetics are compared in places, and written into a check only from the type of a quantity."""
    for path in (SOURCE / "verify").rglob("*.py"):
        for call in ast.walk(ast.parse(path.read_text())):
            if isinstance(call, ast.Call) and getattr(call.func, "id", "") in {"compare", "every", "fact", "equal"}:
                given = [*call.args, *(word.value for word in call.keywords)]
                assert not {getattr(each, "id", "") for each in given} & LABELS, path


def test_a_check_has_no_argument_for_its_arithmetic() -> None:
    tree = ast.parse((SOURCE / "verify" / "check.py").read_text())
    makers = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
    names = {argument.arg for each in makers for argument in (*each.args.args, *each.args.kwonlyargs)}
    assert "arithmetic" not in names
