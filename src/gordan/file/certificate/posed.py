"""What was asked, as a certificate tells it: the question, the hash of its numbers, the names, the file."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from gordan.file.certificate import number
from gordan.file.certificate.kernel import read_kernel_section
from gordan.file.certificate.section import Section
from gordan.outcome.certificate.points import Question, Source

__all__ = ["Posed", "read_names", "read_posed", "read_source", "refuse_folder"]

_TYPES = "one of text, whole, number and truth with its value"


class Posed(NamedTuple):
    """The section "problem"."""

    question: Question
    digest: str
    names: tuple[str, ...]


def read_posed(section: Section) -> Posed:
    """The question, refused where `Points` would refuse it whatever the numbers are."""
    question = Question(
        # The last three are read before this, by rules of their own.
        kind=section.text("kind", "points", "kernel", "gram", "split", "program", "conic"),
        n=section.count("n"),
        m=section.count("m"),
        intercept=section.take("intercept", bool),
        normalise=section.take("normalise", bool),
        numbers=section.text("numbers", "binary", "decimal"),
        width=section.count("width"),
        classes=_classes(section),
    )
    if question.width not in ((64,) if question.numbers == "binary" else (32, 64)):
        section.refuse("width", f"is {question.width}", "64, or 32 where decimals are those of single precision")
    if question.kind == "kernel":
        question = question._replace(kernel=read_kernel_section(section.section("kernel")))
    if question.kind == "gram" and (question.n, "binary") != (question.m, question.numbers):
        section.refuse("m", f"is {question.m} of {question.numbers} numbers", f"{question.n} of binary ones")
    if question.normalise and question.intercept and not question.implicit:
        section.refuse("normalise", "is true beside an intercept", "false there")
    if question.intercept and len(question.classes) == 1:
        section.refuse("classes", "has one member beside an intercept", "two there")
    posed = Posed(question, section.hash("digest"), read_names(section, question.m))
    section.end()
    return posed


def read_source(section: Section | None) -> Source | None:
    """The file by its bare name: where it lay is nobody's business."""
    if section is None:
        return None
    positive = section.take("positive", str, type(None))
    source = Source(section.text("file"), section.text("format"), section.text("label"), positive)
    refuse_folder(section, source.file)
    section.end()
    return source


def refuse_folder(section: Section, file: str) -> None:
    if not file or "/" in file:
        section.refuse("file", "has a folder or no letter", "a file's name without its folder")


def read_names(section: Section, m: int, *, fewer: bool = False) -> tuple[str, ...]:
    """The columns' names, or none; with `fewer` those of the first columns will do."""
    names = section.take("names", list)
    if len(names) > m if fewer else len(names) not in (0, m):
        section.refuse("names", f"has {len(names):,} members", f"at most {m:,}" if fewer else f"none or {m:,}")
    if any(type(name) is not str for name in names):
        section.refuse("names", "has a member that is no text", "text")
    return tuple(names)


def _classes(section: Section) -> tuple[Any, ...]:
    given = section.take("classes", list)
    if not 1 <= len(given) <= 2:
        section.refuse("classes", f"has {len(given):,} members", "one or two")
    classes = tuple(_label(section, f"classes[{k}]", each) for k, each in enumerate(given))
    if len(set(classes)) < len(classes):
        section.refuse("classes", "has the same member twice", "two that differ")
    return classes


def _label(section: Section, name: str, given: Any) -> Any:
    """One class, under the name of its type: the text "1" and the number 1 are different labels."""
    if type(given) is not dict or len(given) != 1:
        section.refuse(name, "is no object with one member", _TYPES)
    label = section.inside(name, given)
    readers: dict[str, Callable[[], Any]] = {
        "text": lambda: label.text("text"),
        "whole": lambda: label.number("whole", number.integer),
        "number": lambda: label.number("number", number.double),
        "truth": lambda: label.take("truth", bool),
    }
    (kind,) = given
    if kind not in readers:
        section.refuse(name, "is of an unknown type", _TYPES)
    return readers[kind]()
