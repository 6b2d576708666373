"""The HTTP layer of the server: middleware, sessions, rate limits, static files, helpers of handlers."""
