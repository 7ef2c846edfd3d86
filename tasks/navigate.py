"""What the reference solutions share: finding things on a screen, and getting to a screen from anywhere.

A solution is a function of the observation, the parameters and the steps so far. Each helper here returns the next action towards its
end, or None when there is nothing left to do for it, so that a solution reads as a list of ends in order.
"""

from collections.abc import Callable, Iterable, Sequence

from devices.action import Action, DoubleTap, LongPress, OpenApp, PressKey, Scroll, Tap, TypeText
from devices.observation import Element, Kind, Observation
from devices.sim.app import LAUNCHER, apps
from devices.sim.language import wordings
from tasks.trace import Step

HOME = LAUNCHER
PACKAGES = {app.label: app.package for app in apps().values() if app.package != HOME}
"""Label in English → package of every app."""
_REFUSALS = ("Not now", "No thanks", "Later", "Dismiss", "Close", "Cancel", "Skip", "Don't allow", "Got it", "OK")


def find(seen: Observation, label: str, *kinds: Kind) -> Element | None:
    """The first element of one of these kinds (any, where none is given) with exactly this label, in whatever language it is shown.

    A phone draws what turns things on and off as a switch or as a check box: either is found where one of the two is asked for.
    """
    names, wanted = wordings(label), _kinds(kinds)
    return next((e for e in seen.elements if e.label in names and (not wanted or e.kind in wanted)), None)


def _kinds(kinds: Sequence[Kind]) -> Sequence[Kind]:
    return (*kinds, "switch", "checkbox") if "switch" in kinds or "checkbox" in kinds else kinds


def on(seen: Observation, title: str) -> bool:
    """Whether the screen has this title, in whatever language."""
    return seen.title in wordings(title)


def find_where(seen: Observation, test: Callable[[Element], bool], *kinds: Kind) -> Element | None:
    """The first element of one of these kinds that passes the test."""
    wanted = _kinds(kinds)
    return next((e for e in seen.elements if (not wanted or e.kind in wanted) and test(e)), None)


def tap(element: Element) -> Action:
    """Tap an element of the observation that it was found in."""
    return Tap(element=element.index)


def back() -> Action:
    return PressKey(key="back")


def to_app(seen: Observation, app: str) -> Action | None:
    """Bring an app to the front, past whatever pop-up lies over the screen."""
    if seen.package == PACKAGES[app]:
        return None
    if seen.package != HOME and seen.package not in PACKAGES.values() and (button := _refusal(seen)):
        return tap(button)
    return OpenApp(name=app)


def _refusal(seen: Observation) -> Element | None:
    """The button of a pop-up that sends it away."""
    return next((button for label in _REFUSALS if (button := find(seen, label, "button"))), None)


def seek(seen: Observation, history: Sequence[Step]) -> Action:
    """Look for something that is not in sight: put the keyboard away, scroll down to the end, then up, else leave the screen."""
    if seen.keyboard:
        return back()
    last = history[-1].action if history else None
    if isinstance(last, Scroll) and last.direction == "up" and seen.more_above:
        return Scroll(direction="up")
    if seen.more_below:
        return Scroll(direction="down")
    if seen.more_above:
        return Scroll(direction="up")
    return back()


def tap_or_seek(seen: Observation, history: Sequence[Step], label: str, *kinds: Kind) -> Action:
    """Tap what has this label, looking for it if it is not in sight."""
    element = find(seen, label, *kinds)
    return tap(element) if element else seek(seen, history)


def fill(seen: Observation, history: Sequence[Step], label: str, text: str) -> Action | None:
    """Make a field hold exactly this text."""
    field = find(seen, label, "field")
    if field is None:
        return seek(seen, history)
    return None if field.text == text else TypeText(element=field.index, text=text)


def tapped(history: Iterable[Step]) -> Iterable[tuple[Step, Element]]:
    """(step, element) of every tap, long or double ones too, that was carried out, oldest first."""
    for step in history:
        if isinstance(step.action, Tap | LongPress | DoubleTap) and step.outcome is not None and step.outcome.status == "done":
            yield step, step.observation.elements[step.action.element]


def stray_switch(seen: Observation, history: Sequence[Step], *wanted: str) -> Element | None:
    """A switch in sight that was flipped on the way though it is none of those wanted, and stands as it was flipped."""
    before: dict[tuple[str, str], bool | None] = {}
    for step, element in tapped(history):
        if element.kind in ("switch", "checkbox") and element.label not in wanted:
            before.setdefault((step.observation.title, element.label), element.checked)
    for element in seen.elements:
        key = (seen.title, element.label)
        # One that is disabled was switched by the phone: it follows what holds it.
        if element.kind in ("switch", "checkbox") and element.enabled and key in before and element.checked != before[key]:
            return element
    return None


def screen_before(history: Sequence[Step], app: str, titles: Callable[[str], bool]) -> str | None:
    """The title of an app's latest screen in the history whose title passes the test: what lies behind its dialog."""
    screens = (step.observation for step in reversed(history))
    return next((screen.title for screen in screens if screen.package == PACKAGES[app] and titles(screen.title)), None)
