"""The commands about game records: `convert`, `show`, `stats`."""
