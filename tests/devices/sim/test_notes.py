"""Notes, used as a person would."""

import pytest

from devices.action import LongPress
from devices.device import Layout, Setup
from devices.sim.apps.notes import APP
from tests.devices.sim.driver import Hand


def _rows(hand: Hand) -> list[str]:
    return [element.label for element in hand.look.elements if element.resource_id.endswith("note_row")]


def _hold(hand: Hand, label: str) -> None:
    hand.sure(LongPress(element=hand.find(label, "row").index))


@pytest.mark.parametrize("body", ["one\ntwo", " spaces stay \n\n", "“quotes” 100% %s {name} 🙂 Zoë עברית"])
def test_text_is_kept_byte_for_byte(body: str) -> None:
    hand = Hand(Setup(front="notes"))
    hand.tap("New note")
    hand.type("Title", "Exact")
    hand.type("Note", body)
    hand.tap("Save")
    assert (hand.fact("note/6", "title"), hand.fact("note/6", "body")) == ("Exact", body)
    assert hand.look.title == "Edit note"
    assert not hand.find("Save").enabled


def test_an_empty_note_is_not_saved() -> None:
    hand = Hand(Setup(front="notes"))
    hand.tap("New note")
    assert not hand.find("Save").enabled
    hand.type("Title", "x")
    hand.tap("Save")
    hand.type("Title", "")
    hand.tap("Save")
    assert "Write a title or some text" in hand.labels
    assert hand.fact("note/6", "title") == "x"


def test_leaving_with_changes_asks() -> None:
    hand = Hand(Setup(front="notes"))
    hand.tap("Groceries")
    hand.type("Note", "Only salt")
    hand.tap("Navigate up")  # hides the keyboard first
    hand.tap("Navigate up", "Keep editing")
    assert hand.find("Note").text == "Only salt"
    hand.back()
    hand.tap("Discard")
    assert hand.look.title == "Notes"
    assert hand.changed() == {}


def test_the_latest_comes_first_and_pinned_ones_before_all() -> None:
    hand = Hand(Setup(front="notes", facts={"note/4": {"pinned": True}}))
    assert _rows(hand) == ["Groceries", "Balcony plants", "Meeting minutes", "Bike repair", "Wi-Fi at the cabin"]
    turned = Hand(Setup(front="notes", layout=Layout(list_order="descending")))
    assert _rows(turned) == ["Groceries", "Balcony plants", "Wi-Fi at the cabin", "Bike repair", "Meeting minutes"]


def test_search_goes_through_titles_and_texts() -> None:
    hand = Hand(Setup(front="notes"))
    hand.type("Search notes", "HYTTE")
    assert _rows(hand) == ["Wi-Fi at the cabin"]
    hand.type("Search notes", "nothing of the kind")
    assert "No notes found" in hand.labels


def test_a_folder_shows_its_notes_and_new_ones_go_there() -> None:
    hand = Hand(Setup(front="notes"))
    hand.tap("Folders", "Work")
    assert (hand.look.title, _rows(hand)) == ("Work", ["Meeting minutes"])
    hand.tap("New note")
    hand.type("Title", "Agenda")
    hand.tap("Save")
    assert hand.fact("note/6", "folder") == "Work"


def test_several_are_selected_and_pinned() -> None:
    hand = Hand(Setup(front="notes"))
    _hold(hand, "Bike repair")
    hand.tap("Meeting minutes")
    assert hand.look.title == "2 selected"
    assert [e.label for e in hand.look.elements if e.selected] == ["Meeting minutes", "Bike repair"]
    hand.tap("Pin")
    assert hand.changed() == {"note/2.pinned": (False, True), "note/5.pinned": (False, True)}
    assert hand.look.title == "Notes"


def test_back_ends_the_selection() -> None:
    hand = Hand(Setup(front="notes"))
    _hold(hand, "Bike repair")
    hand.back()
    assert hand.look.title == "Notes"
    _hold(hand, "Bike repair")
    hand.tap("Bike repair")
    assert hand.look.title == "Notes"


def test_moving_to_a_new_folder_checks_its_name() -> None:
    hand = Hand(Setup(front="notes"))
    _hold(hand, "Bike repair")
    hand.tap("Move to folder")
    assert hand.look.title == "Move “Bike repair”"
    hand.tap("New folder", "OK")
    assert "Enter a name" in hand.labels
    hand.type("Name", "work")
    hand.tap("OK")
    assert "This name is already used" in hand.labels
    hand.type("Name", "Garage")
    hand.tap("OK")
    assert hand.changed() == {"note/5.folder": ("Personal", "Garage")}
    hand.tap("Folders")
    assert "Garage" in hand.labels


def test_what_is_deleted_can_be_brought_back_as_it_was() -> None:
    hand = Hand(Setup(front="notes"))
    before = hand.phone.state()
    hand.tap("Groceries", "More options", "Delete")
    assert "note/1" not in hand.phone.state()
    assert "“Groceries” deleted" in hand.labels
    hand.tap("Undo")
    after = hand.phone.state()
    assert after == before
    assert _rows(hand)[0] == "Groceries"


def test_a_shared_text_becomes_a_note_only_when_it_is_saved() -> None:
    hand = Hand(Setup(front="notes"))
    assert APP.receive is not None
    APP.receive(hand.phone._system, "From elsewhere", "Subject")
    hand.phone._touched()
    assert (hand.find("Title").text, hand.find("Note").text) == ("Subject", "From elsewhere")
    assert hand.changed() == {}
    hand.tap("Save")
    assert hand.fact("note/6", "body") == "From elsewhere"
