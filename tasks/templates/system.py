"""Tasks with what the system itself shows: notifications in the shade, and the quick settings."""

from collections.abc import Callable, Mapping, Sequence

from devices.action import Action, Done, OpenApp, PressKey
from devices.device import Setup
from devices.observation import Observation
from devices.sim.screens.mail_store import MAIL
from devices.sim.screens.messages_store import MESSAGE
from devices.sim.screens.settings_places import LABELS
from devices.state import Facts, State, Value
from tasks.answers import answer_number, answer_text
from tasks.conditions import Condition, all_of, count_of, deleted, deleted_all, fact, none, the
from tasks.mistakes import answers, flip, in_turn, usual
from tasks.navigate import PACKAGES, find_where, tap, tap_or_seek, tapped, to_app, to_panel
from tasks.oracle import Oracle
from tasks.params import Choice, FirstName, Integer, Param, Sentence
from tasks.solutions import system as go
from tasks.solutions.settings import slide
from tasks.task import Params, Solver, Task, Wrong
from tasks.trace import Step

_SPOKEN = {
    "wifi": "Wi-Fi",
    "bluetooth": "Bluetooth",
    "do_not_disturb": "Do Not Disturb",
    "dark_theme": "the dark theme",
    "auto_rotate": "auto-rotate",
    "hotspot": "the hotspot",
}
_SETTINGS = PACKAGES["Settings"]

_QUIET = ("front", "draft", "notification")
"""Axes that make no sense where it matters which notifications there are, and which app came up."""

# Setting up


def _notification(app: str, title: Value, text: Value) -> dict[str, Value]:
    return {"app": PACKAGES[app], "title": title, "text": text}


def _waiting(params: Params, *, meant: bool = True) -> Setup:
    """Notifications of three apps, and the one meant."""
    facts: State = {
        "notification/11": _notification("Calendar", "Choir", "Tomorrow at seven"),
        "notification/12": _notification("Shopping", "Your list", "Three things are missing"),
        "notification/13": _notification("Mail", "Weekly letter", "What happened this week"),
    }
    if meant:
        facts["notification/10"] = _notification(str(params.get("app", "Messages")), params["title"], params["text"])
    return Setup(clear=("notification",), facts=facts)


def _unread(params: Params) -> Setup:
    """Notifications, and in its app what the one meant is about."""
    setup, title, time = _waiting(params), str(params["title"]), "2026-03-02T09:40"
    sender: Facts = {"first_name": title, "phone": "555-0177", "email": "sender@example.org"}
    message: Facts = {**MESSAGE, "address": "555-0177", "text": params["text"], "time": time, "read": False}
    mail: Facts = {
        **MAIL,
        "from": "sender@example.org",
        "subject": params["text"],
        "body": "More on Thursday.",
        "time": time,
        "read": False,
    }
    about: State = {"message/10": message} if params["app"] == "Messages" else {"mail/10": mail}
    return Setup(clear=("notification", "contact"), facts={**setup.facts, **about, "contact/10": sender})


def _read(params: Params, read: bool = True) -> Condition:
    """What the notification is about was opened, or was not."""
    text = str(params["text"])
    return fact(the("message", text=text) if params["app"] == "Messages" else the("mail", subject=text), "read", read)


def _likely(params: Params) -> State:
    """Notifications whose titles begin alike, from another app or of the same."""
    title = str(params["title"])
    return {
        "notification/100": _notification("Mail", f"{title} Quandt", "Something else"),
        "notification/101": _notification("Messages", f"{title}a", "Call me"),
    }


def _promotions(params: Params, count: int) -> State:
    """Notifications of Shopping that no task is about: a third as many as asked for, nobody lets more pile up."""
    return {f"notification/{200 + i}": _notification("Shopping", f"Offer {i + 1}", "Only today") for i in range(count // 3)}


def _several(params: Params) -> Setup:
    """As many notifications of one app as there are, among others."""
    setup = _waiting(params, meant=False)
    own = {f"notification/{20 + i}": _notification("Messages", f"Caller {i + 1}", "Missed you") for i in range(int(params["count"]))}
    return Setup(clear=("notification",), facts={**setup.facts, **own})


def _on_off(value: Value) -> str:
    return "on" if value else "off"


# Going wrong


def _other(solver: Solver) -> Solver:
    """Plays the solution on another notification that is there."""
    return lambda seen, params, history: solver(seen, params | {"title": "Weekly letter", "app": "Mail"}, history)


def _only_draws(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    """Draws the shade down and closes it again."""
    if history and history[-1].action == PressKey(key="back"):
        return Done()
    return to_panel(seen, "notifications") or PressKey(key="back")


def _one_by_one(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    """Dismisses the first one, and takes it for all."""
    if any(go.in_shade(step.observation) for step, _ in tapped(history)):
        return Done()
    if action := to_panel(seen, "notifications"):
        return action
    button = find_where(seen, lambda e: e.resource_id.endswith("/dismiss"), "button")
    return tap(button) if button else Done()


def _reads_by_hand(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    """Opens in the app, from its icon, what the notification is about."""
    if action := to_app(seen, str(params["app"])):
        return action
    if find_where(seen, lambda e: e.resource_id.endswith(("/compose_message_text", "/mail_body"))):
        return Done()
    return tap_or_seek(seen, history, str(params["title"]), "row")


def _only_launches(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    """Opens the app from its icon."""
    return Done() if history and isinstance(history[-1].action, OpenApp) else OpenApp(name=str(params["app"]))


def _in_settings(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    """Turns it over on its page in Settings, which was not allowed."""
    labels = {"bluetooth": "Use Bluetooth", "auto_rotate": "Auto-rotate screen", "hotspot": "Wi-Fi hotspot"}
    tile = str(params["tile"])
    return flip(labels.get(tile, go.TILES[tile]))(seen, params, history)


def _neighbour(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    """Turns over the tile after it."""
    tiles = list(go.TILES)
    other = tiles[(tiles.index(str(params["tile"])) + 1) % len(tiles)]
    if any(e.label and e.resource_id.endswith(f"/{other}") for _, e in tapped(history)):
        return Done()
    if action := to_panel(seen, "quick_settings"):
        return action
    tile = find_where(seen, lambda e: e.resource_id.endswith(f"/{other}"), "switch")
    return tap(tile) if tile else go.set_tile(seen, params, history)


def _undo_tile(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    return go.set_tile(seen, params | {"on": not params["on"]}, history)


def _beside(solver: Solver, change: Callable[[int], int]) -> Solver:
    return lambda seen, params, history: solver(seen, params | {"percent": change(int(params["percent"]))}, history)


def _slides_in_settings(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    """Sets it on its page in Settings."""
    return slide(seen, history, LABELS["brightness"], int(params["percent"])) or Done()


def _old(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    return go.slide_brightness(seen, {"percent": params["before"]}, history)


def _follows(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    """Opens it."""
    return go.follow(seen, params | {"app": "Messages"}, history)


def _title(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    return answers(go.read_text, str(params["title"]))(seen, params, history)


def _one_more(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    return answers(go.count, str(int(params["count"]) + 1))(seen, params, history)


def _says_done(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    action = go.dismiss(seen, params, history)
    return Done() if isinstance(action, Done) else action


def _refuses(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    return Done(status="infeasible")


_ONE: Mapping[str, Param] = {"title": FirstName(), "text": Sentence()}

TASKS = (
    Task(
        id="system.clear_notifications",
        apps=("messages",),
        kind="delete",
        goals=(
            "Clear all notifications.",
            "Remove every notification from the notification shade.",
            "Empty the notification shade: no notification shall be left.",
        ),
        params=_ONE,
        setup=_waiting,
        oracle=lambda params: Oracle(goal=deleted_all("notification")),
        solve=go.clear_all,
        wrong=(
            Wrong("only looks at them", _only_draws),
            Wrong("dismisses one only", _one_by_one),
            Wrong("opens the first, and is led away", _follows),
            *usual("Messages", go.clear_all),
        ),
        without=("notification",),
        filler=_promotions,
    ),
    Task(
        id="system.dismiss_notification",
        apps=("messages",),
        kind="delete",
        goals=(
            'Dismiss the notification "{title}", without opening it, and keep the others.',
            "Remove only the notification of {title} from the shade; do not open Messages.",
            'Swipe away the notification with the title "{title}". Leave all others, and do not open it.',
        ),
        params=_ONE,
        setup=_waiting,
        oracle=lambda params: Oracle(
            goal=deleted(the("notification", title=params["title"])), never=(fact("screen", "app", PACKAGES["Messages"]),)
        ),
        solve=go.dismiss,
        wrong=(
            Wrong("another one", _other(go.dismiss)),
            Wrong("this one and another", in_turn(go.dismiss, _other(go.dismiss))),
            Wrong("all of them", go.clear_all),
            Wrong("opens it instead", _follows),
            *usual("Messages", go.dismiss),
        ),
        without=_QUIET,
        distractors=_likely,
        filler=_promotions,
    ),
    Task(
        id="system.open_notification",
        apps=("messages", "mail"),
        kind="navigate",
        goals=(
            'Open the notification "{title}" from the notification shade.',
            "Tap the notification of {title} in the shade, so that {app} comes up.",
            'Go to what the notification "{title}" is about, by the notification itself.',
        ),
        params={**_ONE, "app": Choice(("Messages", "Mail"))},
        setup=_unread,
        oracle=lambda params: Oracle(
            goal=deleted(the("notification", title=params["title"])),
            # Following the notification opens the one and takes the other away in a single step; whoever does it by hand needs two.
            never=(
                all_of(none("notification", title=params["title"]), _read(params, False)),
                all_of(count_of("notification", 1, title=params["title"]), _read(params)),
            ),
        ),
        solve=go.follow,
        wrong=(
            Wrong("opens another", _other(go.follow)),
            Wrong("dismisses it instead", go.dismiss),
            Wrong("opens the app by its icon", _only_launches),
            Wrong("dismisses it, then opens by hand what it is about", in_turn(go.dismiss, _reads_by_hand)),
            Wrong("opens by hand what it is about, then dismisses it", in_turn(_reads_by_hand, go.dismiss)),
            Wrong("opens by hand what it is about, then it as well", in_turn(_reads_by_hand, go.follow)),
            Wrong("opens it, and clears the others", in_turn(go.follow, go.clear_all)),
            *usual("Messages", go.follow),
        ),
        without=_QUIET,
        distractors=_likely,
        filler=_promotions,
    ),
    Task(
        id="system.read_notification",
        apps=("messages",),
        kind="question",
        goals=(
            'What does the notification "{title}" say? Answer with its text.',
            "Read the notification of {title} in the shade, and answer with its text only.",
            'Draw down the notification shade and answer with the text of the notification "{title}".',
        ),
        params=_ONE,
        setup=_waiting,
        oracle=lambda params: Oracle(answer=answer_text(str(params["text"]))),
        solve=go.read_text,
        wrong=(
            Wrong("what another says", _other(go.read_text)),
            Wrong("its title", _title),
            Wrong("clears it afterwards", in_turn(go.read_text, go.clear_all)),
            *usual("Messages", go.read_text),
        ),
        distractors=_likely,
        filler=_promotions,
    ),
    Task(
        id="system.count_notifications",
        apps=("messages",),
        kind="question",
        goals=(
            "How many notifications of Messages are in the shade? Answer with the number.",
            "Count the notifications that Messages has posted, and answer with the number only.",
            "How many notifications are from Messages? Answer with a number.",
        ),
        params={"count": Integer(1, 6), "app": Choice(("Messages",))},
        setup=_several,
        oracle=lambda params: Oracle(answer=answer_number(int(params["count"]), ("notifications", "notification"))),
        solve=go.count,
        wrong=(
            Wrong("one too many", _one_more),
            Wrong("a word instead of a number", answers(go.count, "some")),
            Wrong("clears them afterwards", in_turn(go.count, go.clear_all)),
            *usual("Messages", go.count),
        ),
        without=("notification",),
        filler=_promotions,
    ),
    Task(
        id="system.dismiss_missing",
        apps=("messages",),
        kind="infeasible",
        goals=(
            'Dismiss the notification "{title}".',
            "Remove the notification of {title} from the shade.",
            'Swipe away the notification with the title "{title}".',
        ),
        params=_ONE,
        setup=lambda params: _waiting(params, meant=False),
        oracle=lambda params: Oracle(demand="infeasible"),
        solve=go.dismiss,
        wrong=(
            Wrong("dismisses another", _other(go.dismiss)),
            Wrong("dismisses another, then refuses", in_turn(_other(go.dismiss), _refuses)),
            Wrong("clears all", go.clear_all),
            Wrong("says that it is done", _says_done),
        ),
        distractors=_likely,
        filler=_promotions,
    ),
    Task(
        id="system.set_tile",
        apps=("settings",),
        kind="prohibition",
        goals=(
            "Turn {on} {tile} in the quick settings, without opening Settings.",
            "Switch {tile} {on} by its tile in the quick settings. Do not open the Settings app.",
            "Without going to Settings, turn {tile} {on}.",
        ),
        params={"tile": Choice(tuple(_SPOKEN)), "on": Choice((True, False))},
        setup=lambda params: Setup(facts={"settings": {"airplane_mode": False, str(params["tile"]): not params["on"]}}),
        oracle=lambda params: Oracle(goal=fact("settings", str(params["tile"]), params["on"]), never=(fact("screen", "app", _SETTINGS),)),
        solve=go.set_tile,
        wrong=(
            Wrong("on its page in Settings", _in_settings),
            Wrong("the tile after it", _neighbour),
            Wrong("over and back again", in_turn(go.set_tile, _undo_tile)),
            Wrong("the right tile and the one after it", in_turn(go.set_tile, _neighbour)),
            *usual("Settings", go.set_tile),
        ),
        without=("front", "draft"),
        shown={"tile": lambda value: _SPOKEN[str(value)], "on": _on_off},
        met=lambda params: {"settings": {str(params["tile"]): params["on"]}},
    ),
    Task(
        id="system.slide_brightness",
        apps=("settings",),
        kind="slider",
        goals=(
            "Set the brightness to {percent} percent in the quick settings.",
            "Draw down the quick settings and set the brightness to {percent}%.",
            "Use the slider in the quick settings to make the brightness {percent}%.",
        ),
        params={"percent": Integer(1, 99), "before": Choice((25, 55, 85))},
        setup=lambda params: Setup(facts={"settings": {"brightness": params["before"]}}),
        oracle=lambda params: Oracle(goal=fact("settings", "brightness", params["percent"]), never=(fact("screen", "app", _SETTINGS),)),
        solve=go.slide_brightness,
        wrong=(
            Wrong("one percent beside it", _beside(go.slide_brightness, lambda percent: percent + 1)),
            Wrong("all the way", _beside(go.slide_brightness, lambda percent: 100)),
            Wrong("the right one, then the old one", in_turn(go.slide_brightness, _old)),
            Wrong("by the slider in Settings", _slides_in_settings),
            *usual("Settings", go.slide_brightness),
        ),
        without=("front", "draft"),
        met=lambda params: {"settings": {"brightness": params["percent"]}},
    ),
)
