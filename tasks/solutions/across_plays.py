"""Tasks across apps as they are played: each end with a task's parameters, and the mistakes made on the way to it."""

from collections.abc import Callable, Sequence
from datetime import datetime

from devices.action import Action, Answer, Done, TypeText
from devices.observation import Observation
from devices.sim.language import money
from devices.state import Facts, Value
from tasks import scenes
from tasks.answers import AnswerRule
from tasks.navigate import PACKAGES, find, find_id, seek, tap, to_app
from tasks.params import people, several
from tasks.scenes import full_name
from tasks.solutions import across as way
from tasks.solutions import browser, calendar, clock, contacts, files, mail, maps, messages, notes, settings, shopping, todo
from tasks.solutions.across import Part
from tasks.spans import WHENS, days_on, later, span
from tasks.task import Params, Solver
from tasks.trace import Step


def changed(part: Part, change: Callable[[Params], Params]) -> Part:
    """An end with other parameters than those of the task."""
    return lambda seen, params, history: part(seen, params | change(params), history)


# Sources


def reads_message(text: Callable[[Params], str]) -> Part:
    return lambda seen, params, history: way.read_message(seen, history, full_name(params["person"]), text(params))


def read_mail(seen: Observation, params: Params, history: Sequence[Step]) -> Action | None:
    return way.read_mail(seen, history, str(params["subject"]))


def reads_note(body: Callable[[Params], str]) -> Part:
    return lambda seen, params, history: way.read_note(seen, history, str(params["title"]), body(params))


def read_number(seen: Observation, params: Params, history: Sequence[Step]) -> Action | None:
    return way.read_number(seen, history, full_name(params["person"]))


def read_hours(seen: Observation, params: Params, history: Sequence[Step]) -> Action | None:
    place = params["place"]
    return way.read_line(seen, history, scenes.web(place, HOURS), scenes.web_title(place, HOURS), str(params["weekday"]))


HOURS, DOWNLOADS = "hours", "downloads"


def tomorrow(params: Params) -> str:
    return WHENS["tomorrow"](datetime.fromisoformat(str(params["now"])).date()).isoformat()


def read_tomorrow(seen: Observation, params: Params, history: Sequence[Step]) -> Action | None:
    found = way.read_day(seen, history, tomorrow(params), str(params["now"]))
    return None if isinstance(found, list) else found


# Ends


def texts(text: Callable[[Params], str], to: str = "friend") -> Part:
    """Writes to somebody with whom there is a conversation."""
    return lambda seen, params, history: messages.reply(seen, history, full_name(params[to]), text(params))


def save_place(seen: Observation, params: Params, history: Sequence[Step]) -> Action | None:
    return maps.save_place(seen, params, history)


def shares_note(body: Callable[[Params], str]) -> Part:
    return lambda seen, params, history: way.share_note(seen, history, str(params["title"]), body(params), full_name(params["friend"]))


def sets_alarm(time: Callable[[Params], str]) -> Part:
    return lambda seen, params, history: clock.set_alarm(seen, {"time": time(params)}, history)


def deletes_alarm(time: Callable[[Params], str]) -> Part:
    return lambda seen, params, history: clock.delete_alarm(seen, {"time": time(params)}, history)


def join(seen: Observation, params: Params, history: Sequence[Step]) -> Action | None:
    return settings.join(seen, history, str(params["name"]), str(params["password"]))


def download(seen: Observation, params: Params, history: Sequence[Step]) -> Action | None:
    url, title = scenes.web(params["place"], DOWNLOADS), scenes.web_title(params["place"], DOWNLOADS)
    return way.download(seen, history, url, title, str(params["label"]), file_name(params), f"Documents/{params['folder']}")


def file_name(params: Params) -> str:
    """The name of the file that is downloaded."""
    return f"{str(params['label']).casefold().replace(' ', '-')}.pdf"


def moves_download(target: Callable[[Params], str], name: Callable[[Params], str] = file_name) -> Part:
    """Moves what was downloaded; the message that tells of it leads to its folder."""

    def part(seen: Observation, params: Params, history: Sequence[Step]) -> Action | None:
        if seen.package == PACKAGES["Browser"] and browser.on_web(seen) and (button := find(seen, "Open folder", "button")):
            return tap(button)
        return files.move(seen, {"name": name(params), "folder": browser.DOWNLOAD_FOLDER, "target": target(params)}, history)

    return part


def downloads_and_moves(target: Callable[[Params], str]) -> Solver:
    """Downloads a file and moves it; from the beginning again where it was deleted, to which `in_order` would not go back."""
    moves = moves_download(target)
    return lambda seen, params, history: download(seen, params, history) or moves(seen, params, history) or Done()


def creates_event(facts: Callable[[Params], Facts]) -> Part:
    return lambda seen, params, history: calendar.create(seen, history, facts(params))


def move_event(seen: Observation, params: Params, history: Sequence[Step]) -> Action | None:
    return calendar.edit(seen, history, str(params["title"]), str(params["day"]), {"date": new_day(params)})


def new_day(params: Params) -> str:
    """The day that an appointment is moved to."""
    return days_on(params["day"], int(params["shift"]))


def add_items(seen: Observation, params: Params, history: Sequence[Step]) -> Action | None:
    wanted = zip(several(params["names"]), several(params["counts"]), strict=False)
    return next((action for name, count in wanted if (action := shopping.add(seen, history, {"name": name, "quantity": count}))), None)


def create_contact(seen: Observation, params: Params, history: Sequence[Step]) -> Action | None:
    return contacts.create(seen, signature(params), history)


def signature(params: Params) -> Params:
    """What the end of a mail tells of its writer."""
    first, last, phone = people(params["person"])[0]
    address = params.get("address", scenes.address_of(params["person"]))
    return {"first_name": first, "last_name": last, "phone": phone, "email": address, "company": params["company"]}


def reply(seen: Observation, params: Params, history: Sequence[Step]) -> Action | None:
    subject = str(params["subject"])
    form = {"to": scenes.address_of(params["person"]), "cc": "", "subject": f"Re: {subject}", "body": str(params["text"])}
    return mail.answer_mail(seen, history, "Reply", subject, form, {})


def add_todos(seen: Observation, params: Params, history: Sequence[Step]) -> Action | None:
    titles, name = several(params["titles"]), params["list"]
    return next((action for title in titles if (action := todo.add(seen, history, {"title": title, "list": name}))), None)


def tick(seen: Observation, params: Params, history: Sequence[Step]) -> Action | None:
    title = had(params)
    return todo.tick(seen, history, str(params["list"]), lambda label: label == title, [title])


def next_one(params: Params) -> Params:
    """The one after that is taken for the one that is done."""
    return {"had": (int(params["had"]) + 1) % 3}


def tick_two(seen: Observation, params: Params, history: Sequence[Step]) -> Action | None:
    """Ticks the one that is done already, and the next."""
    titles = [had(params), had(params | next_one(params))]
    return todo.tick(seen, history, str(params["list"]), lambda label: label in titles, titles)


def had(params: Params) -> str:
    """The one of several titles that is done already."""
    return str(several(params["titles"])[int(params["had"])])


def expression(params: Params) -> str:
    return f"{params['one']}×{params['other']}"


def calculate(seen: Observation, params: Params, history: Sequence[Step]) -> Action | None:
    return way.work_out(seen, history, expression(params), str(product(params)))


def writes_note(body: Callable[[Params], str]) -> Part:
    return lambda seen, params, history: notes.create(seen, {"title": params["title"], "lines": f'["{body(params)}"]'}, history)


def product(params: Params) -> int:
    return int(params["one"]) * int(params["other"])


# Answers


def _said(history: Sequence[Step], rule: AnswerRule) -> bool:
    said = [step.action.text for step in history if isinstance(step.action, Answer)]
    return bool(said) and rule.accepts(said[-1])


def asks_free(rule: Callable[[Params], AnswerRule]) -> Part:
    """Says whether nothing is in the calendar at the time."""

    def part(seen: Observation, params: Params, history: Sequence[Step]) -> Action | None:
        if _said(history, rule(params)):
            return None
        rows = way.read_day(seen, history, str(params["day"]), "")
        if not isinstance(rows, list):
            return rows
        times = (calendar.times_of(row.detail) for row in rows)
        return Answer(text="no" if any(each and each["start"] <= str(params["time"]) < each["end"] for each in times) else "yes")

    return part


def asks_cost(rule: Callable[[Params], AnswerRule]) -> Part:
    """Adds up what the items cost for one."""

    def part(seen: Observation, params: Params, history: Sequence[Step]) -> Action | None:
        if _said(history, rule(params)):
            return None
        found = shopping.prices_of(seen, history, several(params["names"]))
        return Answer(text=money(sum(found.values()))) if isinstance(found, dict) else found

    return part


def look_for_mail(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    """Looks in the inbox for a mail of the person meant, who sent none."""
    name = full_name(params["person"])
    if action := mail.to_folder(seen, history):
        return action
    field = find_id(seen, "search_mail", "field")
    if field is None:
        return seek(seen, history)
    if find_id(seen, "empty", "text") and field.text == name:
        return Done(status="infeasible")
    if field.text != name and (field.text or seen.more_above or seen.more_below):
        return TypeText(element=field.index, text=name)
    return seek(seen, history) if seen.keyboard or seen.more_below or seen.more_above else Done(status="infeasible")


# Mistakes


def as_other(params: Params) -> Params:
    """Somebody else in place of the person who is written to."""
    return {"friend": scenes.others(params)[0]}


def as_other_person(params: Params) -> Params:
    """Somebody else in place of the person whom the task is about."""
    return {"person": scenes.others(params)[0]}


def never_sends(solver: Solver) -> Solver:
    """Types everything, and leaves it unsent."""

    def solve(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
        action, send = solver(seen, params, history), find_id(seen, "send_message_button", "button")
        return Done() if send is not None and action == tap(send) else action

    return solve


def detour(app: str, solver: Solver) -> Solver:
    """Opens an app that must stay closed, then does all as it should be."""

    def solve(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
        opened = any(look.package == PACKAGES[app] for look in (seen, *(step.observation for step in history)))
        return (None if opened else to_app(seen, app)) or solver(seen, params, history)

    return solve


def answers_with(solver: Solver, answer: Callable[[Params], str]) -> Solver:
    """As the solution, but with another answer."""

    def solve(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
        if history and isinstance(history[-1].action, Answer):
            return Done()
        action = solver(seen, params, history)
        return Answer(text=answer(params)) if isinstance(action, Answer) else action

    return solve


def ends_well(part: Part) -> Part:
    """An end that says that it cannot be reached is taken for reached."""
    return lambda seen, params, history: None if isinstance(action := part(seen, params, history), Done) else action


def copies_download(seen: Observation, params: Params, history: Sequence[Step]) -> Action | None:
    """Copies what was downloaded instead of moving it."""
    target = f"Documents/{params['folder']}"
    return files.copy(seen, {"name": file_name(params), "folder": "Download", "target": target}, history)


def another(place: Value, places: Sequence[str]) -> str:
    """The next of some values."""
    return places[(places.index(str(place)) + 1) % len(places)]


def an_hour_before(params: Params) -> str:
    """The time that the alarm is asked for."""
    return later(str(params["time"]), -60)


def facts_of(params: Params) -> Facts:
    """The event that a message tells of."""
    times = span(params["span"])
    return {"title": params["title"], "date": params["day"], **times, "location": params["place"], "reminder": params["reminder"]}


def with_facts(**changes: Callable[[Params], Value]) -> Callable[[Params], Facts]:
    """That event with some facts changed."""
    return lambda params: facts_of(params) | {key: change(params) for key, change in changes.items()}


def a_day_late(key: str) -> Callable[[Params], Value]:
    return lambda params: days_on(params[key], 1)
