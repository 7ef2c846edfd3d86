"""Reference solutions of Music."""

from collections.abc import Sequence

from devices.action import Action, Answer, Done, DoubleTap, LongPress, Scroll, TypeText
from devices.observation import Element, Observation
from devices.sim.language import read
from tasks.navigate import (
    PACKAGES,
    fill,
    find,
    find_id,
    find_where,
    gathered,
    hold,
    in_app,
    in_dialog,
    leave,
    on,
    seek,
    seen_whole,
    stray_switch,
    tap,
    tapped_in,
    visit,
)
from tasks.params import several
from tasks.solutions.camera import seconds_in
from tasks.task import Params
from tasks.trace import Step

_MENU = ("play_next", "add_to_queue", "add_to_playlist", "move_up", "move_down", "remove")


def named(element: Element, name: str) -> bool:
    """Whether an element has this resource name."""
    return element.resource_id.endswith(f":id/{name}")


def _row(seen: Observation, name: str, label: str) -> Element | None:
    """The row of this resource name with this label, which is the user's own."""
    return find_where(seen, lambda e: named(e, name) and e.label == label)


def _tap_id(seen: Observation, history: Sequence[Step], name: str) -> Action:
    element = find_id(seen, name)
    return tap(element) if element is not None and element.enabled else seek(seen, history)


def _tap_row(seen: Observation, history: Sequence[Step], name: str, label: str) -> Action:
    row = _row(seen, name, label)
    return tap(row) if row else seek(seen, history)


def to_tab(seen: Observation, history: Sequence[Step], name: str) -> Action | None:
    """The next action towards a tab of Music's first page; None when it is up."""
    if action := in_app(seen, history, "Music"):
        return action
    tab = find_id(seen, f"tab_{name}")
    if tab is None:
        return leave(seen)
    return None if tab.selected else tap(tab)


def _song(seen: Observation, history: Sequence[Step], title: str) -> Element | Action:
    """The row of a song, in the list of all songs or in what a search found; else the action that looks for it.

    A list that goes on after two more looks is searched instead of scrolled.
    """
    if action := in_app(seen, history, "Music"):
        return action
    searching = on(seen, "Search") and find_id(seen, "tab_songs") is None
    if not searching and (action := to_tab(seen, history, "songs")):
        return action
    row = _row(seen, "song_item", title)
    if row is not None:
        return row
    if searching:
        field = find_id(seen, "search_src_text", "field")
        return TypeText(element=field.index, text=title) if field is not None and field.text != title else seek(seen, history)
    search = find_id(seen, "menu_search")
    scrolled = all(isinstance(step.action, Scroll) for step in history[-2:]) and len(history) > 2
    return tap(search) if scrolled and search is not None else seek(seen, history)


def _behind(history: Sequence[Step]) -> str:
    """The title of Music's latest page with a title that is no dialog: what lies behind a menu or a dialog."""
    for step in reversed(history):
        look = step.observation
        if look.package == PACKAGES["Music"] and look.title and not in_dialog(look) and find_id(look, "playlist_name") is None:
            return look.title
    return ""


def _menu_of(history: Sequence[Step]) -> str:
    """The title of the song whose menu is up: the one that was pressed long last."""
    for step in reversed(history):
        if isinstance(step.action, LongPress) and step.outcome is not None and step.outcome.status == "done":
            return step.observation.elements[step.action.element].label
    return ""


def _in_menu(seen: Observation) -> bool:
    """Whether a song's menu is up: on a low screen it scrolls."""
    return not seen.title and any(find_id(seen, name) for name in _MENU)


def _to_playlist(seen: Observation, history: Sequence[Step], name: str) -> Action | None:
    """The next action towards a playlist's page; None when it is up."""
    if action := in_app(seen, history, "Music"):
        return action
    if seen.title == name and find_id(seen, "playlist_add"):
        return None
    if action := to_tab(seen, history, "playlists"):
        return action
    return _tap_row(seen, history, "playlist_item", name)


def _songs_on(page: Sequence[Element]) -> list[str]:
    """Titles of the songs among these elements, in order."""
    return [element.label for element in page if named(element, "song_item")]


def _on_playlist(look: Observation, name: str) -> bool:
    return look.package == PACKAGES["Music"] and look.title == name and find_id(look, "playlist_add") is not None


def _held(seen: Observation, history: Sequence[Step], name: str) -> list[str] | None:
    """Songs of a playlist as far as the steps tell: those on its page, and then those ticked and unticked; None if it was not seen."""
    held: list[str] | None = None
    for place, step in enumerate(history):
        look = step.observation
        if _on_playlist(look, name):
            held = _songs_on(gathered(look, history[:place]))
        elif on(look, "Add songs") and held is not None:
            for _, element in tapped_in([step], "Music"):
                for _ in range(2 if isinstance(step.action, DoubleTap) else 1):
                    if named(element, "pick_item"):
                        held = [title for title in held if title != element.label] if element.label in held else [*held, element.label]
    return _songs_on(gathered(seen, history)) if _on_playlist(seen, name) else held


def create_playlist(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    """Makes a playlist with these songs in this order."""
    name, wanted = str(params["name"]), [str(title) for title in several(params["songs"])]
    if action := in_app(seen, history, "Music"):
        return action
    if find_id(seen, "playlist_name", "field"):
        return _name_it(seen, history, name)
    if in_dialog(seen):
        return leave(seen)
    if _in_menu(seen):
        return _drop_song(seen, history, name, wanted)
    held = _held(seen, history, name)
    if on(seen, "Add songs") and held is not None and _behind_picker(history) == name:
        return _pick(seen, history, held, wanted)
    if _on_playlist(seen, name):
        songs = held or []
        if songs == wanted and seen_whole(seen, history):
            return Done()
        if songs == wanted[: len(songs)]:
            whole = seen_whole(seen, history) and len(songs) < len(wanted)
            return _tap_id(seen, history, "playlist_add") if whole else seek(seen, history)
        wrong = next((title for title, right in zip(songs, [*wanted, *[""] * len(songs)], strict=False) if title != right), "")
        row = _row(seen, "song_item", wrong)
        return hold(row) if row else seek(seen, history)
    if action := to_tab(seen, history, "playlists"):
        return action
    row = _row(seen, "playlist_item", name)
    if row is None and held is not None and not seen_whole(seen, history):
        return seek(seen, history)
    return tap(row) if row else _tap_id(seen, history, "fab_new_playlist")


def _behind_picker(history: Sequence[Step]) -> str:
    """The title of the page that songs are being added on."""
    for step in reversed(history):
        look = step.observation
        if look.package == PACKAGES["Music"] and look.title and not on(look, "Add songs"):
            return look.title
    return ""


def _name_it(seen: Observation, history: Sequence[Step], name: str) -> Action:
    if not on(seen, "New playlist") or find_id(seen, "error"):
        return leave(seen)
    return fill(seen, history, "Playlist name", name) or _tap_id(seen, history, "android:id/button1")


def _drop_song(seen: Observation, history: Sequence[Step], name: str, wanted: Sequence[str]) -> Action:
    """In a song's menu: take it out of the playlist, if it stands in the wrong place there."""
    held = _held(seen, history, name) or []
    place = next((i for i, title in enumerate(held) if title != (wanted[i] if i < len(wanted) else "")), None)
    if _behind(history) == name and place is not None and held[place] == _menu_of(history):
        return _tap_id(seen, history, "remove")
    return leave(seen)


def _pick(seen: Observation, history: Sequence[Step], held: Sequence[str], wanted: Sequence[str]) -> Action:
    """On the page that adds songs: tick the next one, looking for it by its name where it is not in sight."""
    if list(held) == list(wanted):
        return Done()
    right = list(held) == list(wanted[: len(held)])
    if not right:
        return leave(seen)
    title = wanted[len(held)]
    row = _row(seen, "pick_item", title)
    if row is not None:
        return tap(row)
    field = find_id(seen, "search_src_text", "field")
    if field is not None and field.text != title:
        return TypeText(element=field.index, text=title)
    return seek(seen, history)


def remove_song(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    """Takes one song out of a playlist."""
    name, title = str(params["name"]), str(params["song"])
    if action := in_app(seen, history, "Music"):
        return action
    if _in_menu(seen):
        right = _behind(history) == name and _menu_of(history) == title
        return _tap_id(seen, history, "remove") if right else leave(seen)
    if action := _to_playlist(seen, history, name):
        return action
    row = _row(seen, "song_item", title)
    if row is not None:
        return hold(row)
    return Done() if seen_whole(seen, history) or _removed(history, name, title) else seek(seen, history)


def _removed(history: Sequence[Step], name: str, title: str) -> bool:
    return any(
        named(element, "remove") and _behind(history[:place]) == name and _menu_of(history[:place]) == title
        for place in range(len(history))
        for _, element in tapped_in(history[place : place + 1], "Music")
    )


def to_top(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    """Moves a song of a playlist up until it comes first."""
    name, title = str(params["name"]), str(params["song"])
    if action := in_app(seen, history, "Music"):
        return action
    if _in_menu(seen):
        entry = find_id(seen, "move_up")
        right = _behind(history) == name and _menu_of(history) == title and (entry is None or entry.enabled)
        return _tap_id(seen, history, "move_up") if right else leave(seen)
    if action := _to_playlist(seen, history, name):
        return action
    # The buttons above the list tell that its first song is in sight.
    first = _songs_on(seen.elements)[:1] == [title]
    if find_id(seen, "play_all") and first:
        return Done()
    row = _row(seen, "song_item", title)
    if seen.more_above and (first or (row is None and _chose(history, "move_up", title))):
        return Scroll(direction="up")  # it went up, out of sight
    return hold(row) if row else seek(seen, history)


def _now_playing(seen: Observation, history: Sequence[Step]) -> Action | None:
    """The next action towards the page of what plays; None when it is up."""
    if action := in_app(seen, history, "Music"):
        return action
    if on(seen, "Now playing"):
        return None
    mini = find_id(seen, "mini_player")
    if mini is not None:
        return tap(mini)
    return seek(seen, history) if find_id(seen, "tab_songs") else leave(seen)


def play_repeated(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    """Plays a song, and lets it be repeated."""
    title, label = str(params["song"]), "Repeat this song"
    if action := in_app(seen, history, "Music"):
        return action
    if in_dialog(seen):
        choice = find(seen, label, "radio")
        if choice is None or not on(seen, "Repeat"):
            return leave(seen)
        return leave(seen) if choice.checked else tap(choice)
    if on(seen, "Now playing"):
        return _repeat(seen, history, title, label)
    mini = find_id(seen, "mini_player")
    if mini is not None and _plays(mini.label, title):
        return tap(mini)
    if mini is None and _started(history, title):
        if find_id(seen, "tab_songs") is None:
            return leave(seen)  # it was played from what was found
        if seen.more_above and not seen.keyboard:
            return Scroll(direction="up")  # on a low screen the line that says what plays stands above the list
    found = _song(seen, history, title)
    return tap(found) if isinstance(found, Element) else found


def _started(history: Sequence[Step], title: str) -> bool:
    """Whether the song that was tapped last in a list is this one."""
    taps = reversed(list(tapped_in(history, "Music")))
    songs = (e.label for step, e in taps if named(e, "song_item") and not isinstance(step.action, LongPress))
    return next(songs, None) == title


def _plays(label: str, title: str) -> bool:
    """Whether a line at the top of a list says that this song plays."""
    values = read(label, "Playing: {title}")
    return values is not None and values["title"] == title


def _repeat(seen: Observation, history: Sequence[Step], title: str, label: str) -> Action:
    shown = _title_shown(seen, history)
    if shown != title:
        return leave(seen) if shown else seek(seen, history)
    if (stray := stray_switch(seen, history)) is not None:
        return tap(stray)
    if (resume := find_id(seen, "play")) is not None:
        return tap(resume)
    row = find_id(seen, "repeat")
    if row is None or not row.detail:
        return seek(seen, history)
    return Done() if read(row.detail, label) is not None else tap(row)


def _title_shown(seen: Observation, history: Sequence[Step]) -> str:
    """The title of the song that plays, as the page showed it last; empty where it did not."""
    looks = (seen, *(step.observation for step in reversed(history)))
    shown = (find_id(look, "song_title") for look in looks if on(look, "Now playing"))
    return next((element.label for element in shown if element), "")


def playlist_length(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    """How long a playlist is, in minutes."""
    return _length(seen, params, history, 0)


def one_too_few(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    """As `playlist_length`, but the last song is left out."""
    return _length(seen, params, history, 1)


def _length(seen: Observation, params: Params, history: Sequence[Step], skipped: int) -> Action:
    if history and isinstance(history[-1].action, Answer):
        return Done()
    if action := _to_playlist(seen, history, str(params["name"])):
        return action
    if not seen_whole(seen, history):
        return seek(seen, history)
    lengths: dict[str, int] = {}
    for look in reversed(visit(seen, history)):
        # The list may cut off the line that tells the length.
        songs = [element for element in look.elements if named(element, "song_item")]
        lengths.update({song.label: sum(map(seconds_in, song.detail.split(" • "))) for song in songs if song.detail})
    total = sum(list(lengths.values())[: len(lengths) - skipped])
    return Answer(text=f"{total // 60} minutes")


def play_next(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    """Puts a song before all others in the queue."""
    return _queue(seen, str(params["song"]), history, "play_next")


def play_last(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    """Puts a song behind all others in the queue."""
    return _queue(seen, str(params["song"]), history, "add_to_queue")


def _queue(seen: Observation, title: str, history: Sequence[Step], entry: str) -> Action:
    if action := in_app(seen, history, "Music"):
        return action
    if _in_menu(seen):
        return _tap_id(seen, history, entry) if _menu_of(history) == title else leave(seen)
    if _chose(history, entry, title):
        return Done()
    found = _song(seen, history, title)
    return hold(found) if isinstance(found, Element) else found


def _chose(history: Sequence[Step], entry: str, title: str) -> bool:
    """Whether this entry was chosen in the menu of this song."""
    return any(
        named(element, entry) and _menu_of(history[:place]) == title
        for place in range(len(history))
        for _, element in tapped_in(history[place : place + 1], "Music")
    )


def favour_artist(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    """Marks every song of an artist as a favourite."""
    artist = str(params["artist"])
    if action := in_app(seen, history, "Music"):
        return action
    if _in_menu(seen):
        if _behind(history) != artist or _menu_of(history) not in _unmarked(seen, history, artist):
            return leave(seen)
        add, remove = find(seen, "Add to favourites"), find(seen, "Remove from favourites")
        return tap(add) if add else leave(seen) if remove else seek(seen, history)
    if seen.title == artist and (find_id(seen, "play_all") or find_id(seen, "song_item")):
        row = find_where(seen, lambda e: named(e, "song_item") and _starred(e) is False)
        if row is not None:
            return hold(row)
        whole = seen_whole(seen, history) or _seen_to_both_ends(seen, history)
        return Done() if whole and not _unmarked(seen, history, artist) else seek(seen, history)
    if action := to_tab(seen, history, "artists"):
        return action
    return _tap_row(seen, history, "artist_item", artist)


def _seen_to_both_ends(seen: Observation, history: Sequence[Step]) -> bool:
    """Whether both ends of this page's list were seen, with menus opened in between."""
    looks = [seen, *(step.observation for step in history if step.observation.title == seen.title)]
    return any(not look.more_above for look in looks) and any(not look.more_below for look in looks)


def _starred(song: Element) -> bool | None:
    """Whether a song is marked as a favourite; None where the list cuts off the line that tells."""
    return song.detail.endswith("★") if song.detail else None


def _unmarked(seen: Observation, history: Sequence[Step], artist: str) -> set[str]:
    """Songs on the artist's page that had no star when they were last seen."""
    stars: dict[str, bool] = {}
    for look in (*(step.observation for step in history), seen):
        if look.title == artist:
            songs = [(e.label, _starred(e)) for e in look.elements if named(e, "song_item")]
            stars.update({title: starred for title, starred in songs if starred is not None})
    return {title for title, starred in stars.items() if not starred}


def set_sleep(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    """Lets the player pause after so many minutes."""
    minutes = str(params["minutes"])
    if action := in_app(seen, history, "Music"):
        return action
    if in_dialog(seen):
        choice = find_where(seen, lambda e: _minutes(e.label) == minutes, "radio") if on(seen, "Sleep timer") else None
        if choice is not None:
            return leave(seen) if choice.checked else tap(choice)
        return seek(seen, history) if on(seen, "Sleep timer") else leave(seen)
    if action := _now_playing(seen, history):
        return action
    if (stray := stray_switch(seen, history)) is not None:
        return tap(stray)
    if (resume := find_id(seen, "play")) is not None:
        return tap(resume)  # paused on the way
    row = find_id(seen, "sleep_timer")
    if row is None or not row.detail:
        return seek(seen, history)
    return Done() if _minutes(row.detail) == minutes else tap(row)


def _minutes(label: str) -> str:
    values = read(label, "{count} minutes")
    return values["count"] if values else ""


def play_missing(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    """Looks for a song that is not on the phone."""
    title = str(params["song"])
    if action := in_app(seen, history, "Music"):
        return action
    if on(seen, "Search"):
        field = find_id(seen, "search_src_text", "field")
        if field is None:
            return seek(seen, history)
        if field.text != title:
            return TypeText(element=field.index, text=title)
        row = find_where(seen, lambda e: named(e, "song_item") and e.label == title and e.detail.startswith(f"{params['artist']} • "))
        return tap(row) if row else Done(status="infeasible")
    search = find_id(seen, "menu_search")
    if search is not None:
        return tap(search)
    return seek(seen, history) if find_id(seen, "tab_songs") else leave(seen)
