"""The sentences about where a build fails name apps of the phone, and hide none that is like those named."""

import pytest

from agent_eval.ranking.answers import failing
from agent_eval.ranking.comparison import compare
from agent_eval.ranking.results import cohort
from agent_eval.ranking.standings import standing
from agent_eval.report.trial_map import trial_map
from tests.support.runs import database_in
from tests.support.stored import passing, store

APPS = ("clock", "mail", "maps", "music", "notes", "todo")


@pytest.fixture
def database(tmp_path):
    opened = database_in(tmp_path)
    yield opened
    opened.close()


@pytest.mark.parametrize(
    ("failed", "said"),
    [
        (["clock", "mail", "maps"], "fewest passes in clock 0/2, mail 0/2, maps 0/2."),
        (["clock", "mail", "maps", "music"], "fewest passes in clock 0/2, mail 0/2, maps 0/2 and 1 more alike."),
        (APPS, "fewest passes in clock 0/2, mail 0/2, maps 0/2 and 3 more alike."),
        (["todo"], "fewest passes in todo 0/2."),
    ],
)
def test_apps_that_are_like_those_named_are_counted(database, failed, said):
    names = [f"{app}.task/{seed}" for app in APPS for seed in range(2)]
    store(database, "w4a16", passing(names, {name for name in names if name.split(".")[0] in failed}))
    assert say(database).endswith(said)


def test_the_same_share_of_other_numbers_is_alike(database):
    names = [f"{app}.task/{seed}" for app, count in zip(APPS, (4, 4, 4, 2, 3, 2), strict=True) for seed in range(count)]
    failed = {name for name in names if int(name[-1]) % 2 == 0 and not name.startswith("todo")}
    store(database, "w4a16", passing(names, failed))
    assert say(database).endswith("fewest passes in notes 1/3, clock 2/4, mail 2/4 and 2 more alike.")


def test_groups_are_apps_and_not_files_of_templates(database):
    tasks = ("alarms.delete_named", "clock.set_alarm", "people.call_without_number", "across.download_to_folder", "notes.gone", "mail.gone")
    names = [f"{task}/{seed}" for task in tasks for seed in range(2)]
    store(database, "bf16", passing(names))
    store(database, "w4a16", passing(names, {name for name in names if name.startswith(("alarms", "people", "across"))}))
    both = cohort(database)
    assert sorted(row.name for row in compare(both).rows if row.family == "app") == ["clock", "contacts", "mail", "notes", "several apps"]
    found = {app.name: app for app in trial_map(both.results)}
    assert sorted(found) == ["clock", "contacts", "mail", "notes", "several apps"]
    assert [(row.task, row.name) for row in found["clock"].rows] == [
        ("alarms.delete_named", "delete_named"),
        ("clock.set_alarm", "set_alarm"),
    ]
    (said,) = failing([standing(one) for one in both.results])
    assert said[1].endswith("fewest passes in contacts 0/2, several apps 0/2, clock 2/4.")


def say(database):
    ((_, words),) = failing([standing(one) for one in cohort(database).results])
    return words
