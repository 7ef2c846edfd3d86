"""Screens of apps that are too long for one file, and what several apps' screens share."""
