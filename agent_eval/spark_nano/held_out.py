"""What training never sees, so that what the model does with the new can be told apart from what it does with the known.

One template of each room, of different kinds, whose neighbours are trained; and a language and the phone on its side. Everything else that
scored suites hold is new by its parameters alone: names, times, numbers and texts are drawn from pools that training does not have.
"""

from typing import Final, Literal, get_args

from tasks.task import Trial

TEMPLATES: Final = frozenset(
    {
        "across_text.send_opening_time",
        "alarms.name",
        "browser.rename_bookmark",
        "calendar.move_day",
        "camera.set_flash",
        "connections.join_saved_network",
        "files.rename",
        "gallery.rename_album",
        "mail.archive_from",
        "maps.write_note",
        "messages.star",
        "music.play_repeated",
        "notes.pin_several",
        "people.count_family",
        "settings.switch_off_several",
        "shopping.set_price",
        "todo.rename_task",
    }
)
VALUES: Final = frozenset({("locale", "ar"), ("orientation", "landscape"), ("rotation", "turned")})
"""(axis, value). A phone that is turned in mid-episode lies on its side as well."""

Slice = Literal["trained", "held-out template", "held-out value"]
SLICES: tuple[Slice, ...] = get_args(Slice)


def slice_of(trial: Trial) -> Slice:
    """Which part of a suite a trial belongs to, by what training had of it. Every trial is in exactly one."""
    if trial.task in TEMPLATES:
        return "held-out template"
    return "held-out value" if (trial.variation.axis, trial.variation.value) in VALUES else "trained"
