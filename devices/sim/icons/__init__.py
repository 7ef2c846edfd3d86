"""The icons of the simulated phone, drawn with a few strokes each, so that they are the same on every host."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from PIL import Image

from devices.sim.icons.pen import Icon, Pen
from devices.sim.icons.signs import SIGNS
from devices.sim.icons.things import THINGS

ICONS: Final[Mapping[str, Icon]] = {**SIGNS, **THINGS}
_FINE: Final = 4  # drawn this much larger and scaled down, which smooths the edges


@lru_cache(maxsize=512)
def mask_of(name: str, size: int) -> Image.Image:
    """An icon as a mask of ``size`` pixels square.

    Raises:
        KeyError: no icon has this name.
    """
    pen = Pen(size * _FINE)
    ICONS[name](pen)
    return pen.mask.resize((size, size), Image.Resampling.LANCZOS)
