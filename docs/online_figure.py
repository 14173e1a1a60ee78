"""The picture of docs/online.md: mistakes on two streams, below what they could not exceed.

Run it from the root of the repository: `python docs/online_figure.py`. It needs matplotlib.
"""

import matplotlib

matplotlib.use("Agg")

from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np

import gordan

EXAMPLES = 3_000
LOOKS = np.unique(np.geomspace(3, EXAMPLES, 60).astype(int))  # lengths at which the best comparator is sought anew


def stream(noise):
    """Points in the plane and on which side of a line they are, some of them mislabelled."""
    rng = np.random.default_rng(4)
    X = rng.standard_normal((3 * EXAMPLES, 2)) * 2.0 + [1.0, 0.0]
    score = X @ [1.0, -1.0] - 1.0
    apart = abs(score) > 1.0
    X, score = X[apart][:EXAMPLES], score[apart][:EXAMPLES]
    wrong = rng.random(EXAMPLES) < noise
    return X, ((score > 0) ^ wrong).astype(int)


def curves(X, y):
    """Mistakes after every example, the bound in hindsight at some lengths, and its last comparator's all along."""
    learner = gordan.online.OnlinePerceptron(classes=[0, 1])
    mistakes, hindsight = [], []
    for t, (x, label) in enumerate(zip(X, y), start=1):
        learner.learn_one(x, label)
        mistakes.append(learner.mistakes)
        if t in LOOKS:
            report = gordan.online.HingeBound.of(learner, X[:t], y[:t])
            assert report.holds
            hindsight.append(report.bound)
    watched = gordan.online.OnlinePerceptron(classes=[0, 1]).compare(report.coef, report.intercept)
    running = []
    for x, label in zip(X, y):
        watched.learn_one(x, label)
        running.append(watched.bound)
    return mistakes, hindsight, running


def main():
    figure, panels = plt.subplots(1, 2, figsize=(10.0, 4.2), sharex=True, sharey=True, layout="constrained")
    titles = {0.0: "a line separates the classes", 0.05: "one label in twenty is wrong"}
    for axes, (noise, title) in zip(panels, titles.items()):
        mistakes, hindsight, running = curves(*stream(noise))
        seen = np.arange(1, EXAMPLES + 1)
        axes.step(
            seen, running, where="post", color="#6baed6", linewidth=1.2, label="bound from one comparator, as it runs"
        )
        axes.plot(LOOKS, hindsight, color="#08306b", linewidth=1.6, label="bound from the best comparator so far")
        axes.step(seen, mistakes, where="post", color="#c1121f", linewidth=1.8, label="mistakes made")
        axes.set(xscale="log", yscale="log", title=title, xlabel="examples seen")
        axes.grid(alpha=0.25)
    panels[0].set_ylabel("mistakes")
    panels[1].legend(loc="upper left", frameon=False)
    figure.savefig(Path(__file__).with_name("online.png"), dpi=110)


if __name__ == "__main__":
    main()
