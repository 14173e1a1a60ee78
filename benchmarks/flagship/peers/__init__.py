"""Adapters, one file per library: each takes a question, builds its model, and returns the solve that is timed."""
