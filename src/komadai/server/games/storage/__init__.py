"""The games in the database."""
