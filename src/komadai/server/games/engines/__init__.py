"""The engines that play in games."""
