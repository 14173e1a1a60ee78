"""The command line: `gordan check`, `gordan solvers`, `gordan explain`."""
