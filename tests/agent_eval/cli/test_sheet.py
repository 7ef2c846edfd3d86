import io

from PIL import Image

from agent_eval.cli.sheet import WIDTH, changes, sheet
from devices.action import Done, Outcome, Tap
from devices.device import Setup
from devices.sim import SimulatedPhone
from devices.state import StateChange
from tasks.trace import Step


def _step(index: int, changed: tuple[StateChange, ...] = ()) -> tuple[Step, bytes]:
    phone = SimulatedPhone()
    phone.reset(Setup(front="Clock"))
    action = Tap(element=0) if index else Done()
    return Step(index, phone.observe(), "", action, (), Outcome(status="done"), changed), phone.screenshot()


def test_one_screen_a_step_and_a_ring_where_it_was_tapped() -> None:
    steps, screens = zip(*(_step(index) for index in range(8)), strict=True)
    picture = Image.open(io.BytesIO(sheet(steps, screens, "A goal", "passed."))).convert("RGB")
    assert picture.width > 6 * WIDTH
    reds = [count for count, colour in picture.getcolors(1 << 24) or [] if isinstance(colour, tuple) and colour[0] > 190 and colour[1] < 90]
    assert sum(reds) > 500
    only_done = Image.open(io.BytesIO(sheet(steps[:1], screens[:1], "A goal", "passed."))).convert("RGB")
    reds = [c for c, colour in only_done.getcolors(1 << 24) or [] if isinstance(colour, tuple) and colour[0] > 190 and colour[1] < 90]
    assert sum(reds) == 0


def test_what_was_done_is_told_in_words(monkeypatch) -> None:
    told = []
    monkeypatch.setattr("agent_eval.cli.sheet._fit", lambda words, *_: told.append(words) or "")
    step, screen = _step(1)
    sheet([step], [screen], "A goal", "passed.")
    assert f"1  tap {step.observation.elements[0].label}" in told


def test_long_words_and_marks_of_other_scripts_are_no_trouble() -> None:
    step, screen = _step(1)
    assert sheet([step], [screen], "目" * 500 + "\n🙂", "x" * 2000)


def test_changes_are_told_by_entity() -> None:
    made = tuple(StateChange(0, "alarm/4", key, None, value) for key, value in (("hour", 7), ("minute", 30)))
    gone = tuple(StateChange(0, "contact/1", key, value, None) for key, value in (("first_name", "A"), ("phone", "1")))
    step, _ = _step(0, (*made, *gone, StateChange(0, "settings", "wifi", False, True), StateChange(0, "screen", "app", "a", "b")))
    assert changes(step) == ["alarm/4 created", "contact/1 deleted", "settings wifi: off to on"]
