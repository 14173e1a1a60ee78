"""Certificates of conic problems."""
