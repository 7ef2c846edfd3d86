"""Evaluate quantised builds of a Spark model as phone agents."""

__version__ = "0.1.0"
