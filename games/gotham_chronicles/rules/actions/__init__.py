"""The actions of heroes and miniatures (p.33-48)."""
