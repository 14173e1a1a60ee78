"""Proofs exported as VIPR files and checked by a reader of their own: sizes, seconds, verdicts."""
