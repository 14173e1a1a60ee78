"""Linear programs: a feasible point or a contradiction, exactly, and the irreducible part that it names."""
