"""Shopping, used as a person would."""

import pytest

from devices.device import DeviceError, Layout, Setup
from devices.sim import SimulatedPhone
from devices.state import State
from tests.devices.sim.driver import Hand

_LIST: State = {
    "item/1": {"name": "Tea", "quantity": 2, "price": 349, "category": "drinks"},
    "item/2": {"name": "Bread", "quantity": 1, "price": 420, "category": "bakery", "bought": True},
    "item/3": {"name": "Pears", "quantity": 10, "price": 60, "category": "produce"},
}


def _hand(layout: Layout | None = None) -> Hand:
    return Hand(Setup(front="Shopping", clear=("item",), facts=_LIST, layout=layout or Layout()))


def _names(hand: Hand) -> list[str]:
    return [e.label for e in hand.look.elements if e.resource_id.endswith(":id/item")]


def _foot(hand: Hand) -> list[str]:
    return [e.label for e in hand.look.elements if e.kind == "text"]


class TestList:
    def test_rows_and_totals(self) -> None:
        hand = _hand()
        assert [(e.label, e.detail) for e in hand.look.elements if e.kind == "row"] == [
            ("Bread", "1 × $4.20, Bakery"),
            ("Pears", "10 × $0.60, Fruit and vegetables"),
            ("Tea", "2 × $3.49, Drinks"),
        ]
        assert _foot(hand) == ["Total: $17.18", "Still to buy: $12.98"]

    def test_ticking_lowers_what_is_left(self) -> None:
        hand = _hand()
        hand.tap("Tea", kind="checkbox")
        assert hand.changed() == {"item/1.bought": (False, True)}
        assert _foot(hand) == ["Total: $17.18", "Still to buy: $6.00"]

    @pytest.mark.parametrize(
        ("sort", "names"),
        [("By name", ["Bread", "Pears", "Tea"]), ("By price", ["Pears", "Tea", "Bread"]), ("By category", ["Pears", "Bread", "Tea"])],
    )
    def test_sort(self, sort: str, names: list[str]) -> None:
        hand = _hand()
        hand.tap("Sort", sort)
        assert _names(hand) == names

    def test_filter_counts_what_it_shows(self) -> None:
        hand = _hand()
        hand.tap("Filter", "Drinks")
        assert _names(hand) == ["Tea"]
        assert _foot(hand) == ["Shown: Drinks", "Total: $6.98", "Still to buy: $6.98"]
        hand.tap("Filter", "Dairy")
        assert _foot(hand) == ["Shown: Dairy", "Nothing on the list", "Total: $0.00", "Still to buy: $0.00"]
        hand.tap("Filter", "All")
        assert len(_names(hand)) == 3

    def test_german_amounts(self) -> None:
        assert "1 × 4,20 $, Backwaren" in [e.detail for e in _hand(Layout(locale="de")).look.elements]

    def test_clearing_what_was_bought_can_be_undone(self) -> None:
        hand = _hand()
        hand.tap("More options", "Remove bought items")
        assert "item/2" not in hand.phone.state()
        hand.tap("Undo")
        assert _names(hand) == ["Bread", "Pears", "Tea"]


class TestEditor:
    def test_add(self) -> None:
        hand = _hand()
        hand.tap("Add item")
        for field, text in (("Name", "Crème 100 %s"), ("Quantity", "12"), ("Price for one", "1,5")):
            hand.type(field, text)
        hand.back()
        hand.tap("Category", "Dairy", "Save")
        assert hand.phone.state()["item/4"] == {"name": "Crème 100 %s", "quantity": 12, "price": 150, "bought": False, "category": "dairy"}

    def test_one_more_and_one_fewer(self) -> None:
        hand = _hand()
        hand.tap("Tea", kind="row")
        hand.tap("One more", "One more", "One fewer", "Save")
        assert hand.changed() == {"item/1.quantity": (2, 3)}

    def test_a_quantity_never_falls_below_one(self) -> None:
        hand = _hand()
        hand.tap("Bread", kind="row")
        hand.type("Quantity", "nonsense")
        hand.tap("One fewer")
        assert hand.find("Quantity").text == "1"

    @pytest.mark.parametrize(
        ("field", "text", "words"),
        [
            ("Name", " ", "Enter a name"),
            ("Quantity", "0", "Enter a quantity from 1 to 999"),
            ("Quantity", "1.5", "Enter a quantity from 1 to 999"),
            ("Price for one", "cheap", "Enter a valid price"),
        ],
    )
    def test_mistakes_are_refused(self, field: str, text: str, words: str) -> None:
        hand = _hand()
        hand.tap("Tea", kind="row")
        hand.type(field, text)
        hand.tap("Save")
        assert hand.find(words)
        assert hand.changed() == {}

    def test_removing_can_be_undone(self) -> None:
        hand = _hand()
        before = hand.phone.state()["item/1"]
        hand.tap("Tea", kind="row")
        hand.tap("Remove")
        assert _names(hand) == ["Bread", "Pears"]
        hand.tap("Undo")
        assert hand.phone.state()["item/1"] == before

    def test_leaving_asks_once_something_changed(self) -> None:
        hand = _hand()
        hand.tap("Tea", kind="row")
        hand.tap("Bought")
        hand.back()
        hand.tap("Discard")
        assert (hand.look.title, hand.changed()) == ("Shopping", {})


@pytest.mark.parametrize(("key", "value"), [("category", "toys"), ("quantity", 0), ("price", -1)])
def test_items_that_no_editor_makes_are_refused(key: str, value: str | int) -> None:
    with pytest.raises(DeviceError, match=f"item/1.{key} is .*: expected"):
        SimulatedPhone().reset(Setup(clear=("item",), facts={"item/1": {"name": "X", key: value}}))
