"""Tasks in Mail as they are played: the solutions with a task's parameters, and the mistakes made in them."""

from collections.abc import Sequence
from typing import Final

from devices.action import Action, Answer, Done
from devices.observation import Observation
from tasks.navigate import find_id, press, tap, tapped
from tasks.params import people, several
from tasks.solutions import mail as way
from tasks.task import Params, Solver
from tasks.trace import Step
from tasks.words import plain

ASIDE: Final = "Parking"
"""Subject of a mail that no task is about, from the person whom tasks are about."""


def address(first: str, last: str) -> str:
    """The address of a person on the phone."""
    return f"{plain(first)}.{plain(last)}@example.org"


def name(params: Params) -> str:
    """The person whom the task is about: the first, where it names two."""
    first, last = _person(params)
    return f"{first} {last}"


def _person(params: Params) -> tuple[str, str]:
    if "pair" in params:
        first, last, _ = people(params["pair"])[0]
        return first, last
    return str(params["first_name"]), str(params["last_name"])


def own_address(params: Params) -> str:
    """That person's address."""
    return address(*_person(params))


def recipient(params: Params) -> tuple[str, str]:
    """(name, address) of the second of the two people whom the task names."""
    first, last, _ = people(params["pair"])[1]
    return f"{first} {last}", address(first, last)


def others(params: Params) -> list[tuple[str, str]]:
    """(name, address) of the other people on the phone, none of them with the address of somebody whom the task is about."""
    taken = {own_address(params)} if "first_name" in params else set()
    if "pair" in params:
        taken = {own_address(params), recipient(params)[1]}
    found: dict[str, str] = {}
    for first, last, _ in people(params["others"]):
        if address(first, last) not in taken:
            found.setdefault(address(first, last), f"{first} {last}")
    return [(who, where) for where, who in found.items()]


def subjects(params: Params) -> list[str]:
    """The subjects of the mails that a task names together, or whose sender it names."""
    return [str(subject) for subject in several(params["subjects"])]


def before(params: Params) -> list[str]:
    """Those of them that came before the day that the task names: the first two."""
    return subjects(params)[:2]


# Solutions


def _new(params: Params) -> dict[str, str]:
    return {"to": str(params["to"]), "cc": "", "subject": str(params["subject"]), "body": str(params["body"])}


def compose(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    return way.compose(seen, history, _new(params), {})


def compose_to_contact(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    copy, copied = recipient(params)
    texts = {"to": own_address(params), "cc": copied, "subject": str(params["subject"]), "body": str(params["body"])}
    return way.compose(seen, history, texts, {"to": name(params), "cc": copy})


def save_draft(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    return way.save_draft(seen, history, _new(params))


def reply(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    texts = {"to": own_address(params), "cc": "", "subject": f"Re: {params['subject']}", "body": str(params["body"])}
    return way.answer_mail(seen, history, "Reply", str(params["subject"]), texts, {})


def forward(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    who, where = recipient(params)
    return _forward(seen, params, history, who, where)


def _forward(seen: Observation, params: Params, history: Sequence[Step], who: str, where: str) -> Action:
    texts = {"to": where, "cc": "", "subject": f"Fwd: {params['subject']}", "body": str(params["body"])}
    return way.answer_mail(seen, history, "Forward", str(params["subject"]), texts, {"to": who})


def archive_sender(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    return way.act_on(seen, history, subjects(params), "action_archive")


def delete_before(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    return way.act_on(seen, history, before(params), "action_delete")


def restore(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    return way.act_on(seen, history, [str(params["subject"])], "action_to_inbox", "Bin")


def star(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    return way.star(seen, history, str(params["subject"]))


def empty_bin(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    return way.empty_bin(seen, history)


def total(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    return way.read_body(seen, history, str(params["subject"]), lambda text: text.partition("Total: ")[2].split()[0])


def unread_senders(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    return way.unread_senders(seen, history, {who: place < 2 for place, (who, _) in enumerate(others(params))})


def no_attachment(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    return way.no_attachment(seen, history, str(params["subject"]))


# Mistakes


def cut(params: Params) -> Params:
    return {"body": str(params["body"])[:-1]}


def other_address(params: Params) -> Params:
    """The address of the same person somewhere else."""
    return {"to": str(params["to"]).replace("@example.", "@mail.example.")}


def subject_as_body(params: Params) -> Params:
    return {"subject": params["body"], "body": params["subject"]}


def never_sends(solver: Solver) -> Solver:
    """Fills everything in, and leaves the form standing."""

    def solve(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
        action, send = solver(seen, params, history), find_id(seen, "send", "button")
        return Done() if send is not None and action == tap(send) else action

    return solve


def discards(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    """Writes the draft and throws it away."""
    if any(element.resource_id == "android:id/button2" for _, element in tapped(history)):
        return Done()
    action = save_draft(seen, params, history)
    yes = find_id(seen, "android:id/button1", "button")
    return press(seen, "Discard") or action if yes is not None and action == tap(yes) else action


def without_copy(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    texts = {"to": own_address(params), "cc": "", "subject": str(params["subject"]), "body": str(params["body"])}
    return way.compose(seen, history, texts, {"to": name(params)})


def swapped_copy(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    """The mail goes to whom the copy was for."""
    copy, copied = recipient(params)
    texts = {"to": copied, "cc": own_address(params), "subject": str(params["subject"]), "body": str(params["body"])}
    return way.compose(seen, history, texts, {"to": copy, "cc": name(params)})


def new_instead_of_reply(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    texts = {"to": own_address(params), "cc": "", "subject": f"Re: {params['subject']}", "body": str(params["body"])}
    return way.compose(seen, history, texts, {})


def reply_aside(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    return reply(seen, params | {"subject": ASIDE}, history)


def forward_to_third(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    who, where = others(params)[0]
    return _forward(seen, params, history, who, where)


def archive_first(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    return way.act_on(seen, history, subjects(params)[:1], "action_archive")


def archive_more(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    return way.act_on(seen, history, [*subjects(params), "Hello 0"], "action_archive")


def delete_instead(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    return way.act_on(seen, history, subjects(params), "action_delete")


def delete_first(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    return way.act_on(seen, history, subjects(params)[:1], "action_delete")


def delete_until(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    """Deletes what came on the day itself as well."""
    return way.act_on(seen, history, subjects(params)[:3], "action_delete")


def archive_before(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    return way.act_on(seen, history, before(params), "action_archive")


def star_aside(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    return way.star(seen, history, ASIDE)


def delete_one(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    return way.act_on(seen, history, [str(params["subject"])], "action_delete")


def archive_one(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    return way.act_on(seen, history, [str(params["subject"])], "action_archive")


def delete_hello(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    """Deletes a mail of somebody else."""
    return way.act_on(seen, history, ["Hello 0"], "action_delete")


def archive_aside(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    return way.act_on(seen, history, [ASIDE], "action_archive")


def restore_aside(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    return way.act_on(seen, history, ["Old offer"], "action_to_inbox", "Bin")


def cancels(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    """Goes as far as the question whether to empty the bin, and says no."""
    if any(element.resource_id == "android:id/button2" for _, element in tapped(history)):
        return Done()
    action, yes = empty_bin(seen, params, history), find_id(seen, "android:id/button1", "button")
    return press(seen, "Cancel") or action if yes is not None and action == tap(yes) else action


def goods_only(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    return way.read_body(seen, history, str(params["subject"]), lambda text: text.partition("Goods: ")[2].split()[0])


def total_aside(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    return way.read_body(seen, history, "Invoice of last month", lambda text: text.partition("Total: ")[2].split()[0])


def with_archived(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    """Names the sender of an archived mail as well."""
    action = unread_senders(seen, params, history)
    if history and isinstance(history[-1].action, Answer):
        return Done()
    return Answer(text=f"{action.text}, {others(params)[2][0]}") if isinstance(action, Answer) else action


def forward_anyway(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    return forward(seen, params | {"body": "Let me know what you think."}, history)


def forward_file_aside(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    return forward(seen, params | {"subject": ASIDE, "body": "Where can I leave the car?"}, history)
