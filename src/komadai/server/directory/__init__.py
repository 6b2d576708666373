"""The list of people: accounts whose owners are listed, by rating."""
