"""Panels: the split of rows with effects by graphs, in time linear in their number."""

from gordan.feasibility.panel.split import PanelSplit, split_panel

__all__ = ["PanelSplit", "split_panel"]
