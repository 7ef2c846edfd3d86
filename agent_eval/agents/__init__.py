"""Who plays: a build behind a prompt, and the baselines (reference, do-nothing, random, blind replay)."""
