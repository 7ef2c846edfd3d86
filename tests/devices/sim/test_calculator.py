"""Calculator, used as a person would."""

import pytest

from devices.device import Setup
from devices.sim.screens.arithmetic import FormatError, evaluate, number_text, press
from tests.devices.sim.driver import Hand


def _type(hand: Hand, keys: str) -> None:
    for key in keys:
        hand.tap(key, kind="button")


def _display(hand: Hand) -> str:
    return next(element.label for element in hand.look.elements if element.resource_id.endswith("formula"))


def _errors(hand: Hand) -> list[str]:
    return [element.label for element in hand.look.elements if element.resource_id.endswith(":id/result")]


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("1+2×3", "7"),
        ("(1+2)×3", "9"),
        ("0.1+0.2", "0.3"),
        ("1÷3", "0.3333333333"),
        ("2÷3", "0.6666666667"),
        ("1÷3×3", "1"),
        ("−5+3", "−2"),
        ("5−−3", "8"),
        ("200×15%", "30"),
        ("50%%", "0.005"),
        ("((2", "2"),
        ("9999999999999999+1", "10000000000000000"),
        ("1÷100000000000", "0"),
        ("−1÷100000000000", "0"),
        ("7.50", "7.5"),
    ],
)
def test_arithmetic_is_exact(expression: str, value: str) -> None:
    assert number_text(evaluate(expression)) == value


@pytest.mark.parametrize("expression", ["", "1+", "()", "1+×2", ")", "2)"])
def test_what_is_no_expression_is_refused(expression: str) -> None:
    with pytest.raises(FormatError):
        evaluate(expression)


@pytest.mark.parametrize(
    ("keys", "shown"),
    [
        ("007", "7"),
        (".5.5", "0.55"),
        ("1+×2", "1×2"),
        ("×3", "3"),
        ("−3", "−3"),
        ("2×−3", "2×−3"),
        ("2(3)4", "2×(3)×4"),
        ("5)", "5"),
        ("%", ""),
        ("5%2", "5%×2"),
        ("(×", "("),
    ],
)
def test_keys_that_make_no_sense_do_nothing(keys: str, shown: str) -> None:
    display = ""
    for key in keys:
        display = press(display, key)
    assert display == shown


def test_the_display_takes_no_more_than_it_holds() -> None:
    display = ""
    for _ in range(200):
        display = press(display, "9")
    assert len(display) == 80
    assert press(display, "+") == display


def test_results_are_kept_in_the_history() -> None:
    hand = Hand(Setup(front="calculator"))
    _type(hand, "12×12=")
    assert _display(hand) == "144"
    assert (hand.fact("calculation/3", "expression"), hand.fact("calculation/3", "result")) == ("12×12", "144")
    _type(hand, "+1=")
    assert _display(hand) == "145"
    _type(hand, "7")
    assert _display(hand) == "7"  # a digit after a result begins anew
    hand.tap("History", "144")
    assert _display(hand) == "144"
    hand.tap("History", "Clear history", "Clear")
    assert not [entity for entity in hand.phone.state() if entity.startswith("calculation/")]


@pytest.mark.parametrize(
    ("keys", "error", "mended", "result"), [("5÷0=", "Can't divide by 0", "⌫3=", "1.6666666667"), ("5+=", "Format error", "3=", "8")]
)
def test_errors_are_told_and_can_be_mended(keys: str, error: str, mended: str, result: str) -> None:
    hand = Hand(Setup(front="calculator"))
    _type(hand, keys)
    assert _errors(hand) == [error]
    _type(hand, mended)
    assert _errors(hand) == []
    assert hand.fact("calculation/3", "result") == result


def test_memory() -> None:
    hand = Hand(Setup(front="calculator"))
    _type(hand, "2×4")
    hand.tap("M+")
    assert hand.fact("calculator", "memory") == "8"
    assert "M = 8" in hand.labels
    _type(hand, "3")
    hand.tap("M−")
    assert hand.fact("calculator", "memory") == "5"
    _type(hand, "C1+")
    hand.tap("MR", "=")
    assert _display(hand) == "6"
    hand.tap("MC")
    assert hand.fact("calculator", "memory") == "0"
    assert not [label for label in hand.labels if label.startswith("M = ")]
