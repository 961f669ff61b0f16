"""The chapters of the rulebooks: the actions of each whole, and what they share."""
