"""The node tree of a screen, and the uiautomator XML that it is printed to and read from.

The format is that of ``AccessibilityNodeInfoDumper`` in Android's uiautomator: one line, a single-quoted declaration, one ``hierarchy``
element, one ``node`` per view with its attributes in a fixed order.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from lxml import etree

Rect = tuple[int, int, int, int]
"""(left, top, right, bottom) in pixels; right and bottom are outside."""

HIERARCHY: Final = "hierarchy"
_MOST_WINDOWS: Final = 100


class TreeError(ValueError):
    """A dump that cannot be read as a node tree. The message is one sentence."""


@dataclass(slots=True)
class Node:
    """One view, as uiautomator reports it. Treat it as a value: trees share nodes.

    The root of a tree stands for the ``hierarchy`` element: its class is ``hierarchy``, its children are the windows, from the lowest
    to the topmost.

    Attributes:
        class_name: of the view, ``android.widget.TextView``.
        bounds: visible part, in pixels of the screen.
        children: in the order in which they are drawn.
        text, content_desc, hint: its words; ``hint`` is printed only by Android 14 and later and only kept where there is one.
        resource_id: ``package:id/name``, empty where the view has none.
        package: of the app that the view belongs to.
        index: position among its siblings as the phone reports it; not an identity.
        rotation: of the screen in quarter turns; on the root only.
    """

    class_name: str
    bounds: Rect = (0, 0, 0, 0)
    children: tuple["Node", ...] = ()
    text: str = ""
    content_desc: str = ""
    resource_id: str = ""
    package: str = ""
    index: int = 0
    checkable: bool = False
    checked: bool = False
    clickable: bool = False
    enabled: bool = True
    focusable: bool = False
    focused: bool = False
    scrollable: bool = False
    long_clickable: bool = False
    password: bool = False
    selected: bool = False
    hint: str = ""
    rotation: int = 0

    def walk(self) -> Iterator["Node"]:
        """This node and all below it, parents before children, in the order of the dump."""
        stack = [self]
        while stack:
            node = stack.pop()
            yield node
            stack.extend(reversed(node.children))


# What uiautomator replaces by a full stop (AccessibilityNodeInfoDumper.stripInvalidXMLChars), and beside it what XML 1.0 does not admit
# at all: NUL, lone surrogates, U+FFFE and U+FFFF, on which a phone fails to dump.
_ILLEGAL: Final = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ufdd0-\ufddf\ud800-\udfff\ufffe\uffff]")
# What Android's KXmlSerializer writes as a reference in an attribute: its own quotes apart, white space that a reader would
# otherwise turn into blanks, and every character beyond the basic plane.
_ESCAPED: Final = re.compile("[&<>\t\n\r\U00010000-\U0010ffff]")
_NAMED: Final = {"&": "&amp;", "<": "&lt;", ">": "&gt;"}
_PLAIN: Final = re.compile(r"[\w ./:,%$+*()#@!?;|=~-]*", re.ASCII)


def legal(text: str) -> str:
    """The text as uiautomator would print it: each character that it cannot put into XML becomes a full stop."""
    return _ILLEGAL.sub(".", text)


def _attribute(text: str) -> str:
    """A quoted attribute value; single quotes where the value holds a double one, as Android writes it."""
    if _PLAIN.fullmatch(text):
        return f'"{text}"'
    text = _ESCAPED.sub(lambda found: _NAMED.get(found[0]) or f"&#{ord(found[0])};", legal(text))
    if '"' in text:
        return "'" + text.replace("'", "&apos;") + "'"
    return f'"{text}"'


def _open_tag(node: Node) -> str:
    left, top, right, bottom = node.bounds
    flags = "".join(
        f' {name}="{"true" if value else "false"}"'
        for name, value in (
            ("checkable", node.checkable),
            ("checked", node.checked),
            ("clickable", node.clickable),
            ("enabled", node.enabled),
            ("focusable", node.focusable),
            ("focused", node.focused),
            ("scrollable", node.scrollable),
            ("long-clickable", node.long_clickable),
            ("password", node.password),
            ("selected", node.selected),
        )
    )
    hint = f" hint={_attribute(node.hint)}" if node.hint else ""
    return (
        f'<node index="{node.index}" text={_attribute(node.text)} resource-id={_attribute(node.resource_id)}'
        f" class={_attribute(node.class_name)} package={_attribute(node.package)} content-desc={_attribute(node.content_desc)}"
        f'{flags} bounds="[{left},{top}][{right},{bottom}]"{hint}'
    )


def to_xml(root: Node) -> str:
    """The tree as uiautomator prints it.

    Raises:
        ValueError: the node is not the root of a tree.
    """
    if root.class_name != HIERARCHY:
        raise ValueError(f"only a whole tree can be printed: the root's class must be {HIERARCHY!r}, not {root.class_name!r}")
    parts = ["<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>", f'<hierarchy rotation="{root.rotation}">']
    stack: list[Node | None] = list(reversed(root.children))
    while stack:
        node = stack.pop()
        if node is None:
            parts.append("</node>")
        elif node.children:
            parts.append(_open_tag(node) + ">")
            stack.append(None)
            stack.extend(reversed(node.children))
        else:
            parts.append(_open_tag(node) + " />")
    parts.append("</hierarchy>")
    return "".join(parts)


_PIXELS: Final = r"\s*(-?\d{1,9})\s*"
_BOUNDS: Final = re.compile(rf"\s*\[{_PIXELS},{_PIXELS}\]\s*\[{_PIXELS},{_PIXELS}\]\s*")
_REFERENCE: Final = re.compile(r"&#(?:x([0-9a-fA-F]{1,8})|(\d{1,10}));")
_SURROGATES: Final = re.compile(r"&#(5[56]\d{3});&#(5[67]\d{3});")


def _pair(found: re.Match[str]) -> str:
    high, low = int(found[1]), int(found[2])
    if 0xD800 <= high < 0xDC00 <= low < 0xE000:
        return chr(0x10000 + ((high - 0xD800) << 10) + low - 0xDC00)
    return found[0]


def _reference(found: re.Match[str]) -> str:
    code = int(found[1], 16) if found[1] else int(found[2])
    return "." if code > 0x10FFFF or _ILLEGAL.match(chr(code)) else found[0]


def _repair(text: str) -> str:
    """The dump with all that XML does not admit replaced by a full stop; some serialisers write a surrogate pair as two references."""
    if "&#" in text:
        text = _REFERENCE.sub(_reference, _SURROGATES.sub(_pair, text))
    return legal(text)


def from_xml(text: str) -> Node:
    """The tree that a dump describes.

    Takes what real phones emit: missing attributes, further attributes (``NAF``, ``drawing-order``), bounds that are inverted, negative
    or empty, characters that XML does not admit, trees 2,000 levels deep, and lines of the tool's own before and after the XML.

    Raises:
        TreeError: no hierarchy, an empty or truncated one, or XML that is not well formed.
    """
    start = text.find("<hierarchy")
    if start < 0:
        said = " ".join(text.split())[:120]
        if not said:
            raise TreeError("the dump is empty: look at the screen again")
        raise TreeError(f"the dump holds no hierarchy: expected uiautomator XML, got {said!r}")
    if "<!DOCTYPE" in text:
        raise TreeError("the dump declares a document type, which uiautomator never does; it was not read")
    end = text.rfind("</hierarchy>")
    body = text[start : end + len("</hierarchy>")] if end >= 0 else text[start:]
    try:
        root = etree.fromstring(_repair(body).encode(), etree.XMLParser(huge_tree=True, resolve_entities=False, no_network=True))
    except etree.XMLSyntaxError as error:
        if "depth" in str(error.msg):
            raise TreeError("the dump cannot be read: its views are nested more than 2,000 deep, which no phone can draw") from error
        cause = "it is cut off before </hierarchy>" if end < 0 else f"it is not well-formed XML ({error.msg})"
        raise TreeError(f"the dump cannot be read: {cause}") from error
    if len(root) == 0:
        raise TreeError("the dump's hierarchy is empty: no window was on the screen when it was taken")
    if len(root) > _MOST_WINDOWS:
        raise TreeError(f"the dump's hierarchy holds {len(root):,} windows: no phone shows more than {_MOST_WINDOWS} at once")
    return _tree(root)


def _tree(root: Any) -> Node:
    rotation = root.get("rotation", "0")
    if rotation not in ("0", "1", "2", "3"):
        raise TreeError(f"the hierarchy's rotation is {rotation!r}: expected 0, 1, 2 or 3")
    # Parents come before children in document order, so that reversed each node finds its children ready.
    ready: dict[Any, Node] = {}
    for element in reversed([element for element in root.iter() if isinstance(element.tag, str)]):
        children = tuple(ready.pop(child) for child in element if isinstance(child.tag, str))
        ready[element] = Node(HIERARCHY, children=children, rotation=int(rotation)) if element is root else _node(element, children)
    return ready[root]


def _node(element: Any, children: tuple[Node, ...]) -> Node:
    get = element.get
    where = _BOUNDS.fullmatch(get("bounds", "[0,0][0,0]"))
    if where is None:
        raise TreeError(f"a node's bounds are {get('bounds')[:80]!r}: expected [left,top][right,bottom]")
    index = get("index", "0")
    try:
        number = int(index)
    except ValueError:
        raise TreeError(f"a node's index is {index[:80]!r}: expected a whole number") from None
    # Other dumpers on the same service name the element after the class.
    class_name = get("class") or (element.tag if element.tag != "node" else "")
    return Node(
        class_name,
        (int(where[1]), int(where[2]), int(where[3]), int(where[4])),
        children,
        get("text", ""),
        get("content-desc", ""),
        get("resource-id", ""),
        get("package", ""),
        number,
        get("checkable") == "true",
        get("checked") == "true",
        get("clickable") == "true",
        get("enabled", "true") == "true",
        get("focusable") == "true",
        get("focused") == "true",
        get("scrollable") == "true",
        get("long-clickable") == "true",
        get("password") == "true",
        get("selected") == "true",
        get("hint", ""),
    )
