"""Builds, runs, sittings, trials, episodes, steps."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

_OUTCOMES = "outcome IN ('passed', 'failed', 'agent_error', 'env_error', 'oracle_error', 'timeout', 'cancelled')"
_SETTLED = "outcome IN ('passed', 'failed', 'timeout')"


def upgrade() -> None:
    op.create_table(
        "builds",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("hash", sa.String(64), nullable=False, unique=True),
        sa.Column("name", sa.String(200), nullable=False),
        sa.Column("info", sa.JSON, nullable=False),
    )
    op.create_index("ix_builds_name", "builds", ["name"])

    op.create_table(
        "runs",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("build_id", sa.Integer, sa.ForeignKey("builds.id"), nullable=False),
        sa.Column("device", sa.String(100), nullable=False),
        sa.Column("suite", sa.String(100), nullable=False),
        sa.Column("suite_hash", sa.String(64), nullable=False),
        sa.Column("planned", sa.Integer, nullable=False),
        sa.Column("identity", sa.JSON, nullable=False),
        sa.Column("request", sa.JSON, nullable=False),
        sa.Column("created_at", sa.String(32), nullable=False),
    )
    op.create_index("ix_runs_build_id", "runs", ["build_id"])
    op.create_index("ix_runs_created_at", "runs", ["created_at"])

    op.create_table(
        "sittings",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("run_id", sa.String(16), sa.ForeignKey("runs.id"), nullable=False),
        sa.Column("started_at", sa.String(32), nullable=False),
        sa.Column("ended_at", sa.String(32)),
        sa.Column("provenance", sa.JSON, nullable=False),
    )
    op.create_index("ix_sittings_run_id", "sittings", ["run_id"])

    op.create_table(
        "trials",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("run_id", sa.String(16), sa.ForeignKey("runs.id"), nullable=False),
        sa.Column("position", sa.Integer, nullable=False),
        sa.Column("name", sa.String(300), nullable=False),
        sa.Column("task", sa.String(200), nullable=False),
        sa.Column("hash", sa.String(64), nullable=False),
        sa.Column("spec", sa.JSON, nullable=False),
        sa.Column("reference_steps", sa.Integer),
        sa.UniqueConstraint("run_id", "position"),
        sa.UniqueConstraint("run_id", "name"),
    )
    op.create_index("ix_trials_task", "trials", ["task"])

    op.create_table(
        "episodes",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("trial_id", sa.Integer, sa.ForeignKey("trials.id"), nullable=False),
        sa.Column("attempt", sa.Integer, nullable=False),
        sa.Column("sitting_id", sa.Integer, sa.ForeignKey("sittings.id"), nullable=False),
        sa.Column("started_at", sa.String(32), nullable=False),
        sa.Column("ended_at", sa.String(32)),
        sa.Column("outcome", sa.String(20)),
        sa.Column("ending", sa.String(20)),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("seconds", sa.Double),
        sa.Column("initial", sa.JSON),
        sa.Column("final", sa.JSON),
        sa.Column("verdict", sa.JSON),
        sa.UniqueConstraint("trial_id", "attempt"),
        sa.CheckConstraint(_OUTCOMES, name="known_outcome"),
    )
    op.create_index("ix_episodes_started_at", "episodes", ["started_at"])
    op.create_index("one_settled_episode", "episodes", ["trial_id"], unique=True, sqlite_where=sa.text(_SETTLED))

    op.create_table(
        "steps",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("episode_id", sa.String(16), sa.ForeignKey("episodes.id"), nullable=False),
        sa.Column("index", sa.Integer, nullable=False),
        sa.Column("at", sa.String(32), nullable=False),
        sa.Column("screen", sa.LargeBinary, nullable=False),
        sa.Column("width", sa.Integer, nullable=False),
        sa.Column("height", sa.Integer, nullable=False),
        sa.Column("rules", sa.String(40), nullable=False),
        sa.Column("prompt", sa.LargeBinary, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("action", sa.JSON),
        sa.Column("recoveries", sa.JSON, nullable=False),
        sa.Column("error", sa.Text, nullable=False),
        sa.Column("outcome", sa.JSON),
        sa.Column("changes", sa.JSON, nullable=False),
        sa.Column("prompt_tokens", sa.Integer, nullable=False),
        sa.Column("cached_tokens", sa.Integer, nullable=False),
        sa.Column("output_tokens", sa.Integer, nullable=False),
        sa.Column("observe_s", sa.Double, nullable=False),
        sa.Column("decide_s", sa.Double, nullable=False),
        sa.Column("act_s", sa.Double, nullable=False),
        sa.UniqueConstraint("episode_id", "index"),
    )


def downgrade() -> None:
    for table in ("steps", "episodes", "trials", "sittings", "runs", "builds"):
        op.drop_table(table)
