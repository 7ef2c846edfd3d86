"""Gives a screen's widgets bounds and makes the node tree of them, shaped as a real phone's.

A row has no text of its own: its title, summary and control are nested in it. Widgets are laid out at an absolute place and kept by
their look, so that an unchanged row costs one look-up.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from devices.sim.build import Metrics, Target, build, height_of
from devices.sim.keyboard import keyboard
from devices.sim.system import Page, System
from devices.sim.widgets import Button, Dialog, Menu, Screen, Surface, Widget
from devices.tree import HIERARCHY, Node, Rect

_KEPT: Final = 2_000  # widgets kept for one layout: all of the usual screens, and a few megabytes


class Frame(NamedTuple):
    """One page, laid out.

    Attributes:
        tree: what uiautomator dumps: the window in front and the keyboard.
        targets: what takes touches, the topmost first.
        window: bounds of the window in front.
        surface: that was laid out.
        page: that it belongs to.
        viewport: of its list.
        most: how far the list can be scrolled, in pixels.
        timed: whether it shows something that the clock changes.
    """

    tree: Node
    targets: list[Target]
    window: Rect
    surface: Surface
    page: Page
    viewport: Rect
    most: int
    timed: bool


class Layout:
    """Lays pages out for one size of screen and text.

    Args:
        width, height: of the screen in pixels.
        density: dots per inch.
        font_scale: factor on the size of text.
    """

    def __init__(self, width: int, height: int, density: int, font_scale: float) -> None:
        self.metrics = Metrics(width, height, density, font_scale)
        self._widgets: dict[tuple[object, ...], tuple[Node, tuple[tuple[Rect, str], ...]]] = {}
        self._heights: dict[tuple[object, ...], int] = {}

    def frame(self, system: System, page: Page, behind: bool = False, whole: bool = False) -> Frame:
        """Lay out one page.

        Args:
            system: that the page belongs to.
            page: to lay out.
            behind: leave out the keyboard, for a page that a dialog covers.
            whole: keep rows whole where the list cuts them off, for a picture.
        """
        system.clock_read = False
        surface = system.surface(page)
        timed = system.clock_read
        up = system.keyboard and not behind
        m = self.metrics
        bottom = m.height - m.keyboard if up else m.height - m.navigation
        focus = system.focus if not behind else ""
        if isinstance(surface, Screen):
            window, targets, viewport, most = self._screen(surface, page, bottom, focus, whole)
        elif isinstance(surface, Dialog):
            window, targets, viewport, most = self._dialog(surface, page, bottom, focus, whole)
        else:
            window, targets, viewport, most = self._menu(surface, page)
        windows = (window, keyboard(m)) if up else (window,)
        return Frame(Node(HIERARCHY, children=windows), targets, window.bounds, surface, page, viewport, most, timed)

    def _height(self, widget: Widget, width: int) -> int:
        key = (type(widget), width, widget.look)
        height = self._heights.get(key)
        if height is None:
            height = self._heights[key] = height_of(self.metrics, widget, width)
        return height

    def _widget(self, widget: Widget, package: str, rect: Rect, focus: str, index: int) -> tuple[Node, tuple[tuple[Rect, str], ...]]:
        key = (type(widget), package, rect, focus, index, widget.look)
        made = self._widgets.get(key)
        if made is None:
            if len(self._widgets) > _KEPT:
                self._widgets.clear()
                self._heights.clear()
            made = self._widgets[key] = build(self.metrics, widget, package, rect, focus, index)
        return made

    def _list(
        self, body: Sequence[Widget], page: Page, viewport: Rect, focus: str, whole: bool, clearance: int = 0
    ) -> tuple[Node, list[Target], int]:
        """The scrolling list of a page: (its node, what takes touches, how far it scrolls)."""
        left, top, right, bottom = viewport
        pad, package = self.metrics.pad, page.app.package
        heights = [self._height(widget, right - left) for widget in body]
        content = sum(heights) + 2 * pad + clearance
        most = max(0, content - (bottom - top))
        if page.reveal:
            self._reveal(body, heights, page, bottom - top)
            page.reveal = ""
        page.scroll = min(max(page.scroll, 0), most)
        nodes: list[Node] = []
        targets: list[Target] = []
        y = top + pad - page.scroll
        for index, (widget, height) in enumerate(zip(body, heights, strict=True)):
            if y < bottom and y + height > top:
                node, parts = self._widget(widget, package, (left, y, right, y + height), focus, index)
                if (y < top or y + height > bottom) and not whole:
                    clipped = clip(node, viewport)
                    if clipped is not None:
                        nodes.append(clipped)
                    targets += [Target(cut, widget, part) for rect, part in parts if (cut := _overlap(rect, viewport)) is not None]
                else:
                    nodes.append(node)
                    targets += [Target(rect, widget, part) for rect, part in parts]
            y += height
        listing = Node(
            "androidx.recyclerview.widget.RecyclerView",
            viewport,
            tuple(nodes),
            resource_id=f"{package}:id/recycler_view",
            package=package,
            focusable=most > 0,
            scrollable=most > 0,
        )
        return listing, targets, most

    def _reveal(self, body: Sequence[Widget], heights: list[int], page: Page, room: int) -> None:
        y = self.metrics.pad
        for widget, height in zip(body, heights, strict=True):
            names = [item.name for item in getattr(widget, "items", (widget,)) if hasattr(item, "name")]
            if page.reveal in names:
                if y < page.scroll:
                    page.scroll = y
                elif y + height > page.scroll + room:
                    page.scroll = y + height - room
                return
            y += height

    def _screen(self, screen: Screen, page: Page, bottom: int, focus: str, whole: bool) -> tuple[Node, list[Target], Rect, int]:
        m, package = self.metrics, page.app.package
        targets: list[Target] = []
        content: list[Node] = []
        top = m.status
        if screen.title:
            bar = self._bar(screen, package, targets)
            content.append(bar)
            top = bar.bounds[3]
        tabs_top = m.height - m.navigation - m.dp(80)
        if screen.tabs:
            bottom = min(bottom, tabs_top)
        if screen.foot:
            floor = bottom
            bottom = max(top, bottom - self._height(screen.foot, m.width))
            foot, parts = self._widget(screen.foot, package, (0, bottom, m.width, floor), focus, 0)
            content.append(foot)
            uses: dict[str, Widget] = {"field:0": screen.foot.field, "tap": screen.foot.button}
            targets += [Target(rect, uses[part], part) for rect, part in parts]
        viewport = (0, top, m.width, bottom)
        floating = screen.float
        listing, below, most = self._list(screen.body, page, viewport, focus, whole, m.dp(88) if floating else 0)
        content.append(listing)
        # The keyboard lies over what stands at the bottom; only the list makes room for it.
        if floating:
            size, edge = m.dp(56), m.dp(16)
            floor = tabs_top if screen.tabs else m.height - m.navigation
            rect = (m.width - edge - size, floor - edge - size, m.width - edge, floor - edge)
            content.append(_picture_button(floating, package, rect, len(content)))
            targets.append(Target(rect, floating, "tap"))
        if screen.tabs:
            content.append(self._tabs(screen, package, tabs_top, targets))
        content_id = "android:id/content"
        inner = Node(
            "android.widget.FrameLayout", (0, m.status, m.width, m.height), tuple(content), resource_id=content_id, package=package
        )
        root = Node(
            "android.widget.FrameLayout",
            (0, 0, m.width, m.height),
            (Node("android.widget.LinearLayout", (0, 0, m.width, m.height), (inner,), package=package),),
            package=package,
        )
        return root, targets + below, viewport, most

    def _bar(self, screen: Screen, package: str, targets: list[Target]) -> Node:
        m = self.metrics
        top, bottom = m.status, m.status + m.bar
        middle, size = (top + bottom) // 2, min(m.dp(48), (m.width - m.dp(16)) // (len(screen.actions) + 2))
        nodes: list[Node] = []
        left = m.dp(16)
        if screen.up:
            up = Button("Navigate up", lambda: None)
            rect = (m.dp(4), middle - size // 2, m.dp(4) + size, middle - size // 2 + size)
            nodes.append(_picture_button(up, package, rect, 0))
            targets.append(Target(rect, up, "back"))
            left = rect[2] + m.dp(8)
        right = m.width - m.dp(4)
        buttons: list[Node] = []
        for action in reversed(screen.actions):
            worded = action.label in screen.worded
            width = min(m.text_width(action.label, m.sp(14)) + m.dp(24), m.width // 3) if worded else size
            rect = (right - width, middle - size // 2, right, middle - size // 2 + size)
            made = _word_button(action, package, rect, 0) if worded else _picture_button(action, package, rect, 0)
            buttons.insert(0, made)
            targets.append(Target(rect, action, "tap"))
            right -= width
        line = m.line(22)
        title = Node(
            "android.widget.TextView", (left, middle - line // 2, max(left + 1, right), middle - line // 2 + line),
            text=screen.title, package=package, index=len(nodes),
        )  # fmt: skip
        children = (*nodes, title, *buttons)
        return Node("android.view.ViewGroup", (0, top, m.width, bottom), children, resource_id=f"{package}:id/toolbar", package=package)

    def _tabs(self, screen: Screen, package: str, top: int, targets: list[Target]) -> Node:
        m = self.metrics
        bottom, share = m.height - m.navigation, m.width // len(screen.tabs)
        nodes = []
        for number, tab in enumerate(screen.tabs):
            rect = (number * share, top, (number + 1) * share, bottom)
            targets.append(Target(rect, tab, "tap"))
            middle, icon, line = (rect[0] + rect[2]) // 2, m.dp(24), m.line(12)
            selected = number == screen.tab
            picture = Node(
                "android.widget.ImageView", (middle - icon // 2, top + m.dp(16), middle - icon // 2 + icon, top + m.dp(16) + icon),
                resource_id=f"{package}:id/icon", package=package, selected=selected,
            )  # fmt: skip
            words_top = top + m.dp(48)
            words = Node(
                "android.widget.TextView", (rect[0], words_top, rect[2], min(bottom, words_top + line)), text=tab.label,
                resource_id=f"{package}:id/label", package=package, selected=selected, index=1,
            )  # fmt: skip
            node = Node(
                "android.widget.FrameLayout",
                rect,
                (picture, words),
                content_desc=tab.label,
                resource_id=f"{package}:id/{tab.name}",
                package=package,
                index=number,
                clickable=True,
                focusable=True,
                selected=selected,
            )
            nodes.append(node)
        return Node(
            "android.widget.FrameLayout", (0, top, m.width, bottom), tuple(nodes), resource_id=f"{package}:id/bottom_view", package=package
        )

    def _dialog(self, dialog: Dialog, page: Page, bottom: int, focus: str, whole: bool) -> tuple[Node, list[Target], Rect, int]:
        m, package = self.metrics, page.app.package
        width = min(m.width - 2 * m.dp(24), m.dp(400))
        left = (m.width - width) // 2
        right = left + width
        head = m.dp(24) + m.line(22) * m.lines(dialog.title, 22, width - m.dp(48)) + m.dp(8)
        foot = m.dp(64) if dialog.buttons else m.dp(16)
        content = sum(self._height(widget, width) for widget in dialog.body) + 2 * m.pad if dialog.body else 0
        room = bottom - m.status - 2 * m.dp(8) - head - foot
        middle = max(0, min(content, room))
        top = m.status + (bottom - m.status - head - middle - foot) // 2
        targets: list[Target] = []
        title = Node(
            "android.widget.TextView", (left + m.dp(24), top + m.dp(24), right - m.dp(24), top + head - m.dp(8)), text=dialog.title,
            resource_id="android:id/alertTitle", package=package,
        )  # fmt: skip
        parts: list[Node] = [title]
        viewport, most = (left, top + head, right, top + head + middle), 0
        if dialog.body:
            listing, targets, most = self._list(dialog.body, page, viewport, focus, whole)
            parts.append(listing)
        if dialog.buttons:
            parts.append(self._dialog_buttons(dialog.buttons, package, (left, viewport[3], right, viewport[3] + foot), targets, len(parts)))
        rect = (left, top, right, viewport[3] + foot)
        panel = Node("android.widget.LinearLayout", rect, tuple(parts), resource_id="android:id/parentPanel", package=package)
        return Node("android.widget.FrameLayout", rect, (panel,), package=package), targets, viewport, most

    def _dialog_buttons(self, buttons: Sequence[Button], package: str, rect: Rect, targets: list[Target], index: int) -> Node:
        m = self.metrics
        right, top = rect[2] - m.dp(16), rect[1] + m.dp(8)
        nodes: list[Node] = []
        for button in reversed(buttons):
            width = m.text_width(button.label, m.sp(14)) + m.dp(24)
            place = (right - width, top, right, top + m.dp(48))
            nodes.insert(0, _word_button(button, package, place, 0))
            targets.append(Target(place, button, "tap"))
            right -= width + m.dp(8)
        return Node("android.widget.ScrollView", rect, tuple(nodes), resource_id="android:id/buttonPanel", package=package, index=index)

    def _menu(self, menu: Menu, page: Page) -> tuple[Node, list[Target], Rect, int]:
        m, package = self.metrics, page.app.package
        width, height = m.dp(196), m.dp(48)
        left, top = m.width - m.dp(8) - width, m.status + m.dp(8)
        targets, nodes = [], []
        for number, item in enumerate(menu.items):
            y = top + m.pad + number * height
            rect = (left, y, left + width, y + height)
            words = (left + m.dp(16), y + (height - m.line(16)) // 2, left + width - m.dp(16), y + (height + m.line(16)) // 2)
            title = Node(
                "android.widget.TextView", words, text=item.label, resource_id="android:id/title", package=package, enabled=item.enabled
            )
            holder = Node("android.widget.RelativeLayout", words, (title,), package=package)
            node = Node(
                "android.widget.LinearLayout",
                rect,
                (holder,),
                package=package,
                index=number,
                clickable=True,
                focusable=True,
                enabled=item.enabled,
            )
            nodes.append(node)
            targets.append(Target(rect, item, "tap"))
        rect = (left, top, left + width, top + 2 * m.pad + height * len(menu.items))
        listing = Node("android.widget.ListView", rect, tuple(nodes), package=package)
        return Node("android.widget.FrameLayout", rect, (listing,), package=package), targets, rect, 0


@lru_cache(maxsize=64)
def layout(width: int, height: int, density: int, font_scale: float) -> Layout:
    """The layout for a screen; phones that look alike share one."""
    return Layout(width, height, density, font_scale)


def _picture_button(button: Button, package: str, rect: Rect, index: int) -> Node:
    resource_id = f"{package}:id/{button.name}" if button.name else ""
    return Node(
        "android.widget.ImageButton", rect, content_desc=button.label, resource_id=resource_id, package=package, index=index,
        clickable=True, enabled=button.enabled, focusable=True,
    )  # fmt: skip


def _word_button(button: Button, package: str, rect: Rect, index: int) -> Node:
    name = button.name
    return Node(
        "android.widget.Button", rect, text=button.label, resource_id=name if ":" in name or not name else f"{package}:id/{name}",
        package=package, index=index, clickable=True, enabled=button.enabled, focusable=True,
    )  # fmt: skip


def _overlap(a: Rect, b: Rect) -> Rect | None:
    left, top, right, bottom = max(a[0], b[0]), max(a[1], b[1]), min(a[2], b[2]), min(a[3], b[3])
    return (left, top, right, bottom) if left < right and top < bottom else None


def clip(node: Node, viewport: Rect) -> Node | None:
    """The node as a phone dumps it when its list cuts it off: what is out of sight is not there, the rest reports its visible bounds."""
    rect = _overlap(node.bounds, viewport)
    if rect is None:
        return None
    children = tuple(kept for child in node.children if (kept := clip(child, viewport)) is not None)
    return Node(
        node.class_name, rect, children, node.text, node.content_desc, node.resource_id, node.package, node.index, node.checkable,
        node.checked, node.clickable, node.enabled, node.focusable, node.focused, node.scrollable, node.long_clickable, node.password,
        node.selected, node.hint,
    )  # fmt: skip
