"""How the phone writes times and days."""

from datetime import datetime, timedelta
from typing import Final

DAYS: Final = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
DAY_NAMES: Final = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
MONTHS: Final = ("January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December")


def clock_time(hour: int, minute: int, full_day: bool) -> str:
    """``7:30 AM``, or ``07:30`` in 24-hour format."""
    if full_day:
        return f"{hour:02}:{minute:02}"
    return f"{hour % 12 or 12}:{minute:02} {'AM' if hour < 12 else 'PM'}"


def long_date(now: datetime) -> str:
    """``Monday, March 2``; written out here, for a host's locale must not show."""
    return f"{DAY_NAMES[now.weekday()]}, {MONTHS[now.month - 1]} {now.day}"


def alarm_days(days: str, hour: int, minute: int, enabled: bool, now: datetime) -> str:
    """When an alarm rings: its days, else ``Today`` or ``Tomorrow``, else ``Not scheduled``."""
    chosen = [day for day in DAYS if day in days.split(",")]
    if len(chosen) == len(DAYS):
        return "Every day"
    if chosen:
        return ", ".join(day.capitalize() for day in chosen)
    if not enabled:
        return "Not scheduled"
    rings = now.replace(hour=hour, minute=minute, second=0, microsecond=0)
    return "Today" if rings > now and rings - now < timedelta(days=1) else "Tomorrow"


def time_left(seconds: int) -> str:
    """``04:59`` or ``1:04:59``; a minus once the time is up."""
    sign, seconds = ("-", -seconds) if seconds < 0 else ("", seconds)
    hours, rest = divmod(seconds, 3600)
    return f"{sign}{hours}:{rest // 60:02}:{rest % 60:02}" if hours else f"{sign}{rest // 60:02}:{rest % 60:02}"
