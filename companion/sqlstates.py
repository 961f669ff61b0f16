"""PostgreSQL's words that several rooms go by, readable before Django is up."""

IN_THE_WAY = {"40P01", "55P03"}
"""A deadlock, and a lock that was not to be had in time."""
