"""The few examples that a rule is made of."""
