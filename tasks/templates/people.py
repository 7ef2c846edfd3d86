"""Tasks about the people in Contacts: looking them up, reaching them, and those who are not there."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from devices.action import Action, Done
from devices.device import Setup
from devices.observation import Observation
from devices.state import State
from tasks.answers import answer_number, answer_text
from tasks.conditions import created, fact
from tasks.mistakes import answers, in_turn, usual
from tasks.navigate import on, press
from tasks.oracle import Oracle
from tasks.params import FirstName, LastName, Param, People, Phone, several
from tasks.params import Several as SeveralOf
from tasks.solutions import contacts as go
from tasks.solutions.address_book import book, crowd, others, person, similar_people
from tasks.task import Params, Solver, Task, Wrong
from tasks.trace import Step

_NAMES: Mapping[str, Param] = {"first_name": FirstName(), "last_name": LastName(), "phone": Phone()}


def _as_other(solver: Solver) -> Solver:
    """Plays the solution on somebody else who is there."""

    def solve(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
        first, last, phone = others(params)[0]
        return solver(seen, params | {"first_name": first, "last_name": last, "phone": phone}, history)

    return solve


def _complete(solver: Solver) -> Solver:
    """Sees that it cannot be done, and says that it is done."""

    def solve(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
        action = solver(seen, params, history)
        return Done() if isinstance(action, Done) else action

    return solve


def _first_name_only(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    return answers(go.name_of_number, str(params["first_name"]))(seen, params, history)


def _one_too_many(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    return answers(go.count_named, str(len(several(params["family"])) + 1))(seen, params, history)


def _counts_all(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    """Counts everybody in sight."""
    rows = sum(e.kind == "row" for e in seen.elements) if on(seen, go.LIST) else 0
    return answers(go.count_named, str(rows + 1))(seen, params, history)


def _only_looks(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    """Opens the page, and leaves it at that."""
    return go.to_page(seen, history, go.full_name(params)) or Done()


def _hangs_up_and_again(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    return press(seen, "End call") or in_turn(go.call, go.call)(seen, params, history)


def _writes(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    """Adds a number to the one without."""
    return go.edit("Phone", "number")(seen, params | {"number": "555-0100"}, history)


def _family(params: Params) -> Setup:
    """The members of a family among the others."""
    last = str(params["last_name"])
    people = [person(str(first), last, f"555-02{i:02}") for i, first in enumerate(several(params["family"]))]
    known = {key: facts for key, facts in book(params, None).facts.items() if facts["last_name"] != last}
    return Setup(clear=("contact",), facts={**known, **{f"contact/{i}": one for i, one in enumerate(people, start=50)}})


def _like_family(params: Params) -> State:
    """People whose names begin with the family's, or who bear it as a first name."""
    last = str(params["last_name"])
    likely = (("Petra", f"{last}son"), (last, "Quandt"), ("Ruben", f"{last}-Quandt"))
    return {f"contact/{i}": person(first, name, f"555-03{i}") for i, (first, name) in enumerate(likely, start=100)}


def _details(params: Params) -> str:
    return f"{params['first_name']} {params['last_name']}\n{params['phone']}"


def _with_clipboard(setup: Setup) -> Setup:
    return replace(setup, facts={**setup.facts, "clipboard": {"text": ""}})


def _stops_at_copy(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    """Opens the share sheet, and takes that for it."""
    action = go.copy_details(seen, params, history)
    return Done() if action == press(seen, "Copy") else action


TASKS = (
    Task(
        id="people.whose_number",
        apps=("contacts",),
        kind="question",
        goals=(
            "Whose number is {phone}? Answer with the full name.",
            "Who in my contacts has the phone number {phone}? Answer with first and last name.",
            "Somebody called me from {phone}. Look up in Contacts who that is, and answer with the name only.",
        ),
        params={**_NAMES, "others": People(3, 4)},
        setup=lambda params: book(params, params["phone"]),
        oracle=lambda params: Oracle(answer=answer_text(go.full_name(params))),
        solve=go.name_of_number,
        wrong=(
            Wrong("somebody else", _as_other(go.name_of_number)),
            Wrong("the first name only", _first_name_only),
            Wrong("the number", answers(go.name_of_number, "the number above")),
            *usual("Contacts", go.name_of_number),
        ),
        distractors=similar_people,
        filler=crowd,
    ),
    Task(
        id="people.count_family",
        apps=("contacts",),
        kind="question",
        goals=(
            "How many of my contacts have the last name {last_name}? Answer with the number.",
            "Count the contacts whose last name is {last_name}, and answer with the number only.",
            "How many people called {last_name} by last name are in Contacts? Answer with a number.",
        ),
        params={"last_name": LastName(), "family": SeveralOf(FirstName(), 2, 5), "others": People(2, 4)},
        setup=_family,
        oracle=lambda params: Oracle(answer=answer_number(len(several(params["family"])), ("contacts", "contact", "people", "person"))),
        solve=go.count_named,
        wrong=(
            Wrong("one too many", _one_too_many),
            Wrong("everybody in sight", _counts_all),
            Wrong("a word instead of a number", answers(go.count_named, "a few")),
            *usual("Contacts", go.count_named),
        ),
        distractors=_like_family,
        filler=crowd,
    ),
    Task(
        id="people.call",
        apps=("contacts",),
        kind="create",
        goals=(
            "Call {first_name} {last_name}.",
            "Ring {first_name} {last_name} from Contacts.",
            "Start a phone call to my contact {first_name} {last_name}.",
        ),
        params={**_NAMES, "others": People(3, 4)},
        setup=lambda params: book(params, params["phone"]),
        oracle=lambda params: Oracle(goal=created("call", {"number": params["phone"]})),
        solve=go.call,
        wrong=(
            Wrong("calls somebody else", _as_other(go.call)),
            Wrong("calls somebody else first", in_turn(_as_other(go.call), go.call)),
            Wrong("only looks at the number", _only_looks),
            Wrong("calls twice", _hangs_up_and_again),
            *usual("Contacts", go.call),
        ),
        distractors=similar_people,
        filler=crowd,
    ),
    Task(
        id="people.call_without_number",
        apps=("contacts",),
        kind="infeasible",
        goals=(
            "Call {first_name} {last_name} from Contacts.",
            "Ring {first_name} {last_name} on the number in my contacts.",
            "Phone {first_name} {last_name}, whose number is in Contacts.",
        ),
        params={**_NAMES, "others": People(3, 4)},
        setup=lambda params: book(params, "", email="reach.me@example.com"),
        oracle=lambda params: Oracle(demand="infeasible"),
        solve=go.call,
        wrong=(
            Wrong("calls somebody else instead", _as_other(go.call)),
            Wrong("says that the call was made", _complete(go.call)),
            Wrong("makes up a number", in_turn(_writes, go.call)),
            Wrong("makes up a number, then refuses", in_turn(_writes, lambda seen, params, history: Done(status="infeasible"))),
        ),
        distractors=similar_people,
        filler=crowd,
    ),
    Task(
        id="people.delete_missing",
        apps=("contacts",),
        kind="infeasible",
        goals=(
            "Delete the contact {first_name} {last_name}.",
            "Remove {first_name} {last_name} from my contacts.",
            "Take {first_name} {last_name} out of Contacts.",
        ),
        params={**_NAMES, "others": People(3, 4)},
        setup=lambda params: book(params, None),
        oracle=lambda params: Oracle(demand="infeasible"),
        solve=go.look_in_vain,
        wrong=(
            Wrong("deletes somebody else", _as_other(go.delete)),
            Wrong("deletes somebody else, then refuses", in_turn(_as_other(go.delete), go.look_in_vain)),
            Wrong("creates and deletes the one", in_turn(go.create, go.delete)),
            Wrong("says that it is done", _complete(go.look_in_vain)),
        ),
        distractors=similar_people,
        filler=crowd,
    ),
    Task(
        id="people.copy_details",
        apps=("contacts",),
        kind="copy",
        goals=(
            "Copy the contact details of {first_name} {last_name} to the clipboard: share the contact and choose Copy.",
            "Put name and number of my contact {first_name} {last_name} on the clipboard, by Share and Copy.",
            "Use the share sheet of {first_name} {last_name} in Contacts to copy the details.",
        ),
        params={**_NAMES, "others": People(3, 4)},
        setup=lambda params: _with_clipboard(book(params, params["phone"])),
        oracle=lambda params: Oracle(goal=fact("clipboard", "text", _details(params))),
        solve=go.copy_details,
        wrong=(
            Wrong("copies somebody else", _as_other(go.copy_details)),
            Wrong("copies them, then somebody else", in_turn(go.copy_details, _as_other(go.copy_details))),
            Wrong("only opens the page", _only_looks),
            Wrong("opens the share sheet and goes no further", _stops_at_copy),
            *usual("Contacts", go.copy_details),
        ),
        distractors=similar_people,
        filler=crowd,
    ),
)
