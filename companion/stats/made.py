"""What one slice of a job has made."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Made:
    """The bytes of a slice, where the next one begins, and how far the whole is."""

    data: bytes
    cursor: int
    done: int
    total: int
    finished: bool
