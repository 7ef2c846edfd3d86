"""A hand for tests: uses the phone by labels, as a person would."""

from devices.action import Action, Drag, OpenApp, Outcome, PressKey, Scroll, Tap, TypeText, Wait
from devices.device import Setup
from devices.observation import Element, Observation
from devices.sim import SimulatedPhone
from devices.state import Value


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
