"""Tasks in Camera: take photos and videos with the settings asked for."""

from collections.abc import Callable, Sequence

from devices.action import Action, Done, Wait
from devices.device import Setup
from devices.observation import Observation
from devices.state import Facts, State, Value
from tasks.conditions import all_of, created, fact
from tasks.mistakes import in_turn, usual
from tasks.navigate import find, find_id, says, tap, tapped, to_app
from tasks.oracle import Oracle
from tasks.params import Choice, Integer, Title
from tasks.solutions import camera as by
from tasks.task import Params, Solver, Task, Wrong
from tasks.trace import Step

_CAMERA: Facts = {"lens": "back", "flash": "auto", "timer": 0, "grid": False, "size": "12 MP"}


def _setup(**facts: Value) -> Setup:
    """A camera as delivered, but for these facts."""
    return Setup(facts={"camera": {**_CAMERA, **facts}})


def _changed(solver: Solver, change: Callable[[Params], Params]) -> Solver:
    """The solution for parameters of which some are changed."""

    def solve(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
        return solver(seen, params | change(params), history)

    return solve


def _other_timer(params: Params) -> Params:
    return {"timer": 13 - int(params["timer"])}


def _other_size(params: Params) -> Params:
    return {"size": "5 MP" if params["size"] == "8 MP" else "8 MP"}


def _flash_on(params: Params) -> Params:
    return {"flash": "on"}


def _presses(kind: str, label: str, times: int = 1) -> Solver:
    """Presses the shutter so many times in a mode, then says done."""

    def solve(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
        if action := to_app(seen, "Camera"):
            return action
        if find_id(seen, "countdown"):
            return Wait(seconds=10)
        if sum(says(element, label) for _, element in tapped(history)) >= times:
            return Done()
        tab, shutter = find_id(seen, f"tab_{kind}"), find_id(seen, "shutter_button")
        if tab is not None and not tab.selected:
            return tap(tab)
        return tap(shutter) if shutter else Done()

    return solve


def _stops_early(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    return by.record(seen, params | {"seconds": int(params["seconds"]) // 2}, history)


def _never_stops(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    """Lets the recording run."""
    action = by.record(seen, params, history)
    stop = find(seen, "Stop recording", "button")
    return Done() if stop is not None and action == tap(stop) else action


def _not_waiting(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    """Says done while the self-timer is still running."""
    return Done() if find_id(seen, "countdown") else by.take_with(seen, params, history)


def _sets_timer_instead(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    """Takes the longest that there is for the one asked for."""
    action = by.long_timer(seen, params, history)
    if not isinstance(action, Done):
        chosen = find(seen, "Timer 10 seconds", "button") is not None and find_id(seen, "shutter_button") is not None
        return Done() if chosen else action
    entry = find_id(seen, "timer_10")
    return tap(entry) if entry else action


def _says_done(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    action = by.long_timer(seen, params, history)
    return Done() if isinstance(action, Done) else action


def _wrong_flash(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    others = {"off": "on", "on": "auto", "auto": "off"}
    return by.set_flash(seen, params | {"flash": others[str(params["flash"])]}, history)


def _met_flash(params: Params) -> State:
    return {"camera": {"flash": params["flash"]}}


def _flash_words(value: Value) -> str:
    return {"on": "on", "off": "off", "auto": "automatic"}[str(value)]


def _plain(params: Params) -> Facts:
    return {"kind": "photo", "album": "Camera", "timer": 0, "binned": False}


def _unmark(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    star = find_id(seen, "photo_favourite", "button")
    if history or star is None:
        return Done()
    return tap(star)


TASKS = (
    Task(
        id="camera.take_photo",
        apps=("camera",),
        kind="create",
        goals=(
            "Take one photo with the Camera app.",
            "Open Camera and take a single photo.",
            "Take a picture. One is enough.",
        ),
        params={"lens": Choice(("back", "front")), "flash": Choice(("off", "auto", "on"))},
        setup=lambda params: _setup(lens=params["lens"], flash=params["flash"]),
        oracle=lambda params: Oracle(goal=created("photo", _plain(params))),
        solve=by.take_photo,
        wrong=(
            Wrong("takes two", _presses("photo", "Take photo", 2)),
            Wrong("takes a portrait", _presses("portrait", "Take portrait")),
            Wrong("starts a video", _presses("video", "Start recording")),
            Wrong("one, and a portrait", in_turn(by.take_photo, _presses("portrait", "Take portrait"))),
            *usual("Camera", by.take_photo),
        ),
    ),
    Task(
        id="camera.record_video",
        apps=("camera",),
        kind="create",
        goals=(
            "Record one video of at least {seconds} seconds.",
            "Use Camera to film a single video that is {seconds} seconds long or a little longer.",
            "Make a video recording of no less than {seconds} seconds and stop it afterwards.",
        ),
        params={"seconds": Integer(8, 90), "lens": Choice(("back", "front"))},
        setup=lambda params: _setup(lens=params["lens"]),
        oracle=lambda params: Oracle(
            goal=created("photo", {"kind": "video", "album": "Camera", "binned": False}, least={"seconds": int(params["seconds"])})
        ),
        solve=by.record,
        wrong=(
            Wrong("stops it halfway", _stops_early),
            Wrong("leaves it running", _never_stops),
            Wrong("takes a photo", by.take_photo),
            Wrong("the video, and a photo", in_turn(by.record, _presses("photo", "Take photo"))),
            *usual("Camera", by.record),
        ),
    ),
    Task(
        id="camera.front_timer",
        apps=("camera",),
        kind="create",
        goals=(
            "Take a photo with the front camera using the {timer}-second self-timer.",
            "Take one selfie with the self-timer set to {timer} seconds.",
            "Switch to the front camera, set the timer to {timer} seconds and take one photo.",
        ),
        params={"timer": Choice((3, 10)), "flash": Choice(("off", "auto"))},
        setup=lambda params: _setup(flash=params["flash"]),
        oracle=lambda params: Oracle(
            goal=created("photo", {**_plain(params), "lens": "front", "timer": params["timer"]}),
            allowed=("camera.lens", "camera.timer"),
        ),
        solve=by.take_with,
        wrong=(
            Wrong("without the timer", _presses("photo", "Take photo")),
            Wrong("with the other timer", _changed(by.take_with, _other_timer)),
            Wrong("does not wait for the photo", _not_waiting),
            Wrong("takes a second one", in_turn(by.take_with, _presses("photo", "Take photo"))),
            *usual("Camera", by.take_with),
        ),
    ),
    Task(
        id="camera.set_flash",
        apps=("camera",),
        kind="toggle",
        goals=(
            "Set the camera's flash to {flash}. Do not take a photo.",
            "In Camera, change the flash to {flash} without taking a picture.",
            "Make sure that the flash of the Camera app is set to {flash}; take no photo.",
        ),
        params={"flash": Choice(("off", "auto", "on")), "old": Choice(("off", "auto", "on"))},
        setup=lambda params: _setup(flash=params["old"]),
        oracle=lambda params: Oracle(
            goal=fact("camera", "flash", params["flash"]),
            never=(created("photo", {"kind": "photo"}),),
        ),
        solve=by.set_flash,
        wrong=(
            Wrong("another value", _wrong_flash),
            Wrong("sets it, and takes a photo", in_turn(by.set_flash, _presses("photo", "Take photo"))),
            Wrong("sets it, then another", in_turn(by.set_flash, _wrong_flash)),
            *usual("Camera", by.set_flash),
        ),
        shown={"flash": _flash_words},
        met=_met_flash,
    ),
    Task(
        id="camera.set_up",
        apps=("camera",),
        kind="edit",
        goals=(
            "In the camera's settings, set the photo size to {size} and turn grid lines {grid}.",
            "Change the Camera app's photo size to {size}; grid lines should be {grid}.",
            "Camera settings: photo size {size}, grid lines {grid}.",
        ),
        params={"size": Choice(("8 MP", "5 MP")), "grid": Choice((True, False))},
        setup=lambda params: _setup(grid=not params["grid"]),
        oracle=lambda params: Oracle(goal=all_of(fact("camera", "size", params["size"]), fact("camera", "grid", params["grid"]))),
        solve=by.set_up,
        wrong=(
            Wrong("the other size", _changed(by.set_up, _other_size)),
            Wrong("forgets the grid", _changed(by.set_up, lambda params: {"grid": not params["grid"]})),
            Wrong("sets it, and the flash", in_turn(by.set_up, _changed(by.set_flash, _flash_on))),
            *usual("Camera", by.set_up),
        ),
        shown={"grid": lambda value: "on" if value else "off"},
        met=lambda params: {"camera": {"size": params["size"], "grid": params["grid"]}},
    ),
    Task(
        id="camera.long_timer",
        apps=("camera",),
        kind="infeasible",
        goals=(
            "Set the camera's self-timer to {seconds} seconds.",
            "In the Camera app, make the self-timer wait exactly {seconds} seconds.",
            "Change the camera timer to {seconds} seconds.",
        ),
        params={"seconds": Integer(15, 120)},
        setup=lambda params: _setup(),
        oracle=lambda params: Oracle(demand="infeasible"),
        solve=by.long_timer,
        wrong=(
            Wrong("sets ten seconds instead", _sets_timer_instead),
            Wrong("looks, and says done", _says_done),
            Wrong("turns the flash on instead", _changed(by.set_flash, _flash_on)),
            Wrong("takes a photo instead", by.take_photo),
        ),
    ),
    Task(
        id="camera.take_favourite",
        apps=("camera", "gallery"),
        kind="multi_app",
        goals=(
            "Take a photo and mark it as a favourite in Gallery.",
            "Take one picture with Camera, then add it to your favourites.",
            "Take a new photo and make that photo a favourite.",
        ),
        params={"lens": Choice(("back", "front")), "flash": Choice(("off", "on"))},
        setup=lambda params: _setup(lens=params["lens"], flash=params["flash"]),
        oracle=lambda params: Oracle(goal=created("photo", {**_plain(params), "favourite": True})),
        solve=by.take_and_favour,
        wrong=(
            Wrong("only takes it", by.take_photo),
            Wrong("marks it, then unmarks it", in_turn(by.take_and_favour, _unmark)),
            Wrong("marks it, and takes another", in_turn(by.take_and_favour, _presses("photo", "Take photo"))),
            *usual("Camera", by.take_and_favour),
        ),
    ),
    Task(
        id="camera.selfie_album",
        apps=("camera", "gallery"),
        kind="multi_app",
        goals=(
            "Turn the camera's flash off and take one photo with the front camera and the {timer}-second self-timer. "
            "Then mark that photo as a favourite and move it to a new album called {album}.",
            "Take a photo with the front camera, the flash off and a {timer}-second timer. "
            "In Gallery, make it a favourite and put it in a new album named {album}.",
            "With flash off and the self-timer at {timer} seconds, take one picture with the front camera; "
            "move it to a new album “{album}” and add it to your favourites.",
        ),
        params={"timer": Choice((3, 10)), "album": Title()},
        setup=lambda params: _setup(flash="on"),
        oracle=lambda params: Oracle(
            goal=all_of(
                created(
                    "photo",
                    {
                        "kind": "photo",
                        "lens": "front",
                        "flash": "off",
                        "timer": params["timer"],
                        "favourite": True,
                        "album": params["album"],
                        "binned": False,
                    },
                ),
                created("album", {"name": params["album"]}),
                fact("camera", "flash", "off"),
            ),
            allowed=("camera.lens", "camera.timer"),
        ),
        solve=by.portrait_album,
        wrong=(
            Wrong("another name", _changed(by.portrait_album, lambda params: {"album": f"{params['album']} 2"})),
            Wrong("only takes it", by.take_with),
            Wrong("the other timer", _changed(by.portrait_album, _other_timer)),
            Wrong("takes another as well", in_turn(by.portrait_album, _presses("photo", "Take photo"))),
            *usual("Camera", by.portrait_album),
        ),
    ),
)
