"""Ways through Browser: along links to a page, and through bookmarks, history and forms."""

from collections.abc import Sequence

from devices.action import Action, Answer, Done, TypeText
from devices.elements import clean
from devices.observation import Element, Observation
from devices.sim.apps.browser import SEPARATOR
from devices.sim.language import read
from tasks.navigate import (
    back,
    find,
    find_id,
    find_where,
    hold,
    in_app,
    in_dialog,
    leave,
    on,
    press,
    says,
    screen_behind,
    seek,
    seen_whole,
    tap,
    tapped_in,
)
from tasks.solutions.files import last_deleted
from tasks.solutions.rows import put, row_of
from tasks.task import Params
from tasks.trace import Step

Way = tuple[str, ...]
"""Titles of the pages from the start page on, each a link of the one before by that name or by what `_LINKS` says."""
START = "Start page"
DOWNLOAD_FOLDER = "Download"
"""The folder that files are downloaded to."""
_LINKS = {"Ellwick swimming pool": "Swimming pool", "Ellwick library": "Library", "Bakery opening hours": "Opening hours"}
"""Titles of pages that links call otherwise."""
_DELETED = "“{name}” deleted"


def on_web(seen: Observation) -> bool:
    """Whether a web page is up."""
    return any(find_id(seen, name) for name in ("menu_star", "url_bar", "link"))


def to_page(seen: Observation, history: Sequence[Step], way: Way) -> Action | None:
    """The next action along the links to the last page of a way from anywhere; None when it is up."""
    if action := in_app(seen, history, "Browser"):
        return action
    if not on_web(seen):
        return _away(seen)
    if seen.title == way[-1]:
        return None
    if seen.title in way:
        target = way[way.index(seen.title) + 1]
        link = row_of(seen, "link", lambda e: e.label == _LINKS.get(target, target))
        return tap(link) if link else seek(seen, history)
    home = find_id(seen, "menu_home")
    return tap(home) if home else seek(seen, history)


def _away(seen: Observation) -> Action:
    """Leave a list, a menu or a question without doing anything."""
    if in_dialog(seen):
        return press(seen, "Discard", "Cancel") or back()
    return leave(seen)


def cells(seen: Observation, first: str) -> list[str] | None:
    """The further cells of a table's line; None where it is not in sight."""
    row = find_where(seen, lambda e: e.label == first, "text", "row")
    return row.detail.split(SEPARATOR) if row and row.detail else None


def _said(history: Sequence[Step], answer: str) -> bool:
    said = [step.action.text for step in history if isinstance(step.action, Answer)]
    return bool(said) and said[-1] == answer


def tell_cell(seen: Observation, params: Params, history: Sequence[Step], way: Way) -> Action:
    """Answer with the cell after ``line`` in the table of a page, which is ``answer``."""
    if _said(history, str(params["answer"])):
        return Done()
    if action := to_page(seen, history, way):
        return action
    found = cells(seen, str(params["line"]))
    return Answer(text=found[0]) if found else seek(seen, history)


def tell_yes_no(seen: Observation, params: Params, history: Sequence[Step], way: Way) -> Action:
    """Answer whether a page says ``affirmed`` (yes) or ``denied`` (no); the answer is ``answer``."""
    if _said(history, str(params["answer"])):
        return Done()
    if action := to_page(seen, history, way):
        return action
    for key, answer in (("affirmed", "yes"), ("denied", "no")):
        if find(seen, str(params[key]), "text"):
            return Answer(text=answer)
    return seek(seen, history)


# Pages


def add_bookmark(seen: Observation, params: Params, history: Sequence[Step], way: Way) -> Action:
    """Bookmark the last page of a way."""
    if action := to_page(seen, history, way):
        return action
    star = find_id(seen, "menu_star")
    if star is None:
        return seek(seen, history)
    return tap(star) if says(star, "Add bookmark") else Done()


def download(seen: Observation, params: Params, history: Sequence[Step], way: Way) -> Action:
    """Download the file ``name``, which the link ``link`` of a page leads to."""
    link = str(params["link"])
    if downloaded(history, way[-1], link, str(params["name"]), DOWNLOAD_FOLDER):
        return Done()
    if action := to_page(seen, history, way):
        return action
    row = row_of(seen, "download", lambda e: e.label == link)
    return tap(row) if row else seek(seen, history)


def downloaded(history: Sequence[Step], title: str, link: str, name: str, *folders: str) -> bool:
    """Whether a file was downloaded by a link of the page of this title, and not deleted since from a folder that it may be in."""
    taps = [
        step.index
        for step, e in tapped_in(history, "Browser")
        if e.resource_id.endswith(":id/download") and e.label == link and step.observation.title == title
    ]
    return bool(taps) and taps[-1] > last_deleted(history, name, *folders)


def send_form(seen: Observation, params: Params, history: Sequence[Step], way: Way) -> Action:
    """Fill the form of a page with ``name``, ``email`` and ``message``, and send it."""
    sent = any(
        e.resource_id.endswith(":id/form_send") and step.observation.title == way[-1] and _filled(step, params)
        for step, e in tapped_in(history, "Browser")
    )
    if sent:
        return Done()
    if action := to_page(seen, history, way):
        return action
    for key in ("name", "email", "message"):
        if not _known(seen, history, f"form_{key}", str(params[key])) and (action := put(seen, history, f"form_{key}", str(params[key]))):
            return action
    button = find_id(seen, "form_send")
    return tap(button) if button else seek(seen, history)


def _known(seen: Observation, history: Sequence[Step], name: str, text: str) -> bool:
    """Whether a field that is scrolled out of sight held this text when it was last seen on this page, or was given it then."""
    for step in reversed(history):
        look, action = step.observation, step.action
        if find_id(seen, name, "field") or (look.title, look.package) != (seen.title, seen.package):
            return False
        if field := find_id(look, name, "field"):
            given = action.text if isinstance(action, TypeText) and action.element == field.index else field.text
            return given == text
    return False


def _filled(step: Step, params: Params) -> bool:
    """Whether the form held what was to be sent, as far as it was in sight."""
    fields = [(find_id(step.observation, f"form_{key}", "field"), params[key]) for key in ("name", "email", "message")]
    return all(field is None or field.text == text for field, text in fields)


# Bookmarks


def _to_list(seen: Observation, history: Sequence[Step], entry: str) -> Action | None:
    """The next action towards ``Bookmarks`` or ``History``; None when it is up."""
    if action := in_app(seen, history, "Browser"):
        return action
    if on(seen, entry):
        return None
    if on_web(seen):
        more = find_id(seen, "menu_more")
        return tap(more) if more else seek(seen, history)
    if not seen.title and (item := find(seen, entry, "row")):
        return tap(item)
    return _away(seen)


def _bring_back(seen: Observation, history: Sequence[Step], *kept: str) -> Action | None:
    """Bring back a bookmark that was deleted by mistake just now: one that was there before, and whose title is none of those given."""
    told = next((values["name"] for e in seen.elements if (values := read(e.label, _DELETED))), None)
    undo = find_id(seen, "snackbar_action", "button")
    mistaken = undo is not None and told is not None and told not in kept and not _deleted_stray(history)
    return tap(undo) if undo is not None and mistaken else None


def _deleted_stray(history: Sequence[Step]) -> bool:
    """Whether the bookmark that was deleted last had been set on the way."""
    made: set[str] = set()
    first: dict[tuple[str, str], bool] = {}
    fresh = stray = False
    for step, element in tapped_in(history, "Browser"):
        look, name = step.observation, element.resource_id.rpartition(":id/")[2]
        for row in look.elements:
            if row.resource_id.endswith(":id/bookmark_row"):
                first.setdefault((row.label, row.detail), row.label in made)
        if says(element, "Add bookmark"):
            made.add(look.title)
        elif name == "menu_star":
            fresh = look.title in made
        elif name == "bookmark_row":
            fresh = first[element.label, element.detail]
        elif name == "menu_save" and fresh and (field := find_id(look, "title", "field")):
            made.add(clean(field.text.strip()))
        elif name == "menu_delete":
            stray = fresh
    return stray


def _chosen(history: Sequence[Step]) -> Element | None:
    """The row whose menu was opened last."""
    rows = [
        e for step, e in tapped_in(history, "Browser") if e.resource_id.endswith((":id/bookmark_row", ":id/visit_row", ":id/switcher_row"))
    ]
    return rows[-1] if rows else None


def _bookmark_menu(seen: Observation, history: Sequence[Step], titles: Sequence[str], entry: str) -> Action:
    """Choose an entry of the menu of a bookmark."""
    if in_app(seen, history, "Browser") is None and not seen.title and (item := find(seen, entry, "row")) and find(seen, "Delete", "row"):
        chosen = _chosen(history)
        behind = screen_behind(history, "Browser", lambda look: bool(look.title))
        right = behind is not None and on(behind, "Bookmarks") and chosen is not None and chosen.label in titles
        return tap(item) if right else back()
    if action := _to_list(seen, history, "Bookmarks"):
        return action
    row = row_of(seen, "bookmark_row", lambda e: e.label in titles)
    return hold(row) if row else seek(seen, history)


def delete_bookmark(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    """Delete the bookmark ``title``; ``also`` was rightly deleted before."""
    title = str(params["title"])
    if in_app(seen, history, "Browser") is None:
        if action := _bring_back(seen, history, title, str(params.get("also", ""))):
            return action
        row = row_of(seen, "bookmark_row", lambda e: e.label == title)
        if on(seen, "Bookmarks") and row is None and (_was_deleted(seen, history, title) or seen_whole(seen, history)):
            return Done()
    return _bookmark_menu(seen, history, (title,), "Delete")


def _was_deleted(seen: Observation, history: Sequence[Step], title: str) -> bool:
    """Whether the phone told that a bookmark was deleted, and nothing was brought back since."""
    for look, step in zip((seen, *(step.observation for step in reversed(history))), (None, *reversed(history)), strict=True):
        if step is not None and any(e.resource_id.endswith(":id/snackbar_action") for _, e in tapped_in([step], "Browser")):
            return False
        if any(read(e.label, _DELETED) == {"name": title} for e in look.elements):
            return True
    return False


def rename_bookmark(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    """Give the bookmark ``title`` the name ``new``."""
    title, new = str(params["title"]), str(params["new"])
    if in_app(seen, history, "Browser") is None:
        if action := _bring_back(seen, history):
            return action
        if on(seen, "Bookmarks") and (row_of(seen, "bookmark_row", lambda e: e.label == new) or _renamed(history, new, str(params["url"]))):
            return Done()
        if on(seen, "Edit bookmark") and not in_dialog(seen):
            address = find_id(seen, "url", "field")
            if address is None or address.text != params["url"]:
                return seek(seen, history) if address is None else back()
            save = find_id(seen, "menu_save")
            return put(seen, history, "title", new) or (tap(save) if save else seek(seen, history))
    return _bookmark_menu(seen, history, (title,), "Edit")


def _renamed(history: Sequence[Step], new: str, url: str) -> bool:
    """Whether a bookmark was saved last with this name and address."""
    saves = [
        step.observation
        for step, e in tapped_in(history, "Browser")
        if e.resource_id.endswith(":id/menu_save") and on(step.observation, "Edit bookmark")
    ]
    fields = [find_id(saves[-1], name, "field") for name in ("title", "url")] if saves else []
    return [field.text for field in fields if field] == [new, url]


# History


def clear_history(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    """Clear the list of visited pages."""
    if in_app(seen, history, "Browser") is None:
        if action := _bring_back(seen, history):
            return action
        if in_dialog(seen) and on(seen, "Clear history?"):
            return press(seen, "Clear") or back()
    if action := _to_list(seen, history, "History"):
        return action
    if find_id(seen, "empty"):
        return Done()
    button = find_id(seen, "menu_clear")
    return tap(button) if button else seek(seen, history)
