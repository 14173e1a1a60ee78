"""Certificates of splits."""
