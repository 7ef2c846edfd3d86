"""Exported tables hold what the store holds, every episode and every step of it once."""

import csv
import os
from contextlib import closing

import pytest
from pyarrow import parquet

from agent_eval.cli import export
from agent_eval.cli.files import replaced
from agent_eval.store.database import Database
from agent_eval.store.flat import columns
from tests.support.stored import passing, store, trials, verdict

NAMES = trials(3)


@pytest.fixture
def database(data_folder):
    with closing(Database(data_folder / "agent-eval.sqlite")) as opened:
        yield opened


@pytest.fixture
def runs(database):
    late = verdict(False, goal_reached_step=1, kept=False, recognition="late", side_effects=("a", "b"), steps=9)
    first = store(database, "bf16", passing(NAMES))
    second = store(database, "w4a16", {**passing(NAMES), NAMES[1]: late, NAMES[2]: "timeout", NAMES[3]: None})
    return first, second


def read(file):
    with file.open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))


def test_each_episode_is_a_line_with_its_verdict_in_parts(runs, agent_eval, tmp_path):
    file = tmp_path / "episodes.csv"
    said = agent_eval("export", "episodes", str(file))
    assert (said.code, said.out) == (0, f"11 episodes of core written to {file}.\n")
    rows = read(file)
    assert list(rows[0]) == list(columns("episodes"))
    assert [row["run"] for row in rows] == [runs[0]] * 6 + [runs[1]] * 5
    assert [row["trial"] for row in rows[:6]] == NAMES
    failed, timeout = rows[7], rows[8]
    assert (failed["build"], failed["outcome"], failed["passed"], failed["counts"]) == ("w4a16", "failed", "false", "true")
    assert (failed["goal_reached_step"], failed["kept"], failed["recognition"], failed["side_effects"]) == ("1", "false", "late", "2")
    assert (failed["axis"], failed["value"], failed["steps"], failed["prompt_tokens"]) == ("theme", "dark", "9", "200")
    assert (timeout["outcome"], timeout["passed"], timeout["steps"], timeout["reference_steps"]) == ("timeout", "", "", "4")


def test_each_step_is_a_line(runs, agent_eval, tmp_path):
    file = tmp_path / "steps.csv"
    assert agent_eval("export", "steps", str(file), "--run", runs[1][:6]).code == 0
    rows = read(file)
    assert len(rows) == 10
    assert {row["run"] for row in rows} == {runs[1]}
    assert [row["step"] for row in rows[:4]] == ["0", "1", "0", "1"]
    assert (rows[1]["tool"], rows[1]["action"], rows[1]["status"]) == ("tap", '{"tool":"tap","element":1}', "done")


@pytest.mark.parametrize("kind", ["episodes", "steps"])
def test_parquet_holds_the_same_with_types(runs, agent_eval, tmp_path, kind):
    assert agent_eval("export", kind, str(tmp_path / "x.csv")).code == 0
    assert agent_eval("export", kind, str(tmp_path / "x.parquet")).code == 0
    rows = parquet.read_table(tmp_path / "x.parquet").to_pylist()
    plain = [
        {name: "" if value is None else str(value).lower() if isinstance(value, bool) else str(value) for name, value in row.items()}
        for row in rows
    ]
    assert plain == read(tmp_path / "x.csv")
    assert isinstance(rows[0]["prompt_tokens"], int)


def test_a_file_that_is_there_is_replaced_whole_or_not_at_all(runs, agent_eval, tmp_path, monkeypatch):
    file = tmp_path / "x.csv"
    file.write_text("what was there before")
    assert agent_eval("export", "episodes", str(file), "--suite", "smoke").code == 2
    assert file.read_text() == "what was there before"

    def broken(stream, kind, found):
        stream.write(b"half")
        raise OSError(28, "No space left on device")

    monkeypatch.setitem(export._WRITERS, ".csv", broken)
    assert agent_eval("export", "episodes", str(file)).code == 3
    assert [each.name for each in tmp_path.iterdir() if each.is_file()] == ["x.csv"]
    assert file.read_text() == "what was there before"
    monkeypatch.undo()


def test_words_with_commas_quotes_lines_and_other_scripts_come_back_as_they_were(database, agent_eval, tmp_path):
    said = 'a, "b"\r\nc\nأهلا'
    store(database, "bf16", {NAMES[0]: verdict(False, recognition=None, reason=said)})
    from sqlalchemy import update

    from agent_eval.store import models

    database.write(lambda session: session.execute(update(models.Step).values(text=said)))
    assert agent_eval("export", "steps", str(tmp_path / "x.csv")).code == 0
    assert {row["text"] for row in read(tmp_path / "x.csv")} == {said}


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("episodes", "x.xlsx"), "x.xlsx ends in .xlsx, expected a file that ends in .csv or .parquet."),
        (("steps", "x"), "x ends in nothing, expected"),
        (("episodes", "/no/such/folder/x.csv"), "there is no folder /no/such/folder to write x.csv to: make it first."),
        (("episodes", "x.csv", "--suite", "cor"), "unknown suite 'cor': did you mean core?"),
        (("episodes", "x.csv", "--suite", "full"), "there are no episodes of full yet: agent-eval run --build w4a16 --suite full."),
        (("episodes", "x.csv", "--run", "zz"), "there is no run of the id 'zz'."),
    ],
)
def test_wrong_usage_is_said_in_one_sentence(runs, agent_eval, tmp_path, monkeypatch, words, sentence):
    monkeypatch.chdir(tmp_path)
    said = agent_eval("export", *words)
    assert (said.code, said.out) == (2, "")
    assert said.sentence().startswith(sentence)
    assert not (tmp_path / "x.csv").exists()


def test_the_newest_run_says_which_suite_is_taken_and_it_is_said(runs, database, agent_eval, tmp_path):
    run_id = store(database, "w4a16", passing(NAMES[:1]), suite="smoke")
    store(database, "random", passing(NAMES), suite="full")  # a baseline decides nothing
    said = agent_eval("export", "episodes", str(tmp_path / "x.csv"))
    assert (said.code, said.out) == (0, f"1 episode of smoke written to {tmp_path / 'x.csv'}.\n")
    assert [row["run"] for row in read(tmp_path / "x.csv")] == [run_id]
    assert agent_eval("rank", "--json").lines[0]["suite"] == "smoke"
    said = agent_eval("export", "episodes", str(tmp_path / "x.csv"), "--run", runs[0])
    assert said.out == f"6 episodes of run {runs[0]} written to {tmp_path / 'x.csv'}.\n"


def test_without_runs_it_says_what_to_play(agent_eval, tmp_path):
    said = agent_eval("export", "steps", str(tmp_path / "x.csv"))
    assert said.code == 2
    assert said.sentence() == "no run has ended an episode yet: agent-eval run --build w4a16 --suite core."


def test_a_link_stays_and_the_file_that_it_leads_to_is_written(runs, agent_eval, tmp_path):
    there = tmp_path / "elsewhere"
    there.mkdir()
    file = there / "data.csv"
    file.write_text("before")
    file.chmod(0o600)
    link, ahead = tmp_path / "x.csv", tmp_path / "y.csv"
    link.symlink_to(file)
    ahead.symlink_to(there / "new.csv")
    for one, target in ((link, file), (ahead, there / "new.csv")):
        assert agent_eval("export", "episodes", str(one)).code == 0
        assert one.is_symlink()
        assert len(read(target)) == 11
    assert file.stat().st_mode & 0o777 == 0o600, "what was not for everyone to read is not now"
    assert sorted(each.name for each in there.iterdir()) == ["data.csv", "new.csv"]


def test_what_is_no_file_is_refused(runs, agent_eval, tmp_path):
    round_, pipe, nowhere, device = (tmp_path / f"{name}.csv" for name in ("round", "pipe", "nowhere", "device"))
    round_.symlink_to(round_)
    os.mkfifo(pipe)
    nowhere.symlink_to(tmp_path / "none" / "data.csv")
    device.symlink_to("/dev/null")
    for file, sentence in (
        (round_, f"{round_} is a link that leads back to itself"),
        (pipe, f"{pipe} is there and is no plain file"),
        (device, f"{device} is there and is no plain file"),
        (nowhere, f"there is no folder {tmp_path / 'none'} to write data.csv to"),
    ):
        said = agent_eval("export", "episodes", str(file))
        assert said.code == 2
        assert said.sentence().startswith(sentence)
    assert pipe.is_fifo()
    assert not os.path.isfile("/dev/null")  # noqa: PTH113


def test_a_folder_is_refused_before_any_work_and_nothing_is_left_beside_it(runs, agent_eval, tmp_path):
    folder = tmp_path / "x.csv"
    folder.mkdir()
    said = agent_eval("export", "episodes", str(folder))
    assert said.code == 2
    assert "is a folder" in said.sentence()
    with pytest.raises(IsADirectoryError), replaced(folder):
        pass
    assert [entry.name for entry in tmp_path.iterdir() if entry.name.startswith(".")] == []
