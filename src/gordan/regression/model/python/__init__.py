"""Formulas of Python, evaluated by formulaic: whatever they say is run, so they are their author's own."""
