"""The WebSocket of a page: subscriptions to games and jobs, and commands."""
