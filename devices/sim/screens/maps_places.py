"""The places of the offline city, how far they are, and how to get to them."""

import math
from typing import Final

from devices.sim.language import clock_time
from devices.sim.system import System
from devices.state import Facts, State

PLACE: Final[Facts] = {
    "name": "",
    "category": "shop",
    "address": "",
    "rating": 4.0,
    "opens": "09:00",
    "closes": "18:00",
    "phone": "",
    "east": 0,  # metres from where the phone is
    "north": 0,
}
CATEGORIES: Final = {
    "cafe": "Cafés",
    "restaurant": "Restaurants",
    "museum": "Museums",
    "park": "Parks",
    "pharmacy": "Pharmacies",
    "hotel": "Hotels",
    "shop": "Shops",
    "station": "Stations",
}
"""Category → its title."""
LISTS: Final = ("Favourites", "Want to go", "Starred")
"""The lists that places are saved to."""
MODES: Final = {"walk": ("Walk", 80), "bike": ("Cycle", 250), "drive": ("Drive", 500)}
"""Way of travelling → its name, metres a minute."""
_STREETS: Final = ("Mill Street", "Harbour Road", "Station Avenue", "Chapel Lane", "Garden Walk", "Tannery Row")


def located(system: System) -> bool:
    """Whether Maps may know where the phone is."""
    return system.facts["permissions"]["location"] == "granted"


def metres(facts: Facts) -> int:
    """How far a place is, as the crow flies."""
    return round(math.hypot(float(facts["east"]), float(facts["north"])))


def decimal(value: float, locale: str) -> str:
    """One digit after the point, which is a comma in German."""
    text = f"{value:.1f}"
    return text.replace(".", ",") if locale == "de" else text


def distance_text(system: System, length: int) -> str:
    """``450 m``, ``1.2 km``."""
    if length < 1000:
        return system.say("{distance} m", distance=length)
    return system.say("{distance} km", distance=decimal(length / 1000, system.locale))


def rating_text(system: System, facts: Facts) -> str:
    """``4.3 ★``."""
    return f"{decimal(float(facts['rating']), system.locale)} ★"


def hours_text(system: System, facts: Facts) -> str:
    """``8:00 AM – 6:00 PM``."""
    full_day = bool(system.settings()["use_24_hour"])
    times = (str(facts[key]).split(":") for key in ("opens", "closes"))
    return " – ".join(clock_time(int(hour), int(minute), full_day, system.locale) for hour, minute in times)


def summary(system: System, facts: Facts) -> str:
    """``4.3 ★ • 450 m``: rating, and distance where the phone may know where it is."""
    rating = rating_text(system, facts)
    return f"{rating} • {distance_text(system, metres(facts))}" if located(system) else rating


def ordered(system: System, places: list[str], order: str) -> list[str]:
    """Places by name, by rating (the best first) or by distance (the nearest first)."""
    facts = system.facts
    if order == "rating":
        return sorted(places, key=lambda p: (-float(facts[p]["rating"]), str(facts[p]["name"])))
    if order == "distance":
        return sorted(places, key=lambda p: (metres(facts[p]), str(facts[p]["name"])))
    return sorted(places, key=lambda p: (str(facts[p]["name"]).casefold(), len(p), p), reverse=not system.ascending)


def travelled(facts: Facts) -> int:
    """Metres of the way to a place: the streets go east and north."""
    return abs(int(facts["east"])) + abs(int(facts["north"]))


def steps(system: System, facts: Facts) -> list[tuple[str, int]]:
    """(instruction, metres) of the way to a place."""
    east, north = int(facts["east"]), int(facts["north"])
    number = (abs(east) // 7 + abs(north) // 11) % len(_STREETS)
    first, second = _STREETS[number], _STREETS[(number + 2) % len(_STREETS)]
    heading = "Head north on {street}" if north >= 0 else "Head south on {street}"
    turn = "Turn right onto {street}" if (east >= 0) == (north >= 0) else "Turn left onto {street}"
    way = []
    if north:
        way.append((system.say(heading, street=first), abs(north)))
    if east:
        way.append((system.say(turn, street=second), abs(east)))
    return [*way, (system.say("Arrive at {place}", place=facts["name"]), 0)]


def _place(name: str, category: str, address: str, rating: float, hours: str, phone: str, east: int, north: int) -> Facts:
    opens, closes = hours.split("-")
    return {
        "name": name, "category": category, "address": address, "rating": rating, "opens": opens, "closes": closes, "phone": phone,
        "east": east, "north": north,
    }  # fmt: skip


_CITY: Final = (
    ("Café Morgenrot", "cafe", "Mill Street 4", 4.6, "07:30-18:00", "555-0201", 120, 310),
    ("The Tin Cup", "cafe", "Harbour Road 19", 3.9, "08:00-17:00", "555-0202", -640, 210),
    ("Bean & Barrow", "cafe", "Chapel Lane 2", 4.2, "07:00-16:30", "555-0203", 890, -150),
    ("Pâtisserie Colette", "cafe", "Garden Walk 11", 4.8, "09:00-18:30", "555-0204", -210, -980),
    ("Osteria Fiume", "restaurant", "Harbour Road 3", 4.4, "12:00-22:30", "555-0211", -720, 90),
    ("Lotus Garden", "restaurant", "Station Avenue 27", 4.1, "11:30-22:00", "555-0212", 410, 760),
    ("Old Customs House", "restaurant", "Tannery Row 8", 3.7, "17:00-23:00", "555-0213", 1340, 220),
    ("Namaste Kitchen", "restaurant", "Mill Street 31", 4.7, "12:00-21:30", "555-0214", 160, 1120),
    ("Tramway Museum", "museum", "Station Avenue 2", 4.3, "10:00-17:00", "555-0221", 530, 480),
    ("Gallery of Glass", "museum", "Chapel Lane 14", 4.5, "11:00-18:00", "555-0222", 980, -330),
    ("Harbour Museum", "museum", "Harbour Road 40", 4.0, "09:30-16:30", "555-0223", -1210, 260),
    ("Willow Park", "park", "Garden Walk 1", 4.7, "06:00-22:00", "555-0231", -90, -640),
    ("Castle Hill", "park", "Castle Road 1", 4.9, "05:00-23:00", "555-0232", 1850, 1320),
    ("Fountain Green", "park", "Mill Street 50", 4.1, "06:00-21:00", "555-0233", 210, 1730),
    ("Bridge Pharmacy", "pharmacy", "Mill Street 9", 4.2, "08:00-19:00", "555-0241", 130, 420),
    ("Apotheke am Markt", "pharmacy", "Market Square 5", 4.6, "08:30-18:30", "555-0242", 60, -110),
    ("Night Pharmacy", "pharmacy", "Station Avenue 16", 3.8, "18:00-23:30", "555-0243", 460, 610),
    ("Hotel Meridian", "hotel", "Station Avenue 1", 4.4, "06:00-23:00", "555-0251", 520, 450),
    ("The Ropewalk Inn", "hotel", "Tannery Row 22", 4.0, "07:00-22:00", "555-0252", 1480, 260),
    ("Pension Linde", "hotel", "Garden Walk 23", 4.5, "07:00-21:00", "555-0253", -260, -1410),
    ("Hobb's Books", "shop", "Market Square 2", 4.8, "10:00-18:00", "555-0261", 30, -70),
    ("Northside Bikes", "shop", "Mill Street 44", 4.3, "09:00-17:30", "555-0262", 190, 1560),
    ("Corner Grocery", "shop", "Chapel Lane 7", 3.6, "07:00-21:00", "555-0263", 910, -200),
    ("Central Station", "station", "Station Avenue 10", 3.9, "04:30-23:59", "555-0271", 440, 560),
    ("Harbour Pier", "station", "Harbour Road 60", 4.2, "05:30-22:30", "555-0272", -1690, 310),
)
CITY: Final[State] = {f"place/{number}": _place(*facts) for number, facts in enumerate(_CITY, start=1)}
"""The places of the phone as delivered."""
