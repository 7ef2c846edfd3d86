"""Camera: photos, portraits and videos, with flash, self-timer and grid lines; what it takes is Gallery's."""

from datetime import timedelta
from functools import partial
from typing import Any, Final

from devices.sim.app import App
from devices.sim.language import time_left
from devices.sim.screens.photos import GALLERY, PHOTO
from devices.sim.system import Page, System
from devices.sim.widgets import Button, Buttons, Choice, Dialog, Menu, Picture, Row, Screen, Text, Widget
from devices.state import Facts

_CAMERA: Final[Facts] = {
    "lens": "back",
    "flash": "auto",
    "timer": 0,  # seconds
    "grid": False,
    "size": "12 MP",
    "quality": "1080p",
    "sound": True,
    "recording": False,
}
_MODES: Final = (("Photo", "photo"), ("Video", "video"), ("Portrait", "portrait"))
_FLASH: Final = {"off": "Flash off", "auto": "Flash auto", "on": "Flash on"}
_TIMER: Final = {0: "Timer off", 3: "Timer 3 seconds", 10: "Timer 10 seconds"}
_SIZES: Final = ("12 MP", "8 MP", "5 MP")
_QUALITIES: Final = ("4K", "1080p", "720p")
_SEEN: Final = {"back": "A room with a window", "front": "A face in front of a wall"}
"""What this phone's cameras see."""


def main(system: System, page: Page) -> Screen:
    facts, memory = system.facts["camera"], system.memory
    recording = bool(facts["recording"])
    mode: int = page.local.setdefault("mode", 0)
    counting = "camera_due" in memory
    busy = recording or counting
    kind = _MODES[mode][1]

    def select(number: int) -> None:
        if not busy:
            page.local["mode"] = number

    back = facts["lens"] == "back"
    preview = "Preview of the back camera" if back else "Preview of the front camera"
    other = "Switch to front camera" if back else "Switch to back camera"
    body: list[Widget] = []
    if recording:
        body.append(Text(time_left(_recorded(system)), "headline", "recording_time"))
    if counting:
        left = (memory["camera_due"] - system.now).total_seconds()
        body.append(Text(str(max(1, round(left))), "headline", "countdown"))
    kept = [photo for photo in system.entities("photo") if not system.facts[photo]["binned"] and system.facts[photo]["album"] == "Camera"]
    newest = max(kept, key=lambda photo: (str(system.facts[photo]["taken"]), len(photo), photo), default="")
    last = system.say("Last photo: {name}", name=system.facts[newest]["name"]) if newest else system.say("No photos")
    open_newest = partial(system.hand_over, GALLERY, "photo", newest)
    body += [
        Buttons(
            [
                Button(last, open_newest, "rounded_thumbnail", bool(newest) and not busy),
                Button(system.say(other), partial(_switch, system), "camera_toggle_button", not busy),
            ]
        ),
        Picture(system.say(preview), height=220, name="preview"),
    ]
    actions = [
        Button(system.say(_FLASH[str(facts["flash"])]), lambda: system.open("flash"), "flash_button", not busy),
        Button(system.say(_TIMER[int(facts["timer"])]), lambda: system.open("timer"), "countdown_toggle_button", not busy),
        Button(system.say("Camera settings"), lambda: system.open("settings"), "settings_button", not busy),
    ]
    tabs = [Button(system.say(title), partial(select, number), f"tab_{name}") for number, (title, name) in enumerate(_MODES)]
    shutter = _shutter(system, kind, recording, counting)
    return Screen(system.say("Camera"), body, up=False, actions=actions, float=shutter, tabs=tabs, tab=mode, awake=busy)


def _shutter(system: System, kind: str, recording: bool, counting: bool) -> Button:
    if recording:
        return Button(system.say("Stop recording"), partial(_stop, system), "shutter_button")
    if counting:
        return Button(system.say("Cancel timer"), partial(_cancel, system), "shutter_button")
    if kind == "video":
        return Button(system.say("Start recording"), lambda: system.allow("camera", partial(_start, system)), "shutter_button")
    label = "Take portrait" if kind == "portrait" else "Take photo"
    return Button(system.say(label), lambda: system.allow("camera", partial(_press, system, kind)), "shutter_button")


def _switch(system: System) -> None:
    system.set("camera", "lens", "front" if system.facts["camera"]["lens"] == "back" else "back")


def _press(system: System, kind: str) -> None:
    """Take a photo, once the self-timer has run out."""
    seconds = int(system.facts["camera"]["timer"])
    if not seconds:
        _take(system, kind)
        return
    order = system.after(seconds, partial(_take, system, kind))
    system.memory.update(camera_order=order, camera_due=system.now + timedelta(seconds=seconds))


def _cancel(system: System) -> None:
    system.call_off(system.memory.pop("camera_order"))
    del system.memory["camera_due"]


def _take(system: System, kind: str, seconds: int = 0) -> None:
    system.memory.pop("camera_order", None)
    system.memory.pop("camera_due", None)
    facts, now = system.facts["camera"], system.now
    video = kind == "video"
    prefix = {"photo": "IMG", "portrait": "PORTRAIT", "video": "VID"}[kind]
    name = f"{prefix}_{now:%Y%m%d_%H%M%S}.{'mp4' if video else 'jpg'}"
    made: dict[str, Any] = {
        "name": name,
        "kind": kind,
        "taken": f"{now:%Y-%m-%dT%H:%M:%S}",
        "size": facts["quality"] if video else facts["size"],
        "seconds": seconds,
        "description": _SEEN[str(facts["lens"])],
        "lens": facts["lens"],
        "flash": facts["flash"],
        "timer": 0 if video else facts["timer"],
    }
    system.create("photo", {**PHOTO, **made})


def _start(system: System) -> None:
    system.memory["camera_since"] = system.now
    system.set("camera", "recording", True)


def _recorded(system: System) -> int:
    """Seconds that have been recorded so far."""
    return int((system.now - system.memory["camera_since"]).total_seconds())


def _stop(system: System) -> None:
    system.set("camera", "recording", False)
    _take(system, "video", _recorded(system))


def _menu(system: System, key: str, names: dict[Any, str]) -> Menu:
    def choose(value: str | int) -> None:
        system.close()
        system.set("camera", key, value)

    return Menu([Button(system.say(name), partial(choose, value), f"{key}_{value}") for value, name in names.items()])


def flash(system: System, page: Page) -> Menu:
    return _menu(system, "flash", _FLASH)


def timer(system: System, page: Page) -> Menu:
    return _menu(system, "timer", _TIMER)


def settings(system: System, page: Page) -> Screen:
    facts = system.facts["camera"]

    def toggle(key: str) -> None:
        system.set("camera", key, not facts[key])

    def switch(title: str, key: str) -> Row:
        return Row(system.say(title), on_tap=partial(toggle, key), control="switch", checked=bool(facts[key]), name=f"setting_{key}")

    return Screen(
        system.say("Camera settings"),
        [
            Row(system.say("Photo size"), str(facts["size"]), lambda: system.open("size"), name="setting_size"),
            Row(system.say("Video quality"), str(facts["quality"]), lambda: system.open("quality"), name="setting_quality"),
            switch("Grid lines", "grid"),
            switch("Shutter sound", "sound"),
        ],
    )


def _dialog(system: System, title: str, key: str, values: tuple[str, ...]) -> Dialog:
    def choose(value: str) -> None:
        system.close()
        system.set("camera", key, value)

    held = system.facts["camera"][key]
    return Dialog(
        system.say(title),
        [Choice(value, value == held, partial(choose, value)) for value in values],
        [Button(system.say("Cancel"), system.close, "android:id/button2")],
    )


def size(system: System, page: Page) -> Dialog:
    return _dialog(system, "Photo size", "size", _SIZES)


def quality(system: System, page: Page) -> Dialog:
    return _dialog(system, "Video quality", "quality", _QUALITIES)


def settle(system: System, given: object) -> None:
    """A recording that is set up running begins with the episode."""
    system.memory["camera_since"] = system.now


APP = App(
    "com.android.camera2",
    "Camera",
    {"main": main, "flash": flash, "timer": timer, "settings": settings, "size": size, "quality": quality},
    kinds={"camera": _CAMERA},
    baseline={"camera": _CAMERA},
    limits={"camera.timer": (0, 10)},
    settle=settle,
    colour="#00796b",
    permissions=("camera",),
)
