"""The tables of the first playable state (commit 5d507427). Older databases pass through that version."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0032"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "attendance",
        sa.Column("topic", sa.String(20), primary_key=True),
        sa.Column("person", sa.String(32), primary_key=True),
        sa.Column("worker_id", sa.String(32), primary_key=True),
        sa.Column("here", sa.Boolean, nullable=False),
        sa.Column("since_ms", sa.BigInteger, nullable=False),
    )
    op.create_index("attendance_of_worker", "attendance", ["worker_id"])
    op.create_table(
        "csa_buoys",
        sa.Column("name", sa.String(64), primary_key=True),
        sa.Column("moves", sa.Text, nullable=False),
        sa.Column("owner", sa.String(32), nullable=False),
        sa.Column("count", sa.Integer, nullable=False),
    )
    op.create_table(
        "csa_programs",
        sa.Column("name", sa.String(32), primary_key=True),
        sa.Column("rating", sa.Float, nullable=False),
        sa.Column("deviation", sa.Float, nullable=False),
        sa.Column("volatility", sa.Float, nullable=False),
        sa.Column("wins", sa.Integer, nullable=False),
        sa.Column("losses", sa.Integer, nullable=False),
        sa.Column("draws", sa.Integer, nullable=False),
        sa.Column("played_ms", sa.BigInteger, nullable=True),
    )
    op.create_table(
        "games",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("created_ms", sa.BigInteger, nullable=False),
        sa.Column("rematch_of", sa.String(16), sa.ForeignKey("games.id"), nullable=True, unique=True),
        sa.Column("handicap", sa.String(40), nullable=False),
        sa.Column("events", sa.Integer, nullable=False),
        sa.Column("plies", sa.Integer, nullable=False),
        sa.Column("sfen", sa.Text, nullable=False),
        sa.Column("status", sa.String(8), nullable=False),
        sa.Column("winner", sa.String(5), nullable=True),
        sa.Column("termination", sa.String(40), nullable=True),
        sa.Column("infraction", sa.String(40), nullable=True),
        sa.Column("clock_runs", sa.Boolean, nullable=False),
        sa.Column("search", sa.Text, nullable=False),
        sa.Column("variant", sa.Text, nullable=False, server_default="shogi"),
        sa.Column("interruption", sa.String(20), nullable=True),
        sa.Column("visibility", sa.String(8), nullable=False, server_default="unlisted"),
        sa.Column("turn", sa.String(5), nullable=False, server_default="black"),
        sa.Column("days", sa.Integer, nullable=False, server_default="0"),
        sa.Column("deadline_ms", sa.BigInteger, nullable=True),
        sa.Column("adjourned", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("resume_by", sa.String(5), nullable=True),
        sa.Column("recorder_id", sa.String(32), nullable=True),
    )
    op.create_index("games_by_age", "games", ["created_ms", "id"])
    op.create_index("games_due", "games", ["deadline_ms"])
    op.create_index("games_running", "games", ["clock_runs"])
    op.create_table(
        "guests",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("created_ms", sa.BigInteger, nullable=False),
        sa.Column("account_id", sa.String(32), nullable=True),
    )
    op.create_table(
        "mail_queue",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("account_id", sa.String(32), nullable=False),
        sa.Column("address", sa.String(254), nullable=False),
        sa.Column("subject", sa.Text, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("unsubscribe", sa.Text, nullable=False),
        sa.Column("due_ms", sa.BigInteger, nullable=False),
        sa.Column("held_until_ms", sa.BigInteger, nullable=False),
        sa.Column("attempts", sa.Integer, nullable=False),
        sa.Column("expires_ms", sa.BigInteger, nullable=False),
    )
    op.create_index("mail_due", "mail_queue", ["due_ms"])
    op.create_table(
        "moderation_log",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
        sa.Column("actor_id", sa.String(32), nullable=True),
        sa.Column("account_id", sa.String(32), nullable=False),
        sa.Column("act", sa.String(20), nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
    )
    op.create_index("moderation_log_of_account", "moderation_log", ["account_id", "at_ms"])
    op.create_table(
        "passkey_challenges",
        sa.Column("session_id", sa.String(32), primary_key=True),
        sa.Column("purpose", sa.String(8), nullable=False),
        sa.Column("challenge", sa.LargeBinary, nullable=False),
        sa.Column("expires_ms", sa.BigInteger, nullable=False),
    )
    op.create_index("passkey_challenges_by_age", "passkey_challenges", ["expires_ms"])
    op.create_table(
        "pulse",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("alive_ms", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "security_log",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
        sa.Column("kind", sa.String(20), nullable=False),
        sa.Column("account_id", sa.String(32), nullable=True),
        sa.Column("address", sa.String(64), nullable=False),
        sa.Column("detail", sa.String(200), nullable=False),
    )
    op.create_index("security_log_by_age", "security_log", ["at_ms"])
    op.create_index("security_log_of_account", "security_log", ["account_id", "at_ms"])
    op.create_table(
        "sessions",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("token_hash", sa.String(64), nullable=False, unique=True),
        sa.Column("person_id", sa.String(32), nullable=False),
        sa.Column("created_ms", sa.BigInteger, nullable=False),
        sa.Column("seen_ms", sa.BigInteger, nullable=False),
        sa.Column("expires_ms", sa.BigInteger, nullable=False),
        sa.Column("ended_ms", sa.BigInteger, nullable=True),
        sa.Column("device", sa.String(60), nullable=False),
        sa.Column("address", sa.String(64), nullable=False),
    )
    op.create_index("sessions_ended", "sessions", ["ended_ms"])
    op.create_index("sessions_of_person", "sessions", ["person_id"])
    op.create_index("sessions_seen", "sessions", ["seen_ms"])
    op.create_table(
        "tsume_problems",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("rating", sa.Float, nullable=False),
        sa.Column("deviation", sa.Float, nullable=False),
        sa.Column("volatility", sa.Float, nullable=False),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "workers",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("node", sa.Text, nullable=False),
        sa.Column("pid", sa.Integer, nullable=False),
        sa.Column("alive_until_ms", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "accounts",
        sa.Column("id", sa.String(32), sa.ForeignKey("guests.id"), primary_key=True),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("name", sa.String(32), nullable=False),
        sa.Column("name_key", sa.String(80), nullable=False),
        sa.Column("display_name", sa.String(40), nullable=False),
        sa.Column("about", sa.Text, nullable=False),
        sa.Column("password", sa.String(200), nullable=True),
        sa.Column("role", sa.String(10), nullable=False),
        sa.Column("created_ms", sa.BigInteger, nullable=False),
        sa.Column("banned_until_ms", sa.BigInteger, nullable=True),
        sa.Column("deleted_ms", sa.BigInteger, nullable=True),
        sa.Column("preferences", sa.Text, nullable=False),
        sa.Column("muted_until_ms", sa.BigInteger, nullable=True),
        sa.Column("barred_until_ms", sa.BigInteger, nullable=True),
        sa.Column("warning", sa.Text, nullable=False, server_default=""),
        sa.Column("bot", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.UniqueConstraint("kind", "name_key", name="account_names"),
    )
    op.create_table(
        "challenges",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("guest_id", sa.String(32), sa.ForeignKey("guests.id"), nullable=False),
        sa.Column("created_ms", sa.BigInteger, nullable=False),
        sa.Column("settings", sa.Text, nullable=False),
        sa.Column("state", sa.String(10), nullable=False),
        sa.Column("game_id", sa.String(16), sa.ForeignKey("games.id"), nullable=True),
    )
    op.create_index("challenges_of_guest", "challenges", ["guest_id", "state"])
    op.create_table(
        "chat_lines",
        sa.Column("game_id", sa.String(16), sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
        sa.Column("room", sa.String(8), nullable=False),
        sa.Column("guest_id", sa.String(32), sa.ForeignKey("guests.id"), nullable=False),
        sa.Column("color", sa.String(5), nullable=True),
        sa.Column("phrase", sa.String(20), nullable=False),
        sa.Column("text", sa.Text, nullable=False, server_default=""),
    )
    op.create_index("chat_lines_of_guest", "chat_lines", ["guest_id", "at_ms"])
    op.create_table(
        "csa_games",
        sa.Column("game_id", sa.String(16), sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("csa_id", sa.String(200), nullable=False),
        sa.Column("game_name", sa.String(64), nullable=False),
        sa.Column("black", sa.String(32), nullable=False),
        sa.Column("white", sa.String(32), nullable=False),
        sa.Column("day", sa.String(10), nullable=False),
        sa.Column("started_ms", sa.BigInteger, nullable=False),
        sa.Column("may_return", sa.String(2), nullable=False),
        sa.Column("rated", sa.Boolean, nullable=False),
        sa.Column("ended", sa.Boolean, nullable=False),
    )
    op.create_index("csa_games_by_day", "csa_games", ["day", "started_ms"])
    op.create_index("csa_games_by_id", "csa_games", ["csa_id"], unique=True)
    op.create_index("csa_games_running", "csa_games", ["ended"])
    op.create_table(
        "events",
        sa.Column("game_id", sa.String(16), sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
    )
    op.create_table(
        "game_leases",
        sa.Column("game_id", sa.String(16), sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("worker_id", sa.String(32), nullable=False),
    )
    op.create_index("ix_game_leases_worker_id", "game_leases", ["worker_id"])
    op.create_table(
        "game_seats",
        sa.Column("game_id", sa.String(16), sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("guest_id", sa.String(32), sa.ForeignKey("guests.id"), nullable=True),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("level", sa.Integer, nullable=True),
        sa.Column("color", sa.String(5), nullable=True),
    )
    op.create_index("seats_of_guest", "game_seats", ["guest_id", "game_id"])
    op.create_table(
        "lesson_cards",
        sa.Column("guest_id", sa.String(32), sa.ForeignKey("guests.id"), primary_key=True),
        sa.Column("lesson", sa.String(40), primary_key=True),
        sa.Column("step", sa.String(12), primary_key=True),
        sa.Column("due_ms", sa.BigInteger, nullable=False),
        sa.Column("reviewed_ms", sa.BigInteger, nullable=False),
        sa.Column("state", sa.Integer, nullable=False),
        sa.Column("learning_step", sa.Integer, nullable=True),
        sa.Column("stability", sa.Float, nullable=False),
        sa.Column("difficulty", sa.Float, nullable=False),
    )
    op.create_table(
        "lesson_classes",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("guest_id", sa.String(32), sa.ForeignKey("guests.id"), nullable=False),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("created_ms", sa.BigInteger, nullable=False),
    )
    op.create_index("ix_lesson_classes_guest_id", "lesson_classes", ["guest_id"])
    op.create_table(
        "lesson_progress",
        sa.Column("guest_id", sa.String(32), sa.ForeignKey("guests.id"), primary_key=True),
        sa.Column("lesson", sa.String(40), primary_key=True),
        sa.Column("reached", sa.Integer, nullable=False),
        sa.Column("missed", sa.Integer, nullable=False),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
        sa.Column("done_ms", sa.BigInteger, nullable=True),
    )
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
    op.create_index("studies_by_visibility", "studies", ["visibility", "changed_ms"])
    op.create_index("studies_of_owner", "studies", ["owner_id", "changed_ms"])
    op.create_table(
        "tournaments",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("created_ms", sa.BigInteger, nullable=False),
        sa.Column("owner_id", sa.String(32), sa.ForeignKey("guests.id"), nullable=False),
        sa.Column("settings", sa.Text, nullable=False),
        sa.Column("acts", sa.Integer, nullable=False),
        sa.Column("status", sa.String(8), nullable=False),
        sa.Column("players", sa.Integer, nullable=False),
        sa.Column("rounds", sa.Integer, nullable=False),
        sa.Column("total_rounds", sa.Integer, nullable=False),
        sa.Column("title_id", sa.String(16), nullable=True),
        sa.Column("due_ms", sa.BigInteger, nullable=True),
        sa.Column("keeper", sa.String(64), nullable=True),
        sa.Column("kept_until_ms", sa.BigInteger, nullable=True),
    )
    op.create_index("tournaments_by_age", "tournaments", ["created_ms", "id"])
    op.create_index("tournaments_due", "tournaments", ["due_ms"])
    op.create_index("tournaments_of_owner", "tournaments", ["owner_id", "status"])
    op.create_index("tournaments_of_title", "tournaments", ["title_id"])
    op.create_table(
        "tsume_attempts",
        sa.Column("guest_id", sa.String(32), sa.ForeignKey("guests.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("problem", sa.String(32), nullable=False),
        sa.Column("plies", sa.Integer, nullable=False),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
        sa.Column("spent_ms", sa.BigInteger, nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("solved", sa.Boolean, nullable=False),
        sa.Column("rating", sa.Float, nullable=False),
    )
    op.create_table(
        "tsume_cards",
        sa.Column("guest_id", sa.String(32), sa.ForeignKey("guests.id"), primary_key=True),
        sa.Column("problem", sa.String(32), primary_key=True),
        sa.Column("due_ms", sa.BigInteger, nullable=False),
        sa.Column("reviewed_ms", sa.BigInteger, nullable=False),
        sa.Column("state", sa.Integer, nullable=False),
        sa.Column("learning_step", sa.Integer, nullable=True),
        sa.Column("stability", sa.Float, nullable=False),
        sa.Column("difficulty", sa.Float, nullable=False),
    )
    op.create_table(
        "tsume_solvers",
        sa.Column("guest_id", sa.String(32), sa.ForeignKey("guests.id"), primary_key=True),
        sa.Column("rating", sa.Float, nullable=False),
        sa.Column("deviation", sa.Float, nullable=False),
        sa.Column("volatility", sa.Float, nullable=False),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
        sa.Column("tried", sa.Integer, nullable=False),
        sa.Column("solved", sa.Integer, nullable=False),
        sa.Column("streak", sa.Integer, nullable=False),
        sa.Column("best_streak", sa.Integer, nullable=False),
        sa.Column("problem", sa.String(32), nullable=True),
        sa.Column("begun_ms", sa.BigInteger, nullable=False),
        sa.Column("hinted", sa.Boolean, nullable=False),
        sa.Column("run_ends_ms", sa.BigInteger, nullable=True),
        sa.Column("run_solved", sa.Integer, nullable=False),
        sa.Column("run_missed", sa.Integer, nullable=False),
        sa.Column("best_run", sa.Integer, nullable=False),
    )
    op.create_table(
        "vacations",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("person_id", sa.String(32), sa.ForeignKey("guests.id"), nullable=False),
        sa.Column("begun_ms", sa.BigInteger, nullable=False),
        sa.Column("until_ms", sa.BigInteger, nullable=False),
        sa.Column("days", sa.Integer, nullable=False),
    )
    op.create_index("ix_vacations_person_id", "vacations", ["person_id"])
    op.create_table(
        "api_tokens",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("token_hash", sa.String(64), nullable=False, unique=True),
        sa.Column("account_id", sa.String(32), sa.ForeignKey("accounts.id"), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("scopes", sa.String(80), nullable=False),
        sa.Column("created_ms", sa.BigInteger, nullable=False),
        sa.Column("used_ms", sa.BigInteger, nullable=True),
        sa.Column("ended_ms", sa.BigInteger, nullable=True),
    )
    op.create_index("api_tokens_of_account", "api_tokens", ["account_id"])
    op.create_table(
        "blocks",
        sa.Column("account_id", sa.String(32), sa.ForeignKey("accounts.id"), primary_key=True),
        sa.Column("other_id", sa.String(32), sa.ForeignKey("accounts.id"), primary_key=True),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
    )
    op.create_index("blocks_of_other", "blocks", ["other_id"])
    op.create_table(
        "follows",
        sa.Column("account_id", sa.String(32), sa.ForeignKey("accounts.id"), primary_key=True),
        sa.Column("other_id", sa.String(32), sa.ForeignKey("accounts.id"), primary_key=True),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
    )
    op.create_index("follows_of_other", "follows", ["other_id"])
    op.create_table(
        "former_names",
        sa.Column("kind", sa.String(8), primary_key=True),
        sa.Column("name_key", sa.String(80), primary_key=True),
        sa.Column("account_id", sa.String(32), sa.ForeignKey("accounts.id"), nullable=False),
    )
    op.create_index("former_names_of_account", "former_names", ["account_id"])
    op.create_table(
        "lesson_pupils",
        sa.Column("class_id", sa.String(16), sa.ForeignKey("lesson_classes.id"), primary_key=True),
        sa.Column("guest_id", sa.String(32), sa.ForeignKey("guests.id"), primary_key=True),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("joined_ms", sa.BigInteger, nullable=False),
    )
    op.create_index("ix_lesson_pupils_guest_id", "lesson_pupils", ["guest_id"])
    op.create_table(
        "mail_addresses",
        sa.Column("account_id", sa.String(32), sa.ForeignKey("accounts.id"), primary_key=True),
        sa.Column("address", sa.String(254), nullable=True),
        sa.Column("pending", sa.String(254), nullable=True),
        sa.Column("notices", sa.Boolean, nullable=False),
        sa.Column("unsubscribe", sa.String(64), nullable=False, unique=True),
    )
    op.create_index("ix_mail_addresses_address", "mail_addresses", ["address"])
    op.create_table(
        "mail_notices",
        sa.Column("game_id", sa.String(16), sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("account_id", sa.String(32), sa.ForeignKey("accounts.id"), primary_key=True),
        sa.Column("plies", sa.Integer, nullable=False),
        sa.Column("over", sa.Boolean, nullable=False),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "mail_tokens",
        sa.Column("token_hash", sa.String(64), primary_key=True),
        sa.Column("account_id", sa.String(32), sa.ForeignKey("accounts.id"), nullable=False),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("address", sa.String(254), nullable=False),
        sa.Column("created_ms", sa.BigInteger, nullable=False),
        sa.Column("expires_ms", sa.BigInteger, nullable=False),
    )
    op.create_index("ix_mail_tokens_account_id", "mail_tokens", ["account_id"])
    op.create_table(
        "passkeys",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("account_id", sa.String(32), sa.ForeignKey("accounts.id"), nullable=False),
        sa.Column("credential_id", sa.String(1400), nullable=False, unique=True),
        sa.Column("public_key", sa.LargeBinary, nullable=False),
        sa.Column("sign_count", sa.BigInteger, nullable=False),
        sa.Column("host", sa.String(253), nullable=False),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("created_ms", sa.BigInteger, nullable=False),
        sa.Column("used_ms", sa.BigInteger, nullable=True),
    )
    op.create_index("passkeys_of_account", "passkeys", ["account_id"])
    op.create_table(
        "rated_games",
        sa.Column("game_id", sa.String(16), sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("account_id", sa.String(32), sa.ForeignKey("accounts.id"), primary_key=True),
        sa.Column("opponent_id", sa.String(32), sa.ForeignKey("accounts.id"), nullable=False),
        sa.Column("variant", sa.String(40), nullable=False),
        sa.Column("speed", sa.String(16), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
        sa.Column("color", sa.String(5), nullable=False),
        sa.Column("handicap", sa.String(40), nullable=False),
        sa.Column("points", sa.Float, nullable=False),
        sa.Column("before", sa.Float, nullable=False),
        sa.Column("rating", sa.Float, nullable=False),
        sa.Column("deviation", sa.Float, nullable=False),
    )
    op.create_index("rated_games_by_age", "rated_games", ["account_id", "at_ms", "game_id"])
    op.create_index(
        "rated_games_of_account", "rated_games", ["account_id", "variant", "speed", "number"], unique=True
    )
    op.create_table(
        "ratings",
        sa.Column("account_id", sa.String(32), sa.ForeignKey("accounts.id"), primary_key=True),
        sa.Column("variant", sa.String(40), primary_key=True),
        sa.Column("speed", sa.String(16), primary_key=True),
        sa.Column("rating", sa.Float, nullable=False),
        sa.Column("deviation", sa.Float, nullable=False),
        sa.Column("volatility", sa.Float, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "reports",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
        sa.Column("reporter_id", sa.String(32), sa.ForeignKey("accounts.id"), nullable=False),
        sa.Column("account_id", sa.String(32), sa.ForeignKey("accounts.id"), nullable=False),
        sa.Column("reason", sa.String(16), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("game_id", sa.String(16), sa.ForeignKey("games.id"), nullable=True),
        sa.Column("chat", sa.Text, nullable=False),
        sa.Column("closed_ms", sa.BigInteger, nullable=True),
        sa.Column("closed_by", sa.String(32), sa.ForeignKey("accounts.id"), nullable=True),
    )
    op.create_index("reports_open", "reports", ["closed_ms", "at_ms"])
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
        "study_people",
        sa.Column("study_id", sa.String(16), sa.ForeignKey("studies.id"), primary_key=True),
        sa.Column("person_id", sa.String(32), sa.ForeignKey("guests.id"), primary_key=True),
        sa.Column("may_write", sa.Boolean, nullable=False),
        sa.Column("declined", sa.Boolean, nullable=False),
    )
    op.create_index("studies_of_person", "study_people", ["person_id"])
    op.create_table(
        "told_reports",
        sa.Column("tournament_id", sa.String(16), sa.ForeignKey("tournaments.id"), primary_key=True),
        sa.Column("day", sa.String(10), primary_key=True),
    )
    op.create_table(
        "tournament_acts",
        sa.Column("tournament_id", sa.String(16), sa.ForeignKey("tournaments.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
        sa.Column("person_id", sa.String(32), nullable=False),
        sa.Column("body", sa.Text, nullable=False),
    )
    op.create_table(
        "tournament_arbiters",
        sa.Column("tournament_id", sa.String(16), sa.ForeignKey("tournaments.id"), primary_key=True),
        sa.Column("person_id", sa.String(32), sa.ForeignKey("guests.id"), primary_key=True),
    )
    op.create_table(
        "tournament_games",
        sa.Column("game_id", sa.String(16), sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("tournament_id", sa.String(16), sa.ForeignKey("tournaments.id"), nullable=False),
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("board", sa.Integer, nullable=False),
        sa.Column("exchanged", sa.Boolean, nullable=False, server_default=sa.false()),
    )
    op.create_index("games_of_tournament", "tournament_games", ["tournament_id", "round", "board"])
    op.create_table(
        "tournament_players",
        sa.Column("tournament_id", sa.String(16), sa.ForeignKey("tournaments.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("person_id", sa.String(32), sa.ForeignKey("guests.id"), nullable=False),
        sa.UniqueConstraint("tournament_id", "person_id", name="tournament_person"),
    )
    op.create_index("tournaments_of_player", "tournament_players", ["person_id"])
    op.create_table(
        "study_operations",
        sa.Column("chapter_id", sa.String(16), sa.ForeignKey("study_chapters.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("author_id", sa.String(32), sa.ForeignKey("guests.id"), nullable=False),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
    )
    op.create_index("operations_of_author", "study_operations", ["author_id"])
