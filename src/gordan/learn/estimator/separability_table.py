"""The table that `separability` returns: a data frame that prints what matters within 80 columns."""

from __future__ import annotations

import pandas as pd

__all__ = ["SeparabilityTable"]

_SHOWN = ["first", "second", "n", "verdict", "lower", "upper", "relative", "errors"]


class SeparabilityTable(pd.DataFrame):
    """A data frame; what is selected or computed from it is a plain one.

    >>> SeparabilityTable({"first": ["a"], "verdict": ["separable"], "rows": [(1, 2)]})
      first    verdict
    0     a  separable
    (also: rows)
    """

    def __repr__(self) -> str:
        shown = [name for name in _SHOWN if name in self.columns]
        hidden = [str(name) for name in self.columns if name not in shown]
        text = pd.DataFrame(self)[shown].to_string(
            float_format="{:.4g}".format, max_rows=pd.get_option("display.max_rows"), na_rep="rest"
        )
        return f"{text}\n(also: {', '.join(hidden)})" if hidden else text
