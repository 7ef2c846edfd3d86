"""A small made-up web that Browser shows without a network: its pages as facts, and how their text is read.

A page is ``web_page/N`` {url, title, text}; nothing on the phone changes one. Each line of its text is a block:

```
# Prices                                a heading
> Opening hours -> town.example/pool    a link
| Adults | $6.50 | per day              a line of a table
! Trail map -> ridge.pdf, 480000        a file to download, with its size in bytes
? form                                  a form with name, address and message, sent to whoever has the page
? search                                a field that searches this web
Anything else                           a paragraph
```
"""

from functools import lru_cache
from typing import Final, Literal, NamedTuple

from devices.state import Facts, State

WEB_PAGE: Final[Facts] = {"url": "", "title": "", "text": ""}
START: Final = "start.example"
SEARCH: Final = "find.example/?q="
"""What an address that searches begins with; the words follow."""


class Block(NamedTuple):
    """One line of a page: its words, and what it leads to (an address; ``name, size`` of a file)."""

    kind: Literal["heading", "link", "cells", "download", "form", "search", "paragraph"]
    words: tuple[str, ...]
    target: str = ""


@lru_cache(maxsize=512)
def blocks(text: str) -> tuple[Block, ...]:
    """The blocks of a page's text."""
    return tuple(_block(line) for line in text.split("\n") if line)


def _block(line: str) -> Block:
    mark, _, rest = line.partition(" ")
    words, _, target = rest.partition(" -> ")
    match mark:
        case "#":
            return Block("heading", (rest,))
        case ">":
            return Block("link", (words,), target)
        case "|":
            return Block("cells", tuple(cell.strip() for cell in rest.split(" | ")))
        case "!":
            return Block("download", (words,), target)
        case "?" if rest == "form":
            return Block("form", ())
        case "?" if rest == "search":
            return Block("search", ())
    return Block("paragraph", (line,))


def words_of(text: str) -> str:
    """All that a page says, without marks and addresses: what a search goes through."""
    return " ".join(word for block in blocks(text) for word in block.words)


def normal(address: str) -> str:
    """An address in the form that pages have: ``https://Town.example/Pool/`` → ``town.example/pool``."""
    plain = address.strip().casefold()
    for scheme in ("https://", "http://"):
        plain = plain.removeprefix(scheme)
    return plain.removeprefix("www.").rstrip("/")


_PAGES: Final = (
    (
        START,
        "Start page",
        "# Start page\n> Town of Ellwick -> ellwick.example\n> Kornblume Bakery -> kornblume.example\n> Recipe Box -> recipes.example\n"
        "> Trail Guide -> trails.example\n> Glass Museum -> glassmuseum.example\n> Search the web -> find.example",
    ),
    (
        "ellwick.example",
        "Town of Ellwick",
        "# Welcome to Ellwick\nEllwick lies where the river Wick meets the lake. On this site you find what the town offers.\n"
        "> Swimming pool -> ellwick.example/pool\n> Library -> ellwick.example/library\n> Bus timetable -> ellwick.example/bus\n"
        "> Start page -> start.example",
    ),
    (
        "ellwick.example/pool",
        "Ellwick swimming pool",
        "# Opening hours\n| Monday | Closed\n| Tuesday | 09:00 | to 19:00\n| Wednesday | 09:00 | to 19:00\n| Thursday | 12:00 | to 21:30\n"
        "| Friday | 09:00 | to 19:00\n| Saturday | 08:00 | to 18:00\n| Sunday | 10:00 | to 16:30\n"
        "Last admission is one hour before closing.\n> Town of Ellwick -> ellwick.example",
    ),
    (
        "ellwick.example/library",
        "Ellwick library",
        "# Library\nThe reading room has 64 seats and is open to everyone. Books can be kept for four weeks.\n"
        "Dogs are not allowed in the building.\nThere is free Wi-Fi on both floors.\n"
        "> Write to the library -> ellwick.example/library/contact\n> Town of Ellwick -> ellwick.example",
    ),
    (
        "ellwick.example/library/contact",
        "Write to the library",
        "# Write to the library\nWe answer within two working days.\n? form\n> Library -> ellwick.example/library",
    ),
    (
        "ellwick.example/bus",
        "Bus timetable",
        "# Line 4 from Ellwick Market\n| Harbour | 07:12 | platform B\n| Old Mill | 08:35 | platform A\n| Hospital | 09:20 | platform C\n"
        "| Castle | 10:05 | platform A\nBuses do not run on public holidays.\n> Town of Ellwick -> ellwick.example",
    ),
    (
        "kornblume.example",
        "Kornblume Bakery",
        "# Kornblume Bakery\nBread and cakes from our own oven since 1931.\n> Price list -> kornblume.example/prices\n"
        "> Opening hours -> kornblume.example/hours\n> Order a cake -> kornblume.example/order\n> Start page -> start.example",
    ),
    (
        "kornblume.example/prices",
        "Price list",
        "# Price list\n| Rye bread | $4.80 | 750 g\n| Poppy seed roll | $0.95 | each\n| Apple cake | $3.40 | a slice\n"
        "| Walnut bread | $5.60 | 500 g\n| Butter croissant | $1.85 | each\nPrices include tax.\n> Kornblume Bakery -> kornblume.example",
    ),
    (
        "kornblume.example/hours",
        "Bakery opening hours",
        "# Opening hours\n| Weekdays | 06:30 | to 18:00\n| Saturday | 07:00 | to 13:00\n| Sunday | Closed\n"
        "> Kornblume Bakery -> kornblume.example",
    ),
    (
        "kornblume.example/order",
        "Order a cake",
        "# Order a cake\nTell us which cake, for how many people and for which day.\n? form\n> Kornblume Bakery -> kornblume.example",
    ),
    (
        "recipes.example",
        "Recipe Box",
        "# Recipe Box\n> Lentil soup -> recipes.example/lentil-soup\n> Flat bread -> recipes.example/flat-bread\n"
        "> Start page -> start.example",
    ),
    (
        "recipes.example/lentil-soup",
        "Lentil soup",
        "# Lentil soup\n| Red lentils | 250 g\n| Carrots | 3\n| Vegetable stock | 900 ml\n| Cumin | 2 teaspoons\n"
        "Fry the cumin in a little oil, add carrots and lentils, pour in the stock and let it simmer for 20 minutes.\n"
        "> Recipe Box -> recipes.example",
    ),
    (
        "recipes.example/flat-bread",
        "Flat bread",
        "# Flat bread\n| Flour | 400 g\n| Yoghurt | 150 g\n| Salt | 1 teaspoon\nKnead, leave it for half an hour and bake in a hot pan.\n"
        "> Recipe Box -> recipes.example",
    ),
    (
        "trails.example",
        "Trail Guide",
        "# Trail Guide\n> Ridge trail -> trails.example/ridge\n> Lake loop -> trails.example/lake\n> Start page -> start.example",
    ),
    (
        "trails.example/ridge",
        "Ridge trail",
        "# Ridge trail\nA walk of 14 kilometres with 820 metres of climbing. The hut at the top is closed from November to April.\n"
        "! Trail map -> ridge-trail.pdf, 2340000\n! Track for navigation -> ridge-trail.zip, 48000\n> Trail Guide -> trails.example",
    ),
    (
        "trails.example/lake",
        "Lake loop",
        "# Lake loop\nFlat all the way round: 6 kilometres, suitable for prams and wheelchairs.\n"
        "! Trail map -> lake-loop.pdf, 1150000\n> Trail Guide -> trails.example",
    ),
    (
        "glassmuseum.example",
        "Glass Museum",
        "# Glass Museum\nGlass from two thousand years, and a furnace that is lit every day.\n> Tickets -> glassmuseum.example/tickets\n"
        "> Start page -> start.example",
    ),
    (
        "glassmuseum.example/tickets",
        "Tickets",
        "# Tickets\n| Adults | $12.50\n| Students | $8.00\n| Children under 12 | free\nCredit cards are accepted.\n"
        "Photography without flash is allowed.\n> Glass Museum -> glassmuseum.example",
    ),
    ("find.example", "Search the web", "# Search the web\n? search\n> Start page -> start.example"),
)
PAGES: Final[State] = {
    f"web_page/{number}": {"url": url, "title": title, "text": text} for number, (url, title, text) in enumerate(_PAGES, 1)
}
"""The pages of the web as delivered."""


def page_at(url: str) -> str:
    """The entity of a page as delivered, for a set-up that gives it another text.

    Raises:
        KeyError: there is no page at this address.
    """
    return {str(facts["url"]): entity for entity, facts in PAGES.items()}[url]
