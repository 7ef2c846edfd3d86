"""Every episode, in SQLite: typed models, one writer, and what is asked of them."""
