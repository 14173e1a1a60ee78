"""Files as raw arrays and labels: delimited text, svmlight and npz, compressed or not."""

from gordan.table.read import read
from gordan.table.record import Table

__all__ = ["Table", "read"]
