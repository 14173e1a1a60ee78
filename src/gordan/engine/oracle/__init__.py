"""What may be asked of the data, and the representations that answer."""
