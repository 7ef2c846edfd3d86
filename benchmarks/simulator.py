"""How fast the simulated phone is stepped: looks and actions a second on one core, with and without pictures, and what a reset costs.

    python benchmarks/simulator.py [--json] [--repeat N]

Every figure is the median over repeats that take turns within one run, so that a busy machine slows all of them alike; the ratios are
the figures to compare between machines. Time is processor time of this process.
"""

import argparse
import json
import random
import statistics
import time
from collections.abc import Callable

from devices.action import Action, Drag, OpenApp, PressKey, Scroll, Tap, TypeText
from devices.device import Setup
from devices.observation import Observation
from devices.sim import SimulatedPhone

AIM = 2_000  # observe+act a second and core, without pictures
STEPS = 400


def choose(seen: Observation, draw: random.Random) -> Action:
    """An action much like an agent's: mostly taps, some text, some moving about."""
    fields = [element.index for element in seen.elements if element.kind == "field"]
    sliders = [element.index for element in seen.elements if element.kind == "slider"]
    kind = draw.random()
    if kind < 0.1 or not seen.elements:
        return OpenApp(name=draw.choice(["Settings", "Clock", "Contacts"]))
    if kind < 0.2:
        return PressKey(key="back")
    if kind < 0.3:
        return Scroll(direction=draw.choice(["down", "up"]))
    if kind < 0.5 and fields:
        return TypeText(element=draw.choice(fields), text=draw.choice(["7", "30", "Anna"]))
    if kind < 0.55 and sliders:
        return Drag(element=draw.choice(sliders), to_percent=draw.randrange(101))
    return Tap(element=draw.randrange(len(seen.elements)))


def walk(seed: int, beside: Callable[[SimulatedPhone, Observation], object] | None = None, steps: int = STEPS) -> float:
    """Seconds that each observe+act takes, with something done to the phone beside each."""
    draw, phone = random.Random(seed), SimulatedPhone()
    start = time.process_time()
    for step in range(steps):
        if step % 20 == 0:
            phone.reset(Setup())
        seen = phone.observe()
        if beside is not None:
            beside(phone, seen)
        phone.act(choose(seen, draw), seen)
    return (time.process_time() - start) / steps


def resets(seed: int) -> float:
    """Seconds that one reset takes, from a phone in use."""
    phone, draw, spent, count = SimulatedPhone(), random.Random(seed), 0.0, 50
    for _ in range(count):
        for _ in range(3):
            seen = phone.observe()
            phone.act(choose(seen, draw), seen)
        start = time.process_time()
        phone.reset(Setup(now="2026-03-02T09:41:00", front="clock"))
        spent += time.process_time() - start
    return spent / count


def measure(repeat: int) -> dict[str, float]:
    """Medians in seconds, by name."""
    kinds: dict[str, Callable[[int], float]] = {
        "step": walk,
        "step_with_xml": lambda seed: walk(seed, lambda phone, seen: seen.xml),
        "step_with_picture": lambda seed: walk(seed, lambda phone, seen: phone.screenshot(), steps=20),
        "reset": resets,
    }
    taken: dict[str, list[float]] = {name: [] for name in kinds}
    for seed in range(repeat):
        for name, run in kinds.items():
            taken[name].append(run(seed))
    return {name: statistics.median(times) for name, times in taken.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0] if __doc__ else None)
    parser.add_argument("--json", action="store_true", help="one JSON object instead of a table")
    parser.add_argument("--repeat", type=int, default=7, help="how often each figure is taken")
    arguments = parser.parse_args()
    walk(0)
    seconds = measure(arguments.repeat)
    figures = {
        "steps_per_second": 1 / seconds["step"],
        "steps_per_second_with_xml": 1 / seconds["step_with_xml"],
        "steps_per_second_with_picture": 1 / seconds["step_with_picture"],
        "reset_ms": 1000 * seconds["reset"],
        "of_aim": 1 / seconds["step"] / AIM,
        "xml_costs": seconds["step_with_xml"] / seconds["step"],
        "picture_costs": seconds["step_with_picture"] / seconds["step"],
        "reset_costs": seconds["reset"] / seconds["step"],
    }
    if arguments.json:
        print(json.dumps({"benchmark": "simulator", **{name: round(value, 4) for name, value in figures.items()}}))
        return
    print(f"observe+act, no pictures  {figures['steps_per_second']:10,.0f} /s   {figures['of_aim']:.1f} times the aim of {AIM:,} a core")
    print(f"  and the XML printed     {figures['steps_per_second_with_xml']:10,.0f} /s   {figures['xml_costs']:.1f} times the time")
    print(f"  and a picture drawn     {figures['steps_per_second_with_picture']:10,.0f} /s   {figures['picture_costs']:.0f} times the time")
    print(f"reset                     {figures['reset_ms']:10.3f} ms   {figures['reset_costs']:.1f} steps")


if __name__ == "__main__":
    main()
