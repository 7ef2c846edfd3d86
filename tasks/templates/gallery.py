"""Tasks in Gallery: sort, mark, edit, delete and bring back photos, and questions about what they show."""

import json
from collections.abc import Callable, Sequence
from datetime import date, timedelta

from devices.action import Action, Answer, Done
from devices.device import Setup
from devices.observation import Observation
from devices.sim.language import MONTHS
from devices.state import Facts, State, Value
from tasks.answers import answer_money, answer_number
from tasks.conditions import Condition, all_of, created, deleted, each, edited, the
from tasks.mistakes import answers, content, in_turn, usual
from tasks.navigate import find_id, in_dialog, tap, tapped
from tasks.oracle import Oracle
from tasks.params import Cents, Choice, Day, Integer, Several, Title, several
from tasks.solutions import gallery as by
from tasks.task import Params, Solver, Task, Wrong
from tasks.trace import Step

_CROPS = {"Square": "square", "4:3": "4:3", "16:9": "16:9"}
_LATEST = date(2026, 2, 27)
_OFFSETS = (-1, 1, -7, 3, 31, -28, 5, -12)
"""Days from the one asked for to those of the other photos."""


def _photo(title: str, taken: date, number: int = 0, **more: Value) -> Facts:
    """A photo; ``number`` tells those of one day apart."""
    time = f"{9 + number % 12:02}:{number * 7 % 60:02}:{number * 11 % 60:02}"
    kind, end = ("VID", "mp4") if more.get("kind") == "video" else ("IMG", "jpg")
    facts: Facts = {
        "name": f"{kind}_{taken:%Y%m%d}_{time.replace(':', '')}.{end}",
        "description": title,
        "taken": f"{taken:%Y-%m-%d}T{time}",
        "album": "Camera",
        "favourite": False,
        "binned": False,
        "rotation": 0,
        "crop": "original",
    }
    return facts | more


def _photos(titles: Sequence[str], **more: Value) -> State:
    """Photos that show these things, three a day, the latest first."""
    return {f"photo/{10 + i}": _photo(title, _LATEST - timedelta(i // 3), i, **more) for i, title in enumerate(titles)}


def _setup(photos: State, *albums: str) -> Setup:
    """A gallery with these photos, and these albums beside the camera's."""
    made: State = {f"album/{10 + i}": {"name": name} for i, name in enumerate(("Camera", *albums))}
    return Setup(clear=("photo", "album"), facts={**photos, **made})


def _titles(params: Params, *keys: str) -> list[str]:
    return [title for key in keys for title in several(params[key])]


def _filler(params: Params, count: int) -> State:
    """Photos of the year before."""
    first = date(2025, 3, 1)
    return {f"photo/{200 + i}": _photo(f"Street corner {i + 1}", first + timedelta(i // 2), i) for i in range(count)}


def _filler_in_bin(params: Params, count: int) -> State:
    return {entity: {**facts, "binned": True} for entity, facts in _filler(params, count).items()}


def _like(key: str, **more: Value) -> Callable[[Params], State]:
    """Photos that are easily taken for those in a parameter: their names with one word more."""

    def similar(params: Params) -> State:
        titles = several(params[key]) if str(params[key]).startswith("[") else [str(params[key])]
        return _numbered([f"{title} {extra}" for title in titles for extra in ("2", "again")], **more)

    return similar


def _numbered(titles: Sequence[str], **more: Value) -> State:
    return {f"photo/{100 + i}": _photo(title, _LATEST + timedelta(1), i, **more) for i, title in enumerate(titles)}


def _changed(solver: Solver, change: Callable[[Params], Params]) -> Solver:
    """The solution for parameters of which some are changed."""

    def solve(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
        return solver(seen, params | change(params), history)

    return solve


def _list(titles: Sequence[str]) -> str:
    return json.dumps(list(titles), ensure_ascii=False)


def _all_but_one(key: str) -> Callable[[Params], Params]:
    return lambda params: {key: _list(several(params[key])[:-1])}


def _and_another(params: Params) -> Params:
    return {"wanted": _list([*several(params["wanted"]), _apart(params, "rest", "wanted")[0]])}


def _apart(params: Params, key: str, *others: str) -> list[str]:
    """The titles in one parameter that are in none of the others: two may now and then be drawn alike."""
    taken = {title for other in others for title in (several(params[other]) if str(params[other]).startswith("[") else [params[other]])}
    return [title for title in several(params[key]) if title not in taken]


def _only_another(params: Params) -> Params:
    return {"wanted": _list(_apart(params, "rest", "wanted")[:1])}


def _another(params: Params) -> Params:
    return {"title": _apart(params, "rest", "title")[0]}


def _swapped(params: Params) -> Params:
    return {"wanted": params["others"], "others": params["wanted"]}


def _back_again(params: Params) -> Params:
    return {"album": params["new"], "new": params["album"]}


def _words(value: Value) -> str:
    *most, last = several(value)
    return f"{', '.join(most)} and {last}" if most else str(last)


def _date_words(value: Value) -> str:
    """``February 5, 2026``."""
    day = date.fromisoformat(str(value))
    return f"{MONTHS[day.month - 1]} {day.day}, {day.year}"


def _mixed(params: Params) -> list[str]:
    """What all photos show, those wanted among the others."""
    return sorted({title for key in ("wanted", "others", "rest") if key in params for title in several(params[key])})


def _is_wanted(facts: Facts, params: Params) -> bool:
    return facts["description"] in several(params["wanted"])


def _each_has(titles: Sequence[str], **facts: Value) -> Condition:
    return all_of(*(edited(the("photo", description=title), **facts) for title in titles))


# Deleting by day


def _by_day(params: Params) -> State:
    day = date.fromisoformat(str(params["day"]))
    photos: State = {"photo/10": _photo("A quiet street", day, 3)}
    for i, (title, offset) in enumerate(zip(several(params["rest"]), _OFFSETS, strict=False), start=1):
        photos[f"photo/{10 + i}"] = _photo(title, day + timedelta(offset), i)
    return photos


def _days_like(params: Params) -> State:
    """Photos of the same day a year before, and of the day with one digit changed."""
    day = date.fromisoformat(str(params["day"]))
    return {
        "photo/100": _photo("A quiet street at night", day - timedelta(365), 5),
        "photo/101": _photo("A quiet street in rain", day + timedelta(10), 6),
    }


def _next_photo(params: Params) -> Params:
    return {"day": (date.fromisoformat(str(params["day"])) + timedelta(1)).isoformat()}


def _cancels(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    """Goes as far as the question, and says no."""
    no = find_id(seen, "android:id/button2")
    if any(in_dialog(step.observation) and element.resource_id == "android:id/button2" for step, element in tapped(history)):
        return Done()
    return tap(no) if no else by.delete_by_day(seen, params, history)


def _in_bin_of_day(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    return by.erase(seen, params | {"title": "A quiet street", "name": _by_day(params)["photo/10"]["name"]}, history)


# Questions


def _album(params: Params) -> State:
    photos = {entity: {**facts, "album": str(params["album"])} for entity, facts in _photos(several(params["inside"])).items()}
    videos = {
        f"photo/{50 + i}": _photo(f"Clip {i + 1}", _LATEST - timedelta(i), i, album=str(params["album"]), kind="video", seconds=9 + i)
        for i in range(int(params["videos"]))
    }
    return {**photos, **videos, **{f"photo/{80 + i}": _photo(t, _LATEST, i) for i, t in enumerate(_apart(params, "rest", "inside"))}}


def _more_in_other(params: Params) -> State:
    """Photos in an album of nearly the same name."""
    return _numbered([f"{title} 2" for title in several(params["inside"])], album=f"{params['album']} 2")


def _receipt(params: Params) -> State:
    total, tip = int(params["total"]), int(params["tip"])
    rest = _titles(params, "rest")
    lines = (
        f"{params['shop']}",
        f"Coffee ${_dollars(total // 3)}",
        f"Sandwich ${_dollars(total - total // 3)}",
        f"Total ${_dollars(total)}",
        f"Cash ${_dollars(total + tip)}",
        f"Change ${_dollars(tip)}",
    )
    receipt = _photo(f"Receipt from {params['shop']}", _LATEST, 9, text="\n".join(lines))
    return {"photo/50": receipt, **_photos(rest)}


def _dollars(cents: int) -> str:
    return f"{cents // 100:,}.{cents % 100:02}"


def _other_receipt(params: Params) -> State:
    text = f"{params['shop']} Express\nTotal ${_dollars(int(params['total']) + 100)}"
    return {"photo/100": _photo(f"Receipt from {params['shop']} Express", _LATEST + timedelta(1), 4, text=text)}


def _says_cash(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    action = by.read_total(seen, params, history)
    return Answer(text=f"${_dollars(int(params['total']) + int(params['tip']))}") if isinstance(action, Answer) else action


def _one_cent_more(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    action = by.read_total(seen, params, history)
    return Answer(text=f"${_dollars(int(params['total']) + 1)}") if isinstance(action, Answer) else action


def _misses_one(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    action = by.count_photos(seen, params, history)
    return Answer(text=str(int(action.text) - 1)) if isinstance(action, Answer) else action


def _keeps_it_to_himself(solver: Solver) -> Solver:
    """Finds the answer and does not give it."""

    def solve(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
        action = solver(seen, params, history)
        return Done() if isinstance(action, Answer) else action

    return solve


def _claims_done(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    action = by.restore(seen, params, history)
    return Done() if isinstance(action, Done) else action


# The bin


def _bin(params: Params) -> State:
    """The photo meant and others in the bin, more outside it."""
    inside = [str(params["title"]), *_apart(params, "binned", "title")]
    outside = enumerate(_apart(params, "rest", "title", "binned"))
    return _photos(inside, binned=True) | {f"photo/{40 + i}": _photo(title, _LATEST - timedelta(4), i) for i, title in outside}


def _erased(params: Params) -> Params:
    title = str(params["title"])
    return {"name": next(facts["name"] for facts in _bin(params).values() if facts["description"] == title)}


def _other_erased(params: Params) -> Params:
    title = _apart(params, "binned", "title")[0]
    return {"title": title, "name": next(facts["name"] for facts in _bin(params).values() if facts["description"] == title)}


_ERASE = _changed(by.erase, _erased)
_OTHER_IN_BIN = _changed(by.restore, lambda params: {"title": _apart(params, "binned", "title")[0]})


TASKS = (
    Task(
        id="gallery.delete_by_date",
        apps=("gallery",),
        kind="delete",
        goals=(
            "Delete the photo that was taken on {day} from Gallery.",
            "In Gallery, move the photo from {day} to the bin.",
            "Find the photo taken on {day} and delete it.",
        ),
        params={"day": Day("2026-01-02", "2026-02-26"), "rest": Several(Title(), 4, 8)},
        setup=lambda params: _setup(_by_day(params)),
        oracle=lambda params: Oracle(goal=edited(the("photo", description="A quiet street"), binned=True)),
        solve=by.delete_by_day,
        wrong=(
            Wrong("the one of the day after", _changed(by.delete_by_day, _next_photo)),
            Wrong("that, and the one of the day after", in_turn(by.delete_by_day, _changed(by.delete_by_day, _next_photo))),
            Wrong("says no when asked", _cancels),
            Wrong("deletes it for good", in_turn(by.delete_by_day, _in_bin_of_day)),
            *usual("Gallery", by.delete_by_day),
        ),
        shown={"day": _date_words},
        distractors=_days_like,
        filler=_filler,
    ),
    Task(
        id="gallery.favourite_several",
        apps=("gallery",),
        kind="edit",
        goals=(
            "Mark these photos as favourites in Gallery: {wanted}.",
            "Add the photos {wanted} to my favourites.",
            "In the Gallery app, make favourites of {wanted}.",
        ),
        params={"wanted": Several(Title(), 2, 4), "rest": Several(Title(), 3, 5)},
        setup=lambda params: _setup(_photos(_mixed(params))),
        oracle=lambda params: Oracle(goal=_each_has(several(params["wanted"]), favourite=True)),
        solve=by.favour,
        wrong=(
            Wrong("leaves one out", _changed(by.favour, _all_but_one("wanted"))),
            Wrong("one more as well", in_turn(by.favour, _changed(by.favour, _and_another))),
            Wrong("others", _changed(by.favour, lambda params: {"wanted": params["rest"]})),
            *usual("Gallery", by.favour),
        ),
        shown={"wanted": _words},
        distractors=_like("wanted"),
        filler=_filler,
        met=lambda params: {entity: {"favourite": True} for entity, facts in _photos(_mixed(params)).items() if _is_wanted(facts, params)},
    ),
    Task(
        id="gallery.move_to_album",
        apps=("gallery",),
        kind="move",
        goals=(
            "Move the photos {wanted} to the album {album}.",
            "In Gallery, put {wanted} into the album called {album}. Move them, do not copy them.",
            "The photos {wanted} belong in the album “{album}”: move them there.",
        ),
        params={"wanted": Several(Title(), 2, 4), "rest": Several(Title(), 3, 5), "album": Title()},
        setup=lambda params: _setup(_photos(_mixed(params)), str(params["album"]), "Family"),
        oracle=lambda params: Oracle(goal=_each_has(several(params["wanted"]), album=params["album"])),
        solve=by.move,
        wrong=(
            Wrong("to another album", _changed(by.move, lambda params: {"album": "Family"})),
            Wrong("leaves one out", _changed(by.move, _all_but_one("wanted"))),
            Wrong("one more as well", in_turn(by.move, _changed(by.move, _only_another))),
            *usual("Gallery", by.move),
        ),
        shown={"wanted": _words},
        distractors=_like("wanted"),
        filler=_filler,
    ),
    Task(
        id="gallery.sort_out",
        apps=("gallery",),
        kind="move",
        goals=(
            "Move the photos {wanted} to a new album called {album}, and {others} to a second new album called {second}.",
            "Make an album {album} with the photos {wanted} and an album {second} with {others}. Move the photos there.",
            "In Gallery, create two albums: {album} for {wanted}, and {second} for {others}. Move these photos into them.",
        ),
        params={
            "wanted": Several(Title(), 3, 3),
            "others": Several(Title(), 2, 2),
            "rest": Several(Title(), 2, 4),
            "album": Title(),
            "second": Title(),
        },
        apart=(("wanted", "others"), ("album", "second")),
        setup=lambda params: _setup(_photos(_mixed(params))),
        oracle=lambda params: Oracle(
            goal=all_of(
                _each_has(several(params["wanted"]), album=params["album"]),
                _each_has(several(params["others"]), album=params["second"]),
                created("album", {"name": params["album"]}),
                created("album", {"name": params["second"]}),
            )
        ),
        solve=by.sort_out,
        wrong=(
            Wrong("the two albums confused", _changed(by.sort_out, _swapped)),
            Wrong("leaves one out", _changed(by.sort_out, _all_but_one("wanted"))),
            Wrong("another name", _changed(by.sort_out, lambda params: {"second": f"{params['second']} 2"})),
            Wrong("only the first album", by.sort_first),
            *usual("Gallery", by.sort_out),
        ),
        shown={"wanted": _words, "others": _words},
        distractors=_like("wanted"),
        filler=_filler,
    ),
    Task(
        id="gallery.restore",
        apps=("gallery",),
        kind="edit",
        goals=(
            "Restore the photo {title} from Gallery's bin.",
            "I deleted the photo {title} by mistake. Bring it back from the bin.",
            "In Gallery, take {title} out of the bin.",
        ),
        params={"title": Title(), "binned": Several(Title(), 2, 4), "rest": Several(Title(), 2, 4)},
        setup=lambda params: _setup(_bin(params)),
        oracle=lambda params: Oracle(goal=edited(the("photo", description=params["title"]), binned=False)),
        solve=by.restore,
        wrong=(
            Wrong("another one", _OTHER_IN_BIN),
            Wrong("another one as well", in_turn(by.restore, _OTHER_IN_BIN)),
            Wrong("deletes it for good", _ERASE),
            *usual("Gallery", by.restore),
        ),
        distractors=_like("title", binned=True),
        filler=_filler_in_bin,
    ),
    Task(
        id="gallery.restore_missing",
        apps=("gallery",),
        kind="infeasible",
        goals=(
            "Restore the photo {title} from Gallery's bin.",
            "Bring the photo {title} back from the bin in Gallery.",
            "I threw {title} away in Gallery. Take it out of the bin again.",
        ),
        params={"title": Title(), "binned": Several(Title(), 2, 4), "rest": Several(Title(), 2, 4)},
        setup=lambda params: _setup({k: v for k, v in _bin(params).items() if v["description"] != params["title"]}),
        oracle=lambda params: Oracle(demand="infeasible"),
        solve=by.restore,
        wrong=(
            Wrong("another one instead", _OTHER_IN_BIN),
            Wrong("another one, then says that it cannot be done", in_turn(_OTHER_IN_BIN, by.restore)),
            Wrong("looks, and says done", _claims_done),
            Wrong("deletes another one", _changed(by.erase, _other_erased)),
        ),
        distractors=_like("title", binned=True),
        filler=_filler_in_bin,
    ),
    Task(
        id="gallery.erase",
        apps=("gallery",),
        kind="delete",
        goals=(
            "Permanently delete the photo {title} from Gallery's bin. Leave the rest of the bin as it is.",
            "In the bin of Gallery, delete {title} for good, and nothing else.",
            "Remove only the photo {title} from the bin permanently.",
        ),
        params={"title": Title(), "binned": Several(Title(), 2, 4), "rest": Several(Title(), 2, 4)},
        setup=lambda params: _setup(_bin(params)),
        oracle=lambda params: Oracle(goal=deleted(the("photo", description=params["title"]))),
        solve=_ERASE,
        wrong=(
            Wrong("another one", _changed(by.erase, _other_erased)),
            Wrong("another one as well", in_turn(_ERASE, _changed(by.erase, _other_erased))),
            Wrong("restores it", by.restore),
            *usual("Gallery", _ERASE),
        ),
        distractors=_like("title", binned=True),
        filler=_filler_in_bin,
    ),
    Task(
        id="gallery.count_photos",
        apps=("gallery",),
        kind="question",
        goals=(
            "How many photos are in the album {album}? Videos do not count. Answer with the number only.",
            "Count the photos, not the videos, in the Gallery album {album} and answer with the number only.",
            "In Gallery's album {album}, how many items are photos rather than videos? Answer with the number.",
        ),
        params={"album": Title(), "inside": Several(Title(), 3, 11), "videos": Integer(1, 9), "rest": Several(Title(), 2, 4)},
        setup=lambda params: _setup(_album(params), str(params["album"])),
        oracle=lambda params: Oracle(answer=answer_number(len(several(params["inside"])), ("photos", "photo"))),
        solve=by.count_photos,
        wrong=(
            Wrong("counts the videos as well", by.count_all),
            Wrong("misses one", _misses_one),
            Wrong("finds it and does not answer", _keeps_it_to_himself(by.count_photos)),
            Wrong("answers with a guess", answers(by.count_photos, "about a dozen")),
            *usual("Gallery", by.count_photos),
        ),
        distractors=_more_in_other,
        filler=_filler,
    ),
    Task(
        id="gallery.receipt_total",
        apps=("gallery",),
        kind="question",
        goals=(
            "There is a photo of a receipt from {shop} in Gallery. What is its total? Answer with the amount.",
            "Look at the receipt from {shop} among my photos and answer with the total amount.",
            "How much did I spend in total according to the photo “Receipt from {shop}”? Answer with the amount.",
        ),
        params={"shop": Title(), "total": Cents(600, 9900), "tip": Cents(100, 2000), "rest": Several(Title(), 4, 8)},
        setup=lambda params: _setup(_receipt(params)),
        oracle=lambda params: Oracle(answer=answer_money(int(params["total"]))),
        solve=by.read_total,
        wrong=(
            Wrong("the cash given", content(_says_cash)),
            Wrong("finds it and does not answer", _keeps_it_to_himself(by.read_total)),
            Wrong("answers with a sentence about it", answers(by.read_total, "It is on the receipt.")),
            Wrong("one cent too much", content(_one_cent_more)),
            *usual("Gallery", by.read_total),
        ),
        distractors=_other_receipt,
        filler=_filler,
    ),
    Task(
        id="gallery.edit",
        apps=("gallery",),
        kind="edit",
        goals=(
            "Rotate the photo {title} by {degrees} degrees and crop it to {shape}.",
            "In Gallery, edit {title}: rotate it by {degrees}° in total and crop it to {shape}. Save it.",
            "Turn the picture {title} by {degrees} degrees, crop it to {shape} and save the changes.",
        ),
        params={
            "title": Title(),
            "rest": Several(Title(), 3, 5),
            "degrees": Choice(("90", "180", "270")),
            "shape": Choice(tuple(_CROPS)),
        },
        setup=lambda params: _setup(_photos([str(params["title"]), *_apart(params, "rest", "title")])),
        oracle=lambda params: Oracle(
            goal=edited(
                the("photo", description=params["title"]),
                rotation=int(str(params["degrees"])),
                crop=_CROPS[str(params["shape"])],
                edited=True,
            )
        ),
        solve=by.edit,
        wrong=(
            Wrong("turned further", _changed(by.edit, lambda params: {"degrees": str(int(str(params["degrees"])) % 270 + 90)})),
            Wrong("another shape", _changed(by.edit, lambda params: {"shape": "4:3" if params["shape"] != "4:3" else "16:9"})),
            Wrong("another photo", _changed(by.edit, _another)),
            Wrong("another photo as well", in_turn(by.edit, _changed(by.edit, _another))),
            *usual("Gallery", by.edit),
        ),
        shown={"shape": lambda value: {"Square": "a square"}.get(str(value), str(value))},
        distractors=_like("title"),
        filler=_filler,
        met=lambda params: {
            "photo/10": {"rotation": int(str(params["degrees"])), "crop": _CROPS[str(params["shape"])], "edited": True},
        },
    ),
    Task(
        id="gallery.rename_album",
        apps=("gallery",),
        kind="edit",
        goals=(
            "Rename the album {album} to {new}.",
            "In Gallery, change the name of the album {album} to {new}.",
            "The album {album} should be called {new} from now on.",
        ),
        params={"album": Title(), "new": Title(), "inside": Several(Title(), 2, 5), "rest": Several(Title(), 2, 4)},
        setup=lambda params: _setup(_album({**params, "videos": 0}), str(params["album"])),
        oracle=lambda params: Oracle(
            goal=all_of(
                edited(the("album", name=params["album"]), name=params["new"]),
                each("photo", {"album": params["album"]}, album=params["new"]),
            )
        ),
        solve=by.rename_album,
        wrong=(
            Wrong("another name", _changed(by.rename_album, lambda params: {"new": f"{params['new']} 2"})),
            Wrong("another album", _changed(by.rename_album, lambda params: {"album": "Camera"})),
            Wrong(
                "renames it, then back",
                in_turn(by.rename_album, _changed(by.rename_album, _back_again)),
            ),
            *usual("Gallery", by.rename_album),
        ),
        distractors=_more_in_other,
        filler=_filler,
    ),
)
