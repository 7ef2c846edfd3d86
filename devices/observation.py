"""What an agent sees of a phone: elements, read from the uiautomator XML that simulated and real phones print alike."""

from dataclasses import dataclass
from typing import Literal

from devices.tree import Node, to_xml

Kind = Literal["app", "button", "row", "switch", "checkbox", "radio", "slider", "field", "tab", "text"]


@dataclass(frozen=True, slots=True)
class Bounds:
    """A rectangle in pixels of the screen as it is rotated now; right and bottom are outside."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def width(self) -> int:
        return self.right - self.left

    @property
    def height(self) -> int:
        return self.bottom - self.top

    @property
    def centre(self) -> tuple[int, int]:
        """(x, y), rounded down."""
        return (self.left + self.right) // 2, (self.top + self.bottom) // 2

    def contains(self, x: int, y: int) -> bool:
        return self.left <= x < self.right and self.top <= y < self.bottom

    def clip(self, other: "Bounds") -> "Bounds | None":
        """The part inside the other rectangle, or None where nothing is left."""
        left, top = max(self.left, other.left), max(self.top, other.top)
        right, bottom = min(self.right, other.right), min(self.bottom, other.bottom)
        return Bounds(left, top, right, bottom) if left < right and top < bottom else None


@dataclass(frozen=True, slots=True)
class Element:
    """One thing on the screen: a tappable row and the words and switch inside it are one element.

    Attributes:
        index: its number in the observation, from 0.
        kind: what it is to a user; ``text`` can be read but not tapped.
        label: its words (text, else content description), without line breaks.
        detail: further words: a row's summary, a slider's position.
        text: what a field holds, exactly; empty for every other kind and for a field that shows only its hint.
        checked: for switches, check boxes and radio buttons; None elsewhere.
        selected, enabled, focused, scrollable, password: as the phone reports them.
        bounds: the visible part, in pixels.
        tap: (x, y) inside the element where a tap reaches it and not something nested in it.
        resource_id, class_name, package: of the node that takes the tap; agents are not shown them.
        key: identity within the screen, independent of position: equal keys in two observations mean the same thing.
    """

    index: int
    kind: Kind
    label: str
    detail: str
    text: str
    checked: bool | None
    selected: bool
    enabled: bool
    focused: bool
    password: bool
    bounds: Bounds
    tap: tuple[int, int]
    resource_id: str
    class_name: str
    package: str
    key: str


@dataclass(frozen=True, slots=True)
class Observation:
    """One look at a phone.

    Attributes:
        tree: the node tree of the uiautomator dump that all else here was read from.
        package: the app in front (a dialog's app when a dialog is up).
        title: the words at the top of the screen, empty where there are none.
        elements: in reading order; the element's index is its position here.
        width, height: of the screen in pixels, as rotated.
        keyboard: whether the on-screen keyboard is up.
        more_above, more_below: whether the main list can be scrolled either way, as far as the phone tells.
        rules: version of the rules that made the elements from the XML; part of a run's identity.
    """

    tree: Node
    package: str
    title: str
    elements: tuple[Element, ...]
    width: int
    height: int
    keyboard: bool
    more_above: bool
    more_below: bool
    rules: str

    @property
    def xml(self) -> str:
        """The tree as uiautomator XML. Written when asked for: a simulated phone is stepped thousands of times a second without it."""
        return to_xml(self.tree)
