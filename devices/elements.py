"""Rules that turn a node tree into the elements that an agent is shown.

On a real phone a tappable row has no text of its own: title, summary and switch are nested in it, two to four levels down. A list of
clickable nodes only loses the words, a list of leaves loses the target, so here a target and all that is nested in it and takes no tap
itself become one element. What is read and not tapped is listed as ``text``.
"""

import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from itertools import chain, pairwise, takewhile
from typing import Final

from devices.observation import Bounds, Element, Kind, Observation
from devices.tree import Node, Rect

RULES: Final = "elements-2"

_KEYBOARD: Final = re.compile(r"inputmethod|keyboard|honeyboard|swiftkey|\.ime(\.|$)|\.input(_|\.|$)")
_LAUNCHER: Final = re.compile(r"launcher|\.home(\.|$)|trebuchet")
_TITLES: Final = frozenset({"action_bar_title", "alertTitle", "collapsing_toolbar", "large_title", "page_title", "toolbar_title"})
_TAB: Final = re.compile(r"(^|_)(tab|tabs|bottom_navigation|navigation_bar_item|bottom_nav)(_|$)")
_PASSING: Final = frozenset({"floating_popup_container", "heads_up", "snackbar", "toast"})  # windows that never take the front
_STATES: Final = frozenset({"on", "off"})  # what old phones write into a switch
_CLIMB: Final = 3  # levels above a target without words in which its words are looked for
_SLIVER: Final = 3  # times wider than high: what a list leaves of a row at its edge
_MANY: Final = 100  # targets of a window above which those near each other are looked up by where they are
_CELL: Final = 48  # pixels: side of the squares that they are looked up by
_WIDE: Final = 16  # squares above which a target counts as near every other
_CROWD: Final = 60  # things over a target above which a free point is tried for and not worked out
_Found = tuple[int, int, Kind, str, str, str, bool | None, Rect, tuple[int, int], Node]
"""(top, left, kind, label, detail, text, checked, visible part, tap, node)."""


@lru_cache(maxsize=4096)
def _family(class_name: str) -> str:
    """What a view of this class is by itself: ``field``, ``slider``, ``switch``, ``checkbox``, ``radio``, ``button``, ``tab`` or empty."""
    name = class_name.rpartition(".")[2].lower()
    for family, parts in (
        ("field", ("edittext", "autocompletetextview", "searchautocomplete")),
        ("slider", ("seekbar", "ratingbar")),
        ("radio", ("radiobutton", "checkedtextview")),
        ("switch", ("switch", "togglebutton", "slidingbutton")),
        ("checkbox", ("checkbox",)),
        ("tab", ("actionbar$tab", "tabview")),
        ("button", ("button",)),
    ):
        if any(part in name for part in parts):
            return family
    return ""


@lru_cache(maxsize=4096)
def _tail(resource_id: str) -> str:
    return resource_id.rpartition("/")[2]


@lru_cache(maxsize=1024)
def is_keyboard(package: str) -> bool:
    """Whether a package is that of an on-screen keyboard."""
    return _KEYBOARD.search(package) is not None


@lru_cache(maxsize=1024)
def _is_launcher(package: str) -> bool:
    return _LAUNCHER.search(package) is not None


def clean(text: str) -> str:
    """Words on one line."""
    return " ".join(text.split())


def _clip(a: Rect, b: Rect) -> Rect | None:
    left, top = a[0] if a[0] > b[0] else b[0], a[1] if a[1] > b[1] else b[1]
    right, bottom = a[2] if a[2] < b[2] else b[2], a[3] if a[3] < b[3] else b[3]
    return (left, top, right, bottom) if left < right and top < bottom else None


def _area(rect: Rect) -> int:
    return (rect[2] - rect[0]) * (rect[3] - rect[1])


class _Seen:
    """One visible node of the walk, with what belongs to it."""

    __slots__ = ("borrowed", "button", "edge", "node", "number", "owner", "parent", "rect", "state", "target", "words")

    def __init__(self, number: int, node: Node, rect: Rect, parent: "_Seen | None", owner: "_Seen | None", target: bool) -> None:
        self.number = number  # parents come before children
        self.node = node
        self.borrowed: str | None = None  # of a target: its words or those of what it lies in, once they were looked for
        self.button = False  # of a target: whether a view nested in it says that it is a button, as Compose's do
        self.edge = False  # of a target: whether its list cuts it off
        self.rect = rect
        self.parent = parent
        self.owner = owner  # the nearest target above it
        self.target = target
        self.words: list[_Seen] | None = None  # of a target: nodes with words nested in it
        self.state: Node | None = None  # of a target: the check box or switch nested in it


def _visible(window: Node, screen: Rect) -> list[_Seen]:
    """The window's visible nodes, parents before children, each with the target that it belongs to."""
    seen: list[_Seen] = []
    half = (screen[2] - screen[0]) * (screen[3] - screen[1]) // 2
    stack: list[tuple[Node, Rect, _Seen | None, _Seen | None]] = [(window, screen, None, None)]
    while stack:
        node, clip, parent, owner = stack.pop()
        rect = _clip(node.bounds, clip)
        if rect is None:
            # Containers of real phones report empty or inverted bounds now and then; what they hold may still be seen.
            stack.extend([(child, clip, parent, owner) for child in reversed(node.children)])
            continue
        family = _family(node.class_name)
        target = node.clickable or node.long_clickable or family == "field" or family == "slider"
        if target and not (node.text or node.content_desc) and node.children:
            # A page that takes taps anywhere, or a list, is not a row: it would swallow the words of all that lies in it.
            target = not node.scrollable and _area(rect) < half
        if not target and node.checkable:
            if owner is None:
                target = True
            elif owner.state is None and not owner.node.checkable:
                owner.state = node
        elif owner is not None and not target and family == "button":
            owner.button = True
        item = _Seen(len(seen), node, rect, parent, owner, target)
        item.edge = target and clip is not screen and (rect[1] == clip[1] or rect[3] == clip[3])
        seen.append(item)
        if owner is not None and not target and (node.text or node.content_desc):
            if owner.words is None:
                owner.words = [item]
            else:
                owner.words.append(item)
        if node.children:
            inner = rect if node.scrollable else clip
            below = item if target else owner
            stack.extend([(child, inner, item, below) for child in reversed(node.children)])
    return seen


def _words(item: _Seen, family: str) -> tuple[str, list[str]]:
    """(label, further words) from the target itself and what is nested in it; the label may be empty."""
    node = item.node
    if family == "field":
        return clean(node.hint or node.content_desc), []
    own, description = clean(node.text), clean(node.content_desc)
    if family == "slider":
        # A bar's text is its position on most phones, its name on some.
        position = own if any(letter.isdigit() for letter in own) else ""
        return description or own.removeprefix(position), [position] if position else []
    if family == "switch":
        # A switch's text is often its state: a quick tile's name is in its description, a row's in the row.
        own, description = description, "" if own.casefold() in _STATES else own
    label = own or description
    rest = dict.fromkeys([description] if own and description and description != own else [])
    if item.words:
        titles = [word for word in item.words if word.node.text]
        # Pictures say what they show in their description: it names the target only where there are no words to read.
        for word in [*titles, *(word for word in item.words if not word.node.text)]:
            said = clean(word.node.text or word.node.content_desc)
            if word.node.checkable and said.casefold() in _STATES:
                continue
            if not label:
                label = said
            elif said and said not in rest and said not in label:
                rest[said] = None
    return label, list(rest)


def _inherited(item: _Seen) -> str:
    """The words of the nearest target around this one that has any; empty where none has."""
    passed: list[_Seen] = []
    label, owner = "", item.owner
    while owner is not None:
        if owner.borrowed is None:
            owner.borrowed = _words(owner, _family(owner.node.class_name))[0] or None
        if owner.borrowed is not None:
            label = owner.borrowed
            break
        passed.append(owner)
        owner = owner.owner
    for owner in passed:
        owner.borrowed = label
    return label


def _borrowed(item: _Seen, loose: list[_Seen]) -> str:
    """A label for a target without words: that of the targets it lies in, or of the text beside it, which is no longer loose then."""
    if label := _inherited(item):
        return label
    # Nodes are numbered parents first: from a node above up to the item, all lie within that node.
    place = bisect_left(loose, item.number, key=lambda text: text.number)
    above = item.parent
    for _ in range(_CLIMB):
        if above is None or above.node.scrollable or above.owner is not None:
            break
        before = place > 0 and loose[place - 1].number > above.number
        if before or (place < len(loose) and _within(loose[place], above)):
            chosen = loose.pop(place - 1 if before else place)
            return clean(chosen.node.text or chosen.node.content_desc)
        above = above.parent
    return ""


def _within(item: _Seen, ancestor: _Seen) -> bool:
    above = item.parent
    while above is not None and above.number >= ancestor.number:
        if above is ancestor:
            return True
        above = above.parent
    return False


def _kind(item: _Seen, family: str) -> Kind:
    node, state = item.node, item.state
    if family in ("field", "slider"):
        return family  # type: ignore[return-value]
    check = node if node.checkable else state
    if check is not None:
        inner = _family(check.class_name)
        if inner in ("switch", "checkbox", "radio"):
            return inner  # type: ignore[return-value]
        return "switch" if "switch" in _tail(check.resource_id).lower() else "checkbox"
    if family == "tab" or _TAB.search(_tail(node.resource_id)):
        return "tab"
    if family == "button" or item.button:
        return "button"
    if _is_launcher(node.package) and node.text:
        return "app"
    return "row" if node.children and item.words else "button"


def _later(targets: list[_Seen]) -> Callable[[int], Iterator[_Seen]]:
    """What tells, of a target by its place among them, which later ones may lie over it."""
    squares: dict[tuple[int, int], list[int]] = {}
    wide: list[int] = []
    for at, item in enumerate(targets):
        own = _squares(item.rect)
        if len(own) > _WIDE:
            wide.append(at)
        else:
            for square in own:
                squares.setdefault(square, []).append(at)

    def later(at: int) -> Iterator[_Seen]:
        left, top, _, _ = targets[at].rect
        yield from (targets[other] for other in takewhile(lambda other: other > at, reversed(wide)))
        for square in _squares(targets[at].rect):
            for other in takewhile(lambda other: other > at, reversed(squares.get(square, []))):
                x, y, _, _ = targets[other].rect
                # Both may lie in several squares: the first that they share gives it.
                if square == (max(left, x) // _CELL, max(top, y) // _CELL):
                    yield targets[other]

    return later


def _squares(rect: Rect) -> list[tuple[int, int]]:
    columns = range(rect[0] // _CELL, (rect[2] - 1) // _CELL + 1)
    return [(column, line) for line in range(rect[1] // _CELL, (rect[3] - 1) // _CELL + 1) for column in columns]


def _tap(rect: Rect, others: Iterable[Rect]) -> tuple[int, int] | None:
    """The middle of the rectangle, else of its largest part that none of the others takes; None if they take it all."""
    inside = [other for other in others if other[0] < rect[2] and rect[0] < other[2] and other[1] < rect[3] and rect[1] < other[3]]
    x, y = (rect[0] + rect[2]) // 2, (rect[1] + rect[3]) // 2
    if not any(other[0] <= x < other[2] and other[1] <= y < other[3] for other in inside):
        return x, y
    xs = sorted({rect[0], rect[2], *(edge for other in inside for edge in (other[0], other[2]) if rect[0] < edge < rect[2])})
    ys = sorted({rect[1], rect[3], *(edge for other in inside for edge in (other[1], other[3]) if rect[1] < edge < rect[3])})
    best: tuple[int, tuple[int, int]] | None = None
    for left, right in pairwise(xs):
        column = [other for other in inside if other[0] <= left and right <= other[2]]
        for top, bottom in pairwise(ys):
            size = min(right - left, bottom - top)
            if (best is None or size > best[0]) and not any(other[1] <= top and bottom <= other[3] for other in column):
                best = size, ((left + right) // 2, (top + bottom) // 2)
    return best[1] if best else None


def _tap_in_a_crowd(rect: Rect, others: Iterable[Rect]) -> tuple[int, int] | None:
    """As `_tap`, where there may be thousands of others: with very many over it, only 65 points of the rectangle are tried."""
    left, top, right, bottom = rect
    over = (other for other in others if other[0] < right and left < other[2] and other[1] < bottom and top < other[3])
    inside: list[Rect] = []
    for other in over:
        if other[0] <= left and other[1] <= top and right <= other[2] and bottom <= other[3]:
            return None
        inside.append(other)
        if len(inside) > _CROWD:
            break
    else:
        return _tap(rect, inside)
    spread = [(left + (right - left) * x // 16, top + (bottom - top) * y // 16) for y in range(1, 16, 2) for x in range(1, 16, 2)]
    points = [((left + right) // 2, (top + bottom) // 2), *spread]
    for other in chain(inside, over):
        points = [(x, y) for x, y in points if not (other[0] <= x < other[2] and other[1] <= y < other[3])]
        if not points:
            return None
    return points[0]


def _uncover(rect: Rect, covers: list[Rect]) -> Rect | None:
    """What windows above leave of a rectangle, where they cut off a whole side; None where they cover it all."""
    left, top, right, bottom = rect
    for cover in covers:
        if cover[0] <= left and right <= cover[2]:
            if cover[1] <= top < cover[3]:
                top = cover[3]
            if cover[1] < bottom <= cover[3]:
                bottom = cover[1]
        elif cover[1] <= top and bottom <= cover[3]:
            if cover[0] <= left < cover[2]:
                left = cover[2]
            if cover[0] < right <= cover[2]:
                right = cover[0]
        if left >= right or top >= bottom:
            return None
    return left, top, right, bottom


def _extent(keyboard: Node, height: int) -> Rect:
    """Where a keyboard's window covers the screen: its views where the window itself claims the whole screen."""
    box = keyboard.bounds
    if box[3] - box[1] < height * 7 // 10:
        return box
    keys = [node.bounds for node in keyboard.walk() if not node.children]
    leaves = [rect for rect in keys if rect[0] < rect[2] and rect[1] < rect[3]]
    if not leaves:
        return box
    return min(b[0] for b in leaves), min(b[1] for b in leaves), max(b[2] for b in leaves), max(b[3] for b in leaves)


def observe(tree: Node, width: int, height: int) -> Observation:
    """The elements of a tree, on a screen of this many pixels.

    The last window that is neither a keyboard nor a toast, a banner or the menu of a selection is the one in front; a window covers what
    lies under it in those before it.
    """
    screen: Rect = (0, 0, width, height)
    windows = [window for window in tree.children if not is_keyboard(window.package)]
    keyboards = [window for window in tree.children if is_keyboard(window.package)]
    above = [_extent(window, height) for window in keyboards]
    covers: list[list[Rect]] = []
    for window in reversed(windows):
        covers.insert(0, list(above))
        above.append(window.bounds)

    found: list[_Found] = []
    title, more_above, more_below = "", False, False
    first = next((number for number in reversed(range(len(windows))) if _tail(windows[number].resource_id) not in _PASSING), None)
    for number, window in enumerate(windows):
        seen = _visible(window, screen)
        front = number == first
        loose = [item for item in seen if item.owner is None and not item.target and (item.node.text or item.node.content_desc)]
        heading = _named_title(loose) if front else None
        loose = _targets(seen, [item for item in loose if item is not heading], covers[number], found)
        if front:
            heading = heading or _topmost(seen, loose, height)
            title = clean(heading.node.text or heading.node.content_desc) if heading else ""
            # A toolbar that names the page in its description often shows the same words in a text inside.
            loose = [item for item in loose if item is not heading and not (title and clean(item.node.text) == title)]
            more_above, more_below = _more(seen)
        _texts(loose, covers[number], found)

    found.sort(key=lambda entry: (entry[0], entry[1]))
    elements: list[Element] = []
    keys: dict[str, int] = {}
    for index, (_, _, kind, label, detail, text, checked, rect, tap, node) in enumerate(found):
        key = f"{node.package}|{node.resource_id}|{kind}|{label}"
        count = keys[key] = keys.get(key, 0) + 1
        if count > 1:
            key = f"{key}\n{count}"  # no label holds a line break: nothing else has this key
        elements.append(
            Element(
                index, kind, label, detail, text, checked, node.selected, node.enabled, node.focused, node.password,
                Bounds(*rect), tap, node.resource_id, node.class_name, node.package, key,
            )
        )  # fmt: skip
    package = windows[first].package if first is not None else ""
    return Observation(tree, package, title, tuple(elements), width, height, bool(keyboards), more_above, more_below, RULES)


def _targets(seen: list[_Seen], loose: list[_Seen], covers: list[Rect], found: list[_Found]) -> list[_Seen]:
    """Add what takes taps in one window; gives back the texts that none of it was named by."""
    targets = [item for item in seen if item.target]
    whole = _area(seen[0].rect) if seen else 0
    later = _later(targets) if len(targets) > _MANY else None
    nests = {item.owner.number for item in targets if item.owner is not None}
    for at, item in enumerate(targets):
        node, rect = item.node, item.rect
        if covers:
            left = _uncover(rect, covers)
            if left is None:
                continue
            rect = left
        family = _family(node.class_name)
        label, rest = _words(item, family)
        kind = _kind(item, family)
        if not label:
            nested = item.number in nests
            cut = (item.edge or (item.owner is not None and item.owner.edge)) and rect[2] - rect[0] > _SLIVER * (rect[3] - rect[1])
            if kind not in ("field", "slider") and (nested or cut):
                continue  # a container whose every word lies in targets of their own, or in the part of a row that is scrolled away
            label = _borrowed(item, loose) or _tail(node.resource_id).replace("_", " ")
        # What is drawn later lies above: nested targets, and buttons that float over a list. A view of half the window and more does
        # not: players and maps put one that takes any tap last, and it leaves the taps on the buttons to them.
        if later is None:
            tap = _tap(rect, [o.rect for o in targets[at + 1 :] if o.owner is item or 2 * _area(o.rect) < whole] + covers)
        else:
            tap = _tap_in_a_crowd(rect, chain(covers, (o.rect for o in later(at) if o.owner is item or 2 * _area(o.rect) < whole)))
        if tap is None:
            continue
        check = node if node.checkable else item.state
        text = node.text if family == "field" and node.text != node.hint else ""
        found.append((rect[1], rect[0], kind, label, ", ".join(rest), text, None if check is None else check.checked, rect, tap, node))
    return loose


def _texts(loose: list[_Seen], covers: list[Rect], found: list[_Found]) -> None:
    """Add what is only read in one window."""
    titled: _Seen | None = None
    for item in loose:
        node = item.node
        if titled is not None and item.parent is titled.parent and _tail(node.resource_id) == "summary":
            # An information row: its title and summary are one thing to read.
            last = found[-1]
            found[-1] = (*last[:4], clean(node.text or node.content_desc), *last[5:])
            titled = None
            continue
        titled = None
        shown = _uncover(item.rect, covers) if covers else item.rect
        if shown is None:
            continue
        middle = (shown[0] + shown[2]) // 2, (shown[1] + shown[3]) // 2
        found.append((shown[1], shown[0], "text", clean(node.text or node.content_desc), "", "", None, shown, middle, node))
        if _tail(node.resource_id) == "title":
            titled = item


def _named_title(loose: list[_Seen]) -> _Seen | None:
    """A view known to hold the page's title, else a text of a toolbar."""
    for item in loose:
        if _tail(item.node.resource_id) in _TITLES:
            return item
    for item in loose:
        bar = item.parent.node if item.parent is not None else None
        if bar is not None and ("toolbar" in bar.class_name.lower() or "toolbar" in _tail(bar.resource_id)):
            return item
    return None


def _topmost(seen: list[_Seen], loose: list[_Seen], height: int) -> _Seen | None:
    """The topmost words of a page without a known title, if they are near the top and nothing that takes a tap lies above them."""
    first = min((item for item in loose if item.node.text), key=lambda item: item.rect[1], default=None)
    if first is None or first.rect[3] > height // 5 or any(item.target and item.rect[3] <= first.rect[1] for item in seen):
        return None
    return first


def _sideways(node: Node) -> bool:
    """Whether a scrollable goes to the sides: its children stand beside each other."""
    children = [child.bounds for child in node.children if child.bounds[0] < child.bounds[2] and child.bounds[1] < child.bounds[3]]
    return len(children) > 1 and len({rect[1] for rect in children}) == 1 and len({rect[0] for rect in children}) > 1


def _more(seen: list[_Seen]) -> tuple[bool, bool]:
    """(above, below): whether the largest scrollable's content touches its edge there, which is as much as a dump tells."""
    main: _Seen | None = None
    for item in seen:
        # Of nested scrollables with the same bounds the innermost holds the rows.
        if item.node.scrollable and not _sideways(item.node) and (main is None or _area(item.rect) >= _area(main.rect)):
            main = item
    if main is None or not main.node.children:
        return False, False
    tops = [child.bounds[1] for child in main.node.children if child.bounds[1] < child.bounds[3]]
    bottoms = [child.bounds[3] for child in main.node.children if child.bounds[1] < child.bounds[3]]
    return bool(tops) and min(tops) <= main.rect[1], bool(bottoms) and max(bottoms) >= main.rect[3]
