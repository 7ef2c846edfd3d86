"""Tasks in Messages as they are played: the solutions with a task's parameters, and the mistakes made in them."""

from collections.abc import Sequence
from typing import Final

from devices.action import Action, Done
from devices.observation import Observation
from devices.sim.screens.messages_store import plain_number
from devices.state import Value
from tasks.navigate import find_id, press, tap, tapped
from tasks.params import people
from tasks.solutions import messages as way
from tasks.task import Params, Solver
from tasks.trace import Step

ASIDE: Final = "Fine by me"
"""A message beside the one that a task is about."""


def name(params: Params) -> str:
    """The person whom the task is about."""
    return f"{params['first_name']} {params['last_name']}"


def targets(params: Params) -> list[tuple[str, str]]:
    """(name, number) of the people whom the task names together."""
    return [(f"{first} {last}", phone) for first, last, phone in people(params["targets"])]


def others(params: Params) -> list[tuple[str, str]]:
    """(name, number) of the other people on the phone, none of them with the name or number of somebody whom the task is about."""
    meant = targets(params) if "targets" in params else [(name(params), str(params["phone"]))]
    taken = {value for who, number in meant for value in (who, plain_number(number))}
    return [
        (f"{first} {last}", phone)
        for first, last, phone in people(params["others"])
        if f"{first} {last}" not in taken and plain_number(phone) not in taken
    ]


def other(params: Params) -> tuple[str, str]:
    """The first of the others."""
    return others(params)[0]


def topical(params: Params) -> str:
    """The message that a task is about."""
    return f"{params['topic']}: {params['text']}"


def swapped(phone: str) -> str:
    """The number with one digit changed."""
    return phone[:-1] + str((int(phone[-1]) + 1) % 10)


def code_text(code: Value) -> str:
    """A message that tells a code, at the end where the list of conversations does not show it."""
    return f"Never share this code with anybody, not even with us: {code}"


# Solutions


def send(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    return way.begin(seen, history, name(params), str(params["phone"]), str(params["text"]))


def send_to_number(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    return way.begin(seen, history, "", plain_number(str(params["phone"])), str(params["text"]))


def reply(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    return way.reply(seen, history, name(params), str(params["text"]))


def forward(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    (writer, _), (recipient, _) = targets(params)
    return way.forward(seen, history, writer, topical(params), recipient)


def star(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    return way.star(seen, history, name(params), topical(params))


def delete_message(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    return way.erase_message(seen, history, name(params), topical(params))


def delete_chat(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    return way.erase_chat(seen, history, name(params))


def mute(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    return way.flag(seen, history, name(params), "Muted", "action_mute")


def pin(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    return way.flag(seen, history, name(params), "Pinned", "action_pin")


def archive(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    return way.archive(seen, history, [who for who, _ in targets(params)])


def find_code(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    return way.find_text(seen, history, str(params["sender"]), code_text(params["code"]), lambda row: row.label.rpartition(" ")[2])


def when_sent(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    return way.find_text(seen, history, name(params), topical(params), way.clock)


def count_unread(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    return way.count_unread(seen, history, unread(params))


def unread(params: Params) -> dict[str, int]:
    """Name → how many messages of somebody are unread: the person meant and the first of the others wrote some."""
    return {name(params): int(params["unread"]), **{who: 0 for who, _ in others(params)}, other(params)[0]: int(params["more"])}


def wrote_today(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    return way.wrote_today(seen, history, name(params))


def reply_to_nobody(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    return way.reply_to_nobody(seen, history, name(params))


# Mistakes


def as_other(params: Params) -> Params:
    """Somebody else who is there."""
    who, phone = other(params)
    first, _, last = who.partition(" ")
    return {"first_name": first, "last_name": last, "phone": phone, "others": "[]"}


def cut(params: Params) -> Params:
    return {"text": str(params["text"])[:-1]}


def never_sends(solver: Solver) -> Solver:
    """Types everything, and leaves it unsent."""

    def solve(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
        action, send = solver(seen, params, history), find_id(seen, "send_message_button", "button")
        return Done() if send is not None and action == tap(send) else action

    return solve


def cancels(solver: Solver) -> Solver:
    """Goes as far as the question whether to delete, and says no."""

    def solve(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
        action, yes = solver(seen, params, history), find_id(seen, "android:id/button1", "button")
        if yes is not None and action == tap(yes):
            return press(seen, "Cancel") or action
        return Done() if any(e.resource_id == "android:id/button2" for _, e in tapped(history)) else action

    return solve


def star_aside(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    return way.star(seen, history, name(params), ASIDE)


def delete_aside(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    return way.erase_message(seen, history, name(params), ASIDE)


def forward_aside(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    (writer, _), (recipient, _) = targets(params)
    return way.forward(seen, history, writer, ASIDE, recipient)


def forward_to_third(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    return way.forward(seen, history, targets(params)[0][0], topical(params), other(params)[0])


def delete_forwarded(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    return way.erase_message(seen, history, targets(params)[0][0], topical(params))


def when_aside(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    return way.find_text(seen, history, name(params), ASIDE, way.clock)


def old_code(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    return way.find_text(seen, history, str(params["sender"]), code_text(params["old_code"]), lambda row: row.label.rpartition(" ")[2])


def looks_in(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    return way.open_chat(seen, history, name(params)) or Done()


def count_one(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    """Counts the messages of one conversation only."""
    return way.count_unread(seen, history, {name(params): int(params["unread"])})


def archive_first(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    return way.archive(seen, history, [targets(params)[0][0]])


def archive_more(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    return way.archive(seen, history, [*(who for who, _ in targets(params)), other(params)[0]])


def archive_others(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    return way.archive(seen, history, [who for who, _ in others(params)[:2]])


def delete_first(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    return way.erase_chat(seen, history, targets(params)[0][0])


def archive_one(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    return way.archive(seen, history, [name(params)])


def delete_one(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    """Deletes one message of the conversation."""
    return way.erase_message(seen, history, name(params), "Yes, it is")


def unpin(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    if any(element.resource_id.endswith(":id/action_pin") for _, element in tapped(history)):
        return Done()
    button = find_id(seen, "action_pin", "button")
    return way.choose(seen, history, [name(params)]) or (tap(button) if button else Done())
