"""The checksum at the end of a certificate: SHA-256 of every byte before it.

Changed on the way, a certificate might still be a true one, about numbers that nobody wrote; the checksum tells. It
keeps no liar out, who can compute it anew: that is what the verifier is for.
"""

from __future__ import annotations

import hashlib

from gordan.errors import InputError

__all__ = ["refuse_broken", "seal"]

_FIELD = b'"checksum"'


def seal(body: bytes) -> bytes:
    """The text up to and with the comma after the last other field, closed by its checksum.

    Examples
    --------
    >>> seal(b"{")[:20], len(seal(b"{"))
    (b'{"checksum": "021fb5', 82)
    """
    return body + _FIELD + b': "' + hashlib.sha256(body).hexdigest().encode() + b'"\n}\n'


def refuse_broken(raw: bytes, source: str) -> None:
    """Every byte is as it was written, to the last."""
    body = raw[: max(raw.rfind(_FIELD), 0)]
    if seal(body) != raw:
        raise InputError(
            f"{source}: the checksum is not that of the bytes before it; the certificate was changed or cut short "
            "after it was written, so get it again or write it anew"
        )
