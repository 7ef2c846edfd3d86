"""Music's lists of songs: rows, the menu of a song, playlists and how they are made and changed."""

from collections.abc import Callable, Sequence
from functools import partial

from devices.sim.language import time_left
from devices.sim.screens.music_player import number_of, numbers, play, queue, set_queue, written
from devices.sim.system import Page, System
from devices.sim.widgets import Button, Buttons, Dialog, Field, Menu, Row, Screen, Text, Widget


def by_title(system: System) -> list[int]:
    """Numbers of all songs, in the order of their titles."""
    songs = sorted(
        system.entities("song"), key=lambda s: (str(system.facts[s]["title"]).casefold(), number_of(s)), reverse=not system.ascending
    )
    return [number_of(song) for song in songs]


def having(system: System, key: str, value: str) -> list[int]:
    """All songs of an artist or an album, in the order in which they came onto the phone."""
    return [number_of(song) for song in system.entities("song") if system.facts[song][key] == value]


def counted(system: System, songs: Sequence[int]) -> str:
    """``3 songs``."""
    return system.say("1 song") if len(songs) == 1 else system.say("{count} songs", count=len(songs))


def summary(system: System, song: int) -> str:
    """``Ada Lund • 03:20``: artist and length, and a star if it is a favourite."""
    facts = system.facts[f"song/{song}"]
    return f"{facts['artist']} • {time_left(int(facts['length']))}{' • ★' if facts['favourite'] else ''}"


def song_rows(system: System, songs: Sequence[int], *where: str) -> list[Widget]:
    """A line for each song: a tap plays it and what follows, a long press opens its menu. ``where`` is the playlist that it stands in."""

    def row(place: int, song: int) -> Row:
        facts = system.facts[f"song/{song}"]
        return Row(
            str(facts["title"]),
            summary(system, song),
            partial(play, system, song, songs[place + 1 :]),
            icon=True,
            name="song_item",
            on_long=partial(system.open, "song_menu", str(song), str(place), *where),
        )

    return [row(place, song) for place, song in enumerate(songs)]


def play_buttons(system: System, songs: Sequence[int]) -> list[Widget]:
    """Play a whole list, in order or shuffled."""

    def shuffle() -> None:
        system.set("player", "shuffle", True)
        play(system, songs[0], songs[1:])

    if not songs:
        return []
    return [
        Buttons(
            [
                Button(system.say("Play all"), lambda: play(system, songs[0], songs[1:]), "play_all"),
                Button(system.say("Shuffle all"), shuffle, "shuffle_all"),
            ]
        )
    ]


def song_menu(system: System, page: Page) -> Menu:
    """What can be done with a song: its number and its place in the list, and the playlist if the list is one, are the arguments."""
    song, place, where = int(page.args[0]), int(page.args[1]), page.args[2:]
    facts = system.facts[f"song/{song}"]

    def then(act: Callable[[], object]) -> Callable[[], None]:
        def do() -> None:
            system.close()
            act()

        return do

    favourite = bool(facts["favourite"])
    star = "Remove from favourites" if favourite else "Add to favourites"
    items = [
        Button(system.say("Play next"), then(lambda: _queue_first(system, song)), "play_next"),
        Button(system.say("Add to queue"), then(lambda: _queue_last(system, song)), "add_to_queue"),
        Button(system.say("Add to playlist"), then(lambda: system.open("add_to", str(song))), "add_to_playlist"),
        Button(system.say(star), then(lambda: system.set(f"song/{song}", "favourite", not favourite)), "song_favourite"),
    ]
    if where:
        (entity,) = where
        songs = numbers(system.facts[entity]["songs"])
        set_songs = partial(_set_songs, system, entity)
        items += [
            Button(system.say(title), then(partial(set_songs, changed)), name, changed != songs)
            for title, changed, name in _changes(songs, place, "Remove from playlist")
        ]
    return Menu(items)


def _changes(songs: list[int], place: int, remove: str) -> list[tuple[str, list[int], str]]:
    """What becomes of a list when the song at a place is moved up, moved down or removed: (words, list, name)."""
    return [
        ("Move up", _moved(songs, place, max(0, place - 1)), "move_up"),
        ("Move down", _moved(songs, place, min(len(songs) - 1, place + 1)), "move_down"),
        (remove, songs[:place] + songs[place + 1 :], "remove"),
    ]


def _moved(songs: list[int], place: int, to: int) -> list[int]:
    rest = songs[:place] + songs[place + 1 :]
    return [*rest[:to], songs[place], *rest[to:]]


def _set_songs(system: System, entity: str, songs: Sequence[int]) -> None:
    system.set(entity, "songs", written(songs))


def _queue_first(system: System, song: int) -> None:
    set_queue(system, [song, *queue(system)])
    system.tell(system.say("Plays next"))


def _queue_last(system: System, song: int) -> None:
    set_queue(system, [*queue(system), song])
    system.tell(system.say("Added to the queue"))


def queue_page(system: System, page: Page) -> Screen:
    """The songs to come."""
    songs = queue(system)

    rows: list[Widget] = [
        Row(
            str(system.facts[f"song/{song}"]["title"]),
            summary(system, song),
            partial(play, system, song, songs[place + 1 :]),
            icon=True,
            name="queue_item",
            on_long=partial(system.open, "queue_menu", str(place)),
        )
        for place, song in enumerate(songs)
    ]
    clear = Button(system.say("Clear queue"), lambda: set_queue(system, []), "clear_queue", bool(songs))
    return Screen(system.say("Queue"), rows or [Text(system.say("The queue is empty"))], actions=[clear])


def queue_menu(system: System, page: Page) -> Menu:
    place, songs = int(page.args[0]), queue(system)

    def change(changed: list[int]) -> None:
        system.close()
        set_queue(system, changed)

    return Menu(
        [
            Button(system.say(title), partial(change, changed), name, changed != songs)
            for title, changed, name in (_changes(songs, place, "Remove from queue") if place < len(songs) else ())
        ]
    )


def playlist(system: System, page: Page) -> Screen:
    (entity,) = page.args
    facts = system.facts[entity]
    songs = numbers(facts["songs"])
    body = [*play_buttons(system, songs), *song_rows(system, songs, entity)]
    return Screen(
        str(facts["name"]),
        body or [Text(system.say("No songs in this playlist"))],
        actions=[
            Button(system.say("Add songs"), lambda: system.open("add_songs", entity), "playlist_add"),
            Button(system.say("More options"), lambda: system.open("playlist_menu", entity), "menu_more"),
        ],
    )


def playlist_menu(system: System, page: Page) -> Menu:
    (entity,) = page.args

    def instead(name: str) -> None:
        system.close()
        system.open(name, entity)

    return Menu(
        [
            Button(system.say("Rename"), partial(instead, "playlist_name"), "playlist_rename"),
            Button(system.say("Delete"), partial(instead, "delete_playlist"), "playlist_delete"),
        ]
    )


def delete_playlist(system: System, page: Page) -> Dialog:
    (entity,) = page.args

    def confirm() -> None:
        system.close_to("main")
        system.delete(entity)

    return Dialog(
        system.say("Delete this playlist?"),
        buttons=[
            Button(system.say("Cancel"), system.close, "android:id/button2"),
            Button(system.say("Delete"), confirm, "android:id/button1"),
        ],
    )


def playlist_name(system: System, page: Page) -> Dialog:
    """Names a playlist: the one given as the argument, or a new one (``new``, then songs that it begins with)."""
    local = page.local
    old = str(system.facts[page.args[0]]["name"]) if page.args and page.args[0] != "new" else ""
    local.setdefault("playlist_name", old)

    def confirm() -> None:
        name = local["playlist_name"].strip()
        others = {str(system.facts[p]["name"]).casefold() for p in system.entities("playlist")} - {old.casefold()}
        if not name or name.casefold() in others:
            local["error"] = system.say("A playlist with this name already exists" if name else "Enter a name")
            return
        system.close()
        if old:
            system.set(page.args[0], "name", name)
        else:
            system.open("playlist", system.create("playlist", {"name": name, "songs": ",".join(page.args[1:])}))

    error = [Text(local["error"], "error", "error")] if local.get("error") else []
    field = Field("playlist_name", system.say("Playlist name"), local["playlist_name"], lambda text: local.update(playlist_name=text))
    return Dialog(
        system.say("Rename playlist" if old else "New playlist"),
        [field, *error],
        [
            Button(system.say("Cancel"), system.close, "android:id/button2"),
            Button(system.say("Save" if old else "Create"), confirm, "android:id/button1"),
        ],
    )


def add_to(system: System, page: Page) -> Screen:
    """Chooses the playlist that a song is added to."""
    (song,) = page.args

    def add(entity: str) -> None:
        system.close()
        _set_songs(system, entity, [*numbers(system.facts[entity]["songs"]), int(song)])

    def new() -> None:
        system.close()
        system.open("playlist_name", "new", song)

    rows = [
        Row(
            str(system.facts[entity]["name"]),
            counted(system, numbers(system.facts[entity]["songs"])),
            partial(add, entity),
            icon=True,
            name="playlist_item",
        )
        for entity in system.entities("playlist")
    ]
    return Screen(system.say("Add to playlist"), [Row(system.say("New playlist"), on_tap=new, name="new_playlist_item"), *rows])


def add_songs(system: System, page: Page) -> Screen:
    """Adds songs to a playlist, each as it is tapped, at the end; a second tap takes it out again."""
    (entity,) = page.args
    query: str = page.local.setdefault("query", "")
    held = numbers(system.facts[entity]["songs"])

    def search(text: str) -> None:
        page.local["query"] = text
        page.scroll = 0

    def toggle(song: int) -> None:
        _set_songs(system, entity, [other for other in held if other != song] if song in held else [*held, song])

    rows: list[Widget] = [
        Row(
            str(system.facts[f"song/{song}"]["title"]),
            summary(system, song),
            partial(toggle, song),
            "checkbox",
            song in held,
            name="pick_item",
        )
        for song in by_title(system)
        if _matches(system, song, query)
    ]
    field = Field("search_src_text", system.say("Search songs"), query, search, on_enter=system.unfocus)
    return Screen(system.say("Add songs"), [field, *(rows or [Text(system.say("No songs found"))])])


def search_page(system: System, page: Page) -> Screen:
    """Finds songs by title, artist or album."""
    query: str = page.local.setdefault("query", "")

    def change(text: str) -> None:
        page.local["query"] = text
        page.scroll = 0

    found = [song for song in by_title(system) if _matches(system, song, query)] if query.strip() else []
    field = Field("search_src_text", system.say("Search songs"), query, change, on_enter=system.unfocus)
    nothing = [Text(system.say("No songs found"))] if query.strip() else []
    return Screen(system.say("Search"), [field, *(song_rows(system, found) or nothing)])


def _matches(system: System, song: int, query: str) -> bool:
    facts = system.facts[f"song/{song}"]
    text = f"{facts['title']} {facts['artist']} {facts['album']}".casefold()
    return all(word in text for word in query.casefold().split())
