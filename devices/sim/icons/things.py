"""Icons that show things."""

from collections.abc import Mapping
from math import cos, pi, sin
from typing import Final

from devices.sim.icons.pen import Icon, Pen


def _pencil(pen: Pen) -> None:
    pen.shape(4, 20, 4, 16.5, 15.5, 5, 19, 8.5, 7.5, 20)
    pen.shape(16.5, 4, 18.2, 2.6, 21.4, 5.8, 20, 7.5)


def _alarm(pen: Pen) -> None:
    pen.ring(12, 13, 8)
    pen.line(12, 9, 12, 13.5, 15, 15.5)
    pen.line(3, 6, 6.5, 3)
    pen.line(21, 6, 17.5, 3)


def _clock(pen: Pen) -> None:
    pen.ring(12, 12, 9.5, 2.2)
    pen.line(12, 6.5, 12, 12.5, 16, 15)


def _timer(pen: Pen) -> None:
    pen.line(7, 3, 17, 3)
    pen.line(7, 21, 17, 21)
    pen.shape(7, 4, 17, 4, 12, 12.5)
    pen.shape(7, 20, 17, 20, 12, 11.5)


def _devices(pen: Pen) -> None:
    pen.box(2, 5, 17, 17)
    pen.box(4, 7, 15, 15, fill=0)
    pen.box(14, 9, 22, 21)
    pen.box(16, 11, 20, 18, fill=0)


def _sun(pen: Pen) -> None:
    pen.disc(12, 12, 4.5)
    for step in range(8):
        x, y = cos(step * pi / 4), sin(step * pi / 4)
        pen.line(12 + 7.5 * x, 12 + 7.5 * y, 12 + 9.5 * x, 12 + 9.5 * y)


def _gear(pen: Pen) -> None:
    for step in range(8):
        x, y = cos(step * pi / 4), sin(step * pi / 4)
        pen.line(12 + 6 * x, 12 + 6 * y, 12 + 9 * x, 12 + 9 * y, width=4)
    pen.disc(12, 12, 7.5)
    pen.disc(12, 12, 3.4, 0)


def _info(pen: Pen) -> None:
    pen.box(6, 2, 18, 22, 2)
    pen.box(8, 5, 16, 18, 0.5, fill=0)


def _person(pen: Pen) -> None:
    pen.disc(12, 8, 4.4)
    pen.box(3.5, 14, 20.5, 26, 6)


def _bin(pen: Pen) -> None:
    pen.box(6, 7, 18, 21, 1.5)
    pen.box(8.5, 9.5, 10.5, 18.5, 0.5, fill=0)
    pen.box(13.5, 9.5, 15.5, 18.5, 0.5, fill=0)
    pen.line(4, 5, 20, 5)


def _picture(pen: Pen) -> None:
    pen.box(3, 4, 21, 20, 2)
    pen.box(5, 6, 19, 18, 1, fill=0)
    pen.shape(6, 17, 10.5, 10.5, 13.5, 14.5, 15.5, 12, 18, 17)
    pen.disc(15.5, 9, 1.5)


def _archive(pen: Pen) -> None:
    pen.box(3, 3, 21, 9)
    pen.box(4.5, 10.5, 19.5, 21)
    pen.box(9, 13, 15, 15.5, 0.5, fill=0)


def _pin(pen: Pen) -> None:
    pen.box(8, 3, 16, 6)
    pen.shape(9.5, 5, 14.5, 5, 16.5, 14, 7.5, 14)
    pen.line(12, 14, 12, 21)


def _phone(pen: Pen) -> None:
    pen.line(6, 5, 7, 12, 12, 17, 19, 18, width=4)
    pen.disc(6, 6, 2.6)
    pen.disc(18, 18, 2.6)


def _letter(pen: Pen) -> None:
    pen.box(2.5, 5, 21.5, 19)
    pen.shape(4, 6.5, 20, 6.5, 12, 13, fill=0)


def _folder(pen: Pen) -> None:
    pen.box(2.5, 5, 11, 10)
    pen.box(2.5, 7, 21.5, 19)


def _bell(pen: Pen) -> None:
    pen.disc(12, 9.5, 6)
    pen.shape(6, 9.5, 18, 9.5, 20, 18, 4, 18)
    pen.disc(12, 3.5, 1.6)
    pen.disc(12, 20, 2)


def _bell_off(pen: Pen) -> None:
    _bell(pen)
    _strike(pen)


def _strike(pen: Pen) -> None:
    """A line across an icon: what it means is off."""
    pen.line(5.6, 3, 21.8, 19.2, fill=0)
    pen.line(3.5, 3.5, 20.5, 20.5)


def _stopwatch(pen: Pen) -> None:
    pen.ring(12, 13.5, 8)
    pen.line(10, 2.5, 14, 2.5)
    pen.line(12, 3, 12, 6)
    pen.line(12, 9.5, 12, 13.5)
    pen.line(18.2, 6.2, 19.5, 7.5)


def _timer_off(pen: Pen) -> None:
    _timer(pen)
    _strike(pen)


def _bolt(pen: Pen) -> None:
    pen.shape(13.5, 2, 5, 13.5, 11, 13.5, 9.5, 22, 18.5, 9.5, 12.5, 9.5)


def _bolt_off(pen: Pen) -> None:
    _bolt(pen)
    _strike(pen)


def _bolt_auto(pen: Pen) -> None:
    pen.shape(8.5, 2, 2, 13, 6.5, 13, 5.5, 22, 12.5, 9.5, 8, 9.5)
    pen.line(13.5, 12, 17, 3, 20.5, 12, width=1.8)
    pen.line(15, 9, 19, 9, width=1.8)


def _globe(pen: Pen) -> None:
    pen.ring(12, 12, 9.8)
    pen.arc(12, 12, 5, 0, 360, tall=1.9)
    pen.line(3, 9, 21, 9, width=1.8)
    pen.line(3, 15, 21, 15, width=1.8)


def _calculator(pen: Pen) -> None:
    pen.frame(4.5, 2, 19.5, 22, 2.5)
    pen.box(8, 5.5, 16, 9, 0.6)
    for y in (12.5, 17):
        for x in (8.7, 12, 15.3):
            pen.disc(x, y, 1.3)


def _sheet_of_days(pen: Pen) -> None:
    pen.frame(3.5, 4, 20.5, 21.5)
    pen.box(3.5, 4, 20.5, 9.5, 1.5)
    pen.line(8, 2.5, 8, 5)
    pen.line(16, 2.5, 16, 5)


def _calendar(pen: Pen) -> None:
    _sheet_of_days(pen)
    pen.box(12.5, 13, 17.5, 18, 0.8)


def _day(pen: Pen) -> None:
    _sheet_of_days(pen)
    pen.box(7, 12.5, 17, 18, 0.8)


def _month(pen: Pen) -> None:
    _sheet_of_days(pen)
    for x in (8, 12, 16):
        for y in (13, 17.2):
            pen.disc(x, y, 1.3)


def _camera(pen: Pen) -> None:
    pen.shape(8, 6, 9.5, 3.5, 14.5, 3.5, 16, 6)
    pen.box(2, 5.5, 22, 20, 2.5)
    pen.disc(12, 12.7, 5.2, 0)
    pen.disc(12, 12.7, 3.2)


def _video(pen: Pen) -> None:
    pen.box(2.5, 6, 16, 18, 2)
    pen.shape(17, 11, 21.5, 7, 21.5, 17, 17, 13)


def _portrait(pen: Pen) -> None:
    pen.frame(4, 2.5, 20, 21.5)
    pen.disc(12, 10, 3)
    pen.box(7.5, 14.5, 16.5, 20, 3)


def _album(pen: Pen) -> None:
    pen.frame(6.5, 2.5, 21.5, 17.5)
    pen.shape(8.5, 15.5, 12, 10, 14.5, 13, 16, 11, 19.5, 15.5)
    pen.line(3.5, 7.5, 3.5, 20.5, 16.5, 20.5)


def _place(pen: Pen) -> None:
    pen.disc(12, 9, 7)
    pen.shape(5.7, 12, 18.3, 12, 12, 22.5)
    pen.disc(12, 9, 2.8, 0)


def _map(pen: Pen) -> None:
    pen.shape(2.5, 5, 9, 2.5, 15, 5, 21.5, 2.5, 21.5, 19, 15, 21.5, 9, 19, 2.5, 21.5)
    pen.shape(10, 5, 14, 6.6, 14, 19, 10, 17.4, fill=0)


def _speech(pen: Pen) -> None:
    pen.frame(2.5, 3, 21.5, 17.5, 3)
    pen.shape(5.5, 16, 11.5, 16, 5.5, 22)
    pen.line(7, 8.3, 17, 8.3, width=1.7)
    pen.line(7, 12.2, 14, 12.2, width=1.7)


def _note(pen: Pen) -> None:
    pen.disc(7.5, 18, 3.2)
    pen.disc(17, 16.5, 3.2)
    pen.line(9.7, 18, 9.7, 6, 19.2, 4, 19.2, 16.5)
    pen.shape(9, 5.5, 20, 3, 20, 7, 9, 9.5)


def _page(pen: Pen) -> None:
    pen.frame(4.5, 2, 19.5, 22)
    pen.shape(14, 0, 22, 0, 22, 8, fill=0)
    pen.line(13.5, 3, 18.5, 8)
    pen.line(13.5, 3, 13.5, 8, 18.5, 8)
    pen.line(8.3, 13, 15.7, 13, width=1.7)
    pen.line(8.3, 17, 15.7, 17, width=1.7)


def _cart(pen: Pen) -> None:
    pen.line(2, 3.5, 5, 3.5, 8, 15.5, 18, 15.5)
    pen.shape(5.5, 6, 21.5, 6, 18.8, 13.5, 7.5, 13.5)
    pen.disc(9, 19.8, 2)
    pen.disc(17, 19.8, 2)


def _bag(pen: Pen) -> None:
    pen.arc(12, 8, 4, 180, 360, tall=1.3)
    pen.box(4, 7.5, 20, 21.5, 1.8)
    pen.line(8.5, 11, 8.5, 12, 10, 14, 14, 14, 15.5, 12, 15.5, 11, width=1.7, fill=0)


def _bin_for_ever(pen: Pen) -> None:
    pen.box(6, 7, 18, 21, 1.5)
    pen.line(9.7, 11.7, 14.3, 16.3, width=1.8, fill=0)
    pen.line(14.3, 11.7, 9.7, 16.3, width=1.8, fill=0)
    pen.line(4, 5, 20, 5)


def _folder_plus(pen: Pen) -> None:
    _folder(pen)
    pen.line(12, 9.8, 12, 16.2, fill=0)
    pen.line(8.8, 13, 15.2, 13, fill=0)


def _folder_move(pen: Pen) -> None:
    _folder(pen)
    pen.line(8, 13, 15.5, 13, fill=0)
    pen.line(12.5, 9.8, 15.7, 13, 12.5, 16.2, fill=0)


def _bookmark(pen: Pen) -> None:
    pen.shape(6, 3, 18, 3, 18, 21.5, 12, 16.5, 6, 21.5)
    pen.shape(8, 5, 16, 5, 16, 17.2, 12, 14, 8, 17.2, fill=0)


def _house(pen: Pen) -> None:
    pen.shape(12, 2.5, 22, 12, 2, 12)
    pen.box(5, 11, 19, 21, 0.8)
    pen.box(10, 14, 14, 21.5, 0.4, fill=0)


def _flag(pen: Pen) -> None:
    pen.line(5.5, 3.5, 5.5, 21)
    pen.shape(6, 3.5, 20, 3.5, 16.5, 8.5, 20, 13.5, 6, 13.5)


def _clip(pen: Pen) -> None:
    pen.line(16.5, 7, 16.5, 17)
    pen.arc(12, 17, 5.5, 0, 180)
    pen.line(7.5, 17, 7.5, 6)
    pen.arc(11, 6, 4.5, 180, 360)
    pen.line(14.5, 6, 14.5, 16)
    pen.arc(12.5, 16, 3, 0, 180)
    pen.line(10.5, 16, 10.5, 8)


def _figure(pen: Pen) -> None:
    pen.disc(12, 4, 2.4)
    pen.line(3.5, 8.5, 12, 9.8, 20.5, 8.5)
    pen.line(9.3, 21.5, 10.5, 10)
    pen.line(14.7, 21.5, 13.5, 10)
    pen.box(9.6, 9, 14.4, 15, 0.5)


def _battery(pen: Pen) -> None:
    pen.box(9.5, 1.5, 14.5, 5, 0.6)
    pen.frame(6.5, 3.5, 17.5, 22)
    pen.box(9.5, 11, 14.5, 19, 0.5)


def _storage(pen: Pen) -> None:
    for y in (3, 9.5, 16):
        pen.box(3, y, 21, y + 5, 1)
        pen.disc(6.5, y + 2.5, 1.1, 0)


def _shield(pen: Pen) -> None:
    pen.shape(12, 2, 20.5, 5, 20.5, 12, 17.5, 18, 12, 22, 6.5, 18, 3.5, 12, 3.5, 5)
    pen.line(8, 12, 11, 15, 16.2, 9, fill=0)


def _cup(pen: Pen) -> None:
    pen.box(4, 4, 17, 15.5, 3)
    pen.box(4, 4, 17, 9, 0.5)
    pen.arc(17, 8.5, 4, 270, 450)
    pen.line(4, 20, 17.5, 20)


def _cutlery(pen: Pen) -> None:
    for x in (4.5, 7.5, 10.5):
        pen.line(x, 3.5, x, 8.5, width=1.6)
    pen.line(4.5, 9, 10.5, 9)
    pen.line(7.5, 9, 7.5, 20.5)
    pen.shape(15.5, 13, 15.5, 5.5, 18.8, 2.2, 18.8, 13)
    pen.line(17.8, 4, 17.8, 20.5)


def _columns(pen: Pen) -> None:
    pen.shape(12, 2, 22, 8.5, 2, 8.5)
    for x in (5.5, 12, 18.5):
        pen.line(x, 11, x, 17, width=2.2)
    pen.line(3.5, 20.5, 20.5, 20.5, width=2.4)


def _tree(pen: Pen) -> None:
    pen.shape(12, 2, 18, 10, 6, 10)
    pen.shape(12, 6.5, 20.5, 17.5, 3.5, 17.5)
    pen.line(12, 17, 12, 21.5, width=2.4)


def _bed(pen: Pen) -> None:
    pen.line(3, 5, 3, 19.5)
    pen.line(3, 16, 21, 16)
    pen.line(21, 12.5, 21, 19.5)
    pen.disc(7.5, 11, 2.4)
    pen.box(11.5, 8.5, 22, 14, 2)


def _train(pen: Pen) -> None:
    pen.box(4.5, 2.5, 19.5, 18, 3.5)
    pen.box(7, 6, 17, 11, 0.8, fill=0)
    pen.disc(8.5, 14.5, 1.4, 0)
    pen.disc(15.5, 14.5, 1.4, 0)
    pen.line(8, 18.5, 6, 21.5)
    pen.line(16, 18.5, 18, 21.5)


THINGS: Final[Mapping[str, Icon]] = {
    "alarm": _alarm,
    "album": _album,
    "archive": _archive,
    "bag": _bag,
    "battery": _battery,
    "bed": _bed,
    "bell": _bell,
    "bell_off": _bell_off,
    "bin": _bin,
    "bin_for_ever": _bin_for_ever,
    "bolt": _bolt,
    "bolt_auto": _bolt_auto,
    "bolt_off": _bolt_off,
    "bookmark": _bookmark,
    "calculator": _calculator,
    "calendar": _calendar,
    "camera": _camera,
    "cart": _cart,
    "clip": _clip,
    "clock": _clock,
    "columns": _columns,
    "cup": _cup,
    "cutlery": _cutlery,
    "day": _day,
    "devices": _devices,
    "figure": _figure,
    "flag": _flag,
    "folder": _folder,
    "folder_move": _folder_move,
    "folder_plus": _folder_plus,
    "gear": _gear,
    "globe": _globe,
    "house": _house,
    "info": _info,
    "letter": _letter,
    "map": _map,
    "month": _month,
    "note": _note,
    "page": _page,
    "pencil": _pencil,
    "person": _person,
    "phone": _phone,
    "picture": _picture,
    "pin": _pin,
    "place": _place,
    "portrait": _portrait,
    "shield": _shield,
    "speech": _speech,
    "stopwatch": _stopwatch,
    "storage": _storage,
    "sun": _sun,
    "timer": _timer,
    "timer_off": _timer_off,
    "train": _train,
    "tree": _tree,
    "video": _video,
}
