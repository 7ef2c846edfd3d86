"""What elements real shapes of trees give. All trees here are made up."""

import pytest

from devices.elements import RULES, is_keyboard, observe
from devices.observation import Element, Observation
from devices.tree import HIERARCHY, Node, Rect

W, H = 1080, 2400
APP = "com.example.app"
IME = "com.google.android.inputmethod.latin"


def text(words: str, rect: Rect, resource_id: str = "") -> Node:
    return Node("android.widget.TextView", rect, text=words, resource_id=resource_id, package=APP)


def group(rect: Rect, *children: Node, **more: object) -> Node:
    return Node("android.widget.LinearLayout", rect, children, package=APP, **more)  # type: ignore[arg-type]


def look(*windows: Node, width: int = W, height: int = H) -> Observation:
    return observe(Node(HIERARCHY, children=windows), width, height)


def page(*children: Node) -> Node:
    return Node("android.widget.FrameLayout", (0, 0, W, H), children, package=APP)


def only(observation: Observation) -> Element:
    (element,) = observation.elements
    return element


def settings_row(y: int, title: str, summary: str = "", switch: bool | None = None, clickable_switch: bool = False) -> Node:
    words = [text(title, (230, y + 30, 700, y + 90), "android:id/title")]
    if summary:
        words.append(text(summary, (230, y + 90, 700, y + 140), "android:id/summary"))
    parts = [
        group(
            (60, y, 200, y + 180),
            Node("android.widget.ImageView", (60, y + 40, 150, y + 130), package=APP),
            resource_id="android:id/icon_frame",
        ),
        group((230, y, 800, y + 180), Node("android.widget.RelativeLayout", (230, y + 20, 800, y + 160), tuple(words), package=APP)),
    ]
    if switch is not None:
        widget = Node(
            "android.widget.Switch", (880, y + 40, 1020, y + 140), resource_id="android:id/switch_widget", package=APP,
            checkable=True, checked=switch, clickable=clickable_switch,
        )  # fmt: skip
        parts.append(group((850, y, W, y + 180), widget, resource_id="android:id/widget_frame"))
    return group((0, y, W, y + 180), *parts, clickable=True, focusable=True)


def test_rules_are_versioned() -> None:
    assert look(page()).rules == RULES == "elements-2"


def test_row_with_nested_words_is_one_element() -> None:
    row = only(look(page(settings_row(300, "Display", "Dark theme, font size"))))
    assert (row.kind, row.label, row.detail, row.checked) == ("row", "Display", "Dark theme, font size", None)
    assert row.bounds.contains(*row.tap)


@pytest.mark.parametrize("on", [True, False])
def test_row_with_a_switch_that_takes_no_tap_is_one_switch(on: bool) -> None:
    row = only(look(page(settings_row(300, "Wi-Fi", "HomeNet", on))))
    assert (row.kind, row.label, row.detail, row.checked) == ("switch", "Wi-Fi", "HomeNet", on)
    assert row.class_name == "android.widget.LinearLayout"


def test_switch_that_takes_taps_is_its_own_element_with_the_rows_words() -> None:
    seen = look(page(settings_row(300, "Wi-Fi", "HomeNet", True, clickable_switch=True)))
    row, switch = seen.elements
    assert (row.kind, row.label, row.detail, row.checked) == ("row", "Wi-Fi", "HomeNet", None)
    assert (switch.kind, switch.label, switch.checked) == ("switch", "Wi-Fi", True)
    assert not switch.bounds.contains(*row.tap)
    assert row.key != switch.key


def test_tap_point_avoids_a_nested_target_in_the_middle() -> None:
    inner = Node("android.widget.CheckBox", (500, 300, 600, 480), package=APP, checkable=True, clickable=True)
    row = group((0, 300, W, 480), text("Buy milk", (20, 330, 400, 400)), inner, clickable=True)
    first, second = look(page(row)).elements
    assert first.label == second.label == "Buy milk"
    assert first.bounds.contains(*first.tap)
    assert not second.bounds.contains(*first.tap)


def test_target_wholly_taken_by_what_lies_above_is_left_out() -> None:
    below = Node("android.widget.Button", (100, 100, 200, 200), text="under", package=APP, clickable=True)
    above = Node("android.widget.Button", (50, 50, 300, 300), text="over", package=APP, clickable=True)
    assert [element.label for element in look(page(below, above)).elements] == ["over"]


def test_floating_button_over_a_row() -> None:
    fab = Node("android.widget.ImageButton", (480, 320, 620, 460), content_desc="Add", package=APP, clickable=True)
    row, button = look(page(settings_row(300, "Alarms"), fab)).elements
    assert not button.bounds.contains(*row.tap)
    assert button.label == "Add"


def test_texts_are_listed_once() -> None:
    seen = look(page(text("Hello", (0, 1000, 500, 1060)), settings_row(1200, "Display")))
    assert [(element.kind, element.label) for element in seen.elements] == [("text", "Hello"), ("row", "Display")]


def test_information_row_is_one_text() -> None:
    row = group(
        (0, 900, W, 1080), text("Model", (60, 910, 600, 970), "android:id/title"), text("X1", (60, 970, 600, 1030), "android:id/summary")
    )
    seen = only(look(page(row)))
    assert (seen.kind, seen.label, seen.detail) == ("text", "Model", "X1")


def test_description_names_a_picture_button() -> None:
    button = Node("android.widget.ImageButton", (0, 100, 100, 200), content_desc="Navigate up", package=APP, clickable=True)
    assert only(look(page(button))).label == "Navigate up"


def test_button_without_words_falls_back_to_its_resource_name() -> None:
    button = Node("android.widget.ImageView", (0, 100, 100, 200), resource_id=f"{APP}:id/send_button", package=APP, clickable=True)
    seen = only(look(page(button)))
    assert (seen.kind, seen.label) == ("button", "send button")


def test_compose_role_in_description_or_text() -> None:
    node = Node(
        "android.view.View", (0, 300, W, 400), (text("Dark theme", (0, 310, 400, 390)),), package=APP, clickable=True, checkable=True
    )
    seen = only(look(page(Node("androidx.compose.ui.platform.ComposeView", (0, 0, W, H), (node,), package=APP))))
    assert (seen.kind, seen.label, seen.checked) == ("checkbox", "Dark theme", False)


def test_compose_button_says_so_in_a_child() -> None:
    parts = (
        Node("android.view.View", (933, 1980, 996, 2043), content_desc="Add habit", package=APP),
        Node("android.widget.Button", (891, 1938, 1038, 2085), package=APP),
    )
    seen = only(look(page(Node("android.view.View", (891, 1938, 1038, 2085), parts, package=APP, clickable=True))))
    assert (seen.kind, seen.label) == ("button", "Add habit")


def test_page_that_takes_taps_does_not_swallow_its_words() -> None:
    whole = Node(
        "android.widget.FrameLayout",
        (0, 0, W, H),
        (text("Body", (0, 900, 500, 960)), settings_row(1200, "Row")),
        package=APP,
        clickable=True,
    )
    assert [(element.kind, element.label) for element in look(whole).elements] == [("text", "Body"), ("row", "Row")]


def test_small_window_with_one_item() -> None:
    item = group((500, 200, 1000, 320), text("Delete", (520, 230, 900, 290), "android:id/title"), clickable=True)
    window = Node("android.widget.FrameLayout", (500, 200, 1000, 320), (item,), package=APP)
    assert only(look(window)).label == "Delete"


class TestFields:
    def edit(self, **more: object) -> Node:
        return Node("android.widget.EditText", (0, 500, W, 620), package=APP, clickable=True, focusable=True, **more)  # type: ignore[arg-type]

    def test_hint_is_not_text(self) -> None:
        seen = only(look(page(self.edit(text="Search", hint="Search"))))
        assert (seen.kind, seen.label, seen.text) == ("field", "Search", "")

    def test_text_is_exact(self) -> None:
        seen = only(look(page(self.edit(text="a\n b  c", hint="Notes"))))
        assert (seen.label, seen.text) == ("Notes", "a\n b  c")

    def test_label_beside_it(self) -> None:
        form = group((0, 430, W, 620), text("First name", (0, 430, 400, 490)), self.edit(text="Anna"))
        seen = only(look(page(form)))
        assert (seen.label, seen.text) == ("First name", "Anna")

    def test_password(self) -> None:
        assert only(look(page(self.edit(password=True, content_desc="PIN", text="••")))).password


def test_slider_takes_its_title_and_position() -> None:
    bar = Node("android.widget.SeekBar", (40, 580, 1040, 640), text="60%", package=APP, focusable=True)
    seen = only(look(page(group((0, 500, W, 660), text("Brightness level", (40, 510, 600, 570), "android:id/title"), bar))))
    assert (seen.kind, seen.label, seen.detail) == ("slider", "Brightness level", "60%")


def test_slider_that_is_named_by_its_text() -> None:
    bar = Node("android.widget.SeekBar", (14, 27, 306, 68), text="Brightness", resource_id=f"{APP}:id/slider", package=APP)
    seen = only(look(page(bar)))
    assert (seen.label, seen.detail) == ("Brightness", "")


def test_old_switch_writes_its_state() -> None:
    row = settings_row(300, "Wi-Fi", "", True)
    holder = row.children[-1]
    old = Node("android.widget.Switch", holder.bounds, text="ON", package=APP, checkable=True, checked=True)
    seen = only(look(page(group(row.bounds, *row.children[:-1], old, clickable=True))))
    assert (seen.kind, seen.label, seen.detail, seen.checked) == ("switch", "Wi-Fi", "", True)


def test_switch_with_its_state_as_text_and_its_name_beside_it() -> None:
    switch = Node("android.widget.Switch", (880, 400, 1020, 500), text="OFF", package=APP, checkable=True, clickable=True)
    seen = only(look(page(group((0, 400, W, 500), text("Sync", (60, 420, 400, 480)), switch))))
    assert (seen.kind, seen.label, seen.checked) == ("switch", "Sync", False)


def test_quick_tile() -> None:
    tile = Node(
        "android.widget.Switch", (14, 88, 156, 156), text="On", content_desc="Bluetooth", package=APP, checkable=True, clickable=True
    )
    seen = only(look(page(tile)))
    assert (seen.kind, seen.label, seen.checked) == ("switch", "Bluetooth", False)


def test_sliders_beside_each_other_keep_their_own_titles() -> None:
    parts = []
    for number, name in enumerate(["Media", "Call"]):
        y = 500 + 200 * number
        parts += [text(name, (0, y, 400, y + 60)), Node("android.widget.SeekBar", (0, y + 60, W, y + 120), package=APP)]
    assert [element.label for element in look(page(group((0, 500, W, 900), *parts))).elements] == ["Media", "Call"]


class TestWindows:
    keyboard = Node(
        "android.widget.FrameLayout",
        (0, 1500, W, H),
        (Node("android.view.View", (0, 1500, 100, 1600), content_desc="q", package=IME, clickable=True),),
        package=IME,
    )

    def test_keys_are_not_listed_and_cover_what_is_below(self) -> None:
        seen = look(page(settings_row(300, "Above"), settings_row(1400, "Half"), settings_row(1800, "Below")), self.keyboard)
        assert seen.keyboard
        assert [element.label for element in seen.elements] == ["Above", "Half"]
        half = seen.elements[1]
        assert half.bounds.bottom == 1500
        assert half.tap[1] < 1500

    def test_full_screen_keyboard_window_covers_only_its_keys(self) -> None:
        keys = tuple(Node("android.view.View", (x, 1500, x + 100, H), package=IME, clickable=True) for x in range(0, W, 100))
        keyboard = Node("android.widget.FrameLayout", (0, 0, W, H), keys, package=IME)
        assert only(look(page(settings_row(300, "Above")), keyboard)).label == "Above"

    def test_dialog_covers_what_lies_under_it(self) -> None:
        button = Node("android.widget.Button", (100, 1300, 400, 1400), text="OK", package="android", clickable=True)
        dialog = Node("android.widget.FrameLayout", (0, 200, W, 1500), (button,), package="android")
        seen = look(page(settings_row(300, "Hidden"), settings_row(1800, "Shown")), dialog)
        assert [element.label for element in seen.elements] == ["OK", "Shown"]
        assert seen.package == "android"

    @pytest.mark.parametrize("package", [IME, "com.samsung.android.honeyboard", "com.touchtype.swiftkey", "com.baidu.input_mi"])
    def test_keyboards(self, package: str) -> None:
        assert is_keyboard(package)

    @pytest.mark.parametrize("package", [APP, "com.android.settings", "com.example.inputs", "com.example.times"])
    def test_no_keyboards(self, package: str) -> None:
        assert not is_keyboard(package)


class TestTitle:
    def test_known_view(self) -> None:
        seen = look(page(text("Set time", (0, 900, 500, 960), "android:id/alertTitle"), settings_row(1100, "Row")))
        assert seen.title == "Set time"
        assert [element.label for element in seen.elements] == ["Row"]

    def test_collapsing_toolbar_description(self) -> None:
        bar = Node(
            "android.widget.FrameLayout", (0, 80, W, 300), content_desc="Display", resource_id=f"{APP}:id/collapsing_toolbar", package=APP
        )
        assert look(page(bar, settings_row(400, "Row"))).title == "Display"

    def test_text_of_a_toolbar(self) -> None:
        bar = Node(
            "android.view.ViewGroup",
            (0, 80, W, 240),
            (text("Contacts", (150, 100, 700, 200)),),
            resource_id=f"{APP}:id/toolbar",
            package=APP,
        )
        assert look(page(bar)).title == "Contacts"

    def test_words_beside_a_button_at_the_top(self) -> None:
        button = Node("android.view.View", (900, 150, 1070, 276), content_desc="Settings", package=APP, clickable=True)
        later = text("Body", (0, 900, 500, 960))
        assert look(page(later, button, text("My habits", (148, 175, 441, 249)))).title == "My habits"

    def test_none(self) -> None:
        assert look(page(settings_row(100, "Row"), text("far below", (0, 2000, 500, 2100)))).title == ""


class TestScrolling:
    def listing(self, first: int, count: int = 8) -> Node:
        rows = []
        for number in range(count):
            y = first + 180 * number
            if y + 180 > 300 and y < 1400:
                rows.append(settings_row(y, f"Row {number}"))
        clipped = tuple(
            Node(row.class_name, (0, max(300, row.bounds[1]), W, min(1400, row.bounds[3])), row.children, package=APP, clickable=True)
            for row in rows
        )
        return Node("androidx.recyclerview.widget.RecyclerView", (0, 300, W, 1400), clipped, package=APP, scrollable=True)

    def test_at_the_top(self) -> None:
        seen = look(page(self.listing(320)))
        assert (seen.more_above, seen.more_below) == (False, True)

    def test_in_the_middle(self) -> None:
        seen = look(page(self.listing(250)))
        assert (seen.more_above, seen.more_below) == (True, True)

    def test_at_the_end(self) -> None:
        seen = look(page(self.listing(1380 - 8 * 180)))
        assert (seen.more_above, seen.more_below) == (True, False)

    def test_a_list_that_goes_sideways_says_nothing(self) -> None:
        days = tuple(
            Node("android.view.View", (x, 338, x + 126, 559), content_desc=f"day {x}", package=APP, clickable=True)
            for x in range(0, 900, 132)
        )
        seen = look(page(Node("android.view.View", (0, 338, W, 559), days, package=APP, scrollable=True)))
        assert (seen.more_above, seen.more_below) == (False, False)

    def test_words_out_of_the_list_are_not_read(self) -> None:
        seen = look(page(self.listing(250 - 60)))
        assert all(element.bounds.top >= 300 for element in seen.elements)

    def test_rest_of_a_row_without_words_is_left_out(self) -> None:
        rest = group((0, 300, W, 312), Node("android.widget.ImageView", (0, 300, 90, 312), package=APP), clickable=True)
        rows = (rest, settings_row(312, "Next"))
        listing = Node("androidx.recyclerview.widget.RecyclerView", (0, 300, W, 1400), rows, package=APP, scrollable=True)
        assert only(look(page(listing))).label == "Next"


class TestOddTrees:
    def test_empty_and_inverted_containers_still_show_what_they_hold(self) -> None:
        seen = look(page(group((0, 0, 0, 0), settings_row(300, "One")), group((500, 900, 0, 100), settings_row(600, "Two"))))
        assert [element.label for element in seen.elements] == ["One", "Two"]

    def test_off_screen_nodes_are_left_out(self) -> None:
        seen = look(page(settings_row(-400, "Above"), settings_row(H + 10, "Below"), settings_row(300, "Seen")))
        assert only(seen).label == "Seen"

    def test_partly_off_screen_is_clipped(self) -> None:
        seen = only(look(page(settings_row(H - 90, "Last"))))
        assert seen.bounds.bottom == H
        assert seen.tap[1] < H

    def test_deep_tree(self) -> None:
        node = settings_row(300, "Deep")
        for _ in range(5000):
            node = group((0, 0, W, H), node)
        assert only(look(page(node))).label == "Deep"

    def test_no_windows(self) -> None:
        seen = look()
        assert (seen.elements, seen.package, seen.title, seen.keyboard) == ((), "", "", False)

    def test_like_things_have_different_keys(self) -> None:
        seen = look(page(settings_row(300, "Same"), settings_row(600, "Same")))
        assert len({element.key for element in seen.elements}) == 2

    def test_keys_do_not_depend_on_place(self) -> None:
        here, there = look(page(settings_row(300, "Row"))), look(page(settings_row(900, "Row")))
        assert here.elements[0].key == there.elements[0].key
        assert here.elements[0].bounds != there.elements[0].bounds

    def test_indices_are_positions_in_reading_order(self) -> None:
        seen = look(page(settings_row(900, "Second"), settings_row(300, "First")))
        assert [(element.index, element.label) for element in seen.elements] == [(0, "First"), (1, "Second")]


@pytest.mark.parametrize("scale", [0.4, 1.0, 1.8])
def test_small_things_are_listed_at_every_density(scale: float) -> None:
    def s(*rect: int) -> Rect:
        return tuple(int(edge * scale) for edge in rect)  # type: ignore[return-value]

    row = Node("android.widget.LinearLayout", s(0, 100, 400, 104), (text("thin", s(0, 100, 200, 104)),), package=APP, clickable=True)
    tiny = Node("android.widget.ImageButton", s(410, 100, 414, 104), content_desc="tiny", package=APP, clickable=True)
    assert {element.label for element in look(page(row, tiny)).elements} == {"thin", "tiny"}


@pytest.mark.parametrize(
    "name", ["com.android.systemui:id/heads_up", "android:id/toast", f"{APP}:id/snackbar", "android:id/floating_popup_container"]
)
def test_what_lies_over_a_page_for_a_while_does_not_take_the_front(name: str) -> None:
    under = page(text("Title", (0, 80, W, 160), "android:id/action_bar_title"), settings_row(400, "Covered"), settings_row(900, "Free"))
    over = Node("android.widget.FrameLayout", (0, 380, W, 600), (text("Said", (40, 400, 900, 560)),), resource_id=name, package="com.other")
    seen = look(under, over)
    assert (seen.title, seen.package) == ("Title", APP)
    assert [element.label for element in seen.elements] == ["Said", "Free"]
    assert look(over).package == ""
