"""Tasks that pass through two apps or three and take fifteen steps or more: several things are read, and several are done with them."""

from collections.abc import Callable
from typing import Final

from devices.device import Setup
from devices.sim.screens.calendar_events import EVENT, REMINDERS
from devices.sim.screens.contacts_page import CONTACT
from devices.sim.screens.todo_editor import TODO
from devices.state import Facts, State, Value
from tasks.conditions import Condition, all_of, created, edited, the
from tasks.mistakes import usual
from tasks.oracle import Oracle
from tasks.params import Choice, Day, Integer, Place, Sentence, Several, ShortText, Title, people, several
from tasks.scenes import (
    FRIEND,
    PERSON,
    address_of,
    book,
    event,
    invitation,
    mail,
    mails,
    message,
    more_chats,
    more_events,
    more_mails,
    more_notes,
    named,
    note,
    notes,
    number_of,
    others,
    packed,
    swapped,
    written_day,
)  # fmt: skip
from tasks.solutions import across_plays as play
from tasks.solutions.across import Part, in_order
from tasks.solutions.across_plays import changed, facts_of, texts, with_facts
from tasks.spans import Span, days_on, later, span
from tasks.task import Params, Task, Wrong
from tasks.templates.across import in_front, people_and_chats, text_to, with_more

_DAYS: Final = Day("2026-03-05", "2026-06-20")

# An appointment from a message


def _event_from(facts: Facts) -> Condition:
    """That an event like this was made, all else as in any new one."""
    return created("event", {**EVENT, **facts})


def _text(params: Params) -> str:
    return str(params["text"])


def _appointments(params: Params) -> Setup:
    """A message that invites, in a calendar that is not empty."""
    facts: State = {
        "event/10": event("Dentist", days_on(params["day"], -2), "15:30", "16:15"),
        "event/11": event("Team meeting", days_on(params["day"], 1), "10:00", "10:30", calendar="work"),
    }
    return with_more(people_and_chats(params, invitation(params)), facts, "event")


def _other_invitations(params: Params) -> State:
    """Invitations by others to nearly the same."""
    later_on = invitation(params | {"day": days_on(params["day"], 7), "place": "Harbour Pier"})
    found: State = {
        f"message/{100 + i}": message(number_of(one), later_on, f"2026-02-27T1{i}:40") for i, one in enumerate(others(params)[:2])
    }
    return found | {"event/100": event(f"{params['title']} 2", params["day"], "07:10", "07:20")}


_read_invitation = play.reads_message(invitation)
_plan = in_order(_read_invitation, play.creates_event(facts_of), texts(_text, to="person"))
_reply = texts(_text, to="person")


def _planned(**facts: Callable[[Params], Value]) -> Part:
    return play.creates_event(with_facts(**facts))


def _twenty_late(params: Params) -> str:
    return later(span(params["span"])["start"], 20)


# A shopping list from a note


def _noted_goods(params: Params) -> str:
    counted = zip(several(params["counts"]), several(params["names"]), strict=False)
    return "\n".join(f"{count} × {name}" for count, name in counted)


def _goods_to_buy(params: Params) -> Setup:
    rest = [name for name in several(params["rest"]) if name not in several(params["names"])]
    items: State = {
        f"item/{10 + i}": {"name": name, "quantity": 2 + i, "price": 250 + 75 * i, "bought": i % 2 == 1, "category": "other"}
        for i, name in enumerate(rest)
    }
    return Setup(clear=("note", "item"), facts=items | notes(note(params["title"], _noted_goods(params))))


def _items(params: Params) -> Condition:
    counted = zip(several(params["names"]), several(params["counts"]), strict=False)
    fresh: Facts = {"price": 0, "bought": False, "category": "other"}
    return all_of(*(created("item", {"name": name, "quantity": count, **fresh}) for name, count in counted))


def _notes_like_it(params: Params) -> State:
    counts = [int(count) + 1 for count in several(params["counts"])]
    old = _noted_goods(params | {"counts": str(counts)})
    return {
        "note/100": note(f"{params['title']} 2", old, "2026-02-20T10:00:00"),
        "note/101": note(f"Old {params['title']}", old, "2026-01-20T10:00:00"),
    }


_read_goods = play.reads_note(_noted_goods)
_shop = in_order(_read_goods, play.add_items)


def _fewer(key: str, count: int = 1) -> Callable[[Params], Params]:
    """Without the last of several values."""
    return lambda params: {key: packed(several(params[key])[:-count])}


def _reversed(key: str) -> Callable[[Params], Params]:
    """Several values the other way round: the right ones, each in another's place."""
    return lambda params: {key: packed(several(params[key])[::-1])}


# A contact from a mail's signature


def _signed(params: Params) -> str:
    facts = play.signature(params)
    return (
        f"Hello,\n{params['question']}\n\n{facts['first_name']} {facts['last_name']}\n{facts['company']}\n"
        f"Phone: {facts['phone']}\n{facts['email']}"
    )


def _stranger_wrote(params: Params) -> Setup:
    """A mail by somebody who is no contact."""
    known = {entity: one for entity, one in book(params).items() if entity != "contact/10"}
    return Setup(clear=("contact", "mail"), facts=known | mails(params, params["subject"], _signed(params)))


def _new_contact(params: Params) -> Condition:
    return created("contact", {**CONTACT, **play.signature(params)})


def _answered(params: Params) -> Condition:
    reply = {"to": address_of(params["person"]), "cc": "", "subject": f"Re: {params['subject']}", "body": params["text"], "folder": "sent"}
    return created("mail", {**reply, "in_reply_to": "mail/10"})


def _colleague(params: Params) -> State:
    """A colleague's mail, from the same company with another number."""
    first, last, phone = "Ada", "Ahlberg", swapped(number_of(params["person"]))
    one = packed([[first, last, phone]])
    body = _signed(params | {"person": one})
    return {"mail/100": mail(one, f"{params['subject']} (2)", body, "2026-02-26T11:00")}


_enter = in_order(play.read_mail, play.create_contact, play.reply)


def _entered(change: Callable[[Params], Params]) -> Part:
    return changed(play.create_contact, change)


def _one_digit_wrong(params: Params) -> Params:
    first, last, phone = people(params["person"])[0]
    return {"person": packed([[first, last, swapped(phone)]]), "address": address_of(params["person"])}


# To-dos from a mail


def _wanted(params: Params) -> str:
    rows = [f"- {title}{' (I have it already)' if title == play.had(params) else ''}" for title in several(params["titles"])]
    return "\n".join(("For Saturday we need:", *rows, "Thank you!"))


def _wish_list(params: Params) -> Setup:
    name = params["list"]
    facts: State = {
        "todo_list/10": {"name": "Home"},
        "todo_list/11": {"name": name},
        "todo/10": {**TODO, "title": "Water the plants", "list": "Home"},
        "todo/11": {**TODO, "title": "Send the invitations", "list": name},
    }
    return Setup(
        clear=("contact", "mail", "todo", "todo_list"), facts=facts | book(params) | mails(params, params["subject"], _wanted(params))
    )


def _made_todos(params: Params) -> Condition:
    had = play.had(params)
    return all_of(
        *(created("todo", {**TODO, "title": title, "list": params["list"], "done": title == had}) for title in several(params["titles"]))
    )


def _other_wishes(params: Params) -> State:
    other = _wanted(params | {"titles": packed(["Balloons", "Straws", "Cups"])})
    return {
        "mail/100": mail(params["person"], f"{params['subject']} (old)", other, "2026-02-20T10:00"),
        "todo_list/100": {"name": f"{params['list']} 2"},
    }


_list_wishes = in_order(play.read_mail, play.add_todos, play.tick)


def _without_had(params: Params) -> Params:
    return {"titles": packed([title for title in several(params["titles"]) if title != play.had(params)])}


# A sum in a note


def _result(params: Params) -> str:
    return str(play.product(params))


def _notebook(params: Params) -> Setup:
    return Setup(clear=("note", "calculation"), facts=notes() | {"calculator": {"display": "", "memory": "0"}})


def _calculated(params: Params) -> Condition:
    """Somehow: either factor first, after a slip of the finger, with brackets."""
    return created("calculation", {"result": _result(params)})


def _noted(params: Params) -> Condition:
    return created("note", {"title": params["title"], "body": _result(params), "folder": "Personal", "pinned": False})


_note_result = in_order(play.calculate, play.writes_note(_result))


def _with_expression(params: Params) -> str:
    return f"{play.expression(params)}={_result(params)}"


# An appointment that is moved


def _moved_text(params: Params) -> str:
    old, new = written_day(params["day"]), written_day(play.new_day(params))
    return f"Hello,\n“{params['title']}” cannot take place on {old}. It is moved to {new}, at the same time.\nSorry!"


def _appointment(params: Params) -> Setup:
    times = span(params["span"])
    facts: State = {
        "event/10": event(params["title"], params["day"], **times, location=params["place"]),
        "event/11": event("Dentist", days_on(params["day"], 2), "15:30", "16:15"),
    }
    return with_more(people_and_chats(params), facts | mails(params, params["subject"], _moved_text(params)), "event", "mail")


def _moved(params: Params) -> Condition:
    return edited(the("event", title=params["title"], date=params["day"]), **{**EVENT, **_meant(params), "date": play.new_day(params)})


def _meant(params: Params) -> Facts:
    return {"title": params["title"], **span(params["span"]), "location": params["place"]}


def _appointments_like_it(params: Params) -> State:
    """The same appointment a month later, another of nearly its name on the day, and an older mail."""
    old = _moved_text(params | {"shift": int(params["shift"]) + 7})
    return {
        "event/100": event(params["title"], days_on(params["day"], 35), **span(params["span"])),
        "event/101": event(f"{params['title']} 2", params["day"], "21:00", "21:30"),
        "mail/100": mail(params["person"], f"{params['subject']} (old)", old, "2026-02-20T10:00"),
    }


_reschedule = in_order(play.read_mail, play.move_event, texts(_text))


def _second(params: Params) -> Facts:
    return {**_meant(params), "date": play.new_day(params)}


def _a_day_more(params: Params) -> Params:
    return {"shift": int(params["shift"]) + 1}


TASKS = (
    Task(
        id="across_long.plan_from_message",
        apps=("messages", "calendar"),
        kind="create",
        goals=(
            "{person} sent me a text message about “{title}”. Put it into my calendar under exactly this title, with the date, the times "
            "and "
            "the place from the message and the reminder “{reminder}”. Then reply to {person}: {text}",
            "Create a calendar event “{title}” from what {person} wrote in a text message: day, start, end and place as told there, "
            "reminder "
            "“{reminder}”. Afterwards text {person} back with exactly these words: {text}",
            "There is an invitation to “{title}” from {person} in Messages. Enter it in Calendar (title as given, date, times and place "
            "from "
            "the message, reminder “{reminder}”) and answer the message with: {text}",
        ),
        params={
            **PERSON,
            "title": Title(),
            "day": _DAYS,
            "span": Span(),
            "place": Place(),
            "reminder": Choice((5, 30, 60, 1440)),
            "text": Sentence(),
        },
        setup=_appointments,
        oracle=lambda params: Oracle(
            goal=all_of(_event_from(facts_of(params)), text_to(params["person"], _text(params))),
            milestones={
                "opens Messages": in_front("Messages"),
                "makes the event": _event_from(facts_of(params)),
                "answers": text_to(params["person"], _text(params)),
            },
        ),
        solve=_plan,
        wrong=(
            Wrong("a day late", in_order(_read_invitation, _planned(date=play.a_day_late("day")), _reply)),
            Wrong(
                "twenty minutes late",
                in_order(_read_invitation, _planned(start=_twenty_late), _reply),
            ),
            Wrong("no place", in_order(_read_invitation, _planned(location=lambda params: ""), _reply)),
            Wrong("the usual reminder", in_order(_read_invitation, _planned(reminder=lambda params: 10), _reply)),
            Wrong("makes the event and does not answer", in_order(_read_invitation, play.creates_event(facts_of))),
            Wrong("answers and makes no event", in_order(_read_invitation, _reply)),
            Wrong(
                "answers somebody else",
                in_order(_read_invitation, play.creates_event(facts_of), changed(_reply, play.as_other_person)),
            ),
            *usual("Messages", _plan),
        ),
        shown={**named("person"), "reminder": lambda minutes: REMINDERS[minutes]},
        distractors=_other_invitations,
        filler=lambda params, count: more_chats(params, count) | more_events(params["day"], count // 3),
    ),
    Task(
        id="across_long.shop_from_note",
        apps=("notes", "shopping"),
        kind="create_several",
        goals=(
            "Put everything from my note “{title}” on the shopping list, each thing with the quantity that the note says.",
            "My note “{title}” lists what to buy. Add every line to Shopping as an item of its own, with its quantity.",
            "Copy the note “{title}” to the Shopping app: one item for each line, name and quantity as written.",
        ),
        params={
            "title": Title(),
            "names": Several(ShortText(), 3, 4),
            "counts": Several(Integer(2, 60), 4, 4),
            "rest": Several(ShortText(), 2, 3),
        },
        setup=_goods_to_buy,
        oracle=lambda params: Oracle(
            goal=_items(params),
            milestones={"opens Notes": in_front("Notes"), "opens Shopping": in_front("Shopping"), "all items": _items(params)},
        ),
        solve=_shop,
        wrong=(
            Wrong("the last one is missing", in_order(_read_goods, changed(play.add_items, _fewer("names")))),
            Wrong("the quantities of each other", in_order(_read_goods, changed(play.add_items, _reversed("counts")))),
            Wrong("one of each", in_order(_read_goods, changed(play.add_items, lambda params: {"counts": packed([1] * 4)}))),
            Wrong("one thing more", in_order(_shop, changed(play.add_items, lambda params: {"names": packed(["Bag"]), "counts": "[1]"}))),
            Wrong("reads the note only", in_order(_read_goods)),
            *usual("Notes", _shop),
        ),
        distractors=_notes_like_it,
        filler=more_notes,
    ),
    Task(
        id="across_long.contact_from_mail",
        apps=("mail", "contacts"),
        kind="create",
        goals=(
            "Save whoever wrote the email “{subject}” as a contact: first and last name, company, phone and email from the signature. Then "
            "reply to the email with: {text}",
            "Make a new contact from the signature under the email “{subject}” (first name, last name, phone, email, company), and "
            "answer that "
            "email with exactly these words: {text}",
            "The email “{subject}” ends in its writer's details. Enter all of them in Contacts, and reply to the email: {text}",
        ),
        params={**PERSON, "subject": Title(), "question": Sentence(), "company": Place(), "text": Sentence()},
        setup=_stranger_wrote,
        oracle=lambda params: Oracle(
            goal=all_of(_new_contact(params), _answered(params)),
            milestones={"opens Mail": in_front("Mail"), "saves the contact": _new_contact(params), "answers": _answered(params)},
        ),
        solve=_enter,
        wrong=(
            Wrong("a digit of the number wrong", in_order(play.read_mail, _entered(_one_digit_wrong), play.reply)),
            Wrong("no company", in_order(play.read_mail, _entered(lambda params: {"company": ""}), play.reply)),
            Wrong("another address", in_order(play.read_mail, _entered(lambda params: {"address": "info@example.org"}), play.reply)),
            Wrong("saves the contact and does not answer", in_order(play.read_mail, play.create_contact)),
            Wrong("answers and saves no contact", in_order(play.read_mail, play.reply)),
            Wrong("answers twice", in_order(_enter, changed(play.reply, lambda params: {"text": "Thank you"}))),
            *usual("Mail", _enter),
        ),
        distractors=_colleague,
        filler=more_mails,
    ),
    Task(
        id="across_long.todos_from_mail",
        apps=("mail", "todo"),
        kind="create_several",
        goals=(
            "Add everything that the email “{subject}” lists to my To-do list “{list}”, one task each, and tick the one that {person} has "
            "already.",
            "{person} wrote in the email “{subject}” what is needed. Make a task for each thing in the To-do list “{list}”; mark as "
            "completed "
            "what {person} has already.",
            "From the email “{subject}”, create one task per thing in “{list}” in To-do. The thing that {person} already has must be "
            "ticked, "
            "the others must not.",
        ),
        params={**PERSON, "subject": Title(), "list": Title(), "titles": Several(ShortText(), 3, 3), "had": Choice((0, 1, 2))},
        setup=_wish_list,
        oracle=lambda params: Oracle(
            goal=_made_todos(params),
            milestones={"opens Mail": in_front("Mail"), "opens To-do": in_front("To-do"), "all tasks": _made_todos(params)},
        ),
        solve=_list_wishes,
        wrong=(
            Wrong("ticks none", in_order(play.read_mail, play.add_todos)),
            Wrong(
                "ticks another one",
                in_order(play.read_mail, play.add_todos, changed(play.tick, play.next_one)),
            ),
            Wrong("ticks two", in_order(_list_wishes, play.tick_two)),
            Wrong("leaves out what is there already", in_order(play.read_mail, changed(play.add_todos, _without_had))),
            Wrong("another list", in_order(play.read_mail, changed(in_order(play.add_todos, play.tick), lambda params: {"list": "Home"}))),
            *usual("Mail", _list_wishes),
        ),
        shown=named("person"),
        distractors=_other_wishes,
        filler=more_mails,
    ),
    Task(
        id="across_long.calculate_into_note",
        apps=("calculator", "notes"),
        kind="compute",
        goals=(
            "Work out {one} times {other} with the Calculator app and write the result, the number alone, into a new note with the title "
            "“{title}”.",
            "Multiply {one} by {other} in Calculator. Then create a note called “{title}” whose text is the result and nothing else.",
            "Calculate {one} × {other} in the Calculator, and save what comes out as the text of a new note “{title}”.",
        ),
        params={"one": Integer(112, 989), "other": Integer(112, 989), "title": Title()},
        setup=_notebook,
        oracle=lambda params: Oracle(
            goal=_noted(params),
            ever=(_calculated(params),),
            milestones={"opens Calculator": in_front("Calculator"), "calculates": _calculated(params), "writes the note": _noted(params)},
            allowed=("calculation.*",),
        ),
        solve=_note_result,
        wrong=(
            Wrong(
                "a digit of the result wrong",
                in_order(play.calculate, play.writes_note(lambda params: str(play.product(params) + 1))),
            ),
            Wrong("does it without Calculator", in_order(play.writes_note(_result))),
            Wrong("calculates and writes no note", in_order(play.calculate)),
            Wrong(
                "calculates something else",
                in_order(changed(play.calculate, lambda params: {"other": int(params["other"]) - 1}), play.writes_note(_result)),
            ),
            Wrong("writes the calculation as well", in_order(play.calculate, play.writes_note(_with_expression))),
            *usual("Calculator", _note_result),
        ),
        distractors=lambda params: {
            "calculation/100": {"expression": f"{params['one']}+{params['other']}", "result": "1", "time": "2026-02-27T10:00:00"},
            "note/100": note(f"{params['title']} 2", "12"),
        },
        filler=more_notes,
    ),
    Task(
        id="across_long.reschedule_from_mail",
        apps=("mail", "calendar", "messages"),
        kind="edit",
        goals=(
            "According to the email “{subject}” an appointment is moved. Change its date in my calendar accordingly, and text {friend}: "
            "{text}",
            "The email “{subject}” gives a new date for something in my calendar. Move that event to the new date, keep everything else "
            "of it, "
            "and then send {friend} a text message with these words: {text}",
            "Read the email “{subject}”, correct the date of the event that it is about in Calendar, and write to {friend} in Messages: "
            "{text}",
        ),
        params={
            **PERSON,
            **FRIEND,
            "subject": ShortText(),
            "title": Title(),
            "day": _DAYS,
            "shift": Integer(3, 24),
            "span": Span(),
            "place": Place(),
            "text": Sentence(),
        },
        setup=_appointment,
        oracle=lambda params: Oracle(
            goal=all_of(_moved(params), text_to(params["friend"], _text(params))),
            milestones={
                "opens Mail": in_front("Mail"),
                "moves the event": _moved(params),
                "sends the text": text_to(params["friend"], _text(params)),
            },
        ),
        solve=_reschedule,
        wrong=(
            Wrong("a day late", in_order(play.read_mail, changed(play.move_event, _a_day_more), texts(_text))),
            Wrong("makes a second event", in_order(play.read_mail, play.creates_event(_second), texts(_text))),
            Wrong("moves the event and sends no text", in_order(play.read_mail, play.move_event)),
            Wrong("sends the text and moves no event", in_order(play.read_mail, texts(_text))),
            Wrong("texts the one who wrote", in_order(play.read_mail, play.move_event, texts(_text, to="person"))),
            Wrong("texts somebody else as well", in_order(_reschedule, changed(texts(_text), play.as_other))),
            *usual("Mail", _reschedule),
        ),
        shown=named("friend"),
        distractors=_appointments_like_it,
        filler=lambda params, count: more_mails(params, count) | more_events(params["day"], count // 3),
    ),
)
