"""The simulated phone: a `devices.device.Device` in this process, exact and repeatable."""

import unicodedata
from collections.abc import Callable
from functools import lru_cache
from typing import Final

from devices.action import (
    Action,
    Answer,
    Direction,
    Done,
    DoubleTap,
    Drag,
    Key,
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
from devices.sim.language import MIRRORED
from devices.sim.layout import Frame, Layout, layout
from devices.sim.panels import SYSTEM_UI
from devices.sim.setup import near, prepare
from devices.sim.system import System
from devices.sim.touch import act_of, field_of, held_act_of, select, slide
from devices.sim.widgets import Field, Screen, Slider
from devices.state import State, StateChange
from devices.tree import HIERARCHY, Node

_DONE: Final = Outcome(status="done")
_BACK: Final = PressKey(key="back")
_WAKE: Final = PressKey(key="wake")
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
        self._untouched = 0  # seconds since the screen was last touched
        self._frame: Frame | None = None
        self._observation: Observation | None = None

    def observe(self) -> Observation:
        """Look at the screen."""
        if self._observation is None:
            width, height = self._size()
            tree = _dark(width, height) if self._system.asleep else self.frame().tree
            self._observation = observe(tree, width, height)
        return self._observation

    def frame(self) -> Frame:
        """The page in front, laid out; a screen that is off keeps it."""
        if self._frame is None:
            self._frame = self._layout().frame(self._system, self._system.page)
        return self._frame

    def _size(self) -> tuple[int, int]:
        """(width, height) of the screen in pixels, as the phone is held now."""
        look = self._setup.layout
        return (look.height, look.width) if self._system.turned else (look.width, look.height)

    def _layout(self) -> Layout:
        look = self._setup.layout
        return layout(
            *self._size(),
            look.density,
            float(self._system.settings()["font_scale"]),
            look.control == "checkbox",
            look.menu == "bottom",
            look.locale in MIRRORED,
        )

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
        looking = isinstance(action, Wait | Answer | Done)
        outcome = self._do(action, seen)
        if outcome is _DONE and not looking and len(system.journal) == changes:
            after = self.observe()
            if after is before or _same(before, after):
                outcome = Outcome(status="no_effect", reason="neither the screen nor the phone's state changed")
        seconds = action.seconds if isinstance(action, Wait) else 1
        if system.pass_time(seconds) or (not system.asleep and self.frame().timed):
            self._touched()
        self._untouched = self._untouched + seconds if looking else 0
        if self._untouched >= int(system.settings()["screen_timeout"]) and not system.asleep and not self._kept_on():
            system.asleep = True
            self._touched()
        system.step += 1
        return outcome

    def _kept_on(self) -> bool:
        """Whether the page in front keeps the screen on."""
        surface = self.frame().surface
        return isinstance(surface, Screen) and surface.awake

    def _touched(self) -> None:
        """What is on the screen may have changed: it is laid out anew when next looked at."""
        self._frame = None
        self._observation = None

    def _do(self, action: Action, seen: Observation) -> Outcome:
        system = self._system
        if system.asleep and not isinstance(action, Wait | Answer | Done):
            return self._wake(action)
        # Whatever is done next, the menu of a selection closes; only a touch or the back key may be meant for it.
        if system.selection is not None and not isinstance(action, Tap | DoubleTap | Wait | Answer | Done) and action != _BACK:
            system.selection = None
            self._touched()
        match action:
            case Tap(element=index):
                return self._on(index, seen, lambda element: self._tap(*element.tap))
            case LongPress(element=index):
                return self._on(index, seen, self._hold)
            case DoubleTap(element=index):
                return self._on(index, seen, lambda element: self._double_tap(*element.tap))
            case TypeText():
                return self._on(action.element, seen, lambda element: self._type(element, action))
            case Drag():
                return self._drag(action, seen)
            case Swipe(direction=direction):
                return self._swipe(direction, by_hand=True)
            case Scroll(direction=direction):
                return self._swipe(FINGER[direction])
            case PressKey(key=key):
                return self._key(key)
            case OpenApp():
                return self._open_app(action.name)
            case Wait() | Answer() | Done():
                return _DONE

    def _wake(self, action: Action) -> Outcome:
        """What a screen that is off does with a touch or a key."""
        if action != _WAKE:
            return Outcome(status="refused", reason="the screen is off: only the wake key switches it on")
        self._system.asleep = False
        self._touched()
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
        target = self._reach(x, y)
        if target is not None:
            self._use(target, x)

    def _reach(self, x: int, y: int) -> Target | None:
        """What a finger at a point reaches; beside a dialog or a selection it closes that."""
        frame, system = self.frame(), self._system
        if system.keyboard and y >= self._layout().metrics.height - self._layout().metrics.keyboard:
            return None
        target = self.target(x, y)
        if system.selection is not None and (target is None or target.part not in ("menu", "cover")):
            system.selection = None
            self._touched()
        left, top, right, bottom = frame.window
        if target is None and not (left <= x < right and top <= y < bottom):
            self._back()
        return target

    def _use(self, target: Target, x: int) -> None:
        field, act = field_of(target), act_of(target)
        if target.part == "back":
            self._back()
            return
        if act is not None:
            act()
        elif field is not None and field.enabled:
            self._system.focus_on(field.name)
        elif isinstance(target.widget, Slider) and target.widget.enabled:
            slide(target.widget, target, x, self._layout().mirrored)
        self._touched()

    def _hold(self, element: Element) -> Outcome:
        target = self._reach(*element.tap)
        if target is None:
            return _DONE
        field, act = field_of(target), held_act_of(target)
        if act is not None:
            act()
        elif field is not None or target.part == "text":
            if field is not None:
                self._system.focus_on(field.name)
            select(self._system, target)
        else:
            # Nothing listens for a long press here, and such a view takes one as a tap when the finger lifts.
            self._use(target, element.tap[0])
        self._touched()
        return _DONE

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
        field = field_of(target) if element.kind == "field" and target is not None else None
        if field is None:
            return Outcome(status="refused", reason=f"{name(element)} is not a field: only fields take text")
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

    def _swipe(self, finger: Direction, by_hand: bool = False) -> Outcome:
        """Move a finger over the page; ``by_hand`` tells a swipe from the wish to scroll, which never leaves the page."""
        frame, system = self.frame(), self._system
        if finger in ("up", "down"):
            if by_hand and finger == "down" and system.page.app.package == LAUNCHER and frame.page.scroll == 0:
                system.show("notifications")
                self._touched()
                return _DONE
            distance = int((frame.viewport[3] - frame.viewport[1]) * _SHARE)
            self._scroll(distance if finger == "up" else -distance)
        elif isinstance(frame.surface, Screen) and frame.surface.tabs:
            onwards = "right" if self._layout().mirrored else "left"
            tab = frame.surface.tab + (1 if finger == onwards else -1)
            if 0 <= tab < len(frame.surface.tabs):
                frame.surface.tabs[tab].on_tap()
                self._touched()
        return _DONE

    def _back(self) -> None:
        system, back = self._system, self.frame().surface.on_back
        if system.selection is not None:
            system.selection = None
        elif system.keyboard:
            system.keyboard = False
        elif back is not None:
            back()
        else:
            system.close()
        self._touched()

    def _key(self, key: Key) -> Outcome:
        system = self._system
        match key:
            case "back":
                self._back()
            case "home":
                system.home()
            case "recents":
                system.home()
                system.open("recents")
            case "notifications" | "quick_settings":
                system.show(key)
            case "enter":
                self._enter()
            case "wake":
                return _DONE
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
        installed = [app for app in system.apps.values() if app.package != LAUNCHER]
        # An app goes by the name under its icon, and by its English one.
        labels = {app.label: app.package for app in installed} | {system.say(app.label): app.package for app in installed}
        if label not in labels:
            return Outcome(status="refused", reason=f"no app is called {label!r}{near(label, labels)}")
        system.launch(labels[label])
        self._touched()
        return _DONE


@lru_cache(maxsize=32)
def _dark(width: int, height: int) -> Node:
    """The tree of a screen that is off."""
    window = Node("android.widget.FrameLayout", (0, 0, width, height), package=SYSTEM_UI.package)
    return Node(HIERARCHY, children=(window,), rotation=int(width > height))


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
