"""Random rounds against the readers, the engine, the API and the server."""
