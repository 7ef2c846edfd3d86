"""What is asked of an agent, and how it is judged: tasks, variations, trials, suites, traces, oracles, verdicts; one file per app."""
