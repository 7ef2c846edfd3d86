"""Tasks that pass through two apps: what stands in one is needed in the other. Texts to others stand in ``across_text``, long ways in
``across_long``."""

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from devices.device import Setup
from devices.sim.language import money
from devices.sim.screens.maps_places import LISTS
from devices.state import Facts, State, Value
from tasks.answers import AnswerRule, answer_money, answer_yes_no
from tasks.conditions import Condition, all_of, created, edited, fact, the
from tasks.mistakes import content, in_turn, only_done, usual
from tasks.navigate import PACKAGES
from tasks.oracle import Oracle
from tasks.params import Cents, Choice, Day, Moment, Place, Several, ShortText, Title, several
from tasks.scenes import (
    PERSON,
    book,
    chats,
    event,
    file,
    lines,
    mail,
    mails,
    message,
    more_chats,
    more_events,
    more_files,
    more_mails,
    more_notes,
    named,
    note,
    notes,
    number_of,
    others,
    web,
    web_page,
    written_day,
)  # fmt: skip
from tasks.solutions import across_plays as play
from tasks.solutions.across import in_order
from tasks.solutions.across_plays import changed, texts
from tasks.solutions.forms import spoken
from tasks.spans import Daytime, days_on, later
from tasks.task import Params, Task, Wrong

_PLACES: Final = ("Osteria Fiume", "Lotus Garden", "Namaste Kitchen", "Tramway Museum", "Castle Hill", "Hobb's Books", "The Tin Cup")
BROWSING: Final = ("visit.*", "tab.*", "tab.url")
"""What going to a web page leaves behind."""


def in_front(app: str) -> Condition:
    """That an app is in front."""
    return fact("screen", "app", PACKAGES[app])


def text_to(person: Value, text: str) -> Condition:
    """That one text message like this was sent to somebody."""
    return created("message", {"address": number_of(person), "text": text, "sent": True})


def people_and_chats(params: Params, *told: str) -> Setup:
    """A phone with everybody in the address book, and what they wrote."""
    return Setup(clear=("contact", "message", "thread"), facts=book(params) | chats(params, *told))


def with_more(setup: Setup, facts: State, *cleared: str) -> Setup:
    """The same phone with these further things, and no others of the kinds that are cleared."""
    return replace(setup, clear=(*setup.clear, *cleared), facts={**setup.facts, **facts})


def like_note(params: Params) -> State:
    """Notes of nearly the title meant."""
    more = (note(f"{params['title']} 2", "Something else\nAnd more"), note(f"Old {params['title']}", "Long done"))
    return {f"note/{100 + i}": one for i, one in enumerate(more)}


# A place from a message


def _advice(params: Params) -> str:
    return f"You really have to see {params['place']}, we liked it a lot"


_save_place = in_order(play.reads_message(_advice), play.save_place)


def _other_advice(params: Params) -> State:
    """What others recommend."""
    told = _advice(params | {"place": play.another(params["place"], _PLACES)})
    return {f"message/{100 + i}": message(number_of(one), told, f"2026-02-27T1{i}:40") for i, one in enumerate(others(params)[:2])}


# An alarm before an event


def _alarm(time: str) -> Facts:
    hour, _, minute = time.partition(":")
    return {"enabled": True, "label": "", "days": "", "vibrate": True, "hour": int(hour), "minute": int(minute)}


def _tomorrow(params: Params) -> Setup:
    """Two events tomorrow, one today and one the day after, and an alarm that is off."""
    time, day = str(params["time"]), play.tomorrow(params)
    first, second, third, fourth = several(params["titles"])
    facts: State = {
        "event/10": event(first, day, time, later(time, 45)),
        "event/11": event(second, day, later(time, 130), later(time, 160)),
        "event/12": event(third, days_on(day, -1), "22:15", "22:45"),
        "event/13": event(fourth, days_on(day, 1), later(time, -25), later(time, 10)),
        "alarm/10": {**_alarm("05:03"), "enabled": False},
    }
    return Setup(now=str(params["now"]), clear=("event", "alarm"), facts=facts)


def _days_around(params: Params) -> State:
    time, day = str(params["time"]), play.tomorrow(params)
    return {
        "event/100": event("Breakfast", days_on(day, 1), later(time, -50), later(time, -30)),
        "event/101": event("Call", days_on(day, 7), later(time, -40), later(time, -20)),
    }


_set_alarm = in_order(play.read_tomorrow, play.sets_alarm(play.an_hour_before))


def _alarm_at(minutes: int) -> Callable[[Params], str]:
    return lambda params: later(str(params["time"]), minutes)


# A time from a mail


def _proposal(params: Params) -> str:
    return f"Hello,\ncan we talk about it on {written_day(params['day'])} at {spoken(params['time'])}?"


def _asked_for_time(params: Params) -> Setup:
    """A mail that proposes a time, and a calendar with an event during it, or one before and one after it."""
    time, day = str(params["time"]), params["day"]
    first, second = several(params["titles"])
    if params["busy"]:
        events = [event(first, day, later(time, -20), later(time, 40))]
    else:
        events = [event(first, day, later(time, -90), later(time, -30)), event(second, day, later(time, 30), later(time, 75))]
    events.append(event("Reading", days_on(day, 1), time, later(time, 30)))
    facts = book(params) | mails(params, params["subject"], _proposal(params)) | {f"event/{10 + i}": one for i, one in enumerate(events)}
    return Setup(clear=("contact", "mail", "event"), facts=facts)


def _is_free(params: Params) -> AnswerRule:
    return answer_yes_no(not params["busy"])


def _other_proposal(params: Params) -> State:
    """A mail of nearly the same subject with another time, and events at that hour on the days beside it."""
    time, day = str(params["time"]), str(params["day"])
    moved = _proposal(params | {"day": days_on(day, -7)})
    return {
        "mail/100": mail(params["person"], f"{params['subject']} (old)", moved, "2026-02-24T08:00"),
        "event/100": event("Seminar", days_on(day, -1), time, later(time, 60)),
        "event/101": event("Seminar", days_on(day, 7), time, later(time, 60)),
    }


_ask_free = in_order(play.read_mail, play.asks_free(_is_free))
_accepted = play.creates_event(
    lambda params: {"title": params["subject"], "date": params["day"], "start": params["time"], "end": later(str(params["time"]), 60)}
)

# What a note costs


def _priced(params: Params) -> list[Facts]:
    """Everything on the shopping list: what is in the note first."""
    names = [*several(params["names"]), *(name for name in several(params["rest"]) if name not in several(params["names"]))]
    return [
        {"name": name, "quantity": 1, "price": price, "bought": False, "category": ("produce", "bakery", "drinks")[i % 3]}
        for i, (name, price) in enumerate(zip(names, several(params["prices"]), strict=False))
    ]


def _noted_goods(params: Params) -> str:
    return lines(params["names"])


def _costs(params: Params) -> AnswerRule:
    return answer_money(_sum(params, len(several(params["names"]))))


def _sum(params: Params, count: int) -> int:
    """What the first so many things on the list cost."""
    return sum(int(item["price"]) for item in _priced(params)[:count])


def _price_list(params: Params) -> Setup:
    facts = notes(note(params["title"], _noted_goods(params))) | {f"item/{10 + i}": item for i, item in enumerate(_priced(params))}
    return Setup(clear=("note", "item"), facts=facts)


def _goods_like_them(params: Params) -> State:
    first = several(params["names"])[0]
    return {
        "item/100": {**_priced(params)[0], "name": f"{first} small", "price": 99},
        "item/101": {**_priced(params)[0], "name": f"Big {first}", "price": 2999},
        **like_note(params),
    }


_ask_costs = in_order(play.reads_note(_noted_goods), play.asks_cost(_costs))

# Wi-Fi from a note


def _noted_network(params: Params) -> str:
    return f"Network: {params['name']}\nPassword: {params['password']}"


def _networks(params: Params) -> Setup:
    """The network meant, one of nearly its name with the same password, an open one, and the one that the phone is connected to."""
    name, password = params["name"], params["password"]
    facts: State = {
        "settings": {"wifi": True, "wifi_network": "Atrium", "airplane_mode": False},
        "network/10": {"name": "Atrium", "password": "greenhouse4", "saved": True},
        "network/11": {"name": name, "password": password, "saved": False},
        "network/12": {"name": f"{name} 2", "password": password, "saved": False},
        "network/13": {"name": "Corner Shop", "password": "", "saved": False},
    }
    return Setup(clear=("network", "note"), facts=facts | notes(note(params["title"], _noted_network(params))))


_join = in_order(play.reads_note(_noted_network), play.join)

# A file from the web


def _offer(params: Params) -> Setup:
    """A web page that offers two files, and a folder to put one into."""
    name = play.file_name(params)
    rows = [f"! Price list -> prices.pdf, {190_000}", f"! {params['label']} -> {name}, {480_000}", "All files are free of charge."]
    facts: State = {
        "web_page/50": web_page(params["place"], play.DOWNLOADS, rows),
        "file/11": file(str(params["folder"]), "Documents", is_folder=True),
        "file/12": file("Rental contract.pdf", "Documents"),
        "file/13": file("Boarding pass.pdf", "Download"),
    }
    return Setup(clear=("file",), facts=facts)


def _target(params: Params) -> str:
    return f"Documents/{params['folder']}"


def _download_oracle(params: Params) -> Oracle:
    name = play.file_name(params)
    content = {"name": name, "hash": f"{web(params['place'], play.DOWNLOADS)}#{name}"}
    return Oracle(
        goal=created("file", {**content, "folder": _target(params)}),
        milestones={"downloads the file": created("file", content)},
        allowed=BROWSING,
    )


def _files_like_it(params: Params) -> State:
    return {
        "file/101": file(f"{params['label']} 2.pdf", "Download"),
        "file/102": file(f"{params['folder']} 2", "Documents", is_folder=True),
        "file/103": file(str(params["folder"]), "Pictures", is_folder=True),
    }


_download = play.downloads_and_moves(_target)


TASKS = (
    Task(
        id="across.save_recommended_place",
        apps=("messages", "maps"),
        kind="create",
        goals=(
            "{person} recommended a place to me in a text message. Save it to the list “{list}” in Maps.",
            "Look up in my messages which place {person} told me to see, and add it to my Maps list “{list}”.",
            "In Maps, put the place that {person} wrote about into the list “{list}”.",
        ),
        params={**PERSON, "place": Choice(_PLACES), "list": Choice(LISTS)},
        setup=lambda params: with_more(people_and_chats(params, _advice(params)), {}, "saved"),
        oracle=lambda params: Oracle(
            goal=created("saved", {"place": params["place"], "list": params["list"], "note": ""}),
            milestones={"opens Messages": in_front("Messages"), "opens Maps": in_front("Maps")},
        ),
        solve=_save_place,
        wrong=(
            Wrong(
                "another place",
                in_order(
                    play.reads_message(_advice), changed(play.save_place, lambda params: {"place": play.another(params["place"], _PLACES)})
                ),
            ),
            Wrong(
                "another list",
                in_order(
                    play.reads_message(_advice), changed(play.save_place, lambda params: {"list": play.another(params["list"], LISTS)})
                ),
            ),
            Wrong(
                "two lists",
                in_order(_save_place, changed(play.save_place, lambda params: {"list": play.another(params["list"], LISTS)})),
            ),
            Wrong("saves it, and thanks for it", in_order(_save_place, texts(lambda params: "Thanks", to="person"))),
            *usual("Messages", _save_place),
        ),
        shown=named("person"),
        distractors=_other_advice,
        met=lambda params: {"saved/10": {"place": params["place"], "list": params["list"], "note": ""}},
        filler=more_chats,
    ),
    Task(
        id="across.alarm_before_first",
        apps=("calendar", "clock"),
        kind="create",
        goals=(
            "Set an alarm for one hour before my first event of tomorrow.",
            "When does my first appointment tomorrow begin? Create an alarm that rings exactly one hour earlier.",
            "Look up the first event that I have tomorrow, and set an alarm sixty minutes before it starts.",
        ),
        params={"now": Moment(), "time": Daytime(), "titles": Several(Title(), 4, 4)},
        setup=_tomorrow,
        oracle=lambda params: Oracle(
            goal=created("alarm", _alarm(play.an_hour_before(params))),
            milestones={"opens Calendar": in_front("Calendar"), "opens Clock": in_front("Clock")},
        ),
        solve=_set_alarm,
        wrong=(
            Wrong("at the time of the event", in_order(play.read_tomorrow, play.sets_alarm(_alarm_at(0)))),
            Wrong("two hours before", in_order(play.read_tomorrow, play.sets_alarm(_alarm_at(-120)))),
            Wrong("before the second event", in_order(play.read_tomorrow, play.sets_alarm(_alarm_at(70)))),
            Wrong("before the first event of the day after", in_order(play.read_tomorrow, play.sets_alarm(_alarm_at(-85)))),
            Wrong("two alarms", in_order(_set_alarm, play.sets_alarm(_alarm_at(0)))),
            Wrong("sets it, then deletes it", in_order(_set_alarm, play.deletes_alarm(play.an_hour_before))),
            *usual("Calendar", _set_alarm),
        ),
        without=("clock",),
        distractors=_days_around,
        filler=lambda params, count: more_events(play.tomorrow(params), count),
    ),
    Task(
        id="across.is_time_free",
        apps=("mail", "calendar"),
        kind="question",
        goals=(
            "In the email “{subject}”, {person} proposes a time. Is my calendar free then? Answer with yes or no.",
            "Do I have nothing in my calendar at the time that {person} proposes in the email “{subject}”? Answer yes if it is free, "
            "otherwise no.",
            "{person} asks for a time in the email “{subject}”. Check in Calendar whether I have no event then, and answer with yes "
            "(free) or no.",
        ),
        params={
            **PERSON,
            "subject": Title(),
            "day": Day("2026-03-10", "2026-05-28"),
            "time": Daytime(),
            "busy": Choice((False, True)),
            "titles": Several(Title(), 2, 2),
        },
        setup=_asked_for_time,
        oracle=lambda params: Oracle(
            answer=_is_free(params), milestones={"opens Mail": in_front("Mail"), "opens Calendar": in_front("Calendar")}
        ),
        solve=_ask_free,
        wrong=(
            Wrong("the opposite", play.answers_with(_ask_free, lambda params: "yes" if params["busy"] else "no")),
            Wrong("answers with the time", play.answers_with(_ask_free, lambda params: spoken(params["time"]))),
            Wrong("puts it into the calendar as well", content(in_order(_accepted, play.asks_free(_is_free)))),
            Wrong("finds the answer and does not give it", only_done(_ask_free)),
            *usual("Mail", _ask_free),
        ),
        shown=named("person"),
        distractors=_other_proposal,
        filler=lambda params, count: more_events(params["day"], count) | more_mails(params, count // 3),
    ),
    Task(
        id="across.note_costs",
        apps=("notes", "shopping"),
        kind="question",
        goals=(
            "What do the things in my note “{title}” cost together, one of each, at the prices in Shopping? Answer with the amount.",
            "Add up the Shopping prices of everything that my note “{title}” lists, each thing once. Answer with the amount of money.",
            "How much is all that stands in the note “{title}”? The prices are in the Shopping app; count each item once. Answer with "
            "the sum.",
        ),
        params={
            "title": Title(),
            "names": Several(ShortText(), 3, 4),
            "rest": Several(ShortText(), 2, 3),
            "prices": Several(Cents(120, 1900), 7, 7),
        },
        setup=_price_list,
        oracle=lambda params: Oracle(
            answer=_costs(params), milestones={"opens Notes": in_front("Notes"), "opens Shopping": in_front("Shopping")}
        ),
        solve=_ask_costs,
        wrong=(
            Wrong("all that is on the list", play.answers_with(_ask_costs, lambda params: money(_sum(params, 9)))),
            Wrong(
                "the last one is missing",
                play.answers_with(_ask_costs, lambda params: money(_sum(params, len(several(params["names"])) - 1))),
            ),
            Wrong("a cent too much", play.answers_with(_ask_costs, lambda params: money(_sum(params, len(several(params["names"]))) + 1))),
            Wrong("finds the answer and does not give it", only_done(_ask_costs)),
            *usual("Notes", _ask_costs),
        ),
        distractors=_goods_like_them,
        filler=more_notes,
    ),
    Task(
        id="across.join_noted_wifi",
        apps=("notes", "settings"),
        kind="create",
        goals=(
            "Connect this phone to the Wi-Fi network that my note “{title}” names, with the password that stands there.",
            "My note “{title}” has the name and the password of a Wi-Fi network. Join it.",
            "Put the phone on the Wi-Fi described in the note “{title}”.",
        ),
        params={"title": Title(), "name": Place(), "password": ShortText()},
        setup=_networks,
        oracle=lambda params: Oracle(
            goal=all_of(
                fact("settings", "wifi_network", params["name"]),
                fact("settings", "wifi", True),
                edited(the("network", name=params["name"]), saved=True),
            ),
            milestones={"opens Notes": in_front("Notes"), "connects": fact("settings", "wifi_network", params["name"])},
        ),
        solve=_join,
        wrong=(
            Wrong(
                "the network of nearly that name",
                in_order(play.reads_note(_noted_network), changed(play.join, lambda params: {"name": f"{params['name']} 2"})),
            ),
            Wrong(
                "the open network",
                in_order(play.reads_note(_noted_network), changed(play.join, lambda params: {"name": "Corner Shop"})),
            ),
            Wrong(
                "joins it, then goes back to the old one", in_turn(_join, in_order(changed(play.join, lambda params: {"name": "Atrium"})))
            ),
            Wrong("reads the note only", in_order(play.reads_note(_noted_network))),
            *usual("Notes", _join),
        ),
        distractors=like_note,
        met=lambda params: {"settings": {"wifi": True, "wifi_network": params["name"]}, "network/11": {"saved": True}},
        filler=more_notes,
    ),
    Task(
        id="across.download_to_folder",
        apps=("browser", "files"),
        kind="move",
        goals=(
            "Download “{label}” from the web page {place}, then move the file to the folder “{folder}” in Documents.",
            "The web page {place} offers “{label}”. Get that file and put it into Documents, folder “{folder}”.",
            "Save “{label}” from {place} on this phone. In Files, move it from Download to the folder “{folder}”, which is in Documents.",
        ),
        params={"label": ShortText(), "place": Place(), "folder": Title()},
        setup=_offer,
        oracle=_download_oracle,
        solve=_download,
        wrong=(
            Wrong("leaves it in Download", in_order(play.download)),
            Wrong("a folder too high", in_order(play.download, play.moves_download(lambda params: "Documents"))),
            Wrong(
                "the other file of the page",
                in_order(
                    changed(play.download, lambda params: {"label": "Price list"}),
                    changed(play.moves_download(_target), lambda params: {"label": "prices"}),
                ),
            ),
            Wrong("copies it", in_order(play.download, play.copies_download)),
            Wrong("another file of Download", in_order(play.moves_download(_target, lambda params: "Boarding pass.pdf"))),
            *usual("Browser", _download),
        ),
        shown={"place": lambda place: web(place, play.DOWNLOADS)},
        distractors=_files_like_it,
        filler=more_files,
    ),
)
