"""How the phone writes times and days, in English."""

from datetime import datetime, timedelta

from devices.sim.language import DAY_NAMES, DAYS, MONTHS, clock_time, long_date

__all__ = ["DAYS", "DAY_NAMES", "MONTHS", "alarm_days", "clock_time", "long_date", "time_left"]


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
