"""Cities of the world and their time, for Settings and Clock. Their names are words of the phone."""

from collections.abc import Mapping
from typing import Final

CITIES: Final[Mapping[str, int]] = {
    "Auckland": 720, "Bangkok": 420, "Beijing": 480, "Berlin": 60, "Buenos Aires": -180, "Cairo": 120, "Chicago": -360, "Delhi": 330,
    "Denver": -420, "Dubai": 240, "Honolulu": -600, "Istanbul": 180, "Johannesburg": 120, "Kathmandu": 345, "Lagos": 60, "Lima": -300,
    "London": 0, "Los Angeles": -480, "Mexico City": -360, "Moscow": 180, "Nairobi": 180, "New York": -300, "Paris": 60, "Reykjavik": 0,
    "Seoul": 540, "Singapore": 480, "Sydney": 600, "Tokyo": 540,
}  # fmt: skip
"""City → minutes that its clocks are ahead of UTC, the whole year: this world has no summer time."""


def offset(city: str) -> str:
    """``GMT+05:30``."""
    minutes = CITIES[city]
    return f"GMT{'-' if minutes < 0 else '+'}{abs(minutes) // 60:02}:{abs(minutes) % 60:02}"
