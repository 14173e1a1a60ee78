"""The checksum of a certificate: SHA-256 of all its other fields, however the file is laid out.

Changed on the way, a certificate might still be a true one, about numbers that nobody wrote; the checksum tells. It
keeps no liar out, who can compute it anew: that is what the verifier is for.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any

__all__ = ["checksum"]


def checksum(members: Mapping[str, Any]) -> str:
    """The hash of the members without "checksum", as JSON with sorted names, without blanks and in ASCII.

    Examples
    --------
    >>> checksum({"b": [1, 2], "a": "ρ"}) == checksum({"a": "ρ", "b": [1, 2], "checksum": "?"})
    True
    """
    others = {name: value for name, value in members.items() if name != "checksum"}
    return hashlib.sha256(json.dumps(others, sort_keys=True, separators=(",", ":")).encode("ascii")).hexdigest()
