import pytest

from devices.action import Answer
from devices.sim import SimulatedPhone
from devices.state import State
from tasks import registry
from tasks.answers import answer_number, answer_yes_no
from tasks.conditions import all_of, created, deleted, edited, fact, none, the
from tasks.forgery import forgeries
from tasks.oracle import Oracle, judge
from tasks.play import play
from tasks.suite import trial
from tests.tasks.traces import PHONE, gone, new_alarm, trace

START: State = {**PHONE, "settings": {**PHONE["settings"], "device_name": "Pixel"}}
ADA = the("contact", first_name="Ada")
WIFI = fact("settings", "wifi", True)


def forged(oracle: Oracle, right: object) -> dict[str, bool]:
    """Name of each forgery → whether the oracle lets it pass."""
    assert judge(oracle, right).passed  # type: ignore[arg-type]
    return {name: judge(oracle, made).passed for name, made in forgeries(oracle, right)}  # type: ignore[arg-type]


def test_every_forgery_of_a_right_trace_fails() -> None:
    oracle = Oracle(
        goal=all_of(created("alarm", {"hour": 7, "minute": 30}), edited(ADA, phone="1"), deleted(the("alarm", hour=8)), WIFI),
        never=(fact("settings", "bluetooth", False), none("contact")),
        ever=(fact("settings", "airplane_mode", True),),
    )
    plane = [[("settings", "airplane_mode", value)] for value in (True, False)]
    right = trace(*plane, new_alarm(7, 7, 30), [("contact/1", "phone", "1")], gone("alarm/1"), [("settings", "wifi", True)], initial=START)
    found = forged(oracle, right)
    assert not any(found.values()), found
    assert found.keys() >= {
        "not said done",
        "said infeasible",
        "volume_media changed as well",
        "device_name changed as well",
        "alarm/7 as it was",
        "alarm/7 twice",
        "another hour of alarm/7",
        "contact/1 as it was",
        "another phone of contact/1",
        "alarm/1 as it was",
        "another wifi of settings",
        "what is forbidden, for a while (1)",
        "it never happened (1)",
    }


@pytest.mark.parametrize(("rule", "said"), [(answer_number(42), "42"), (answer_yes_no(True), "Yes.")])
def test_another_answer_of_the_same_form_fails(rule: object, said: str) -> None:
    found = forged(Oracle(answer=rule), trace(Answer(text=said), initial=START))  # type: ignore[arg-type]
    assert found["another answer"] is False
    assert found["no answer"] is False


def test_a_blind_oracle_lets_a_forgery_pass() -> None:
    right = trace(new_alarm(7, 7, 30), initial=START)
    strict, blind = Oracle(goal=created("alarm", {"hour": 7, "minute": 30})), Oracle(goal=created("alarm", {"minute": 30}))
    caught = {name for name, made in forgeries(strict, right) if judge(blind, made).passed}
    assert caught == {"another hour of alarm/7"}


def test_what_a_task_allows_is_not_forged() -> None:
    names = [name for name, _ in forgeries(Oracle(goal=WIFI, allowed=("settings.*",)), trace([("settings", "wifi", True)], initial=START))]
    assert not [name for name in names if "changed as well" in name]


def test_forgeries_of_a_real_trace_are_consistent() -> None:
    """Journal and final state agree, so that an oracle judges them and does not complain."""
    for name in ("clock.set_alarm", "contacts.delete", "settings.set_connection"):
        one = trial(name, 0)
        right = play(registry.task(name).solve, one, SimulatedPhone())
        for _, made in forgeries(registry.oracle(one), right):
            assert not judge(registry.oracle(one), made).passed
