"""What an agent can do to a phone, and what came of it.

Each action is a tool of the same name. An element is named by its number in the observation that the agent saw.
"""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

Direction = Literal["up", "down", "left", "right"]
Key = Literal["back", "home", "enter", "recents", "notifications", "quick_settings", "wake"]


class _Action(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=False)


class Tap(_Action):
    """Tap an element."""

    tool: Literal["tap"] = "tap"
    element: int = Field(ge=0, description="number of the element")


class DoubleTap(_Action):
    """Tap an element twice quickly."""

    tool: Literal["double_tap"] = "double_tap"
    element: int = Field(ge=0, description="number of the element")


class LongPress(_Action):
    """Press an element and hold it."""

    tool: Literal["long_press"] = "long_press"
    element: int = Field(ge=0, description="number of the element")


class TypeText(_Action):
    """Replace the text of a field by exactly this text."""

    tool: Literal["type_text"] = "type_text"
    element: int = Field(ge=0, description="number of the field")
    text: str = Field(max_length=4096, description="the text, exactly as it shall stand in the field")
    enter: bool = Field(default=False, description="press Enter afterwards")


class Swipe(_Action):
    """Move a finger across the screen. The direction is that of the finger."""

    tool: Literal["swipe"] = "swipe"
    direction: Direction = Field(description="direction in which the finger moves")


class Scroll(_Action):
    """Scroll to see more. The direction is that in which more content is wanted: down shows what is below."""

    tool: Literal["scroll"] = "scroll"
    direction: Direction = Field(description="where the content to be seen lies")


class Drag(_Action):
    """Drag one element to where another is, or a slider to a share of its length."""

    tool: Literal["drag"] = "drag"
    element: int = Field(ge=0, description="number of the element to drag")
    to_element: int | None = Field(default=None, ge=0, description="number of the element to drag it to")
    to_percent: int | None = Field(default=None, ge=0, le=100, description="for a slider: the wanted share of its length, in percent")


class PressKey(_Action):
    """Press a key of the phone."""

    tool: Literal["press_key"] = "press_key"
    key: Key = Field(description="the key")


class OpenApp(_Action):
    """Open an app by the name under its icon."""

    tool: Literal["open_app"] = "open_app"
    name: str = Field(max_length=200, description="the app's name, as the launcher shows it")


class Wait(_Action):
    """Wait for the phone."""

    tool: Literal["wait"] = "wait"
    seconds: int = Field(default=1, ge=1, le=60, description="how long, in seconds")


class Answer(_Action):
    """Answer the question that the task asks."""

    tool: Literal["answer"] = "answer"
    text: str = Field(max_length=4096, description="the answer")


class Done(_Action):
    """Say that the task is complete, or that it cannot be done. This ends the episode."""

    tool: Literal["done"] = "done"
    status: Literal["complete", "infeasible"] = Field(default="complete", description="complete, or infeasible if it cannot be done")


Action = Annotated[
    Tap | DoubleTap | LongPress | TypeText | Swipe | Scroll | Drag | PressKey | OpenApp | Wait | Answer | Done,
    Field(discriminator="tool"),
]
ACTIONS: tuple[type[_Action], ...] = (Tap, DoubleTap, LongPress, TypeText, Swipe, Scroll, Drag, PressKey, OpenApp, Wait, Answer, Done)
TOOLS: dict[str, type[_Action]] = {kind.model_fields["tool"].default: kind for kind in ACTIONS}
_ADAPTER: TypeAdapter[Action] = TypeAdapter(Action)

Status = Literal["done", "no_effect", "stale", "refused", "failed"]


class Outcome(BaseModel):
    """What came of an action.

    Attributes:
        status: ``done``; ``no_effect`` when neither screen nor state changed; ``stale`` when the element is gone; ``refused`` when the
            phone does not take it (a disabled element, an unknown app); ``failed`` when it was tried and went wrong.
        reason: one sentence, empty for ``done``.
    """

    model_config = ConfigDict(frozen=True)
    status: Status
    reason: str = ""


def parse_action(fields: dict[str, object]) -> Action:
    """The action that ``{"tool": …, argument: value, …}`` describes.

    Raises:
        pydantic.ValidationError: an unknown tool, or an argument that is missing, unknown or out of range.
    """
    return _ADAPTER.validate_python(fields)


def describe(action: Action) -> str:
    """One line for a person: ``tap #7``, ``type_text #3 "Anna Lee"``."""
    given = action.model_dump(exclude={"tool"}, exclude_defaults=True, exclude_none=True)
    return " ".join([action.tool, *(_argument(name, value) for name, value in given.items())])


def _argument(name: str, value: object) -> str:
    match name:
        case "element" | "to_element":
            return f"#{value}"
        case "text" | "name":
            return f'"{value}"'
        case "enter":
            return "then Enter"
        case _:
            return str(value)
