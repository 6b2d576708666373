"""People: accounts, sessions, what they know of each other, and the logs of security and moderation."""
