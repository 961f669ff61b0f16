"""The Rising family: one engine of steps, driven by a definition per title."""
