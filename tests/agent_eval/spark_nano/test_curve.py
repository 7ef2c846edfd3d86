"""The learning curve is drawn from whatever points there are."""

from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from agent_eval.spark_nano.curve import draw

LOSS = {"minutes": 1.0, "loss": 2.0, "exact": 0.1}


@pytest.mark.parametrize("curve", [[], [LOSS], [{"minutes": 2.0, "held_out": 0.5}], [LOSS, {"minutes": 2.0, "passed": 0.5}]])
def test_it_is_a_picture(curve: list[dict[str, Any]], tmp_path: Path) -> None:
    draw(curve, tmp_path / "curve.png")
    with Image.open(tmp_path / "curve.png") as picture:
        assert picture.format == "PNG"
        assert picture.width > 500
