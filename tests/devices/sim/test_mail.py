"""Mail, used as a person would."""

import random

import pytest

from devices.action import LongPress, OpenApp
from devices.device import Layout, Setup
from devices.state import State
from tests.devices.sim.driver import Hand, check_look, wander


def start(facts: State | None = None, **layout: str) -> Hand:
    return Hand(Setup(front="mail", facts=facts or {}, layout=Layout(**layout)))  # type: ignore[arg-type]


def hold(hand: Hand, label: str) -> None:
    hand.sure(LongPress(element=hand.find(label, "row").index))


def rows(hand: Hand) -> list[str]:
    return [element.label for element in hand.look.elements if element.kind == "row"]


def write(hand: Hand, **texts: str) -> None:
    labels = {"to": "To", "cc": "Cc", "subject": "Subject", "body": "Compose email"}
    for key, text in texts.items():
        hand.type(labels[key], text)


class TestFolders:
    def test_inbox(self) -> None:
        hand = start()
        assert hand.look.title == "Inbox"
        assert rows(hand) == ["library@example.org", "Amara Okafor"]
        detail = hand.find("library@example.org").detail
        assert detail == "Two books are due, Yesterday · Unread · Please return them by Friday."

    def test_sorted_the_other_way(self) -> None:
        assert rows(start(list_order="descending")) == ["Amara Okafor", "library@example.org"]

    @pytest.mark.parametrize(("folder", "shown"), [("Sent", ["To: Amara Okafor"]), ("Bin", ["offers@example.net"]), ("Archive", [])])
    def test_each_folder_shows_its_own(self, folder: str, shown: list[str]) -> None:
        hand = start()
        hand.tap("Folders", folder)
        assert hand.look.title == folder
        assert rows(hand) == shown
        hand.back()
        assert hand.look.title == "Inbox"

    def test_starred_shows_what_has_a_star_but_not_the_bin(self) -> None:
        hand = start({"mail/1": {"starred": True}, "mail/4": {"starred": True}})
        hand.tap("Folders", "Starred")
        assert rows(hand) == ["Amara Okafor"]

    @pytest.mark.parametrize("query", ["amara", "BOOK CLUB", "seven"])
    def test_search_by_sender_subject_and_text(self, query: str) -> None:
        hand = start()
        hand.type("Search in mail", query)
        assert rows(hand) == ["Amara Okafor"]
        hand.type("Search in mail", "nothing")
        assert "No emails found" in hand.labels

    def test_several_go_to_the_archive_and_back(self) -> None:
        hand = start()
        hold(hand, "Amara Okafor")
        hand.tap("library@example.org")
        assert hand.look.title == "2 selected"
        hand.tap("Archive")
        assert "Nothing in Inbox" in hand.labels
        assert hand.changed() == {"mail/1.folder": ("inbox", "archive"), "mail/2.folder": ("inbox", "archive")}
        hand.tap("Undo")
        assert rows(hand) == ["library@example.org", "Amara Okafor"]

    def test_moved_starred_and_marked_by_selection(self) -> None:
        hand = start()
        hold(hand, "Amara Okafor")
        hand.tap("Mark as unread")
        assert hand.fact("mail/1", "read") is False
        hold(hand, "Amara Okafor")
        hand.tap("Add star")
        assert hand.fact("mail/1", "starred") is True
        hold(hand, "Amara Okafor")
        hand.tap("Move to", "Bin")
        assert hand.fact("mail/1", "folder") == "bin"
        assert hand.look.title == "Inbox"

    def test_the_bin_is_emptied_after_a_question(self) -> None:
        hand = start()
        hand.tap("Folders", "Bin", "Empty bin", "Cancel")
        assert hand.changed() == {}
        hand.tap("Empty bin", "Delete")
        assert "mail/4" not in hand.phone.state()
        assert "Nothing in Bin" in hand.labels

    def test_one_is_deleted_for_good(self) -> None:
        hand = start()
        hand.tap("Folders", "Bin", "offers@example.net", "Delete forever", "Delete")
        assert "mail/4" not in hand.phone.state()
        assert hand.look.title == "Bin"


class TestPage:
    def test_shows_all_and_reads(self) -> None:
        hand = start({"mail/2": {"cc": "chloe@example.org", "attachments": "list.pdf"}})
        hand.tap("library@example.org")
        assert hand.changed() == {"mail/2.read": (False, True)}
        assert hand.find("Two books are due").kind == "text"
        for label, detail in (("From", "library@example.org"), ("Cc", "Chloé Martin"), ("Date", "Yesterday, 10:00 AM")):
            assert hand.find(label).detail == detail
        hand.tap("list.pdf")
        assert "No app can open this file" in hand.labels

    def test_deleting_can_be_undone(self) -> None:
        hand = start()
        hand.tap("Amara Okafor", "Delete")
        assert hand.look.title == "Inbox"
        assert hand.fact("mail/1", "folder") == "bin"
        hand.tap("Undo")
        assert hand.fact("mail/1", "folder") == "inbox"

    def test_star_archive_and_unread(self) -> None:
        hand = start()
        hand.tap("Amara Okafor", "Add star", "More options", "Mark as unread")
        assert (hand.fact("mail/1", "starred"), hand.fact("mail/1", "read")) == (True, False)
        hand.tap("Amara Okafor", "Archive")
        assert hand.fact("mail/1", "folder") == "archive"


class TestForm:
    def test_sends_what_was_written(self) -> None:
        hand = start()
        hand.tap("Compose")
        write(hand, to="a@example.com, b@example.org", cc="c@example.net", subject="100%s", body="one\n\ntwo 🙂")
        assert "mail/5" not in hand.phone.state()
        hand.tap("Send")
        assert hand.look.title == "Inbox"
        assert hand.phone.state()["mail/5"] == {
            "from": "me@example.com", "to": "a@example.com, b@example.org", "cc": "c@example.net", "subject": "100%s",
            "body": "one\n\ntwo 🙂", "folder": "sent", "read": True, "starred": False, "time": hand.fact("mail/5", "time"),
            "attachments": "", "in_reply_to": "",
        }  # fmt: skip

    @pytest.mark.parametrize(
        ("to", "error"),
        [
            ("", "Add at least one recipient"),
            (" , ", "Add at least one recipient"),
            ("amara", "The address amara is invalid"),
            ("a@b", "The address a@b is invalid"),
            ("a@example.com, @example.com", "The address @example.com is invalid"),
        ],
    )
    def test_addresses_are_checked(self, to: str, error: str) -> None:
        hand = start()
        hand.tap("Compose")
        write(hand, to=to, subject="Hello")
        hand.tap("Send")
        assert error in hand.labels
        assert "mail/5" not in hand.phone.state()

    def test_contacts_are_offered(self) -> None:
        hand = start()
        hand.tap("Compose")
        write(hand, to="a@example.com, rossi")
        hand.tap("Elena Rossi")
        assert hand.find("To").text == "a@example.com, elena.rossi@example.com"

    def test_reply(self) -> None:
        hand = start()
        hand.tap("library@example.org", "Reply")
        assert (hand.find("To").text, hand.find("Subject").text) == ("library@example.org", "Re: Two books are due")
        write(hand, body="They are on the way")
        hand.tap("Send")
        sent = hand.phone.state()["mail/5"]
        assert (sent["to"], sent["in_reply_to"], sent["folder"]) == ("library@example.org", "mail/2", "sent")

    def test_reply_to_all_and_to_a_reply(self) -> None:
        hand = start({"mail/2": {"subject": "Re: Fine", "cc": "chloe@example.org"}})
        hand.tap("library@example.org", "More options", "Reply all")
        assert (hand.find("Cc").text, hand.find("Subject").text) == ("chloe@example.org", "Re: Fine")

    def test_forward_keeps_text_and_files(self) -> None:
        hand = start({"mail/2": {"attachments": "list.pdf"}})
        hand.tap("library@example.org", "Forward")
        assert hand.find("Compose email").text == "Please return them by Friday."
        write(hand, to="a@example.com")
        hand.tap("Send")
        sent = hand.phone.state()["mail/5"]
        assert (sent["subject"], sent["attachments"], sent["in_reply_to"]) == ("Fwd: Two books are due", "list.pdf", "")

    def test_leaving_asks_what_becomes_of_it(self) -> None:
        hand = start()
        hand.tap("Compose")
        hand.back()
        assert hand.look.title == "Inbox"
        hand.tap("Compose")
        write(hand, subject="Plan")
        hand.back()
        hand.back()
        assert hand.look.title == "Save as draft?"
        hand.tap("Keep editing")
        assert hand.find("Subject").text == "Plan"
        hand.back()
        hand.tap("Discard")
        assert hand.changed() == {}

    def test_a_draft_is_kept_and_sent_later(self) -> None:
        hand = start()
        hand.tap("Compose")
        write(hand, subject="Plan")
        hand.back()
        hand.back()
        hand.tap("Save")
        assert hand.fact("mail/5", "folder") == "drafts"
        hand.tap("Folders", "Drafts", "(No recipient)")
        assert hand.find("Subject").text == "Plan"
        write(hand, to="a@example.com")
        hand.tap("Send")
        assert (hand.fact("mail/5", "folder"), hand.fact("mail/5", "to")) == ("sent", "a@example.com")
        assert "mail/6" not in hand.phone.state()


def test_words_change_with_the_language_and_texts_do_not() -> None:
    hand = start(locale="zh")
    assert hand.look.title == "收件箱"
    hand.tap("Amara Okafor")
    assert hand.find("Book club").kind == "text"


@pytest.mark.parametrize("locale", ["en", "ar"])
@pytest.mark.parametrize("seed", range(4))
def test_every_look_is_sound(seed: int, locale: str) -> None:
    hand, draw = start(locale=locale), random.Random(seed)
    for _ in range(60):
        check_look(hand.phone, hand.look)
        hand.do(wander(hand.look, draw))
        if hand.look.package != "com.android.email":
            hand.do(OpenApp(name="Mail"))
