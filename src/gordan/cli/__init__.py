"""The command line: `gordan check`, `gordan diagnose`, `gordan solvers`, `gordan explain`."""
