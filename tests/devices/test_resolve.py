"""Finding again what an agent saw."""

from devices.action import Outcome
from devices.elements import observe
from devices.observation import Element, Observation
from devices.resolve import resolve
from devices.tree import HIERARCHY, Node


def look(*rows: tuple[str, str], title: str = "List", top: int = 300) -> Observation:
    nodes = [Node("android.widget.TextView", (0, 100, 500, 160), text=title, resource_id="a:id/page_title", package="a")]
    for number, (label, detail) in enumerate(rows):
        y = top + 100 * number
        words = tuple(
            Node("android.widget.TextView", (0, y + 50 * line, 400, y + 50 * line + 40), text=said, package="a")
            for line, said in enumerate((label, detail))
            if said
        )
        nodes.append(Node("android.widget.LinearLayout", (0, y, 1080, y + 90), words, package="a", clickable=True))
    return observe(
        Node(HIERARCHY, children=(Node("android.widget.FrameLayout", (0, 0, 1080, 2400), tuple(nodes), package="a"),)), 1080, 2400
    )


def found(result: Element | Outcome) -> Element:
    assert isinstance(result, Element), result
    return result


def status(result: Element | Outcome) -> str:
    assert isinstance(result, Outcome), result
    assert result.reason
    return result.status


def test_same_look() -> None:
    seen = look(("A", ""), ("B", ""))
    assert resolve(seen, 1, seen) is seen.elements[1]


def test_follows_what_moved() -> None:
    seen, fresh = look(("A", ""), ("B", "")), look(("New", ""), ("A", ""), ("B", ""))
    assert found(resolve(seen, 1, fresh)).label == "B"
    assert found(resolve(seen, 1, fresh)).index == 2


def test_gone_is_stale() -> None:
    assert status(resolve(look(("A", ""), ("B", "")), 1, look(("A", ""), ("C", "")))) == "stale"


def test_other_screen_is_stale() -> None:
    assert status(resolve(look(("Cancel", "")), 0, look(("Cancel", ""), title="Other"))) == "stale"


def test_unknown_number_is_refused() -> None:
    seen = look(("A", ""))
    assert status(resolve(seen, 7, seen)) == "refused"
    assert status(resolve(look(), 0, seen)) == "refused"


def test_twins_are_told_apart_by_detail() -> None:
    seen, fresh = look(("7:30", "Mon"), ("7:30", "Tue")), look(("7:30", "Tue"))
    assert found(resolve(seen, 1, fresh)).detail == "Tue"
    assert status(resolve(seen, 0, look(("7:30", ""), ("7:30", "")))) == "stale"


def test_twins_that_stay_are_told_apart_by_order() -> None:
    seen, fresh = look(("X", ""), ("X", "")), look(("X", ""), ("X", ""), top=600)
    assert found(resolve(seen, 1, fresh)) == fresh.elements[1]


def test_a_new_twin_makes_it_stale() -> None:
    assert status(resolve(look(("X", "")), 0, look(("X", ""), ("X", "")))) == "stale"
