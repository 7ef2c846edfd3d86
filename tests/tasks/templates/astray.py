"""An agent that goes astray by labels, as a person would, and then gives way to the reference solution."""

from collections.abc import Callable

from devices.action import Action, Done, LongPress, OpenApp, PressKey, Scroll, Tap, TypeText
from devices.sim import SimulatedPhone
from tasks import registry
from tasks.oracle import judge
from tasks.suite import trial
from tasks.task import Variation
from tasks.trace import Step, Trace
from tasks.variation import BASE


class Astray:
    """A trial, and what was done in it so far."""

    def __init__(self, task: str, seed: int = 0, varied: Variation = BASE) -> None:
        self.trial = trial(registry.task(task), seed, varied)
        self.phone = SimulatedPhone()
        self.phone.reset(self.trial.setup)
        self.initial = {entity: dict(facts) for entity, facts in self.phone.state().items()}
        self.steps: list[Step] = []
        self.told = len(self.phone.changes())

    def do(self, action: Action) -> "Astray":
        """Act, whatever comes of it."""
        seen = self.phone.observe()
        outcome = self.phone.act(action, seen)
        journal = self.phone.changes()
        self.steps.append(Step(len(self.steps), seen, "", action, (), outcome, tuple(journal[self.told :])))
        self.told = len(journal)
        return self

    def _at(self, label: str, *kinds: str) -> int:
        elements = self.phone.observe().elements
        place = next((e.index for e in elements if e.label == label and e.enabled and (e.kind in kinds or not kinds)), None)
        assert place is not None, f"{label!r} is not among {[e.label for e in elements]}"
        return place

    def open(self, app: str) -> "Astray":
        return self.do(OpenApp(name=app))

    def tap(self, *labels: str) -> "Astray":
        for label in labels:
            self.do(Tap(element=self._at(label, "button", "row", "tab", "radio")))
        return self

    def hold(self, label: str) -> "Astray":
        return self.do(LongPress(element=self._at(label, "row", "button")))

    def flip(self, label: str) -> "Astray":
        return self.do(Tap(element=self._at(label, "switch", "checkbox")))

    def type(self, field: str, text: str) -> "Astray":
        return self.do(TypeText(element=self._at(field, "field"), text=text))

    def back(self) -> "Astray":
        return self.do(PressKey(key="back"))

    def cannot_see(self, label: str) -> bool:
        """Whether something is out of sight; fails where the list ends without it."""
        seen = self.phone.observe()
        there = any(element.label == label and element.kind == "row" for element in seen.elements)
        assert there or seen.more_below, f"{label!r} is nowhere"
        return not there

    def scroll_to(self, label: str) -> "Astray":
        """Scroll down until a row is in sight."""
        while self.cannot_see(label):
            self.do(Scroll(direction="down"))
        return self

    @property
    def made(self) -> list[str]:
        """The entities that are there now and were not at the start, the first one made first."""
        return [entity for entity in self.phone.state() if entity not in self.initial]

    def name_of(self, kind: str) -> str:
        """What the first thing of a kind that was made on the way is called."""
        facts = self.phone.state()[next(entity for entity in self.made if entity.startswith(f"{kind}/"))]
        return str(facts["title"] if "title" in facts else facts["name"])

    def finish(self) -> "Astray":
        """Let the reference go on until it is about to say done."""
        return self.until(lambda: False)

    def until(self, reached: Callable[[], bool], limit: int = 60) -> "Astray":
        """Let the reference go on until something is reached, or it is about to say done."""
        solve, taken = registry.task(self.trial.task).solve, len(self.steps)
        while len(self.steps) < taken + limit and not reached():
            action = solve(self.phone.observe(), self.trial.params, self.steps)
            if isinstance(action, Done):
                break
            self.do(action)
        return self

    def fault(self) -> str:
        """Why the reference, taking over now, does not come to its goal; empty where it does."""
        self.finish()
        action = registry.task(self.trial.task).solve(self.phone.observe(), self.trial.params, self.steps)
        ended = isinstance(action, Done)
        self.do(action)
        trace = Trace(self.initial, tuple(self.steps), self.phone.state(), "done" if ended else "step_limit")
        verdict = judge(registry.oracle(self.trial), trace)
        return "" if verdict.passed else verdict.reason
