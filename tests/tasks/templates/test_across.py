"""Tasks across apps: what is asked for is read where it stands before anything is done with it, and each part is judged by itself."""

from collections.abc import Callable, Mapping
from dataclasses import replace

import pytest

from devices.action import Answer, OpenApp
from devices.elements import clean
from devices.observation import Observation
from devices.sim import SimulatedPhone
from devices.sim.language import DAY_NAMES
from tasks import registry
from tasks.navigate import PACKAGES
from tasks.oracle import judge
from tasks.params import several
from tasks.play import play
from tasks.scenes import invitation, lines, number_of, others, written_day
from tasks.solutions import across as way
from tasks.solutions import across_plays
from tasks.solutions.across import Part, in_order
from tasks.solutions.forms import spoken
from tasks.suite import trial
from tasks.task import Params, Trial
from tasks.templates import across, across_long, across_text
from tests.tasks.templates import plays

IDS = [task.id for module in (across, across_text, across_long) for task in module.TASKS]
STEPS = {
    "across.save_recommended_place": 8, "across.alarm_before_first": 8, "across.is_time_free": 8, "across.note_costs": 5,
    "across.join_noted_wifi": 9, "across.download_to_folder": 11, "across_text.send_number": 7, "across_text.send_opening_time": 7,
    "across_text.share_note": 8, "across_text.text_missing_mail": 3, "across_long.plan_from_message": 16,
    "across_long.shop_from_note": 16, "across_long.contact_from_mail": 15, "across_long.todos_from_mail": 15,
    "across_long.calculate_into_note": 15, "across_long.reschedule_from_mail": 14,
}  # fmt: skip
Source = tuple[str, str, Callable[[Params], list[str]]]
"""The app where something stands, the app where it is needed, and all that must have been in sight there."""
SOURCES: Mapping[str, Source] = {
    "across.save_recommended_place": ("Messages", "Maps", lambda params: [str(params["place"])]),
    "across.alarm_before_first": ("Calendar", "Clock", lambda params: [str(several(params["titles"])[0])]),
    "across.is_time_free": ("Mail", "Calendar", lambda params: [written_day(params["day"]), spoken(params["time"])]),
    "across.note_costs": ("Notes", "Shopping", lambda params: [lines(params["names"])]),
    "across.join_noted_wifi": ("Notes", "Settings", lambda params: [str(params["name"]), str(params["password"])]),
    "across.download_to_folder": ("Browser", "Files", lambda params: [str(params["label"])]),
    "across_text.send_number": ("Contacts", "Messages", lambda params: [number_of(params["person"])]),
    "across_text.send_opening_time": (
        "Browser",
        "Messages",
        lambda params: [several(params["times"])[DAY_NAMES.index(str(params["weekday"]))]],
    ),
    "across_text.share_note": ("Notes", "Messages", lambda params: [lines(params["lines"])]),
    "across_long.plan_from_message": ("Messages", "Calendar", lambda params: [invitation(params)]),
    "across_long.shop_from_note": ("Notes", "Shopping", lambda params: [*several(params["names"])]),
    "across_long.contact_from_mail": ("Mail", "Contacts", lambda params: [number_of(params["person"]), str(params["company"])]),
    "across_long.todos_from_mail": ("Mail", "To-do", lambda params: [*several(params["titles"])]),
    "across_long.calculate_into_note": ("Calculator", "Notes", lambda params: [str(across_plays.product(params))]),
    "across_long.reschedule_from_mail": ("Mail", "Calendar", lambda params: [written_day(across_plays.new_day(params))]),
}


@pytest.mark.slow
@pytest.mark.parametrize("task", IDS)
def test_everything_is_proved(task: str) -> None:
    assert plays.unproved(task) == []


@pytest.mark.parametrize(("task", "steps"), STEPS.items())
def test_the_reference_takes_the_shortest_way(task: str, steps: int) -> None:
    assert plays.steps_of(task) == steps


def test_every_task_with_a_source_has_its_rule() -> None:
    assert set(IDS) - SOURCES.keys() == {"across_text.text_missing_mail"}
    assert STEPS.keys() == set(IDS)


def test_there_are_long_ways() -> None:
    assert sum(steps >= 15 for steps in STEPS.values()) >= 5
    assert all(len(registry.task(task).apps) >= 2 for task in IDS)


def _says(look: Observation, app: str, words: str) -> bool:
    held = [text for e in look.elements for text in (e.label, e.detail, e.text)]
    return look.package == PACKAGES[app] and any(clean(words) in clean(text) for text in held)


def _rule(one: Trial) -> None:
    """Nothing but opening it is done in the app where something is needed before all of it was in sight where it stands."""
    source, target, wanted = SOURCES[one.task]
    trace = play(registry.task(one.task).solve, one, SimulatedPhone())
    for words in wanted(one.params):
        seen = next((step.index for step in trace.steps if _says(step.observation, source, words)), None)
        assert seen is not None, words
        early = [step for step in trace.steps[:seen] if step.observation.package == PACKAGES[target]]
        assert all(isinstance(step.action, OpenApp) for step in early)
        assert not any(change.entity != "screen" for step in early for change in step.changes)
    if any(isinstance(step.action, Answer) for step in trace.steps):
        assert any(step.observation.package == PACKAGES[target] for step in trace.steps)


@pytest.mark.parametrize("task", SOURCES)
@pytest.mark.parametrize("seed", [2, 11])
def test_the_source_is_read_before_the_target_is_touched(task: str, seed: int) -> None:
    _rule(trial(task, seed))


@pytest.mark.parametrize("one", [param for task, (_, app, _) in SOURCES.items() for param in plays.under([task], f"front={app}", seed=4)])
def test_the_source_is_read_first_where_the_other_app_is_open_already(one: Trial) -> None:
    _rule(one)


@pytest.mark.parametrize("task", IDS)
def test_several_things_changed_at_once_hinder_nobody(task: str) -> None:
    for seed in (31, 32, 33):
        _, passed, reason = plays.verdict_of(plays.mixed(task, seed))
        assert passed, reason


# What a download is called on the web page stands in its goal: the name of the file stands on the page alone.
@pytest.mark.parametrize("task", sorted(SOURCES.keys() - {"across.download_to_folder"}))
def test_goals_do_not_tell_what_is_to_be_looked_up(task: str) -> None:
    for seed in range(6):
        one = trial(task, seed)
        assert not any(words in one.goal for words in SOURCES[task][2](one.params))


def test_the_number_to_the_wrong_person_is_told_from_the_right_one() -> None:
    one = trial("across_text.send_number", 1)
    trace, passed, reason = plays.verdict_of(one, plays.wrong("across_text.send_number", "to somebody else"))
    sent = [facts for entity, facts in trace.final.items() if entity.startswith("message/") and entity not in trace.initial]
    assert [(facts["address"], facts["text"]) for facts in sent] == [(number_of(others(one.params)[0]), number_of(one.params["person"]))]
    assert not passed
    assert "new message" in reason


def test_mail_opened_and_closed_again_breaks_the_prohibition() -> None:
    task = "across_text.send_opening_time"
    trace = play(plays.wrong(task, "opens Mail on the way"), trial(task, 1), SimulatedPhone())
    verdict = judge(registry.oracle(trial(task, 1)), trace)
    assert verdict.goal_at_end
    assert not verdict.passed
    assert "never screen has app" in verdict.reason


@pytest.mark.parametrize(
    ("name", "reached"),
    [("makes the event and does not answer", {"makes the event"}), ("answers and makes no event", {"answers"})],
)
def test_milestones_tell_which_part_was_done(name: str, reached: set[str]) -> None:
    task = "across_long.plan_from_message"
    one = trial(task, 3)
    verdict = judge(registry.oracle(one), play(plays.wrong(task, name), one, SimulatedPhone()))
    parts = {milestone for milestone, step in verdict.milestones.items() if step is not None and milestone != "opens Messages"}
    assert not verdict.passed
    assert parts == reached


def test_a_changed_source_note_is_a_side_effect() -> None:
    one = trial("across_long.shop_from_note", 2)
    trace = play(registry.task(one.task).solve, one, SimulatedPhone())
    note = next(entity for entity, facts in trace.initial.items() if entity.startswith("note/") and facts["title"] == one.params["title"])
    assert judge(registry.oracle(one), trace).passed
    step, change = next((step, change) for step in trace.steps for change in step.changes if change.entity.startswith("item/"))
    spoilt = replace(change, entity=note, key="body", before=trace.initial[note]["body"], after="Nothing")
    steps = tuple(replace(each, changes=(*each.changes, spoilt)) if each is step else each for each in trace.steps)
    final = {**trace.final, note: {**trace.final[note], "body": "Nothing"}}
    verdict = judge(registry.oracle(one), replace(trace, steps=steps, final=final))
    assert verdict.side_effects
    assert not verdict.passed


def test_a_note_that_was_typed_over_is_left_unsaved() -> None:
    one = trial("across.note_costs", 2)
    setup = replace(one.setup, front="Notes", page="note", args=("note/10",), draft={"body": "Nothing"})
    trace = play(registry.task(one.task).solve, replace(one, setup=setup), SimulatedPhone())
    assert judge(registry.oracle(one), trace).passed


@pytest.mark.parametrize("form", ["{other}×{one}", "({one}×{other})", "{one}×{other}+0"])
def test_any_calculation_with_the_result_will_do(form: str) -> None:
    one = trial("across_long.calculate_into_note", 0)
    result = str(across_plays.product(one.params))

    def by(expression: str, value: str) -> Part:
        return lambda seen, params, history: way.work_out(seen, history, expression, value)

    typo = by("12×12", "144")  # the first attempt goes wrong and stays in the history
    solver = in_order(typo, by(form.format_map(one.params), result), across_plays.writes_note(lambda params: result))
    _, passed, reason = plays.verdict_of(one, solver, 90)
    assert passed, reason
    _, passed, reason = plays.verdict_of(one, in_order(typo, across_plays.writes_note(lambda params: result)), 90)
    assert not passed
    assert "calculation" in reason
