"""Which trials the suites hold, and their files.

Every template is in ``core`` and ``full``; partners are dealt out so that every axis, and on an axis every value, comes as often as the
templates allow, and only where the reference solution meets the variation on its way: a pair in which nothing that is seen differs could
not tell what breaks a build. ``smoke`` passes through as many apps as it can in few steps.
"""

import hashlib
import math
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from devices.device import Device
from tasks import registry, suite
from tasks.play import play, reference_steps
from tasks.suite import Entry, possible, trial
from tasks.task import Task, Trial, Variation

SMOKE_TRIALS, SMOKE_BASES, SMOKE_STEPS = 12, 9, 10
"""Of ``smoke``: its trials, how many of them are base trials, and the longest solution that one may have."""
LEAST = {"core": 200, "full": 1000}
"""Trials that a suite has at least."""
FULL_PARTNERS = 4
_AGAIN = 4
"""Steps that a template of another kind may be longer than one of a kind that ``smoke`` has already."""
ONLY_IN_PICTURES = frozenset({"theme"})
"""Axes that change no element of a screen, but all of its pictures."""
_FIRST = ("settings.turn_on_wifi", "clock.set_alarm")
"""Templates that ``smoke`` begins with: the ones that the documents tell of."""


def entries(name: str) -> list[Entry]:
    """The base trials of a suite, with their partners."""
    templates = _interleaved()
    if name == "smoke":
        bases = [(task, 0) for task in _short(templates)]
        return _deal(bases, [1] * (SMOKE_TRIALS - len(bases)))
    if name == "core":  # each template once, with as many partners as it takes: every trial costs a build minutes
        partners, rounds = max(1, math.ceil(LEAST[name] / len(templates)) - 1), 1
    else:
        partners, rounds = FULL_PARTNERS, math.ceil(LEAST[name] / len(templates) / (FULL_PARTNERS + 1))
    bases = [(task, seed) for seed in range(rounds) for task in templates]
    return _deal(bases, [partners] * len(bases))


def _interleaved() -> list[Task]:
    """Templates in an order in which the apps take turns, so that the beginning of a suite passes through every app."""
    rooms: dict[str, list[Task]] = {}
    for known in registry.tasks().values():
        rooms.setdefault(known.apps[0], []).append(known)
    longest = max(len(room) for room in rooms.values())
    return [room[place] for place in range(longest) for room in rooms.values() if place < len(room)]


def _short(templates: Sequence[Task]) -> list[Task]:
    """Few templates that pass through many apps: each is the one that adds most apps, and among those the one that takes fewest steps."""
    from devices.sim import SimulatedPhone

    phone = SimulatedPhone()
    steps = {task.id: reference_steps(trial(task, 0), phone) for task in templates}
    chosen = [task for task in templates if task.id in _FIRST]
    while len(chosen) < SMOKE_BASES:
        met = {room for task in chosen for room in task.apps}
        kinds = Counter(task.kind for task in chosen)
        left = [task for task in templates if task not in chosen and steps[task.id] <= SMOKE_STEPS]
        chosen.append(min(left, key=lambda task: (-len(set(task.apps) - met), steps[task.id] + _AGAIN * kinds[task.kind])))
    return chosen


def _deal(bases: Sequence[tuple[Task, int]], hands: Sequence[int]) -> list[Entry]:
    """Give each base trial its number of partners, in turn the rarest that it can have. Where the numbers end, trials have none."""
    from devices.sim import SimulatedPhone

    phone = SimulatedPhone()
    axes: Counter[str] = Counter()
    values: Counter[Variation] = Counter()
    dealt = []
    for place, (task, seed) in enumerate(bases):
        base = trial(task, seed)
        hand: list[Variation] = []
        for _ in range(hands[place] if place < len(hands) else 0):
            taken = {varied.axis for varied in hand}
            free = [Variation(a, v) for a, found in possible(task, base).items() if a not in taken for v in found]
            free.sort(key=lambda varied: (axes[varied.axis], values[varied], _shuffled(base, varied)))
            rarest = next((varied for varied in free if varied.axis in ONLY_IN_PICTURES or _shows(task, base, varied, phone)), None)
            if rarest is None:
                break
            axes[rarest.axis] += 1
            values[rarest] += 1
            hand.append(rarest)
        dealt.append(Entry(task.id, seed, tuple(hand)))
    return dealt


def _shows(task: Task, base: Trial, varied: Variation, phone: Device) -> bool:
    """Whether the reference solution sees anything of a variation: a screen on its way differs from that of the base trial."""
    return looks(base, phone) != looks(trial(task, base.seed, varied), phone)


def looks(one: Trial, phone: Device) -> list[object]:
    """What the reference solution is shown of the elements, screen by screen."""
    steps = play(registry.task(one.task).solve, one, phone).steps
    return [
        (seen.width, seen.title, seen.elements, seen.keyboard, seen.more_above, seen.more_below) for seen in (s.observation for s in steps)
    ]


def _shuffled(base: Trial, varied: Variation) -> bytes:
    """Among equals, no axis is always first."""
    return hashlib.sha256(f"{base.id}/{varied.axis}={varied.value}".encode()).digest()


def write(name: str) -> str:
    """The text of a suite's file."""
    found = entries(name)
    pairs = sum(len(entry.partners) for entry in found)
    lines = [
        f"# The suite {name}: {len(found) + pairs} trials, {len(found)} of them base trials and {pairs} their partners.",
        "# A partner differs from its base trial in one value of one axis and in nothing else, so that the two are a pair.",
        "# Written by: agent-eval tasks suites --write",
    ]
    for entry in found:
        partners = ", ".join(f'"{varied.axis}={varied.value}"' for varied in entry.partners)
        lines += ["", "[[base]]", f'task = "{entry.task}"', f"seed = {entry.seed}", f"partners = [{partners}]"]
    return "\n".join(lines) + "\n"


def stale() -> list[str]:
    """The suites whose files are not as they would be written now."""
    return [name for name in suite.SUITES if not _path(name).is_file() or _path(name).read_text(encoding="utf-8") != write(name)]


def write_all() -> list[str]:
    """Write the files of all suites; returns the names of those that changed."""
    changed = stale()
    suite.FILES.mkdir(exist_ok=True)
    for name in changed:
        _path(name).write_text(write(name), encoding="utf-8", newline="\n")
    suite.entries_of.cache_clear()
    return changed


def _path(name: str) -> Path:
    return suite.FILES / f"{name}.toml"
