"""The way back to a permission that was refused on the way."""

from collections.abc import Sequence

from devices.action import Action
from devices.observation import Observation
from devices.sim.language import wordings
from tasks.navigate import find, on, tapped
from tasks.solutions.settings import permit
from tasks.trace import Step


def allowed_again(seen: Observation, history: Sequence[Step], app: str, permission: str) -> Action | None:
    """Where an app was refused a permission, the next action to grant it in Settings; None where it was not, or has it again.

    Args:
        seen, history: the screen, and the steps so far.
        app, permission: what they are called in Settings: ``Maps``, ``Location services``.
    """
    refused = False
    for step in history:
        refused = not _allowed(step.observation, app, permission) and (refused or _refuses(step, app))
    if not refused or _allowed(seen, app, permission):
        return None
    return permit(seen, history, app, permission, "Allow only while using the app")


def _refuses(step: Step, app: str) -> bool:
    return any(
        element.resource_id.endswith("permission_deny_button") and any(name in look.observation.title for name in wordings(app))
        for look, element in tapped([step])
    )


def _allowed(seen: Observation, app: str, permission: str) -> bool:
    """Whether this is the page of Settings that says so."""
    row = find(seen, permission, "row") if on(seen, "Permissions") and find(seen, app, "text") else None
    return row is not None and row.detail in wordings("Allowed")
