"""Messages: conversations by text with people and with senders that have no number."""

from typing import Final

from devices.sim.app import App
from devices.sim.screens import messages_chat, messages_list
from devices.sim.screens.messages_store import MESSAGE, THREAD, remember_threads
from devices.sim.system import System
from devices.state import Facts, State


def _settle(system: System, given: State) -> None:
    """A notification that says what a message says is about its conversation."""
    remember_threads(system)
    for entity in system.entities("notification"):
        facts = system.facts[entity]
        if facts["app"] == APP.package:
            for message in system.entities("message"):
                said = system.facts[message]
                if said["text"] == facts["text"] and not said["sent"]:
                    system.concern(entity, "chat", str(said["address"]))


def _receive(system: System, text: str, subject: str) -> None:
    """Ask whom a shared text goes to."""
    system.open("choose", text)


def _message(address: str, text: str, time: str, sent: bool = False, read: bool = True) -> Facts:
    return {**MESSAGE, "address": address, "text": text, "time": time, "sent": sent, "read": read}


_BASELINE: Final[State] = {
    "message/1": _message("555-0112", "Are you coming to the book club on Thursday?", "2026-02-28T18:12"),
    "message/2": _message("555-0112", "Yes, I'll bring cake", "2026-02-28T18:20", sent=True),
    "message/3": _message("555-0134", "The keys are under the mat", "2026-03-01T08:05"),
    "message/4": _message("PARCEL", "Your parcel arrives today between 2 and 4 pm.", "2026-03-02T07:30", read=False),
}

APP = App(
    "com.android.messaging",
    "Messages",
    {
        "main": messages_list.main,
        "archived": messages_list.archived,
        "list_menu": messages_list.list_menu,
        "starred": messages_list.starred,
        "new": messages_list.new,
        "choose": messages_list.choose,
        "chat": messages_chat.chat,
        "menu": messages_chat.menu,
        "details": messages_chat.details,
        "delete": messages_chat.delete,
    },
    kinds={"message": MESSAGE, "thread": THREAD},
    baseline=_BASELINE,
    settle=_settle,
    colour="#1a73e8",
    draft=("new", {"recipient_text": "555"}),
    receive=_receive,
)
