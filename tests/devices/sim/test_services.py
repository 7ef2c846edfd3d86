"""What the system does for apps: toasts, clipboard, share sheet, permissions, notifications, selection of text; and its own sleep."""

from typing import Any

import pytest

from devices.action import Action, Answer, Done, LongPress, OpenApp, PressKey, Scroll, Swipe, Tap, TypeText, Wait
from devices.device import Event, Layout, Setup
from devices.observation import Bounds, Observation
from devices.sim.app import App
from devices.sim.language import say
from devices.sim.phone import SimulatedPhone
from devices.sim.system import Page, System
from devices.sim.widgets import Button, Composer, Field, Row, Screen, Surface, Text
from tests.devices.sim.driver import Hand

BENCH = "org.example.bench"


def _main(system: System, page: Page) -> Surface:
    """A page with a button for each service, beside what can be selected."""
    local = page.local
    local.setdefault("text", "one two three")
    local.setdefault("lines", "")

    def change(text: str) -> None:
        local["text"] = text

    def write(text: str) -> None:
        local["lines"] = text

    def undo() -> None:
        system.set("settings", "wifi", True)

    def remove() -> None:
        system.set("settings", "wifi", False)
        system.tell("Gone", "Undo", undo)

    return Screen(
        "Bench",
        [
            Field("text", "Text", local["text"], change),
            Field("lines", "Lines", local["lines"], write, multiline=True),
            Field("secret", "Secret", "abc", change, password=True),
            Text("Main Street 5, Springfield", name="address", selectable=True),
            Text("Not this", name="plain"),
            Row("Item", on_tap=lambda: system.open("item"), on_long=lambda: local.update(held=True), selected=bool(local.get("held"))),
            Button("Tell", lambda: system.tell("Told"), "tell"),
            Button("Remove", remove, "remove"),
            Button("Share it", lambda: system.share("Look at this", "A subject"), "share"),
            Button("Shoot", lambda: system.allow("camera", lambda: system.open("item")), "shoot"),
            Button("Read files", lambda: system.allow("files", lambda: system.open("item")), "files"),
            Button("Note", lambda: system.notify(BENCH, "A title", "A text", "item"), "note"),
            Button("Note gone", lambda: system.notify(BENCH, "Gone", "", "about", "thing/9"), "gone"),
            Button("End", lambda: None, "end"),
        ],
        up=False,
        float=Button("Add", lambda: system.open("item"), "add"),
    )


def _item(system: System, page: Page) -> Surface:
    return Screen(
        "Item", [Text("An item")], foot=Composer(Field("reply", "Reply", "", lambda text: None), Button("Send", system.close, "s"))
    )


def _about(system: System, page: Page) -> Surface:
    return Screen(str(system.facts[page.args[0]]["name"]), [])


def _receive(system: System, text: str, subject: str) -> None:
    system.open("item").local["text"] = f"{subject}: {text}"


APP = App(BENCH, "Bench", {"main": _main, "item": _item, "about": _about}, permissions=("camera", "files"), receive=_receive)


@pytest.fixture
def bench(monkeypatch: pytest.MonkeyPatch) -> Any:
    """A phone with the bench installed, opened on it; call it with parts of a set-up."""
    from devices.sim import panels, setup
    from devices.sim.app import apps

    installed = {**apps(), BENCH: APP}
    monkeypatch.setattr(setup, "apps", lambda: installed)
    monkeypatch.setattr(panels, "apps", lambda: installed)
    caches = (panels.owners, setup._kinds)
    for cache in caches:
        cache.cache_clear()

    def begin(**parts: Any) -> Hand:
        return Hand(Setup(**{"front": "bench", **parts}))

    yield begin
    for cache in caches:
        cache.cache_clear()


def windows(seen: Observation) -> list[str]:
    return [window.resource_id.rpartition("/")[2] for window in seen.tree.children[1:]]


def hold(hand: Hand, label: str, kind: str | None = None) -> None:
    hand.sure(LongPress(element=hand.find(label, kind).index))


class TestToasts:
    def test_words_go_after_five_seconds(self, bench: Any) -> None:
        hand = bench()
        hand.scroll_to("Tell")
        hand.tap("Tell")
        assert hand.find("Told").kind == "text"
        assert windows(hand.look) == ["toast"]
        assert (hand.look.title, hand.look.package) == ("Bench", BENCH)
        hand.wait(3)
        assert hand.all("Told")
        hand.wait(1)
        assert not hand.all("Told")

    def test_undo_undoes_and_takes_the_words_away(self, bench: Any) -> None:
        hand = bench()
        hand.scroll_to("Remove")
        hand.tap("Remove")
        assert hand.fact("settings", "wifi") is False
        assert hand.find("Undo").kind == "button"
        hand.tap("Undo")
        assert hand.fact("settings", "wifi") is True
        assert not hand.all("Gone")

    def test_what_it_covers_is_not_offered_for_a_tap(self, bench: Any) -> None:
        hand = bench()
        hand.scroll_to("Tell")
        hand.tap("Tell")
        toast = Bounds(*hand.look.tree.children[1].bounds)
        assert not [element for element in hand.look.elements if element.label != "Told" and toast.contains(*element.tap)]
        assert hand.do(Tap(element=hand.find("Told").index)).status == "no_effect"

    def test_the_floating_button_makes_room(self, bench: Any) -> None:
        hand = bench()
        hand.scroll_to("Tell")
        before = hand.find("Add").bounds
        hand.tap("Tell")
        assert hand.find("Add").bounds.bottom < before.bottom
        hand.tap("Add")
        assert hand.look.title == "Item"

    def test_the_next_takes_its_place(self, bench: Any) -> None:
        hand = bench()
        hand.scroll_to("Remove")
        hand.tap("Tell", "Remove")
        assert not hand.all("Told")
        hand.wait(3)
        assert hand.all("Gone")

    def test_stays_with_its_app(self, bench: Any) -> None:
        hand = bench()
        hand.scroll_to("Tell")
        hand.tap("Tell")
        hand.sure(OpenApp(name="Clock"))
        assert windows(hand.look) == []


class TestSharing:
    def test_the_sheet_lists_who_takes_texts_and_hands_over(self, bench: Any) -> None:
        hand = bench()
        hand.scroll_to("Share it")
        hand.tap("Share it")
        assert hand.look.title == "Share"
        assert hand.look.package == "com.android.intentresolver"
        takers = [e.label for e in hand.look.elements if e.kind == "row"]
        assert takers == sorted(takers)
        assert "Bench" in takers
        assert {"A subject", "Look at this"} <= set(hand.labels)
        hand.tap("Bench", kind="row")
        assert hand.look.title == "Item"
        assert hand.look.package == BENCH

    @pytest.mark.parametrize("leave", [PressKey(key="back"), OpenApp(name="Bench")])
    def test_it_closes(self, bench: Any, leave: Action) -> None:
        hand = bench()
        hand.scroll_to("Share it")
        hand.tap("Share it")
        hand.sure(leave)
        assert hand.look.title == "Bench"

    def test_it_copies(self, bench: Any) -> None:
        hand = bench()
        hand.scroll_to("Share it")
        hand.tap("Share it", "Copy")
        assert hand.fact("clipboard", "text") == "Look at this"
        assert hand.look.title == "Bench"

    def test_labels_are_in_the_phones_language(self, bench: Any) -> None:
        hand = bench(layout=Layout(locale="de"))
        hand.scroll_to("Share it")
        hand.tap("Share it")
        assert hand.look.title == "Teilen"
        assert say("Messages", "de") in hand.labels


class TestPermissions:
    def asked(self, bench: Any, button: str = "Shoot", **permissions: str) -> Hand:
        hand: Hand = bench(facts={"permissions": permissions} if permissions else {})
        hand.scroll_to(button)
        hand.tap(button)
        return hand

    def test_granted_as_delivered(self, bench: Any) -> None:
        hand = self.asked(bench)
        assert hand.look.title == "Item"
        assert hand.fact("permissions", "camera") == "granted"

    def test_the_question(self, bench: Any) -> None:
        hand = self.asked(bench, camera="ask")
        assert hand.look.title == "Allow Bench to take pictures and record video?"
        assert hand.look.package == "com.android.permissioncontroller"
        assert hand.labels == ["While using the app", "Only this time", "Don't allow"]

    @pytest.mark.parametrize(
        ("answer", "held", "title"),
        [("While using the app", "granted", "Item"), ("Only this time", "ask", "Item"), ("Don't allow", "denied", "Bench")],
    )
    def test_answers(self, bench: Any, answer: str, held: str, title: str) -> None:
        hand = self.asked(bench, camera="ask")
        hand.tap(answer)
        assert hand.fact("permissions", "camera") == held
        assert hand.look.title == title

    def test_going_back_decides_nothing(self, bench: Any) -> None:
        hand = self.asked(bench, camera="ask")
        hand.back()
        assert (hand.look.title, hand.fact("permissions", "camera")) == ("Bench", "ask")

    def test_denied_is_told(self, bench: Any) -> None:
        hand = self.asked(bench, camera="denied")
        assert hand.look.title == "Bench"
        assert "Bench does not have this permission" in hand.labels

    def test_others_are_allowed_or_not(self, bench: Any) -> None:
        hand = self.asked(bench, "Read files", files="ask")
        assert hand.labels == ["Allow", "Don't allow"]
        hand.tap("Allow")
        assert hand.look.title == "Item"

    def test_whatever_an_app_declares_can_be_asked(self) -> None:
        from devices.sim.app import apps
        from devices.sim.sheets import PERMISSIONS

        assert {name for app in apps().values() for name in app.permissions} <= PERMISSIONS.keys()

    @pytest.mark.parametrize("name", ["camera", "location", "files", "photos"])
    @pytest.mark.parametrize("locale", ["de", "zh", "ar"])
    def test_every_question_is_translated(self, name: str, locale: str) -> None:
        from devices.sim.sheets import PERMISSIONS

        assert say(PERMISSIONS[name], locale, app="X") != say(PERMISSIONS[name], app="X")


class TestNotifications:
    def test_a_banner_hangs_over_the_app_for_five_seconds(self) -> None:
        hand = Hand(Setup(front="settings", events=(Event(3, "Messages", "Anna", "Where are you?"),)))
        hand.wait(2)
        assert windows(hand.look) == []
        hand.wait(1)
        assert windows(hand.look) == ["heads_up"]
        banner = hand.look.elements[0]
        assert (banner.kind, banner.label, banner.detail) == ("row", "Messages", "Anna, Where are you?")
        assert (hand.look.title, hand.look.package) == ("Settings", "com.android.settings")
        assert hand.fact("notification/1", "title") == "Anna"
        hand.wait(5)
        assert windows(hand.look) == []
        assert hand.fact("notification/1", "app") == "com.android.messaging"

    def test_the_step_in_which_it_came_is_in_the_journal(self) -> None:
        hand = Hand(Setup(events=(Event(3, "Clock", "A", "B"),)))
        hand.sure(OpenApp(name="Settings"))
        hand.wait(5)
        assert {change.step for change in hand.phone.changes() if change.entity == "notification/1"} == {1}

    def test_tapped_it_opens_its_app_and_is_gone(self) -> None:
        hand = Hand(Setup(front="settings", events=(Event(1, "Clock", "Alarm", "Soon"),)))
        hand.wait(1)
        hand.tap("Clock", kind="row")
        assert hand.look.package == "com.android.deskclock"
        assert "notification/1" not in hand.phone.state()

    def test_it_opens_its_page(self, bench: Any) -> None:
        hand = bench()
        hand.scroll_to("Note")
        hand.tap("Note")
        hand.sure(PressKey(key="home"))
        hand.sure(PressKey(key="notifications"))
        hand.tap("Bench")
        assert hand.look.title == "Item"

    def test_a_page_about_something_gone_is_not_opened(self, bench: Any) -> None:
        hand = bench()
        hand.scroll_to("Note gone")
        hand.tap("Note gone")
        hand.sure(PressKey(key="notifications"))
        hand.tap("Bench")
        assert hand.look.title == "Bench"

    def test_quietly_while_do_not_disturb_is_on(self) -> None:
        hand = Hand(Setup(facts={"settings": {"do_not_disturb": True}}, events=(Event(1, "Clock", "A", "B"),)))
        hand.wait(1)
        assert windows(hand.look) == []
        assert "notification/1" in hand.phone.state()

    def test_buttons_under_the_banner_are_not_offered(self) -> None:
        hand = Hand(Setup(front="contacts", page="contact", args=("contact/1",), events=(Event(1, "Clock", "A", "B"),)))
        assert hand.all("Navigate up")
        hand.wait(1)
        assert not hand.all("Navigate up")
        hand.wait(5)
        assert hand.all("Navigate up")

    def test_a_pop_up_comes_up_by_itself(self) -> None:
        hand = Hand(Setup(front="contacts", events=(Event(2, popup="battery"), Event(2, popup="update"))))
        hand.wait(2)
        assert hand.look.title == "System update available"
        hand.tap("Later")
        assert hand.look.title == "Battery low"
        hand.tap("OK")
        assert hand.look.title == "Contacts"

    @pytest.mark.parametrize("popup", ["battery", "rating", "tips", "update"])
    @pytest.mark.parametrize("locale", ["en", "de", "zh", "ar"])
    def test_pop_ups_change_nothing(self, popup: str, locale: str) -> None:
        hand = Hand(Setup(popup=popup, layout=Layout(locale=locale)))
        for button in [e.label for e in hand.look.elements if e.kind == "button"]:
            hand.phone.reset(Setup(popup=popup, layout=Layout(locale=locale)))
            hand.tap(button)
            assert hand.phone.changes() == []


class TestSelection:
    def test_a_long_press_marks_a_word_of_a_field(self, bench: Any) -> None:
        hand = bench()
        hold(hand, "Text", "field")
        assert windows(hand.look)[0] == "floating_popup_container"
        assert hand.look.keyboard
        assert [e.label for e in hand.look.elements if e.label in ("Cut", "Copy", "Paste", "Select all", "Share")] == [
            "Cut", "Copy", "Select all", "Share",
        ]  # fmt: skip
        hand.tap("Copy")
        assert hand.fact("clipboard", "text") == "two"
        assert hand.all("Copied")
        assert "floating_popup_container" not in windows(hand.look)

    def test_cut_all_and_paste(self, bench: Any) -> None:
        hand = bench()
        hold(hand, "Text", "field")
        hand.tap("Select all", "Cut")
        assert hand.find("Text", "field").text == ""
        hold(hand, "Lines", "field")
        hand.tap("Paste")
        assert hand.find("Lines", "field").text == "one two three"
        hold(hand, "Lines", "field")
        hand.tap("Paste")
        assert hand.find("Lines", "field").text == "one one two three three"

    def test_lines_become_one_in_a_field_of_one_line(self, bench: Any) -> None:
        hand = bench(facts={"clipboard": {"text": "a\nb"}})
        hold(hand, "Text", "field")
        hand.tap("Select all", "Paste")
        assert hand.find("Text", "field").text == "a b"

    def test_words_that_are_read_are_copied_whole(self, bench: Any) -> None:
        hand = bench()
        hold(hand, "Main Street 5, Springfield")
        assert {"Copy", "Share"} <= set(hand.labels)
        assert "Cut" not in hand.labels
        hand.tap("Copy")
        assert hand.fact("clipboard", "text") == "Main Street 5, Springfield"
        hold(hand, "Main Street 5, Springfield")
        hand.tap("Share")
        assert hand.look.title == "Share"

    def test_others_are_not_selected(self, bench: Any) -> None:
        hand = bench()
        assert hand.do(LongPress(element=hand.find("Not this").index)).status == "no_effect"

    def test_a_password_is_not_copied(self, bench: Any) -> None:
        hand = bench()
        hold(hand, "Secret", "field")
        assert "Copy" not in hand.labels

    def test_nothing_to_do_in_an_empty_field_without_clipboard(self, bench: Any) -> None:
        hand = bench()
        hold(hand, "Lines", "field")
        assert windows(hand.look) == [""]  # the keyboard

    @pytest.mark.parametrize("do", [PressKey(key="back"), Scroll(direction="down")])
    def test_the_menu_closes_and_nothing_else(self, bench: Any, do: Action) -> None:
        hand = bench()
        hold(hand, "Text", "field")
        hand.sure(do)
        assert windows(hand.look) == [""]
        assert hand.look.title == "Bench"

    def test_typing_closes_the_menu(self, bench: Any) -> None:
        hand = bench()
        hold(hand, "Text", "field")
        hand.type("Text", "new")
        assert "floating_popup_container" not in windows(hand.look)
        assert hand.find("Text", "field").text == "new"

    def test_a_tap_beside_closes_it_and_counts(self, bench: Any) -> None:
        hand = bench()
        hold(hand, "Main Street 5, Springfield")
        hand.tap("Text", kind="field")
        assert windows(hand.look) == [""]
        assert hand.find("Text", "field").focused

    def test_a_row_that_listens_is_held_not_tapped(self, bench: Any) -> None:
        hand = bench()
        hold(hand, "Item", "row")
        assert hand.look.title == "Bench"
        assert hand.find("Item", "row").selected


class TestSleep:
    def test_an_untouched_phone_falls_asleep(self) -> None:
        hand = Hand(Setup(front="contacts", facts={"settings": {"screen_timeout": 30}}))
        hand.wait(20)
        hand.sure(Answer(text="still here"))
        assert hand.look.elements
        hand.wait(9)
        assert hand.look.elements == ()
        assert hand.look.title == ""
        hand.sure(PressKey(key="wake"))
        assert hand.look.title == "Contacts"
        assert hand.phone.changes() == []

    def test_a_touch_keeps_it_awake(self) -> None:
        hand = Hand(Setup(front="contacts", facts={"settings": {"screen_timeout": 30}}))
        for _ in range(4):
            hand.wait(20)
            hand.tap("Search contacts")
            hand.back()
        assert hand.look.title == "Contacts"

    @pytest.mark.parametrize(
        "action",
        [
            Tap(element=0),
            LongPress(element=0),
            TypeText(element=0, text="x"),
            Swipe(direction="up"),
            Scroll(direction="down"),
            PressKey(key="home"),
            PressKey(key="back"),
            PressKey(key="notifications"),
            OpenApp(name="Clock"),
        ],
    )
    def test_nothing_but_the_wake_key_reaches_it(self, action: Action) -> None:
        hand = Hand(Setup(asleep=True))
        outcome = hand.do(action)
        assert outcome.status == "refused"
        assert "wake" in outcome.reason
        assert hand.look.elements == ()
        assert hand.phone.changes() == []

    def test_looking_on_is_allowed(self) -> None:
        hand = Hand(Setup(asleep=True))
        for action in (Wait(seconds=5), Answer(text="1"), Done()):
            assert hand.do(action).status == "done"

    def test_it_sleeps_over_what_was_open(self) -> None:
        setup = Setup(front="contacts", page="editor", draft={"first_name": "Ann"}, asleep=True)
        hand = Hand(setup)
        hand.sure(PressKey(key="wake"))
        assert hand.find("First name", "field").text == "Ann"

    def test_wake_does_nothing_to_one_that_is_on(self) -> None:
        assert Hand().do(PressKey(key="wake")).status == "no_effect"

    def test_what_comes_meanwhile_is_there_afterwards(self) -> None:
        hand = Hand(Setup(asleep=True, events=(Event(2, "Clock", "A", "B"), Event(3, popup="battery"))))
        hand.wait(10)
        hand.sure(PressKey(key="wake"))
        assert hand.look.title == "Battery low"
        assert "notification/1" in hand.phone.state()

    def test_its_picture_is_black(self) -> None:
        from tests.devices.sim.test_draw import picture

        assert picture(Hand(Setup(asleep=True))).getextrema() == ((0, 0), (0, 0), (0, 0))


class TestLeftOpen:
    def test_a_page_with_its_arguments(self) -> None:
        hand = Hand(Setup(front="contacts", page="contact", args=("contact/1",)))
        assert hand.look.title == "Amara Okafor"
        hand.back()
        assert hand.look.title == "Contacts"

    def test_a_form_half_filled(self) -> None:
        hand = Hand(Setup(front="contacts", page="editor", draft={"first_name": "Ann", "phone": "55"}))
        assert (hand.find("First name").text, hand.find("Phone").text) == ("Ann", "55")
        assert not hand.look.keyboard
        assert hand.phone.changes() == []

    def test_every_apps_own_draft_can_be_left_open(self) -> None:
        from devices.sim.app import apps

        phone = SimulatedPhone()
        for app in apps().values():
            if app.draft is not None:
                page, fields = app.draft
                phone.reset(Setup(front=app.package, page=page, draft=dict(fields)))
                texts = {e.text for e in phone.observe().elements if e.kind == "field"}
                assert texts & set(fields.values()), app.label

    def test_a_page_about_what_another_app_deletes_is_left(self) -> None:
        """An app may come to the front with a page open about something that is gone."""
        from devices.sim.setup import prepare

        system = prepare(Setup(front="contacts", page="contact", args=("contact/1",)))
        system.launch("com.android.settings")
        system.delete("contact/1")
        system.launch("com.android.contacts")
        assert system.page.name == "main"
