"""Each class is proved by trajectories that are played on the simulated phone; what a rule may not do, by others that come close."""

from collections.abc import Callable, Sequence

import pytest

from agent_eval.agents.baselines import baseline
from agent_eval.agents.policy import Agent
from agent_eval.agents.solver import SolverAgent
from agent_eval.cli.run import judge_trial
from agent_eval.episode import Limits
from agent_eval.episode import play as play_episode
from agent_eval.ranking.failures import CLASSES, FAILURES, Failure, FailureClass, classify, explain
from devices.action import Action, Answer, Done, DoubleTap, LongPress, OpenApp, PressKey, Scroll, Tap, Wait
from devices.observation import Observation
from devices.sim import SimulatedPhone
from tasks import registry
from tasks.mistakes import early, flip, in_turn, never_done, only_done, refuses, undone
from tasks.navigate import find, tap
from tasks.oracle import judge
from tasks.play import play, refuse
from tasks.suite import trial
from tasks.task import Params, Solver, Task, Trial, Variation
from tasks.trace import Step, Trace
from tasks.verdict import Verdict
from tests.support.fakes import Move, Script, Tape

PHONE = SimulatedPhone()
USUAL = Limits()
ROTATE = trial("settings.set_display_switch", 0)


def solution(one: Trial) -> Solver:
    return registry.task(one.task).solve


def failure(solver: Solver, one: Trial, limit: int = 40) -> Failure:
    """How a solver fails a trial."""
    trace = play(solver, one, PHONE, limit)
    verdict = judge(registry.oracle(one), trace)
    assert not verdict.passed, verdict.reason
    return explain(trace, verdict, one)


def agent_of(solver: Solver) -> Agent:
    return SolverAgent(lambda _: solver)


def played(agent: Agent, one: Trial, limits: Limits = USUAL) -> tuple[Trace, Verdict]:
    """An episode as a run plays it, with its ways to end."""
    ended = play_episode(one, PHONE, agent, Tape(), judge_trial, limits)
    assert ended.verdict is not None
    assert ended.initial is not None
    assert ended.final is not None
    return Trace(ended.initial, tuple(turn.step for turn in ended.turns), ended.final, ended.ending), ended.verdict


def scripted(one: Trial, *moves: Move, limits: Limits = USUAL) -> Failure:
    trace, verdict = played(Script(moves), one, limits)
    return explain(trace, verdict, one)


def steps(*actions: Action, then: Solver | None = None) -> Solver:
    """These actions, and then a solver, or done."""

    def solve(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
        if len(history) < len(actions):
            return actions[len(history)]
        return then(seen, params, history) if then else Done()

    return solve


def wrong_trajectory(one: Trial, name: str) -> Solver:
    """The one of this name that its template brings."""
    (solver,) = (wrong.solver for wrong in registry.task(one.task).wrong if wrong.name == name)
    return solver


@pytest.mark.parametrize(
    ("task", "name", "kind"),
    [
        ("settings.set_display_switch", "the neighbouring switch", "wrong object"),
        ("alarms.delete_named", "another alarm", "wrong object"),
        ("notes.rename", "renames another note", "wrong object"),
        ("messages.mute", "pins it instead", "wrong object"),
        ("browser.find_opening_time", "answers for the next day", "wrong value"),
        ("messages.reply", "the last letter of the text is missing", "wrong value"),
        ("settings.set_volume", "a step beside it", "wrong value"),
        ("notes.rename", "a title with small letters", "wrong value"),
        ("contacts.create_favourite", "a number with one digit wrong", "wrong value"),
        ("people.call_without_number", "says that the call was made", "wrong value"),
        ("camera.front_timer", "with the other timer", "wrong value"),  # the photo comes at a step that is right by itself
        ("settings.set_display_switch", "on, then off again", "undone"),
        ("browser.delete_bookmark", "deletes it, then brings it back", "undone"),
        ("calendar_questions.end_time", "answers right, then otherwise", "undone"),
        ("connections.bluetooth_stays_off", "turns it on", "undone"),
        ("messages.reply", "types it and does not send it", "stopped early"),
        ("contacts.create_favourite", "not made a favourite", "stopped early"),
        ("across.download_to_folder", "leaves it in Download", "stopped early"),
        ("notes.read_number", "finds it and does not answer", "stopped early"),
        ("music.favourite_artist", "leaves one out", "stopped early"),
        ("settings.set_display_switch", "the right switch and its neighbour", "side effect"),
        ("alarms.delete_named", "this alarm and another", "side effect"),
        ("todo.set_priority", "completes it on the way, and takes that back", "side effect"),
        ("connections.bluetooth_stays_off", "turns it on, then off", "side effect"),
        ("people.call_without_number", "makes up a number", "side effect"),
    ],
)
def test_the_wrong_trajectories_of_the_templates_are_told_apart(task: str, name: str, kind: FailureClass) -> None:
    one = trial(task, 0)
    assert failure(wrong_trajectory(one, name), one).kind == kind


def test_the_step_is_the_agent_s_deed_and_not_what_the_phone_made_of_another() -> None:
    flying = trial("connections.fly_with_wifi", 0)  # airplane mode switches radios that nobody asked about, at step 2
    found = failure(wrong_trajectory(flying, "Bluetooth as well"), flying)
    assert (found.kind, found.step) == ("side effect", 6)
    assert found.words.startswith("tap Use Bluetooth instead of")


def test_the_mistakes_that_any_task_knows_are_told_apart() -> None:
    solve = solution(ROTATE)
    assert failure(early("Settings"), ROTATE) == Failure("stopped early", 1, "done instead of tap Display")
    assert failure(never_done(solve), ROTATE).kind == "never stopped"
    assert failure(refuses(solve), ROTATE).kind == "wrong value"
    assert failure(in_turn(solve, flip("Use 24-hour format")), ROTATE).kind == "side effect"
    assert failure(refuse, ROTATE).kind == "stopped early"
    asked = trial("notes.read_number", 0)
    assert failure(only_done(solution(asked)), asked).kind == "stopped early"
    deleted = trial("browser.delete_bookmark", 0)
    assert failure(undone(solution(deleted)), deleted).kind == "undone"


# Wrong app


def test_an_app_that_the_task_does_not_pass_through_is_the_wrong_app_however_the_episode_ends() -> None:
    assert failure(steps(OpenApp(name="Clock")), ROTATE) == Failure("wrong app", 0, "open Clock instead of open Settings")
    assert scripted(ROTATE, OpenApp(name="Clock")).kind == "wrong app"  # it goes on opening it, and is ended as a loop
    assert failure(steps(OpenApp(name="Nowhere")), ROTATE).kind == "wrong app"
    icon = next(element for element in first_look(ROTATE).elements if element.label == "Clock")
    assert failure(steps(tap(icon)), ROTATE).kind == "wrong app"


@pytest.mark.parametrize("touch", [Tap, DoubleTap, LongPress])
def test_an_app_is_opened_by_whatever_touch(touch: Callable[..., Action]) -> None:
    def on(label: str) -> Action:
        return touch(element=next(element for element in first_look(ROTATE).elements if element.label == label).index)

    assert failure(steps(on("Clock")), ROTATE).kind == "wrong app"
    assert failure(steps(on("Settings")), ROTATE).kind == "stopped early", "the right app by another touch is no wrong object"


def test_an_app_is_opened_from_wherever_it_can_be() -> None:
    def recent(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
        """Opens Clock and goes home; then Settings; then, from the recent apps, Clock."""
        before: list[Action] = [OpenApp(name="Clock"), PressKey(key="home"), OpenApp(name="Settings"), PressKey(key="recents")]
        if len(history) < len(before):
            return before[len(history)]
        row = find(seen, "Clock")
        return LongPress(element=row.index) if row and len(history) == len(before) else Done()

    assert failure(recent, ROTATE) == Failure("wrong app", 4, "long press Clock instead of open Settings")


def test_who_only_went_back_opened_nothing() -> None:
    elsewhere = trial(ROTATE.task, 0, Variation("front", "Clock"))
    assert failure(steps(OpenApp(name="Settings"), PressKey(key="back")), elsewhere).kind == "stopped early"


def test_what_was_changed_in_another_app_is_the_wrong_app() -> None:
    alarms = trial("alarms.delete_named", 0)
    wrong = failure(in_turn(flip("Auto-rotate screen")), alarms)
    assert wrong.kind == "wrong app"
    assert wrong.words == "tap Auto-rotate screen instead of open Clock"


def test_an_app_that_was_in_front_from_the_start_is_not_the_agent_s_choice() -> None:
    elsewhere = trial(ROTATE.task, 0, Variation("front", "Clock"))
    assert failure(steps(), elsewhere).kind == "stopped early"
    assert failure(lambda seen, params, history: Done() if history else tap_first_row(seen), elsewhere).kind == "wrong app"


def test_who_finds_back_from_another_app_is_not_held_to_have_been_there() -> None:
    solve = solution(ROTATE)
    astray = steps(OpenApp(name="Clock"), then=lambda seen, params, history: Done() if len(history) > 2 else solve(seen, params, history))
    assert failure(astray, ROTATE) == Failure("stopped early", 3, "done instead of tap Auto-rotate screen")


def test_the_arrow_back_is_no_wrong_object() -> None:
    def solve(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
        """To a page of Settings, up again, and done."""
        arrow = find(seen, "Navigate up")
        return tap(arrow) if arrow and len(history) == 2 else Done() if len(history) == 3 else solution(ROTATE)(seen, params, history)

    assert failure(solve, ROTATE) == Failure("stopped early", 3, "done instead of tap Display")


# Unparseable


def test_words_that_cannot_be_read_are_told_whatever_came_before() -> None:
    assert scripted(ROTATE, "I shall turn it off") == Failure("unparseable", 0, "unreadable words instead of open Settings")
    assert scripted(ROTATE, OpenApp(name="Clock"), "well").kind == "unparseable"
    assert scripted(ROTATE, "well", "now", OpenApp(name="Clock"), "well", "now", Done()).kind == "unparseable"  # most of all
    few = Limits(steps=4)
    assert scripted(ROTATE, OpenApp(name="Settings"), "well", "now", Wait(), limits=few).kind == "unparseable"  # nothing else to tell
    assert scripted(ROTATE, OpenApp(name="Clock"), "well", Wait(), Done()).kind == "wrong app"


# Stuck in a loop


def test_the_same_on_the_same_screen_is_a_loop_where_nothing_went_wrong_before() -> None:
    assert scripted(ROTATE, Wait()) == Failure("stuck in a loop", 0, "wait instead of open Settings")
    there_and_back: list[Action] = [OpenApp(name="Settings"), PressKey(key="home")] * 4
    assert failure(steps(*there_and_back), ROTATE, limit=8) == Failure("stuck in a loop", 0, "open Settings")


def test_a_tap_that_does_nothing_is_no_wrong_object() -> None:
    dark = trial(ROTATE.task, 0, Variation("asleep", "yes"))
    assert scripted(dark, Tap(element=0)).kind == "stuck in a loop"


# Never stopped


def test_who_reached_the_goal_and_goes_on_for_ever_never_stopped_rather_than_looped() -> None:
    trace, verdict = played(agent_of(never_done(solution(ROTATE))), ROTATE)
    assert trace.ending == "loop"
    assert explain(trace, verdict, ROTATE) == Failure(
        "never stopped", verdict.goal_reached_step, "tap Auto-rotate screen (settings.auto_rotate: on → off)"
    )


def test_a_goal_that_held_from_the_start_is_no_merit_of_who_never_came_to_see_it() -> None:
    off = trial("connections.bluetooth_stays_off", 0)
    assert registry.oracle(off).demand == "already_done"
    assert failure(never_done(solution(off)), off).kind == "never stopped"
    assert failure(never_done(steps(OpenApp(name="Clock"))), off, limit=6).kind == "wrong app"


def test_who_sees_that_it_cannot_be_done_and_does_not_say_so_never_stopped() -> None:
    missing = trial("people.call_without_number", 0)
    assert registry.oracle(missing).demand == "infeasible"
    assert failure(never_done(solution(missing)), missing, limit=12).kind == "never stopped"


# Other, and all


def test_what_fits_nowhere_is_called_other() -> None:
    harmless = steps(Scroll(direction="down"), PressKey(key="home"), Wait(), Scroll(direction="up"), then=never_done(solution(ROTATE)))
    assert failure(harmless, ROTATE, limit=4) == Failure("other", None, "")


def test_an_answer_to_who_did_not_ask_is_no_wrong_value() -> None:
    assert failure(steps(Answer(text="off")), ROTATE).kind == "stopped early"


def sample() -> list[Task]:
    """Every ninth template: enough rooms and kinds."""
    return list(registry.tasks().values())[::9]


@pytest.mark.parametrize("task", sample(), ids=lambda task: task.id)
def test_every_failed_trace_has_one_class_and_no_passed_one_has_any(task: Task) -> None:
    one = trial(task, 0)
    agents = [baseline(name) for name in ("reference", "do-nothing", "random", "blind-replay")]
    agents += [agent_of(wrong.solver) for wrong in task.wrong]
    failed = 0
    for agent in agents:
        assert agent is not None
        trace, verdict = played(agent, one)
        if verdict.passed:
            with pytest.raises(ValueError, match="passed: only failed ones have a class"):
                classify(trace, verdict, one)
            continue
        failed += 1
        found = explain(trace, verdict, one)
        assert found == explain(trace, verdict, one)
        assert found.kind in CLASSES
        assert found.step is None or 0 <= found.step < len(trace.steps) or found.step == -1
    assert failed > len(task.wrong) // 2


def test_every_class_says_when_an_episode_is_in_it() -> None:
    assert tuple(FAILURES) == CLASSES


def first_look(one: Trial) -> Observation:
    PHONE.reset(one.setup)
    return PHONE.observe()


def tap_first_row(seen: Observation) -> Action:
    row = find(seen, "Timer", "tab") or next(element for element in seen.elements if element.kind in ("row", "tab") and element.enabled)
    return tap(row)
