"""Verify a certificate by hand: python verify_by_hand.py CERTIFICATE.json DATA.csv

All is computed in integers and fractions from the text of the two files: nothing is rounded, no root is taken and no
tolerance decides. The rules are those of certificate-format.md. DATA has a line of names above its rows.
"""

import csv
import json
import struct
import sys
from fractions import Fraction
from hashlib import sha256
from math import isqrt, lcm
from pathlib import Path


def check(name, holds):
    if not holds:
        sys.exit(f"refused: {name}")


def exact(number):  # 0x1.8p+0, 12 or -3/10
    return Fraction(float.fromhex(number)) if "0x" in number else Fraction(number)


def plain(label):  # 1.0 and 1 are one label
    return Fraction(label) if label.lstrip("+-").replace(".", "", 1).isdecimal() else label


def dot(u, v):
    return sum(s * t for s, t in zip(u, v, strict=True))


def solve(M):  # k equations in k unknowns by elimination in integers: no division leaves a remainder
    M, pivot = [[int(v * lcm(*(Fraction(u).denominator for u in row))) for v in row] for row in M], 1
    for k in range(len(M)):
        found = [i for i in range(k, len(M)) if M[i][k]]
        check("system has one solution", found)
        M[k], M[found[0]] = M[found[0]], M[k]
        for i in {*range(len(M))} - {k}:
            M[i] = [(M[k][k] * s - M[i][k] * t) // pivot for s, t in zip(M[i], M[k])]
        pivot = M[k][k]
    return [Fraction(row[-1], pivot) for row in M]


sys.excepthook = lambda kind, error, _: print(f"refused: not readable, {kind.__name__} {error}", file=sys.stderr)
sys.set_int_max_str_digits(0)  # integers may have thousands of digits
told = json.loads(Path(sys.argv[1]).read_bytes())
check("format and version", told["format"] == "gordan certificate" and told["version"] in (1, 2))
total = told.pop("checksum")
check("checksum", total == sha256(json.dumps(told, sort_keys=True, separators=(",", ":")).encode()).hexdigest())
check("kind is points, the only one checked here", told["problem"]["kind"] == "points")
asked, source, kind, proof = (told[name] for name in ("problem", "source", "alternative", "proof"))
n, m, intercept, normalise = (asked[name] for name in ("n", "m", "intercept", "normalise"))
check("question", {type(intercept), type(normalise)} == {bool} and not (intercept and normalise))

# The table: points a in fractions, the signs y of their labels, and the hash of both.
names, *lines = [cells for cells in csv.reader(Path(sys.argv[2]).read_text("utf-8-sig").split("\n")) if cells]
place = names.index(source["label"]) if source else -1
a, y, records = [], [], []
for i, cells in enumerate(lines):
    label = cells.pop(place).strip()
    if source and source["positive"] is not None:
        label = source["positive"] if plain(label) == plain(source["positive"]) else "not " + source["positive"]
    classes = [pair for each in asked["classes"] for pair in each.items()]
    fits = [label == str(v) if k in ("text", "truth") else Fraction(label) == exact(v) for k, v in classes]
    check("labels are the certificate's classes", sum(fits) == 1)
    y.append(1 if fits[-1] else -1)
    doubles = [float(cell) for cell in cells]
    if asked["width"] == 32:
        doubles = struct.unpack(f"<{m}f", struct.pack(f"<{m}f", *doubles))
    # A decimal is the shortest that reads back as the double (or single); a binary number is the double itself.
    decimals = {64: map(repr, doubles), 32: cells}[asked["width"]]
    a.append([Fraction(v) for v in (decimals if asked["numbers"] == "decimal" else doubles)])
    records.append(b"".join(struct.pack("<qqd", i, j, v) for j, v in enumerate(doubles) if v))
whole = sha256(f"gordan points {len(a)} {len(names) - 1}".encode())
for part in (slice(k, k + 4096) for k in range(0, len(a), 4096)):
    whole.update(sha256(bytes(s > 0 for s in y[part]) + b"".join(records[part])).digest())
check("data are the certificate's", whole.hexdigest() == asked["digest"] and [n, m] == [len(a), len(names) - 1])

# The alternative.
check("alternative", kind in ("separable", "inseparable", "undecided"))
if kind == "separable":
    w, c = ([exact(v) for v in proof[name]] for name in ("direction", "centre"))
    b = exact(proof["offset"]) - dot(w, c)
    check("every point on its side", all(s * (dot(p, w) + b) > 0 for p, s in zip(a, y)))
    check("no offset", intercept or not (b or any(c)))
holder = proof if kind == "inseparable" else told["weights"]
support = holder["rows"] if holder else []
check("rows exist and differ", support == sorted(set(support)) and {*support} <= {*range(n)})
if kind == "inseparable":
    # With an intercept every point gets a last coordinate 1, so that the labels have to cancel as well.
    signed = [[y[j] * v for v in a[j] + [1] * intercept] for j in support]
    columns = [list(column) for column in zip(*signed) if any(column)]
    if proof["kind"] == "cancellation":
        x = [int(v) for v in proof["integers"]]
        check("weights are positive", min(x) > 0)
        check("weighted rows cancel", not any(dot(x, column) for column in columns))
    else:
        check("system is square", len(columns) + 1 == len(support))
        x = solve([column + [0] for column in columns] + [[1] * len(support) + [1]])
        box = zip(x, map(exact, proof["centre"]), map(exact, proof["radius"]), strict=True)
        check("weights are enclosed", all(abs(v - c) <= r < c and r > 0 for v, c, r in box))

# Both bounds of the margin.
lo, hi = (None if end is None else exact(end) for end in (told["bracket"]["lower"], told["bracket"]["upper"]))
if lo is not None:
    w = [exact(v) for v in (proof if kind == "separable" else told["hyperplane"])["direction"]]
    z = [s * dot(p, w) for p, s in zip(a, y)]
    found = [(v, dot(p, p) if normalise else 1) for v, p in zip(z, a)]
    if intercept:  # half the gap between the classes
        found = [(sum(min(v for v, s in zip(z, y) if s == side) for side in (1, -1)) / 2, 1)]
    # v >= lo |w| |p| is compared as v|v| >= lo|lo| w·w p·p, which says the same.
    check("margin at least", any(w) and all(v * abs(v) >= lo * abs(lo) * dot(w, w) * square for v, square in found))
if hi is not None and kind == "inseparable":
    check("upper bound of the margin", hi >= 0)
elif hi is not None:
    x = [exact(v) for v in holder["values"]]
    check("weights are not negative", min(x) >= 0)
    if intercept:  # half the mass on each class
        mass = {side: sum(v for v, j in zip(x, support) if y[j] == side) for side in (1, -1)}
        check("weights are on both classes", mass[1] > 0 < mass[-1])
        x = [v / mass[y[j]] / 2 for v, j in zip(x, support, strict=True)]
    sums = [dot(x, [y[j] * a[j][k] for j in support]) for k in range(m)]
    # |sum of x y p| <= hi (sum of x |p|); lengths |p| count as 1 or are rounded down, 2500 bits behind the point.
    squares = [dot(a[j], a[j]) if normalise else Fraction(1) for j in support]
    total = dot(x, [Fraction(isqrt((q.numerator << 5000) // q.denominator), 1 << 2500) for q in squares])
    check("margin at most", total > 0 and hi >= 0 and dot(sums, sums) <= (hi * total) ** 2)
ends = (None in (lo, hi) or lo <= hi) and (kind != "undecided" or lo is None or lo <= 0)
check("lower bound is neither above the upper nor, where undecided, positive", ends)
print(f"accepted: {kind}, {n} points in {m} dimensions")
