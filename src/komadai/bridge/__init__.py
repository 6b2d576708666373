"""The bridge: an engine on one's own machine, offered to one's own page by an outgoing connection.

- `messages`: what both sides send, as values with bounds
- `client`: the program at home, which runs the engine
- `errors`
"""
