"""Pictures of the simulated phone, painted from its node tree and a little style.

Where people write from right to left the tree is mirrored already; here words begin at the other side of their place.
"""

import hashlib
import io
from typing import Final, Literal, NamedTuple

from devices.sim.app import App
from devices.sim.icons.words import SIDED, of_app, of_button, of_row
from devices.sim.keyboard import PACKAGE as KEYBOARD
from devices.sim.language import clock_time
from devices.sim.layout import Frame, Layout
from devices.sim.paint import Canvas, text_width
from devices.sim.system import System
from devices.sim.widgets import Dialog, Menu, Screen
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

_PLAIN: Final = frozenset({"buttonPanel", "toolbar", "bottom_app_bar", "floating_popup_container", "snackbar"})
"""What holds buttons without a ground of their own."""
_OF_APPS: Final = frozenset({"app", "expandableNotificationRow", "resolver_item", "task"})
"""Rows that begin with an app's name."""
_DISCS: Final = ("#1a73e8", "#188038", "#c5221f", "#9334e6", "#e37400", "#00796b", "#c2185b", "#5f6368")
_SIZES: Final = {  # sp, by resource name
    "alertTitle": 22, "caption": 14, "date": 24, "days_of_week": 14, "digital_clock": 28, "display": 56, "error": 14, "headline": 24,
    "message": 16, "message_text": 16, "stopwatch_time": 56, "summary": 14,
    "time_there": 56, "timer_time": 56, "title": 18, "cliv_name_textview": 18,
}  # fmt: skip
_FAINT: Final = frozenset({"summary", "days_of_week", "caption", "cliv_data"})


def draw(system: System, layout: Layout) -> bytes:
    """The screen as PNG, with what lies behind a dialog dimmed; black when it is off."""
    if system.asleep:
        return _png(Canvas(layout.metrics.width, layout.metrics.height, "#000000"))
    pages = [*system.stack, *system.over]
    first = max((number for number, page in enumerate(pages) if isinstance(system.surface(page), Screen)), default=0)
    shown = pages[first:]
    frames = [layout.frame(system, page, behind=page is not shown[-1], whole=True) for page in shown]
    painter = _Painter(system, layout)
    for frame in frames:
        painter.frame(frame)
    painter.status_bar()
    return _png(painter.canvas)


def _png(canvas: Canvas) -> bytes:
    picture = io.BytesIO()
    canvas.image.save(picture, "PNG", compress_level=1)
    return picture.getvalue()


def disc_colour(words: str) -> str:
    """The colour of a disc with a letter; the same for the same words."""
    return _DISCS[hashlib.sha256(words.encode(errors="surrogatepass")).digest()[0] % len(_DISCS)]


def _tail(node: Node) -> str:
    return node.resource_id.rpartition("/")[2]


def _first_words(node: Node | None) -> str:
    return next((below.text for below in node.walk() if below.text), "") if node else ""


def _is_row(node: Node) -> bool:
    return node.class_name.endswith("LinearLayout") and (node.clickable or any(_tail(child) == "icon_frame" for child in node.children))


class _Painter:
    def __init__(self, system: System, layout: Layout) -> None:
        self.system = system
        self.m = layout.metrics
        self.mirrored = layout.mirrored
        self.start: Literal["left", "right"] = "right" if layout.mirrored else "left"
        self.dark = bool(system.settings()["dark_theme"])
        self.p = DARK if self.dark else LIGHT
        self.apps = {system.say(app.label): app for app in system.apps.values()}
        self.canvas = Canvas(self.m.width, self.m.height, self.p.page)

    def frame(self, frame: Frame) -> None:
        window = frame.tree.children[0]
        if isinstance(frame.surface, Dialog):
            self.canvas.dim(0.5)
            self.canvas.rounded(window.bounds, self.m.dp(24), self.p.raised)
        elif isinstance(frame.surface, Menu):
            self.canvas.outlined(window.bounds, self.m.dp(8), max(1, self.m.dp(1)), self.p.dead, self.p.raised)
        self.node(window, None, window)
        for over in frame.tree.children[1:]:
            if over.package == KEYBOARD:
                self.keyboard(over)
            else:
                self.overlay(over)

    def overlay(self, window: Node) -> None:
        """What lies over the page for a while: a toast in the colours of the other theme, anything else raised."""
        m, inverse, (left, top, right, bottom) = self.m, _tail(window) in ("snackbar", "toast"), window.bounds
        gap = 0 if _tail(window) == "floating_popup_container" else m.dp(8)
        card = (left + gap, top + gap, right - gap, bottom - gap)
        if inverse:
            self.p = LIGHT if self.dark else DARK
        self.canvas.outlined(card, m.dp(8 if inverse else 20), max(1, m.dp(1)), self.p.raised if inverse else self.p.dead, self.p.raised)
        self.node(window, None, window)
        self.p = DARK if self.dark else LIGHT

    def status_bar(self) -> None:
        """The bar at the top, which belongs to the system and is in no app's tree, and the gesture line at the bottom."""
        m, c, settings = self.m, self.canvas, self.system.settings()
        colour = self.p.words
        middle = m.status * 5 // 8
        now = self.system.now
        # The bar tells the time without its half of the day.
        words = clock_time(now.hour if settings["use_24_hour"] else now.hour % 12 or 12, now.minute, True, self.system.locale)
        words = words if settings["use_24_hour"] else words.removeprefix("0")
        edge, inner = m.dp(20), m.width - m.dp(20)
        c.text(words, (edge, 0, inner, middle * 2), m.dp(14), colour, self.start)
        right = edge + m.dp(9) if self.mirrored else inner
        c.rounded((right - m.dp(9), middle - m.dp(7), right, middle + m.dp(7)), m.dp(2), colour)
        if settings["wifi"]:
            c.icon("wifi", right + m.dp(13) if self.mirrored else right - m.dp(22), middle, m.dp(18), colour)
        half = m.dp(54)
        line = m.height - m.navigation // 2
        c.rounded((m.width // 2 - half, line - m.dp(2), m.width // 2 + half, line + m.dp(2)), m.dp(2), colour)

    def node(self, node: Node, row: Node | None, parent: Node) -> None:
        """Paint a node and what is in it; ``row`` is the row around it."""
        name = node.class_name.rpartition(".")[2]
        tail = _tail(node)
        paint = getattr(self, f"_{name.lower()}", None)
        if _is_row(node):
            row = node
        if tail == "alarm_item":
            left, top, right, bottom = node.bounds
            gap = self.m.dp(4)
            self.canvas.rounded((left + 2 * gap, top + gap, right - 2 * gap, bottom - gap), self.m.dp(20), self.p.card)
        elif tail in ("bottom_view", "bottom_app_bar"):
            self.canvas.rectangle((node.bounds[0], node.bounds[1], node.bounds[2], self.m.height), self.p.raised)
        if node.selected and name == "LinearLayout":
            self.canvas.rectangle(node.bounds, self.p.tint)
        if paint is not None:
            paint(node, row, parent)
        if node.scrollable:
            self.canvas.within(node.bounds, lambda: self._children(node, row))
        else:
            self._children(node, row)

    def _children(self, node: Node, row: Node | None) -> None:
        for child in node.children:
            self.node(child, row, node)

    def _colour(self, node: Node, colour: str) -> str:
        return colour if node.enabled else self.p.dead

    def _textview(self, node: Node, row: Node | None, parent: Node) -> None:
        m, p, tail = self.m, self.p, _tail(node)
        if tail == "icon":
            self._app(node)
            return
        tab = _tail(parent).startswith("tab_")
        bar = _tail(parent) == "toolbar"
        # The words of a row stand in a layout of their own, the title first; a menu's entry has one too, beside nothing else.
        row_words = parent.class_name.endswith("RelativeLayout") and row is not None
        further = row_words and node.index > 0
        size = 22 if bar else 12 if tab else _SIZES.get(tail, 14 if further else 18 if row_words else 16)
        colour = p.error if tail == "error" else p.faint if further or tail in _FAINT else p.words
        align = "centre" if tab or size == 56 or node.clickable else self.start
        if node.clickable and node.selected:
            self.canvas.rounded(node.bounds, m.dp(8), p.tint)
        lines = max(1, (node.bounds[3] - node.bounds[1]) // m.line(size))
        self.canvas.text(node.text, node.bounds, m.sp(size), self._colour(node, colour), align, lines)

    def _app(self, node: Node) -> None:
        m, (left, top, right, bottom) = self.m, node.bounds
        x, y, radius = (left + right) // 2, top + m.dp(8 + 28), m.dp(28)
        self._disc(node.text, x, y, radius, m.dp(32), self.apps.get(node.text))
        self.canvas.text(node.text, (left, y + radius + m.dp(4), right, bottom - m.dp(8)), m.sp(14), self.p.words, "centre")

    def _disc(self, words: str, x: int, y: int, radius: int, size: int, app: App | None = None) -> None:
        """A disc with a letter, or with the icon of an app, which is the same in every language."""
        self.canvas.disc(x, y, radius, app.colour if app else disc_colour(words))
        self._picture(of_app(app.label) if app else None, words, x, y, size, "#ffffff")

    def _picture(self, icon: str | None, words: str, x: int, y: int, size: int, colour: str) -> None:
        """An icon; without one the first letter of the words."""
        if icon:
            self.canvas.icon(icon, x, y, size, colour, mirrored=self.mirrored and icon in SIDED)
        else:
            letter = words[:1].upper() or "?"
            self.canvas.text(letter, (x - size, y - size, x + size, y + size), size * 3 // 4, colour, "centre")

    def _imageview(self, node: Node, row: Node | None, parent: Node) -> None:
        (x, y), m = _middle(node.bounds), self.m
        if node.content_desc:
            self._photo(node)
            return
        if _tail(parent).startswith("tab_"):
            if node.selected:
                self.canvas.rounded((x - m.dp(32), y - m.dp(16), x + m.dp(32), y + m.dp(16)), m.dp(16), self.p.tint)
            icon = of_button(_tail(parent), parent.content_desc)
            self._picture(icon, parent.content_desc, x, y, m.dp(24), self.p.on_tint if node.selected else self.p.faint)
            return
        words, name = _first_words(row), _tail(row) if row else ""
        app = self.apps.get(words) if name in _OF_APPS else None
        icon = None if app else of_row(name, words)
        if icon:
            self._picture(icon, words, x, y, m.dp(24), self._colour(node, self.p.faint))
        else:
            self._disc(words, x, y, m.dp(18), m.dp(20 if app else 24), app)

    def _photo(self, node: Node) -> None:
        """A picture that the phone shows: a landscape in colours that go with its description, ticked where it is selected."""
        m, c, (left, top, right, bottom) = self.m, self.canvas, node.bounds
        colour = disc_colour(node.content_desc)
        c.rectangle(node.bounds, colour)
        high = (bottom - top) // 3
        c.rectangle((left, bottom - high, right, bottom), disc_colour(colour))
        c.disc(left + (right - left) // 3, top + high, max(2, high // 3), "#fff3c4")
        if node.selected:
            c.disc(right - m.dp(16), top + m.dp(16), m.dp(12), self.p.accent)
            c.icon("tick", right - m.dp(16), top + m.dp(16), m.dp(16), self.p.on_accent)

    def _imagebutton(self, node: Node, row: Node | None, parent: Node) -> None:
        (x, y), m, colour = _middle(node.bounds), self.m, self.p.words
        icon = of_button(_tail(node), node.content_desc)
        if _tail(parent) not in _PLAIN:
            self.canvas.rounded(node.bounds, m.dp(16), self.p.tint)
            colour = self.p.on_tint
        self._picture(icon, node.content_desc, x, y, m.dp(24), self._colour(node, colour))

    def _button(self, node: Node, row: Node | None, parent: Node) -> None:
        m, p = self.m, self.p
        if _tail(parent) in _PLAIN or _tail(node) == "snackbar_action":
            self.canvas.text(node.text, node.bounds, m.sp(14), self._colour(node, p.accent), "centre")
            return
        left, top, right, bottom = node.bounds
        inset, key = m.dp(4), parent.class_name.endswith("GridLayout")
        ground, ink = (p.tint, p.on_tint) if key else (p.accent, p.on_accent)
        self.canvas.rounded((left, top + inset, right, bottom - inset), m.dp(28), ground if node.enabled else p.raised)
        self.canvas.text(node.text, node.bounds, m.sp(18 if key else 14), ink if node.enabled else p.dead, "centre")

    def _switch(self, node: Node, row: Node | None, parent: Node) -> None:
        if node.content_desc:
            self._tile(node)
            return
        (x, y), m, p, c = _middle(node.bounds), self.m, self.p, self.canvas
        wide, high = m.dp(26), m.dp(16)
        track = (x - wide, y - high, x + wide, y + high)
        aside = (wide - high) * (-1 if self.mirrored else 1)
        if node.checked:
            c.rounded(track, high, self._colour(node, p.accent))
            c.disc(x + aside, y, m.dp(12), p.on_accent)
        else:
            c.outlined(track, high, m.dp(2), self._colour(node, p.line), p.raised)
            c.disc(x - aside, y, m.dp(8), self._colour(node, p.line))

    def _tile(self, node: Node) -> None:
        """One of the quick settings, which is a switch as a whole."""
        m, p, (left, top, right, bottom) = self.m, self.p, node.bounds
        self.canvas.rounded(node.bounds, m.dp(24), p.accent if node.checked else p.raised)
        place = (left + m.dp(16), top, right - m.dp(12), bottom)
        self.canvas.text(node.content_desc, place, m.sp(14), p.on_accent if node.checked else p.words, self.start, 2)

    def _checkbox(self, node: Node, row: Node | None, parent: Node) -> None:
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

    def _radiobutton(self, node: Node, row: Node | None, parent: Node) -> None:
        x, y = _middle(node.bounds)
        if node.text:
            self._worded_ring(node)
        else:
            self._ring(x, y, node.checked, self.p.page)

    def _checkedtextview(self, node: Node, row: Node | None, parent: Node) -> None:
        self._worded_ring(node)

    def _worded_ring(self, node: Node) -> None:
        m, (left, top, right, bottom) = self.m, node.bounds
        inset = m.dp(24) if node.class_name.endswith("CheckedTextView") else 0
        x = right - inset - m.dp(12) if self.mirrored else left + inset + m.dp(12)
        self._ring(x, (top + bottom) // 2, node.checked, self.p.raised)
        place = (left, top, x - m.dp(28), bottom) if self.mirrored else (x + m.dp(28), top, right, bottom)
        self.canvas.text(node.text, place, m.sp(16), self.p.words, self.start)

    def _seekbar(self, node: Node, row: Node | None, parent: Node) -> None:
        m, p, c = self.m, self.p, self.canvas
        left, top, right, bottom = node.bounds
        left, right, y, half = left + m.dp(8), right - m.dp(8), (top + bottom) // 2, m.dp(3)
        share = int(node.text.rstrip("%") or 0) / 100
        at = int(right - (right - left) * share) if self.mirrored else int(left + (right - left) * share)
        c.rounded((left, y - half, right, y + half), half, p.tint)
        done = (min(at, right - 2 * half), right) if self.mirrored else (left, max(at, left + 2 * half))
        c.rounded((done[0], y - half, done[1], y + half), half, self._colour(node, p.accent))
        c.disc(at, y, m.dp(10), self._colour(node, p.accent))

    def _edittext(self, node: Node, row: Node | None, parent: Node) -> None:
        m, p, c = self.m, self.p, self.canvas
        left, top, right, bottom = node.bounds
        ground = p.card
        c.outlined(node.bounds, m.dp(8), m.dp(2) if node.focused else max(1, m.dp(1)), p.accent if node.focused else p.line, ground)
        inner = (left + m.dp(14), top, right - m.dp(14), bottom)
        if node.text or node.focused:
            small = m.sp(11)
            wide = min(text_width(node.content_desc, small) + m.dp(8), inner[2] - inner[0])
            edge = inner[2] + m.dp(4) - wide if self.mirrored else inner[0] - m.dp(4)
            c.rectangle((edge, top - small // 2, edge + wide, top + small // 2 + 1), ground)
            label = (inner[0], top - small, inner[2], top + small)
            c.text(node.content_desc, label, small, p.accent if node.focused else p.faint, self.start)
            lines = max(1, (bottom - top) // m.line(16))
            c.text(node.text, inner, m.sp(16), self._colour(node, p.words), self.start, lines)
            if node.focused:
                wide = min(text_width(node.text.rpartition("\n")[2], m.sp(16)) + m.dp(1), inner[2] - inner[0])
                x = inner[2] - wide if self.mirrored else inner[0] + wide
                c.rectangle((x, (top + bottom) // 2 - m.sp(10), x + m.dp(2), (top + bottom) // 2 + m.sp(10)), p.accent)
        else:
            c.text(node.content_desc, inner, m.sp(16), self._colour(node, p.faint), self.start)

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
