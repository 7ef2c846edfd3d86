"""What forms share: picking one of a few values for a line, and the question before changes are thrown away.

A form keeps its texts and choices in its page's ``local``, by the names of the facts that they become.
"""

from collections.abc import Callable, Mapping
from functools import partial

from devices.sim.system import Page, System
from devices.sim.widgets import Button, Choice, Dialog
from devices.state import Value

Choices = Callable[[System, str], tuple[str, Mapping[Value, str]]]
"""For a key of the form: the dialog's title and the words for each value, as this phone shows them."""


def chooser(choices: Choices) -> Callable[[System, Page], Dialog]:
    """A screen that picks a value for the form below; the page's argument is the form's key."""

    def choose(system: System, page: Page) -> Dialog:
        (key,) = page.args
        title, labels = choices(system, key)
        below = system.stack[system.stack.index(page) - 1].local

        def take(value: Value) -> None:
            system.close()
            below[key] = value

        return Dialog(
            title,
            [Choice(label, below[key] == value, partial(take, value)) for value, label in labels.items()],
            [Button(system.say("Cancel"), system.close, "android:id/button2")],
        )

    return choose


def discard(system: System, page: Page) -> Dialog:
    """Asks before a form that was changed is left without saving."""

    def confirm() -> None:
        system.close()
        system.close()

    return Dialog(
        system.say("Discard your changes?"),
        buttons=[
            Button(system.say("Keep editing"), system.close, "android:id/button2"),
            Button(system.say("Discard"), confirm, "android:id/button1"),
        ],
    )


def leave_form(system: System, page: Page) -> None:
    """What the back key does in a form: asks where something was changed since ``local["at_first"]``."""
    if any(page.local[key] != value for key, value in page.local["at_first"].items()):
        system.open("discard")
    else:
        system.close()
