"""Tasks in Mail: write, reply, forward, keep a draft, tidy folders, and questions about what came."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import date, timedelta
from typing import Final

from devices.device import Setup
from devices.sim.language import money, short_date
from devices.sim.screens.mail_store import ACCOUNT
from devices.state import Facts, State, Value
from tasks.answers import answer_list, answer_money
from tasks.conditions import all_of, created, deleted_all, each, edited, the
from tasks.mistakes import answers, claims, early, in_turn, never_done, only_done, usual, with_answer, with_params
from tasks.oracle import Oracle
from tasks.params import Cents, Choice, Day, Email, FirstName, LastName, Param, People, Sentence, Several, Title, people
from tasks.solutions import mail_plays as play
from tasks.solutions.mail import APP
from tasks.task import Params, Task, Wrong

_FILES: Final = ("map.pdf", "photos.zip", "ticket.pdf", "menu.pdf")


# What is on the phone


def _contact(name: str, address: str) -> Facts:
    first, _, last = name.partition(" ")
    return {"first_name": first, "last_name": last, "phone": "", "email": address, "favourite": False}


def _mail(sender: str, subject: str, time: str, body: str = "", folder: str = "inbox", read: bool = True) -> Facts:
    return {
        "from": sender, "to": ACCOUNT, "cc": "", "subject": subject, "body": body, "folder": folder, "read": read, "starred": False,
        "time": time, "attachments": "", "in_reply_to": "",
    }  # fmt: skip


def _phone(params: Params, *own: Facts) -> Setup:
    """A phone with the other people, who wrote something each, and with the mails that a task is about, from ``mail/10`` on."""
    facts: State = {}
    for number, (name, address) in enumerate(play.others(params)):
        facts[f"contact/{11 + number}"] = _contact(name, address)
        facts[f"mail/{40 + number}"] = _mail(address, f"Hello {number}", f"2026-02-{19 - number:02}T1{number % 9}:24", "How are you?")
    if "first_name" in params or "pair" in params:
        facts["contact/10"] = _contact(play.name(params), play.own_address(params))
    if "pair" in params:
        facts["contact/60"] = _contact(*play.recipient(params))
    facts |= {f"mail/{10 + number}": mail for number, mail in enumerate(own)}
    return Setup(clear=("contact", "mail"), facts=facts)


def _from_person(params: Params, body: str = "Let me know what you think.") -> Setup:
    """The mail meant, and another one from the same person."""
    sender = play.own_address(params)
    return _phone(
        params,
        _mail(sender, str(params["subject"]), "2026-02-24T11:05", body),
        _mail(sender, play.ASIDE, "2026-02-25T08:50", "Where can I leave the car?"),
    )


def _from_sender(params: Params) -> Setup:
    """Some mails of one person in the inbox, and one that was archived long ago."""
    sender = play.own_address(params)
    own = [_mail(sender, subject, f"2026-02-{14 + number}T09:3{number}") for number, subject in enumerate(play.subjects(params))]
    return _phone(params, *own, _mail(sender, "Long ago", "2025-11-03T10:00", folder="archive"))


def _around(params: Params) -> Setup:
    """Two mails of one person before a day, one on it and one after it."""
    day, sender = date.fromisoformat(str(params["day"])), play.own_address(params)
    times = (f"{day - timedelta(9)}T18:20", f"{day - timedelta(1)}T23:40", f"{day}T00:15", f"{day + timedelta(2)}T12:00")
    return _phone(params, *(_mail(sender, subject, time) for subject, time in zip(play.subjects(params), times, strict=True)))


def _in_bin(params: Params) -> Setup:
    """The mail meant lies in the bin, beside another one."""
    sender = play.own_address(params)
    return _phone(
        params,
        _mail(sender, str(params["subject"]), "2026-02-24T11:05", folder="bin"),
        _mail("offers@example.net", "Old offer", "2026-02-11T06:30", folder="bin"),
        _mail(sender, play.ASIDE, "2026-02-25T08:50"),
    )


def _with_file_elsewhere(params: Params) -> Setup:
    """The mail meant has no file; another one of the same person has one of another name."""
    setup = _from_person(params)
    aside = {**setup.facts["mail/11"], "attachments": "receipt.pdf"}
    return replace(setup, facts={**setup.facts, "mail/11": aside})


def _invoices(params: Params) -> Setup:
    """Two invoices of one person: the one meant and the one before."""
    sender, goods, shipping = play.own_address(params), int(params["goods"]), int(params["shipping"])
    return _phone(
        params,
        _mail(sender, str(params["subject"]), "2026-02-24T11:05", _bill(goods, shipping)),
        _mail(sender, "Invoice of last month", "2026-01-24T11:05", _bill(goods + 310, shipping + 95)),
    )


def _bill(goods: int, shipping: int) -> str:
    return (
        "Hello,\n\nthis is what you ordered.\n\n"
        f"Goods: {money(goods)}\nShipping: {money(shipping)}\nTotal: {money(goods + shipping)}\n\nThank you!"
    )


def _some_unread(params: Params) -> Setup:
    """The first of the others wrote two mails that are not read, the second one, the third one that is in the archive."""
    (_, first), (_, second), (_, third), *_ = play.others(params)
    return _phone(
        params,
        _mail(first, "Where are you?", "2026-02-26T07:00", read=False),
        _mail(first, "Still waiting", "2026-02-26T07:30", read=False),
        _mail(second, "Tonight", "2026-02-25T12:10", read=False),
        _mail(third, "Your order", "2026-02-25T12:20", folder="archive", read=False),
    )


def _similar(params: Params) -> State:
    """Somebody who is easily taken for the person meant, with mails of the same kind."""
    subject = str(params.get("subject", "Plans"))
    first, _, last = f"{play.name(params)}son".partition(" ")
    sender = play.address(first, last)
    return {
        "contact/100": _contact(f"{first} {last}", sender),
        "mail/100": _mail(sender, f"{subject} 2", "2026-02-27T08:31", "Let me know what you think."),
        "mail/101": _mail(sender, f"About {subject}", "2026-02-23T08:31", "Let me know what you think."),
    }


def _newsletters(params: Params, count: int) -> State:
    """Mails that nobody means."""
    return {
        f"mail/{200 + i}": _mail(f"news{i}@example.net", f"Newsletter {i}", f"2026-01-{1 + i % 28:02}T05:{i % 60:02}", "Read more")
        for i in range(count)
    }


def _sent(**facts: Value) -> Mapping[str, Value]:
    return {"from": ACCOUNT, "cc": "", "folder": "sent", "in_reply_to": "", **facts}


def _from_to(value: Value) -> str:
    """Two people as they stand in a sentence: ``from Ruth Cohen to Hugo Ito``."""
    (first, last, _), (other_first, other_last, _) = people(value)
    return f"from {first} {last} to {other_first} {other_last}"


def _with_copy(value: Value) -> str:
    """Two people as they stand in a sentence: ``to Ruth Cohen, with a copy (Cc) to Hugo Ito``."""
    (first, last, _), (other_first, other_last, _) = people(value)
    return f"to {first} {last}, with a copy (Cc) to {other_first} {other_last}"


def _day(value: Value) -> str:
    return short_date(date.fromisoformat(str(value)))


_OTHERS: Final[Mapping[str, Param]] = {"others": People(4, 6)}
_PERSON: Final[Mapping[str, Param]] = {"first_name": FirstName(), "last_name": LastName(), **_OTHERS}
_PAIR: Final[Mapping[str, Param]] = {"pair": People(2, 2), **_OTHERS}
_NEW: Final[Mapping[str, Param]] = {"to": Email(), "subject": Title(), "body": Sentence(), **_OTHERS}


TASKS = (
    Task(
        id="mail.compose",
        apps=("mail",),
        kind="send",
        goals=(
            "Send an email to {to} with the subject “{subject}” and exactly this text: {body}",
            "Write an email in Mail. To: {to}, subject: “{subject}”, text: {body}",
            "Email {to}. The subject is “{subject}”, and the message reads, word for word: {body}",
        ),
        params=_NEW,
        setup=_phone,
        oracle=lambda params: Oracle(
            goal=created("mail", _sent(to=params["to"], subject=params["subject"], body=params["body"], attachments=""))
        ),
        solve=play.compose,
        wrong=(
            Wrong("the last letter of the text is missing", with_params(play.compose, play.cut)),
            Wrong("to another address", with_params(play.compose, play.other_address)),
            Wrong("the same to a second address", in_turn(play.compose, with_params(play.compose, play.other_address))),
            Wrong("subject and text swapped", with_params(play.compose, play.subject_as_body)),
            Wrong("does not send it", play.never_sends(play.compose)),
            Wrong("saves it as a draft", play.save_draft),
            *usual(APP, play.compose),
        ),
        filler=_newsletters,
    ),
    Task(
        id="mail.compose_with_copy",
        apps=("mail",),
        kind="send",
        goals=(
            "Send an email {pair}. Subject: “{subject}”. Text: {body}",
            "Write an email {pair}; both are in my contacts. The subject is “{subject}” and the text is: {body}",
            "Email my contacts: {pair}. Subject “{subject}”, with exactly this text: {body}",
        ),
        params={**_PAIR, "subject": Title(), "body": Sentence()},
        setup=_phone,
        oracle=lambda params: Oracle(
            goal=created(
                "mail",
                _sent(to=play.own_address(params), cc=play.recipient(params)[1], subject=params["subject"], body=params["body"]),
            )
        ),
        solve=play.compose_to_contact,
        wrong=(
            Wrong("without the copy", play.without_copy),
            Wrong("the two addresses swapped", play.swapped_copy),
            Wrong("the last letter of the text is missing", with_params(play.compose_to_contact, play.cut)),
            Wrong("once with and once without the copy", in_turn(play.compose_to_contact, play.without_copy)),
            Wrong("does not send it", play.never_sends(play.compose_to_contact)),
            *usual(APP, play.compose_to_contact),
        ),
        shown={"pair": _with_copy},
    ),
    Task(
        id="mail.save_draft",
        apps=("mail",),
        kind="prohibition",
        goals=(
            "Draft an email to {to} with the subject “{subject}” and save it without sending it. Text: {body}",
            "Prepare an email to {to}, subject “{subject}”, and keep it in Drafts: do not send it. It reads: {body}",
            "Write an email to {to} (subject “{subject}”), but only save it as a draft. The text is: {body}",
        ),
        params=_NEW,
        setup=_phone,
        oracle=lambda params: Oracle(
            goal=created(
                "mail", {**_sent(to=params["to"], subject=params["subject"], body=params["body"], attachments=""), "folder": "drafts"}
            ),
            never=(created("mail", {"from": ACCOUNT, "folder": "sent"}),),
        ),
        solve=play.save_draft,
        wrong=(
            Wrong("sends it", play.compose),
            Wrong("saves it, and sends one like it", in_turn(play.save_draft, play.compose)),
            Wrong("throws it away", play.discards),
            Wrong("the last letter of the text is missing", with_params(play.save_draft, play.cut)),
            *usual(APP, play.save_draft),
        ),
    ),
    Task(
        id="mail.reply",
        apps=("mail",),
        kind="send",
        goals=(
            "Reply to the email “{subject}” from {first_name} {last_name} with exactly these words: {body}",
            "Answer {first_name} {last_name}'s email about “{subject}”. Write: {body}",
            "{first_name} {last_name} sent me an email with the subject “{subject}”. Reply to it: {body}",
        ),
        params={**_PERSON, "subject": Title(), "body": Sentence()},
        setup=_from_person,
        oracle=lambda params: Oracle(
            goal=created(
                "mail",
                {
                    **_sent(to=play.own_address(params), subject=f"Re: {params['subject']}", body=params["body"]),
                    "in_reply_to": "mail/10",
                },
            )
        ),
        solve=play.reply,
        wrong=(
            Wrong("the last letter of the text is missing", with_params(play.reply, play.cut)),
            Wrong("to another email of the same person", play.reply_aside),
            Wrong("writes a new email instead", play.new_instead_of_reply),
            Wrong("replies, and archives the email", in_turn(play.reply, play.archive_one)),
            Wrong("does not send it", play.never_sends(play.reply)),
            *usual(APP, play.reply),
        ),
        distractors=_similar,
        filler=_newsletters,
    ),
    Task(
        id="mail.forward",
        apps=("mail",),
        kind="send",
        goals=(
            "Forward the email “{subject}” {pair}.",
            "There is an email with the subject “{subject}”. Forward it, as it is, {pair}.",
            "In Mail, pass “{subject}” on {pair}.",
        ),
        params={**_PAIR, "subject": Title(), "body": Sentence()},
        setup=lambda params: _from_person(params, str(params["body"])),
        oracle=lambda params: Oracle(
            goal=created("mail", _sent(to=play.recipient(params)[1], subject=f"Fwd: {params['subject']}", body=params["body"]))
        ),
        solve=play.forward,
        wrong=(
            Wrong("to somebody else", play.forward_to_third),
            Wrong("to the right person, and to somebody else", in_turn(play.forward, play.forward_to_third)),
            Wrong("replies instead", play.reply),
            Wrong("does not send it", play.never_sends(play.forward)),
            *usual(APP, play.forward),
        ),
        shown={"pair": _from_to},
        distractors=_similar,
        filler=_newsletters,
    ),
    Task(
        id="mail.star",
        apps=("mail",),
        kind="edit",
        goals=(
            "Add a star to the email “{subject}” from {first_name} {last_name}.",
            "Star {first_name} {last_name}'s email with the subject “{subject}”.",
            "In Mail, mark the email “{subject}” that {first_name} {last_name} sent with a star.",
        ),
        params={**_PERSON, "subject": Title()},
        setup=_from_person,
        oracle=lambda params: Oracle(goal=edited(the("mail", subject=params["subject"]), starred=True)),
        solve=play.star,
        wrong=(
            Wrong("another email of the same person", play.star_aside),
            Wrong("the right one, and another", in_turn(play.star, play.star_aside)),
            Wrong("archives it instead", play.archive_one),
            Wrong("stars it, and deletes it", in_turn(play.star, play.delete_one)),
            *usual(APP, play.star),
        ),
        distractors=_similar,
        filler=_newsletters,
        met=lambda params: {"mail/10": {"starred": True}},
    ),
    Task(
        id="mail.archive_from",
        apps=("mail",),
        kind="edit",
        goals=(
            "Move all emails from {first_name} {last_name} that are in the inbox to Archive.",
            "Archive everything in my inbox that {first_name} {last_name} sent.",
            "Tidy up Mail: archive the emails from {first_name} {last_name} in the inbox, and no others.",
        ),
        params={**_PERSON, "subjects": Several(Title(), 2, 3)},
        setup=_from_sender,
        oracle=lambda params: Oracle(goal=each("mail", {"from": play.own_address(params)}, folder="archive")),
        solve=play.archive_sender,
        wrong=(
            Wrong("the first one only", play.archive_first),
            Wrong("all of them, and one from somebody else", play.archive_more),
            Wrong("deletes them instead", play.delete_instead),
            Wrong("archives them, and deletes one from somebody else", in_turn(play.archive_sender, play.delete_hello)),
            *usual(APP, play.archive_sender),
        ),
        distractors=_similar,
        filler=_newsletters,
    ),
    Task(
        id="mail.delete_before",
        apps=("mail",),
        kind="delete",
        goals=(
            "Delete the emails from {first_name} {last_name} in the inbox that came before {day}.",
            "In my inbox, delete everything that {first_name} {last_name} sent before {day}; keep what came on that day or later.",
            "Move to the bin all emails of {first_name} {last_name} that are older than {day}.",
        ),
        params={**_PERSON, "day": Day("2026-01-12", "2026-02-20"), "subjects": Several(Title(), 4, 4)},
        setup=_around,
        oracle=lambda params: Oracle(goal=all_of(*(edited(the("mail", subject=subject), folder="bin") for subject in play.before(params)))),
        solve=play.delete_before,
        wrong=(
            Wrong("that of the day itself as well", play.delete_until),
            Wrong("the oldest one only", play.delete_first),
            Wrong("all of that person's emails", play.delete_instead),
            Wrong("archives them instead", play.archive_before),
            *usual(APP, play.delete_before),
        ),
        shown={"day": _day},
        distractors=_similar,
        filler=_newsletters,
    ),
    Task(
        id="mail.restore",
        apps=("mail",),
        kind="edit",
        goals=(
            "Move the email “{subject}” from the bin back to the inbox.",
            "I deleted {first_name} {last_name}'s email “{subject}” by mistake: bring it back to the inbox.",
            "In Mail, restore the deleted email “{subject}” to the inbox.",
        ),
        params={**_PERSON, "subject": Title()},
        setup=_in_bin,
        oracle=lambda params: Oracle(goal=edited(the("mail", subject=params["subject"]), folder="inbox")),
        solve=play.restore,
        wrong=(
            Wrong("another email from the bin", play.restore_aside),
            Wrong("the right one, and another", in_turn(play.restore, play.restore_aside)),
            Wrong("archives another email of that person", play.archive_aside),
            Wrong("empties the bin", play.empty_bin),
            Wrong("restores it, then deletes it", in_turn(play.restore, play.delete_one)),
            *usual(APP, play.restore),
        ),
        distractors=_similar,
    ),
    Task(
        id="mail.empty_bin",
        apps=("mail",),
        kind="delete",
        goals=("Empty the bin in Mail.", "Delete everything that is in Mail's bin for good.", "Clear out the bin of the Mail app."),
        params={**_PERSON, "subject": Title()},
        setup=_in_bin,
        oracle=lambda params: Oracle(goal=deleted_all("mail", folder="bin")),
        solve=play.empty_bin,
        wrong=(
            Wrong("says no when asked whether to empty it", play.cancels),
            Wrong("restores one first", in_turn(play.restore, play.empty_bin)),
            Wrong("restores one instead", play.restore),
            Wrong("empties it, and deletes an email from the inbox", in_turn(play.empty_bin, play.delete_hello)),
            *usual(APP, play.empty_bin),
        ),
        filler=_newsletters,
    ),
    Task(
        id="mail.invoice_total",
        apps=("mail",),
        kind="question",
        goals=(
            "What is the total in the email “{subject}” from {first_name} {last_name}? Answer with the amount.",
            "How much do I owe in all by {first_name} {last_name}'s email “{subject}”? Answer with the amount only.",
            "Look up the total amount in the email with the subject “{subject}” and answer with it.",
        ),
        params={**_PERSON, "subject": Title(), "goods": Cents(900, 40_000), "shipping": Cents(250, 1_500)},
        setup=_invoices,
        oracle=lambda params: Oracle(answer=answer_money(int(params["goods"]) + int(params["shipping"]))),
        solve=play.total,
        wrong=(
            Wrong("without the shipping", play.goods_only),
            Wrong("the total of another email", play.total_aside),
            Wrong("finds it and does not answer", only_done(play.total)),
            Wrong("right, then otherwise", in_turn(play.total, answers(play.total_aside, "unknown"))),
            *usual(APP, play.total),
        ),
        distractors=_similar,
        filler=_newsletters,
    ),
    Task(
        id="mail.unread_senders",
        apps=("mail",),
        kind="question",
        goals=(
            "Who sent the emails in my inbox that I have not read yet? Answer with the names, separated by commas.",
            "List the people from whom there is unread email in the inbox. Answer with their names, each once.",
            "From whom do I have unread emails in the inbox? Answer with the names only, separated by commas.",
        ),
        params=_OTHERS,
        setup=_some_unread,
        oracle=lambda params: Oracle(answer=answer_list([name for name, _ in play.others(params)[:2]])),
        solve=play.unread_senders,
        wrong=(
            Wrong("one of them is missing", with_answer(play.unread_senders, lambda right: right.partition(", ")[0])),
            Wrong("one of them twice", with_answer(play.unread_senders, lambda right: ", ".join(right.split(", ")[:1] * 2))),
            Wrong("somebody whose email is in the archive as well", play.with_archived),
            Wrong("finds them and does not answer", only_done(play.unread_senders)),
            *usual(APP, play.unread_senders),
        ),
        filler=_newsletters,
    ),
    Task(
        id="mail.forward_missing_file",
        apps=("mail",),
        kind="infeasible",
        goals=(
            "Forward the file {file} attached to the email “{subject}” {pair}.",
            "The email “{subject}” came with an attachment, {file}. Forward it {pair}.",
            "Pass {file}, which is attached to the email “{subject}”, on {pair}.",
        ),
        params={**_PAIR, "subject": Title(), "file": Choice(_FILES)},
        setup=_with_file_elsewhere,
        oracle=lambda params: Oracle(demand="infeasible"),
        solve=play.no_attachment,
        wrong=(
            Wrong("forwards the email all the same", play.forward_anyway),
            Wrong("forwards it, then says that it cannot be done", in_turn(play.forward_anyway, play.no_attachment)),
            Wrong("forwards the attachment of another email", play.forward_file_aside),
            Wrong("looks, and claims to have done it", claims(play.no_attachment)),
            Wrong("says done before it looked", early(APP)),
            Wrong("never says that it cannot be done", never_done(play.no_attachment)),
        ),
        shown={"pair": _from_to},
        distractors=_similar,
        filler=_newsletters,
    ),
)
