"""What the reference solutions share: finding things on a screen, and getting to a screen from anywhere.

A solution is a function of the observation, the parameters and the steps so far. Each helper here returns the next action towards its
end, or None when there is nothing left to do for it, so that a solution reads as a list of ends in order. Labels are given in English and
found in whatever language and by whatever maker's name the phone shows them.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from itertools import pairwise
from typing import Literal

from devices.action import Action, DoubleTap, LongPress, OpenApp, PressKey, Scroll, Tap, TypeText, Wait
from devices.observation import Element, Kind, Observation
from devices.sim.app import LAUNCHER, apps
from devices.sim.language import MAKERS, read, wordings
from devices.sim.language import read_clock as read_clock
from devices.sim.screens.settings_places import LABELS, WAYS, maker_of
from devices.sim.sheets import PERMISSIONS
from tasks.trace import Step

HOME = LAUNCHER
SYSTEM_UI = "com.android.systemui"
PACKAGES = {app.label: app.package for app in apps().values() if app.package != HOME}
"""Label in English → package of every app."""
_APPS = frozenset((*PACKAGES.values(), HOME))
_REFUSALS = ("Not now", "No thanks", "Later", "Dismiss", "Close", "Cancel", "Skip", "Got it", "OK")
_GRANTS = ("While using the app", "Only this time", "Allow")
_BANNER_SECONDS = 5


# Finding


def find(seen: Observation, label: str, *kinds: Kind) -> Element | None:
    """The first element of one of these kinds (any, where none is given) with exactly this label, in whatever language it is shown.

    A phone draws what turns things on and off as a switch or as a check box: either is found where one of the two is asked for. What lies
    over an app for a moment, such as a notification that drops in, is not looked at.
    """
    names = wordings(label)
    return find_where(seen, lambda e: e.label in names, *kinds)


def find_where(seen: Observation, test: Callable[[Element], bool], *kinds: Kind) -> Element | None:
    """The first element of one of these kinds that passes the test."""
    wanted = _kinds(kinds)
    return next((e for e in seen.elements if (not wanted or e.kind in wanted) and test(e) and not _is_passing(e, seen)), None)


def find_id(seen: Observation, name: str, *kinds: Kind) -> Element | None:
    """The first element with this resource name: ``floating_action_button``, or ``android:id/button1`` with its package."""
    return find_where(seen, lambda e: e.resource_id == name or e.resource_id.endswith(f":id/{name}"), *kinds)


def _kinds(kinds: Sequence[Kind]) -> Sequence[Kind]:
    return (*kinds, "switch", "checkbox") if "switch" in kinds or "checkbox" in kinds else kinds


def _is_passing(element: Element, seen: Observation) -> bool:
    """Whether an element belongs to a banner of the system over an app."""
    return element.package == SYSTEM_UI != seen.package


def on(seen: Observation, *titles: str) -> bool:
    """Whether the screen has one of these titles, in whatever language."""
    return any(seen.title in wordings(title) for title in titles)


def says(element: Element | None, label: str) -> bool:
    """Whether an element has this label, in whatever language."""
    return element is not None and element.label in wordings(label)


def in_dialog(seen: Observation) -> bool:
    """Whether a dialog with buttons is up, even where the keyboard hides them."""
    if any(e.resource_id.startswith("android:id/button") for e in seen.elements):
        return True
    return seen.keyboard and any(node.resource_id == "android:id/parentPanel" for node in seen.tree.walk())


# Acting


def tap(element: Element) -> Action:
    """Tap an element of the observation that it was found in."""
    return Tap(element=element.index)


def hold(element: Element) -> Action:
    """Press an element long."""
    return LongPress(element=element.index)


def back() -> Action:
    return PressKey(key="back")


def press(seen: Observation, *labels: str) -> Action | None:
    """Tap the first of these buttons that is in sight."""
    return next((tap(button) for label in labels if (button := find(seen, label, "button"))), None)


def leave(seen: Observation) -> Action:
    """Leave the screen and keep nothing of what was typed there."""
    if in_dialog(seen) and (button := find(seen, "Discard", "button")):
        return tap(button)
    return back()


def to_app(seen: Observation, app: str) -> Action | None:
    """Bring an app to the front, past whatever the phone can put in the way; None when it is there.

    The way leads past a screen that is off, pop-ups, the notification shade, quick settings, the share sheet and questions for a
    permission, which is granted where it is this app that asks. Banners and toasts go by themselves.

    Args:
        seen: the screen.
        app: its label in English.
    """
    if seen.package == PACKAGES[app]:
        return None
    if seen.package not in _APPS:
        if _asks(seen, app) and (grant := press(seen, *_GRANTS)):
            return grant
        if action := past_popups(seen):
            return action
    # What else the system shows over an app closes when one comes to the front.
    return OpenApp(name=app)


def to_panel(seen: Observation, key: Literal["notifications", "quick_settings"]) -> Action | None:
    """Draw down the notification shade or the quick settings over whatever is in front; None when it is down."""
    title = {"notifications": "Notifications", "quick_settings": "Quick settings"}[key]
    if seen.package == SYSTEM_UI and on(seen, title):
        return None
    return past_popups(seen) or PressKey(key=key)


def past_popups(seen: Observation) -> Action | None:
    """Wake the phone, and send away a pop-up; None where neither is called for."""
    if seen.package in _APPS:
        return None
    return _refuse(seen) if seen.elements else PressKey(key="wake")


def _asks(seen: Observation, app: str) -> bool:
    """Whether an app asks for a permission."""
    values = (read(seen.title, question) for question in PERMISSIONS.values())
    return any(value["app"] in wordings(app) for value in values if value)


def _refuse(seen: Observation) -> Action | None:
    """Send a pop-up away. The shade has buttons too, which belong to its notifications: only a dialog's count."""
    if in_dialog(seen):
        return press(seen, *_REFUSALS) or back()
    return press(seen, "Don't allow") if seen.package == SYSTEM_UI else None


def in_app(seen: Observation, history: Sequence[Step], app: str) -> Action | None:
    """As `to_app`; where the same was tried just now and did nothing, by way of the home screen."""
    action = to_app(seen, app)
    last = history[-1] if history else None
    vain = last is not None and last.action == action and last.outcome is not None and last.outcome.status != "done"
    return PressKey(key="home") if vain else action


def seek(seen: Observation, history: Sequence[Step]) -> Action:
    """Look for something that is not in sight: put the keyboard away, scroll down to the end, then up, else leave the screen.

    What a banner covers is waited for.
    """
    last = history[-1].action if history else None
    if any(_is_passing(e, seen) for e in seen.elements) and not isinstance(last, Wait):
        return Wait(seconds=_BANNER_SECONDS)
    if seen.keyboard:
        return back()
    if _scrolled_through(seen, history):
        return leave(seen)
    if isinstance(last, Scroll) and last.direction == "up" and seen.more_above:
        return Scroll(direction="up")
    return Scroll(direction="down" if seen.more_below else "up")


def _scrolled_through(seen: Observation, history: Sequence[Step]) -> bool:
    """Whether nothing but scrolling was done since one end of the list was in sight, and the other one is now or was."""
    looks = [seen]
    for step in reversed(history):
        if not isinstance(step.action, Scroll | Wait) or (step.observation.title, step.observation.package) != (seen.title, seen.package):
            break
        looks.append(step.observation)
    return any(not look.more_above for look in looks) and any(not look.more_below for look in looks)


def tap_or_seek(seen: Observation, history: Sequence[Step], label: str, *kinds: Kind) -> Action:
    """Tap what has this label, looking for it if it is not in sight."""
    element = find(seen, label, *kinds)
    return tap(element) if element else seek(seen, history)


def pick(seen: Observation, history: Sequence[Step], entry: str, menu: str = "More options") -> Action:
    """Choose an entry of a menu, or a button that stands on the page itself: opens the menu first where the entry is not in sight."""
    element = find(seen, entry, "row", "button")
    return tap(element) if element else tap_or_seek(seen, history, menu, "button")


def fill(seen: Observation, history: Sequence[Step], label: str, text: str) -> Action | None:
    """Make a field hold exactly this text. What a password field holds is known from what was typed."""
    field = find(seen, label, "field")
    if field is None:
        return seek(seen, history)
    right = field.text == text
    if field.password:
        typed = [step.action.text for step in history if isinstance(step.action, TypeText) and _names(step, step.action.element, label)]
        right = len(field.text) == len(text) and (not text or typed[-1:] == [text])
    return None if right else TypeText(element=field.index, text=text)


def _names(step: Step, index: int, label: str) -> bool:
    """Whether a number named the field with this label in the observation of a step."""
    return index < len(step.observation.elements) and says(step.observation.elements[index], label)


def fill_all(seen: Observation, history: Sequence[Step], texts: Mapping[str, str]) -> Action | None:
    """Make each of these fields hold its text, in order: label → text."""
    return next((action for label, text in texts.items() if (action := fill(seen, history, label, text))), None)


# Times of day


def enter_time(seen: Observation, history: Sequence[Step], hour: int, minute: int) -> Action:
    """Fill in the dialog for a time of day, in 12 or 24 hours, and confirm it."""
    halves = _has_halves(seen, history)
    if halves is None:
        return seek(seen, history)
    wanted = (hour - 1) % 12 + 1 if halves else hour
    for label, number in (("Hour", wanted), ("Minute", minute)):
        field = find(seen, label, "field")
        if field is None or not holds_number(field, number):
            return fill(seen, history, label, str(number) if label == "Hour" else f"{number:02}") or back()
    if halves:
        half = find(seen, "AM" if hour < 12 else "PM", "radio")
        if half is None or not half.checked:
            return tap(half) if half else seek(seen, history)
    return tap_or_seek(seen, history, "OK", "button")


def _has_halves(seen: Observation, history: Sequence[Step]) -> bool | None:
    """Whether a dialog for a time of day asks for AM or PM; None where the keyboard hid it ever since the dialog came up."""
    for look in (seen, *(step.observation for step in reversed(history))):
        if look.title != seen.title or look.package != seen.package:
            break
        if find(look, "AM", "radio"):
            return True
        if not (look.keyboard or look.more_below or look.more_above):
            return False
    return None


def holds_number(field: Element, number: int) -> bool:
    """Whether a field holds a number in any writing (7, 07)."""
    return field.text.isascii() and field.text.isdigit() and int(field.text) == number


def entered_time(seen: Observation) -> tuple[int, int] | None:
    """(hour, minute) that the dialog for a time of day holds; None where it holds none."""
    hour, minute = find(seen, "Hour", "field"), find(seen, "Minute", "field")
    if hour is None or minute is None or not (hour.text.isdigit() and minute.text.isdigit()):
        return None
    h, m = int(hour.text), int(minute.text)
    if (am := find(seen, "AM", "radio")) is not None:
        if not 1 <= h <= 12:
            return None
        h = h % 12 + (0 if am.checked else 12)
    return (h, m) if h < 24 and m < 60 else None


# Settings


def to_setting(seen: Observation, history: Sequence[Step], label: str, shown: bool = True) -> Action | None:
    """The next action towards a setting from anywhere, wherever its maker keeps it; None when it is in sight on its page.

    Args:
        seen, history: the screen, and the steps so far.
        label: what the setting, or the row that leads to a page, is called.
        shown: whether a page that merely tells what is set will do.
    """
    if action := to_app(seen, "Settings"):
        return action
    ways = _ways(label, _maker(seen, history), shown)
    if on(seen, "Settings") and (search := find(seen, "Search settings", "field")) and search.text:
        return fill(seen, history, "Search settings", "") or seek(seen, history)
    if find(seen, label) and any(on(seen, way[-1]) for way in ways):
        return None
    here = [there for way in ways for above, there in pairwise(way) if on(seen, above)]
    row = next((row for there in here if (row := find(seen, there, "row"))), None)
    if row is not None:
        return tap(row)
    return seek(seen, history) if here or any(on(seen, way[-1]) for way in ways) else leave(seen)


def _maker(seen: Observation, history: Sequence[Step]) -> str | None:
    """Whose Settings these are, by the page in front, or else by those seen before it; None where none of them says."""
    for look in (seen, *(step.observation for step in reversed(history) if step.observation.package == seen.package)):
        if maker := maker_of((look.title, *(element.label for element in look.elements))):
            return maker
    return None


@cache
def _ways(label: str, maker: str | None, shown: bool) -> tuple[tuple[str, ...], ...]:
    """The pages that lead to a setting, its own the last: by this maker, or by each where no page says whose phone this is."""
    names = [name for name, called in LABELS.items() if called == label and (shown or not name.endswith("_shown"))]
    makers = MAKERS if maker is None else (maker,)
    return tuple(("Settings", *WAYS[made_by][name]) for made_by in makers for name in names if name in WAYS[made_by])


# What was done and seen before


def tapped(history: Iterable[Step]) -> Iterable[tuple[Step, Element]]:
    """(step, element) of every tap, long or double ones too, that was carried out, oldest first."""
    for step in history:
        if isinstance(step.action, Tap | LongPress | DoubleTap) and step.outcome is not None and step.outcome.status == "done":
            yield step, step.observation.elements[step.action.element]


def tapped_in(history: Iterable[Step], app: str) -> Iterable[tuple[Step, Element]]:
    """As `tapped`, in one app only: others have buttons of the same names."""
    return ((step, element) for step, element in tapped(history) if step.observation.package == PACKAGES[app])


def stray_switch(seen: Observation, history: Sequence[Step], *wanted: str) -> Element | None:
    """A switch in sight that was flipped on the way though it is none of those wanted, and stands as it was flipped."""
    kept = frozenset(name for label in wanted for name in wordings(label))
    before: dict[tuple[str, str], bool | None] = {}
    for step, element in tapped(history):
        if element.kind in ("switch", "checkbox") and element.label not in kept and element.package == seen.package:
            before.setdefault((step.observation.title, element.label), element.checked)
    for element in seen.elements:
        key = (seen.title, element.label)
        # One that is disabled was switched by the phone: it follows what holds it.
        if element.kind in ("switch", "checkbox") and element.enabled and key in before and element.checked != before[key]:
            return element
    return None


def screen_before(history: Sequence[Step], app: str, titles: Callable[[str], bool]) -> str | None:
    """The title of an app's latest screen in the history whose title passes the test: what lies behind its dialog."""
    screen = screen_behind(history, app, lambda screen: titles(screen.title))
    return screen.title if screen else None


def screen_behind(history: Sequence[Step], app: str, test: Callable[[Observation], bool]) -> Observation | None:
    """An app's latest screen in the history that passes the test: what lies behind a menu or a dialog that does not say."""
    screens = (step.observation for step in reversed(history))
    return next((screen for screen in screens if screen.package == PACKAGES[app] and test(screen)), None)


def visit(seen: Observation, history: Sequence[Step]) -> list[Observation]:
    """This look at the screen and those before it since its page came up or its search changed, latest first: one list, scrolled."""
    looks = [seen]
    for step in reversed(history):
        before = step.observation
        if (before.title, before.package) != (seen.title, seen.package) or isinstance(step.action, TypeText):
            break
        looks.append(before)
    return looks


def seen_whole(seen: Observation, history: Sequence[Step]) -> bool:
    """Whether the list of this page was seen from end to end on this visit."""
    looks = visit(seen, history)
    return any(not look.more_above for look in looks) and any(not look.more_below for look in looks)


def gathered(seen: Observation, history: Sequence[Step]) -> list[Element]:
    """All elements of this page that were seen on this visit, each as last seen, in the order first seen."""
    found: dict[str, Element] = {}
    for look in reversed(visit(seen, history)):
        found.update({e.key: e for e in look.elements if not _is_passing(e, look)})
    return list(found.values())
