"""The calls for programs that play in an account: HTTP with tokens, and streams of JSON lines."""
