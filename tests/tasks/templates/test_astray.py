"""References that take over from an agent that did something by mistake and put it right, or nearly: nothing of that may come back."""

import pytest

from devices.action import DoubleTap, Scroll, Tap
from tasks import registry
from tasks.task import Variation
from tests.tasks.templates.astray import Astray
from tests.tasks.templates.plays import disturbed, mixed, verdict_of


def _in(app: str) -> list[str]:
    return [task for task, known in registry.tasks().items() if app in known.apps]


@pytest.mark.parametrize("task", _in("notes"))
def test_a_note_made_by_mistake_and_deleted_is_not_brought_back(task: str) -> None:
    one = Astray(task).open("Notes").tap("New note").type("Title", "Half").tap("Save", "More options", "Delete")
    assert one.fault() == ""


@pytest.mark.parametrize("task", ["notes.edit_line", "notes.move"])
def test_a_note_is_brought_back_from_the_list_only_if_it_was_there_before(task: str) -> None:
    one = Astray(task).open("Notes").tap("New note").type("Note", "Half a line").tap("Save").back().hold("Half a line").tap("Delete")
    assert one.fault() == ""
    one = Astray(task).open("Notes")
    assert one.hold(str(one.trial.params["title"])).tap("Delete").fault() == ""


def test_a_note_made_by_mistake_and_renamed_is_not_brought_back() -> None:
    one = Astray("notes.rename").open("Notes").tap("New note").type("Title", "Half").tap("Save")
    assert one.type("Title", "Whole").tap("Save").back().hold("Whole").tap("Delete").fault() == ""


@pytest.mark.parametrize("task", _in("shopping"))
def test_an_item_made_by_mistake_and_removed_is_not_brought_back(task: str) -> None:
    one = Astray(task).open("Shopping").tap("Add item").type("Name", "007").tap("Save")
    assert one.scroll_to("007").tap("007", "Remove").fault() == ""


@pytest.mark.parametrize("task", ["todo.rename_task", "todo.add_task", "todo.postpone"])
def test_a_task_made_by_mistake_and_deleted_is_not_brought_back(task: str) -> None:
    one = Astray(task).open("To-do").tap("New task").type("Title", "Half").tap("Save", "All tasks")
    assert one.scroll_to("Half").tap("Half", "Delete").fault() == ""


def test_a_bookmark_set_by_mistake_and_deleted_is_not_brought_back() -> None:
    one = Astray("browser.clear_history").open("Browser").tap("Add bookmark", "More options", "Bookmarks").hold("Start page")
    assert one.tap("Delete").fault() == ""


def test_a_conversation_archived_and_taken_back_is_not_archived_again() -> None:
    one = Astray("messages.reply").open("Messages")
    name = f"{one.trial.params['first_name']} {one.trial.params['last_name']}"
    one = one.tap(name, "More options", "Archive", "More options", "Archived", name, "More options", "Unarchive")
    assert one.fault() == ""


def test_a_mail_archived_and_taken_back_is_not_archived_again() -> None:
    one = Astray("mail.archive_from").open("Mail").hold("news5@example.net").tap("Archive", "Folders", "Archive")
    assert one.hold("news5@example.net").tap("Move to Inbox").fault() == ""


@pytest.mark.parametrize("axis", [("orientation", "landscape"), ("font_scale", "1.3")])
def test_a_row_that_is_out_of_sight_above_is_found(axis: tuple[str, str]) -> None:
    assert Astray("settings.rename_device", 0, Variation(*axis)).open("Settings").do(Scroll(direction="down")).fault() == ""


def test_what_another_app_offers_to_undo_is_none_of_gallerys_business() -> None:
    one = Astray("gallery.erase").open("Shopping").tap("More options", "Remove bought items", "Undo")
    assert one.fault() == ""


def test_a_form_that_another_app_filled_is_left() -> None:
    one = Astray("calendar.create_event").open("Notes").tap("Groceries", "More options", "Share", "Calendar")
    assert one.fault() == ""


def test_a_form_with_a_mistake_in_it_was_not_saved() -> None:
    one = Astray("todo.rename_task").open("To-do")
    one = one.tap(str(one.trial.params["list"]), str(one.trial.params["title"])).type("Title", str(one.trial.params["new_title"]))
    assert one.type("Due date", "some day").tap("Save").fault() == ""


def test_another_form_of_mail_is_discarded() -> None:
    one = Astray("mail.save_draft").open("Mail")
    sender = next(row.label for row in one.phone.observe().elements if row.kind == "row")
    assert one.tap(sender, "Reply").type("Subject", "Half").fault() == ""


def test_a_note_that_was_given_anothers_title_by_mistake_is_left_unsaved() -> None:
    one = Astray("notes.rename").open("Notes")
    titles = [row.label for row in one.phone.observe().elements if row.kind == "row"]
    other = next(title for title in titles if title != one.trial.params["title"])
    assert one.tap(other).type("Title", str(one.trial.params["new"])).fault() == ""


def _renamed(one: Astray) -> Astray:
    """The note that is to be deleted is given another title in its editor, which stays open."""
    title, folder = str(one.trial.params["title"]), str(one.trial.params["folder"])
    one.open("Notes")
    row = next(row for row in one.phone.observe().elements if row.label == title and f", {folder}" in row.detail)
    return one.do(Tap(element=row.index)).type("Title", "Elsewhere").tap("Save")


def test_a_note_that_was_renamed_and_then_deleted_as_asked_is_not_brought_back() -> None:
    assert _renamed(Astray("notes.delete")).tap("More options", "Delete").fault() == ""
    assert _renamed(Astray("notes.delete")).back().hold("Elsewhere").tap("Delete").fault() == ""


def test_a_note_that_was_renamed_is_deleted_all_the_same() -> None:
    assert _renamed(Astray("notes.delete")).fault() == ""
    assert _renamed(Astray("notes.delete")).back().fault() == ""


def test_a_switch_that_stands_on_two_pages_is_put_back_once() -> None:
    one = Astray("settings.rename_device").open("Settings").tap("Connected devices", "Bluetooth devices").flip("Use Bluetooth")
    assert one.tap("Navigate up").flip("Use Bluetooth").fault() == ""


def test_the_namesake_of_a_file_is_not_moved() -> None:
    one = Astray("files.move_keep_both").open("Files")
    one = one.tap(str(one.trial.params["target"]), f"{one.trial.params['name']}.pdf")
    assert one.tap("More options", "Move to…").fault() == ""


def test_what_was_made_and_deleted_again_is_made_anew() -> None:
    one = Astray("messages.send_to_number").finish().tap("More options", "Delete", "Delete")
    assert one.fault() == ""


def _downloaded(task: str) -> Astray:
    """The reference goes as far as having downloaded a file, and opens the folder that it is in."""
    one = Astray(task)
    return one.until(lambda: any(entity.startswith("file/") for entity in one.made)).tap("Open folder")


@pytest.mark.parametrize("task", ["across.download_to_folder", "browser.download"])
def test_a_file_that_was_downloaded_and_deleted_is_downloaded_again(task: str) -> None:
    one = _downloaded(task)
    assert one.tap(one.name_of("file"), "Delete", "Delete").fault() == ""
    one = _downloaded(task)
    assert one.hold(one.name_of("file")).tap("Delete", "Delete").fault() == ""


def test_a_file_that_was_moved_and_deleted_is_downloaded_again() -> None:
    one = Astray("across.download_to_folder").finish()
    assert one.tap("Delete", "Delete").fault() == ""


def test_messages_that_were_read_before_they_were_counted_count() -> None:
    one = Astray("messages.count_unread")
    writer = f"{one.trial.params['first_name']} {one.trial.params['last_name']}"
    assert one.open("Contacts").tap(writer, "Message").fault() == ""


@pytest.mark.parametrize(("task", "kind"), [("shopping.add_item", "item"), ("shopping.add_several", "item"), ("todo.add_task", "todo")])
def test_what_was_put_on_a_list_and_taken_off_is_put_there_anew(task: str, kind: str) -> None:
    remove, clear = ("Remove", ("Remove bought items",)) if kind == "item" else ("Delete", ("Delete completed tasks", "Delete"))
    one = Astray(task).finish()
    name = one.name_of(kind)
    assert one.scroll_to(name).tap(name, remove).fault() == ""
    one = Astray(task).finish().scroll_to(name)
    assert one.flip(name).tap("More options", *clear).fault() == ""
    one = Astray(task).finish().scroll_to(name)
    assert one.tap(name, remove, "Undo").fault() == ""


def test_a_box_that_was_tapped_twice_at_once_stands_as_before() -> None:
    one = Astray("todo.count_overdue").open("To-do").tap("All tasks")
    box = next(element for element in one.phone.observe().elements if element.kind == "checkbox")
    assert one.do(DoubleTap(element=box.index)).fault() == ""


@pytest.mark.parametrize("task", ["shopping.add_item", "shopping.set_quantity"])
def test_an_item_made_by_mistake_and_cleared_without_having_been_seen_is_not_brought_back(task: str) -> None:
    one = Astray(task).open("Shopping").tap("Add item").type("Name", "Zwieback").flip("Bought").tap("Save")
    assert one.cannot_see("Zwieback")
    assert one.tap("More options", "Remove bought items").fault() == ""


@pytest.mark.parametrize(("task", "seed"), [("calendar.delete_duplicates", 202), ("messages.star", 201)])
def test_rows_that_the_screen_cuts_off_do_not_keep_a_reference_busy(task: str, seed: int) -> None:
    one = mixed(task, seed)
    trace, passed, reason = verdict_of(one, disturbed(registry.task(task).solve, one.id), 110)
    assert trace.claim == "complete", reason
    assert passed, reason


def test_a_result_with_which_the_expression_begins_is_not_taken_for_worked_out() -> None:
    tips = (Astray("calculator.percent", seed) for seed in range(1000))
    tip = next(tip for tip in tips if tip.trial.params["percent"] == 10 and int(tip.trial.params["dollars"]) % 10 == 0)
    assert tip.fault() == ""
