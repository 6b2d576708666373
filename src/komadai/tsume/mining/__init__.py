"""Finding mate problems in games and self-play: candidates, minimizing, mutation, duplicates."""
