"""Trials and traces, made again from what was stored, so that an episode can be shown and judged anew."""

from typing import Any

from agent_eval.store import models
from agent_eval.store.database import Database
from agent_eval.store.errors import OtherVersionError, StoreError
from devices.action import Outcome, parse_action
from devices.device import Event, Layout, Setup
from devices.elements import RULES, observe
from devices.observation import Observation
from devices.state import StateChange
from devices.tree import from_xml
from tasks.task import Trial, Variation
from tasks.trace import Step, Trace


def trial_of(row: models.Trial) -> Trial:
    """The trial that a row holds.

    Raises:
        OtherVersionError: it is not the trial that was planned: its hash differs.
    """
    trial = trial_from_json(row.spec)
    if trial.hash != row.hash:
        raise OtherVersionError(
            f"trial {row.name} does not have the hash that it was stored with: the database or the trial's format was changed"
        )
    return trial


def trial_from_json(spec: dict[str, Any]) -> Trial:
    """The trial whose `tasks.task.Trial.to_json` this is, JSON's lists become tuples again."""
    setup = dict(spec["setup"])
    setup["layout"] = Layout(**setup["layout"])
    setup["clear"] = tuple(setup["clear"])
    setup["args"] = tuple(setup.get("args", ()))  # trials planned by an earlier version have neither these nor events
    setup["events"] = tuple(Event(**event) for event in setup.get("events", ()))
    return Trial(**{**spec, "variation": Variation(**spec["variation"]), "setup": Setup(**setup)})


def load_trace(database: Database, episode_id: str) -> tuple[Trial, Trace, int | None]:
    """An episode's trial, its trace and the steps of the reference solution: all that `tasks.oracle.judge` needs.

    Raises:
        OtherVersionError: it was recorded under other rules for elements, or its trial has another form by now.
        StoreError: no such episode, one that did not come to its end, or the database cannot be read.
    """
    with database.read() as session:
        episode = session.get(models.Episode, episode_id)
        if episode is None:
            raise StoreError(f"there is no episode {episode_id}")
        if episode.initial is None or episode.final is None or episode.ending is None:
            raise StoreError(f"episode {episode_id} did not come to its end ({episode.outcome or 'interrupted'}): it cannot be judged")
        steps = tuple(step_of(row) for row in episode.steps)
        return trial_of(episode.trial), Trace(episode.initial, steps, episode.final, episode.ending), episode.trial.reference_steps


def observation_of(row: models.Step) -> Observation:
    """What was seen.

    Raises:
        OtherVersionError: it was read by other rules, so that its element numbers mean something else now.
    """
    if row.rules != RULES:
        raise OtherVersionError(
            f"step {row.index} was recorded under the rules {row.rules} for elements; this version reads screens by {RULES}"
        )
    return observe(from_xml(row.screen), row.width, row.height)


def step_of(row: models.Step) -> Step:
    """The step that a row holds.

    Raises:
        OtherVersionError: as `observation_of`.
    """
    return Step(
        index=row.index,
        observation=observation_of(row),
        text=row.text,
        action=None if row.action is None else parse_action(row.action),
        recoveries=tuple(row.recoveries),
        outcome=None if row.outcome is None else Outcome.model_validate(row.outcome),
        changes=tuple(StateChange(row.index, *change) for change in row.changes),
    )
