"""Numbers that can be trusted: rounding bounds and their derivations, exact roots, typed quantities.

Both those who search for a proof and those who judge it may use this room, and it knows neither of them.
"""
