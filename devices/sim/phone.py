"""The simulated phone: a `devices.device.Device` in this process, exact and repeatable."""

import unicodedata
from collections.abc import Callable
from typing import Final

from devices.action import (
    Action,
    Answer,
    Direction,
    Done,
    DoubleTap,
    Drag,
    LongPress,
    OpenApp,
    Outcome,
    PressKey,
    Scroll,
    Swipe,
    Tap,
    TypeText,
    Wait,
)
from devices.device import Setup
from devices.elements import observe
from devices.observation import Element, Observation
from devices.resolve import name, resolve
from devices.sim.app import LAUNCHER
from devices.sim.build import Target
from devices.sim.layout import Frame, Layout, layout
from devices.sim.setup import near, prepare
from devices.sim.system import System
from devices.sim.widgets import Button, Buttons, Choice, Field, Fields, Grid, Icons, Pad, Picture, Radios, Row, Screen, Slider
from devices.state import State, StateChange

_DONE: Final = Outcome(status="done")
FINGER: Final[dict[Direction, Direction]] = {"up": "down", "down": "up", "left": "right", "right": "left"}
"""The way in which a finger moves to show what lies in a direction: content follows the finger."""
_SHARE: Final = 0.7  # of the list's height that one swipe scrolls by


class SimulatedPhone:
    """A small Android. It begins as `reset` leaves it with an empty set-up."""

    def __init__(self) -> None:
        self.reset(Setup())

    @property
    def name(self) -> str:
        """``sim``."""
        return "sim"

    def reset(self, setup: Setup) -> None:
        """Begin anew: nothing that happened before is left.

        Raises:
            DeviceError: the set-up asks for what this phone does not have.
        """
        self._system: System = prepare(setup)
        self._setup = setup
        self._frame: Frame | None = None
        self._observation: Observation | None = None

    def observe(self) -> Observation:
        """Look at the screen."""
        if self._observation is None:
            look = self._setup.layout
            self._observation = observe(self.frame().tree, look.width, look.height)
        return self._observation

    def frame(self) -> Frame:
        """The page in front, laid out."""
        if self._frame is None:
            self._frame = self._layout().frame(self._system, self._system.page)
        return self._frame

    def _layout(self) -> Layout:
        look = self._setup.layout
        return layout(look.width, look.height, look.density, float(self._system.settings()["font_scale"]))

    def state(self) -> State:
        """All facts, as they are now."""
        return {entity: dict(facts) for entity, facts in self._system.facts.items()}

    def changes(self) -> list[StateChange]:
        """The journal since `reset`, oldest first."""
        return list(self._system.journal)

    def screenshot(self) -> bytes:
        """The screen as PNG."""
        from devices.sim.draw import draw  # only pictures need Pillow

        return draw(self._system, self._layout())

    def close(self) -> None:
        """There is nothing to let go of."""

    def act(self, action: Action, seen: Observation) -> Outcome:
        """Do one action; the phone's clock goes on by a second, or by as long as was asked to wait."""
        system = self._system
        before, changes = self.observe(), len(system.journal)
        outcome = self._do(action, seen)
        if outcome is _DONE and not isinstance(action, Wait | Answer | Done) and len(system.journal) == changes:
            after = self.observe()
            if after is before or _same(before, after):
                outcome = Outcome(status="no_effect", reason="neither the screen nor the phone's state changed")
        if system.pass_time(action.seconds if isinstance(action, Wait) else 1) or self.frame().timed:
            self._touched()
        system.step += 1
        return outcome

    def _touched(self) -> None:
        """What is on the screen may have changed: it is laid out anew when next looked at."""
        self._frame = None
        self._observation = None

    def _do(self, action: Action, seen: Observation) -> Outcome:
        match action:
            case Tap(element=index) | LongPress(element=index):
                # Nothing on this phone listens for a long press, and such a view takes one as a tap when the finger lifts.
                return self._on(index, seen, lambda element: self._tap(*element.tap))
            case DoubleTap(element=index):
                return self._on(index, seen, lambda element: self._double_tap(*element.tap))
            case TypeText():
                return self._on(action.element, seen, lambda element: self._type(element, action))
            case Drag():
                return self._drag(action, seen)
            case Swipe(direction=direction):
                return self._swipe(direction)
            case Scroll(direction=direction):
                return self._swipe(FINGER[direction])
            case PressKey(key=key):
                return self._key(key)
            case OpenApp():
                return self._open_app(action.name)
            case Wait() | Answer() | Done():
                return _DONE

    def _on(self, index: int, seen: Observation, do: Callable[[Element], Outcome]) -> Outcome:
        found = resolve(seen, index, self.observe())
        if isinstance(found, Outcome):
            return found
        if not found.enabled:
            return Outcome(status="refused", reason=f"{name(found)} is disabled")
        return do(found)

    def target(self, x: int, y: int) -> Target | None:
        """What a touch at a point of the screen reaches."""
        for target in self.frame().targets:
            left, top, right, bottom = target.rect
            if left <= x < right and top <= y < bottom:
                return target
        return None

    def touch(self, x: int, y: int) -> None:
        """Touch a point of the screen briefly."""
        frame, system = self.frame(), self._system
        if system.keyboard and y >= self._layout().metrics.height - self._layout().metrics.keyboard:
            return
        left, top, right, bottom = frame.window
        if not (left <= x < right and top <= y < bottom):
            self._back()  # beside a dialog: it closes
            return
        target = self.target(x, y)
        if target is not None:
            self._use(target, x)

    def _use(self, target: Target, x: int) -> None:
        widget, (part, _, number) = target.widget, target.part.partition(":")
        match widget:
            case Row():
                act = widget.on_control if part == "control" else widget.on_tap
                if act is not None and widget.enabled:
                    act()
            case Button() if part == "back":
                self._back()
                return
            case Button() if widget.enabled:
                widget.on_tap()
            case Buttons() if widget.items[int(number)].enabled:
                widget.items[int(number)].on_tap()
            case Choice():
                widget.on_tap()
            case Radios():
                widget.items[int(number)][2]()
            case Icons():
                widget.items[int(number)][1]()
            case Grid():
                widget.items[int(number)].on_tap()
            case Pad():
                line, _, column = number.partition(":")
                button = widget.rows[int(line)][int(column)]
                if button.enabled:
                    button.on_tap()
            case Picture() if widget.on_tap is not None:
                widget.on_tap()
            case Slider() if widget.enabled:
                left, _, right, _ = target.rect
                widget.on_set(min(100, max(0, round(100 * (x - left) / (right - left)))))
            case Field() | Fields():
                field = _field(target)
                if field.enabled:
                    self._system.focus_on(field.name)
        self._touched()

    def _tap(self, x: int, y: int) -> Outcome:
        self.touch(x, y)
        return _DONE

    def _double_tap(self, x: int, y: int) -> Outcome:
        page = self._system.page
        self.touch(x, y)
        # A page that opens under the finger takes some time to come up: the second tap still goes to the one before.
        if self._system.page is page:
            self.touch(x, y)
        return _DONE

    def _type(self, element: Element, action: TypeText) -> Outcome:
        target = self.target(*element.tap)
        if element.kind != "field" or target is None or not isinstance(target.widget, Field | Fields):
            return Outcome(status="refused", reason=f"{name(element)} is not a field: only fields take text")
        field = _field(target)
        wrong = _untypable(action.text, field)
        if wrong:
            return Outcome(status="refused", reason=wrong)
        self._system.focus_on(field.name)
        field.on_change(action.text)
        self._touched()
        return self._key("enter") if action.enter else _DONE

    def _drag(self, action: Drag, seen: Observation) -> Outcome:
        if (action.to_element is None) == (action.to_percent is None):
            return Outcome(
                status="refused", reason="a drag goes either to an element or to a percentage: give one of to_element and to_percent"
            )

        def drag(element: Element) -> Outcome:
            target = self.target(*element.tap)
            slider = target.widget if target is not None and isinstance(target.widget, Slider) else None
            if action.to_percent is not None:
                if slider is None:
                    return Outcome(status="refused", reason=f"{name(element)} is not a slider: only sliders are set to a percentage")
                slider.on_set(action.to_percent)
                self._touched()
                return _DONE
            assert action.to_element is not None
            end = resolve(seen, action.to_element, self.observe())
            if isinstance(end, Outcome):
                return end
            if slider is not None and target is not None:
                self._use(target, end.tap[0])
            else:
                self._scroll(element.tap[1] - end.tap[1])
            return _DONE

        return self._on(action.element, seen, drag)

    def _scroll(self, distance: int) -> None:
        """Move the list's content up by so many pixels, as far as it goes."""
        frame = self.frame()
        scroll = min(max(frame.page.scroll + distance, 0), frame.most)
        if scroll != frame.page.scroll:
            frame.page.scroll = scroll
            self._touched()

    def _swipe(self, finger: Direction) -> Outcome:
        frame = self.frame()
        if finger in ("up", "down"):
            distance = int((frame.viewport[3] - frame.viewport[1]) * _SHARE)
            self._scroll(distance if finger == "up" else -distance)
        elif isinstance(frame.surface, Screen) and frame.surface.tabs:
            tab = frame.surface.tab + (1 if finger == "left" else -1)
            if 0 <= tab < len(frame.surface.tabs):
                frame.surface.tabs[tab].on_tap()
                self._touched()
        return _DONE

    def _back(self) -> None:
        system, back = self._system, self.frame().surface.on_back
        if system.keyboard:
            system.keyboard = False
        elif back is not None:
            back()
        else:
            system.close()
        self._touched()

    def _key(self, key: str) -> Outcome:
        system = self._system
        if key == "back":
            self._back()
        elif key == "home":
            system.home()
        elif key == "recents":
            system.home()
            system.open("recents")
        else:
            self._enter()
        self._touched()
        return _DONE

    def _enter(self) -> None:
        field = self._focused()
        if field is None:
            return
        if field.multiline:
            field.on_change(field.text + "\n")
        elif field.on_enter is not None:
            field.on_enter()
        else:
            self._system.keyboard = False

    def _focused(self) -> Field | None:
        """The field that keys go to."""
        return next((field for field in self.frame().surface.fields if field.name == self._system.focus), None)

    def _open_app(self, label: str) -> Outcome:
        system = self._system
        labels = {app.label: app.package for app in system.apps.values() if app.package != LAUNCHER}
        if label not in labels:
            return Outcome(status="refused", reason=f"no app is called {label!r}{near(label, labels)}")
        system.launch(labels[label])
        self._touched()
        return _DONE


def _field(target: Target) -> Field:
    """The field that a target is."""
    widget = target.widget
    if isinstance(widget, Fields):
        return widget.items[int(target.part.partition(":")[2])]
    assert isinstance(widget, Field)
    return widget


def _untypable(text: str, field: Field) -> str:
    """Why a field does not take a text; empty if it does."""
    if "\n" in text and not field.multiline:
        return f"the field {field.label!r} holds one line: the text has a line break"
    for letter in text:
        if letter != "\n" and unicodedata.category(letter) in ("Cc", "Cs", "Cn"):
            return f"the text holds U+{ord(letter):04X}, which no keyboard types"
    return ""


def _same(a: Observation, b: Observation) -> bool:
    """Whether two looks show the same."""
    return (a.elements, a.title, a.package, a.keyboard, a.more_above, a.more_below) == (
        b.elements,
        b.title,
        b.package,
        b.keyboard,
        b.more_above,
        b.more_below,
    )
