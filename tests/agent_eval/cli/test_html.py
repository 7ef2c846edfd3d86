"""`report` writes one page: its figures are those of `rank` and `compare`, it loads and runs nothing, and it stands in odd cases too."""

import re
from contextlib import closing
from html.parser import HTMLParser
from pathlib import Path

import pytest
from lxml import html

from agent_eval.ranking.figures import between, chance, points, share, spread, whole
from agent_eval.store.database import Database
from tests.support.stored import passing, store, trials

NAMES = trials(60)
DARK = {name for name in NAMES if name.endswith("theme=dark")}
VOID = {"meta", "input", "br", "img", "link", "hr", "path", "rect", "circle", "use"}
HOSTILE = "</title><script>alert(1)</script>\"'&{{ 7 * 7 }}"
HOSTILE_TASK = "notes.<img src=x onerror=alert(1)>"


class Balanced(HTMLParser):
    """Fails where an element is closed that is not open, or not closed at all."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []

    def handle_starttag(self, tag, attrs):
        self.ids += [value for name, value in attrs if name == "id"]
        if tag not in VOID or tag == "use":
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.ids += [value for name, value in attrs if name == "id"]

    def handle_endtag(self, tag):
        assert self.open, f"</{tag}> closes nothing"
        assert self.open.pop() == tag, f"</{tag}> in line {self.getpos()[0]}"


@pytest.fixture
def database(data_folder):
    with closing(Database(data_folder / "agent-eval.sqlite")) as opened:
        yield opened


@pytest.fixture
def page(agent_eval, tmp_path):
    """Writes a report, and reads it."""

    def write(*arguments: str) -> html.HtmlElement:
        file = tmp_path / "report.html"
        said = agent_eval("report", "--out", str(file), *arguments)
        assert (said.code, said.err) == (0, "")
        assert said.out == f"Report written to {file}.\n"
        text = file.read_text(encoding="utf-8")
        parser = Balanced()
        parser.feed(text)
        parser.close()
        assert parser.open == []
        assert len(parser.ids) == len(set(parser.ids))
        assert text.startswith("<!doctype html>")
        return html.document_fromstring(text)

    return write


@pytest.fixture
def three(database):
    """A build that is as good as bf16 as far as is known, one that is much worse, and a baseline."""
    store(database, "bf16", passing(NAMES, {NAMES[0]}), info={"bits_per_weight": 16.0})
    store(database, "int8", passing(NAMES, {NAMES[2]}), info={"bits_per_weight": 8.1})
    store(database, "w4a16", passing(NAMES, DARK), info={"bits_per_weight": 4.1})
    store(database, "do-nothing", passing(NAMES, set(NAMES)))


def rows(document: html.HtmlElement, section: str, table: int = 0) -> list[list[str]]:
    """The words of the body of a section's table, cell by cell; a plot's is its title."""
    found = document.xpath(f"//*[@id='{section}']//table")[table]
    return [[" ".join(cell.text_content().split()) for cell in row] for row in found.xpath("tbody/tr")]


def words(document: html.HtmlElement, section: str) -> str:
    return " ".join(document.get_element_by_id(section).text_content().split())


def test_the_pass_rates_are_those_of_rank(three, page, agent_eval):
    (found,) = agent_eval("rank", "--json").lines
    shown = [row for row in rows(page(), "rates") if len(row) > 1]
    assert len(shown) == len(found["builds"]) == 4
    for row, one in zip(shown, found["builds"], strict=True):
        place, build, rate, interval, plot, scored, *_ = row
        assert (build, rate, interval) == (one["build"], share(one["pass_rate"]), between(tuple(one["ci95"])))
        assert scored == f"{whole(one['passed'])} of {one['n']}"
        assert plot == f"{build}: {rate} % passed, 95 % interval {interval}"
        low, high = one["rank_range"] or (0, 0)
        assert place == ("" if not low else str(low) if low == high else f"{low}–{high}")
    assert [row[6] for row in shown] == ["a", "a", "b", ""]
    assert [row[7] for row in shown] == ["16.00", "8.10", "4.10", ""]


def test_the_parts_and_costs_are_those_of_rank(three, page, agent_eval):
    (found,) = agent_eval("rank", "--json").lines
    shown = [row for row in rows(page(), "rates", 1) if len(row) > 1]
    for row, one in zip(shown, found["builds"], strict=True):
        shares = [share(one[name]) for name in ("goal_reached", "kept", "recognised", "side_effects")]
        steps = "n/a" if one["steps_to_reference"] is None else f"{one['steps_to_reference']:.2f}"
        assert row == [one["build"], *shares, steps, f"{one['seconds_per_episode']:.1f}", f"{one['tokens_per_episode']:,.0f}"]


def test_the_differences_are_those_of_rank_and_compare(three, page, agent_eval):
    document = page()
    (found,) = agent_eval("rank", "--json").lines
    against = [pair for pair in found["pairs"] if pair["a"] == "bf16"]
    shown = rows(document, "differences")
    assert [row[0] for row in shown] == ["int8", "w4a16"]
    for row, pair in zip(shown, against, strict=True):
        compared = agent_eval("compare", "bf16", pair["b"], "--json").lines[0]["pairs"][0]
        assert row[:4] == [pair["b"], row[1], points(compared["diff"]), spread(tuple(compared["ci95"]))]
        assert row[1].split()[-1] == pair["verdict"]
        assert row[5:8] == [str(compared["n"]), str(compared["gained"]), str(compared["lost"])]
        assert row[8:] == [chance(compared["p"]), chance(pair["p_adjusted"]), "shown" if compared["not_worse"] else "not shown"]
    every = rows(document, "differences", 1)
    assert [[row[0], row[1], row[2], row[8]] for row in every] == [
        [pair["a"], pair["b"], points(pair["diff"]), chance(pair["p_adjusted"])] for pair in found["pairs"]
    ]


def test_the_drops_are_those_of_rank(three, page, agent_eval):
    (found,) = agent_eval("rank", "--axes", "--json").lines
    document = page()
    (row,) = rows(document, "axes")
    assert row[:2] == ["theme", "60"]
    drops = {build: drop for build, (drop,) in found["axes"]["drops"].items()}
    assert row[3::2] == [f"{points(drop['difference'])}{'*' if drop['p_adjusted'] <= 0.05 else ''}" for drop in drops.values()]
    for plot, (build, drop) in zip(row[2::2], drops.items(), strict=True):
        assert plot.startswith(f"theme, {build}: {points(drop['difference'])} points")
        assert spread(tuple(drop["interval"])) in plot
    assert "theme costs w4a16 more than bf16: −101.7 points" in words(document, "axes")


def test_the_page_opens_with_the_three_answers_of_rank(three, page):
    document = page()
    headlines = [" ".join(one.text_content().split()) for one in document.xpath("//*[@id='answers']//p[@class='headline']")]
    assert headlines == ["inconclusive", "1 worse, 1 not decided"]
    said = words(document, "answers")
    assert "bf16 and int8 cannot be told apart on these trials" in said
    assert "agent-eval plan --detect 3 --suite core" in said
    assert "Worse than bf16: w4a16 (−49.2; gained 1, lost 60); not decided: int8" in said
    assert "w4a16 fails 60: 60 never reached the goal" in said


def test_the_build_to_ship_is_named(database, page):
    many = trials(300)
    store(database, "bf16", passing(many, {many[0]}), info={"bits_per_weight": 16.0})
    store(database, "w4a16", passing(many, {many[2]}), info={"bits_per_weight": 4.1})
    document = page()
    assert document.xpath("//p[@class='headline']/text()") == ["w4a16", "1 equivalent"]
    assert page("--margin", "0.2").xpath("//p[@class='headline']/text()")[0] == "inconclusive"


def test_the_map_shows_how_every_trial_of_every_build_came_out(database, page):
    names = trials(8)
    first = {**passing(names, {names[1], names[2]}), names[3]: "env_error"}
    store(database, "bf16", first)
    store(database, "bf16", {**passing(names), names[1]: True})
    store(database, "w4a16", {**passing(names, {names[0]}), names[4]: None})
    document = page()
    states = {}
    for table in document.xpath("//*[@id='map']//table"):
        app = table.xpath("thead/tr/th[1]/text()")[0]
        builds = table.xpath("thead/tr/th[position()>1]/span/text()")
        for row in table.xpath("tbody/tr"):
            for build, cell in zip(builds, row.xpath("td"), strict=True):
                states[build, f"{app}.{row.xpath('th')[0].text}"] = cell.xpath(".//use/@href")
    assert len(states) == 16
    assert states["bf16", "notes.task_0"] == ["#passed", "#both"]
    assert states["bf16", "mail.task_1"] == ["#both", "#passed"]
    assert states["w4a16", "notes.task_0"] == ["#failed", "#passed"]
    assert states["w4a16", "clock.task_2"] == ["#missing", "#passed"]
    titles = document.xpath("//*[@id='map']//svg/title/text()")
    assert any(title.startswith("0 of 2 passed; 0 passed 1 of 2 times") for title in titles) is False
    assert any(re.match(r"1 of 2 passed; 0/theme=dark passed 1 of 2 times, last failed in episode \w+$", title) for title in titles)
    assert "1 of 2 passed; 0 failed in episode" in " ".join(titles)
    flaky = rows(document, "repeats")
    assert [row[:3] for row in flaky] == [[names[1], "1", "1"], [names[2], "1", "1"]]


def test_what_was_left_out_and_what_limits_it_is_said(database, page):
    store(database, "bf16", passing(NAMES), versions={"mail.task_1": "v0"})
    stopped = {"against": "bf16", "decision": "worse", "p": 0.01}
    run_id = store(database, "w4a16", {**dict.fromkeys(NAMES), **passing(NAMES[:30], set(NAMES[:30]))}, stopped=stopped)
    said = words(page(), "limits")
    assert "of bf16: other versions of mail.task_1." in said
    assert "w4a16 is partial: it has played 30 of 120 trials, stopped early for being worse than bf16." in said
    assert f"agent-eval run --resume {run_id}" in said
    assert "its pass rate is between 0.0 % had they all failed and 75.0 % had they all passed" in said


def test_it_says_where_its_numbers_come_from(three, page, agent_eval):
    document = page()
    (found,) = agent_eval("rank", "--json").lines
    shown = rows(document, "origin")
    assert [row[1] for row in shown] == ["bf16", "int8", "w4a16", "do-nothing"]
    assert {(row[1], row[0], row[3]) for row in shown} == {(one["build"], *one["runs"], one["hash"][:12]) for one in found["builds"]}
    facts = dict(zip(document.xpath("//dl[@class='facts']//dt/text()"), document.xpath("//dl[@class='facts']//dd"), strict=True))
    assert facts["agent prompt"].text == "compact-1"
    assert facts["limits tokens"].text == "250000"
    assert facts["suite"].xpath("code/text()") == [found["suite_hash"]]


def test_it_loads_and_runs_nothing(three, page, tmp_path):
    document = page()
    assert not document.xpath("//script | //link | //img | //iframe | //object | //embed | //base | //form")
    for attribute in document.xpath("//@*"):
        name = attribute.attrname
        assert not name.startswith("on"), name
        assert name not in ("src", "srcset", "action", "data", "poster", "ping", "xlink:href")
        if name == "href":
            assert document.xpath(f"//*[@id='{attribute.removeprefix('#')}']"), f"{attribute} leads nowhere"
    text = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert not re.search(r"https?:|url\(|@import|//\w", text)
    (policy,) = document.xpath("//meta[@http-equiv='Content-Security-Policy']/@content")
    assert policy == "default-src 'none'; style-src 'unsafe-inline'"


def test_names_from_elsewhere_are_text_and_nothing_else(database, page, tmp_path):
    names = [f"{HOSTILE_TASK}/0", f"{HOSTILE_TASK}/0/<b>=<i>", *NAMES[:20]]
    store(database, "bf16", passing(names, {names[0]}), info={"scheme": "<u>"})
    store(database, HOSTILE, passing(names, {names[1]}))
    store(database, HOSTILE, passing(names))
    document = page()
    assert not document.xpath("//script | //img | //u")
    assert document.xpath(f"count(//*[@id='map']//th[contains(., '{HOSTILE_TASK.partition('.')[2]}')])") == 1
    builds = [row[1] for row in rows(document, "rates")]
    assert sorted(builds) == sorted(["bf16", " ".join(HOSTILE.split())])
    assert rows(document, "axes")[0][0].startswith("<b>") or rows(document, "axes")[1][0].startswith("<b>")
    assert "7 * 7" in words(document, "rates")


def test_what_turns_a_line_round_or_ends_it_is_shown_by_its_escape(database, page, tmp_path):
    odd = ["\u202elanif", "two\nlines", "\x1b[2J", "one,two", "it's $(date)"]
    for number, name in enumerate(odd):
        store(database, name, passing(NAMES[:40], set(NAMES[: 2 * number])))
    document = page("--against", "it's $(date)")
    shown = {row[1] for row in rows(document, "rates")}
    assert shown == {"\\u202elanif", "two\\nlines", "\\x1b[2J", "one\\x2ctwo", "it's $(date)"}
    text = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert not {"\u202e", "\x1b"} & set(text)
    assert "compare 'it'\"'\"'s $(date)' BUILD --suite core" in words(document, "differences")


def test_one_of_a_kind_is_not_many(database, page):
    store(database, "bf16", passing(NAMES[:1]))
    store(database, "w4a16", passing(NAMES[:1]))
    said = " ".join(page().text_content().split())
    assert "1 trial of 1 template, the same for every build" in said
    assert "1 pairs" not in said
    assert "1 templates" not in said


@pytest.mark.parametrize("count", [1, 9])
def test_few_templates_are_enough(database, page, count):
    names = trials(count)
    store(database, "bf16", passing(names))
    store(database, "w4a16", passing(names, {names[0]}))
    document = page()
    assert len(document.xpath("//*[@id='map']//tbody/tr")) == count
    assert rows(document, "differences")[0][1].split()[-1] == "inconclusive"


def test_one_build_has_nothing_to_be_held_against(database, page):
    store(database, "w4a16", passing(NAMES, DARK))
    document = page()
    assert document.xpath("//p[@class='headline']/text()") == ["no advice yet", "not known"]
    said = words(document, "answers")
    assert "No advice yet: w4a16 is the only build that has played all trials" in said
    assert "bf16 has not played these trials, so its cost is not known: agent-eval run --build bf16 --suite core" in said
    assert not document.xpath("//*[@id='differences']")


def test_without_a_complete_run_no_build_has_a_place(database, page):
    store(database, "w4a16", {**dict.fromkeys(NAMES), **passing(NAMES[:30])})
    document = page()
    assert document.xpath("//p[@class='headline']/text()")[0] == "no build yet"
    assert "No build has played all trials." in words(document, "answers")
    (row,) = rows(document, "rates")
    assert row[:3] == ["", "w4a16 partial", "100.0"]


def test_a_build_without_any_score_has_a_row(database, page):
    store(database, "w4a16", dict.fromkeys(NAMES, "env_error"))
    document = page()
    assert rows(document, "rates")[0][1:6] == ["w4a16", "n/a", "n/a", "", "0 of 0"]
    assert set(document.xpath("//*[@id='map']//td//use/@href")) == {"#unscored"}


def test_baselines_alone_are_shown(database, page):
    store(database, "reference", passing(NAMES))
    document = page()
    assert "Only baselines have played" in words(document, "answers")
    assert len(document.xpath("//*[@id='map']//tbody/tr")) == 60


def test_builds_are_chosen_by_name(three, page):
    assert [row[1] for row in rows(page("--builds", "bf16, w4a16"), "rates")] == ["bf16", "w4a16"]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--out", "report.pdf"), "report.pdf ends in .pdf, expected a file that ends in .html or .htm."),
        (("--out", "report"), "report ends in nothing, expected a file that ends in .html or .htm."),
        (("--out", "nowhere/report.html"), "there is no folder nowhere to write report.html to: make it first."),
        (("--out", "report.html", "--builds", ","), "--builds names no build"),
        (("--out", "report.html", "--builds", "w4a61"), "the nearest that has is w4a16."),
        (("--out", "report.html", "--against", "int4"), "int4 has not played these trials"),
        ((), "--out"),
    ],
)
def test_wrong_usage_is_said_in_one_sentence_and_nothing_is_written(three, agent_eval, monkeypatch, tmp_path, arguments, sentence):
    folder = tmp_path / "here"
    folder.mkdir()
    monkeypatch.chdir(folder)
    said = agent_eval("report", *arguments)
    assert (said.code, said.out) == (2, "")
    assert sentence in said.err
    assert list(Path().iterdir()) == []


def test_an_empty_store_says_what_to_play(agent_eval, tmp_path):
    said = agent_eval("report", "--out", str(tmp_path / "report.html"))
    assert said.code == 2
    assert said.sentence() == "there is no run yet: agent-eval run --build w4a16 --suite core."
