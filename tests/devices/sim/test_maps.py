"""Maps: search, categories, pages of places, lists with notes, directions."""

import pytest

from devices.action import LongPress
from devices.device import Layout, Setup
from devices.state import State
from tests.devices.sim.driver import Hand

START = Setup(front="maps")


def places(hand: Hand) -> list[str]:
    return [element.label for element in hand.look.elements if element.resource_id.endswith("place_item")]


def test_search_by_name_address_and_category() -> None:
    hand = Hand(START)
    hand.type("Search here", "tin cup")
    assert places(hand) == ["The Tin Cup"]
    hand.type("Search here", "harbour road 60")
    assert places(hand) == ["Harbour Pier"]
    hand.type("Search here", "zzz")
    assert "No places found" in hand.labels


def test_a_category_by_name_rating_and_distance() -> None:
    hand = Hand(START)
    hand.tap("Cafés")
    assert places(hand) == ["Bean & Barrow", "Café Morgenrot", "Pâtisserie Colette", "The Tin Cup"]
    hand.tap("Sort", "Rating")
    assert places(hand) == ["Pâtisserie Colette", "Café Morgenrot", "Bean & Barrow", "The Tin Cup"]
    hand.tap("Sort", "Distance")
    assert places(hand) == ["Café Morgenrot", "The Tin Cup", "Bean & Barrow", "Pâtisserie Colette"]
    assert hand.find("Café Morgenrot").detail == "4.6 ★ • 332 m, Mill Street 4"


@pytest.mark.parametrize(
    ("locale", "full_day", "hours", "length"),
    [("en", False, "7:30 AM – 6:00 PM", "1.0 km"), ("en", True, "07:30 – 18:00", "1.0 km"), ("de", True, "07:30 – 18:00", "1,0 km")],
)
def test_hours_and_distances_as_the_phone_writes_them(locale: str, full_day: bool, hours: str, length: str) -> None:
    facts: State = {"place/1": {"east": 1000, "north": 10}, "settings": {"use_24_hour": full_day}}
    hand = Hand(Setup(front="maps", page="place", args=("place/1",), facts=facts, layout=Layout(locale=locale)))
    details = [element.detail for element in hand.look.elements]
    assert {hours, length} <= set(details)


def test_recent_places_are_listed() -> None:
    hand = Hand(START)
    hand.type("Search here", "willow")
    hand.tap("Willow Park")
    hand.back()
    hand.type("Search here", "")
    hand.back()
    assert hand.scroll_to("Willow Park")


class TestLists:
    def test_saving_to_several_and_taking_out_again(self) -> None:
        hand = Hand(START)
        hand.type("Search here", "tin cup")
        hand.tap("The Tin Cup", "Save", "Favourites", "Starred")
        assert hand.phone.state()["saved/3"] == {"place": "The Tin Cup", "list": "Favourites", "note": ""}
        assert hand.phone.state()["saved/4"]["list"] == "Starred"
        hand.tap("Favourites")
        assert "saved/3" not in hand.phone.state()
        hand.tap("Undo")
        assert hand.phone.state()["saved/3"]["list"] == "Favourites"

    def test_a_note(self) -> None:
        hand = Hand(START)
        hand.tap("Saved", "Want to go", "Gallery of Glass", "Note in Want to go")
        hand.type("Note", "open till six")
        hand.tap("Save")
        assert hand.changed() == {"saved/2.note": ("closed on Mondays", "open till six")}

    def test_long_press_removes(self) -> None:
        hand = Hand(START)
        hand.tap("Saved", "Want to go")
        hand.sure(LongPress(element=hand.find("Gallery of Glass").index))
        hand.tap("Remove from list")
        assert "saved/2" not in hand.phone.state()
        assert "No places in this list" in hand.labels

    def test_what_is_gone_is_not_saved(self) -> None:
        hand = Hand(Setup(front="maps", clear=("place",)))
        assert not [entity for entity in hand.phone.state() if entity.startswith("saved/")]


class TestDirections:
    def test_mode_and_navigation(self) -> None:
        hand = Hand(START)
        hand.type("Search here", "morgenrot")
        hand.tap("Café Morgenrot", "Directions")
        assert "5 min • 430 m" in hand.labels
        hand.tap("Drive")
        assert "1 min • 430 m" in hand.labels
        hand.tap("Start navigation")
        assert hand.changed() == {"maps.mode": ("walk", "drive"), "maps.destination": ("", "Café Morgenrot")}
        hand.tap("End navigation")
        assert hand.fact("maps", "destination") == ""

    def test_need_the_location(self) -> None:
        hand = Hand(Setup(front="maps", facts={"permissions": {"location": "ask"}}))
        hand.type("Search here", "morgenrot")
        assert hand.find("Café Morgenrot").detail == "4.6 ★, Mill Street 4"
        hand.tap("Café Morgenrot", "Directions", "While using the app")
        assert hand.look.title == "Directions"
        hand.back()
        assert hand.find("Distance").detail == "332 m"


def test_layers() -> None:
    hand = Hand(START)
    hand.tap("Layers", "Satellite", "Traffic")
    assert hand.changed() == {"maps.layer": ("default", "satellite"), "maps.traffic": (False, True)}


def test_the_number_can_be_copied_and_the_address_shared() -> None:
    hand = Hand(START)
    hand.type("Search here", "tin cup")
    hand.tap("The Tin Cup", "Call", "Copy")
    assert hand.fact("clipboard", "text") == "555-0202"
    hand.tap("Share")
    assert "The Tin Cup, Harbour Road 19" in hand.labels
