"""The ratings of accounts: one for each variant and speed, changed by games of two people."""
