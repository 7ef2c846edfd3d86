"""The map holds every trial of every build, what fails most first."""

from contextlib import closing

import pytest

from agent_eval.ranking.results import cohort
from agent_eval.report.trial_map import trial_map
from agent_eval.store.database import Database
from tests.support.stored import passing, store, trials

NAMES = trials(8)


@pytest.fixture
def database(tmp_path):
    with closing(Database(tmp_path / "agent-eval.sqlite")) as opened:
        yield opened


def test_apps_and_templates_with_the_most_failures_come_first(database):
    store(database, "bf16", passing(NAMES, {"clock.task_6/0", "clock.task_6/0/theme=dark", "mail.task_1/0"}))
    apps = trial_map(cohort(database).results)
    assert [app.name for app in apps] == ["clock", "mail", "maps", "notes"]
    assert [row.task for row in apps[0].rows] == ["clock.task_6", "clock.task_2"]
    assert apps[0].passed == ("2/4",)
    assert apps[0].rows[0].cells[0].words.startswith("0 of 2 passed; 0 failed in episode ")


def test_rows_are_alike_where_all_builds_did_the_same(database):
    store(database, "bf16", passing(NAMES, {"mail.task_1/0", "clock.task_2/0"}))
    store(database, "int8", passing(NAMES, {"mail.task_1/0"}))
    apps = {app.name: app for app in trial_map(cohort(database).results)}
    assert {row.task: row.alike for row in apps["clock"].rows} == {"clock.task_2": False, "clock.task_6": True}
    assert (apps["mail"].alike, apps["clock"].alike) == (True, False)


def test_of_a_single_build_what_passed_is_alike(database):
    store(database, "bf16", passing(NAMES, {"mail.task_1/0"}))
    alike = {row.task: row.alike for app in trial_map(cohort(database).results) for row in app.rows}
    assert [task for task, same in alike.items() if not same] == ["mail.task_1"]


def test_a_trial_without_a_score_is_no_failure(database):
    store(database, "bf16", {**passing(NAMES), NAMES[0]: "timeout", NAMES[1]: None})
    (app,) = (app for app in trial_map(cohort(database).results) if app.name == "notes")
    (cell,) = app.rows[0].cells
    assert [mark.state for mark in cell.marks] == ["unscored", "missing"]
    assert cell.words == "0 of 2 passed; 0 timeout; 0/theme=dark not played"
    assert app.passed == ("2/2",)
