"""What others learnt the hard way, held here for the whole kind of each case. `docs/lessons.md` says which test shows what."""

import ast
import re
import socket
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path

import pytest

from devices.action import ACTIONS, Action, DoubleTap, LongPress, OpenApp, PressKey, Scroll, Tap, TypeText, Wait
from devices.device import DeviceError, Event, Setup
from devices.observation import Observation
from devices.sim import SimulatedPhone
from devices.sim.app import LAUNCHER, App, apps
from devices.sim.language import long_date
from devices.state import State, StateChange, Value, apply, kind_of, state_hash
from tasks import registry
from tasks.oracle import excused, judge
from tasks.params import Moment
from tasks.play import do_nothing, play
from tasks.suite import suite, trial, trial_with
from tasks.task import Params, Trial
from tasks.trace import Step, Trace
from tests.devices.sim.driver import Hand
from tests.tasks.traces import EMPTY

ROOT = Path(__file__).resolve().parents[1]
LESSONS = ROOT / "docs" / "lessons.md"
TASKS = list(registry.tasks())
OWN = [app for app in apps().values() if app.package != LAUNCHER]


# What was done beside what was asked


def right(one: Trial) -> Trace:
    trace = play(registry.task(one.task).solve, one, SimulatedPhone())
    assert judge(registry.oracle(one), trace).passed
    return trace


def before_done(trace: Trace, *changes: tuple[str, str, Value | None]) -> Trace:
    """The trace with one more step in which these facts change, before the agent says that it is done."""
    *steps, last = trace.steps
    at, state = len(steps), trace.final
    made = tuple(StateChange(at, entity, key, state.get(entity, {}).get(key), value) for entity, key, value in changes)
    more = Step(at, EMPTY, "", Wait(), (), None, made)
    return Trace(trace.initial, (*steps, more, replace(last, index=at + 1)), apply(trace.final, made), trace.ending)


def other(value: Value) -> Value:
    """Another value of the same type."""
    if isinstance(value, bool):
        return not value
    return f"{value}!" if isinstance(value, str) else value + 1


def disturbances(trace: Trace) -> Iterator[tuple[str, tuple[tuple[str, str, Value | None], ...]]]:
    """Of each kind that was not part of the task: one more, one less, and one that is not what it was."""
    touched = {kind_of(change.entity) for step in trace.steps for change in step.changes}
    first: dict[str, str] = {}
    for entity in trace.final:
        if "/" in entity and kind_of(entity) not in touched | {"notification"}:
            first.setdefault(kind_of(entity), entity)
    for kind, entity in first.items():
        facts = trace.final[entity]
        yield f"one {kind} more", tuple((f"{kind}/9999", key, value) for key, value in facts.items())
        yield f"one {kind} less", tuple((entity, key, None) for key in facts)
        key = next(key for key in facts if key != "read")
        yield f"{entity}.{key} changed", ((entity, key, other(facts[key])),)


@pytest.mark.parametrize("task", TASKS[::2])
def test_right_and_one_more_thing_anywhere_on_the_phone_fails(task: str) -> None:
    one = trial(task, 0)
    trace, oracle = right(one), registry.oracle(one)
    for name, changes in disturbances(trace):
        spoilt = before_done(trace, *changes)
        if not all(excused(oracle, change, spoilt) for change in spoilt.steps[-2].changes):
            verdict = judge(oracle, spoilt)
            assert not verdict.passed, name
            assert verdict.side_effects, name


@pytest.mark.parametrize("text", ["Hello", ""])
def test_a_second_message_to_somebody_else_fails_what_was_sent_rightly(text: str) -> None:
    """Whoever only looks for the message that was asked for lets this pass."""
    sends = [name for name in TASKS if name.startswith("messages.") and any(c.entity not in t.initial for t, c in news(name))]
    assert len(sends) >= 3
    for name in sends:
        one = trial(name, 0)
        trace = right(one)
        message = next(change.entity for step in trace.steps for change in step.changes if change.entity.startswith("message/"))
        facts: dict[str, Value] = {**trace.final[message], "address": "555-9999", "text": text}
        extra = before_done(trace, *((("message/9999", key, value)) for key, value in facts.items()))
        verdict = judge(registry.oracle(one), extra)
        assert not verdict.passed
        assert "message/9999 was created" in verdict.reason


def news(task: str) -> list[tuple[Trace, StateChange]]:
    trace = right(trial(task, 0))
    return [(trace, change) for step in trace.steps for change in step.changes if change.entity.startswith("message/")]


@pytest.mark.parametrize("task", [name for name in TASKS if name.startswith("files.")])
def test_a_file_is_itself_and_not_what_it_is_called(task: str) -> None:
    """One of the same name put in its place is another file, and whoever empties the folder has deleted too much."""
    one = trial(task, 0)
    trace, oracle = right(one), registry.oracle(one)
    files = [entity for entity in trace.final if entity.startswith("file/")]
    moved = {change.entity for step in trace.steps for change in step.changes if change.entity in trace.final}
    for entity in sorted(moved & set(files) & trace.initial.keys()):
        facts = trace.final[entity]
        swapped = [*((entity, key, None) for key in facts), *(("file/9999", key, value) for key, value in facts.items())]
        assert not judge(oracle, before_done(trace, *swapped)).passed
    emptied = [(entity, key, None) for entity in files for key in trace.final[entity]]
    assert not judge(oracle, before_done(trace, *emptied)).passed


@pytest.mark.parametrize("task", TASKS[::2])
def test_a_verdict_does_not_hang_on_what_the_screen_looked_like(task: str) -> None:
    one = trial(task, 1)
    trace = right(one)
    blind = replace(trace, steps=tuple(replace(step, observation=EMPTY, text="", outcome=None) for step in trace.steps))
    assert judge(registry.oracle(one), blind) == judge(registry.oracle(one), trace)


def test_what_comes_of_the_very_last_touch_counts() -> None:
    """The task is done by the last tap, and what the phone does of itself in that second is in the journal as well."""
    one = trial("settings.turn_on_wifi", 0)
    steps = len(right(one).steps)
    late = replace(one, setup=replace(one.setup, events=(Event(steps - 1, "Messages", "Ines", "Now?"),)))
    trace = right(late)
    assert any(change.key == "wifi" for change in trace.steps[-2].changes)
    assert any(entity.startswith("notification/") for entity in trace.final)
    state: State = trace.initial
    for step in trace.steps:
        state = apply(state, step.changes)
    assert state == trace.final


# Words and keys

HARD = [
    "007",
    "09:05",
    "0800 555 0100",
    "100%s & $HOME `id` 'x'",
    'it\'s "ok" \\ end',
    "Zoë 你好 €5 עברית 🙂",
    "* ? ~ [ { ! &",
    "é e\u0301",
]


def pages(app: App) -> Iterator[Setup]:
    """Every page of an app that can be left open without arguments."""
    for page in app.screens:
        setup = Setup(front=app.label, page="" if page == "main" else page)
        try:
            SimulatedPhone().reset(setup)
        except DeviceError:
            continue
        yield setup


@pytest.mark.parametrize("app", OWN, ids=[app.label for app in OWN])
def test_every_field_holds_what_was_typed_or_says_that_it_does_not(app: App) -> None:
    for setup in pages(app):
        fields = [e for e in Hand(setup).look.elements if e.kind == "field"]
        for field in fields:
            for text in HARD:
                hand = Hand(setup)
                outcome = hand.do(TypeText(element=field.index, text=text))
                now = [e.text for e in hand.look.elements if e.kind == "field" and e.resource_id == field.resource_id]
                if outcome.status == "done" and now:
                    assert (text in now) or field.password, f"{field.label}: {text!r} became {now}"
                else:
                    assert outcome.status == "done" or outcome.reason


@pytest.mark.parametrize("app", OWN, ids=[app.label for app in OWN])
def test_typing_alone_neither_sends_nor_saves(app: App) -> None:
    """No Enter is pressed that nobody asked for. What is sought is remembered by no app before it is."""
    for setup in pages(app):
        for field in [e for e in Hand(setup).look.elements if e.kind == "field"]:
            hand = Hand(setup)
            page = hand.look.title
            hand.do(TypeText(element=field.index, text="12"))
            made = [change for change in hand.phone.changes() if change.before is None and not change.entity.startswith("note/")]
            assert made == [], field.label
            assert hand.look.title == page or hand.look.title == ""


def test_a_text_of_many_lines_keeps_exactly_its_lines() -> None:
    hand = Hand(Setup(front="notes", page="note"))
    for text in ("one\ntwo\n\n  three", "\n", "one\n", "\n\none"):
        body = [e for e in hand.look.elements if e.kind == "field"][-1]
        hand.do(TypeText(element=body.index, text=text))
        assert [e for e in hand.look.elements if e.kind == "field"][-1].text == text


@pytest.mark.parametrize("key", ["enter", "wake"])
def test_a_key_that_nothing_listens_to_says_so(key: str) -> None:
    outcome = Hand(Setup(front="settings")).do(PressKey.model_validate({"key": key}))
    assert (outcome.status, bool(outcome.reason)) == ("no_effect", True)


@pytest.mark.parametrize("app", OWN, ids=[app.label for app in OWN])
def test_an_app_opens_by_its_own_name_and_by_nothing_like_it(app: App) -> None:
    """Beginnings, endings, other cases and longer names opened something else elsewhere."""
    name = app.label
    for wrong in (name[:-1], name[1:], name.upper(), f"{name} 2", f"Google {name}", f" {name}", f"{name}s", app.package):
        hand = Hand()
        outcome = hand.do(OpenApp(name=wrong))
        assert outcome.status == "refused", wrong
        assert hand.phone.changes() == []
    assert Hand().do(OpenApp(name=name)).status == "done"


def test_no_action_takes_a_point_of_the_screen() -> None:
    """No frame of coordinates can be mistaken for another where an action names a thing."""
    arguments = {name for kind in ACTIONS for name in kind.model_fields}
    assert arguments == {
        "tool", "element", "text", "enter", "direction", "to_element", "to_percent", "key", "name", "seconds", "status",
    }  # fmt: skip


def test_an_action_means_what_its_agent_saw_and_not_what_has_come_in_its_place() -> None:
    hand = Hand(Setup(front="contacts", facts={f"contact/{n}": {"first_name": f"Person {n:02}"} for n in range(10, 60)}))
    seen = hand.look
    hand.sure(Scroll(direction="down"))
    rows = [e for e in seen.elements if e.label.startswith("Person")]
    gone = next(e for e in rows if e.label not in hand.labels)
    for action in (Tap(element=gone.index), LongPress(element=gone.index), DoubleTap(element=gone.index)):
        outcome = hand.phone.act(action, seen)
        assert outcome.status == "stale"
        assert gone.label in outcome.reason
    there = next(e for e in reversed(rows) if e.label in hand.labels)
    assert hand.find(there.label).bounds != there.bounds
    assert hand.phone.act(Tap(element=there.index), seen).status == "done"
    assert there.label in {hand.look.title, *hand.labels}


def test_what_was_seen_before_a_reset_touches_nothing_else_after_it() -> None:
    phone = SimulatedPhone()
    phone.reset(Setup(front="contacts"))
    seen = phone.observe()
    phone.reset(Setup(front="settings"))
    for element in seen.elements:
        outcome = phone.act(Tap(element=element.index), seen)
        assert outcome.status == "stale"
    assert phone.changes() == []


# Looking


@pytest.mark.parametrize("app", OWN, ids=[app.label for app in OWN])
def test_looking_changes_nothing(app: App) -> None:
    phone = SimulatedPhone()
    phone.reset(Setup(front=app.label))
    before, seen = state_hash(phone.state()), phone.observe()
    for _ in range(3):
        phone.screenshot()
        phone.changes()
        assert state_hash(phone.state()) == before
        assert phone.observe() == seen
    assert phone.changes() == []
    assert phone.act(Wait(), seen).status == "done"


def test_whoever_looks_does_not_turn_back_on_what_a_task_turns_off() -> None:
    task, phone = registry.task("settings.set_connection"), SimulatedPhone()

    def watched(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
        phone.screenshot()
        phone.state()
        phone.observe()
        return task.solve(seen, params, history)

    for one in [trial(task, seed) for seed in range(8)]:
        assert judge(registry.oracle(one), play(watched, one, phone)).passed


def test_what_runs_on_the_screen_can_be_looked_at() -> None:
    """A stopwatch never rests: whoever waits for a quiet screen never sees it."""
    hand = Hand(Setup(front="clock"))
    hand.tap("Stopwatch", "Start")
    looks = []
    for _ in range(4):
        hand.sure(Wait(seconds=2))
        looks.append(tuple(hand.labels))
        assert hand.all("Pause") or hand.all("Stop")
    assert len(set(looks)) == 4


@pytest.mark.parametrize("density", [160, 280, 420, 560, 700])
def test_the_same_things_are_there_at_every_density(density: int) -> None:
    layout = replace(Setup().layout, width=1440, height=3120)
    usual = everything(Hand(Setup(front="settings", layout=layout)))
    found = everything(Hand(Setup(front="settings", layout=replace(layout, density=density))))
    assert usual.keys() <= found.keys()
    # A row whose title is scrolled away goes by what is left of it.
    assert found.keys() - usual.keys() <= set(usual.values())


def everything(hand: Hand) -> dict[str, str]:
    """Label → detail of all that can be used on a page, from its top to its end."""
    found: dict[str, str] = {}
    for _ in range(20):
        found |= {e.label: e.detail for e in hand.look.elements if e.kind != "text"}
        if hand.do(Scroll(direction="down")).status == "no_effect":
            return found
    raise AssertionError("the page does not end")


def test_no_goal_speaks_of_what_only_a_program_knows() -> None:
    """A package, a resource, a file of the emulator: true on one phone, false on the next."""
    for task in registry.tasks().values():
        for seed in range(3):
            goal = trial(task, seed).goal
            assert not re.search(r"sdk_|emulator|:id/|com\.(android|google)|/sdcard|/storage/", goal), goal


# Time, and what was before


MOMENTS = ["2026-12-31T23:40:00", "2028-02-28T22:10:00", "2026-03-29T01:50:00", "2026-10-25T02:30:00"]
TIMED = {task.id: name for task in registry.tasks().values() for name, param in task.params.items() if isinstance(param, Moment)}


@pytest.mark.parametrize("moment", MOMENTS)
@pytest.mark.parametrize("task", TIMED)
def test_goal_phone_and_oracle_share_one_clock(task: str, moment: str) -> None:
    """The last hour of a year, a leap day's eve, and the nights on which clocks are put forward and back."""
    known = registry.task(task)
    one = trial_with(known, {**trial(known, 3).params, TIMED[task]: moment}, 3)
    oracle, phone = registry.oracle(one), SimulatedPhone()
    assert judge(oracle, play(known.solve, one, phone)).passed
    assert not judge(oracle, play(do_nothing, one, phone)).passed


@pytest.mark.parametrize("moment", MOMENTS)
def test_the_phone_says_what_day_it_is(moment: str) -> None:
    hand = Hand(Setup(now=moment))
    today = date.fromisoformat(moment[:10])
    said = long_date(today, "en")
    assert said in {hand.look.title, *hand.labels}
    hand.sure(PressKey(key="notifications"))
    assert said in {hand.look.title, *hand.labels}
    for _ in range(24):
        hand.sure(Wait(seconds=60))
        hand.do(PressKey(key="wake"))
    tomorrow = "T23" in moment
    assert long_date(today + timedelta(days=tomorrow), "en") in {hand.look.title, *hand.labels}


def test_nothing_comes_from_the_network(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*given: object, **more: object) -> None:
        raise AssertionError("a phone, a task or an oracle asked the network")

    for name in ("socket", "create_connection", "getaddrinfo"):
        monkeypatch.setattr(socket, name, refuse)
    for one in suite("smoke").trials:
        right(one)


def test_nothing_of_one_episode_happens_in_the_next() -> None:
    phone = SimulatedPhone()
    phone.reset(Setup(front="clock", events=(Event(3, "Messages", "Ines", "Still there?"), Event(5, popup="battery"))))
    hand = Hand(Setup(front="clock"))
    hand.phone = phone
    hand.tap("Stopwatch", "Start")
    phone.reset(Setup())
    baseline = state_hash(phone.state())
    for _ in range(5):
        phone.act(Wait(seconds=10), phone.observe())
    assert phone.changes() == []
    assert state_hash(phone.state()) == baseline


@pytest.mark.parametrize("moment", ["2026-03-02T09:41:00"])
def test_every_task_in_any_order_leaves_the_next_as_it_was(moment: str) -> None:
    phone = SimulatedPhone()
    phone.reset(Setup(now=moment))
    baseline = state_hash(phone.state())
    for name in sorted(TASKS, key=lambda name: name[::-1])[::7]:
        play(registry.task(name).solve, trial(name, 2), phone)
        phone.reset(Setup(now=moment))
        assert state_hash(phone.state()) == baseline, name


# The table itself


def names_of(path: Path) -> set[str]:
    """Every test of a file: ``test_x`` and ``TestY::test_x``."""
    found: set[str] = set()
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            found.add(node.name)
        elif isinstance(node, ast.ClassDef):
            found |= {f"{node.name}::{part.name}" for part in node.body if isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef)}
    return found


def rows() -> list[list[str]]:
    lines = LESSONS.read_text(encoding="utf-8").splitlines()
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if line.startswith("|")]
    return [row for row in cells if row[0] != "what went wrong" and not set(row[0]) <= {"-", " "}]


def test_every_lesson_names_tests_that_there_are() -> None:
    known: dict[str, set[str]] = {}
    assert len(rows()) > 60
    for row in rows():
        assert len(row) == 3, row
        assert all(row), row
        named = re.findall(r"`(tests/[\w/]+\.py)::([\w:]+)`", row[2])
        assert named or row[2].startswith("needs a real phone"), f"{row[0]}: names no test"
        assert row[2].count("`") == 2 * len(named), f"{row[0]}: what stands in its last column is no test"
        for file, test in named:
            if file not in known:
                known[file] = names_of(ROOT / file)
            assert test in known[file], f"{row[0]}: there is no {file}::{test}"
