"""Measurements, each run by `python -m benchmarks NAME`. They assert nothing: numbers go to benchmarks/results."""
