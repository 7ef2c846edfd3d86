"""Shapes, icons and text for pictures of the simulated phone, smooth at the edges.

Text is set in the DejaVu Sans that comes with matplotlib, so that pictures are the same on every host. It has no Chinese: such letters
are set in a font of the host where it has one, the only thing in a picture that depends on the host, and are boxes where it has none.
"""

import re
from collections.abc import Callable
from functools import lru_cache
from importlib.util import find_spec
from math import cos, pi, sin
from pathlib import Path
from typing import Final

from PIL import Image, ImageDraw, ImageFont, features

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


def _in_order(text: str) -> str:
    """A text with its letters in the order in which they are painted, from the left."""
    if _SHAPES:
        return text  # Pillow does that, and better
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
        """An icon of `ICONS`, ``size`` pixels square, around a point."""
        left, top, mask = x - size // 2, y - size // 2, _icon(name, size)
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
            self._draw.text((x, y), _in_order(line), font=font, fill=colour, anchor=anchor)
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


# Icons are drawn on a square of 24 units, as line art of width 2.


class _Pen:
    def __init__(self, side: int) -> None:
        self.mask = Image.new("L", (side, side), 0)
        self._draw = ImageDraw.Draw(self.mask)
        self._unit = side / 24

    def _at(self, *numbers: float) -> list[float]:
        return [number * self._unit for number in numbers]

    def line(self, *points: float, width: float = 2) -> None:
        self._draw.line(self._at(*points), fill=255, width=round(width * self._unit), joint="curve")
        for x, y in zip(points[::2], points[1::2], strict=True):
            self.disc(x, y, width / 2)

    def disc(self, x: float, y: float, radius: float, fill: int = 255) -> None:
        self._draw.ellipse(self._at(x - radius, y - radius, x + radius, y + radius), fill=fill)

    def ring(self, x: float, y: float, radius: float, width: float = 2) -> None:
        self.disc(x, y, radius)
        self.disc(x, y, radius - width, 0)

    def arc(self, x: float, y: float, radius: float, start: float, end: float, width: float = 2) -> None:
        self._draw.arc(self._at(x - radius, y - radius, x + radius, y + radius), start, end, fill=255, width=round(width * self._unit))

    def box(self, left: float, top: float, right: float, bottom: float, radius: float = 1, fill: int = 255) -> None:
        self._draw.rounded_rectangle(self._at(left, top, right, bottom), radius * self._unit, fill=fill)

    def shape(self, *points: float, fill: int = 255) -> None:
        self._draw.polygon(self._at(*points), fill=fill)


def _arrow(pen: _Pen) -> None:
    pen.line(20, 12, 5, 12)
    pen.line(11, 6, 5, 12, 11, 18)


def _dots(pen: _Pen) -> None:
    for y in (6, 12, 18):
        pen.disc(12, y, 1.8)


def _plus(pen: _Pen) -> None:
    pen.line(12, 5, 12, 19)
    pen.line(5, 12, 19, 12)


def _pencil(pen: _Pen) -> None:
    pen.shape(4, 20, 4, 16.5, 15.5, 5, 19, 8.5, 7.5, 20)
    pen.shape(16.5, 4, 18.2, 2.6, 21.4, 5.8, 20, 7.5)


def _star_points(radius: float) -> list[float]:
    return [
        value
        for step in range(10)
        for value in (
            12 + (radius if step % 2 == 0 else radius * 0.42) * sin(step * pi / 5),
            12.5 - (radius if step % 2 == 0 else radius * 0.42) * cos(step * pi / 5),
        )
    ]


def _star(pen: _Pen) -> None:
    pen.shape(*_star_points(10.5))


def _star_outline(pen: _Pen) -> None:
    pen.shape(*_star_points(10.5))
    pen.shape(*_star_points(6.8), fill=0)


def _alarm(pen: _Pen) -> None:
    pen.ring(12, 13, 8)
    pen.line(12, 9, 12, 13.5, 15, 15.5)
    pen.line(3, 6, 6.5, 3)
    pen.line(21, 6, 17.5, 3)


def _clock(pen: _Pen) -> None:
    pen.ring(12, 12, 9.5, 2.2)
    pen.line(12, 6.5, 12, 12.5, 16, 15)


def _tick(pen: _Pen) -> None:
    pen.line(5, 12.5, 10, 17.5, 19, 7, width=3)


def _timer(pen: _Pen) -> None:
    pen.line(7, 3, 17, 3)
    pen.line(7, 21, 17, 21)
    pen.shape(7, 4, 17, 4, 12, 12.5)
    pen.shape(7, 20, 17, 20, 12, 11.5)


def _wifi(pen: _Pen) -> None:
    for radius in (15, 10):
        pen.arc(12, 20, radius, 225, 315)
    pen.shape(12, 20, 8.2, 15.6, 12, 14, 15.8, 15.6)


def _devices(pen: _Pen) -> None:
    pen.box(2, 5, 17, 17)
    pen.box(4, 7, 15, 15, fill=0)
    pen.box(14, 9, 22, 21)
    pen.box(16, 11, 20, 18, fill=0)


def _sun(pen: _Pen) -> None:
    pen.disc(12, 12, 4.5)
    for step in range(8):
        x, y = cos(step * pi / 4), sin(step * pi / 4)
        pen.line(12 + 7.5 * x, 12 + 7.5 * y, 12 + 9.5 * x, 12 + 9.5 * y)


def _sound(pen: _Pen) -> None:
    pen.shape(3, 9, 7, 9, 12, 4, 12, 20, 7, 15, 3, 15)
    pen.arc(12, 12, 5.5, -50, 50)
    pen.arc(12, 12, 9.5, -50, 50)


def _gear(pen: _Pen) -> None:
    for step in range(8):
        x, y = cos(step * pi / 4), sin(step * pi / 4)
        pen.line(12 + 6 * x, 12 + 6 * y, 12 + 9 * x, 12 + 9 * y, width=4)
    pen.disc(12, 12, 7.5)
    pen.disc(12, 12, 3.4, 0)


def _info(pen: _Pen) -> None:
    pen.box(6, 2, 18, 22, 2)
    pen.box(8, 5, 16, 18, 0.5, fill=0)


def _person(pen: _Pen) -> None:
    pen.disc(12, 8, 4.4)
    pen.box(3.5, 14, 20.5, 26, 6)


def _close(pen: _Pen) -> None:
    pen.line(6, 6, 18, 18)
    pen.line(18, 6, 6, 18)


def _search(pen: _Pen) -> None:
    pen.ring(10, 10, 6.5)
    pen.line(15, 15, 20.5, 20.5, width=2.6)


def _bin(pen: _Pen) -> None:
    pen.box(6, 7, 18, 21, 1.5)
    pen.box(8.5, 9.5, 10.5, 18.5, 0.5, fill=0)
    pen.box(13.5, 9.5, 15.5, 18.5, 0.5, fill=0)
    pen.line(4, 5, 20, 5)


def _send(pen: _Pen) -> None:
    pen.shape(2.5, 4, 22, 12, 2.5, 20, 5, 12.8, 14, 12, 5, 11.2)


def _frame(pen: _Pen) -> None:
    pen.box(3, 4, 21, 20, 2)
    pen.box(5, 6, 19, 18, 1, fill=0)
    pen.shape(6, 17, 10.5, 10.5, 13.5, 14.5, 15.5, 12, 18, 17)
    pen.disc(15.5, 9, 1.5)


def _archive(pen: _Pen) -> None:
    pen.box(3, 3, 21, 9)
    pen.box(4.5, 10.5, 19.5, 21)
    pen.box(9, 13, 15, 15.5, 0.5, fill=0)


def _bell(pen: _Pen) -> None:
    pen.disc(12, 10, 6)
    pen.shape(6, 10, 18, 10, 20, 18, 4, 18)
    pen.disc(12, 20, 2)
    pen.line(4, 4, 20, 20, width=1.6)


def _pin(pen: _Pen) -> None:
    pen.box(8, 3, 16, 6)
    pen.shape(9.5, 5, 14.5, 5, 16.5, 14, 7.5, 14)
    pen.line(12, 14, 12, 21)


def _phone(pen: _Pen) -> None:
    pen.line(6, 5, 7, 12, 12, 17, 19, 18, width=4)
    pen.disc(6, 6, 2.6)
    pen.disc(18, 18, 2.6)


def _letter(pen: _Pen) -> None:
    pen.box(2.5, 5, 21.5, 19)
    pen.shape(4, 6.5, 20, 6.5, 12, 13, fill=0)


def _folder(pen: _Pen) -> None:
    pen.box(2.5, 5, 11, 10)
    pen.box(2.5, 7, 21.5, 19)


ICONS: Final[dict[str, Callable[[_Pen], None]]] = {
    "alarm": _alarm,
    "archive": _archive,
    "arrow": _arrow,
    "bell": _bell,
    "bin": _bin,
    "clock": _clock,
    "close": _close,
    "devices": _devices,
    "dots": _dots,
    "folder": _folder,
    "gear": _gear,
    "info": _info,
    "letter": _letter,
    "pencil": _pencil,
    "person": _person,
    "phone": _phone,
    "picture": _frame,
    "pin": _pin,
    "plus": _plus,
    "search": _search,
    "send": _send,
    "sound": _sound,
    "star": _star,
    "star_outline": _star_outline,
    "sun": _sun,
    "tick": _tick,
    "timer": _timer,
    "wifi": _wifi,
}


@lru_cache(maxsize=256)
def _icon(name: str, size: int) -> Image.Image:
    pen = _Pen(size * _FINE)
    ICONS[name](pen)
    return pen.mask.resize((size, size), Image.Resampling.LANCZOS)
