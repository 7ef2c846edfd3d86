"""Nodes of single widgets at a given place, and how much room each takes."""

import math
from typing import Final, NamedTuple

from devices.sim.widgets import (
    Button,
    Buttons,
    Choice,
    Composer,
    Field,
    Fields,
    Grid,
    Icons,
    Pad,
    Picture,
    Radios,
    Row,
    Slider,
    Text,
    Tiles,
    Widget,
)
from devices.tree import Node, Rect

_TEXT: Final = "android.widget.TextView"
_CONTROLS: Final = {
    "switch": ("android.widget.Switch", "android:id/switch_widget"),
    "checkbox": ("android.widget.CheckBox", "android:id/checkbox"),
    "radio": ("android.widget.RadioButton", "android:id/checkbox"),
}
_STYLES: Final = {"body": 16, "caption": 14, "display": 56, "error": 14, "headline": 24}  # size of text in sp


class Target(NamedTuple):
    """Where a touch does something: the place, the widget, and which of its parts (``tap``, ``control``, ``field:N``, …)."""

    rect: Rect
    widget: Widget
    part: str


class Metrics:
    """Lengths of one screen, in pixels.

    Attributes:
        status, navigation, bar, keyboard: heights of the status bar, the gesture area, an app's bar and the keyboard.
        pad: above the first and below the last line of a list.
        lying: whether the phone lies on its side.
        icons: how many of the launcher's icons stand on one line.
        boxes: whether what turns things on and off is drawn as a check box.
    """

    def __init__(self, width: int, height: int, density: int, font_scale: float, boxes: bool = False) -> None:
        self.width = width
        self.height = height
        self.density = density
        self.font_scale = font_scale
        self.boxes = boxes
        self.lying = width > height
        self.status = self.dp(32)
        self.navigation = self.dp(20)
        self.pad = self.dp(8)
        self.bar = max(self.dp(64), self.line(22) + self.dp(16))
        # On its side a phone has room for little else than the keyboard.
        self.keyboard = height * 55 // 100 if self.lying else min(self.dp(288), height * 42 // 100)
        self.icons = min(8, max(4, width // self.dp(130))) if self.lying else 4

    def dp(self, length: float) -> int:
        """Pixels of a length in dp (1/160 inch)."""
        return max(1, int(length * self.density / 160 + 0.5))

    def sp(self, size: float) -> int:
        """Pixels of a size of text."""
        return max(1, int(size * self.font_scale * self.density / 160 + 0.5))

    def line(self, size: float) -> int:
        """Height of a line of text of a size in sp."""
        return int(self.sp(size) * 1.35)

    def text_width(self, text: str, pixels: int) -> int:
        """About how wide a text is; the same on every host, whatever fonts it has."""
        return int(sum(1.0 if ord(letter) > 0x2E7F else 0.56 for letter in text) * pixels)

    def lines(self, text: str, size: float, room: int, most: int = 4) -> int:
        """How many lines a text takes in this width."""
        width = sum(self.lines_of(part, size, room) for part in text.split("\n"))
        return min(most, max(1, width))

    def lines_of(self, text: str, size: float, room: int) -> int:
        return max(1, math.ceil(self.text_width(text, self.sp(size)) / max(1, room)))


def _row_places(m: Metrics, row: Row, width: int) -> tuple[int, int, list[tuple[str, int, int]]]:
    """(left of the words, right of the words, (text, size, height) of each line), relative to the row."""
    left = m.dp(72 if row.icon else 24)
    right = width - m.dp((88 if row.control else 24) + (56 if row.end else 0))
    # Size of the title in sp and its most lines: a message is read to its end.
    big, most_of_title = {"digital_clock": (28, 2), "message_text": (16, 40)}.get(row.ids[0], (18, 2))
    lines = [
        (text, size, m.line(size) * m.lines(text, size, max(1, right - left), most))
        for text, size, most in ((row.title, big, most_of_title), (row.summary, 14, 3), (row.more, 14, 2))
        if text
    ]
    return left, right, lines


def height_of(m: Metrics, widget: Widget, width: int) -> int:
    """Height in pixels of a widget that is ``width`` pixels wide."""
    match widget:
        case Row():
            _, _, lines = _row_places(m, widget, width)
            return max(m.dp(72 if len(lines) > 1 else 56), sum(height for _, _, height in lines) + 2 * m.dp(12))
        case Choice():
            return max(m.dp(48), m.line(16) + m.dp(16))
        case Radios():
            return max(m.dp(48), m.line(16) + m.dp(16))
        case Slider():
            return m.line(18) + m.dp(12 + 40 + 8)
        case Field():
            room = width - m.dp(48 + 32)
            return m.line(16) * (m.lines(widget.text, 16, room) if widget.multiline else 1) + m.dp(24 + 16)
        case Fields():
            return max(height_of(m, item, width // len(widget.items)) for item in widget.items)
        case Text():
            size = _STYLES[widget.style]
            return m.line(size) * m.lines(widget.text, size, width - m.dp(48), 60 if widget.style == "body" else 4) + 2 * m.dp(8)
        case Button() | Buttons():
            return max(m.dp(48), m.line(14) + m.dp(20)) + 2 * m.dp(8)
        case Icons():
            return -(-len(widget.items) // m.icons) * _icon_height(m)
        case Grid():
            return -(-len(widget.items) // _columns(m, widget)) * _cell_height(m, widget, width)
        case Pad():
            return len(widget.rows) * max(m.dp(56), m.line(18) + m.dp(20)) + 2 * m.dp(8)
        case Picture():
            return m.dp(widget.height)
        case Composer():
            return height_of(m, widget.field, width - m.dp(64) + m.dp(24))
        case Tiles():
            return -(-len(widget.items) // _tiles_per_line(m)) * _tile_height(m) + 2 * m.dp(8)


def _columns(m: Metrics, grid: Grid) -> int:
    """Twice as many pictures stand beside each other on a phone that lies on its side; a month keeps its seven days."""
    return grid.columns * 2 if m.lying and not any(item.text for item in grid.items) else grid.columns


def _tiles_per_line(m: Metrics) -> int:
    return 4 if m.lying else 2


def _tile_height(m: Metrics) -> int:
    return max(m.dp(72), 2 * m.line(14) + m.dp(24))


def _cell_height(m: Metrics, grid: Grid, width: int) -> int:
    """Pictures are square; words need no more room than a finger."""
    side = width // _columns(m, grid)
    return min(side, m.dp(52)) if any(item.text for item in grid.items) else side


def _icon_height(m: Metrics) -> int:
    return m.dp(56 + 24 + 8) + m.line(14)


def build(m: Metrics, widget: Widget, package: str, rect: Rect, focus: str, index: int) -> tuple[Node, tuple[tuple[Rect, str], ...]]:
    """(node, what takes touches in it: the topmost first, each with the name of the part)."""
    match widget:
        case Row():
            return _row(m, widget, package, rect, index)
        case Choice():
            node = Node(
                "android.widget.CheckedTextView", rect, text=widget.label, resource_id="android:id/text1", package=package, index=index,
                checkable=True, checked=widget.checked, clickable=True, focusable=True,
            )  # fmt: skip
            return node, ((rect, "tap"),)
        case Radios():
            return _radios(widget, package, rect, index, m)
        case Slider():
            return _slider(m, widget, package, rect, index)
        case Field():
            return _field(m, widget, package, rect, focus, index, "field:0")
        case Fields():
            edge = m.dp(16)
            share = (rect[2] - rect[0] - 2 * edge) // len(widget.items)
            nodes: list[Node] = []
            targets: list[tuple[Rect, str]] = []
            for number, item in enumerate(widget.items):
                place = (rect[0] + edge + number * share, rect[1], rect[0] + edge + (number + 1) * share, rect[3])
                node, parts = _field(m, item, package, place, focus, number, f"field:{number}", inset=8)
                nodes.append(node)
                targets += parts
            return Node("android.widget.LinearLayout", rect, tuple(nodes), package=package, index=index), tuple(targets)
        case Text():
            node = _text(m, widget, package, rect, index)
            return node, ((node.bounds, "text"),) if widget.selectable else ()
        case Button():
            return _buttons(m, [widget], package, rect, index)
        case Buttons():
            return _buttons(m, list(widget.items), package, rect, index)
        case Icons():
            return _icons(m, widget, package, rect, index)
        case Grid():
            return _grid(m, widget, package, rect, index)
        case Pad():
            return _pad(m, widget, package, rect, index)
        case Picture():
            node = Node(
                "android.widget.ImageView", rect, content_desc=widget.label, resource_id=_id(widget.name, package), package=package,
                index=index, clickable=widget.on_tap is not None, focusable=widget.on_tap is not None,
            )  # fmt: skip
            return node, ((rect, "tap"),) if widget.on_tap is not None else ()
        case Composer():
            return _composer(m, widget, package, rect, focus, index)
        case Tiles():
            return _tiles(m, widget, package, rect, index)


def _composer(
    m: Metrics, composer: Composer, package: str, rect: Rect, focus: str, index: int
) -> tuple[Node, tuple[tuple[Rect, str], ...]]:
    left, top, right, bottom = rect
    split, button = right - m.dp(64), composer.button
    field, targets = _field(m, composer.field, package, (left, top, split + m.dp(8), bottom), focus, 0, "field:0", inset=16)
    place = (split + m.dp(8), bottom - m.dp(56), right - m.dp(8), bottom - m.dp(8))
    send = Node(
        "android.widget.ImageButton", place, content_desc=button.label, resource_id=_id(button.name, package), package=package, index=1,
        clickable=True, focusable=True, enabled=button.enabled,
    )  # fmt: skip
    return Node("android.widget.LinearLayout", rect, (field, send), package=package, index=index), (*targets, (place, "tap"))


def _id(name: str, package: str) -> str:
    return name if ":" in name or not name else f"{package}:id/{name}"


def _row(m: Metrics, row: Row, package: str, rect: Rect, index: int) -> tuple[Node, tuple[tuple[Rect, str], ...]]:
    left, top, right, bottom = rect
    start, end, lines = _row_places(m, row, right - left)
    middle, enabled = (top + bottom) // 2, row.enabled
    children: list[Node] = []
    if row.icon:
        size = m.dp(32)
        place = (left + m.dp(20), middle - size // 2, left + m.dp(20) + size, middle - size // 2 + size)
        picture = Node("android.widget.ImageView", place, resource_id="android:id/icon", package=package, enabled=enabled)
        frame = (left, top, left + m.dp(72), bottom)
        children.append(Node("android.widget.LinearLayout", frame, (picture,), resource_id="android:id/icon_frame", package=package))
    y = middle - sum(height for _, _, height in lines) // 2
    block = y
    words: list[Node] = []
    ids = [name for name, text in zip(row.ids, (row.title, row.summary, row.more), strict=True) if text]
    for number, ((text, _, height), name) in enumerate(zip(lines, ids, strict=True)):
        place = (left + start, y, left + end, y + height)
        words.append(Node(_TEXT, place, text=text, resource_id=_id(name, package), package=package, index=number, enabled=enabled))
        y += height
    children.append(
        Node("android.widget.RelativeLayout", (left + start, block, left + end, y), tuple(words), package=package, index=len(children))
    )
    targets: list[tuple[Rect, str]] = []
    edge = right - m.dp(24)
    if row.control:
        node, part = _control(m, row, package, rect, len(children))
        children.append(node)
        targets += part
        edge = right - m.dp(88)
    if row.end:
        place = (edge - m.dp(48), middle - m.dp(24), edge, middle + m.dp(24))
        children.append(
            Node(
                "android.widget.ImageButton", place, content_desc=row.end.label, resource_id=_id(row.end.name, package), package=package,
                index=len(children), clickable=True, focusable=True, enabled=row.end.enabled,
            )
        )  # fmt: skip
        targets.append((place, "end"))
    tappable, long = row.on_tap is not None, row.on_long is not None
    if tappable or long:
        targets.append((rect, "tap"))
    node = Node(
        "android.widget.LinearLayout", rect, tuple(children), resource_id=_id(row.name, package), package=package, index=index,
        clickable=tappable, focusable=tappable, enabled=enabled, long_clickable=long, selected=row.selected,
    )  # fmt: skip
    return node, tuple(targets)


def _control(m: Metrics, row: Row, package: str, rect: Rect, index: int) -> tuple[Node, list[tuple[Rect, str]]]:
    """The control at a row's end; it is a target of its own where the row says so."""
    _, top, right, bottom = rect
    kind = "checkbox" if row.control == "switch" and m.boxes else row.control
    middle, own = (top + bottom) // 2, row.on_control is not None
    class_name, resource_id = _CONTROLS[kind]
    wide, high = m.dp(52 if kind == "switch" else 32), m.dp(32)
    place = (right - m.dp(24) - wide, middle - high // 2, right - m.dp(24), middle - high // 2 + high)
    if own:
        place = (place[0], middle - m.dp(24), place[2], middle + m.dp(24))
    control = Node(
        class_name, place, resource_id=f"{package}:id/onoff" if own else resource_id, package=package,
        checkable=True, checked=row.checked, clickable=own, focusable=own, enabled=row.enabled,
    )  # fmt: skip
    frame = (right - m.dp(88), top, right, bottom)
    holder = Node("android.widget.LinearLayout", frame, (control,), resource_id="android:id/widget_frame", package=package, index=index)
    return holder, [(place, "control")] if own else []


def _radios(radios: Radios, package: str, rect: Rect, index: int, m: Metrics) -> tuple[Node, tuple[tuple[Rect, str], ...]]:
    share = (rect[2] - rect[0] - 2 * m.dp(24)) // len(radios.items)
    nodes, targets = [], []
    for number, (label, checked, _) in enumerate(radios.items):
        left = rect[0] + m.dp(24) + number * share
        place = (left, rect[1], left + share, rect[3])
        node = Node(
            "android.widget.RadioButton",
            place,
            text=label,
            resource_id=f"{package}:id/radio_{number}",
            package=package,
            index=number,
            checkable=True,
            checked=checked,
            clickable=True,
            focusable=True,
        )
        nodes.append(node)
        targets.append((place, f"radio:{number}"))
    return Node("android.widget.RadioGroup", rect, tuple(nodes), package=package, index=index), tuple(targets)


def _slider(m: Metrics, slider: Slider, package: str, rect: Rect, index: int) -> tuple[Node, tuple[tuple[Rect, str], ...]]:
    left, top, right, bottom = rect
    under = top + m.dp(12) + m.line(18)
    title = Node(
        _TEXT, (left + m.dp(24), top + m.dp(12), right - m.dp(24), under), text=slider.title, resource_id="android:id/title",
        package=package, enabled=slider.enabled,
    )  # fmt: skip
    place = (left + m.dp(16), under, right - m.dp(16), bottom - m.dp(8))
    bar = Node(
        "android.widget.SeekBar", place, text=f"{slider.percent}%", resource_id=f"{package}:id/{slider.name}", package=package, index=1,
        focusable=True, enabled=slider.enabled,
    )  # fmt: skip
    return Node("android.widget.LinearLayout", rect, (title, bar), package=package, index=index), ((place, "slider"),)


def _field(
    m: Metrics, field: Field, package: str, rect: Rect, focus: str, index: int, part: str, inset: int = 24
) -> tuple[Node, tuple[tuple[Rect, str], ...]]:
    place = (rect[0] + m.dp(inset), rect[1] + m.dp(8), rect[2] - m.dp(inset), rect[3] - m.dp(8))
    node = Node(
        "android.widget.EditText", place, text="•" * len(field.text) if field.password else field.text, content_desc=field.label,
        resource_id=f"{package}:id/{field.name}", package=package, clickable=True, enabled=field.enabled, focusable=True,
        focused=focus == field.name, long_clickable=True, password=field.password,
    )  # fmt: skip
    return Node("android.widget.FrameLayout", rect, (node,), package=package, index=index), ((place, part),)


def _text(m: Metrics, text: Text, package: str, rect: Rect, index: int) -> Node:
    place = (rect[0] + m.dp(24), rect[1] + m.dp(8), rect[2] - m.dp(24), rect[3] - m.dp(8))
    name = text.name or {"body": "message", "headline": "headline"}.get(text.style, text.style)
    words = Node(_TEXT, place, text=text.text, resource_id=f"{package}:id/{name}", package=package)
    # The item reaches to the list's edge where it is cut off, as a phone's does: whether there is more is read from that.
    return Node("android.widget.FrameLayout", rect, (words,), package=package, index=index)


def _buttons(m: Metrics, buttons: list[Button], package: str, rect: Rect, index: int) -> tuple[Node, tuple[tuple[Rect, str], ...]]:
    gap, room = m.dp(12), rect[2] - rect[0] - 2 * m.dp(24)
    widths = [max(m.dp(112), m.text_width(button.label, m.sp(14)) + m.dp(48)) for button in buttons]
    most = (room - gap * (len(buttons) - 1)) // len(buttons)
    widths = [min(width, most) for width in widths]
    x = (rect[0] + rect[2] - sum(widths) - gap * (len(buttons) - 1)) // 2
    nodes, targets = [], []
    for number, (button, width) in enumerate(zip(buttons, widths, strict=True)):
        place = (x, rect[1] + m.dp(8), x + width, rect[3] - m.dp(8))
        node = Node(
            "android.widget.Button",
            place,
            text=button.label,
            resource_id=_id(button.name, package),
            package=package,
            index=number,
            clickable=True,
            focusable=True,
            enabled=button.enabled,
        )
        nodes.append(node)
        targets.append((place, f"button:{number}"))
        x += width + gap
    return Node("android.widget.LinearLayout", rect, tuple(nodes), package=package, index=index), tuple(targets)


def _icons(m: Metrics, icons: Icons, package: str, rect: Rect, index: int) -> tuple[Node, tuple[tuple[Rect, str], ...]]:
    share, high = (rect[2] - rect[0]) // m.icons, _icon_height(m)
    nodes, targets = [], []
    for number, (label, _) in enumerate(icons.items):
        line, column = divmod(number, m.icons)
        left, top = rect[0] + column * share, rect[1] + line * high
        place = (left, top, left + share, top + high)
        node = Node(
            _TEXT,
            place,
            text=label,
            content_desc=label,
            resource_id=f"{package}:id/icon",
            package=package,
            index=number,
            clickable=True,
            focusable=True,
            long_clickable=True,
        )
        nodes.append(node)
        targets.append((place, f"icon:{number}"))
    return Node("android.view.ViewGroup", rect, tuple(nodes), resource_id=f"{package}:id/workspace", package=package, index=index), tuple(
        targets
    )


def _grid(m: Metrics, grid: Grid, package: str, rect: Rect, index: int) -> tuple[Node, tuple[tuple[Rect, str], ...]]:
    columns = _columns(m, grid)
    side, high, gap = (rect[2] - rect[0]) // columns, _cell_height(m, grid, rect[2] - rect[0]), m.dp(2)
    nodes, targets = [], []
    for number, item in enumerate(grid.items):
        if not item.label and not item.text:
            continue
        line, column = divmod(number, columns)
        left, top = rect[0] + column * side, rect[1] + line * high
        place = (left + gap, top + gap, left + side - gap, top + high - gap)
        node = Node(
            _TEXT if item.text else "android.widget.ImageView", place, text=item.text, content_desc=item.label,
            resource_id=_id(grid.name, package), package=package, index=number,
            clickable=True, focusable=True, long_clickable=item.on_long is not None, selected=item.selected,
        )  # fmt: skip
        nodes.append(node)
        targets.append((place, f"cell:{number}"))
    return Node("android.widget.GridView", rect, tuple(nodes), package=package, index=index), tuple(targets)


def _tiles(m: Metrics, tiles: Tiles, package: str, rect: Rect, index: int) -> tuple[Node, tuple[tuple[Rect, str], ...]]:
    edge, gap, count = m.dp(16), m.dp(4), _tiles_per_line(m)
    share, high = (rect[2] - rect[0] - 2 * edge) // count, _tile_height(m)
    nodes: list[Node] = []
    targets: list[tuple[Rect, str]] = []
    for number, tile in enumerate(tiles.items):
        line, column = divmod(number, count)
        left, top = rect[0] + edge + column * share, rect[1] + m.dp(8) + line * high
        place = (left + gap, top + gap, left + share - gap, top + high - gap)
        node = Node(
            "android.widget.Switch", place, content_desc=tile.label, resource_id=_id(tile.name, package), package=package, index=number,
            checkable=True, checked=tile.on, clickable=True, focusable=True,
        )  # fmt: skip
        nodes.append(node)
        targets.append((place, f"tile:{number}"))
    holder = Node("android.view.ViewGroup", rect, tuple(nodes), resource_id=f"{package}:id/tile_page", package=package, index=index)
    return holder, tuple(targets)


def _pad(m: Metrics, pad: Pad, package: str, rect: Rect, index: int) -> tuple[Node, tuple[tuple[Rect, str], ...]]:
    edge, gap = m.dp(8), m.dp(4)
    high = (rect[3] - rect[1] - 2 * edge) // len(pad.rows)
    nodes: list[Node] = []
    targets: list[tuple[Rect, str]] = []
    for line, row in enumerate(pad.rows):
        share = (rect[2] - rect[0] - 2 * edge) // len(row)
        for column, button in enumerate(row):
            left, top = rect[0] + edge + column * share, rect[1] + edge + line * high
            place = (left + gap, top + gap, left + share - gap, top + high - gap)
            node = Node(
                "android.widget.Button", place, text=button.label, resource_id=_id(button.name, package), package=package,
                index=len(nodes), clickable=True, focusable=True, enabled=button.enabled,
            )  # fmt: skip
            nodes.append(node)
            targets.append((place, f"key:{line}:{column}"))
    return Node("android.widget.GridLayout", rect, tuple(nodes), package=package, index=index), tuple(targets)
