"""Gives a screen's widgets bounds and makes the node tree of them, shaped as a real phone's.

A row has no text of its own: its title, summary and control are nested in it. Widgets are laid out at an absolute place and kept by
their look, so that an unchanged row costs one look-up.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from devices.sim.build import Metrics, Target, build, height_of
from devices.sim.keyboard import keyboard
from devices.sim.overlays import overlays, toast_height
from devices.sim.system import Page, System
from devices.sim.widgets import Button, Composer, Dialog, Menu, Row, Screen, Surface, Widget
from devices.tree import HIERARCHY, Node, Rect

_LEAST_LIST: Final = 96  # dp of a list that are left when a line is pinned below it
_KEPT: Final = 2_000  # widgets kept for one layout: all of the usual screens, and a few megabytes


class Frame(NamedTuple):
    """One page, laid out.

    Attributes:
        tree: what uiautomator dumps: the window in front, what lies over it for a while, and the keyboard.
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
    """Lays pages out for one look of a phone.

    Args:
        width, height: of the screen in pixels.
        density: dots per inch.
        font_scale: factor on the size of text.
        boxes: whether what turns things on and off is drawn as a check box.
        low: whether a page's actions and menus are at the bottom.
        mirrored: whether everything but the keyboard is mirrored, as where people write from right to left.
    """

    def __init__(
        self, width: int, height: int, density: int, font_scale: float, boxes: bool = False, low: bool = False, mirrored: bool = False
    ) -> None:
        self.metrics = Metrics(width, height, density, font_scale, boxes)
        self.low = low
        self.mirrored = mirrored
        self._widgets: dict[tuple[object, ...], tuple[Node, tuple[tuple[Rect, str], ...]]] = {}
        self._heights: dict[tuple[object, ...], int] = {}

    def frame(self, system: System, page: Page, behind: bool = False, whole: bool = False) -> Frame:
        """Lay out one page.

        Args:
            system: that the page belongs to.
            page: to lay out.
            behind: leave out the keyboard and what lies over the page, for a page that a dialog covers.
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
            lift = 0 if behind else toast_height(m, system, page)
            window, targets, viewport, most = self._screen(system, surface, page, bottom, focus, whole, lift)
        elif isinstance(surface, Dialog):
            window, targets, viewport, most = self._dialog(surface, page, bottom, focus, whole)
        else:
            window, targets, viewport, most = self._menu(surface, page)
        windows, area = [window], window.bounds
        if not behind:
            # A toast stands over the list; on its side a phone has no room for it there while the keyboard is up.
            over_list = isinstance(surface, Screen) and not (up and m.lying)
            floor = viewport[3] if over_list else m.height - m.navigation
            for overlay in overlays(m, system, page, floor):
                windows.append(overlay.window)
                targets[:0] = overlay.targets
        if self.mirrored:
            windows = [_mirror(each, m.width) for each in windows]
            targets = [Target(_mirror_rect(target.rect, m.width), target.widget, target.part) for target in targets]
            viewport, area = _mirror_rect(viewport, m.width), windows[0].bounds
        if up:
            windows.append(keyboard(m))
        tree = Node(HIERARCHY, children=tuple(windows), rotation=int(m.lying))
        return Frame(tree, targets, area, surface, page, viewport, most, timed)

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
        # What floats over the list's end has an empty item there, so that a list which can be scrolled out from under it says so.
        room = _overlap((left, y, right, y + clearance), viewport)
        if room is not None:
            nodes.append(Node("android.widget.Space", room, package=package, index=len(body)))
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

    def _screen(
        self, system: System, screen: Screen, page: Page, bottom: int, focus: str, whole: bool, lift: int
    ) -> tuple[Node, list[Target], Rect, int]:
        m, package = self.metrics, page.app.package
        targets: list[Target] = []
        content: list[Node] = []
        top = m.status
        low = self.low and bool(screen.actions)
        if screen.title:
            bar = self._bar(screen, system.say("Navigate up"), () if low else screen.actions, package, targets)
            content.append(bar)
            top = bar.bounds[3]
        # The keyboard lies over what stands at the bottom; only the list and the foot make room for it.
        tabs_top = m.height - m.navigation - (m.dp(80) if screen.tabs else 0)
        bar_top = tabs_top - (m.bar if low else 0)
        bottom = min(bottom, bar_top)
        body, foot = screen.body, screen.foot
        if isinstance(foot, Row) and bottom - self._height(foot, m.width) - top < m.dp(_LEAST_LIST):
            body, foot = [foot, *body], None  # a screen too low for both
        if foot:
            floor = bottom
            bottom = max(top, bottom - self._height(foot, m.width))
            pinned, parts = self._widget(foot, package, (0, bottom, m.width, floor), focus, 0)
            content.append(pinned)
            uses: dict[str, Widget] = {"tap": foot}
            if isinstance(foot, Composer):
                uses = {"field:0": foot.field, "tap": foot.button}
            targets += [Target(rect, uses[part], part) for rect, part in parts]
        viewport = (0, top, m.width, bottom)
        floating = screen.float
        listing, below, most = self._list(body, page, viewport, focus, whole, (m.dp(88) if floating else 0) + lift)
        content.append(listing)
        if floating:
            size, edge, floor = m.dp(56), m.dp(16), bar_top - lift
            if isinstance(foot, Row):
                floor -= self._height(foot, m.width)
            rect = (m.width - edge - size, floor - edge - size, m.width - edge, floor - edge)
            content.append(_picture_button(floating, package, rect, len(content)))
            targets.append(Target(rect, floating, "tap"))
        if low:
            rect = (0, bar_top, m.width, tabs_top)
            buttons, _ = self._actions(screen, screen.actions, package, rect, m.dp(16), targets)
            content.append(Node("android.view.ViewGroup", rect, buttons, resource_id=f"{package}:id/bottom_app_bar", package=package))
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

    def _bar(self, screen: Screen, up_label: str, actions: Sequence[Button], package: str, targets: list[Target]) -> Node:
        m = self.metrics
        top, bottom = m.status, m.status + m.bar
        middle, size = (top + bottom) // 2, self._action_size(len(actions))
        nodes: list[Node] = []
        left = m.dp(16)
        if screen.up:
            up = Button(up_label, lambda: None)
            rect = (m.dp(4), middle - size // 2, m.dp(4) + size, middle - size // 2 + size)
            nodes.append(_picture_button(up, package, rect, 0))
            targets.append(Target(rect, up, "back"))
            left = rect[2] + m.dp(8)
        buttons, right = self._actions(screen, actions, package, (0, top, m.width, bottom), left, targets)
        line = m.line(22)
        title = Node(
            "android.widget.TextView", (left, middle - line // 2, max(left + 1, right), middle - line // 2 + line),
            text=screen.title, package=package, index=len(nodes),
        )  # fmt: skip
        children = (*nodes, title, *buttons)
        return Node("android.view.ViewGroup", (0, top, m.width, bottom), children, resource_id=f"{package}:id/toolbar", package=package)

    def _action_size(self, count: int) -> int:
        """Width and height of a pictured button in a bar with so many."""
        m = self.metrics
        return min(m.dp(48), (m.width - m.dp(16)) // (count + 2))

    def _actions(
        self, screen: Screen, actions: Sequence[Button], package: str, bar: Rect, left: int, targets: list[Target]
    ) -> tuple[tuple[Node, ...], int]:
        """(nodes of a page's actions, where the first one begins), from the right end of a bar."""
        m = self.metrics
        middle, size = (bar[1] + bar[3]) // 2, self._action_size(len(actions))
        right = m.width - m.dp(4)
        most = min(m.width // 3, (right - left) // max(1, len(actions)))
        nodes: list[Node] = []
        for action in reversed(actions):
            worded = action.label in screen.worded
            width = min(m.text_width(action.label, m.sp(14)) + m.dp(24), most) if worded else size
            rect = (right - width, middle - size // 2, right, middle - size // 2 + size)
            nodes.insert(0, _word_button(action, package, rect, 0) if worded else _picture_button(action, package, rect, 0))
            targets.append(Target(rect, action, "tap"))
            right -= width
        return tuple(nodes), right

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
        places, foot = self._button_places(dialog.buttons, left, right)
        head = m.dp(24) + m.line(22) * m.lines(dialog.title, 22, width - m.dp(48)) + m.dp(8)
        # However long the title is, it leaves room for what is below it.
        head = min(head, (bottom - m.status) * 2 // 5)
        content = sum(self._height(widget, width) for widget in dialog.body) + 2 * m.pad if dialog.body else 0
        room = bottom - m.status - m.dp(16) - head - foot
        least = min(content, m.dp(88))
        if room < least and bottom < m.height - m.navigation:
            # Above the keyboard there is no room for all of it: the buttons lie behind.
            middle = max(1, min(least, room + foot))
            top = m.status + m.dp(8)
        else:
            middle = max(0, min(content, room))
            top = max(m.status, m.status + (bottom - m.status - head - middle - foot) // 2)
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
            panel_rect = (left, viewport[3], right, viewport[3] + foot)
            parts.append(_button_panel(dialog.buttons, places, package, panel_rect, targets, len(parts)))
        rect = (left, top, right, viewport[3] + foot)
        panel = Node("android.widget.LinearLayout", rect, tuple(parts), resource_id="android:id/parentPanel", package=package)
        return Node("android.widget.FrameLayout", rect, (panel,), package=package), targets, viewport, most

    def _button_places(self, buttons: Sequence[Button], left: int, right: int) -> tuple[list[Rect], int]:
        """(place of each of a dialog's buttons below the top of their panel, height of the panel): beside each other, else stacked."""
        m = self.metrics
        if not buttons:
            return [], m.dp(16)
        widths = [m.text_width(button.label, m.sp(14)) + m.dp(24) for button in buttons]
        high, gap, inner = m.dp(48), m.dp(8), right - left - 2 * m.dp(16)
        if sum(widths) + gap * (len(buttons) - 1) <= inner:
            x = right - m.dp(16) - sum(widths) - gap * (len(buttons) - 1)
            places = []
            for width in widths:
                places.append((x, gap, x + width, gap + high))
                x += width + gap
            return places, high + 2 * gap
        edge = right - m.dp(16)
        # The one that goes on stands on top.
        tops = [gap + (len(buttons) - 1 - number) * high for number in range(len(buttons))]
        return [(edge - min(width, inner), y, edge, y + high) for width, y in zip(widths, tops, strict=True)], len(buttons) * high + 2 * gap

    def _menu(self, menu: Menu, page: Page) -> tuple[Node, list[Target], Rect, int]:
        m, package = self.metrics, page.app.package
        widest = max((m.text_width(item.label, m.sp(16)) for item in menu.items), default=0) + m.dp(32)
        width, height = min(max(m.dp(196), widest), m.width - m.dp(16)), max(m.dp(48), m.line(16) + m.dp(16))
        content, room = 2 * m.pad + height * len(menu.items), m.height - m.status - m.navigation - m.dp(16)
        high, most = min(content, room), max(0, content - room)
        left = m.width - m.dp(8) - width
        top = m.height - m.navigation - m.dp(8) - high if self.low else m.status + m.dp(8)
        rect = (left, top, left + width, top + high)
        page.scroll = min(max(page.scroll, 0), most)
        targets, nodes = [], []
        for number, item in enumerate(menu.items):
            y = top + m.pad + number * height - page.scroll
            place = (left, y, left + width, y + height)
            cut = _overlap(place, rect)
            if cut is None:
                continue
            words = (left + m.dp(16), y + (height - m.line(16)) // 2, left + width - m.dp(16), y + (height + m.line(16)) // 2)
            title = Node(
                "android.widget.TextView", words, text=item.label, resource_id="android:id/title", package=package, enabled=item.enabled
            )
            holder = Node("android.widget.RelativeLayout", words, (title,), package=package)
            node = Node(
                "android.widget.LinearLayout",
                place,
                (holder,),
                resource_id=item.name if ":" in item.name or not item.name else f"{package}:id/{item.name}",
                package=package,
                index=number,
                clickable=True,
                focusable=True,
                enabled=item.enabled,
            )
            clipped = node if cut == place else clip(node, rect)
            if clipped is not None:
                nodes.append(clipped)
                targets.append(Target(cut, item, "tap"))
        listing = Node("android.widget.ListView", rect, tuple(nodes), package=package, scrollable=most > 0)
        return Node("android.widget.FrameLayout", rect, (listing,), package=package), targets, rect, most


@lru_cache(maxsize=32)
def layout(width: int, height: int, density: int, font_scale: float, boxes: bool, low: bool, mirrored: bool) -> Layout:
    """The layout for a look; phones that look alike share one."""
    return Layout(width, height, density, font_scale, boxes, low, mirrored)


def _button_panel(buttons: Sequence[Button], places: Sequence[Rect], package: str, rect: Rect, targets: list[Target], index: int) -> Node:
    """A dialog's buttons, at places that are counted from the top of their panel."""
    nodes: list[Node] = []
    for button, (left, top, right, bottom) in zip(buttons, places, strict=True):
        place = (left, rect[1] + top, right, rect[1] + bottom)
        nodes.append(_word_button(button, package, place, 0))
        targets.append(Target(place, button, "tap"))
    return Node("android.widget.ScrollView", rect, tuple(nodes), resource_id="android:id/buttonPanel", package=package, index=index)


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


def _mirror_rect(rect: Rect, width: int) -> Rect:
    return width - rect[2], rect[1], width - rect[0], rect[3]


def _mirror(node: Node, width: int) -> Node:
    """The node and all below it as in a mirror, on a screen of this width."""
    left, top, right, bottom = node.bounds
    return Node(
        node.class_name, (width - right, top, width - left, bottom), tuple([_mirror(child, width) for child in node.children]), node.text,
        node.content_desc, node.resource_id, node.package, node.index, node.checkable, node.checked, node.clickable, node.enabled,
        node.focusable, node.focused, node.scrollable, node.long_clickable, node.password, node.selected, node.hint,
    )  # fmt: skip
