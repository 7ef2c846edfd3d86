"""``agent-eval failures``, on runs of baselines."""

import json
from collections import Counter

import pytest
from rich.console import Console
from sqlalchemy import text, update

from agent_eval.cli import failures as command
from agent_eval.names import shown_name
from agent_eval.ranking.failure_shares import failures_of
from agent_eval.ranking.failures import CLASSES, FAILURES
from agent_eval.ranking.intervals import clustered_wilson
from agent_eval.ranking.results import cohort
from agent_eval.store import models
from agent_eval.store.database import Database


@pytest.fixture
def played(agent_eval):
    """Six trials of smoke, played by two baselines."""
    for name in ("do-nothing", "random"):
        assert agent_eval("run", "--build", name, "--trials", "6", "--json").code == 0
    return agent_eval


def test_every_failed_episode_is_in_one_class_and_the_shares_add_up(played):
    said = played("failures", "--json")
    assert (said.code, said.err) == (0, "")
    found = json.loads(said.out)
    assert (found["suite"], found["classes"]) == ("smoke", FAILURES)
    builds = {one["build"]: one for one in found["builds"]}
    assert set(builds) == {"do-nothing", "random"}
    for one in builds.values():
        assert one["scored"] == 6
        assert one["failed"] == one["told"] == len(one["episodes"]) == sum(share["n"] for share in one["shares"])
        assert [share["class"] for share in one["shares"]] == list(CLASSES)
        assert sum(share["share"] for share in one["shares"]) == pytest.approx(1.0)
        assert all(share["ci95"][0] <= share["share"] <= share["ci95"][1] for share in one["shares"])
        assert one["untold"] == {}
    hasty = next(share for share in builds["do-nothing"]["shares"] if share["class"] == "stopped early")
    assert (hasty["n"], hasty["share"]) == (6, 1.0)
    sizes = Counter(each["trial"].partition("/")[0] for each in builds["do-nothing"]["episodes"]).values()
    assert hasty["ci95"] == pytest.approx(clustered_wilson([(size, size) for size in sizes]))


def test_the_table_names_classes_shares_and_an_episode_to_look_at(played, data_folder):
    (one,) = json.loads(played("failures", "--builds", "do-nothing", "--json").out)["builds"]
    low = next(share["ci95"][0] for share in one["shares"] if share["class"] == "stopped early")
    said = played("failures", "--builds", "do-nothing", "--examples", "2")
    assert said.code == 0
    assert "6 of 6" in said.out
    assert f"6: 100 % ({100 * low:.0f}\N{EN DASH}100)" in said.out
    assert f"stopped early: {FAILURES['stopped early']}" in said.out
    assert f"0: 0 % (0\N{EN DASH}{100 - 100 * low:.0f})" in said.out  # the rest class is always shown
    lines = [line.split() for line in said.out.splitlines() if line.startswith("  do-nothing")]
    assert len(lines) == 2
    with Database(data_folder / "agent-eval.sqlite") as database, database.read() as session:
        for _, episode, trial, step, number, *_ in lines:
            row = session.get_one(models.Episode, episode)
            assert (row.trial.name, step, number) == (trial, "step", "0:")
    assert "replay EPISODE --step N" in said.out


def test_builds_are_shown_and_baselines_only_where_nothing_else_is_or_they_are_named(played):
    assert "random" in played("failures").out
    assert "random" not in played("failures", "--builds", "do-nothing").out


def test_who_passed_everything_has_no_shares(agent_eval):
    agent_eval("run", "--build", "reference", "--trials", "3", "--json")
    said = agent_eval("failures")
    assert said.code == 0
    assert "0 of 3" in said.out
    assert "other" not in said.out
    shares = json.loads(agent_eval("failures", "--json").out)["builds"][0]["shares"]
    assert all((share["n"], share["share"], share["ci95"]) == (0, None, None) for share in shares)


def test_an_episode_that_is_judged_otherwise_today_has_no_class_and_is_said(agent_eval, data_folder):
    agent_eval("run", "--build", "do-nothing", "--trials", "3", "--json")
    with Database(data_folder / "agent-eval.sqlite") as database:
        database.write(lambda session: session.execute(text("UPDATE episodes SET verdict = json_set(verdict, '$.recognition', 'never')")))
    said = agent_eval("failures")
    why = "today's oracle judges them otherwise than when they were played"
    assert f"do-nothing: 3 of 3 failed episodes have no class: {why}." in said.out
    (one,) = json.loads(agent_eval("failures", "--json").out)["builds"]
    assert (one["failed"], one["told"], one["untold"]) == (3, 0, {why: 3})
    assert all(share["ci95"] is None for share in one["shares"])


def test_names_and_words_of_others_do_nothing_on_a_terminal_and_leave_the_figures_where_they_are(agent_eval, data_folder):
    for name in ("do-nothing", "random"):
        agent_eval("run", "--build", name, "--trials", "6", "--json")
    odd = ["[red]\x1b[2J\u202eevil,\n" + "x" * 200, "y" * 70]
    with Database(data_folder / "agent-eval.sqlite") as database:
        for name, new in zip(("do-nothing", "random"), odd, strict=True):
            database.write(
                lambda session, name=name, new=new: session.execute(update(models.Build).where(models.Build.name == name).values(name=new))
            )
        said = agent_eval("failures")
        found = cohort(database)
    assert said.code == 0
    assert "".join(said.out.split("\n")).isprintable()
    shown = shown_name(odd[0])
    assert shown.startswith("[red]\\x1b[2J\\u202eevil\\x2c\\n")
    assert f"  {shown} " in said.out
    out = Console(width=80, force_terminal=True, color_system=None, highlight=False, markup=False)
    with Database(data_folder / "agent-eval.sqlite") as database, out.capture() as captured:
        command._show(out, found, [failures_of(database, one) for one in found.results], 0)
    table = [line for line in captured.get().splitlines() if line.startswith(("failed", *CLASSES)) and ":" not in line.split("  ")[0]]
    assert len(table) > 2
    assert max(map(len, table)) <= 80
    assert all(line.count("of 6") == 2 or line.count("%") == 2 for line in table)


def test_a_store_that_cannot_be_read_back_is_an_error(played, data_folder):
    with Database(data_folder / "agent-eval.sqlite") as database:
        database.write(lambda session: session.execute(text("UPDATE steps SET screen = x'00'")))
    said = played("failures")
    assert (said.code, said.out) == (3, "")
    assert "holds what cannot be read back" in said.sentence()


def test_an_unknown_build_is_one_sentence_with_one_end(played):
    for name in ("nosuch", "randum"):
        said = played("failures", "--builds", name).sentence()
        assert said.startswith(f"no build {name!r} has played any suite: ")
        assert said.endswith(("that have are random, do-nothing.", "that has is random."))


def test_one_of_a_kind_is_not_many(agent_eval, data_folder):
    agent_eval("run", "--build", "do-nothing", "--trials", "1", "--json")
    with Database(data_folder / "agent-eval.sqlite") as database:
        database.write(lambda session: session.execute(text("UPDATE trials SET task = 'settings.none'")))
    assert "1 of 1 failed episode has no class: the template is gone." in agent_eval("failures").out


def test_a_template_that_is_gone_is_said(agent_eval, data_folder):
    agent_eval("run", "--build", "do-nothing", "--trials", "2", "--json")
    with Database(data_folder / "agent-eval.sqlite") as database:
        database.write(lambda session: session.execute(text("UPDATE trials SET task = 'settings.none'")))
    assert "2 of 2 failed episodes have no class: the template is gone." in agent_eval("failures").out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((), "there is no run yet"),
        (("--suite", "full"), "no run of the suite full"),
        (("--builds", ","), "--builds names no build"),
        (("--suite", "full", "--builds", "w4a16"), "no run of the suite full yet"),
    ],
)
def test_what_is_not_there_is_one_sentence(agent_eval, arguments, words):
    said = agent_eval("failures", *arguments)
    assert (said.code, said.out) == (2, "")
    assert words in said.sentence()
