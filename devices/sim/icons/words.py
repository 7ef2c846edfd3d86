"""Which icon goes with what: by the English words for it, which stand for those of every language and maker, or by its resource name."""

from collections.abc import Mapping
from typing import Final

from devices.sim.language import read, wordings

_APPS: Final[Mapping[str, str]] = {
    "Browser": "globe", "Calculator": "calculator", "Calendar": "calendar", "Camera": "camera", "Clock": "clock", "Contacts": "person",
    "Files": "folder", "Gallery": "picture", "Mail": "letter", "Maps": "place", "Messages": "speech", "Music": "note", "Notes": "page",
    "Settings": "gear", "Shopping": "cart", "To-do": "checklist",
}  # fmt: skip
_WORDS: Final[Mapping[str, str]] = {
    "About phone": "info", "Accessibility": "figure", "Add alarm": "plus", "Add bookmark": "star_outline", "Add city": "plus",
    "Add item": "plus", "Add songs": "plus", "Add star": "star_outline", "Add to favourites": "star_outline", "Agenda": "list",
    "Alarm": "alarm", "Albums": "album", "Apps": "apps", "Archive": "archive", "Artists": "person", "Battery": "battery", "Bin": "bin",
    "Cafés": "cup", "Call": "phone", "Camera settings": "gear", "Cancel timer": "close", "Clear history": "bin", "Clear queue": "bin",
    "Compose": "pencil", "Connected devices": "devices", "Contacts": "person", "Copy": "copy", "Create contact": "plus", "Day": "day",
    "Delete": "bin", "Delete forever": "bin_for_ever", "Delete permanently": "bin_for_ever", "Device care": "shield", "Display": "sun",
    "Edit": "pencil", "Edit bookmark": "star", "Empty bin": "bin_for_ever", "Explore": "compass", "Favourites": "star", "Filter": "filter",
    "Flash auto": "bolt_auto", "Flash off": "bolt_off", "Flash on": "bolt", "Folders": "folder", "Forward": "forward", "History": "history",
    "Home page": "house", "Hotels": "bed", "Layers": "layers", "Location services": "place", "Mark as read": "letter",
    "Mark as unread": "letter", "Month": "month", "More options": "dots", "Move to": "folder_move", "Move to Inbox": "letter",
    "Move to folder": "folder_move", "Museums": "columns", "Mute": "bell_off", "My location": "target", "Navigate up": "arrow",
    "Network & internet": "wifi", "New album": "plus", "New event": "plus", "New folder": "folder_plus", "New list": "plus",
    "New note": "plus", "New playlist": "plus", "New tab": "plus", "New task": "plus", "Next day": "next", "Next month": "next",
    "Notifications": "bell", "Parks": "tree", "Pharmacies": "cross", "Photo": "picture", "Photos": "picture", "Pin": "pin",
    "Playlists": "playlist", "Portrait": "portrait", "Previous day": "previous", "Previous month": "previous", "Queue": "queue",
    "Remove": "minus", "Remove from favourites": "star", "Remove star": "star", "Restaurants": "cutlery", "Restore": "history",
    "Saved": "bookmark", "Search": "search", "Select all": "select", "Send": "send", "Settings": "gear", "Share": "share", "Shops": "bag",
    "Songs": "note", "Sort": "sort", "Sort by": "sort", "Sound & vibration": "sound", "Starred": "star_outline", "Start chat": "plus",
    "Start recording": "record", "Stations": "train", "Stop recording": "stop", "Stopwatch": "stopwatch", "Storage": "storage",
    "System": "gear", "Tabs": "tabs", "Take photo": "camera", "Take portrait": "portrait", "Timer": "timer", "Timer 10 seconds": "timer",
    "Timer 3 seconds": "timer", "Timer off": "timer_off", "Unarchive": "archive", "Unmute": "bell", "Unpin": "pin", "Video": "video",
    "Want to go": "flag", "World clock": "clock",
}  # fmt: skip
_ROWS: Final[Mapping[str, str]] = {
    "album_item": "album", "artist_item": "person", "attachment_item": "clip", "download": "down", "file_row": "page",
    "folder_row": "folder", "place_item": "place", "playlist_item": "playlist", "queue_item": "note", "saved_item": "place",
    "song_item": "note",
}  # fmt: skip
_PEOPLE: Final = frozenset({"cliv_item", "contact_item", "conversation_item", "mail_item", "suggestion_item"})
"""Rows of people, who have the first letter of their name."""
_BUTTONS: Final[Mapping[str, str]] = {"dismiss": "close"}
_STEPS: Final[Mapping[str, str]] = {
    "Head north on {street}": "up", "Head south on {street}": "down", "Turn left onto {street}": "turn_left",
    "Turn right onto {street}": "turn_right", "Arrive at {place}": "place",
}  # fmt: skip
_BY_WORDS: Final = {wording: icon for words, icon in _WORDS.items() for wording in wordings(words)}

SIDED: Final = frozenset({"arrow", "forward", "list", "next", "previous", "send", "sort"})
"""Icons that point to where a line ends or begins: they are mirrored where people write from right to left. Streets turn as they do."""


def of_app(label: str) -> str | None:
    """The icon of an app, by its English label."""
    return _APPS.get(label)


def of_button(name: str, words: str) -> str | None:
    """The icon of a button or tab, by its resource name where what it is called after varies, else by its words."""
    return _BUTTONS.get(name) or _BY_WORDS.get(words)


def of_row(name: str, words: str) -> str | None:
    """The icon at the start of a row: what the user named has one by its kind, and what the phone named by its words."""
    if name == "step_item":
        return next((icon for text, icon in _STEPS.items() if read(words, text) is not None), None)
    return None if name in _PEOPLE else _ROWS.get(name) or _BY_WORDS.get(words)
