"""Messages, used as a person would."""

import random

import pytest

from devices.action import LongPress, OpenApp, Tap, TypeText
from devices.device import Layout, Setup
from devices.sim.screens.messages_store import key, plain_number
from devices.state import State
from tests.devices.sim.driver import Hand, check_look, wander

PARCEL = "Your parcel arrives today between 2 and 4 pm."
CAKE = "Yes, I'll bring cake"


def hold(hand: Hand, label: str) -> None:
    hand.sure(LongPress(element=hand.find(label, "row").index))


def rows(hand: Hand) -> list[str]:
    return [element.label for element in hand.look.elements if element.kind == "row"]


def start(facts: State | None = None, **layout: str) -> Hand:
    return Hand(Setup(front="messages", facts=facts or {}, layout=Layout(**layout)))  # type: ignore[arg-type]


class TestList:
    def test_latest_first_with_names_and_what_is_unread(self) -> None:
        hand = start()
        assert hand.look.title == "Messages"
        assert rows(hand) == ["PARCEL", "Bruno Keller", "Amara Okafor"]
        assert hand.find("PARCEL").detail == "Your parcel arrives today between 2 and…, 7:30 AM · 1 unread"
        assert hand.find("Bruno Keller").detail == "The keys are under the mat, Yesterday"
        assert hand.find("Amara Okafor").detail == "You: Yes, I'll bring cake, Feb 28, 2026"

    def test_sorted_the_other_way(self) -> None:
        assert rows(start(list_order="descending")) == ["Amara Okafor", "Bruno Keller", "PARCEL"]

    def test_numbers_written_in_two_ways_are_one_conversation(self) -> None:
        hand = start({"message/9": {"address": "555 01 34", "text": "It is me again", "time": "2026-03-02T08:00"}})
        assert rows(hand).count("Bruno Keller") == 1
        hand.tap("Bruno Keller")
        assert rows(hand) == ["The keys are under the mat", "It is me again"]

    @pytest.mark.parametrize(("query", "found"), [("keys", "Bruno Keller"), ("AMARA", "Amara Okafor"), ("5550134", "Bruno Keller")])
    def test_search_by_words_name_and_number(self, query: str, found: str) -> None:
        hand = start()
        hand.type("Search messages", query)
        assert rows(hand) == [found]
        hand.type("Search messages", "nothing like it")
        assert "No messages found" in hand.labels

    def test_several_are_archived_and_brought_back(self) -> None:
        hand = start()
        hold(hand, "PARCEL")
        hand.tap("Amara Okafor")
        assert hand.look.title == "2 selected"
        hand.tap("Archive")
        assert rows(hand) == ["Bruno Keller"]
        assert {facts["address"] for entity, facts in hand.phone.state().items() if entity.startswith("thread/")} == {"PARCEL", "555-0112"}
        hand.tap("Undo")
        assert rows(hand) == ["PARCEL", "Bruno Keller", "Amara Okafor"]
        assert not [entity for entity in hand.phone.state() if entity.startswith("thread/")]

    def test_archived_list(self) -> None:
        hand = start({"thread/1": {"address": "555-0134", "archived": True}})
        assert rows(hand) == ["PARCEL", "Amara Okafor"]
        hand.tap("More options", "Archived")
        assert rows(hand) == ["Bruno Keller"]
        hold(hand, "Bruno Keller")
        hand.tap("Unarchive")
        assert hand.fact("thread/1", "archived") is False
        hand.back()
        assert "Bruno Keller" in rows(hand)

    def test_muted_and_unmuted_is_as_it_was(self) -> None:
        hand = start()
        before = hand.phone.state()
        hold(hand, "PARCEL")
        hand.tap("Mute")
        assert hand.find("PARCEL").detail.endswith("Muted")
        hold(hand, "PARCEL")
        hand.tap("Unmute")
        assert hand.phone.state() == before

    def test_pinned_stays_on_top_and_unread(self) -> None:
        hand = start({"message/9": {"address": "555-0199", "text": "Hi", "time": "2026-01-02T08:00", "read": False}})
        hold(hand, "Hana Sato")
        hand.tap("Pin")
        assert rows(hand)[0] == "Hana Sato"
        assert hand.fact("message/9", "read") is False

    def test_marked_as_read_and_unread(self) -> None:
        hand = start()
        hold(hand, "PARCEL")
        hand.tap("Mark as read")
        assert hand.fact("message/4", "read") is True
        hold(hand, "PARCEL")
        hand.tap("Mark as unread")
        assert hand.fact("message/4", "read") is False

    def test_deleting_asks_first(self) -> None:
        hand = start()
        hold(hand, "Amara Okafor")
        hand.tap("Delete")
        assert hand.look.title == "Delete this conversation?"
        hand.tap("Cancel")
        assert hand.changed() == {}
        hand.tap("PARCEL", "Delete")
        assert hand.look.title == "Delete 2 conversations?"
        hand.tap("Delete")
        assert rows(hand) == ["Bruno Keller"]
        assert {entity for entity in hand.phone.state() if entity.startswith("message/")} == {"message/3"}

    def test_back_ends_the_selection(self) -> None:
        hand = start()
        hold(hand, "PARCEL")
        hand.back()
        assert hand.look.title == "Messages"


class TestChat:
    def test_opening_reads(self) -> None:
        hand = start()
        hand.tap("PARCEL")
        assert hand.changed() == {"message/4.read": (False, True)}
        assert [(e.label, e.detail) for e in hand.look.elements if e.kind == "row"] == [(PARCEL, "PARCEL · Today · 7:30 AM")]

    def test_opens_at_its_end(self) -> None:
        facts: State = {
            f"message/{n}": {"address": "555-0134", "text": f"Message {n}", "time": f"2026-03-01T10:{n:02}"} for n in range(10, 50)
        }
        hand = start(facts)
        hand.tap("Bruno Keller")
        assert rows(hand)[-1] == "Message 49"
        assert hand.look.more_above
        assert not hand.look.more_below

    def test_nothing_is_sent_that_is_empty_or_not_asked_for(self) -> None:
        hand = start()
        hand.tap("Amara Okafor")
        assert hand.do(Tap(element=hand.find("Send").index)).status == "refused"
        hand.type("Text message", " \n ")
        assert hand.do(Tap(element=hand.find("Send").index)).status == "refused"
        hand.type("Text message", "On my way", enter=True)
        assert hand.find("Text message").text == "On my way\n"
        assert hand.changed() == {}

    @pytest.mark.parametrize("text", ["Zoë 你好 €5 עברית 🙂", "100%s & $HOME `id` 'x'", "two\nlines", "{name} {0}", " spaces "])
    def test_text_goes_out_byte_for_byte(self, text: str) -> None:
        hand = start()
        hand.tap("Amara Okafor")
        hand.type("Text message", text)
        hand.tap("Send")
        assert hand.phone.state()["message/5"] == {
            "address": "555-0112", "text": text, "sent": True, "time": "2026-03-02T09:41", "read": True, "starred": False,
        }  # fmt: skip
        assert hand.find("Text message").text == ""

    def test_what_was_not_sent_is_kept_as_a_draft(self) -> None:
        hand = start()
        hand.tap("Amara Okafor")
        hand.type("Text message", "Not yet")
        hand.back()
        hand.back()
        assert hand.find("Amara Okafor").detail.startswith("Draft: Not yet")
        hand.tap("Amara Okafor")
        assert hand.find("Text message").text == "Not yet"
        assert hand.changed() == {}

    def test_send_stays_above_the_keyboard(self) -> None:
        hand = start()
        hand.tap("Amara Okafor", "Text message")
        assert hand.look.keyboard
        keyboard = hand.look.tree.children[-1].bounds
        assert hand.find("Send").bounds.bottom <= keyboard[1]
        assert hand.find("Text message").bounds.bottom <= keyboard[1]

    def test_star_copy_and_delete_of_one_message(self) -> None:
        hand = start()
        hand.tap("Amara Okafor")
        hold(hand, CAKE)
        assert hand.look.title == "1 selected"
        hand.tap("Add star")
        assert hand.fact("message/2", "starred") is True
        assert hand.find(CAKE).detail.endswith("Starred")
        hold(hand, CAKE)
        hand.tap("Copy")
        assert hand.fact("clipboard", "text") == CAKE
        hold(hand, CAKE)
        hand.tap("Delete")
        assert hand.look.title == "Delete this message?"
        hand.tap("Delete")
        assert "message/2" not in hand.phone.state()
        assert hand.look.title == "Amara Okafor"

    def test_forwarding_lays_the_text_into_the_field_and_sends_nothing(self) -> None:
        hand = start()
        hand.tap("PARCEL")
        hold(hand, PARCEL)
        hand.tap("Forward", "Elena Rossi")
        assert hand.look.title == "Elena Rossi"
        assert hand.find("Text message").text == PARCEL
        assert "message/5" not in hand.phone.state()
        hand.tap("Send")
        assert (hand.fact("message/5", "address"), hand.fact("message/5", "text")) == ("555-0188", PARCEL)

    def test_menu_mutes_archives_and_deletes(self) -> None:
        hand = start()
        hand.tap("Bruno Keller", "More options", "Mute", "More options", "Archive")
        assert hand.look.title == "Messages"
        assert hand.phone.state()["thread/1"] == {"address": "555-0134", "archived": True, "muted": True, "pinned": False}
        hand.tap("Undo")
        hand.tap("Bruno Keller", "More options", "Delete", "Delete")
        assert "Bruno Keller" not in rows(hand)
        assert not [entity for entity in hand.phone.state() if entity.startswith("thread/")]

    def test_details_and_contact(self) -> None:
        hand = start()
        hand.tap("Bruno Keller", "More options", "Details")
        assert hand.find("Number").detail == "555-0134"
        hand.tap("Mute notifications")
        assert hand.fact("thread/1", "muted") is True
        hand.back()
        hand.tap("More options", "View contact")
        assert hand.look.package == "com.android.contacts"
        assert hand.look.title == "Bruno Keller"


class TestNew:
    def test_to_a_contact(self) -> None:
        hand = start()
        hand.tap("Start chat")
        hand.type("Name or number", "hana")
        hand.tap("Hana Sato")
        assert "No messages yet" in hand.labels
        hand.type("Text message", "Hello")
        hand.tap("Send")
        assert hand.fact("message/5", "address") == "555-0199"
        hand.back()
        hand.back()
        assert rows(hand)[0] == "Hana Sato"

    @pytest.mark.parametrize(
        ("typed", "address"),
        [("(415) 555-0100", "4155550100"), ("+49 30 5550142", "+49305550142"), ("5550134", "555-0134")],
    )
    def test_to_a_number(self, typed: str, address: str) -> None:
        hand = start()
        hand.tap("Start chat")
        hand.type("Name or number", typed)
        hand.tap(f"Send to {typed}")
        hand.type("Text message", "Hello")
        hand.tap("Send")
        assert hand.fact("message/5", "address") == address

    def test_what_is_no_number_is_refused(self) -> None:
        hand = start()
        hand.tap("Start chat")
        hand.type("Name or number", "nobody", enter=True)
        assert "Choose a contact or enter a number" in hand.labels
        assert "No contacts found" in hand.labels


def test_words_change_with_the_language_and_texts_do_not() -> None:
    hand = start(locale="de")
    assert hand.look.title == "Nachrichten"
    hand.tap("PARCEL")
    assert hand.find(PARCEL).detail.startswith("PARCEL · Heute · ")


def test_keys() -> None:
    assert key("(415) 555-0100") == key("415 555 0100") != key("415 555 0101")
    assert key("BANK") == key("bank ")
    assert plain_number("+1 415-555") == "+1415555"


@pytest.mark.parametrize("locale", ["en", "ar"])
@pytest.mark.parametrize("seed", range(4))
def test_every_look_is_sound(seed: int, locale: str) -> None:
    hand, draw = start(locale=locale), random.Random(seed)
    for _ in range(60):
        check_look(hand.phone, hand.look)
        hand.do(wander(hand.look, draw))
        if hand.look.package != "com.android.messaging":
            hand.do(OpenApp(name="Messages"))


def test_shared_text_asks_whom_it_goes_to() -> None:
    hand = Hand(Setup(front="messages", page="choose", args=("A shared text",)))
    assert hand.look.title == "Send to"
    hand.tap("PARCEL")
    assert hand.find("Text message").text == "A shared text"
    hand.sure(TypeText(element=hand.find("Text message").index, text="Another"))
    assert hand.changed().keys() == {"message/4.read"}
