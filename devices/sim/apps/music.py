"""Music: the songs on the phone, by title, album, artist and playlist, and the player."""

from functools import partial
from typing import Final

from devices.sim.app import App
from devices.sim.language import time_left
from devices.sim.screens.music_lists import (
    add_songs,
    add_to,
    by_title,
    counted,
    delete_playlist,
    having,
    play_buttons,
    playlist,
    playlist_menu,
    playlist_name,
    queue_menu,
    queue_page,
    search_page,
    song_menu,
    song_rows,
)
from devices.sim.screens.music_player import (
    PLAYER,
    PLAYLIST,
    SONG,
    advance,
    go_back,
    loaded,
    number_of,
    numbers,
    pause,
    player,
    position,
    resume,
    seek_to,
    set_shuffle,
    set_sleep,
    settle,
)
from devices.sim.system import Page, System
from devices.sim.widgets import Button, Buttons, Choice, Dialog, Row, Screen, Slider, Text, Widget
from devices.state import Facts

_TABS: Final = (("Songs", "songs"), ("Albums", "albums"), ("Artists", "artists"), ("Playlists", "playlists"))
_REPEAT: Final = {"off": "Repeat off", "one": "Repeat this song", "all": "Repeat all songs"}
_SLEEP: Final = (0, 15, 30, 45, 60)


def main(system: System, page: Page) -> Screen:
    chosen: int = page.local.setdefault("tab", 0)

    def select(tab: int) -> None:
        if page.local["tab"] != tab:
            page.local["tab"] = tab
            page.scroll = 0

    body = (_songs, _albums, _artists, _playlists)[chosen](system)
    new = Button(system.say("New playlist"), lambda: system.open("playlist_name"), "fab_new_playlist") if chosen == 3 else None
    return Screen(
        system.say(_TABS[chosen][0]),
        body,
        up=False,
        actions=[Button(system.say("Search"), lambda: system.open("search"), "menu_search")],
        float=new,
        tabs=[Button(system.say(title), partial(select, number), f"tab_{name}") for number, (title, name) in enumerate(_TABS)],
        tab=chosen,
        foot=_mini(system),
    )


def _mini(system: System) -> Row | None:
    """The line that says what plays, where anything does."""
    song = loaded(system)
    if song is None:
        return None
    said = system.say("Playing: {title}" if player(system)["state"] == "playing" else "Paused: {title}", title=song["title"])
    return Row(said, str(song["artist"]), lambda: system.open("now_playing"), name="mini_player")


def _songs(system: System) -> list[Widget]:
    return song_rows(system, by_title(system)) or [Text(system.say("No songs"))]


def _groups(system: System, key: str) -> list[Widget]:
    names = sorted({str(system.facts[song][key]) for song in system.entities("song")}, key=str.casefold, reverse=not system.ascending)
    rows: list[Widget] = [
        Row(name, counted(system, having(system, key, name)), partial(system.open, "group", key, name), icon=True, name=f"{key}_item")
        for name in names
    ]
    return rows or [Text(system.say("No songs"))]


def _albums(system: System) -> list[Widget]:
    return _groups(system, "album")


def _artists(system: System) -> list[Widget]:
    return _groups(system, "artist")


def _playlists(system: System) -> list[Widget]:
    liked = Row(
        system.say("Favourites"), counted(system, _favourites(system)), lambda: system.open("favourites"), icon=True, name="favourites_item"
    )
    names = sorted(
        system.entities("playlist"), key=lambda p: (str(system.facts[p]["name"]).casefold(), number_of(p)), reverse=not system.ascending
    )
    rows = [
        Row(
            str(system.facts[entity]["name"]),
            counted(system, numbers(system.facts[entity]["songs"])),
            partial(system.open, "playlist", entity),
            icon=True,
            name="playlist_item",
        )
        for entity in names
    ]
    return [liked, *rows]


def _favourites(system: System) -> list[int]:
    return [song for song in by_title(system) if system.facts[f"song/{song}"]["favourite"]]


def favourites(system: System, page: Page) -> Screen:
    songs = _favourites(system)
    return Screen(system.say("Favourites"), [*play_buttons(system, songs), *song_rows(system, songs)] or [Text(system.say("No songs"))])


def group(system: System, page: Page) -> Screen:
    """The songs of one album or artist."""
    key, name = page.args
    songs = having(system, key, name)
    return Screen(name, [*play_buttons(system, songs), *song_rows(system, songs)])


def now_playing(system: System, page: Page) -> Screen:
    song = loaded(system)
    if song is None:
        return Screen(system.say("Now playing"), [Text(system.say("Nothing is playing"))])
    entity, facts = f"song/{player(system)['song']}", player(system)
    playing, at, length = facts["state"] == "playing", position(system), int(song["length"])
    toggle = Button(system.say("Play"), lambda: resume(system), "play")
    if playing:
        toggle = Button(system.say("Pause"), lambda: pause(system), "pause")
    shuffle, favourite = bool(facts["shuffle"]), bool(song["favourite"])
    star = "Remove from favourites" if favourite else "Add to favourites"
    sleep = int(facts["sleep"])
    return Screen(
        system.say("Now playing"),
        [
            Text(str(song["title"]), "headline", "song_title"),
            Text(str(song["artist"]), "body", "song_artist"),
            Buttons(
                [
                    Button(system.say("Previous"), lambda: go_back(system), "previous"),
                    toggle,
                    Button(system.say("Next"), lambda: advance(system), "next"),
                ]
            ),
            Slider(system.say("Position"), 100 * at // max(1, length), lambda percent: seek_to(system, percent), "position"),
            Text(f"{time_left(at)} / {time_left(length)}", "caption", "times"),
            Row(system.say("Shuffle"), on_tap=lambda: set_shuffle(system, not shuffle), control="switch", checked=shuffle, name="shuffle"),
            Row(system.say("Repeat"), system.say(_REPEAT[str(facts["repeat"])]), lambda: system.open("repeat"), name="repeat"),
            Row(system.say("Sleep timer"), _minutes(system, sleep), lambda: system.open("sleep"), name="sleep_timer"),
        ],
        actions=[
            Button(system.say(star), lambda: system.set(entity, "favourite", not favourite), "song_favourite"),
            Button(system.say("Queue"), lambda: system.open("queue"), "open_queue"),
        ],
    )


def repeat(system: System, page: Page) -> Dialog:
    def choose(value: str) -> None:
        system.close()
        system.set("player", "repeat", value)

    held = player(system)["repeat"]
    return Dialog(
        system.say("Repeat"),
        [Choice(system.say(name), value == held, partial(choose, value)) for value, name in _REPEAT.items()],
        [Button(system.say("Cancel"), system.close, "android:id/button2")],
    )


def sleep(system: System, page: Page) -> Dialog:
    def choose(minutes: int) -> None:
        system.close()
        set_sleep(system, minutes)

    held = player(system)["sleep"]
    return Dialog(
        system.say("Sleep timer"),
        [Choice(_minutes(system, minutes), minutes == held, partial(choose, minutes)) for minutes in _SLEEP],
        [Button(system.say("Cancel"), system.close, "android:id/button2")],
    )


def _minutes(system: System, minutes: int) -> str:
    return system.say("{count} minutes", count=minutes) if minutes else system.say("Off")


def _song(title: str, artist: str, album: str, length: int, favourite: bool = False) -> Facts:
    return {"title": title, "artist": artist, "album": album, "length": length, "favourite": favourite}


APP = App(
    "com.android.music",
    "Music",
    {
        "main": main,
        "group": group,
        "favourites": favourites,
        "playlist": playlist,
        "playlist_menu": playlist_menu,
        "playlist_name": playlist_name,
        "delete_playlist": delete_playlist,
        "song_menu": song_menu,
        "add_to": add_to,
        "add_songs": add_songs,
        "search": search_page,
        "now_playing": now_playing,
        "queue": queue_page,
        "queue_menu": queue_menu,
        "repeat": repeat,
        "sleep": sleep,
    },
    kinds={"song": SONG, "playlist": PLAYLIST, "player": PLAYER},
    baseline={
        "song/1": _song("Slow Tram Home", "Ada Lund", "Night Lines", 214),
        "song/2": _song("Paper Lanterns", "Ada Lund", "Night Lines", 187, favourite=True),
        "song/3": _song("Last Stop", "Ada Lund", "Night Lines", 251),
        "song/4": _song("Copper Kettle", "The Orchard Boys", "Long Barn", 163),
        "song/5": _song("Hay and Honey", "The Orchard Boys", "Long Barn", 198),
        "song/6": _song("Glass Harbour", "Mira Osei", "Tidal", 305),
        "song/7": _song("Blue Hour Ferry", "Mira Osei", "Tidal", 276),
        "song/8": _song("Under the Viaduct", "Concrete Choir", "Level 9", 229),
        "playlist/1": {"name": "Morning run", "songs": "4,8,5"},
        "playlist/2": {"name": "Quiet evening", "songs": "2,6"},
        "player": PLAYER,
    },
    limits={"song.length": (1, 36_000), "player.position": (0, 36_000), "player.sleep": (0, 60)},
    settle=settle,
    colour="#c2185b",
    draft=("playlist_name", {"playlist_name": "Drive"}),
)
