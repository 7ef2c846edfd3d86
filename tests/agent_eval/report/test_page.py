"""What a model wrote is text on the page, and the page's colours can be read in light, dark and on paper."""

import re
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest
from lxml import html

import agent_eval.report
from agent_eval.names import shown as shown_words
from agent_eval.ranking.failure_shares import BuildFailures, Told
from agent_eval.ranking.failures import Failure
from agent_eval.ranking.results import cohort
from agent_eval.ranking.standings import rank
from agent_eval.report.origin import origins
from agent_eval.report.page import Report, render
from agent_eval.store.database import Database
from tests.support.stored import passing, store, trials

STYLE = (Path(agent_eval.report.__file__).parent / "page.css").read_text(encoding="utf-8")
NAMES = trials(10)
WORDS = ("ink", "quiet", "link", "better", "worse")
MARKS = ("dot", "failed", "passed", "interval")


@pytest.fixture
def database(tmp_path):
    with closing(Database(tmp_path / "agent-eval.sqlite")) as opened:
        yield opened


def test_classes_of_failure_are_shown_with_what_the_model_did_as_text(database):
    store(database, "bf16", passing(NAMES, {NAMES[0], NAMES[2], NAMES[4]}))
    hostile = "typed </td><script>alert(1)</script> \N{RIGHT-TO-LEFT OVERRIDE}{{ 7 * 7 }}"
    told = (
        Told("e1", NAMES[0], "notes.task_0", Failure("wrong value", 3, hostile)),
        Told("e2", NAMES[2], "mail.task_1", Failure("stopped early", None, "")),
    )
    failures = [BuildFailures("bf16", 20, 3, told, {"the template is gone": 1})]
    found = cohort(database)
    page = render(Report(rank(found), failures, origins(database, found), datetime(2026, 1, 2, 3, 4, tzinfo=UTC)))
    document = html.document_fromstring(page)
    assert not document.xpath("//script")
    shown = {
        row.xpath("string(th/text())"): row.xpath("string(td[2])").split() for row in document.xpath("//*[@id='failures']//table[1]//tr")
    }
    assert (shown["wrong value"], shown["stopped early"]) == (["1", "50", "%"], ["1", "50", "%"])
    assert "never stopped" not in shown
    assert shown_words(hostile) == hostile.replace("\N{RIGHT-TO-LEFT OVERRIDE}", "\\u202e")
    assert shown_words(hostile) in [cell.text_content() for cell in document.xpath("//*[@id='failures']//td")]
    assert "1 of 3 failed episodes has no class: the template is gone." in document.get_element_by_id("failures").text_content()
    assert document.xpath("//time/@datetime") == ["2026-01-02T03:04:00+00:00"]


def luminance(colour: str) -> float:
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """WCAG 2.2, relative luminance."""
    dark, light = sorted(map(luminance, (one, other)))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("place", [0, 1, 2], ids=["light", "dark", "print"])
def test_words_and_marks_stand_out_from_every_ground(place):
    blocks = re.findall(r":root \{([^}]*)\}", STYLE)
    assert len(blocks) == 3
    colours = dict(re.findall(r"--(\w+): (#[0-9a-f]{6})", blocks[place]))
    colours["interval"] = colours["ink"]
    for ground in ("ground", "band", "code"):
        for name in WORDS:
            assert contrast(colours[name], colours[ground]) >= 4.5, (name, ground)
    for ground in ("ground", "band"):
        for name in MARKS:
            assert contrast(colours[name], colours[ground]) >= 3.0, (name, ground)
