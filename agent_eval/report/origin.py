"""Where a report's numbers come from: for each run the code, the processor and the versions that made it, as it was recorded then."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import bindparam, select

from agent_eval.ranking.results import Cohort
from agent_eval.store import models
from agent_eval.store.database import Database

UNKNOWN = "not recorded"


@dataclass(frozen=True, slots=True)
class Origin:
    """One run. What its sittings do not have in common is there more than once.

    Attributes:
        run, build, hash: ids, and the hash of the build's content.
        scheme: how the build's weights are stored; empty for a baseline.
        begun, ended: days, ``2026-11-30``; the same where it took no longer. No end where the process was killed.
        commits: of this program, ``1a2b3c4d5e6f``, with ``, changed`` where the working tree differed.
        processors: names, with the threads used.
    """

    run: str
    build: str
    hash: str
    scheme: str
    begun: str
    ended: str
    commits: tuple[str, ...]
    processors: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Origins:
    """Of all runs.

    Attributes:
        runs: in the order of the cohort.
        versions: program or package → every version that played; more than one where they differ.
        processors: every processor that played, by name alone.
    """

    runs: tuple[Origin, ...]
    versions: Mapping[str, tuple[str, ...]]
    processors: tuple[str, ...]


def origins(database: Database, cohort: Cohort) -> Origins:
    """What is recorded of a cohort's runs."""
    ids = [run for one in cohort.results for run in one.runs]
    sitting = models.Sitting
    with database.read() as session:
        rows = session.execute(
            select(sitting.run_id, sitting.started_at, sitting.ended_at, sitting.provenance)
            .where(sitting.run_id.in_(bindparam("runs", ids, expanding=True)))
            .order_by(sitting.id)
        ).all()
    sittings: dict[str, list[Any]] = defaultdict(list)
    versions: dict[str, dict[str, None]] = defaultdict(dict)
    for run, *rest in rows:
        sittings[run].append(rest)
        for name, version in _versions(rest[2]):
            versions[name][version] = None
    found = []
    for one in cohort.results:
        for run in one.runs:
            mine = sittings[run]
            found.append(
                Origin(
                    run=run,
                    build=one.build,
                    hash=one.hash,
                    scheme=str(one.info.get("scheme", "")),
                    begun=f"{mine[0][0]:%Y-%m-%d}" if mine else UNKNOWN,
                    ended=f"{mine[-1][1]:%Y-%m-%d}" if mine and mine[-1][1] is not None else "",
                    commits=_each(_commit(provenance) for _, _, provenance in mine),
                    processors=_each(_processor(provenance) for _, _, provenance in mine),
                )
            )
    processors = _each(_at(provenance, "cpu", "name") or UNKNOWN for mine in sittings.values() for _, _, provenance in mine)
    return Origins(tuple(found), {name: tuple(each) for name, each in sorted(versions.items())}, processors)


def leaves(value: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """(path, value) of everything in plain data, in words; a path's names are parted by spaces."""
    if isinstance(value, Mapping) and value:
        for name, inner in value.items():
            yield from leaves(inner, f"{path} {name}".strip())
    else:
        yield path, "none" if value is None or value == {} else str(value).lower() if isinstance(value, bool) else str(value)


def _versions(provenance: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    program, python = _at(provenance, "agent_eval", "version"), _at(provenance, "python")
    packages = provenance.get("packages", {})
    yield from ((name, found) for name, found in (("agent-eval", program), ("python", python)) if found is not None)
    yield from packages.items()


def _commit(provenance: Mapping[str, Any]) -> str:
    commit = _at(provenance, "agent_eval", "commit")
    changed = provenance.get("agent_eval", {}).get("dirty")
    return UNKNOWN if commit is None else f"{commit[:12]}, changed" if changed else commit[:12]


def _processor(provenance: Mapping[str, Any]) -> str:
    name, threads = _at(provenance, "cpu", "name"), _at(provenance, "cpu", "threads")
    return UNKNOWN if name is None else f"{name}, {threads} thread{'' if threads == '1' else 's'}"


def _at(provenance: Mapping[str, Any], *path: str) -> str | None:
    """A leaf, in words; None where it was not recorded."""
    found: Any = provenance
    for name in path:
        found = found.get(name) if isinstance(found, Mapping) else None
    return None if found is None else str(found)


def _each(values: Iterator[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(values))
