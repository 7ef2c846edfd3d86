"""The learning curve as a picture."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any


def draw(curve: Sequence[Mapping[str, Any]], path: Path) -> None:
    """PNG of loss, of single decisions that are exactly right, and of whole episodes passed, over minutes of training."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(8, 4.5), layout="constrained")
    left = figure.subplots()
    right = left.twinx()
    for axes, key, colour, words in (
        (left, "exact", "tab:blue", "decisions exactly right, training data"),
        (left, "passed", "tab:green", "episodes passed, training values"),
        (left, "held_out", "tab:red", "episodes passed, held-out values"),
        (right, "loss", "tab:grey", "loss"),
    ):
        points = [(entry["minutes"], entry[key]) for entry in curve if key in entry]
        if points:
            axes.plot(*zip(*points, strict=True), color=colour, label=words, marker="." if key != "loss" and key != "exact" else "")
    left.set(xlabel="minutes of training", ylabel="share", ylim=(0, 1))
    right.set(ylabel="loss per answer token (nats)", yscale="log")
    handles = [*left.get_legend_handles_labels()[0], *right.get_legend_handles_labels()[0]]
    if handles:
        left.legend(handles=handles, labels=[str(handle.get_label()) for handle in handles], loc="center right")
    figure.savefig(path, dpi=120)
