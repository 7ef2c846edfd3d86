import json
import subprocess

from agent_eval.provenance import cpu, provenance, source


def test_it_is_plain_data_and_names_what_made_the_number():
    record = provenance({"name": "w4a16", "hash": "ab"}, "cd", {"prompt": "1"}, {"dtype": "bfloat16"})
    assert json.loads(json.dumps(record, allow_nan=False)) == record
    assert record["build"] == {"name": "w4a16", "hash": "ab"}
    assert record["suite_hash"] == "cd"
    assert record["packages"]["torch"]
    assert record["cpu"]["threads"] >= 1


def test_commit_and_dirt_are_read_from_git(tmp_path):
    assert source(tmp_path) == {"commit": None, "dirty": None}

    def git(*arguments):
        command = ["git", "-C", str(tmp_path), "-c", "user.name=a", "-c", "user.email=a@b.c", *arguments]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()

    git("init", "-q")
    assert source(tmp_path) == {"commit": None, "dirty": None}  # nothing committed yet
    git("commit", "-q", "--allow-empty", "-m", "first")
    head = git("rev-parse", "HEAD")
    assert source(tmp_path) == {"commit": head, "dirty": False}
    (tmp_path / "new").write_text("")
    assert source(tmp_path) == {"commit": head, "dirty": True}


def test_the_processor_is_read_on_x86_and_arm_and_where_nothing_is_said(tmp_path):
    x86 = tmp_path / "x86"
    x86.write_text("processor\t: 0\nmodel name\t: Some CPU @ 2 GHz\nflags\t\t: fpu sse4_2 avx2 avx512f amx_int8\n\nprocessor\t: 1\n")
    assert cpu(x86)["name"] == "Some CPU @ 2 GHz"
    assert cpu(x86)["features"] == ["amx_int8", "avx2", "avx512f", "sse4_2"]
    arm = tmp_path / "arm"
    arm.write_text("processor\t: 0\nFeatures\t: fp asimd asimddp i8mm\n\n")
    assert cpu(arm)["features"] == ["asimd", "asimddp", "i8mm"]
    assert cpu(tmp_path / "none")["features"] == []
