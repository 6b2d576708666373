"""E-mail: addresses of accounts, password resets, notices of correspondence games, and the queue."""
