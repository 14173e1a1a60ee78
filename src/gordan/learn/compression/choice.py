"""How many subsets there are, in logarithms that neither cancel nor overflow."""

from __future__ import annotations

import math

__all__ = ["log_choices"]

_FEW = 10_000  # factors up to which a sum over all of them takes no time


def log_choices(n: int, k: int) -> float:
    """ln C(n, k); where both k and n − k are large, an upper bound of it, n times the entropy of k/n.

    Differences of log-gammas would cancel, for they are about n ln n. The entropy exceeds ln C(n, k) by at most
    ln(n + 1).

    >>> round(math.exp(log_choices(5, 2)), 9)
    10.0
    """
    k = min(k, n - k)
    if k <= _FEW:
        return math.fsum(math.log((n - i) / (i + 1)) for i in range(k))
    share = k / n
    return k * -math.log(share) - (n - k) * math.log1p(-share)
