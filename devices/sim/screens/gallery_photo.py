"""Gallery's page of one photo, and what is done to it: details, turning and cropping, deleting and bringing back."""

from functools import partial
from typing import Any

from devices.sim.language import time_left
from devices.sim.screens.gallery_grid import replace_by
from devices.sim.screens.photos import caption, taken_text
from devices.sim.screens.selecting import clear_selection
from devices.sim.system import Page, System
from devices.sim.widgets import Button, Buttons, Choice, Dialog, Field, Menu, Picture, Row, Screen, Text, Widget

CROPS = {"original": "Original", "square": "Square", "4:3": "4:3", "16:9": "16:9"}
"""Shape that a photo is cropped to → its name in the editor."""


def photo(system: System, page: Page) -> Screen:
    """One photo, large, with the words that can be read in it."""
    (entity,) = page.args
    facts = system.facts[entity]
    favourite = bool(facts["favourite"])
    body: list[Widget] = [Picture(caption(system, entity)), Text(taken_text(system, entity), "caption", "taken")]
    if facts["kind"] == "video":
        body.append(Text(time_left(int(facts["seconds"])), "caption", "length"))
    if facts["rotation"]:
        body.append(Text(system.say("Rotated by {degrees}°", degrees=facts["rotation"]), "caption", "rotation"))
    if facts["crop"] != "original":
        body.append(Text(system.say("Cropped: {shape}", shape=system.say(CROPS[str(facts["crop"])])), "caption", "cropped"))
    if facts["text"]:
        body.append(Text(str(facts["text"]), name="photo_text", selectable=True))
    if facts["binned"]:
        buttons = [
            Button(system.say("Restore"), partial(_restore, system, entity), "restore"),
            Button(system.say("Delete permanently"), lambda: system.open("erase", entity), "erase"),
        ]
        return Screen(str(facts["name"]), [*body, Buttons(buttons)])
    star = Button(
        system.say("Remove from favourites" if favourite else "Add to favourites"),
        lambda: system.set(entity, "favourite", not favourite),
        "photo_favourite",
    )
    actions = [
        star,
        Button(system.say("Edit"), lambda: system.open("edit", entity), "photo_edit"),
        Button(system.say("Delete"), lambda: system.open("delete", entity), "photo_delete"),
        Button(system.say("More options"), lambda: system.open("photo_menu", entity), "menu_more"),
    ]
    return Screen(str(facts["name"]), body, actions=actions)


def _restore(system: System, entity: str) -> None:
    system.close()
    system.set(entity, "binned", False)


def photo_menu(system: System, page: Page) -> Menu:
    (entity,) = page.args

    def share() -> None:
        system.close()
        facts = system.facts[entity]
        system.share(str(facts["name"]), str(facts["description"]))

    return Menu(
        [
            Button(system.say("Details"), partial(replace_by, system, "details", entity), "photo_details"),
            Button(system.say("Share"), share, "photo_share"),
            Button(system.say("Move to album"), partial(replace_by, system, "move", entity), "action_move"),
            Button(system.say("Copy to album"), partial(replace_by, system, "copy", entity), "action_copy"),
            Button(system.say("Rename"), partial(replace_by, system, "rename", entity), "photo_rename"),
        ]
    )


def details(system: System, page: Page) -> Screen:
    (entity,) = page.args
    facts = system.facts[entity]
    rows = {
        "Name": str(facts["name"]),
        "Taken": taken_text(system, entity),
        "Album": str(facts["album"]),
        "Size": str(facts["size"]),
        "Length": time_left(int(facts["seconds"])) if facts["kind"] == "video" else "",
    }
    return Screen(system.say("Details"), [Row(system.say(title), text, name="detail") for title, text in rows.items() if text])


def rename(system: System, page: Page) -> Dialog:
    (entity,) = page.args
    local: dict[str, Any] = page.local
    local.setdefault("photo_name", str(system.facts[entity]["name"]))

    def confirm() -> None:
        name = local["photo_name"].strip()
        if not name:
            local["error"] = system.say("Enter a name")
            return
        system.close()
        system.set(entity, "name", name)

    error = [Text(local["error"], "error", "error")] if local.get("error") else []
    return Dialog(
        system.say("Rename"),
        [Field("photo_name", system.say("Name"), local["photo_name"], lambda text: local.update(photo_name=text)), *error],
        [Button(system.say("Cancel"), system.close, "android:id/button2"), Button(system.say("OK"), confirm, "android:id/button1")],
    )


def edit(system: System, page: Page) -> Screen:
    """Turns and crops; nothing is kept until it is saved."""
    (entity,) = page.args
    facts, local = system.facts[entity], page.local
    local.setdefault("rotation", int(facts["rotation"]))
    local.setdefault("crop", str(facts["crop"]))
    changed = (local["rotation"], local["crop"]) != (facts["rotation"], facts["crop"])

    def save() -> None:
        system.close()
        if changed:
            system.set(entity, "rotation", local["rotation"])
            system.set(entity, "crop", local["crop"])
            system.set(entity, "edited", True)

    def leave() -> None:
        if changed:
            system.open("discard")
        else:
            system.close()

    turned = system.say("Rotated by {degrees}°", degrees=local["rotation"])
    crops = [Choice(system.say(name), local["crop"] == crop, partial(local.__setitem__, "crop", crop)) for crop, name in CROPS.items()]
    return Screen(
        system.say("Edit photo"),
        [
            Picture(caption(system, entity), height=160, name="preview"),
            Text(turned, "caption", "rotation"),
            Button(system.say("Rotate"), lambda: local.update(rotation=(local["rotation"] + 90) % 360), "rotate"),
            Text(system.say("Crop"), "caption", "crop"),
            *crops,
        ],
        actions=[Button(system.say("Save"), save, "save")],
        worded=frozenset({system.say("Save")}),
        on_back=leave,
    )


def discard(system: System, page: Page) -> Dialog:
    def confirm() -> None:
        system.close()
        system.close()

    return Dialog(
        system.say("Discard your changes?"),
        buttons=[
            Button(system.say("Keep editing"), system.close, "android:id/button2"),
            Button(system.say("Discard"), confirm, "android:id/button1"),
        ],
    )


def delete(system: System, page: Page) -> Dialog:
    """Asks before the photos that are its arguments go to the bin."""

    def undo() -> None:
        for photo in page.args:
            if photo in system.facts:
                system.set(photo, "binned", False)

    def confirm() -> None:
        _leave(system, page)
        for photo in page.args:
            system.set(photo, "binned", True)
        system.tell(system.say("Moved to bin"), system.say("Undo"), undo)

    return _question(system, _asked(system, page, "Move this item to the bin?", "Move {count} items to the bin?"), "Move to bin", confirm)


def erase(system: System, page: Page) -> Dialog:
    """Asks before the photos that are its arguments are gone for good."""

    def confirm() -> None:
        _leave(system, page)
        for photo in page.args:
            system.delete(photo)

    title = _asked(system, page, "Delete this item permanently?", "Delete {count} items permanently?")
    return _question(system, title, "Delete permanently", confirm)


def _leave(system: System, page: Page) -> None:
    """Close the question, and the photo's own page; a selection ends."""
    system.close()
    if system.page.name == "photo":
        system.close()
    else:
        clear_selection(system.page)


def _asked(system: System, page: Page, one: str, more: str) -> str:
    return system.say(one) if len(page.args) == 1 else system.say(more, count=len(page.args))


def _question(system: System, title: str, yes: str, confirm: object) -> Dialog:
    assert callable(confirm)
    return Dialog(
        title,
        buttons=[Button(system.say("Cancel"), system.close, "android:id/button2"), Button(system.say(yes), confirm, "android:id/button1")],
    )
