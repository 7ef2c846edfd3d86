"""What builds did is read from the store as it stands, and only what may be compared is put side by side."""

from dataclasses import replace

import pytest

from agent_eval.agents.baselines import baseline
from agent_eval.episode import Limits
from agent_eval.names import shown_name
from agent_eval.ranking.results import MISSING, UNKNOWN, cohort, items_of, on_same_trials, outcomes, two, variation_of
from agent_eval.ranking.runs import RankingError, played
from agent_eval.ranking.sittings import RACED
from agent_eval.runner import Stop, Work, run
from agent_eval.store.queries import summarise, to_do
from agent_eval.store.records import begin_sitting, create_run, end_sitting
from devices.sim import SimulatedPhone
from tasks import registry
from tasks.oracle import judge
from tasks.suite import suite
from tests.support.fakes import WIFI_ON, FakePhone, Script
from tests.support.runs import database_in, plan, work
from tests.support.stored import passing, store, trials, verdict

NAMES = trials(4)


@pytest.fixture
def database(tmp_path):
    opened = database_in(tmp_path)
    yield opened
    opened.close()


def test_an_item_holds_what_the_episode_came_to(database):
    late = verdict(False, goal_reached_step=1, kept=False, recognition="late", side_effects=("mail changed",), steps=9)
    run_id = store(database, "w4a16", {**dict.fromkeys(NAMES[:3], True), NAMES[3]: late, NAMES[4]: "timeout", NAMES[5]: None})
    (results,) = cohort(database).results
    assert (results.build, results.baseline, results.runs, results.stopped) == ("w4a16", False, (run_id,), None)
    assert [item.outcome for item in results.items] == ["passed", "passed", "passed", "failed", "timeout", MISSING]
    first, failed, timeout, missing = results.items[0], results.items[3], results.items[4], results.items[5]
    assert (first.trial, first.task, first.app, first.kind) == ("notes.task_0/0", "notes.task_0", "notes", UNKNOWN)
    assert (first.axis, first.value, first.base) == ("base", "", "notes.task_0/0")
    assert (first.passed, first.reached, first.kept, first.recognition, first.side_effects) == (True, True, True, "in_time", False)
    assert (first.steps, first.reference_steps, first.seconds, first.prompt_tokens, first.output_tokens) == (4, 4, 2.5, 200, 20)
    assert (failed.passed, failed.reached, failed.kept, failed.recognition, failed.side_effects) == (False, True, False, "late", True)
    assert (failed.axis, failed.value, failed.base, failed.steps) == ("theme", "dark", "mail.task_1/0", 9)
    assert (timeout.passed, timeout.reached, timeout.side_effects, timeout.steps) == (None, None, None, None)
    assert timeout.seconds == 2.5
    assert (missing.episode, missing.passed, missing.seconds, missing.prompt_tokens, missing.reference_steps) == (None, None, None, None, 4)


def test_what_real_episodes_came_to_is_read_as_the_closing_table_reads_it(database):
    smoke = suite("smoke")
    agent = baseline("random")
    assert agent is not None
    build = {"name": "random", "hash": "r" * 64}
    run_id = create_run(database, build, "sim", "smoke", smoke.hash, {}, {}, [(one, 4) for one in smoke.trials])

    def judged(trial, trace, steps):
        return judge(registry.oracle(trial), trace, steps)

    run(Work(run_id, to_do(database, run_id), agent, SimulatedPhone, judged, Limits(steps=10), {}), database, Stop(), 1)
    items, told = items_of(database, run_id), summarise(database, run_id)
    assert [item.trial for item in items] == [one.id for one in smoke.trials]
    assert {item.kind for item in items} == {registry.task(one.task).kind for one in smoke.trials}
    assert [(item.axis, item.value) for item in items] == [(one.variation.axis, one.variation.value) for one in smoke.trials]
    assert sum(item.outcome == "passed" for item in items) == told.tally.counts["passed"]
    assert sum(item.reached is True for item in items) == told.goal_reached
    assert sum(item.kept is True for item in items) == told.kept
    assert sum(item.side_effects is True for item in items) == told.with_side_effects
    assert sum(item.recognition == "early" for item in items) == told.recognition.get("early", 0)
    assert sum(item.steps or 0 for item in items) == told.all_steps


def test_a_trial_counts_as_its_last_episode_that_ended(database):
    run_id = plan(database, 2)
    run(work(database, run_id, Script(WIFI_ON), lambda: FakePhone(("reset", 0))), database, Stop(), 1)
    assert [(item.outcome, item.output_tokens) for item in items_of(database, run_id)] == [("env_error", None)] * 2
    run(work(database, run_id, Script([WIFI_ON[0], ValueError("no engine")])), database, Stop(), 1)
    assert [(item.outcome, item.output_tokens) for item in items_of(database, run_id)] == [("agent_error", 10)] * 2
    run(work(database, run_id, Script(WIFI_ON)), database, Stop(), 1)
    assert [(item.outcome, item.output_tokens) for item in items_of(database, run_id)] == [("passed", 20), ("passed", 20)]


def test_repeats_are_items_of_one_trial(database):
    first = store(database, "w4a16", passing(NAMES))
    second = store(database, "w4a16", passing(NAMES, {NAMES[0]}))
    (results,) = cohort(database).results
    assert results.runs == (first, second)
    assert len(results.items) == 2 * len(NAMES)
    found = outcomes(results.items)
    assert found[NAMES[0]] == (True, False)
    assert found[NAMES[1]] == (True, True)


def test_runs_of_other_sampling_seeds_are_repeats(database):
    runs = tuple(
        store(database, "bf16", passing(NAMES), identity={"agent": {"prompt": "compact-1", "temperature": 0.7, "seed": seed}})
        for seed in (0, 1)
    )
    found = cohort(database, "core")
    assert [results.runs for results in found.results] == [runs]
    assert found.left_out == ()
    assert "seed" not in found.settings["agent"]


def test_runs_of_other_trials_or_settings_are_left_out_and_it_is_said_what_differs(database):
    older = store(database, "bf16", passing(NAMES), versions={"mail.task_1": "v0", "maps.task_3": "v0"})
    fewer = store(database, "bf16", passing(NAMES[:4]))
    warm = store(database, "int8", passing(NAMES), identity={"agent": {"prompt": "compact-1", "temperature": 0.7}})
    begun = store(database, "int4", dict.fromkeys(NAMES))
    dull = store(database, "do-nothing", passing(NAMES, set(NAMES)), identity={"agent": {}})
    kept = store(database, "w4a16", passing(NAMES))
    found = cohort(database, "core")
    assert {results.build: results.runs for results in found.results} == {"w4a16": (kept,), "do-nothing": (dull,)}
    assert found.results[-1].baseline
    said = " ".join(found.left_out)
    assert f"run {older} of bf16: other versions of mail.task_1, maps.task_3." in said
    assert f"run {fewer} of bf16: trials 4 in place of 8." in said
    assert f"run {warm} of int8: agent temperature 0.7 in place of 0.0." in said
    assert f"run {begun} of int4: no episode of it has ended yet." in said
    assert len(found.left_out) == 5
    assert found.left_out[0].startswith(f"Run {kept} of w4a16, the newest of a build, decides which others count: runs of its 8 trials, ")


def test_the_newest_run_of_a_build_decides_and_not_a_baseline(database):
    store(database, "w4a16", passing(NAMES[:4]))
    store(database, "bf16", passing(NAMES))
    store(database, "random", passing(NAMES[:6]))
    assert [results.build for results in cohort(database).results] == ["bf16"]
    assert [results.build for results in cohort(database, builds=["w4a16"]).results] == ["w4a16"]
    assert [results.build for results in cohort(database, builds=["random"]).results] == ["random"]
    with pytest.raises(RankingError, match="no run of the suite core with these trials yet"):
        cohort(database, "core", suite_hash="0" * 64)


def test_a_short_newest_run_decides_and_it_is_said(database):
    store(database, "bf16", passing(NAMES))
    older = store(database, "w4a16", passing(NAMES))
    newest = store(database, "w4a16", passing(NAMES[:1]))
    found = cohort(database)
    assert [(one.build, one.runs) for one in found.results] == [("w4a16", (newest,))]
    assert found.left_out[0] == (
        f"Run {newest} of w4a16, the newest of a build, decides which others count: runs of its 1 trial, played in the same way; name the "
        "builds to hold against each other what they have all played."
    )
    named = cohort(database, builds=["bf16", "w4a16"])
    assert [one.build for one in named.results] == ["w4a16", "bf16"]
    assert named.results[0].runs == (older,)
    assert named.left_out == (
        f"Run {older} of w4a16, the newest that a run of every build asked for can be held against, decides which others count: runs of "
        "its 8 trials, played in the same way.",
        f"Left out run {newest} of w4a16: trials 1 in place of 8.",
    )


def test_a_run_that_nothing_was_left_out_for_decides_nothing(database):
    store(database, "bf16", passing(NAMES))
    store(database, "w4a16", passing(NAMES))
    store(database, "int8", dict.fromkeys(NAMES))
    (sentence,) = cohort(database).left_out
    assert sentence.endswith("no episode of it has ended yet.")


def test_a_build_that_was_asked_for_is_never_left_out(database):
    whole = store(database, "bf16", passing(NAMES))
    short = store(database, "w4a16", passing(NAMES[:4]))
    said = (
        f"run {whole} of bf16 cannot be held against run {short} of w4a16, for it has trials 8 in place of 4: leave one of the two out, or "
        "let both play the same trials in the same way$"
    )
    with pytest.raises(RankingError, match=said):
        cohort(database, builds=["bf16", "w4a16"])
    open_ = store(database, "int8", dict.fromkeys(NAMES))
    with pytest.raises(RankingError, match=f"^no episode of run {open_} of int8 has ended yet: .*run --resume {open_}$"):
        cohort(database, builds=["bf16", "int8"])
    store(database, "random", passing(NAMES))
    assert {one.build for one in cohort(database, builds=["random", "bf16"]).results} == {"bf16", "random"}


SHIPPED, TRAINED = ({"base": "spark-nano", "base_hash": digit * 64} for digit in "ab")


def test_builds_of_different_checkpoints_are_never_ranked_together(database):
    other = store(database, "bf16", passing(NAMES), info=SHIPPED, content="shipped")
    store(database, "w4a16", passing(NAMES), info=TRAINED)
    store(database, "bf16", passing(NAMES), info=TRAINED, content="trained")
    store(database, "random", passing(NAMES))
    found = cohort(database)
    assert [(one.build, one.info.get("base_hash")) for one in found.results] == [
        ("bf16", "b" * 64), ("w4a16", "b" * 64), ("random", None),
    ]  # fmt: skip
    assert f"Left out run {other} of bf16: checkpoint spark-nano@aaaaaa in place of spark-nano@bbbbbb." in found.left_out
    assert found.settings["base_hash"] == "b" * 64
    store(database, "int8", passing(NAMES), info=SHIPPED)
    with pytest.raises(RankingError, match="for it has checkpoint spark-nano@bbbbbb in place of spark-nano@aaaaaa: leave one of the two"):
        cohort(database, builds=["int8", "w4a16"])


def test_two_builds_are_compared_on_the_checkpoint_that_they_share(database):
    store(database, "bf16", passing(NAMES), info=SHIPPED, content="shipped")
    mine = store(database, "w4a16", passing(NAMES), info=SHIPPED)
    store(database, "bf16", passing(NAMES), info=TRAINED, content="trained")
    found = two(database, "bf16", "w4a16")
    assert {one.info["base_hash"] for one in found.results} == {"a" * 64}
    assert found.results[1].runs == (mine,)


def test_runs_of_different_checkpoints_are_compared_where_they_are_named_and_it_is_said(database):
    one = store(database, "bf16", passing(NAMES), info=SHIPPED)
    other = store(database, "w4a16", passing(NAMES), info=TRAINED)
    apart = "bf16 and w4a16 are not quantisations of one checkpoint, but made from spark-nano@aaaaaa and spark-nano@bbbbbb"
    with pytest.raises(RankingError, match=f"^{apart}; to compare them all the same, name the runs: .*compare {one} {other}$"):
        two(database, "bf16", "w4a16")
    with pytest.raises(RankingError, match=f"^{apart}"):
        two(database, one, "w4a16")
    found = two(database, one, other)
    assert [(each.build, each.runs) for each in found.results] == [("bf16", (one,)), ("w4a16", (other,))]
    assert found.left_out == (f"{apart}: by what they differ is not what quantisation cost.",)


def test_a_run_is_not_played_until_decided_against_a_build_of_another_checkpoint(database):
    run_id = store(database, "bf16", passing(NAMES), info=SHIPPED)
    with database.read() as session:
        (stored,) = played(session)
    assert on_same_trials(database, "bf16", replace(stored, id="", name="w4a16", hash="c" * 64)).runs == (run_id,)
    with pytest.raises(RankingError, match=f"its last run, {run_id}, has checkpoint spark-nano@aaaaaa in place of spark-nano@bbbbbb$"):
        on_same_trials(database, "bf16", replace(stored, id="", name="w4a16", hash="c" * 64, info=TRAINED))


@pytest.mark.parametrize("name", ["a\x1b[2Jb", "two\nlines", "\u202elanif", "one,two", "a@b", "x" * 300])
def test_a_build_goes_by_its_name_and_by_how_that_is_shown(database, name):
    store(database, name, passing(NAMES))
    (found,) = cohort(database).results
    assert found.build == shown_name(name)
    for given in (name, found.build, f"{found.build}@{found.hash[:6]}", found.hash[:8]):
        assert [one.build for one in cohort(database, builds=[given]).results] == [found.build]
    assert cohort(database, builds=[found.build]).results[0].build.isprintable()


def test_two_names_that_are_shown_alike_are_told_by_their_hashes(database):
    for middle in "ab":
        store(database, f"{'x' * 100}{middle}{'x' * 100}", passing(NAMES))
    new, old = cohort(database).results
    assert old.build == f"{new.build}@{old.hash[:6]}"
    assert [one.hash for one in cohort(database, builds=[old.build]).results] == [old.hash]


def test_an_older_content_of_a_name_is_told_by_its_hash(database):
    store(database, "w4a16", passing(NAMES), content="old")
    store(database, "w4a16", passing(NAMES), content="new")
    new, old = cohort(database).results
    assert (new.build, old.build) == ("w4a16", f"w4a16@{old.hash[:6]}")
    (alone,) = cohort(database, builds=[old.build]).results
    assert alone.hash == old.hash
    (alone,) = cohort(database, builds=[old.hash[:8]]).results
    assert alone.hash == old.hash


def test_what_is_not_there_is_said_in_one_sentence(database):
    with pytest.raises(RankingError, match=r"no run of the suite core yet: .*run --build w4a16 --suite core"):
        cohort(database, "core")
    run_id = store(database, "w4a16", dict.fromkeys(NAMES))
    with pytest.raises(RankingError, match=f"no episode of run {run_id} of w4a16 has ended yet"):
        cohort(database)
    store(database, "w4a16", passing(NAMES))
    with pytest.raises(RankingError, match=r"no build 'w4a61' has played the suite core: the nearest that has is w4a16$"):
        cohort(database, "core", ["w4a61"])


def test_two_builds_are_compared_on_the_newest_trials_that_both_have_played(database):
    a = store(database, "bf16", passing(NAMES))
    b = store(database, "w4a16", passing(NAMES))
    alone = store(database, "w4a16", passing(NAMES[:4]))
    found = two(database, "bf16", "w4a16")
    assert [(results.build, results.runs) for results in found.results] == [("bf16", (a,)), ("w4a16", (b,))]
    assert found.left_out == (f"Left out run {alone} of w4a16: trials 4 in place of 8.",)


def test_two_runs_of_one_build_are_told_by_their_ids(database):
    first = store(database, "bf16", passing(NAMES))
    second = store(database, "bf16", passing(NAMES))
    third = store(database, "bf16", passing(NAMES))
    found = two(database, first, second)
    assert [results.build for results in found.results] == [f"bf16, run {first}", f"bf16, run {second}"]
    rest = two(database, first, "bf16").results[1]
    assert rest.runs == (second, third)
    with pytest.raises(RankingError, match="bf16 and bf16 are the same"):
        two(database, "bf16", "bf16")


def test_runs_that_cannot_be_compared_are_refused_with_what_differs(database):
    a = store(database, "bf16", passing(NAMES), versions={"clock.task_2": "v0"})
    b = store(database, "w4a16", passing(NAMES))
    with pytest.raises(RankingError, match=f"run {b} of w4a16 cannot be compared with run {a} of bf16, for it has other versions of clock"):
        two(database, "bf16", "w4a16")
    c = store(database, "int8", passing(NAMES[:4]), suite="smoke")
    with pytest.raises(RankingError, match=f"run {c} of int8 cannot be compared with run {b} of w4a16, for it has suite 'smoke' in place"):
        two(database, b, c)
    with pytest.raises(RankingError, match="no build 'int8' has played the suite core"):
        two(database, "w4a16", "int8", "core")


def test_the_variation_is_read_from_a_trial_s_id():
    for one in suite("smoke").trials:
        base, axis, value = variation_of(one.id, one.task)
        assert (axis, value) == (one.variation.axis, one.variation.value)
        assert base == f"{one.task}/{one.seed}"


def test_a_run_is_stopped_as_long_as_nothing_was_played_on(database):
    stopped = {"against": "bf16", "against_hash": "a" * 64, "decision": "worse", "p": 0.04}
    run_id = store(database, "w4a16", {**dict.fromkeys(NAMES), **passing(NAMES[:6])}, stopped=stopped)
    (one,) = cohort(database).results
    assert (one.stopped, one.raced) == (stopped, {"a" * 64})
    end_sitting(database, begin_sitting(database, run_id, {"command": "a resume that was interrupted"}))
    (one,) = cohort(database).results
    assert (one.stopped, one.raced) == (None, {"a" * 64}), "it could have been stopped once, and is not as it was left then"


def test_a_run_that_was_held_against_another_is_known_for_it_though_it_was_not_stopped(database):
    run_id = store(database, "w4a16", passing(NAMES))
    assert cohort(database).results[0].raced == frozenset()
    end_sitting(database, begin_sitting(database, run_id, {RACED: {"against": "bf16", "against_hash": "b" * 64}}))
    assert cohort(database).results[0].raced == {"b" * 64}


def test_a_repeat_that_was_broken_off_is_not_counted(database):
    first = store(database, "w4a16", {**dict.fromkeys(NAMES), NAMES[0]: True})
    second = store(database, "w4a16", passing(NAMES))
    found = cohort(database)
    (one,) = found.results
    assert (one.runs, len(one.items)) == ((second,), len(NAMES))
    assert found.left_out == (
        f"Left out run {first} of w4a16, a repeat that was broken off with 7 of 8 trials open: to count it, go on with agent-eval run "
        f"--resume {first}.",
    )


def test_runs_that_were_all_broken_off_count_together(database):
    runs = [store(database, "w4a16", {**dict.fromkeys(NAMES), **passing(NAMES[:count])}) for count in (3, 5)]
    found = cohort(database)
    (one,) = found.results
    assert (one.runs, found.left_out) == (tuple(runs), ())
