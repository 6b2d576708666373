"""Swiss events."""
