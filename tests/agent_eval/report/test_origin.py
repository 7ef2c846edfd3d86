"""Provenance is what the sittings recorded, and what they do not have in common is not hidden."""

from contextlib import closing

import pytest

from agent_eval.ranking.results import cohort
from agent_eval.report.origin import UNKNOWN, leaves, origins
from agent_eval.store.database import Database
from agent_eval.store.records import begin_sitting, end_sitting
from tests.support.stored import passing, store, trials


@pytest.fixture
def database(tmp_path):
    with closing(Database(tmp_path / "agent-eval.sqlite")) as opened:
        yield opened


def recorded(commit: str, processor: str, torch: str, dirty: bool = False) -> dict[str, object]:
    return {
        "agent_eval": {"version": "0.1", "commit": commit, "dirty": dirty},
        "python": "3.11.2",
        "cpu": {"name": processor, "threads": 2},
        "packages": {"torch": torch},
    }


def test_every_commit_processor_and_version_is_told(database):
    run = store(database, "bf16", passing(trials(3)), info={"scheme": "bf16"})
    for provenance in (recorded("a" * 40, "Xeon", "2.9.0"), recorded("b" * 40, "EPYC", "2.9.1", dirty=True)):
        end_sitting(database, begin_sitting(database, run, provenance), None)
    found = origins(database, cohort(database))
    (one,) = found.runs
    assert (one.run, one.build, one.scheme) == (run, "bf16", "bf16")
    assert one.commits == (UNKNOWN, "a" * 12, f"{'b' * 12}, changed")
    assert one.processors == (UNKNOWN, "Xeon, 2 threads", "EPYC, 2 threads")
    assert found.processors == (UNKNOWN, "Xeon", "EPYC")
    assert found.versions == {"agent-eval": ("0.1",), "python": ("3.11.2",), "torch": ("2.9.0", "2.9.1")}


def test_leaves_are_named_by_their_paths():
    found = dict(leaves({"agent": {"prompt": "compact-1", "thinking": False}, "limits": {"steps": None}, "none": {}}))
    assert found == {"agent prompt": "compact-1", "agent thinking": "false", "limits steps": "none", "none": "none"}
