"""The page in a real browser: it asks for nothing, fits a narrow screen, follows the scheme, prints, and can be used without sight."""

import shutil
from contextlib import closing
from datetime import UTC, datetime

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import sync_playwright

from agent_eval.ranking.failure_shares import BuildFailures, Told
from agent_eval.ranking.failures import Failure
from agent_eval.ranking.results import cohort
from agent_eval.ranking.standings import rank
from agent_eval.report.origin import origins
from agent_eval.report.page import Report, render
from agent_eval.store.database import Database
from tests.support.stored import passing, store, trials

BROWSER = next((found for name in ("chromium", "chromium-browser", "google-chrome") if (found := shutil.which(name))), None)
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        BROWSER is None, reason="there is no Chromium (Debian: apt install chromium): the page is not looked at in a browser"
    ),
]
NAMES = trials(40)


@pytest.fixture(scope="module")
def browser():
    with sync_playwright() as started:
        opened = started.chromium.launch(executable_path=BROWSER, args=["--no-sandbox", "--disable-gpu"])
        yield opened
        opened.close()


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    folder = tmp_path_factory.mktemp("report")
    with closing(Database(folder / "agent-eval.sqlite")) as database:
        store(database, "bf16", passing(NAMES, {NAMES[0], NAMES[3]}), info={"bits_per_weight": 16.0})
        store(database, "w4a16-g128-asym", passing(NAMES, set(NAMES[:30])), info={"bits_per_weight": 4.1})
        store(database, "do-nothing", passing(NAMES, set(NAMES)))
        store(database, "bf16", passing(NAMES, {NAMES[0]}), info={"bits_per_weight": 16.0})
        found = cohort(database)
        told = tuple(Told(f"e{name}", name, name.split("/")[0], Failure("wrong value", 3, "typed “no”")) for name in NAMES[:30])
        failures = [BuildFailures("w4a16-g128-asym", 80, 30, told, {}), BuildFailures("bf16", 160, 3, (), {"the template is gone": 3})]
        page = render(Report(rank(found), failures, origins(database, found), datetime.now(UTC)))
    path = folder / "report.html"
    path.write_text(page, encoding="utf-8")
    return path


@pytest.fixture
def opened(browser, file):
    """Opens the page, offline; at the end nothing may have been asked for or complained of."""
    contexts, noise = [], []

    def open_page(**settings):
        contexts.append(browser.new_context(offline=True, **settings))
        page = contexts[-1].new_page()
        page.on("console", lambda message: noise.append(message.text))
        page.on("pageerror", lambda error: noise.append(str(error)))
        page.on("request", lambda request: noise.append(request.url) if request.url != file.as_uri() else None)
        page.goto(file.as_uri())
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert noise == []


def ground(page) -> str:
    return page.evaluate("getComputedStyle(document.documentElement).backgroundColor")


def test_it_follows_the_scheme(opened):
    assert ground(opened(color_scheme="light")) == "rgb(255, 255, 255)"
    assert ground(opened(color_scheme="dark")) == "rgb(20, 22, 25)"


@pytest.mark.parametrize("width", [320, 400, 1280])
def test_only_tables_scroll_sideways(opened, width):
    page = opened(viewport={"width": width, "height": 800})
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_without_script_the_map_shows_only_what_differs_when_asked(opened):
    page = opened(java_script_enabled=False)
    rows = page.locator("#map tbody tr:visible")
    assert rows.count() == 40
    page.get_by_label("only templates on which builds differ").check()
    assert rows.count() == 15


def test_what_scrolls_and_opens_is_reached_by_keyboard(opened):
    page = opened()
    reached = []
    for _ in range(60):
        page.keyboard.press("Tab")
        reached.append(page.evaluate("(document.activeElement.id || document.activeElement.ariaLabel || document.activeElement.hash)"))
    assert {"#rates", "#map", "Pass rates", "Differences to bf16", "What each variation costs each build", "differing"} <= set(reached)


def test_it_prints(opened):
    page = opened()
    printed = page.pdf(prefer_css_page_size=True)
    assert printed.startswith(b"%PDF")
    page.emulate_media(media="print", color_scheme="dark")
    assert ground(page) == "rgb(255, 255, 255)"
    assert not page.locator("nav").is_visible()


def test_no_rule_of_accessibility_is_broken(opened):
    for scheme in ("light", "dark"):
        page = opened(color_scheme=scheme)
        page.evaluate("for (const each of document.querySelectorAll('details')) each.open = true")
        results = Axe().run(page)
        assert results.violations_count == 0, results.generate_report()


def test_a_long_name_is_folded_and_pushes_no_column_away(browser, tmp_path):
    def heads(name):
        """How far to the left each column of the first table begins."""
        path = tmp_path / "report.html"
        with closing(Database(tmp_path / f"{len(name)}.sqlite")) as database:
            store(database, "bf16", passing(NAMES))
            store(database, name, passing(NAMES, {NAMES[0]}))
            found = cohort(database)
            path.write_text(render(Report(rank(found), [], origins(database, found), datetime.now(UTC))), encoding="utf-8")
        context = browser.new_context(offline=True, viewport={"width": 1280, "height": 800})
        page = context.new_page()
        page.goto(path.as_uri())
        places = page.evaluate("Array.from(document.querySelectorAll('#rates thead')[0].querySelectorAll('th'), e => e.offsetLeft)")
        context.close()
        return places

    *_, short = heads("w4a16")
    *_, long = heads("x" * 79)
    assert long - short < 240
