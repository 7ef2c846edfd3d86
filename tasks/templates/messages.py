"""Tasks in Messages: write, reply, forward, delete, mark, archive, and questions about what was written."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date, timedelta
from typing import Final

from devices.device import Setup
from devices.sim.screens.messages_store import plain_number
from devices.state import Facts, State, Value
from tasks.answers import answer_number, answer_text, answer_time, answer_yes_no
from tasks.conditions import all_of, created, deleted, deleted_all, edited, none, the
from tasks.mistakes import answers, claims, early, in_turn, never_done, only_done, usual, with_answer, with_params
from tasks.oracle import Oracle
from tasks.params import Choice, FirstName, Integer, LastName, Moment, Param, People, Phone, Sentence, ShortText, TimeOfDay, people
from tasks.solutions import messages_plays as play
from tasks.solutions.messages import APP
from tasks.task import Params, Task, Wrong

_SENDERS: Final = ("FASTBANK", "PARCELS", "MYCLINIC", "CITYTAX")
_SMALL_TALK: Final = ("See you there", "Thanks a lot!", "Can you call me back?", "All done here", "On my way", "Happy birthday!")
_PERSON: Final[Mapping[str, Param]] = {"first_name": FirstName(), "last_name": LastName(), "phone": Phone()}


# What is on the phone


def _contact(first: str, last: str, phone: str) -> Facts:
    return {"first_name": first, "last_name": last, "phone": phone, "email": "", "favourite": False}


def _message(address: str, text: str, time: str, sent: bool = False, read: bool = True) -> Facts:
    return {"address": address, "text": text, "time": time, "sent": sent, "read": read, "starred": False}


def _thread(address: str) -> Facts:
    return {"address": address, "archived": False, "muted": False, "pinned": False}


def _phone(params: Params, own: Sequence[Facts] = (), known: bool = True) -> Setup:
    """A phone with the other people, who wrote something each, and with the messages of the person meant.

    Args:
        params: with ``others``.
        own: messages of the conversation meant, oldest first.
        known: whether the person is a contact.
    """
    facts: State = {}
    addresses = list(dict.fromkeys(str(message["address"]) for message in own))  # so that thread/10 is the conversation meant
    for number, (name, phone) in enumerate(play.others(params)):
        first, _, last = name.partition(" ")
        facts[f"contact/{11 + number}"] = _contact(first, last, phone)
        facts[f"message/{40 + number}"] = _message(
            phone, _SMALL_TALK[number % len(_SMALL_TALK)], f"2026-02-{20 - number:02}T1{number % 9}:24"
        )
        addresses.append(phone)
    if known:
        facts["contact/10"] = _contact(str(params["first_name"]), str(params["last_name"]), str(params["phone"]))
    for number, message in enumerate(own):
        facts[f"message/{10 + number}"] = message
    facts |= {f"thread/{10 + number}": _thread(address) for number, address in enumerate(addresses)}
    return Setup(clear=("contact", "message", "thread"), facts=facts)


def _chat(params: Params) -> list[Facts]:
    """A conversation with the person meant that is about nothing in particular."""
    phone = str(params["phone"])
    return [
        _message(phone, "Hello, is this still your number?", "2026-02-21T17:02"),
        _message(phone, "Yes, it is", "2026-02-21T17:10", sent=True),
        _message(phone, "Good, talk soon", "2026-02-22T08:31"),
    ]


def _about(params: Params) -> list[Facts]:
    """The same with a message in it that begins with the topic, and one like it."""
    phone, topic = str(params["phone"]), str(params["topic"])
    return [
        *_chat(params),
        _message(phone, play.topical(params), f"2026-02-22T{params.get('time', '18:45')}"),
        _message(phone, f"About the {topic.casefold()}: I changed my mind", "2026-02-23T09:15", sent=True),
        _message(phone, play.ASIDE, "2026-02-23T09:20"),
    ]


def _similar(params: Params) -> State:
    """People who are easily taken for the one meant, with conversations of their own."""
    first, last, phone = str(params["first_name"]), str(params["last_name"]), play.swapped(str(params["phone"]))
    return {
        "contact/100": _contact(first, last + "son", phone),
        "contact/101": _contact(first + "a", last, play.swapped(phone)),
        "message/100": _message(phone, "Good, talk soon", "2026-02-27T08:31"),
        "message/101": _message(play.swapped(phone), "Yes, it is", "2026-02-26T17:10"),
    }


def _conversations(params: Params, count: int) -> State:
    """Conversations with numbers that nobody has."""
    return {
        f"message/{200 + i}": _message(f"+1 100 {i:03} 0000", _SMALL_TALK[i % len(_SMALL_TALK)], f"2026-01-{1 + i % 28:02}T11:{i % 60:02}")
        for i in range(count)
    }


def _contacts(params: Params, count: int) -> State:
    """People whom nobody means."""
    firsts = ("Abel", "Ines", "Lorna", "Otto", "Tess", "Zeno")
    lasts = ("Akbar", "Bruun", "Ferro", "Idris", "Lund", "Oduya", "Rask", "Vos", "Ybarra", "Zorn")
    return {f"contact/{200 + i}": _contact(firsts[i % 6], lasts[i // 6 % 10], f"+1 100 {i:03} 0000") for i in range(count)}


def _new_text(address: Value, text: Value) -> Mapping[str, Value]:
    return {"address": address, "text": text, "sent": True}


def _name_list(value: Value) -> str:
    """The names in a value of `People`, as they stand in a sentence."""
    names = [f"{first} {last}" for first, last, _ in people(value)]
    return f"{', '.join(names[:-1])} and {names[-1]}"


def _unread(params: Params) -> Setup:
    """A phone on which the person meant and the first of the others wrote something that was not read yet."""
    phone, (_, other) = str(params["phone"]), play.other(params)
    setup = _phone(params, _chat(params))
    facts = dict(setup.facts)
    for start, address, count in ((60, phone, int(params["unread"])), (70, other, int(params["more"]))):
        facts |= {
            f"message/{start + i}": _message(address, _SMALL_TALK[i], f"2026-02-25T1{i}:0{start // 10}", read=False) for i in range(count)
        }
    return replace(setup, facts=facts)


def _pinned(params: Params) -> Setup:
    """A conversation that is pinned already."""
    setup = _phone(params, _chat(params))
    return replace(setup, facts={**setup.facts, "thread/10": {**_thread(str(params["phone"])), "pinned": True}})


def _writer(params: Params) -> Params:
    """The first of the two people named as the one whom the conversation is with."""
    first, last, phone = people(params["targets"])[0]
    return {**params, "first_name": first, "last_name": last, "phone": phone}


def _forwarding(params: Params) -> Setup:
    """A conversation with the first of the two people named, and the second, who wrote as well."""
    writer, (first, last, phone) = _writer(params), people(params["targets"])[1]
    setup = _phone(writer, [*_about(writer), _message(phone, "What did they say?", "2026-02-24T19:00")])
    return replace(setup, facts={**setup.facts, "contact/60": _contact(first, last, phone)})


def _from_to(value: Value) -> str:
    """Two people as they stand in a sentence: ``from Ruth Cohen to Hugo Ito``."""
    (first, last, _), (other_first, other_last, _) = people(value)
    return f"from {first} {last} to {other_first} {other_last}"


def _today(params: Params) -> Setup:
    """A conversation that the owner wrote the last message of today, whether or not the other one wrote today."""
    now, phone = str(params["now"]), str(params["phone"])
    day = date.fromisoformat(now[:10])
    own = [
        _message(phone, "Did you get home safely?", f"{day - timedelta(1)}T21:15"),
        *([_message(phone, "Good morning!", f"{day}T06:40")] if params["wrote"] else []),
        _message(phone, "I'll call you later", f"{day}T06:50", sent=True),
    ]
    return replace(_phone(params, own), now=now)


def _several_chats(params: Params) -> Setup:
    """A phone with the people whose conversations are archived, and others."""
    setup = _phone(params, known=False)
    facts = dict(setup.facts)
    for number, (first, last, phone) in enumerate(people(params["targets"])):
        facts[f"contact/{60 + number}"] = _contact(first, last, phone)
        facts[f"message/{60 + number}"] = _message(phone, _SMALL_TALK[-1 - number], f"2026-02-{21 + number}T10:0{number}")
        facts[f"thread/{60 + number}"] = _thread(phone)
    return replace(setup, facts=facts)


def _codes(params: Params) -> list[Facts]:
    """What a sender without a number wrote: two codes, the later one is meant."""
    sender = str(params["sender"])
    return [
        _message(sender, play.code_text(params["old_code"]), "2026-02-25T12:00"),
        _message(sender, play.code_text(params["code"]), "2026-02-27T16:20"),
        _message(sender, "Your device was added.", "2026-02-27T16:21"),
    ]


_WRITING: Final[Mapping[str, Param]] = {**_PERSON, "text": Sentence(), "others": People(3, 6)}
_TOPICAL: Final[Mapping[str, Param]] = {**_PERSON, "topic": ShortText(), "text": Sentence(), "others": People(3, 6)}
_CHATTING: Final[Mapping[str, Param]] = {**_PERSON, "others": People(3, 6)}


TASKS = (
    Task(
        id="messages.send_to_contact",
        apps=("messages",),
        kind="send",
        goals=(
            "Send {first_name} {last_name} a text message with exactly these words: {text}",
            "Text my contact {first_name} {last_name} the following, word for word: {text}",
            "Open Messages and write to {first_name} {last_name}: {text}",
        ),
        params=_WRITING,
        setup=_phone,
        oracle=lambda params: Oracle(goal=created("message", _new_text(params["phone"], params["text"]))),
        solve=play.send,
        wrong=(
            Wrong("the last letter of the text is missing", with_params(play.send, play.cut)),
            Wrong("to somebody else", with_params(play.send, play.as_other)),
            Wrong("to the right person, and to somebody else", in_turn(play.send, with_params(play.send, play.as_other))),
            Wrong("types it and does not send it", play.never_sends(play.send)),
            *usual(APP, play.send),
        ),
        distractors=_similar,
        filler=_contacts,
    ),
    Task(
        id="messages.send_to_number",
        apps=("messages",),
        kind="send",
        goals=(
            "Send a text message to the number {phone} with exactly these words: {text}",
            "Text {phone}, who is not in my contacts, the following: {text}",
            "Write a message to {phone}: {text}",
        ),
        params=_WRITING,
        setup=lambda params: _phone(params, known=False),
        oracle=lambda params: Oracle(goal=created("message", _new_text(plain_number(str(params["phone"])), params["text"]))),
        solve=play.send_to_number,
        wrong=(
            Wrong(
                "a number with one digit wrong",
                with_params(play.send_to_number, lambda params: {"phone": play.swapped(str(params["phone"]))}),
            ),
            Wrong("the last letter of the text is missing", with_params(play.send_to_number, play.cut)),
            Wrong("to that number, and to somebody else", in_turn(play.send_to_number, with_params(play.send, play.as_other))),
            Wrong("types it and does not send it", play.never_sends(play.send_to_number)),
            *usual(APP, play.send_to_number),
        ),
        filler=_contacts,
    ),
    Task(
        id="messages.reply",
        apps=("messages",),
        kind="send",
        goals=(
            "Reply to the latest message from {first_name} {last_name} with exactly these words: {text}",
            "Answer {first_name} {last_name}'s last text message. Write: {text}",
            "{first_name} {last_name} wrote to me. Text back: {text}",
        ),
        params=_WRITING,
        setup=lambda params: _phone(params, _chat(params)),
        oracle=lambda params: Oracle(goal=created("message", _new_text(params["phone"], params["text"]))),
        solve=play.reply,
        wrong=(
            Wrong("the last letter of the text is missing", with_params(play.reply, play.cut)),
            Wrong("to somebody else", with_params(play.reply, play.as_other)),
            Wrong("to the right person, and to somebody else", in_turn(play.reply, with_params(play.reply, play.as_other))),
            Wrong("types it and does not send it", play.never_sends(play.reply)),
            *usual(APP, play.reply),
        ),
        distractors=_similar,
        filler=_conversations,
    ),
    Task(
        id="messages.forward",
        apps=("messages",),
        kind="send",
        goals=(
            "Forward the message that begins with “{topic}:” {targets}.",
            "There is a text message that starts with “{topic}:”. Forward it {targets}.",
            "Pass the text message “{topic}: …” on {targets}, as it is.",
        ),
        params={"targets": People(2, 2), "topic": ShortText(), "text": Sentence(), "others": People(3, 6)},
        setup=_forwarding,
        oracle=lambda params: Oracle(goal=created("message", _new_text(play.targets(params)[1][1], play.topical(params)))),
        solve=play.forward,
        wrong=(
            Wrong("another message of the conversation", play.forward_aside),
            Wrong("to somebody else", play.forward_to_third),
            Wrong("chooses the person and does not send it", play.never_sends(play.forward)),
            Wrong("forwards it, and deletes it", in_turn(play.forward, play.delete_forwarded)),
            *usual(APP, play.forward),
        ),
        shown={"targets": _from_to},
        distractors=lambda params: _similar(_writer(params)),
        filler=_conversations,
    ),
    Task(
        id="messages.star",
        apps=("messages",),
        kind="edit",
        goals=(
            "Add a star to the message from {first_name} {last_name} that begins with “{topic}:”.",
            "Star {first_name} {last_name}'s text message about “{topic}”: it starts with these words.",
            "In Messages, mark the message “{topic}: …” from {first_name} {last_name} with a star.",
        ),
        params=_TOPICAL,
        setup=lambda params: _phone(params, _about(params)),
        oracle=lambda params: Oracle(goal=edited(the("message", text=play.topical(params)), starred=True)),
        solve=play.star,
        wrong=(
            Wrong("another message of the conversation", play.star_aside),
            Wrong("the right message, and another one", in_turn(play.star, play.star_aside)),
            Wrong("deletes it instead", play.delete_message),
            Wrong("opens the conversation only", play.looks_in),
            *usual(APP, play.star),
        ),
        distractors=_similar,
        filler=_conversations,
        met=lambda params: {"message/13": {"starred": True}},
    ),
    Task(
        id="messages.delete_message",
        apps=("messages",),
        kind="delete",
        goals=(
            "Delete the message from {first_name} {last_name} that begins with “{topic}:” and keep the rest of the conversation.",
            "Remove a single text message: the one from {first_name} {last_name} that starts with “{topic}:”.",
            "In the conversation with {first_name} {last_name}, delete only the message “{topic}: …”.",
        ),
        params=_TOPICAL,
        setup=lambda params: _phone(params, _about(params)),
        oracle=lambda params: Oracle(goal=deleted(the("message", text=play.topical(params)))),
        solve=play.delete_message,
        wrong=(
            Wrong("another message of the conversation", play.delete_aside),
            Wrong("the right message, and another one", in_turn(play.delete_message, play.delete_aside)),
            Wrong("the whole conversation", play.delete_chat),
            Wrong("says no when asked whether to delete", play.cancels(play.delete_message)),
            *usual(APP, play.delete_message),
        ),
        distractors=_similar,
        filler=_conversations,
    ),
    Task(
        id="messages.delete_conversation",
        apps=("messages",),
        kind="delete",
        goals=(
            "Delete the whole conversation with {first_name} {last_name}.",
            "Delete all text messages from and to {first_name} {last_name}.",
            "In Messages, remove the conversation with {first_name} {last_name}.",
        ),
        params=_CHATTING,
        setup=lambda params: _phone(params, _chat(params)),
        oracle=lambda params: Oracle(goal=deleted_all("message", address=params["phone"])),
        solve=play.delete_chat,
        wrong=(
            Wrong("the conversation with somebody else", with_params(play.delete_chat, play.as_other)),
            Wrong("that one, and another", in_turn(play.delete_chat, with_params(play.delete_chat, play.as_other))),
            Wrong("one message only", play.delete_one),
            Wrong("says no when asked whether to delete", play.cancels(play.delete_chat)),
            *usual(APP, play.delete_chat),
        ),
        distractors=_similar,
        filler=_conversations,
    ),
    Task(
        id="messages.mute",
        apps=("messages",),
        kind="toggle",
        goals=(
            "Mute the conversation with {first_name} {last_name}.",
            "I don't want to be notified of messages from {first_name} {last_name} any more: mute the conversation.",
            "Turn off notifications for {first_name} {last_name}'s conversation in Messages.",
        ),
        params=_CHATTING,
        setup=lambda params: _phone(params, _chat(params)),
        oracle=lambda params: Oracle(goal=edited(the("thread", address=params["phone"]), muted=True)),
        solve=play.mute,
        wrong=(
            Wrong("the conversation with somebody else", with_params(play.mute, play.as_other)),
            Wrong("that one, and another", in_turn(play.mute, with_params(play.mute, play.as_other))),
            Wrong("pins it instead", play.pin),
            Wrong("mutes it and archives it", in_turn(play.mute, play.archive_one)),
            *usual(APP, play.mute),
        ),
        distractors=_similar,
        filler=_conversations,
        met=lambda params: {"thread/10": {"muted": True}},
    ),
    Task(
        id="messages.pin_unopened",
        apps=("messages",),
        kind="prohibition",
        goals=(
            "Pin the conversation with {first_name} {last_name} without opening it: its messages must stay unread.",
            "Without reading what {first_name} {last_name} wrote, pin that conversation in Messages.",
            "Pin {first_name} {last_name}'s conversation to the top, and do not mark its messages as read.",
        ),
        params={**_CHATTING, "unread": Choice((1, 2, 3)), "more": Choice((1, 2))},
        setup=_unread,
        oracle=lambda params: Oracle(
            goal=edited(the("thread", address=params["phone"]), pinned=True),
            never=(none("message", address=params["phone"], read=False),),
        ),
        solve=play.pin,
        wrong=(
            Wrong("opens it first", in_turn(play.looks_in, play.pin)),
            Wrong("pins it, and looks into it afterwards", in_turn(play.pin, play.looks_in)),
            Wrong("the conversation with somebody else", with_params(play.pin, play.as_other)),
            Wrong("mutes it instead", play.mute),
            *usual(APP, play.pin),
        ),
        distractors=_similar,
        filler=_conversations,
    ),
    Task(
        id="messages.keep_pinned",
        apps=("messages",),
        kind="already_done",
        goals=(
            "Make sure that the conversation with {first_name} {last_name} is pinned.",
            "The conversation with {first_name} {last_name} should be pinned in Messages: see to it.",
            "Check that {first_name} {last_name}'s conversation is pinned, and pin it if it is not.",
        ),
        params=_CHATTING,
        setup=_pinned,
        oracle=lambda params: Oracle(goal=edited(the("thread", address=params["phone"]), pinned=True), demand="already_done"),
        solve=play.pin,
        wrong=(
            Wrong("unpins it", play.unpin),
            Wrong("pins another one as well", in_turn(play.pin, with_params(play.pin, play.as_other))),
            Wrong("mutes it", play.mute),
            Wrong("archives it", play.archive_one),
            *usual(APP, play.pin),
        ),
        distractors=_similar,
        filler=_conversations,
    ),
    Task(
        id="messages.archive_several",
        apps=("messages",),
        kind="edit",
        goals=(
            "Archive the conversations with {targets}.",
            "Move the conversations with {targets} to the archive in Messages.",
            "Tidy up Messages: archive what {targets} wrote, and nothing else.",
        ),
        params={"targets": People(2, 3), "others": People(3, 6)},
        setup=_several_chats,
        oracle=lambda params: Oracle(
            goal=all_of(*(edited(the("thread", address=phone), archived=True) for _, _, phone in people(params["targets"])))
        ),
        solve=play.archive,
        wrong=(
            Wrong("the first one only", play.archive_first),
            Wrong("those, and one more", play.archive_more),
            Wrong("those of others", play.archive_others),
            Wrong("deletes the first one instead", play.delete_first),
            *usual(APP, play.archive),
        ),
        shown={"targets": _name_list},
        filler=_conversations,
    ),
    Task(
        id="messages.find_code",
        apps=("messages",),
        kind="question",
        goals=(
            "Which code did {sender} send me last? Answer with the code only.",
            "I need the latest code from {sender}'s text messages. Answer with the digits only.",
            "Look up the most recent code that {sender} texted me and answer with it.",
        ),
        params={
            "sender": Choice(_SENDERS),
            "code": Integer(100_000, 999_999),
            "old_code": Integer(100_000, 999_999),
            **_CHATTING,
        },
        setup=lambda params: _phone(params, _codes(params)),
        oracle=lambda params: Oracle(answer=answer_text(str(params["code"]))),
        solve=play.find_code,
        wrong=(
            Wrong("the code before that one", play.old_code),
            Wrong("one digit is wrong", with_answer(play.find_code, lambda right: str(int(right) ^ 1))),
            Wrong("finds it and does not answer", only_done(play.find_code)),
            Wrong("right, then otherwise", in_turn(play.find_code, answers(play.old_code, "unknown"))),
            *usual(APP, play.find_code),
        ),
        filler=_conversations,
    ),
    Task(
        id="messages.when_sent",
        apps=("messages",),
        kind="question",
        goals=(
            "At what time of day did {first_name} {last_name} send me the message that begins with “{topic}:”? Answer with the time.",
            "When did the text message “{topic}: …” from {first_name} {last_name} arrive? Answer with the time of day only.",
            "Look up the time of {first_name} {last_name}'s message that starts with “{topic}:”. Answer with hours and minutes.",
        ),
        params={**_TOPICAL, "time": TimeOfDay()},
        setup=lambda params: _phone(params, _about(params)),
        oracle=lambda params: Oracle(answer=answer_time(str(params["time"]))),
        solve=play.when_sent,
        wrong=(
            Wrong("the time of another message", play.when_aside),
            Wrong("half a day off", with_answer(play.when_sent, lambda right: f"{(int(right[:2]) + 12) % 24:02}{right[2:]}")),
            Wrong("finds it and does not answer", only_done(play.when_sent)),
            Wrong("right, then otherwise", in_turn(play.when_sent, answers(play.when_aside, "unknown"))),
            *usual(APP, play.when_sent),
        ),
        distractors=_similar,
        filler=_conversations,
    ),
    Task(
        id="messages.count_unread",
        apps=("messages",),
        kind="question",
        goals=(
            "How many unread text messages do I have in all conversations together? Answer with the number.",
            "Count my unread messages in Messages. Answer with a number.",
            "How many messages in Messages have I not read yet? Answer with the number only.",
        ),
        params={**_CHATTING, "unread": Choice((1, 2, 3, 4)), "more": Choice((1, 2, 3))},
        setup=_unread,
        oracle=lambda params: Oracle(
            answer=answer_number(
                int(params["unread"]) + int(params["more"]),
                ("unread", "messages", "message", "unread messages", "unread message", "text messages", "unread text messages"),
            )
        ),
        solve=play.count_unread,
        wrong=(
            Wrong("those of one conversation only", play.count_one),
            Wrong("one too many", with_answer(play.count_unread, lambda right: str(int(right) + 1))),
            Wrong("counts conversations", answers(play.count_unread, "2 conversations")),
            Wrong("counts them and does not answer", only_done(play.count_unread)),
            *usual(APP, play.count_unread),
        ),
        filler=_conversations,
    ),
    Task(
        id="messages.wrote_today",
        apps=("messages",),
        kind="question",
        goals=(
            "Has {first_name} {last_name} sent me a text message today? Answer yes or no.",
            "Did I get a text from {first_name} {last_name} today? Answer with yes or no.",
            "Look in Messages whether {first_name} {last_name} wrote to me today. Answer yes or no.",
        ),
        params={**_CHATTING, "wrote": Choice((True, False)), "now": Moment()},
        setup=_today,
        oracle=lambda params: Oracle(answer=answer_yes_no(bool(params["wrote"]))),
        solve=play.wrote_today,
        wrong=(
            Wrong("the opposite", with_answer(play.wrote_today, lambda right: "no" if right == "yes" else "yes")),
            Wrong("neither yes nor no", answers(play.wrote_today, "maybe")),
            Wrong("looks and does not answer", only_done(play.wrote_today)),
            Wrong("right, then otherwise", in_turn(play.wrote_today, answers(play.wrote_today, "unknown"))),
            *usual(APP, play.wrote_today),
        ),
        distractors=_similar,
        filler=_conversations,
    ),
    Task(
        id="messages.reply_to_nobody",
        apps=("messages",),
        kind="infeasible",
        goals=(
            "Reply to the latest text message from {first_name} {last_name} with exactly these words: {text}",
            "{first_name} {last_name} sent me a text message. Answer it: {text}",
            "Find {first_name} {last_name}'s conversation in Messages and write back: {text}",
        ),
        params=_WRITING,
        setup=lambda params: _phone(params, known=False),
        oracle=lambda params: Oracle(demand="infeasible"),
        solve=play.reply_to_nobody,
        wrong=(
            Wrong("replies to somebody else", with_params(play.reply, play.as_other)),
            Wrong("writes to the number all the same", play.send_to_number),
            Wrong(
                "replies to somebody else, then says that it cannot be done",
                in_turn(with_params(play.reply, play.as_other), play.reply_to_nobody),
            ),
            Wrong("looks, and claims to have done it", claims(play.reply_to_nobody)),
            Wrong("says done before it looked", early(APP)),
            Wrong("never says that it cannot be done", never_done(play.reply_to_nobody)),
        ),
        distractors=_similar,
        filler=_conversations,
    ),
)
