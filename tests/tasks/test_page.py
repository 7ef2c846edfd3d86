import io
from pathlib import Path

import pytest
from PIL import Image

from devices.sim import SimulatedPhone
from tasks import page, registry
from tasks.suite import SUITES, trial

DOCS = Path(__file__).parents[2] / "docs"


def test_the_page_stands_as_it_would_be_written() -> None:
    """Written by ``agent-eval tasks export --docs docs``."""
    assert (DOCS / "tasks.md").read_text(encoding="utf-8") == page.text(SimulatedPhone())


def test_the_page_tells_of_every_task_with_its_picture() -> None:
    text = (DOCS / "tasks.md").read_text(encoding="utf-8")
    for name in registry.tasks():
        assert f"### {name}\n" in text
        picture = DOCS / "images" / "tasks" / f"{name}.png"
        assert f'<img src="images/tasks/{name}.png"' in text
        assert 0 < picture.stat().st_size <= page.LARGEST
    for name in SUITES:
        assert f"| `{name}` |" in text
    assert {path.stem for path in (DOCS / "images" / "tasks").glob("*.png")} == set(registry.tasks())


@pytest.mark.parametrize("task", ["clock.set_alarm", "contacts.find_phone"])
def test_a_picture_is_a_small_screen_on_the_way(task: str) -> None:
    made = page.picture(trial(task, 0), SimulatedPhone())
    with Image.open(io.BytesIO(made)) as opened:
        assert opened.mode == "P"
        assert opened.width == 240
        assert len(opened.convert("RGB").getcolors(64) or ()) > 3
    assert len(made) <= page.LARGEST


def test_a_picture_that_cannot_be_made_small_is_refused() -> None:
    noise = Image.effect_noise((2000, 3000), 255)
    out = io.BytesIO()
    noise.save(out, "PNG")
    with pytest.raises(ValueError, match="does not fit into 10,000 bytes"):
        page.shrunk(out.getvalue())
