"""Files as raw arrays and labels: delimited text, svmlight and npz, compressed or not."""

from gordan.file.table.read import read
from gordan.file.table.record import Table
from gordan.file.table.scan import scan

__all__ = ["Table", "read", "scan"]
