"""Facts a physical copy knows, and the forms that teach it."""
