"""Long work beside the event loop: worker threads with quotas."""
