"""Music: the player on the phone's clock, the queue, playlists."""

import pytest

from devices.action import LongPress, PressKey
from devices.device import Layout, Setup
from tests.devices.sim.driver import Hand

START = Setup(front="music")


def hold(hand: Hand, label: str) -> None:
    hand.sure(LongPress(element=hand.find(label, "row").index))


def playing(song: int, **player: bool | int | str) -> Hand:
    return Hand(Setup(front="music", facts={"player": {"song": song, "state": "playing", **player}}))


class TestPlayer:
    def test_a_tap_plays_it_and_what_follows(self) -> None:
        hand = Hand(START)
        hand.tap("Paper Lanterns")
        state = hand.phone.state()["player"]
        assert (state["song"], state["state"], state["queue"], state["position"]) == (2, "playing", "1,8", 0)
        assert "Playing: Paper Lanterns" in hand.labels

    def test_the_next_song_begins_by_itself(self) -> None:
        hand = playing(4, queue="5")
        for _ in range(3):
            hand.wait(55)
        hand.sure(PressKey(key="wake"))
        assert (hand.fact("player", "song"), hand.fact("player", "queue")) == (5, "")
        hand.tap("Playing: Hay and Honey")
        assert "00:04 / 03:18" in hand.labels

    def test_after_the_last_one_it_stops(self) -> None:
        hand = playing(4)
        for _ in range(3):
            hand.wait(60)
        assert (hand.fact("player", "song"), hand.fact("player", "state"), hand.fact("player", "position")) == (4, "paused", 0)

    @pytest.mark.parametrize(("repeat", "song"), [("one", 4), ("all", 4)])
    def test_repeated_it_plays_on(self, repeat: str, song: int) -> None:
        hand = playing(4, repeat=repeat)
        for _ in range(3):
            hand.wait(60)
        assert (hand.fact("player", "song"), hand.fact("player", "state")) == (song, "playing")

    def test_pause_keeps_the_position_and_play_goes_on_from_it(self) -> None:
        hand = playing(4)
        hand.tap("Playing: Copper Kettle")
        hand.wait(9)
        hand.tap("Pause")
        assert (hand.fact("player", "state"), hand.fact("player", "position")) == ("paused", 10)
        hand.wait(60)
        hand.sure(PressKey(key="wake"))
        hand.tap("Play")
        assert hand.fact("player", "position") == 0
        assert "00:11 / 02:43" in hand.labels

    def test_next_previous_and_the_slider(self) -> None:
        hand = playing(4, queue="5,6")
        hand.tap("Playing: Copper Kettle", "Next")
        assert (hand.fact("player", "song"), hand.fact("player", "queue")) == (5, "6")
        hand.tap("Previous")
        assert (hand.fact("player", "song"), hand.fact("player", "queue")) == (4, "5,6")
        hand.slide("Position", 50)
        assert "01:22 / 02:43" in hand.labels
        hand.tap("Previous")
        assert hand.fact("player", "song") == 4
        assert "00:01 / 02:43" in hand.labels

    def test_shuffle_is_undone(self) -> None:
        hand = playing(1, queue="2,3,4,5,6,7,8")
        hand.tap("Playing: Slow Tram Home", "Shuffle")
        assert hand.fact("player", "queue") != "2,3,4,5,6,7,8"
        assert sorted(str(hand.fact("player", "queue")).split(",")) == list("2345678")
        hand.tap("Shuffle")
        assert hand.fact("player", "queue") == "2,3,4,5,6,7,8"

    def test_the_sleep_timer_pauses_and_is_gone(self) -> None:
        hand = playing(4, repeat="one")
        hand.tap("Playing: Copper Kettle", "Sleep timer", "15 minutes")
        assert hand.fact("player", "sleep") == 15
        for _ in range(15):
            hand.wait(60)
        assert (hand.fact("player", "state"), hand.fact("player", "sleep")) == ("paused", 0)

    def test_nothing_plays_at_first(self) -> None:
        hand = Hand(START)
        assert not [label for label in hand.labels if label.startswith(("Playing", "Paused"))]


class TestQueue:
    def test_next_last_and_order(self) -> None:
        hand = playing(1, queue="2")
        hold(hand, "Last Stop")
        hand.tap("Add to queue")
        hold(hand, "Hay and Honey")
        hand.tap("Play next")
        assert hand.fact("player", "queue") == "5,2,3"
        hand.tap("Playing: Slow Tram Home", "Queue")
        hold(hand, "Last Stop")
        hand.tap("Move up")
        assert hand.fact("player", "queue") == "5,3,2"
        hold(hand, "Hay and Honey")
        assert not hand.find("Move up").enabled
        hand.tap("Remove from queue")
        assert hand.fact("player", "queue") == "3,2"
        hand.tap("Clear queue")
        assert hand.fact("player", "queue") == ""

    def test_a_tap_skips_to_it(self) -> None:
        hand = playing(1, queue="2,3,4")
        hand.tap("Playing: Slow Tram Home", "Queue", "Last Stop")
        assert (hand.fact("player", "song"), hand.fact("player", "queue")) == (3, "4")


class TestPlaylists:
    def test_made_with_songs_in_the_order_in_which_they_are_ticked(self) -> None:
        hand = Hand(START)
        hand.tap("Playlists", "New playlist")
        hand.type("Playlist name", "Drive")
        hand.tap("Create", "Add songs", "Paper Lanterns", "Copper Kettle", "Last Stop", "Copper Kettle")
        assert hand.phone.state()["playlist/3"] == {"name": "Drive", "songs": "2,3"}

    @pytest.mark.parametrize(("name", "error"), [("", "Enter a name"), ("morning RUN", "A playlist with this name already exists")])
    def test_a_name_that_will_not_do(self, name: str, error: str) -> None:
        hand = Hand(START)
        hand.tap("Playlists", "New playlist")
        hand.type("Playlist name", name)
        hand.tap("Create")
        assert error in hand.labels
        assert hand.changed() == {}

    def test_order_and_removal(self) -> None:
        hand = Hand(START)
        hand.tap("Playlists", "Morning run")
        hold(hand, "Hay and Honey")
        hand.tap("Move up")
        assert hand.fact("playlist/1", "songs") == "4,5,8"
        hold(hand, "Copper Kettle")
        hand.tap("Remove from playlist")
        assert hand.changed() == {"playlist/1.songs": ("4,5,8", "5,8")}

    def test_rename_and_delete(self) -> None:
        hand = Hand(START)
        hand.tap("Playlists", "Morning run", "More options", "Rename")
        hand.type("Playlist name", "Evening run")
        hand.tap("Save")
        assert hand.look.title == "Evening run"
        hand.tap("More options", "Delete", "Delete")
        assert "playlist/1" not in hand.phone.state()
        assert hand.look.title == "Playlists"

    def test_from_a_songs_menu(self) -> None:
        hand = Hand(START)
        hold(hand, "Last Stop")
        hand.tap("Add to playlist", "Quiet evening")
        assert hand.changed() == {"playlist/2.songs": ("2,6", "2,6,3")}

    def test_songs_that_are_gone_drop_out(self) -> None:
        hand = Hand(Setup(front="music", clear=("song",), facts={"song/4": {"title": "Left"}, "player": {"song": 1, "state": "playing"}}))
        state = hand.phone.state()
        assert (state["playlist/1"]["songs"], state["playlist/2"]["songs"], state["player"]["song"]) == ("4", "", 0)


def test_favourites_have_a_star_and_a_list() -> None:
    hand = Hand(START)
    hold(hand, "Last Stop")
    hand.tap("Add to favourites")
    assert hand.find("Last Stop").detail == "Ada Lund • 04:11 • ★"
    hand.tap("Playlists", "Favourites")
    assert [element.label for element in hand.look.elements if element.kind == "row"] == ["Last Stop", "Paper Lanterns"]


def test_albums_artists_and_search() -> None:
    hand = Hand(START)
    hand.tap("Albums", "Tidal")
    assert {"Glass Harbour", "Blue Hour Ferry"} <= set(hand.labels)
    hand.back()
    hand.tap("Artists", "Concrete Choir", "Play all")
    assert hand.fact("player", "song") == 8
    hand = Hand(START)
    hand.tap("Search")
    hand.type("Search songs", "mira harbour")
    assert [element.label for element in hand.look.elements if element.kind == "row"] == ["Glass Harbour"]


def test_sideways_what_plays_stays_in_sight() -> None:
    hand = Hand(Setup(front="music", layout=Layout(width=2400, height=1080), facts={"player": {"song": 4, "state": "playing"}}))
    hand.scroll_to("Under the Viaduct")
    hand.tap("Playing: Copper Kettle")
    assert hand.look.title == "Now playing"
