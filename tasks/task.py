"""Tasks, and the trials made from them.

A task is a template: typed parameters, a set-up, an oracle, a reference solution and the wrong trajectories that must fail. A trial is a
task with its parameters drawn and one variation applied: plain data, the same byte for byte on every host.
"""

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, Literal, get_args

from devices.action import Action
from devices.device import Setup
from devices.observation import Observation
from devices.state import State, Value
from tasks.oracle import Oracle
from tasks.params import Param
from tasks.params import Split as Split
from tasks.trace import Step

Kind = Literal[
    "already_done",
    "choice",
    "compute",
    "constraint",
    "copy",
    "create",
    "create_several",
    "delete",
    "delete_by_constraint",
    "delete_duplicates",
    "delete_several",
    "edit",
    "edit_several",
    "infeasible",
    "move",
    "move_several",
    "multi_app",
    "navigate",
    "prohibition",
    "question",
    "rename",
    "send",
    "share",
    "slider",
    "toggle",
]
"""What a task asks for; reports are broken down by it."""
KINDS: tuple[Kind, ...] = get_args(Kind)

Params = dict[str, Value]
Solver = Callable[[Observation, Params, Sequence[Step]], Action]
"""The next right action, from this observation and the steps so far, and nothing else. It must be right from any state that an agent can
reach and under every variation; it may go by resource ids, which agents are not shown."""


@dataclass(frozen=True, slots=True)
class Variation:
    """One value on one axis; ``axis="base"`` is the phone as delivered.

    Attributes:
        axis: of layout (``theme``, ``font_scale``, …) or of state (``distractors``, ``front``, …).
        value: on that axis.
    """

    axis: str = "base"
    value: str = ""


@dataclass(frozen=True, slots=True)
class Wrong:
    """A trajectory that must fail.

    Attributes:
        name: what is wrong with it, in a few words.
        solver: plays it, as a `Solver` does.
        usual: whether it can be made in any task; the others were written for this one.
    """

    name: str
    solver: Solver
    usual: bool = False


@dataclass(frozen=True, slots=True)
class Task:
    """One template.

    Attributes:
        id: ``file.verb_object``, by the file of templates in which it stands.
        apps: the apps that it passes through; the first is the one that it is about, where it is about one (`registry.app`).
        kind: what it asks for.
        goals: wordings with ``{parameter}`` placeholders; a trial's seed picks one.
        params: name → how its value is drawn.
        apart: groups of parameters that hold no value in common: where two of a group are drawn alike, all are drawn anew.
        setup: what the phone is brought to before the episode, from the parameters (the variation is laid over it afterwards).
        oracle: judges a trace, from the parameters.
        solve: the reference solution.
        wrong: trajectories that must fail.
        without: axes that make no sense for it; all others are varied.
        shown: words for a parameter in the goal, where they differ from its plain value.
        distractors: facts that make the axis ``distractors``: things so like the one meant that a hasty agent takes them for it.
        met: facts laid over the set-up with which the goal holds from the start, for the axis ``met``: the right move is to look and to
            say done. None where a goal cannot be met beforehand.
        filler: this many further entities, none of which the goal could mean, for lists that are empty, usual or very long. None for a
            task that is about no list.
    """

    id: str
    apps: tuple[str, ...]
    kind: Kind
    goals: tuple[str, ...]
    params: Mapping[str, Param]
    setup: Callable[[Params], Setup]
    oracle: Callable[[Params], Oracle]
    solve: Solver
    wrong: tuple[Wrong, ...]
    without: tuple[str, ...] = ()
    apart: tuple[tuple[str, ...], ...] = ()
    shown: Mapping[str, Callable[[Value], str]] = field(default_factory=dict)
    distractors: Callable[[Params], State] | None = None
    met: Callable[[Params], State] | None = None
    filler: Callable[[Params, int], State] | None = None


@dataclass(frozen=True, slots=True)
class Trial:
    """What every build is given. Trials that differ in one axis only form a pair.

    Attributes:
        task: the template's id.
        version: hash of what decides its score.
        seed: that the parameters were drawn from.
        split: ``train`` values are never drawn for scored suites.
        params: drawn.
        goal: what the agent is told.
        variation: what differs from the phone as delivered.
        setup: what the phone is brought to, the variation included.
    """

    task: str
    version: str
    seed: int
    split: Split
    params: Params
    goal: str
    variation: Variation
    setup: Setup

    @property
    def id(self) -> str:
        """Stable name: ``settings.turn_on_wifi/17`` or ``settings.turn_on_wifi/17/theme=dark``."""
        base = f"{self.task}/{self.seed}"
        return base if self.variation.axis == "base" else f"{base}/{self.variation.axis}={self.variation.value}"

    def to_json(self) -> dict[str, Any]:
        """Plain data, keys in a fixed order."""
        return asdict(self)

    @property
    def hash(self) -> str:
        """SHA-256 (hex) of the canonical JSON."""
        return hashlib.sha256(json.dumps(self.to_json(), sort_keys=True, ensure_ascii=True, separators=(",", ":")).encode()).hexdigest()
