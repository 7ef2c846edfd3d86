"""Plots put values where they belong, and say in words what they show."""

import pytest
from lxml import html

from agent_eval.report import plots
from agent_eval.report.trial_map import Cell, Mark


def drawn(markup: object) -> html.HtmlElement:
    return html.fragment_fromstring(str(markup))


def test_a_scale_runs_from_edge_to_edge_and_holds_what_lies_beyond():
    scale = plots.of_rates(220)
    assert [scale.x(value) for value in (0.0, 0.5, 1.0)] == [10, 110, 210]
    assert (scale.x(-0.2), scale.x(1.2)) == (10, 210)


@pytest.mark.parametrize(("farthest", "end"), [(0.01, 0.05), (0.05, 0.05), (0.051, 0.1), (0.55, 0.6), (1.9, 2.0), (3.0, 2.0)])
def test_a_scale_of_differences_is_symmetric_and_as_far_as_needed(farthest, end):
    scale = plots.of_differences(farthest, 220)
    assert (scale.low, scale.high) == (-end, end)
    assert scale.x(0.0) == 110


@pytest.mark.parametrize(("farthest", "end"), [(0.1, 0.25), (0.25, 0.25), (0.3, 0.5), (0.51, 1.0)])
def test_a_scale_of_small_shares_ends_where_they_do(farthest, end):
    scale = plots.of_shares(farthest, 220)
    assert (scale.low, scale.high, scale.ticks) == (0.0, end, (0.0, end / 2, end))


def test_a_dot_stands_at_its_value_between_the_ends_of_its_interval():
    plot = drawn(plots.dot(plots.of_rates(220), 0.25, (0.1, 0.5), "25 %"))
    assert plot.xpath("./title/text()") == ["25 %"]
    assert plot.xpath(".//circle/@cx") == ["60.0"]
    (interval,) = plot.xpath(".//path[@class='interval']/@d")
    assert interval.startswith("M30.0 12H110.0")
    assert plot.get("role") == "img"


def test_what_is_not_whole_or_no_build_has_a_shape_of_its_own():
    scale = plots.of_rates(220)
    assert drawn(plots.dot(scale, 0.5, None, "", "partial")).xpath(".//circle/@class") == ["dot partial"]
    baseline = drawn(plots.dot(scale, 0.5, None, "", "baseline"))
    assert (len(baseline.xpath(".//rect")), len(baseline.xpath(".//circle | .//path[@class='interval']"))) == (1, 0)


def test_the_margin_is_a_band_about_zero():
    (band,) = drawn(plots.dot(plots.of_differences(0.1, 220), 0.0, None, "", margin=0.03)).xpath(".//rect[@class='band']")
    assert (float(band.get("x")), float(band.get("width"))) == (80, 60)


def test_a_bar_is_as_long_as_its_share():
    (bar,) = drawn(plots.bar(plots.of_rates(220), 0.25, (0.1, 0.5), "")).xpath(".//rect[@class='bar']")
    assert (float(bar.get("x")), float(bar.get("width"))) == (10, 50)


def test_an_axis_labels_its_ticks_and_a_narrow_one_its_ends():
    assert drawn(plots.axis(plots.of_rates(220))).xpath(".//text/text()") == ["0", "25", "50", "75", "100"]
    assert drawn(plots.axis(plots.of_differences(0.2, 220), signed=True)).xpath(".//text/text()") == ["−20", "−10", "0", "+10", "+20"]
    assert drawn(plots.axis(plots.of_differences(0.2, 100), signed=True)).xpath(".//text/text()") == ["−20", "0", "+20"]


def test_marks_stand_side_by_side_and_wrap():
    cell = Cell(tuple(Mark("passed" if number else "failed", f"trial {number}") for number in range(12)), "11 of 12 passed")
    plot = drawn(plots.marks(cell))
    places = [(int(mark.get("x")), int(mark.get("y"))) for mark in plot.xpath(".//use")]
    assert places[:2] == [(0, 0), (11, 0)]
    assert places[10:] == [(0, 11), (11, 11)]
    assert plot.xpath(".//use/title/text()") == ["trial 0"], "those that passed are told of together"


def test_words_are_escaped():
    hostile = "</title><script>alert(1)</script>"
    for plot in (
        plots.dot(plots.of_rates(220), 0.5, None, hostile),
        plots.bar(plots.of_rates(220), 0.5, None, hostile),
        plots.marks(Cell((Mark("failed", hostile),), hostile)),
    ):
        assert "<script" not in str(plot)
        assert drawn(plot).xpath("./title/text()") == [hostile]
