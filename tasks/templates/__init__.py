"""The task templates: one or two files per app, and those of tasks that cross several. Each holds ``TASKS``."""
