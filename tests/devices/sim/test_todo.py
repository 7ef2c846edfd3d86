"""To-do, used as a person would."""

import pytest

from devices.device import DeviceError, Layout, Setup
from devices.sim import SimulatedPhone
from devices.state import Value
from tests.devices.sim.driver import Hand


def _hand(**tasks: dict[str, Value]) -> Hand:
    facts = {f"todo/{number}": {"title": title, **held} for number, (title, held) in enumerate(tasks.items(), start=1)}
    return Hand(Setup(front="To-do", clear=("todo",), facts=facts))


def _titles(hand: Hand) -> list[str]:
    return [e.label for e in hand.look.elements if e.resource_id.endswith(":id/task")]


class TestLists:
    def test_counts_of_open_tasks(self) -> None:
        hand = _hand(A={"list": "Home"}, B={"list": "Home", "done": True}, C={"list": "Work"})
        assert [(e.label, e.detail) for e in hand.look.elements if e.kind == "row"] == [
            ("All tasks", "2 open"),
            ("Home", "1 open"),
            ("Work", "1 open"),
            ("Errands", "0 open"),
        ]

    def test_new_list_needs_a_name_of_its_own(self) -> None:
        hand = _hand()
        hand.tap("New list", "OK")
        assert hand.find("Enter a name")
        hand.type("Name", "Home")
        hand.tap("OK")
        assert hand.find("There is a list of this name")
        hand.type("Name", " Garden ")
        hand.tap("OK")
        assert hand.fact("todo_list/4", "name") == "Garden"
        hand.tap("Garden")
        assert hand.find("No tasks")

    def test_a_list_that_only_a_task_names_is_there(self) -> None:
        assert _hand(A={"list": "Garden"}).find("Garden")


class TestTasks:
    def test_create_in_the_list_that_is_shown(self) -> None:
        hand = _hand()
        hand.tap("Work", "New task")
        hand.type("Title", "Report")
        hand.type("Due date", "Mar 31, 2026")
        hand.back()
        hand.tap("Priority", "High", "Save")
        assert hand.phone.state()["todo/1"] == {
            "title": "Report", "list": "Work", "due": "2026-03-31", "priority": "high", "done": False, "notes": "",
        }  # fmt: skip
        assert hand.find("Report").detail == "Mar 31, 2026, High"

    @pytest.mark.parametrize(("field", "text", "words"), [("Title", "", "Enter a title"), ("Due date", "soon", "Enter a valid date")])
    def test_mistakes_are_refused(self, field: str, text: str, words: str) -> None:
        hand = _hand(A={})
        hand.tap("Home", "A")
        hand.type(field, text)
        hand.tap("Save")
        assert hand.find(words)
        assert hand.changed() == {}

    def test_a_due_date_can_be_taken_away(self) -> None:
        hand = _hand(A={"due": "2026-03-05"})
        hand.tap("Home", "A")
        hand.type("Due date", "")
        hand.tap("Save")
        assert hand.changed() == {"todo/1.due": ("2026-03-05", "")}

    def test_tick(self) -> None:
        hand = _hand(A={}, B={})
        hand.tap("All tasks")
        hand.tap("B", kind="checkbox")
        assert hand.changed() == {"todo/2.done": (False, True)}

    def test_a_deletion_can_be_undone(self) -> None:
        hand = _hand(A={"notes": "keep"})
        before = hand.phone.state()["todo/1"]
        hand.tap("Home", "A", "Delete")
        assert "todo/1" not in hand.phone.state()
        hand.tap("Undo")
        assert hand.phone.state()["todo/1"] == before
        assert _titles(hand) == ["A"]

    def test_clearing_takes_the_completed_ones_of_one_list_and_can_be_undone(self) -> None:
        hand = _hand(A={"done": True}, B={}, C={"done": True, "list": "Work"}, D={"done": True})
        hand.tap("Home", "More options", "Delete completed tasks", "Delete")
        assert sorted(e for e in hand.phone.state() if e.startswith("todo/")) == ["todo/2", "todo/3"]
        hand.tap("Undo")
        assert sorted(e for e in hand.phone.state() if e.startswith("todo/")) == ["todo/1", "todo/2", "todo/3", "todo/4"]

    def test_there_is_nothing_to_clear_in_a_list_without_completed_ones(self) -> None:
        hand = _hand(A={}, B={"done": True, "list": "Work"})
        hand.tap("Home", "More options")
        assert not hand.find("Delete completed tasks").enabled


class TestOrder:
    TASKS = {
        "A": {"due": "2026-03-09", "priority": "low"},
        "B": {"due": "2026-02-01", "priority": "high", "done": True},
        "C": {"due": "2026-02-27"},
        "D": {"priority": "medium"},
    }

    @pytest.mark.parametrize(("sort", "titles"), [("By due date", "BCAD"), ("By priority", "BDAC"), ("By title", "ABCD")])
    def test_sort(self, sort: str, titles: str) -> None:
        hand = _hand(**self.TASKS)
        hand.tap("Home", "Sort", sort)
        assert _titles(hand) == list(titles)

    @pytest.mark.parametrize(("kept", "titles"), [("All", "BCAD"), ("Open", "CAD"), ("Completed", "B"), ("Overdue", "C")])
    def test_filter(self, kept: str, titles: str) -> None:
        hand = _hand(**self.TASKS)
        hand.tap("All tasks", "Filter", kept)
        assert _titles(hand) == list(titles)
        assert bool(hand.all(f"Shown: {kept}")) is (kept != "All")

    def test_descending(self) -> None:
        facts = {"todo/1": {"title": "A", "due": "2026-03-01"}, "todo/2": {"title": "B", "due": "2026-03-02"}}
        hand = Hand(Setup(front="To-do", clear=("todo",), facts=facts, layout=Layout(list_order="descending")))
        hand.tap("Home")
        assert _titles(hand) == ["B", "A"]


@pytest.mark.parametrize(("key", "value"), [("priority", "urgent"), ("due", "tomorrow")])
def test_tasks_that_no_editor_makes_are_refused(key: str, value: str) -> None:
    with pytest.raises(DeviceError, match=f"todo/1.{key} is '{value}': expected"):
        SimulatedPhone().reset(Setup(clear=("todo",), facts={"todo/1": {"title": "X", key: value}}))
