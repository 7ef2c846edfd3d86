"""Calendar's tasks played from their parameters, rightly and wrongly."""

from collections.abc import Callable, Sequence

from devices.action import Action, Done
from devices.observation import Observation
from devices.state import Facts, Value
from tasks.mistakes import in_turn
from tasks.navigate import press, says, tapped
from tasks.params import several
from tasks.solutions import calendar as go
from tasks.spans import days_on, later, now, span, when
from tasks.task import Params, Solver
from tasks.trace import Step

# Rightly


def _day(params: Params) -> str:
    return str(params["day"])


def facts(params: Params) -> Facts:
    return {"title": params["title"], "date": params["day"], **span(params["span"]), "location": params["place"]}


def create(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    return go.create(seen, history, facts(params))


def create_relative(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    return go.create(seen, history, {"title": params["title"], "date": when(params), **span(params["span"])})


def create_weekly(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    return go.create(seen, history, {**facts(params), "repeat": "weekly", "calendar": "work"})


def create_all_day(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    return go.create(seen, history, {"title": params["title"], "date": params["day"], "all_day": True, "reminder": 1440})


def edits(*keys: str) -> Solver:
    """Gives the event meant the facts of these parameters."""

    def solve(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
        wanted: Facts = {}
        for key in keys:
            wanted |= span(params[key]) if key == "new_span" else {"date" if key == "new_day" else key: params[key]}
        return go.edit(seen, history, str(params["title"]), _day(params), wanted)

    return solve


move_day, move_time, set_repeat, set_reminder = edits("new_day"), edits("new_span"), edits("repeat"), edits("reminder")


def copy(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    return go.copy(seen, history, str(params["title"]), _day(params), str(params["new_day"]))


def delete(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    return go.delete(seen, history, str(params["title"]), _day(params))


def clear(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    return go.clear_day(seen, history, when(params), now(params).isoformat())


def keep_one(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    return go.keep_one(seen, history, str(params["title"]), _day(params))


def miss(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    return go.miss(seen, history, str(params["title"]))


# Wrongly


def with_(solver: Solver, **changes: Callable[[Params], Value]) -> Solver:
    """Plays the solution with some parameters changed."""
    return lambda seen, params, history: solver(seen, params | {key: change(params) for key, change in changes.items()}, history)


def a_day_late(key: str) -> Callable[[Params], Value]:
    return lambda params: days_on(params[key], 1)


def an_hour_late(key: str) -> Callable[[Params], Value]:
    def change(params: Params) -> Value:
        times = span(params[key])
        return f"{later(times['start'], 60)}-{later(times['end'], 60)}"

    return change


def misnamed(params: Params) -> Value:
    return f"{params['title']}s"


def others(params: Params, day: str) -> list[tuple[str, str]]:
    """(title, date) of the other events on the phone: none on the day meant, none of the title meant."""
    titles = [title for title in several(params["others"]) if title != params.get("title")]
    return [(title, days_on(day, (i + 1) * (-1) ** i)) for i, title in enumerate(titles)]


def on_other(solver: Solver) -> Solver:
    """Plays the solution on another event that is there."""
    return with_(solver, title=lambda params: others(params, _day(params))[0][0], day=lambda params: others(params, _day(params))[0][1])


def says_no(solver: Solver) -> Solver:
    """Goes as far as the question whether to delete, and says no."""

    def solve(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
        if any(says(element, "Cancel") for _, element in tapped(history)):
            return Done()
        return press(seen, "Cancel") or solver(seen, params, history)

    return solve


def stops_after_one(solver: Solver) -> Solver:
    """Deletes one, and takes that for enough."""

    def solve(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
        gone = any(change.after is None for step in history for change in step.changes)
        return Done() if gone else solver(seen, params, history)

    return solve


def moves_back(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    return go.edit(seen, history, str(params["title"]), str(params["new_day"]), {"date": params["day"]})


def set_repeat_daily(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    return go.edit(seen, history, str(params["title"]), _day(params), {"repeat": "daily"})


def relative(params: Params, days: int) -> Facts:
    """The event so many days after the one asked for."""
    return {"title": params["title"], "date": days_on(when(params), days), **span(params["span"])}


reminder_there_and_back = in_turn(
    with_(set_reminder, reminder=lambda params: 60),
    with_(set_reminder, reminder=lambda params: 30),
    move_time,
)
