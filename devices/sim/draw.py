"""Pictures of the simulated phone, painted from its node tree and a little style."""

import hashlib
import io
from typing import Final, NamedTuple

from devices.sim.keyboard import PACKAGE as KEYBOARD
from devices.sim.layout import Frame, Layout
from devices.sim.paint import Canvas, text_width
from devices.sim.system import System
from devices.sim.widgets import Dialog, Menu, Screen
from devices.sim.words import clock_time
from devices.tree import Node, Rect


class Palette(NamedTuple):
    """Colours of a theme."""

    page: str
    card: str
    raised: str
    words: str
    faint: str
    dead: str
    line: str
    accent: str
    on_accent: str
    tint: str
    on_tint: str
    key: str
    error: str


LIGHT: Final = Palette(
    page="#f7f8fc", card="#ffffff", raised="#eef1f8", words="#1b1c1f", faint="#5c6066", dead="#b4b7bc", line="#8b9097",
    accent="#0b57d0", on_accent="#ffffff", tint="#d3e3fd", on_tint="#062e6f", key="#ffffff", error="#b3261e",
)  # fmt: skip
DARK: Final = Palette(
    page="#131417", card="#1f2024", raised="#25272c", words="#e6e7ea", faint="#a6aab1", dead="#5c6066", line="#7d828a",
    accent="#a8c7fa", on_accent="#062e6f", tint="#17427f", on_tint="#d3e3fd", key="#3a3d43", error="#f2b8b5",
)  # fmt: skip

_BY_WORDS: Final = {
    "About phone": "info", "Add alarm": "plus", "Add to favourites": "star_outline", "Alarm": "alarm", "Clock": "clock",
    "Connected devices": "devices", "Contacts": "person", "Create contact": "plus", "Display": "sun", "Edit": "pencil",
    "More options": "dots", "Navigate up": "arrow", "Network & internet": "wifi", "Remove from favourites": "star", "Settings": "gear",
    "Sound & vibration": "sound", "System": "gear", "Timer": "timer",
}  # fmt: skip
_DISCS: Final = ("#1a73e8", "#188038", "#c5221f", "#9334e6", "#e37400", "#00796b", "#c2185b", "#5f6368")
_SIZES: Final = {  # sp, by resource name
    "alertTitle": 22, "caption": 14, "date": 24, "days_of_week": 14, "digital_clock": 28, "display": 56, "error": 14, "headline": 24,
    "message": 16, "message_text": 16, "summary": 14, "timer_time": 56, "title": 18, "cliv_name_textview": 18,
}  # fmt: skip
_FAINT: Final = frozenset({"summary", "days_of_week", "caption", "cliv_data"})


def draw(system: System, layout: Layout, front: Frame) -> bytes:
    """The screen as PNG, with what lies behind a dialog dimmed."""
    pages = [*system.stack, *system.over]
    first = max((number for number, page in enumerate(pages) if isinstance(system.surface(page), Screen)), default=0)
    shown = pages[first:]
    frames = [layout.frame(system, page, behind=page is not shown[-1], whole=True) for page in shown]
    painter = _Painter(system, layout)
    for frame in frames:
        painter.frame(frame)
    painter.status_bar()
    picture = io.BytesIO()
    painter.canvas.image.save(picture, "PNG", compress_level=1)
    return picture.getvalue()


def disc_colour(words: str) -> str:
    """The colour of a disc with a letter; the same for the same words."""
    return _DISCS[hashlib.sha256(words.encode(errors="surrogatepass")).digest()[0] % len(_DISCS)]


def _tail(node: Node) -> str:
    return node.resource_id.rpartition("/")[2]


def _first_words(node: Node) -> str:
    return next((below.text for below in node.walk() if below.text), "")


class _Painter:
    def __init__(self, system: System, layout: Layout) -> None:
        self.system = system
        self.m = layout.metrics
        self.p = DARK if system.settings()["dark_theme"] else LIGHT
        self.canvas = Canvas(self.m.width, self.m.height, self.p.page)

    def frame(self, frame: Frame) -> None:
        window = frame.tree.children[0]
        if isinstance(frame.surface, Dialog):
            self.canvas.dim(0.5)
            self.canvas.rounded(window.bounds, self.m.dp(24), self.p.raised)
        elif isinstance(frame.surface, Menu):
            self.canvas.outlined(window.bounds, self.m.dp(8), max(1, self.m.dp(1)), self.p.dead, self.p.raised)
        self.node(window, "", window)
        for keyboard in frame.tree.children[1:]:
            self.keyboard(keyboard)

    def status_bar(self) -> None:
        """The bar at the top, which belongs to the system and is in no app's tree, and the gesture line at the bottom."""
        m, c, settings = self.m, self.canvas, self.system.settings()
        colour = self.p.words
        middle = m.status * 5 // 8
        now = self.system.now
        words = clock_time(now.hour, now.minute, bool(settings["use_24_hour"])).removesuffix(" AM").removesuffix(" PM")
        c.text(words, (m.dp(20), 0, m.width // 2, middle * 2), m.dp(14), colour)
        right = m.width - m.dp(20)
        c.rounded((right - m.dp(9), middle - m.dp(7), right, middle + m.dp(7)), m.dp(2), colour)
        if settings["wifi"]:
            c.icon("wifi", right - m.dp(22), middle, m.dp(18), colour)
        half = m.dp(54)
        line = m.height - m.navigation // 2
        c.rounded((m.width // 2 - half, line - m.dp(2), m.width // 2 + half, line + m.dp(2)), m.dp(2), colour)

    def node(self, node: Node, row: str, parent: Node) -> None:
        """Paint a node and what is in it; ``row`` is the first text of the row around it."""
        name = node.class_name.rpartition(".")[2]
        tail = _tail(node)
        paint = getattr(self, f"_{name.lower()}", None)
        if name == "LinearLayout" and node.clickable:
            row = _first_words(node)
        if tail == "alarm_item":
            left, top, right, bottom = node.bounds
            gap = self.m.dp(4)
            self.canvas.rounded((left + 2 * gap, top + gap, right - 2 * gap, bottom - gap), self.m.dp(20), self.p.card)
        elif tail == "bottom_view":
            self.canvas.rectangle((node.bounds[0], node.bounds[1], node.bounds[2], self.m.height), self.p.raised)
        if paint is not None:
            paint(node, row, parent)
        if node.scrollable:
            self.canvas.within(node.bounds, lambda: self._children(node, row))
        else:
            self._children(node, row)

    def _children(self, node: Node, row: str) -> None:
        for child in node.children:
            self.node(child, row, node)

    def _colour(self, node: Node, colour: str) -> str:
        return colour if node.enabled else self.p.dead

    def _textview(self, node: Node, row: str, parent: Node) -> None:
        m, p, tail = self.m, self.p, _tail(node)
        if tail == "icon":
            self._app(node)
            return
        tab = _tail(parent).startswith("tab_menu")
        bar = _tail(parent) == "toolbar"
        size = 22 if bar else 12 if tab else _SIZES.get(tail, 16)
        colour = p.error if tail == "error" else p.faint if tail in _FAINT else p.words
        align = "centre" if tab or size == 56 or node.clickable else "left"
        if node.clickable and node.selected:
            self.canvas.rounded(node.bounds, m.dp(8), p.tint)
        lines = max(1, (node.bounds[3] - node.bounds[1]) // m.line(size))
        self.canvas.text(node.text, node.bounds, m.sp(size), self._colour(node, colour), align, lines)

    def _app(self, node: Node) -> None:
        m, (left, top, right, bottom) = self.m, node.bounds
        x, y, radius = (left + right) // 2, top + m.dp(8 + 28), m.dp(28)
        colour = next((app.colour for app in self.system.apps.values() if app.label == node.text), disc_colour(node.text))
        self.canvas.disc(x, y, radius, colour)
        self._picture(node.text, x, y, m.dp(32), "#ffffff")
        self.canvas.text(node.text, (left, y + radius + m.dp(4), right, bottom - m.dp(8)), m.sp(14), self.p.words, "centre")

    def _picture(self, words: str, x: int, y: int, size: int, colour: str) -> None:
        """The icon that goes with the words, else their first letter."""
        icon = _BY_WORDS.get(words)
        if icon:
            self.canvas.icon(icon, x, y, size, colour)
        else:
            letter = words[:1].upper() or "?"
            self.canvas.text(letter, (x - size, y - size, x + size, y + size), size * 3 // 4, colour, "centre")

    def _imageview(self, node: Node, row: str, parent: Node) -> None:
        (x, y), m = _middle(node.bounds), self.m
        if _tail(parent).startswith("tab_menu"):
            if node.selected:
                self.canvas.rounded((x - m.dp(32), y - m.dp(16), x + m.dp(32), y + m.dp(16)), m.dp(16), self.p.tint)
            self._picture(parent.content_desc, x, y, m.dp(24), self.p.on_tint if node.selected else self.p.faint)
        elif row in _BY_WORDS:
            self.canvas.icon(_BY_WORDS[row], x, y, m.dp(24), self._colour(node, self.p.faint))
        else:
            self.canvas.disc(x, y, m.dp(18), disc_colour(row))
            self._picture(row, x, y, m.dp(24), "#ffffff")

    def _imagebutton(self, node: Node, row: str, parent: Node) -> None:
        (x, y), m, colour = _middle(node.bounds), self.m, self.p.words
        if _tail(parent) != "toolbar":
            self.canvas.rounded(node.bounds, m.dp(16), self.p.tint)
            colour = self.p.on_tint
        self._picture(node.content_desc, x, y, m.dp(24), self._colour(node, colour))

    def _button(self, node: Node, row: str, parent: Node) -> None:
        m, p = self.m, self.p
        if _tail(parent) in ("buttonPanel", "toolbar"):
            self.canvas.text(node.text, node.bounds, m.sp(14), self._colour(node, p.accent), "centre")
            return
        left, top, right, bottom = node.bounds
        inset = m.dp(4)
        self.canvas.rounded((left, top + inset, right, bottom - inset), m.dp(28), p.accent if node.enabled else p.raised)
        self.canvas.text(node.text, node.bounds, m.sp(14), p.on_accent if node.enabled else p.dead, "centre")

    def _switch(self, node: Node, row: str, parent: Node) -> None:
        (x, y), m, p, c = _middle(node.bounds), self.m, self.p, self.canvas
        wide, high = m.dp(26), m.dp(16)
        track = (x - wide, y - high, x + wide, y + high)
        if node.checked:
            c.rounded(track, high, self._colour(node, p.accent))
            c.disc(x + wide - high, y, m.dp(12), p.on_accent)
        else:
            c.outlined(track, high, m.dp(2), self._colour(node, p.line), p.raised)
            c.disc(x - wide + high, y, m.dp(8), self._colour(node, p.line))

    def _checkbox(self, node: Node, row: str, parent: Node) -> None:
        (x, y), m, p, c = _middle(node.bounds), self.m, self.p, self.canvas
        half = m.dp(9)
        box = (x - half, y - half, x + half, y + half)
        if node.checked:
            c.rounded(box, m.dp(2), p.accent)
            c.icon("tick", x, y, 2 * half, p.on_accent)
        else:
            c.outlined(box, m.dp(2), m.dp(2), p.line, p.page)

    def _ring(self, x: int, y: int, checked: bool, ground: str) -> None:
        m, p, half = self.m, self.p, self.m.dp(10)
        self.canvas.outlined((x - half, y - half, x + half, y + half), half, m.dp(2), p.accent if checked else p.line, ground)
        if checked:
            self.canvas.disc(x, y, m.dp(5), p.accent)

    def _radiobutton(self, node: Node, row: str, parent: Node) -> None:
        x, y = _middle(node.bounds)
        if node.text:
            self._worded_ring(node)
        else:
            self._ring(x, y, node.checked, self.p.page)

    def _checkedtextview(self, node: Node, row: str, parent: Node) -> None:
        self._worded_ring(node)

    def _worded_ring(self, node: Node) -> None:
        m, (left, top, right, bottom) = self.m, node.bounds
        inset = m.dp(24) if node.class_name.endswith("CheckedTextView") else 0
        self._ring(left + inset + m.dp(12), (top + bottom) // 2, node.checked, self.p.raised)
        self.canvas.text(node.text, (left + inset + m.dp(40), top, right, bottom), m.sp(16), self.p.words)

    def _seekbar(self, node: Node, row: str, parent: Node) -> None:
        m, p, c = self.m, self.p, self.canvas
        left, top, right, bottom = node.bounds
        left, right, y = left + m.dp(8), right - m.dp(8), (top + bottom) // 2
        share = int(node.text.rstrip("%") or 0) / 100
        at, half = left + int((right - left) * share), m.dp(3)
        c.rounded((left, y - half, right, y + half), half, p.tint)
        c.rounded((left, y - half, max(at, left + 2 * half), y + half), half, self._colour(node, p.accent))
        c.disc(at, y, m.dp(10), self._colour(node, p.accent))

    def _edittext(self, node: Node, row: str, parent: Node) -> None:
        m, p, c = self.m, self.p, self.canvas
        left, top, right, bottom = node.bounds
        ground = p.card
        c.outlined(node.bounds, m.dp(8), m.dp(2) if node.focused else max(1, m.dp(1)), p.accent if node.focused else p.line, ground)
        inner = (left + m.dp(14), top, right - m.dp(10), bottom)
        if node.text or node.focused:
            small = m.sp(11)
            wide = min(text_width(node.content_desc, small) + m.dp(8), inner[2] - inner[0])
            c.rectangle((inner[0] - m.dp(4), top - small // 2, inner[0] - m.dp(4) + wide, top + small // 2 + 1), ground)
            c.text(node.content_desc, (inner[0], top - small, inner[2], top + small), small, p.accent if node.focused else p.faint)
            lines = max(1, (bottom - top) // m.line(16))
            c.text(node.text, inner, m.sp(16), self._colour(node, p.words), "left", lines)
            if node.focused:
                x = min(inner[0] + text_width(node.text, m.sp(16)) + m.dp(1), inner[2])
                c.rectangle((x, (top + bottom) // 2 - m.sp(10), x + m.dp(2), (top + bottom) // 2 + m.sp(10)), p.accent)
        else:
            c.text(node.content_desc, inner, m.sp(16), self._colour(node, p.faint))

    def keyboard(self, window: Node) -> None:
        m, p, c = self.m, self.p, self.canvas
        c.rectangle(window.bounds, p.raised)
        for node in window.walk():
            if not node.children and node.package == KEYBOARD:
                label = node.content_desc
                colour, ink = (p.accent, p.on_accent) if label == "Enter" else (p.key, p.words)
                c.rounded(node.bounds, m.dp(6), colour)
                shown = {"Space": "", "Enter": "Enter", "Shift": "Shift", "Delete": "Del", "Symbols": "?123"}.get(label, label)
                c.text(shown, node.bounds, m.dp(20 if len(shown) == 1 else 13), ink, "centre")


def _middle(rect: Rect) -> tuple[int, int]:
    return (rect[0] + rect[2]) // 2, (rect[1] + rect[3]) // 2
