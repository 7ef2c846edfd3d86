"""Icons that are signs: arrows, lists, marks."""

from collections.abc import Mapping
from math import cos, pi, sin
from typing import Final

from devices.sim.icons.pen import Icon, Pen


def _arrow(pen: Pen) -> None:
    pen.line(20, 12, 5, 12)
    pen.line(11, 6, 5, 12, 11, 18)


def _dots(pen: Pen) -> None:
    for y in (6, 12, 18):
        pen.disc(12, y, 1.8)


def _plus(pen: Pen) -> None:
    pen.line(12, 5, 12, 19)
    pen.line(5, 12, 19, 12)


def _close(pen: Pen) -> None:
    pen.line(6, 6, 18, 18)
    pen.line(18, 6, 6, 18)


def _search(pen: Pen) -> None:
    pen.ring(10, 10, 6.5)
    pen.line(15, 15, 20.5, 20.5, width=2.6)


def _send(pen: Pen) -> None:
    pen.shape(2.5, 4, 22, 12, 2.5, 20, 5, 12.8, 14, 12, 5, 11.2)


def _tick(pen: Pen) -> None:
    pen.line(5, 12.5, 10, 17.5, 19, 7, width=3)


def _star_points(radius: float) -> list[float]:
    return [
        value
        for step in range(10)
        for value in (
            12 + (radius if step % 2 == 0 else radius * 0.42) * sin(step * pi / 5),
            12.5 - (radius if step % 2 == 0 else radius * 0.42) * cos(step * pi / 5),
        )
    ]


def _star(pen: Pen) -> None:
    pen.shape(*_star_points(10.5))


def _star_outline(pen: Pen) -> None:
    pen.shape(*_star_points(10.5))
    pen.shape(*_star_points(6.8), fill=0)


def _wifi(pen: Pen) -> None:
    for radius in (15, 10):
        pen.arc(12, 20, radius, 225, 315)
    pen.shape(12, 20, 8.2, 15.6, 12, 14, 15.8, 15.6)


def _sound(pen: Pen) -> None:
    pen.shape(3, 9, 7, 9, 12, 4, 12, 20, 7, 15, 3, 15)
    pen.arc(12, 12, 5.5, -50, 50)
    pen.arc(12, 12, 9.5, -50, 50)


def _minus(pen: Pen) -> None:
    pen.ring(12, 12, 9.5)
    pen.line(7.5, 12, 16.5, 12)


def _previous(pen: Pen) -> None:
    pen.line(15, 5.5, 8.5, 12, 15, 18.5)


def _next(pen: Pen) -> None:
    pen.line(9, 5.5, 15.5, 12, 9, 18.5)


def _forward(pen: Pen) -> None:
    pen.arc(14, 18, 10, 180, 270)
    pen.shape(13, 3, 22, 9, 13, 15)


def _up(pen: Pen) -> None:
    pen.line(12, 20, 12, 4)
    pen.line(6, 10, 12, 4, 18, 10)


def _down(pen: Pen) -> None:
    pen.line(12, 4, 12, 20)
    pen.line(6, 14, 12, 20, 18, 14)


def _turn_right(pen: Pen) -> None:
    pen.line(6, 20, 6, 9, 19, 9)
    pen.line(14, 4, 19, 9, 14, 14)


def _turn_left(pen: Pen) -> None:
    pen.line(18, 20, 18, 9, 5, 9)
    pen.line(10, 4, 5, 9, 10, 14)


def _back_in_time(pen: Pen) -> None:
    pen.arc(12.5, 12, 9, 200, 510)
    pen.shape(0.8, 8, 8, 8, 4.2, 13)


def _history(pen: Pen) -> None:
    _back_in_time(pen)
    pen.line(12.5, 7.5, 12.5, 12.5, 16, 14.5)


def _sort(pen: Pen) -> None:
    pen.line(4, 6.5, 20, 6.5)
    pen.line(4, 12, 15, 12)
    pen.line(4, 17.5, 10, 17.5)


def _filter(pen: Pen) -> None:
    pen.line(3, 6.5, 21, 6.5)
    pen.line(6.5, 12, 17.5, 12)
    pen.line(10, 17.5, 14, 17.5)


def _list(pen: Pen) -> None:
    for y in (6, 12, 18):
        pen.disc(4.5, y, 1.5)
        pen.line(9, y, 20, y)


def _queue(pen: Pen) -> None:
    pen.line(4, 5.5, 20, 5.5)
    pen.line(4, 11, 20, 11)
    pen.line(4, 16.5, 10, 16.5)
    pen.shape(14, 13.5, 22, 18, 14, 22.5)


def _playlist(pen: Pen) -> None:
    pen.line(3.5, 6, 14, 6)
    pen.line(3.5, 11, 14, 11)
    pen.line(3.5, 16, 8.5, 16)
    pen.disc(14.5, 18, 3)
    pen.line(16.5, 18, 16.5, 5, 20.5, 5)


def _apps(pen: Pen) -> None:
    for x in (3, 13.5):
        for y in (3, 13.5):
            pen.frame(x, y, x + 7.5, y + 7.5, 1.5)


def _tabs(pen: Pen) -> None:
    pen.frame(6.5, 2.5, 21.5, 17.5)
    pen.line(3.5, 7.5, 3.5, 20.5, 16.5, 20.5)


def _copy(pen: Pen) -> None:
    pen.frame(8, 7, 20.5, 22, 1.5)
    pen.line(4.5, 17, 4.5, 3, 16, 3)


def _select(pen: Pen) -> None:
    pen.frame(3, 3, 21, 21)
    pen.line(7.5, 12.5, 10.8, 15.8, 16.8, 8.8)


def _checklist(pen: Pen) -> None:
    for y in (7, 16.5):
        pen.line(2.8, y, 5.2, y + 2.4, 9.2, y - 2.4)
        pen.line(13, y, 21, y)


def _share(pen: Pen) -> None:
    pen.line(17.5, 5, 6, 12, 17.5, 19)
    for x, y in ((17.5, 5), (6, 12), (17.5, 19)):
        pen.disc(x, y, 3)


def _layers(pen: Pen) -> None:
    pen.line(4, 13.5, 12, 19.8, 20, 13.5)
    pen.shape(12, 2.5, 21.2, 9.5, 12, 16.5, 2.8, 9.5)
    pen.shape(12, 5, 17.8, 9.5, 12, 14, 6.2, 9.5, fill=0)


def _target(pen: Pen) -> None:
    pen.ring(12, 12, 7.5)
    pen.disc(12, 12, 3)
    for x, y in ((0, -1), (0, 1), (-1, 0), (1, 0)):
        pen.line(12 + 8 * x, 12 + 8 * y, 12 + 10 * x, 12 + 10 * y)


def _compass(pen: Pen) -> None:
    pen.ring(12, 12, 9.5)
    pen.shape(16.8, 7.2, 13.8, 13.8, 7.2, 16.8, 10.2, 10.2)
    pen.disc(12, 12, 1.2, 0)


def _record(pen: Pen) -> None:
    pen.ring(12, 12, 9.5)
    pen.disc(12, 12, 5)


def _stop(pen: Pen) -> None:
    pen.ring(12, 12, 9.5)
    pen.box(8, 8, 16, 16)


def _cross(pen: Pen) -> None:
    pen.box(9, 3.5, 15, 20.5, 0.8)
    pen.box(3.5, 9, 20.5, 15, 0.8)


SIGNS: Final[Mapping[str, Icon]] = {
    "apps": _apps,
    "arrow": _arrow,
    "checklist": _checklist,
    "close": _close,
    "compass": _compass,
    "copy": _copy,
    "cross": _cross,
    "dots": _dots,
    "down": _down,
    "filter": _filter,
    "forward": _forward,
    "history": _history,
    "layers": _layers,
    "list": _list,
    "minus": _minus,
    "next": _next,
    "playlist": _playlist,
    "plus": _plus,
    "previous": _previous,
    "queue": _queue,
    "record": _record,
    "search": _search,
    "select": _select,
    "send": _send,
    "share": _share,
    "sort": _sort,
    "sound": _sound,
    "star": _star,
    "star_outline": _star_outline,
    "stop": _stop,
    "tabs": _tabs,
    "target": _target,
    "tick": _tick,
    "turn_left": _turn_left,
    "turn_right": _turn_right,
    "up": _up,
    "wifi": _wifi,
}
