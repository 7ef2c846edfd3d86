"""Shapes and text for pictures of the simulated phone, smooth at the edges.

Text is set in the DejaVu Sans that comes with matplotlib, so that pictures are the same on every host. It has no Chinese: such letters
are set in a font of the host where it has one, the only thing in a picture that depends on the host, and are boxes where it has none.
"""

import re
from collections.abc import Callable
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from PIL import Image, ImageDraw, ImageFont, features

from devices.sim.icons import mask_of
from devices.tree import Rect

Font = ImageFont.FreeTypeFont | ImageFont.ImageFont
_FINE: Final = 4  # shapes are drawn this much larger and scaled down, which smooths their edges


@lru_cache(maxsize=256)
def _corner(radius: int) -> Image.Image:
    """A disc of this radius, as a mask."""
    side = radius * 2 * _FINE
    mask = Image.new("L", (side, side), 0)
    ImageDraw.Draw(mask).ellipse((0, 0, side - 1, side - 1), fill=255)
    return mask.resize((radius * 2, radius * 2), Image.Resampling.LANCZOS)


_CHINESE: Final = (
    "NotoSansCJK-Regular.ttc", "NotoSansSC-Regular.otf", "NotoSansCJKsc-Regular.otf", "SourceHanSansSC-Regular.otf",
    "wqy-microhei.ttc", "wqy-zenhei.ttc", "DroidSansFallbackFull.ttf", "DroidSansFallback.ttf", "PingFang.ttc",
    "Hiragino Sans GB.ttc", "msyh.ttc", "simsun.ttc",
)  # fmt: skip
"""Names of fonts with Chinese letters, as hosts have them."""
_RIGHT_TO_LEFT: Final = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]+(?:[ ،]+[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]+)*")
_SHAPES: Final = bool(features.check("raqm"))
"""Whether Pillow joins Arabic letters and orders them from right to left by itself."""
_PIECES: Final = re.compile("[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef]|[^ \u2e80-\u9fff\uf900-\ufaff\uff00-\uffef]+ *| +")
"""What a line may be broken after: words with the blanks behind them, and single Chinese letters."""


@lru_cache(maxsize=1)
def _path() -> Path:
    """The font that comes with matplotlib, found without loading matplotlib.

    Raises:
        RuntimeError: matplotlib lies where its files cannot be read.
    """
    spec = find_spec("matplotlib")
    if spec is None or not spec.submodule_search_locations:
        raise RuntimeError("pictures of the phone need the fonts of matplotlib, which is not installed")
    return Path(spec.submodule_search_locations[0]) / "mpl-data" / "fonts" / "ttf" / "DejaVuSans.ttf"


@lru_cache(maxsize=128)
def _font(size: int) -> Font:
    # DejaVu is a wide font: a little smaller it takes the room that layout reckons with.
    return ImageFont.truetype(str(_path()), max(1, round(size * 0.92)))


@lru_cache(maxsize=128)
def _spare_font(size: int) -> Font:
    """For letters that DejaVu lacks, where the host has a font with Chinese ones."""
    for name in _CHINESE:
        try:
            return ImageFont.truetype(name, size)
        except OSError:  # this host does not have it
            continue
    return _font(size)


@lru_cache(maxsize=4096)
def _drawn(letter: str) -> bool:
    """Whether DejaVu has a letter: those it lacks all look like its box."""
    if letter.isascii():
        return True
    box, shape = (_font(16).getmask(other) for other in ("\U0010fffd", letter))
    return box.size != shape.size or bytes(box) != bytes(shape)


@lru_cache(maxsize=4096)
def font_for(text: str, size: int) -> Font:
    """The font that has every letter of a text, as far as the host has one."""
    return _font(size) if all(_drawn(letter) for letter in text) else _spare_font(size)


def _in_order(text: str, from_right: bool) -> str:
    """A text with its letters in the order in which they are painted, from the left; ``from_right`` if its lines begin at the right."""
    if _SHAPES:  # Pillow orders them, and better
        if not from_right or _RIGHT_TO_LEFT.search(text) is None:
            return text
        # Marks that nobody sees: the line runs from right to left whatever it begins with, the dollar stays behind its US, and a number
        # after a dot does not go with the Latin words before it.
        return "\u200f" + text.replace("US$", "US$\u200e").replace(" · ", " · \u200f").replace(" • ", " • \u200f")
    return _RIGHT_TO_LEFT.sub(lambda found: found[0][::-1], text)


class Canvas:
    """A picture to paint on. Rectangles are (left, top, right, bottom) in pixels, colours ``#rrggbb``."""

    def __init__(self, width: int, height: int, colour: str) -> None:
        self.image = Image.new("RGB", (width, height), colour)
        self._draw = ImageDraw.Draw(self.image)

    def rectangle(self, rect: Rect, colour: str) -> None:
        """Fill a rectangle."""
        if rect[0] < rect[2] and rect[1] < rect[3]:
            self._draw.rectangle((rect[0], rect[1], rect[2] - 1, rect[3] - 1), fill=colour)

    def rounded(self, rect: Rect, radius: int, colour: str) -> None:
        """Fill a rectangle with round corners."""
        left, top, right, bottom = rect
        radius = min(radius, (right - left) // 2, (bottom - top) // 2)
        if radius < 1:
            self.rectangle(rect, colour)
            return
        self.rectangle((left + radius, top, right - radius, bottom), colour)
        self.rectangle((left, top + radius, right, bottom - radius), colour)
        disc = _corner(radius)
        for x, y, part in (
            (left, top, (0, 0, radius, radius)),
            (right - radius, top, (radius, 0, 2 * radius, radius)),
            (left, bottom - radius, (0, radius, radius, 2 * radius)),
            (right - radius, bottom - radius, (radius, radius, 2 * radius, 2 * radius)),
        ):
            mask = disc.crop(part)
            self.image.paste(colour, (x, y, x + radius, y + radius), mask)

    def outlined(self, rect: Rect, radius: int, line: int, colour: str, inside: str) -> None:
        """A rectangle with round corners, a border and another colour inside."""
        self.rounded(rect, radius, colour)
        self.rounded((rect[0] + line, rect[1] + line, rect[2] - line, rect[3] - line), max(0, radius - line), inside)

    def disc(self, x: int, y: int, radius: int, colour: str) -> None:
        """Fill a disc around a point."""
        self.rounded((x - radius, y - radius, x + radius, y + radius), radius, colour)

    def icon(self, name: str, x: int, y: int, size: int, colour: str, mirrored: bool = False) -> None:
        """An icon of `devices.sim.icons.ICONS`, ``size`` pixels square, around a point."""
        left, top, mask = x - size // 2, y - size // 2, mask_of(name, size)
        if mirrored:
            mask = mask.transpose(Image.Transpose.FLIP_LEFT_RIGHT)
        self.image.paste(colour, (left, top, left + size, top + size), mask)

    def dim(self, share: float) -> None:
        """Darken all that was painted so far."""
        self.image = Image.blend(self.image, Image.new("RGB", self.image.size, "#000000"), share)
        self._draw = ImageDraw.Draw(self.image)

    def within(self, rect: Rect, paint: Callable[[], None]) -> None:
        """Paint, but keep only what falls into a rectangle."""
        before = self.image.copy()
        paint()
        kept = self.image.crop(rect)
        self.image.paste(before)
        self.image.paste(kept, rect)

    def text(self, text: str, rect: Rect, size: int, colour: str, align: str = "left", lines: int = 1) -> None:
        """Write into a rectangle, in the middle of its height, broken into lines where needed and cut off with an ellipsis."""
        font = font_for(text, size)
        shown = _break(text, font, rect[2] - rect[0], lines)
        step = int(size * 1.35)
        y = (rect[1] + rect[3]) // 2 - step * (len(shown) - 1) // 2
        x, anchor = {"left": (rect[0], "lm"), "centre": ((rect[0] + rect[2]) // 2, "mm"), "right": (rect[2], "rm")}[align]
        for line in shown:
            self._draw.text((x, y), _in_order(line, align != "left"), font=font, fill=colour, anchor=anchor)
            y += step


def text_width(text: str, size: int) -> int:
    """Width of a text in pixels, that of its longest line."""
    return max(int(font_for(line, size).getlength(line)) for line in text.split("\n"))


def _break(text: str, font: Font, room: int, most: int) -> list[str]:
    lines: list[str] = []
    for part in text.split("\n"):
        line = ""
        for piece in _PIECES.findall(part):
            if line and font.getlength((line + piece).rstrip()) > room:
                lines.append(line.rstrip())
                line = piece
            else:
                line += piece
        lines.append(line.rstrip())
    if len(lines) > most:
        lines = [*lines[: most - 1], " ".join(lines[most - 1 :])]
    return [_cut(line, font, room) for line in lines]


def _cut(line: str, font: Font, room: int) -> str:
    if font.getlength(line) <= room:
        return line
    while line and font.getlength(line + "…") > room:
        line = line[:-1]
    return line.rstrip() + "…"
