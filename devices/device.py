"""The protocol that every phone satisfies, and what a phone is set up from."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from devices.action import Action, Outcome
from devices.observation import Observation
from devices.state import State, StateChange


class DeviceError(Exception):
    """The phone could not be read or driven. Never an agent's fault: the episode ends as ``env_error``."""


@dataclass(frozen=True, slots=True)
class Layout:
    """How a phone looks; each field is an axis on which trials are varied.

    Attributes:
        theme: ``light`` or ``dark``.
        font_scale: factor on text, 1.0 as delivered.
        width, height: of the screen in pixels, as it is held: wider than high is a phone on its side.
        density: dots per inch, 420 as delivered.
        icon_order: seed of the order of the launcher's icons; 0 is alphabetic.
        list_order: ``ascending`` or ``descending``, for lists that an app sorts.
        locale: language of the phone's own words: ``en``, ``de``, ``zh`` or ``ar`` (mirrored).
        maker: ``stock`` or ``vendor``: whose names and nesting Settings has.
        control: what turns things on and off is drawn as: ``switch`` or ``checkbox``.
        menu: where a page's actions and menus are: ``top`` or ``bottom``.
    """

    theme: str = "light"
    font_scale: float = 1.0
    width: int = 1080
    height: int = 2400
    density: int = 420
    icon_order: int = 0
    list_order: str = "ascending"
    locale: str = "en"
    maker: str = "stock"
    control: str = "switch"
    menu: str = "top"


@dataclass(frozen=True, slots=True)
class Event:
    """Something that the phone does by itself during an episode.

    Attributes:
        at: seconds of the phone's clock after the start.
        app: label or package of the app that notifies; empty for anything but a notification.
        title, text: of the notification.
        popup: the pop-up that comes up, None for none.
        turn: whether somebody turns the phone by a quarter: its screen follows where auto-rotate is on.
    """

    at: int
    app: str = ""
    title: str = ""
    text: str = ""
    popup: str | None = None
    turn: bool = False


@dataclass(frozen=True, slots=True)
class Setup:
    """What a phone is brought to before an episode. Plain data, so that a trial can be hashed and repeated anywhere.

    Attributes:
        now: local date and time that the phone's clock starts from, ISO 8601 without zone.
        layout: how it looks.
        clear: kinds of entity emptied first (``"alarm"``).
        facts: laid over the baseline, entity by entity; an entity that does not exist is created.
        front: the app left open, ``launcher`` for the home screen.
        popup: a pop-up that is pending at the start, None for none.
        page: the page of that app left open, empty for its first one.
        args: that the page was opened with.
        draft: field → text typed into that page and not saved.
        events: what happens by itself during the episode.
        asleep: whether the screen is off.
    """

    now: str = "2026-03-02T09:41:00"
    layout: Layout = field(default_factory=Layout)
    clear: tuple[str, ...] = ()
    facts: State = field(default_factory=dict)
    front: str = "launcher"
    popup: str | None = None
    page: str = ""
    args: tuple[str, ...] = ()
    draft: Mapping[str, str] = field(default_factory=dict)
    events: tuple[Event, ...] = ()
    asleep: bool = False


class Device(Protocol):
    """A phone that can be reset, looked at and acted on. One episode at a time; calls come from one thread at a time."""

    @property
    def name(self) -> str:
        """``sim`` or ``adb:SERIAL``."""
        ...

    def reset(self, setup: Setup) -> None:
        """Bring the phone to its baseline with this setup over it, and begin a new journal.

        Raises:
            DeviceError: the phone cannot be brought there.
        """
        ...

    def observe(self) -> Observation:
        """Look at the screen.

        Raises:
            DeviceError: no valid observation could be had.
        """
        ...

    def act(self, action: Action, seen: Observation) -> Outcome:
        """Do one action. An element's number refers to ``seen``: if it moved it is followed, if it is gone the outcome is ``stale``.

        Never raises for anything an agent can ask for.

        Raises:
            DeviceError: the phone was lost.
        """
        ...

    def state(self) -> State:
        """All facts, as they are now.

        Raises:
            DeviceError: a fact could not be read; there is no default.
        """
        ...

    def changes(self) -> list[StateChange]:
        """The journal since `reset`, oldest first; the step is the number of actions done before."""
        ...

    def screenshot(self) -> bytes:
        """The screen as PNG."""
        ...

    def close(self) -> None:
        """Let go of the phone."""
        ...
