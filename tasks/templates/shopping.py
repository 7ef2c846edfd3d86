"""Tasks in Shopping: put things on the list, change and tick them, take them off, and questions about amounts."""

import json
from collections.abc import Callable, Sequence

from devices.action import Action, Answer, Done
from devices.device import Setup
from devices.observation import Observation
from devices.sim.apps.shopping import CATEGORIES
from devices.sim.language import money
from devices.state import Facts, State, Value
from tasks.answers import AnswerRule, answer_money, answer_text
from tasks.conditions import all_of, count_of, created, deleted, deleted_all, edited, fact, the
from tasks.mistakes import answers, claims, discarded, in_turn, only_done, pause, undone, usual, with_answer
from tasks.oracle import Oracle
from tasks.params import Cents, Choice, Integer, Param, Several, ShortText, several
from tasks.solutions import shopping as go
from tasks.task import Params, Solver, Task, Wrong
from tasks.trace import Step

_FRESH: Facts = {"quantity": 1, "price": 0, "bought": False, "category": "other"}
_CATEGORY = Choice(tuple(CATEGORIES)[:-1])

# Setting up


def _item(name: Value, quantity: Value = 1, price: Value = 0, category: Value = "other", bought: bool = False) -> Facts:
    return {"name": name, "quantity": quantity, "price": price, "category": category, "bought": bought}


def _goods(params: Params) -> list[Facts]:
    """What else is on the list: a name and a price each, never the name meant."""
    meant = {params.get("name"), *several(params.get("names", "[]"))}
    pairs = zip(several(params["others"]), several(params["prices"]), strict=False)
    kinds = list(CATEGORIES)
    goods = [(name, price) for name, price in pairs if name not in meant]
    return [_item(name, i % 3 + 1, price, kinds[i % len(kinds)]) for i, (name, price) in enumerate(goods)]


def _list(params: Params, *meant: Facts) -> Setup:
    """A phone with these items and the others."""
    facts = {f"item/{10 + i}": item for i, item in enumerate(meant)} | {f"item/{30 + i}": item for i, item in enumerate(_goods(params))}
    return Setup(clear=("item",), facts=facts)


def _one(params: Params, **facts: Value) -> Setup:
    return _list(params, {**_item(params["name"], 2, 199, "dairy"), **facts})


def _similar(params: Params) -> State:
    """Items whose names begin or end as that of the one meant."""
    name = params["name"]
    return {"item/100": _item(f"{name} small", 2, 149, "dairy"), "item/101": _item(f"Big {name}", 2, 299, "dairy")}


def _many(params: Params, count: int) -> State:
    """Items that no goal is about: none of their names is ever drawn, and none costs less than 60 dollars."""
    words = ("Batteries", "Towel", "Pan", "Bulb", "Hose")
    return {f"item/{200 + i}": _item(f"{words[i % 5]} {i + 1}", 1, 6000 + 100 * i, "household") for i in range(count)}


def _quoted(value: Value) -> str:
    """``“One”, “Two” and “Three”``."""
    *first, last = (f"“{text}”" for text in several(value))
    return f"{', '.join(first)} and {last}" if first else last


def _wanted(params: Params) -> list[Facts]:
    """Name and quantity of several items."""
    return [{"name": name, "quantity": 2 + i} for i, name in enumerate(several(params["names"]))]


def _dollars(value: Value) -> str:
    return money(int(value))


# Solutions


def _add(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    return go.add(seen, history, _facts(params)) or Done()


def _facts(params: Params) -> Facts:
    return {"name": params["name"], "quantity": params["quantity"], "price": params["price"], "category": params["category"]}


def _add_several(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    return next((action for item in _wanted(params) if (action := go.add(seen, history, item))), Done())


def _edits(*keys: str) -> Solver:
    return lambda seen, params, history: go.edit(seen, history, str(params["name"]), {key: params[key] for key in keys})


_set_quantity, _set_price, _set_category = _edits("quantity"), _edits("price"), _edits("category")


def _buy_under(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    return go.tick_all(seen, history, lambda price: price < int(params["limit"]))


def _buy_several(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    return go.tick(seen, history, several(params["names"]))


def _remove(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    return go.remove(seen, history, str(params["name"]))


def _keep_one(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    return go.remove(seen, history, str(params["name"]), int(params["copies"]) - 1)


def _clear(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    return go.clear(seen, history)


def _miss(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    return go.miss(seen, history)


def _said(history: Sequence[Step], rule: AnswerRule) -> bool:
    said = [step.action.text for step in history if isinstance(step.action, Answer)]
    return bool(said) and rule.accepts(said[-1])


def _cost(items: Sequence[Facts]) -> int:
    return sum(int(item["quantity"]) * int(item["price"]) for item in items)


def _of_category(params: Params) -> list[Facts]:
    return [item for item in _meant_and_rest(params) if item["category"] == params["category"]]


def _category_total(params: Params) -> AnswerRule:
    return answer_money(_cost(_of_category(params)))


def _left(params: Params) -> AnswerRule:
    return answer_money(_cost([item for item in _half_bought(params) if not item["bought"]]))


def _half_bought(params: Params) -> list[Facts]:
    """The items of a list of which every other one is bought."""
    return [{**item, "bought": i % 2 == 1} for i, item in enumerate(_goods(params))]


def _meant_and_rest(params: Params) -> list[Facts]:
    """The items of a list that has two of the category asked about."""
    return [{**item, "category": params["category"] if i < 2 else item["category"]} for i, item in enumerate(_goods(params))]


def _plain(params: Params, items: list[Facts]) -> Setup:
    return Setup(clear=("item",), facts={f"item/{10 + i}": item for i, item in enumerate(items)})


def _asks_foot(rule: Callable[[Params], AnswerRule], which: str, by_category: bool) -> Solver:
    """Reads an amount at the foot of the list."""

    def solve(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
        if _said(history, rule(params)):
            return Done()
        found = go.foot(seen, history, str(params["category"]) if by_category else "", which)
        return Answer(text=found) if isinstance(found, str) else found

    return solve


_ask_category = _asks_foot(_category_total, "Total: {amount}", True)
_ask_left = _asks_foot(_left, "Still to buy: {amount}", False)


def _price(item: Facts) -> int:
    return int(item["price"])


def _without_quantities(params: Params) -> str:
    """The sum of a category's prices, with one more where each is wanted once and that is right."""
    items = _of_category(params)
    prices = sum(map(_price, items))
    return money(prices if prices != _cost(items) else prices + 100)


def _dearest(params: Params) -> AnswerRule:
    return answer_text(str(max(_goods(params), key=_price)["name"]))


def _ask_dearest(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    if _said(history, _dearest(params)):
        return Done()
    found = go.all_prices(seen, history)
    if isinstance(found, dict):
        return Answer(text=max(found, key=found.__getitem__) if found else "none")
    return found


# Going wrong


def _with(solver: Solver, **changes: Callable[[Params], Value]) -> Solver:
    """Plays the solution with some parameters changed."""
    return lambda seen, params, history: solver(seen, params | {key: change(params) for key, change in changes.items()}, history)


def _on_other(solver: Solver) -> Solver:
    """Plays the solution on another item of the list."""
    return _with(solver, name=lambda params: _goods(params)[0]["name"])


def _one_more(key: str) -> Callable[[Params], Value]:
    return lambda params: int(params[key]) + 1


def _all_but_last(params: Params) -> Value:
    return json.dumps(several(params["names"])[:-1])


def _and_another(params: Params) -> Value:
    return json.dumps([*several(params["names"]), _goods(params)[0]["name"]])


def _changed(solver: Solver, say: Callable[[Params], str]) -> Solver:
    """Finds the answer and gives another, made from the parameters."""
    return lambda seen, params, history: with_answer(solver, lambda _: say(params))(seen, params, history)


def _ticks(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    """Ticks the item."""
    return go.tick(seen, history, [str(params["name"])])


def _unticks(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    """Takes the item's tick away."""
    return go.edit(seen, history, str(params["name"]), {"bought": False})


def _asked(solver: Solver) -> tuple[Wrong, ...]:
    """What can go wrong with any question."""
    return (
        Wrong("finds it and does not answer", only_done(solver)),
        Wrong("answers with a sentence", answers(solver, "It is on the list.")),
        Wrong("answers right, then otherwise", in_turn(solver, answers(solver, "unknown"))),
        *usual("Shopping", solver),
    )


_OTHERS: dict[str, Param] = {"others": Several(ShortText(), 4, 7), "prices": Several(Cents(100, 1500), 7, 7)}
_BASE: dict[str, Param] = {"name": ShortText(), **_OTHERS}


def _the(params: Params) -> Facts:
    return {"name": params["name"]}


TASKS = (
    Task(
        id="shopping.add_item",
        apps=("shopping",),
        kind="create",
        goals=(
            "Put {quantity} of “{name}” on the shopping list, at {price} each, in the category {category}.",
            "Add “{name}” to my list in the Shopping app: quantity {quantity}, price {price} for one, category {category}.",
            "I need {quantity} × “{name}”. One costs {price}. Add that to Shopping, category {category}.",
        ),
        params={**_BASE, "quantity": Integer(2, 40), "price": Cents(50, 5000), "category": _CATEGORY},
        setup=lambda params: _list(params),
        oracle=lambda params: Oracle(goal=created("item", {**_facts(params), "bought": False})),
        solve=_add,
        wrong=(
            Wrong("one too many", _with(_add, quantity=_one_more("quantity"))),
            Wrong("a cent too dear", _with(_add, price=_one_more("price"))),
            Wrong("the usual category", _with(_add, category=lambda _: "other")),
            Wrong("discards it", discarded(_add, go.NEW, go.EDIT)),
            Wrong("adds it, then takes it off", in_turn(_add, _remove)),
            *usual("Shopping", _add),
        ),
        shown={"price": _dollars, "category": lambda value: CATEGORIES[str(value)]},
        distractors=_similar,
        filler=_many,
    ),
    Task(
        id="shopping.add_several",
        apps=("shopping",),
        kind="create_several",
        goals=(
            "Put {names} on the shopping list: 2 of the first, 3 of the second, and so on, always one more. Enter nothing else.",
            "Add these to Shopping: {names}. Of the first I need 2, of the second 3, and so on: always one more than of the one before.",
            "My shopping list needs {names}. The quantities are 2, 3, 4 and so on in this order; enter nothing else.",
        ),
        params={"names": Several(ShortText(), 4, 6), **_OTHERS},
        setup=lambda params: _list(params),
        oracle=lambda params: Oracle(goal=all_of(*(created("item", {**_FRESH, **item}) for item in _wanted(params)))),
        solve=_add_several,
        wrong=(
            Wrong("without the last", _with(_add_several, names=_all_but_last)),
            Wrong("in another order", _with(_add_several, names=lambda params: json.dumps(several(params["names"])[::-1]))),
            Wrong("one more", _with(_add_several, names=_and_another)),
            Wrong("discards the first", discarded(_add_several, go.NEW, go.EDIT)),
            *usual("Shopping", _add_several),
        ),
        shown={"names": _quoted},
        filler=_many,
    ),
    Task(
        id="shopping.set_quantity",
        apps=("shopping",),
        kind="edit",
        goals=(
            "Change the quantity of “{name}” on the shopping list to {quantity}. Do not mark it as bought at any time.",
            "I need {quantity} of “{name}”. Correct that in the Shopping app, without ticking it off, not even for a moment.",
            "In Shopping, set the quantity of “{name}” to {quantity}, and let it stay unbought all the while.",
        ),
        params={**_BASE, "quantity": Integer(3, 60)},
        setup=_one,
        oracle=lambda params: Oracle(
            goal=edited(the("item", **_the(params)), quantity=params["quantity"]),
            never=(fact(the("item", **_the(params)), "bought", True),),
        ),
        solve=_set_quantity,
        wrong=(
            Wrong("one too many", _with(_set_quantity, quantity=_one_more("quantity"))),
            Wrong("of another item", _on_other(_set_quantity)),
            Wrong("ticks it on the way, and takes that back", in_turn(_ticks, _unticks, _set_quantity)),
            Wrong("sets it, then sets it back", in_turn(_set_quantity, _with(_set_quantity, quantity=lambda _: 2))),
            *usual("Shopping", _set_quantity),
        ),
        distractors=_similar,
        met=lambda params: {"item/10": {"quantity": params["quantity"]}},
        filler=_many,
    ),
    Task(
        id="shopping.set_price",
        apps=("shopping",),
        kind="edit",
        goals=(
            "“{name}” now costs {price}. Change its price on the shopping list.",
            "Set the price for one of “{name}” in the Shopping app to {price}.",
            "In Shopping, correct the price of “{name}”: it is {price} for one.",
        ),
        params={**_BASE, "price": Cents(200, 9000)},
        setup=_one,
        oracle=lambda params: Oracle(goal=edited(the("item", **_the(params)), price=params["price"])),
        solve=_set_price,
        wrong=(
            Wrong("a cent too dear", _with(_set_price, price=_one_more("price"))),
            Wrong("ten times too dear", _with(_set_price, price=lambda params: int(params["price"]) * 10)),
            Wrong("of another item", _on_other(_set_price)),
            Wrong("discards it", discarded(_set_price, go.NEW, go.EDIT)),
            *usual("Shopping", _set_price),
        ),
        shown={"price": _dollars},
        distractors=_similar,
        met=lambda params: {"item/10": {"price": params["price"]}},
        filler=_many,
    ),
    Task(
        id="shopping.buy_several",
        apps=("shopping",),
        kind="edit_several",
        goals=(
            "Mark {names} as bought on the shopping list.",
            "I have {names} in my basket. Tick them off in the Shopping app.",
            "In Shopping, tick {names}, and nothing else.",
        ),
        params={"names": Several(ShortText(), 2, 4), **_OTHERS},
        setup=lambda params: _list(params, *(_item(name, 1, 250, "bakery") for name in several(params["names"]))),
        oracle=lambda params: Oracle(goal=all_of(*(edited(the("item", name=name), bought=True) for name in several(params["names"])))),
        solve=_buy_several,
        wrong=(
            Wrong("all but the last", _with(_buy_several, names=_all_but_last)),
            Wrong("one more than asked for", _with(_buy_several, names=_and_another)),
            Wrong("another one alone", _with(_buy_several, names=lambda params: json.dumps([_goods(params)[0]["name"]]))),
            Wrong("takes the first one off instead", _with(_remove, name=lambda params: several(params["names"])[0])),
            *usual("Shopping", _buy_several),
        ),
        shown={"names": _quoted},
        distractors=lambda params: {
            f"item/{100 + i}": _item(f"{name} small", 1, 250, "bakery") for i, name in enumerate(several(params["names"]))
        },
        met=lambda params: {f"item/{10 + i}": {"bought": True} for i in range(len(several(params["names"])))},
        filler=_many,
    ),
    Task(
        id="shopping.buy_under",
        apps=("shopping",),
        kind="edit_several",
        goals=(
            "Mark everything on the shopping list that costs less than {limit} for one as bought.",
            "In the Shopping app, tick off each item whose price for one is below {limit}, and no other.",
            "I bought all that costs less than {limit} apiece. Tick it off in Shopping.",
        ),
        params={**_OTHERS, "limit": Cents(400, 900)},
        setup=lambda params: _list(params, _item("Salt", 3, 95, "other"), _item("Olive oil", 1, int(params["limit"]), "other")),
        oracle=lambda params: Oracle(
            goal=all_of(
                edited(the("item", name="Salt"), bought=True),
                *(
                    edited(the("item", name=item["name"]), bought=True)
                    for item in _goods(params)
                    if int(item["price"]) < int(params["limit"])
                ),
            ),
        ),
        solve=_buy_under,
        wrong=(
            Wrong("what costs just as much, too", _with(_buy_under, limit=_one_more("limit"))),
            Wrong("everything", _with(_buy_under, limit=lambda _: 100_000)),
            Wrong("one of them", lambda seen, params, history: go.tick(seen, history, ["Olive oil"])),
            Wrong("the wrong ones", lambda seen, params, history: go.tick_all(seen, history, lambda price: price >= int(params["limit"]))),
            *usual("Shopping", _buy_under),
        ),
        shown={"limit": _dollars},
        distractors=lambda params: {"item/100": _item("Vinegar", 1, int(params["limit"]) + 1, "other")},
        filler=_many,
    ),
    Task(
        id="shopping.remove_item",
        apps=("shopping",),
        kind="delete",
        goals=(
            "Take “{name}” off the shopping list.",
            "Remove “{name}” from my list in the Shopping app; do not just mark it as bought.",
            "“{name}” is not needed any more. Remove it in Shopping.",
        ),
        params=_BASE,
        setup=_one,
        oracle=lambda params: Oracle(goal=deleted(the("item", **_the(params)))),
        solve=_remove,
        wrong=(
            Wrong("another item", _on_other(_remove)),
            Wrong("another item as well", in_turn(_remove, pause, _on_other(_remove))),
            Wrong("ticks it off instead", _ticks),
            Wrong("takes it off, and brings it back", undone(_remove)),
            *usual("Shopping", _remove),
        ),
        distractors=_similar,
        filler=_many,
    ),
    Task(
        id="shopping.remove_duplicates",
        apps=("shopping",),
        kind="delete_duplicates",
        goals=(
            "“{name}” is on the shopping list {copies} times. Remove the duplicates, so that it is there exactly once.",
            "Clean up my list in Shopping: “{name}” stands there {copies} times and must stay once.",
            "Of the {copies} entries “{name}” on the shopping list keep one and take the others off.",
        ),
        params={**_BASE, "copies": Choice((2, 3))},
        setup=lambda params: _list(params, *[_item(params["name"], 2, 199, "dairy")] * int(params["copies"])),
        oracle=lambda params: Oracle(goal=count_of("item", 1, **_item(params["name"], 2, 199, "dairy"))),
        solve=_keep_one,
        wrong=(
            Wrong(
                "removes all of them", lambda seen, params, history: go.remove(seen, history, str(params["name"]), int(params["copies"]))
            ),
            Wrong("removes another item", _on_other(_remove)),
            Wrong("removes another item as well", in_turn(_keep_one, pause, _on_other(_remove))),
            Wrong("brings one back", undone(_keep_one)),
            *usual("Shopping", _keep_one),
        ),
        distractors=_similar,
        filler=_many,
    ),
    Task(
        id="shopping.clear_bought",
        apps=("shopping",),
        kind="delete_several",
        goals=(
            "Remove everything that is marked as bought from the shopping list.",
            "Clear the bought items from my list in the Shopping app.",
            "In Shopping, take all that is ticked off the list and keep the rest.",
        ),
        params=_OTHERS,
        setup=lambda params: _plain(params, _half_bought(params)),
        oracle=lambda params: Oracle(goal=deleted_all("item", bought=True)),
        solve=_clear,
        wrong=(
            Wrong("one of them", lambda seen, params, history: go.remove(seen, history, str(_half_bought(params)[1]["name"]))),
            Wrong("one that is not bought", lambda seen, params, history: go.remove(seen, history, str(_half_bought(params)[0]["name"]))),
            Wrong(
                "those, and one that is not bought",
                in_turn(_clear, pause, lambda seen, params, history: go.remove(seen, history, str(_half_bought(params)[0]["name"]))),
            ),
            Wrong("takes them off, and brings them back", undone(_clear)),
            *usual("Shopping", _clear),
        ),
        filler=_many,
    ),
    Task(
        id="shopping.category_total",
        apps=("shopping",),
        kind="question",
        goals=(
            "What do all items of the category {category} on the shopping list cost together, by their quantities? Answer with the amount.",
            "What does everything in {category} cost on my list in Shopping? Count each as often as it is needed. Answer with a sum.",
            "Add up the cost of the category {category} in Shopping (quantity times price) and answer with the amount only.",
        ),
        params={**_OTHERS, "category": Choice(("produce", "dairy", "bakery", "drinks"))},
        setup=lambda params: _plain(params, _meant_and_rest(params)),
        oracle=lambda params: Oracle(answer=_category_total(params)),
        solve=_ask_category,
        wrong=(
            Wrong("the total of all", _changed(_ask_category, lambda params: money(_cost(_meant_and_rest(params))))),
            Wrong("without the quantities", _changed(_ask_category, lambda params: _without_quantities(params))),
            Wrong("a cent too much", _changed(_ask_category, lambda params: money(_cost(_of_category(params)) + 1))),
            *_asked(_ask_category),
        ),
        shown={"category": lambda value: CATEGORIES[str(value)]},
        filler=_many,
    ),
    Task(
        id="shopping.cost_left",
        apps=("shopping",),
        kind="question",
        goals=(
            "How much do I still have to pay for what is not bought yet on the shopping list? Answer with the amount.",
            "What does everything on my list in the Shopping app cost that is still to be bought? Answer with the amount only.",
            "Look into Shopping: what is the cost of all items that are not ticked yet, by their quantities? Answer with the amount.",
        ),
        params=_OTHERS,
        setup=lambda params: _plain(params, _half_bought(params)),
        oracle=lambda params: Oracle(answer=_left(params)),
        solve=_ask_left,
        wrong=(
            Wrong("the total of all", _changed(_ask_left, lambda params: money(_cost(_half_bought(params))))),
            Wrong("what was bought", _changed(_ask_left, lambda params: money(_cost([i for i in _half_bought(params) if i["bought"]])))),
            *_asked(_ask_left),
        ),
        distractors=lambda params: {"item/100": _item("Paid already", 1, 1999, "other", bought=True)},
    ),
    Task(
        id="shopping.most_expensive",
        apps=("shopping",),
        kind="question",
        goals=(
            "Which item on the shopping list has the highest price for one? Answer with its name only.",
            "What is the most expensive thing on my list in the Shopping app, by the price for one? Answer with the name.",
            "Look into Shopping and answer with the name of the item that costs most apiece.",
        ),
        params=_OTHERS,
        setup=lambda params: _list(params),
        oracle=lambda params: Oracle(answer=_dearest(params)),
        solve=_ask_dearest,
        wrong=(
            Wrong("the cheapest", _changed(_ask_dearest, lambda params: str(min(_goods(params), key=_price)["name"]))),
            Wrong("with the price behind it", _changed(_ask_dearest, lambda params: f"{max(_goods(params), key=_price)['name']} $5.00")),
            *_asked(_ask_dearest),
        ),
        distractors=lambda params: {"item/100": _item("Toothpicks", 30, 99, "household")},
    ),
    Task(
        id="shopping.buy_missing",
        apps=("shopping",),
        kind="infeasible",
        goals=(
            "Mark “{name}” as bought on the shopping list. If it is not on the list, say that it cannot be done.",
            "Tick off “{name}” in the Shopping app; if there is no item of exactly that name, say that the task is infeasible.",
            "In Shopping, tick “{name}”. Say so if that is impossible, and change nothing then.",
        ),
        params=_BASE,
        setup=lambda params: _list(params, _item(f"{params['name']} small", 1, 250, "bakery")),
        oracle=lambda params: Oracle(demand="infeasible"),
        solve=_miss,
        wrong=(
            Wrong("ticks one of nearly that name", _with(_ticks, name=lambda params: f"{params['name']} small")),
            Wrong("adds it", lambda seen, params, history: go.add(seen, history, _the(params)) or Done()),
            Wrong("adds it and ticks it", in_turn(lambda seen, params, history: go.add(seen, history, _the(params)) or Done(), _ticks)),
            Wrong("looks, and says complete", claims(_miss)),
            *(wrong for wrong in usual("Shopping", _miss) if "cannot" not in wrong.name),
        ),
        filler=_many,
    ),
)
