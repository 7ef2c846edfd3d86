"""What runs below the simulated phone's apps: facts and their journal, the clock, back stacks, focus and keyboard, and what apps ask of
it: toasts, clipboard, share sheet, permissions, notifications."""

import heapq
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from devices.sim.app import LAUNCHER, App
from devices.sim.language import say
from devices.sim.widgets import Act, Surface
from devices.state import Facts, State, StateChange, Value


class Page:
    """One entry of a back stack.

    Attributes:
        name: of the app's screen function.
        args: that it was opened with.
        local: what the page remembers while it is open: drafts, a selected tab.
        scroll: how far its list is scrolled, in pixels; layout keeps it within the list.
        reveal: name of a field that layout shall bring into view, empty for none.
        stays: whether it is a pop-up, which stays up when another app comes to the front.
    """

    __slots__ = ("app", "args", "local", "name", "reveal", "scroll", "stays")

    def __init__(self, app: App, name: str, args: tuple[str, ...] = ()) -> None:
        self.app = app
        self.name = name
        self.args = args
        self.local: dict[str, Any] = {}
        self.scroll = 0
        self.reveal = ""
        self.stays = False


SHOWN_FOR: Final = 5
"""Seconds for which a toast and the banner of a new notification show."""


@dataclass(slots=True)
class Toast:
    """Words at the bottom of the screen, with a button where something can be done about them; shows while ``app`` is in front."""

    text: str
    action: str
    do: Act | None
    app: str
    order: int  # that takes it away


@dataclass(slots=True)
class Selection:
    """Text that a long press selected; a floating menu shows what can be done with it.

    Attributes:
        page: that it is on.
        field: name of the field that it is in, empty for words that are only read.
        text: all of the field or of the words.
        start, end: of the selected part.
        change: puts another text into the field; None for words that are only read and for a password.
        top, bottom: of what holds it, in pixels of the screen; the menu stands above or below.
    """

    page: Page
    field: str
    text: str
    start: int
    end: int
    change: Callable[[str], object] | None
    top: int
    bottom: int

    @property
    def words(self) -> str:
        return self.text[self.start : self.end]


class System:
    """The state of a simulated phone, and what apps may do to it.

    Attributes:
        facts: all facts. Apps read them here and change them through `set`, `create` and `delete`, which keep the journal.
        memory: what apps remember that is no fact: what airplane mode switched off, when a timer was started.
        ascending: whether lists that an app sorts begin with the least.
        panels: the system's own pages, which come up over whatever is in front: name of the page → what it belongs to.
        over: those that are up, the topmost last.
        toast: what is told now, None for nothing.
        selection: text that is selected, None for none.
        banner: the new notification that hangs over the top of the screen, empty for none.
        asleep: whether the screen is off.
    """

    def __init__(
        self,
        apps: Mapping[str, App],
        facts: State,
        now: datetime,
        ascending: bool = True,
        icon_order: int = 0,
        locale: str = "en",
        maker: str = "stock",
        panels: Mapping[str, App] | None = None,
    ) -> None:
        self.apps = apps
        self.panels = panels or {}
        self.locale = locale
        self.maker = maker
        self.toast: Toast | None = None
        self.selection: Selection | None = None
        self.banner = ""
        self.asleep = False
        self.turned = False  # whether the screen lies across how it was at the start
        self.facts = facts
        self.clock_read = False  # whether the time was asked for since this was last cleared
        self._now = now
        self.ascending = ascending
        self.icon_order = icon_order
        self.memory: dict[str, Any] = {}
        self.journal: list[StateChange] = []
        self.step = 0
        self.over: list[Page] = []
        self.focus = ""  # name of the focused field of the page in front
        self.keyboard = False
        self._stacks: dict[str, list[Page]] = {}
        self._recent: list[str] = []
        self._numbers: dict[str, int] = {}
        self._due: list[tuple[datetime, int, Act]] = []  # what is to be done later, the earliest first
        self._orders = 0
        for entity in facts:
            kind, _, number = entity.partition("/")
            if number:
                self._numbers[kind] = max(self._numbers.get(kind, 0), int(number))

    # Words

    def say(self, text: str, **values: object) -> str:
        """The phone's own words, written in English, in the language and by the maker of this phone."""
        return say(text, self.locale, self.maker, **values)

    def tell(self, text: str, action: str = "", do: Act | None = None) -> None:
        """Show a toast: words at the bottom for a few seconds, with a button such as ``Undo`` where something can be done about it.

        The words are shown as given: pass them through `say` first.
        """
        if self.toast is not None:
            self.call_off(self.toast.order)
        self.toast = Toast(text, action, do, self.front, self.after(SHOWN_FOR, self.hush))

    def hush(self) -> None:
        """Take the toast away."""
        if self.toast is not None:
            self.call_off(self.toast.order)
            self.toast = None

    # Handing on

    @property
    def clipboard(self) -> str:
        """What was copied last."""
        return str(self.facts["clipboard"]["text"])

    def copy(self, text: str) -> None:
        """Put a text on the clipboard."""
        self.set("clipboard", "text", text)

    def share(self, text: str, subject: str = "") -> None:
        """Open the share sheet: every app that takes texts, one a line; the one chosen is launched and given the text."""
        self.show("share", text, subject)

    def allow(self, permission: str, then: Act) -> None:
        """Do something for which the app in front needs a permission: at once if it is granted, after asking if it never was.

        Facts: ``permissions.camera`` and so on are ``granted`` (as delivered), ``ask`` or ``denied``; a denied one shows a toast.
        """
        held = self.facts["permissions"][permission]
        if held == "granted":
            then()
        elif held == "ask":
            self.show("permission", permission, self.front).local["then"] = then
        else:
            self.tell(self.say("{app} does not have this permission", app=self.say(self.apps[self.front].label)))

    def notify(self, app: str, title: str, text: str, page: str = "", *args: str) -> str:
        """Post a notification of an app; a tap on it opens that page. Returns its entity: ``notification/N`` {app, title, text}.

        An app that may not notify, as Settings has it in ``app_notifications``, posts none, and the entity is empty.

        Args:
            app: its package.
            title, text: what it says.
            page: of the app, empty to open it as it was left.
            args: that the page is opened with.
        """
        if not self.facts["app_notifications"].get(self.apps[app].key, True):
            return ""
        entity = self.create("notification", {"app": app, "title": title, "text": text})
        self.concern(entity, page, *args)
        if not self.settings()["do_not_disturb"]:
            self.banner = entity
            self.after(SHOWN_FOR, lambda: self._lift(entity))
        return entity

    def concern(self, entity: str, page: str, *args: str) -> None:
        """Note what page of its app a notification opens."""
        self.memory[entity] = (page, args)

    def _lift(self, entity: str) -> None:
        """Take a notification's banner away; the notification stays."""
        if self.banner == entity:
            self.banner = ""

    def dismiss(self, entity: str) -> None:
        """Remove a notification."""
        self._lift(entity)
        self.delete(entity)

    def follow(self, entity: str) -> None:
        """Open what a notification is about, and remove it."""
        app, (page, args) = str(self.facts[entity]["app"]), self.memory.get(entity, ("", ()))
        self.dismiss(entity)
        self.launch(app)
        if page:
            try:
                self.surface(self.open(page, *args))
            except LookupError:  # what it was about is gone: the app opens as it was left
                self.close()

    def hand_over(self, package: str, page: str, *args: str) -> Page:
        """Bring another app to the front at one of its pages, over what it had open."""
        self.launch(package)
        return self.open(page, *args)

    # Facts

    def settings(self) -> Facts:
        """The phone's settings."""
        return self.facts["settings"]

    def entities(self, kind: str) -> list[str]:
        """All of a kind, in the order in which they were made."""
        prefix = f"{kind}/"
        return sorted((entity for entity in self.facts if entity.startswith(prefix)), key=lambda entity: int(entity[len(prefix) :]))

    def set(self, entity: str, key: str, value: Value) -> None:
        """Change one fact; a value that it already has changes nothing."""
        facts = self.facts[entity]
        before = facts[key]
        if before != value:
            facts[key] = value
            self.journal.append(StateChange(self.step, entity, key, before, value))

    def create(self, kind: str, facts: Facts) -> str:
        """Make an entity. Its number was never used before in this episode."""
        number = self._numbers[kind] = self._numbers.get(kind, 0) + 1
        entity = f"{kind}/{number}"
        self.facts[entity] = dict(facts)
        self.journal += [StateChange(self.step, entity, key, None, facts[key]) for key in sorted(facts)]
        return entity

    def delete(self, entity: str) -> None:
        """Remove an entity."""
        facts = self.facts.pop(entity)
        self.journal += [StateChange(self.step, entity, key, facts[key], None) for key in sorted(facts)]
        # The app in front closes its own pages; one that another app left open about this entity would have nothing to show.
        for package, stack in self._stacks.items():
            if package != self.front:
                about = next((at for at, page in enumerate(stack) if entity in page.args), len(stack))
                del stack[max(1, about) :]

    def restore(self, entity: str, facts: Facts) -> None:
        """Bring an entity back under its own number with these facts: what Undo does after a deletion.

        Raises:
            ValueError: it is there.
        """
        if entity in self.facts:
            raise ValueError(f"{entity} was not deleted")
        self.facts[entity] = dict(facts)
        self.journal += [StateChange(self.step, entity, key, None, facts[key]) for key in sorted(facts)]

    # Pages

    @property
    def front(self) -> str:
        """Package of the app in front."""
        return str(self.facts["screen"]["app"])

    @property
    def stack(self) -> list[Page]:
        """The pages of the app in front, the one that is seen last."""
        return self._stacks[self.front]

    @property
    def page(self) -> Page:
        """The page that is used now: one of the system's own if one is up."""
        return self.over[-1] if self.over else self.stack[-1]

    @property
    def recent(self) -> list[str]:
        """Packages of the apps that were opened, the latest first."""
        return self._recent

    def surface(self, page: Page) -> Surface:
        """What a page shows."""
        return page.app.screens[page.name](self, page)

    def launch(self, package: str) -> None:
        """Bring an app to the front, as it was left or at its first page. The system's pages close; only pop-ups stay over it."""
        if package != LAUNCHER:
            self._recent = [package, *(other for other in self._recent if other != package)]
        if package not in self._stacks:
            self._stacks[package] = [Page(self.apps[package], "main")]
        self.over = [page for page in self.over if page.stays]
        if package != self.front:
            self.unfocus()
            self.hush()
        self.set("screen", "app", package)

    def home(self) -> None:
        """Go to the launcher's first page; a pop-up closes."""
        self.over = []
        self.unfocus()
        self._stacks[LAUNCHER] = [Page(self.apps[LAUNCHER], "main")]
        self.launch(LAUNCHER)

    def forget_apps(self) -> None:
        """Close every app, and what was half done in them, as clearing the list of recent ones does."""
        self._recent = []
        self._stacks = {LAUNCHER: self._stacks[LAUNCHER]}
        self.home()

    def open(self, name: str, *args: str) -> Page:
        """Open a page of the app in front."""
        self.unfocus()
        page = Page(self.apps[self.front], name, args)
        self.stack.append(page)
        return page

    def show(self, panel: str, *args: str) -> Page:
        """Bring up one of the system's own pages over whatever is in front; one that is up comes to the top."""
        self.unfocus()
        page = Page(self.panels[panel], panel, args)
        self.over = [*(other for other in self.over if (other.name, other.args) != (panel, args)), page]
        return page

    def pop_up(self, name: str) -> None:
        """Bring up a pop-up."""
        self.show(name).stays = True

    def close(self) -> None:
        """Close the page in front; after an app's last one the launcher shows."""
        self.unfocus()
        if self.over:
            self.over.pop()
        elif len(self.stack) > 1:
            self.stack.pop()
        else:
            self.home()

    def close_to(self, name: str) -> None:
        """Close pages until one of this name is in front, or the first is."""
        self.unfocus()
        while len(self.stack) > 1 and self.stack[-1].name != name:
            self.stack.pop()

    # Focus

    def focus_on(self, field: str) -> None:
        """Focus a field and show the keyboard."""
        self.focus = field
        self.keyboard = True
        self.page.reveal = field

    def unfocus(self) -> None:
        """Hide the keyboard."""
        self.focus = ""
        self.keyboard = False
        self.selection = None

    # Time

    @property
    def now(self) -> datetime:
        """The phone's date and time."""
        self.clock_read = True
        return self._now

    def turn(self) -> None:
        """Somebody turns the phone by a quarter: the screen follows where auto-rotate is on, and keeps the focused field in view."""
        if self.settings()["auto_rotate"]:
            self.turned = not self.turned
            self.page.reveal = self.focus

    def after(self, seconds: float, do: Act) -> int:
        """Do something once the phone's clock has gone on so far. What it gives back calls it off: see `call_off`."""
        self._orders += 1
        heapq.heappush(self._due, (self._now + timedelta(seconds=seconds), self._orders, do))
        return self._orders

    def call_off(self, order: int) -> None:
        """Do not do what was to be done later; if it was done already there is nothing to call off."""
        self._due = [entry for entry in self._due if entry[1] != order]
        heapq.heapify(self._due)

    def pass_time(self, seconds: int) -> bool:
        """Let the phone's clock go on, stopping by at whatever was to be done meanwhile; True if anything was."""
        end, done = self._now + timedelta(seconds=seconds), False
        while self._due and self._due[0][0] <= end:
            self._now, _, do = heapq.heappop(self._due)
            do()
            done = True
        self._now = end
        return done
