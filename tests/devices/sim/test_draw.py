"""Pictures: the right size, the same every time, and showing what changed."""

import io

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageChops

from devices.device import Layout, Setup
from devices.observation import Bounds
from devices.sim import paint
from devices.sim.app import LAUNCHER, apps
from devices.sim.icons import ICONS, words
from devices.sim.language import LOCALES, money, say, wordings
from devices.sim.paint import Canvas
from tests.devices.sim.driver import Hand


def picture(hand: Hand) -> Image.Image:
    return Image.open(io.BytesIO(hand.phone.screenshot())).convert("RGB")


def changed(a: Image.Image, b: Image.Image) -> tuple[int, int, int, int] | None:
    return ImageChops.difference(a, b).getbbox()


@pytest.mark.parametrize("size", [(1080, 2400), (720, 1608), (1440, 3088)])
def test_png_of_the_screens_size(size: tuple[int, int]) -> None:
    hand = Hand(Setup(layout=Layout(width=size[0], height=size[1])))
    data = hand.phone.screenshot()
    assert data.startswith(b"\x89PNG")
    assert picture(hand).size == size


def test_same_screen_same_picture() -> None:
    assert Hand(Setup(front="clock")).phone.screenshot() == Hand(Setup(front="clock")).phone.screenshot()


def test_a_picture_changes_nothing() -> None:
    hand = Hand(Setup(front="contacts"))
    hand.tap("Create contact", "Email")
    before = hand.look
    hand.phone.screenshot()
    assert hand.look is before
    hand.tap("Phone")
    assert hand.find("Phone").focused


def test_a_switch_changes_where_it_is() -> None:
    hand = Hand(Setup(front="settings"))
    hand.tap("Network & internet")
    row = hand.find("Airplane mode").bounds
    hand.tap("Mobile data")
    before = picture(hand)
    mobile = hand.find("Mobile data").bounds
    hand.tap("Mobile data")
    box = changed(before, picture(hand))
    assert box is not None
    assert Bounds(*box).clip(mobile) == Bounds(*box)
    assert Bounds(*box).clip(row) is None


def test_dark_theme_is_dark() -> None:
    light, dark = (picture(Hand(Setup(layout=Layout(theme=theme)))).resize((1, 1)).getpixel((0, 0)) for theme in ("light", "dark"))
    assert isinstance(light, tuple)
    assert isinstance(dark, tuple)
    assert sum(light) > 600 > 200 > sum(dark)


def test_what_lies_behind_a_dialog_is_dimmed() -> None:
    hand = Hand(Setup(front="clock"))
    before = picture(hand).getpixel((5, 1200))
    hand.tap("Add alarm")
    after = picture(hand).getpixel((5, 1200))
    assert isinstance(before, tuple)
    assert isinstance(after, tuple)
    assert sum(after) < sum(before) * 0.6


def test_keyboard_is_drawn_where_it_covers() -> None:
    hand = Hand(Setup(front="settings"))
    before = picture(hand)
    hand.tap("Search settings")
    box = changed(before, picture(hand))
    assert box is not None
    assert box[3] > 2300


@settings(max_examples=12, deadline=None)
@given(st.sampled_from([0.85, 1.3, 2.0]), st.sampled_from([160, 420, 700]), st.sampled_from(["launcher", "settings", "clock", "contacts"]))
def test_every_layout_can_be_drawn(font_scale: float, density: int, front: str) -> None:
    assert Hand(Setup(front=front, layout=Layout(font_scale=font_scale, density=density))).phone.screenshot()


@pytest.mark.parametrize("text", ["Zoë 你好 €5 עברית 🙂", "", "\n", "x" * 500, "a b " * 100])
@pytest.mark.parametrize("align", ["left", "centre", "right"])
def test_any_text_stays_in_its_place(text: str, align: str) -> None:
    canvas = Canvas(400, 200, "#ffffff")
    canvas.text(text, (100, 50, 300, 150), 24, "#000000", align, lines=3)
    box = changed(canvas.image, Image.new("RGB", (400, 200), "#ffffff"))
    assert box is None or (box[0] >= 96 and box[2] <= 304)


@pytest.mark.parametrize("name", sorted(ICONS))
def test_icons_show_something_inside_their_square(name: str) -> None:
    canvas = Canvas(100, 100, "#ffffff")
    canvas.icon(name, 50, 50, 48, "#000000")
    box = changed(canvas.image, Image.new("RGB", (100, 100), "#ffffff"))
    assert box is not None
    assert box[0] >= 26
    assert box[3] <= 74


def test_whatever_has_an_icon_has_one_that_can_be_drawn() -> None:
    named = {*words._APPS.values(), *words._BY_WORDS.values(), *words._ROWS.values(), *words._BUTTONS.values(), *words._STEPS.values()}
    assert named <= set(ICONS)
    assert set(ICONS) >= words.SIDED


def test_words_mean_one_icon_in_every_language() -> None:
    for english, icon in words._WORDS.items():
        assert {words.of_button("", wording) for wording in wordings(english)} == {icon}, english


def test_apps_have_icons() -> None:
    assert all(words.of_app(app.label) for app in apps().values() if app.package != LAUNCHER)


@pytest.mark.parametrize("locale", LOCALES)
def test_buttons_and_tabs_of_first_pages_have_icons(locale: str) -> None:
    for app in apps().values():
        hand = Hand(Setup(front=app.label, layout=Layout(locale=locale)))
        for element in hand.look.elements:
            name = element.resource_id.rpartition("/")[2]
            if element.class_name.endswith("ImageButton") or name.startswith("tab_"):
                assert words.of_button(name, element.label), (app.label, element.label)


def test_rows_of_people_have_letters_and_steps_of_a_way_their_turn() -> None:
    assert words.of_row("cliv_item", "Settings") is None
    assert words.of_row("folder_row", "Settings") == "folder"
    for locale in LOCALES:
        assert words.of_row("step_item", say("Turn left onto {street}", locale, street="Mill Street")) == "turn_left"
        assert words.of_row("step_item", say("Arrive at {place}", locale, place="Castle Hill")) == "place"


@pytest.mark.skipif(not paint._SHAPES, reason="without Raqm Pillow sets no line from right to left")
def test_amounts_keep_their_sign_in_a_line_from_right_to_left() -> None:
    marked = paint._in_order(say("Total: {amount}", "ar", amount=money(1156, "ar")), True)
    assert marked.startswith("\u200f")
    assert "US$\u200e" in marked
    assert paint._in_order("6 × 0.45 US$", True) == "6 × 0.45 US$"
