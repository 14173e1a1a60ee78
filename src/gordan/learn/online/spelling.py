"""Values as JSON spells them without loss: doubles in hexadecimal, and nothing that could run."""

from __future__ import annotations

from typing import Any

import numpy as np

from gordan.errors import InputError

__all__ = ["spelled", "unspelled"]


def spelled(value: Any) -> Any:
    """A value in JSON's terms.

    Examples
    --------
    >>> spelled([0.1, "a", 3])
    [{'double': '0x1.999999999999ap-4'}, 'a', 3]
    """
    if isinstance(value, np.ndarray):
        if value.dtype.kind == "i":
            return {"integers": value.tolist()}
        return {"doubles": " ".join(map(float.hex, value.ravel().tolist())), "shape": list(value.shape)}
    if isinstance(value, np.generic):
        value = value.item()
    if value is None or isinstance(value, bool | int | str):
        return value
    if isinstance(value, float):
        return {"double": value.hex()}
    if isinstance(value, list):
        return [spelled(each) for each in value]
    if isinstance(value, tuple):
        return {"tuple": [spelled(each) for each in value]}
    if isinstance(value, dict):
        return {"pairs": [[spelled(name), spelled(each)] for name, each in value.items()]}
    raise InputError(
        f"{value!r} is a {type(value).__name__}, which a saved learner cannot hold; use text and numbers as labels, "
        "names and parameters, or pickle the learner"
    )


def unspelled(value: Any) -> Any:
    """What `spelled` was given.

    Examples
    --------
    >>> unspelled(spelled({"a": 0.1, (2, "b"): None}))
    {'a': 0.1, (2, 'b'): None}
    """
    if isinstance(value, list):
        return [unspelled(each) for each in value]
    if not isinstance(value, dict):
        return value
    if "tuple" in value:
        return tuple(map(unspelled, value["tuple"]))
    if "double" in value:
        return float.fromhex(value["double"])
    if "integers" in value:
        return np.array(value["integers"], dtype=np.int64)
    if "doubles" in value:
        return np.array(list(map(float.fromhex, value["doubles"].split())), dtype=np.float64).reshape(value["shape"])
    return {unspelled(name): unspelled(each) for name, each in value["pairs"]}
