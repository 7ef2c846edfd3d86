"""The on-screen keyboard's window: keys that a finger could hit and that agents, who type whole texts, are not shown."""

from functools import lru_cache
from typing import Final

from devices.sim.build import Metrics
from devices.tree import Node

PACKAGE: Final = "com.android.inputmethod.latin"
_ROWS: Final = ("1234567890", "qwertyuiop", "asdfghjkl", "zxcvbnm")


@lru_cache(maxsize=64)
def keyboard(m: Metrics) -> Node:
    """The keyboard's window for a screen."""
    top, bottom, gap = m.height - m.keyboard, m.height - m.navigation, m.dp(2)
    high, wide = (bottom - top) // 5, m.width // 10
    keys: list[Node] = []

    def add(label: str, left: int, row: int, width: int) -> None:
        place = (left + gap, top + row * high + gap, left + width - gap, top + (row + 1) * high - gap)
        keys.append(Node("android.view.View", place, content_desc=label, package=PACKAGE, index=len(keys), clickable=True))

    for row, letters in enumerate(_ROWS):
        left = (m.width - wide * len(letters)) // 2
        for number, letter in enumerate(letters):
            add(letter, left + number * wide, row, wide)
    edge = (m.width - wide * 7) // 2
    add("Shift", 0, 3, edge)
    add("Delete", m.width - edge, 3, edge)
    add("Symbols", 0, 4, 2 * wide)
    add("Space", 2 * wide, 4, 6 * wide)
    add("Enter", 8 * wide, 4, m.width - 8 * wide)
    frame = (0, top, m.width, m.height)
    view = Node("android.view.View", (0, top, m.width, bottom), tuple(keys), resource_id=f"{PACKAGE}:id/keyboard_view", package=PACKAGE)
    return Node("android.widget.FrameLayout", frame, (view,), package=PACKAGE)
