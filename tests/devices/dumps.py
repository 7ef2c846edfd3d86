"""What the element rules owe any dump, and a way to try them on a folder of dumps: ``python -m tests.devices.dumps FOLDER``.

Dumps of real phones hold other people's names and messages, so none is kept here; the tests use made-up ones of the same shapes.
"""

import hashlib
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from devices.elements import is_keyboard, observe
from devices.observation import Observation
from devices.tree import Node, Rect, TreeError, from_xml

THIN = 3  # times wider than high: what the edge of a list leaves of a row


def size(tree: Node) -> tuple[int, int]:
    """(width, height) of the screen, as far as its windows tell."""
    return max(window.bounds[2] for window in tree.children), max(window.bounds[3] for window in tree.children)


def faults(tree: Node, seen: Observation) -> Iterator[str]:
    """Everything in which an observation falls short of its tree, for dumps of one window and its keyboard.

    Every tappable node in sight is an element or lies wholly under others or under elements nested in it, has whatever words are in it,
    and is tapped inside its visible part.
    """
    listed = [element for element in seen.elements if element.kind != "text"]
    keys = Counter(element.key for element in seen.elements)
    yield from (f"two elements have the key {key!r}" for key, count in keys.items() if count > 1)
    for element in listed:
        if not element.bounds.contains(*element.tap):
            yield f"{element.kind} {element.label!r} is tapped outside itself"
        if not (0 <= element.tap[0] < seen.width and 0 <= element.tap[1] < seen.height):
            yield f"{element.kind} {element.label!r} is tapped off the screen"
    places = {(e.bounds.left, e.bounds.top, e.bounds.right, e.bounds.bottom, e.class_name) for e in listed}
    windows = [window for window in tree.children if not is_keyboard(window.package)]
    for node, rect in _tappable(windows[-1], (0, 0, seen.width, seen.height)):
        if (*rect, node.class_name) not in places and not _excused(node, rect, windows[-1], seen):
            yield f"{node.class_name} {node.text or node.content_desc!r} at {rect} is not listed"


def _tappable(node: Node, clip: Rect) -> Iterator[tuple[Node, Rect]]:
    left, top = max(node.bounds[0], clip[0]), max(node.bounds[1], clip[1])
    right, bottom = min(node.bounds[2], clip[2]), min(node.bounds[3], clip[3])
    seen = left < right and top < bottom
    if seen and (node.clickable or node.long_clickable):
        yield node, (left, top, right, bottom)
    for child in node.children:
        yield from _tappable(child, (left, top, right, bottom) if seen and node.scrollable else clip)


def _excused(node: Node, rect: Rect, window: Node, seen: Observation) -> bool:
    """Whether a tappable node need not be listed: a container of targets, a page, a sliver of a row, or one that others cover."""
    within = [below for below in node.walk() if below is not node and (below.clickable or below.long_clickable or below.checkable)]
    page = 2 * (rect[2] - rect[0]) * (rect[3] - rect[1]) >= seen.width * seen.height
    sliver = rect[2] - rect[0] > THIN * (rect[3] - rect[1]) and not any(below.text or below.content_desc for below in node.walk())
    return bool(within) or page or node.scrollable or sliver or _covered(node, rect, window)


def _covered(node: Node, rect: Rect, window: Node) -> bool:
    later = False
    for other in window.walk():
        if other is node:
            later = True
        elif later and (other.clickable or other.long_clickable):
            left, top, right, bottom = other.bounds
            if left <= rect[0] and top <= rect[1] and rect[2] <= right and rect[3] <= bottom:
                return True
    return False


def main(folder: str) -> int:
    """Try the rules on every XML file below a folder; 1 when anything falls short."""
    counts: Counter[str] = Counter()
    known: set[str] = set()
    for path in sorted(Path(folder).rglob("*.xml")):
        raw = path.read_bytes()
        digest = hashlib.sha256(raw).hexdigest()
        if digest in known:
            continue
        known.add(digest)
        try:
            tree = from_xml(raw.decode("utf-16" if raw[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8", errors="replace"))
        except TreeError as error:
            counts["refused"] += 1
            print(f"{path.name}: {error}")
            continue
        seen = observe(tree, *size(tree))
        counts["dumps"] += 1
        counts["nodes"] += sum(1 for _ in tree.walk())
        counts["elements"] += len(seen.elements)
        counts["tappable elements"] += sum(element.kind != "text" for element in seen.elements)
        for fault in faults(tree, seen):
            counts["faults"] += 1
            print(f"{path.name}: {fault}")
    print(", ".join(f"{count} {what}" for what, count in counts.items()))
    return 1 if counts["faults"] else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
