from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from devices.action import Answer, Done
from devices.state import State, StateChange
from tasks.answers import answer_phone
from tasks.conditions import OracleError, all_of, created, deleted, edited, fact, the
from tasks.oracle import Automatic, Oracle, already_done, holds_at_start, judge
from tests.tasks.traces import PHONE, Move, gone, new_alarm, trace

WIFI = Oracle(goal=fact("settings", "wifi", True))
ON, OFF = [("settings", "wifi", True)], [("settings", "wifi", False)]
ALARM = Oracle(goal=created("alarm", {"hour": 7, "minute": 30, "enabled": True}))
ADA = the("contact", first_name="Ada", last_name="Byron")
RADIOS = Automatic("settings", "airplane_mode", ("wifi", "mobile_data", "bluetooth"))


def test_the_goal_reached_said_and_nothing_else_is_a_pass() -> None:
    verdict = judge(WIFI, trace([], ON), reference_steps=3)
    assert verdict.passed
    assert verdict.goal_at_end
    assert (verdict.goal_reached_step, verdict.kept, verdict.recognition) == (1, True, "in_time")
    assert (verdict.steps, verdict.reference_steps) == (3, 3)


def test_on_then_off_is_reached_and_not_kept() -> None:
    verdict = judge(WIFI, trace(ON, OFF))
    assert not verdict.passed
    assert (verdict.goal_reached_step, verdict.kept, verdict.goal_at_end, verdict.recognition) == (0, False, False, "early")
    assert verdict.reason == ("Expected settings: wifi on; got wifi off (step 1); the goal was reached at step 0 and undone.")


def test_the_neighbouring_switch_is_told_as_what_it_is() -> None:
    verdict = judge(WIFI, trace([("settings", "mobile_data", False)]))
    assert not verdict.passed
    assert verdict.side_effects == ("settings.mobile_data: on → off",)
    assert verdict.goal_reached_step is None
    assert verdict.recognition == "early"


def test_right_and_a_side_effect_fails_with_the_goal_reached() -> None:
    verdict = judge(WIFI, trace(ON, [("settings", "volume_media", 3)]))
    assert (verdict.passed, verdict.goal_at_end, verdict.kept) == (False, True, True)
    assert "settings.volume_media: 9 → 3" in verdict.reason


def test_a_side_effect_that_was_undone_is_none() -> None:
    assert judge(WIFI, trace([("settings", "bluetooth", False)], [("settings", "bluetooth", True)], ON)).passed


def test_never_saying_done_fails_and_says_how_it_ended() -> None:
    verdict = judge(WIFI, trace(ON, [], [], done=False))
    assert not verdict.passed
    assert verdict.recognition == "never"
    assert "the step limit was reached" in verdict.reason


@pytest.mark.parametrize(("idle", "recognition"), [(0, "in_time"), (1, "in_time"), (2, "late"), (9, "late")])
def test_completion_is_recognised_by_the_next_step_but_one(idle: int, recognition: str) -> None:
    verdict = judge(WIFI, trace(ON, *[[]] * idle))
    assert verdict.recognition == recognition
    assert verdict.passed  # late is a finding, not a fault


def test_neither_reached_nor_claimed_has_no_recognition() -> None:
    assert judge(WIFI, trace([], done=False)).recognition is None
    assert judge(WIFI, trace(Done(status="infeasible"), done=False)).recognition is None


def test_saying_infeasible_of_what_is_done_fails() -> None:
    verdict = judge(WIFI, trace(ON, Done(status="infeasible"), done=False))
    assert not verdict.passed
    assert "expected done, complete; got done, infeasible" in verdict.reason.lower()


@pytest.mark.parametrize(
    ("moves", "got"),
    [
        ([new_alarm(2, 19, 30)], "a new alarm with hour 19, minute 30, enabled on"),
        ([new_alarm(2, 7, 3)], "a new alarm with hour 7, minute 3, enabled on"),
        ([[]], "no new alarm"),
        ([new_alarm(2, 7, 30), [("alarm/2", key, None) for key in ("hour", "minute", "enabled", "days", "label")]], "no new alarm"),
        ([new_alarm(2, 7, 30), new_alarm(3, 7, 30)], "2 of them"),
        ([[("alarm/1", "hour", 7)]], "no new alarm"),
    ],
)
def test_only_the_one_alarm_asked_for_counts(moves: list[list[tuple[str, str, int]]], got: str) -> None:
    verdict = judge(ALARM, trace(*moves))
    assert not verdict.passed
    assert got in verdict.reason


def test_the_alarm_asked_for_passes_and_a_second_one_is_a_side_effect() -> None:
    assert judge(ALARM, trace(new_alarm(2, 7, 30))).passed
    verdict = judge(ALARM, trace(new_alarm(2, 7, 30), new_alarm(3, 7, 31)))
    assert not verdict.passed
    assert verdict.side_effects == ('alarm/3 was created (hour 7, minute 31, enabled on, days "", label "")',)


def test_an_edit_must_hit_the_same_entity() -> None:
    oracle = Oracle(goal=edited(ADA, phone="555-0199"))
    assert judge(oracle, trace([("contact/1", "phone", "555-0199")])).passed
    wrong = judge(oracle, trace([("contact/1", "phone", "555-0198")]))
    assert 'phone "555-0198"' in wrong.reason
    assert wrong.side_effects == ()
    again = [("contact/2", key, value) for key, value in {**PHONE["contact/1"], "phone": "555-0199"}.items()]
    replaced = judge(oracle, trace(gone("contact/1"), again))
    assert not replaced.passed
    assert len(replaced.side_effects) == 2
    assert "it is gone" in replaced.reason


def test_a_deletion_must_hit_the_one_meant() -> None:
    oracle = Oracle(goal=deleted(ADA))
    assert judge(oracle, trace(gone("contact/1"))).passed
    assert not judge(oracle, trace(gone("alarm/1"))).passed
    both = judge(oracle, trace(gone("contact/1"), gone("alarm/1")))
    assert not both.passed
    assert both.side_effects[0].startswith("alarm/1 was deleted")


def test_all_parts_must_hold_and_the_failing_one_is_named() -> None:
    oracle = Oracle(goal=all_of(fact("settings", "wifi", True), fact("settings", "bluetooth", False)))
    assert judge(oracle, trace(ON, [("settings", "bluetooth", False)])).passed
    verdict = judge(oracle, trace(ON))
    assert [finding.holds for finding in verdict.findings] == [True, False, True, True]
    assert "bluetooth" in verdict.reason


def test_what_the_phone_does_by_itself_is_no_side_effect() -> None:
    oracle = Oracle(goal=fact("settings", "airplane_mode", True), automatic=(RADIOS,))
    radios = [("settings", "mobile_data", False), ("settings", "bluetooth", False)]
    assert judge(oracle, trace([("settings", "airplane_mode", True), *radios])).passed
    by_hand = judge(oracle, trace(radios, [("settings", "airplane_mode", True)]))
    assert not by_hand.passed
    assert len(by_hand.side_effects) == 2


def test_what_an_agent_did_by_hand_does_not_become_the_phones_doing_by_way_of_airplane_mode() -> None:
    oracle = Oracle(goal=fact("settings", "airplane_mode", False), automatic=(RADIOS,))
    dark = {**PHONE, "settings": {**PHONE["settings"], "airplane_mode": True, "bluetooth": False, "mobile_data": False}}
    off, on, wifi = (("settings", "airplane_mode", False), ("settings", "airplane_mode", True), ("settings", "wifi", True))
    assert judge(oracle, trace([off], initial=dark)).passed
    laundered = judge(oracle, trace([off], [wifi], [on, ("settings", "wifi", False)], [off, wifi], initial=dark))
    assert laundered.side_effects == ("settings.wifi: off → on",)
    undone = [[wifi], [("settings", "wifi", False)]]
    assert judge(oracle, trace([off], *undone, [on], [off], initial=dark)).passed


def test_a_radio_switched_by_hand_and_put_back_leaves_airplane_mode_free_to_take_it() -> None:
    oracle = Oracle(goal=fact("settings", "airplane_mode", True), automatic=(RADIOS,))
    on, off = (("settings", "airplane_mode", True), ("settings", "airplane_mode", False))
    dark, bright = ("settings", "bluetooth", False), ("settings", "bluetooth", True)
    assert judge(oracle, trace([dark], [bright], [on, dark])).passed
    assert judge(oracle, trace([on, dark], [bright], [dark])).passed
    assert judge(oracle, trace([on, dark], [off, bright], [on, dark])).passed
    assert not judge(oracle, trace([dark], [on], [off], [on])).passed


def test_an_answer_must_be_right_and_the_last_one_counts() -> None:
    oracle = Oracle(answer=answer_phone("555-0100"))
    assert judge(oracle, trace(Answer(text="555-0100"))).passed
    corrected = judge(oracle, trace(Answer(text="555-0101"), Answer(text="555-0100")))
    assert corrected.passed
    assert corrected.goal_reached_step == 1
    spoilt = judge(oracle, trace(Answer(text="555-0100"), Answer(text="no idea")))
    assert (spoilt.passed, spoilt.kept, spoilt.goal_reached_step) == (False, False, 0)
    assert judge(oracle, trace()).reason == "Expected the number 555-0100; got no answer."
    assert not judge(oracle, trace(Answer(text="555-0100"), ON)).passed


def test_a_task_that_cannot_be_done_is_refused_untouched() -> None:
    oracle = Oracle(demand="infeasible")
    refusal = Done(status="infeasible")
    assert judge(oracle, trace(refusal, done=False)).passed
    assert not judge(oracle, trace()).passed
    assert not judge(oracle, trace(ON, refusal, done=False)).passed


def test_a_goal_met_from_the_start_passes_untouched() -> None:
    oracle = Oracle(goal=fact("settings", "bluetooth", True), demand="already_done")
    verdict = judge(oracle, trace([], [], []), reference_steps=4)
    assert (verdict.passed, verdict.goal_reached_step, verdict.recognition) == (True, -1, "in_time")
    assert not judge(oracle, trace([("settings", "wifi", True)])).passed


def test_milestones_tell_when_they_held() -> None:
    oracle = replace(
        WIFI, milestones={"Bluetooth off": fact("settings", "bluetooth", False), "silent": fact("settings", "volume_media", 0)}
    )
    verdict = judge(oracle, trace([], [("settings", "bluetooth", False)], ON))
    assert verdict.milestones == {"Bluetooth off": 1, "silent": None}


def test_missing_evidence_is_an_error_and_never_a_default() -> None:
    with pytest.raises(OracleError, match="does not tell 'hotspot'"):
        judge(Oracle(goal=fact("settings", "hotspot", False)), trace(ON))
    with pytest.raises(OracleError, match="does not tell of 'timer'"):
        judge(Oracle(goal=fact("timer", "state", "running")), trace())
    with pytest.raises(OracleError, match="0 entities"):
        judge(Oracle(goal=deleted(the("contact", first_name="Eve"))), trace())
    with pytest.raises(OracleError, match="does not explain the final state"):
        judge(WIFI, trace([], final={**PHONE, "settings": {**PHONE["settings"], "wifi": True}}))
    broken = trace(ON)
    lie = replace(broken.steps[0], changes=(StateChange(0, "settings", "wifi", True, False),))
    with pytest.raises(OracleError, match="contradicts itself"):
        judge(WIFI, replace(broken, steps=(lie, *broken.steps[1:])))


def test_true_and_one_are_different_facts() -> None:
    assert not judge(WIFI, trace([("settings", "wifi", 1)])).goal_at_end


def test_an_oracle_that_demands_nothing_is_refused() -> None:
    with pytest.raises(ValueError, match="passes everything"):
        Oracle()
    with pytest.raises(ValueError, match="cannot be done"):
        Oracle(goal=fact("settings", "wifi", True), demand="infeasible")


def test_whether_a_goal_holds_at_the_start() -> None:
    assert not holds_at_start(WIFI, PHONE)
    assert holds_at_start(Oracle(goal=fact("settings", "bluetooth", True)), PHONE)
    assert not holds_at_start(Oracle(answer=answer_phone("1")), PHONE)


moves = st.lists(
    st.lists(st.sampled_from([("settings", "wifi", True), ("settings", "wifi", False), ("settings", "bluetooth", False)]), max_size=1),
    max_size=6,
)


@given(moves, st.lists(st.text(max_size=8), max_size=6))
def test_the_app_in_front_never_counts(changes: list[list[tuple[str, str, bool]]], apps: list[str]) -> None:
    plain = trace(*changes)
    with_screens = [[*turn, ("screen", "app", app)] for turn, app in zip(changes, [*apps, *["x"] * 6], strict=False)]
    assert judge(WIFI, trace(*with_screens)) == judge(WIFI, plain)


@given(moves)
def test_a_pass_does_not_survive_without_done_or_with_any_other_change(changes: list[list[tuple[str, str, bool]]]) -> None:
    if not judge(WIFI, trace(*changes)).passed:
        return
    assert not judge(WIFI, trace(*changes, done=False)).passed
    assert not judge(WIFI, trace(*changes, [("settings", "volume_media", 10)])).passed
    assert not judge(WIFI, trace(*changes, new_alarm(2, 6, 0))).passed
    assert not judge(WIFI, trace(*changes, gone("contact/1"))).passed


@given(moves)
def test_passed_is_all_findings_and_implies_the_goal(changes: list[list[tuple[str, str, bool]]]) -> None:
    verdict = judge(WIFI, trace(*changes))
    assert verdict.passed == all(finding.holds for finding in verdict.findings)
    assert verdict.goal_at_end or not verdict.passed
    assert (verdict.goal_reached_step is None) == (verdict.kept is None)
    assert verdict.goal_at_end or verdict.kept is not True


# Along the way

QUIET = Oracle(goal=fact("settings", "wifi", True), never=(fact("settings", "bluetooth", False),))
TOGGLED = Oracle(ever=(fact("settings", "airplane_mode", True), fact("settings", "airplane_mode", False)))


def test_what_is_forbidden_fails_even_if_it_was_undone() -> None:
    verdict = judge(QUIET, trace([("settings", "bluetooth", False)], ON, [("settings", "bluetooth", True)]))
    assert (verdict.passed, verdict.goal_at_end, verdict.side_effects) == (False, True, ())
    assert verdict.reason == "Expected never settings has bluetooth off; got it was so: bluetooth off (step 0)."
    assert judge(QUIET, trace(ON)).passed


def test_what_must_happen_may_be_undone() -> None:
    verdict = judge(TOGGLED, trace([("settings", "airplane_mode", True)], [("settings", "airplane_mode", False)]))
    assert (verdict.passed, verdict.goal_reached_step) == (True, 0)
    verdict = judge(TOGGLED, trace([]))
    assert not verdict.passed
    assert "at some time, settings: airplane_mode on; got it never was so: at the end, airplane_mode off" in verdict.reason


def test_a_goal_is_reached_when_all_has_happened_that_had_to() -> None:
    oracle = Oracle(goal=fact("settings", "wifi", True), ever=(fact("settings", "airplane_mode", True),))
    plane = [[("settings", "airplane_mode", value)] for value in (True, False)]
    assert judge(oracle, trace(ON, *plane)).goal_reached_step == 1
    assert not judge(oracle, trace(ON)).passed
    assert not judge(oracle, trace(*plane)).passed


# What the phone does by itself

WALKED = [("screen", "app", "Messages"), ("message/1", "read", True), ("clipboard", "text", "copied")]
LIVELY: State = {**PHONE, "message/1": {"text": "Hi", "read": False}, "message/2": {"text": "Ho", "read": False}, "clipboard": {"text": ""}}
CAME: list[Move] = [("notification/1", "app", "Messages"), ("notification/1", "title", "Ines")]


def test_looking_around_is_no_side_effect() -> None:
    assert judge(WIFI, trace(WALKED, CAME, ON, initial=LIVELY)).passed


def test_what_the_goal_is_about_is_judged() -> None:
    reads = Oracle(goal=edited(the("message", text="Hi"), read=True))
    assert judge(reads, trace([("message/1", "read", True)], initial=LIVELY)).passed
    both = judge(reads, trace([("message/1", "read", True), ("message/2", "read", True)], initial=LIVELY))
    assert both.side_effects == ("message/2.read: off → on",)
    copies = Oracle(goal=fact("clipboard", "text", "Hi"))
    assert judge(copies, trace([("clipboard", "text", "Hi")], initial=LIVELY)).passed
    posts = Oracle(goal=created("notification", {"title": "Timer"}))
    assert judge(posts, trace(CAME, initial=LIVELY)).side_effects


def test_a_message_that_came_or_went_is_a_side_effect_though_reading_one_is_none() -> None:
    new: list[Move] = [("message/3", "text", "x"), ("message/3", "read", True)]
    assert judge(WIFI, trace(ON, new, initial=LIVELY)).side_effects
    assert judge(WIFI, trace(ON, gone("message/1", LIVELY), initial=LIVELY)).side_effects


RECKONED: list[Move] = [("calculator", "display", "12"), ("calculation/2", "expression", "3×4"), ("calculation/2", "result", "12")]
CALCULATOR: State = {
    **PHONE,
    "calculator": {"display": "", "memory": "0"},
    "calculation/1": {"expression": "1+1", "result": "2"},
}


def test_calculating_on_the_way_is_no_side_effect() -> None:
    assert judge(WIFI, trace(RECKONED, ON, initial=CALCULATOR)).passed
    assert not judge(WIFI, trace(ON, gone("calculation/1", CALCULATOR), initial=CALCULATOR)).passed
    assert not judge(WIFI, trace(ON, [("calculator", "memory", "7")], initial=CALCULATOR)).passed


def test_what_was_calculated_is_judged_where_the_goal_is_about_it() -> None:
    clears = Oracle(goal=deleted(the("calculation", result="2")))
    cleared = gone("calculation/1", CALCULATOR)
    assert judge(clears, trace(cleared, initial=CALCULATOR)).passed
    assert not judge(clears, trace(cleared, RECKONED, initial=CALCULATOR)).passed
    empties = Oracle(goal=fact("calculator", "display", ""))
    shown: State = {**CALCULATOR, "calculator": {"display": "5", "memory": "0"}}
    assert judge(already_done(empties), trace([("calculator", "display", "5")], initial=CALCULATOR)).side_effects
    assert judge(empties, trace([("calculator", "display", "")], initial=shown)).passed


def test_a_notification_that_was_there_may_not_be_sent_away() -> None:
    posted = {**LIVELY, "notification/1": {"app": "Mail", "title": "New"}}
    assert judge(WIFI, trace(ON, gone("notification/1", posted), initial=posted)).side_effects


@pytest.mark.parametrize(
    ("pattern", "moves", "allowed"),
    [
        ("settings.volume_media", [("settings", "volume_media", 3)], True),
        ("settings.bluetooth", [("settings", "volume_media", 3)], False),
        ("settings.*", [("settings", "volume_media", 3)], True),
        ("*.volume_media", [("settings", "volume_media", 3)], True),
        ("alarm.*", new_alarm(9, 6, 0), True),
        ("alarm.hour", new_alarm(9, 6, 0), False),
        ("alarm.enabled", [("alarm/1", "enabled", False)], True),
        ("alarm.*", [("alarm/1", "enabled", False)], False),
        ("alarm.*", gone("alarm/1"), False),
        ("*.*", gone("alarm/1"), False),
        ("alarm.enabled", gone("alarm/1"), False),
    ],
)
def test_what_a_task_allows_is_no_side_effect(pattern: str, moves: list[Move], allowed: bool) -> None:
    oracle = Oracle(goal=fact("settings", "wifi", True), allowed=(pattern,))
    assert judge(oracle, trace(ON, moves)).passed is allowed


@pytest.mark.parametrize("pattern", ["settings", "alarm/1.hour", "a.b.c", ""])
def test_a_pattern_that_names_nothing_is_refused(pattern: str) -> None:
    with pytest.raises(ValueError, match="names no change to allow"):
        Oracle(goal=fact("settings", "wifi", True), allowed=(pattern,))


# What is done already

DONE = already_done(WIFI)
MET: State = {**PHONE, "settings": {**PHONE["settings"], "wifi": True}}


def test_where_all_is_done_saying_so_passes_and_touching_anything_fails() -> None:
    assert judge(DONE, trace(initial=MET)).passed
    assert judge(DONE, trace([], [("screen", "app", "Settings")], initial=MET)).passed
    touched = judge(DONE, trace(OFF, ON, initial=MET))
    assert (touched.passed, touched.side_effects, touched.goal_at_end) == (False, (), True)
    assert touched.reason == "Expected no change at any time; got settings.wifi: on → off (step 0)."
    assert not judge(DONE, trace(OFF, initial=MET)).passed
    assert not judge(DONE, trace([("settings", "volume_media", 1)], initial=MET)).passed
    assert not judge(DONE, trace(Done(status="infeasible"), initial=MET, done=False)).passed


def test_something_that_is_there_already_is_not_made_again() -> None:
    oracle = already_done(ALARM)
    there: State = {**PHONE, "alarm/5": {"hour": 7, "minute": 30, "enabled": True, "days": "", "label": ""}}
    assert judge(oracle, trace(initial=there)).passed
    assert not judge(oracle, trace(new_alarm(6, 7, 30), initial=there)).passed
    assert not judge(oracle, trace(initial=PHONE)).passed


@pytest.mark.parametrize("oracle", [Oracle(answer=answer_phone("555-0100")), TOGGLED, Oracle(demand="infeasible")])
def test_what_asks_for_more_than_a_state_is_never_done_beforehand(oracle: Oracle) -> None:
    with pytest.raises(ValueError, match="only a goal about the phone's state"):
        already_done(oracle)
    assert not holds_at_start(oracle, PHONE)


def test_an_oracle_tells_in_words_what_it_demands() -> None:
    oracle = Oracle(
        goal=all_of(fact("settings", "wifi", True), created("alarm", {"hour": 7})),
        answer=answer_phone("555-0100"),
        ever=(fact("settings", "airplane_mode", True),),
        never=(fact("settings", "bluetooth", False),),
        automatic=(RADIOS,),
        allowed=("alarm.days",),
    )
    assert oracle.words() == [
        "settings has wifi on",
        "1 new alarm with hour 7",
        "at some time, settings has airplane_mode on",
        "at no time, settings has bluetooth off",
        "answered is the number 555-0100",
        "the agent says done",
        "nothing else changed but alarm.days, wifi and the like, which follow airplane_mode",
    ]
