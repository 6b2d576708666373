"""How two people find each other: challenges by link, seeks in the lobby, and games to watch."""
