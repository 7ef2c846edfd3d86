"""Browser, used as a person would."""

import pytest

from devices.action import LongPress
from devices.device import Setup
from devices.sim.screens.web import PAGES, blocks, normal
from tests.devices.sim.driver import Hand

FIELD = "Search or type web address"


def _hold(hand: Hand, label: str) -> None:
    hand.sure(LongPress(element=hand.find(label).index))


def test_every_link_leads_to_a_page() -> None:
    urls = {str(facts["url"]) for facts in PAGES.values()}
    targets = {block.target for facts in PAGES.values() for block in blocks(str(facts["text"])) if block.kind == "link"}
    assert targets <= urls
    assert len({str(facts["title"]) for facts in PAGES.values()}) == len(urls) == len(PAGES)


def test_links_back_and_forward() -> None:
    hand = Hand(Setup(front="browser"))
    hand.tap("Kornblume Bakery", "Price list")
    assert hand.look.title == "Price list"
    assert hand.find("Rye bread").detail == "$4.80 · 750 g"
    hand.back()
    assert hand.look.title == "Kornblume Bakery"
    hand.tap("More options", "Go forward")
    assert hand.look.title == "Price list"
    hand.tap("Home page")
    assert hand.look.title == "Start page"
    assert hand.fact("tab/1", "url") == "start.example"
    assert [hand.fact(f"visit/{n}", "url") for n in (3, 4, 5)] == ["kornblume.example", "kornblume.example/prices", "start.example"]


@pytest.mark.parametrize(
    ("typed", "title"),
    [
        ("https://Kornblume.example/Prices/", "Price list"),
        ("kornblume.example/nothing", "Page not found"),
        ("walnut bread", "Search results"),
    ],
)
def test_the_address_field_takes_addresses_and_words(typed: str, title: str) -> None:
    hand = Hand(Setup(front="browser"))
    hand.type(FIELD, typed, enter=True)
    assert hand.look.title == title
    assert not hand.look.keyboard


def test_a_page_that_is_not_found_is_no_visit() -> None:
    hand = Hand(Setup(front="browser"))
    hand.type(FIELD, "nowhere.example", enter=True)
    assert "There is no page at nowhere.example." in hand.labels
    assert hand.changed() == {"tab/1.url": ("start.example", "nowhere.example")}


def test_the_search_page_finds_pages_by_all_words() -> None:
    hand = Hand(Setup(front="browser"))
    hand.tap("Search the web")
    hand.type("Search the web", "bread prices", enter=True)
    assert [e.label for e in hand.look.elements if e.resource_id.endswith("link")] == ["Price list"]
    hand.tap("Price list")
    assert hand.look.title == "Price list"


def test_bookmarks_are_made_renamed_and_deleted() -> None:
    hand = Hand(Setup(front="browser"))
    hand.tap("Glass Museum", "Add bookmark")
    assert hand.fact("bookmark/3", "url") == "glassmuseum.example"
    hand.tap("Edit bookmark")
    hand.type("Name", " ")
    hand.tap("Save")
    assert "Enter a name" in hand.labels
    hand.type("Name", "Glass")
    hand.type("Address", "no address")
    hand.tap("Save")
    assert "Enter a valid address" in hand.labels
    hand.type("Address", "glassmuseum.example/tickets")
    hand.tap("Save", "More options", "Bookmarks")
    assert (hand.fact("bookmark/3", "title"), hand.fact("bookmark/3", "url")) == ("Glass", "glassmuseum.example/tickets")
    _hold(hand, "Glass")
    hand.tap("Delete")
    assert "bookmark/3" not in hand.phone.state()
    hand.tap("Undo")
    assert hand.fact("bookmark/3", "title") == "Glass"
    hand.tap("Glass")
    assert hand.look.title == "Tickets"


def test_history_is_cleared_and_bookmarks_are_kept() -> None:
    hand = Hand(Setup(front="browser"))
    hand.tap("More options", "History")
    assert [e.label for e in hand.look.elements if e.kind == "row"] == ["Lentil soup", "Bus timetable"]
    _hold(hand, "Bus timetable")
    hand.tap("Delete", "Clear history", "Cancel", "Clear history", "Clear")
    state = hand.phone.state()
    assert not [entity for entity in state if entity.startswith("visit/")]
    assert {"bookmark/1", "bookmark/2"} <= state.keys()
    assert "No history" in hand.labels


def test_tabs_keep_their_own_way() -> None:
    hand = Hand(Setup(front="browser"))
    hand.tap("Recipe Box", "More options", "New tab")
    assert hand.look.title == "Start page"
    hand.tap("Trail Guide", "Tabs")
    assert [(e.label, e.selected) for e in hand.look.elements if e.kind == "row"] == [("Recipe Box", False), ("Trail Guide", True)]
    hand.tap("Recipe Box")
    assert hand.look.title == "Recipe Box"
    hand.tap("Tabs")
    _hold(hand, "Trail Guide")
    hand.tap("Close tab")
    assert "tab/2" not in hand.phone.state()
    _hold(hand, "Recipe Box")
    hand.tap("Close tab")
    assert hand.fact("tab/3", "url") == "start.example"  # there is always one


def test_words_are_found_on_the_page() -> None:
    hand = Hand(Setup(front="browser"))
    hand.tap("Town of Ellwick", "More options", "Find in page")
    hand.type("Find in page", "ellwick")
    assert "2 matches" in hand.labels
    hand.tap("Close")
    assert "2 matches" not in hand.labels


def test_a_download_is_a_file() -> None:
    hand = Hand(Setup(front="browser"))
    hand.tap("Trail Guide", "Lake loop", "Trail map")
    file = hand.phone.state()["file/9"]
    assert (file["name"], file["folder"], file["size"]) == ("lake-loop.pdf", "Download", 1_150_000)
    assert file["hash"] == "trails.example/lake#lake-loop.pdf"
    hand.tap("Trail map")
    assert hand.fact("file/10", "name") == "lake-loop (1).pdf"
    hand.tap("Open folder")
    assert (hand.look.package, hand.look.title) == ("com.android.documentsui", "Download")


def test_a_form_checks_what_it_is_given() -> None:
    hand = Hand(Setup(front="browser"))
    hand.tap("Kornblume Bakery", "Order a cake", "Send message")
    assert "Please fill in every field." in hand.labels
    hand.type("Your name", "Ada")
    hand.type("Email address", "ada")
    hand.type("Message", "A cake\nfor 8")
    hand.back()
    hand.tap("Send message")
    assert "Please enter a valid email address." in hand.labels
    hand.type("Email address", "ada@example.org")
    hand.back()
    hand.tap("Send message")
    sent = {"url": "kornblume.example/order", "name": "Ada", "email": "ada@example.org", "message": "A cake\nfor 8"}
    assert hand.phone.state()["submission/1"] == sent
    assert hand.find("Your name").text == ""


@pytest.mark.parametrize("address", ["a.example", "A.example/", "http://www.a.example", " https://a.example "])
def test_addresses_are_one_in_any_writing(address: str) -> None:
    assert normal(address) == "a.example"
