"""Learning from examples: estimators, online learners, neural networks, many classes, sample compression."""
