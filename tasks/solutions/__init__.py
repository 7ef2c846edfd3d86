"""Reference solutions that stand apart from their templates: what decides a score is read on its own, in ``tasks/templates``."""
