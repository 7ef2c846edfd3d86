"""The task templates: one file per app, and one for tasks that cross several. Each holds ``TASKS``."""
