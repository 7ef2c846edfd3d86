"""Printing and reading uiautomator XML."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from devices.tree import HIERARCHY, Node, TreeError, from_xml, legal, to_xml

HEAD = "<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>"


def tree(*windows: Node) -> Node:
    return Node(HIERARCHY, children=windows)


def test_prints_attributes_in_uiautomators_order() -> None:
    node = Node(
        "android.widget.TextView",
        (1, 2, 30, 40),
        text="Hi",
        resource_id="a.b:id/c",
        package="a.b",
        content_desc="d",
        index=3,
        clickable=True,
    )
    assert to_xml(tree(node)) == (
        HEAD + '<hierarchy rotation="0"><node index="3" text="Hi" resource-id="a.b:id/c" class="android.widget.TextView" package="a.b" '
        'content-desc="d" checkable="false" checked="false" clickable="true" enabled="true" focusable="false" focused="false" '
        'scrollable="false" long-clickable="false" password="false" selected="false" bounds="[1,2][30,40]" /></hierarchy>'
    )


def test_nests_and_closes_nodes() -> None:
    xml = to_xml(tree(Node("a", children=(Node("b"), Node("c"))), Node("d")))
    assert xml.count("<node ") == 4
    assert xml.count("</node>") == 1
    assert xml.count(" />") == 3


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("a < b & c > d", '"a &lt; b &amp; c &gt; d"'),
        ("it's", '"it\'s"'),
        ('say "hi"', "'say \"hi\"'"),
        ('it\'s "hi"', "'it&apos;s \"hi\"'"),
        ("two\nlines\tand tab", '"two&#10;lines&#9;and tab"'),
        ("smile 🙂", '"smile &#128578;"'),
        ("é 你好 עברית €", '"é 你好 עברית €"'),
        ("bell\x07 and \x00", '"bell. and ."'),
        ("\ud83d alone", '". alone"'),
        ("\uffff", '"."'),
    ],
)
def test_writes_what_android_writes(text: str, printed: str) -> None:
    assert f" text={printed} resource-id" in to_xml(tree(Node("a", text=text)))


def test_only_prints_whole_trees() -> None:
    with pytest.raises(ValueError, match="only a whole tree"):
        to_xml(Node("a"))


words = st.text(max_size=12)
numbers = st.integers(-3000, 3000)
flags = st.booleans()


def nodes(children: st.SearchStrategy[tuple[Node, ...]]) -> st.SearchStrategy[Node]:
    return st.builds(
        Node, st.sampled_from(["android.view.View", "a.b.C$D", "Switch"]), st.tuples(numbers, numbers, numbers, numbers), children,
        text=words, content_desc=words, resource_id=words, package=words, index=st.integers(0, 99), checkable=flags, checked=flags,
        clickable=flags, enabled=flags, focusable=flags, focused=flags, scrollable=flags, long_clickable=flags, password=flags,
        selected=flags, hint=words,
    )  # fmt: skip


windows = st.recursive(nodes(st.just(())), lambda inner: nodes(st.lists(inner, max_size=3).map(tuple)), max_leaves=8)


def printable(node: Node) -> Node:
    """The node with what XML does not admit replaced, as printing does."""
    values = {name: getattr(node, name) for name in Node.__slots__}
    for name in ("text", "content_desc", "resource_id", "package", "hint"):
        values[name] = legal(values[name])
    return Node(**{**values, "children": tuple(printable(child) for child in node.children)})


@given(st.lists(windows, min_size=1, max_size=3), st.integers(0, 3))
def test_reads_back_what_it_prints(made: list[Node], rotation: int) -> None:
    root = Node(HIERARCHY, children=tuple(printable(window) for window in made), rotation=rotation)
    assert from_xml(to_xml(root)) == root


@given(st.lists(windows, min_size=1, max_size=2))
def test_printing_illegal_characters_gives_well_formed_xml(made: list[Node]) -> None:
    assert from_xml(to_xml(tree(*made))) == tree(*(printable(window) for window in made))


@given(st.text(max_size=300))
def test_any_text_is_read_or_refused_in_one_sentence(text: str) -> None:
    with pytest.raises(TreeError) as caught:
        from_xml(text)
    assert "\n" not in str(caught.value)


@given(st.integers(0, 10_000))
def test_truncated_dump_is_never_half_read(cut: int) -> None:
    xml = to_xml(tree(Node("a", text="Wi-Fi", children=(Node("b"), Node("c")))))
    cut %= len(xml) - 1
    with pytest.raises(TreeError):
        from_xml(xml[:cut])


def test_very_deep_trees() -> None:
    deep = Node("leaf", text="bottom")
    for _ in range(1500):
        deep = Node("a", children=(deep,))
    read = from_xml(to_xml(tree(deep)))
    assert sum(1 for _ in read.walk()) == 1502
    assert [node.text for node in read.walk()][-1] == "bottom"


def test_a_tree_too_deep_for_the_reader_is_refused() -> None:
    with pytest.raises(TreeError, match="cannot be read"):
        from_xml("<hierarchy rotation='0'>" + "<node>" * 5000 + "</node>" * 5000 + "</hierarchy>")


def test_takes_newer_attributes_and_missing_ones() -> None:
    xml = (
        '<hierarchy rotation="1"><node NAF="true" index="7" class="android.widget.EditText" text="" bounds="[0,0][9,9]" '
        'drawing-order="4" hint="Search" display-id="0"><node /></node></hierarchy>'
    )
    read = from_xml(xml)
    assert read.rotation == 1
    assert read.children[0].hint == "Search"
    assert read.children[0].index == 7
    assert read.children[0].children[0] == Node("")


@pytest.mark.parametrize("bounds", ["[-50,-3][1080,40]", "[1080,900][0,100]", "[0,0][0,0]", "[ 1, 2 ][ 3, 4 ]"])
def test_odd_bounds_are_kept(bounds: str) -> None:
    read = from_xml(f'<hierarchy><node class="a" bounds="{bounds}"/></hierarchy>')
    assert len(read.children[0].bounds) == 4


@pytest.mark.parametrize(
    ("xml", "said"),
    [
        ("", "empty"),
        ("   \n", "empty"),
        ("ERROR: could not get idle state.", "could not get idle state"),
        ("ERROR: null root node returned by UiTestAutomationBridge.", "null root node"),
        ("<hierarchy rotation='0'></hierarchy>", "no window"),
        ("<hierarchy rotation='0'/>", "no window"),
        ("<hierarchy rotation='0'><node", "cut off"),
        ("<hierarchy rotation='0'><node></hierarchy>", "not well-formed"),
        ("<hierarchy rotation='5'><node/></hierarchy>", "rotation"),
        ('<hierarchy><node bounds="[1,2][3"/></hierarchy>', "bounds"),
        (f'<hierarchy><node bounds="[0,0][{"9" * 5000},3]"/></hierarchy>', r"^a node's bounds are '[^']{80}': expected"),
        ('<hierarchy><node index="one"/></hierarchy>', "index"),
        (f'<hierarchy><node index="{"9" * 5000}"/></hierarchy>', r"^a node's index is '9{80}': expected"),
        ('<!DOCTYPE x [<!ENTITY a "b">]><hierarchy><node text="&a;"/></hierarchy>', "document type"),
    ],
)
def test_says_what_is_wrong_with_a_dump(xml: str, said: str) -> None:
    with pytest.raises(TreeError, match=said):
        from_xml(xml)


def test_ignores_what_tools_print_around_the_dump() -> None:
    xml = to_xml(tree(Node("a", text="x")))
    assert from_xml(f"\ufeffWARNING: linker: something\n{xml}UI hierchary dumped to: /dev/tty\n") == tree(Node("a", text="x"))


def test_raw_illegal_characters_and_references() -> None:
    xml = '<hierarchy><node class="a" text="x\x0by&#0;z&#xFFFF;&#55357;&#56898;&#55357;."/></hierarchy>'
    assert from_xml(xml).children[0].text == "x.y.z.🙂.."


def test_dumpers_that_name_elements_after_classes() -> None:
    read = from_xml('<hierarchy><android.widget.FrameLayout><node class="b"/></android.widget.FrameLayout></hierarchy>')
    assert [node.class_name for node in read.walk()] == [HIERARCHY, "android.widget.FrameLayout", "b"]
