"""What cards do, and how they come into play."""
