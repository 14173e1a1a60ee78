"""Regression models, their rows, and the diagnosis of separation in them."""
