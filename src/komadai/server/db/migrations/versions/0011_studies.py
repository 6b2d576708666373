"""Studies: chapters with a log of operations each, and the people who may read or write them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "studies",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("owner_id", sa.String(32), sa.ForeignKey("guests.id"), nullable=False),
        sa.Column("name", sa.String(100), nullable=False),
        sa.Column("visibility", sa.String(10), nullable=False),
        sa.Column("writers", sa.String(10), nullable=False),
        sa.Column("game_id", sa.String(16), sa.ForeignKey("games.id"), nullable=True),
        sa.Column("created_ms", sa.BigInteger, nullable=False),
        sa.Column("changed_ms", sa.BigInteger, nullable=False),
    )
    op.create_index("studies_of_owner", "studies", ["owner_id", "changed_ms"])
    op.create_index("studies_by_visibility", "studies", ["visibility", "changed_ms"])
    op.create_table(
        "study_people",
        sa.Column("study_id", sa.String(16), sa.ForeignKey("studies.id"), primary_key=True),
        sa.Column("person_id", sa.String(32), sa.ForeignKey("guests.id"), primary_key=True),
        sa.Column("may_write", sa.Boolean, nullable=False),
        sa.Column("declined", sa.Boolean, nullable=False),
    )
    op.create_index("studies_of_person", "study_people", ["person_id"])
    op.create_table(
        "study_chapters",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("study_id", sa.String(16), sa.ForeignKey("studies.id"), nullable=False),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("name", sa.String(100), nullable=False),
        sa.Column("record", sa.Text, nullable=False),
        sa.Column("fixed", sa.Boolean, nullable=False),
    )
    op.create_index("chapters_of_study", "study_chapters", ["study_id", "place"])
    op.create_table(
        "study_operations",
        sa.Column("chapter_id", sa.String(16), sa.ForeignKey("study_chapters.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("author_id", sa.String(32), sa.ForeignKey("guests.id"), nullable=False),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
    )
    op.create_index("operations_of_author", "study_operations", ["author_id"])
