import pytest

from agent_eval.ranking.agreement import Agreement, agreement, meant, package_of
from devices.action import Action, Answer, Done, DoubleTap, Drag, LongPress, OpenApp, PressKey, Scroll, Tap, TypeText, Wait
from devices.sim import SimulatedPhone
from tasks.answers import answer_number
from tasks.suite import trial
from tests.tasks.traces import EMPTY

SAME = Agreement(tool=True, object=True, value=None, stop=True)


@pytest.mark.parametrize(
    ("action", "right", "expected"),
    [
        (Tap(element=3), Tap(element=3), SAME),
        (Tap(element=4), Tap(element=3), Agreement(True, False, None, True)),
        (LongPress(element=3), Tap(element=3), Agreement(False, True, None, True)),
        (Scroll(direction="down"), Tap(element=3), Agreement(False, False, None, True)),
        (None, Tap(element=3), Agreement(False, False, None, True)),
        (TypeText(element=1, text="Ada"), TypeText(element=1, text="Ada"), Agreement(True, True, True, True)),
        (TypeText(element=1, text="Ida"), TypeText(element=1, text="Ada"), Agreement(True, True, False, True)),
        (TypeText(element=2, text="Ada"), TypeText(element=1, text="Ada"), Agreement(True, False, True, True)),
        (Tap(element=1), TypeText(element=1, text="Ada"), Agreement(False, True, False, True)),
        (Drag(element=1, to_percent=30), Drag(element=1, to_percent=31), Agreement(True, True, False, True)),
        (Drag(element=1, to_element=2), Drag(element=1, to_element=3), Agreement(True, False, None, True)),
        (Scroll(direction="up"), Scroll(direction="down"), Agreement(True, None, False, True)),
        (PressKey(key="back"), PressKey(key="back"), Agreement(True, None, True, True)),
        (Wait(seconds=1), Wait(seconds=5), Agreement(True, None, None, True)),
        (OpenApp(name="Kontakte"), OpenApp(name="Contacts"), Agreement(True, None, True, True)),
        (OpenApp(name="Clock"), OpenApp(name="Contacts"), Agreement(True, None, False, True)),
        (Done(), Done(), Agreement(True, None, True, True)),
        (Done(status="infeasible"), Done(), Agreement(True, None, False, True)),
        (Done(), Tap(element=3), Agreement(False, False, None, False)),
        (Tap(element=3), Done(), Agreement(False, None, False, False)),
        (Answer(text="It is 7."), Answer(text="7"), Agreement(True, None, False, True)),
    ],
)
def test_each_part_is_compared_where_there_was_something_to_choose(action: Action | None, right: Action, expected: Agreement) -> None:
    found = agreement(action, right, EMPTY)
    assert found == expected
    assert found.right == (expected.tool and False not in (expected.object, expected.value))


def test_an_answer_that_the_task_accepts_is_as_good_as_the_reference_s_own_words() -> None:
    rule = answer_number(7, ("alarms",))
    assert agreement(Answer(text="7 alarms"), Answer(text="7"), EMPTY, rule).right
    assert not agreement(Answer(text="8 alarms"), Answer(text="7"), EMPTY, rule).right


def test_a_tap_on_an_icon_opens_the_app() -> None:
    phone = SimulatedPhone()
    phone.reset(trial("clock.set_alarm", 0).setup)
    seen = phone.observe()
    icon = next(element for element in seen.elements if element.kind == "app")
    tap = Tap(element=icon.index)
    assert meant(tap, seen) == OpenApp(name=icon.label)
    assert agreement(tap, OpenApp(name=icon.label), seen).right
    twice = DoubleTap(element=icon.index)
    assert meant(twice, seen) == OpenApp(name=icon.label)
    assert agreement(twice, OpenApp(name=icon.label), seen).right
    assert agreement(twice, tap, seen).right
    assert meant(LongPress(element=icon.index), seen) == LongPress(element=icon.index)
    assert meant(Tap(element=999), seen) == Tap(element=999)


def test_apps_go_by_their_names_in_every_language() -> None:
    assert package_of("Contacts") == package_of("Kontakte") == "com.android.contacts"
    assert package_of("Nowhere") is None
