"""Draws docs/rooms.svg: the rooms in the order of their imports, read from pyproject.toml.

Run it when a layer changes: `python tools/rooms.py`.
"""

from __future__ import annotations

import tomllib
from html import escape
from pathlib import Path

ROOT = Path(__file__).parents[1]

PURPOSE = {
    "cli": "commands, pages, printer",
    "show": "pictures, reports",
    "learn": "estimators, online, many classes",
    "regression": "models and their diagnosis",
    "geometry": "bodies, distance, games",
    "testing": "contracts, instances",
    "feasibility": "programs, systems, panels, risk sets",
    "engine": "oracle, solver, polish, loop, many",
    "file": "tables, programs, certificates, exports",
    "verify": "the second opinion",
    "outcome": "claim, proof, run, verdict",
    "problem": "points, cones, kernels, programs",
    "arithmetic": "integers, rounding bounds, balls",
    "data": "tables that ship",
    "errors": "exceptions with sentences",
}
WIDE, HIGH, GAP, LEFT = 960, 46, 14, 20


def main() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    layers = settings["tool"]["importlinter"]["contracts"][0]["layers"]
    rows = [[name.strip().removeprefix("gordan.") for name in layer.split("|")] for layer in layers]
    height = len(rows) * (HIGH + GAP) + 70
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDE + 2 * LEFT}" height="{height}" '
        f'viewBox="0 0 {WIDE + 2 * LEFT} {height}" font-family="Helvetica, Arial, sans-serif">',
        f'<rect width="{WIDE + 2 * LEFT}" height="{height}" fill="white"/>',
        f'<text x="{LEFT}" y="26" font-size="15" fill="#444">A room may import those below it, never those above or '
        "beside it.</text>",
    ]
    for k, row in enumerate(rows):
        width = (WIDE - GAP * (len(row) - 1)) / len(row)
        for j, name in enumerate(row):
            parts += _room(name, LEFT + j * (width + GAP), 44 + k * (HIGH + GAP), width)
    parts.append(
        f'<text x="{LEFT}" y="{height - 8}" font-size="13" fill="#444">verify, in the frame, shares arithmetic, '
        "problem and outcome with the rest and nothing else; outside of it only its front door is imported.</text>"
    )
    (ROOT / "docs" / "rooms.svg").write_text("\n".join([*parts, "</svg>", ""]), encoding="utf-8")


def _room(name: str, x: float, y: float, width: float) -> list[str]:
    fill, stroke, wide = ("#fff3d6", "#b06f00", 3) if name == "verify" else ("#eaf1f8", "#4f7aa5", 1)
    middle = x + width / 2
    return [
        f'<rect x="{x:.1f}" y="{y}" width="{width:.1f}" height="{HIGH}" rx="6" fill="{fill}" stroke="{stroke}" '
        f'stroke-width="{wide}"/>',
        f'<text x="{middle:.1f}" y="{y + 19}" font-size="15" font-weight="bold" text-anchor="middle">'
        f"{escape(name)}</text>",
        f'<text x="{middle:.1f}" y="{y + 36}" font-size="12" fill="#333" text-anchor="middle">'
        f"{escape(PURPOSE[name])}</text>",
    ]


if __name__ == "__main__":
    main()
