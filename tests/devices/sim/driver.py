"""A hand for tests: uses the phone by labels, as a person would, or at random; and what every look at the screen must satisfy."""

from random import Random

from devices.action import Action, Drag, LongPress, OpenApp, Outcome, PressKey, Scroll, Swipe, Tap, TypeText, Wait
from devices.device import Setup
from devices.observation import Element, Observation
from devices.sim import SimulatedPhone
from devices.sim.app import LAUNCHER, apps
from devices.state import Value

APPS = [app.label for app in apps().values() if app.package != LAUNCHER]
TEXTS = ["7", "30", "12", "Zoë 🙂", "", 'it\'s "100%s" & so', "שלום", "e\u0301"]


class Hand:
    """A phone, and what can be done to it in a few words."""

    def __init__(self, setup: Setup | None = None) -> None:
        self.phone = SimulatedPhone()
        self.phone.reset(setup or Setup())

    @property
    def look(self) -> Observation:
        return self.phone.observe()

    @property
    def labels(self) -> list[str]:
        return [element.label for element in self.look.elements]

    def all(self, label: str, kind: str | None = None) -> list[Element]:
        return [element for element in self.look.elements if element.label == label and kind in (None, element.kind)]

    def find(self, label: str, kind: str | None = None) -> Element:
        found = self.all(label, kind)
        assert found, f"{label!r} is not among {self.labels}"
        return found[0]

    def do(self, action: Action) -> Outcome:
        return self.phone.act(action, self.look)

    def sure(self, action: Action) -> None:
        outcome = self.do(action)
        assert outcome.status == "done", outcome

    def tap(self, *labels: str, kind: str | None = None) -> None:
        for label in labels:
            self.sure(Tap(element=self.find(label, kind).index))

    def open(self, app: str, *labels: str) -> None:
        self.sure(OpenApp(name=app))
        self.tap(*labels)

    def type(self, field: str, text: str, enter: bool = False) -> None:
        self.sure(TypeText(element=self.find(field, "field").index, text=text, enter=enter))

    def slide(self, slider: str, percent: int) -> None:
        self.sure(Drag(element=self.find(slider, "slider").index, to_percent=percent))

    def back(self) -> None:
        self.sure(PressKey(key="back"))

    def wait(self, seconds: int) -> None:
        self.sure(Wait(seconds=seconds))

    def scroll_to(self, label: str) -> Element:
        while not self.all(label):
            self.sure(Scroll(direction="down"))
        return self.find(label)

    def fact(self, entity: str, key: str) -> Value:
        return self.phone.state()[entity][key]

    def changed(self) -> dict[str, tuple[Value | None, Value | None]]:
        """What the journal holds beside the app in front: name → (before, after)."""
        return {f"{c.entity}.{c.key}": (c.before, c.after) for c in self.phone.changes() if c.entity != "screen"}


def check_look(phone: SimulatedPhone, seen: Observation) -> None:
    """What every look must satisfy: each thing once, with words, on the screen, and where a tap reaches it and nothing else."""
    reached = []
    for position, element in enumerate(seen.elements):
        box = element.bounds
        assert element.index == position
        assert 0 <= box.left < box.right <= seen.width
        assert 0 <= box.top < box.bottom <= seen.height
        assert box.contains(*element.tap)
        assert "\n" not in element.label
        assert element.label, f"an element without words: {element}"
        if element.kind != "text":
            target = phone.target(*element.tap)
            assert target is not None, f"nothing takes a tap on {element}"
            left, top, right, bottom = target.rect
            assert left <= box.left, f"{element} is not what {target} is"
            assert top <= box.top, f"{element} is not what {target} is"
            assert box.right <= right, f"{element} is not what {target} is"
            assert box.bottom <= bottom, f"{element} is not what {target} is"
            reached.append((target.rect, target.part))
    assert len({element.key for element in seen.elements}) == len(seen.elements)
    assert len(set(reached)) == len(reached), "two elements lead to the same thing"


def wander(seen: Observation, draw: Random) -> Action:
    """A likely next action: mostly taps on what is there, text into fields, moving about."""
    kind, count = draw.random(), len(seen.elements)
    if not count:
        return PressKey(key="wake")
    fields = [element.index for element in seen.elements if element.kind == "field"]
    if kind < 0.55:
        return Tap(element=draw.randrange(count))
    if kind < 0.62:
        return LongPress(element=draw.randrange(count))
    if kind < 0.72 and fields:
        return TypeText(element=draw.choice(fields), text=draw.choice(TEXTS), enter=draw.random() < 0.3)
    if kind < 0.8:
        return Scroll(direction=draw.choice(["down", "down", "up", "left", "right"]))
    if kind < 0.83:
        return Swipe(direction=draw.choice(["down", "up", "left", "right"]))
    if kind < 0.86:
        return Drag(element=draw.randrange(count), to_element=draw.randrange(count))
    if kind < 0.88:
        return Drag(element=draw.randrange(count), to_percent=draw.randrange(101))
    if kind < 0.95:
        return PressKey(key=draw.choice(["back", "back", "back", "enter", "recents", "notifications", "quick_settings", "home"]))
    if kind < 0.97:
        return Wait(seconds=draw.choice([1, 5, 60]))
    return OpenApp(name=draw.choice(APPS))
