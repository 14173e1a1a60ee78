"""The pictures of the gallery are those that its examples draw."""

from __future__ import annotations

import re
import runpy
import sys
from pathlib import Path

import numpy as np
import pytest

from docs.test_readme import README, ROOT

matplotlib = pytest.importorskip("matplotlib")
pytest.importorskip("matplotlib.pyplot")
GALLERY = ROOT / "docs" / "gallery.md"
EXAMPLES = sorted(path.name for path in (ROOT / "examples").glob("*.py"))


def drawn_by(example: str) -> list[str]:
    """The pictures that a script names."""
    return re.findall(r'folder / "(.+?\.png)"', (ROOT / "examples" / example).read_text(encoding="utf-8"))


def coarse(path: Path) -> np.ndarray:
    """Means of squares of 20 pixels: other versions of matplotlib and of the fonts move letters by one or two."""
    image = matplotlib.image.imread(path)[:, :, :3]
    height, width = (size // 20 for size in image.shape[:2])
    return image[: 20 * height, : 20 * width].reshape(height, 20, width, 20, 3).mean(axis=(1, 3))


def test_every_example_and_every_picture_is_in_the_gallery() -> None:
    page = GALLERY.read_text(encoding="utf-8")
    assert sorted(set(re.findall(r"\(\.\./examples/(.+?\.py)\)", page))) == EXAMPLES
    pictures = sorted(re.findall(r"\(gallery/(.+?\.png)\)", page))
    assert pictures == sorted(path.name for path in (ROOT / "docs" / "gallery").glob("*.png"))
    assert pictures == sorted(name for example in EXAMPLES for name in drawn_by(example))
    assert "docs/gallery/alternative.png" in README.read_text(encoding="utf-8")[:3000]


@pytest.mark.parametrize("example", EXAMPLES)
def test_the_example_draws_them(example: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    matplotlib.use("agg")
    monkeypatch.setattr(sys, "argv", [example, str(tmp_path)])
    runpy.run_path(str(ROOT / "examples" / example))
    matplotlib.pyplot.close("all")
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(drawn_by(example))
    for name in drawn_by(example):
        new, old = (coarse(folder / name) for folder in (tmp_path, ROOT / "docs" / "gallery"))
        assert new.shape == old.shape
        # An empty picture differs by 0.02 and more, one that is shifted by two pixels by 0.008 at most.
        assert np.abs(new - old).mean() < 0.01
