"""Figures of the house: how many rooms, files and lines there are, and how far one call travels.

`make house` prints them beside the most that is allowed, and fails where one is exceeded.
"""

from __future__ import annotations

import ast
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "gordan"
NAMESPACE = 60  # lines of a module of re-exports: one screen

TRACE = """
import sys, gordan
X, y = [[0.0, 0.0], [0.0, 1.0], [3.0, 1.0], [4.0, 0.0]], [0, 0, 1, 1]
str(gordan.separate(X, y))  # imports and caches
files, changes, last = set(), 0, ""
def profile(frame, event, argument):
    global changes, last
    name = frame.f_code.co_filename
    if event == "call" and "/gordan/" in name:
        package = name.rpartition("/")[0]
        files.add(name)
        changes += package != last
        last = package
sys.setprofile(profile)
str(gordan.separate(X, y))
sys.setprofile(None)
print(len(files), changes)
"""

IMPORT = "import time; t = time.perf_counter(); import gordan; print(time.perf_counter() - t)"


def main() -> int:
    trees = {path: ast.parse(path.read_text(encoding="utf-8")) for path in sorted(SOURCE.rglob("*.py"))}
    files, changes = map(int, _run(TRACE).split())
    figures = [
        ("rooms, data/ not counted", len(rooms()), 13),
        ("loose modules beside errors.py and namespaces", len(loose(trees)), 0),
        ("files", len(trees), 460),
        ("lines", sum(len(path.read_text(encoding="utf-8").splitlines()) for path in trees), 47_500),
        ("layers", layers(), 11),
        ("lines with Any in an annotation", sum(len(any_lines(tree)) for tree in trees.values()), 600),
        ("functions over 60 lines outside compiled loops", len(list(long_functions(trees))), 0),
        ("files that one small `separate` passes", files, 36),
        ("changes of package on the way", changes, 110),
        ("milliseconds of `import gordan`", min(round(1e3 * float(_run(IMPORT))) for _ in range(5)), 350),
    ]
    width = max(len(name) for name, _, _ in figures)
    for name, figure, most in figures:
        print(f"{name:{width}}  {figure:>7,}  at most {most:>6,}{'' if figure <= most else '  EXCEEDED'}")
    for name, tree in long_functions(trees):
        print(f"  long: {name} {tree}")
    for path in loose(trees):
        print(f"  loose: {path}")
    return int(any(figure > most for _, figure, most in figures))


def rooms() -> list[str]:
    """The packages at the top."""
    return [p.name for p in SOURCE.iterdir() if (p / "__init__.py").exists() and p.name != "data"]


def loose(trees: dict[Path, ast.Module]) -> list[str]:
    """Modules at the top that are neither `errors`, `__main__` nor a screen of re-exports."""
    top = [path for path in trees if path.parent == SOURCE and path.stem not in ("__init__", "__main__", "errors")]
    return [path.name for path in top if not _is_namespace(path, trees[path])]


def _is_namespace(path: Path, tree: ast.Module) -> bool:
    plain = all(isinstance(node, ast.Expr | ast.Import | ast.ImportFrom | ast.Assign) for node in tree.body)
    return plain and len(path.read_text(encoding="utf-8").splitlines()) <= NAMESPACE


def layers() -> int:
    """Layers of the first import contract."""
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"][
        "contracts"
    ]
    return len(contracts[0]["layers"])


def any_lines(tree: ast.Module) -> set[int]:
    """Lines on which an annotation says `Any`."""
    return {
        node.lineno
        for annotation in _annotations(tree)
        for node in ast.walk(annotation)
        if isinstance(node, ast.Name) and node.id == "Any"
    }


def _annotations(tree: ast.Module) -> Iterator[ast.expr]:
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            arguments = node.args
            every = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, arguments.vararg, arguments.kwarg]
            yield from (a.annotation for a in every if a is not None and a.annotation is not None)
            if node.returns is not None:
                yield node.returns
        elif isinstance(node, ast.AnnAssign):
            yield node.annotation


def long_functions(trees: dict[Path, ast.Module]) -> Iterator[tuple[str, str]]:
    """Functions of more than 60 lines of code, docstring and signature not counted; compiled loops may be long."""
    for path, tree in trees.items():
        if "compiled" in path.parts:
            continue
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                body = node.body[1:] if ast.get_docstring(node) is not None else node.body
                lines = body[-1].end_lineno - body[0].lineno + 1 if body and body[-1].end_lineno else 0
                if lines > 60:
                    yield str(path.relative_to(SOURCE)), f"{node.name} ({lines} lines)"


def _run(code: str) -> str:
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout


if __name__ == "__main__":
    sys.exit(main())
