"""Tasks in Maps: places and what is known of them, saved lists with notes, directions and layers."""

import json
from collections.abc import Callable, Mapping, Sequence

from devices.action import Action, Answer, Done
from devices.device import Setup
from devices.observation import Observation
from devices.state import Facts, State, Value
from tasks.answers import answer_list, answer_text, answer_time, answer_yes_no
from tasks.conditions import all_of, created, deleted, deleted_all, edited, fact, the
from tasks.mistakes import answers, in_turn, usual
from tasks.navigate import find_id, tapped
from tasks.oracle import Oracle
from tasks.params import Choice, LastName, Param, Place, Sentence, Several, ShortText, TimeOfDay, several
from tasks.solutions import maps as by
from tasks.solutions.music import named
from tasks.task import Params, Solver, Task, Wrong
from tasks.trace import Step

_KINDS = {"café": "cafe"}
"""A category in the words of a goal → as a fact, where the two differ."""
_CATEGORIES = ("café", "restaurant", "museum", "pharmacy", "hotel")
_NAMES = {"café": "Café {}", "restaurant": "Restaurant {}", "museum": "{} Museum", "pharmacy": "{} Pharmacy", "hotel": "Hotel {}"}
"""What the places of a category are called."""
_PLURALS = {"café": "cafés", "restaurant": "restaurants", "museum": "museums", "pharmacy": "pharmacies", "hotel": "hotels"}
_LISTS = ("Favourites", "Want to go", "Starred")
_MODES = {"walk": "on foot", "bike": "by bicycle", "drive": "by car"}
_STREETS = ("Mill Street", "Harbour Road", "Chapel Lane", "Garden Walk")
_OFF: Facts = {"mode": "walk", "layer": "default", "traffic": False, "destination": ""}


def _place(name: str, number: int = 0, **more: Value) -> Facts:
    """A place; ``number`` tells apart what is not said of it."""
    facts: Facts = {
        "name": name,
        "category": ("shop", "restaurant", "museum", "park")[number % 4],
        "address": f"{_STREETS[number % 4]} {3 + number}",
        "rating": 3.4 + number % 5 / 10,
        "opens": f"{8 + number % 3:02}:00",
        "closes": f"{17 + number % 4:02}:30",
        "phone": f"555-{300 + number:04}",
        "east": 200 + 150 * number,
        "north": 150 + 90 * (number % 7),
    }
    return facts | more


def _city(names: Sequence[str], **more: Value) -> State:
    """Places with these names; what is said of them goes for the first."""
    return {f"place/{10 + i}": _place(name, i, **(more if i == 0 else {})) for i, name in enumerate(names)}


def _setup(places: State, saved: State | None = None, **maps: Value) -> Setup:
    """A city of these places alone, with these entries in the lists."""
    return Setup(clear=("place", "saved"), facts={**places, **(saved or {}), "maps": {**_OFF, **maps}})


def _names(params: Params) -> list[str]:
    """The place meant, if there is one, and all others."""
    meant = [str(params["place"])] if "place" in params else []
    return [*meant, *(name for name in several(params["rest"]) if name not in meant)]


def _filler(params: Params, count: int) -> State:
    return {f"place/{200 + i}": _place(f"Office {i + 1}", i, category="shop", rating=3.0) for i in range(count)}


def _like(params: Params) -> State:
    """Places with nearly the same name, and other facts."""
    return {
        f"place/{100 + i}": _place(f"{params['place']} {end}", 5 + i, opens="07:45", closes="12:15")
        for i, end in enumerate(("II", "Annex"))
    }


def _changed(solver: Solver, change: Callable[[Params], Params]) -> Solver:
    """The solution for parameters of which some are changed."""

    def solve(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
        return solver(seen, params | change(params), history)

    return solve


def _keeps_it(solver: Solver) -> Solver:
    """Finds the answer and does not give it."""

    def solve(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
        action = solver(seen, params, history)
        return Done() if isinstance(action, Answer) else action

    return solve


def _other_place(params: Params) -> Params:
    return {"place": _names(params)[1]}


def _other_list(params: Params) -> Params:
    return {"list": _LISTS[(_LISTS.index(str(params["list"])) + 1) % 3]}


def _other_mode(params: Params) -> Params:
    return {"mode": "bike" if params["mode"] != "bike" else "walk"}


def _other_layer(params: Params) -> Params:
    return {"layer": "terrain" if params["layer"] != "terrain" else "satellite"}


def _plural(value: Value) -> str:
    return _PLURALS[str(value)]


def _words(value: Value) -> str:
    *most, last = several(value)
    return f"{', '.join(most)} and {last}" if most else str(last)


def _quoted(value: Value) -> str:
    return ", ".join(f"“{text}”" for text in several(value))


# Questions


def _open(params: Params) -> Setup:
    closes = "19:00" if params.get("time") == "18:00" else "18:00"
    return _setup(_city(_names(params), opens=str(params.get("opens", "09:00")), closes=closes))


def _is_open(params: Params) -> bool:
    return "09:00" <= str(params["time"]) < ("19:00" if params["time"] == "18:00" else "18:00")


def _says_otherwise(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    action = by.is_open(seen, params, history)
    return Answer(text="no" if _is_open(params) else "yes") if isinstance(action, Answer) else action


def _category(params: Params) -> str:
    return _KINDS.get(str(params["category"]), str(params["category"]))


def _near(params: Params) -> Setup:
    """Places of one category, each 170 m further than the one before, in an order that says nothing; and others, one of them nearer."""
    inside, rest = _inside(params), _parks(params)
    places: State = {}
    for i, name in enumerate(inside):
        places[f"place/{10 + (i * 3) % 7 + 7 * (i // 7)}"] = _place(name, i, category=_category(params), east=90 + 170 * i, north=60)
    for i, name in enumerate(rest):
        places[f"place/{40 + i}"] = _place(name, i, category="park", east=20 + 200 * i, north=10)
    return _setup(places)


def _inside(params: Params) -> list[str]:
    """Names of the places of the category that is asked about."""
    return [_NAMES[str(params["category"])].format(name) for name in several(params["inside"])]


def _parks(params: Params) -> list[str]:
    """Names of the other places."""
    return [f"{name} Park" for name in several(params["rest"])]


def _far(params: Params, count: int) -> State:
    """Places of the same category, all further away and of low rating."""
    return {
        f"place/{200 + i}": _place(f"Number {i + 1}", i, category=_category(params), east=5200 + 130 * i, north=900, rating=3.1)
        for i in range(count)
    }


def _rated(params: Params) -> Setup:
    """Places of one category: the first ones well rated, one of them just so; the others a little less."""
    inside, limit = _inside(params), float(str(params["limit"]))
    places: State = {}
    for i, name in enumerate(inside):
        good = i < _good(params)
        rating = round(limit + 0.1 * i if good else limit - 0.1 * (i % 3 + 1), 1)
        places[f"place/{10 + (i * 3) % 7 + 7 * (i // 7)}"] = _place(name, i, category=_category(params), rating=rating)
    for i, name in enumerate(_parks(params)):
        places[f"place/{40 + i}"] = _place(name, i, category="park", rating=4.9)
    return _setup(places)


def _good(params: Params) -> int:
    """How many of the places are rated well enough."""
    return max(2, len(several(params["inside"])) // 2)


# Lists


def _saved(place: Value, title: Value, note: Value = "") -> Facts:
    return {"place": place, "list": title, "note": note}


def _with_saved(params: Params) -> Setup:
    """The place meant is in two lists, others are in the one meant."""
    names, meant = _names(params), str(params["list"])
    saved: State = {
        "saved/10": _saved(names[0], meant, "opposite the fountain"),
        "saved/11": _saved(names[0], _other_list(params)["list"], "opposite the fountain"),
        "saved/12": _saved(names[1], meant, "bring a map"),
        "saved/13": _saved(names[2], meant),
    }
    return _setup(_city(names), saved)


def _full_list(params: Params) -> Setup:
    names = several(params["rest"])
    saved: State = {f"saved/{10 + i}": _saved(name, str(params["list"])) for i, name in enumerate(names[:-1])}
    saved["saved/40"] = _saved(names[-1], _other_list(params)["list"])
    saved["saved/41"] = _saved(names[0], _other_list(params)["list"])
    return _setup(_city(names), saved)


def _stops_early(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    """Leaves the last place in the list."""
    removed = sum(named(element, "saved_remove") for _, element in tapped(history))
    return Done() if removed >= len(several(params["rest"])) - 2 else by.clear_list(seen, params, history)


def _claims_done(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    action = by.save_missing(seen, params, history)
    return Done() if isinstance(action, Done) else action


def _notes_swapped(params: Params) -> Params:
    return {"notes": json.dumps(several(params["notes"])[::-1], ensure_ascii=False)}


def _trip_list(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    return by.plan_trip(seen, params | _other_list(params), history)


_SAVE_OTHER = _changed(by.save_place, _other_place)
_PLACE: Mapping[str, Param] = {"place": Place(), "rest": Several(Place(), 4, 7)}


def _without_notes(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    return Done() if find_id(seen, "note_text") else by.plan_trip(seen, params, history)


TASKS = (
    Task(
        id="maps.opening_time",
        apps=("maps",),
        kind="question",
        goals=(
            "When does {place} open? Look it up in Maps and answer with the time.",
            "Find {place} in Maps and answer with its opening time.",
            "At what time does {place} open in the morning, according to Maps? Answer with the time only.",
        ),
        params={**_PLACE, "opens": Choice(("06:30", "07:00", "07:15", "08:30", "09:45", "10:00", "11:30"))},
        setup=_open,
        oracle=lambda params: Oracle(answer=answer_time(str(params["opens"]))),
        solve=by.opening_time,
        wrong=(
            Wrong("when it closes", by.closing_time),
            Wrong("finds it and does not answer", _keeps_it(by.opening_time)),
            Wrong("answers with a sentence about it", answers(by.opening_time, "It opens in the morning.")),
            Wrong("an hour late", answers(by.opening_time, "12:45")),
            *usual("Maps", by.opening_time),
        ),
        distractors=_like,
        filler=_filler,
    ),
    Task(
        id="maps.open_at",
        apps=("maps",),
        kind="question",
        goals=(
            "Is {place} open at {time}? Answer yes or no.",
            "According to Maps, could I go to {place} at {time}? Answer yes if it is open then, otherwise no.",
            "Check in Maps whether {place} is open at {time} and answer with yes or no.",
        ),
        params={**_PLACE, "time": TimeOfDay()},
        setup=_open,
        oracle=lambda params: Oracle(answer=answer_yes_no(_is_open(params))),
        solve=by.is_open,
        wrong=(
            Wrong("says the opposite", _says_otherwise),
            Wrong("finds it and does not answer", _keeps_it(by.is_open)),
            Wrong("answers with both", answers(by.is_open, "yes or no")),
            *usual("Maps", by.is_open),
        ),
        distractors=_like,
        filler=_filler,
    ),
    Task(
        id="maps.nearest",
        apps=("maps",),
        kind="question",
        goals=(
            "Which {category} in Maps is the nearest? Answer with its name.",
            "Find the closest {category} in Maps and answer with its name only.",
            "What is the name of the {category} with the shortest distance from here, according to Maps?",
        ),
        params={"category": Choice(_CATEGORIES), "inside": Several(LastName(), 4, 7), "rest": Several(LastName(), 2, 4)},
        setup=_near,
        oracle=lambda params: Oracle(answer=answer_text(_inside(params)[0])),
        solve=by.nearest,
        wrong=(
            Wrong("the second nearest", by.second_nearest),
            Wrong("finds it and does not answer", _keeps_it(by.nearest)),
            Wrong("answers with the distance", answers(by.nearest, "108 m")),
            *usual("Maps", by.nearest),
        ),
        filler=_far,
    ),
    Task(
        id="maps.well_rated",
        apps=("maps",),
        kind="question",
        goals=(
            "Which {category} in Maps have a rating of {limit} or better? Answer with their names.",
            "List the names of all {category} in Maps that are rated at least {limit}.",
            "Find every one of the {category} in Maps with {limit} stars or more and answer with the names.",
        ),
        params={
            "category": Choice(_CATEGORIES),
            "limit": Choice(("4.2", "4.4")),
            "inside": Several(LastName(), 4, 8),
            "rest": Several(LastName(), 2, 4),
        },
        setup=_rated,
        oracle=lambda params: Oracle(answer=answer_list(_inside(params)[: _good(params)])),
        solve=by.well_rated,
        wrong=(
            Wrong("leaves out the one that has just this rating", by.better_rated),
            Wrong("one tenth too generous", _changed(by.well_rated, lambda params: {"limit": f"{float(str(params['limit'])) - 0.1:.1f}"})),
            Wrong("finds them and does not answer", _keeps_it(by.well_rated)),
            *usual("Maps", by.well_rated),
        ),
        shown={"category": _plural},
        filler=_far,
    ),
    Task(
        id="maps.save_place",
        apps=("maps",),
        kind="create",
        goals=(
            "Save {place} to the list {list} in Maps.",
            "Add the place {place} to my “{list}” list in Maps.",
            "In Maps, find {place} and put it on the list {list}.",
        ),
        params={**_PLACE, "list": Choice(_LISTS)},
        setup=lambda params: _setup(_city(_names(params)), {"saved/10": _saved(_names(params)[1], params["list"])}),
        oracle=lambda params: Oracle(goal=created("saved", _saved(params["place"], params["list"]))),
        solve=by.save_place,
        wrong=(
            Wrong("to another list", _changed(by.save_place, _other_list)),
            Wrong("to another list as well", in_turn(by.save_place, _changed(by.save_place, _other_list))),
            Wrong("another place", _changed(by.save_place, lambda params: {"place": _names(params)[2]})),
            Wrong("saves it, then removes it", in_turn(by.save_place, by.unsave)),
            *usual("Maps", by.save_place),
        ),
        distractors=_like,
        filler=_filler,
        met=lambda params: {"saved/11": _saved(params["place"], params["list"])},
    ),
    Task(
        id="maps.save_missing",
        apps=("maps",),
        kind="infeasible",
        goals=(
            "Save {place} to the list {list} in Maps.",
            "Add {place} to my list {list} in Maps.",
            "Look up {place} in Maps and save it to {list}.",
        ),
        params={**_PLACE, "list": Choice(_LISTS)},
        setup=lambda params: _setup(_city(_names(params)[1:])),
        oracle=lambda params: Oracle(demand="infeasible"),
        solve=by.save_missing,
        wrong=(
            Wrong("saves another one", _SAVE_OTHER),
            Wrong("saves another one, then says that it cannot be done", in_turn(_SAVE_OTHER, by.save_missing)),
            Wrong("looks, and says done", _claims_done),
            Wrong("turns the traffic on instead", _changed(by.set_layers, lambda params: {"layer": "default", "traffic": True})),
        ),
        distractors=_like,
        filler=_filler,
    ),
    Task(
        id="maps.unsave",
        apps=("maps",),
        kind="delete",
        goals=(
            "Remove {place} from the list {list} in Maps. Leave it in other lists.",
            "Take {place} off my “{list}” list in Maps, and off no other list.",
            "In Maps, delete {place} from the saved list {list} only.",
        ),
        params={**_PLACE, "list": Choice(_LISTS)},
        setup=_with_saved,
        oracle=lambda params: Oracle(goal=deleted(the("saved", place=params["place"], list=params["list"]))),
        solve=by.unsave,
        wrong=(
            Wrong("from another list", _changed(by.unsave, _other_list)),
            Wrong("from both lists", in_turn(by.unsave, _changed(by.unsave, _other_list))),
            Wrong("another place", _changed(by.unsave, _other_place)),
            Wrong("removes it, then saves it again", in_turn(by.unsave, by.save_place)),
            *usual("Maps", by.unsave),
        ),
        filler=_filler,
    ),
    Task(
        id="maps.clear_list",
        apps=("maps",),
        kind="delete",
        goals=(
            "Remove every place from the list {list} in Maps. Keep the other lists.",
            "Empty my “{list}” list in Maps, but no other list.",
            "In Maps, take all places off the saved list {list} and leave the other lists as they are.",
        ),
        params={"list": Choice(_LISTS), "rest": Several(Place(), 4, 7)},
        setup=_full_list,
        oracle=lambda params: Oracle(goal=deleted_all("saved", list=params["list"])),
        solve=by.clear_list,
        wrong=(
            Wrong("leaves the last one", _stops_early),
            Wrong("another list", _changed(by.clear_list, _other_list)),
            Wrong("another list as well", in_turn(by.clear_list, _changed(by.clear_list, _other_list))),
            *usual("Maps", by.clear_list),
        ),
        filler=_filler,
    ),
    Task(
        id="maps.write_note",
        apps=("maps",),
        kind="edit",
        goals=(
            "Change the note on {place} in the Maps list {list} to: {note}",
            "In Maps, {place} is saved in {list}. Replace its note there by: {note}",
            "The note on {place} in my {list} list in Maps should read exactly: {note}",
        ),
        params={**_PLACE, "list": Choice(_LISTS), "note": Sentence()},
        setup=_with_saved,
        oracle=lambda params: Oracle(goal=edited(the("saved", place=params["place"], list=params["list"]), note=params["note"])),
        solve=by.write_note,
        wrong=(
            Wrong("in another list", _changed(by.write_note, _other_list)),
            Wrong("one letter too few", _changed(by.write_note, lambda params: {"note": str(params["note"])[1:]})),
            Wrong("on another place", _changed(by.write_note, _other_place)),
            Wrong("on another place as well", in_turn(by.write_note, _changed(by.write_note, _other_place))),
            *usual("Maps", by.write_note),
        ),
        distractors=_like,
        filler=_filler,
        met=lambda params: {"saved/10": {"note": params["note"]}},
    ),
    Task(
        id="maps.plan_trip",
        apps=("maps",),
        kind="create",
        goals=(
            "Save the places {places} to the Maps list {list}. Give them, in this order, the notes {notes}.",
            "Put {places} on my list {list} in Maps, with these notes in the same order: {notes}.",
            "In Maps, save {places} to {list} and write a note on each, in this order: {notes}.",
        ),
        params={
            "places": Several(Place(), 2, 2),
            "list": Choice(_LISTS),
            "notes": Several(ShortText(), 2, 2),
            "rest": Several(Place(), 3, 5),
        },
        setup=lambda params: _setup(_city(sorted({*several(params["places"]), *several(params["rest"])}))),
        oracle=lambda params: Oracle(
            goal=all_of(
                *(
                    created("saved", _saved(place, params["list"], note))
                    for place, note in zip(several(params["places"]), several(params["notes"]), strict=True)
                )
            )
        ),
        solve=by.plan_trip,
        wrong=(
            Wrong("notes in another order", _changed(by.plan_trip, _notes_swapped)),
            Wrong("to another list", _trip_list),
            Wrong("stops where the first note is to be written", _without_notes),
            *usual("Maps", by.plan_trip),
        ),
        shown={"places": _words, "notes": _quoted},
        filler=_filler,
    ),
    Task(
        id="maps.navigate",
        apps=("maps",),
        kind="toggle",
        goals=(
            "Start navigation to {place} {mode}.",
            "In Maps, get directions to {place} {mode} and start the navigation.",
            "Let Maps guide me to {place}, {mode}.",
        ),
        params={**_PLACE, "mode": Choice(tuple(_MODES)), "old": Choice(tuple(_MODES))},
        setup=lambda params: _setup(_city(_names(params)), mode=params["old"]),
        oracle=lambda params: Oracle(goal=all_of(fact("maps", "mode", params["mode"]), fact("maps", "destination", params["place"]))),
        solve=by.navigate,
        wrong=(
            Wrong("another way of travelling", _changed(by.navigate, _other_mode)),
            Wrong("to another place", _changed(by.navigate, _other_place)),
            Wrong("there, then to another place", in_turn(by.navigate, _changed(by.navigate, _other_place))),
            *usual("Maps", by.navigate),
        ),
        shown={"mode": lambda value: _MODES[str(value)]},
        distractors=_like,
        filler=_filler,
        met=lambda params: {"maps": {"mode": params["mode"], "destination": params["place"]}},
    ),
    Task(
        id="maps.set_layers",
        apps=("maps",),
        kind="toggle",
        goals=(
            "In Maps, choose the {layer} map and turn the traffic layer {traffic}.",
            "Switch Maps to the map type {layer}, with traffic {traffic}.",
            "Maps should show the {layer} map; traffic should be {traffic}.",
        ),
        params={
            "layer": Choice(("satellite", "terrain", "default")),
            "traffic": Choice((True, False)),
            "old": Choice(("default", "terrain")),
        },
        setup=lambda params: _setup(_city(["Old Bridge", "Clock Tower"]), layer=params["old"], traffic=not params["traffic"]),
        oracle=lambda params: Oracle(goal=all_of(fact("maps", "layer", params["layer"]), fact("maps", "traffic", params["traffic"]))),
        solve=by.set_layers,
        wrong=(
            Wrong("another map", _changed(by.set_layers, _other_layer)),
            Wrong("forgets the traffic", _changed(by.set_layers, lambda params: {"traffic": not params["traffic"]})),
            *usual("Maps", by.set_layers),
        ),
        shown={"traffic": lambda value: "on" if value else "off"},
        met=lambda params: {"maps": {"layer": params["layer"], "traffic": params["traffic"]}},
    ),
)
