"""What lies over a page for a while: a toast, the menu of a text selection, the banner of a new notification.

Each is a window of its own, whose root is named so that whoever reads the screen knows that it does not take the front.
"""

from typing import NamedTuple

from devices.sim.build import Metrics, Target, build, height_of
from devices.sim.system import Page, Selection, System, Toast
from devices.sim.widgets import Button, Row, Text
from devices.tree import Node, Rect


class Overlay(NamedTuple):
    """A window over the page, and what takes touches in it: the topmost first, a window takes all that fall on it."""

    window: Node
    targets: list[Target]


def toast_height(m: Metrics, system: System, page: Page) -> int:
    """Room that a toast takes over a page, with the gap around it; 0 where none shows."""
    toast = _toast(system, page)
    return 0 if toast is None else _height(m, toast) + m.dp(16)


def overlays(m: Metrics, system: System, page: Page, floor: int) -> list[Overlay]:
    """All of them, the lowest first.

    Args:
        m: lengths of the screen.
        system: that they belong to.
        page: that they lie over.
        floor: above which a toast stands, in pixels.
    """
    found: list[Overlay] = []
    selection = system.selection
    if selection is not None and selection.page is page and (buttons := _choices(system, selection)):
        found.append(_selection(m, system, selection, buttons))
    toast = _toast(system, page)
    if toast is not None:
        found.append(_snackbar(m, system, toast, floor))
    if system.banner and page.name != "notifications":
        found.append(_banner(m, system))
    return found


def _toast(system: System, page: Page) -> Toast | None:
    """The toast that shows over a page: that of the app in front, unless one of the system's pages covers it."""
    toast = system.toast
    return toast if toast is not None and toast.app == page.app.package else None


def _words_room(m: Metrics, toast: Toast) -> tuple[int, int]:
    """(width of the words, width of the button) in a toast."""
    button = m.text_width(toast.action, m.sp(14)) + m.dp(24) if toast.action else 0
    button = min(button, (m.width - m.dp(48)) // 2)
    return m.width - m.dp(16 + 32) - button, button


def _height(m: Metrics, toast: Toast) -> int:
    room, _ = _words_room(m, toast)
    return max(m.dp(48), m.line(14) * m.lines(toast.text, 14, room, 3) + m.dp(20))


def _snackbar(m: Metrics, system: System, toast: Toast, floor: int) -> Overlay:
    # The window is as wide as the screen: beside the bar no finger could hit what shows there.
    area = (0, floor - _height(m, toast) - m.dp(16), m.width, floor)
    rect = (m.dp(8), area[1] + m.dp(8), m.width - m.dp(8), floor - m.dp(8))
    room, wide = _words_room(m, toast)
    left, top, right, bottom = rect
    package = toast.app
    place = (left + m.dp(16), top + m.dp(4), left + m.dp(16) + room, bottom - m.dp(4))
    targets: list[Target] = []
    if toast.action:
        words = Node("android.widget.TextView", place, text=toast.text, resource_id=f"{package}:id/snackbar_text", package=package)
        spot = (right - wide - m.dp(4), top, right - m.dp(4), bottom)
        action = Node(
            "android.widget.Button", spot, text=toast.action, resource_id=f"{package}:id/snackbar_action", package=package, index=1,
            clickable=True, focusable=True,
        )  # fmt: skip
        inner = Node("com.google.android.material.snackbar.SnackbarContentLayout", rect, (words, action), package=package)
        node = Node("com.google.android.material.snackbar.Snackbar$SnackbarLayout", rect, (inner,), package=package)
        window = Node("android.widget.FrameLayout", area, (node,), resource_id=f"{package}:id/snackbar", package=package)

        def use() -> None:
            system.hush()
            if toast.do is not None:
                toast.do()

        targets.append(Target(spot, Button(toast.action, use), "tap"))
    else:
        words = Node("android.widget.TextView", place, text=toast.text, resource_id="android:id/message", package=package)
        window = Node("android.widget.FrameLayout", area, (words,), resource_id="android:id/toast", package=package)
    targets.append(Target(area, Text(toast.text), "cover"))
    return Overlay(window, targets)


def _banner(m: Metrics, system: System) -> Overlay:
    entity = system.banner
    facts = system.facts[entity]
    label = system.say(system.apps[str(facts["app"])].label)
    row = Row(
        label, str(facts["title"]), lambda: system.follow(entity), more=str(facts["text"]), icon=True, name="expandableNotificationRow"
    )
    rect = (0, m.status, m.width, m.status + min(height_of(m, row, m.width), m.height * 35 // 100))
    package = "com.android.systemui"
    node, parts = build(m, row, package, rect, "", 0)
    window = Node("android.widget.FrameLayout", rect, (node,), resource_id=f"{package}:id/heads_up", package=package)
    return Overlay(window, [Target(place, row, part) for place, part in parts])


def _selection(m: Metrics, system: System, selection: Selection, buttons: list[Button]) -> Overlay:
    package = selection.page.app.package
    height, gap = max(m.dp(48), m.line(14) + m.dp(20)), m.dp(8)
    places: list[Rect] = []
    x, y, most = 0, 0, m.width - 2 * gap
    for button in buttons:
        wide = min(m.text_width(button.label, m.sp(14)) + m.dp(32), most)
        if x and x + wide > most:
            x, y = 0, y + height
        places.append((x, y, x + wide, y + height))
        x += wide
    wide, high = max(place[2] for place in places), y + height
    ceiling = m.height - (m.keyboard if system.keyboard else m.navigation)
    top = selection.top - gap - high
    if top < m.status:
        top = max(m.status, min(selection.bottom + gap, ceiling - high))
    left = (m.width - wide) // 2
    nodes: list[Node] = []
    targets: list[Target] = []
    for button, (x0, y0, x1, y1) in zip(buttons, places, strict=True):
        place = (left + x0, top + y0, left + x1, top + y1)
        nodes.append(
            Node(
                "android.widget.Button", place, text=button.label, resource_id=button.name, package=package, index=len(nodes),
                clickable=True, focusable=True,
            )
        )  # fmt: skip
        targets.append(Target(place, button, "menu"))
    rect = (left, top, left + wide, top + high)
    window = Node("android.widget.FrameLayout", rect, tuple(nodes), resource_id="android:id/floating_popup_container", package=package)
    return Overlay(window, [*targets, Target(rect, Text(""), "cover")])


def _choices(system: System, selection: Selection) -> list[Button]:
    """What can be done with the selected text; pasting into an empty field is all that can be done there."""
    words, change = selection.words, selection.change

    def copy() -> None:
        system.selection = None
        system.copy(words)
        system.tell(system.say("Copied"))

    def cut() -> None:
        copy()
        _put("")

    def paste() -> None:
        system.selection = None
        _put(system.clipboard)

    def _put(text: str) -> None:
        assert change is not None
        change(selection.text[: selection.start] + text + selection.text[selection.end :])

    def select_all() -> None:
        selection.start, selection.end = 0, len(selection.text)

    def share() -> None:
        system.selection = None
        system.share(words)

    readable = bool(words) and (change is not None or not selection.field)
    offered = [
        (bool(words) and change is not None, "Cut", cut, "android:id/cut"),
        (readable, "Copy", copy, "android:id/copy"),
        (change is not None and bool(system.clipboard), "Paste", paste, "android:id/paste"),
        (len(words) < len(selection.text), "Select all", select_all, "android:id/selectAll"),
        (readable, "Share", share, "android:id/shareText"),
    ]
    return [Button(system.say(label), do, name) for there, label, do, name in offered if there]
