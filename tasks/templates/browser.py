"""Tasks in Browser: answer from pages, bookmark, download, send a form, and put bookmarks and history in order."""

from collections.abc import Sequence
from itertools import product

from devices.action import Action, Answer, Done
from devices.device import Setup
from devices.observation import Observation
from devices.sim.language import DAY_NAMES, money
from devices.sim.screens.web import PAGES, page_at
from devices.state import Facts, State, Value
from tasks.answers import answer_money, answer_time, answer_yes_no
from tasks.conditions import created, deleted, edited, none, the
from tasks.mistakes import answers, in_turn, usual
from tasks.navigate import find_id, find_where, press, tap, tapped
from tasks.oracle import Oracle
from tasks.params import Cents, Choice, Email, FirstName, Integer, LastName, Sentence, Several, ShortText, several
from tasks.solutions import browser as play
from tasks.solutions.browser import START, Way
from tasks.task import Params, Solver, Task, Wrong
from tasks.trace import Step

_LOOKING = ("visit.*", "tab.*", "tab.url")
"""What looking at pages changes by itself."""
_BREADS = ("Rye bread", "Rye roll", "Walnut bread", "Apple cake", "Apple tart", "Butter croissant")
_RULES = ("Dogs", "Food and drink", "Suitcases", "Video recordings")
_BAKERY, _TOWN, _TRAILS = "Kornblume Bakery", "Town of Ellwick", "Trail Guide"
_PRICES: Way = (START, _BAKERY, "Price list")
_POOL: Way = (START, _TOWN, "Ellwick swimming pool")
_LIBRARY: Way = (START, _TOWN, "Ellwick library")
_CONTACT: Way = (*_LIBRARY, "Write to the library")
_ORDER: Way = (START, _BAKERY, "Order a cake")
_PLACES: dict[str, Way] = {
    "Bakery opening hours": (START, _BAKERY, "Bakery opening hours"),
    "Bus timetable": (START, _TOWN, "Bus timetable"),
    "Flat bread": (START, "Recipe Box", "Flat bread"),
    "Lake loop": (START, _TRAILS, "Lake loop"),
    "Lentil soup": (START, "Recipe Box", "Lentil soup"),
    "Ridge trail": (START, _TRAILS, "Ridge trail"),
    "Tickets": (START, "Glass Museum", "Tickets"),
}
_URLS = {str(facts["title"]): str(facts["url"]) for facts in PAGES.values()}
_DOWNLOADS: dict[str, tuple[Way, str, str]] = {  # what the goal calls it → way, link, name of the file
    "map of the Ridge trail": (_PLACES["Ridge trail"], "Trail map", "ridge-trail.pdf"),
    "track of the Ridge trail": (_PLACES["Ridge trail"], "Track for navigation", "ridge-trail.zip"),
    "map of the Lake loop": (_PLACES["Lake loop"], "Trail map", "lake-loop.pdf"),
}
_FILLER = [f"{one} {other}" for one, other in product(
    ("Weather", "News", "Trains", "Maps", "Games", "Quotes"),
    ("archive", "blog", "daily", "forum", "guide", "index", "live", "portal", "review", "weekly"),
)]  # fmt: skip


def _web(url: str, text: str) -> Setup:
    """A phone on which a page has another text."""
    return Setup(facts={page_at(url): {"text": text}})


def _only_done(solver: Solver) -> Solver:
    """Looks it up and keeps it to itself."""

    def solve(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
        action = solver(seen, params, history)
        return Done() if isinstance(action, Answer) else action

    return solve


def _cancels(solver: Solver) -> Solver:
    """Goes as far as the last question, and says no."""

    def solve(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
        if any(element.resource_id == "android:id/button2" for _, element in tapped(history)):
            return Done()
        if find_where(seen, lambda e: e.resource_id == "android:id/button1") and (cancel := press(seen, "Cancel")):
            return cancel
        return solver(seen, params, history)

    return solve


# Questions


def _price_page(params: Params) -> Setup:
    rows = (f"| {bread} | {money(cents)} | each" for bread, cents in zip(_BREADS, several(params["prices"]), strict=True))
    return _web(
        "kornblume.example/prices", "\n".join(["# Price list", *rows, "Prices include tax.", "> Kornblume Bakery -> kornblume.example"])
    )


def _price(params: Params, offset: int = 0) -> int:
    """What the bread asked for costs, or the one so many lines below it."""
    place = (_BREADS.index(str(params["bread"])) + offset) % len(_BREADS)
    return int(several(params["prices"])[place])


def _tell_price(offset: int = 0) -> Solver:
    """Answers with the price of the bread so many lines below the one asked for."""

    def solve(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
        line = _BREADS[(_BREADS.index(str(params["bread"])) + offset) % len(_BREADS)]
        return play.tell_cell(seen, {"line": line, "answer": money(_price(params, offset))}, history, _PRICES)

    return solve


def _opens(params: Params, offset: int = 0) -> str:
    """When the pool opens on the day asked for, or so many days later."""
    minutes = 5 * int(several(params["times"])[(DAY_NAMES.index(str(params["day"])) + offset) % 7])
    return f"{minutes // 60:02}:{minutes % 60:02}"


def _closes(params: Params) -> str:
    minutes = 5 * int(several(params["times"])[DAY_NAMES.index(str(params["day"]))]) + 9 * 60
    return f"{minutes // 60:02}:{minutes % 60:02}"


def _pool_page(params: Params) -> Setup:
    days = [params | {"day": day} for day in DAY_NAMES]
    rows = (f"| {day['day']} | {_opens(day)} | to {_closes(day)}" for day in days)
    return _web("ellwick.example/pool", "\n".join(["# Opening hours", *rows, "> Town of Ellwick -> ellwick.example"]))


def _tell_opening(offset: int = 0) -> Solver:
    """Answers with the opening time of the day asked for, or of so many days later."""

    def solve(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
        day = DAY_NAMES[(DAY_NAMES.index(str(params["day"])) + offset) % 7]
        return play.tell_cell(seen, {"line": day, "answer": _opens(params, offset)}, history, _POOL)

    return solve


def _rule(thing: str, allowed: bool) -> str:
    return f"{thing} are {'allowed' if allowed else 'not allowed'} in the building."


def _rules_page(params: Params) -> Setup:
    """The rule asked for, and the opposite for two other things."""
    asked, allowed = str(params["thing"]), bool(params["allowed"])
    others = [_rule(thing, not allowed) for thing in _RULES if thing != asked][:2]
    lines = ["# Library", "The reading room has 64 seats.", others[0], _rule(asked, allowed), others[1]]
    return _web("ellwick.example/library", "\n".join([*lines, "> Write to the library -> ellwick.example/library/contact"]))


def _tell_rule(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    thing = str(params["thing"])
    words: Params = {"affirmed": _rule(thing, True), "denied": _rule(thing, False), "answer": "yes" if params["allowed"] else "no"}
    return play.tell_yes_no(seen, words, history, _LIBRARY)


def _tell_other_rule(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    """Answers for another thing, of which the opposite holds."""
    other = next(thing for thing in _RULES if thing != params["thing"])
    return _tell_rule(seen, {"thing": other, "allowed": not params["allowed"]}, history)


# Pages


def _mark(way: Way) -> Solver:
    return lambda seen, params, history: play.add_bookmark(seen, params, history, way)


def _bookmark(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    return _mark(_PLACES[str(params["page"])])(seen, params, history)


def _bookmark_site(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    """Bookmarks the front page of the site."""
    return _mark(_PLACES[str(params["page"])][:-1])(seen, params, history)


def _unmark(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    return play.delete_bookmark(seen, {"title": params["page"]}, history)


def _download(shift: int = 0) -> Solver:
    """Downloads the file asked for, or the one so many further on."""

    def solve(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
        names = list(_DOWNLOADS)
        way, link, name = _DOWNLOADS[names[(names.index(str(params["file"])) + shift) % len(names)]]
        return play.download(seen, {"link": link, "name": name}, history, way)

    return solve


def _file(params: Params) -> Facts:
    way, _, name = _DOWNLOADS[str(params["file"])]
    return {"name": name, "folder": "Download", "hash": f"{_URLS[way[-1]]}#{name}"}


def _form(params: Params) -> dict[str, Value]:
    return {"name": f"{params['first_name']} {params['last_name']}", "email": params["email"], "message": params["message"]}


def _send(way: Way, **changes: str) -> Solver:
    """Sends the form of a page; ``changes`` says which value is taken from which parameter."""

    def solve(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
        values = _form(params) | {key: params[source] for key, source in changes.items()}
        return play.send_form(seen, values, history, way)

    return solve


def _stops_at_send(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    """Fills the form in and leaves it at that."""
    action, button = _send(_CONTACT)(seen, params, history), find_id(seen, "form_send")
    return Done() if button is not None and action == tap(button) else action


# Bookmarks and history


def _undoes(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    """Deletes the bookmark, and takes it back by the button of the toast."""
    if undo := find_id(seen, "snackbar_action"):
        return tap(undo)
    if any(element.resource_id.endswith("snackbar_action") for _, element in tapped(history)):
        return Done()
    return play.delete_bookmark(seen, params, history)


def _only_visits(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    return play.to_page(seen, history, _PLACES[str(params["page"])]) or Done()


def _marks(params: Params) -> Setup:
    """The bookmark meant and two others."""
    titles = (str(params["title"]), str(params["other"]), "Opening hours")
    urls = ("trails.example/lake", "recipes.example/flat-bread", "kornblume.example/hours")
    return Setup(
        clear=("bookmark",), facts={f"bookmark/{n}": {"title": t, "url": u} for n, (t, u) in enumerate(zip(titles, urls, strict=True), 11)}
    )


def _more_marks(params: Params, count: int) -> State:
    return {f"bookmark/{200 + i}": {"title": _FILLER[i], "url": f"{_FILLER[i].split()[0].lower()}{i}.example"} for i in range(count)}


def _similar_marks(params: Params) -> State:
    title = str(params["title"])
    return {
        "bookmark/101": {"title": f"{title} 2", "url": "trails.example"},
        "bookmark/102": {"title": f"New {title[0].lower()}{title[1:]}", "url": "trails.example/ridge"},
    }


def _rename(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    return play.rename_bookmark(seen, params | {"url": "trails.example/lake"}, history)


def _rename_other(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    return play.rename_bookmark(seen, params | {"title": params["other"], "url": "recipes.example/flat-bread"}, history)


def _delete_other(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    return play.delete_bookmark(seen, params | {"title": params["other"], "also": params["title"]}, history)


def _visited(params: Params) -> Setup:
    """Some pages in the history and a bookmark."""
    pages = [title for title in _PLACES if title != params["page"]][: int(params["count"])]
    visits: State = {
        f"visit/{n}": {"url": _URLS[title], "title": title, "time": f"2026-02-{n:02}T10:15:00"} for n, title in enumerate(pages, 11)
    }
    page = str(params["page"])
    return Setup(clear=("visit", "bookmark"), facts={**visits, "bookmark/11": {"title": page, "url": _URLS[page]}})


def _more_visits(params: Params, count: int) -> State:
    return {
        f"visit/{200 + i}": {"url": f"page{i}.example", "title": _FILLER[i], "time": f"2026-01-{1 + i % 28:02}T{i % 24:02}:00:00"}
        for i in range(count)
    }


TASKS = (
    Task(
        id="browser.find_price",
        apps=("browser",),
        kind="question",
        goals=(
            "Look up on the website of Kornblume Bakery what one “{bread}” costs, and answer with the price.",
            "What is the price of “{bread}” in Kornblume Bakery's price list on the web? Answer with the price.",
            "Open the price list of Kornblume Bakery in Browser. How much is “{bread}”? Answer with the price.",
        ),
        params={"bread": Choice(_BREADS), "prices": Several(Cents(80, 990), len(_BREADS), len(_BREADS))},
        setup=_price_page,
        oracle=lambda params: Oracle(answer=answer_money(_price(params)), allowed=_LOOKING),
        solve=_tell_price(),
        wrong=(
            Wrong("answers with the price on the next line", _tell_price(1)),
            Wrong("answers with one cent more", lambda seen, params, history: answers(
                _tell_price(), money(_price(params) + 1))(seen, params, history)),
            Wrong("answers right, then otherwise", in_turn(_tell_price(), _tell_price(1))),
            Wrong("finds it and does not answer", _only_done(_tell_price())),
            Wrong("bookmarks the page as well", in_turn(_tell_price(), _mark(_PRICES))),
            *usual("Browser", _tell_price()),
        ),
    ),
    Task(
        id="browser.find_opening_time",
        apps=("browser",),
        kind="question",
        goals=(
            "At what time does the Ellwick swimming pool open on {day}? See the website of the town of Ellwick and answer with the time.",
            "Find out in Browser when the swimming pool of Ellwick opens on a {day}. Answer with the time.",
            "I want to go swimming in Ellwick on {day}. From what time on is the pool open? Answer with the time.",
        ),
        params={"day": Choice(DAY_NAMES), "times": Several(Integer(60, 143), 7, 7)},
        setup=_pool_page,
        oracle=lambda params: Oracle(answer=answer_time(_opens(params)), allowed=_LOOKING),
        solve=_tell_opening(),
        wrong=(
            Wrong("answers for the next day", _tell_opening(1)),
            Wrong("answers with the closing time", lambda seen, params, history: answers(
                _tell_opening(), _closes(params))(seen, params, history)),
            Wrong("answers with the hour in the evening", lambda seen, params, history: answers(
                _tell_opening(), f"{_opens(params).lstrip('0')} PM")(seen, params, history)),
            Wrong("finds it and does not answer", _only_done(_tell_opening())),
            *usual("Browser", _tell_opening()),
        ),
    ),
    Task(
        id="browser.is_allowed",
        apps=("browser",),
        kind="question",
        goals=(
            "Does the website of the Ellwick library say that {thing} are allowed in the building? Answer with yes or no.",
            "Look at the Ellwick library's page in Browser: are {thing} allowed there? Answer yes or no.",
            "May I bring {thing} into the library of Ellwick? Check its website and answer with yes or no.",
        ),
        params={"thing": Choice(_RULES), "allowed": Choice((True, False))},
        shown={"thing": lambda value: str(value).lower()},
        setup=_rules_page,
        oracle=lambda params: Oracle(answer=answer_yes_no(bool(params["allowed"])), allowed=_LOOKING),
        solve=_tell_rule,
        wrong=(
            Wrong("answers for another thing", _tell_other_rule),
            Wrong("does not commit itself", answers(_tell_rule, "yes and no")),
            Wrong("answers right, then otherwise", in_turn(_tell_rule, _tell_other_rule)),
            Wrong("finds it and does not answer", _only_done(_tell_rule)),
            *usual("Browser", _tell_rule),
        ),
    ),
    Task(
        id="browser.add_bookmark",
        apps=("browser",),
        kind="create",
        goals=(
            "Bookmark the web page “{page}”. You find it by following the links from the start page.",
            "Add the page “{page}” to the bookmarks. It is two links away from the start page.",
            "In Browser, find “{page}” and bookmark that very page. The start page has links that lead to it.",
        ),
        params={"page": Choice(tuple(_PLACES))},
        setup=lambda params: Setup(clear=("bookmark",), facts={"bookmark/11": {"title": "Search the web", "url": "find.example"}}),
        oracle=lambda params: Oracle(goal=created("bookmark", {"url": _URLS[str(params["page"])]}), allowed=_LOOKING),
        solve=_bookmark,
        wrong=(
            Wrong("bookmarks the front page of the site", _bookmark_site),
            Wrong("bookmarks both", in_turn(_bookmark_site, _bookmark)),
            Wrong("bookmarks it, then deletes the bookmark", in_turn(_bookmark, _unmark)),
            Wrong("deletes another bookmark as well", in_turn(_bookmark, lambda seen, params, history: play.delete_bookmark(
                seen, {"title": "Search the web"}, history))),
            *usual("Browser", _bookmark),
        ),
        met=lambda params: {"bookmark/12": {"title": params["page"], "url": _URLS[str(params["page"])]}},
    ),
    Task(
        id="browser.download",
        apps=("browser", "files"),
        kind="create",
        goals=(
            "Download the {file} from the website Trail Guide.",
            "In Browser, go to Trail Guide and download the {file}.",
            "I need the {file}. Download it from Trail Guide.",
        ),
        params={"file": Choice(tuple(_DOWNLOADS))},
        setup=lambda params: Setup(),
        oracle=lambda params: Oracle(goal=created("file", _file(params)), allowed=_LOOKING),
        solve=_download(),
        wrong=(
            Wrong("downloads another file", _download(1)),
            Wrong("downloads another file as well", in_turn(_download(), _download(1))),
            Wrong("downloads it twice", in_turn(_download(), _download())),
            Wrong("bookmarks the page instead", lambda seen, params, history: _mark(
                _DOWNLOADS[str(params["file"])][0])(seen, params, history)),
            *usual("Browser", _download()),
        ),
        without=("list_order",),
    ),
    Task(
        id="browser.send_form",
        apps=("browser",),
        kind="send",
        goals=(
            "Write to the Ellwick library by the form on its website. Name: {first_name} {last_name}. Email: {email}. Message: {message}",
            "Use the Ellwick library's contact form in Browser: name {first_name} {last_name}, email {email}, and this message: {message}",
            "Send the Ellwick library this through its web form: {message}\nMy name is {first_name} {last_name}, my email address {email}",
        ),
        params={"first_name": FirstName(), "last_name": LastName(), "email": Email(), "message": Sentence()},
        setup=lambda params: Setup(clear=("submission",)),
        oracle=lambda params: Oracle(goal=created("submission", {"url": _URLS[_CONTACT[-1]], **_form(params)}), allowed=_LOOKING),
        solve=_send(_CONTACT),
        wrong=(
            Wrong("sends it to the bakery", _send(_ORDER)),
            Wrong("leaves the last name out", _send(_CONTACT, name="first_name")),
            Wrong("sends it twice", in_turn(_send(_CONTACT), _send(_CONTACT))),
            Wrong("swaps name and message", _send(_CONTACT, name="message", message="first_name")),
            Wrong("never presses send", _stops_at_send),
            *usual("Browser", _send(_CONTACT)),
        ),
    ),
    Task(
        id="browser.delete_bookmark",
        apps=("browser",),
        kind="delete",
        goals=(
            "Delete the bookmark “{title}”.",
            "Remove “{title}” from the browser's bookmarks and keep all others.",
            "I no longer need the bookmark “{title}” in Browser. Delete it.",
        ),
        params={"title": ShortText(), "other": ShortText()},
        setup=_marks,
        oracle=lambda params: Oracle(goal=deleted(the("bookmark", title=params["title"])), allowed=_LOOKING),
        solve=play.delete_bookmark,
        wrong=(
            Wrong("deletes another one", _delete_other),
            Wrong("deletes another one as well", in_turn(play.delete_bookmark, _delete_other)),
            Wrong("renames it instead", lambda seen, params, history: _rename(seen, params | {"new": "Old page"}, history)),
            Wrong("deletes it, then brings it back", _undoes),
            *usual("Browser", play.delete_bookmark),
        ),
        distractors=_similar_marks,
        filler=_more_marks,
    ),
    Task(
        id="browser.rename_bookmark",
        apps=("browser",),
        kind="rename",
        goals=(
            "Rename the bookmark “{title}” to “{new}”.",
            "In Browser, change the name of the bookmark “{title}” to “{new}”; its address stays.",
            "Call the bookmark “{title}” “{new}” instead.",
        ),
        params={"title": ShortText(), "new": ShortText(), "other": ShortText()},
        apart=(("new", "other"),),
        setup=_marks,
        oracle=lambda params: Oracle(
            goal=edited(the("bookmark", url="trails.example/lake"), title=params["new"]), allowed=_LOOKING
        ),
        solve=_rename,
        wrong=(
            Wrong("renames another one", _rename_other),
            Wrong("a name in capitals", lambda seen, params, history: _rename(
                seen, params | {"new": str(params["new"]).upper()}, history)),
            Wrong("deletes another one as well", in_turn(_rename, _delete_other)),
            Wrong("renames it, then gives it its old name", in_turn(_rename, lambda seen, params, history: _rename(
                seen, params | {"title": params["new"], "new": params["title"]}, history))),
            *usual("Browser", _rename),
        ),
        met=lambda params: {"bookmark/11": {"title": params["new"]}},
        filler=_more_marks,
    ),
    Task(
        id="browser.clear_history",
        apps=("browser",),
        kind="prohibition",
        goals=(
            "Clear the browser's history without deleting any bookmark.",
            "Delete the whole browsing history, but keep the bookmarks.",
            "Make the browser forget which pages were visited. The bookmarks must stay as they are.",
        ),
        params={"page": Choice(tuple(_PLACES)), "count": Choice((2, 3, 4, 5))},
        setup=_visited,
        oracle=lambda params: Oracle(
            goal=none("visit"), allowed=("tab.*", "tab.url"), never=(none("bookmark", url=_URLS[str(params["page"])]),)
        ),
        solve=play.clear_history,
        wrong=(
            Wrong("deletes the bookmark as well", in_turn(play.clear_history, _unmark)),
            Wrong("deletes the bookmark instead", _unmark),
            Wrong("says no when asked whether to clear", _cancels(play.clear_history)),
            Wrong("visits a page afterwards", in_turn(play.clear_history, _only_visits)),
            *usual("Browser", play.clear_history),
        ),
        filler=_more_visits,
    ),
)  # fmt: skip
