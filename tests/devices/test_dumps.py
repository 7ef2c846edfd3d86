"""Shapes that real dumps taught: made up after them, none copied. See `tests.devices.dumps` for trying the rules on real ones."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from devices import elements
from devices.elements import observe
from devices.tree import HIERARCHY, Node, TreeError, from_xml, to_xml
from tests.devices.dumps import faults, main, size

W, H = 720, 1600
APP = "com.example.video"


def view(rect: tuple[int, int, int, int], *children: Node, kind: str = "android.view.View", **more: object) -> Node:
    return Node(kind, rect, children, package=APP, **more)  # type: ignore[arg-type]


def phone(*children: Node) -> Node:
    return Node(HIERARCHY, children=(view((0, 0, W, H), *children, kind="android.widget.FrameLayout"),))


def labels(tree: Node) -> list[str]:
    seen = observe(tree, W, H)
    assert list(faults(tree, seen)) == []
    return [element.label for element in seen.elements]


def test_buttons_of_a_player_are_listed_under_the_view_that_takes_every_tap() -> None:
    """Players put a full-screen view that pauses last, over buttons that still take taps."""
    like = view((620, 900, 720, 1000), kind="android.widget.Button", content_desc="Like", clickable=True)
    share = view((620, 1010, 720, 1110), kind="android.widget.Button", content_desc="Share", clickable=True)
    video = view((0, 0, W, H - 100), content_desc="Video", clickable=True, long_clickable=True)
    assert labels(phone(like, share, video)) == ["Video", "Like", "Share"]


def test_a_small_view_drawn_later_still_covers() -> None:
    below = view((600, 1400, 700, 1500), content_desc="Below", clickable=True)
    above = view((590, 1390, 710, 1510), content_desc="Above", clickable=True)
    assert labels(phone(below, above)) == ["Above"]


def test_swatches_without_words_are_listed_where_they_end_with_their_list() -> None:
    """A palette's last line is flush with the edge of what scrolls: it is whole, unlike a row that is cut off there."""
    swatches = [view((20 + 100 * n, 700, 100 + 100 * n, 780), clickable=True, resource_id=f"{APP}:id/colour_{n}") for n in range(3)]
    cut = view((400, 765, 700, 780), clickable=True)
    assert labels(phone(view((0, 100, W, 780), *swatches, cut, scrollable=True))) == ["colour 0", "colour 1", "colour 2"]


def test_a_picture_takes_its_words_from_the_farthest_target_around_it() -> None:
    """An icon in a tappable frame in a tappable button: the words stand on the button alone, and the icon takes all of the taps."""
    icon = view((620, 900, 720, 1000), kind="android.widget.ImageView", clickable=True)
    frame = view((620, 900, 720, 1000), icon, kind="android.widget.FrameLayout", clickable=True)
    button = view((620, 900, 720, 1000), frame, kind="android.widget.Button", content_desc="Share video, 777 shares", clickable=True)
    seen = observe(phone(button), W, H)
    assert [element.label for element in seen.elements] == ["Share video, 777 shares"]
    assert seen.elements[0].class_name == "android.widget.ImageView"


rectangles = st.tuples(*[st.integers(-200, 1800)] * 4)
words = st.sampled_from(["", "", "Save", "שלום", "名字", "é\u0301", "100%s", "🙂", "a\nb", '"<&>'])
kinds = st.sampled_from(["android.view.View", "android.widget.Button", "android.widget.EditText", "android.widget.Switch"])
flags = st.booleans()


def node(children: st.SearchStrategy[Node]) -> st.SearchStrategy[Node]:
    below = st.lists(children, max_size=4)
    return st.builds(
        lambda kind, rect, below, text, click, scroll, check: Node(
            kind, rect, tuple(below), text=text, package=APP, clickable=click, scrollable=scroll, checkable=check
        ),
        kinds, rectangles, below, words, flags, flags, flags,
    )  # fmt: skip


@given(st.recursive(node(st.just(Node("android.view.View", (0, 0, 9, 9)))), node, max_leaves=20))
@settings(max_examples=300, suppress_health_check=[HealthCheck.too_slow])
def test_no_tree_breaks_the_rules(root: Node) -> None:
    """Inverted, negative, empty and off-screen bounds among them: taps stay inside what is seen, and keys are distinct."""
    tree = from_xml(to_xml(phone(root)))
    seen = observe(tree, W, H)
    assert [fault for fault in faults(tree, seen) if "not listed" not in fault] == []
    assert [element.index for element in seen.elements] == list(range(len(seen.elements)))


def test_the_command_counts_and_refuses(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    tree = phone(view((0, 0, 300, 100), text="OK", clickable=True))
    (tmp_path / "one.xml").write_text(to_xml(tree))
    (tmp_path / "same.xml").write_text(to_xml(tree))
    (tmp_path / "cut.xml").write_text(to_xml(tree)[:-30])
    assert size(tree) == (W, H)
    assert main(str(tmp_path)) == 0
    said = capsys.readouterr().out
    assert "1 dumps" in said
    assert "1 refused" in said
    assert "cut.xml: the dump cannot be read" in said


MANY = 50_000
"""Views in one window."""


def many(line: str, count: int = MANY) -> str:
    views = "".join(line.format(x=n % 700, right=n % 700 + 9, y=n // 32, bottom=n // 32 + 9, n=n) for n in range(count))
    return f'<hierarchy rotation="0"><node bounds="[0,0][720,1600]">{views}</node></hierarchy>'


@pytest.mark.parametrize(
    ("line", "listed"),
    [
        ('<node text="t{n}" bounds="[{x},{y}][{right},{bottom}]"/>', MANY - 1),  # the topmost is the page's title
        ('<node clickable="true" text="t{n}" bounds="[{x},{y}][{right},{bottom}]"/>', MANY),
        ('<node clickable="true" bounds="[{x},{y}][{right},{bottom}]"/>', MANY),
        ('<node clickable="true" text="t{n}" bounds="[100,100][300,400]"/>', 1),
        ('<node clickable="true" text="t{n}" bounds="[{right},{bottom}][{x},{y}]"/>', 0),
        ('<node clickable="true" text="t{n}" bounds="[-{x},-9][-1,-{y}]"/>', 0),
        ('<node clickable="true" text="t{n}" bounds="[7{x},1700][7{right},1800]"/>', 0),
    ],
)
def test_fifty_thousand_views(line: str, listed: int) -> None:
    seen = observe(from_xml(many(line)), W, H)
    assert len(seen.elements) == listed
    assert len({element.key for element in seen.elements}) == len(seen.elements)


def test_a_row_of_fifty_thousand_words_is_one_row() -> None:
    words = "".join(f'<node text="t{n}" bounds="[{n % 700},610][{n % 700 + 9},620]"/>' for n in range(MANY))
    tree = from_xml(
        f'<hierarchy><node bounds="[0,0][720,1600]"><node clickable="true" bounds="[0,600][720,700]">{words}</node></node></hierarchy>'
    )
    (row,) = observe(tree, W, H).elements
    assert (row.kind, row.label) == ("row", "t0")
    assert row.detail.count(", ") == MANY - 2


def test_thousands_of_views_without_words_take_those_beside_them() -> None:
    pairs = '<node text="t{n}" bounds="[{x},{y}][{right},{bottom}]"/><node clickable="true" bounds="[{x},{y}][{right},{bottom}]"/>'
    seen = observe(from_xml(many(pairs, 20_000)), W, H)
    assert {element.label for element in seen.elements if element.kind != "text"} == {f"t{n}" for n in range(20_000)}


def test_a_crowd_of_thousands_over_one_view_leaves_a_tap_where_none_of_them_is() -> None:
    above = [view((x, y, x + 8, y + 8), text="a", clickable=True) for x in range(100, 500, 10) for y in range(100, 500, 10)]
    tree = phone(view((90, 90, 600, 600), text="Below", clickable=True), *above)
    below = next(element for element in observe(tree, W, H).elements if element.label == "Below")
    assert below.bounds.contains(*below.tap)
    assert not any(x <= below.tap[0] < right and y <= below.tap[1] < bottom for x, y, right, bottom in (node.bounds for node in above))


@given(st.recursive(node(st.just(Node("android.view.View", (0, 0, 9, 9)))), node, max_leaves=20))
@settings(max_examples=100, suppress_health_check=[HealthCheck.too_slow])
def test_looking_up_what_is_near_changes_nothing(root: Node) -> None:
    with pytest.MonkeyPatch.context() as patch:
        usual = observe(phone(root), W, H)
        patch.setattr(elements, "_MANY", 0)
        assert observe(phone(root), W, H) == usual


@pytest.mark.parametrize("depth", [2000, 2030])
def test_two_thousand_levels(depth: int) -> None:
    """Read, looked at and printed without recursion; deeper ones are refused in a sentence."""
    opened = '<node class="android.view.View" bounds="[0,0][720,1600]">' * depth
    leaf = '<node class="android.widget.Button" text="OK" clickable="true" bounds="[0,900][90,990]" />'
    tree = from_xml(f"<hierarchy>{opened}{leaf}{'</node>' * depth}</hierarchy>")
    seen = observe(tree, W, H)
    assert [element.label for element in seen.elements] == ["OK"]
    assert seen.xml.count("</node>") == depth


@pytest.mark.parametrize("depth", [2100, 50_000])
def test_deeper_than_any_phone(depth: int) -> None:
    with pytest.raises(TreeError, match="nested more than 2,000 deep"):
        from_xml(f"<hierarchy>{'<node>' * depth}{'</node>' * depth}</hierarchy>")


def test_more_windows_than_any_phone() -> None:
    with pytest.raises(TreeError, match="holds 50,000 windows"):
        from_xml(f"<hierarchy>{'<node/>' * MANY}</hierarchy>")


@pytest.mark.parametrize("title", ["A", "A|2", "A\n2"])
def test_no_words_make_two_things_the_same(title: str) -> None:
    rows = [view((0, 300 + 100 * n, W, 390 + 100 * n), text=text, clickable=True) for n, text in enumerate((title, "A", "A", "A|2"))]
    assert len({element.key for element in observe(phone(*rows), W, H).elements}) == 4
