"""Shopping: a list of what to buy, with quantities, prices and a running total."""

from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any, Final

from devices.device import DeviceError
from devices.sim.app import App
from devices.sim.language import money
from devices.sim.screens.forms import chooser, discard, leave_form
from devices.sim.system import Page, System
from devices.sim.typed import typed_count, typed_money
from devices.sim.widgets import Button, Buttons, Field, Menu, Row, Screen, Text, Widget
from devices.state import Facts, State, Value

_ITEM: Final[Facts] = {"name": "", "quantity": 1, "price": 0, "bought": False, "category": "other"}
"""``price`` is in cents, for one."""
CATEGORIES: Final = {
    "produce": "Fruit and vegetables", "dairy": "Dairy", "bakery": "Bakery", "drinks": "Drinks", "household": "Household", "other": "Other",
}  # fmt: skip
_SORTS: Final = {"name": "By name", "price": "By price", "category": "By category"}
_MOST: Final = 999


def main(system: System, page: Page) -> Screen:
    local, say = page.local, system.say
    sort, category = local.setdefault("sort", "name"), local.setdefault("category", "")
    items = [item for item in system.entities("item") if category in ("", system.facts[item]["category"])]
    shown = sorted(items, key=partial(_order, system, sort), reverse=not system.ascending)
    caption = [Text(say("Shown: {which}", which=say(CATEGORIES[category])), "caption", "shown")] if category else []
    rows: list[Widget] = [_row(system, item) for item in shown]
    return Screen(
        say("Shopping"),
        [*caption, *(rows or [Text(say("Nothing on the list"), name="empty")]), *_totals(system, items)],
        up=False,
        actions=[
            Button(say("Sort"), lambda: system.open("sort"), "sort"),
            Button(say("Filter"), lambda: system.open("filter"), "filter"),
            Button(say("More options"), lambda: system.open("menu"), "more"),
        ],
        float=Button(say("Add item"), lambda: system.open("editor"), "add_item"),
    )


def _order(system: System, sort: str, item: str) -> tuple[object, ...]:
    facts = system.facts[item]
    by: object = {"name": 0, "price": facts["price"], "category": list(CATEGORIES).index(str(facts["category"]))}[sort]
    return by, str(facts["name"]).casefold(), int(item.partition("/")[2])


def _row(system: System, item: str) -> Row:
    facts = system.facts[item]
    bought = bool(facts["bought"])
    return Row(
        str(facts["name"]),
        f"{facts['quantity']} × {money(int(facts['price']), system.locale)}",
        partial(system.open, "editor", item),
        "checkbox",
        bought,
        lambda: system.set(item, "bought", not bought),
        more=system.say(CATEGORIES[str(facts["category"])]),
        name="item",
        ids=("item_name", "item_price", "item_category"),
    )


def _totals(system: System, items: Iterable[str]) -> list[Widget]:
    """The foot of the list: what all that is shown costs, and what of it is still to be bought."""
    total = left = 0
    for item in items:
        facts = system.facts[item]
        cost = int(facts["quantity"]) * int(facts["price"])
        total += cost
        left += 0 if facts["bought"] else cost
    return [
        Text(system.say("Total: {amount}", amount=money(total, system.locale)), "headline", "total"),
        Text(system.say("Still to buy: {amount}", amount=money(left, system.locale)), name="left"),
    ]


def _pick(system: System, key: str, value: str) -> None:
    system.close()
    system.page.local[key] = value
    system.page.scroll = 0


def sort(system: System, page: Page) -> Menu:
    return Menu([Button(system.say(label), partial(_pick, system, "sort", value), f"sort_{value}") for value, label in _SORTS.items()])


def filter_menu(system: System, page: Page) -> Menu:
    def entry(value: str, label: str) -> Button:
        return Button(system.say(label), partial(_pick, system, "category", value), f"filter_{value or 'all'}")

    return Menu([entry("", "All"), *(entry(value, label) for value, label in CATEGORIES.items())])


def menu(system: System, page: Page) -> Menu:
    bought = [item for item in system.entities("item") if system.facts[item]["bought"]]

    def clear() -> None:
        system.close()
        _remove(system, bought)

    return Menu([Button(system.say("Remove bought items"), clear, "clear", enabled=bool(bought))])


def _remove(system: System, items: list[str]) -> None:
    """Take items off the list; the toast can bring them back."""
    gone = {item: dict(system.facts[item]) for item in items}

    def undo() -> None:
        for item, facts in gone.items():
            system.restore(item, facts)

    for item in items:
        system.delete(item)
    system.tell(system.say("Removed"), system.say("Undo"), undo)


def editor(system: System, page: Page) -> Screen:
    """Edits the item given as the page's argument, or a new one."""
    entity = page.args[0] if page.args else ""
    local, say = _prepare(system, page, entity), system.say

    def save() -> None:
        facts, wrong = _read(local)
        if wrong:
            local["error"] = say(wrong)
            page.scroll = 0
            return
        system.close()
        if entity:
            for key, value in facts.items():
                system.set(entity, key, value)
        else:
            system.create("item", facts)

    def remove() -> None:
        system.close()
        _remove(system, [entity])

    return Screen(
        say("Edit item" if entity else "Add item"),
        _body(system, local),
        actions=[*([Button(say("Remove"), remove, "remove")] if entity else []), Button(say("Save"), save, "save")],
        worded=frozenset({say("Save")}),
        on_back=partial(leave_form, system, page),
    )


def _prepare(system: System, page: Page, entity: str) -> dict[str, Any]:
    local = page.local
    if "at_first" not in local:
        facts = system.facts[entity] if entity else _ITEM
        price = money(int(facts["price"]), system.locale) if facts["price"] else ""
        local["at_first"] = {**facts, "quantity": str(facts["quantity"]), "price": price}
        for key, value in local["at_first"].items():
            local.setdefault(key, value)
        local["error"] = ""
    return local


def _body(system: System, local: dict[str, Any]) -> list[Widget]:
    say = system.say

    def field(key: str, label: str) -> Field:
        return Field(key, say(label), local[key], lambda text: local.update({key: text}))

    def step(by: int) -> None:
        count = (typed_count(local["quantity"], _MOST) or 0) + by
        local["quantity"] = str(min(_MOST, max(1, count)))

    return [
        *([Text(local["error"], "error", "error")] if local["error"] else []),
        field("name", "Name"),
        field("quantity", "Quantity"),
        Buttons([Button(say("One fewer"), partial(step, -1), "fewer"), Button(say("One more"), partial(step, 1), "more_of_it")]),
        field("price", "Price for one"),
        Row(say("Category"), say(CATEGORIES[local["category"]]), partial(system.open, "choose", "category"), name="category"),
        Row(
            say("Bought"), on_tap=lambda: local.update(bought=not local["bought"]), control="checkbox", checked=local["bought"],
            name="bought",
        ),
    ]  # fmt: skip


def _read(local: dict[str, Any]) -> tuple[Facts, str]:
    """(the facts that the form holds, what is wrong with it in English; empty if nothing is)."""
    facts: Facts = {key: local[key] for key in _ITEM}
    facts["name"] = str(local["name"]).strip()
    quantity, price = typed_count(local["quantity"], _MOST), typed_money(local["price"] or "0")
    if not facts["name"]:
        return facts, "Enter a name"
    if quantity is None:
        return facts, "Enter a quantity from 1 to 999"
    if price is None:
        return facts, "Enter a valid price"
    return facts | {"quantity": quantity, "price": price}, ""


def _choices(system: System, key: str) -> tuple[str, Mapping[Value, str]]:
    return system.say("Category"), {value: system.say(label) for value, label in CATEGORIES.items()}


def receive(system: System, text: str, subject: str) -> None:
    """A text's first line becomes the name of a new item."""
    system.open("editor").local.update(name=text.strip().partition("\n")[0])


def settle(system: System, given: State) -> None:
    """Refuse items of a category that there is not."""
    for entity in system.entities("item"):
        if (category := system.facts[entity]["category"]) not in CATEGORIES:
            raise DeviceError(f"{entity}.category is {category!r}: expected one of {', '.join(CATEGORIES)}")


def _item(name: str, quantity: int, price: int, category: str, bought: bool = False) -> Facts:
    return {"name": name, "quantity": quantity, "price": price, "bought": bought, "category": category}


APP = App(
    "com.android.shopping",
    "Shopping",
    {"main": main, "sort": sort, "filter": filter_menu, "menu": menu, "editor": editor, "choose": chooser(_choices), "discard": discard},
    kinds={"item": _ITEM},
    baseline={
        "item/1": _item("Apples", 6, 45, "produce"),
        "item/2": _item("Milk", 2, 129, "dairy"),
        "item/3": _item("Rye bread", 1, 349, "bakery"),
        "item/4": _item("Dish soap", 1, 279, "household", bought=True),
    },
    limits={"item.quantity": (1, _MOST), "item.price": (0, 99_999_99)},
    settle=settle,
    colour="#e8710a",
    draft=("editor", {"name": "Tea", "quantity": "3"}),
    receive=receive,
)
