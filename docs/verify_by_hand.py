"""Check a certificate of gordan's by hand: python verify_by_hand.py CERTIFICATE.json DATA

A certificate about the constraints of a CVXPY problem states them, and has no DATA.

This file needs Python and nothing else. It shares no code with gordan, so that a mistake in one is not a mistake in the
other. The rules are those of certificate-format.md; read that page beside this file. Everything is decided in integers
and fractions, or between two fractions where a number is irrational: no tolerance decides anything.

The exit code is 0 if the certificate proves its claim of the data, 1 if it does not, and 2 if one of the files cannot
be used, or is so large that checking it by hand would take too long (--limit 10 allows ten times as much).

The parts: reading JSON, files of data, exact arithmetic, one part for each kind of certificate, the command.
"""

import bz2
import csv
import gzip
import io
import json
import lzma
import re
import struct
import sys
import zipfile
import zlib
from fractions import Fraction
from hashlib import sha256
from itertools import pairwise
from math import ceil, copysign, floor, isfinite, isqrt, lcm, nextafter, prod, sqrt
from pathlib import Path
from types import SimpleNamespace


class Refused(Exception):
    """The certificate does not prove its claim; the words name the check that does not hold."""


class Unusable(Exception):
    """One of the files is not what it should be, or is too large."""


class Vague(Exception):
    """Two numbers were known too roughly to be compared."""


NAN, INFINITY = float("nan"), float("inf")
LARGEST_FILE = 256 << 20  # bytes, unpacked
WORK = 2 * 10**8  # multiplications of 64 bits: some minutes
LIMIT = SimpleNamespace(times=1.0)  # the option --limit
PAIR = SimpleNamespace(only=False)  # the option --pair: only the rows of the certificate's classes are the data


def check(name, holds):
    """Refuse the certificate unless the condition holds."""
    if not holds:
        raise Refused(name)


def need(holds, sentence):
    """Stop with a sentence about a file that cannot be used."""
    if not holds:
        raise Unusable(sentence)


def spend(what, products, bits):
    """Stop before any work that would take longer than the limit; long numbers are multiplied in bits^1.6."""
    cost = products * (1 + bits / 64) ** 1.6
    factor = max(2, int(2 * cost / WORK))
    need(
        cost <= WORK * LIMIT.times,
        f"{what} would take {products:,} products of {bits:,} bits; allow it: --limit {factor}",
    )


# ---------------------------------------------------------------------------------------------------------------------
# The text of the certificate: strict JSON, and every field once, of its type and in its only spelling.

COMMAS, BRACKETS = 1 << 23, 1 << 16
DIGITS, FRACTION_DIGITS, LABEL_DIGITS = 1 << 20, 10_000, 1000  # of an integer, each part of an offset, a class
READING = 2 * 10**12  # squares of the numbers of digits: Python reads long integers in that time


def read_json(raw):
    need(raw.count(b",") <= COMMAS and raw.count(b"[") + raw.count(b"{") <= BRACKETS, "certificate: too many members")
    try:
        text = raw.decode("utf-8")
        value = json.loads(
            text, object_pairs_hook=unrepeated, parse_int=short, parse_float=no_number, parse_constant=no_number
        )
    except (ValueError, RecursionError) as error:
        raise Unusable(f"certificate: no JSON of this format ({error})") from error
    need(type(value) is dict, "certificate: not an object")
    return value


def unrepeated(pairs):
    members = dict(pairs)
    need(len(members) == len(pairs), "certificate: a field is there twice")
    return members


def short(text):
    need(re.fullmatch(r"0|-?[1-9][0-9]{0,15}", text, re.ASCII), f"certificate: the number {text[:40]} is too long")
    return int(text)


def no_number(text):
    raise Unusable(f"certificate: {text[:40]} is no whole number")


class Fields:
    """The members of one object of the certificate; each is taken once, and `end` sees that none is left."""

    def __init__(self, members, path=""):
        self.members, self.path = dict(members), path

    def need(self, name, holds, expected):
        need(holds, f"certificate: {self.path}{name} is not {expected}")

    def take(self, name, *types):
        self.need(name, name in self.members, "there")
        value = self.members.pop(name)
        self.need(name, type(value) in types, " or ".join(each.__name__ for each in types))
        return value

    def text(self, name, *choices):
        value = self.take(name, str)
        self.need(name, not choices or value in choices, " or ".join(choices))
        return value

    def hash(self, name):
        value = self.take(name, str)
        self.need(name, re.fullmatch(r"[0-9a-f]{64}", value, re.ASCII), "a SHA-256 in hexadecimal")
        return value

    def count(self, name, least=1):
        value = self.take(name, int)
        self.need(name, value >= least, f"{least} or more")
        return value

    def listed(self, name, length=None):
        values = self.take(name, list)
        self.need(name, length is None or len(values) == length, f"a list of {length}")
        return values

    def texts(self, name, length=None, choices=None):
        values = self.listed(name, length)
        sound = all(type(v) is str and (choices is None or v in choices) for v in values)
        self.need(name, sound, "a list of " + ("texts" if choices is None else " or ".join(choices)))
        return values

    def counts(self, name, length, least=1):
        values = self.listed(name, length)
        self.need(name, all(type(v) is int and v >= least for v in values), f"a list of numbers from {least}")
        return values

    def rising(self, name, below, *, least=0, empty=False, length=None):
        values = self.listed(name, length)
        self.need(name, values or empty or length is not None, "a list with members")
        sound = all(type(v) is int for v in values) and all(u < v for u, v in zip([least - 1, *values], values))
        self.need(name, sound and (not values or values[-1] < below), f"rising whole numbers below {below}")
        return values

    def spelt(self, name, read, length=None):
        """A list of numbers that are spelt as text."""
        values = self.listed(name, length)
        return [self.number(f"{name}[{k}]", read, value) for k, value in enumerate(values)]

    def number(self, name, read, value=None):
        value = self.take(name, str) if value is None else value
        self.need(name, type(value) is str, "a number spelt as text")
        try:
            return read(value)
        except ValueError as error:
            raise Unusable(f"certificate: {self.path}{name} is not {error}") from error

    def number_or_none(self, name, read):
        value = self.take(name, str, type(None))
        return None if value is None else self.number(name, read, value)

    def inside(self, name):
        return Fields(self.take(name, dict), f"{self.path}{name}.")

    def inside_or_none(self, name):
        value = self.take(name, dict, type(None))
        return None if value is None else Fields(value, f"{self.path}{name}.")

    def inside_if(self, name, needed):
        """An object that is there just where something rests on it, and null elsewhere."""
        value = self.inside_or_none(name)
        self.need(name, (value is not None) == needed, "given" if needed else "null, where nothing rests on it")
        return value

    def several(self, name):
        values = self.listed(name)
        self.need(name, all(type(v) is dict for v in values), "a list of objects")
        return [Fields(v, f"{self.path}{name}[{k}].") for k, v in enumerate(values)]

    def end(self):
        need(not self.members, f"certificate: the field {self.path}{next(iter(self.members), '')} is not known")


def double(text):
    """A double in C99 hexadecimal, exactly as float.hex() writes it; zero has no sign."""
    try:
        value = float.fromhex(text) if len(text) <= 24 else NAN
    except (ValueError, OverflowError):
        value = NAN
    if not isfinite(value) or value.hex() != text or text == "-0x0.0p+0":
        raise ValueError("a double in hexadecimal, as float.hex() writes it")
    return value


def integer(text, digits=DIGITS):
    if len(text) > digits or not re.fullmatch(r"0|-?[1-9][0-9]*", text, re.ASCII):
        raise ValueError(f"an integer of at most {digits:,} digits, without zeros that could be left out")
    return int(text)


def class_integer(text):
    return integer(text, LABEL_DIGITS)


def positive_integer(text):
    value = integer(text)
    if value <= 0:
        raise ValueError("an integer above 0")
    return value


def offset(text):
    """A double, or a fraction p/q in lowest terms."""
    if "/" not in text:
        return Fraction(double(text))
    above, below = text.split("/", 1)
    return lowest_terms(integer(above, FRACTION_DIGITS), integer(below, FRACTION_DIGITS), least=1)


def fraction(text):
    """An integer, or a fraction p/q in lowest terms with q > 1."""
    if "/" not in text:
        return Fraction(integer(text))
    above, below = text.split("/", 1)
    return lowest_terms(integer(above), integer(below), least=2)


def lowest_terms(p, q, least):
    if q < least or Fraction(p, q).denominator != q:
        raise ValueError(f"a fraction in lowest terms with a denominator from {least}")
    return Fraction(p, q)


def lengths_of_integers(value):
    """The squares of the lengths of all long texts, added up: before any is read."""
    if type(value) is str:
        return len(value) ** 2 if len(value) > 1000 else 0
    members = value.values() if type(value) is dict else value if type(value) is list else ()
    return sum(map(lengths_of_integers, members))


# ---------------------------------------------------------------------------------------------------------------------
# Files of data. Whatever they hold is hashed and compared with the certificate: a file that is read in another way than
# it was meant has another hash.


def file_bytes(path):
    """The bytes of a file, unpacked if it is packed, and never more than LARGEST_FILE of them."""
    most = int(LARGEST_FILE * max(LIMIT.times, 1.0))
    packed = {".gz": gzip.open, ".xz": lzma.open, ".bz2": bz2.open}.get(Path(path).suffix.lower(), open)
    try:
        with packed(path, "rb") as file:
            raw = file.read(most + 1)
    except (OSError, EOFError, ValueError, lzma.LZMAError, zlib.error) as error:
        raise Unusable(f"{path} cannot be read ({error})") from error
    need(len(raw) <= most, f"{path} has more than {most:,} bytes; allow it with --limit")
    return raw


def suffix_of(path):
    suffixes = [each.lower() for each in Path(path).suffixes]
    if suffixes and suffixes[-1] in (".gz", ".xz", ".bz2"):
        suffixes.pop()
    return suffixes[-1] if suffixes else ""


def text_lines(path):
    """The lines of a text in UTF-8."""
    try:
        return list(io.StringIO(file_bytes(path).decode("utf-8-sig"), newline=None))
    except UnicodeDecodeError as error:
        raise Unusable(f"{path} is no text in UTF-8; save it as such") from error


HEADER = re.compile(
    r"\{'descr': '([<>|=])([fiubUS])([0-9]{1,6})', 'fortran_order': (True|False), 'shape': \(([0-9, ]*)\),? ?\} *\n?"
)
SIZES = {"f": {2: "e", 4: "f", 8: "d"}, "b": {1: "?"}}
SIZES |= {"i": {1: "b", 2: "h", 4: "i", 8: "q"}, "u": {1: "B", 2: "H", 4: "I", 8: "Q"}}


def read_npy(raw, name):
    """One array of NumPy's: its shape, its type ("f4", "i8", "U", …), and its numbers or texts row by row."""
    need(raw[:6] == b"\x93NUMPY" and raw[6:7] in (b"\1", b"\2", b"\3"), f"{name} is no array of NumPy's")
    width = 2 if raw[6] == 1 else 4
    start = 8 + width + int.from_bytes(raw[8 : 8 + width], "little")
    head = HEADER.fullmatch(raw[8 + width : start].decode("latin-1"))
    need(head, f"{name} is an array of a type that is not read here")
    order, kind, size, by_columns, shape = head.groups()
    size, shape = int(size), tuple(int(v) for v in shape.replace(" ", "").split(",") if v)
    total = prod(shape)
    body = raw[start:]
    if kind in "US":
        step = 4 * size if kind == "U" else size
        need(len(body) == total * step, f"{name} is cut short")
        coding = ("utf-32-be" if order == ">" else "utf-32-le") if kind == "U" else "latin-1"
        values = [body[k * step : (k + 1) * step].decode(coding, "surrogatepass").rstrip("\0") for k in range(total)]
    else:
        need(size in SIZES[kind] and len(body) == total * size, f"{name} is cut short, or of an unusual width")
        values = list(struct.unpack(f"{'>' if order == '>' else '<'}{total}{SIZES[kind][size]}", body))
    if by_columns == "True" and len(shape) > 1:
        need(len(shape) == 2, f"{name} is stored by columns and has more than two dimensions; save a copy by rows")
        values = [values[j * shape[0] + i] for i in range(shape[0]) for j in range(shape[1])]
    return SimpleNamespace(shape=shape, kind=kind, size=size, values=values)


def read_npz(path):
    """The arrays of an archive by their names; bounded before anything is unpacked."""
    try:
        with zipfile.ZipFile(io.BytesIO(file_bytes(path))) as archive:
            infos = archive.infolist()
            need(sum(i.file_size for i in infos) <= LARGEST_FILE * max(LIMIT.times, 1.0), f"{path} unpacks to too much")
            need(len({i.filename for i in infos}) == len(infos), f"{path} has two members of one name")
            arrays = {}
            for info in infos:
                with archive.open(info) as member:
                    raw = member.read(info.file_size + 1)
                arrays[info.filename.removesuffix(".npy")] = read_npy(raw, f"{path}: {info.filename}")
            return arrays
    except (OSError, EOFError, ValueError, NotImplementedError, zipfile.BadZipFile, zlib.error) as error:
        raise Unusable(f"{path} is no archive that can be read ({error})") from error


def matrix_rows(array, name):
    """A matrix of numbers as one dictionary of entries that are not 0 for each row."""
    need(len(array.shape) == 2, f"{name} has {len(array.shape)} dimensions; expected rows and columns")
    need(array.kind in "fiub", f"{name} holds no numbers")
    sound = all(isfinite(v) if array.kind == "f" else abs(v) < 2**53 for v in array.values)
    need(sound, f"{name} has numbers that no double holds")
    m = array.shape[1]
    parts = (array.values[i * m : (i + 1) * m] for i in range(array.shape[0]))
    return [{j: float(v) for j, v in enumerate(part) if v} for part in parts]


def number_or_none(cell, comma=False):
    """A finite double, or None; Python's underscores are no part of numbers."""
    if comma and cell.count(",") == 1 and "." not in cell:
        cell = cell.replace(",", ".")
    try:
        value = float(cell) if "_" not in cell else None
    except ValueError:
        return None
    return value if value is None or isfinite(value) else None


def typed_labels(cells):
    """Labels of a text: numbers if all of them are, and else text."""
    numbers = {cell: number_or_none(cell) for cell in set(cells)}
    need("" not in numbers, "data: a label is missing")
    if all(v is not None and abs(v) < 2**53 for v in numbers.values()):
        return [Fraction(numbers[cell]) for cell in cells]
    return cells


def records(lines):
    """The delimiter of a table, and the cells of its lines; blank lines and those that begin with # are left out."""
    lines = [line for line in lines if line.strip() and not line.startswith("#")]
    need(lines, "data: the table is empty")

    def split(some, mark):
        some = (line.expandtabs(1).strip() for line in some) if mark == " " else some
        try:
            return [row for row in csv.reader(some, delimiter=mark, skipinitialspace=True, strict=True) if row]
        except csv.Error as error:
            raise Unusable(f"data: the cells of the table cannot be read ({error})") from error

    def share(mark):
        cells = [cell for line in lines[:20] for cell in next(csv.reader([line], delimiter=mark), [])]
        return sum(number_or_none(cell, mark == ";") is not None for cell in cells) / max(len(cells), 1)

    able = [mark for mark in (";", "\t", "|", ",", " ") if mark in lines[0].strip()]
    delimiter = max(able, key=share, default=",")
    return delimiter, split(lines, delimiter)


def place_of_label(first, label, comma):
    """The column of the labels, by its name or its number from 1, and whether the first line has names."""
    cells = [cell.strip() for cell in first]
    words = {j for j, cell in enumerate(cells) if cell and number_or_none(cell, comma) is None}
    if label is None:
        return len(cells) - 1, bool(words - {len(cells) - 1})
    place = int(label) - 1 if re.fullmatch(r"[0-9]{1,9}", label, re.ASCII) else -1
    counted = 0 <= place < len(cells)
    if counted and not words - {place}:
        return place, False
    if label in cells:
        return cells.index(label), True
    need(counted, f"data: there is no column {label!r}")
    return place, True


def read_delimited(path, label, wanted=()):
    """Rows, labels and the names of the columns of a table, CSV or a relative.

    Where it has columns of all the `wanted` names, and none of these is a number, others are left out.
    """
    delimiter, lines = records(text_lines(path))
    comma = delimiter == ";"
    column, named = place_of_label(lines[0], label, comma)
    width = len(lines[0])
    need(all(len(cells) == width for cells in lines), "data: lines have different numbers of cells")
    rows, labels = [], []
    names = [cell.strip() for cell in lines[0]] if named else [""] * width
    taken = [j for j in range(width) if j != column]
    if wanted and set(wanted) <= set(names) and not any(re.fullmatch("[0-9]+", v, re.ASCII) for v in wanted):
        taken = [j for j in taken if names[j] in wanted]
    for cells in lines[named:]:
        labels.append(cells[column].strip())
        values = [number_or_none(cells[j], comma) for j in taken]
        need(None not in values, f"data: row {len(rows)} has a cell that is no finite number")
        rows.append({j: v for j, v in enumerate(values) if v})
    return rows, typed_labels(labels), len(taken), [names[j] for j in taken]


def read_svmlight(path):
    """Rows and labels of lines such as `+1 1:0.5 3:2 # comment`."""
    rows, labels = [], []
    for line in text_lines(path):
        words = line.partition("#")[0].split()
        if not words:
            continue
        pairs = [word.split(":") for word in words[1:] if not word.startswith("qid:")]
        sound = all(len(pair) == 2 and re.fullmatch("[0-9]{1,10}", pair[0], re.ASCII) for pair in pairs)
        values = [number_or_none(pair[-1]) for pair in pairs]
        need(sound and None not in values, f"data: {line[:40]!r} is no line of svmlight")
        rows.append({int(pair[0]): v for pair, v in zip(pairs, values)})
        need(len(rows[-1]) == len(pairs), f"data: {line[:40]!r} has an index twice")
        labels.append(words[0])
    need(any(rows), "data: there are no features")
    first = 0 if any(0 in row for row in rows) else 1
    m = max(j for row in rows for j in row) + 1 - first
    return [{j - first: v for j, v in sorted(row.items()) if v} for row in rows], typed_labels(labels), m, []


def array_labels(array):
    need(array.kind in "fiubUS" and len(array.values) == prod(array.shape), "data: the labels are no list")
    if array.kind in "US":
        return array.values
    need(all(isfinite(v) for v in array.values), "data: a label is no number")
    return [Fraction(v) for v in array.values]


def read_table(path, source, label, names=()):
    """Rows, labels, the number of columns and their names, from whichever format the file has."""
    suffix = suffix_of(path)
    label = label if label is not None else source.label if source else None
    if suffix == ".npz":
        arrays = read_npz(path)
        name = label if label in arrays else "y"
        need("X" in arrays and name in arrays, f"{path} has no arrays X and {label or 'y'}")
        rows = matrix_rows(arrays["X"], "X")
        return rows, array_labels(arrays[name]), arrays["X"].shape[1], []
    if suffix in (".svm", ".svmlight", ".libsvm") or (source and source.format == "svmlight"):
        return read_svmlight(path)
    return read_delimited(path, label, names)


def digest(words, rows, marks=None):
    """The hash of the data: of every 4,096 rows their marks and records, and then of all these hashes."""
    return sha256(words.encode() + b"".join(block_hashes(rows, marks))).hexdigest()


def block_hashes(rows, marks=None, own=None):
    """The hash of every 4,096 rows; where `own` has numbers of some of them, of those blocks and rows alone."""
    blocks = {}
    for i in range(len(rows)) if own is None else own:
        blocks.setdefault(i // 4096, []).append(i)
    hashes = []
    for numbers in blocks.values():
        taken = [marks[i] for i in numbers] if marks is not None else []
        block = sha256(b"".join(mark if type(mark) is bytes else bytes([mark]) for mark in taken))
        for i in numbers:
            block.update(b"".join(struct.pack("<qqd", i, j, v) for j, v in sorted(rows[i].items()) if v))
        hashes.append(block.digest())
    return hashes


def check_hashes(claim, words, rows, marks, whole):
    """The hashes of all rows, of every 65,536 of them, and of the files that they come from."""
    hashes = block_hashes(rows, marks)
    for k, there in enumerate(claim.blocks or ()):
        here = sha256(b"".join(hashes[16 * k : 16 * k + 16])).hexdigest()
        check(f"rows {65536 * k} to {min(65536 * k + 65536, len(rows)) - 1} are the certificate's", here == there)
    files = claim.files or ()
    # Of a system the equalities are numbered after the inequalities of all files.
    parts = range(len(files[0].rows)) if files else ()
    at = [sum(sum(each.rows[:part]) for each in files) for part in parts]
    for each in files:
        own = [i for start, size in zip(at, each.rows) for i in range(start, start + size)]
        at = [start + size for start, size in zip(at, each.rows)]
        here = sha256(b"".join(block_hashes(rows, marks, own))).hexdigest()
        check(f"rows of {each.name} are the certificate's", here == each.hash)
    check("data are the certificate's", sha256(words.encode() + b"".join(hashes)).hexdigest() == whole)


# ---------------------------------------------------------------------------------------------------------------------
# Exact arithmetic.


def meant(value, numbers, width=64):
    """The number that a double stands for: itself, or the shortest decimal that reads back as it."""
    if numbers == "binary":
        return Fraction(value)
    return Fraction(repr(value)) if width == 64 else shortest_single(value)


def shortest_single(value):
    """The shortest decimal that reads back as this number in single precision; of several the nearest."""
    if value == 0:
        return Fraction(0)
    size, bits = Fraction(abs(value)), struct.unpack("<I", struct.pack("<f", abs(value)))[0]
    need(Fraction(single(bits)) == size, "data: a number is not one of single precision")
    below = (size + (Fraction(single(bits - 1)) if bits else -size)) / 2
    above = (size + (Fraction(single(bits + 1)) if bits < 0x7F7FFFFF else 2**128)) / 2
    even = bits % 2 == 0  # a number in the middle of two is read as the even one
    for digits in range(1, 10):
        unit = Fraction(10) ** (len(str(int(size))) - digits if size >= 1 else -digits - leading_zeros(size))
        first = size // unit
        near = [
            k * unit for k in (first, first + 1) if below < k * unit < above or (even and k * unit in (below, above))
        ]
        if near:
            nearest = min(near, key=lambda v: abs(v - size))
            return nearest if value > 0 else -nearest
    raise Unusable("data: a number of single precision has no short decimal")


def single(bits):
    return struct.unpack("<f", struct.pack("<I", bits))[0]


def leading_zeros(size):
    """How many zeros follow the decimal point of a number below 1."""
    zeros = 0
    while size * 10 < 1:
        size, zeros = size * 10, zeros + 1
    return zeros


def whole(values):
    """A dictionary of fractions as integers over one denominator."""
    common = lcm(*(v.denominator for v in values.values()))
    return {j: v.numerator * (common // v.denominator) for j, v in values.items()}, common


def dot(u, v):
    """The product of two rows, which are dictionaries."""
    u, v = (u, v) if len(u) <= len(v) else (v, u)
    return sum(a * v[j] for j, a in u.items() if j in v)


def bits_of(values):
    return max((abs(v).bit_length() for v in values), default=0)


def signed_square(t):
    """t|t|, which rises with t: so roots are compared by squares."""
    return t * abs(t)


def solve(equations):
    """The solution of k equations in k unknowns (the last entry is the right side), or None if there is not just one.

    Elimination in integers: what is left is kept times the last pivot, a minor, so that no division leaves a remainder.
    """
    M, k, pivot = [list(row) for row in equations], len(equations), 1
    spend("the system of an enclosure", k**3, k * bits_of(v for row in M for v in row))
    for column in range(k):
        place = next((i for i in range(column, k) if M[i][column]), None)
        if place is None:
            return None
        M[column], M[place] = M[place], M[column]
        top = M[column]
        for i in range(k):
            if i != column:
                M[i] = [(top[column] * s - M[i][column] * t) // pivot for s, t in zip(M[i], top)]
        pivot = top[column]
    return [Fraction(row[-1], pivot) for row in M]


PRIMES = (2**127 - 1, 2**521 - 1)  # a rank may fall modulo a prime, never rise


def rank_is(rows, rank):
    """Whether rows (dictionaries of integers) are proved to have a rank as large as this, modulo a prime."""
    return any(rank_modulo(rows, prime) >= rank for prime in PRIMES)


def rank_modulo(rows, prime):
    """Elimination, each time with the shortest row that is left."""
    left = [{j: v % prime for j, v in row.items() if v % prime} for row in rows]
    spend("a rank", len(left) ** 2 * max((len(row) for row in left), default=0), prime.bit_length())
    rank = 0
    while left := [row for row in left if row]:
        place = min(range(len(left)), key=lambda i: len(left[i]))
        pivot = left.pop(place)
        column, inverse = next(iter(pivot)), pow(next(iter(pivot.values())), -1, prime)
        rank += 1
        for row in left:
            if factor := row.get(column, 0) * inverse % prime:
                for j, v in pivot.items():
                    row[j] = (row.get(j, 0) - factor * v) % prime
                    if not row[j]:
                        del row[j]
    return rank


class Interval:
    """All numbers from a·2^e to b·2^e. Results have `bits` bits, rounded outwards; e may be of any size."""

    def __init__(self, a, b, e, bits):
        extra = max(a.bit_length(), b.bit_length()) - bits
        if extra > 0:
            a, b, e = a >> extra, -(-b >> extra), e + extra
        self.a, self.b, self.e, self.bits = a, b, e, bits

    @classmethod
    def around(cls, value, bits):
        """The interval itself, or one that holds a fraction."""
        if isinstance(value, Interval):
            return value
        p, q = Fraction(value).as_integer_ratio()
        shift = bits + q.bit_length() - p.bit_length()
        p, q = (p << shift, q) if shift > 0 else (p, q << -shift)
        return cls(p // q, -(-p // q), -shift, bits)

    def ends(self, e):
        """Both ends in units of 2^e, rounded outwards."""
        shift = self.e - e
        return (self.a << shift, self.b << shift) if shift >= 0 else (self.a >> -shift, -(-self.b >> -shift))

    def __add__(self, other):
        other = Interval.around(other, self.bits)
        if 0 in (self.a or self.b, other.a or other.b):
            return other if not (self.a or self.b) else self
        top = max(v.e + max(v.a.bit_length(), v.b.bit_length()) for v in (self, other))
        e = max(min(self.e, other.e), top - 2 * self.bits)
        (a, b), (c, d) = self.ends(e), other.ends(e)
        return Interval(a + c, b + d, e, self.bits)

    def __mul__(self, other):
        other = Interval.around(other, self.bits)
        corners = [s * t for s in (self.a, self.b) for t in (other.a, other.b)]
        return Interval(min(corners), max(corners), self.e + other.e, self.bits)

    def __neg__(self):
        return Interval(-self.b, -self.a, self.e, self.bits)

    def __sub__(self, other):
        return self + -other

    def __rsub__(self, other):
        return -self + other

    def __truediv__(self, other):
        other = Interval.around(other, self.bits)
        if other.a <= 0:
            raise Vague
        unit = 1 << (2 * self.bits + other.b.bit_length())
        return self * Interval(unit // other.b, -(-unit // other.a), 1 - unit.bit_length() - other.e, self.bits)

    def __rtruediv__(self, other):
        return Interval.around(other, self.bits) / self

    __radd__, __rmul__ = __add__, __mul__


def sign(value):
    """-1, 0 or 1; Vague if an interval does not say."""
    if isinstance(value, Surd):
        return value.sign()
    if not isinstance(value, Interval):
        return (value > 0) - (value < 0)
    if value.a > 0 or value.b < 0 or value.a == value.b:
        return (value.a > 0) - (value.a < 0)
    raise Vague


def least(values):
    """The least of some numbers, fractions or intervals."""
    values = list(values)
    if not any(isinstance(v, Interval) for v in values):
        return min(values)
    bits = next(v.bits for v in values if isinstance(v, Interval))
    low = values[0] = Interval.around(values[0], bits)
    for value in values[1:]:
        value = Interval.around(value, bits)
        e = min(low.e, value.e)
        if max(low.e, value.e) - e > 4 * bits:  # far apart: the signs, or the larger exponent, tell
            low = low if not_above(low, value) else value
            continue
        (a, b), (c, d) = low.ends(e), value.ends(e)
        low = Interval(min(a, c), min(b, d), e, bits)
    return low


def not_above(u, v):
    return sign(v - u) >= 0


def root(value, bits):
    """The root of a number from 0: a fraction where it is one, else an interval."""
    if not isinstance(value, Interval):
        p, q = isqrt(value.numerator), isqrt(value.denominator)
        if p * p == value.numerator and q * q == value.denominator:
            return Fraction(p, q)
        value = Interval.around(value, 2 * bits)
    if value.a < 0:
        raise Vague
    e = value.e - 2 * bits - value.e % 2
    a, b = value.ends(e)
    return Interval(isqrt(a), isqrt(b - 1) + 1 if b else 0, e // 2, bits)


def roots(squares, bits):
    """√k for some fractions k > 0, in units of √q, and q.

    Where all quotients of the roots are fractions, these are; else they are intervals, and q is 1.
    """
    q = squares[0]
    quotients = [root(k / q, bits) for k in squares]
    if all(isinstance(each, Fraction) for each in quotients):
        return quotients, q
    return [root(k, bits) for k in squares], Fraction(1)


def decided(judge):
    """judge(bits) with more and more bits, until all is decided."""
    for bits in (128, 512, 2048, 8192):
        try:
            return judge(bits)
        except Vague:
            continue
    raise Refused("8,192 bits decide")


def exponential(q, bits):
    """e^−q for a fraction q from 0: the series of e^−t for t = q/2^k, between its partial sums, squared k times."""
    if q == 0:
        return Fraction(1)
    k = max(0, q.numerator.bit_length() - q.denominator.bit_length() + 8)
    fine = bits + k + 32  # every squaring doubles the relative width
    t = (q.numerator << fine) // (q.denominator << k)

    def series(t):
        total = term = 1 << fine
        i = 0
        while term:
            i += 1
            term = (term * t >> fine) // i
            total += -term if i % 2 else term
        return total, 4 * (i + 2)  # no term errs by more than 3 units, and what is left out is less

    (low, slack), (high, _) = series(t + 1), series(t)
    power = Interval(low - slack, high + slack, -fine, fine)
    for _ in range(k):
        power = power * power
    return Interval(power.a, power.b, power.e, bits)


class Surd:
    """a + b√2 with fractions a and b."""

    def __init__(self, a, b=0):
        self.a, self.b = Fraction(a), Fraction(b)

    @staticmethod
    def of(value):
        return value if isinstance(value, Surd) else Surd(value)

    def __add__(self, other):
        other = Surd.of(other)
        return Surd(self.a + other.a, self.b + other.b)

    def __mul__(self, other):
        other = Surd.of(other)
        return Surd(self.a * other.a + 2 * self.b * other.b, self.a * other.b + self.b * other.a)

    def __neg__(self):
        return Surd(-self.a, -self.b)

    def __sub__(self, other):
        return self + -Surd.of(other)

    def __rsub__(self, other):
        return -self + other

    def __truediv__(self, other):
        other = Surd.of(other)
        norm = other.a * other.a - 2 * other.b * other.b
        return self * Surd(other.a / norm, -other.b / norm)

    def sign(self):
        a, b = self.a, self.b
        if a * b >= 0:
            return (a + b > 0) - (a + b < 0)
        return ((a > 0) - (a < 0)) * (1 if a * a > 2 * b * b else -1)

    __radd__, __rmul__ = __add__, __mul__


def semidefinite(matrix, *, strictly=False):
    """Whether a symmetric matrix has no negative eigenvalue, or only positive ones: elimination with positive pivots.

    Where no positive diagonal entry is left, nothing but zeros may be left.
    """
    M, left = [list(row) for row in matrix], list(range(len(matrix)))
    while left:
        signs = [sign(M[i][i]) for i in left]
        if min(signs) < (1 if strictly else 0):
            return False
        if 1 not in signs:
            return not any(sign(M[i][j]) for i in left for j in left)
        pivot = left.pop(signs.index(1))
        for i in left:
            factor = M[i][pivot] / M[pivot][pivot]
            for j in left:
                M[i][j] = M[i][j] - factor * M[pivot][j]
    return True


# ---------------------------------------------------------------------------------------------------------------------
# Fields that several kinds have.


def read_bracket(top):
    inside = top.inside("bracket")
    bracket = SimpleNamespace(
        lower=inside.number_or_none("lower", double), upper=inside.number_or_none("upper", double)
    )
    inside.end()
    return bracket


def check_ends(bracket, alternative):
    """What no margin can make of the two ends, each of which may hold by itself."""
    lower, upper = bracket.lower, bracket.upper
    check("lower bound is not above the upper", None in (lower, upper) or lower <= upper)
    check("undecided, so no lower bound is positive", alternative != "undecided" or lower is None or lower <= 0)


def bare_name(fields, name):
    value = fields.take(name, str, type(None))
    fields.need(name, value is None or (value and "/" not in value), "a file's name without its folder")
    return value


# ---------------------------------------------------------------------------------------------------------------------
# The kinds "points", "positive", "kernel" and "gram": labelled points and a hyperplane.

CLASSES = ("text", "whole", "number", "truth")


def read_class(fields, kind):
    if kind == "text":
        return fields.text("text")
    if kind == "truth":
        return Fraction(fields.take("truth", bool))
    return Fraction(fields.number(kind, class_integer if kind == "whole" else double))


def read_classes(problem):
    """The one or two classes: texts, or numbers (also true and false) as fractions."""
    given = problem.listed("classes")
    problem.need("classes", 1 <= len(given) <= 2, "a list of one or two classes")
    classes = []
    for each in given:
        sound = type(each) is dict and len(each) == 1 and next(iter(each)) in CLASSES
        problem.need("classes", sound, "a list of objects with one type and its value each")
        classes.append(read_class(Fields(each, "problem.classes."), next(iter(each))))
    problem.need("classes", len(set(classes)) == len(classes), "a list of different classes")
    return classes


def read_question(problem):
    ask = SimpleNamespace(kind=problem.text("kind", "points", "positive", "kernel", "gram"))
    ask.coordinates = ask.kind in ("points", "positive")
    ask.n, ask.m = problem.count("n"), problem.count("m")
    ask.intercept, ask.normalise = problem.take("intercept", bool), problem.take("normalise", bool)
    ask.numbers, ask.width = problem.text("numbers", "binary", "decimal"), problem.count("width")
    ask.classes, ask.digest = read_classes(problem), problem.hash("digest")
    ask.names = problem.texts("names")
    problem.need("names", len(ask.names) in (0, ask.m), "empty, or a name for each column")
    problem.need("width", ask.width in ((64,) if ask.numbers == "binary" else (32, 64)), "64, or 32 of decimals")
    problem.need("classes", len(ask.classes) == 2 or not ask.intercept, "two classes beside an intercept")
    if ask.coordinates:
        problem.need("normalise", not (ask.normalise and ask.intercept), "false beside an intercept")
    if ask.kind == "gram":
        problem.need("m", ask.m == ask.n and ask.numbers == "binary", "n, of binary numbers")
    if ask.kind == "kernel":
        ask.kernel = read_kernel(problem.inside("kernel"))
    problem.end()
    return ask


def read_kernel(fields):
    kernel = SimpleNamespace(name=fields.text("name", "poly", "rbf", "laplacian"))
    kernel.gamma = Fraction(fields.number("gamma", double))
    fields.need("gamma", kernel.gamma > 0, "above 0")
    if kernel.name == "poly":
        kernel.degree, kernel.coef0 = fields.count("degree"), Fraction(fields.number("coef0", double))
        fields.need("coef0", kernel.coef0 >= 0, "0 or more")
    fields.end()
    return kernel


def read_source(fields):
    if fields is None:
        return None
    source = SimpleNamespace(file=fields.text("file"), format=fields.text("format"), label=fields.text("label"))
    source.positive = fields.take("positive", str, type(None))
    fields.need("file", source.file and "/" not in source.file, "a file's name without its folder")
    fields.end()
    return source


PROOFS = {
    "points": {"separable": ("separator",), "inseparable": ("cancellation", "enclosure")},
    "positive": {"separable": ("separator",), "inseparable": ("domination",)},
    "kernel": {"separable": ("kernel separator",), "inseparable": ("cancellation",)},
}


def read_hyperplane(fields, ask, *, proof=False):
    """A hyperplane by its coordinates, or in the space of a kernel by coefficients of rows."""
    if fields is None:
        return None
    plane = SimpleNamespace(offset=None)
    if ask.coordinates:
        plane.direction, plane.centre = fields.spelt("direction", double, ask.m), fields.spelt("centre", double, ask.m)
    else:
        plane.rows = fields.rising("rows", ask.n)
        plane.coefficients = fields.spelt("coefficients", double, len(plane.rows))
    if proof or not ask.coordinates:
        plane.offset = fields.number("offset", offset)
    if not proof:
        fields.end()
    return plane


def read_weighted(fields, kind, support, below):
    """Integers that cancel, or a box around weights that do, on a support."""
    proof = SimpleNamespace(kind=kind, rows=fields.rising(support, below))
    if kind in ("cancellation", "domination"):
        proof.integers = fields.spelt("integers", positive_integer, len(proof.rows))
    else:
        proof.centre = fields.spelt("centre", double, len(proof.rows))
        proof.radius = fields.spelt("radius", double, len(proof.rows))
    return proof


def read_integer_plane(fields, m):
    """A hyperplane in integers, whose offset is a fraction."""
    direction = fields.spelt("integers", integer, m)
    return SimpleNamespace(direction=direction, centre=[0] * m, offset=fields.number("offset", fraction))


def read_proof(fields, ask, alternative, version):
    if fields is None:
        return None
    name, since = ("integer separator", 5) if ask.coordinates else ("integer kernel separator", 8)
    whole = (name,) if alternative == "separable" and version >= since else ()
    kind = fields.text("kind", *PROOFS[ask.kind if ask.coordinates else "kernel"][alternative], *whole)
    if kind == "integer separator":
        proof = read_integer_plane(fields, ask.m)
    elif kind == "integer kernel separator":
        proof = SimpleNamespace(rows=fields.rising("rows", ask.n))
        proof.coefficients = fields.spelt("integers", integer, len(proof.rows))
        proof.offset = fields.number("offset", fraction)
    elif alternative == "separable":
        proof = read_hyperplane(fields, ask, proof=True)
    else:
        proof = read_weighted(fields, kind, "rows", ask.n)
    proof.kind = kind
    fields.end()
    return proof


def read_weights(fields, support, below):
    if fields is None:
        return None
    weights = SimpleNamespace(rows=fields.rising(support, below))
    weights.values = fields.spelt("values", double, len(weights.rows))
    fields.end()
    return weights


def read_inner_ball(top, ask, alternative):
    """A ball inside the hull: its radius, and two points of the hull for each dimension, each by rows and integers."""
    fields = top.inside_or_none("ball")
    top.need("ball", fields is None or alternative == "inseparable", "null, where nothing rests on it")
    if fields is None:
        return None
    ball = SimpleNamespace(radius=Fraction(fields.number("radius", double)), pairs=[])
    fields.need("radius", ball.radius > 0, "above 0")
    for k, pair in enumerate(fields.listed("pairs", ask.m)):
        sound = type(pair) is list and len(pair) == 2 and all(type(end) is dict for end in pair)
        fields.need(f"pairs[{k}]", sound, "a list of two objects")
        ends = [Fields(end, f"ball.pairs[{k}][{i}].") for i, end in enumerate(pair)]
        ball.pairs.append([read_weighted(end, "cancellation", "rows", ask.n) for end in ends])
        for end in ends:
            end.end()
    fields.end()
    return ball


def read_blocks(top, n):
    """The hashes of every 65,536 rows, or nothing."""
    if top.members.get("blocks") is None:
        return top.take("blocks", type(None))
    hashes = top.texts("blocks", -(-n // 65536))
    top.need("blocks", all(re.fullmatch("[0-9a-f]{64}", v, re.ASCII) for v in hashes), "a list of SHA-256")
    return hashes


def read_files(top, *sizes):
    """The files that the rows come from, whose rows are as many as there are; or nothing."""
    if top.members.get("files") is None:
        return top.take("files", type(None))
    files = []
    for each in top.several("files"):
        name = each.text("file")
        each.need("file", name and name[0] != "/" and ".." not in name.split("/"), "a path within its folder")
        files.append(SimpleNamespace(name=name, rows=each.counts("rows", len(sizes), 0), hash=each.hash("hash")))
        each.end()
    sums = [sum(each.rows[k] for each in files) for k in range(len(sizes))]
    top.need("files", files and sums == list(sizes), "a list of files with all rows")
    return files


def read_points_claim(top):
    """Every field of a certificate about points, held to the format."""
    ask, source = read_question(top.inside("problem")), read_source(top.inside_or_none("source"))
    alternative = top.text("alternative", "separable", "inseparable", "undecided")
    claim = SimpleNamespace(ask=ask, source=source, alternative=alternative)
    claim.arithmetic, claim.bracket = top.text("arithmetic", "rounded", "exact"), read_bracket(top)
    claim.proof = read_proof(top.inside_if("proof", alternative != "undecided"), ask, alternative, top.version)
    below = alternative != "separable" and claim.bracket.lower is not None
    claim.hyperplane = read_hyperplane(top.inside_if("hyperplane", below), ask)
    above = alternative != "inseparable" and claim.bracket.upper is not None
    claim.weights = read_weights(top.inside_if("weights", above), "rows", ask.n)
    claim.ball = read_inner_ball(top, ask, alternative) if top.version > 2 and ask.kind == "points" else None
    claim.blocks = read_blocks(top, ask.n) if top.version > 3 and ask.kind == "points" else None
    claim.files = read_files(top, ask.n) if top.version > 5 and ask.kind == "points" else None
    support = claim.proof.rows if alternative == "inseparable" else claim.weights.rows if claim.weights else []
    if top.members.get("lines") is None:
        top.take("lines", type(None))
    else:
        top.need("lines", source is not None, "null without a source")
        top.rising("lines", 10**15, least=1, length=len(support))
    return claim


def signs_of(labels, ask, source):
    """+1 for the rows of the positive class, the last one, and −1 for others."""
    if source is not None and source.positive is not None:
        plain = [str(v) if isinstance(v, str) else v for v in labels]
        value = number_or_none(source.positive)
        chosen = source.positive if any(isinstance(v, str) for v in plain) or value is None else Fraction(value)
        labels = [source.positive if v == chosen else f"not {source.positive}" for v in plain]
    check("classes are the labels of the data", set(labels) == set(ask.classes) and len(ask.classes) <= 2)
    if len(ask.classes) == 2:
        one_type = isinstance(ask.classes[0], str) == isinstance(ask.classes[1], str)
        check("classes are sorted", one_type and ask.classes[0] < ask.classes[1])
    return [1 if v == ask.classes[-1] else -1 for v in labels]


def judge_points(claim, path, label):
    """A certificate of one of these kinds, held against a file."""
    ask = claim.ask
    if ask.kind == "gram":
        arrays = read_npz(path)
        need("K" in arrays and "y" in arrays, f"{path} has no arrays K and y: the matrix of products, and the labels")
        rows, labels, m, names = matrix_rows(arrays["K"], "K"), array_labels(arrays["y"]), arrays["K"].shape[1], []
    else:
        rows, labels, m, names = read_table(path, claim.source, label, ask.names)
    need(len(rows) == len(labels), "data: there is not one label for each row")
    others = ""
    if PAIR.only and (claim.source is None or claim.source.positive is None):
        # Whether these are the rows that are meant, their hash says.
        kept = [i for i, v in enumerate(labels) if v in ask.classes]
        if len(kept) < len(rows):
            others = f"; {len(rows) - len(kept)} rows of other classes were left out"
        rows, labels = [rows[i] for i in kept], [labels[i] for i in kept]
    if claim.blocks is not None and claim.alternative == "inseparable":
        rows, labels = rows[: ask.n], labels[: ask.n]  # the claim is about these, and more rows make none separable
    check("sizes are the certificate's", (len(rows), m) == (ask.n, ask.m))
    # A column without a name is called by its number, which is no name.
    pairs = [pair for pair in zip(names, ask.names) if not any(re.fullmatch("[0-9]*", v, re.ASCII) for v in pair)]
    check("columns are the certificate's", all(here == there for here, there in pairs))
    y = signs_of(labels, ask, claim.source)
    if ask.width == 32:
        rows = [{j: struct.unpack("<f", struct.pack("<f", v))[0] for j, v in row.items()} for row in rows]
    words = f"gordan {'gram' if ask.kind == 'gram' else 'points'} {len(rows)} {m}"
    check_hashes(claim, words, rows, [s > 0 for s in y], ask.digest)
    spend("the fractions of the data", sum(map(len, rows)) * 10, 64)
    x = [{j: meant(v, ask.numbers, ask.width) for j, v in row.items()} for row in rows]
    if ask.kind == "points":
        judge_coordinates(claim, Points(x, y, ask.intercept, ask.normalise))
    elif ask.kind == "positive":
        judge_positive(claim, Points(x, y, ask.intercept, ask.normalise), m)
    else:
        judge_images(claim, x, y)
    check_ends(claim.bracket, claim.alternative)
    sign = " for w >= 0" if ask.kind == "positive" else ""
    space = f"{m} dimensions" if ask.coordinates else "a kernel's space"
    return f"{claim.alternative}{sign}, {ask.n} points in {space}{others}"


class Points:
    """Exact rows, each as integers over a denominator of its own, with their signs."""

    def __init__(self, x, y, intercept, normalise):
        self.rows, self.y, self.intercept, self.normalise = [whole(row) for row in x], y, intercept, normalise
        self.entries = sum(map(len, x))
        self.bits = max((max(bits_of(row.values()), d.bit_length()) for row, d in self.rows), default=0)
        if normalise:
            need(all(row for row, _ in self.rows), "data: a row of zeros has no direction, and cannot have length 1")

    def products(self, w):
        """w·x_j for every row."""
        W, d = whole({k: Fraction(v) for k, v in enumerate(w) if v})
        spend("the products of the rows", self.entries, self.bits + bits_of(W.values()))
        return [Fraction(dot(row, W), e * d) for row, e in self.rows]

    def square(self, j):
        row, d = self.rows[j]
        return Fraction(sum(v * v for v in row.values()), d * d)

    def greatest(self, j):
        row, d = self.rows[j]
        return Fraction(max(map(abs, row.values())), d)

    def signed(self, support):
        """The signed rows of a support in integers over one denominator; with an intercept a last entry 1 is added."""
        common = lcm(*(self.rows[j][1] for j in support))
        spend("the rows of the support", sum(len(self.rows[j][0]) for j in support), self.bits + common.bit_length())
        signed = [
            {k: self.y[j] * v * (common // d) for k, v in row.items()} for j in support for row, d in [self.rows[j]]
        ]
        for row, j in zip(signed, support):
            if self.intercept:
                row["intercept"] = self.y[j] * common
        return signed, common


def judge_coordinates(claim, points):
    """The alternative and both bounds, for points by their coordinates."""
    proof, bracket = claim.proof, claim.bracket
    if claim.alternative == "separable":
        b = proof.offset - sum(Fraction(u) * Fraction(v) for u, v in zip(proof.direction, proof.centre))
        check("direction is not zero", any(proof.direction))
        sides = zip(points.products(proof.direction), points.y)
        check("every point on its side", all(s * (z + b) > 0 for z, s in sides))
        check("no offset", points.intercept or not (proof.offset or any(proof.centre)))
    elif claim.alternative == "inseparable":
        check("exact, so the proof is in integers", claim.arithmetic == "rounded" or proof.kind == "cancellation")
        check_weighted(proof, points)
        if claim.ball is not None:
            check_inner_ball(points, claim.ball, bracket.upper)
        else:
            check("upper bound of the margin", bracket.upper is None or bracket.upper >= 0)
    if bracket.lower is not None:
        plane = proof if claim.alternative == "separable" else claim.hyperplane
        check("no offset", points.intercept or not any(plane.centre))
        check_lower(points, plane.direction, bracket.lower)
    if claim.weights is not None:
        check_upper(points, claim.weights, bracket.upper)


def weighted_sum(points, signed, weights):
    """Σ X_j y_j x_j by column, for integers X_j and signed rows in integers."""
    spend("the weighted sum", sum(map(len, signed)), bits_of(weights) + points.bits)
    sums = {}
    for row, weight in zip(signed, weights):
        for k, v in row.items():
            sums[k] = sums.get(k, 0) + weight * v
    return sums


def check_weighted(proof, points):
    """Σ X_j y_j x_j = 0 for integers X_j > 0, or for weights that a box is proved to hold."""
    signed, _ = points.signed(proof.rows)
    if proof.kind == "cancellation":
        sums = weighted_sum(points, signed, proof.integers)
        labels = sums.pop("intercept", 0)
        check("weighted rows cancel", not any(sums.values()))
        check("weighted labels cancel", not labels)
        return
    boxes = list(zip(map(Fraction, proof.centre), map(Fraction, proof.radius)))
    check("enclosed weights are positive", all(0 < r < c for c, r in boxes))
    columns = sorted({k for row in signed for k in row}, key=str)
    check("system is square", len(columns) + 1 == len(signed))
    equations = [[row.get(k, 0) for row in signed] + [0] for k in columns]
    v = solve([*equations, [1] * len(signed) + [1]])
    check("system has one solution", v is not None)
    check("weights are enclosed", all(abs(value - c) <= r for value, (c, r) in zip(v, boxes)))


def check_lower(points, w, lower):
    """The margin is at least `lower`, which the direction w proves."""
    check("direction is not zero", any(w))
    z = [s * product for s, product in zip(points.y, points.products(w))]
    bound = signed_square(Fraction(lower)) * sum(Fraction(v) ** 2 for v in w)
    if points.intercept:
        gap = sum(min(v for v, s in zip(z, points.y) if s == side) for side in (1, -1))
        holds = signed_square(gap) >= 4 * bound
    elif points.normalise:
        holds = all(signed_square(v) >= bound * points.square(j) for j, v in enumerate(z))
    else:
        holds = signed_square(min(z)) >= bound
    check("margin at least", holds)


def check_upper(points, weights, upper):
    """The margin is at most `upper`, which weights prove."""
    values = dict(zip(weights.rows, map(Fraction, weights.values)))
    check("weights are not negative", min(values.values()) >= 0)
    sides = (1, -1) if points.intercept else (None,)
    masses = {side: sum(v for j, v in values.items() if side in (None, points.y[j])) for side in sides}
    check("weights are on both classes" if points.intercept else "weights are not all zero", min(masses.values()) > 0)
    signed, common = points.signed(weights.rows)
    v, d = whole({j: v / (2 * masses[points.y[j]]) if points.intercept else v for j, v in values.items()})
    sums = weighted_sum(points, signed, [v.get(j, 0) for j in weights.rows])
    sums.pop("intercept", None)  # the masses of both classes are 1/2
    square = Fraction(sum(s * s for s in sums.values()), (d * common) ** 2)
    if not points.normalise:
        total = Fraction(1) if points.intercept else masses[None]
        check("margin at most", upper >= 0 and square <= (Fraction(upper) * total) ** 2)
        return

    def at_most(bits):
        lengths, q = roots([points.square(j) for j in values], bits)
        total = sum((v * length for v, length in zip(values.values(), lengths)), Fraction(0))
        return sign(Fraction(upper) ** 2 * total * total * q - square) >= 0

    check("margin at most", upper >= 0 and decided(at_most))


def check_inner_ball(points, ball, upper):
    """The margin is at most −radius, and at most `upper`, which pairs of points of the hull prove.

    Of a unit w one point of each pair has a product of at most ‖c‖ − |d·w|, and Σ (d_j·w)²/(d_j·d_j) is at least the
    least eigenvalue of the matrix of the d_i·d_j, each d divided by its length.
    """
    m = len(ball.pairs)
    spend("a ball inside the hull", m**3, 1024)
    axes, lost = [], []
    for pair in ball.pairs:
        p, q = equally_long(*(hull_point(points, end, m) for end in pair))
        d = [Fraction(float((u - v) / 2)) for u, v in zip(p, q)]
        axes.append(d)
        c = [(u + v) / 2 for u, v in zip(p, q)], [(u - v) / 2 - w for u, v, w in zip(p, q, d)]
        lost.append([sum(v * v for v in each) for each in c])
    products = [[sum(u * v for u, v in zip(d, e)) for e in axes] for d in axes]
    squares = [products[j][j] for j in range(m)]
    check("margin at most", all(squares))
    depth = ball.radius if upper is None else max(ball.radius, -Fraction(upper))

    def inside(bits):
        away = -least(-root(c, bits) - root(e, bits) for c, e in lost)
        share = (away + depth) * (away + depth) * sum(1 / square for square in squares)
        matrix = [[v - share * v if i == j else v for j, v in enumerate(row)] for i, row in enumerate(products)]
        # Fractions of many dimensions grow too long.
        return semidefinite([[Interval.around(v, bits) for v in row] for row in matrix] if m > 12 else matrix)

    check("margin at most", decided(inside))


def hull_point(points, end, m):
    """Σ X_j y_j x_j over the mass of the weights; with an intercept each class has half of it.

    Where points count as scaled to length 1 the mass is Σ X_j‖x_j‖, the lengths rounded up to doubles: the point may be
    a little nearer to the origin.
    """
    sides = (1, -1) if points.intercept else (None,)
    weights = dict(zip(end.rows, end.integers))
    lengths = {j: -root_down(-points.square(j)) if points.normalise else 1 for j in weights}
    masses = {s: sum(v * lengths[j] for j, v in weights.items() if s in (None, points.y[j])) for s in sides}
    check("weights on both classes", min(masses.values()) > 0)
    signed, common = points.signed(end.rows)
    total = [Fraction(0)] * m
    for row, (j, weight) in zip(signed, weights.items()):
        share = Fraction(weight) / (2 * masses[points.y[j]] if points.intercept else masses[None]) / common
        for k, v in row.items():
            if k != "intercept":
                total[k] += share * v
    return total


def equally_long(p, q):
    """Both points, the longer one shortened to about the length of the other: it stays in the hull."""
    of_p, of_q = sum(v * v for v in p), sum(v * v for v in q)
    if not of_p or not of_q:
        return p, q
    if of_p < of_q:
        return p, [root_down(of_p / of_q) * v for v in q]
    return [root_down(of_q / of_p) * v for v in p], q


def root_down(square):
    """The greatest double whose square is at most this, as a fraction; of −s the opposite of the least above √s."""
    size = abs(square)
    shift = (size.denominator.bit_length() - size.numerator.bit_length()) // 2 + 64
    near = float(Fraction(isqrt(int(size * Fraction(4) ** shift))) / Fraction(2) ** shift)
    near = copysign(near, square)
    while signed_square(Fraction(near)) > square:
        near = nextafter(near, -INFINITY)
    while signed_square(Fraction(nextafter(near, INFINITY))) <= square:
        near = nextafter(near, INFINITY)
    return Fraction(near)


def judge_positive(claim, points, m):
    """The alternative and both bounds, where only directions w ≥ 0 count and the margin is that of Σ w = 1."""
    proof, bracket = claim.proof, claim.bracket
    if claim.alternative == "separable":
        b = proof.offset - sum(Fraction(u) * Fraction(v) for u, v in zip(proof.direction, proof.centre))
        check("no coefficient is negative", min(proof.direction) >= 0)
        sides = zip(points.products(proof.direction), points.y)
        check("every point on its side", all(s * (z + b) > 0 for z, s in sides))
        check("no offset", points.intercept or not (proof.offset or any(proof.centre)))
    elif claim.alternative == "inseparable":
        top, labels = highest(points, proof.rows, dict(zip(proof.rows, proof.integers)), m)
        check("weighted rows are nowhere above zero", top <= 0)
        check("weighted labels cancel", not labels)
        check("margin at most", bracket.upper is None or top <= Fraction(bracket.upper) * mass_of(points, proof))
    if bracket.lower is not None:
        plane = proof if claim.alternative == "separable" else claim.hyperplane
        check("no offset", points.intercept or not any(plane.centre))
        check("no coefficient is negative", min(plane.direction) >= 0)
        check("direction is not zero", any(plane.direction))
        z = [s * product for s, product in zip(points.y, points.products(plane.direction))]
        lower = Fraction(bracket.lower) * sum(map(Fraction, plane.direction))
        if points.intercept:
            holds = sum(min(v for v, s in zip(z, points.y) if s == side) for side in (1, -1)) >= 2 * lower
        else:
            holds = all(v >= lower * (points.greatest(j) if points.normalise else 1) for j, v in enumerate(z))
        check("margin at least", holds)
    if claim.weights is not None:
        check_highest(points, claim.weights, bracket.upper, m)


def mass_of(points, proof):
    """Σ X_j, or where points are scaled Σ X_j times the greatest entry of x_j."""
    return sum(v * (points.greatest(j) if points.normalise else 1) for j, v in zip(proof.rows, proof.integers))


def highest(points, rows, weights, m):
    """The greatest coordinate of Σ v_j y_j x_j, and Σ v_j y_j; a column without an entry is 0."""
    signed, common = points.signed(rows)
    v, d = whole({j: Fraction(weight) for j, weight in weights.items()})
    sums = weighted_sum(points, signed, [v.get(j, 0) for j in rows])
    labels = sums.pop("intercept", 0)
    return Fraction(max([*sums.values(), *([0] if len(sums) < m else [])]), d * common), labels


def check_highest(points, weights, upper, m):
    """The margin is at most `upper`, which weights prove: no coordinate of their sum is above it."""
    values = dict(zip(weights.rows, map(Fraction, weights.values)))
    check("weights are not negative", min(values.values()) >= 0)
    sides = (1, -1) if points.intercept else (None,)
    masses = {side: sum(v for j, v in values.items() if side in (None, points.y[j])) for side in sides}
    check("weights are on both classes" if points.intercept else "weights are not all zero", min(masses.values()) > 0)
    total = Fraction(1) if points.intercept else masses[None]
    if points.intercept:
        values = {j: v / (2 * masses[points.y[j]]) for j, v in values.items()}
    elif points.normalise:
        total = sum(v * points.greatest(j) for j, v in values.items())
    check("margin at most", highest(points, weights.rows, values, m)[0] <= Fraction(upper) * total)


class Images:
    """Products k(x_i, x_j) of the images of points: fractions, or intervals of so many bits."""

    def __init__(self, claim, x, y, bits):
        self.ask, self.x, self.y, self.bits, self.values = claim.ask, x, y, bits, {}
        self.rational = self.ask.kind == "gram" or self.ask.kernel.name == "poly"

    def plan(self, pairs):
        """Stop before so many values would take too long."""
        size = max(
            (max(v.numerator.bit_length(), v.denominator.bit_length()) for row in self.x for v in row.values()),
            default=1,
        )
        if self.ask.kind == "gram":
            spend("the products", pairs, size)
        elif self.rational:
            base = (
                2 * size
                + bits_of(self.ask.kernel.gamma.as_integer_ratio())
                + bits_of(self.ask.kernel.coef0.as_integer_ratio())
            )
            spend("the powers of the kernel", pairs, self.ask.kernel.degree * base)
        else:
            spend("the exponentials of the kernel", pairs * (40 + size), self.bits + 2 * size)

    def product(self, i, j):
        i, j = min(i, j), max(i, j)
        if (i, j) not in self.values:
            self.values[i, j] = self.compute(i, j)
        return self.values[i, j]

    def compute(self, i, j):
        u, v = self.x[i], self.x[j]
        if self.ask.kind == "gram":  # of two entries that differ the mean is meant
            return (u.get(j, Fraction(0)) + v.get(i, Fraction(0))) / 2
        kernel = self.ask.kernel
        if kernel.name == "poly":
            return (kernel.gamma * dot(u, v) + kernel.coef0) ** kernel.degree
        apart = [u.get(k, Fraction(0)) - v.get(k, Fraction(0)) for k in {**u, **v}]
        distance = sum(d * d for d in apart) if kernel.name == "rbf" else sum(map(abs, apart))
        return exponential(kernel.gamma * distance, self.bits)

    def lengths(self, rows):
        """√k(x_j, x_j) in units of √q, and q; all are 1 where images do not count as scaled to length 1."""
        if not self.ask.normalise or not self.rational:  # e^0 is 1
            return dict.fromkeys(rows, Fraction(1)), Fraction(1)
        squares = [self.product(j, j) for j in rows]
        check("images have a length", all(square > 0 for square in squares))
        lengths, q = roots(squares, self.bits)
        return dict(zip(rows, lengths)), q

    def sums(self, plane, rows):
        """Σ c_i k(x_i, x_j) for some rows j."""
        c = [(i, Fraction(v)) for i, v in zip(plane.rows, plane.coefficients) if v]
        return {j: sum((v * self.product(i, j) for i, v in c), Fraction(0)) for j in rows}

    def square(self, v):
        """The squared length of Σ v_j φ(x_j); of a matrix that was rounded it may be a little below 0."""
        return sum((a * sum(b * self.product(i, j) for j, b in v.items()) for i, a in v.items()), Fraction(0))


def judge_images(claim, x, y):
    decided(lambda bits: judge_products(claim, Images(claim, x, y, bits)))


def judge_products(claim, images):
    """The alternative and both bounds, for points by the products of their images."""
    proof, bracket, ask = claim.proof, claim.bracket, claim.ask
    if claim.alternative == "separable":
        images.plan(ask.n * len(proof.rows))
        if proof.kind == "integer kernel separator":
            spend("the products of the integers", ask.n * len(proof.rows), bits_of(proof.coefficients))
        rounded = claim.arithmetic == "rounded" and proof.kind == "kernel separator"
        check("exact, so the kernel's values are fractions", rounded or images.rational)
        check("coefficients are not all zero", any(proof.coefficients))
        check("no offset", ask.intercept or proof.offset == 0)
        sums = images.sums(proof, range(ask.n))
        lengths, q = images.lengths(range(ask.n))
        offset = proof.offset * root(q, images.bits)
        sides = (s * sign(sums[j] + offset * lengths[j]) for j, s in enumerate(images.y))
        check("every point on its side", all(side > 0 for side in sides))
        check("normal has a length", ask.kind == "kernel" or square_of_normal(proof, sums) > 0)
    elif claim.alternative == "inseparable":
        check_images_cancel(proof, images)
        check("upper bound of the margin", bracket.upper is None or bracket.upper >= 0)
    if bracket.lower is not None:
        check_lower_of_images(images, proof if claim.alternative == "separable" else claim.hyperplane, bracket.lower)
    if claim.weights is not None:
        check_upper_of_images(images, claim.weights, Fraction(bracket.upper))


def check_images_cancel(proof, images):
    """Weights that cancel on every group of equal rows, or whose weighted sum is 0 in fractions.

    Of "poly" the square of its length tells. Of a matrix, which may have a negative eigenvalue, every row is asked.
    """
    v = {j: images.y[j] * weight for j, weight in zip(proof.rows, proof.integers)}
    groups = {}
    for j, weight in v.items():
        row = tuple(sorted(images.x[j].items()))
        groups[row] = groups.get(row, 0) + weight
    if images.ask.kind == "kernel" and not any(groups.values()):
        return
    matrix = images.ask.kind == "gram"
    images.plan(len(v) * (images.ask.n if matrix else len(v)))
    rows = range(images.ask.n) if matrix else ()
    left = any(sum(weight * images.product(i, j) for j, weight in v.items()) for i in rows)
    check("weighted images cancel", images.rational and not left and (matrix or images.square(v) == 0))
    if images.ask.intercept and not images.ask.normalise:
        check("weighted labels cancel", sum(v.values()) == 0)
    elif images.ask.intercept:
        check("weighted labels cancel", roots_cancel([(weight, images.product(j, j)) for j, weight in v.items()]))


def roots_cancel(terms):
    """Whether Σ v √k = 0 for fractions k > 0: √k and √l are dependent only where kl is a square of a fraction."""
    groups = []
    for v, k in terms:
        check("images have a length", k > 0)
        for group in groups:
            ratio = root(k * group[0], 1)
            if isinstance(ratio, Fraction):
                group[1] += v * ratio / group[0]
                break
        else:
            groups.append([k, Fraction(v)])
    return not any(total for _, total in groups)


def square_of_normal(plane, sums):
    """Σ c_i Σ c_j k(x_i, x_j); of a matrix that is not one of products it may be 0 or less."""
    return sum((Fraction(c) * sums[i] for i, c in zip(plane.rows, plane.coefficients)), Fraction(0))


def check_lower_of_images(images, plane, lower):
    ask, y = images.ask, images.y
    images.plan(ask.n * len(plane.rows))
    check("coefficients are not all zero", any(plane.coefficients))
    check("no offset", ask.intercept or plane.offset == 0)
    sums = images.sums(plane, range(ask.n))
    square = square_of_normal(plane, sums)
    check("normal has a length", sign(square) > 0)
    lengths, q = images.lengths(range(ask.n))
    bound = Fraction(lower) * root(square * q, images.bits)
    if ask.intercept:
        sides = [[y[j] * sums[j] / lengths[j] for j in range(ask.n) if y[j] == side] for side in (1, -1)]
        holds = sign(least(sides[0]) + least(sides[1]) - 2 * bound) >= 0
    else:
        holds = all(sign(y[j] * sums[j] - bound * lengths[j]) >= 0 for j in range(ask.n))
    check("margin at least", holds)


def check_upper_of_images(images, weights, upper):
    ask, y, v = images.ask, images.y, dict(zip(weights.rows, map(Fraction, weights.values)))
    images.plan(len(v) ** 2)
    check("weights are not negative", min(v.values()) >= 0)
    v = {j: weight for j, weight in v.items() if weight}
    sides = (1, -1) if ask.intercept else (None,)
    name = "weights are on both classes" if ask.intercept else "weights are not all zero"
    check(name, all(any(side in (None, y[j]) for j in v) for side in sides))
    lengths, q = images.lengths(v)
    mass = {side: sum(v[j] * lengths[j] for j in v if side in (None, y[j])) for side in sides}
    if ask.intercept:  # each class's weights times the mass of the other: then both have the same
        square = images.square({j: y[j] * v[j] * mass[-y[j]] for j in v})
        bound = 2 * upper * mass[1] * mass[-1]
    else:
        square, bound = images.square({j: y[j] * v[j] for j in v}), upper * mass[None]
    check("margin at most", upper >= 0 and sign(bound * bound * q - square) >= 0)


# ---------------------------------------------------------------------------------------------------------------------
# The kind "split": which inequalities of a system can be strict.

FAMILIES = ("binomial", "poisson", "negative-binomial", "log-binomial", "multinomial", "ordinal", "conditional")


def read_split_claim(top):
    problem = top.inside("problem")
    problem.text("kind", "split")
    claim = SimpleNamespace(inequalities=problem.count("inequalities", 0), equalities=problem.count("equalities", 0))
    claim.columns, claim.numbers = problem.count("columns"), problem.text("numbers", "binary", "decimal")
    claim.digest, claim.names = problem.hash("digest"), problem.texts("names")
    problem.need("names", len(claim.names) <= claim.columns, "a list of at most one name for each column")
    problem.end()
    claim.model = read_model(top.inside_or_none("model"), top.version)
    claim.alternative = top.text("alternative", "complete", "quasi", "overlap")
    proof = top.inside("proof")
    total, edge, claim.core = claim.inequalities + claim.equalities, claim.inequalities, None
    if proof.text("kind", *(("halves",) if top.version < 6 else ("halves", "core"))) == "core":
        claim.core, claim.count = proof.rising("core", total), proof.count("strict", 0)
        proof.need("strict", claim.count <= edge, f"at most {edge}")
        total, edge = len(claim.core), sum(i < edge for i in claim.core)
    claim.strict = proof.rising("rows", edge, empty=True)
    claim.count = len(claim.strict) if claim.core is None else claim.count
    claim.direction = proof.spelt("direction", integer, claim.columns)
    claim.weights = proof.spelt("weights", integer, total - len(claim.strict))
    claim.flat = read_dependence(proof.inside("flat"), claim.columns, total)
    claim.table = read_dependence(proof.inside("table"), claim.columns, total)
    proof.end()
    claim.blocks = read_blocks(top, claim.inequalities + claim.equalities) if top.version > 5 else None
    claim.files = read_files(top, claim.inequalities, claim.equalities) if top.version > 5 else None
    return claim


def read_dependence(fields, columns, rows):
    claim = SimpleNamespace(pivots=fields.rising("pivots", columns, empty=True))
    claim.witness, claim.relations = fields.rising("witness", rows, empty=True), []
    for each in fields.several("relations"):
        places = each.rising("columns", columns)
        claim.relations.append(dict(zip(places, each.spelt("integers", integer, len(places)))))
        each.end()
    fields.end()
    return claim


def judge_split(claim, path, label):
    """Both halves of a split, and the ranks, on rows that stand in the file as such or follow from the model."""
    need(label is None, "--label belongs to points")
    words = f"{claim.alternative}, {claim.count} of {claim.inequalities} inequalities can be strict"
    if suffix_of(path) == ".npz":
        judge_halves(claim, *system_rows(claim, path))
        return words + formula_words(claim)
    need(claim.model is None or claim.model.version > 1 or claim.model.formula is None, OLD_FORMULA)
    no_model = claim.model is None or claim.model.design is None
    need(not no_model, f"{path} is no .npz file with the arrays inequalities and equalities, the rows of the system")
    inequalities, equalities, names = model_rows(claim, path)
    check("columns are the certificate's", not claim.names or names == claim.names)
    width = max((max(row, default=-1) + 1 for row in (*inequalities, *equalities)), default=0)
    check("sizes are the certificate's", max(width, len(names)) <= claim.columns)
    shapes = [(len(inequalities), claim.columns), (len(equalities), claim.columns)]
    judge_halves(claim, inequalities + equalities, shapes)
    carried = carried_names(claim.model.design)
    words += f"; columns {', '.join(carried)} taken from the certificate, not recomputed" if carried else ""
    return words + formula_words(claim)


def carried_names(design):
    """The columns whose numbers stand in the certificate."""
    own = [f for f in design.factors if f.kind == "carried" or (f.kind == "levels" and invented(f.coding))]
    carried = [name for factor in own for name in factor.names]
    return carried + [name for name, v in zip(design.response.names, design.response.values) if type(v) is list]


def formula_words(claim):
    """No formula is read here: whether the rows are those of one, nothing that was checked says."""
    formula = claim.model.formula if claim.model is not None else None
    return "" if formula is None else f"; that the rows are those of its formula {formula[:200]!r} was not checked"


def system_rows(claim, path):
    arrays = read_npz(path)
    need("inequalities" in arrays and "equalities" in arrays, f"{path} has no arrays inequalities and equalities")
    if "names" in arrays and claim.names and arrays["names"].values:
        check("columns are the certificate's", arrays["names"].values == claim.names)
    parts = [arrays[name] for name in ("inequalities", "equalities")]
    rows = [row for part in parts for row in matrix_rows(part, "the system")]
    return rows, [part.shape for part in parts]


OLD_FORMULA = (
    "the certificate is of version 1 and has a formula, which only a program can evaluate: write it anew with a later "
    "gordan, whose version 2 describes the model, or give the rows of the system in an .npz file with the arrays "
    "inequalities and equalities"
)


def judge_halves(claim, rows, shapes):
    (n, p), (e, q) = shapes
    check("sizes are the certificate's", (n, e, p, q) == (claim.inequalities, claim.equalities, *[claim.columns] * 2))
    check_hashes(claim, f"gordan split {n} {e} {p}", rows, [i < n for i in range(n + e)], claim.digest)
    kind = "overlap" if not claim.count else "complete" if claim.count == n and not e else "quasi"
    check("kind is that of the split", claim.alternative == kind)
    # A positive multiple of a row has the same sign; of a sum only one denominator for all of them will do.
    exact = [whole({j: meant(v, claim.numbers) for j, v in row.items()}) for row in rows]
    common, entries = lcm(*(d for _, d in exact)), sum(len(row) for row, _ in exact)
    size = common.bit_length() + bits_of(v for row, _ in exact for v in row.values())
    longest = [bits_of(claim.direction), bits_of(claim.weights)]
    relations = [*claim.flat.relations, *claim.table.relations]
    longest += [bits_of(relation.values()) for relation in relations]
    spend("the products of the rows", entries + len(relations) * (n + e), size + max(longest))
    a = [{j: v * (common // d) for j, v in row.items()} for row, d in exact]
    if claim.core is None:
        check_halves(claim, a, n, p)
    else:
        check_halves(claim, [a[i] for i in claim.core], sum(i < n for i in claim.core), p)
        check_by_core(claim, a, n, p)


def check_by_core(claim, a, n, p):
    """All rows by the few of the core: each is positive under its direction, or lies in the span of its flat rows."""
    if len(claim.flat.pivots) == p:  # no direction is left, so that no row can be strict
        return check("strict rows are as many", claim.count == 0)
    b = dict(enumerate(claim.direction))
    z = [dot(row, b) for row in a]
    check("no row is below zero", all(v >= 0 if i < n else v == 0 for i, v in enumerate(z)))
    at_zero = [row for row, v in zip(a, z) if v == 0]
    check("rows at zero depend on flat rows", not any(dot(row, r) for row in at_zero for r in claim.flat.relations))
    check("columns depend on every row", not any(dot(row, r) for row in a for r in claim.table.relations))
    check("strict rows are as many", sum(v > 0 for v in z[:n]) == claim.count)


def check_halves(claim, a, n, p):
    """Both halves of a split of some rows, of which the first n are inequalities, and the ranks."""
    strict = set(claim.strict)
    flat = [i for i in range(len(a)) if i not in strict]
    b = dict(enumerate(claim.direction))
    check("strict rows are positive", all(dot(a[i], b) > 0 for i in claim.strict))
    check("other rows vanish under the direction", all(dot(a[i], b) == 0 for i in flat))
    weights = dict(zip(flat, claim.weights))
    check("weights are positive on all other rows", all(weights[i] > 0 for i in flat if i < n))
    sums = {}
    for i, weight in weights.items():
        for j, v in a[i].items():
            sums[j] = sums.get(j, 0) + weight * v
    check("weighted rows cancel", not any(sums.values()))
    check_dependence(claim.flat, a, flat, p, "the other rows")
    check_dependence(claim.table, a, range(len(a)), p, "all rows", known=claim.flat.pivots)


def check_dependence(claim, a, rows, p, where, known=()):
    """Every column is a pivot or depends on pivots, and the pivots are independent.

    Those that are independent on some of the rows, `known`, are so on all of them.
    """
    pivots, last = set(claim.pivots), [max(relation) for relation in claim.relations]
    formed = sorted([*claim.pivots, *last]) == list(range(p))
    formed = formed and all(
        relation[c] and pivots.issuperset(set(relation) - {c}) for relation, c in zip(claim.relations, last)
    )
    check(f"columns that depend on {where}", formed and not any(dot(a[i], r) for i in rows for r in claim.relations))
    check(f"rank of {where}: its rows are some of them", set(claim.witness) <= set(rows))
    if not (known and pivots <= set(known)):
        witness = [{j: v for j, v in a[i].items() if j in pivots} for i in claim.witness]
        check(f"rank of {where}", rank_is(witness, len(pivots)))


# ---------------------------------------------------------------------------------------------------------------------
# The model of a split, version 2: columns of a table and a closed list of operations on doubles. Nothing that was read
# is run. Python's doubles are those of IEEE 754, and each operation below rounds once.

COLUMNS, PER_TERM, DEPTH, PARTS, LEVELS, DEGREE, CARRIED = 20_000, 16, 100, 1_000, 100_000, 16, 4_000_000
MISSING, MISSING_NUMBER = {"", "na", "nan", "+nan", "-nan", ".", "?"}, {"n/a", "null", "none"}


def read_model(fields, version, *, effects=False, groups=False):
    if fields is None:
        return None
    families = WITH_EFFECTS if effects else ("cox",) if groups else FAMILIES
    model = SimpleNamespace(family=fields.text("family", *families), formula=fields.take("formula", str, type(None)))
    others = {name: fields.take(name, str, type(None)) for name in ("weights", "offset", "strata")}
    model.beside, model.version, model.design = others, version, None
    model.effects = fields.listed("effects") if effects else []
    sound = all(type(e) is list and 1 <= len(e) <= 16 and all(type(v) is str for v in e) for e in model.effects)
    fields.need("effects", sound and effects <= len(model.effects) <= 16, "lists of names of columns")
    model.groups = fields.texts("groups") if groups else []
    fields.need("groups", len(model.groups) <= 16, "at most 16 names of columns")
    file = bare_name(fields, "file")
    others_given = effects or groups or any(v is not None for v in (*others.values(), file))
    if version == 1:
        fields.need("formula", model.formula is not None or not others_given, "text, beside what it speaks of")
    else:
        inside = fields.inside_or_none("design")
        fields.need(
            "design", inside is not None or not (others_given or model.formula), "given beside what it speaks of"
        )
        model.design = None if inside is None else read_design(inside)
    fields.end()
    return model


def read_design(fields):
    design = SimpleNamespace(used=fields.texts("used"), carried=[])
    room = [CARRIED]
    design.response = read_response(fields.inside("response"), room)
    factors = fields.several("factors")
    fields.need("factors", len(factors) <= COLUMNS, f"at most {COLUMNS:,}")
    design.factors = [read_factor(each, room) for each in factors]
    design.terms = fields.listed("terms")
    fields.need("terms", 0 < len(design.terms) <= COLUMNS, f"from 1 to {COLUMNS:,} terms")
    for term in design.terms:
        sound = type(term) is list and len(term) <= PER_TERM and all(type(f) is int for f in term)
        sound = sound and all(0 <= f < len(factors) for f in term) and len(set(term)) == len(term)
        fields.need("terms", sound, "a list of lists of different numbers of factors")
    total = sum(prod(len(design.factors[f].names) for f in term) for term in design.terms)
    fields.need("terms", total <= COLUMNS, f"a design of at most {COLUMNS:,} columns")
    fields.end()
    return design


def carried_values(fields, name, values, room):
    room[0] -= len(values) if type(values) is list else 1
    fields.need(name, type(values) is list and room[0] >= 0, f"lists of at most {CARRIED:,} values in all")
    return [NAN if v is None else fields.number(name, double, v) for v in values]


def read_factor(fields, room):
    factor = SimpleNamespace(kind=fields.text("kind", "number", "levels", "polynomial", "spline", "carried"))
    factor.names = fields.texts("names")
    k = len(factor.names)
    fields.need("names", 0 < k <= (1 if factor.kind == "number" else LEVELS), "a name for each column")
    if factor.kind == "carried":
        lists = fields.listed("values", k)
        factor.values = [carried_values(fields, "values", each, room) for each in lists]
    else:
        factor.value = read_expression(fields, "value", fields.take("value", list), [PARTS])
    if factor.kind == "levels":
        factor.levels = read_levels(fields.inside("levels"))
        coding, indicators = fields.members.get("coding"), fields.members.get("indicators")
        fields.need("coding", (coding is None) != (indicators is None), "one of two, with indicators")
        if coding is None:
            fields.take("coding", type(None))
            factor.coding = None
            factor.indicators = fields.rising("indicators", len(factor.levels), length=k)
        else:
            fields.take("indicators", type(None))
            lists = fields.listed("coding", k)
            sound = all(type(each) is list and len(each) == len(factor.levels) for each in lists)
            fields.need("coding", sound, "a double for each level, in a list for each column")
            factor.coding = [[fields.number("coding", double, v) for v in each] for each in lists]
    elif factor.kind == "polynomial":
        fields.need("names", k <= DEGREE, f"at most {DEGREE} names")
        factor.alpha, factor.norms = fields.spelt("alpha", double, k), fields.spelt("norms", double, k + 1)
        fields.need("norms", min(factor.norms) > 0, "numbers above 0")
    elif factor.kind == "spline":
        factor.knots, factor.degree = fields.spelt("knots", double), fields.count("degree", 0)
        sound = factor.degree <= DEGREE and 2 * factor.degree + 2 <= len(factor.knots) <= LEVELS
        fields.need("knots", sound and factor.knots == sorted(factor.knots), "enough knots in their order")
        factor.functions = fields.rising("functions", len(factor.knots) - factor.degree - 1, length=k)
    fields.end()
    return factor


def read_levels(fields):
    """Texts, or numbers; truths stand for 0 and 1, and keep their names."""
    kind = next((each for each in ("text", "truth", "number") if fields.members.get(each) is not None), "number")
    values = fields.listed(kind)
    fields.need(kind, 0 < len(values) <= LEVELS, f"from 1 to {LEVELS:,} levels")
    if kind == "number":
        values = [fields.number(kind, double, v) for v in values]
    else:
        fields.need(kind, all(type(v) is (str if kind == "text" else bool) for v in values), "levels of one type")
    fields.need(kind, len(set(values)) == len(values), "a list of different levels")
    fields.end()
    return values


def read_response(fields, room):
    response = SimpleNamespace(kind=fields.text("kind", "classes", "proportion", "counts"), names=fields.texts("names"))
    values = fields.listed("values", len(response.names))
    fields.need("names", values and (len(values) == 1 or response.kind == "counts"), "one, or more of counts")
    response.values = []
    for value in values:
        if type(value) is dict:
            inside = Fields(value, "response.values.")
            response.values.append(carried_values(inside, "carried", inside.take("carried", list), room))
            inside.end()
        else:
            response.values.append(read_expression(fields, "values", value, [PARTS]))
    response.levels = None
    if response.kind == "classes":
        response.levels = read_levels(fields.inside("levels"))
    else:
        fields.take("levels", type(None))
    fields.end()
    return response


ARGUMENTS = dict.fromkeys(("minus", "abs", "sqrt", "floor", "ceil", "sign"), 1)
ARGUMENTS |= dict.fromkeys(("+", "-", "*", "/", "power", "<", "<=", ">", ">=", "==", "!=", "and", "or"), 2)


def read_expression(fields, name, value, room, depth=1):
    """An expression as a tuple that begins with its word, held to the closed list."""
    room[0] -= 1
    sound = depth <= DEPTH and room[0] >= 0 and type(value) is list and value and type(value[0]) is str
    fields.need(name, sound, f"an expression of at most {PARTS:,} parts, nested at most {DEPTH} deep")
    word, *rest = value
    if word in ("column", "text", "number"):
        fields.need(name, len(rest) == 1 and type(rest[0]) is str, f"an expression: {word} has one text")
        return word, fields.number(name, double, rest[0]) if word == "number" else rest[0]
    fields.need(name, len(rest) == ARGUMENTS.get(word), "an expression of the closed list")
    arguments = [read_expression(fields, name, each, room, depth + 1) for each in rest]
    if word == "power":
        kind, exponent = arguments[1]
        whole_power = kind == "number" and exponent == int(exponent) and abs(exponent) <= 16
        fields.need(name, whole_power, "an expression whose powers are whole, from -16 to 16")
    return word, *arguments


COMPARE = {"<": lambda a, b: a < b, "<=": lambda a, b: a <= b, ">": lambda a, b: a > b, ">=": lambda a, b: a >= b}
COMPARE |= {"==": lambda a, b: a == b, "!=": lambda a, b: a != b}


def evaluate(expression, row):
    """A double or a text; 0/0 and the like are not a number, and a comparison is 1 or 0."""
    word, *rest = expression
    if word == "column":
        need(rest[0] in row, f"data: there is no column {rest[0][:40]!r}")
        return row[rest[0]]
    if word in ("text", "number"):
        return rest[0]
    values = [evaluate(each, row) for each in rest]
    texts = sum(isinstance(v, str) for v in values)
    need(not texts or (texts == 2 and word in ("==", "!=")), f"data: {word} is no operation on texts")
    if word in COMPARE:
        return float(COMPARE[word](*values))
    if word in ("and", "or"):
        return float(all(values) if word == "and" else any(values))
    return operate(word, *values)


def operate(word, a, b=0.0):
    if word in ("+", "-", "*"):
        return a + b if word == "+" else a - b if word == "-" else a * b
    if word == "/":
        if b:
            return a / b
        return NAN if not a or a != a or b != b else copysign(INFINITY, a) * copysign(1.0, b)
    if word == "minus":
        return -a
    if word == "abs":
        return abs(a)
    if word == "sqrt":
        return sqrt(a) if a >= 0 else NAN
    if word == "power":
        return power(a, int(b))
    if not isfinite(a):
        return copysign(1.0, a) if word == "sign" and a == a else a
    return float({"floor": floor, "ceil": ceil}[word](a)) if word != "sign" else float((a > 0) - (a < 0))


def power(a, k):
    """The double nearest to the exact k-th power."""
    if not isfinite(a) or k == 0 or (a == 0 and k < 0):
        return 1.0 if k == 0 else NAN if a != a else INFINITY if (abs(a) > 1) == (k > 0) else 0.0
    try:
        return float(Fraction(a) ** k)
    except OverflowError:
        return INFINITY if a > 0 or k % 2 == 0 else -INFINITY


def factor_columns(factor, row, place):
    """The numbers that a factor makes of one row; `place` counts the rows without a missing cell."""
    if factor.kind == "carried":
        need(
            all(place < len(each) for each in factor.values), "data: more rows than the certificate carries values for"
        )
        return [each[place] for each in factor.values]
    x = evaluate(factor.value, row)
    if factor.kind == "levels":
        if x != x:
            return [NAN] * len(factor.names)
        need(x in factor.levels, f"data: {str(x)[:40]!r} is no level of the model")
        level = factor.levels.index(x)
        return (
            [each[level] for each in factor.coding] if factor.coding else [float(level == k) for k in factor.indicators]
        )
    need(not isinstance(x, str), "data: text stands where a number was expected")
    if factor.kind == "number":
        return [x]
    return (polynomials if factor.kind == "polynomial" else splines)(factor, x)


STANDARD_CODINGS = {  # the entry of level i in column j, of n levels
    "sum": lambda i, j, n: -1.0 if i == n - 1 else float(i == j),
    "Helmert": lambda i, j, n: -1.0 if i <= j else float(j + 1) if i == j + 1 else 0.0,
    "Helmert, scaled": lambda i, j, n: -1 / (j + 2) if i <= j else (j + 1) / (j + 2) if i == j + 1 else 0.0,
    "Helmert, forward": lambda i, j, n: -1.0 if i > j else float(n - j - 1) if i == j else 0.0,
    "Helmert, forward, scaled": lambda i, j, n: -1 / (n - j) if i > j else (n - j - 1) / (n - j) if i == j else 0.0,
    "differences": lambda i, j, n: (j + 1) / n - (j >= i),
    "differences, forward": lambda i, j, n: -((j + 1) / n - (j >= i)),
}


def invented(coding):
    """Whether the numbers of levels are none of the standard codings: then they are the certificate's own word."""
    if coding is None:
        return False
    n = len(coding[0])
    if len(coding) != n - 1:
        return True
    rational = STANDARD_CODINGS.values()
    if any(all(v == of(i, j, n) for j, each in enumerate(coding) for i, v in enumerate(each)) for of in rational):
        return False
    return n > POLYNOMIAL_LEVELS or coding != polynomial_coding(n)


POLYNOMIAL_LEVELS = 112  # of more, a norm is beyond the doubles


def polynomial_coding(n):
    """The polynomials that are orthogonal on 0, 1, …, n - 1, at these numbers; a list for each column."""
    x, last = [float(i) for i in range(n)], [1.0] * n
    factor = SimpleNamespace(alpha=[], norms=[summed(last)])
    for k in range(1, n):
        factor.alpha.append(summed([u * (v * v) for u, v in zip(x, last)]) / factor.norms[-1])
        factor.norms.append(1.0)
        last = [polynomials(factor, u)[-1] for u in x]
        factor.norms[k] = summed([v * v for v in last])
    return [list(column) for column in zip(*(polynomials(factor, u) for u in x))]


def summed(values):
    """A rounded sum in the order of the format: eight sums by turns, then the rest."""
    total, full = 0.0, len(values) - len(values) % 8
    if full:
        a, b, c, d, e, f, g, h = (ordered(values[j:full:8]) for j in range(8))
        total = ((a + b) + (c + d)) + ((e + f) + (g + h))
    return ordered([total, *values[full:]])


def ordered(values):
    """A rounded sum from the first to the last; from Python 3.12 on sum() would correct it."""
    total = values[0]
    for value in values[1:]:
        total += value
    return total


def polynomials(factor, x):
    before, last, columns = 0.0, 1.0, []
    for k in range(1, len(factor.alpha) + 1):
        following = (x - factor.alpha[k - 1]) * last
        if k > 1:
            following = following - (factor.norms[k - 1] / factor.norms[k - 2]) * before
        columns.append(following / sqrt(factor.norms[k]))
        before, last = last, following
    return columns


def splines(factor, x):
    if x != x:
        return [NAN] * len(factor.names)
    t, d = factor.knots, factor.degree
    end = len(t) - d - 1
    need(t[d] <= x <= t[end], "data: a number lies outside of the range of a spline")
    at = [float(t[i] <= x and (x <= t[i + 1] if i + 1 == end else x < t[i + 1])) for i in range(len(t) - 1)]

    def share(i, j):
        return (x - t[i]) / (t[i + j] - t[i]) if t[i + j] != t[i] else 0.0

    for j in range(1, d + 1):
        at = [share(i, j) * at[i] + (1.0 - share(i + 1, j)) * at[i + 1] for i in range(len(t) - j - 1)]
    return [at[i] for i in factor.functions]


def term_columns(term, columns):
    """The products of one column of each factor, the first factor's running fastest."""
    chosen = [()]
    for f in reversed(term):
        chosen = [(v, *rest) for rest in chosen for v in columns[f]]
    several = [len(columns[f]) > 1 for f in term]
    return [
        product_of([v for v, s in zip(each, several) if s], [v for v, s in zip(each, several) if not s])
        for each in chosen
    ]


def product_of(several, single):
    total = None
    for group in (several, single):
        product = None
        for v in group:
            product = v if product is None else product * v
        if product is not None:
            total = product if total is None else total * product
    return 1.0 if total is None else total


def design_names(design):
    names = []
    for term in design.terms:
        chosen = [()]
        for f in reversed(term):
            chosen = [(name, *rest) for rest in chosen for name in design.factors[f].names]
        names += [":".join(each) if each else "Intercept" for each in chosen]
    return names


def read_frame(path):
    """The columns of a table with a line of names; None where a cell is missing."""
    delimiter, lines = records(text_lines(path))
    names = [cell.strip() or str(j) for j, cell in enumerate(lines[0], 1)]
    need(len(set(names)) == len(names), "data: a column name is there twice")
    need(all(len(cells) == len(names) for cells in lines), "data: lines have different numbers of cells")
    columns = {}
    for j, name in enumerate(names):
        cells = [cells[j].strip() for cells in lines[1:]]
        values = [number_or_none(cell, delimiter == ";") for cell in cells]
        absent = [cell.casefold() in MISSING | MISSING_NUMBER for cell in cells]
        if all(v is not None or gone for v, gone in zip(values, absent)):
            columns[name] = [None if gone else v for v, gone in zip(values, absent)]
        else:
            columns[name] = [None if cell.casefold() in MISSING else cell for cell in cells]
    return columns, len(lines) - 1


def observations(model, path):
    """Which rows count: of each the columns of the design, what was observed, and its stratum."""
    columns, n = read_frame(path)
    design, beside = model.design, [name for name in model.beside.values() if name is not None]
    used = [*design.used, *beside]
    need(all(name in columns for name in used), "data: a column of the model is not there")
    spend("the design", n * (sum(map(len, design.terms)) + len(design.factors) + 1), 640)
    kept, place = [], 0
    for i in range(n):
        row = {name: columns[name][i] for name in used}
        if None in row.values():
            continue
        made = [factor_columns(factor, row, place) for factor in design.factors]
        x = [v for term in design.terms for v in term_columns(term, made)]
        y = [each[place] if type(each) is list else evaluate(each, row) for each in design.response.values]
        place += 1
        if any(v != v for v in (*x, *y)):
            continue
        need(all(map(isfinite, x)), "data: a number of the design is infinite")
        weight = row[model.beside["weights"]] if model.beside["weights"] is not None else 1.0
        need(not isinstance(weight, str) and weight >= 0, "data: a weight is no number from 0")
        if weight:
            levels = [tuple(row[name] for name in effect) for effect in model.effects]
            levels = levels or tuple(row[name] for name in model.groups)
            kept.append((x, y, levels or row.get(model.beside["strata"])))
    carried = [f.values for f in design.factors if f.kind == "carried"] + [
        [v] for v in design.response.values if type(v) is list
    ]
    need(all(len(v) == place for values in carried for v in values), "data: not as many rows as carried values")
    need(kept, "data: no row is left")
    return kept


def seen_classes(response, family, kept):
    """The classes that occur, by their names, and for every row which of them were seen."""
    if response.kind == "classes":
        marks = [[y[0] == level for level in response.levels] for _, y, _ in kept]
        need(all(map(any, marks)), "data: a row has none of the classes of the model")
        names = [str(int(v)) if type(v) is float and v == int(v) else str(v) for v in response.levels]
    elif response.kind == "proportion":
        need(
            all(not isinstance(y[0], str) and 0 <= y[0] <= 1 for _, y, _ in kept),
            "data: a proportion is not from 0 to 1",
        )
        return ["failures", "successes"], [[y[0] < 1, y[0] > 0] for _, y, _ in kept]
    else:
        need(all(not isinstance(v, str) and v >= 0 for _, y, _ in kept for v in y), "data: a count is no number from 0")
        names, marks = response.names, [[v > 0 for v in y] for _, y, _ in kept]
        if family != "multinomial" and len(names) == 2:
            return names[::-1], [each[::-1] for each in marks]  # the failures first, as with classes
    occurs = [any(column) for column in zip(*marks)]
    return [v for v, s in zip(names, occurs) if s], [[v for v, s in zip(each, occurs) if s] for each in marks]


def model_rows(claim, path):
    """The inequalities, the equalities and the names of the coefficients, as the table of families has them."""
    model, family = claim.model, claim.model.family
    kept, names = observations(model, path), design_names(model.design)
    x = [row for row, _, _ in kept]
    if family in ("poisson", "negative-binomial"):
        need(model.design.response.kind == "counts" and len(kept[0][1]) == 1, "certificate: the response is no count")
        counted = [y[0] for _, y, _ in kept]
        need(all(not isinstance(v, str) and v >= 0 for v in counted), "data: a count is no number from 0")
        return (
            [times(-1.0, r) for r, v in zip(x, counted) if not v > 0],
            [entries(r) for r, v in zip(x, counted) if v > 0],
            names,
        )
    classes, seen = seen_classes(model.design.response, family, kept)
    need(len(classes) >= 2, "data: the response has one class only")
    if family == "multinomial":
        return multinomial_rows(x, seen, classes, names)
    if family in ("ordinal", "conditional"):
        x, names = without_constant(x, names)
    if family == "ordinal":
        return ordinal_rows(x, [marks.index(True) for marks in seen], classes, names)
    need(len(classes) == 2, "data: the response has more than two classes")
    if family == "conditional":
        return conditional_rows(claim, x, [marks[1] for marks in seen], [s for _, _, s in kept], names)
    if family == "log-binomial":
        failures = [times(-1.0, r) for r, (f, s) in zip(x, seen) if f and not s]
        return failures, [entries(r) for r, (_, s) in zip(x, seen) if s], names
    pure = [times(1.0 if s else -1.0, r) for r, (f, s) in zip(x, seen) if f != s]
    return pure, [entries(r) for r, (f, s) in zip(x, seen) if f and s], names


def entries(row, start=0):
    return {start + j: v for j, v in enumerate(row) if v}


def times(factor, row, start=0):
    return {start + j: factor * v for j, v in enumerate(row) if v}


def without_constant(x, names):
    for j in range(len(names)):
        if x[0][j] and all(row[j] == x[0][j] for row in x):
            return [row[:j] + row[j + 1 :] for row in x], names[:j] + names[j + 1 :]
    return x, names


def multinomial_rows(x, seen, classes, names):
    """x in the block of class k and −x in that of class j; the first class has no block."""
    p, strict, tied = len(names), [], []

    def difference(row, k, j):
        return {**(entries(row, (k - 1) * p) if k else {}), **(times(-1.0, row, (j - 1) * p) if j else {})}

    for k in range(len(classes)):
        for j in range(len(classes)):
            pairs = list(zip(x, seen))
            strict += [difference(row, k, j) for row, marks in pairs if j != k and marks[k] and not marks[j]]
            tied += [difference(row, k, j) for row, marks in pairs if j < k and marks[k] and marks[j]]
    return strict, tied, [f"{each}:{name}" for each in classes[1:] for name in names]


def ordinal_rows(x, category, classes, names):
    last = len(classes) - 1
    upper = [{k: 1.0, **times(-1.0, row, last)} for row, k in zip(x, category) if k < last]
    lower = [{k - 1: -1.0, **entries(row, last)} for row, k in zip(x, category) if k > 0]
    return upper + lower, [], [f"{a}|{b}" for a, b in pairwise(classes)] + names


def conditional_rows(claim, x, case, strata, names):
    """Of each stratum, in sorted order, every case less every control; or rows with a column for each stratum."""
    mixed = [s for s in sorted(set(strata)) if len({c for c, t in zip(case, strata) if t == s}) == 2]
    p = len(names)
    if claim.columns > p:
        place = {s: p + k for k, s in enumerate(mixed)}
        rows = [(times(1.0 if c else -1.0, r), c, s) for r, c, s in zip(x, case, strata) if s in place]
        return [{**row, place[s]: -1.0 if c else 1.0} for row, c, s in rows], [], names
    rows = []
    for s in mixed:
        members = [i for i, t in enumerate(strata) if t == s]
        pairs = [(i, j) for i in members if case[i] for j in members if not case[j]]
        spend("the pairs of a stratum", len(pairs) * p, 640)
        exact = {i: [meant(v, claim.numbers) for v in x[i]] for i in members}
        rows += [entries([float(u - v) for u, v in zip(exact[i], exact[j])]) for i, j in pairs]
    return rows, [], names


# ---------------------------------------------------------------------------------------------------------------------
# The kind "panel": the split of the rows of a model with fixed effects, proved by the graph of their levels, or by
# weights of the rows.

WITH_EFFECTS = FAMILIES[:3]


def read_panel_claim(top):
    problem = top.inside("problem")
    problem.text("kind", "panel")
    claim = SimpleNamespace(inequalities=problem.count("inequalities", 0), equalities=problem.count("equalities", 0))
    claim.k, claim.sizes = problem.count("regressors", 0), problem.counts("levels", None)
    problem.need("levels", 1 <= len(claim.sizes) <= 16, "1 to 16 numbers")
    claim.numbers, claim.names = problem.text("numbers", "binary", "decimal"), problem.texts("names")
    problem.need("names", len(claim.names) <= claim.k, "a list of at most one name for each regressor")
    claim.digest, claim.n = problem.hash("digest"), claim.inequalities + claim.equalities
    claim.vertices = sum(claim.sizes) + (len(claim.sizes) == 1)
    problem.end()
    claim.model = read_model(top.inside("model"), 2, effects=True)
    claim.alternative = top.text("alternative", "complete", "quasi", "overlap")
    proof, size = top.inside("proof"), claim.vertices
    claim.graph = len(claim.sizes) < 3
    proof.text("kind", "structure" if claim.graph else "weights")
    claim.strict = proof.rising("rows", claim.n, empty=True)
    claim.potentials = proof.spelt("potentials", integer, size)
    proof.need("potentials", all(abs(v) < 2**61 for v in claim.potentials), "a list of integers within 2^61")
    claim.coefficients = proof.spelt("coefficients", integer)
    proof.need("coefficients", len(claim.coefficients) <= claim.k, "at most one integer for each regressor")
    if claim.graph:
        claim.component = numbers_below(proof, "component", size, size)
        claim.trees = [read_tree(proof.inside(name), claim) for name in ("outward", "inward")]
    else:
        claim.weights = proof.spelt("weights", integer, claim.n)
        proof.need("weights", all(abs(v) < 2**61 for v in claim.weights), "a list of integers within 2^61")
        claim.factor = proof.number("factor", integer)
        claim.correction = read_cycle(proof.inside("correction"), claim, least=0)
    claim.pivots = numbers_below(proof, "pivots", claim.k, most=claim.k)
    claim.cycles = [read_cycle(each, claim) for each in proof.several("cycles")]
    claim.balance = proof.spelt("balance", integer, len(claim.cycles)) if claim.graph else []
    absorbed = proof.several("absorbed")
    proof.need("absorbed", len(absorbed) <= claim.k, "at most one relation for each regressor")
    claim.absorbed = [read_absorbed(each, claim) for each in absorbed]
    proof.end()
    return claim


def numbers_below(fields, name, below, length=None, *, least=0, most=None):
    values = fields.counts(name, length, least)
    fields.need(name, all(v < below for v in values), f"a list of numbers below {below}")
    fields.need(name, most is None or len(values) <= most, f"a list of at most {most}")
    return values


def read_tree(fields, claim):
    tree = SimpleNamespace(rows=numbers_below(fields, "rows", claim.n, claim.vertices, least=-1))
    tree.depths = numbers_below(fields, "depths", claim.vertices, claim.vertices)
    fields.end()
    return tree


def read_cycle(fields, claim, least=1):
    rows = numbers_below(fields, "rows", claim.n)
    fields.need("rows", len(rows) >= least, "a list with members")
    cycle = list(zip(rows, fields.spelt("integers", integer, len(rows))))
    fields.end()
    return cycle


def read_absorbed(fields, claim):
    each = SimpleNamespace(columns=numbers_below(fields, "columns", claim.k, most=claim.k))
    each.integers = fields.spelt("integers", integer, len(each.columns))
    each.potentials = fields.spelt("potentials", integer, claim.vertices)
    fields.end()
    return each


def judge_panel(claim, path, label):
    """The split of a panel: rows between levels, which stand in an archive as such or follow from the model."""
    need(label is None, "--label belongs to points")
    panel = panel_arrays(path) if suffix_of(path) == ".npz" else panel_of_model(claim, path)
    n, signs = len(panel.x), panel.signs
    sizes = [max(codes) + 1 for codes in panel.levels]
    check("columns are the certificate's", not (claim.names and panel.names) or panel.names == claim.names)
    counted = [sum(map(bool, signs)), n - sum(map(bool, signs)), panel.k, sizes]
    check("sizes are the certificate's", counted == [claim.inequalities, claim.equalities, claim.k, claim.sizes])
    marks = [struct.pack(f"<B{len(sizes)}q", s + 1, *codes) for s, *codes in zip(signs, *panel.levels)]
    words = " ".join(map(str, ("gordan panel", n, claim.k, *sizes)))
    check("data are the certificate's", digest(words, panel.x, marks) == claim.digest)
    kind = "overlap" if not claim.strict else "complete" if len(claim.strict) == n else "quasi"
    check("kind is that of the split", claim.alternative == kind)
    tail = panel.levels[0]
    head = [sizes[0] + code for code in panel.levels[1]] if len(sizes) > 1 else [sizes[0]] * n
    edges = list(zip(tail, head, signs))
    exact = [whole({j: meant(v, claim.numbers) for j, v in row.items()}) for row in panel.x]
    common = lcm(*(d for _, d in exact))
    x = [{j: v * (common // d) for j, v in row.items()} for row, d in exact]
    if claim.graph:
        check_structure(claim, edges, x, common)
    else:
        starts = [sum(sizes[:e]) for e in range(2, len(sizes))]
        further = [[start + code for start, code in zip(starts, codes)] for codes in zip(*panel.levels[2:])]
        signed = [[(tail, 1), (head, -1), *((v, 1) for v in more)] for (tail, head, _), more in zip(edges, further)]
        check_weights(claim, signed, signs, x, common)
    words = f"{claim.alternative}, {len(claim.strict)} of {claim.inequalities} inequalities can be strict"
    carried = carried_names(claim.model.design) if suffix_of(path) != ".npz" else []
    words += f"; columns {', '.join(carried)} taken from the certificate, not recomputed" if carried else ""
    return words + formula_words(claim)


def panel_arrays(path):
    """The rows of a panel as arrays: regressors, signs, levels with a column for each effect, and perhaps names."""
    arrays = read_npz(path)
    need({"regressors", "signs", "levels"} <= set(arrays), f"{path} has no arrays regressors, signs and levels")
    X, signs, levels = (arrays[name] for name in ("regressors", "signs", "levels"))
    sound = len(X.shape) == len(levels.shape) == 2 and signs.kind == levels.kind == "i" and 1 <= levels.shape[1] <= 16
    need(sound and X.shape[0] == len(signs.values) == levels.shape[0] > 0, f"{path} holds no panel")
    need(set(signs.values) <= {-1, 0, 1} and min(levels.values) >= 0, f"{path} has other signs or levels than a panel")
    codes = [levels.values[e :: levels.shape[1]] for e in range(levels.shape[1])]
    rows = matrix_rows(X, "regressors") if X.shape[1] else [{} for _ in signs.values]
    names = arrays["names"].values if "names" in arrays else []
    return SimpleNamespace(x=rows, k=X.shape[1], signs=signs.values, levels=codes, names=names)


def panel_of_model(claim, path):
    """The rows of the model that say something: signs, regressors without the constant, and numbered levels."""
    model = claim.model
    need(all(name in model.design.used for e in model.effects for name in e), "certificate: an effect is not used")
    need(model.beside["strata"] is None, "certificate: strata beside effects")
    kept, names = observations(model, path), design_names(model.design)
    x, names = without_constant([row for row, _, _ in kept], names)
    if model.family == "binomial":
        classes, seen = seen_classes(model.design.response, model.family, kept)
        need(len(classes) == 2, "data: the response has other than two classes")
        signs = [None if not (f or s) else 0 if f and s else 1 if s else -1 for f, s in seen]
    else:
        need(model.design.response.kind == "counts" and len(kept[0][1]) == 1, "certificate: the response is no count")
        need(all(not isinstance(y[0], str) and y[0] >= 0 for _, y, _ in kept), "data: a count is no number from 0")
        signs = [0 if y[0] > 0 else -1 for _, y, _ in kept]
    used = [i for i, sign in enumerate(signs) if sign is not None]
    need(used, "data: no row is left")
    coded = [numbered([kept[i][2][e] for i in used]) for e in range(len(model.effects))]
    coded.sort(key=lambda codes: -max(codes))  # the most levels first; of as many, as the model has them
    rows = [entries(x[i]) for i in used]
    return SimpleNamespace(x=rows, k=len(names), signs=[signs[i] for i in used], levels=coded, names=names)


def numbered(values):
    """The number of each value, a tuple of cells, among the different ones in their order."""
    number = {value: code for code, value in enumerate(sorted(set(values)))}
    return [number[value] for value in values]


def check_structure(claim, edges, x, common):
    """A direction for the strict rows, and components, cycles and relations that keep every other row from it.

    The regressors are integers over one denominator.
    """
    strict, p, beta = set(claim.strict), claim.potentials, claim.coefficients
    check("integers for every level", len(beta) in (0, claim.k))
    beta = dict(enumerate(beta))
    flat = [i for i in range(len(edges)) if i not in strict]
    relations = [bits_of(each.integers) + bits_of(each.potentials) for each in claim.absorbed]
    size = bits_of(v for row in x for v in row.values()) + common.bit_length()
    products = (1 + len(relations)) * (len(edges) + sum(map(len, x)))
    spend("the products of the rows", products, size + max([bits_of(beta.values()), *relations]))
    z = [dot(row, beta) + common * (p[tail] - p[head]) for row, (tail, head, _) in zip(x, edges)]
    check("strict rows are positive", all(edges[i][2] * z[i] > 0 for i in strict))
    check("other rows vanish under the direction", not any(z[i] for i in flat))
    component = claim.component
    check("flat rows stay in a component", all(component[edges[i][0]] == component[edges[i][1]] for i in flat))
    roots = [[v for v, row in enumerate(tree.rows) if row < 0] for tree in claim.trees]
    check("both trees have the same roots", roots[0] == roots[1])
    single = len(roots[0]) == len({component[v] for v in roots[0]}) == len(set(component))
    check("one root in each component", single)
    for tree, way, name in zip(claim.trees, (1, -1), ("is reached from", "leads to")):
        hangs = (hangs_on(tree, v, edges, strict, component, way) for v in range(claim.vertices))
        check(f"every level {name} its root", all(hangs))
    check_regressors(claim, edges, x, common, strict, flat)


def hangs_on(tree, v, edges, strict, component, way):
    """Whether a vertex is a root, or a flat row joins it to a parent one row nearer to the root, in the right way."""
    row, depth = tree.rows[v], tree.depths[v]
    if row < 0:
        return depth == 0
    tail, head, sign = edges[row]
    if v not in (tail, head) or row in strict:
        return False
    parent = tail if v == head else head
    # A row of sign −1 leads from tail to head, one of sign 1 back, an equality both ways.
    leads = way * (1 if v == head else -1) * sign <= 0
    return leads and component[parent] == component[v] and tree.depths[parent] + 1 == depth


def check_weights(claim, vertices, signs, x, common):
    """A direction for the strict rows, and weights of all others that cancel; each row has vertices with signs."""
    strict, p, beta = set(claim.strict), claim.potentials, claim.coefficients
    check("integers for every level", len(beta) in (0, claim.k) and all(abs(v) < 2**58 for v in p))
    beta, n = dict(enumerate(beta)), len(signs)
    flat = [i for i in range(n) if i not in strict]
    relations = [bits_of(each.integers) + bits_of(each.potentials) for each in claim.absorbed]
    size = bits_of(v for row in x for v in row.values()) + common.bit_length()
    products = (1 + len(relations)) * (len(claim.sizes) * n + sum(map(len, x)))
    spend("the products of the rows", products, size + max([bits_of(beta.values()), *relations]))
    z = [dot(x[i], beta) + common * sum(s * p[v] for v, s in vertices[i]) for i in range(n)]
    check("strict rows are positive", all(signs[i] * z[i] > 0 for i in strict))
    check("other rows vanish under the direction", not any(z[i] for i in flat))
    check_formed(claim)
    long = bits_of(v for _, v in claim.correction) + claim.factor.bit_length()
    spend("the sums of weights", n * (len(claim.sizes) + len(claim.pivots)), 64 + long)
    t = [claim.factor * weight for weight in claim.weights]
    for i, v in claim.correction:
        t[i] += v
    used = [i for rows in (*claim.cycles, claim.correction) for i, _ in rows]
    off = any(claim.weights[i] for i in strict) or any(i in strict for i in used)
    check("weights are of flat rows", not off)
    check(
        "weights have the signs of flat rows", claim.factor > 0 and all(signs[i] * t[i] > 0 for i in flat if signs[i])
    )
    left, total = weighed_sums(claim, enumerate(t), vertices, x)
    check("effects cancel under the weights", not any(left.values()))
    check("regressors cancel under the weights", not any(total.values()))
    sums = []
    for cycle in claim.cycles:
        spend("the sums of cycles", len(cycle) * (1 + len(claim.pivots)), 64 + bits_of(v for _, v in cycle))
        left, row = weighed_sums(claim, cycle, vertices, x)
        check("effects cancel in every cycle", not any(left.values()))
        sums.append(row)
    check("cycles are independent", rank_is(sums, len(claim.pivots)))
    for each in claim.absorbed:
        v, h = dict(zip(each.columns, each.integers)), each.potentials
        vanish = not any(dot(x[i], v) + common * sum(s * h[u] for u, s in vertices[i]) for i in flat)
        check("absorbed regressors vanish with their effects", vanish)


def weighed_sums(claim, weighed, vertices, x):
    """What weighed rows leave of each vertex, and of each pivot."""
    left, total, pivots = {}, dict.fromkeys(claim.pivots, 0), set(claim.pivots)
    for i, weight in weighed:
        for v, s in vertices[i]:
            left[v] = left.get(v, 0) + s * weight
        for j in pivots & set(x[i]):
            total[j] += weight * x[i][j]
    return left, total


def check_formed(claim):
    """Every regressor is a pivot, or the last of a relation of pivots."""
    pivots, last = set(claim.pivots), [each.columns[-1] for each in claim.absorbed if each.columns]
    formed = sorted([*claim.pivots, *last]) == list(range(claim.k)) and all(
        each.columns
        and each.integers[-1]
        and len(set(each.columns)) == len(each.columns)
        and pivots.issuperset(each.columns[:-1])
        for each in claim.absorbed
    )
    check("every regressor is a pivot or absorbed", formed)


def check_regressors(claim, edges, x, common, strict, flat):
    """Cycles of flat rows leave pivots no coefficient but 0; every other regressor is made of pivots and effects."""
    check_formed(claim)
    pivots, sums, total = set(claim.pivots), [], dict.fromkeys(claim.pivots, 0)
    for cycle, factor in zip(claim.cycles, claim.balance):
        along = all(i not in strict and (not edges[i][2] or edges[i][2] * v > 0) for i, v in cycle)
        check("cycles follow the signs of flat rows", along)
        spend("the sums of cycles", len(cycle) * (1 + len(pivots)), 64 + bits_of(v for _, v in cycle))
        left, row = {}, dict.fromkeys(claim.pivots, 0)
        for i, v in cycle:
            left[edges[i][0]] = left.get(edges[i][0], 0) + v
            left[edges[i][1]] = left.get(edges[i][1], 0) - v
            for j in pivots & set(x[i]):
                row[j] += v * x[i][j]
        check("effects cancel in every cycle", not any(left.values()))
        check("sums of the cycles cancel", factor > 0 or not any(edges[i][2] for i, _ in cycle))
        total = {j: total[j] + factor * v for j, v in row.items()}
        sums.append(row)
    check("sums of the cycles cancel", not any(total.values()))
    check("cycles are independent", rank_is(sums, len(pivots)))
    for each in claim.absorbed:
        v, h = dict(zip(each.columns, each.integers)), each.potentials
        vanish = not any(dot(x[i], v) + common * (h[edges[i][0]] - h[edges[i][1]]) for i in flat)
        check("absorbed regressors vanish with their effects", vanish)


# ---------------------------------------------------------------------------------------------------------------------
# The kind "risk": a Cox model, whose events are compared with all rows at risk at their times.


def read_risk_claim(top):
    problem = top.inside("problem")
    problem.text("kind", "risk")
    claim = SimpleNamespace(n=problem.count("rows"), events=problem.count("events"), m=problem.count("covariates"))
    claim.starts, claim.exact = problem.take("starts", bool), problem.take("exact", bool)
    claim.numbers, claim.names = problem.text("numbers", "binary", "decimal"), problem.texts("names")
    problem.need("names", len(claim.names) <= claim.m, "a list of at most one name for each covariate")
    claim.digest = problem.hash("digest")
    problem.end()
    claim.model = read_model(top.inside("model"), 2, groups=True)
    claim.alternative = top.text("alternative", "complete", "quasi", "overlap")
    proof = top.inside("proof")
    proof.text("kind", "pairs")
    claim.strict = proof.rising("rows", claim.n, empty=True)
    claim.direction, claim.pairs = proof.spelt("direction", integer, claim.m), proof.listed("pairs")
    sound = all(type(p) is list and len(p) == 2 and all(type(v) is int for v in p) for p in claim.pairs)
    sound = sound and all(0 <= v < claim.n for p in claim.pairs for v in p)
    proof.need("pairs", sound, "a list of pairs of rows")
    claim.weights = proof.spelt("weights", integer)
    proof.need("weights", len(claim.weights) <= len(claim.pairs), "at most one integer for each pair")
    claim.flat = read_dependence(proof.inside("flat"), claim.m, len(claim.weights))
    claim.table = read_dependence(proof.inside("table"), claim.m, len(claim.pairs))
    proof.end()
    return claim


def judge_risk(claim, path, label):
    """What can be strict among the comparisons of a Cox model: every one of them is looked at here."""
    need(label is None, "--label belongs to points")
    risk = risk_arrays(path) if suffix_of(path) == ".npz" else risk_of_model(claim, path)
    n, m = len(risk.x), claim.m
    check("columns are the certificate's", not (claim.names and risk.names) or risk.names == claim.names)
    counted = [n, sum(risk.event), risk.m, risk.start is not None]
    check("sizes are the certificate's", counted == [claim.n, claim.events, m, claim.starts])
    times = [(risk.stop[i],) if risk.start is None else (risk.start[i], risk.stop[i]) for i in range(n)]
    marks = [
        struct.pack(f"<Bq{len(times[0])}d", risk.event[i], risk.stratum[i], *(v + 0.0 for v in times[i]))
        for i in range(n)
    ]
    words = f"gordan risk {n} {m} {'exact' if claim.exact else 'compared'}"
    check("data are the certificate's", digest(words, risk.x, marks) == claim.digest)
    exact = [whole({j: meant(v, claim.numbers) for j, v in row.items()}) for row in risk.x]
    common = lcm(*(d for _, d in exact))
    check_comparisons(claim, risk, [{j: v * (common // d) for j, v in row.items()} for row, d in exact])
    words = f"{claim.alternative}, {len(claim.strict)} of {claim.events} events are separated"
    carried = carried_names(claim.model.design) if suffix_of(path) != ".npz" else []
    words += f"; columns {', '.join(carried)} taken from the certificate, not recomputed" if carried else ""
    return words + formula_words(claim)


def risk_arrays(path):
    """The rows as arrays: covariates, stop, event, stratum, perhaps start, and perhaps names."""
    arrays = read_npz(path)
    need({"covariates", "stop", "event", "stratum"} <= set(arrays), f"{path} has no arrays of a Cox model")
    X, stop, event, stratum = (arrays[name] for name in ("covariates", "stop", "event", "stratum"))
    start = arrays["start"].values if "start" in arrays else None
    n = len(stop.values)
    sound = len(X.shape) == 2 and X.shape[0] == n == len(event.values) == len(stratum.values) > 0
    sound = sound and event.kind == "b" and stratum.kind == "i" and stop.kind == "f"
    need(sound and (start is None or len(start) == n), f"{path} holds no rows of a Cox model")
    names = arrays["names"].values if "names" in arrays else []
    rows = matrix_rows(X, "covariates")
    return SimpleNamespace(
        x=rows, m=X.shape[1], stop=stop.values, start=start, event=event.values, stratum=stratum.values, names=names
    )


def risk_of_model(claim, path):
    """The rows of the model: covariates without the constant, times, events, and numbered strata."""
    model = claim.model
    need(all(name in model.design.used for name in model.groups), "certificate: a column of the strata is not used")
    need(model.beside["strata"] is None, "certificate: strata beside groups")
    need(model.design.response.kind == "counts", "certificate: the response is not made of times")
    kept, names = observations(model, path), design_names(model.design)
    x, names = without_constant([row for row, _, _ in kept], names)
    need(names, "certificate: the model has no covariate")
    y = [values for _, values, _ in kept]
    need(len(y[0]) in (2, 3), "certificate: the response is not (time, event) or (start, stop, event)")
    need(not any(isinstance(v, str) for values in y for v in values), "data: a time or an event is text")
    need(all(map(isfinite, (v for values in y for v in values))), "data: a time is infinite")
    need(all(values[-1] in (0.0, 1.0) for values in y), "data: an event is neither 0 nor 1")
    stop, start = [values[-2] for values in y], [values[0] for values in y] if len(y[0]) == 3 else None
    need(all(v >= 0 for v in stop) if start is None else all(a < b for a, b in zip(start, stop)), "data: odd times")
    event = [values[-1] == 1.0 for values in y]
    stratum = numbered([group for _, _, group in kept]) if model.groups else [0] * len(kept)
    members = [0] * (max(stratum) + 1)
    for s in stratum:
        members[s] += 1
    need(any(e and members[s] > 1 for e, s in zip(event, stratum)), "data: no event is compared with any row")
    rows = [entries(row) for row in x]
    return SimpleNamespace(x=rows, m=len(names), stop=stop, start=start, event=event, stratum=stratum, names=names)


def check_comparisons(claim, risk, a):
    """All comparisons one by one: none is negative, those at 0 are combinations of pairs that cancel."""
    n, b = len(a), dict(enumerate(claim.direction))

    def compared(i, j):
        """Whether row j was at risk at the time of the event i, in the same stratum."""
        time, at_risk = risk.stop[i], risk.stop[j] >= risk.stop[i]
        at_risk = at_risk and (risk.start is None or risk.start[j] < time)
        apart = claim.exact and risk.event[j] and risk.stop[j] == time
        return i != j and risk.event[i] and risk.stratum[i] == risk.stratum[j] and at_risk and not apart

    check("pairs are comparisons", all(compared(i, j) for i, j in claim.pairs))
    check("weights of the pairs are positive", all(v > 0 for v in claim.weights))
    size = bits_of(v for row in a for v in row.values())
    longest = [bits_of(claim.direction), bits_of(claim.weights)]
    relations = [*claim.flat.relations, *claim.table.relations]
    longest += [bits_of(relation.values()) for relation in relations]
    spend("the products of the rows", (2 + len(relations)) * sum(map(len, a)), size + max(longest))
    spend("the comparisons", sum(risk.event) * n, 64)
    pairs = [difference_of(a[i], a[j]) for i, j in claim.pairs]
    sums = {}
    for weight, row in zip(claim.weights, pairs):
        for j, v in row.items():
            sums[j] = sums.get(j, 0) + weight * v
    check("weighted pairs cancel", not any(sums.values()))
    for part, few, where in ((claim.flat, len(claim.weights), "the weighted pairs"), (claim.table, len(pairs), "all")):
        check_dependence(part, pairs, range(few), claim.m, where)
    f = [dot(row, b) for row in a]
    flat = [tuple(dot(row, r) for r in claim.flat.relations) for row in a]
    table = [tuple(dot(row, r) for r in claim.table.relations) for row in a]
    separated, ties = [], 0
    for i in (i for i in range(n) if risk.event[i]):
        others = [j for j in range(n) if compared(i, j)]
        check("no comparison is negative", all(f[j] <= f[i] for j in others))
        level = [j for j in others if f[j] == f[i]]
        same = all(flat[j] == flat[i] for j in level)
        check("comparisons at zero are combinations of the weighted pairs", same)
        check("columns that depend on all comparisons", all(table[j] == table[i] for j in others))
        ties += len(level)
        separated += [i] if len(level) < len(others) else []
    check("separated events are those with a positive comparison", separated == claim.strict)
    kind = "overlap" if not separated else "quasi" if ties else "complete"
    check("kind is that of the split", claim.alternative == kind)


def difference_of(row, other):
    both = {j: row.get(j, 0) - other.get(j, 0) for j in row.keys() | other.keys()}
    return {j: v for j, v in both.items() if v}


# ---------------------------------------------------------------------------------------------------------------------
# The kind "program": row_lower <= A x <= row_upper, lower <= x <= upper.

SIDES = {"row_lower": ("row", 0), "row_upper": ("row", 1), "column_lower": ("column", 0), "column_upper": ("column", 1)}


def read_program_claim(top):
    problem = top.inside("problem")
    kind = problem.text("kind", "program", "optimum", "repair")
    claim = SimpleNamespace(rows=problem.count("rows", 0), columns=problem.count("columns", 0))
    problem.need("columns", claim.columns <= 10_000_000, "at most 10,000,000")
    claim.entries, claim.strict = problem.count("entries", 0), problem.take("strict", bool)
    problem.need("strict", not claim.strict or kind == "program", "false: an optimum or a repair is not asked strictly")
    claim.digest = problem.hash("digest")
    problem.end()
    bare_name(top, "file")
    proofs = {"feasible": ("point",), "infeasible": ("contradiction", "contradiction ball")}
    if kind == "optimum":
        proofs = {"optimal": ("optimum",), "unbounded": ("ray",)}
    elif kind == "repair":
        proofs = {"repaired": ("repair",)}
    claim.objective, claim.alternative = kind == "optimum", top.text("alternative", *proofs)
    proof = top.inside("proof")
    ball = proof.text("kind", *proofs[claim.alternative]) == "contradiction ball"
    claim.names, claim.terms, claim.radius = [], [], None
    if claim.alternative == "feasible":
        claim.point = read_values(proof, claim)
    elif ball:
        claim.radius = Fraction(proof.number("radius", double))
        read_terms(proof, claim, double)
    elif claim.alternative == "infeasible":
        claim.irreducible = proof.take("irreducible", bool)
        read_terms(proof, claim)
    else:
        claim.point = read_values(proof.inside("point"), claim, last=True)
        if claim.alternative in ("optimal", "repaired"):
            claim.value, claim.denominator = (
                proof.number("value", fraction),
                proof.number("denominator", positive_integer),
            )
            read_terms(proof, claim)
            if claim.alternative == "repaired":
                read_changes(proof, claim)
        else:
            claim.ray = read_values(proof.inside("ray"), claim, last=True)
    proof.end()
    return claim


def read_values(fields, claim, last=False):
    """The columns of a point that are not 0, with their values."""
    places = fields.rising("columns", claim.columns, empty=True)
    claim.names += [("column", j, name) for j, name in zip(places, fields.texts("names", len(places)))]
    values = dict(zip(places, fields.spelt("values", fraction, len(places))))
    if last:
        fields.end()
    return values


def read_terms(proof, claim, read=positive_integer):
    """The sides, each with its weight."""
    for part, (place, side) in SIDES.items():
        fields = proof.inside(part)
        numbers = fields.rising("numbers", claim.rows if place == "row" else claim.columns, empty=True)
        claim.names += [(place, k, name) for k, name in zip(numbers, fields.texts("names", len(numbers)))]
        weights = fields.spelt("weights", read, len(numbers))
        claim.terms += [(place, k, side, weight) for k, weight in zip(numbers, weights)]
        fields.end()


def read_changes(proof, claim):
    """By how much sides give way, and at what price for each unit: null where they do not."""
    claim.norm, claim.changes, claim.prices = proof.text("norm", "sum", "max"), {}, {}
    changes = proof.inside("changes")
    for part, (place, side) in SIDES.items():
        fields = changes.inside(part)
        numbers = fields.rising("numbers", claim.rows if place == "row" else claim.columns, empty=True)
        claim.names += [(place, k, name) for k, name in zip(numbers, fields.texts("names", len(numbers)))]
        for k, amount in zip(numbers, fields.spelt("amounts", fraction, len(numbers))):
            claim.changes[place, k, side] = amount
        fields.end()
    changes.end()
    for place, size in (("row", claim.rows), ("column", claim.columns)):
        given = proof.listed(f"{place}_prices", size)
        proof.need(f"{place}_prices", all(v is None or type(v) is str for v in given), "a list of texts and nulls")
        try:
            claim.prices[place] = [None if v is None else fraction(v) for v in given]
        except ValueError as error:
            raise Unusable(f"certificate: proof.{place}_prices has {error}") from error


def read_program(path):
    """A program: an MPS file, or the text whose hash the certificate has, which knows no names."""
    lines = text_lines(path)
    if lines and lines[0].startswith("gordan program "):
        return read_hashed_program(lines)
    try:
        return parse_mps(lines, str.split)
    except Unusable:  # names with blanks inside are separated by their columns
        return parse_mps(lines, fixed_columns)


def read_hashed_program(lines):
    words = [line.split() for line in lines]
    try:
        m, n = int(words[0][2]), int(words[0][3])
        need(m + n < len(lines) + 1, "data: the text of the program is cut short")
        number = [[None if v == "None" else fraction(v) for v in each] for each in words[1 : m + n + 1]]
        sides = [(low, high) for low, high in number]
        rows = [{} for _ in range(m)]
        ends = [k for k, each in enumerate(words) if each[:1] in (["minimise"], ["maximise"])]
        end = ends[0] if ends else len(words)
        for i, j, v in words[m + n + 1 : end]:
            rows[int(i)][int(j)] = fraction(v)
        costs = {int(j): fraction(v) for j, v in words[end + 1 :]}
        need(all(0 <= j < n for j in costs), "data: the objective has a column that is not there")
        constant = fraction(words[end][1]) if ends else Fraction(0)
    except (ValueError, IndexError) as error:
        raise Unusable(f"data: no text of a program ({error})") from error
    program = SimpleNamespace(rows=rows, row=sides[:m], column=sides[m:], row_names=None, column_names=None)
    program.costs, program.constant = (costs if ends else None), constant
    program.maximise = bool(ends) and words[end][0] == "maximise"
    return program


def decimal(text):
    need(
        re.fullmatch(r"[+-]?(\d+\.?\d*|\.\d+)([eEdD][+-]?\d{1,3})?", text, re.ASCII),
        f"data: {text[:20]!r} is no number",
    )
    mantissa, _, exponent = text.lower().replace("d", "e").partition("e")
    need(len(mantissa) <= 4000, "data: a number has more than 4,000 digits")
    return Fraction(f"{mantissa}e{exponent or 0}")


def side_of(text):
    """A number, or None for infinity, which is written out or is of size 1e30 and more; and its sign."""
    if re.fullmatch(r"[+-]?inf(inity)?", text, re.ASCII | re.IGNORECASE):
        return None, -1 if text[0] == "-" else 1
    value = decimal(text)
    return (value if abs(value) < 10**30 else None), -1 if value < 0 else 1


def fixed_columns(line):
    """The fields of a punched card; of lines that do not begin with a word the first one is empty."""
    fields = [line[a:b].strip() for a, b in ((1, 3), (4, 12), (14, 22), (24, 36), (39, 47), (49, 61))]
    while fields and not fields[-1]:
        fields.pop()
    return fields[1:] if fields and not fields[0] else fields


SQUARES = ("QUADOBJ", "QMATRIX", "QSECTION")
UNREAD = ("NAME", "OBJSENSE", "OBJSENSEMAX", "OBJNAME", "OBJECT", *SQUARES)


def parse_mps(lines, split):
    """The sections of an MPS file; of several right-hand sides, ranges or bounds the first set counts."""
    draft = SimpleNamespace(kind={}, entries={}, columns={}, right={}, range={}, sets={}, whole=False)
    draft.lower, draft.upper, draft.unsaid, draft.raised = {}, {}, set(), set()
    draft.costs, draft.constant, draft.unclear, draft.squares = {}, {}, set(), False
    draft.maximise, draft.objective = False, None
    readers = {"ROWS": mps_row, "COLUMNS": mps_column, "RHS": mps_right, "RANGES": mps_range, "BOUNDS": mps_bound}
    section, seen = None, set()
    for line in lines:
        if not line.strip() or line.startswith("*"):
            continue
        if line[0].isspace():
            need(section in readers or section in UNREAD, f"data: {line[:40]!r} stands in no section")
            if section in readers:
                readers[section](draft, split(line.rstrip("\n")))
            mps_objective(draft, section, line.split()[0])
            continue
        section, *rest = line.upper().split()
        need(section in (*readers, *UNREAD, "ENDATA"), f"data: the section {section[:20]!r} is not known")
        need(section not in seen and (not rest or section in UNREAD), f"data: the section {section} comes twice")
        need(section not in readers or section == "ROWS" or "ROWS" in seen, "data: ROWS comes first")
        if section == "OBJSENSEMAX" or (rest and section == "OBJSENSE"):
            mps_objective(draft, "OBJSENSE", "MAX" if section == "OBJSENSEMAX" else rest[0])
        named = not rest or section not in SQUARES
        need(named or draft.kind.get(line.split()[1]) == "N", "data: squares in a row that constrains")
        seen |= {section} & {*readers}
        if section == "ENDATA":
            need({"ROWS", "COLUMNS"} <= seen, "data: no sections ROWS and COLUMNS")
            return mps_program(draft)
    raise Unusable("data: the line ENDATA is missing")


def mps_objective(draft, section, word):
    """What a line says of the objective: its sense, its name, or that it has squares."""
    if section == "OBJSENSE":
        known = re.fullmatch("MAX(IMI[SZ]E)?|MIN(IMI[SZ]E)?", word.upper())
        need(known, f"data: the objective's sense is {word[:20]!r}")
        draft.maximise = word.upper().startswith("MAX")
    elif section == "OBJNAME":
        draft.objective = word
    draft.squares = draft.squares or section in SQUARES


def mps_row(draft, fields):
    need(len(fields) == 2 and fields[0].upper() in "NELG" and fields[1] not in draft.kind, f"data: {fields} is no row")
    draft.kind[fields[1]] = fields[0].upper()
    (draft.costs if fields[0].upper() == "N" else draft.entries)[fields[1]] = {}


def mps_column(draft, fields):
    if len(fields) >= 3 and fields[1].strip("'\"").upper() == "MARKER" and fields[1] not in draft.kind:
        marker = fields[-1].strip("'\"").upper()
        need(marker in ("INTORG", "INTEND"), f"data: the marker {marker[:20]!r} is not known")
        draft.whole = marker == "INTORG"
        return
    need(len(fields) in (3, 5), f"data: {fields} is no column")
    name = fields[0]
    if name not in draft.columns:
        j = draft.columns[name] = len(draft.columns)
        draft.lower[j], draft.upper[j] = Fraction(0), None
        if draft.whole:
            draft.unsaid.add(j)
    for row, text in zip(fields[1::2], fields[2::2]):
        need(row in draft.kind, f"data: there is no row {row[:20]!r}")
        value = decimal(text)
        if draft.kind[row] != "N":
            need(draft.columns[name] not in draft.entries[row], f"data: {name[:20]!r} has two entries in {row[:20]!r}")
            draft.entries[row][draft.columns[name]] = value
        elif draft.columns[name] in draft.costs[row]:
            draft.unclear.add(row)
        else:
            draft.costs[row][draft.columns[name]] = value


def first_set(draft, section, chosen):
    """Whether a line belongs to the first set of its section."""
    sets = draft.sets.setdefault(section, {})
    sets.setdefault(chosen)
    need(len(sets) == 1 or "" not in sets, f"data: some lines of {section} name their set and others do not")
    return chosen == next(iter(sets))


def mps_pairs(draft, section, fields):
    need(2 <= len(fields) <= 5, f"data: {fields} has no row and number")
    chosen, fields = (fields[0], fields[1:]) if len(fields) % 2 else ("", fields)
    counts = first_set(draft, section, chosen)
    for row, text in zip(fields[::2], fields[1::2]):
        need(not counts or row in draft.kind, f"data: there is no row {row[:20]!r}")
        if counts and draft.kind[row] != "N":
            yield row, side_of(text)
        elif counts:
            value = side_of(text)[0]
            if section == "RHS" and (value is None or row in draft.constant):
                draft.unclear.add(row)
            elif section == "RHS":  # taken off the objective
                draft.constant[row] = -value


def mps_right(draft, fields):
    for row, (value, way) in mps_pairs(draft, "RHS", fields):
        need(row not in draft.right, f"data: the row {row[:20]!r} has two right-hand sides")
        possible = value is not None or (draft.kind[row], way) in (("L", 1), ("G", -1))
        need(possible, f"data: nothing satisfies the row {row[:20]!r}")
        draft.right[row] = value


def mps_range(draft, fields):
    for row, (value, way) in mps_pairs(draft, "RANGES", fields):
        need(row not in draft.range, f"data: the row {row[:20]!r} has two ranges")
        draft.range[row] = (value, way)


def mps_bound(draft, fields):
    kind = fields[0].upper() if fields else ""
    bare = kind in ("FR", "MI", "PL", "BV")
    fewest = 2 if bare else 3
    known = bare or kind in ("LO", "UP", "FX", "LI", "UI")
    need(known and fewest <= len(fields) <= 4, f"data: {fields} is no bound")
    chosen, name = (fields[1], fields[2]) if len(fields) > fewest else ("", fields[1])
    need(name in draft.columns, f"data: there is no column {name[:20]!r}")
    if not first_set(draft, "BOUNDS", chosen):
        return
    j, (value, way) = draft.columns[name], (None, 0) if bare else side_of(fields[-1])
    draft.unsaid.discard(j)
    if kind in ("LO", "LI", "FX"):
        need(value is not None or way < 0, "data: a lower bound is infinite")
        draft.lower[j] = value
    if kind in ("UP", "UI", "FX"):
        need(value is not None or way > 0, "data: an upper bound is minus infinity")
        draft.upper[j] = value
        if kind != "FX" and way < 0 and j not in draft.raised:  # takes away the 0 below that nobody wrote
            draft.lower[j] = None
    if kind in ("FR", "MI"):
        draft.lower[j] = None
    if kind in ("FR", "PL"):
        draft.upper[j] = None
    if kind == "BV":
        draft.lower[j], draft.upper[j] = Fraction(0), Fraction(1)
    if kind in ("LO", "LI", "FX", "FR", "MI", "BV"):
        draft.raised.add(j)


def mps_program(draft):
    rows, sides, names = [], [], []
    for name, entries in draft.entries.items():
        low, high = mps_sides(draft, name)
        if any(entries.values()) or not ((low is None or low <= 0) and (high is None or high >= 0)):
            rows.append({j: v for j, v in entries.items() if v})
            sides.append((low, high))
            names.append(name)
    for j in draft.unsaid:  # whole numbers between markers, of which no bound is stated
        draft.upper[j] = Fraction(1)
    columns = [(draft.lower[j], draft.upper[j]) for j in range(len(draft.columns))]
    program = SimpleNamespace(rows=rows, row=sides, column=columns, row_names=names, column_names=list(draft.columns))
    objective = next(iter(draft.costs), None) if draft.objective is None else draft.objective
    clear = objective in draft.costs and objective not in draft.unclear and not draft.squares
    program.costs = {j: v for j, v in draft.costs[objective].items() if v} if clear else None
    program.constant, program.maximise = draft.constant.get(objective, Fraction(0)), draft.maximise
    return program


def mps_sides(draft, name):
    kind, given = draft.kind[name], draft.right.get(name, Fraction(0))
    size, way = draft.range.get(name, (None, 0))
    if given is None:
        need(size is None, f"data: the row {name[:20]!r} has a range and no finite side")
        return None, None
    if not way:
        return (None if kind == "L" else given), (None if kind == "G" else given)
    if kind == "L" or (kind == "E" and way < 0):
        return (None if size is None else given - abs(size)), given
    return given, (None if size is None else given + abs(size))


def judge_program(claim, path, label):
    need(label is None, "--label belongs to points")
    program = read_program(path)
    m, n, entries = len(program.rows), len(program.column), sum(map(len, program.rows))
    check("sizes are the certificate's", (m, n, entries) == (claim.rows, claim.columns, claim.entries))
    whole_text = [f"gordan program {m} {n}", *(f"{low} {high}" for low, high in (*program.row, *program.column))]
    whole_text += [f"{i} {j} {v}" for i, row in enumerate(program.rows) for j, v in sorted(row.items())]
    if claim.objective:
        check("program has an objective", program.costs is not None)
        whole_text.append(f"{'maximise' if program.maximise else 'minimise'} {program.constant}")
        whole_text += [f"{j} {v}" for j, v in sorted(program.costs.items())]
    check(
        "data are the certificate's",
        sha256("".join(f"{line}\n" for line in whole_text).encode()).hexdigest() == claim.digest,
    )
    if program.row_names is not None:
        lists = {"row": program.row_names, "column": program.column_names}
        check("names are the certificate's", all(lists[place][k] == name for place, k, name in claim.names))
    if claim.alternative == "repaired":
        check_repair(claim, program)
    elif claim.alternative != "infeasible":
        check_point(claim, program)
    if claim.radius is not None:
        check_contradiction_ball(claim, program)
    elif claim.alternative == "infeasible":
        check_contradiction(claim, program)
    elif claim.alternative == "optimal":
        check_optimum(claim, program)
    elif claim.alternative == "unbounded":
        check_ray(claim, program)
    return f"{claim.alternative}, {m} rows and {n} columns"


def check_contradiction_ball(claim, program):
    """The weights c_k t_k that cancel with t nearest to (1, ..., 1), in fractions: t = 1 - B^T y with B B^T y = B 1."""
    used = [(getattr(program, place)[k][side], place, k, side, weight) for place, k, side, weight in claim.terms]
    check("sides exist", used and all(value is not None for value, *_ in used))
    check("weights in the ball are positive", all(weight > 0 for *_, weight in used) and 0 <= claim.radius < 1)
    columns, sides = {}, []
    for at, (value, place, k, side, weight) in enumerate(used):
        weight = Fraction(-weight if side else weight)
        sides.append(weight * value)
        for j, a in (program.rows[k] if place == "row" else {k: Fraction(1)}).items():
            columns.setdefault(j, {})[at] = weight * a
    B = [whole(column)[0] for column in columns.values()]
    bits = bits_of(v for row in B for v in row.values())
    spend("the products of the weighted rows", len(B) ** 2 * len(used), bits)
    y = solve([[*(dot(u, v) for v in B), sum(u.values())] for u in B])
    check("columns of the weighted rows are independent", y is not None)
    t = [1 - sum(v * row.get(at, 0) for v, row in zip(y, B)) for at in range(len(used))]
    check("weights in the ball cancel", all(abs(v - 1) <= claim.radius for v in t))
    check("weighted sides add up to above 0", sum(v * side for v, side in zip(t, sides)) > 0)


def check_optimum(claim, program):
    """The weighted sides add up to the objective on the left, and on the right to what it is at the point."""
    sign = -1 if program.maximise else 1
    used = [(getattr(program, place)[k][side], place, k, side, weight) for place, k, side, weight in claim.terms]
    check("sides exist", all(value is not None for value, *_ in used))
    bits = claim.denominator.bit_length() + bits_of(weight for *_, weight in claim.terms)
    spend("the weighted sides", sum(map(len, program.rows)) + len(program.costs), 64 + bits)
    left, right = {j: -sign * claim.denominator * c for j, c in program.costs.items()}, Fraction(0)
    for value, place, k, side, weight in used:
        weight = -weight if side else weight
        right += weight * value
        for j, a in (program.rows[k] if place == "row" else {k: Fraction(1)}).items():
            left[j] = left.get(j, Fraction(0)) + weight * a
    check("weighted rows add up to the objective", not any(left.values()))
    check("point has the value", program.constant + exact_sum(program.costs, claim.point) == claim.value)
    check("weighted sides add up to the value", program.constant + sign * right / claim.denominator == claim.value)


def check_repair(claim, program):
    """The point satisfies the changed sides, the changes cost the value, and the weights prove that none costs less."""
    x, prices = claim.point, claim.prices
    check("values are not 0", all(x.values()))
    priced = [price for place in prices for price in prices[place] if price is not None]
    check("prices are not negative", all(price >= 0 for price in priced))
    check("prices are 1", claim.norm == "sum" or all(price == 1 for price in priced))
    given = {(place, k, side): prices[place][k] for place, k, side in claim.changes}
    check("what changes has a price", all(price is not None for price in given.values()))
    check("changes are positive", all(amount > 0 for amount in claim.changes.values()))
    sides = {key: getattr(program, key[0])[key[1]][key[2]] for key in claim.changes}
    check("sides exist", all(value is not None for value in sides.values()))
    longest = bits_of(part for v in (*x.values(), *claim.changes.values()) for part in v.as_integer_ratio())
    spend("the rows of the program", sum(map(len, program.rows)), 64 + longest)
    at = {"row": [exact_sum(row, x) for row in program.rows]}
    at["column"] = [x.get(j, Fraction(0)) for j in range(len(program.column))]
    for place, values in at.items():
        for k, (value, (low, high)) in enumerate(zip(values, getattr(program, place))):
            below, above = (claim.changes.get((place, k, side), Fraction(0)) for side in (0, 1))
            held = (low is None or low - below <= value) and (high is None or value <= high + above)
            check("changed sides hold", held)
    if claim.norm == "max":
        cost = max(claim.changes.values(), default=Fraction(0))
    else:
        cost = sum((given[key] * amount for key, amount in claim.changes.items()), Fraction(0))
    check("changes cost the value", cost == claim.value)
    used = [(getattr(program, place)[k][side], place, k, side, weight) for place, k, side, weight in claim.terms]
    check("sides exist", all(value is not None for value, *_ in used))
    soft = [(prices[place][k], weight) for _, place, k, _, weight in used if prices[place][k] is not None]
    if claim.norm == "max":
        within = sum(weight for _, weight in soft) <= claim.denominator
    else:
        within = all(weight <= price * claim.denominator for price, weight in soft)
    check("weights are within the prices", within)
    spend("the weighted sides", sum(map(len, program.rows)), 64 + bits_of(weight for *_, weight in claim.terms))
    left, right = {}, Fraction(0)
    for value, place, k, side, weight in used:
        weight = -weight if side else weight
        right += weight * value
        for j, a in (program.rows[k] if place == "row" else {k: Fraction(1)}).items():
            left[j] = left.get(j, Fraction(0)) + weight * a
    check("weighted rows cancel", not any(left.values()))
    check("weighted sides add up to the value", right / claim.denominator == claim.value)


def check_ray(claim, program):
    """No side is in the way of the ray, and the objective improves along it."""
    r = claim.ray
    check("values are not 0", all(r.values()))
    longest = bits_of(part for v in r.values() for part in v.as_integer_ratio())
    spend("the rows of the program", sum(map(len, program.rows)), 64 + longest)

    def onward(step, sides):
        return not (sides[0] is not None and step < 0) and not (sides[1] is not None and step > 0)

    columns = enumerate(program.column)
    check("bounds of columns hold along the ray", all(onward(r.get(j, Fraction(0)), sides) for j, sides in columns))
    rows = zip(program.rows, program.row)
    check("rows hold along the ray", all(onward(exact_sum(row, r), sides) for row, sides in rows))
    change = exact_sum(program.costs, r)
    check("objective improves along the ray", change > 0 if program.maximise else change < 0)


def check_point(claim, program):
    """Every bound and every row holds, strictly where that was asked and its sides differ."""
    x = claim.point
    check("values are not 0", all(x.values()))
    longest = bits_of(part for v in x.values() for part in v.as_integer_ratio())
    spend("the rows of the program", sum(map(len, program.rows)), 64 + longest)

    def between(value, sides):
        low, high = sides
        if claim.strict and low != high:
            return (low is None or low < value) and (high is None or value < high)
        return (low is None or low <= value) and (high is None or value <= high)

    check(
        "bounds of columns hold", all(between(x.get(j, Fraction(0)), sides) for j, sides in enumerate(program.column))
    )
    check("rows hold", all(between(exact_sum(row, x), sides) for row, sides in zip(program.rows, program.row)))


def exact_sum(row, x):
    """a·x over one denominator, so that only the sum is reduced."""
    pairs = [(a, x[j]) for j, a in row.items() if j in x]
    common = lcm(*(a.denominator * v.denominator for a, v in pairs))
    spend("a row of the program", len(pairs), common.bit_length())
    return Fraction(
        sum(a.numerator * v.numerator * (common // (a.denominator * v.denominator)) for a, v in pairs), common
    )


def check_contradiction(claim, program):
    """The weighted sides cancel on the left and give more than 0 on the right."""
    check("there are sides in the contradiction", claim.terms)
    used = [(getattr(program, place)[k][side], place, k, side, weight) for place, k, side, weight in claim.terms]
    check("sides exist", all(value is not None for value, *_ in used))
    spend("the weighted sides", sum(map(len, program.rows)), 64 + bits_of(weight for *_, weight in claim.terms))
    left, right, terms = {}, Fraction(0), []
    for value, place, k, side, weight in used:
        row = program.rows[k] if place == "row" else {k: Fraction(1)}
        weight = -weight if side else weight
        right += weight * value
        terms.append(row)
        for j, a in row.items():
            left[j] = left.get(j, Fraction(0)) + weight * a
    check("weighted rows cancel", not any(left.values()))
    if claim.strict and right == 0:
        inequality = any(sides[0] != sides[1] for _, place, k, *_ in used for sides in [getattr(program, place)[k]])
        check("an inequality among sides of sum 0", inequality)
    else:
        check("weighted sides add up to above 0", right > 0)
    if claim.irreducible:
        check("no smaller part of them cancels", rank_is([whole(row)[0] for row in terms], len(terms) - 1))


# ---------------------------------------------------------------------------------------------------------------------
# The kind "conic": a linear map A and a cone that is a product of parts.

FORMS = ("orthant", "lorentz", "psd", "psd-plain")


class Part:
    """One part of a cone: its form, its order, and where its entries stand."""

    def __init__(self, form, order, start):
        self.form, self.order, self.start = form, order, start
        self.matrix = form in ("psd", "psd-plain")
        self.size = order * (order + 1) // 2 if self.matrix else order
        self.stop = start + self.size

    def places(self):
        """Row and column of every entry of an upper triangle, row by row."""
        return [(i, j) for i in range(self.order) for j in range(i, self.order)]


def square_matrix(entries, order, *, rooted):
    """The symmetric matrix of an upper triangle, whose entries off the diagonal may carry √2."""
    M = [[Fraction(0)] * order for _ in range(order)]
    places = [(i, j) for i in range(order) for j in range(i, order)]
    for (i, j), v in zip(places, entries):
        M[i][j] = M[j][i] = Surd(0, v / 2) if rooted and i != j else v
    return M


def read_conic_claim(top):
    problem = top.inside("problem")
    problem.text("kind", "conic")
    claim = SimpleNamespace(m=problem.count("m"), n=problem.count("n"), digest=problem.hash("digest"), parts=[])
    cone = problem.inside("cone")
    forms = cone.texts("parts", None, FORMS)
    cone.need("parts", forms, "a list with members")
    for form, order in zip(forms, cone.counts("orders", len(forms))):
        claim.parts.append(Part(form, order, claim.parts[-1].stop if claim.parts else 0))
    cone.end()
    problem.need("n", claim.parts[-1].stop == claim.n, "the sum of the parts' sizes")
    problem.end()
    claim.orthants = all(part.form == "orthant" for part in claim.parts)
    claim.alternative = top.text("alternative", "separable", "inseparable", "undecided")
    claim.arithmetic, claim.bracket = top.text("arithmetic", "rounded", "exact"), read_bracket(top)
    claim.proof = read_conic_proof(top.inside_if("proof", claim.alternative != "undecided"), claim, top.version)
    below = claim.alternative != "separable" and claim.bracket.lower is not None
    fields = top.inside_if("hyperplane", below)
    claim.direction = fields.spelt("direction", double, claim.m) if below else None
    if below:
        fields.end()
    above = claim.alternative != "inseparable" and claim.bracket.upper is not None
    claim.weights = read_weights(top.inside_if("weights", above), "entries", claim.n)
    return claim


def read_conic_proof(fields, claim, version):
    if fields is None:
        return None
    kinds = ("interior",) if claim.alternative == "separable" else ("kernel ball", "kernel point")
    whole = ("integer separator",) if version > 4 else ()
    of_points = whole if claim.alternative == "separable" else ("cancellation", "enclosure")
    kind = fields.text("kind", *kinds, *(of_points if claim.orthants else ()))
    if kind == "integer separator":
        proof = read_integer_plane(fields, claim.m)
    elif kind == "interior":
        proof = SimpleNamespace(direction=fields.spelt("direction", double, claim.m))
    elif kind == "kernel ball":
        proof = read_ball(fields, claim)
    elif kind == "kernel point":
        proof = SimpleNamespace(rows=fields.rising("entries", claim.n))
        proof.integers = fields.spelt("integers", integer, len(proof.rows))
        fields.number("denominator", positive_integer)  # plays no part: a multiple cancels as well
    else:
        proof = read_weighted(fields, kind, "entries", claim.n)
    proof.kind = kind
    fields.end()
    return proof


def read_ball(fields, claim):
    """The face of a ball: entries of orthants and second-order cones, and a basis V for every part of matrices."""
    proof = SimpleNamespace(entries=fields.rising("entries", claim.n, empty=True), bases={})
    matrices = [part for part in claim.parts if part.matrix]
    ranks = fields.counts("ranks", len(matrices), 0)
    fields.need("ranks", all(r <= part.order for r, part in zip(ranks, matrices)), "at most the orders")
    fields.need(
        "entries", not any(part.start <= j < part.stop for part in matrices for j in proof.entries), "no matrices'"
    )
    numbers = fields.spelt("bases", double, sum(part.order * r for part, r in zip(matrices, ranks)))
    values = iter(map(Fraction, numbers))
    for part, r in zip(matrices, ranks):
        proof.bases[part.start] = [[next(values) for _ in range(r)] for _ in range(part.order)]
    size = len(proof.entries) + sum(r * (r + 1) // 2 for r in ranks)
    proof.centre = [Fraction(v) for v in fields.spelt("centre", double, size)]
    proof.radius = Fraction(fields.number("radius", double))
    return proof


def read_map(path, claim):
    """The rows of A, and for every part whether its columns were given as plain symmetric matrices."""
    if suffix_of(path) == ".npy":
        pieces = [read_npy(file_bytes(path), path)]
    else:
        arrays = read_npz(path)
        if {"format", "shape", "data"} <= set(arrays):
            return sparse_rows(arrays, claim), [False] * len(claim.parts)
        names = list(arrays) if len(arrays) == 1 else [f"arr_{k}" for k in range(len(arrays))]
        need(arrays and set(names) == set(arrays), f"{path} has no arrays arr_0, arr_1, …")
        pieces = [arrays[name] for name in names]
    if len(pieces) == 1 and len(pieces[0].shape) == 2:
        rows = matrix_rows(pieces[0], "A")
        check("sizes are the certificate's", pieces[0].shape == (claim.m, claim.n))
        return rows, [False] * len(claim.parts)
    need(len(pieces) == len(claim.parts), "data: there is not one piece of the map for each part of the cone")
    rows, plain = [{} for _ in range(claim.m)], []
    for piece, part in zip(pieces, claim.parts):
        plain.append(len(piece.shape) == 3)
        entries = stacked_rows(piece, part) if plain[-1] else matrix_rows(piece, "A")
        check(
            "sizes are the certificate's",
            (len(entries), piece.shape[-1]) == (claim.m, part.order if plain[-1] else part.size),
        )
        for row, more in zip(rows, entries):
            row |= {part.start + j: v for j, v in more.items()}
    return rows, plain


def stacked_rows(piece, part):
    """Upper triangles of a stack of symmetric matrices."""
    m, k, same = piece.shape
    need(part.matrix and k == same == part.order, "data: a stack of matrices belongs to no such part")
    flat = matrix_rows(SimpleNamespace(shape=(m, k * k), kind=piece.kind, values=piece.values), "A")
    symmetric = all(row.get(i * k + j, 0) == row.get(j * k + i, 0) for row in flat for i, j in part.places())
    need(symmetric, "data: a matrix is not symmetric")
    return [{p: row[i * k + j] for p, (i, j) in enumerate(part.places()) if i * k + j in row} for row in flat]


def sparse_rows(arrays, claim):
    """A matrix that SciPy saved by rows, by columns or by coordinates; entries stored twice are added up as doubles."""
    form, shape = arrays["format"].values[0], tuple(arrays["shape"].values)
    check("sizes are the certificate's", shape == (claim.m, claim.n))
    if form == "coo" and {"row", "col"} <= set(arrays):
        places = list(zip(arrays["row"].values, arrays["col"].values))
    else:
        need(
            form in ("csr", "csc") and {"indices", "indptr"} <= set(arrays),
            f"data: sparse matrices {form!r} are not read",
        )
        ends, indices = arrays["indptr"].values, arrays["indices"].values
        sound = (
            len(ends) == shape[form == "csc"] + 1 and ends[0] == 0 and ends[-1] == len(indices) and ends == sorted(ends)
        )
        need(sound, "data: the sparse matrix is broken")
        places = [(i, j) for i in range(len(ends) - 1) for j in indices[ends[i] : ends[i + 1]]]
        places = places if form == "csr" else [(i, j) for j, i in places]
    values = arrays["data"].values
    need(len(values) == len(places) and arrays["data"].kind in "fiub", "data: the sparse matrix is broken")
    need(all(0 <= i < shape[0] and 0 <= j < shape[1] for i, j in places), "data: the sparse matrix is broken")
    need(
        all(isfinite(v) and (arrays["data"].kind == "f" or abs(v) < 2**53) for v in values),
        "data: a number is no double",
    )
    rows = [{} for _ in range(shape[0])]
    for (i, j), v in zip(places, values):
        rows[i][j] = rows[i].get(j, 0.0) + float(v)
    return [{j: v for j, v in row.items() if v} for row in rows]


def judge_conic(claim, path, label):
    need(label is None, "--label belongs to points")
    rows, plain = read_map(path, claim)
    forms = ["psd-plain" if bare else "psd" if part.matrix else part.form for part, bare in zip(claim.parts, plain)]
    check("cone is that of the map", forms == [part.form for part in claim.parts])
    words = " ".join([f"gordan conic {claim.m} {claim.n}", *(f"{part.form} {part.order}" for part in claim.parts)])
    check("data are the certificate's", digest(words, rows) == claim.digest)
    A = [{j: Fraction(v) for j, v in row.items()} for row in rows]
    spend("the matrices of the cone", sum(part.order**3 for part in claim.parts if part.matrix), 2000)
    if claim.orthants and getattr(claim.proof, "kind", None) not in ("kernel ball", "kernel point"):
        judge_columns(claim, A)
    else:
        judge_cone(claim, A)
    check_ends(claim.bracket, claim.alternative)
    shown = ", ".join(f"{part.form} {part.order}" for part in claim.parts[:6]) + (", …" if len(claim.parts) > 6 else "")
    return f"{claim.alternative}, a map of {claim.m} rows and the cone {shown}"


def judge_columns(claim, A):
    """Where all parts are orthants the columns are points, with no intercept."""
    columns = [{} for _ in range(claim.n)]
    for i, row in enumerate(A):
        for j, v in row.items():
            columns[j][i] = v
    if claim.alternative == "separable" and claim.proof.kind == "interior":
        claim.proof.centre, claim.proof.offset = [0.0] * claim.m, Fraction(0)
    claim.hyperplane, claim.ball = SimpleNamespace(direction=claim.direction, centre=[]), None
    judge_coordinates(claim, Points(columns, [1] * claim.n, False, False))


def judge_cone(claim, A):
    proof, bracket = claim.proof, claim.bracket
    if claim.alternative == "separable":
        check("direction is not zero", any(proof.direction))
        check(
            "A*y inside the cone", all(inside(part, z, strictly=True) for part, z in adjoint(claim, A, proof.direction))
        )
    elif claim.alternative == "inseparable":
        check("exact, so the proof is in integers", claim.arithmetic == "rounded" or proof.kind == "kernel point")
        (check_ball if proof.kind == "kernel ball" else check_kernel_point)(claim, A)
        check("upper bound of the margin", bracket.upper is None or bracket.upper >= 0)
    if bracket.lower is not None:
        check_lower_of_cone(claim, A, proof.direction if claim.alternative == "separable" else claim.direction)
    if claim.weights is not None:
        check_upper_of_cone(claim, A)


def adjoint(claim, A, y):
    """A*y part by part."""
    z = {}
    for weight, row in zip(map(Fraction, y), A):
        if weight:
            for j, v in row.items():
                z[j] = z.get(j, Fraction(0)) + weight * v
    return [(part, [z.get(j, Fraction(0)) for j in range(part.start, part.stop)]) for part in claim.parts]


def inside(part, z, *, strictly=False, rooted=None, less=0):
    """Whether z − less·e is in a part, or strictly inside; e is all ones, (0, …, 0, 1) or the identity."""
    if part.matrix:
        M = square_matrix(z, part.order, rooted=part.form == "psd" if rooted is None else rooted)
        return semidefinite(
            [[v - less if i == j else v for j, v in enumerate(row)] for i, row in enumerate(M)], strictly=strictly
        )
    if part.form == "lorentz":
        t, lengths = z[-1] - less, sum((v * v for v in z[:-1]), Fraction(0))
        return sign(t) > 0 and sign(t * t - lengths) > 0 if strictly else sign(t) >= 0 and sign(t * t - lengths) >= 0
    return all(sign(v - less) > 0 if strictly else sign(v - less) >= 0 for v in z)


def check_lower_of_cone(claim, A, y):
    """lowest(A*y) ≥ lower ‖y‖, with the right side rounded up in its 512th bit where it is irrational."""
    check("direction is not zero", any(y))
    bound = Fraction(claim.bracket.lower) * root(sum(Fraction(v) ** 2 for v in y), 512)
    if isinstance(bound, Interval):
        bound = Fraction(bound.b) * Fraction(2) ** bound.e
    check("margin at least", all(inside(part, z, less=bound) for part, z in adjoint(claim, A, y)))


def check_upper_of_cone(claim, A):
    """‖Ax'‖ ≤ upper · mass(x') for some x' = x + τe in the cone, with τ = 0 if x is in it."""
    values = dict(zip(claim.weights.rows, map(Fraction, claim.weights.values)))
    check("weights are not zero", any(values.values()))
    upper, scale = Fraction(claim.bracket.upper), max(map(abs, values.values()))
    for tau in (Fraction(0), *(scale * Fraction(2) ** k for k in range(-56, 3))):
        x = {part.start: [values.get(j, Fraction(0)) + tau * v for j, v in unit(part)] for part in claim.parts}
        if not all(inside(part, x[part.start], rooted=True) for part in claim.parts):
            continue
        mass = sum(v * u for part in claim.parts for v, (_, u) in zip(x[part.start], unit(part)))
        image = image_of(claim, A, x)
        square = sum((v * v for v in image), Fraction(0))
        if upper >= 0 and mass > 0 and sign((upper * mass) ** 2 - square) >= 0:
            return
    raise Refused("margin at most")


def unit(part):
    """The entries of a part, each with its number in e: all ones, (0, …, 0, 1) or the identity."""
    if part.matrix:
        return [(part.start + p, int(i == j)) for p, (i, j) in enumerate(part.places())]
    return [(j, int(part.form == "orthant" or j == part.stop - 1)) for j in range(part.start, part.stop)]


def image_of(claim, A, x):
    """Ax of coordinates with √2; plain entries of matrices meet another √2 off the diagonal."""
    factors = {}
    for part in claim.parts:
        for (j, diagonal), v in zip(unit(part), x[part.start]):
            factors[j] = Surd(0, v) if part.form == "psd-plain" and not diagonal else v
    return [sum((v * factors[j] for j, v in row.items()), Fraction(0)) for row in A]


def check_kernel_point(claim, A):
    """x ≠ 0 is in the cone and Ax = 0: both the sum without √2 and the one with it."""
    x = dict(zip(claim.proof.rows, claim.proof.integers))
    check("weights are not zero", any(x.values()))
    spend("the weighted sum", sum(map(len, A)), 2000 + bits_of(x.values()))
    longest = max(part.order for part in claim.parts) * bits_of(x.values())
    spend("the elimination", sum(part.order**3 for part in claim.parts if part.matrix), longest)
    for part in claim.parts:
        entries = [Fraction(x.get(j, 0)) for j in range(part.start, part.stop)]
        check("weights are in the cone", inside(part, entries, rooted=False))
    sums = [[Fraction(0), Fraction(0)] for _ in A]
    for part in claim.parts:
        off = {j for j, diagonal in unit(part) if part.matrix and not diagonal}
        for row, total in zip(A, sums):
            for j in x.keys() & row.keys() & {*range(part.start, part.stop)}:
                # An entry off the diagonal counts twice; of a "psd" part √2 of it is in A, and another one is left.
                total[j in off and part.form == "psd"] += row[j] * x[j] * (2 if j in off and part.form != "psd" else 1)
    check("weights cancel", not any(v for total in sums for v in total))


def check_ball(claim, A):
    """Some s' with B s' = 0 is within the radius of s, and all points so near are inside the face."""
    proof, pieces, columns, start = claim.proof, [], [], 0
    for part in claim.parts:
        if part.matrix:
            V = proof.bases[part.start]
            r = len(V[0])
            check("faces fit the cone", r == 0 or any(v for row in V for v in row))
            face, more = Part("psd", r, 0), compressed(A, part, V)
        else:
            entries = [j for j in proof.entries if part.start <= j < part.stop]
            check("faces fit the cone", part.form == "orthant" or len(entries) in (0, part.size))
            face, more = Part(part.form, len(entries), 0), [[row.get(j, Fraction(0)) for row in A] for j in entries]
        columns += more
        pieces.append((face, proof.centre[start : start + face.size]))
        start += face.size
    check("faces fit the cone", columns and proof.radius >= 0)
    for face, s in pieces:
        room = Surd(0, proof.radius) if face.form == "lorentz" else proof.radius  # t − ‖u‖ changes √2 times as fast
        check("all so near are in the cone", not s or inside(face, s, strictly=True, less=room))
    image = [sum((c[i] * v for c, v in zip(columns, proof.centre)), Fraction(0)) for i in range(claim.m)]
    products = [[sum((c[i] * c[k] for c in columns), Fraction(0)) for k in range(claim.m)] for i in range(claim.m)]
    distance = squared_distance(products, image)
    check("the map is onto on the face", distance is not None)
    check("weights that cancel are within", sign(proof.radius**2 - distance) >= 0)


def compressed(A, part, V):
    """S ↦ A(V S Vᵀ), a column for each coordinate of S: VᵀMV of the matrix M of a row, times √2 off the diagonal."""
    order, r, columns = part.order, len(V[0]), {}
    spend("the map on the face", len(A) * order * r * (order + r), 2000)
    for row in A:
        M = square_matrix(
            [row.get(j, Fraction(0)) for j in range(part.start, part.stop)], order, rooted=part.form == "psd"
        )
        half = [
            [sum((M[i][k] * V[k][b] for k in range(order) if V[k][b]), Fraction(0)) for b in range(r)]
            for i in range(order)
        ]
        for a in range(r):
            for b in range(a, r):
                entry = sum((V[i][a] * half[i][b] for i in range(order) if V[i][a]), Fraction(0))
                columns.setdefault((a, b), []).append(entry if a == b else Surd(0, 1) * entry)
    return [columns[place] for place in sorted(columns)]


def squared_distance(products, image):
    """bᵀG⁻¹b for G = BBᵀ and b = Bs: the squared length of the shortest correction; None where G has no inverse."""
    M, total = [[*row, b] for row, b in zip(products, image)], Fraction(0)
    spend("the correction on the face", len(M) ** 3, 400 * len(M))
    for k in range(len(M)):
        if sign(M[k][k]) <= 0:  # G has no negative eigenvalue: then it has one that is 0
            return None
        total = total + M[k][-1] * M[k][-1] / M[k][k]
        for i in range(k + 1, len(M)):
            factor = M[i][k] / M[k][k]
            M[i] = [u - factor * v for u, v in zip(M[i], M[k])]
    return total


# ---------------------------------------------------------------------------------------------------------------------
# The kind "bodies": two convex bodies that are given by numbers.

BODY_ARRAYS = {"hull": ("points",), "box": ("lower", "upper"), "ball": ("centre", "radius")}
BODY_ARRAYS |= {"ellipsoid": ("centre", "matrix"), "image": ("matrix", "shift"), "sum": ()}
COMPOSED, DEEPEST = ("image", "sum"), 8


def read_bodies_claim(top):
    problem = top.inside("problem")
    problem.text("kind", "bodies")
    claim = SimpleNamespace(dimension=problem.count("dimension"))
    claim.K, claim.L = read_form(problem.inside("K"), 1), read_form(problem.inside("L"), 1)
    claim.digest = problem.hash("digest")
    problem.end()
    newer = top.version >= 7
    claim.alternative = top.text("alternative", "apart", "touching", *(["near"] if newer else []))
    claim.at_least = Fraction(top.number("at_least", double))
    apart = claim.alternative == "apart"
    top.need("at_least", claim.at_least > 0 if apart else claim.at_least == 0, "above 0 just where they are apart")
    proof = top.inside("proof")
    kinds = {"apart": ["hyperplane"], "touching": ["common point"], "near": []}[claim.alternative]
    if newer:
        kinds += {"apart": ["sparse normal"], "touching": [], "near": ["near means"]}[claim.alternative]
    claim.kind = proof.text("kind", *kinds)
    if claim.kind in ("sparse normal", "near means"):
        pairs = proof.inside("pairs")
        claim.times = [Fraction(v) for v in pairs.spelt("times", double)]
        pairs.need("times", claim.times, "a list with members")
        claim.pairs = [
            [read_body_point(each, body, claim.dimension) for each in pairs.several(name)]
            for name, body in (("in_K", claim.K), ("in_L", claim.L))
        ]
        pairs.need("in_K", all(len(points) == len(claim.times) for points in claim.pairs), "as long as times")
        pairs.end()
        claim.bound = Fraction(proof.number("offset" if apart else "at_most", double))
    elif apart:
        claim.direction = [Fraction(v) for v in proof.spelt("direction", double, claim.dimension)]
        claim.offset = Fraction(proof.number("offset", double))
    else:
        claim.point = proof.spelt("point", fraction, claim.dimension)
        for name, body in (("in_K", claim.K), ("in_L", claim.L)):
            fields, hull = proof.inside(name), body.form == "hull"
            body.vertices = fields.rising("vertices", body.size, length=None if hull else 0)
            body.weights = fields.spelt("weights", fraction, len(body.vertices))
            fields.end()
    proof.end()
    return claim


def read_form(fields, depth):
    """What a body is without its numbers: its form, a size, and the bodies it is made of."""
    form = fields.text("form", *(form for form in BODY_ARRAYS if depth < DEEPEST or form not in COMPOSED))
    sized = form in ("hull", "ellipsoid", "image")
    size = fields.count("size", 1 if sized else 0)
    fields.need("size", sized or size == 0, "0")
    several = fields.several("of")
    parts = 1 if form == "image" else max(len(several), 1) if form == "sum" else 0
    fields.need("of", len(several) == parts, "one body of an image, those of a sum, and none of others")
    fields.end()
    return SimpleNamespace(form=form, size=size, of=[read_form(each, depth + 1) for each in several])


def form_words(body):
    return " ".join([f"{body.form} {body.size} {len(body.of)}", *map(form_words, body.of)])


def fill_body(body, name, dimension, arrays):
    """Give a body its numbers; return the rows that are hashed. A vector is one row, and a radius a row of one."""
    shapes = {"points": (body.size, dimension), "matrix": (dimension, body.size), "radius": ()}
    rows, body.numbers = [], {}
    for field in BODY_ARRAYS[body.form]:
        array = arrays.get(f"{name}.{field}")
        need(array is not None, f"data: there is no array {name}.{field}")
        shape = shapes.get(field, (dimension,))
        check("sizes are the certificate's", array.shape == shape)
        flat = shape if len(shape) == 2 else (1, prod(shape))
        read = matrix_rows(SimpleNamespace(shape=flat, kind=array.kind, values=array.values), f"{name}.{field}")
        rows += read
        body.numbers[field] = [[Fraction(row.get(j, 0.0)) for j in range(flat[1])] for row in read]
    numbers = body.numbers
    if body.form == "box":
        need(
            all(u <= v for u, v in zip(numbers["lower"][0], numbers["upper"][0])), f"data: {name}.lower is above upper"
        )
    if body.form == "ball":
        need(numbers["radius"][0][0] >= 0, f"data: {name}.radius is negative")
    for k, part in enumerate(body.of):
        rows += fill_body(part, f"{name}.{k}", body.size if body.form == "image" else dimension, arrays)
    return rows


def judge_bodies(claim, path, label):
    need(label is None, "--label belongs to points")
    arrays, d = read_npz(path), claim.dimension
    rows = fill_body(claim.K, "K", d, arrays) + fill_body(claim.L, "L", d, arrays)
    words = f"gordan bodies {d} K {form_words(claim.K)} L {form_words(claim.L)}"
    check("data are the certificate's", digest(words, rows) == claim.digest)
    if claim.kind in ("sparse normal", "near means"):
        return judge_pairs(claim, sum(map(len, rows)) + d)
    if claim.alternative == "touching":
        for name, body in (("K", claim.K), ("L", claim.L)):
            check_belongs(name, body, claim.point)
        return f"touching, a {claim.K.form} and a {claim.L.form} in {d} dimensions"
    check("direction is not zero", any(claim.direction))
    spend("the products of the bodies", sum(map(len, rows)) + d, 4000)
    decided(lambda bits: check_between(claim, bits))
    return f"apart, a {claim.K.form} and a {claim.L.form} in {d} dimensions"


def check_between(claim, bits):
    """K above the hyperplane, L below it, and between them at least so much, in lengths of the normal."""
    w = claim.direction
    above, below = lowest_product(claim.K, w, bits), -lowest_product(claim.L, [-v for v in w], bits)
    check("K lies above the hyperplane", sign(above - claim.offset) > 0)
    check("L lies below the hyperplane", sign(claim.offset - below) > 0)
    length = root(sum(v * v for v in w), bits)
    check("distance at least", sign(above - below - length * claim.at_least) >= 0)


def lowest_product(body, w, bits):
    """The least product of w with a point of the body."""
    numbers = body.numbers
    if body.form == "sum":
        total = Fraction(0)
        for part in body.of:
            total = lowest_product(part, w, bits) + total
        return total
    if body.form == "hull":
        return min(inner(w, point) for point in numbers["points"])
    if body.form == "box":
        pairs = zip(w, numbers["lower"][0], numbers["upper"][0])
        return sum((v * (low if v > 0 else high) for v, low, high in pairs), Fraction(0))
    if body.form == "ball":
        return inner(w, numbers["centre"][0]) - root(sum(v * v for v in w), bits) * numbers["radius"][0][0]
    turned = [inner(w, column) for column in zip(*numbers["matrix"])]
    if body.form == "ellipsoid":
        return inner(w, numbers["centre"][0]) - root(sum(v * v for v in turned), bits)
    return inner(w, numbers["shift"][0]) + lowest_product(body.of[0], turned, bits)


def inner(u, v):
    return sum((a * b for a, b in zip(u, v)), Fraction(0))


def read_body_point(fields, body, dimension):
    """A point by what it is made of: a vertex, coordinates, or points of the bodies that the body is made of."""
    point = SimpleNamespace()
    if body.form == "hull":
        point.vertex = fields.count("vertex", 0)
        fields.need("vertex", point.vertex < body.size, f"below {body.size}")
    elif body.form in COMPOSED:
        several, inner = fields.several("of"), body.size if body.form == "image" else dimension
        fields.need("of", len(several) == len(body.of), "one point for each body")
        point.of = [read_body_point(each, part, inner) for each, part in zip(several, body.of)]
    else:
        size = body.size if body.form == "ellipsoid" else dimension
        point.coordinates = [Fraction(v) for v in fields.spelt("coordinates", double, size)]
    fields.end()
    return point


def place_of(name, body, point):
    """Where such a point is; it belongs to the body, or is refused."""
    numbers, what = body.numbers, f"points belong to {name}"
    if body.form == "hull":
        return numbers["points"][point.vertex]
    if body.form == "sum":
        return [sum(values) for values in zip(*(place_of(name, *each) for each in zip(body.of, point.of)))]
    if body.form == "image":
        inside = place_of(name, body.of[0], point.of[0])
        return [s + inner(row, inside) for row, s in zip(numbers["matrix"], numbers["shift"][0])]
    u = point.coordinates
    if body.form == "box":
        check(what, all(low <= x <= high for low, x, high in zip(numbers["lower"][0], u, numbers["upper"][0])))
        return u
    check(what, sum(v * v for v in u) <= 1)
    if body.form == "ball":
        return [c + numbers["radius"][0][0] * v for c, v in zip(numbers["centre"][0], u)]
    return [c + inner(row, u) for row, c in zip(numbers["matrix"], numbers["centre"][0])]


def judge_pairs(claim, size):
    """A normal that is a sum of differences of points, or two means of points."""
    check("times are positive", all(v > 0 for v in claim.times))
    d = claim.dimension
    spend("the sum of pairs", size * len(claim.times), 4000)
    total = [Fraction(0)] * d
    for often, p, q in zip(claim.times, *claim.pairs):
        p, q = place_of("K", claim.K, p), place_of("L", claim.L, q)
        total = [t + often * (a - b) for t, a, b in zip(total, p, q)]
    words = f"a {claim.K.form} and a {claim.L.form} in {d} dimensions, {len(claim.times)} pairs of points"
    if claim.alternative == "near":
        at_most = claim.bound * sum(claim.times)
        check("distance of the points", at_most >= 0 and sum(v * v for v in total) <= at_most**2)
        return f"near, {words}"
    check("normal is not zero", any(total))
    claim.direction, claim.offset = total, claim.bound
    decided(lambda bits: check_margins(claim, bits))
    return f"apart, {words}"


def check_margins(claim, bits):
    """Each body at least half of the distance away from the hyperplane, in lengths of the normal."""
    w = claim.direction
    half = root(sum(v * v for v in w), bits) * (claim.at_least / 2)
    check("margin of K", sign(lowest_product(claim.K, w, bits) - claim.offset - half) >= 0)
    check("margin of L", sign(lowest_product(claim.L, [-v for v in w], bits) + claim.offset - half) >= 0)


def check_belongs(name, body, point):
    what, numbers = f"the point belongs to {name}", body.numbers
    check(what, body.form in ("hull", "box", "ball"))
    if body.form == "hull":
        spend("the mean of vertices", len(body.weights) * len(point), bits_of([w.denominator for w in body.weights]))
        check(f"weights of the vertices of {name}", all(w >= 0 for w in body.weights) and sum(body.weights) == 1)
        means = zip(*(numbers["points"][j] for j in body.vertices))
        check(what, all(inner(body.weights, column) == x for column, x in zip(means, point)))
    elif body.form == "box":
        sides = zip(numbers["lower"][0], point, numbers["upper"][0])
        check(what, all(low <= x <= high for low, x, high in sides))
    else:
        away = sum((x - c) ** 2 for x, c in zip(point, numbers["centre"][0]))
        check(what, away <= numbers["radius"][0][0] ** 2)


# ---------------------------------------------------------------------------------------------------------------------
# The command.

KINDS = {"split": (read_split_claim, judge_split), "program": (read_program_claim, judge_program)}
KINDS["optimum"] = KINDS["repair"] = KINDS["program"]
KINDS |= {"conic": (read_conic_claim, judge_conic), "panel": (read_panel_claim, judge_panel)}
# ---------------------------------------------------------------------------------------------------------------------
# The kind "mixture": is A x = b for some x ≥ 0 whose sum is at most a mass?


def read_mixture_claim(top):
    problem = top.inside("problem")
    problem.text("kind", "mixture")
    claim = SimpleNamespace(m=problem.count("m"), n=problem.count("n"), digest=problem.hash("digest"))
    problem.end()
    claim.alternative = top.text("alternative", "solution", "refutation")
    proof = top.inside("proof")
    proof.text("kind", "weights" if claim.alternative == "solution" else "column sum")
    claim.columns = proof.rising("columns", claim.n, empty=True)
    if claim.alternative == "solution":
        claim.weights = [Fraction(v) for v in proof.spelt("weights", double, len(claim.columns))]
        name = "at_most"
    else:
        claim.times, claim.counts = proof.count("times"), proof.counts("counts", len(claim.columns))
        claim.unconditional, name = proof.take("unconditional", bool), "at_least"
    claim.distance = Fraction(proof.number(name, double))
    proof.need(name, claim.distance >= 0, "0 or more")
    proof.end()
    return claim


def judge_mixture(claim, path, label):
    need(label is None, "--label belongs to points")
    arrays, rows, read = read_npz(path), [], {}
    for name, shape in (("A", (claim.m, claim.n)), ("b", (claim.m,)), ("mass", ())):
        array = arrays.get(name)
        need(array is not None, f"data: there is no array {name}")
        check("sizes are the certificate's", array.shape == shape)
        flat = shape if len(shape) == 2 else (1, prod(shape))
        own = matrix_rows(SimpleNamespace(shape=flat, kind=array.kind, values=array.values), name)
        rows += own
        read[name] = [[Fraction(row.get(j, 0.0)) for j in range(flat[1])] for row in own]
    check("data are the certificate's", digest(f"gordan mixture {claim.m} {claim.n}", rows) == claim.digest)
    A, b, mass = read["A"], read["b"][0], read["mass"][0][0]
    need(mass > 0, "data: the mass is not above 0")
    spend("the columns of the mixture", claim.m * (claim.n + 1), 4000)
    size = f"{claim.m} equations and {claim.n} columns"
    if claim.alternative == "solution":
        check("weights of columns are not negative", all(v >= 0 for v in claim.weights))
        check("weights stay within the mass", sum(claim.weights) <= mass)
        made = [inner(claim.weights, [row[j] for j in claim.columns]) for row in A]
        check("residual at most", sum((v - w) ** 2 for v, w in zip(made, b)) <= claim.distance**2)
        return f"solution, {size}"
    y = [claim.times * v - mass * inner(claim.counts, [row[j] for j in claim.columns]) for row, v in zip(A, b)]
    products = [inner(y, column) for column in zip(*A)]
    gap = inner(y, b) - mass * max(0, *products)
    check("b lies beyond every mixture", gap > 0)
    check("distance at least", gap**2 >= claim.distance**2 * sum(v * v for v in y))
    check("no column has a positive product", not claim.unconditional or max(products) <= 0)
    return f"refutation, {size}"


# ---------------------------------------------------------------------------------------------------------------------
# The kind "constraints": equations Cx = d, and h − Gx in a product of cones, which the certificate states itself.


def read_stated_rows(fields, name, unknowns):
    rows = []
    for each in fields.several(name):
        columns = each.rising("columns", unknowns, empty=True)
        values = each.spelt("values", double, len(columns))
        each.need("values", all(values), "without 0")
        rows.append((dict(zip(columns, values)), each.number("right", double)))
        each.end()
    return rows


def read_constraints_claim(top):
    problem = top.inside("problem")
    problem.text("kind", "constraints")
    claim = SimpleNamespace(unknowns=problem.count("unknowns"), digest=problem.hash("digest"), cones=[])
    claim.names = problem.texts("names")
    claim.equations, claim.rows = (read_stated_rows(problem, name, claim.unknowns) for name in ("equations", "rows"))
    cone = problem.inside("cone")
    forms = cone.texts("parts", None, ("orthant", "lorentz", "psd-plain"))
    for form, order in zip(forms, cone.counts("orders", len(forms))):
        claim.cones.append(Part(form, order, claim.cones[-1].stop if claim.cones else 0))
    cone.end()
    problem.need("rows", len(claim.rows) == (claim.cones[-1].stop if claim.cones else 0), "as long as the cone")
    own = problem.counts("equation_of", len(claim.equations), 0) + problem.counts("part_of", len(claim.cones), 0)
    problem.need("names", set(own) == set(range(len(claim.names))), "those of equations and parts")
    problem.end()
    claim.alternative = top.text("alternative", "feasible", "infeasible")
    claim.proof = read_constraints_proof(top.inside("proof"), claim)
    return claim


def read_constraints_proof(fields, claim):
    z, n = len(claim.equations), claim.unknowns
    kinds = ("point ball", "point") if claim.alternative == "feasible" else ("multipliers", "faces")
    proof = SimpleNamespace(kind=fields.text("kind", *kinds))
    if proof.kind == "point":
        proof.integers = fields.spelt("integers", integer, n)
        proof.denominator = fields.number("denominator", positive_integer)
    elif proof.kind == "point ball":
        proof.x, proof.kept = fields.spelt("x", double, n), fields.rising("equations", z, empty=True)
        proof.radius = Fraction(fields.number("radius", double))
    elif proof.kind == "faces":
        proof.steps = []
        for each in fields.several("steps"):
            proof.steps.append((each.spelt("equations", integer, z), each.spelt("cones", integer, len(claim.rows))))
            each.end()
        fields.need("steps", proof.steps, "a list with members")
    else:
        proof.kept = fields.rising("conditions", n + 1)
        sizes = [("orthant", z)] * 2 if z else []
        sizes += [(part.form, part.order) for part in claim.cones] + [("orthant", 1)]
        proof.parts = []
        for form, order in sizes:
            proof.parts.append(Part(form, order, proof.parts[-1].stop if proof.parts else 0))
        kernel = fields.inside("kernel")
        whole = SimpleNamespace(alternative="inseparable", orthants=False, parts=proof.parts, n=proof.parts[-1].stop)
        proof.kernel, proof.n = read_conic_proof(kernel, whole, 2), whole.n
    fields.end()
    return proof


def judge_constraints(claim, path, label):
    need(label is None, "--label belongs to points")
    need(path is None, "the certificate states its constraints: name no data")
    rows = [{**row, claim.unknowns: right} for row, right in claim.equations + claim.rows]
    words = " ".join(
        [f"gordan constraints {claim.unknowns} {len(claim.equations)}", *(f"{p.form} {p.order}" for p in claim.cones)]
    )
    check("data are the certificate's", digest(words, rows) == claim.digest)
    exact_rows = [{j: Fraction(v) for j, v in row.items() if v} for row in rows]
    equations, cones = exact_rows[: len(claim.equations)], exact_rows[len(claim.equations) :]
    judges = {"point": check_exact_point, "point ball": check_point_ball, "faces": check_faces}
    judges.get(claim.proof.kind, check_multipliers)(claim, equations, cones)
    return f"{claim.alternative}, by name: " + "; ".join(claim.names)


def beyond(rows, x, n):
    """d − Cx, or h − Gx: the right-hand sides stand in column n."""
    return [row.get(n, Fraction(0)) - sum((v * x[j] for j, v in row.items() if j < n), Fraction(0)) for row in rows]


def check_exact_point(claim, equations, cones):
    proof, n = claim.proof, claim.unknowns
    spend("the products", sum(map(len, equations + cones)), 2000 + bits_of([*proof.integers, proof.denominator]))
    spend("the elimination", sum(p.order**3 for p in claim.cones if p.matrix), 2000 + bits_of(proof.integers))
    x = [Fraction(v, proof.denominator) for v in proof.integers]
    check("equations are solved", not any(beyond(equations, x, n)))
    z = beyond(cones, x, n)
    check("the rest is in the cones", all(inside(part, z[part.start : part.stop]) for part in claim.cones))


def check_point_ball(claim, equations, cones):
    """Some (x', t') within the radius of (x, 1) solves the equations; all so near are inside the cones, and t' > 0."""
    proof, n = claim.proof, claim.unknowns
    check("radius", 0 <= proof.radius < 1)
    x = [*map(Fraction, proof.x)]
    kept = [equations[i] for i in proof.kept]
    check("equations left out follow", rank_of(equations) == rank_of(kept))
    if kept:
        spend("the correction", len(kept) ** 2 * n, 2000)
        products = [[sum((u[j] * v[j] for j in u.keys() & v.keys()), Fraction(0)) for v in kept] for u in kept]
        distance = squared_distance(products, beyond(kept, x, n))
        check("equations are solved within", distance is not None and distance <= proof.radius**2)
    z = beyond(cones, x, n)
    away = [root_above(sum((v * v for v in row.values()), Fraction(0))) * proof.radius for row in cones]
    for part in claim.cones:
        own, most = z[part.start : part.stop], away[part.start : part.stop]
        if part.form == "lorentz":
            widest = [abs(v) + r for v, r in zip(own[:-1], most)] + [own[-1] - most[-1]]
            holds = inside(part, widest, strictly=True)
        elif part.matrix:
            M = square_matrix(most, part.order, rooted=False)
            room = min(max(map(sum, M)), root_above(sum((v * v for row in M for v in row), Fraction(0))))
            holds = inside(part, own, strictly=True, less=room)
        else:
            holds = all(v > r for v, r in zip(own, most))
        check("all so near are inside the cones", holds)


def root_above(square):
    """A fraction above the root of one, by at most a 2^-60th."""
    shift = max(0, square.denominator.bit_length() - square.numerator.bit_length()) // 2 + 80
    return Fraction(isqrt(int(square * 4**shift)) + 1, 2**shift) if square else Fraction(0)


def rank_of(rows):
    """The rank over the fractions."""
    left, rank = [dict(row) for row in rows if row], 0
    spend("a rank", len(left) ** 2 * max(map(len, left), default=0), 400 * len(left))
    while left := [row for row in left if row]:
        pivot = left.pop(min(range(len(left)), key=lambda i: len(left[i])))
        column, rank = next(iter(pivot)), rank + 1
        for row in left:
            if column in row:
                factor = row[column] / pivot[column]
                for j, v in pivot.items():
                    row[j] = row.get(j, Fraction(0)) - factor * v
                    if not row[j]:
                        del row[j]
    return rank


def check_multipliers(claim, equations, cones):
    """Weights of ν⁺, ν⁻, of the parts and of what is left cancel, the last of them positive; by the kind "conic".

    The conditions are one for each unknown, −Gᵀy − Cᵀν = 0, and the last, hᵀy + dᵀν + σ = 0.
    """
    proof, n = claim.proof, claim.unknowns
    sign_of = [Fraction(-1)] * n + [Fraction(1)]
    columns = [{i: sign_of[i] * v for i, v in row.items()} for row in equations]
    columns = [*columns, *({i: -v for i, v in column.items()} for column in columns)]
    columns += [{i: sign_of[i] * v for i, v in row.items()} for row in cones] + [{n: Fraction(1)}]
    A = [{} for _ in range(n + 1)]
    for j, column in enumerate(columns):
        for i, v in column.items():
            A[i][j] = v
    kept = [A[i] for i in proof.kept]
    check("conditions left out follow", rank_of(A) == rank_of(kept))
    whole = SimpleNamespace(parts=proof.parts, proof=proof.kernel, m=len(kept), n=proof.n)
    if proof.kernel.kind == "kernel ball":
        check_ball(whole, kept)
        check("what is left is part of the face", proof.n - 1 in proof.kernel.entries)
    else:
        check_kernel_point(whole, kept)
        left = dict(zip(proof.kernel.rows, proof.kernel.integers))
        check("what is left is positive", left.get(proof.n - 1, 0) > 0)


def check_faces(claim, equations, cones):
    """Each step is not negative on the face before it and leaves 0, but the last, which leaves less."""
    n = claim.unknowns
    bits = max((bits_of([*nu, *y]) for nu, y in claim.proof.steps), default=0)
    spend("the steps", len(claim.proof.steps) * sum(map(len, equations + cones)), 2000 + bits)
    spend("the faces", len(claim.proof.steps) * sum(part.order**3 for part in claim.cones), 2000 + bits)
    faces = {part.start: unit_vectors(part.order) for part in claim.cones}
    for number, (nu, y) in enumerate(claim.proof.steps, start=1):
        twice = {j for part in claim.cones if part.matrix for j, diagonal in unit(part) if not diagonal}
        sums = [Fraction(0)] * (n + 1)
        for row, weight in zip(equations + cones, [*nu, *(2 * v if j in twice else v for j, v in enumerate(y))]):
            for j, v in row.items():
                sums[j] += v * weight
        check(f"step {number}: conditions", not any(sums[:n]))
        last = number == len(claim.proof.steps)
        check(f"step {number}: what is left", sums[n] < 0 if last else sums[n] == 0)
        for part in claim.cones:
            after = next_face(part, faces[part.start], y[part.start : part.stop])
            check(f"step {number}: not negative on the face", after is not None)
            faces[part.start] = after


def unit_vectors(size):
    return [[int(i == j) for i in range(size)] for j in range(size)]


def next_face(part, face, y):
    """Vectors that span the part of a face that y is orthogonal to; None where y is negative somewhere on it."""
    if not face:
        return face
    if part.matrix:
        Y = square_matrix([Fraction(v) for v in y], part.order, rooted=False)
        W = [[inner(u, [inner(row, v) for row in Y]) for v in face] for u in face]
        if not semidefinite(W):
            return None
        return [[sum(c * v[i] for c, v in zip(own, face)) for i in range(part.order)] for own in null_space(W)]
    if part.form == "lorentz" and len(face) > 1:
        t, beside = y[-1], sum(v * v for v in y[:-1])
        if t < 0 or t * t < beside:
            return None
        if t * t > beside:
            return []
        return [[*(-v for v in y[:-1]), t]] if t else face
    products = [sum(a * b for a, b in zip(y, vector)) for vector in face]
    return None if min(products) < 0 else [vector for vector, value in zip(face, products) if not value]


def null_space(matrix):
    """A basis of the vectors that a square matrix sends to 0."""
    M, size, pivots = [list(row) for row in matrix], len(matrix), []
    for column in range(size):
        place = next((i for i in range(len(pivots), size) if M[i][column]), None)
        if place is None:
            continue
        at = len(pivots)
        M[at], M[place] = M[place], M[at]
        M[at] = [v / M[at][column] for v in M[at]]
        for i in range(size):
            if i != at and M[i][column]:
                M[i] = [u - M[i][column] * v for u, v in zip(M[i], M[at])]
        pivots.append(column)
    basis = []
    for free in (j for j in range(size) if j not in pivots):
        vector = [Fraction(int(j == free)) for j in range(size)]
        for i, column in enumerate(pivots):
            vector[column] = -M[i][free]
        basis.append(vector)
    return basis


KINDS["constraints"] = read_constraints_claim, judge_constraints
KINDS["bodies"] = read_bodies_claim, judge_bodies
KINDS["mixture"] = read_mixture_claim, judge_mixture
KINDS["risk"] = read_risk_claim, judge_risk


def read_claim(raw):
    """What a certificate claims, who judges it, and whether its checksum is right; all of it held to the format."""
    members = read_json(raw)
    need(members.get("format") == "gordan certificate", "certificate: its format is not 'gordan certificate'")
    version = members.get("version")
    need(type(version) is int and version in range(1, 9), "certificate: of another version than 1 to 8")
    need(
        lengths_of_integers(members) <= READING * LIMIT.times,
        "certificate: its integers are too long; --limit allows it",
    )
    top = Fields(members)
    top.version = version
    for name, kind in (("format", str), ("version", int), ("gordan", str)):
        top.take(name, kind)
    checksum = top.hash("checksum")
    problem = members.get("problem")
    kind = problem.get("kind") if type(problem) is dict else None
    read, judge = KINDS.get(kind if type(kind) is str else None, (read_points_claim, judge_points))
    claim = read(top)
    top.end()
    others = {name: value for name, value in members.items() if name != "checksum"}
    text = json.dumps(others, sort_keys=True, separators=(",", ":"))
    return claim, judge, sha256(text.encode()).hexdigest() == checksum


def verify(certificate, data=None, label=None):
    """What is proved, in words; Refused or Unusable says why nothing is."""
    claim, judge, unaltered = read_claim(file_bytes(certificate))
    check("checksum", unaltered)
    need(data is not None or judge is judge_constraints, "the certificate has no data in it: name their file")
    return judge(claim, data, label)


def printable(text):
    """The text with whatever could steer a terminal spelt out: names are the files' own."""
    return "".join(sign if sign.isprintable() else ascii(sign)[1:-1] for sign in text)


def main(arguments):
    """Run the command; return its exit code."""
    options = {"--limit": "1", "--label": None}
    words = [word for word in arguments if word != "--pair"]
    PAIR.only = len(words) < len(arguments)
    while len(words) > 1 and words[-2] in options:
        options[words[-2]] = words[-1]
        del words[-2:]
    if len(words) not in (1, 2) or not re.fullmatch(r"[0-9.]{1,9}", options["--limit"]):
        usage = "CERTIFICATE.json [DATA] [--pair] [--label NAME] [--limit TIMES]"
        print(f"usage: python verify_by_hand.py {usage}", file=sys.stderr)
        return 2
    digits = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)  # lengths are looked at here, before anything is read
    LIMIT.times = float(options["--limit"])
    try:
        print(f"accepted: {printable(verify(words[0], *words[1:], label=options['--label']))}")
        return 0
    except Refused as error:
        print(f"refused: {printable(str(error))}", file=sys.stderr)
        return 1
    except Unusable as error:
        print(f"unusable: {printable(' '.join(str(error).split()))}", file=sys.stderr)
        return 2
    except (MemoryError, RecursionError) as error:
        print(f"unusable: {type(error).__name__}, the files are too large for this machine", file=sys.stderr)
        return 2
    finally:
        sys.set_int_max_str_digits(digits)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
