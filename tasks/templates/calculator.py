"""Tasks in Calculator: work something out, leave it in the memory, clear what was calculated."""

from collections.abc import Callable, Sequence
from typing import Final

from devices.action import Action, Answer, Done
from devices.device import Setup
from devices.observation import Observation
from devices.sim.screens.arithmetic import evaluate, number_text
from devices.state import State
from tasks.answers import answer_money, answer_number
from tasks.conditions import created, deleted_all, fact
from tasks.mistakes import answers, in_turn, usual
from tasks.navigate import find_id, find_where, press, tap, tapped
from tasks.oracle import Oracle
from tasks.params import Choice, Integer
from tasks.solutions import calculator as play
from tasks.task import Params, Solver, Task, Wrong
from tasks.trace import Step

_CALCULATED: Final = created("calculation", {})
"""Something was worked out in Calculator: all at once or part by part."""
Form = Callable[[Params], str]
"""An expression made from the parameters, as the display takes it."""


def _result(expression: str) -> str:
    return number_text(evaluate(expression))


def _solving(solver: Solver, form: Form) -> Solver:
    """Plays a solution on an expression."""

    def solve(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
        expression = form(params)
        return solver(seen, params | {"expression": expression, "result": _result(expression)}, history)

    return solve


def _product(params: Params) -> str:
    return f"{params['a']}×{params['b']}+{params['c']}"


def _without_order(params: Params) -> str:
    return f"{params['a']}×({params['b']}+{params['c']})"


def _bracketed(params: Params) -> str:
    return f"({params['a']}+{params['b']})×{params['c']}"


def _without_brackets(params: Params) -> str:
    return f"{params['a']}+{params['b']}×{params['c']}"


def _share(params: Params) -> str:
    return f"{params['dollars']}×{params['percent']}%"


def _without_sign(params: Params) -> str:
    return f"{params['dollars']}×{params['percent']}"


def _cents(params: Params) -> int:
    """The tip: whole cents, for the bill is whole dollars."""
    return int(params["dollars"]) * int(params["percent"])


def _only_done(solver: Solver) -> Solver:
    """Works it out and keeps it to itself."""

    def solve(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
        action = solver(seen, params, history)
        return Done() if isinstance(action, Answer) else action

    return solve


def _in_its_head(form: Form) -> Solver:
    """Answers at once."""

    def solve(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
        return Done() if history else Answer(text=_result(form(params)))

    return solve


def _off_by_one(solver: Solver, form: Form) -> Solver:
    """Answers with a number that is too large by 1."""
    return lambda seen, params, history: answers(solver, _result(f"{form(params)}+1"))(seen, params, history)


def _product_only(params: Params) -> str:
    return f"{params['a']}×{params['b']}"


def _cancels(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    """Goes as far as the question whether to clear, and says no."""
    if any(element.resource_id == "android:id/button2" for _, element in tapped(history)):
        return Done()
    if find_where(seen, lambda e: e.resource_id == "android:id/button1") and (cancel := press(seen, "Cancel")):
        return cancel
    return play.clear_history(seen, params, history)


def _adds_to_it(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    """Adds the value to what is in the memory already."""
    if any(element.resource_id.endswith(":id/mem_add") for _, element in tapped(history)):
        return Done()
    action = _solving(play.compute, _product_only)(seen, params, history)
    key = find_id(seen, "mem_add")
    return tap(key) if isinstance(action, Answer) and key is not None else action


def _calculations(params: Params) -> Setup:
    numbers = range(2, 2 + int(params["count"]))
    facts: State = {
        f"calculation/{n}": {"expression": f"{n}×12", "result": str(12 * n), "time": f"2026-02-{n:02}T09:00:00"} for n in numbers
    }
    facts["calculator"] = {"memory": str(params["kept"])}
    return Setup(clear=("calculation",), facts=facts)


_compute, _brackets, _percent = (_solving(play.compute, form) for form in (_product, _bracketed, _share))
_remember = _solving(play.remember, _product_only)

TASKS = (
    Task(
        id="calculator.compute",
        apps=("calculator",),
        kind="question",
        goals=(
            "Use Calculator to work out {a} × {b} + {c}, and answer with the result.",
            "What is {a} times {b}, plus {c}? Work it out in Calculator and answer with the number.",
            "Calculate {a} × {b} + {c} with the Calculator app. Answer with the result.",
        ),
        params={"a": Integer(12, 99), "b": Integer(12, 99), "c": Integer(100, 999)},
        setup=lambda params: Setup(),
        oracle=lambda params: Oracle(answer=answer_number(_result(_product(params))), ever=(_CALCULATED,), allowed=("calculation.*",)),
        solve=_compute,
        wrong=(
            Wrong("adds before it multiplies", _solving(play.compute, _without_order)),
            Wrong("leaves the addition out", _solving(play.compute, _product_only)),
            Wrong("a result too large by 1", _off_by_one(_compute, _product)),
            Wrong("works it out and does not answer", _only_done(_compute)),
            Wrong("leaves something in the memory as well", in_turn(_compute, _solving(play.remember, _product))),
            Wrong("works it out without Calculator", _in_its_head(_product)),
            *usual("Calculator", _compute),
        ),
    ),
    Task(
        id="calculator.brackets",
        apps=("calculator",),
        kind="question",
        goals=(
            "Use Calculator to work out ({a} + {b}) × {c}, and answer with the result.",
            "Add {a} and {b} and multiply the sum by {c}. Use Calculator and answer with the number.",
            "What does ({a} + {b}) × {c} come to? Use the Calculator app and answer with the result.",
        ),
        params={"a": Integer(100, 999), "b": Integer(12, 99), "c": Integer(3, 19)},
        setup=lambda params: Setup(),
        oracle=lambda params: Oracle(answer=answer_number(_result(_bracketed(params))), ever=(_CALCULATED,), allowed=("calculation.*",)),
        solve=_brackets,
        wrong=(
            Wrong("leaves the brackets out", _solving(play.compute, _without_brackets)),
            Wrong("a result too large by 1", _off_by_one(_brackets, _bracketed)),
            Wrong("works it out and does not answer", _only_done(_brackets)),
            Wrong("answers right, then otherwise", in_turn(_brackets, _solving(play.compute, _without_brackets))),
            Wrong("works it out without Calculator", _in_its_head(_bracketed)),
            *usual("Calculator", _brackets),
        ),
    ),
    Task(
        id="calculator.percent",
        apps=("calculator",),
        kind="question",
        goals=(
            "A bill comes to ${dollars}. How much is a tip of {percent} percent? Use Calculator and answer with the amount.",
            "Work out {percent}% of ${dollars} in Calculator and answer with the amount.",
            "What are {percent} percent of ${dollars}? Use the Calculator app and answer with the amount.",
        ),
        params={"dollars": Integer(12, 480), "percent": Choice((5, 10, 15, 20, 25))},
        setup=lambda params: Setup(),
        oracle=lambda params: Oracle(answer=answer_money(_cents(params)), ever=(_CALCULATED,), allowed=("calculation.*",)),
        solve=_percent,
        wrong=(
            Wrong("forgets the percent sign", _solving(play.compute, _without_sign)),
            Wrong("adds the tip to the bill", _solving(play.compute, lambda params: f"{params['dollars']}+{_share(params)}")),
            Wrong("a result too large by 1", _off_by_one(_percent, _share)),
            Wrong("works it out and does not answer", _only_done(_percent)),
            Wrong("works it out without Calculator", _in_its_head(_share)),
            *usual("Calculator", _percent),
        ),
    ),
    Task(
        id="calculator.remember",
        apps=("calculator",),
        kind="edit",
        goals=(
            "Leave the result of {a} × {b} in the memory of Calculator, in place of what is there now.",
            "Store the product of {a} and {b} in the Calculator's memory. Nothing else may be in the memory afterwards.",
            "Clear the memory of Calculator, and put the result of {a} × {b} into it.",
        ),
        params={"a": Integer(12, 999), "b": Integer(3, 99), "old": Integer(10, 500)},
        setup=lambda params: Setup(facts={"calculator": {"memory": str(params["old"])}}),
        oracle=lambda params: Oracle(goal=fact("calculator", "memory", _result(_product_only(params)))),
        solve=_remember,
        wrong=(
            Wrong("adds it to what is there", _adds_to_it),
            Wrong("only shows it", _only_done(_solving(play.compute, _product_only))),
            Wrong("stores a sum", _solving(play.remember, lambda params: f"{params['a']}+{params['b']}")),
            Wrong("stores it, then something else", in_turn(_remember, _solving(play.remember, lambda params: f"{params['a']}×2"))),
            *usual("Calculator", _remember),
        ),
        met=lambda params: {"calculator": {"memory": _result(_product_only(params))}},
    ),
    Task(
        id="calculator.clear_history",
        apps=("calculator",),
        kind="delete_several",
        goals=(
            "Clear the history of Calculator. Its memory must stay as it is.",
            "Delete everything in Calculator's history, but do not touch its memory.",
            "Empty the list of past calculations in Calculator without changing the memory.",
        ),
        params={"count": Choice((1, 2, 4)), "kept": Integer(10, 500)},
        setup=_calculations,
        oracle=lambda params: Oracle(goal=deleted_all("calculation")),
        solve=play.clear_history,
        wrong=(
            Wrong("says no when asked whether to clear", _cancels),
            Wrong("clears the memory as well", in_turn(play.clear_history, _solving(play.remember, lambda params: "3×4"))),
            Wrong("clears the display instead", _solving(play.compute, lambda params: "3×4")),
            Wrong("calculates something afterwards", in_turn(
                play.clear_history, _only_done(_solving(play.compute, lambda params: "3×4")))),
            *usual("Calculator", play.clear_history),
        ),
    ),
)  # fmt: skip
