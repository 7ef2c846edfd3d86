"""How an action compares with the reference solution's in the same state: what single decisions and failures are told by."""

from dataclasses import dataclass
from functools import cache

from devices.action import Action, Answer, Done, DoubleTap, Drag, OpenApp, Tap, Wait
from devices.observation import Observation
from devices.sim.language import wordings
from tasks.answers import AnswerRule
from tasks.navigate import PACKAGES


@dataclass(frozen=True, slots=True)
class Agreement:
    """What an action has in common with the right one. None where the right one leaves nothing of that kind to choose.

    Attributes:
        tool: it is the same tool.
        object: it names the same element, and for a drag the same target.
        value: same tool, and every argument that is no element: text, app, key, direction, share of a slider, answer, status. How long to
            wait is no choice; an answer that the task accepts is as good as the reference's own words.
        stop: it says done exactly where the right one does.
    """

    tool: bool
    object: bool | None
    value: bool | None
    stop: bool

    @property
    def right(self) -> bool:
        """Whether nothing differs."""
        return self.tool and self.object is not False and self.value is not False


def agreement(action: Action | None, right: Action, seen: Observation, answer: AnswerRule | None = None) -> Agreement:
    """Compare an action with the right one on the same screen.

    Args:
        action: None where none could be read: it is wrong in all that there was to choose.
        right: the reference solution's.
        seen: the screen that both name their elements on.
        answer: what the task accepts as an answer, None where it asks for none.
    """
    right = meant(right, seen)
    action = None if action is None else meant(action, seen)
    tool = action is not None and action.tool == right.tool
    named, wanted = _named(action), _named(right)
    value = _value(right)
    return Agreement(
        tool=tool,
        object=named == wanted if wanted else None,
        value=None if value is None else tool and (_value(action) == value or _accepted(action, answer)),
        stop=isinstance(action, Done) == isinstance(right, Done),
    )


def meant(action: Action, seen: Observation) -> Action:
    """The action, or the one that does the same by a tool made for it: a tap on an app's icon opens the app, be it a double one.

    What a long press on an icon does is for each launcher to say: it is taken for what it is.
    """
    if (
        isinstance(action, Tap | DoubleTap)
        and action.element < len(seen.elements)
        and (icon := seen.elements[action.element]).kind == "app"
    ):
        return OpenApp(name=icon.label)
    return action


@cache
def package_of(name: str) -> str | None:
    """The package of the app of this name, in whatever language, None where no app is called so."""
    return next((package for label, package in PACKAGES.items() if name in wordings(label)), None)


def _named(action: Action | None) -> tuple[int, ...]:
    """The elements that an action names."""
    numbers = (getattr(action, "element", None), getattr(action, "to_element", None))
    return tuple(number for number in numbers if number is not None)


def _value(action: Action | None) -> object:
    """What an action says beside its tool and its elements, None where it has nothing more to say."""
    match action:
        case None | Wait():
            return None
        case OpenApp():
            return package_of(action.name) or action.name
        case Drag():
            return action.to_percent
        case _:
            return tuple(sorted(action.model_dump(exclude={"tool", "element"}).items())) or None


def _accepted(action: Action | None, answer: AnswerRule | None) -> bool:
    return isinstance(action, Answer) and answer is not None and answer.accepts(action.text)
