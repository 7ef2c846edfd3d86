"""Tasks in which somebody is texted what stands in another app: a number, opening hours, a note, or a mail that never came."""

from devices.device import Setup
from devices.sim.language import DAY_NAMES
from tasks.mistakes import claims, early, never_done, usual
from tasks.oracle import Oracle
from tasks.params import Choice, Place, Several, ShortText, Title, several
from tasks.scenes import (
    FRIEND,
    PERSON,
    lines,
    mails,
    more_chats,
    more_mails,
    more_notes,
    more_people,
    named,
    note,
    notes,
    number_of,
    others,
    similar_people,
    swapped,
    web,
    web_page,
)  # fmt: skip
from tasks.solutions import across_plays as play
from tasks.solutions.across import in_order
from tasks.solutions.across_plays import changed, texts
from tasks.spans import Daytime, later
from tasks.task import Params, Task, Wrong
from tasks.templates.across import BROWSING, in_front, like_note, people_and_chats, text_to, with_more

# A number from Contacts


def _number(params: Params) -> str:
    return number_of(params["person"])


_send_number = in_order(play.read_number, texts(_number))

# Opening hours from the web


def _hours(params: Params) -> dict[str, str]:
    """Day of the week → when the place opens."""
    return dict(zip(DAY_NAMES, several(params["times"]), strict=True))


def _opens(params: Params) -> str:
    return _hours(params)[str(params["weekday"])]


def _opens_next_day(params: Params) -> str:
    return _hours(params)[play.another(params["weekday"], DAY_NAMES)]


def _hours_page(params: Params) -> Setup:
    rows = [f"| {day} | {time} | to {later(time, 150)}" for day, time in _hours(params).items()]
    return with_more(people_and_chats(params), {"web_page/50": web_page(params["place"], play.HOURS, rows)})


_send_hours = in_order(play.read_hours, texts(_opens))

# A note that is shared


def _body(params: Params) -> str:
    return lines(params["lines"])


_share_note = in_order(play.shares_note(_body))


# A mail that never came


def _wrote_no_mail(params: Params) -> Setup:
    """A phone on which everybody else wrote a mail; the person meant wrote text messages only."""
    inbox = {entity: one for entity, one in mails(params, "", "").items() if entity not in ("mail/10", "mail/11")}
    return with_more(people_and_chats(params, "I'll send you a mail"), inbox, "mail")


_miss_mail = in_order(play.ends_well(play.look_for_mail))

TASKS = (
    Task(
        id="across_text.send_number",
        apps=("contacts", "messages"),
        kind="copy",
        goals=(
            "Text {friend} the phone number that my contacts have for {person}: only the number, written as it stands there.",
            "{friend} needs the phone number of {person}. Look it up in Contacts and send it as a text message, the number alone.",
            "Find the number of {person} in my contacts and send it to {friend} by text message, exactly as it is written and nothing "
            "else.",
        ),
        params={**PERSON, **FRIEND},
        setup=people_and_chats,
        oracle=lambda params: Oracle(
            goal=text_to(params["friend"], _number(params)),
            milestones={"opens Contacts": in_front("Contacts"), "sends it": text_to(params["friend"], _number(params))},
        ),
        solve=_send_number,
        wrong=(
            Wrong("somebody else's number", in_order(play.read_number, texts(lambda params: number_of(others(params)[0])))),
            Wrong("a number with one digit wrong", in_order(play.read_number, texts(lambda params: swapped(_number(params))))),
            Wrong("to somebody else", in_order(play.read_number, changed(texts(_number), play.as_other))),
            Wrong("to the person whose number it is", in_order(play.read_number, texts(_number, to="person"))),
            Wrong("to the right person, and to somebody else", in_order(_send_number, changed(texts(_number), play.as_other))),
            Wrong("types it and does not send it", play.never_sends(_send_number)),
            *usual("Contacts", _send_number),
        ),
        shown=named("person", "friend"),
        distractors=similar_people("person"),
        filler=more_people,
    ),
    Task(
        id="across_text.send_opening_time",
        apps=("browser", "messages"),
        kind="constraint",
        goals=(
            "The web page {place} tells opening hours. Text {friend} when it opens on {weekday}: only the time, as the page writes it. "
            "Do not "
            "open Mail at any point.",
            "Without ever opening the Mail app, look up on {place} at what time it opens on {weekday} and text that time to {friend}, "
            "written as "
            "on the page and nothing else.",
            "Send {friend} a text message that holds nothing but the opening time for {weekday} from the web page {place}, in the page's "
            "own "
            "writing. Mail must stay closed.",
        ),
        params={**FRIEND, "place": Place(), "times": Several(Daytime(), 7, 7), "weekday": Choice(DAY_NAMES)},
        setup=_hours_page,
        oracle=lambda params: Oracle(
            goal=text_to(params["friend"], _opens(params)),
            never=(in_front("Mail"),),
            milestones={"opens Browser": in_front("Browser"), "sends it": text_to(params["friend"], _opens(params))},
            allowed=BROWSING,
        ),
        solve=_send_hours,
        wrong=(
            Wrong("the next day's time", in_order(play.read_hours, texts(_opens_next_day))),
            Wrong("when it closes", in_order(play.read_hours, texts(lambda params: later(_opens(params), 150)))),
            Wrong("to somebody else", in_order(play.read_hours, changed(texts(_opens), play.as_other))),
            Wrong("opens Mail on the way", play.detour("Mail", _send_hours)),
            Wrong("types it and does not send it", play.never_sends(_send_hours)),
            *usual("Browser", _send_hours),
        ),
        # Mail may be the app that is left open, and then it was never closed.
        without=("front", "draft"),
        shown={**named("friend"), "place": lambda place: web(place, play.HOURS)},
        distractors=similar_people("friend"),
        filler=more_chats,
    ),
    Task(
        id="across_text.share_note",
        apps=("notes", "messages"),
        kind="share",
        goals=(
            "Share my note “{title}” with {friend} by text message. The message must hold the words of the note and nothing else.",
            "Send {friend} what my note “{title}” says, in one text message and without its title.",
            "Share the note “{title}” with {friend} in Messages, just as it is.",
        ),
        params={**FRIEND, "title": Title(), "lines": Several(ShortText(), 2, 4)},
        setup=lambda params: with_more(people_and_chats(params), notes(note(params["title"], _body(params))), "note"),
        oracle=lambda params: Oracle(
            goal=text_to(params["friend"], _body(params)),
            milestones={"opens Notes": in_front("Notes"), "sends it": text_to(params["friend"], _body(params))},
        ),
        solve=_share_note,
        wrong=(
            Wrong(
                "another note",
                in_order(changed(play.shares_note(lambda params: "Basil\nThyme"), lambda params: {"title": "Balcony plants"})),
            ),
            Wrong("to somebody else", in_order(changed(play.shares_note(_body), play.as_other))),
            Wrong("the title as well", in_order(play.reads_note(_body), texts(lambda params: f"{params['title']}\n{_body(params)}"))),
            Wrong("a line is missing", in_order(play.reads_note(_body), texts(lambda params: _body(params).rpartition("\n")[0]))),
            Wrong("chooses the person and does not send it", play.never_sends(_share_note)),
            *usual("Notes", _share_note),
        ),
        shown=named("friend"),
        distractors=like_note,
        filler=more_notes,
    ),
    Task(
        id="across_text.text_missing_mail",
        apps=("mail", "messages"),
        kind="infeasible",
        goals=(
            "Text {friend} the words of the email that {person} sent me. If there is no email from {person} in my inbox, say that it "
            "cannot be "
            "done.",
            "Find the email from {person} in my inbox and send its text to {friend} as a text message. Without such an email the task is "
            "infeasible: say so.",
            "{person} should have written an email to me. Text it to {friend}, or say that it is impossible if my inbox holds none.",
        ),
        params={**PERSON, **FRIEND},
        setup=_wrote_no_mail,
        oracle=lambda params: Oracle(demand="infeasible", milestones={"opens Mail": in_front("Mail")}),
        solve=play.look_for_mail,
        wrong=(
            Wrong("sends another mail's words", in_order(_miss_mail, texts(lambda params: "All is well here."))),
            Wrong("sends a text message of that person", in_order(_miss_mail, texts(lambda params: "I'll send you a mail"))),
            Wrong("asks the person for it", in_order(_miss_mail, texts(lambda params: "Where is it?", to="person"))),
            Wrong("says that it is complete", claims(play.look_for_mail)),
            Wrong("says done before it is done", early("Mail"), usual=True),
            Wrong("never says done", never_done(play.look_for_mail), usual=True),
        ),
        shown=named("person", "friend"),
        distractors=similar_people("person"),
        filler=more_mails,
    ),
)
