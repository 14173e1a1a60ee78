"""A learner as a file, from which it goes on to the last bit: versioned JSON with a digest, in which nothing can run.

The object has "gordan": "online learner", "format": 1, "kind": the class, "state" and "digest", the SHA-256 of the
state as it is spelt. Doubles are hexadecimal.
"""

from __future__ import annotations

import hashlib
import json
import os
from dataclasses import fields
from typing import Any, NoReturn, TypeVar

import numpy as np

from gordan.arithmetic.limit import current_limits, raise_limit, spell_size
from gordan.errors import InputError
from gordan.file.save import refuse_target
from gordan.file.save import save as put
from gordan.learn.online.columns import Columns
from gordan.learn.online.comparator import Comparator
from gordan.learn.online.learner import Learner
from gordan.learn.online.named import Named
from gordan.learn.online.shape import Shape
from gordan.learn.online.supports import Supports

__all__ = ["load", "save"]

MARK, FORMAT = "online learner", 1
FORMS = {"named": Named, "columns": Columns, "supports": Supports}
APART = ("run", "kernel", "shape", "room")  # held by the learner, made from its options or anew, or written apart

L = TypeVar("L", bound=Learner)


def save(learner: Learner, path: str | os.PathLike[str], *, overwrite: bool) -> None:
    """Write the learner to a file that is there whole or not at all."""
    path = _place(path)
    refuse_target(path, overwrite=overwrite, what="learner")
    state = spelled(_state(learner))
    content = {
        "gordan": MARK,
        "format": FORMAT,
        "kind": type(learner).__name__,
        "digest": _digest(state),
        "state": state,
    }
    # Escaped beyond ASCII: a name may hold half a surrogate pair, which no encoding takes as it is.
    put(path, (json.dumps(content) + "\n").encode(), overwrite=overwrite, what="learner")


def load(cls: type[L], path: str | os.PathLike[str]) -> L:
    """The learner in a file."""
    path = _place(path)
    try:
        with open(path, "rb") as file:
            raw = file.read((most := current_limits().certificate) + 1)
        if len(raw) > most:
            more = raise_limit("certificate", max(os.path.getsize(path), len(raw)))
            _refuse(path, f"is larger than {spell_size(most)}; if it is a learner, {more}")
        content = json.loads(raw.decode("utf-8"))
    except OSError as error:
        raise InputError(
            f"{path!r} cannot be read ({error.strerror}); name the file that a learner was saved to"
        ) from None
    except (ValueError, RecursionError):
        _refuse(path, "is cut short or no JSON")
    if not isinstance(content, dict) or content.get("gordan") != MARK:
        _refuse(path, "holds no online learner")
    if content.get("format") != FORMAT:
        _refuse(path, f"has the format {content.get('format')!r}, and this version reads {FORMAT}")
    if content.get("kind") != cls.__name__:
        _refuse(path, f"holds a learner of the kind {content.get('kind')!r}, not {cls.__name__}")
    if content.get("digest") != _digest(content.get("state")):
        _refuse(path, "was changed after it was written: its digest is another")
    try:
        return _restored(cls, unspelled(content["state"]))
    except (LookupError, TypeError, ValueError, AttributeError, OverflowError, RecursionError) as error:
        _refuse(path, f"is not as gordan writes it ({error!r})")


def _state(learner: Learner) -> dict[str, object]:
    weights, comparator, run = learner._weights, learner._comparator, learner._run
    form = next((name for name, kind in FORMS.items() if isinstance(weights, kind)), None)
    held = {} if form is None else {f.name: getattr(weights, f.name) for f in fields(weights) if f.name not in APART}
    if form == "columns":
        # Where a point has entries is a slice for dense rows: everywhere.
        held["ballots"] = [(None if isinstance(at, slice) else at, *rest) for at, *rest in weights.ballots]
    return {
        "options": learner.options(),
        "classes": learner.classes_,
        "run": {f.name: getattr(run, f.name) for f in fields(run) if f.name not in ("rule", "intercept")},
        "form": form,
        "weights": held,
        "shape": vars(weights.shape) if hasattr(weights, "shape") else None,
        "comparator": None if comparator is None else vars(comparator),
    }


def _restored(cls: type[L], state: dict[str, Any]) -> L:
    learner = cls(**state["options"])
    for label in state["classes"]:
        learner._labels = learner._labels.joined(label)
    vars(learner._run).update(state["run"])
    if state["form"] is not None:
        held = dict(state["weights"])
        if state["form"] == "columns":
            held["ballots"] = [(slice(None) if at is None else at, *rest) for at, *rest in held["ballots"]]
        elif state["form"] == "named":
            held["ballots"] = [tuple(ballot) for ballot in held["ballots"]]
        weights = learner._begun({} if state["form"] == "named" else [])
        vars(weights).update(held)
        if state["shape"] is not None:
            weights.shape = Shape(**{**state["shape"], "headings": tuple(state["shape"]["headings"])})
        learner._weights = weights
    if state["comparator"] is not None:
        learner._comparator = Comparator(**state["comparator"])
    return learner


def _place(path: str | os.PathLike[str]) -> str:
    try:
        return os.fsdecode(path)
    except TypeError:
        raise InputError(f"the path is {path!r}; give the name of a file as text or as a pathlib.Path") from None


def _digest(state: object) -> str:
    return hashlib.sha256(json.dumps(state, ensure_ascii=True).encode()).hexdigest()


def _refuse(path: str, what: str) -> NoReturn:
    raise InputError(f"{path!r} {what}; expected a learner as its save() writes it, so name that file or save anew")


def spelled(value: object) -> object:
    """A value in JSON's terms.

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


def unspelled(value: object) -> Any:
    """What `spelled` was given.

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
