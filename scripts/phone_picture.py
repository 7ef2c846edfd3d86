"""Draw docs/images/phone.png: eight screens of the simulated phone beside each other."""

import io
from pathlib import Path

from PIL import Image

from devices.action import PressKey, Tap
from devices.device import Layout, Setup
from devices.sim import SimulatedPhone

HIGH, GAP = 560, 10
TARGET = Path(__file__).resolve().parent.parent / "docs" / "images" / "phone.png"


def screen(setup: Setup, *do: str | PressKey) -> Image.Image:
    """A screen after taps on things with these labels, and keys."""
    phone = SimulatedPhone()
    phone.reset(setup)
    for step in do:
        seen = phone.observe()
        if isinstance(step, str):
            element = next(element for element in seen.elements if element.label == step and element.kind != "text")
            phone.act(Tap(element=element.index), seen)
        else:
            phone.act(step, seen)
    return Image.open(io.BytesIO(phone.screenshot())).convert("RGB")


def main() -> None:
    upright = [
        screen(Setup()),
        screen(Setup(front="Calendar")),
        screen(Setup(front="Messages", layout=Layout(theme="dark")), "Amara Okafor"),
        screen(Setup(front="Settings", layout=Layout(locale="de", maker="vendor"))),
        screen(Setup(front="Shopping", layout=Layout(locale="ar"))),
        screen(Setup(front="Music"), "Blue Hour Ferry"),
        screen(Setup(), PressKey(key="quick_settings")),
    ]
    aside = screen(Setup(front="Mail", layout=Layout(width=2400, height=1080)))
    small = [picture.resize((picture.width * HIGH // picture.height, HIGH), Image.Resampling.LANCZOS) for picture in upright]
    wide = small[0].width
    sheet = Image.new("RGB", (4 * wide + 5 * GAP, 2 * HIGH + 3 * GAP), "#c9ced6")
    for number, picture in enumerate(small):
        sheet.paste(picture, (GAP + number % 4 * (wide + GAP), GAP + number // 4 * (HIGH + GAP)))
    sheet.paste(aside.resize((wide, aside.height * wide // aside.width), Image.Resampling.LANCZOS), (4 * GAP + 3 * wide, 2 * GAP + HIGH))
    sheet.quantize(128).save(TARGET, optimize=True)


if __name__ == "__main__":
    main()
