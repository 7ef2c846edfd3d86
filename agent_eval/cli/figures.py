"""Tables of figures for a terminal."""

from rich.table import Table


def columns(*names: str, left: int = 1) -> Table:
    """A table without lines, the first ``left`` columns of words, the others of figures.

    Figures stand on one line. Where there is no room, words give it: they are folded, never cut, for they may be typed again.
    """
    table = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0))
    for place, name in enumerate(names):
        table.add_column(name, justify="left" if place < left else "right", no_wrap=place >= left, overflow="fold")
    return table
