"""Beside docs/verify_by_hand.py, the verifier in JavaScript judges every certificate of points and splits: all agree.

One node process serves a whole run: requests are written as they come up, and the answers are awaited when a test ends.
"""

from __future__ import annotations

import base64
import hashlib
import json
import queue
import shutil
import subprocess
import threading
from collections import Counter
from pathlib import Path
from typing import Any

import gordan

__all__ = ["NODE", "SCRIPT", "Checker"]

SCRIPT = Path(gordan.__file__).parent / "show" / "report" / "verifier.js"
NODE = shutil.which("node")
LARGEST = 1 << 18  # bytes of a certificate, or an eighth of its data, that are sent through a pipe
SECONDS = 120  # that one answer may take before the run is given up


class Checker:
    """Requests to a node process, and what was expected of each; `settle` compares."""

    def __init__(self, counts: Counter[str], disagreements: list[str]) -> None:
        self.counts, self.disagreements = counts, disagreements
        self.process: subprocess.Popen[str] | None = None
        self.answers: queue.Queue[dict[str, Any]] = queue.Queue()
        self.expected: list[tuple[str | None, str, bytes]] = []
        self.seen: set[bytes] = set()

    def beside(self, certificate: Path, data: Path, options: tuple[str, ...], sentence: str | None) -> None:
        """Judge what was judged by hand, with the same options."""
        named = [word for word in options if word != "--pair"]
        given = dict(zip(named[::2], named[1::2], strict=False))
        if certificate.suffix in (".gz", ".xz", ".bz2") or not certificate.is_file() or not data.is_file():
            return
        limit = max(10 * float(given.get("--limit", "0.02")), 0.2)
        asked = {"label": given.get("--label"), "pair": "--pair" in options}
        self.ask(certificate.read_bytes(), data, sentence, limit=limit, **asked)

    def ask(
        self,
        raw: bytes,
        data: Path | None,
        sentence: str | None,
        *,
        limit: float = 1.0,
        label: str | None = None,
        pair: bool = False,
    ) -> None:
        """Have it judged, or without data only read; `sentence` is why it was refused by hand, or None."""
        if NODE is None:
            self.counts["not asked in JavaScript: node is not installed"] += 1
            return
        if max(len(raw), data.stat().st_size // 8 if data else 0) > LARGEST:
            self.counts["not asked in JavaScript: too long"] += 1
            return
        bytes_of_data = None if data is None else data.read_bytes()
        key = hashlib.sha256(raw + f"{data} {label} {pair}".encode() + (bytes_of_data or b"")).digest()
        if key in self.seen:
            return
        self.seen.add(key)
        if self.process is None:
            self._start()
        assert self.process is not None
        assert self.process.stdin is not None
        # The bytes themselves: a test may have replaced the file before node reads it.
        told = {"data": None if bytes_of_data is None else base64.b64encode(bytes_of_data).decode(), "name": str(data)}
        request = {"certificate": base64.b64encode(raw).decode(), "limit": limit, "label": label, "pair": pair, **told}
        self.expected.append((sentence, "judged" if data else "read", raw))
        self.process.stdin.write(json.dumps(request) + "\n")
        self.process.stdin.flush()

    def _start(self) -> None:
        assert NODE is not None
        command = [NODE, "--stack-size=900", str(SCRIPT), "--serve"]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        assert self.process is not None
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.answers.put(json.loads(line))

    def settle(self) -> None:
        """Wait for what was asked, and note every disagreement."""
        expected, self.expected = self.expected, []
        for sentence, what, raw in expected:
            answer = self.answers.get(timeout=SECONDS)
            good, words = answer["status"] in ("accepted", "read"), answer["words"]
            if words.startswith("cannot check this kind"):
                self.counts["of a kind that JavaScript does not check"] += 1
            elif "(limit)" in words or "--limit" in (sentence or ""):
                self.counts["beyond the limit in JavaScript"] += 1
            elif good == (sentence is None):
                self.counts[f"{what} the same in JavaScript"] += 1
            else:
                shown = raw.decode(errors="replace")[:3000]
                self.disagreements.append(f"{what} by hand: {sentence}; in JavaScript: {answer}; of {shown}")

    def stop(self) -> None:
        if self.process is not None:
            assert self.process.stdin is not None
            assert self.process.stdout is not None
            self.process.stdin.close()
            self.process.wait(timeout=SECONDS)
            self.process.stdout.close()
            self.process = None
