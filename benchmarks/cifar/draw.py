"""The paper's figure 2, once for each reading of its kernel."""

from __future__ import annotations

from pathlib import Path

from benchmarks.cifar.course import LIMITS

__all__ = ["draw"]


def draw(curves: dict[tuple[str, str], list[float]], path: Path) -> None:
    """Error against iterations, one panel per kernel."""
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    kernels = list(dict.fromkeys(kernel for kernel, _ in curves))
    figure, axes = plt.subplots(1, len(kernels), figsize=(11, 4.6), sharey=True, squeeze=False)
    for axis, kernel in zip(axes[0], kernels, strict=True):
        for (of, method), errors in curves.items():
            if of == kernel:
                axis.semilogx(LIMITS, errors, marker="o", markersize=4, label=method)
        axis.set_title(kernel)
        axis.set_xlabel("iterations per classifier")
        axis.set_xticks(LIMITS, [str(limit) for limit in LIMITS])
        axis.minorticks_off()
        axis.grid(alpha=0.3)
    axes[0][0].set_ylabel("test error, %")
    figure.legend(*axes[0][0].get_legend_handles_labels(), loc="lower center", ncols=4, fontsize=8, frameon=False)
    figure.tight_layout(rect=(0.0, 0.09, 1.0, 1.0))
    figure.savefig(path, dpi=110)
    plt.close(figure)
