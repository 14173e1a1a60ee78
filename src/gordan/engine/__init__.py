"""How points are answered: oracle, solver, loop, polishing, and many problems at once."""
