"""What reports are made of: HTML that needs nothing else, the certificate, and which data a browser can check."""

from __future__ import annotations

import os
import platform
import re
import tempfile
from collections.abc import Iterable, Sequence
from functools import cache
from html import escape
from importlib.resources import files
from typing import Any

import numpy as np

from gordan.errors import InputError
from gordan.file import certify
from gordan.file.table.wording import visible
from gordan.outcome.notebook import Sheet
from gordan.outcome.record import __version__

__all__ = [
    "EMBEDDED",
    "LARGEST",
    "cell",
    "certificate_of",
    "checks_section",
    "drop_area",
    "embedded",
    "facts",
    "html",
    "sheet_table",
    "text",
    "unreadable",
    "verifier_page",
    "versions",
]

LARGEST = 300_000  # bytes of a page: what any mail takes
EMBEDDED = 200_000  # bytes of certificates inside a page; longer ones lie beside it
_NUMBERS = 4_000_000  # of a table that verifier.js reads
_PACKED = (".xz", ".bz2")
_FORMATS = ("csv", "tsv", "svmlight", "npz")

# Letters that are written from right to left, as far as they reach: Hebrew, Arabic and their neighbours.
_TURNED = re.compile(r"[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\U00010800-\U00010fff\U0001e800-\U0001efff]+")
_CLIP = 300  # characters of a cell
# Nothing may be fetched, whatever a page holds.
_POLICY = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:"


def text(value: object, clip: int = _CLIP) -> str:
    """Escaped, with control characters spelt out; right-to-left text turns itself and nothing beside it.

    Examples
    --------
    >>> text("<script>")
    '&lt;script&gt;'
    """
    shown = visible(str(value))
    shown = escape(shown if len(shown) <= clip else f"{shown[: clip - 1]}…")
    return shown if shown.isascii() else _TURNED.sub(r"<bdi>\g<0></bdi>", shown)


def cell(value: object) -> str:
    """A cell of a table; numbers stand at the right.

    Examples
    --------
    >>> cell("1,024"), cell("<b>")
    ('<td class="n">1,024</td>', '<td>&lt;b&gt;</td>')
    """
    shown = str(value)
    bare = shown.replace(",", "").replace("−", "-")
    number = bare.lstrip("+-").replace(".", "", 1).replace("e-", "").replace("e+", "").isdecimal()
    return f'<td class="n">{escape(shown)}</td>' if number and len(shown) < 24 else f"<td>{text(shown)}</td>"


def facts(pairs: Iterable[tuple[str, str]]) -> str:
    """A list of words, and for each some HTML."""
    return f"<dl>{''.join(f'<dt>{text(word)}</dt><dd>{value}</dd>' for word, value in pairs)}</dl>"


def embedded(name: str, content: str, *, several: bool = False) -> str:
    """JSON inside a page: it can neither end its element nor begin another; of `several` the name is their file's."""
    who = f'class="certificate" data-name="{escape(name)}"' if several else f'id="{name}"'
    return f'<script type="application/json" {who}>{content.replace("<", chr(92) + "u003c")}</script>'


def sheet_table(sheet: Sheet, *, rows: bool = False, marks: tuple[str, Sequence[str]] | None = None) -> str:
    """A table that a script sorts and filters; with `rows` its lines highlight points of the picture.

    `marks` are the name of an attribute and its value for each line, by which a script finds them.
    """
    if not sheet.rows:
        return ""
    first = [cell(value) for value in sheet.rows[0]]
    kinds = [' class="n"' if each.startswith('<td class="n"') else "" for each in first]
    head = "".join(f"<th{kind}>{text(heading)}</th>" for heading, kind in zip(sheet.headings, kinds, strict=True))
    lines = []
    for number, row in enumerate(sheet.rows):
        name, value = ("row", row[0]) if rows else (marks[0], marks[1][number]) if marks else ("", "")
        lit = f' data-{name}="{text(value)}"' if name else ""
        lines.append(f"<tr{lit}>{''.join(map(cell, row))}</tr>")
    hidden = f'<p class="note">… and {sheet.hidden:,} more</p>' if sheet.hidden else ""
    tools = (
        '<div class="tools"><label>filter <input class="filter" type="search"></label><span class="count"></span></div>'
    )
    return (
        f"<section><h2>{text(sheet.title)}</h2>{tools if len(sheet.rows) > 5 else ''}"
        f'<div class="wide"><table class="rows"><thead><tr>{head}</tr></thead>'
        f"<tbody>{''.join(lines)}</tbody></table></div>"
        f"{hidden}</section>"
    )


def checks_section(sentence: str, heading: str, rows: Iterable[Sequence[str]]) -> str:
    """The section of the checks: a sentence in HTML, and a mark, a name, a text under `heading` and the arithmetic."""
    head = "".join(f"<th>{word}</th>" for word in ("", "check", heading, "arithmetic"))
    lines = "".join(f"<tr>{''.join(map(cell, row))}</tr>" for row in rows)
    return (
        f'<section><h2>Checks</h2><p>{sentence}</p><div class="wide"><table class="checks">'
        f"<thead><tr>{head}</tr></thead><tbody>{lines}</tbody></table></div></section>"
    )


@cache
def _part(name: str) -> str:
    return files("gordan.show.report").joinpath(name).read_text("utf-8")


@cache
def _script(*names: str) -> str:
    """Scripts without comments on lines of their own and without indentation: half of a page's size."""
    lines = (line.strip() for name in names for line in _part(name).splitlines())
    return "\n".join(line for line in lines if line and not line.startswith("// "))


def html(title: str, body: Sequence[str], *, data: Sequence[str] = ()) -> str:
    """A whole page; `data` are scripts of JSON."""
    return "\n".join(
        [
            "<!doctype html>",
            '<html lang="en"><head><meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">',
            f'<meta name="generator" content="gordan {__version__}">',
            f"<title>{text(title, 120)}</title>",
            f"<style>{_part('page.css')}</style></head><body>",
            *body,
            *data,
            f"<script>{_script('verifier.js')}</script><script>{_script('page.js')}</script>",
            "</body></html>\n",
        ]
    )


def drop_area(invitation: str, *, label: bool = False, several: bool = False) -> str:
    """Where files are dropped; without a script a reader sees none of it.

    With `several` the certificates are about classes of one file, and pairs are about the rows of two of them.
    """
    asked = (
        '<p><label>Label column, if the certificate does not name it: <input class="label" size="12"></label></p>'
        '<p><label><input class="pair" type="checkbox"> The data have more classes than the certificate: '
        "take the rows of its two</label></p>"
        if label
        else ""
    )
    pair = ' data-pair="yes"' if several else ""
    return (
        f'<div class="drop" data-status=""{pair}><p>{escape(invitation)}</p>'
        f'<p><input type="file" multiple aria-label="files to check"></p>{asked}'
        '<p class="state" role="status"></p><ul></ul></div>'
    )


def verifier_page() -> str:
    """The page docs/verifier.html: certificate and data are dropped on it, and the claim is recomputed."""
    body = [
        '<header class="yes"><h1>Check a certificate of gordan</h1>',
        "<p>Drop a certificate and the data that it is about. This page hashes the data, recomputes the claim in exact",
        "integers, and says whether it holds or which check fails. Nothing leaves this computer: the page asks for",
        "nothing from any network and works without one.</p></header>",
        drop_area("Drop the certificate (.json) and its data here, together or one after the other.", label=True),
        "<noscript><p>This page checks with a script, which is switched off here. "
        "<code>gordan verify CERTIFICATE DATA</code> and docs/verify_by_hand.py check the same.</p></noscript>",
        "<h2>What it reads</h2>",
        facts(
            [
                ("certificates", "of the kinds points and split, versions 1 to 5 of the format; others: gordan verify"),
                ("data", "CSV, TSV and their relatives, svmlight, .npz; also packed as .gz"),
                ("sizes", "files of up to 256 MiB and 4,000,000 numbers; what would take too long is refused first"),
            ]
        ),
        "<h2>What it means</h2>",
        "<p>Accepted: the claim in the certificate is true of exactly these data, whoever wrote it. Refused: the named",
        "check does not hold, so nothing is proved of these data; the claim may be false, or the file another one.",
        "The script is about 2,000 lines of plain JavaScript, written from the description of the format in",
        "docs/certificate-format.md, and shares no code with the library.</p>",
        f'<footer class="dim">gordan {escape(__version__)}</footer>',
    ]
    return html("Check a certificate of gordan", body)


def certificate_of(problem: object, answer: object, table: Any) -> tuple[bytes | None, str]:
    """The certificate that `certify` writes, or the reason why there is none."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "certificate.json")
        try:
            certify(problem, answer, path, table=table)
        except InputError as error:
            return None, str(error)
        with open(path, "rb") as file:
            return file.read(), ""


def unreadable(file: str, format: str, shape: tuple[int, ...] = ()) -> str:
    """Why a browser cannot check this file, and what to do; empty where it can.

    Examples
    --------
    >>> unreadable("a.csv.gz", "csv", (100, 3))
    ''
    >>> print(unreadable("a.parquet", "parquet"))
    a browser does not read a.parquet: verify it with the command, or drop the same table as .csv or .npz
    """
    n, m = shape or (0, 0)
    if n * m > _NUMBERS:
        return f"a browser checks up to {_NUMBERS:,} numbers, and these are {n * m:,}: verify it with the command"
    packed = os.path.splitext(file)[1]
    if packed in _PACKED:
        return f"a browser does not unpack {packed} files: unpack {file} first, or verify it with the command"
    if format and format not in _FORMATS:
        return f"a browser does not read {file}: verify it with the command, or drop the same table as .csv or .npz"
    return ""


def versions() -> str:
    """The versions by which a page was made."""
    return f"gordan {__version__}, Python {platform.python_version()}, NumPy {np.__version__}"
