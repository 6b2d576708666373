"""Games played on this server: live games, their socket, their calls, wire types and views."""
