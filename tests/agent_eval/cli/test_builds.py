import json
from pathlib import Path

import pytest

from agent_eval.builds.scheme import SCHEMES
from agent_eval.cli.main import main
from tests.agent_eval.tiny import write_checkpoint


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("AGENT_EVAL_HOME", str(tmp_path / "home"))
    monkeypatch.delenv("AGENT_EVAL_MODEL", raising=False)
    return tmp_path / "home"


@pytest.fixture
def model(tmp_path: Path) -> str:
    return str(write_checkpoint(tmp_path / "tiny"))


def test_every_scheme_is_there_out_of_the_box(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["builds", "list", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    assert [(row["build"], row["scheme"], row["base"]) for row in rows] == [(scheme, scheme, "spark-nano") for scheme in SCHEMES]
    assert all(row["about"] for row in rows)
    assert all("not Spark-X2.5" in row["base_label"] for row in rows)
    assert main(["builds", "list"]) == 0
    assert "at first use" in capsys.readouterr().out


def test_create_list_show_verify(model: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["builds", "create", "w4a16", "--model", model]) == 0
    assert "bits a weight" in (first := capsys.readouterr().out)
    assert main(["builds", "create", "--scheme", "w4a16", "--model", model]) == 0
    assert capsys.readouterr().out == first
    assert main(["builds", "list", "--model", model, "--json"]) == 0
    rows = {row["build"]: row for row in json.loads(capsys.readouterr().out)}
    made = rows.pop("tiny-w4a16")
    assert all(promised["hash"] is None for promised in rows.values())
    assert made["group"] == 32
    assert main(["builds", "show", made["hash"][:8], "--json"]) == 0
    assert json.loads(capsys.readouterr().out)[0]["path"] == made["path"]
    assert main(["builds", "verify"]) == 0
    assert "as made" in capsys.readouterr().out
    (Path(made["path"]) / "config.json").write_text("{}")
    assert main(["builds", "verify", "--json"]) == 1
    assert json.loads(capsys.readouterr().out)[0]["changed"] == ["config.json"]


def test_usage_is_refused_in_one_sentence(model: str, capsys: pytest.CaptureFixture[str]) -> None:
    for arguments, words in (
        (["show", "w4a61"], "did you mean w4a16"),
        (["create", "w4"], "unknown scheme 'w4'"),
        (["create", "--scheme", "w4"], "unknown scheme 'w4'"),
        (["create"], f"known are {', '.join(SCHEMES)}"),
        (["create", "bf16", "--scheme", "w4a16"], "say once by which scheme"),
        (["verify", "bf16", "--model", model], "not made yet"),
        (["create", "bf16", "--model", f"{model}/nowhere"], "is not a folder"),
    ):
        assert main(["builds", *arguments]) == 2
        error = capsys.readouterr().err
        assert words in error
        assert len(error.splitlines()) == 1
