"""What stands on the screens of every app in other languages: found by tapping through them, not by a list."""

from collections import deque
from collections.abc import Iterator

import pytest

from devices.action import Tap
from devices.device import Layout, Setup
from devices.observation import Observation
from devices.sim import SimulatedPhone
from devices.sim.app import LAUNCHER, App, apps
from devices.sim.language import CATALOGUES

APPS = [app for app in apps().values() if app.package != LAUNCHER]
LOOKS = 80  # at each app's screens, the shallowest first


def screens(app: App, layout: Layout) -> Iterator[tuple[Observation, tuple[int, ...]]]:
    """Different screens of an app, and the taps that lead to each."""
    phone, setup = SimulatedPhone(), Setup(front=app.label, layout=layout)
    paths: deque[tuple[int, ...]] = deque([()])
    known = set()
    for _ in range(LOOKS):
        if not paths:
            return
        path = paths.popleft()
        seen = walk(phone, setup, path)
        look = (seen.title, tuple(element.label for element in seen.elements))
        if seen.package == app.package and look not in known:
            known.add(look)
            yield seen, path
            paths.extend((*path, element.index) for element in seen.elements if element.kind != "text")


def walk(phone: SimulatedPhone, setup: Setup, path: tuple[int, ...]) -> Observation:
    """The screen after these taps."""
    phone.reset(setup)
    for index in path:
        phone.act(Tap(element=index), phone.observe())
    return phone.observe()


@pytest.mark.parametrize("maker", ["stock", "vendor"])
@pytest.mark.parametrize("app", APPS, ids=lambda app: app.label)
def test_no_word_was_left_in_english(app: App, maker: str) -> None:
    catalogue = CATALOGUES["zh"]
    phone = SimulatedPhone()
    stored = {str(value) for facts in phone.state().values() for value in facts.values()}
    left = set()
    for seen, _ in screens(app, Layout(locale="zh", maker=maker)):
        shown = {seen.title, *(words for element in seen.elements for words in (element.label, element.detail))}
        left |= {words for words in shown - stored if catalogue.get(words, words) != words}
    if app.label == "Browser":  # pages of the web are in the language of who wrote them
        left -= {words for seen, _ in screens(app, Layout()) for words in (element.label for element in seen.elements)}
    assert not left


@pytest.mark.parametrize("locale", ["de", "zh"])
@pytest.mark.parametrize("app", APPS, ids=lambda app: app.label)
def test_what_is_called_differently_in_english_is_called_differently(app: App, locale: str) -> None:
    phone = SimulatedPhone()
    compared = 0
    for seen, path in screens(app, Layout()):
        other = walk(phone, Setup(front=app.label, layout=Layout(locale=locale)), path)
        if [element.resource_id for element in seen.elements] != [element.resource_id for element in other.elements]:
            continue  # a list that is sorted by name led elsewhere
        compared += 1
        names: dict[tuple[str, str], str] = {}
        for english, foreign in zip(seen.elements, other.elements, strict=True):
            assert names.setdefault((foreign.kind, foreign.label), english.label) == english.label, foreign.label
    assert compared > 3
