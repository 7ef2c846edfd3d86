"""How fast the simulated phone is stepped: looks and actions a second on one core, with and without pictures, what a reset costs, and
how much memory a hundred phones in use take.

    python benchmarks/simulator.py [--json] [--repeat N]

Every figure is the median over repeats that take turns within one run, so that a busy machine slows all of them alike; the ratios are
the figures to compare between machines. Time is processor time of this process. Memory is what Linux calls RssAnon, of a process of its
own that holds nothing else.
"""

import argparse
import json
import multiprocessing
import random
import statistics
import time
from collections.abc import Callable
from itertools import product
from pathlib import Path

from devices.action import Action, Drag, LongPress, OpenApp, PressKey, Scroll, Tap, TypeText, Wait
from devices.device import Layout, Setup
from devices.observation import Observation
from devices.sim import SimulatedPhone
from devices.sim.app import LAUNCHER, apps

AIM = 2_000  # observe+act a second and core, without pictures
MEMORY_AIM = 1024  # MiB for this many phones
PHONES = 100
STEPS = 400
APPS = [app.label for app in apps().values() if app.package != LAUNCHER]
LOOKS = [
    Layout(locale=locale, width=width, height=height, menu=menu, control=control, font_scale=font_scale)
    for locale, (width, height), menu, control, font_scale in product(
        ("en", "de", "zh", "ar"), ((1080, 2400), (2400, 1080)), ("top", "bottom"), ("switch", "checkbox"), (1.0, 1.3)
    )
]


def choose(seen: Observation, draw: random.Random) -> Action:
    """An action much like an agent's: mostly taps, some text, some moving about."""
    if not seen.elements:
        return PressKey(key="wake")
    fields = [element.index for element in seen.elements if element.kind == "field"]
    sliders = [element.index for element in seen.elements if element.kind == "slider"]
    kind = draw.random()
    if kind < 0.08:
        return OpenApp(name=draw.choice(APPS))
    if kind < 0.2:
        return PressKey(key=draw.choice(["back", "back", "back", "notifications", "quick_settings", "recents"]))
    if kind < 0.3:
        return Scroll(direction=draw.choice(["down", "up"]))
    if kind < 0.45 and fields:
        return TypeText(element=draw.choice(fields), text=draw.choice(["7", "30", "Anna"]))
    if kind < 0.5 and sliders:
        return Drag(element=draw.choice(sliders), to_percent=draw.randrange(101))
    if kind < 0.55:
        return LongPress(element=draw.randrange(len(seen.elements)))
    if kind < 0.58:
        return Wait(seconds=2)
    return Tap(element=draw.randrange(len(seen.elements)))


def walk(seed: int, beside: Callable[[SimulatedPhone, Observation], object] | None = None, steps: int = STEPS) -> float:
    """Seconds that each observe+act takes through all apps of a phone as delivered, with something done to it beside each."""
    draw, phone = random.Random(seed), SimulatedPhone()
    start = time.process_time()
    for step in range(steps):
        if step % 20 == 0:
            phone.reset(Setup(front=draw.choice(APPS)))
        seen = phone.observe()
        if beside is not None:
            beside(phone, seen)
        phone.act(choose(seen, draw), seen)
    return (time.process_time() - start) / steps


def walk_in_every_look(seed: int) -> float:
    """Seconds that each observe+act takes on phones that look different every twenty steps."""
    draw, phone, spent = random.Random(seed), SimulatedPhone(), 0.0
    for _ in range(STEPS // 20):
        phone.reset(Setup(layout=draw.choice(LOOKS), front=draw.choice(APPS)))
        start = time.process_time()
        for _ in range(20):
            seen = phone.observe()
            phone.act(choose(seen, draw), seen)
        spent += time.process_time() - start
    return spent / STEPS


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
        "step_in_every_look": walk_in_every_look,
        "step_with_xml": lambda seed: walk(seed, lambda phone, seen: seen.xml),
        "step_with_picture": lambda seed: walk(seed, lambda phone, seen: phone.screenshot(), steps=20),
        "reset": resets,
    }
    taken: dict[str, list[float]] = {name: [] for name in kinds}
    for seed in range(repeat):
        for name, run in kinds.items():
            taken[name].append(run(seed))
    return {name: statistics.median(times) for name, times in taken.items()}


def _anonymous() -> float:
    """MiB of memory that this process holds and that is no file's."""
    status = Path("/proc/self/status").read_text()
    return int(next(line.split()[1] for line in status.splitlines() if line.startswith("RssAnon"))) / 1024


def _many_phones(answer: "multiprocessing.SimpleQueue[tuple[float, float]]") -> None:
    """Hold many phones in use, all at once and each in a look of its own."""
    before, draw = _anonymous(), random.Random(0)
    phones = [SimulatedPhone() for _ in range(PHONES)]
    for number, phone in enumerate(phones):
        phone.reset(Setup(layout=LOOKS[number % len(LOOKS)], front=draw.choice(APPS)))
        for _ in range(60):
            seen = phone.observe()
            phone.act(choose(seen, draw), seen)
    answer.put((_anonymous(), _anonymous() - before))


def memory() -> tuple[float, float]:
    """(MiB of a process with many phones, MiB of it that are the phones')."""
    context = multiprocessing.get_context("spawn")
    answer: multiprocessing.SimpleQueue[tuple[float, float]] = context.SimpleQueue()
    process = context.Process(target=_many_phones, args=(answer,))
    process.start()
    process.join()
    if process.exitcode:
        raise RuntimeError(f"the process that holds {PHONES} phones ended with {process.exitcode}")
    return answer.get()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0] if __doc__ else None)
    parser.add_argument("--json", action="store_true", help="one JSON object instead of a table")
    parser.add_argument("--repeat", type=int, default=7, help="how often each figure is taken")
    arguments = parser.parse_args()
    walk(0)
    seconds = measure(arguments.repeat)
    held, phones = memory()
    figures = {
        "steps_per_second": 1 / seconds["step"],
        "steps_per_second_in_every_look": 1 / seconds["step_in_every_look"],
        "steps_per_second_with_xml": 1 / seconds["step_with_xml"],
        "steps_per_second_with_picture": 1 / seconds["step_with_picture"],
        "reset_ms": 1000 * seconds["reset"],
        "of_aim": 1 / seconds["step"] / AIM,
        "xml_costs": seconds["step_with_xml"] / seconds["step"],
        "picture_costs": seconds["step_with_picture"] / seconds["step"],
        "reset_costs": seconds["reset"] / seconds["step"],
        "memory_mib": held,
        "memory_mib_a_phone": phones / PHONES,
        "of_memory_aim": held / MEMORY_AIM,
    }
    if arguments.json:
        print(json.dumps({"benchmark": "simulator", **{name: round(value, 4) for name, value in figures.items()}}))
        return
    print(f"observe+act, no pictures  {figures['steps_per_second']:10,.0f} /s   {figures['of_aim']:.1f} times the aim of {AIM:,} a core")
    print(f"  on phones of all looks  {figures['steps_per_second_in_every_look']:10,.0f} /s")
    print(f"  and the XML printed     {figures['steps_per_second_with_xml']:10,.0f} /s   {figures['xml_costs']:.1f} times the time")
    print(f"  and a picture drawn     {figures['steps_per_second_with_picture']:10,.0f} /s   {figures['picture_costs']:.0f} times the time")
    print(f"reset                     {figures['reset_ms']:10.3f} ms   {figures['reset_costs']:.1f} steps")
    print(
        f"{PHONES} phones in use         {held:10,.0f} MiB  {figures['memory_mib_a_phone']:.2f} MiB a phone; "
        f"{100 * figures['of_memory_aim']:.0f} % of the aim"
    )


if __name__ == "__main__":
    main()
