"""The notification shade and the quick settings, drawn down from the top of the screen over whatever is in front."""

from functools import partial

from devices.sim.apps.settings import set_airplane_mode
from devices.sim.language import long_date
from devices.sim.system import Page, System
from devices.sim.widgets import Button, Row, Screen, Slider, Text, Tile, Tiles, Widget


def notifications(system: System, page: Page) -> Screen:
    entities = list(reversed(system.entities("notification")))
    rows: list[Widget] = []
    for entity in entities:
        facts = system.facts[entity]
        title = str(facts["title"])
        close = Button(system.say("Dismiss {title}", title=title), partial(system.dismiss, entity), "dismiss")
        label = system.say(system.apps[str(facts["app"])].label)
        rows.append(
            Row(
                label,
                title,
                partial(system.follow, entity),
                more=str(facts["text"]),
                icon=True,
                name="expandableNotificationRow",
                end=close,
            )
        )

    def clear() -> None:
        for entity in entities:
            system.dismiss(entity)
        system.close()

    body: list[Widget] = [Text(long_date(system.now, system.locale), "headline", "date")]
    body += [*rows, Button(system.say("Clear all"), clear, "dismiss_text")] if rows else [Text(system.say("No notifications"))]
    return Screen(system.say("Notifications"), body, up=False)


def quick_settings(system: System, page: Page) -> Screen:
    settings = system.settings()

    def tile(label: str, key: str) -> Tile:
        on = bool(settings[key])
        return Tile(system.say(label), on, lambda: system.set("settings", key, not on), key)

    airplane = bool(settings["airplane_mode"])
    return Screen(
        system.say("Quick settings"),
        [
            Slider(
                system.say("Brightness level"), int(settings["brightness"]), lambda percent: system.set("settings", "brightness", percent)
            ),
            Tiles(
                [
                    tile("Wi-Fi", "wifi"),
                    tile("Bluetooth", "bluetooth"),
                    tile("Do Not Disturb", "do_not_disturb"),
                    Tile(system.say("Airplane mode"), airplane, lambda: set_airplane_mode(system, not airplane), "airplane_mode"),
                    tile("Dark theme", "dark_theme"),
                    tile("Auto-rotate", "auto_rotate"),
                    tile("Hotspot", "hotspot"),
                ]
            ),
        ],
        up=False,
    )
