"""Tasks in Mail: right under variations, and near misses told from hits."""

import pytest

from tasks.suite import trial
from tasks.task import Trial
from tasks.templates.mail import TASKS
from tests.tasks.templates.plays import USUAL, mistaken, rights_itself, steps_of, under, unproved, verdict_of, wrong

IDS = [task.id for task in TASKS]
STEPS = {
    "mail.compose": 7, "mail.compose_with_copy": 10, "mail.save_draft": 9, "mail.reply": 6, "mail.forward": 7, "mail.star": 4,
    "mail.delete_before": 6, "mail.restore": 6, "mail.empty_bin": 6, "mail.invoice_total": 4, "mail.forward_missing_file": 3,
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("task", IDS)
def test_everything_is_proved(task: str) -> None:
    assert unproved(task) == []


@pytest.mark.parametrize(("task", "steps"), STEPS.items())
def test_the_reference_takes_the_shortest_way(task: str, steps: int) -> None:
    assert steps_of(task) == steps


@pytest.mark.parametrize("one", under(IDS, *USUAL, "font_scale=1.3"))
def test_the_reference_passes_under_a_variation(one: Trial) -> None:
    _, passed, reason = verdict_of(one)
    assert passed, reason


@pytest.mark.parametrize("field", ["to", "cc", "subject", "body"])
def test_what_was_typed_wrong_is_put_right(field: str) -> None:
    assert rights_itself(trial("mail.compose", 3), field, "wrong") == ""


def test_a_draft_that_was_sent_in_between_breaks_the_prohibition() -> None:
    assert not mistaken("mail.save_draft", 1, "saves it, and sends one like it").passed


def test_a_new_mail_is_no_reply() -> None:
    one = trial("mail.reply", 1)
    trace, passed, _ = verdict_of(one, wrong("mail.reply", "writes a new email instead"))
    sent = [facts for entity, facts in trace.final.items() if entity.startswith("mail/") and entity not in trace.initial]
    assert [facts["subject"] for facts in sent] == [f"Re: {one.params['subject']}"]
    assert not passed
