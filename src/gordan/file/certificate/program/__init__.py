"""Certificates of linear programs."""
