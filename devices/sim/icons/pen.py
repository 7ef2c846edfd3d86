"""What icons are drawn with: line art of width 2 on a square of 24 units."""

from collections.abc import Callable

from PIL import Image, ImageDraw


class Pen:
    """Draws an icon as a mask of ``side`` pixels square. Lengths are in units, angles in degrees from three o'clock, clockwise."""

    def __init__(self, side: int) -> None:
        self.mask = Image.new("L", (side, side), 0)
        self._draw = ImageDraw.Draw(self.mask)
        self._unit = side / 24

    def _at(self, *numbers: float) -> list[float]:
        return [number * self._unit for number in numbers]

    def line(self, *points: float, width: float = 2, fill: int = 255) -> None:
        """A line through points, with round ends."""
        self._draw.line(self._at(*points), fill=fill, width=round(width * self._unit), joint="curve")
        for x, y in zip(points[::2], points[1::2], strict=True):
            self.disc(x, y, width / 2, fill)

    def disc(self, x: float, y: float, radius: float, fill: int = 255) -> None:
        """A filled circle; ``fill=0`` rubs it out."""
        self._draw.ellipse(self._at(x - radius, y - radius, x + radius, y + radius), fill=fill)

    def ring(self, x: float, y: float, radius: float, width: float = 2) -> None:
        """A circle, empty inside."""
        self.disc(x, y, radius)
        self.disc(x, y, radius - width, 0)

    def arc(self, x: float, y: float, radius: float, start: float, end: float, width: float = 2, tall: float = 1) -> None:
        """Part of a circle, ``tall`` times as high as wide."""
        high = radius * tall
        self._draw.arc(self._at(x - radius, y - high, x + radius, y + high), start, end, fill=255, width=round(width * self._unit))

    def box(self, left: float, top: float, right: float, bottom: float, radius: float = 1, fill: int = 255) -> None:
        """A filled rectangle with round corners."""
        self._draw.rounded_rectangle(self._at(left, top, right, bottom), radius * self._unit, fill=fill)

    def frame(self, left: float, top: float, right: float, bottom: float, radius: float = 2) -> None:
        """A rectangle with round corners, empty inside."""
        self.box(left, top, right, bottom, radius)
        self.box(left + 2, top + 2, right - 2, bottom - 2, max(0, radius - 1), fill=0)

    def shape(self, *points: float, fill: int = 255) -> None:
        """A filled polygon."""
        self._draw.polygon(self._at(*points), fill=fill)


Icon = Callable[[Pen], None]
