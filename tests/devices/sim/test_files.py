"""Files, used as a person would."""

import pytest

from devices.action import LongPress
from devices.device import Layout, Setup
from devices.sim.screens.storage import read_size, size_text
from devices.state import Facts
from tests.devices.sim.driver import Hand


def _rows(hand: Hand) -> list[str]:
    return [element.label for element in hand.look.elements if element.resource_id.endswith(("file_row", "folder_row"))]


def _hold(hand: Hand, label: str) -> None:
    hand.sure(LongPress(element=hand.find(label, "row").index))


def test_folders_are_browsed_and_crumbs_lead_back() -> None:
    hand = Hand(Setup(front="files"))
    hand.tap("Documents", "Taxes")
    assert _rows(hand) == ["Tax return 2024.pdf"]
    hand.tap("Documents")
    assert (hand.look.title, _rows(hand)) == ("Documents", ["Taxes", "Packing list.txt", "Rental contract.pdf"])
    hand.tap("Storage")
    assert hand.look.title == "Files"


def test_lists_are_sorted_as_chosen_in_every_folder() -> None:
    hand = Hand(Setup(front="files", layout=Layout(list_order="descending")))
    hand.tap("Documents")
    assert _rows(hand) == ["Taxes", "Rental contract.pdf", "Packing list.txt"]
    hand.tap("Sort by", "Modified (newest first)")
    assert _rows(hand) == ["Taxes", "Packing list.txt", "Rental contract.pdf"]
    hand.tap("Sort by", "Size (largest first)")
    hand.tap("Storage", "Download")
    assert _rows(hand) == ["User manual.pdf", "Boarding pass.pdf"]


def test_search_finds_everywhere_and_says_where() -> None:
    hand = Hand(Setup(front="files"))
    hand.tap("Search")
    hand.type("Search files", "tax")
    assert [(e.label, e.detail.rpartition(", ")[2]) for e in hand.look.elements if e.kind == "row"] == [
        ("Taxes", "Documents"),
        ("Tax return 2024.pdf", "Documents/Taxes"),
    ]


def test_moving_asks_where_to() -> None:
    hand = Hand(Setup(front="files"))
    hand.tap("Documents", "Rental contract.pdf", "More options", "Move to…")
    assert not hand.find("Move here").enabled
    hand.tap("Documents")
    assert not hand.find("Move here").enabled  # it lies there already
    hand.tap("Storage", "Pictures", "Move here")
    assert hand.changed() == {"file/2.folder": ("Documents", "Pictures")}
    assert hand.look.title == "Rental contract.pdf"


def test_a_folder_takes_its_contents_along_and_never_goes_into_itself() -> None:
    hand = Hand(Setup(front="files"))
    hand.tap("Documents")
    _hold(hand, "Taxes")
    hand.tap("More options", "Move to…", "Documents")
    assert not hand.find("Taxes", "row").enabled
    hand.tap("Storage", "Download", "Move here")
    assert hand.changed() == {"file/1.folder": ("Documents", "Download"), "file/4.folder": ("Documents/Taxes", "Download/Taxes")}


def test_a_copy_has_the_same_content_and_another_name_where_that_is_taken() -> None:
    hand = Hand(Setup(front="files"))
    hand.tap("Download", "Boarding pass.pdf", "More options", "Copy to…", "Download", "Copy here")
    state = hand.phone.state()
    assert state["file/9"] == {**state["file/5"], "name": "Boarding pass (1).pdf"}


@pytest.mark.parametrize(("button", "names"), [("Keep both", ["a (1).pdf", "a.pdf"]), ("Replace", ["a.pdf"]), ("Cancel", ["a.pdf"])])
def test_a_name_that_is_taken_is_asked_about(button: str, names: list[str]) -> None:
    one: Facts = {"name": "a.pdf", "folder": "Download", "hash": "new"}
    other: Facts = {"name": "a.pdf", "folder": "Music", "hash": "old"}
    hand = Hand(Setup(front="files", clear=("file",), facts={"file/1": one, "file/2": other}))
    hand.tap("Download", "a.pdf", "More options", "Move to…", "Music", "Move here")
    assert hand.look.title == "“a.pdf” is already in “Music”"
    hand.tap(button)
    there = {str(facts["name"]): facts["hash"] for facts in hand.phone.state().values() if facts.get("folder") == "Music"}
    assert sorted(there) == names
    assert there["a.pdf"] == ("new" if button == "Replace" else "old")


@pytest.mark.parametrize(
    ("name", "fault"),
    [
        ("", "Enter a name"),
        ("a/b", "The name has a character that is not allowed"),
        ("packing LIST.txt", "This name is already used"),
    ],
)
def test_names_are_checked(name: str, fault: str) -> None:
    hand = Hand(Setup(front="files"))
    hand.tap("Documents", "Rental contract.pdf", "More options", "Rename")
    hand.type("Name", name)
    hand.tap("OK")
    assert fault in hand.labels
    hand.type("Name", "Lease.pdf")
    hand.tap("OK")
    assert hand.changed() == {"file/2.name": ("Rental contract.pdf", "Lease.pdf")}
    assert hand.look.title == "Lease.pdf"


def test_renaming_a_folder_moves_what_lies_in_it() -> None:
    hand = Hand(Setup(front="files"))
    hand.tap("Documents")
    _hold(hand, "Taxes")
    hand.tap("More options", "Rename")
    hand.type("Name", "Money")
    hand.tap("OK")
    assert hand.fact("file/4", "folder") == "Documents/Money"


def test_deleting_asks_and_a_folder_takes_its_contents() -> None:
    hand = Hand(Setup(front="files"))
    hand.tap("Documents")
    _hold(hand, "Taxes")
    hand.tap("Packing list.txt", "Delete")
    assert hand.look.title == "Delete 2 items?"
    assert {"Taxes", "Packing list.txt", "Everything in a folder is deleted with it."} <= set(hand.labels)
    hand.tap("Cancel")
    assert hand.changed() == {}
    assert hand.look.title == "2 selected"
    hand.tap("Delete", "Delete")
    assert not {"file/1", "file/3", "file/4"} & hand.phone.state().keys()
    assert (hand.look.title, _rows(hand)) == ("Documents", ["Rental contract.pdf"])


def test_a_new_folder_is_made_where_one_is() -> None:
    hand = Hand(Setup(front="files"))
    hand.tap("Music", "New folder")
    hand.type("Name", "Concerts")
    hand.tap("OK", "Concerts")
    assert "No items" in hand.labels
    assert (hand.fact("file/9", "folder"), hand.fact("file/9", "is_folder")) == ("Music", True)


def test_all_are_selected_at_once() -> None:
    hand = Hand(Setup(front="files"))
    hand.tap("Documents")
    _hold(hand, "Taxes")
    hand.tap("More options", "Select all")
    assert hand.look.title == "3 selected"


@pytest.mark.parametrize(
    ("size", "written", "german"),
    [
        (0, "0 B", "0 B"),
        (999, "999 B", "999 B"),
        (480_000, "480 kB", "480 kB"),
        (1_250_000, "1.25 MB", "1,25 MB"),
        (2_000_000_000, "2 GB", "2 GB"),
    ],
)
def test_sizes_are_written_and_read(size: int, written: str, german: str) -> None:
    assert (size_text(size), size_text(size, "de")) == (written, german)
    assert read_size(written) == read_size(german) == size


@pytest.mark.parametrize("words", ["", "12", "12 items", "1.2.3 MB", "1.500 MB", "x kB"])
def test_what_is_no_size_is_not_read_as_one(words: str) -> None:
    assert read_size(words) is None
