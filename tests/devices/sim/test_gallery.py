"""Gallery: days, albums, the bin, a selection, the editor."""

import pytest

from devices.action import LongPress
from devices.device import Layout, Setup
from devices.sim.setup import prepare
from tests.devices.sim.driver import Hand

START = Setup(front="gallery")


def hold(hand: Hand, label: str) -> None:
    hand.sure(LongPress(element=hand.find(label).index))


def thumbnails(hand: Hand) -> list[str]:
    return [element.label for element in hand.look.elements if element.resource_id.endswith("thumbnail")]


def test_the_newest_day_comes_first() -> None:
    hand = Hand(START)
    days = [element.label for element in hand.look.elements if element.resource_id.endswith(":id/day")]
    assert days[:3] == ["Mar 1, 2026", "Feb 28, 2026", "Feb 27, 2026"]
    oldest = Hand(Setup(front="gallery", layout=Layout(list_order="descending")))
    assert thumbnails(oldest)[0] == "Waves on a pebble beach" or "lighthouse" in thumbnails(oldest)[0]


def test_what_is_in_the_bin_is_seen_nowhere_else() -> None:
    hand = Hand(Setup(front="gallery", clear=("photo",), facts={"photo/1": {"description": "Gone", "binned": True}}))
    assert thumbnails(hand) == []
    assert "No photos" in hand.labels
    hand.tap("Bin")
    assert thumbnails(hand) == ["Gone"]


def test_words_in_a_photo_can_be_read() -> None:
    hand = Hand(START)
    hand.tap("A bus timetable")
    assert "Line 14 to Harbour 07:52 08:22 08:52" in hand.labels
    assert "Feb 26, 2026, 8:17 AM" in hand.labels


class TestDelete:
    def test_asks_and_can_be_undone(self) -> None:
        hand = Hand(START)
        hand.tap("A birthday cake with candles", "Delete")
        assert hand.look.title == "Move this item to the bin?"
        hand.tap("Cancel", "Delete", "Move to bin")
        assert hand.changed() == {"photo/8.binned": (False, True)}
        assert hand.look.title == "Photos"
        hand.tap("Undo")
        assert hand.fact("photo/8", "binned") is False
        assert "A birthday cake with candles" in hand.labels

    def test_restore_and_delete_for_good(self) -> None:
        hand = Hand(START)
        hand.tap("Bin", "A blurred street at night", "Restore")
        assert (hand.look.title, hand.fact("photo/9", "binned")) == ("Bin", False)
        assert "The bin is empty" in hand.labels
        hand = Hand(START)
        hand.tap("Bin", "A blurred street at night", "Delete permanently", "Delete permanently")
        assert "photo/9" not in hand.phone.state()
        assert hand.look.title == "Bin"

    def test_empty_the_bin(self) -> None:
        hand = Hand(START)
        hand.tap("Bin", "Empty bin", "Empty bin")
        assert "photo/9" not in hand.phone.state()
        assert not hand.find("Empty bin").enabled


class TestSelection:
    def test_begins_with_a_long_press_and_ends_with_back(self) -> None:
        hand = Hand(START)
        hold(hand, "A birthday cake with candles")
        hand.tap("A weather forecast")
        assert hand.look.title == "2 selected"
        assert hand.find("A weather forecast").selected
        hand.tap("A weather forecast")
        assert hand.look.title == "1 selected"
        hand.back()
        assert hand.look.title == "Photos"
        assert hand.changed() == {}

    def test_favourites(self) -> None:
        hand = Hand(START)
        hold(hand, "A birthday cake with candles")
        hand.tap("A weather forecast", "Add to favourites")
        assert hand.changed() == {"photo/8.favourite": (False, True), "photo/6.favourite": (False, True)}
        assert "A weather forecast (favourite)" in hand.labels

    def test_all_of_an_album(self) -> None:
        hand = Hand(START)
        hand.tap("Albums", "Family")
        hold(hand, "A birthday cake with candles")
        hand.tap("More options", "Select all", "Delete")
        assert hand.look.title == "Move 2 items to the bin?"
        hand.tap("Move to bin")
        assert {entity for entity, facts in hand.phone.state().items() if facts.get("binned") is True} == {"photo/7", "photo/8", "photo/9"}


class TestAlbums:
    def test_move_and_copy(self) -> None:
        hand = Hand(START)
        hold(hand, "A birthday cake with candles")
        hand.tap("More options", "Move to album", "Screenshots")
        assert hand.changed() == {"photo/8.album": ("Family", "Screenshots")}
        hand = Hand(START)
        hand.tap("A birthday cake with candles", "More options", "Copy to album", "Screenshots")
        assert hand.phone.state()["photo/10"]["album"] == "Screenshots"
        assert hand.fact("photo/8", "album") == "Family"

    def test_move_to_a_new_one(self) -> None:
        hand = Hand(START)
        hold(hand, "A birthday cake with candles")
        hand.tap("More options", "Move to album", "New album")
        hand.type("Album name", "Parties")
        hand.tap("OK")
        assert hand.phone.state()["album/4"] == {"name": "Parties"}
        assert hand.fact("photo/8", "album") == "Parties"
        assert hand.look.title == "Photos"

    @pytest.mark.parametrize(("name", "error"), [("  ", "Enter a name"), ("family", "An album with this name already exists")])
    def test_a_name_that_will_not_do(self, name: str, error: str) -> None:
        hand = Hand(START)
        hand.tap("Albums", "New album")
        hand.type("Album name", name)
        hand.tap("OK")
        assert error in hand.labels
        assert hand.changed() == {}

    def test_rename(self) -> None:
        hand = Hand(START)
        hand.tap("Albums", "Family", "More options", "Rename album")
        hand.type("Album name", "Relatives")
        hand.tap("OK")
        assert hand.look.title == "Relatives"
        assert {entity for entity, facts in hand.phone.state().items() if facts.get("album") == "Relatives"} == {"photo/7", "photo/8"}
        assert hand.fact("album/2", "name") == "Relatives"

    def test_counts_leave_out_the_bin(self) -> None:
        hand = Hand(START)
        hand.tap("Albums")
        assert hand.find("Camera").detail == "5 items"


def test_edit_keeps_nothing_until_it_is_saved() -> None:
    hand = Hand(START)
    hand.tap("A birthday cake with candles", "Edit", "Rotate", "Square")
    hand.back()
    hand.tap("Discard")
    assert hand.changed() == {}
    hand.tap("Edit", "Rotate", "Rotate", "16:9", "Save")
    assert hand.changed() == {
        "photo/8.rotation": (0, 180), "photo/8.crop": ("original", "16:9"), "photo/8.edited": (False, True),
    }  # fmt: skip
    assert {"Rotated by 180°", "Cropped: 16:9"} <= set(hand.labels)


def test_search_reads_what_photos_show_and_say() -> None:
    hand = Hand(START)
    hand.tap("Search")
    hand.type("Search photos", "harbour")
    assert thumbnails(hand) == ["A bus timetable"]
    hand.type("Search photos", "nothing like it")
    assert "No photos found" in hand.labels


def test_videos_say_so() -> None:
    hand = Hand(START)
    hand.scroll_to("Video: A dog running in snow")
    hand.tap("Video: A dog running in snow")
    assert "00:14" in hand.labels


def test_share_gives_the_name() -> None:
    hand = Hand(START)
    hand.tap("A birthday cake with candles", "More options", "Share")
    assert hand.look.title == "Share"
    assert "IMG_20260301_101633.jpg" in hand.labels


def test_a_renamed_photo() -> None:
    hand = Hand(START)
    hand.tap("A birthday cake with candles", "More options", "Rename")
    hand.type("Name", "cake.jpg")
    hand.tap("OK")
    assert hand.look.title == "cake.jpg"
    hand.tap("More options", "Details")
    assert hand.find("Album").detail == "Family"


def test_albums_of_photos_alone_are_listed() -> None:
    system = prepare(Setup(clear=("photo", "album"), facts={"photo/1": {"album": "Found"}}))
    assert system.entities("album") == []
    hand = Hand(Setup(front="gallery", clear=("photo", "album"), facts={"photo/1": {"album": "Found"}}))
    hand.tap("Albums")
    assert hand.find("Found").detail == "1 item"
