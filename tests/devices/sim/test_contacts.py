"""Contacts beyond the list and the editor: favourites, selection, fields, calling, writing, sharing."""

from devices.action import LongPress
from devices.device import Layout, Setup
from tests.devices.sim.driver import Hand


def rows(hand: Hand) -> list[str]:
    return [e.label for e in hand.look.elements if e.kind == "row"]


def test_favourites() -> None:
    hand = Hand(Setup(front="contacts"))
    hand.tap("Favourites")
    assert (hand.look.title, rows(hand)) == ("Favourites", ["Chloé Martin"])
    hand.tap("Chloé Martin", "Remove from favourites")
    hand.back()
    assert "No favourites" in hand.labels
    hand.back()
    assert hand.look.title == "Contacts"


def test_search_finds_numbers_and_companies() -> None:
    hand = Hand(Setup(front="contacts", facts={"contact/2": {"company": "Brücke GmbH"}}))
    hand.type("Search contacts", "0171")
    assert rows(hand) == ["Dmitri Volkov"]
    hand.type("Search contacts", "brücke")
    assert rows(hand) == ["Bruno Keller"]


def test_further_fields() -> None:
    hand = Hand(Setup(front="contacts"))
    hand.tap("Bruno Keller", "Edit")
    hand.type("Company", "Keller & Co")
    hand.type("Personal note", "Likes tea\nCalls late")
    hand.tap("Save")
    assert hand.changed() == {"contact/2.company": ("", "Keller & Co"), "contact/2.notes": ("", "Likes tea\nCalls late")}
    assert hand.find("Company").detail == "Keller & Co"


def test_several_are_deleted_at_once() -> None:
    hand = Hand(Setup(front="contacts"))
    hand.sure(LongPress(element=hand.find("Bruno Keller").index))
    hand.tap("Hana Sato")
    assert hand.look.title == "2 selected"
    hand.tap("Delete")
    assert hand.look.title == "Delete 2 contacts?"
    hand.tap("Delete")
    assert (hand.look.title, rows(hand)) == ("Contacts", ["Amara Okafor", "Chloé Martin", "Dmitri Volkov", "Elena Rossi"])


def test_a_selection_is_left_without_a_change() -> None:
    hand = Hand(Setup(front="contacts"))
    hand.sure(LongPress(element=hand.find("Bruno Keller").index))
    hand.tap("Select all")
    assert hand.look.title == "6 selected"
    hand.back()
    assert hand.look.title == "Contacts"
    assert hand.changed() == {}


def test_call() -> None:
    hand = Hand(Setup(front="contacts"))
    hand.tap("Bruno Keller", "Call")
    assert hand.look.title == "Bruno Keller"
    assert "Calling…" in hand.labels
    hand.tap("End call")
    assert hand.changed() == {"call/1.number": (None, "555-0134")}
    assert hand.find("Edit")


def test_message_and_mail_open_a_form_that_knows_whom_it_is_for() -> None:
    hand = Hand(Setup(front="contacts"))
    hand.tap("Amara Okafor", "Message")
    assert hand.look.package == "com.android.messaging"
    assert hand.look.title == "Amara Okafor"
    hand.open("Contacts", "Mail")
    assert hand.look.package == "com.android.email"
    assert hand.find("To").text == "amara.okafor@example.com"


def test_nothing_to_reach_somebody_by() -> None:
    hand = Hand(Setup(front="contacts", clear=("contact",), facts={"contact/1": {"first_name": "Nils"}}))
    hand.tap("Nils")
    assert "No details" in hand.labels
    assert not hand.all("Call")
    assert not hand.all("Mail")


def test_share() -> None:
    hand = Hand(Setup(front="contacts"))
    hand.tap("Amara Okafor", "More options", "Share")
    assert hand.look.title == "Share"
    hand.tap("Copy")
    assert hand.fact("clipboard", "text") == "Amara Okafor\n555-0112\namara.okafor@example.com"


def test_half_finished_contact() -> None:
    hand = Hand(Setup(front="contacts", page="editor", draft={"first_name": "Ma"}))
    assert hand.find("First name").text == "Ma"
    hand.back()
    if hand.look.title == "Create contact":  # the first one only put the keyboard away
        hand.back()
    hand.tap("Discard")
    assert hand.changed() == {}


def test_in_arabic() -> None:
    hand = Hand(Setup(front="contacts", layout=Layout(locale="ar")))
    assert hand.look.title == "جهات الاتصال"
    hand.tap("إنشاء جهة اتصال")
    hand.type("الاسم الأول", "مريم")
    hand.tap("حفظ")
    assert hand.look.title == "مريم"
    assert hand.fact("contact/7", "first_name") == "مريم"
