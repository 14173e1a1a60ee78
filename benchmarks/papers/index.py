def write_index(): pass
