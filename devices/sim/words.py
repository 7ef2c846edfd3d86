"""How the phone writes times and days, in English."""

from devices.sim.language import clock_time, time_left

__all__ = ["clock_time", "time_left"]
