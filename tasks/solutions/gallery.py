"""Reference solutions of Gallery."""

import re
from collections.abc import Callable, Sequence
from datetime import date

from devices.action import Action, Answer, Done, Tap, TypeText
from devices.observation import Element, Observation
from devices.sim.language import dates, read
from tasks.answers import answer_money
from tasks.navigate import (
    PACKAGES,
    find,
    find_id,
    find_where,
    gathered,
    hold,
    in_app,
    in_dialog,
    leave,
    on,
    says,
    seek,
    seen_whole,
    tap,
    tapped_in,
)
from tasks.params import several
from tasks.solutions.rows import select, selecting, selection
from tasks.task import Params
from tasks.trace import Step

_CELL = "thumbnail"
_TOTAL = re.compile(r"Total \$([\d,]+\.\d\d)")


def bare(label: str) -> str:
    """What a picture shows, without what its thumbnail says beside that."""
    for text in ("{what} (favourite)", "Video: {what}"):
        if values := read(label, text):
            label = values["what"]
    return label


def _is_video(label: str) -> bool:
    marked = read(label, "{what} (favourite)")
    return read(marked["what"] if marked else label, "Video: {what}") is not None


def _is_cell(element: Element) -> bool:
    return element.resource_id.endswith(f":id/{_CELL}")


def _cell(seen: Observation, title: str) -> Element | None:
    """The thumbnail of the picture that shows this."""
    return find_where(seen, lambda e: _is_cell(e) and bare(e.label) == title)


def _shows(title: str) -> Callable[[Element], bool]:
    return lambda element: bare(element.label) == title


def _tap_id(seen: Observation, history: Sequence[Step], name: str) -> Action:
    """Tap what has this resource name, looking for it if it is not in sight."""
    element = find_id(seen, name)
    return tap(element) if element is not None and element.enabled else seek(seen, history)


def _to_tab(seen: Observation, history: Sequence[Step], name: str) -> Action | None:
    """The next action towards a tab of Gallery's first page; None when it is up."""
    if action := in_app(seen, history, "Gallery"):
        return action
    tab = find_id(seen, f"tab_{name}")
    if tab is None:
        return leave(seen)
    return None if tab.selected else tap(tab)


def _to_photo(seen: Observation, history: Sequence[Step], title: str) -> Action | None:
    """The next action towards the page of the picture that shows this; None when it is up."""
    if action := in_app(seen, history, "Gallery"):
        return action
    picture = find_id(seen, "photo")
    if picture is not None and bare(picture.label) == title and find_id(seen, "photo_edit"):
        return None
    if action := _to_tab(seen, history, "photos"):
        return action
    cell = _cell(seen, title)
    return tap(cell) if cell else seek(seen, history)


def _behind(history: Sequence[Step]) -> Observation | None:
    """Gallery's latest page that was neither a dialog nor a menu: what lies behind those."""
    looks = (step.observation for step in reversed(history))
    pages = (look for look in looks if look.package == PACKAGES["Gallery"] and look.title and not in_dialog(look))
    # A keyboard may cover a dialog's buttons: its field tells that it is one.
    return next((look for look in pages if find_id(look, "album_name") is None and find_id(look, "photo_name") is None), None)


def _asks(look: Observation) -> bool:
    """Whether a dialog of Gallery's own is up: the system has dialogs with the same buttons."""
    return look.package == PACKAGES["Gallery"] and in_dialog(look)


def _confirmed(history: Sequence[Step], name: str) -> bool:
    """Whether a question on the page of this title was answered with yes, and that not taken back: ``Undo`` is about what was last."""
    gone = mine = False
    for place in range(len(history)):
        for look, element in tapped_in(history[place : place + 1], "Gallery"):
            page = _behind(history[:place])
            asked = _asks(look.observation) and find_id(look.observation, "album_name") is None
            if asked and element.resource_id == "android:id/button1" and page is not None:
                mine = page.title.startswith(name)
                gone = gone or mine
            elif says(element, "Undo"):
                gone = gone and not mine
            elif says(element, "Restore"):
                gone = gone and not (look.observation.title.startswith(name) or selecting(look.observation))
    return gone


def delete_by_day(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    """Moves the one photo of the day to the bin."""
    day = date.fromisoformat(str(params["day"]))
    name = f"IMG_{day:%Y%m%d}"
    if action := in_app(seen, history, "Gallery"):
        return action
    if _confirmed(history, name) and not in_dialog(seen):
        return Done()
    if in_dialog(seen):
        page, yes = _behind(history), find(seen, "Move to bin", "button")
        return tap(yes) if yes and page is not None and page.title.startswith(name) else leave(seen)
    if seen.title.startswith(name) and find_id(seen, "photo_edit"):
        return _tap_id(seen, history, "photo_delete")
    if action := _to_tab(seen, history, "photos"):
        return action
    cell = _cell_of(seen, day)
    return tap(cell) if cell else seek(seen, history)


def _cell_of(seen: Observation, day: date) -> Element | None:
    """The first thumbnail under a day."""
    under = False
    for element in seen.elements:
        if element.resource_id.endswith(":id/day"):
            under = element.label in dates(day)
        elif under and _is_cell(element):
            return element
    return None


def favour(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    """Marks the photos in ``wanted`` as favourites, all at once."""
    if action := in_app(seen, history, "Gallery"):
        return action
    marks = _marks(seen, history)
    missing = [title for title in several(params["wanted"]) if not marks.get(title, False)]
    if selecting(seen):
        action = select(seen, history, (_CELL,), [_shows(title) for title in missing], lambda place: seek(seen, history))
        return action or _tap_id(seen, history, "action_favourite")
    if action := _to_tab(seen, history, "photos"):
        return action
    if not missing:
        return Done()
    cell = next((cell for title in missing if (cell := _cell(seen, title))), None)
    return hold(cell) if cell else seek(seen, history)


def _marks(seen: Observation, history: Sequence[Step]) -> dict[str, bool]:
    """Which photos are favourites, as far as was seen and done."""
    marks: dict[str, bool] = {}
    for place, look in enumerate((*(step.observation for step in history), seen)):
        marks.update({bare(e.label): read(e.label, "{what} (favourite)") is not None for e in look.elements if _is_cell(e)})
        done = history[place : place + 1]
        if selecting(look) and any(element.resource_id.endswith(":id/action_favourite") for _, element in tapped_in(done, "Gallery")):
            marks.update({bare(element.label): True for element in selection(look, history[:place], _CELL) or ()})
    return marks


def _chosen(history: Sequence[Step]) -> set[str]:
    """What was selected when the page for choosing an album was opened."""
    for place in range(len(history) - 1, -1, -1):
        look = history[place].observation
        if look.package == PACKAGES["Gallery"] and selecting(look):
            return {bare(element.label) for element in selection(look, history[:place], _CELL) or ()}
        if find_id(look, "tab_photos") or find_id(look, "photo"):
            return set()
    return set()


def moved_to(history: Sequence[Step], album: str) -> set[str]:
    """What was moved to an album, old or new, so far."""
    moved: set[str] = set()
    for place, step in enumerate(history):
        if not isinstance(step.action, Tap) or step.outcome is None or step.outcome.status != "done":
            continue
        look = step.observation
        if look.package != PACKAGES["Gallery"]:
            continue
        element = look.elements[step.action.element]
        field = find_id(look, "album_name", "field")
        page = _behind(history[:place])
        named = field is not None and field.text == album and element.resource_id == "android:id/button1"
        if (on(look, "Move to album") and element.resource_id.endswith(":id/album_item") and element.label == album) or (
            named and page is not None and on(page, "Move to album")
        ):
            moved |= _chosen(history[:place])
    return moved


def _move(seen: Observation, history: Sequence[Step], titles: Sequence[str], album: str, new: bool) -> Action | None:
    """The next action to move these photos to an album; None when they were moved."""
    done = moved_to(history, album)
    missing = [title for title in titles if title not in done]
    if not missing:
        return None
    if action := in_app(seen, history, "Gallery"):
        return action
    ready = _chosen(history) == set(missing)
    if (field := find_id(seen, "album_name", "field")) is not None:
        page = _behind(history)
        if not (new and ready and page is not None and on(page, "Move to album")) or find_id(seen, "error"):
            return leave(seen)
        return TypeText(element=field.index, text=album) if field.text != album else _tap_id(seen, history, "android:id/button1")
    if on(seen, "Move to album"):
        if not ready:
            return leave(seen)
        row = find_where(seen, lambda e: e.resource_id.endswith(":id/album_item") and e.label == album)
        if row is not None:
            return tap(row)
        return _tap_id(seen, history, "new_album_item") if new else seek(seen, history)
    if (entry := find_id(seen, "action_move")) is not None:
        return tap(entry) if ready else leave(seen)
    if not selecting(seen) and (action := _to_tab(seen, history, "photos")):
        return action
    action = select(seen, history, (_CELL,), [_shows(title) for title in missing], lambda place: seek(seen, history))
    return action or _tap_id(seen, history, "menu_more")


def move(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    """Moves the photos in ``wanted`` to an album that there is."""
    return _move(seen, history, several(params["wanted"]), str(params["album"]), new=False) or Done()


def sort_out(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    """Moves the photos in ``wanted`` to one new album, those in ``others`` to a second one."""
    for titles, album in (("wanted", "album"), ("others", "second")):
        if action := _move(seen, history, several(params[titles]), str(params[album]), new=True):
            return action
    return Done()


def sort_first(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    """Only the first half of `sort_out`."""
    return _move(seen, history, several(params["wanted"]), str(params["album"]), new=True) or Done()


def _to_bin(seen: Observation, history: Sequence[Step]) -> Action | None:
    """The next action towards the bin; None when it is up and nothing in it is selected."""
    if action := in_app(seen, history, "Gallery"):
        return action
    if find_id(seen, "menu_empty_bin"):
        return None
    button = find_id(seen, "menu_bin")
    if button is not None:
        return tap(button)
    return seek(seen, history) if find_id(seen, "tab_photos") else leave(seen)


def _in_bin(seen: Observation, title: str) -> bool:
    picture = find_id(seen, "photo")
    return picture is not None and bare(picture.label) == title and find_id(seen, "photo_edit") is None


def restore(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    """Brings one photo back from the bin; says that it cannot be done where it is not in the bin."""
    title = str(params["title"])
    if action := in_app(seen, history, "Gallery"):
        return action
    if _in_bin(seen, title):
        return _tap_id(seen, history, "restore")
    if any(says(e, "Restore") and _in_bin(step.observation, title) for step, e in tapped_in(history, "Gallery")):
        return Done()
    if action := _to_bin(seen, history):
        return action
    cell = _cell(seen, title)
    if cell is not None:
        return tap(cell)
    return Done(status="infeasible") if seen_whole(seen, history) else seek(seen, history)


def erase(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    """Deletes one photo of the bin for good."""
    title, name = str(params["title"]), str(params["name"])
    if action := in_app(seen, history, "Gallery"):
        return action
    if in_dialog(seen):
        page, yes = _behind(history), find(seen, "Delete permanently", "button") or find(seen, "Move to bin", "button")
        return tap(yes) if yes and page is not None and page.title == name else leave(seen)
    if _brought_back(history, title):
        return _to_photo(seen, history, title) or _tap_id(seen, history, "photo_delete")
    if any(says(e, "Delete permanently") for e in _confirmations(history, name)):
        return Done()
    if _in_bin(seen, title):
        return _tap_id(seen, history, "erase")
    if action := _to_bin(seen, history):
        return action
    cell = _cell(seen, title)
    return tap(cell) if cell else seek(seen, history)


def _brought_back(history: Sequence[Step], title: str) -> bool:
    """Whether a picture was taken out of the bin by mistake, and not thrown away again since."""
    out = mine = False
    for place in range(len(history)):
        for step, element in tapped_in(history[place : place + 1], "Gallery"):
            if says(element, "Restore"):
                out = out or _is_about(step.observation, history[:place], title)
            elif says(element, "Move to bin") and (page := _behind(history[:place])) is not None:
                mine = _is_about(page, history[:place], title)
                out = out and not mine
            elif says(element, "Undo"):
                out = out or mine
    return out


def _is_about(page: Observation, history: Sequence[Step], title: str) -> bool:
    """Whether a page is that of a picture, or of a selection that holds it."""
    if selecting(page):
        return any(bare(cell.label) == title for cell in selection(page, history, _CELL) or ())
    picture = find_id(page, "photo")
    return picture is not None and bare(picture.label) == title


def _confirmations(history: Sequence[Step], name: str) -> list[Element]:
    """The buttons by which questions on the page of this title were answered with yes."""
    return [
        element
        for place in range(len(history))
        for step, element in tapped_in(history[place : place + 1], "Gallery")
        if _asks(step.observation) and element.resource_id == "android:id/button1"
        if (page := _behind(history[:place])) is not None and page.title == name
    ]


def _to_album(seen: Observation, history: Sequence[Step], album: str) -> Action | None:
    """The next action towards an album; None when it is up."""
    if action := in_app(seen, history, "Gallery"):
        return action
    if seen.title == album and find_id(seen, "menu_more") and not find_id(seen, "photo_edit"):
        return None
    if action := _to_tab(seen, history, "albums"):
        return action
    row = find_where(seen, lambda e: e.resource_id.endswith(":id/album_item") and e.label == album)
    return tap(row) if row else seek(seen, history)


def count_photos(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    """How many photos, not videos, an album holds."""
    return _count(seen, params, history, lambda label: not _is_video(label))


def count_all(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    """As many as the album says that it holds, videos and all."""
    return _count(seen, params, history, lambda label: True)


def _count(seen: Observation, params: Params, history: Sequence[Step], counts: Callable[[str], bool]) -> Action:
    if history and isinstance(history[-1].action, Answer):
        return Done()
    if action := _to_album(seen, history, str(params["album"])):
        return action
    if not seen_whole(seen, history):
        return seek(seen, history)
    return Answer(text=str(sum(_is_cell(e) and counts(e.label) for e in gathered(seen, history))))


def said(history: Sequence[Step]) -> str | None:
    """What was answered last."""
    return next((step.action.text for step in reversed(history) if isinstance(step.action, Answer)), None)


def read_total(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    """The total on a receipt."""
    answer = said(history)
    if answer is not None and answer_money(int(params["total"])).accepts(answer):
        return Done()
    if action := _to_photo(seen, history, f"Receipt from {params['shop']}"):
        return action
    text = find_id(seen, "photo_text")
    found = _TOTAL.search(text.label) if text else None
    return Answer(text=f"${found[1]}") if found else seek(seen, history)


def edit(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    """Turns a photo and crops it."""
    title, degrees, shape = str(params["title"]), str(params["degrees"]), str(params["shape"])
    if action := in_app(seen, history, "Gallery"):
        return action
    if on(seen, "Edit photo"):
        return _edit(seen, history, title, degrees, shape)
    if action := _to_photo(seen, history, title):
        return action
    # The page may be too short to show both at once: what was seen of it on this visit counts.
    page = gathered(seen, history)
    turned, cropped = _named(page, "rotation"), _named(page, "cropped")
    if turned is not None and cropped is not None:
        shown = read(cropped.label, "Cropped: {shape}")
        if _degrees(turned) == degrees and shown is not None and says_shape(shown["shape"], shape):
            return Done()
    return _tap_id(seen, history, "photo_edit") if seen_whole(seen, history) else seek(seen, history)


def _named(elements: Sequence[Element], name: str) -> Element | None:
    return next((element for element in elements if element.resource_id.endswith(f":id/{name}")), None)


def says_shape(shown: str, shape: str) -> bool:
    """Whether these words name a shape, in whatever language."""
    return read(shown, shape) is not None


def _degrees(element: Element) -> str:
    values = read(element.label, "Rotated by {degrees}°")
    return values["degrees"] if values else ""


def _edit(seen: Observation, history: Sequence[Step], title: str, degrees: str, shape: str) -> Action:
    preview, turned = find_id(seen, "preview"), find_id(seen, "rotation")
    if preview is not None and bare(preview.label) != title:
        return leave(seen)
    if turned is not None and _degrees(turned) != degrees:
        return _tap_id(seen, history, "rotate")
    choice = find(seen, shape, "radio")
    if choice is None:
        return seek(seen, history)
    if not choice.checked:
        return tap(choice)
    if turned is None and not _right_angle(history, degrees):
        return seek(seen, history)
    return _tap_id(seen, history, "save")


def _right_angle(history: Sequence[Step], degrees: str) -> bool:
    """Whether the angle was right when it was last in sight."""
    looks = (step.observation for step in reversed(history))
    turned = next((turned for look in looks if on(look, "Edit photo") and (turned := find_id(look, "rotation"))), None)
    return turned is not None and _degrees(turned) == degrees


def rename_album(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    old, new = str(params["album"]), str(params["new"])
    if action := in_app(seen, history, "Gallery"):
        return action
    field = find_id(seen, "album_name", "field")
    if field is not None:
        page = _behind(history)
        if page is None or page.title != old or not on(seen, "Rename album"):
            return leave(seen)
        return TypeText(element=field.index, text=new) if field.text != new else _tap_id(seen, history, "android:id/button1")
    if (entry := find_id(seen, "album_rename")) is not None:
        page = _behind(history)
        return tap(entry) if page is not None and page.title == old else leave(seen)
    if seen.title == new and find_id(seen, "menu_more"):
        return Done()
    if find_id(seen, "tab_albums") and _renamed(history, old, new):
        return Done()
    return _to_album(seen, history, old) or _tap_id(seen, history, "menu_more")


def _renamed(history: Sequence[Step], old: str, new: str) -> bool:
    return any(step.observation.title == new and find_id(step.observation, "menu_more") is not None for step in history) and old != new
