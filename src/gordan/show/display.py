"""`Display`: what every picture shares. Axes of one's own or new ones, files, colours, and text drawn as it is."""

from __future__ import annotations

import os
from abc import ABC, abstractmethod
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from io import BytesIO
from itertools import accumulate
from textwrap import wrap
from typing import TYPE_CHECKING, Any, ClassVar, Self
from unicodedata import bidirectional

from gordan.errors import InputError
from gordan.file.save import refuse_target
from gordan.file.save import save as save_bytes
from gordan.file.table.wording import visible

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = [
    "BLUE",
    "CLASS_COLOURS",
    "CLASS_MARKERS",
    "GREY",
    "ORANGE",
    "RUN_COLOURS",
    "VERMILLION",
    "Display",
    "headline",
    "legend_below",
    "picture_format",
    "plain",
    "require_matplotlib",
]

# The colours of Okabe and Ito, which people with any of the common colour deficiencies tell apart.
BLUE, VERMILLION, GREEN, ORANGE, PURPLE, SKY = "#0072B2", "#D55E00", "#009E73", "#E69F00", "#CC79A7", "#56B4E9"
GREY = "#999999"
CLASS_COLOURS, CLASS_MARKERS = (BLUE, VERMILLION), ("o", "^")
RUN_COLOURS = (BLUE, VERMILLION, GREEN, PURPLE, ORANGE, SKY)

_FORMATS = ("png", "svg", "pdf")
_CLIP = 40  # characters of a name
_DPI = 150
_MARK = "\u200e"  # left to right
_LINE = 74  # letters that are as wide as the axes
# Families with the signs that DejaVu Sans lacks; those that are installed stand in for the reader's own font.
_FALLBACKS = (
    "DejaVu Sans", "Noto Sans", "Noto Sans CJK SC", "Noto Sans CJK JP", "Noto Sans Arabic", "Noto Sans Devanagari",
    "Arial Unicode MS", "PingFang SC", "Hiragino Sans", "Microsoft YaHei", "Yu Gothic", "Malgun Gothic", "Nirmala UI",
    "WenQuanYi Micro Hei", "WenQuanYi Zen Hei", "Segoe UI Symbol",
)  # fmt: skip


class Display(ABC):
    """A picture: `plot` draws it and leaves `ax_`, `axes_` and `figure_`; `save` writes it to a file."""

    ax_: Any = None
    axes_: Sequence[Any] = ()
    figure_: Any = None
    _size: ClassVar[tuple[float, float]] = (6.4, 5.2)

    def plot(self, ax: Axes | None = None) -> Self:
        """Draw on these axes, or on a new figure; where the picture has two panels, given axes get the first.

        Returns
        -------
        the display itself, with `ax_`, `axes_` (of all panels) and `figure_`
        """
        require_matplotlib()
        import matplotlib.pyplot as plt

        if ax is not None and not hasattr(ax, "transData"):
            raise InputError(f"ax is a {type(ax).__name__}; give axes of matplotlib, or leave it out for a new figure")
        return self._fill(plt.figure(figsize=self._size, layout="constrained") if ax is None else None, ax)

    def save(self, path: str | os.PathLike[str], *, overwrite: bool = False) -> None:
        """Draw it anew, without a window, into a PNG, SVG or PDF file.

        Raises
        ------
        InputError
            The name ends otherwise, there is such a file already, or nothing can be written there.
        """
        path = os.fspath(path)
        kind = picture_format(path)
        refuse_target(path, overwrite=overwrite, what="picture")
        require_matplotlib()
        import matplotlib
        from matplotlib.figure import Figure

        buffer = BytesIO()
        figure = Figure(figsize=self._size, layout="constrained")
        # Neither the date nor random names: the same data give the same file.
        with matplotlib.rc_context({"svg.hashsalt": "gordan"}):
            self._fill(figure, None)
            undated = {"svg": {"Date": None}, "pdf": {"CreationDate": None}}.get(kind)
            figure.savefig(buffer, format=kind, dpi=_DPI, metadata=undated)
        save_bytes(path, buffer.getvalue(), overwrite=overwrite, what="picture")

    def _fill(self, figure: Figure | None, ax: Axes | None) -> Self:
        """Draw on new axes of the figure, or on those given."""
        with _legible():
            axes = [ax] if ax is not None else self._panels(figure) if figure is not None else []
            self._draw(axes)
        self.ax_, self.axes_, self.figure_ = axes[0], tuple(axes), axes[0].figure
        return self

    def _panels(self, figure: Figure) -> Sequence[Axes]:
        """The axes of a new figure."""
        return [figure.add_subplot()]

    @abstractmethod
    def _draw(self, axes: Sequence[Axes]) -> None:
        """Draw the panels for which there are axes."""


def require_matplotlib() -> None:
    """Refuse to draw where matplotlib is not installed."""
    try:
        import matplotlib.pyplot  # noqa: F401
    except ImportError:
        raise InputError('plots need matplotlib, which is not installed; pip install "gordan[plot]"') from None


def picture_format(path: str) -> str:
    """The format that the end of a file's name asks for.

    Examples
    --------
    >>> picture_format("iris.PNG")
    'png'
    """
    kind = os.path.splitext(path)[1].lower().removeprefix(".")
    if kind not in _FORMATS:
        raise InputError(f"a picture is a .png, .svg or .pdf file, and {path!r} is none; name it so")
    return kind


def plain(text: object, clip: int = _CLIP) -> str:
    """A name as matplotlib draws it letter by letter: no mathematics, and signs that no font has spelt out.

    Matplotlib would warn and draw the same box for each such sign, and different names would look alike.

    Examples
    --------
    >>> print(plain("$x_1$"), plain("a\\nb"))
    \\$x_1\\$ a\\nb
    """
    name = visible(str(text))
    if name.isascii():
        name = name if len(name) <= clip else name[: clip - 1] + "…"
    else:
        known = _signs()
        name = _clipped([sign if ord(sign) in known else ascii(sign)[1:-1] for sign in name], clip)
        if any(bidirectional(sign) in ("R", "AL") for sign in name) and ord(_MARK) in known:
            name = f"{_MARK}{name}{_MARK}"  # a name from right to left turns itself alone, and not what follows it
    return name.replace("$", r"\$")


def _clipped(signs: Sequence[str], clip: int) -> str:
    """The signs cut to the room there is; an escape that is spelt out is kept or left out whole."""
    ends = list(accumulate(len(sign) for sign in signs))
    if not ends or ends[-1] <= clip:
        return "".join(signs)
    return "".join(signs[: bisect_right(ends, clip - 1)]) + "…"


def headline(ax: Axes, title: str, *notes: str) -> None:
    """Set a title at the left, with each note on a line of its own below it."""
    lines = [line for part in (title, *notes) if part for line in wrap(part, _LINE)]
    ax.set_title("\n".join(lines), fontsize="medium", loc="left")


def legend_below(ax: Axes, handles: Sequence[Artist], labels: Sequence[str], columns: int = 2) -> None:
    """A legend under the axes and their label, where it covers no point; labels may begin with an underscore."""
    from matplotlib.transforms import ScaledTranslation

    below = ax.transAxes + ScaledTranslation(0.0, -0.5, ax.figure.dpi_scale_trans)  # inches: ticks and a label
    legend = ax.legend(
        list(handles),
        [f"“{label}”" if label.startswith("_") else label for label in labels],
        loc="upper left",
        bbox_to_anchor=(0.0, 0.0),
        bbox_transform=below,
        ncols=columns,
        frameon=False,
        fontsize="small",
        borderaxespad=0.0,
        handletextpad=0.5,
    )
    legend.set_in_layout(True)


@contextmanager
def _legible() -> Iterator[None]:
    """Text made within has the installed families of `_FALLBACKS` after the reader's own."""
    import matplotlib

    with matplotlib.rc_context({"font.family": [*matplotlib.rcParams["font.family"], *_installed()]}):
        yield


@cache
def _installed() -> tuple[str, ...]:
    from matplotlib.font_manager import fontManager

    there = set(fontManager.get_font_names())
    return tuple(family for family in _FALLBACKS if family in there)


@cache
def _signs() -> frozenset[int]:
    """Signs that the fonts can draw."""
    from matplotlib.font_manager import FontProperties, findfont, get_font

    fonts = [FontProperties(), *(FontProperties(family=family) for family in _installed())]
    return frozenset().union(*(get_font(findfont(font)).get_charmap() for font in fonts))
