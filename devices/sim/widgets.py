"""What a screen is made of. A screen function returns these; `devices.sim.layout` gives them bounds and makes nodes of them.

Callbacks are what the widget does when it is used; a widget without one takes no taps. ``look`` is all of a widget that shows, so that
nodes can be kept from one look at the screen to the next.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

Act = Callable[[], object]
Control = Literal["", "switch", "checkbox", "radio"]


@dataclass(slots=True)
class Row:
    """A line of a list: title, summary and further words below each other, a control at the end.

    Attributes:
        on_tap: what a tap on the row does; None for a row that is only read.
        control: drawn at the end of the row; it takes no tap of its own unless ``on_control`` is given.
        icon: whether a picture stands before the words.
        name: of its resource id, empty for none.
        ids: resource names of title, summary and further words, without package for the system's own.
        on_long: what a long press on the row does: begins a selection, opens a menu.
        selected: whether it is marked in a selection.
        end: a button at its end, drawn as a picture.
    """

    title: str
    summary: str = ""
    on_tap: Act | None = None
    control: Control = ""
    checked: bool = False
    on_control: Act | None = None
    more: str = ""
    icon: bool = False
    enabled: bool = True
    name: str = ""
    ids: tuple[str, str, str] = ("android:id/title", "android:id/summary", "android:id/summary")
    on_long: Act | None = None
    selected: bool = False
    end: "Button | None" = None

    @property
    def look(self) -> tuple[object, ...]:
        return (
            self.title, self.summary, self.more, self.control, self.checked, self.icon, self.enabled, self.name, self.ids,
            self.on_tap is None, self.on_control is None, self.on_long is None, self.selected, self.end and self.end.look,
        )  # fmt: skip


@dataclass(slots=True)
class Choice:
    """One of a dialog's radio buttons, over the whole width."""

    label: str
    checked: bool
    on_tap: Act

    @property
    def look(self) -> tuple[object, ...]:
        return self.label, self.checked


@dataclass(slots=True)
class Radios:
    """A few radio buttons beside each other: (label, checked, what a tap does)."""

    items: Sequence[tuple[str, bool, Act]]

    @property
    def look(self) -> tuple[object, ...]:
        return tuple(item[:2] for item in self.items)


@dataclass(slots=True)
class Slider:
    """A title over a bar that is set to a percentage of its length."""

    title: str
    percent: int
    on_set: Callable[[int], object]
    name: str = "seekbar"
    enabled: bool = True

    @property
    def look(self) -> tuple[object, ...]:
        return self.title, self.percent, self.name, self.enabled


@dataclass(slots=True)
class Field:
    """A field of text. ``name`` is its identity on the page and its resource name."""

    name: str
    label: str
    text: str
    on_change: Callable[[str], object]
    multiline: bool = False
    on_enter: Act | None = None
    password: bool = False
    enabled: bool = True

    @property
    def look(self) -> tuple[object, ...]:
        return self.name, self.label, self.text, self.multiline, self.password, self.enabled


@dataclass(slots=True)
class Fields:
    """Fields beside each other."""

    items: Sequence[Field]

    @property
    def look(self) -> tuple[object, ...]:
        return tuple(item.look for item in self.items)


@dataclass(slots=True)
class Text:
    """Words that are only read. Those that are ``selectable`` are selected, copied and shared by a long press."""

    text: str
    style: Literal["body", "caption", "display", "error", "headline"] = "body"
    name: str = ""
    selectable: bool = False

    @property
    def look(self) -> tuple[object, ...]:
        return self.text, self.style, self.name, self.selectable


@dataclass(slots=True)
class Button:
    """A button. ``name`` is its resource name, with package for the system's own."""

    label: str
    on_tap: Act
    name: str = ""
    enabled: bool = True

    @property
    def look(self) -> tuple[object, ...]:
        return self.label, self.name, self.enabled


@dataclass(slots=True)
class Buttons:
    """Buttons beside each other."""

    items: Sequence[Button]

    @property
    def look(self) -> tuple[object, ...]:
        return tuple(item.look for item in self.items)


@dataclass(slots=True)
class Icons:
    """The launcher's apps: (label, what a tap does), four to a line."""

    items: Sequence[tuple[str, Act]]

    @property
    def look(self) -> tuple[object, ...]:
        return tuple(label for label, _ in self.items)


@dataclass(slots=True)
class Cell:
    """One picture of a grid: its description, what a tap and a long press do, whether it is marked in a selection.

    With ``text`` it is these words instead, such as a day of a month; without words and description it is an empty place.
    """

    label: str
    on_tap: Act
    on_long: Act | None = None
    selected: bool = False
    text: str = ""


@dataclass(slots=True)
class Grid:
    """Pictures in columns, as a gallery shows them. ``name`` is the resource name of each."""

    items: Sequence[Cell]
    columns: int = 3
    name: str = "thumbnail"

    @property
    def look(self) -> tuple[object, ...]:
        return (self.columns, self.name, *((item.label, item.on_long is None, item.selected, item.text) for item in self.items))


@dataclass(slots=True)
class Pad:
    """Lines of buttons of equal width, such as a calculator's keys."""

    rows: Sequence[Sequence[Button]]

    @property
    def look(self) -> tuple[object, ...]:
        return tuple(tuple(button.look for button in row) for row in self.rows)


@dataclass(slots=True)
class Picture:
    """One large picture with a description, ``height`` dp high."""

    label: str
    on_tap: Act | None = None
    height: int = 240
    name: str = "photo"

    @property
    def look(self) -> tuple[object, ...]:
        return self.label, self.on_tap is None, self.height, self.name


@dataclass(slots=True)
class Composer:
    """A field with a button at its end, as messages are written in."""

    field: Field
    button: Button

    @property
    def look(self) -> tuple[object, ...]:
        return self.field.look, self.button.look


@dataclass(slots=True)
class Tile:
    """One of the quick settings: a name, whether it is on, what a tap does. ``name`` is its resource name."""

    label: str
    on: bool
    on_tap: Act
    name: str


@dataclass(slots=True)
class Tiles:
    """Quick settings, two to a line, four on a phone that lies on its side."""

    items: Sequence[Tile]

    @property
    def look(self) -> tuple[object, ...]:
        return tuple((item.label, item.on, item.name) for item in self.items)


def _fields(body: Sequence["Widget"]) -> list[Field]:
    """All fields of a page, in order."""
    found: list[Field] = []
    for widget in body:
        if isinstance(widget, Field):
            found.append(widget)
        elif isinstance(widget, Fields):
            found += widget.items
    return found


Widget = Row | Choice | Radios | Slider | Field | Fields | Text | Button | Buttons | Icons | Grid | Pad | Picture | Composer | Tiles


@dataclass(slots=True)
class Screen:
    """A page that fills the screen.

    Attributes:
        title: at the top; without one there is no bar.
        body: scrolls when it is longer than the page.
        up: whether an arrow before the title leads back.
        actions: buttons after the title; pictures, or words for those in ``worded``.
        float: a round button over the list.
        tabs: at the bottom; a swipe to the side goes to the neighbour.
        tab: number of the selected one.
        on_back: what the back key does, instead of closing the page.
        foot: stays at the bottom while the body scrolls, above the keyboard where that is up: a field with its button, or a line that says
            what plays.
        awake: whether the phone stays on while this is up, as it does while a camera records.
    """

    title: str
    body: Sequence[Widget]
    up: bool = True
    actions: Sequence[Button] = ()
    worded: frozenset[str] = frozenset()
    float: Button | None = None
    tabs: Sequence[Button] = ()
    tab: int = 0
    on_back: Act | None = None
    foot: Composer | Row | None = None
    awake: bool = False

    @property
    def fields(self) -> list[Field]:
        return [*_fields(self.body), *([self.foot.field] if isinstance(self.foot, Composer) else [])]


@dataclass(slots=True)
class Dialog:
    """A window in the middle of the screen, over the page before."""

    title: str
    body: Sequence[Widget] = ()
    buttons: Sequence[Button] = ()
    on_back: Act | None = None

    @property
    def fields(self) -> list[Field]:
        return _fields(self.body)


@dataclass(slots=True)
class Menu:
    """A short list at the upper right, over the page before."""

    items: Sequence[Button]
    on_back: Act | None = None

    @property
    def fields(self) -> list[Field]:
        return []


Surface = Screen | Dialog | Menu
