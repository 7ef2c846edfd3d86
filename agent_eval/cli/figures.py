"""Tables of figures for a terminal."""

from rich.table import Table


def columns(*names: str, left: int = 1) -> Table:
    """A table without lines, the first ``left`` columns of words, the others of figures. What is typed again is folded, never cut."""
    table = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0))
    for place, name in enumerate(names):
        table.add_column(name, justify="left" if place < left else "right", no_wrap=True, overflow="fold")
    return table
