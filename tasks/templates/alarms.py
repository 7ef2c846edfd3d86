"""Tasks with the alarms that are there: moved, named, repeated, switched off, deleted by name, and asked about."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from devices.action import Action, Done
from devices.device import Setup
from devices.observation import Observation
from devices.sim.language import DAYS
from devices.state import Facts, State, Value
from tasks.answers import answer_number, answer_time
from tasks.conditions import deleted, each, edited, the
from tasks.mistakes import answers, in_turn, usual
from tasks.navigate import find, find_where, press, says, seek, tap, tap_or_seek, tapped
from tasks.oracle import Oracle
from tasks.params import Choice, Param, ShortText, TimeOfDay, TimesOfDay, several
from tasks.params import Several as SeveralOf
from tasks.solutions import clock as go
from tasks.solutions.alarm_list import alarm, alarms, meant, more_alarms, others, similar_alarms, spoken
from tasks.task import Params, Solver, Task, Wrong
from tasks.trace import Step

_SPOKEN_DAYS = dict(zip(DAYS, ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"), strict=True))


# Setting up


def _days(value: Value) -> str:
    """``["wed", "mon"]`` → ``mon,wed``, as the phone holds them."""
    chosen = several(value)
    return ",".join(day for day in DAYS if day in chosen)


def _spoken_days(value: Value) -> str:
    names = [_SPOKEN_DAYS[day] for day in several(value)]
    return f"{', '.join(names[:-1])} and {names[-1]}" if names[1:] else names[0]


def _at_old(params: Params) -> Setup:
    """The alarm meant stands at its old time."""
    rest = {**params, "time": params["old"], "others": " ".join(time for time in others(params) if time != params["old"])}
    return alarms(rest, True)


def _old(params: Params) -> dict[str, Value]:
    return meant({"time": params["old"]})


def _without_empty(facts: Facts) -> Facts:
    return {key: value for key, value in facts.items() if value or key != "label"}


def _named(params: Params) -> Setup:
    """The alarm meant with its label, and the others, with labels of their own."""
    setup = alarms(params, True, label=params["label"])
    labels = ("Bins", "Pills", "Train", "Bread")
    facts = {entity: {"label": labels[i % len(labels)], **_without_empty(held)} for i, (entity, held) in enumerate(setup.facts.items())}
    return replace(setup, facts=facts)


def _twins(params: Params) -> State:
    """Alarms at the very same time with other labels, and one with nearly the same label."""
    label, time = str(params["label"]), str(params["time"])
    return {
        "alarm/100": {**alarm(time, True), "label": f"{label} 2"},
        "alarm/101": {**alarm(time, False), "label": "Tea"},
    }


def _some_on(params: Params) -> Setup:
    """As many alarms as there are times. As many are on as ``on`` says: the last and the first of the day among them, so that the list
    must be gone through to its end."""
    times = sorted(str(params["times"]).split())
    ahead = [times[-1], *times[:-1]]
    on = ahead[: int(params["on"])]
    return Setup(clear=("alarm",), facts={f"alarm/{i + 10}": alarm(time, time in on) for i, time in enumerate(times)})


# Going wrong


def _with(solver: Solver, key: str, change: Callable[[str], str]) -> Solver:
    """Plays the solution with one parameter changed."""
    return lambda seen, params, history: solver(seen, params | {key: change(str(params[key]))}, history)


def _half_day(time: str) -> str:
    hour, minute = go.clock(time)
    return f"{(hour + 12) % 24:02}:{minute:02}"


def _first_other(solver: Solver, key: str = "time") -> Solver:
    """Plays the solution on another alarm that is there."""
    return lambda seen, params, history: solver(seen, params | {key: others(params)[0]}, history)


def _new_instead(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    """Makes a new alarm and leaves the old one."""
    return go.set_alarm(seen, params, history)


def _deletes_old(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    return go.delete_alarm(seen, params | {"time": params["old"]}, history)


def _silences(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    """Switches the vibration of the alarm off."""
    if any(e.kind in ("switch", "checkbox") and says(e, "Vibrate") for _, e in tapped(history)):
        return Done()
    return go.open_alarm(seen, history, go.clock(params["time"])) or tap_or_seek(seen, history, "Vibrate", "switch")


def _fewer_days(value: str) -> str:
    days = several(value)
    return f'["{days[0]}"]' if days[1:] else f'["{DAYS[(DAYS.index(days[0]) + 1) % 7]}"]'


def _one_back_on(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    """Turns one of them on again."""
    return go.switch_alarm(seen, {"time": min(str(params["times"]).split()), "on": True}, history)


def _only_first_off(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    return go.switch_alarm(seen, {"time": min(str(params["times"]).split()), "on": False}, history)


def _first_deleted(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    return go.delete_alarm(seen, {"time": min(str(params["times"]).split())}, history)


def _deletes_other_label(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    """Deletes one of the others."""
    return go.delete_alarm(seen, {"time": others(params)[0]}, history)


def _switches_off(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    """Turns the one with this label off instead of deleting it."""
    named = go.labelled(str(params["label"]))
    if any(step.changes for step in history):
        return Done()
    if action := go.on_tab(seen, history, "Alarm"):
        return action
    row = find_where(seen, named, "row")
    if row is None:
        return seek(seen, history)
    switch = find_where(seen, lambda e: e.bounds.top >= row.bounds.top and e.label == row.label, "switch")
    return tap(switch) if switch else seek(seen, history)


def _cancels(solver: Solver) -> Solver:
    """Fills the dialog in, and cancels it."""

    def solve(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
        if any(says(e, "Cancel") for _, e in tapped(history)):
            return Done()
        action = solver(seen, params, history)
        return press(seen, "Cancel") or action if find(seen, "OK", "button") and action == press(seen, "OK") else action

    return solve


def _one_more(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    return answers(go.count_on, str(int(params["on"]) + 1))(seen, params, history)


def _all_of_them(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    return answers(go.count_on, str(len(str(params["times"]).split()) + 7))(seen, params, history)


def _other_time(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    return answers(go.when_labelled, others(params)[0])(seen, params, history)


def _other_half(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    return answers(go.when_labelled, _half_day(str(params["time"])))(seen, params, history)


def _unnames(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    """Takes the label away instead of deleting the alarm."""
    return go.name_alarm(seen, params | {"label": ""}, history)


def _refuses(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    return Done(status="infeasible")


def _says_done(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    action = go.look_in_vain(seen, params, history)
    return Done() if isinstance(action, Done) else action


_AT = {"time": spoken}
_ONE: Mapping[str, Param] = {"time": TimeOfDay(), "others": TimesOfDay(2, 3)}
_MANY: Mapping[str, Param] = {"times": TimesOfDay(3, 5), "on": Choice((2, 3))}

TASKS = (
    Task(
        id="alarms.move",
        apps=("clock",),
        kind="edit",
        goals=(
            "Change the {old} alarm to {time}.",
            "Move my alarm from {old} to {time}.",
            "The alarm at {old} shall ring at {time} instead: change its time.",
        ),
        params={**_ONE, "old": TimeOfDay()},
        setup=_at_old,
        oracle=lambda params: Oracle(goal=edited(the("alarm", **_old(params)), **meant(params))),
        solve=go.change_time,
        wrong=(
            Wrong("the other half of the day", _with(go.change_time, "time", _half_day)),
            Wrong("a new alarm beside the old one", _new_instead),
            Wrong("deletes it and makes a new one", in_turn(_deletes_old, _new_instead)),
            Wrong("another alarm", _first_other(go.change_time, "old")),
            Wrong("cancels the dialog", _cancels(go.change_time)),
            Wrong("moves it, then turns its vibration off", in_turn(go.change_time, _silences)),
            *usual("Clock", go.change_time),
        ),
        shown=_AT | {"old": spoken},
        filler=more_alarms,
    ),
    Task(
        id="alarms.repeat",
        apps=("clock",),
        kind="edit",
        goals=(
            "Let the {time} alarm repeat every {days}.",
            "Make my alarm at {time} ring on {days} of each week.",
            "Set the alarm at {time} to repeat on {days}.",
        ),
        params={**_ONE, "days": SeveralOf(Choice(DAYS), 2, 3)},
        setup=lambda params: alarms(params, True),
        oracle=lambda params: Oracle(goal=edited(the("alarm", **meant(params)), days=_days(params["days"]))),
        solve=go.repeat_on,
        wrong=(
            Wrong("the first of the days only", _with(go.repeat_on, "days", _fewer_days)),
            Wrong("another alarm", _first_other(go.repeat_on)),
            Wrong("this alarm and another", in_turn(go.repeat_on, _first_other(go.repeat_on))),
            Wrong("the days, and no vibration", in_turn(go.repeat_on, _silences)),
            *usual("Clock", go.repeat_on),
        ),
        shown=_AT | {"days": _spoken_days},
        distractors=similar_alarms,
        met=lambda params: {"alarm/10": {"days": _days(params["days"])}},
        filler=more_alarms,
    ),
    Task(
        id="alarms.name",
        apps=("clock",),
        kind="edit",
        goals=(
            'Give the {time} alarm the label "{label}".',
            'Label my alarm at {time} "{label}".',
            'Name the alarm set for {time} "{label}".',
        ),
        params={**_ONE, "label": ShortText()},
        setup=lambda params: alarms(params, True),
        oracle=lambda params: Oracle(goal=edited(the("alarm", **meant(params)), label=params["label"])),
        solve=go.name_alarm,
        wrong=(
            Wrong("the last letter is missing", _with(go.name_alarm, "label", lambda label: label[:-1])),
            Wrong("another alarm", _first_other(go.name_alarm)),
            Wrong("this alarm and another", in_turn(go.name_alarm, _first_other(go.name_alarm))),
            Wrong("cancels the dialog", _cancels(go.name_alarm)),
            *usual("Clock", go.name_alarm),
        ),
        shown=_AT,
        distractors=similar_alarms,
        met=lambda params: {"alarm/10": {"label": params["label"]}},
        filler=more_alarms,
    ),
    Task(
        id="alarms.all_off",
        apps=("clock",),
        kind="toggle",
        goals=("Turn off all alarms.", "Switch every alarm off, but delete none.", "I am on holiday: no alarm shall be on."),
        params=_MANY,
        setup=_some_on,
        oracle=lambda params: Oracle(goal=each("alarm", {}, enabled=False)),
        solve=go.all_off,
        wrong=(
            Wrong("the first one only", _only_first_off),
            Wrong("all, and one on again", in_turn(go.all_off, _one_back_on)),
            Wrong("all, and one deleted", in_turn(go.all_off, _first_deleted)),
            *usual("Clock", go.all_off),
        ),
        met=lambda params: {f"alarm/{i + 10}": {"enabled": False} for i in range(len(str(params["times"]).split()))},
    ),
    Task(
        id="alarms.delete_named",
        apps=("clock",),
        kind="delete",
        goals=(
            'Delete the alarm labelled "{label}".',
            'Remove my alarm called "{label}", and no other.',
            'Delete the alarm with the label "{label}" in Clock.',
        ),
        params={**_ONE, "label": ShortText()},
        setup=_named,
        oracle=lambda params: Oracle(goal=deleted(the("alarm", **meant(params), label=params["label"]))),
        solve=go.delete_labelled,
        wrong=(
            Wrong("another alarm", _deletes_other_label),
            Wrong("this alarm and another", in_turn(go.delete_labelled, _deletes_other_label)),
            Wrong("turns it off instead", _switches_off),
            Wrong("takes its label away", _unnames),
            *usual("Clock", go.delete_labelled),
        ),
        distractors=_twins,
        filler=more_alarms,
    ),
    Task(
        id="alarms.when_named",
        apps=("clock",),
        kind="question",
        goals=(
            'At what time does my alarm labelled "{label}" ring? Answer with the time.',
            'When is the alarm "{label}" set for? Answer with the time of day.',
            'Look up the alarm called "{label}" and answer with its time.',
        ),
        params={**_ONE, "label": ShortText()},
        setup=_named,
        oracle=lambda params: Oracle(answer=answer_time(str(params["time"]))),
        solve=go.when_labelled,
        wrong=(
            Wrong("the time of another", _other_time),
            Wrong("the other half of the day", _other_half),
            Wrong("its label", answers(go.when_labelled, "the labelled one")),
            *usual("Clock", go.when_labelled),
        ),
        filler=more_alarms,
    ),
    Task(
        id="alarms.count_on",
        apps=("clock",),
        kind="question",
        goals=(
            "How many of my alarms are switched on? Answer with the number.",
            "Count the alarms that are on, and answer with the number only.",
            "How many alarms in Clock are turned on? Answer with a number.",
        ),
        params=_MANY,
        setup=_some_on,
        oracle=lambda params: Oracle(answer=answer_number(int(params["on"]), ("alarms", "alarm"))),
        solve=go.count_on,
        wrong=(
            Wrong("one more", _one_more),
            Wrong("more than there are", _all_of_them),
            Wrong("turns one off to count", in_turn(go.count_on, _only_first_off)),
            *usual("Clock", go.count_on),
        ),
        filler=more_alarms,
    ),
    Task(
        id="alarms.delete_missing",
        apps=("clock",),
        kind="infeasible",
        goals=("Delete the {time} alarm.", "Remove the alarm set for {time}.", "Delete my alarm at {time} in Clock."),
        params=_ONE,
        setup=lambda params: alarms(params, None),
        oracle=lambda params: Oracle(demand="infeasible"),
        solve=go.look_in_vain,
        wrong=(
            Wrong("deletes another", _first_other(go.delete_alarm)),
            Wrong("deletes another, then refuses", in_turn(_first_other(go.delete_alarm), _refuses)),
            Wrong("makes it and deletes it", in_turn(go.set_alarm, go.delete_alarm)),
            Wrong("says that it is done", _says_done),
        ),
        shown=_AT,
        distractors=similar_alarms,
        filler=more_alarms,
    ),
)
