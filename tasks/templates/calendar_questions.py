"""Questions about what stands in Calendar."""

from collections.abc import Callable, Sequence

from devices.action import Action, Answer, Done
from devices.device import Setup
from devices.observation import Element, Observation
from devices.state import State
from tasks.answers import AnswerRule, answer_date, answer_list, answer_number, answer_text, answer_time, answer_yes_no
from tasks.mistakes import answers, content, in_turn, only_done, usual, with_answer
from tasks.navigate import seek
from tasks.oracle import Oracle
from tasks.params import Choice, Param, Several, TimeOfDay, Title, several
from tasks.solutions import calendar as go
from tasks.solutions import calendar_plays as does
from tasks.solutions.forms import spoken
from tasks.spans import Daytime, days_on, later, now, shown, span, when
from tasks.task import Params, Solver, Task, Wrong
from tasks.templates.calendar import DAYS, FEW, RELATIVE, calendar, crowded, event, one, similar, similar_days
from tasks.trace import Step

# Setting up


def _day(params: Params) -> str:
    """The day asked about."""
    return when(params) if "when" in params else str(params["day"])


def _events(params: Params) -> list[tuple[str, str]]:
    """(title, start) of each event of that day."""
    titles = several(params["titles"])
    return list(zip(titles, several(params["starts"])[: len(titles)], strict=True))


def _that_day(params: Params) -> Setup:
    events = [event(title, _day(params), start, later(start, 25)) for title, start in _events(params)]
    return calendar(params, *events, day=_day(params), now=now(params) if "now" in params else None)


def _around(params: Params) -> Setup:
    """A day with an event during the time asked about, or with one before and one after it."""
    time, day = str(params["time"]), _day(params)
    titles = several(params["titles"])
    if params["busy"]:
        return calendar(params, event(titles[0], day, later(time, -20), later(time, 40)))
    before = event(titles[0], day, later(time, -90), later(time, -30))
    return calendar(params, before, event(titles[1], day, later(time, 30), later(time, 75)))


def _one_of_its_name(params: Params) -> State:
    """Events of nearly the title meant, on other days."""
    names = (f"{params['title']} 2", f"Cancel {params['title']}")
    return {f"event/{100 + i}": event(name, days_on(_day(params), 2 + i), "08:05", "08:20") for i, name in enumerate(names)}


# Answering


def _said(history: Sequence[Step], rule: AnswerRule) -> bool:
    said = [step.action.text for step in history if isinstance(step.action, Answer)]
    return bool(said) and rule.accepts(said[-1])


def _asks_day(rule: Callable[[Params], AnswerRule], say: Callable[[list[Element], Params], str]) -> Solver:
    """Looks at all events of the day and answers."""

    def solve(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
        if _said(history, rule(params)):
            return Done()
        rows = go.rows_on_day(seen, history, _day(params))
        if rows is not None:
            return Answer(text=say(rows, params))
        today = now(params).isoformat() if "now" in params else ""
        return go.to_day(seen, history, _day(params), today) or seek(seen, history)

    return solve


def _first_title(params: Params) -> AnswerRule:
    return answer_text(min(_events(params), key=lambda each: each[1])[0])


def _number(params: Params) -> AnswerRule:
    return answer_number(len(several(params["titles"])), ("events", "event"))


def _titles(params: Params) -> AnswerRule:
    return answer_list([answer_text(title) for title in several(params["titles"])])


def _is_free(params: Params) -> AnswerRule:
    return answer_yes_no(not params["busy"])


def _end(params: Params) -> AnswerRule:
    return answer_time(span(params["span"])["end"])


def _date(params: Params) -> AnswerRule:
    return answer_date(str(params["day"]))


def _start(row: Element) -> str:
    return go.times_of(row.detail).get("start", "")


def _is_busy(rows: list[Element], time: str) -> bool:
    return any(times["start"] <= time < times["end"] for row in rows if (times := go.times_of(row.detail)))


_first_event = _asks_day(_first_title, lambda rows, _: min(rows, key=_start).label if rows else "none")
_last_event = _asks_day(_first_title, lambda rows, _: max(rows, key=_start).label if rows else "none")
_count = _asks_day(_number, lambda rows, _: str(len(rows)))
_list = _asks_day(_titles, lambda rows, _: ", ".join(row.label for row in rows) or "none")
_free = _asks_day(_is_free, lambda rows, params: "no" if _is_busy(rows, str(params["time"])) else "yes")


def _end_time(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    if _said(history, _end(params)):
        return Done()
    title = str(params["title"])
    rows = go.rows_of(seen, title, str(params["day"]))
    if rows and (end := go.times_of(rows[0].detail).get("end")):
        return Answer(text=spoken(end))
    return go.to_event(seen, history, (title, str(params["day"]))) or seek(seen, history)


def _which_date(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    if _said(history, _date(params)):
        return Done()
    day = go.date_of(seen, str(params["title"]))
    return Answer(text=day) if day else go.to_titled(seen, history, str(params["title"]))


# Answering wrongly


def _instead(solver: Solver, say: Callable[[Params], str]) -> Solver:
    """Finds the answer and gives another, made from the parameters."""
    return lambda seen, params, history: with_answer(solver, lambda _: say(params))(seen, params, history)


def _mistaken(solver: Solver) -> tuple[Wrong, ...]:
    """What can go wrong with any of these questions."""
    return (
        Wrong("finds it and does not answer", only_done(solver)),
        Wrong("answers with a sentence about it", answers(solver, "It is in the calendar.")),
        Wrong("answers right, then otherwise", in_turn(solver, answers(solver, "unknown"))),
        *usual("Calendar", solver),
    )


_ONE_DAY: dict[str, Param] = {"day": DAYS, "starts": Several(TimeOfDay(), 5, 5), "others": Several(Title(), 2, 4)}

TASKS = (
    Task(
        id="calendar_questions.first_event",
        apps=("calendar",),
        kind="question",
        goals=(
            "What is my first event on {day}? Answer with its title only.",
            "Look up which event comes first on {day} and answer with its title.",
            "Which of my events on {day} begins earliest? Answer with the title only.",
        ),
        params={**_ONE_DAY, "titles": Several(Title(), 3, 5)},
        setup=_that_day,
        oracle=lambda params: Oracle(answer=_first_title(params)),
        solve=_first_event,
        wrong=(
            Wrong("the last one", content(_last_event)),
            Wrong("with the time behind it", with_answer(_first_event, lambda text: f"{text} 9:00 AM")),
            *_mistaken(_first_event),
        ),
        shown=shown("day"),
        distractors=similar_days(_day),
        filler=crowded(_day),
    ),
    Task(
        id="calendar_questions.count_events",
        apps=("calendar",),
        kind="question",
        goals=(
            "How many events are in my calendar for {when}? Answer with the number only.",
            "Count the events that I have planned for {when}. Answer with the number.",
            "Look into my calendar: how many events does it have for {when}? Answer with a number.",
        ),
        params={
            "when": Choice(("today", "tomorrow", "the day after tomorrow", "the first Friday after today")),
            "titles": Several(Title(), 1, 5),
            "starts": Several(TimeOfDay(), 5, 5),
            **RELATIVE,
        },
        setup=_that_day,
        oracle=lambda params: Oracle(answer=_number(params)),
        solve=_count,
        wrong=(
            Wrong("one too many", with_answer(_count, lambda text: str(int(text) + 1))),
            Wrong("one too few", with_answer(_count, lambda text: str(int(text) - 1))),
            *_mistaken(_count),
        ),
        without=("clock",),
        distractors=similar_days(_day),
        filler=crowded(_day),
    ),
    Task(
        id="calendar_questions.list_day",
        apps=("calendar",),
        kind="question",
        goals=(
            "Which events do I have on {day}? Answer with their titles, separated by commas.",
            "List the titles of all my events on {day}, separated by commas.",
            "What is in my calendar on {day}? Answer with the titles only, with commas between them.",
        ),
        params={**_ONE_DAY, "titles": Several(Title(), 2, 4)},
        setup=_that_day,
        oracle=lambda params: Oracle(answer=_titles(params)),
        solve=_list,
        wrong=(
            Wrong("the first one only", with_answer(_list, lambda text: text.partition(", ")[0])),
            Wrong("the first one twice", with_answer(_list, lambda text: ", ".join([text.partition(", ")[0]] * (text.count(", ") + 1)))),
            Wrong("one more", with_answer(_list, lambda text: f"{text}, Lunch")),
            *_mistaken(_list),
        ),
        shown=shown("day"),
        distractors=similar_days(_day),
        filler=crowded(_day),
    ),
    Task(
        id="calendar_questions.end_time",
        apps=("calendar",),
        kind="question",
        goals=(
            "When does “{title}” on {day} end? Answer with the time only.",
            "Look up at what time my event “{title}” on {day} ends. Answer with the time.",
            "Until when does “{title}” last on {day}? Answer with the time of day only.",
        ),
        params=FEW,
        setup=one,
        oracle=lambda params: Oracle(answer=_end(params)),
        solve=_end_time,
        wrong=(
            Wrong("when it begins", _instead(_end_time, lambda params: spoken(span(params["span"])["start"]))),
            Wrong("in the other half of the day", with_answer(_end_time, lambda text: text.translate(str.maketrans("AP", "PA")))),
            *_mistaken(_end_time),
        ),
        shown=shown("day", "span"),
        distractors=similar,
        filler=crowded(_day),
    ),
    Task(
        id="calendar_questions.which_date",
        apps=("calendar",),
        kind="question",
        goals=(
            "On which date is “{title}”? Answer with the date.",
            "Find “{title}” in my calendar and answer with its date.",
            "When is my event “{title}”? Answer with the date only.",
        ),
        params=FEW,
        setup=one,
        oracle=lambda params: Oracle(answer=_date(params)),
        solve=_which_date,
        wrong=(
            Wrong("the date of another event", _instead(_which_date, lambda params: does.others(params, _day(params))[0][1])),
            Wrong("a day too late", _instead(_which_date, lambda params: days_on(params["day"], 1))),
            *_mistaken(_which_date),
        ),
        shown=shown("day", "span"),
        distractors=_one_of_its_name,
        filler=crowded(_day),
    ),
    Task(
        id="calendar_questions.free_at",
        apps=("calendar",),
        kind="question",
        goals=(
            "Am I free on {day} at {time}? Answer yes or no.",
            "Do I have time on {day} at {time}, with no event going on then? Answer yes or no.",
            "Look into my calendar: is {time} on {day} still free? Answer yes or no.",
        ),
        params={
            "day": DAYS,
            "time": Daytime(),
            "busy": Choice((True, False)),
            "titles": Several(Title(), 2, 2),
            "others": Several(Title(), 2, 4),
        },
        setup=_around,
        oracle=lambda params: Oracle(answer=_is_free(params)),
        solve=_free,
        wrong=(
            Wrong("the opposite", with_answer(_free, lambda text: "no" if text == "yes" else "yes")),
            Wrong("neither yes nor no", with_answer(_free, lambda _: "maybe")),
            *_mistaken(_free),
        ),
        shown=shown("day", "time"),
        distractors=similar_days(_day),
        filler=crowded(_day),
    ),
)
